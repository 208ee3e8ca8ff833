//! Whether what a client did is what a case says: what became of each call, and what the model was told.

use std::collections::BTreeMap;

use anyhow::{Context as _, bail};
use scripted_client::{Asked, CALL_ID, CallEnd, Lane};

/// What must come of a session.
#[derive(Debug, Default)]
pub(super) struct Expected {
    pub(super) results: Vec<Ended>,
    /// What the main agent is told.
    pub(super) told: Vec<Words>,
    /// What its subagents are told.
    pub(super) told_subagent: Vec<Words>,
    /// Commands that must succeed afterwards.
    pub(super) then: Vec<String>,
}

/// How a call ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Ended {
    /// What its id has before the number of its turn, that number, and what is behind it.
    call: (&'static str, usize, String),
    /// Whether it ran; `None` where that is not asked.
    has_run: Option<bool>,
    /// What is in its result.
    words: String,
}

/// Words that are said, or are not.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Words {
    text: String,
    is_said: bool,
}

impl Expected {
    pub(super) fn is_empty(&self) -> bool {
        self.results.is_empty()
            && self.told.is_empty()
            && self.told_subagent.is_empty()
            && self.then.is_empty()
    }

    /// What is not so, of all that the model was asked; `first` is the number of its first turn.
    pub(super) fn faults(&self, asked: &[Asked], first: usize) -> Vec<String> {
        if asked.is_empty() {
            // Whatever is not to happen did not happen in a client that did not work.
            return vec!["the model was asked nothing".to_owned()];
        }
        let there = results_in(asked);
        let mut faults: Vec<String> =
            self.results.iter().filter_map(|ended| ended.fault(&there, first)).collect();
        for (lane, words) in [(Lane::Main, &self.told), (Lane::Subagent, &self.told_subagent)] {
            let told = told(asked, lane);
            faults.extend(words.iter().filter_map(|words| words.fault(&told)));
        }
        faults
    }
}

impl Ended {
    fn fault(
        &self,
        there: &BTreeMap<String, (Option<bool>, String)>,
        first: usize,
    ) -> Option<String> {
        let (lane, turn, within) = &self.call;
        let call = format!("{lane}{turn}{within}");
        let Some((has_run, text)) = there.get(&format!("{lane}{}{within}", first + turn)) else {
            return Some(format!("call {call} was not made"));
        };
        let said = || text.chars().take(300).collect::<String>();
        match (self.has_run, has_run) {
            (Some(_), None) => {
                Some(format!("this client does not say whether call {call} ran: use `said`"))
            }
            (Some(true), Some(false)) => Some(format!("call {call} did not run: {}", said())),
            (Some(false), Some(true)) => Some(format!("call {call} ran: {}", said())),
            _ if !text.contains(&self.words) => {
                Some(format!("call {call} has no `{}` in its result: {}", self.words, said()))
            }
            _ => None,
        }
    }
}

impl Words {
    fn fault(&self, told: &str) -> Option<String> {
        let is_said = told.contains(&self.text);
        let verb = if self.is_said { "was not told" } else { "was told" };
        (is_said != self.is_said).then(|| format!("the model {verb}: {}", self.text))
    }
}

/// Lines such as `0 ran`, `1 error no fetching here`, `2 said done`, `subagent 0 ran`. Some clients
/// tell their model in words alone whether a call ran: there `said` is meant.
///
/// # Errors
/// If a line is not like that.
pub(super) fn results(text: &str) -> anyhow::Result<Vec<Ended>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| ended(line).with_context(|| format!("`{line}`"))).collect()
}

fn ended(line: &str) -> anyhow::Result<Ended> {
    let (of_subagent, rest) = match line.strip_prefix("subagent ") {
        Some(rest) => ("subagent_", rest),
        None => ("", line),
    };
    let mut words = rest.splitn(3, ' ');
    let number = words.next().filter(|it| it.starts_with(|c: char| c.is_ascii_digit()));
    let has_run = match words.next() {
        Some("ran") => Some(true),
        Some("error") => Some(false),
        Some("said") => None,
        _ => bail!("expected `ran`, `error` or `said`"),
    };
    let number = number.context("expected the number of a call")?;
    let (turn, within) = number.split_at(number.find('_').unwrap_or(number.len()));
    let call = (of_subagent, turn.parse()?, within.to_owned());
    Ok(Ended { call, has_run, words: words.next().unwrap_or_default().to_owned() })
}

/// Lines of words that are said; those with `! ` before them are not.
pub(super) fn words(text: &str) -> Vec<Words> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let words = |line: &str| match line.strip_prefix("! ") {
        Some(text) => Words { text: text.to_owned(), is_said: false },
        None => Words { text: line.to_owned(), is_said: true },
    };
    lines.map(words).collect()
}

