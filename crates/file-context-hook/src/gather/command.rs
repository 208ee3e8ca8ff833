//! The files that a shell command reads and changes.

use std::path::Path;

use command_effects::{Anchor, Change, ChangeKind, Extent, Programs, judge};
use file_mentions::{Access, CommandFile};

/// A command that names more files speaks of none in particular.
const MAX_FILES: usize = 256;

/// What may be a file that `command` reads or changes, as seen from where the shell starts:
/// those that it changes first, each name once. Whether there is such a file, or a folder of
/// that name, is another question. What the text does not tell, and what is below a folder
/// without being named, is left out.
pub(crate) fn files(command: &str, home: Option<&Path>) -> Vec<CommandFile> {
    let judgement = judge(command, None, &Programs::default());
    let stay = judgement.writes.iter().filter(|change| stays(change));
    let changed = stay.filter_map(|change| {
        let path = spoken(&change.path, change.anchor, change.extent, home)?;
        // Only one of them can be a file: the folder, or its entry.
        let entry = change.entry.as_ref().map(|entry| format!("{path}/{entry}"));
        Some([Some(path), entry].into_iter().flatten())
    });
    let changed = changed.flatten().map(|path| CommandFile { path, access: Access::Change });
    let reads = judgement.reads.iter();
    let read = reads.filter_map(|read| spoken(&read.path, read.anchor, read.extent, home));
    let read = read.map(|path| CommandFile { path, access: Access::Read });
    let mut files: Vec<CommandFile> = Vec::new();
    for file in changed.chain(read) {
        if files.len() < MAX_FILES && !files.iter().any(|known| known.path == file.path) {
            files.push(file);
        }
    }
    files
}

/// Whether what a change names is a file with content of its own afterwards.
fn stays(change: &Change) -> bool {
    matches!(change.kind, ChangeKind::Write | ChangeKind::Mode)
}

/// The path as it may be looked for. A tree may turn out to be a file.
fn spoken(path: &str, anchor: Anchor, extent: Extent, home: Option<&Path>) -> Option<String> {
    match (anchor, extent) {
        (_, Extent::Below) | (Anchor::WorkTree | Anchor::Project | Anchor::Unknown, _) => None,
        (Anchor::Start, _) => Some(path.to_owned()),
        (Anchor::Home, _) => Some(home?.join(path).to_string_lossy().into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files, with `!` before those that are changed.
    #[track_caller]
    fn check(command: &str, expected: &[&str]) {
        let files = files(command, Some(Path::new("/home/user")));
        let shown = files.iter().map(|file| match file.access {
            Access::Read => file.path.clone(),
            Access::Change => format!("!{}", file.path),
        });
        assert_eq!(shown.collect::<Vec<_>>(), expected, "{command}");
    }

    #[test]
    fn what_is_read() {
        check("cat src/a.rs docs/b.md", &["src/a.rs", "docs/b.md"]);
        check("grep -n main a b/c", &["a", "b/c"]);
        check("cd src && cat a.rs ../b.md", &["src/a.rs", "src/../b.md"]);
        check("cd /u/x && cat a.rs", &["/u/x/a.rs"]);
        check("sudo cat a && cat a", &["a"]);
        check("echo $(cat a.rs)", &["a.rs"]);
        check("cat 'my file.rs' ~/b '$x'", &["my file.rs", "/home/user/b", "$x"]);
    }

    #[test]
    fn what_is_changed() {
        check("cat < in > out 2>&1", &["!out", "in"]);
        check("sed -i s/a/b/ c", &["!c"]);
        check("cp a b", &["!b", "!b/a", "a"]);
        check("mv a b", &["!b", "!b/a"]);
        check("cat > a <<'END'\nb\nEND", &["!a"]);
        check("git checkout -- a", &["!a"]);
    }

    #[test]
    fn what_is_no_file_or_not_told() {
        check("cd \"$D\" && cat a.rs", &[]);
        check("cat $F *.rs; rm -r out; rm a; mkdir b; ln -s a b", &[]);
        check("cargo test --manifest-path=a/Cargo.toml -q", &[]);
        check("./run.sh a", &[]);
        check("git stash; git checkout main", &[]);
        check("cat 'open", &[]);
        check("", &[]);
        let many: Vec<String> = (0..1000).map(|n| n.to_string()).collect();
        assert_eq!(files(&format!("cat {}", many.join(" ")), None).len(), MAX_FILES);
        assert_eq!(files("cat ~/a", None), []);
    }
}
