//! `lint`: mistakes in the intents and the configuration.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use active_intents::{Intent, Intents};
use anyhow::Result;
use hook_chain::people::{self, LintArgs, Mistake};
use hook_runtime::{Console, Ctx};
use project_paths::{RelPath, Scope};

use crate::gather::load;
use crate::words::tools as words;

/// Folders that are skipped.
const SKIPPED: [&str; 3] = [".git", "node_modules", "target"];

/// The most files that are looked at.
const MAX_FILES: usize = 50_000;

/// Reports problems; status 1 if there are any.
pub(super) fn run(ctx: &Ctx, args: LintArgs, console: &mut Console) -> Result<ExitCode> {
    let root = ctx.need_project()?.path();
    let (mut found, mut notes): (Vec<Mistake>, Vec<Mistake>) = (Vec::new(), Vec::new());
    match load::policy(ctx) {
        Err(err) => found.push(err.into()),
        Ok(policy) => {
            let idle = policy.exempt().filter(|glob| never_matches(root, glob));
            found.extend(idle.map(|glob| words::never_matches(glob).into()));
        }
    }
    match Intents::read(root) {
        Err(err) => found.push(err.into()),
        Ok(None) => notes.push(words::no_intents(false).into()),
        Ok(Some(intents)) => {
            found.extend(of_intents(&intents).into_iter().map(Into::into));
            notes.extend(noted(root, &intents).into_iter().map(Into::into));
        }
    }
    Ok(people::mistakes(args, &found, &notes, console).unwrap_or_else(|| {
        console.line(words::NO_PROBLEMS);
        ExitCode::SUCCESS
    }))
}

/// Whether no path can match a glob of `exempt`: paths have no `..` and nothing empty in them, and
/// those of the project are seen from there.
fn never_matches(root: &Path, glob: &str) -> bool {
    let glob = glob.trim_start_matches('!');
    let below = glob.trim_start_matches("./").trim_matches('/');
    let is_no_name = |name: &str| matches!(name, "" | "." | "..");
    !below.is_empty() && below.split('/').any(is_no_name) || Path::new(glob).starts_with(root)
}

/// Intents that nobody can work on.
fn of_intents(intents: &Intents) -> Vec<String> {
    let of = |intent: &Intent| {
        let what = if !intent.status.is_known() {
            words::unknown_status(intent)
        } else if intent.status.permits_work() && intent.scope().is_empty() {
            words::EMPTY_SCOPE.to_owned()
        } else {
            return None;
        };
        Some(format!("{}: {what}", intent.id))
    };
    intents.iter().filter_map(of).collect()
}

/// What a person may have meant differently.
fn noted(root: &Path, intents: &Intents) -> Vec<String> {
    let mut files = Vec::new();
    collect(root, root, &mut files);
    let mut notes = Vec::new();
    for intent in intents.iter().filter(|intent| intent.status.permits_work()) {
        let mut note = |what: &str| notes.push(format!("{}: {what}", intent.id));
        if intent.acceptance_criteria.is_empty() {
            note(words::NO_CRITERIA);
        }
        for what in unmatched(intent, &files) {
            note(&what);
        }
    }
    notes.extend(overlaps(intents, &files));
    notes
}

/// Parts of a scope in which there is no file yet.
fn unmatched(intent: &Intent, files: &[RelPath]) -> Vec<String> {
    if intent.scope().is_empty() {
        return Vec::new();
    }
    let globs = intent.owned_scope.iter().filter(|glob| !glob.starts_with('!'));
    let unmatched = globs.filter(|glob| {
        let scope = Scope::trusted([glob.as_str()]);
        !files.iter().any(|file| scope.includes(file))
    });
    unmatched.map(|glob| words::unmatched(glob)).collect()
}

/// Open intents whose scopes share a file, each pair once, with one such file.
fn overlaps(intents: &Intents, files: &[RelPath]) -> Vec<String> {
    let open = intents.iter().filter(|intent| intent.status.permits_work());
    let open: Vec<(&Intent, Scope)> = open.map(|intent| (intent, intent.scope())).collect();
    let mut pairs: BTreeMap<(usize, usize), String> = BTreeMap::new();
    for file in files {
        let owners = open.iter().enumerate().filter(|(_, (_, scope))| scope.includes(file));
        let owners: Vec<(usize, &(&Intent, Scope))> = owners.collect();
        for (at, (first, (one, _))) in owners.iter().enumerate() {
            for (second, (other, _)) in owners.iter().skip(at + 1) {
                pairs
                    .entry((*first, *second))
                    .or_insert_with(|| words::overlap(&one.id, &other.id, file.as_str()));
            }
        }
    }
    pairs.into_values().collect()
}

/// The files of the project. No link is followed.
fn collect(root: &Path, folder: &Path, files: &mut Vec<RelPath>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.filter_map(Result::ok).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let Ok(kind) = entry.file_type() else { continue };
        let is_skipped = SKIPPED.iter().any(|name| entry.file_name() == *name);
        if files.len() >= MAX_FILES || is_skipped {
            continue;
        }
        let path = entry.path();
        if kind.is_dir() {
            collect(root, &path, files);
        } else if let Ok(below) = path.strip_prefix(root) {
            files.extend(below.to_str().and_then(RelPath::new));
        }
    }
}
