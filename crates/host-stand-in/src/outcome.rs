//! What an answer means to a host, in a word.

use std::fmt;
use std::str::FromStr;

use anyhow::bail;
use serde_json::{Map, Value};

use crate::call::Call;
use reply_rules::End;

/// The effect of an answer on the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No opinion.
    Silent,
    /// The person's terminal shows something; the agent reads nothing.
    Terminal,
    /// The agent reads something, and nothing else changes.
    Context,
    /// The call is denied, or the agent may not stop.
    Deny,
    /// The person is asked.
    Ask,
    /// The call runs without asking the person.
    Allow,
    /// The host drops the answer, or the hook reports a failure.
    Error,
}

impl Effect {
    const ALL: [(Self, &'static str); 7] = [
        (Self::Silent, "silent"),
        (Self::Terminal, "terminal"),
        (Self::Context, "context"),
        (Self::Deny, "deny"),
        (Self::Ask, "ask"),
        (Self::Allow, "allow"),
        (Self::Error, "error"),
    ];
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word =
            Self::ALL.iter().find(|(effect, _)| effect == self).map_or("?", |(_, word)| word);
        f.pad(word)
    }
}

impl FromStr for Effect {
    type Err = anyhow::Error;

    fn from_str(word: &str) -> anyhow::Result<Self> {
        match Self::ALL.iter().find(|(_, name)| *name == word) {
            Some((effect, _)) => Ok(*effect),
            None => bail!("`{word}` is not an outcome"),
        }
    }
}

/// An effect and its message.
#[derive(Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The effect.
    pub effect: Effect,
    /// The reason for a denial, the context, the message to the person, or what went wrong.
    pub said: String,
}

impl Outcome {
    /// The outcome of no answer.
    pub fn silent() -> Self {
        Self { effect: Effect::Silent, said: String::new() }
    }

    fn error(said: impl Into<String>) -> Self {
        Self { effect: Effect::Error, said: said.into() }
    }
}

/// Reads an answer as the host does: by exit code and stdout.
///
/// It is stricter than the host in two cases, because our hooks do neither on purpose: text that is
/// not JSON is an error except on `PreCompact`, and so is output on stderr with exit code 0.
pub fn outcome(event: &Value, call: &Call) -> Outcome {
    let event = event.get("hook_event_name").and_then(Value::as_str).unwrap_or_default();
    let stderr = String::from_utf8_lossy(&call.stderr).trim().to_owned();
    let End::Ended(status) = call.end else {
        return Outcome::error("it timed out");
    };
    let Some(code) = status.code() else {
        return Outcome::error("it was killed by a signal");
    };
    let stdout = String::from_utf8_lossy(&call.stdout);
    if stdout.trim().is_empty() {
        return match code {
            0 if stderr.is_empty() => Outcome::silent(),
            2 => Outcome { effect: Effect::Deny, said: stderr },
            _ => Outcome::error(format!("exit code {code}: {stderr}")),
        };
    }
    match serde_json::from_str::<Map<String, Value>>(&stdout).map(Value::Object) {
        Ok(reply) => {
            let outcome = meaning(event, &reply);
            if code == 2 && outcome.effect != Effect::Deny {
                return Outcome { effect: Effect::Deny, said: stderr };
            }
            outcome
        }
        Err(_) if event == "PreCompact" && !stdout.starts_with('{') => {
            Outcome { effect: Effect::Context, said: stdout.trim_end().to_owned() }
        }
        Err(err) => Outcome::error(format!("its answer is not JSON: {err}")),
    }
}

/// The strongest effect of a reply.
fn meaning(event: &str, reply: &Value) -> Outcome {
    let text = |pointer: &str| reply.pointer(pointer).and_then(Value::as_str);
    let said = |pointer: &str| text(pointer).unwrap_or_default().to_owned();
    if reply.get("hookSpecificOutput").is_some() {
        match text("/hookSpecificOutput/hookEventName") {
            Some(name) if name == event => {}
            name => {
                let name = name.unwrap_or("none");
                return Outcome::error(format!("it answers {name}; the host drops such a reply"));
            }
        }
    }
    let decision = text("/hookSpecificOutput/permissionDecision");
    let effect = match (decision, text("/decision")) {
        (Some("deny"), _) | (None, Some("block")) => Effect::Deny,
        (Some("ask"), _) => Effect::Ask,
        (Some("allow"), _) | (None, Some("approve")) => Effect::Allow,
        (Some(other), _) | (None, Some(other)) => {
            return Outcome::error(format!("`{other}` is not a decision of these hooks"));
        }
        (None, None) if text("/hookSpecificOutput/additionalContext").is_some() => Effect::Context,
        (None, None) => match text("/terminalSequence") {
            Some(sequence) => return Outcome { effect: Effect::Terminal, said: shown(sequence) },
            None => return Outcome::silent(),
        },
    };
    let said = match (effect, decision) {
        (Effect::Context, _) => said("/hookSpecificOutput/additionalContext"),
        // All that a person sees of it.
        (Effect::Allow, _) if text("/systemMessage").is_some() => said("/systemMessage"),
        (_, Some(_)) => said("/hookSpecificOutput/permissionDecisionReason"),
        (_, None) => said("/reason"),
    };
    Outcome { effect, said }
}

