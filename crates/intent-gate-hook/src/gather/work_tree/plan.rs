//! What of a repository tells which files a command of git changes.

mod brought;

use shell_syntax::SimpleCommand;

/// What the changed files are found by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// What differs from the last commit.
    Uncommitted,
    /// What is not tracked.
    Untracked,
    /// What differs from another commit.
    Commit(String),
    /// What a commit changed.
    Change(String),
    /// What a stash holds.
    Stash(String),
    /// What a rebase that has begun is still to do.
    Rebase,
    /// What is left of several commits.
    Sequencer,
    /// What another repository has, the one that is followed if none is named.
    Remote(Option<String>),
    /// A branch of another repository that the line fetches first: `origin/main`.
    Fetched(String),
    /// What the repositories within this one have.
    Submodules,
}

/// What the commands of a line are found by.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) sources: Vec<Source>,
    /// The repository that the line fetches from before all else, with the branch if one is named.
    fetched: Option<(String, Option<String>)>,
    /// Whether a command adds what was not tracked.
    adds: bool,
    /// Whether a command has made commits of what was not committed.
    commits: bool,
    /// Whether a command has moved the branch and left the files.
    moves_the_branch: bool,
}

/// Subcommands that change neither the work tree nor where a name leads. What changes the index
/// is found with what is not committed.
const IDLE: [&str; 31] = [
    "annotate",
    "blame",
    "branch",
    "cat-file",
    "check-ignore",
    "describe",
    "diff",
    "diff-files",
    "diff-index",
    "diff-tree",
    "for-each-ref",
    "grep",
    "help",
    "log",
    "ls-files",
    "ls-remote",
    "ls-tree",
    "merge-base",
    "name-rev",
    "range-diff",
    "reflog",
    "rev-list",
    "rev-parse",
    "shortlog",
    "show",
    "show-branch",
    "show-ref",
    "status",
    "tag",
    "var",
    "version",
];

/// The options of `cherry-pick` and `revert` of which it is known what they do.
const OF_PICKS: [&str; 10] = [
    "-n",
    "--no-commit",
    "-e",
    "--edit",
    "--no-edit",
    "-x",
    "-s",
    "--signoff",
    "--ff",
    "--allow-empty",
];

/// The subcommand and what stands behind it, if the text tells all of it.
pub(super) fn words(command: &SimpleCommand) -> Option<Vec<&str>> {
    let mut words = command.args().peekable();
    while let Some(word) = words.next_if(|word| word.text.starts_with('-')) {
        match word.text.as_str() {
            "-C" => _ = words.next(),
            "--no-pager" | "-P" | "--no-optional-locks" | "--literal-pathspecs" => {}
            _ => return None,
        }
    }
    words.map(|word| word.literal.then_some(word.text.as_str())).collect()
}

impl Plan {
    /// Adds what one command needs, which surely runs if it is the start; `None` where it cannot be told.
    pub(super) fn add(&mut self, words: &[&str], is_start: bool) -> Option<()> {
        let (name, args) = words.split_first()?;
        let operands: Vec<&str> = args
            .iter()
            .copied()
            .take_while(|word| *word != "--")
            .filter(|word| !word.starts_with('-') || *word == "-")
            .collect();
        let has = |wanted: &[&str]| args.iter().any(|word| wanted.contains(word));
        let letters = |letter: char| {
            let short = |word: &&&str| word.starts_with('-') && !word.starts_with("--");
            args.iter().filter(short).any(|word| word.contains(letter))
        };
        match *name {
            "checkout" | "switch" => self.moves(args, &operands),
            "merge" | "rebase" => self.joins(*name == "merge", args, &operands),
            "pull" => {
                is_plain_pull(args).then_some(())?;
                self.note(Source::Remote(operands.first().map(|it| (*it).to_owned())));
                operands.iter().all(|it| is_name(it)).then_some(())
            }
            // To `.`, or to a path, it may make branches here.
            "push" => operands.iter().all(|it| is_name(it)).then_some(()),
            "cherry-pick" | "revert" => self.picks(args, &operands),
            // What it throws away may exist nowhere else.
            "reset" if has(&["--hard", "--merge", "--keep"]) => None,
            "reset" => {
                self.moves_the_branch = true;
                Some(())
            }
            "restore" | "rm" | "mv" => {
                (self.sources.is_empty() && args.iter().all(is_plain_path)).then_some(())
            }
            "stash" => self.stashes(args, &operands, letters('u'), letters('a')),
            "add" => {
                self.adds = true;
                Some(())
            }
            "commit" => {
                self.commits = true;
                Some(())
            }
            "fetch" => self.fetches(args, &operands, is_start),
            "submodule" => self.submodules(args, &operands),
            "remote" | "config" | "branch" | "tag" if !operands.is_empty() => {
                only_looks(name, args, &operands).then_some(())
            }
            "remote" | "config" => Some(()),
            _ if IDLE.contains(name) => Some(()),
            _ => None,
        }?;
        if self.moves_the_branch && !self.sources.is_empty() {
            return None;
        }
        if self.commits && !self.sources.is_empty() {
            self.note(Source::Uncommitted);
            if self.adds {
                self.note(Source::Untracked);
            }
        }
        Some(())
    }

    fn note(&mut self, source: Source) {
        if !self.sources.contains(&source) {
            self.sources.push(source);
        }
    }

