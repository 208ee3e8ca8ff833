//! What a command line does to our programs: runs one as only a person may, or takes a copy.

use std::path::{Path, PathBuf};

use command_effects::{Extent, Read};
use project_paths::normalise;
use shell_syntax::{SimpleCommand, Word};

use crate::folders;
use crate::lists::names_path;
use crate::ours::{self, Files, Run};
use crate::protected::Thing;
use crate::refusal::{Act, Refusal};
use crate::target::{GLOB, anchored, base};
use crate::variables::Variables;
use crate::{Protection, Said};

/// Programs that make another file of one, or a name for it.
const COPYING: [&str; 30] = [
    "cp", "gcp", "ditto", "mv", "gmv", "ln", "gln", "link", "install", "ginstall", "rsync", "scp",
    "sftp", "dd", "gdd", "tar", "gtar", "bsdtar", "star", "zip", "7z", "7za", "cpio", "pax", "ar",
    "objcopy", "strip", "upx", "split", "patchelf",
];

/// Where the system has its own programs.
const OF_THE_SYSTEM: [&str; 6] = ["/usr/", "/bin/", "/sbin/", "/opt/", "/nix/", "/snap/"];

/// What of our programs only a person may run, or only a host.
pub(crate) fn run(protection: &Protection<'_>, said: &Said<'_>) -> Option<Refusal> {
    let variables = Variables::of(said.text);
    let own = |command: &SimpleCommand| {
        let is_ours = |program: &str| {
            let programs = variables.expanded(program);
            let programs = programs.into_iter().chain(in_path(&variables, program));
            programs.into_iter().any(|program| is_another_name(protection, command, &program))
        };
        ours::judge(command, is_ours)
    };
    let commands = &said.effects.commands;
    let found = commands.iter().find_map(|command| Some((command, own(command)?)));
    let found = found.or_else(|| {
        commands.iter().find_map(|command| Some((command, behind(protection, command)?)))
    });
    let found = found.or_else(|| {
        // What a shell is fed, or git is told to run.
        let run = ours::of_text(said.text).filter(|_| !said.effects.unresolved.is_empty())?;
        Some((commands.first()?, run))
    });
    let (command, run) = found?;
    let act = match run {
        Run::OfAPerson => Act::Run,
        Run::Fed => Act::Feed,
    };
    let program = command.words.first().map_or("", |word| word.text.as_str());
    let words = format!("{program} {}", command.joined_args());
    Some(Refusal::new(act, Thing::Program, words.trim_end()))
}

/// Where a program may be in folders that the line adds to `PATH`.
fn in_path(variables: &Variables, program: &str) -> Vec<String> {
    if program.contains('/') {
        return Vec::new();
    }
    let paths = variables.expanded("$PATH");
    let folders = paths.iter().flat_map(|path| path.split(':'));
    let folders = folders.filter(|folder| !folder.is_empty() && *folder != "$PATH");
    folders.map(|folder| format!("{folder}/{program}")).collect()
}

fn is_another_name(protection: &Protection<'_>, command: &SimpleCommand, program: &str) -> bool {
    if ours::is_named(program) {
        return true;
    }
    if program.starts_with("/proc/") && program.contains("/fd/") || program.starts_with("/dev/fd/")
    {
        return true;
    }
    let is_path = program.contains('/');
    if !is_path || OF_THE_SYSTEM.iter().any(|start| program.starts_with(start)) {
        return false;
    }
    let is_glob = program.contains(GLOB);
    let word = Word {
        text: program.to_owned(),
        literal: !program.contains('$') && !is_glob,
        splits: false,
    };
    // A program may have to be read.
    protection.ctx.expect_delay();
    // Of a glob the folder is told.
    let is_it =
        |file: &PathBuf| programs(protection).have(file) || is_glob && is_it(protection, file);
    files_of(protection, command, &word).iter().any(is_it)
}

