//! What is told of a command line: files that are read and changed, and how much it can spoil.

use shell_syntax::SimpleCommand;

/// What a command line does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// Its simple commands, and those that these run: behind `sudo`, in `sh -c`, for what `find` and `xargs` put in. They
    /// are in the order in which they stand, a wrapper before what it runs. None if the text was not understood.
    pub runs: Vec<SimpleCommand>,
    /// The files that it changes, in the order of the commands.
    pub writes: Vec<Change>,
    /// The files that it makes where they are not there, and leaves as they are otherwise, as a query
    /// of a database does. For those who see the disk.
    pub opened: Vec<Change>,
    /// The files whose content it reads, as far as the text tells which, in that order.
    pub reads: Vec<Read>,
    /// What it changes without telling which file.
    pub unresolved: Vec<Unresolved>,
    /// As near as the text comes to the files of [`Judgement::unresolved`]: the folder before an
    /// expansion, or a path in a folder that it does not tell. For those who would rather be
    /// told of too many files; none of them needs to change.
    pub nearby: Vec<Change>,
    /// The programs in it of which nothing is known, such as build tools and test runners; each
    /// once.
    pub unknown: Vec<String>,
    /// What each of the commands amounts to, in the order of [`Judgement::runs`].
    pub acts: Vec<Act>,
    /// What only the commands together can spoil.
    pub together: Risk,
}

/// What a command amounts to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// How much it can spoil, by itself.
    pub tier: Tier,
    /// The line of the table, or of the project, that says so; none where it is the files that it changes.
    pub line: Option<String>,
    /// What its words are to it.
    pub words: Words,
}

/// What the words of a command are to its program, as far as the table tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// Names or texts: it shows nothing of a file.
    Names,
    /// Those that name a file which it reads are among [`Judgement::reads`].
    Told,
    /// Any may name a file that it reads.
    Untold,
}

impl Judgement {
    /// What the line does, in a word.
    pub fn class(&self) -> Class {
        if !self.writes.is_empty() || !self.unresolved.is_empty() {
            Class::Changes
        } else if self.unknown.is_empty() {
            Class::Reads
        } else {
            Class::Unknown
        }
    }
}

/// What a command line does, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// All its programs are known, and none changes a file.
    Reads,
    /// It changes files, whether or not the text tells which.
    Changes,
    /// It runs programs of which nothing is known, and otherwise reads.
    Unknown,
}

/// A file that a command creates, changes or removes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file, seen from [`Change::anchor`] unless it is absolute. Empty components and `.` are
    /// left out; `..` stays, since what it leads to depends on links. Never empty: the anchor
    /// itself is `.`.
    pub path: String,
    /// What a relative path is seen from.
    pub anchor: Anchor,
    /// If [`Change::path`] turns out to be a folder, what is changed is its entry of this name,
    /// as of `cp a/b path`.
    pub entry: Option<String>,
    /// How much is changed there.
    pub extent: Extent,
    /// What is done.
    pub kind: ChangeKind,
    /// The program that does it; of a redirection, the one whose output it is, and `>` where
    /// there is none.
    pub program: String,
    /// The word of the command that says so, or the pattern that its variables make; `.` also
    /// where nothing names the folder, as in `git stash`.
    pub written: String,
    /// The place of the command among [`Judgement::runs`].
    pub command: usize,
}

/// A file whose content a command reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The file, as in [`Change::path`].
    pub path: String,
    /// What a relative path is seen from.
    pub anchor: Anchor,
    /// How much is read there.
    pub extent: Extent,
    /// The program that does it; of a redirection, the one whose input it is, and `<` where
    /// there is none.
    pub program: String,
    /// The word of the command that says so.
    pub written: String,
    /// Whether code names the file, which may change it as well.
    pub is_by_code: bool,
    /// The place of the command among [`Judgement::runs`].
    pub command: usize,
}

/// Where a relative path begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// In the folder in which the shell starts.
    Start,
    /// In the home folder of whoever runs the shell: `~/x`, `$HOME/x`.
    Home,
    /// In the top folder of the git work tree in which the shell starts, for what changes the
    /// whole of it: `git stash`.
    WorkTree,
    /// In the folder that `$CLAUDE_PROJECT_DIR` names, if the shell knows it; only in
    /// [`Judgement::nearby`].
    Project,
    /// In a folder that the text does not tell; only in [`Judgement::nearby`].
    Unknown,
}

/// How much a change or a look reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The path itself.
    File,
    /// The path and all that is in it, at any depth: `rm -r`, `mv` of a folder.
    Tree,
    /// Some or all of what is in the path at any depth, and not itself: `rm path/*.ts`,
    /// `tar -x -C path`.
    Below,
}

/// What is done to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// Its content is written, and it is created if it was not there.
    Write,
    /// It is removed.
    Remove,
    /// It goes elsewhere.
    MoveFrom,
    /// A folder is made.
    CreateDir,
    /// Its mode, owner or attributes change.
    Mode,
    /// It becomes a link, or gets a second name through a hard link.
    Link,
}

/// A change whose file the text does not tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unresolved {
    /// The program; empty where several commands do it together, or the text was not understood.
    pub program: String,
    /// Why, as a lower-case fragment.
    pub reason: String,
}

/// A degree of risk, from the smallest to the largest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// It reads.
    #[default]
    Safe,
    /// It writes, or may, since nothing is known of the program.
    Write,
    /// It removes or overwrites what may exist nowhere else.
    Destructive,
    /// It cannot be taken back, or reaches beyond the machine or the project.
    Critical,
}

/// The risk of a command line, which is the highest of its commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Risk {
    /// How high it is.
    pub tier: Tier,
    /// The first command of that tier, its words with one blank between each, and not more than
    /// 120 characters; empty if there is no command, or the text was not understood.
    pub command: String,
}

/// A line that a caller adds to the risks; the first that matches a command decides, before the
/// table and even to a lower tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RiskRule {
    /// The base name of the program, in which `*` stands for any text.
    pub program: String,
    /// Words that occur among the arguments in this order, with any others between them. In a
    /// word, `*` stands for any text and `|` for `or`; `*` alone is anything or nothing. `-f` also
    /// occurs in `-xf`, and `--name` in `--name=value`. Empty, it matches every call of the
    /// program.
    pub args: String,
    /// The tier of such a command.
    pub tier: Tier,
}