    /// `checkout` and `switch` to a commit.
    fn moves(&mut self, args: &[&str], operands: &[&str]) -> Option<()> {
        const KNOWN: [&str; 19] = [
            "-",
            "-q",
            "--quiet",
            "-d",
            "--detach",
            "-b",
            "-B",
            "-c",
            "-C",
            "--create",
            "--force-create",
            "-t",
            "--track",
            "--no-track",
            "--guess",
            "--no-guess",
            "--progress",
            "--no-progress",
            "-l",
        ];
        if has_other_option(args, &KNOWN) {
            return None;
        }
        let creates = ["-b", "-B", "-c", "-C", "--create", "--force-create"];
        let creates = args.iter().any(|word| creates.contains(word));
        match (operands, creates) {
            ([_], true) => {}
            ([_, commit], true) | ([commit], false) => {
                self.note(Source::Commit((*commit).to_owned()));
            }
            _ => return None,
        }
        Some(())
    }

    /// `merge` and `rebase`.
    fn joins(&mut self, merges: bool, args: &[&str], operands: &[&str]) -> Option<()> {
        const KNOWN: [&str; 30] = [
            "--abort",
            "--continue",
            "--skip",
            "--quit",
            "--ff",
            "--no-ff",
            "--ff-only",
            "--squash",
            "--no-squash",
            "--commit",
            "--no-commit",
            "--edit",
            "--no-edit",
            "--stat",
            "--no-stat",
            "--signoff",
            "--no-signoff",
            "--autostash",
            "--no-autostash",
            "--verify",
            "--no-verify",
            "--quiet",
            "--verbose",
            "-q",
            "-v",
            "-n",
            "-m",
            "--message",
            "-X",
            "--strategy-option",
        ];
        if has_other_option(args, &KNOWN) {
            return None;
        }
        let is_one_of = |wanted: &[&str]| args.iter().any(|word| wanted.contains(word));
        if is_one_of(&["--quit"]) {
            return Some(());
        }
        if is_one_of(&["--abort", "--continue", "--skip"]) {
            self.note(Source::Uncommitted);
            if !merges {
                self.note(Source::Rebase);
            }
            return Some(());
        }
        if operands.is_empty() {
            self.note(Source::Commit("@{upstream}".to_owned()));
        }
        let values = ["-m", "--message", "-X", "--strategy-option"];
        let mut is_value = false;
        for word in args {
            if !is_value && (!word.starts_with('-') || *word == "-") {
                self.note(self.joined(word));
            }
            is_value = values.contains(word);
        }
        Some(())
    }

    /// `cherry-pick` and `revert`.
    fn picks(&mut self, args: &[&str], operands: &[&str]) -> Option<()> {
        if args.contains(&"--quit") {
            return Some(());
        }
        if ["--abort", "--continue", "--skip"].iter().any(|word| args.contains(word)) {
            self.note(Source::Uncommitted);
            self.note(Source::Sequencer);
            return Some(());
        }
        if has_other_option(args, &OF_PICKS) || operands.is_empty() {
            return None;
        }
        for name in operands {
            self.note(Source::Change((*name).to_owned()));
        }
        Some(())
    }

    fn stashes(
        &mut self,
        args: &[&str],
        operands: &[&str],
        untracked: bool,
        ignored: bool,
    ) -> Option<()> {
        let has = |word: &str| args.contains(&word);
        match operands.first().copied() {
            Some("pop" | "apply") => {
                let name = operands.get(1).copied().unwrap_or("0");
                let is_number = name.bytes().all(|next| next.is_ascii_digit());
                let name = if is_number { format!("stash@{{{name}}}") } else { name.to_owned() };
                self.note(Source::Stash(name));
            }
            Some("list" | "show" | "drop" | "clear") => {}
            Some("push" | "save") | None => {
                if ignored || has("--all") || has("-p") || has("--patch") {
                    return None;
                }
                self.note(Source::Uncommitted);
                if untracked || has("--include-untracked") {
                    self.note(Source::Untracked);
                }
            }
            Some(_) => return None,
        }
        Some(())
    }
}

/// Whether a command of settings or names shows some, or makes a branch where it stands.
fn only_looks(name: &str, args: &[&str], operands: &[&str]) -> bool {
    let first = operands.first().copied().unwrap_or_default();
    let is_new = name == "branch" && operands.len() == 1 && args.len() == 1;
    matches!(first, "show" | "get-url" | "get" | "list") || is_new
}

/// Paths that begin with `:` may mean all but some.
fn is_plain_path(word: &&str) -> bool {
    !word.starts_with(':')
}

/// Whether there is an option of which it is not known what it does, or that is abbreviated.
fn has_other_option(args: &[&str], known: &[&str]) -> bool {
    args.iter().any(|word| word.starts_with('-') && !known.contains(word))
}

/// What a pull brings nobody can know before. Others have published it; what comes from a
/// repository that the line names does not pass.
fn is_plain_pull(args: &[&str]) -> bool {
    let is_known = |word: &&str| {
        !word.starts_with('-')
            || matches!(*word, "-r" | "-q" | "-v" | "-p" | "-4" | "-6" | "-n" | "-t")
            || ["--rebase", "--no-rebase", "--ff", "--no-ff", "--autostash", "--no-autostash"]
                .iter()
                .chain(&["--quiet", "--verbose", "--tags", "--no-tags", "--prune", "--stat"])
                .chain(&["--no-edit", "--no-stat", "--all", "--progress", "--no-commit"])
                .any(|known| word.starts_with(known))
    };
    args.iter().all(is_known) && args.iter().filter(|it| !it.starts_with('-')).count() <= 2
}

/// Whether a word is the name of a remote or a branch, and no address and no path.
fn is_name(word: &str) -> bool {
    let is_plain = |next: char| next.is_ascii_alphanumeric() || "_-/.".contains(next);
    word.starts_with(|next: char| next.is_ascii_alphanumeric())
        && word.chars().all(is_plain)
        && !word.contains("..")
}
