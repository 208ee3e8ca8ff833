//! Programs whose operands are the files that they make, remove, or mark: `rm`, `touch`, `chmod`.
//!
//! POSIX.1-2024, "Utilities"; the options are those of GNU coreutils and of the BSDs.

use crate::effects::args::{Args, options, part};
use crate::effects::scene::Scene;
use crate::effects::{ChangeKind, Extent};
use crate::options::Syntax;
use crate::{SimpleCommand, Word};

/// A program that does one thing to all its operands.
struct Plain {
    names: &'static [&'static str],
    syntax: Syntax,
    kind: ChangeKind,
    /// How many operands stand before the files.
    skipped: usize,
    /// Options without which it takes that many operands less.
    instead: &'static [&'static str],
    /// Options that make it reach into folders.
    recursive: &'static [&'static str],
}

const REMOVES: Plain = Plain {
    names: &["rm", "grm", "rmdir", "unlink", "trash", "trash-put", "rimraf", "srm", "del", "rd"],
    syntax: options("", "", &[]),
    kind: ChangeKind::Remove,
    skipped: 0,
    instead: &[],
    recursive: &["r", "R", "recursive"],
};

const MARKS: Plain = Plain {
    names: &["chmod", "chown", "chgrp", "gchmod", "gchown"],
    kind: ChangeKind::Mode,
    skipped: 1,
    instead: &["reference"],
    syntax: options("", "", &["reference", "from"]),
    ..REMOVES
};

const PLAIN: &[Plain] = &[
    REMOVES,
    MARKS,
    Plain { names: &["chattr"], syntax: options("vp", "", &[]), instead: &[], ..MARKS },
    Plain {
        names: &["setfacl"],
        syntax: options("mMxX", "", &["modify", "modify-file", "remove", "remove-file", "restore"]),
        skipped: 0,
        ..MARKS
    },
    Plain {
        names: &["setfattr"],
        syntax: options("nvx", "", &["name", "value", "remove", "restore"]),
        skipped: 0,
        ..MARKS
    },
    Plain { names: &["xattr"], syntax: options("", "", &[]), skipped: 0, ..MARKS },
    Plain {
        names: &["chcon"],
        syntax: options("urtl", "", &["user", "role", "type", "range", "reference"]),
        ..MARKS
    },
    Plain {
        names: &["touch", "gtouch"],
        syntax: options("drt", "", &["date", "reference", "time"]),
        kind: ChangeKind::Write,
        ..REMOVES
    },
    Plain {
        names: &["mkdir", "gmkdir", "md"],
        syntax: options("mZ", "", &["mode"]),
        kind: ChangeKind::CreateDir,
        ..REMOVES
    },
    Plain {
        names: &["mkfifo"],
        syntax: options("mZ", "", &["mode"]),
        kind: ChangeKind::Write,
        ..REMOVES
    },
    Plain { names: &["tee", "gtee", "sponge"], kind: ChangeKind::Write, ..REMOVES },
    Plain {
        names: &["truncate", "gtruncate"],
        syntax: options("rs", "", &["reference", "size"]),
        kind: ChangeKind::Write,
        ..REMOVES
    },
    Plain {
        names: &["fallocate"],
        syntax: options("lo", "", &["length", "offset"]),
        kind: ChangeKind::Write,
        ..REMOVES
    },
    Plain {
        names: &["shred"],
        syntax: options("ns", "", &["iterations", "size", "random-source"]),
        kind: ChangeKind::Remove,
        ..REMOVES
    },
    Plain {
        names: &["dos2unix", "unix2dos", "mac2unix", "fromdos", "todos"],
        syntax: options("ciD", "", &["convmode", "info", "display-enc"]),
        kind: ChangeKind::Write,
        ..REMOVES
    },
];

