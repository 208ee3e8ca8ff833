//! What an answer means to the host, in a word.

use std::fmt;
use std::str::FromStr;

use anyhow::bail;
use host_stand_in::{Call, End};
use serde_json::Value;

/// The effect of an answer on the agent's session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// No opinion.
    Silent,
    /// The person's terminal is written to, and the agent reads nothing.
    Terminal,
    /// The agent reads something, and nothing else changes.
    Context,
    /// The agent is stopped.
    Deny,
    /// The user is asked.
    Ask,
    /// The user's prompt is skipped.
    Allow,
    /// The host drops the answer, or the hook says that it failed.
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
            None => bail!("`{word}` is no outcome"),
        }
    }
}

/// An effect, and what was said with it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) effect: Effect,
    /// The reason of a denial, the context, what the person is told of a prompt
    /// that was skipped, or what went wrong.
    pub(crate) said: String,
}

impl Outcome {
    pub(crate) fn silent() -> Self {
        Self { effect: Effect::Silent, said: String::new() }
    }

    pub(crate) fn error(said: impl Into<String>) -> Self {
        Self { effect: Effect::Error, said: said.into() }
    }
}

/// Reads an answer as the host does: by exit status and stdout.
///
/// Stricter than the host in two places. Text that is not JSON is an error for
/// every event but PreCompact, since our hooks mean it nowhere else, and so is a
/// word on stderr at exit 0, which is how a hook that fails open says so.
pub(crate) fn outcome(event: &Value, call: &Call) -> Outcome {
    let event = event.get("hook_event_name").and_then(Value::as_str).unwrap_or_default();
    let stderr = String::from_utf8_lossy(&call.stderr).trim().to_owned();
    let End::Ended(status) = call.end else {
        return Outcome::error("it ran out of time");
    };
    let Some(code) = status.code() else {
        return Outcome::error("it was ended by a signal");
    };
    let stdout = String::from_utf8_lossy(&call.stdout);
    if stdout.trim().is_empty() {
        return match code {
            0 if stderr.is_empty() => Outcome::silent(),
            2 => Outcome { effect: Effect::Deny, said: stderr },
            _ => Outcome::error(format!("exit status {code}: {stderr}")),
        };
    }
    match serde_json::from_str(&stdout) {
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

/// The strongest thing that a reply asks for.
fn meaning(event: &str, reply: &Value) -> Outcome {
    let text = |pointer: &str| reply.pointer(pointer).and_then(Value::as_str);
    let said = |pointer: &str| text(pointer).unwrap_or_default().to_owned();
    if reply.get("hookSpecificOutput").is_some() {
        match text("/hookSpecificOutput/hookEventName") {
            Some(name) if name == event => {}
            name => {
                let name = name.unwrap_or("none");
                return Outcome::error(format!("it answers {name}, and the host drops that"));
            }
        }
    }
    let decision = text("/hookSpecificOutput/permissionDecision");
    let effect = match (decision, text("/decision")) {
        (Some("deny"), _) | (None, Some("block")) => Effect::Deny,
        (Some("ask"), _) => Effect::Ask,
        (Some("allow"), _) | (None, Some("approve")) => Effect::Allow,
        (Some(other), _) | (None, Some(other)) => {
            return Outcome::error(format!("`{other}` is no decision of ours"));
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

/// What a person sees of a sequence for the terminal: a title or a notification.
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
        check(0, wrong, "", (Effect::Error, "it answers Stop, and the host drops that"));
        let defer = reply(r#","permissionDecision":"defer""#);
        check(0, &defer, "", (Effect::Error, "`defer` is no decision of ours"));
        check(1, "", "oh", (Effect::Error, "exit status 1: oh"));
        check(0, "", "hook: oh", (Effect::Error, "exit status 0: hook: oh"));
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
        assert_eq!("denied".parse::<Effect>().unwrap_err().to_string(), "`denied` is no outcome");
    }
}
