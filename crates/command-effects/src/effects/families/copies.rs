//! Programs that put a file somewhere else: `cp`, `mv`, `ln`, `install`, `rsync`, `scp`.

use crate::Word;
use crate::effects::args::{Args, options, part};
use crate::effects::scene::Scene;
use crate::effects::{ChangeKind, Extent};

/// The changes of such a program; `false` if it is none.
pub(super) fn look_up(scene: &mut Scene<'_>) -> bool {
    match scene.program {
        "cp" | "gcp" | "ditto" | "copy" | "xcopy" => copy(scene),
        "mv" | "gmv" | "move" | "rename" | "mmv" | "git-mv" => move_away(scene),
        "ln" | "gln" => link(scene),
        "link" => two_names(scene),
        "install" | "ginstall" => install(scene),
        "rsync" => rsync(scene),
        "scp" | "sftp" | "rcp" => scp(scene),
        _ => return false,
    }
    scene.check_hidden_options();
    true
}

const TO_FOLDER: &[&str] = &["t", "target-directory"];

fn copy(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let args = Args::read(&words, options("tS", "", &["target-directory", "suffix"]));
    let recursive = args.has(&["r", "R", "a", "recursive", "archive"]);
    let links = args.has(&["s", "l", "symbolic-link", "link"]);
    if args.has(&["l", "link"]) {
        // A second name of a file is a way to change it.
        for source in sources(&args) {
            scene.change(source, ChangeKind::Link, extent(recursive));
        }
    }
    let kind = if links { ChangeKind::Link } else { ChangeKind::Write };
    if args.has(&["parents"]) {
        let dest = args.value(TO_FOLDER).or(args.operands.last().copied());
        if let Some(dest) = dest {
            scene.below(dest, kind);
        }
        return;
    }
    arrive(scene, &args, kind, extent(recursive));
}

fn extent(recursive: bool) -> Extent {
    if recursive { Extent::Tree } else { Extent::File }
}

/// What is put somewhere else: all operands but the last, or all of them with `-t`.
fn sources<'a>(args: &'a Args<'_>) -> &'a [&'a Word] {
    match args.operands.as_slice() {
        all if args.value(TO_FOLDER).is_some() => all,
        // The shell may make several words of one, as of `a{,.bak}`.
        both @ [word] if !word.literal => both,
        [sources @ .., _] => sources,
        [] => &[],
    }
}

/// Notes that all operands go to the last one, or to the folder of `-t`.
fn arrive(scene: &mut Scene<'_>, args: &Args<'_>, kind: ChangeKind, extent: Extent) {
    if let Some(folder) = args.value(TO_FOLDER) {
        for source in &args.operands {
            scene.arrive_in(folder, source, kind, extent);
        }
        if args.operands.is_empty() {
            scene.below(folder, kind);
        }
        return;
    }
    let Some((dest, sources)) = args.operands.split_last() else {
        return;
    };
    let to_itself = args.has(&["T", "no-target-directory"]);
    match sources {
        [] if dest.literal => {}
        [] => scene.change(dest, kind, extent),
        [_] if to_itself => scene.change(dest, kind, extent),
        [source] => scene.arrive(dest, source, kind, extent),
        sources => sources.iter().for_each(|source| scene.arrive_in(dest, source, kind, extent)),
    }
}

fn move_away(scene: &mut Scene<'_>) {
    if scene.program == "rename" || scene.program == "mmv" {
        return scene.unresolved("the new names are made by a pattern");
    }
    let words = scene.words.clone();
    let args = Args::read(&words, options("tS", "", &["target-directory", "suffix"]));
    for source in sources(&args) {
        scene.change(source, ChangeKind::MoveFrom, Extent::Tree);
    }
    arrive(scene, &args, ChangeKind::Write, Extent::Tree);
}

fn link(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let args = Args::read(&words, options("tS", "", &["target-directory", "suffix"]));
    if !args.has(&["s", "symbolic"]) {
        let sources = match args.operands.as_slice() {
            [source] => std::slice::from_ref(source),
            _ => sources(&args),
        };
        for source in sources {
            scene.change(source, ChangeKind::Link, Extent::File);
        }
    }
    match args.operands.as_slice() {
        [source] if source.literal && args.value(TO_FOLDER).is_none() => {
            scene.arrive_in(&Word::plain("."), source, ChangeKind::Link, Extent::File);
        }
        _ => arrive(scene, &args, ChangeKind::Link, Extent::File),
    }
}

fn two_names(scene: &mut Scene<'_>) {
    for word in scene.words.clone().iter().take(2) {
        scene.change(word, ChangeKind::Link, Extent::File);
    }
}

fn install(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let long = &["target-directory", "suffix", "mode", "owner", "group", "strip-program"];
    let args = Args::read(&words, options("tSmog", "", long));
    if args.has(&["d", "directory"]) {
        for folder in &args.operands {
            scene.change(folder, ChangeKind::CreateDir, Extent::File);
        }
        return;
    }
    arrive(scene, &args, ChangeKind::Write, Extent::File);
}

fn rsync(scene: &mut Scene<'_>) {
    const LONG: &[&str] = &[
        "backup-dir",
        "block-size",
        "bwlimit",
        "chmod",
        "chown",
        "compare-dest",
        "copy-dest",
        "exclude",
        "exclude-from",
        "files-from",
        "filter",
        "include",
        "include-from",
        "link-dest",
        "log-file",
        "max-size",
        "min-size",
        "partial-dir",
        "password-file",
        "port",
        "rsh",
        "rsync-path",
        "suffix",
        "temp-dir",
        "timeout",
        "write-batch",
        "read-batch",
    ];
    let words = scene.words.clone();
    let args = Args::read(&words, options("efTBM", "", LONG));
    if args.has(&["e", "rsh", "rsync-path"]) {
        scene.unresolved("it is told which program to run");
    }
    if args.has(&["n", "dry-run", "list-only", "version", "help"]) && !args.has(&["log-file"]) {
        return;
    }
    for option in ["backup-dir", "temp-dir", "partial-dir"] {
        if let Some(folder) = args.value(&[option]) {
            scene.below(folder, ChangeKind::Write);
        }
    }
    for option in ["log-file", "write-batch", "only-write-batch"] {
        if let Some(file) = args.value(&[option]) {
            scene.output(file);
        }
    }
    if args.has(&["remove-source-files"]) {
        for source in args.operands.iter().rev().skip(1) {
            scene.change(source, ChangeKind::Remove, Extent::Tree);
        }
    }
    if let Some((dest, [_, ..])) = args.operands.split_last()
        && !is_remote(dest)
    {
        scene.change(dest, ChangeKind::Write, Extent::Tree);
    }
}

fn scp(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let args = Args::read(&words, options("cDFiJloPSX", "", &[]));
    if args.has(&["S", "o", "F"]) || scene.program == "sftp" {
        scene.unresolved("it is told what else to do");
    }
    let Some((dest, sources)) = args.operands.split_last() else {
        return;
    };
    if is_remote(dest) {
        return;
    }
    for source in sources {
        let path = source.text.rsplit(':').next().unwrap_or_default();
        scene.arrive(dest, &part(source, path), ChangeKind::Write, extent(args.has(&["r"])));
    }
}

/// `host:path` and `rsync://host`.
fn is_remote(word: &Word) -> bool {
    let before = word.text.split('/').next().unwrap_or_default();
    before.contains(':')
}
