//! Programs that read, and write only where an option or an operand says so: `sed -i`, `sort -o`,
//! `uniq IN OUT`, formatters.

mod awk;
mod sed;
mod sqlite;

use crate::Word;
use crate::effects::args::{Args, options, part};
use crate::effects::scene::Scene;
use crate::effects::{ChangeKind, Extent};

/// The changes of such a program; `false` if it is none.
pub(super) fn look_up(scene: &mut Scene<'_>) -> bool {
    match scene.program {
        "sed" | "gsed" | "ssed" => sed::look_up(scene),
        "awk" | "gawk" | "mawk" | "nawk" | "original-awk" => awk::look_up(scene),
        "uniq" | "guniq" => {
            let words = scene.words.clone();
            let args = Args::read(&words, options("fsw", "", &["skip-fields", "skip-chars"]));
            if let Some(output) = args.operands.get(1) {
                scene.output(output);
            }
        }
        "xxd" => {
            let words = scene.words.clone();
            let args = Args::read(&words, options("cglosn", "", &[]));
            if let Some(output) = args.operands.get(1) {
                scene.output(output);
            }
        }
        "sqlite3" | "sqlite" => sqlite::look_up(scene),
        "yq" => {
            let words = scene.words.clone();
            let args = Args::read(&words, options("ops", "", &["output-format", "indent"]));
            if args.has(&["i", "inplace", "in-place"]) {
                // The first is the expression, unless a file holds that.
                let has_expression = args.operands.len() > 1 && !args.has(&["from-file"]);
                for file in args.operands.iter().skip(usize::from(has_expression)) {
                    scene.change(file, ChangeKind::Write, Extent::File);
                }
            }
            if args.has(&["s", "split-exp", "split-exp-file"]) {
                scene.unresolved("an expression names its files");
            }
        }
        _ => return with_output_option(scene) || compiler(scene) || formatter(scene),
    }
    scene.check_hidden_options();
    true
}

/// A program that writes to the value of an option.
struct Output {
    names: &'static [&'static str],
    options: &'static [&'static str],
    /// Options that name a program.
    runs: &'static [&'static str],
}

const OUTPUTS: &[Output] = &[
    Output { names: &["man"], options: &[], runs: &["-P", "--pager", "-H", "--html"] },
    Output { names: &["bat", "batcat", "ag", "delta"], options: &[], runs: &["--pager"] },
    Output { names: &["info"], options: &["-o", "--output"], runs: &[] },
    Output { names: &["file"], options: &[], runs: &["-C", "--compile"] },
    Output {
        names: &["sort", "gsort"],
        options: &["-o", "--output"],
        runs: &["--compress-program"],
    },
    Output { names: &["iconv"], options: &["-o", "--output"], runs: &[] },
    Output { names: &["shuf", "gshuf"], options: &["-o", "--output"], runs: &[] },
    Output { names: &["base64", "base32"], options: &["-o", "--output"], runs: &[] },
    Output { names: &["tree"], options: &["-o"], runs: &[] },
    Output { names: &["sdiff"], options: &["-o", "--output"], runs: &["--diff-program"] },
    Output { names: &["xmllint"], options: &["-o", "--output"], runs: &[] },
    Output { names: &["xsltproc"], options: &["-o", "--output"], runs: &[] },
    Output {
        names: &["pandoc"],
        options: &["-o", "--output"],
        runs: &["-F", "--filter", "--lua-filter", "--pdf-engine"],
    },
    Output { names: &["dot", "neato"], options: &["-o"], runs: &[] },
    Output {
        names: &["less", "more", "zless"],
        options: &["-o", "-O", "--log-file", "--LOG-FILE"],
        runs: &[],
    },
    Output { names: &["rg"], options: &[], runs: &["--pre", "--hostname-bin"] },
    Output { names: &["diff", "colordiff"], options: &["--output"], runs: &[] },
    Output {
        names: &["openssl"],
        options: &[
            "-out",
            "-keyout",
            "-writerand",
            "-CAserial",
            "-sigfile_out",
            "-certout",
            "-cacertsout",
        ],
        runs: &["-engine", "-provider-path"],
    },
];

fn with_output_option(scene: &mut Scene<'_>) -> bool {
    let Some(program) = OUTPUTS.iter().find(|program| program.names.contains(&scene.program))
    else {
        return false;
    };
    let words = scene.words.clone();
    for (index, word) in words.iter().enumerate() {
        if value(&words, index, word, program.runs).is_some() {
            scene.unresolved("it is told which program to run");
        }
        if let Some(file) = value(&words, index, word, program.options) {
            scene.output(&file);
        }
    }
    if word_list_has(&words, &["-CAcreateserial"]) {
        scene.unresolved("it writes a file beside the certificate");
    }
    scene.check_hidden_options();
    true
}

/// What a compiler is told to make; what else it writes is not known.
fn compiler(scene: &mut Scene<'_>) -> bool {
    const OPTIONS: &[&str] = &["-o", "--outfile", "--outDir", "--outFile", "--out-dir"];
    let is_one = matches!(
        scene.program,
        "gcc"
            | "g++"
            | "cc"
            | "c++"
            | "clang"
            | "clang++"
            | "ld"
            | "rustc"
            | "go"
            | "tsc"
            | "esbuild"
    );
    if is_one {
        let words = scene.words.clone();
        for (index, word) in words.iter().enumerate() {
            let attached = match word.text.split_once('=') {
                Some((name, file)) if OPTIONS.contains(&name) => Some(part(word, file)),
                _ => word
                    .text
                    .strip_prefix("-o")
                    .filter(|file| !file.is_empty())
                    .map(|file| part(word, file)),
            };
            let next = words.get(index + 1).filter(|_| OPTIONS.contains(&word.text.as_str()));
            if let Some(file) = attached.as_ref().or(next) {
                scene.change(file, ChangeKind::Write, Extent::Tree);
            }
        }
    }
    false
}

