//! Programs that pack and unpack: `tar`, `zip`, `gzip` and their relatives.

use crate::Word;
use crate::effects::args::{Args, options, part};
use crate::effects::scene::Scene;
use crate::effects::{ChangeKind, Extent};

/// The changes of such a program; `false` if it is none.
pub(super) fn look_up(scene: &mut Scene<'_>) -> bool {
    match scene.program {
        "tar" | "gtar" | "bsdtar" | "star" => tar(scene),
        "unzip" => unzip(scene),
        "zip" => zip(scene),
        "gzip" | "gunzip" | "pigz" | "unpigz" | "xz" | "unxz" | "lzma" | "unlzma" | "bzip2"
        | "bunzip2" | "pbzip2" | "zstd" | "unzstd" | "lz4" | "unlz4" | "compress"
        | "uncompress" | "brotli" => one_file(scene),
        "zcat" | "bzcat" | "xzcat" | "zstdcat" | "lz4cat" | "gzcat" | "zgrep" | "zless"
        | "zipinfo" => {}
        "cpio" | "pax" => cpio(scene),
        "7z" | "7za" | "7zr" | "unrar" | "rar" | "ar" | "jar" | "unar" => other(scene),
        _ => return false,
    }
    true
}

/// Options of tar with a value.
const TAR_VALUES: &[&str] = &[
    "directory",
    "exclude",
    "exclude-from",
    "file",
    "files-from",
    "group",
    "index-file",
    "level",
    "listed-incremental",
    "mode",
    "mtime",
    "owner",
    "strip-components",
    "tape-length",
    "to-command",
    "transform",
    "use-compress-program",
    "checkpoint-action",
    "info-script",
    "new-volume-script",
    "rmt-command",
    "rsh-command",
    "xform",
];

/// Those whose value is run.
const TAR_RUNS: &[&str] = &[
    "to-command",
    "use-compress-program",
    "checkpoint-action",
    "info-script",
    "new-volume-script",
    "rmt-command",
    "rsh-command",
    "I",
    "F",
];

fn tar(scene: &mut Scene<'_>) {
    let mut words = scene.words.clone();
    if words.first().is_some_and(|first| !first.text.starts_with('-')) {
        words = new_style(&words);
    }
    let args = Args::read(&words, options("bCfFgHIKLNTVX", "", TAR_VALUES));
    if args.has(TAR_RUNS) {
        scene.unresolved("it is told which program to run");
    }
    if args.has(&["x", "extract", "get"]) {
        let to_output = args.has(&["O", "to-stdout"]);
        let folders: Vec<&Word> = args.values(&["C", "directory"]).collect();
        match folders.as_slice() {
            _ if to_output => {}
            _ if args.has(&["P", "absolute-names", "transform", "xform", "one-top-level"]) => {
                scene.unresolved("the archive says where its files go");
            }
            [] => scene.below_here(ChangeKind::Write),
            [folder] => scene.below(folder, ChangeKind::Write),
            _ => scene.unresolved("it changes its folder more than once"),
        }
    } else if args.has(&["c", "r", "u", "A", "create", "append", "update", "catenate", "delete"]) {
        if let Some(file) = args.value(&["f", "file"]) {
            scene.output(file);
        }
        if args.has(&["remove-files"]) {
            for file in &args.operands {
                scene.change(file, ChangeKind::Remove, Extent::Tree);
            }
        }
    }
    for option in ["index-file", "g", "listed-incremental"] {
        if let Some(file) = args.value(&[option]) {
            scene.output(file);
        }
    }
    scene.check_hidden_options();
}

/// Gives each letter of the old style a dash, and its value, which stands behind all letters.
fn new_style(words: &[Word]) -> Vec<Word> {
    let Some((first, values)) = words.split_first() else {
        return vec![];
    };
    let mut values = values.iter().cloned();
    let mut spread = vec![];
    for letter in first.text.chars() {
        spread.push(part(first, &format!("-{letter}")));
        if "bCfFgHIKLNTVX".contains(letter) {
            spread.extend(values.next());
        }
    }
    spread.extend(values);
    spread
}

