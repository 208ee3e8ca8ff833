//! What comes from other repositories: what a line fetches, and the repositories within this one.

use super::{Plan, Source, has_other_option, is_name};

impl Plan {
    /// What a commit is found by that is joined: what the line has fetched nobody can know before.
    pub(super) fn joined(&self, name: &str) -> Source {
        let is_fetched = |(remote, branch): &(String, Option<String>)| {
            let rest = name.split_once('/').filter(|(first, _)| first == remote);
            rest.is_some_and(|(_, rest)| branch.as_ref().is_none_or(|branch| branch == rest))
        };
        if self.fetched.as_ref().is_some_and(is_fetched) {
            return Source::Fetched(name.to_owned());
        }
        Source::Commit(name.to_owned())
    }

    /// `fetch` from a repository that has a name, of all its branches or of one.
    pub(super) fn fetches(
        &mut self,
        args: &[&str],
        operands: &[&str],
        is_start: bool,
    ) -> Option<()> {
        const KNOWN: [&str; 9] = [
            "-q",
            "--quiet",
            "-v",
            "--verbose",
            "-p",
            "--prune",
            "--tags",
            "--no-tags",
            "--progress",
        ];
        let is_plain = operands.len() <= 2 && operands.iter().all(|it| is_name(it));
        is_plain.then_some(())?;
        if !has_other_option(args, &KNOWN) {
            let mut names = operands.iter().map(|it| (*it).to_owned());
            let remote = names.next().unwrap_or_else(|| "origin".to_owned());
            if is_start {
                self.fetched = Some((remote, names.next()));
            }
        }
        Some(())
    }

    /// `submodule update` to the commits that this repository names.
    pub(super) fn submodules(&mut self, args: &[&str], operands: &[&str]) -> Option<()> {
        const KNOWN: [&str; 8] = [
            "--init",
            "--recursive",
            "-q",
            "--quiet",
            "--progress",
            "--no-fetch",
            "--checkout",
            "--depth=1",
        ];
        let (name, paths) = operands.split_first()?;
        if matches!(*name, "status" | "summary") && !has_other_option(args, &["--recursive"]) {
            return Some(());
        }
        let is_plain = *name == "update" && paths.iter().all(|it| is_name(it));
        (is_plain && !has_other_option(args, &KNOWN)).then_some(())?;
        self.note(Source::Submodules);
        Some(())
    }
}
