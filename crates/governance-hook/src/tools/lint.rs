//! `lint`: what is probably not meant in a configuration.

mod reach;
mod states;

use std::process::ExitCode;

use hook_chain::people::{self, LintArgs, Mistake};
use hook_config::{Source, Step};
use hook_runtime::{Console, Ctx};

use crate::gather::load;
use crate::gather::state::{self, Origin};
use crate::policy::{Action, Policy, Rule, Rules};
use crate::words;

/// Something that is probably not meant, and where.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    place: String,
    words: String,
}

impl Finding {
    fn new(place: impl Into<String>, words: impl Into<String>) -> Self {
        Self { place: place.into(), words: words.into() }
    }

    /// With file and line, where its place is a key of the configuration.
    fn in_source(self, source: Option<&Source>) -> Mistake {
        let Self { place, words } = self;
        let told = format!("{place}: {words}");
        let line = source.and_then(|source| Some((source, line_of(source, &way(&place))?)));
        let (file, line) = line.unzip();
        let file = file.map(|source| source.path.clone());
        let told = match (&file, line) {
            (Some(file), Some(line)) => format!("{}:{line}: {told}", file.display()),
            _ => told,
        };
        Mistake { file, line, key: Some(place), message: words, told }
    }
}

/// The line of a key, or of the nearest one above it.
fn line_of(source: &Source, way: &[Step]) -> Option<usize> {
    let layout = source.layout().ok()??;
    let mut nodes = vec![&layout];
    for step in way {
        let node = nodes.last()?;
        let below = match step {
            Step::Key(key) => node.get(key),
            Step::Index(index) => node.items().get(*index),
        };
        nodes.extend(below);
    }
    let node = nodes.last().filter(|_| nodes.len() > 1)?;
    let before = source.text.get(..node.range.start)?;
    Some(before.matches('\n').count() + 1)
}

/// The way to a key: `agents[0].rules.web-fetch`.
fn way(place: &str) -> Vec<Step> {
    let parts = place.split('.').flat_map(|part| part.split('['));
    let step = |part: &str| match part.strip_suffix(']').map(str::parse) {
        Some(Ok(index)) => Step::Index(index),
        _ => Step::Key(part.to_owned()),
    };
    parts.map(step).collect()
}

/// Reports what is probably not meant.
pub(super) fn run(ctx: &Ctx, args: LintArgs, console: &mut Console) -> ExitCode {
    let mut notes = Vec::new();
    let mut findings = match load::policy(ctx) {
        Ok(Some(policy)) => {
            notes = reach::open_paths(&policy);
            notes.extend(wordless(&policy));
            let mut findings = findings(&policy);
            findings.extend(present_state(ctx, &policy));
            findings.extend(folders(ctx, &policy));
            findings
        }
        Ok(None) => Vec::new(),
        Err(err) => vec![Finding::new("configuration", err.to_string())],
    };
    findings.extend(misnamed(ctx));
    let file = load::file(ctx);
    let source = file.as_ref().and_then(|file| hook_config::read(file).ok());
    let [findings, notes] = [findings, notes].map(|found| -> Vec<Mistake> {
        found.into_iter().map(|finding| finding.in_source(source.as_ref())).collect()
    });
    if let Some(status) = people::mistakes(args, &findings, &notes, console) {
        return status;
    }
    console.line(words::lint::NO_PROBLEMS);
    ExitCode::SUCCESS
}

/// A note about mistakes in the configuration, for the other verbs.
pub(super) fn hint(policy: &Policy, console: &mut Console) {
    let found = findings(policy).len();
    if found > 0 {
        console.error_line(words::tools::lint_finds(found));
    }
}

/// What the configuration alone tells.
fn findings(policy: &Policy) -> Vec<Finding> {
    let mut findings = states::findings(policy);
    findings.extend(reach::findings(policy));
    findings
}

/// What the state sources say now: failures, and an answer that maps to none.
fn present_state(ctx: &Ctx, policy: &Policy) -> Vec<Finding> {
    let session = ctx.env("CLAUDE_CODE_SESSION_ID");
    let asked = state::ask(ctx, policy, session.as_deref());
    let failures = asked.failures.into_iter().map(|failure| Finding::new("state", failure));
    let unmapped = asked.state.and_then(|state| match state.origin {
        Origin::Unmapped { .. } => Some(Finding::new("phase_to_state", state.origin.to_string())),
        _ => None,
    });
    failures.chain(unmapped).collect()
}