/// The title or notification in a terminal sequence.
fn shown(sequence: &str) -> String {
    let commands = sequence.split(char::is_control);
    let mut texts = commands.filter_map(|command| Some(command.split_once(';')?.1));
    texts.next_back().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;
    use std::time::Duration;

    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(code: i32, stdout: &str, stderr: &str, expected: (Effect, &str)) {
        check_on("PreToolUse", code, stdout, stderr, expected);
    }

    #[track_caller]
    fn check_on(event: &str, code: i32, stdout: &str, stderr: &str, expected: (Effect, &str)) {
        let call = Call {
            end: End::Ended(ExitStatus::from_raw(code << 8)),
            stdout: stdout.into(),
            stderr: stderr.into(),
            took: Duration::ZERO,
        };
        let outcome = outcome(&json!({"hook_event_name": event}), &call);
        assert_eq!((outcome.effect, outcome.said.as_str()), expected, "{stdout}");
    }

    fn reply(fields: &str) -> String {
        format!(r#"{{"hookSpecificOutput":{{"hookEventName":"PreToolUse"{fields}}}}}"#)
    }

    #[test]
    fn no_answer_is_silent() {
        check(0, "", "", (Effect::Silent, ""));
        check(0, "{}", "", (Effect::Silent, ""));
        check(0, &reply(""), "", (Effect::Silent, ""));
    }

    #[test]
    fn json_decides_whatever_the_status() {
        let context = reply(r#","additionalContext":"c""#);
        let deny = reply(r#","permissionDecision":"deny","permissionDecisionReason":"r""#);
        let allow = reply(r#","permissionDecision":"allow","additionalContext":"c""#);
        check(0, &context, "", (Effect::Context, "c"));
        check(0, &deny, "", (Effect::Deny, "r"));
        check(1, &deny, "", (Effect::Deny, "r"));
        check(2, &deny, "other", (Effect::Deny, "r"));
        check(2, &context, "stop", (Effect::Deny, "stop"));
        check(0, &allow, "", (Effect::Allow, ""));
        let told = allow.replacen('{', r#"{"systemMessage":"m","#, 1);
        check(0, &told, "", (Effect::Allow, "m"));
        check(0, r#"{"decision":"block","reason":"b"}"#, "", (Effect::Deny, "b"));
    }

    #[test]
    fn a_sequence_for_the_terminal_is_shown_as_a_person_sees_it() {
        let title = r#"{"terminalSequence":"\u001b]0;app asks: Which?\u0007"}"#;
        check(0, title, "", (Effect::Terminal, "app asks: Which?"));
        let both = r#"{"terminalSequence":"\u001b]0;t\u0007\u001b]9;Agent asks\u0007\u0007"}"#;
        check(0, both, "", (Effect::Terminal, "Agent asks"));
        check(0, r#"{"terminalSequence":"\u0007"}"#, "", (Effect::Terminal, ""));
    }

    #[test]
    fn what_the_host_drops_is_an_error() {
        let wrong = r#"{"hookSpecificOutput":{"hookEventName":"Stop","additionalContext":"c"}}"#;
        check(0, wrong, "", (Effect::Error, "it answers Stop; the host drops such a reply"));
        let defer = reply(r#","permissionDecision":"defer""#);
        check(0, &defer, "", (Effect::Error, "`defer` is not a decision of these hooks"));
        check(1, "", "oh", (Effect::Error, "exit code 1: oh"));
        check(0, "", "hook: oh", (Effect::Error, "exit code 0: hook: oh"));
        check(
            0,
            "log line\n{}",
            "",
            (Effect::Error, "its answer is not JSON: expected value at line 1 column 1"),
        );
    }

    #[test]
    fn words_are_an_answer_before_a_compaction_alone() {
        check_on("PreCompact", 0, "Keep it.\nAll.\n", "", (Effect::Context, "Keep it.\nAll."));
        let refused = "its answer is not JSON: expected value at line 1 column 1";
        check_on("SessionStart", 0, "Keep it.\n", "", (Effect::Error, refused));
    }

    #[test]
    fn each_word_reads_back() {
        for (effect, word) in Effect::ALL {
            assert_eq!(word.parse::<Effect>().unwrap(), effect);
            assert_eq!(effect.to_string(), word);
        }
        assert_eq!(
            "denied".parse::<Effect>().unwrap_err().to_string(),
            "`denied` is not an outcome"
        );
    }
}