fn unzip(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let args = Args::read(&words, options("dPx", "", &[]));
    if args.has(&["l", "p", "t", "v", "z", "Z", "c"]) {
        return;
    }
    match args.value(&["d"]) {
        _ if args.has(&[":"]) => scene.unresolved("the archive says where its files go"),
        Some(folder) => scene.below(folder, ChangeKind::Write),
        None => scene.below_here(ChangeKind::Write),
    }
}

fn zip(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let long = &["out", "output-file", "exclude", "include", "password", "temp-path", "suffixes"];
    let args = Args::read(&words, options("bntOPix", "", long));
    if args.has(&["TT", "unzip-command"]) {
        scene.unresolved("it is told which program to run");
    }
    let archive = args.value(&["O", "out", "output-file"]).or(args.operands.first().copied());
    if let Some(archive) = archive {
        scene.output(archive);
    }
    if args.has(&["m", "move"]) {
        for file in args.operands.iter().skip(1) {
            scene.change(file, ChangeKind::Remove, Extent::Tree);
        }
    }
    if let Some(folder) = args.value(&["b", "temp-path"]) {
        scene.below(folder, ChangeKind::Write);
    }
}

/// Each file becomes another one beside it, and goes unless it is kept.
fn one_file(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let args = Args::read(
        &words,
        options("bSoDMT", "", &["suffix", "output", "memlimit", "threads", "output-dir-flat"]),
    );
    if args.has(&["files", "files0", "filelist"]) {
        scene.unresolved("a file says which files");
    }
    let only_reads = args.has(&["c", "t", "l", "stdout", "to-stdout", "test", "list"]);
    if let Some(output) = args.value(&["o", "output"]) {
        scene.output(output);
    } else if let Some(folder) = args.value(&["output-dir-flat", "output-dir-mirror"]) {
        scene.below(folder, ChangeKind::Write);
    } else if !only_reads {
        let extent = if args.has(&["r", "recursive"]) { Extent::Tree } else { Extent::File };
        for file in args.operands.iter().filter(|file| file.text != "-") {
            scene.change(file, ChangeKind::MoveFrom, extent);
            let other = packed(&file.text);
            scene.change(&part(file, &other), ChangeKind::Write, extent);
        }
    }
    scene.check_hidden_options();
}

/// The name of the file that takes the place of `name`.
fn packed(name: &str) -> String {
    let endings = [".gz", ".xz", ".bz2", ".zst", ".lzma", ".lz4", ".Z", ".tgz", ".br"];
    match endings.iter().find_map(|ending| name.strip_suffix(ending)) {
        Some(plain) => plain.to_owned(),
        None => format!("{name}.gz"),
    }
}

fn cpio(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let args = Args::read(&words, options("CDEFHIOMRf", "", &["directory", "file", "format"]));
    if let Some(file) = args.value(&["O", "F", "f", "file"]) {
        scene.output(file);
    }
    let folder = args.value(&["D", "directory"]).cloned();
    if args.has(&["p", "pass-through"]) {
        scene.unresolved("its input says which files it writes");
    } else if args.has(&["i", "r", "extract"]) && !args.has(&["t", "list", "to-stdout"]) {
        match folder {
            Some(folder) if args.has(&["no-absolute-filenames"]) => {
                scene.below(&folder, ChangeKind::Write);
            }
            _ => scene.unresolved("the archive says where its files go"),
        }
    }
}

fn other(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let reads = ["l", "t", "-l", "-t", "tf", "tvf", "lt", "p", "-p", "i", "--help"];
    if words.first().is_some_and(|word| !reads.contains(&word.text.as_str())) {
        scene.unresolved("it packs or unpacks files");
    }
}
