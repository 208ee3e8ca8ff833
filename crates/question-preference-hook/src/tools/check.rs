//! `check`: whether a question would be asked. It logs nothing.

use std::process::ExitCode;

use anyhow::{Context, Result};
use hook_chain::people;
use hook_runtime::{Console, Ctx, one_line};

use super::set::id;
use crate::config::preferences::{self, Preference, Preferences};
use crate::config::question_id::QuestionId;
use crate::config::registry::{self, Door, Registry};
use crate::decide::{Ask, by_name};
use crate::gather::known::{OneWay, said};
use crate::words::standing::{limits, quoted};
use one_way::{Question, Words};

/// In characters, of the reason.
const MAX_WORDS: usize = 200;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The question: its id, as in `<qid:ID>` or in the log
    id: String,
    /// What the question says, judged too; `-` reads it from stdin
    #[arg(long, allow_hyphen_values = true)]
    text: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Says `ASK` or `ANSWER`, and why. What cannot be read has questions asked.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let id = id(&args.id)?;
    let text = match args.text.as_deref() {
        Some("-") => {
            let text = console.stdin().context("could not read the text")?;
            Some(String::from_utf8_lossy(&text).into_owned())
        }
        text => text.map(str::to_owned),
    };
    let line = match (registry::load(ctx), preferences::load(ctx)) {
        (Ok(registry), Ok(preferences)) => {
            judge(ctx, &registry, &preferences, &id, text.as_deref().unwrap_or_default())
        }
        (Err(err), _) | (_, Err(err)) => format!("ASK: {err}"),
    };
    if args.json {
        let verdict = if line.starts_with("ANSWER") { "answered" } else { "asked" };
        people::judgement(verdict, &line, console);
    } else {
        console.line(line);
    }
    Ok(ExitCode::SUCCESS)
}

/// The verdict on the question `id` that says `text`. Its options, and what is
/// recommended, are not known.
fn judge(
    ctx: &Ctx,
    registry: &Registry,
    preferences: &Preferences,
    id: &QuestionId,
    text: &str,
) -> String {
    let said = said(registry, text);
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    let words = Words::with(&registry.one_way);
    let is_two_way = registry.entry(id).is_some_and(|entry| entry.door == Door::TwoWay);
    let (header, offers, answer) = (None, [].as_slice(), None);
    let spoken = || words.judge(&Question { said: &said, header, offers, answer, is_two_way });
    let verdict = by_name(registry, preferences, ctx.now(), id).and_then(|found| match spoken() {
        Some(finding) => Err(Ask::OneWay(OneWay::Words(finding))),
        None => Ok(found),
    });
    match verdict {
        Ok((origin, entry)) => {
            let taken = match &entry.preference {
                Preference::Answer(labels) => quoted(labels),
                _ => "the recommended option".to_owned(),
            };
            let mut words = vec![entry.preference.to_string(), origin.to_string()];
            words.extend(limits(ctx, entry));
            format!("ANSWER: {taken} ({})", words.join(", "))
        }
        Err(ask) => {
            let why = one_line(&ask.to_string(), MAX_WORDS);
            format!("ASK: {why}{}", overridden(registry, preferences, id, &ask))
        }
    }
}

/// That a preference does not count, where it says otherwise.
fn overridden(
    registry: &Registry,
    preferences: &Preferences,
    id: &QuestionId,
    ask: &Ask,
) -> String {
    match (ask, preferences.of(&registry.names(id))) {
        (Ask::OneWay(_), Some((origin, Ok(entry))))
            if entry.preference != Preference::AlwaysAsk =>
        {
            format!("; the preference {} ({origin}) does not count", entry.preference)
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use hook_runtime::Environment;

    use super::*;

    const PREFERENCES: &str = r#"{
        "never": "never-ask",
        "always": "always-ask",
        "careful": "ask-only-for-one-way",
        "fixed": {"preference": "answer", "answer": ["A", "say \"C\""], "expires": "2026-12-31",
                  "skill": "plan"},
        "old": {"preference": "never-ask", "expires": "2026-11-01"},
        "odd": "sometimes",
        "deploy": "never-ask",
        "ship": "always-ask",
        "plan-split-2": "ask-only-for-one-way",
        "banana-split": "never-ask"
    }"#;

    #[track_caller]
    fn check(id: &str, text: &str, expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("questions.yaml");
        let yaml = "questions: [{ id: deploy, door: one-way }, { id: ship, door: one-way }]\n";
        hook_state::replace(&file, yaml.as_bytes()).unwrap();
        let registry: Registry = hook_config::read(&file).unwrap().parse().unwrap();
        let project = preferences::entries(&serde_json::from_str(PREFERENCES).unwrap());
        let preferences = Preferences { project, ..Preferences::default() };
        let now = humantime::parse_rfc3339("2026-11-20T14:03:00Z").unwrap();
        let ctx = Ctx::new("a-hook", Environment::Fixed([].into()), now, None);
        let id = QuestionId::parse(id).unwrap();
        assert_eq!(judge(&ctx, &registry, &preferences, &id, text), expected);
    }

    #[test]
    fn a_question_is_judged_by_its_id() {
        check("unknown", "", "ASK: no preference is set");
        check("never", "", "ANSWER: the recommended option (never-ask, project)");
        check("NEVER", "", "ANSWER: the recommended option (never-ask, project)");
        check("careful", "", "ANSWER: the recommended option (ask-only-for-one-way, project)");
        check("always", "", "ASK: preference always-ask (project)");
        check("old", "", "ASK: the preference has expired (project)");
        check(
            "odd",
            "",
            "ASK: the preference is not understood (project): unknown preference `sometimes`",
        );
        check(
            "fixed",
            "",
            "ANSWER: \"A\", \"say \"C\"\" (answer, project, until 2027-01-01 00:00 UTC, skill plan)",
        );
    }

    #[test]
    fn what_cannot_be_taken_back_is_asked() {
        check(
            "deploy",
            "",
            "ASK: one-way: the registry says so; the preference never-ask (project) does not count",
        );
        check("ship", "", "ASK: one-way: the registry says so");
        check(
            "plan-split-2",
            "",
            "ASK: one-way: its id has `-split-`; the preference ask-only-for-one-way (project) \
             does not count",
        );
        check("other-split-x", "", "ASK: one-way: its id has `-split-`");
        check("banana-split", "", "ANSWER: the recommended option (never-ask, project)");
    }

    #[test]
    fn a_text_is_judged_too() {
        let answer = "ANSWER: the recommended option (never-ask, project)";
        check("never", "Which \"style\"?\n-- it's\n--json", answer);
        check("never", " \n", answer);
        check(
            "never",
            "Push?",
            "ASK: one-way: it speaks of an order to push; the preference never-ask (project) does not count",
        );
        for text in ["Delete the table?", "say \"ok\"\n- and\n-- \"Delete\" the 'table'?"] {
            check(
                "never",
                text,
                "ASK: one-way: it speaks of delete; the preference never-ask (project) does not count",
            );
        }
    }
}
