//! The repository in which Git runs: made when it is missing, deleted when something fails in it.

use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use hook_state::{replace, replace_privately};
use timed_command::{CommandError, Ended, Program};

use super::GitSettings;
use super::lease_ref::{EMPTY_TREE, LIST_FORMAT, Listed, REFS, listed, name};
use super::record::Record;
use crate::AuthorityError;

/// How much of an answer is read: a ref is about a hundred bytes.
const MAX_ANSWER: usize = 4 << 20;

/// How often the cache is tried while another process uses it.
const PAUSE: Duration = Duration::from_millis(5);

/// Sections and keys of a clone's configuration that say how a remote is reached.
const HOW_TO_REACH: [&str; 4] = ["credential.", "http.", "url.", "core.sshcommand"];

/// Settings of a person or machine that are meant for work and would stop a lease, or run programs for it. Source:
/// `git-config(1)`.
const OVERRIDES: [&str; 7] = [
    "core.hooksPath=/dev/null",
    "push.gpgSign=false",
    // Nothing clears the list.
    "push.pushOption=",
    "push.recurseSubmodules=no",
    "fetch.fsckObjects=false",
    "transfer.fsckObjects=false",
    "fetch.writeCommitGraph=false",
];

/// The cache, while it is this process's alone.
#[derive(Debug)]
pub(super) struct Cache {
    dir: PathBuf,
    url: String,
    /// When the answer has to be there.
    until: Instant,
    _alone: File,
}

/// A ref and what it is to be.
#[derive(Debug)]
pub(super) struct Push {
    pub(super) intent: String,
    /// The commit it replaces; none if the ref must not exist.
    pub(super) old: Option<String>,
    pub(super) new: String,
}

impl Cache {
    /// Waits until no other process of this machine uses the cache.
    ///
    /// # Errors
    /// [`AuthorityError::Local`], and [`AuthorityError::Unreachable`] if another process uses it for too long.
    pub(super) fn open(settings: &GitSettings, until: Instant) -> Result<Cache, AuthorityError> {
        fs::create_dir_all(&settings.state).map_err(local)?;
        let alone = File::create(settings.state.join("lock")).map_err(local)?;
        wait_for(&alone, until)?;
        let dir = settings.state.join("cache.git");
        let cache = Cache { dir, url: settings.url.clone(), until, _alone: alone };
        cache.make(&config(&settings.config)).map_err(local)?;
        Ok(cache)
    }

    /// A bare repository is a few files; see `gitrepository-layout(5)`.
    fn make(&self, config: &str) -> io::Result<()> {
        if !self.dir.join("HEAD").exists() {
            fs::create_dir_all(self.dir.join("objects"))?;
            fs::create_dir_all(self.dir.join("refs"))?;
            replace(&self.dir.join("HEAD"), b"ref: refs/heads/none\n")?;
        }
        let file = self.dir.join("config");
        if fs::read_to_string(&file).is_ok_and(|text| text == config) {
            return Ok(());
        }
        replace_privately(&file, config.as_bytes())
    }

    /// All leases of the remote: commit and content by intent.
    ///
    /// # Errors
    /// See [`AuthorityError`].
    pub(super) fn fetch(&self) -> Result<Listed, AuthorityError> {
        let all = format!("+{REFS}*:{REFS}*");
        let options = ["fetch", "--quiet", "--prune", "--no-tags", "--no-write-fetch-head"];
        let ended = self.git(&[&options[..], &["--", &self.url, &all]].concat())?;
        if !ended.status.success() {
            return Err(self.failed(&ended));
        }
        self.list()
    }

    /// The same, as this machine has seen it last.
    ///
    /// # Errors
    /// See [`AuthorityError`].
    pub(super) fn list(&self) -> Result<Listed, AuthorityError> {
        let ended = self.git(&["for-each-ref", LIST_FORMAT, REFS])?;
        if !ended.status.success() || ended.is_cut {
            return Err(self.failed(&ended));
        }
        Ok(listed(&ended.stdout))
    }