/// The changes of such a program; `false` if it is none.
pub(super) fn look_up(scene: &mut Scene<'_>) -> bool {
    if let Some(plain) = PLAIN.iter().find(|plain| plain.names.contains(&scene.program)) {
        change_operands(scene, plain);
        return true;
    }
    let words = scene.words.clone();
    match scene.program {
        "dd" | "gdd" => {
            for word in &words {
                if let Some(path) = word.text.strip_prefix("of=") {
                    scene.output(&part(word, path));
                }
            }
            scene.check_hidden_options();
        }
        "mktemp" => temporary(scene, &Args::read(&words, options("p", "", &["suffix"]))),
        "mknod" => first(scene, &Args::read(&words, options("mZ", "", &["mode"]))),
        "split" | "gsplit" => {
            if words.iter().any(|word| word.text.starts_with("--fi")) {
                scene.unresolved("it is told which program to run");
            }
            let syntax = options("abClntx", "", &["suffix-length", "bytes", "lines", "number"]);
            pieces(scene, Args::read(&words, syntax).operands.get(1).copied(), "x");
        }
        "csplit" | "gcsplit" => {
            let args =
                Args::read(&words, options("fnb", "", &["prefix", "digits", "suffix-format"]));
            pieces(scene, args.value(&["f", "prefix"]), "xx");
        }
        "mount" | "umount" | "losetup" | "mkswap" | "swapon" if words.is_empty() => {}
        "mount" | "umount" | "losetup" | "mkswap" | "swapon" => {
            scene.unresolved("it changes what stands behind paths");
        }
        program if program.starts_with("mkfs") => {
            let args = Args::read(&words, options("tLbim", "", &["type"]));
            if let Some(device) = args.operands.first() {
                scene.change(device, ChangeKind::Write, Extent::File);
            }
        }
        _ => return false,
    }
    true
}

fn change_operands(scene: &mut Scene<'_>, plain: &Plain) {
    let words = scene.words.clone();
    // A mode such as `-w` or `-x` looks like an option.
    let args = Args::read(&words, plain.syntax);
    let is_mode = |text: &str| text.starts_with('-') && text.len() > 1 && !text.starts_with("--");
    let modes = words.iter().any(|word| {
        is_mode(&word.text) && !word.text.contains(['R', 'v', 'f', 'c', 'h', 'H', 'L', 'P'])
    });
    let skipped = match plain.skipped {
        0 => 0,
        _ if args.has(plain.instead) && !plain.instead.is_empty() => 0,
        _ if plain.kind == ChangeKind::Mode && modes => 0,
        skipped => skipped,
    };
    let extent = match plain.kind {
        _ if args.has(plain.recursive) => Extent::Tree,
        _ if matches!(scene.program, "trash" | "trash-put" | "rimraf") => Extent::Tree,
        _ => Extent::File,
    };
    for word in args.operands.iter().skip(skipped) {
        if word.text != "-" || plain.kind != ChangeKind::Write {
            scene.change(word, plain.kind, extent);
        }
    }
    scene.check_hidden_options();
}

/// A file of a name that nobody has, which is of no concern unless a folder is named for it.
fn temporary(scene: &mut Scene<'_>, args: &Args<'_>) {
    if let Some(folder) = assigned(scene.command, "TMPDIR") {
        scene.below(&folder, ChangeKind::Write);
    }
    if let Some(folder) = args.value(&["p", "tmpdir"]) {
        return scene.below(folder, ChangeKind::Write);
    }
    for template in &args.operands {
        if template.text.contains('/') || !args.has(&["t"]) {
            scene.change(template, ChangeKind::Write, Extent::File);
        }
    }
}

/// What a command is told in a variable.
fn assigned(command: &SimpleCommand, name: &str) -> Option<Word> {
    let value = |word: &Word| {
        let (found, value) = word.text.split_once('=')?;
        (found == name && !value.is_empty()).then(|| part(word, value))
    };
    command.assignments.iter().rev().find_map(value)
}

fn first(scene: &mut Scene<'_>, args: &Args<'_>) {
    if let Some(word) = args.operands.first() {
        scene.change(word, ChangeKind::Write, Extent::File);
    }
}

/// Files whose names begin with `prefix`.
fn pieces(scene: &mut Scene<'_>, prefix: Option<&Word>, default: &str) {
    let prefix = prefix.cloned().unwrap_or_else(|| Word::plain(default));
    // `aa`, `ab` and so on: what matters is the folder.
    let text = format!("{}*", prefix.text);
    scene.change(
        &Word { text, literal: false, splits: prefix.splits },
        ChangeKind::Write,
        Extent::File,
    );
}
