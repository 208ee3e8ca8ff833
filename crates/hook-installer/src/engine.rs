//! Whether hooks run together in one program, the engine, or each in its own.

use claude_settings::{Fragment, Start};

/// What a person wants of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Engine {
    /// Where two hooks or more are for the same event
    Auto,
    /// One program for all hooks
    On,
    /// A program for each hook
    Off,
}

/// What was picked, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pick {
    pub(crate) start: Start,
    /// A line for the person.
    pub(crate) why: String,
}

/// What every terminal shows of a line.
const COLUMNS: usize = 80;

/// Picks for `hooks`, all of ours that will be in one settings file.
pub(crate) fn pick(wish: Engine, hooks: &[&Fragment]) -> Pick {
    let shared = shared_event(hooks);
    let (start, why) = match (wish, shared) {
        (Engine::On, _) => (Start::Together, "as asked".to_owned()),
        (Engine::Off, _) => (Start::Alone, "as asked".to_owned()),
        (Engine::Auto, Some((event, one, other))) => {
            (Start::Together, format!("{one} and {other} are both for {event}"))
        }
        (Engine::Auto, None) => (Start::Alone, "no two share an event".to_owned()),
    };
    let mode = match start {
        Start::Together => "on (one program for all hooks)",
        Start::Alone => "off (a program for each hook)",
    };
    let line = format!("engine: {mode}, {why}");
    let is_short = line.chars().count() < COLUMNS;
    Pick { start, why: if is_short { line } else { format!("engine: {mode},\n        {why}") } }
}

/// The first event that two of the hooks are for, and these two.
fn shared_event<'a>(hooks: &[&'a Fragment]) -> Option<(&'a str, &'a str, &'a str)> {
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for fragment in hooks {
        for event in fragment.joined_events() {
            if let Some((_, first)) = seen.iter().find(|(known, _)| *known == event) {
                return Some((event, first, fragment.hook()));
            }
        }
        seen.extend(fragment.joined_events().map(|event| (event, fragment.hook())));
    }
    None
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

    #[track_caller]
    fn check(wish: Engine, hooks: &[&Fragment], start: Start, because: &str) {
        let picked = pick(wish, hooks);
        assert_eq!(picked.start, start, "{picked:?}");
        assert!(picked.why.ends_with(because), "{picked:?}");
    }

    #[test]
    fn the_engine_is_for_hooks_that_share_an_event() {
        let a = fragment("a-hook", &[("Stop", 5), ("SessionStart", 5)]);
        let b = fragment("b-hook", &[("SessionStart", 5)]);
        let c = fragment("c-hook", &[("SessionEnd", 5)]);
        let long = fragment("long-hook", &[("Stop", 120)]);
        let none = "no two share an event";
        let both = "a-hook and b-hook are both for SessionStart";
        check(Engine::Auto, &[], Start::Alone, none);
        check(Engine::Auto, &[&a], Start::Alone, none);
        check(Engine::Auto, &[&a, &c], Start::Alone, none);
        check(Engine::Auto, &[&a, &long], Start::Alone, none);
        check(Engine::Auto, &[&a, &c, &b], Start::Together, both);
        check(Engine::On, &[&a], Start::Together, "as asked");
        check(Engine::Off, &[&a, &b], Start::Alone, "as asked");
    }
}