/// Globs without a trailing `/` that name a folder, and no file in it.
fn folders(ctx: &Ctx, policy: &Policy) -> Vec<Finding> {
    let Some(project) = ctx.project() else { return Vec::new() };
    let numbered = policy.paths.iter().enumerate();
    numbered
        .flat_map(|(at, path)| path.globs.all().map(move |glob| (at, glob)))
        .filter(|(_, glob)| !glob.ends_with('/'))
        .filter(|(_, glob)| project.path().join(glob.trim_start_matches('/')).is_dir())
        .map(|(at, glob)| Finding::new(format!("paths[{at}]"), words::lint::folder(glob)))
        .collect()
}

/// A file that looks like the configuration and is not read.
fn misnamed(ctx: &Ctx) -> Option<Finding> {
    let file = ctx.project()?.path().join(".tacklebox/governance.yml");
    file.exists().then(|| Finding::new(file.display().to_string(), words::lint::MISNAMED))
}

/// Rules that deny or warn without saying why.
fn wordless(policy: &Policy) -> Vec<Finding> {
    let mut places = wordless_rules("rules", &policy.rules);
    for (at, agents) in policy.agents.iter().enumerate() {
        places.extend(wordless_rules(&format!("agents[{at}].rules"), &agents.rules));
    }
    for (state, restriction) in &policy.skills {
        if !restriction.blocked.is_empty() && restriction.block_message.is_none() {
            places.push(format!("skill_restrictions.{state}"));
        }
    }
    let commands = policy.commands.iter().map(|command| &command.rule);
    places.extend(wordless_entries("commands", commands));
    places.extend(wordless_entries("paths", policy.paths.iter().map(|path| &path.rule)));
    places.into_iter().map(|place| Finding::new(place, words::lint::WORDLESS)).collect()
}

fn wordless_rules(place: &str, rules: &Rules) -> Vec<String> {
    let all = rules.iter().flat_map(|(primitive, by_state)| {
        by_state.iter().map(move |(state, rule)| (format!("{place}.{primitive}.{state}"), rule))
    });
    all.filter(|(_, rule)| is_wordless(rule)).map(|(place, _)| place).collect()
}

fn wordless_entries<'a>(list: &str, rules: impl Iterator<Item = &'a Rule>) -> Vec<String> {
    let numbered = rules.enumerate().filter(|(_, rule)| is_wordless(rule));
    numbered.map(|(at, _)| format!("{list}[{at}]")).collect()
}