/// What another program runs of ours, though it is not known for that: `strace`, `tmux`, code.
fn behind(protection: &Protection<'_>, command: &SimpleCommand) -> Option<Run> {
    const SAYING: [&str; 20] = [
        "echo", "printf", "grep", "egrep", "rg", "ag", "git", "gh", "man", "which", "type", "sed",
        "awk", "jq", "cargo", "npm", "ls", "cat", "less", "tee",
    ];
    let program = command.program()?;
    if SAYING.contains(&program) {
        return None;
    }
    let words: Vec<&Word> = command.args().chain(command.input.as_ref()).collect();
    let of_person = |run: &Run| *run == Run::OfAPerson;
    let passed = words.iter().enumerate().find_map(|(at, word)| {
        let last = word.text.rsplit('/').next();
        let name = last.filter(|name| ours::names().any(|it| it == *name)).unwrap_or_default();
        let run = ours::of_words(name, words.get(at + 1..)?).filter(of_person)?;
        let is_other = || word.literal && is_another_name(protection, command, &word.text);
        (!name.is_empty() || is_other()).then_some(run)
    });
    passed.or_else(|| words.iter().find_map(|word| ours::of_text(&word.text)))
}

/// The copy of a program of ours that a line makes.
pub(crate) fn copied(protection: &Protection<'_>, said: &Said<'_>) -> Option<Refusal> {
    let effects = said.effects;
    let changes = !effects.changes.is_empty() || !effects.unresolved.is_empty();
    let read = effects.reads.iter().filter(|_| changes).find(|read| reads(protection, read));
    let word = || {
        let copying = effects.commands.iter();
        let mut copying =
            copying.filter(|it| it.program().is_some_and(|name| COPYING.contains(&name)));
        copying.find_map(|command| {
            let mut words = command.args();
            words.find(|word| is_program(protection, command, word)).map(|word| &word.text)
        })
    };
    let spoken = read.map(|read| &read.written).or_else(word);
    let spoken = spoken.cloned().or_else(|| copied_unseen(protection, said))?;
    Some(Refusal::new(Act::Copy, Thing::Program, spoken))
}

/// The copy that a line makes of what it looks up, names in code or finds.
fn copied_unseen(protection: &Protection<'_>, said: &Said<'_>) -> Option<String> {
    let word = looked_up(protection, said).or_else(|| in_code(said)).or_else(|| found(said));
    word.map(|word| word.text.clone())
}

fn names_one(text: &str) -> bool {
    ours::names().any(|name| text.contains(name))
}

/// What a copying program is given that the shell puts in.
fn looked_up<'s>(protection: &Protection<'_>, said: &Said<'s>) -> Option<&'s Word> {
    const LOOKING: [&str; 4] = ["which ", "command -v ", "type -P ", "type -p "];
    let looks_up = |text: &str| names_one(text) && LOOKING.iter().any(|sign| text.contains(sign));
    let is_kept = looks_up(said.text) && said.text.contains('=');
    let variables = Variables::of(said.text);
    let base = base(protection.ctx, protection.project);
    let places: Vec<&Path> = protection.protected().of_kind(Thing::Program).collect();
    let is_one = |text: &String| {
        let text = text.strip_prefix("file://").unwrap_or(text);
        let Some((start, rest)) = folders::start(protection.ctx, &base, text) else { return false };
        let inner = |place: &Path| ours::names().map(|it| place.join("bin").join(it)).collect();
        let files = |place: &&Path| -> Vec<PathBuf> { inner(place) };
        let mut all = places.iter().flat_map(files).chain(places.iter().map(PathBuf::from));
        all.any(|file| names_path(&start, rest, &file) && file.exists())
    };
    let mut words =
        said.effects.commands.iter().filter(|it| copies(it)).flat_map(SimpleCommand::args);
    words.find(|word| {
        let texts = variables.expanded(&word.text);
        is_kept && !word.literal || texts.iter().any(|text| looks_up(text) || is_one(text))
    })
}

fn copies(command: &SimpleCommand) -> bool {
    let program = command.program().unwrap_or_default();
    let keeps = program == "git" && command.args().any(|word| word.text == "hash-object");
    keeps || program == "curl" || COPYING.contains(&program)
}

/// Code that names one of our programs, and changes something.
fn in_code<'s>(said: &Said<'s>) -> Option<&'s Word> {
    const INTERPRETERS: [&str; 8] = ["python", "perl", "ruby", "node", "deno", "bun", "php", "awk"];
    if said.effects.changes.is_empty() && said.effects.unresolved.is_empty() {
        return None;
    }
    let runs_code = |command: &&SimpleCommand| {
        let program = command.program().unwrap_or_default();
        INTERPRETERS.iter().any(|name| program.starts_with(name))
    };
    let mut commands = said.effects.commands.iter().filter(runs_code);
    let is_there = |word: &&Word| names_one(&word.text) && word.text.contains(".claude/hooks");
    commands.find_map(|command| command.args().chain(command.input.as_ref()).find(is_there))
}

