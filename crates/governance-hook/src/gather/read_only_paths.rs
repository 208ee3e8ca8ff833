//! The files and folders that a state keeps from being written, as far as they can be named: what the kernel holds.
//!
//! A glob that means one file, or all of a folder, is closed. One that means some files of a folder (`**/*.lock`), or
//! has an exception in it, would close more than the rule says: it stays with the judgement of a command's text.

use std::fs;
use std::path::Path;

use hook_protocol::Access;
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use protection::wall;

use super::tree;
use crate::decide::glob_base::{self, Ground};
use crate::policy::{Action, PathRule, Policy};

/// They, as entries of [`confine::Plan::read_only`].
pub(crate) fn read_only_paths(
    ctx: &Ctx,
    project: &ProjectRoot,
    policy: &Policy,
    state: &str,
) -> Vec<String> {
    let is_about = |rule: &&PathRule| rule.holds_in(state) && rule.is_about(Access::Write);
    let rules: Vec<&PathRule> = policy.paths.iter().filter(is_about).collect();
    let homes = super::homes(ctx, &rules);
    let checkout = wall::checkout(ctx, project);
    let mut found = Vec::new();
    for (at, rule) in policy.paths.iter().enumerate() {
        if !is_about(&rule) || rule.rule.action < Action::Redirect {
            continue;
        }
        let freed = policy.freeing(at).filter(is_about).flat_map(|rule| &rule.globs.included);
        let exceptions: Vec<&String> = rule.globs.excluded.iter().chain(freed).collect();
        for ground in [Ground::Project, Ground::System] {
            let on = |glob: &String| -> Vec<String> {
                glob_base::on(glob, ground, &homes).into_iter().map(Into::into).collect()
            };
            let exceptions: Vec<String> = exceptions.iter().copied().flat_map(on).collect();
            let globs = rule.globs.included.iter().flat_map(on);
            let whole: Vec<String> = globs
                .filter(|glob| !exceptions.iter().any(|it| tree::may_meet(glob, it)))
                .collect();
            let bases = match ground {
                Ground::Project => vec![checkout.resolved(), project.resolved()],
                Ground::System => vec![Path::new("/")],
            };
            found.extend(
                bases
                    .into_iter()
                    .flat_map(|base| whole.iter().filter_map(|glob| entry(base, glob))),
            );
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Whether each glob of a rule means one file, or a folder with all in it, without an exception: these are kept
/// by the kernel, as far as they are there.
pub(crate) fn are_whole(rule: &PathRule) -> bool {
    let is_whole = |glob: &String| confine::closed_by(Path::new("/"), glob).is_some();
    rule.globs.excluded.is_empty() && rule.globs.included.iter().all(is_whole)
}

/// The entry of a glob, where that means one file or a folder that is there.
fn entry(base: &Path, glob: &str) -> Option<String> {
    let entry = confine::closed_by(base, glob)?;
    let real = fs::canonicalize(&entry).ok()?;
    let is_folder = entry.ends_with('/');
    let text = real.to_str().filter(|_| real.is_dir() == is_folder && real.parent().is_some())?;
    Some(if is_folder { format!("{text}/") } else { text.to_owned() })
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use hook_runtime::Environment;

    use super::*;
    use crate::policy::testing::policy;

    #[track_caller]
    fn check(paths: &str, expected: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap().join("a project");
        for dir in ["docs/old", "src/gen", "etc", ".git"] {
            fs::create_dir_all(root.join(dir)).unwrap();
        }
        hook_state::replace(&root.join(".env"), b"x").unwrap();
        let dir = root.to_str().unwrap().to_owned();
        let environment = Environment::Fixed(
            [("CLAUDE_PROJECT_DIR".to_owned(), dir.clone()), ("HOME".to_owned(), dir)].into(),
        );
        let ctx =
            Ctx::new("governance-hook", environment, SystemTime::UNIX_EPOCH, Some(root.clone()));
        let policy = policy(&format!("states: [DO, PLAN]\npaths:\n{paths}"));
        let found = read_only_paths(&ctx, ctx.project().unwrap(), &policy, "PLAN");
        let top = format!("{}/", root.display());
        let short = |entry: &String| entry.strip_prefix(&top).unwrap_or(entry).to_owned();
        assert_eq!(found.iter().map(short).collect::<Vec<_>>(), expected, "{paths}");
    }

    #[test]
    fn what_a_state_closes_is_named_where_no_more_is_closed_than_the_rule_says() {
        let one = |rule: &str, expected: &[&str]| check(&format!("  - {{ {rule} }}\n"), expected);
        one("glob: 'docs/**', action: block", &["docs/"]);
        one("glob: docs/, action: block", &["docs/"]);
        one("glob: .env, action: block", &[".env"]);
        one("glob: 'docs/**', action: redirect, redirect_to: src", &["docs/"]);
        one("glob: '~/docs/**', action: block", &["docs/"]);
        one("glob: '**', action: block", &[""]);
        one("glob: 'src/gen/**', action: block, access: any, states: [PLAN]", &["src/gen/"]);
        // Not in this state, no denial, not about writing, not there, a folder's own name alone.
        one("glob: 'docs/**', action: block, states: [DO]", &[]);
        one("glob: 'docs/**', action: warn", &[]);
        one("glob: 'docs/**', action: block, access: read", &[]);
        one("glob: 'none/**', action: block", &[]);
        one("glob: docs, action: block", &[]);
        // More than these would be closed.
        one("glob: '**/*.lock', action: block", &[]);
        one("glob: 'docs/*.md', action: block", &[]);
        one("glob: ['docs/**', '!docs/old/**'], action: block", &[]);
        one("glob: ['docs/**', '!**/*.md'], action: block", &[]);
        one("glob: ['docs/**', '!src/gen/**'], action: block", &["docs/"]);
        let freed = "  - { glob: 'docs/**', action: block }\n  - { glob: 'docs/old/a', action: allow, access: any }\n";
        check(freed, &[]);
    }
}
