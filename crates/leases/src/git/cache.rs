//! The repository in which Git runs: made when it is missing, deleted when something fails in it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use hook_state::{replace, replace_privately};
use timed_command::{CommandError, Ended, Program};

use super::GitSettings;
use super::record::Record;
use crate::AuthorityError;

const REFS: &str = "refs/tacklebox/leases/";

/// The tree without files, which every repository knows by this name. Source: `git hash-object -t tree /dev/null`.
const EMPTY_TREE: &str = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/// How much of an answer is read: a ref is about a hundred bytes.
const MAX_ANSWER: usize = 4 << 20;

/// Sections and keys of a clone's configuration that say how a remote is reached.
const HOW_TO_REACH: [&str; 4] = ["credential.", "http.", "url.", "core.sshcommand"];

/// The cache, while it is this process's alone.
#[derive(Debug)]
pub(super) struct Cache {
    dir: PathBuf,
    url: String,
    limit: Duration,
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
    /// [`AuthorityError::Local`].
    pub(super) fn open(settings: &GitSettings) -> Result<Cache, AuthorityError> {
        fs::create_dir_all(&settings.state).map_err(local)?;
        let alone = File::create(settings.state.join("lock")).map_err(local)?;
        alone.lock().map_err(local)?;
        let dir = settings.state.join("cache.git");
        let cache =
            Cache { dir, url: settings.url.clone(), limit: settings.deadline, _alone: alone };
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
    pub(super) fn fetch(&self) -> Result<BTreeMap<String, (String, Record)>, AuthorityError> {
        let all = format!("+{REFS}*:{REFS}*");
        let options = ["fetch", "--quiet", "--prune", "--no-tags", "--no-write-fetch-head"];
        let ended = self.git(&[&options[..], &["--", &self.url, &all]].concat())?;
        if !ended.status.success() {
            return Err(self.failed(&ended));
        }
        let format = "--format=%(refname)%00%(objectname)%00%(contents)%00%00";
        let ended = self.git(&["for-each-ref", format, REFS])?;
        if !ended.status.success() || ended.is_cut {
            return Err(self.failed(&ended));
        }
        let mut leases = BTreeMap::new();
        for entry in ended.stdout.split("\0\0").map(str::trim).filter(|entry| !entry.is_empty()) {
            let mut parts = entry.splitn(3, '\0');
            let (Some(name), Some(oid), Some(message)) = (parts.next(), parts.next(), parts.next())
            else {
                return Err(AuthorityError::Invalid(format!("a ref: {entry:?}")));
            };
            // A ref that nobody of ours has written holds nothing and is never overwritten.
            let Some(intent) = name.strip_prefix(REFS).and_then(decoded) else { continue };
            leases.insert(intent, (oid.to_owned(), Record::parse(message)?));
        }
        Ok(leases)
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

    /// Pushes all, each on its own, and says which of them the remote took.
    ///
    /// # Errors
    /// See [`AuthorityError`]; the remote may have taken them all the same.
    pub(super) fn push(&self, pushes: &[Push]) -> Result<Vec<bool>, AuthorityError> {
        let mut args = vec!["push".to_owned(), "--porcelain".to_owned(), "--no-verify".to_owned()];
        args.extend(pushes.iter().map(|push| {
            let old = push.old.as_deref().unwrap_or_default();
            format!("--force-with-lease={}:{old}", name(&push.intent))
        }));
        args.extend(["--".to_owned(), self.url.clone()]);
        args.extend(pushes.iter().map(|push| format!("{}:{}", push.new, name(&push.intent))));
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let ended = self.git(&args)?;
        // Source: `git push --porcelain`: "flag TAB from:to TAB summary".
        let answer = |push: &Push| {
            let tail = format!(":{}", name(&push.intent));
            let line = ended.stdout.lines().find_map(|line| {
                let mut columns = line.split('\t');
                let flag = columns.next()?;
                columns.next().is_some_and(|to| to.ends_with(&tail)).then_some(flag)
            });
            line.map(|flag| flag.trim() != "!")
        };
        let answers: Option<Vec<bool>> = pushes.iter().map(answer).collect();
        answers.ok_or_else(|| self.failed(&ended))
    }

    fn written(&self, args: &[&str]) -> Result<String, AuthorityError> {
        let ended = self.git(args)?;
        if !ended.status.success() {
            return Err(AuthorityError::Local(last_line(&ended)));
        }
        Ok(ended.stdout.trim().to_owned())
    }

    fn git(&self, args: &[&str]) -> Result<Ended, AuthorityError> {
        let dir = self.dir.to_string_lossy();
        let words = [&["git", "--git-dir", &dir], args].concat();
        let program = Program {
            words: words.into_iter().map(str::to_owned).collect(),
            dir: Some(self.dir.clone()),
            path: None,
            limit: self.limit,
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
        AuthorityError::Unreachable(last_line(ended))
    }

    /// An operation that was killed leaves lock files, which would shut this machine out for good.
    fn delete(&self) {
        let _made_again = fs::remove_dir_all(&self.dir);
    }
}

fn last_line(ended: &Ended) -> String {
    let line = ended.stderr.lines().rfind(|line| !line.trim().is_empty());
    line.map_or_else(|| ended.status.to_string(), |line| line.trim().to_owned())
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

/// The ref of an intent. What a ref's name may not have is written as `%XX`.
fn name(intent: &str) -> String {
    let mut name = String::from(REFS);
    for byte in intent.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') {
            name.push(char::from(byte));
        } else {
            let _infallible = write!(name, "%{byte:02X}");
        }
    }
    name
}

/// The intent of a ref's name after [`REFS`]; `None` if [`name`] did not make it.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    let intent = String::from_utf8(bytes).ok()?;
    (name(&intent).strip_prefix(REFS) == Some(text)).then_some(intent)
}
