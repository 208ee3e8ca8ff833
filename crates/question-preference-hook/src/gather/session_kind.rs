//! Who is there to answer a question.

use hook_protocol::Common;

/// Who is there to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SessionKind {
    /// A person.
    Interactive,
    /// Nobody.
    Headless,
    /// The agent or the program that started this one.
    Spawned,
}

use SessionKind::{Headless, Interactive, Spawned};

/// A variable, the values that count (any but `0` and `false` where there are none), and what
/// they say of a session.
type Sign = (&'static str, &'static [&'static str], SessionKind);

/// The first that is set wins. `CLAUDE_CODE_*` are set by Claude Code (seen in 2.1.332); the names
/// of gstack, of `OpenClaw` and of Conductor, and their order, are those of gstack's
/// `bin/gstack-session-kind`; `CI` and `GITHUB_ACTIONS` are set by services that build.
const SIGNS: [Sign; 13] = [
    ("OPENCLAW_SESSION", &[], Spawned),
    ("GSTACK_SESSION_KIND", &["spawned"], Spawned),
    ("GSTACK_SESSION_KIND", &["headless", "unattended"], Headless),
    ("GSTACK_SESSION_KIND", &["interactive"], Interactive),
    ("GSTACK_HEADLESS", &[], Headless),
    ("CLAUDE_CODE_SESSION_ATTENDED", &["1", "true"], Interactive),
    ("CLAUDE_CODE_SESSION_ATTENDED", &["0", "false"], Headless),
    ("CONDUCTOR_WORKSPACE_PATH", &[], Interactive),
    ("CONDUCTOR_PORT", &[], Interactive),
    ("GSTACK_INTERACTIVE", &[], Interactive),
    ("CLAUDE_CODE_ENTRYPOINT", &["cli"], Interactive),
    ("CI", &[], Headless),
    ("GITHUB_ACTIONS", &[], Headless),
];

/// The kind of session in which an event happened, and the sign it is known by: what is `set` in
/// the configuration goes before all. Without any sign a person is assumed. `env` looks up an
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
        return (Spawned, "agent_id in the event");
    }
    let counts = |(name, values, _): &&Sign| {
        env(name).is_some_and(|value| match values {
            [] => value != "0" && value != "false",
            values => values.contains(&value.as_str()),
        })
    };
    match SIGNS.iter().find(counts) {
        Some((name, _, kind)) => (*kind, name),
        None => (Interactive, "nothing indicates another kind"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sign_wins() {
        let attended = ("CLAUDE_CODE_SESSION_ATTENDED", "1");
        let cli = ("CLAUDE_CODE_ENTRYPOINT", "cli");
        let ci = ("CI", "true");
        let openclaw = ("OPENCLAW_SESSION", "abc");
        let unattended = ("GSTACK_SESSION_KIND", "unattended");
        for (agent, environment, expected) in [
            (Some("a"), &[attended, cli] as &[_], (Spawned, "agent_id in the event")),
            (None, &[attended, cli, openclaw], (Spawned, openclaw.0)),
            (None, &[cli, unattended], (Headless, unattended.0)),
            (None, &[("GSTACK_SESSION_KIND", "other"), ci], (Headless, ci.0)),
            (None, &[("CLAUDE_CODE_SESSION_ATTENDED", "0"), cli], (Headless, attended.0)),
            (None, &[cli, ci], (Interactive, cli.0)),
            (None, &[("CI", "false")], (Interactive, "nothing indicates another kind")),
        ] {
            let common = Common { agent_id: agent.map(str::to_owned), ..Common::default() };
            let env = |name: &str| {
                let found = environment.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(session_kind(None, &common, env), expected, "{environment:?}");
            let set = session_kind(Some(Interactive), &common, env);
            assert_eq!(set, (Interactive, "session_kind in the configuration"));
        }
    }
}