    /// Stores a commit with `record` as its message; the remote does not have it yet.
    ///
    /// # Errors
    /// [`AuthorityError::Local`].
    pub(super) fn commit(&self, record: &Record) -> Result<String, AuthorityError> {
        let message = serde_json::to_string(record).map_err(|err| local(err.into()))?;
        let who = "tacklebox <> 0 +0000";
        let text = format!("tree {EMPTY_TREE}\nauthor {who}\ncommitter {who}\n\n{message}\n");
        let file = self.dir.join("message");
        replace(&file, text.as_bytes()).map_err(local)?;
        let file = file.to_string_lossy();
        self.written(&["hash-object", "-w", "-t", "tree", "/dev/null"])?;
        self.written(&["hash-object", "-w", "-t", "commit", &file])
    }

    /// Pushes all, each on its own. For each that the remote did not take, its reason.
    ///
    /// # Errors
    /// See [`AuthorityError`]; the remote may have taken them all the same.
    pub(super) fn push(&self, pushes: &[Push]) -> Result<Vec<Option<String>>, AuthorityError> {
        let mut args = vec!["push".to_owned(), "--porcelain".to_owned(), "--no-verify".to_owned()];
        args.extend(pushes.iter().map(|push| {
            let old = push.old.as_deref().unwrap_or_default();
            format!("--force-with-lease={}:{old}", name(&push.intent))
        }));
        args.extend(["--".to_owned(), self.url.clone()]);
        args.extend(pushes.iter().map(|push| format!("{}:{}", push.new, name(&push.intent))));
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let ended = self.git(&args)?;
        let answers: Option<Vec<_>> =
            pushes.iter().map(|push| Some(answer(&ended.stdout, push)?.err())).collect();
        let answers = answers.ok_or_else(|| self.failed(&ended))?;
        for (push, _) in pushes.iter().zip(&answers).filter(|(_, rejection)| rejection.is_none()) {
            self.note(push).map_err(local)?;
        }
        Ok(answers)
    }

    /// Notes in the cache what the remote has now. Source: `gitrepository-layout(5)`, `refs`.
    fn note(&self, push: &Push) -> io::Result<()> {
        fs::create_dir_all(self.dir.join(REFS))?;
        replace(&self.dir.join(name(&push.intent)), format!("{}\n", push.new).as_bytes())
    }

    fn written(&self, args: &[&str]) -> Result<String, AuthorityError> {
        let ended = self.git(args)?;
        if !ended.status.success() {
            return Err(AuthorityError::Local(reason(&ended)));
        }
        Ok(ended.stdout.trim().to_owned())
    }

    fn git(&self, args: &[&str]) -> Result<Ended, AuthorityError> {
        let dir = self.dir.to_string_lossy();
        let overrides = OVERRIDES.iter().flat_map(|&setting| ["-c", setting]);
        let words = ["git", "--git-dir", &dir].into_iter().chain(overrides);
        let words = words.chain(args.iter().copied());
        let program = Program {
            words: words.map(str::to_owned).collect(),
            dir: Some(self.dir.clone()),
            path: None,
            limit: self.until.saturating_duration_since(Instant::now()),
            keep: MAX_ANSWER,
        };
        timed_command::run(&program).map_err(|err| {
            self.delete();
            match err {
                CommandError::TimedOut(_) => AuthorityError::Unreachable(err.to_string()),
                err => AuthorityError::Local(format!("git: {err}")),
            }
        })
    }

    /// A remote that cannot be reached and one that refuses look the same: both end with 128.
    fn failed(&self, ended: &Ended) -> AuthorityError {
        self.delete();
        AuthorityError::Unreachable(reason(ended))
    }

    /// An operation that was killed leaves lock files, which would shut this machine out for good.
    fn delete(&self) {
        let _made_again = fs::remove_dir_all(&self.dir);
    }
}