fn word_list_has(words: &[Word], names: &[&str]) -> bool {
    words.iter().any(|word| names.contains(&word.text.as_str()))
}

/// The value of one of these options if `word` is one: `-o f`, `-of`, `-ro f`, `--output=f`.
fn value(words: &[Word], index: usize, word: &Word, names: &[&str]) -> Option<Word> {
    let next = || words.get(index + 1).cloned();
    let text = word.text.as_str();
    for name in names {
        if text == *name {
            return next();
        }
        let is_long = name.starts_with("--");
        if is_long && let Some((given, value)) = text.split_once('=') {
            if given.len() > 3 && name.starts_with(given) {
                return Some(part(word, value));
            }
        } else if is_long && text.len() > 3 && name.starts_with(text) {
            return next();
        }
        let letter = name.strip_prefix('-').filter(|letter| letter.len() == 1);
        if let Some(letter) = letter
            && text.starts_with('-')
            && !text.starts_with("--")
            && let Some((_, value)) = text.split_once(letter)
        {
            return if value.is_empty() { next() } else { Some(part(word, value)) };
        }
    }
    None
}

/// A program that formats the files that it is given, if an option says so or unless one says no.
struct Formatter {
    names: &'static [&'static str],
    /// It writes only with one of these.
    writes_with: &'static [&'static str],
    /// It does not write with one of these.
    reads_with: &'static [&'static str],
    /// Operands before the files.
    skipped: usize,
}

const FORMATTERS: &[Formatter] = &[
    Formatter {
        names: &["prettier"],
        writes_with: &["-w", "--write"],
        reads_with: &[],
        skipped: 0,
    },
    Formatter {
        names: &["eslint", "stylelint", "standard", "xo", "tslint", "rubocop", "markdownlint"],
        writes_with: &[
            "--fix",
            "-a",
            "-A",
            "--autocorrect",
            "--auto-correct",
            "--autocorrect-all",
            "--auto-correct-all",
        ],
        reads_with: &[],
        skipped: 0,
    },
    Formatter {
        names: &["rustfmt"],
        writes_with: &[],
        reads_with: &["--check", "--version", "-V", "--help"],
        skipped: 0,
    },
    Formatter {
        names: &["black", "isort", "stylua"],
        writes_with: &[],
        reads_with: &["--check", "--check-only", "-c", "--diff", "--version"],
        skipped: 0,
    },
    Formatter {
        names: &["gofmt", "goimports", "gofumpt", "shfmt"],
        writes_with: &["-w", "--write"],
        reads_with: &[],
        skipped: 0,
    },
    Formatter {
        names: &["clang-format", "autopep8", "yapf", "autoflake", "taplo"],
        writes_with: &["-i", "--in-place", "format", "fmt"],
        reads_with: &["--check"],
        skipped: 0,
    },
    Formatter {
        names: &["biome", "rome"],
        writes_with: &["--write", "--apply", "--fix", "--apply-unsafe"],
        reads_with: &[],
        skipped: 1,
    },
];

fn formatter(scene: &mut Scene<'_>) -> bool {
    let words = scene.words.clone();
    if scene.program == "ruff" {
        return ruff(scene, &words);
    }
    let found = FORMATTERS.iter().find(|formatter| formatter.names.contains(&scene.program));
    let Some(formatter) = found else {
        return false;
    };
    let writes = formatter.writes_with.is_empty() || word_list_has(&words, formatter.writes_with);
    if writes && !word_list_has(&words, formatter.reads_with) {
        formatted(scene, &words, formatter.skipped);
    }
    for (index, word) in words.iter().enumerate() {
        if let Some(file) = value(&words, index, word, &["-o", "--output-file"]) {
            scene.output(&file);
        }
    }
    // What it is configured to load may do anything.
    false
}

fn ruff(scene: &mut Scene<'_>, words: &[Word]) -> bool {
    let writes = match words.first().map(|word| word.text.as_str()) {
        Some("format") => !word_list_has(words, &["--check", "--diff"]),
        _ => word_list_has(words, &["--fix", "--fix-only", "--unsafe-fixes"]),
    };
    if writes {
        formatted(scene, words, 1);
    }
    false
}

fn formatted(scene: &mut Scene<'_>, words: &[Word], skipped: usize) {
    const LONG: &[&str] = &[
        "config",
        "edition",
        "config-path",
        "line-length",
        "select",
        "ignore",
        "ext",
        "parser",
        "target-version",
        "style",
        "plugin",
        "max-warnings",
        "ignore-path",
        "rulesdir",
        "resolve-plugins-relative-to",
    ];
    let args = Args::read(words, options("l", "", LONG));
    if args.operands.len() <= skipped {
        scene.below_here(ChangeKind::Write);
    }
    for file in args.operands.iter().skip(skipped) {
        scene.change(file, ChangeKind::Write, Extent::Tree);
    }
}