/// The name by which a `find` finds one of our programs for what copies it.
fn found<'s>(said: &Said<'s>) -> Option<&'s Word> {
    let commands = &said.effects.commands;
    let changes = !said.effects.unresolved.is_empty() || !said.effects.changes.is_empty();
    let takes = |it: &SimpleCommand| it.runner.is_some() && (changes || copies(it));
    if !commands.iter().any(takes) {
        return None;
    }
    let mut finds = commands.iter().filter(|it| it.program() == Some("find"));
    finds.find_map(|find| {
        let mut words = find.args();
        if let Some(folder) = words.next().filter(|word| word.text.contains(".claude/hooks")) {
            return Some(folder);
        }
        let mut words = find.args();
        words.find(|word| matches!(word.text.as_str(), "-name" | "-iname"))?;
        words.next().filter(|word| names_one(&word.text))
    })
}

/// Whether what is read is one of our programs, or a folder of them.
fn reads(protection: &Protection<'_>, read: &Read) -> bool {
    if !may_name(&read.path) && !may_name(&read.written) {
        return false;
    }
    let Some(base) = anchored(protection.ctx, protection.project, read.anchor) else {
        return false;
    };
    let path = normalise(&base.join(&read.path));
    match read.extent {
        Extent::File => is_it(protection, &path),
        Extent::Tree | Extent::Below => is_it(protection, &path) || holds_them(protection, &path),
    }
}

/// Whether a word of a command names one of our programs, or a folder of them.
fn is_program(protection: &Protection<'_>, command: &SimpleCommand, word: &Word) -> bool {
    let name = word.text.rsplit('=').next().unwrap_or_default();
    if !may_name(name) {
        return false;
    }
    let word = Word { text: name.to_owned(), ..word.clone() };
    let mut dirs = dirs(protection, command);
    // A link is seen from where it is.
    if let Some(last) = command.args().last().filter(|last| last.literal) {
        let place = Path::new(&last.text);
        let from = [Some(place), place.parent()].into_iter().flatten();
        let from: Vec<PathBuf> =
            from.flat_map(|it| dirs.iter().map(move |dir| dir.join(it))).collect();
        dirs.extend(from);
    }
    files_in(protection, dirs, &word).iter().any(|file| is_it(protection, file))
}

/// Whether a text may name one, before anything is looked up.
fn may_name(text: &str) -> bool {
    text.contains(".claude")
        || text.contains("hooks")
        || ours::names().any(|name| text.contains(name))
}

fn is_it(protection: &Protection<'_>, file: &Path) -> bool {
    let in_folder = |folder: &Path| file.starts_with(folder) && file.exists();
    programs(protection).have(file) || protection.protected().of_kind(Thing::Program).any(in_folder)
}

/// Whether a folder that is not the project, nor above it, has our programs below.
fn holds_them(protection: &Protection<'_>, folder: &Path) -> bool {
    let project = protection.project;
    let is_above = [project.path(), project.resolved()].iter().any(|root| root.starts_with(folder));
    let mut programs = protection.protected().of_kind(Thing::Program);
    !is_above && programs.any(|program| program.starts_with(folder) && program.exists())
}

fn files_of(protection: &Protection<'_>, command: &SimpleCommand, word: &Word) -> Vec<PathBuf> {
    files_in(protection, dirs(protection, command), word)
}

fn dirs(protection: &Protection<'_>, command: &SimpleCommand) -> Vec<PathBuf> {
    let base = base(protection.ctx, protection.project);
    folders::of_command(&base, command, &[])
}

fn files_in(protection: &Protection<'_>, dirs: Vec<PathBuf>, word: &Word) -> Vec<PathBuf> {
    let file = |dir: PathBuf| folders::told(protection.ctx, &dir, word);
    dirs.into_iter().filter_map(file).map(|file| normalise(&file)).collect()
}

fn programs<'p>(protection: &'p Protection<'_>) -> &'p Files {
    protection.programs.get_or_init(|| {
        let own = || protection.protected().of_kind(Thing::Program);
        Files::of(own().filter(|path| path.is_dir()), own())
    })
}
