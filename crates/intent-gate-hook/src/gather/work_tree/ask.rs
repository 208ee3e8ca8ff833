//! Asks git which files differ. It is told to start no program, and to fetch nothing.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use timed_command::{Program, run};

/// All that git may take for one call.
const LIMIT: Duration = Duration::from_secs(1);

/// The longest list of files that is read.
const MAX_ANSWER: usize = 256 * 1024;

/// Of a repository within this one, the settings are none of ours to obey.
const DIFF: [&str; 8] = [
    "diff",
    "--no-ext-diff",
    "--no-textconv",
    "--ignore-submodules=all",
    "--name-only",
    "--no-renames",
    "-z",
    "HEAD",
];

/// What Git LFS has git start for its files.
const LFS: [&str; 3] =
    ["git-lfs clean -- %f", "git-lfs filter-process", "git-lfs filter-process --skip"];

/// The repository of a work tree.
pub(super) struct Git {
    top: PathBuf,
    until: Instant,
}

type Files = BTreeSet<String>;

impl Git {
    /// Nothing where objects stand for others: git may be told to take them as they are.
    pub(super) fn new(top: &Path) -> Option<Self> {
        let git = Self { top: top.to_owned(), until: Instant::now() + LIMIT };
        let (_is_found, replaced) = git.ask(&["for-each-ref", "--count=1", "refs/replace"])?;
        replaced.is_empty().then_some(git)
    }

    /// What differs from the last commit, in the index or on the disk; unknown where git would
    /// start a filter to compare a file, which whoever can write its settings could choose.
    pub(super) fn uncommitted(&self) -> Option<Files> {
        if self.has_filters()? {
            return None;
        }
        let mut files = self.files(&DIFF)?;
        files.extend(self.files(&[&DIFF[..], &["--cached"]].concat())?);
        Some(files)
    }

    /// What is there, not tracked, and not ignored.
    pub(super) fn untracked(&self) -> Option<Files> {
        self.files(&["ls-files", "--others", "--exclude-standard", "-z"])
    }

    /// What differs between the last commit and each that a name may mean: a branch, a tag, or a
    /// branch of some remote, which a `checkout` then makes. A name that is none is unknown: it
    /// may be that of a file.
    pub(super) fn up_to(&self, name: &str) -> Option<Files> {
        if name == "@{upstream}" {
            self.pulled(None)?;
        }
        let mut commits = BTreeSet::from_iter(self.commit(name)?);
        if is_branch(name) {
            let kinds = ["refs/heads", "refs/tags", "refs/remotes/*"];
            let [branch, tag, remote] = kinds.map(|kind| format!("{kind}/{name}"));
            let words = ["for-each-ref", "--format=%(refname)", &branch, &tag, &remote];
            let (_is_found, refs) = self.ask(&words)?;
            // No branch is made where there is one.
            let is_there = refs.lines().any(|name| name == branch);
            let is_meant = |name: &&str| !is_there || !name.starts_with("refs/remotes/");
            for name in refs.lines().filter(is_meant) {
                commits.extend(self.commit(name)?);
            }
        }
        let first = commits.pop_first()?;
        let mut files = self.diff("HEAD", &first)?;
        for commit in commits {
            files.extend(self.diff("HEAD", &commit)?);
        }
        Some(files)
    }

    /// Nothing that can be known before, of the repository that the branch follows, if that is
    /// another than this one.
    pub(super) fn pulled(&self, remote: Option<&str>) -> Option<Files> {
        let (_is_branch, branch) = self.ask(&["symbolic-ref", "--quiet", "--short", "HEAD"])?;
        let setting = |name: &str| self.setting(&format!("branch.{}.{name}", branch.trim()));
        let followed = setting("remote")?;
        if setting("merge")?.lines().count() > 1 || followed.trim() == "." {
            return None;
        }
        let remote = remote.unwrap_or(followed.trim());
        if !matches!(remote, "origin" | "") && remote != followed.trim() {
            return None;
        }
        self.is_another(remote)
    }

    /// Nothing, if a remote is another repository than this one.
    fn is_another(&self, remote: &str) -> Option<Files> {
        let url = self.setting(&format!("remote.{remote}.url"))?;
        let url = url.trim();
        let place = url.strip_prefix("file://").unwrap_or(url);
        let place = self.top.join(place).canonicalize();
        place.map_or(true, |place| !place.starts_with(&self.top)).then(Files::new)
    }

    /// Nothing that can be known before, of a branch that the line fetches: of the one that is followed, or
    /// of the one that `origin` begins with. Of any other the name may be one that only this repository has.
    pub(super) fn fetched(&self, name: &str) -> Option<Files> {
        let (remote, branch) = name.split_once('/')?;
        let (_is_branch, own) = self.ask(&["symbolic-ref", "--quiet", "--short", "HEAD"])?;
        let setting = |name: &str| self.setting(&format!("branch.{}.{name}", own.trim()));
        let is_followed = setting("remote")?.trim() == remote
            && setting("merge")?.trim() == format!("refs/heads/{branch}");
        let (_is_told, first) =
            self.ask(&["symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"])?;
        let is_first = remote == "origin" && first.trim() == format!("refs/remotes/{name}");
        let is_usual =
            remote == "origin" && matches!(branch, "main" | "master") && first.is_empty();
        let specs = self.setting(&format!("remote.{remote}.fetch"))?;
        let is_whole = specs.trim() == format!("+refs/heads/*:refs/remotes/{remote}/*");
        let is_told = is_whole && (is_followed || is_first || is_usual);
        if is_told { self.is_another(remote) } else { self.up_to(name) }
    }

