//! Who is there to answer a question.

use hook_protocol::Common;

/// Who is there to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SessionKind {
    /// A person.
    Interactive,
    /// Nobody.
    Headless,
    /// The agent that started this one.
    Spawned,
}

/// The kind of session in which an event happened, and the sign it is known by:
/// what is `set` in the configuration goes before all. The first sign wins; without any, a person is assumed. `env` looks up an
/// environment variable that is set and not empty.
pub(crate) fn session_kind(
    set: Option<SessionKind>,
    common: &Common,
    env: impl Fn(&str) -> Option<String>,
) -> (SessionKind, &'static str) {
    if let Some(kind) = set {
        return (kind, "session_kind in the configuration");
    }
    if common.agent_id.is_some() {
        return (SessionKind::Spawned, "agent_id in the event");
    }
    match env("CLAUDE_CODE_SESSION_ATTENDED").as_deref() {
        Some("1" | "true") => {
            return (SessionKind::Interactive, "CLAUDE_CODE_SESSION_ATTENDED");
        }
        Some("0" | "false") => return (SessionKind::Headless, "CLAUDE_CODE_SESSION_ATTENDED"),
        _ => {}
    }
    if env("CLAUDE_CODE_ENTRYPOINT").is_some_and(|entrypoint| entrypoint == "cli") {
        return (SessionKind::Interactive, "CLAUDE_CODE_ENTRYPOINT");
    }
    for sign in ["CI", "GITHUB_ACTIONS"] {
        if env(sign).is_some_and(|value| value != "0" && value != "false") {
            return (SessionKind::Headless, sign);
        }
    }
    (SessionKind::Interactive, "no sign of anything else")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(
        set: Option<SessionKind>,
        agent: Option<&str>,
        environment: &[(&str, &str)],
        expected: (SessionKind, &str),
    ) {
        let common = Common { agent_id: agent.map(str::to_owned), ..Common::default() };
        let env = |name: &str| {
            let found = environment.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        assert_eq!(session_kind(set, &common, env), expected, "{environment:?}");
    }

    #[test]
    fn the_first_sign_wins() {
        use SessionKind::{Headless, Interactive, Spawned};
        let attended = ("CLAUDE_CODE_SESSION_ATTENDED", "1");
        let unattended = ("CLAUDE_CODE_SESSION_ATTENDED", "0");
        let cli = ("CLAUDE_CODE_ENTRYPOINT", "cli");
        let ci = ("CI", "true");
        let auto = None;
        let set = "session_kind in the configuration";
        check(Some(Headless), Some("a"), &[attended, cli], (Headless, set));
        check(Some(Spawned), None, &[], (Spawned, set));
        check(Some(Interactive), None, &[ci], (Interactive, set));
        check(auto, Some("a"), &[attended, cli], (Spawned, "agent_id in the event"));
        check(auto, None, &[attended, ci], (Interactive, attended.0));
        check(auto, None, &[unattended, cli], (Headless, attended.0));
        check(auto, None, &[cli, ci], (Interactive, cli.0));
        check(auto, None, &[("CLAUDE_CODE_ENTRYPOINT", "sdk-cli"), ci], (Headless, "CI"));
        check(auto, None, &[("GITHUB_ACTIONS", "true")], (Headless, "GITHUB_ACTIONS"));
        let none = "no sign of anything else";
        check(auto, None, &[("CI", "false")], (Interactive, none));
        check(auto, None, &[], (Interactive, none));
    }
}