/// Whether the remote took a push, else why not; `None` if it says nothing of it. Source: `git push --porcelain`, "flag TAB
/// from:to TAB summary".
fn answer(stdout: &str, push: &Push) -> Option<Result<(), String>> {
    let tail = format!(":{}", name(&push.intent));
    stdout.lines().find_map(|line| {
        let mut columns = line.split('\t');
        let flag = columns.next()?.trim();
        columns.next().filter(|to| to.ends_with(&tail))?;
        Some(if flag == "!" { Err(columns.collect::<Vec<_>>().join(" ")) } else { Ok(()) })
    })
}

fn wait_for(lock: &File, until: Instant) -> Result<(), AuthorityError> {
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::Error(err)) => return Err(local(err)),
            Err(TryLockError::WouldBlock) if Instant::now() < until => thread::sleep(PAUSE),
            Err(TryLockError::WouldBlock) => {
                let why = "another process of this machine is still asking";
                return Err(AuthorityError::Unreachable(why.to_owned()));
            }
        }
    }
}

fn reason(ended: &Ended) -> String {
    error(&ended.stderr).map_or_else(|| ended.status.to_string(), str::to_owned)
}

/// The first error of Git, or what a program that it started has said before it. What follows is advice.
fn error(stderr: &str) -> Option<&str> {
    let lines = || stderr.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_error = |line: &str| line.starts_with("fatal:") || line.starts_with("error:");
    let first = lines().position(is_error).unwrap_or_default();
    let is_of_another = lines().nth(first)?.ends_with("Could not read from remote repository.");
    lines().nth(first.saturating_sub(usize::from(is_of_another)))
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn local(err: io::Error) -> AuthorityError {
    AuthorityError::Local(err.to_string())
}

/// The configuration of the cache: how the clone reaches its remote, and no questions to a terminal.
fn config(clone: &[(String, String)]) -> String {
    let mut text = String::from("[core]\n\tbare = true\n\taskPass = true\n");
    text.push_str("[gc]\n\tautoDetach = false\n\tpruneExpire = now\n");
    for (key, value) in clone {
        let lower = key.to_lowercase();
        if !HOW_TO_REACH.iter().any(|start| lower.starts_with(start)) {
            continue;
        }
        let (Some((section, rest)), Some((_, variable))) =
            (key.split_once('.'), key.rsplit_once('.'))
        else {
            continue;
        };
        let subsection = rest.strip_suffix(variable).and_then(|it| it.strip_suffix('.'));
        let header = match subsection {
            Some(name) => format!("[{section} \"{}\"]", escaped(name)),
            None => format!("[{section}]"),
        };
        let _infallible = writeln!(text, "{header}\n\t{variable} = \"{}\"", escaped(value));
    }
    text
}

/// Source: `git-config(1)`, syntax.
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::error;

    #[test]
    fn the_reason_of_a_failure_is_its_first_error() {
        let check = |stderr: &str, expected: Option<&str>| assert_eq!(error(stderr), expected);
        let end = "fatal: Could not read from remote repository.\n\nPlease make sure you have the \
                   correct access rights\nand the repository exists.\n";
        let gone = "fatal: '/srv/x.git' does not appear to be a git repository";
        check(&format!("{gone}\n{end}"), Some(gone));
        let ssh = "ssh: connect to host git.corp port 22: Connection refused";
        check(&format!("Warning: Permanently added 'git.corp'\n{ssh}\n{end}"), Some(ssh));
        check(end, Some("fatal: Could not read from remote repository."));
        let https = "fatal: repository 'https://git.corp/x.git/' not found";
        check(&format!("remote: Not Found\n{https}\n"), Some(https));
        check(
            "\nSchwerwiegend: kein Repository\nHinweis\n",
            Some("Schwerwiegend: kein Repository"),
        );
        check("\n", None);
    }
}