/// Of each call whether it has run, and what the model was told of it.
fn results_in(asked: &[Asked]) -> BTreeMap<String, (Option<bool>, String)> {
    let ends = asked.iter().flat_map(Asked::ends);
    let result = |end: CallEnd| {
        let id = end.id.strip_prefix(CALL_ID)?.to_owned();
        Some((id, (end.is_error.map(|is_error| !is_error), end.text)))
    };
    ends.filter_map(result).collect()
}

/// All that was said in such conversations.
fn told(asked: &[Asked], lane: Lane) -> String {
    asked.iter().filter(|asked| asked.lane == lane).map(Asked::told).collect()
}

#[cfg(test)]
mod tests {
    use scripted_client::Wire;
    use serde_json::{Value, json};

    use super::*;

    fn asked() -> Vec<Asked> {
        let block = |id: &str, error: bool, text: Value| json!({"type": "tool_result", "tool_use_id": format!("{CALL_ID}{id}"), "is_error": error, "content": text});
        let parts = json!([{"type": "text", "text": "two"}]);
        let content =
            json!([block("0", true, json!("no fetching")), block("1", false, parts.clone())]);
        let main = json!({"system": "[STATE: DO]", "messages": [{"content": content}]});
        let of_subagent = json!([block("subagent_0", false, parts)]);
        let subagent = json!({"messages": [{"content": of_subagent}, {"content": "files"}]});
        let asked = |lane, body| Asked { lane, body, wire: Wire::Messages };
        vec![asked(Lane::Main, main), asked(Lane::Subagent, subagent)]
    }

    /// Each line of `faults` begins what is wrong; none says that all is as expected.
    #[track_caller]
    fn check(results_text: &str, told: &str, told_subagent: &str, faults: &[&str]) {
        let expected = Expected {
            results: results(results_text).unwrap(),
            told: words(told),
            told_subagent: words(told_subagent),
            then: Vec::new(),
        };
        let found = expected.faults(&asked(), 0);
        assert_eq!(found.len(), faults.len(), "{found:?}");
        for (found, fault) in found.iter().zip(faults) {
            assert!(found.starts_with(fault), "{found}");
        }
    }

    #[test]
    fn what_is_as_expected_is_no_fault() {
        check(
            "0 error no fetching\n1 ran two\nsubagent 0 ran",
            "[STATE: DO]\n! files",
            "files",
            &[],
        );
    }

    #[test]
    fn what_is_otherwise_is_said() {
        check("0 ran", "", "", &["call 0 did not run"]);
        check("1 error", "", "", &["call 1 ran"]);
        check("1 ran three", "", "", &["call 1 has no `three` in its result"]);
        check("7 ran", "", "", &["call 7 was not made"]);
        check("subagent 1 ran", "", "", &["call subagent_1 was not made"]);
        check("0 said no fetching", "", "", &[]);
        check("0 said yes", "", "", &["call 0 has no `yes`"]);
        check("", "files", "! files", &["the model was not told: files", "the model was told"]);
    }

    #[test]
    fn a_client_that_did_not_work_is_a_fault_whatever_is_expected() {
        let expected = Expected { told: words("! files"), ..Expected::default() };
        assert_eq!(expected.faults(&[], 0), ["the model was asked nothing"]);
    }

    #[test]
    fn where_only_words_tell_whether_a_call_ran_no_case_may_ask_for_it() {
        let result = json!({"role": "tool", "tool_call_id": format!("{CALL_ID}0"), "content": "x"});
        let body = json!({"messages": [result]});
        let asked = [Asked { lane: Lane::Main, body, wire: Wire::Chat }];
        let faults = |text: &str| {
            let expected = Expected { results: results(text).unwrap(), ..Expected::default() };
            expected.faults(&asked, 0)
        };
        for line in ["0 ran", "0 error"] {
            let found = faults(line);
            assert!(
                found[0].starts_with("this client does not say whether call 0 ran"),
                "{found:?}"
            );
        }
        assert!(faults("0 said x").is_empty());
        assert!(faults("0 said y")[0].starts_with("call 0 has no `y`"));
    }

    #[test]
    fn the_second_call_of_a_turn_and_the_turns_of_a_later_session_have_numbers_of_their_own() {
        let result = |id: &str| {
            json!({"type": "tool_result", "tool_use_id": format!("{CALL_ID}{id}"), "is_error": true,
                "content": "no"})
        };
        let body = json!({"messages": [{"content": [result("1000"), result("1000_1")]}]});
        let asked = [Asked { lane: Lane::Main, body, wire: Wire::Messages }];
        let faults = |text: &str| {
            let expected = Expected { results: results(text).unwrap(), ..Expected::default() };
            expected.faults(&asked, 1000)
        };
        assert!(faults("0 error no\n0_1 error no").is_empty());
        assert!(faults("0_1 ran")[0].starts_with("call 0_1 did not run"));
        assert!(faults("0_2 error")[0].starts_with("call 0_2 was not made"));
        assert!(faults("1 error")[0].starts_with("call 1 was not made"));
    }
}