fn is_wordless(rule: &Rule) -> bool {
    rule.action != Action::Allow && rule.message.is_none() && rule.redirect_to.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::testing::policy;

    #[track_caller]
    fn check(yaml: &str, expected: &[(&str, &str)]) {
        let findings = findings(&policy(yaml));
        let found: Vec<_> = findings.iter().map(|f| (f.place.as_str(), f.words.as_str())).collect();
        assert_eq!(found.len(), expected.len(), "{found:#?}");
        for ((place, words), (expected_place, part)) in found.iter().zip(expected) {
            assert_eq!(place, expected_place);
            assert!(words.contains(part), "{words}");
        }
    }

    #[test]
    fn the_starter_has_nothing_to_complain_of() {
        check(include_str!("starter.yaml"), &[]);
    }

    #[test]
    fn unknown_states_are_found_wherever_they_stand() {
        check(
            "states: [A, B]\n\
             default_state: Z\n\
             rules: { web-fetch: { C: { action: allow } } }\n\
             skill_restrictions: { D: { allowed: [x] } }\n\
             phase_to_state: { cycle/X: E }\n\
             transitions: { forbidden: [[F, A], [A, '*']] }\n\
             commands: [{ program: rm, states: [G], action: allow }]\n\
             paths: [{ glob: x, states: [H], action: allow }]\n\
             agents: [{ agent_type: Explore, rules: { web-fetch: { I: { action: allow } } } }]\n",
            &[
                ("default_state", "unknown state Z"),
                ("rules.web-fetch.C", "unknown state C"),
                ("agents[0].rules.web-fetch.I", "unknown state I"),
                ("skill_restrictions.D", "unknown state D"),
                ("phase_to_state.cycle/X", "unknown state E"),
                ("transitions.forbidden[0]", "unknown state F"),
                ("commands[0].states", "unknown state G"),
                ("paths[0].states", "unknown state H"),
            ],
        );
    }

    #[test]
    fn phases_that_cycles_disagree_on_are_found() {
        check(
            "states: [A, B]\ndefault_state: A\n\
             phase_to_state: { x/TEST: A, y/TEST: B, x/LOOK: A, y/LOOK: A }\n",
            &[("phase_to_state", "TEST")],
        );
    }

    #[test]
    fn what_nothing_can_reach_is_found() {
        check(
            "states: [A, B]\ndefault_state: A\n\
             rules:\n\
             \x20 WebFetch: { A: { action: allow } }\n\
             \x20 file-reed: { A: { action: allow } }\n\
             \x20 lunch: { A: { action: allow } }\n\
             \x20 mcp-mutate: { A: { action: block, message: m } }\n\
             \x20 web-fetch: { _all_states: { action: allow }, A: { action: block, message: m } }\n\
             \x20 web-search: { A: { action: allow }, B: { action: allow }, _other_states: { action: allow } }\n\
             tools:\n\
             \x20 - { tool: 'mcp__*', primitive: mcp-any }\n\
             \x20 - { tool: 'mcp__*', primitive: mcp-late }\n",
            &[
                ("rules.WebFetch", "is a tool, but rules name a kind of work: write `web-fetch`"),
                ("rules.file-reed", "did you mean `file-read`?"),
                ("rules.lunch", "no entry of `tools` maps to it"),
                ("rules.mcp-mutate", "no tool"),
                ("rules.web-fetch.A", "_all_states"),
                ("rules.web-search._other_states", "every state"),
                ("tools[1]", "tools[0]"),
            ],
        );
    }

    #[test]
    fn what_never_matches_is_found() {
        let shell = "rules: { shell-execute: { A: { action: block, message: m } } }\n";
        check(
            &format!(
                "states: [A]\ndefault_state: A\n{shell}\
                 commands: [{{ program: /bin/rm, action: block, message: m }}, \
                 {{ program: 'ls -la', action: block, message: m }}]\n\
                 paths: [{{ glob: ../x, action: block, message: m }}, \
                 {{ glob: /a/../b, action: block, message: m }}, \
                 {{ glob: '~a/b', action: block, message: m }}, \
                 {{ glob: '!a/**', action: block, message: m }}, \
                 {{ glob: 'a//b', action: block, message: m }}, \
                 {{ glob: './a/./b/', action: block, message: m }}, \
                 {{ glob: './a/', action: block, message: m }}, \
                 {{ glob: '~/.aws/**', action: block, message: m }}, \
                 {{ glob: /etc/**, action: block, message: m }}, \
                 {{ glob: /, action: block, message: m }}]\n"
            ),
            &[
                ("commands[0]", "not the name of a program"),
                ("commands[1]", "not the name of a program"),
                ("paths[0]", "never contains `..`"),
                ("paths[1]", "never contains `..`"),
                ("paths[2]", "only your own home"),
                ("paths[3]", "no glob includes any"),
                ("paths[4]", "never contains `.`"),
                ("paths[5]", "never contains `.`"),
            ],
        );
    }

    #[test]
    fn what_frees_nothing_is_found() {
        let block = "{ glob: 'a/**', action: block, message: m }";
        let free = "{ glob: 'a/b', action: allow }";
        let paths = |rules: &[&str]| format!("paths: [{}]\n", rules.join(", "));
        check(&paths(&[block, free]), &[]);
        check(&paths(&[free]), &[]);
        check(&paths(&[free, block]), &[("paths[0]", "has no effect")]);
        let read = "{ glob: 'a/b', access: read, action: allow }";
        check(&paths(&[read, block]), &[]);
    }

    #[test]
    fn denials_and_warnings_without_words_are_noted() {
        let yaml = "rules: { web-fetch: { A: { action: block }, B: { action: allow } } }\n\
             skill_restrictions: { A: { blocked: [x] } }\n\
             commands: [{ program: rm, action: warn }]\n";
        check(yaml, &[]);
        let noted = wordless(&policy(yaml));
        let places: Vec<&str> = noted.iter().map(|it| it.place.as_str()).collect();
        assert_eq!(places, ["rules.web-fetch.A", "skill_restrictions.A", "commands[0]"]);
        assert!(noted.iter().all(|it| it.words.contains("no message")));
    }

    #[test]
    fn a_protected_path_is_open_to_programs_that_are_not_known() {
        let path = "paths: [{ glob: 'specs/**', states: [DO], action: block, message: m }]\n";
        check(path, &[]);
        let open = reach::open_paths(&policy(path));
        assert_eq!(open.len(), 1);
        let words = "a shell can still write specs/** in DO; to prevent that, install";
        assert!(open[0].words.starts_with(words));
        for paths in [
            "paths: [{ glob: '**/*.lock', states: [DO], action: block, message: m }]\n",
            "paths: [{ glob: ['a/**', '!a/b'], states: [DO], action: block, message: m }]\n",
        ] {
            let open = reach::open_paths(&policy(paths));
            assert!(open[0].words.contains("; to prevent that, block shell-execute: "));
        }
        let shell = "rules: { shell-execute: { DO: { action: block, message: m } } }\n";
        let closed = policy(&format!("states: [DO]\ndefault_state: DO\n{path}{shell}"));
        assert_eq!(reach::open_paths(&closed), []);
    }
}
