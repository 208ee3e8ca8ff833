//! The files themselves: what a host drops of them, and those that it never reads.

use std::fs;
use std::path::{Path, PathBuf};

use claude_settings::Effect;
use hook_installer::{Kind, Source};
use serde_json::Value;

use crate::facts::Facts;
use crate::finding::{Finding, Severity};

/// Comments, trailing commas, keys that stand twice, handlers that a host does not take.
pub(super) fn strict_json(facts: &Facts<'_>) -> Vec<Finding> {
    facts.sources.iter().flat_map(of_source).collect()
}

fn of_source(source: &Source) -> Vec<Finding> {
    if let Err(why) = &source.text {
        let found = Finding::error(why.clone()).in_file(&source.file);
        return vec![found.fix("make the file readable")];
    }
    let found = claude_settings::check(source.settings());
    let dropped = found.iter().find(|finding| finding.effect == Effect::FileIgnored);
    let told: Vec<_> = match dropped {
        // Whatever else is wrong in it makes no difference.
        Some(first) => vec![first],
        None => found.iter().filter(|finding| !is_of_another_check(finding)).collect(),
    };
    let finding = |found: &claude_settings::Finding| {
        let severity = match found.effect {
            Effect::FileIgnored | Effect::Shadowed => Severity::Error,
            Effect::FileIgnoredByOlderHosts | Effect::NeverRuns | Effect::NotEditable => {
                Severity::Warning
            }
        };
        Finding::new(severity, format!("{}; {}", found.problem, found.effect))
            .in_file(&source.file)
            .on_line(found.position.line)
            .fix("correct it by hand; Tacklebox edits only its own entries")
    };
    told.into_iter().map(finding).collect()
}

/// Matchers have a check of their own.
fn is_of_another_check(finding: &claude_settings::Finding) -> bool {
    finding.effect == Effect::NeverRuns && finding.problem.starts_with("the matcher")
}

/// Hooks in `.claude.json`, in a file of hooks alone, or in the settings of a folder above.
pub(super) fn hooks_where_no_host_reads_them(facts: &Facts<'_>) -> Vec<Finding> {
    let project = facts.given.project;
    let folders = &facts.given.folders;
    let own = folders.config.map_or_else(
        || folders.home.map(|home| home.join(".claude.json")),
        |config| Some(config.join(".claude.json")),
    );
    let strays = ["hooks.json", "hooks/hooks.json"].map(|name| project.join(".claude").join(name));
    let mut found = Vec::new();
    for file in own.into_iter().chain(strays) {
        if has_hooks(&file) {
            found.push(stray(&file, "no host reads hooks from this file"));
        }
    }
    found.extend(above(facts).filter(|file| names_ours(facts, file)).map(|file| {
        stray(
            &file,
            "a host reads the settings of the folder it is started in, not of parent folders",
        )
    }));
    found
}

fn stray(file: &Path, why: &str) -> Finding {
    let fix = "`tacklebox install HOOK --project DIR` installs hooks where the host reads them";
    Finding::error(format!("hooks that never run: {why}")).in_file(file).fix(fix)
}

/// The settings of the folders above the project, up to the home.
fn above<'f>(facts: &'f Facts<'_>) -> impl Iterator<Item = PathBuf> + 'f {
    let read: Vec<&Path> = facts.sources.iter().map(|source| source.file.as_path()).collect();
    let home = facts.given.folders.home;
    let folders = facts.given.project.ancestors().skip(1);
    let folders = folders.take_while(move |folder| Some(*folder) != home);
    let files = folders.map(|folder| folder.join(".claude/settings.json"));
    files.filter(move |file| !read.contains(&file.as_path()))
}

fn names_ours(facts: &Facts<'_>, file: &Path) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    let handlers = claude_settings::handlers(&text);
    let names = handlers.iter().flat_map(claude_settings::Handler::names);
    names.into_iter().any(|name| facts.offer(&name).is_some())
}

fn has_hooks(file: &Path) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    let json: Value = serde_json::from_str(&text).unwrap_or_default();
    json.get("hooks").and_then(Value::as_object).is_some_and(|hooks| !hooks.is_empty())
}

/// Whether a source is one of the files that an installer of ours writes.
pub(super) fn is_ours_to_edit(kind: &Kind) -> bool {
    matches!(kind, Kind::Settings(_))
}
