//! A folder in which bash runs one command after the other. What a command has changed is put back
//! before the next one, by the times of change that the system keeps; what it has not is left.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// Files and folders by their names.
type Tree = BTreeMap<String, State>;

/// Whatever a change leaves of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    mode: u32,
    /// None of a folder, which changes with what is in it.
    file: Option<FileState>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct FileState {
    inode: u64,
    links: u64,
    length: u64,
    modified: (i64, i64),
    /// When anything of it was last changed, which no program can set.
    changed: (i64, i64),
}

/// A copy of a template.
pub(crate) struct Ground<'a> {
    template: &'a Path,
    folder: TempDir,
    /// What is there before a command.
    before: Tree,
}

/// What a command did.
pub(crate) struct Ran {
    pub(crate) changed: Vec<String>,
    pub(crate) misses_a_program: bool,
    pub(crate) errors: String,
}

/// Makes the folder in which the commands run.
pub(crate) fn template() -> TempDir {
    let script = r#"
        mkdir -p src/sub outside home
        printf 'a\nb\nc\n' > src/a.txt; echo b > src/b.txt; echo '{"a": 1}' > src/a.json
        echo 'rm outside/x' > src/rm.sh; echo ok > src/sub/deep
        echo 'echo hello' > src/hello.sh; chmod +x src/hello.sh
        echo 'print("hello")' > src/hello.py; echo 'console.log(1)' > src/hello.js
        echo x > outside/x; echo '{"a": 1}' > outside/x.json; echo m > outside/m
        printf -- '--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-a\n+z\n' > src/a.patch
        printf -- '--- outside/x\n+++ outside/x\n@@ -1 +1 @@\n-x\n+z\n' > src/x.patch
        git init -q -b main --template=; git config user.name a; git config user.email a@b.c
        mkdir -p .git/info; printf 'home\n' > .git/info/exclude
        git add -A; git commit -qm one; echo more >> outside/m; echo > outside/u
    "#;
    let folder = tempfile::tempdir().unwrap();
    let status = bash(folder.path(), script).status().unwrap();
    assert!(status.success());
    folder
}

impl<'a> Ground<'a> {
    pub(crate) fn new(template: &'a Path) -> Self {
        let mut ground =
            Self { template, folder: tempfile::tempdir().unwrap(), before: Tree::new() };
        ground.restore(&Tree::new());
        ground
    }

    /// Runs a command in the folder as it was at first.
    pub(crate) fn run(&mut self, command: &str) -> Ran {
        let output = bash(self.folder.path(), command).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let after = tree(self.folder.path());
        // The caches of programs, and what git keeps for itself.
        let is_seen = |name: &String| !["home", ".git"].contains(&first(name));
        let changed = differing(&self.before, &after, State::is_as).filter(|name| is_seen(name));
        let changed = changed.cloned().collect();
        self.restore(&after);
        let missing = ["not found", "No module named", "No such file or directory: '"];
        let misses_a_program = missing.iter().any(|sign| errors.contains(sign));
        Ran { changed, misses_a_program, errors }
    }

    /// Makes of the folder, which is as `now` says, what the template is.
    fn restore(&mut self, now: &Tree) {
        let is_same = |one: &State, other: &State| one == other;
        let differing: Vec<_> = differing(&self.before, now, is_same).cloned().collect();
        if differing.is_empty() && !self.before.is_empty() {
            return;
        }
        let wanted = tree(self.template);
        for name in differing.iter().rev().filter(|name| now.contains_key(*name)) {
            let path = self.folder.path().join(name);
            let is_folder = |tree: &Tree| tree.get(name).is_some_and(|state| state.file.is_none());
            match (path.symlink_metadata(), is_folder(&wanted)) {
                (Ok(facts), false) if facts.is_dir() => fs::remove_dir_all(&path).unwrap(),
                (Ok(facts), _) if !facts.is_dir() => fs::remove_file(&path).unwrap(),
                _ => {}
            }
        }
        for name in wanted.keys().filter(|name| !self.is_there(name, &differing)) {
            copy(&self.template.join(name), &self.folder.path().join(name));
        }
        self.before = tree(self.folder.path());
        let shape = |tree: &Tree| -> Vec<_> {
            let facts = |state: &State| (state.mode, state.file.as_ref().map(FileState::content));
            tree.iter().map(|(name, state)| (name.clone(), facts(state))).collect()
        };
        assert_eq!(shape(&self.before), shape(&wanted));
    }

    /// Whether a file was there before, and nothing has become of it.
    fn is_there(&self, name: &String, differing: &[String]) -> bool {
        self.before.contains_key(name) && differing.binary_search(name).is_err()
    }
}

impl State {
    fn of(facts: &Metadata) -> Self {
        let file = FileState {
            inode: facts.ino(),
            links: facts.nlink(),
            length: facts.len(),
            modified: (facts.mtime(), facts.mtime_nsec()),
            changed: (facts.ctime(), facts.ctime_nsec()),
        };
        Self { mode: facts.mode(), file: (!facts.is_dir()).then_some(file) }
    }

    /// Whether a command has left it as it was.
    fn is_as(&self, other: &Self) -> bool {
        let told = |state: &Self| {
            let file = state.file.as_ref();
            (state.mode, file.map(|file| (file.inode, file.links, file.content())))
        };
        told(self) == told(other)
    }
}

impl FileState {
    /// What a copy has too; a link is as old as its copy.
    fn content(&self) -> (u64, (i64, i64)) {
        (self.length, self.modified)
    }
}

/// The names whose states are not the same in two trees, in their order.
fn differing<'a>(
    one: &'a Tree,
    other: &'a Tree,
    is_same: impl Fn(&State, &State) -> bool,
) -> impl Iterator<Item = &'a String> {
    let mut names: Vec<&String> = one.keys().chain(other.keys()).collect();
    names.sort();
    names.dedup();
    names.into_iter().filter(move |name| match (one.get(*name), other.get(*name)) {
        (Some(one), Some(other)) => !is_same(one, other),
        _ => true,
    })
}

fn first(name: &str) -> &str {
    name.split('/').next().unwrap_or(name)
}

/// All that is below a folder.
fn tree(folder: &Path) -> Tree {
    let mut found = Tree::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).unwrap().flatten() {
            let path = entry.path();
            let facts = entry.metadata().unwrap();
            let name = path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            if facts.is_dir() {
                folders.push(path);
            }
            found.insert(name, State::of(&facts));
        }
    }
    found
}

/// Copies a file, a link or a bare folder, with its mode and its time.
fn copy(from: &Path, to: &Path) {
    let facts = from.symlink_metadata().unwrap();
    if facts.is_symlink() {
        return symlink(fs::read_link(from).unwrap(), to).unwrap();
    }
    if facts.is_dir() {
        if !to.is_dir() {
            fs::create_dir(to).unwrap();
        }
        return fs::set_permissions(to, facts.permissions()).unwrap();
    }
    fs::copy(from, to).unwrap();
    let dated = File::open(to).unwrap().set_modified(facts.modified().unwrap());
    dated.unwrap();
}

fn bash(folder: &Path, script: &str) -> Command {
    let mut bash = Command::new("timeout");
    bash.args(["20", "bash", "-c", script]).current_dir(folder).stdin(Stdio::null());
    bash.env("HOME", folder.join("home"))
        .env("TMPDIR", folder.join("home"))
        .env("USER", "me")
        .env_remove("CDPATH")
        .env_remove("GIT_CONFIG_GLOBAL");
    bash.env("GIT_CONFIG_NOSYSTEM", "1").env("LC_ALL", "C");
    bash
}