    /// Nothing that lies in this repository itself, where no setting has git run something for them.
    pub(super) fn submodules(&self) -> Option<Files> {
        let (_is_set, set) = self.ask(&["config", "--get-regexp", r"^submodule\."])?;
        let runs = |line: &str| line.contains(" !") || line.contains("ext::");
        (!set.lines().any(runs)).then(Files::new)
    }

    fn setting(&self, name: &str) -> Option<String> {
        Some(self.ask(&["config", "--get-all", name])?.1)
    }

    /// What a rebase that has begun may still change; nothing if none has.
    pub(super) fn rebased(&self) -> Option<Files> {
        let has_begun = ["rebase-merge", "rebase-apply"].iter().any(|it| self.has(it));
        if has_begun { self.up_to("ORIG_HEAD") } else { Some(Files::new()) }
    }

    /// Nothing, unless commits are left to be picked.
    pub(super) fn picked(&self) -> Option<Files> {
        (!self.has("sequencer")).then(Files::new)
    }

    /// Whether the repository has a file or a folder; it may, where its own folder is elsewhere.
    fn has(&self, name: &str) -> bool {
        let own = self.top.join(".git");
        !own.is_dir() || own.join(name).exists()
    }

    /// What a commit, or the commits of a range, changed.
    pub(super) fn made_by(&self, name: &str) -> Option<Files> {
        if name.contains("...") {
            return None;
        }
        let (from, to) = match name.split_once("..") {
            Some((from, to)) => (from.to_owned(), to.to_owned()),
            None => (format!("{name}^"), name.to_owned()),
        };
        match (self.commit(&from)?, self.commit(&to)?) {
            (Some(from), Some(to)) => self.diff(&from, &to),
            // The first commit of a repository, or what is no commit.
            _ => None,
        }
    }

    /// What a stash holds.
    pub(super) fn stashed(&self, name: &str) -> Option<Files> {
        let Some(stash) = self.commit(name)? else {
            return Some(Files::new());
        };
        let mut files = self.diff(&format!("{stash}^1"), &stash)?;
        if let Some(untracked) = self.commit(&format!("{stash}^3"))? {
            files.extend(self.files(&["ls-tree", "-r", "--name-only", "-z", &untracked])?);
        }
        Some(files)
    }

    /// Whether the settings have a filter, but for that of Git LFS.
    fn has_filters(&self) -> Option<bool> {
        const FILTERS: &str = r"^filter\..*\.(clean|process)$";
        let (_is_found, said) = self.ask(&["config", "-z", "--get-regexp", FILTERS])?;
        let mut found = said.split('\0').filter(|it| !it.is_empty());
        Some(found.any(|it| {
            let command = it.split_once('\n').map(|(_name, command)| command);
            !command.is_some_and(|command| LFS.contains(&command))
        }))
    }

    fn diff(&self, from: &str, to: &str) -> Option<Files> {
        self.files(&["diff-tree", "-r", "--name-only", "--no-renames", "-z", from, to])
    }

    /// The commit of a name; `Some(None)` if there is none.
    #[expect(clippy::option_option, reason = "no answer, no such commit, or the commit")]
    fn commit(&self, name: &str) -> Option<Option<String>> {
        let name = if name == "-" { "@{-1}" } else { name };
        // Others look for words of a message, for a file, or for what two commits have in common.
        let is_plain = |next: char| next.is_ascii_alphanumeric() || "_-/.~^@{}+#".contains(next);
        let several = ["..", "^{", "^@", "^-", "FETCH_HEAD", "MERGE_HEAD"];
        let is_other = name.starts_with('-') || several.iter().any(|it| name.contains(it));
        if is_other || !name.chars().all(is_plain) {
            return None;
        }
        let name = format!("{name}^{{commit}}");
        let (is_done, said) = self.ask(&["rev-parse", "--verify", "--quiet", &name])?;
        Some(is_done.then(|| said.trim().to_owned()))
    }

    /// The paths that git lists.
    fn files(&self, words: &[&str]) -> Option<Files> {
        let (is_done, said) = self.ask(words)?;
        if !is_done || said.len() >= MAX_ANSWER || said.contains('\u{fffd}') {
            return None;
        }
        Some(said.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
    }

    /// Whether git succeeds, and what it prints.
    fn ask(&self, words: &[&str]) -> Option<(bool, String)> {
        // Of a partial clone, git fetches an object that is missing, by a program of its settings.
        const SETTINGS: [&str; 8] = [
            "git",
            "--no-optional-locks",
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "protocol.allow=never",
        ];
        let limit = self.until.checked_duration_since(Instant::now())?;
        let words = SETTINGS.iter().chain(words).map(|word| (*word).to_owned()).collect();
        let dir = Some(self.top.clone());
        let ended = run(&Program { words, dir, path: None, limit, keep: MAX_ANSWER }).ok()?;
        // 128 is a mistake of ours or of the repository, 129 one of an option that it does not know.
        let is_answer = matches!(ended.status.code(), Some(0 | 1));
        is_answer.then(|| (ended.status.success(), ended.stdout))
    }
}

/// Whether a name may be that of a branch, and is no pattern.
fn is_branch(name: &str) -> bool {
    let is_plain = |next: char| next.is_ascii_alphanumeric() || "_-/.+#@".contains(next);
    name.chars().all(is_plain)
}
