//! Whether hooks run together in one program, the engine, or each in its own.

use std::collections::BTreeSet;

use claude_settings::{Fragment, Start};

/// What a person wants of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Engine {
    /// If two or more hooks handle the same event
    Auto,
    /// One program for all hooks
    On,
    /// A program for each hook
    Off,
}

/// How `hooks`, all of ours that will be in one settings file, are started.
pub(crate) fn start(wish: Engine, hooks: &[&Fragment]) -> Start {
    match wish {
        Engine::On => Start::Together,
        Engine::Auto if shares_event(hooks) => Start::Together,
        Engine::Auto | Engine::Off => Start::Alone,
    }
}

/// Whether two of the hooks are for the same event.
fn shares_event(hooks: &[&Fragment]) -> bool {
    let mut seen = BTreeSet::new();
    hooks.iter().flat_map(|hook| hook.joined_events()).any(|event| !seen.insert(event))
}

#[cfg(test)]
mod tests {
    use claude_settings::HookCommand;

    use super::*;

    fn fragment(hook: &str, events: &[(&str, u32)]) -> Fragment {
        let program = HookCommand::in_project(hook);
        let entry = |(event, timeout): &(&str, u32)| {
            format!(
                r#""{event}": [{{"hooks": [{{"type": "command", "command": "{}", "args": [],
                    "timeout": {timeout}}}]}}]"#,
                program.program()
            )
        };
        let entries: Vec<_> = events.iter().map(entry).collect();
        let template = format!(r#"{{"hooks": {{{}}}}}"#, entries.join(","));
        Fragment::read(&template, program).unwrap()
    }

    #[test]
    fn the_engine_is_for_hooks_that_share_an_event() {
        let a = fragment("a-hook", &[("Stop", 5), ("SessionStart", 5)]);
        let b = fragment("b-hook", &[("SessionStart", 5)]);
        let c = fragment("c-hook", &[("SessionEnd", 5)]);
        let long = fragment("long-hook", &[("Stop", 120)]);
        for (wish, hooks, expected) in [
            (Engine::Auto, &[][..], Start::Alone),
            (Engine::Auto, &[&a], Start::Alone),
            (Engine::Auto, &[&a, &c], Start::Alone),
            (Engine::Auto, &[&a, &long], Start::Alone),
            (Engine::Auto, &[&a, &c, &b], Start::Together),
            (Engine::On, &[&a], Start::Together),
            (Engine::Off, &[&a, &b], Start::Alone),
        ] {
            assert_eq!(start(wish, hooks), expected, "{wish:?} {hooks:?}");
        }
    }
}
