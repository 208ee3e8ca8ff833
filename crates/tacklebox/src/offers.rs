//! What there is to install: the hooks that are built in, with what their manifests say of them and
//! the templates of their entries.

use hook_installer::Offer;

/// The files of a hook.
struct Entry {
    hook: &'static str,
    manifest: &'static str,
    template: &'static str,
    /// The session that `try` plays.
    recording: &'static str,
    server: Option<&'static str>,
}

/// The hooks, by name.
const ENTRIES: &[Entry] = &[
    #[cfg(feature = "agent-trace-hook")]
    Entry {
        hook: "agent-trace-hook",
        manifest: include_str!("../../agent-trace-hook/Cargo.toml"),
        template: include_str!("../../../settings-templates/agent-trace-hook.json"),
        recording: include_str!("../../../tests/scenes/agent-trace-hook.txtar"),
        server: None,
    },
    #[cfg(feature = "file-context-hook")]
    Entry {
        hook: "file-context-hook",
        manifest: include_str!("../../file-context-hook/Cargo.toml"),
        template: include_str!("../../../settings-templates/file-context-hook.json"),
        recording: include_str!("../../../tests/scenes/file-context-hook.txtar"),
        server: None,
    },
    #[cfg(feature = "governance-hook")]
    Entry {
        hook: "governance-hook",
        manifest: include_str!("../../governance-hook/Cargo.toml"),
        template: include_str!("../../../settings-templates/governance-hook.json"),
        recording: include_str!("../../../tests/scenes/governance-hook.txtar"),
        server: None,
    },
    #[cfg(feature = "intent-gate-hook")]
    Entry {
        hook: "intent-gate-hook",
        manifest: include_str!("../../intent-gate-hook/Cargo.toml"),
        template: include_str!("../../../settings-templates/intent-gate-hook.json"),
        recording: include_str!("../../../tests/scenes/intent-gate-hook.txtar"),
        server: Some(include_str!("../../../settings-templates/intent-gate-hook.mcp.json")),
    },
    #[cfg(feature = "post-edit-hook")]
    Entry {
        hook: "post-edit-hook",
        manifest: include_str!("../../post-edit-hook/Cargo.toml"),
        template: include_str!("../../../settings-templates/post-edit-hook.json"),
        recording: include_str!("../../../tests/scenes/post-edit-hook.txtar"),
        server: None,
    },
    #[cfg(feature = "prompt-detect-hook")]
    Entry {
        hook: "prompt-detect-hook",
        manifest: include_str!("../../prompt-detect-hook/Cargo.toml"),
        template: include_str!("../../../settings-templates/prompt-detect-hook.json"),
        recording: include_str!("../../../tests/scenes/prompt-detect-hook.txtar"),
        server: None,
    },
    #[cfg(feature = "question-preference-hook")]
    Entry {
        hook: "question-preference-hook",
        manifest: include_str!("../../question-preference-hook/Cargo.toml"),
        template: include_str!("../../../settings-templates/question-preference-hook.json"),
        recording: include_str!("../../../tests/scenes/question-preference-hook.txtar"),
        server: None,
    },
    #[cfg(feature = "subagent-start-hook")]
    Entry {
        hook: "subagent-start-hook",
        manifest: include_str!("../../subagent-start-hook/Cargo.toml"),
        template: include_str!("../../../settings-templates/subagent-start-hook.json"),
        recording: include_str!("../../../tests/scenes/subagent-start-hook.txtar"),
        server: None,
    },
];

/// All of them.
pub(crate) fn offers() -> Vec<Offer> {
    let offer = |entry: &Entry| Offer {
        hook: entry.hook.to_owned(),
        description: said(entry.manifest, "description"),
        first_step: said(entry.manifest, "first-step"),
        look: said(entry.manifest, "look"),
        needs: said(entry.manifest, "needs"),
        record: None,
        in_engine: true,
        template: entry.template.to_owned(),
        server: entry.server.map(str::to_owned),
    };
    ENTRIES.iter().map(offer).collect()
}

/// The session that `try` plays for each of them.
pub(crate) fn recordings() -> impl Iterator<Item = (&'static str, &'static str)> {
    ENTRIES.iter().map(|entry| (entry.hook, entry.recording))
}

/// The text behind a key of a manifest, which stands on one line.
fn said(manifest: &str, key: &str) -> String {
    let value =
        |line: &str| Some(line.strip_prefix(key)?.trim_start().strip_prefix('=')?.to_owned());
    let value = manifest.lines().find_map(value).unwrap_or_default();
    serde_json::from_str(value.trim()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hook_that_is_built_in_can_be_installed() {
        let offers = offers();
        let names: Vec<&str> = offers.iter().map(|offer| offer.hook.as_str()).collect();
        let built_in: Vec<&str> = crate::hooks::HOOKS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, built_in);
        for offer in &offers {
            let said = [&offer.description, &offer.first_step, &offer.look];
            assert!(said.iter().all(|words| !words.is_empty()), "{offer:?}");
            assert!(!offer.events().unwrap().is_empty());
            let handlers = claude_settings::handlers(&offer.template);
            let program = format!("${{CLAUDE_PROJECT_DIR}}/.claude/hooks/bin/{}", offer.hook);
            assert!(handlers.iter().all(|it| it.command.as_ref() == Some(&program)), "{offer:?}");
            let is_bare = |args: &Vec<String>| args.is_empty();
            assert!(handlers.iter().all(|it| it.args.as_ref().is_some_and(is_bare)), "{offer:?}");
            assert!(handlers.iter().all(|it| it.timeout.is_some()), "{offer:?}");
            assert_eq!(offer.server.is_some(), offer.server_name().is_some());
        }
    }
}
