//! Programs that edit files as a script or a patch says: `ed`, `ex`, `vi`, `patch`, `git apply`.

use crate::Word;
use crate::effects::args::{Args, options, part};
use crate::effects::scene::Scene;
use crate::effects::{ChangeKind, Extent};

/// The changes of such a program; `false` if it is none.
pub(super) fn look_up(scene: &mut Scene<'_>) -> bool {
    match scene.program {
        "ed" | "red" => ed(scene),
        "ex" | "vi" | "vim" | "nvim" | "view" | "rvim" | "vimdiff" => vi(scene),
        "nano" | "pico" | "micro" | "joe" | "mcedit" | "code" | "subl" | "gedit" => {
            let words = scene.words.clone();
            for file in Args::read(&words, options("", "", &[])).operands {
                scene.change(file, ChangeKind::Write, Extent::File);
            }
        }
        "emacs" | "emacsclient" => scene.unresolved("what it is told may write any file"),
        "patch" | "gpatch" => patch(scene),
        "apply_patch" | "applypatch" => {
            let text = scene.words.first().or(scene.command.input.as_ref()).cloned();
            named_by(scene, text.as_ref(), |patch| Some(begin_patch_files(patch)));
        }
        _ => return false,
    }
    scene.check_hidden_options();
    true
}

fn ed(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let args = Args::read(&words, options("p", "", &["prompt"]));
    for file in &args.operands {
        scene.change(file, ChangeKind::Write, Extent::File);
    }
    match scene.command.input.clone() {
        Some(script) if script.literal => editing(scene, &script),
        _ => scene.unresolved("its script is not known"),
    }
}

/// Notes what the commands of `ed` and `ex` write besides the file that is open.
fn editing(scene: &mut Scene<'_>, script: &Word) {
    for command in script.text.split(['\n', '|']).map(str::trim) {
        let command = command.trim_start_matches(|next: char| {
            next.is_ascii_digit() || matches!(next, ',' | '$' | '%' | '.' | ':' | ' ')
        });
        if command.starts_with('!') || command.starts_with("r !") || command.starts_with("e !") {
            return scene.unresolved("its script runs commands");
        }
        let name = ["wq ", "w! ", "w>> ", "w ", "W ", "write! ", "write ", "sav ", "saveas "]
            .iter()
            .find_map(|start| command.strip_prefix(start));
        match name.map(str::trim) {
            Some(name) if name.starts_with(['!', '%', '#']) => {
                return scene.unresolved("its script runs commands");
            }
            Some(name) if !name.is_empty() => {
                scene.output(&part(script, name.trim_start_matches(">>").trim()));
            }
            _ => {}
        }
        let opens = [
            "e ", "E ", "f ", "edit ", "file ", "cd ", "so ", "source ", "call ", "exe", "py",
            "lua", "perl", "ruby", "tabe", "sp ", "vs ", "new ", "argdo", "bufdo", "redir", "mks",
            "cal ", "sil", "norm", "let ", "set ", "au", "map", "term", "make", "gr",
        ];
        if opens.iter().any(|start| command.starts_with(start)) && script.text.len() > 1 {
            return scene.unresolved("its script may write any file");
        }
        if command.starts_with("g/") || command.starts_with("v/") || command.starts_with("g!") {
            let nested = [" w ", "|w ", "/w ", "!"];
            if nested.iter().any(|sign| command.contains(sign)) {
                return scene.unresolved("its script may write any file");
            }
        }
    }
}

fn vi(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    // After `-e`, `-s` has no value: it means that nobody watches.
    let is_ex = words.iter().any(|word| word.text.starts_with("-e") || word.text.starts_with("-E"));
    let valued = if is_ex || scene.program == "ex" { "cStuUiwWT" } else { "cSstuUiwWT" };
    let args = Args::read(&words, options(valued, "", &["cmd", "startuptime"]));
    let (commands, files): (Vec<&Word>, Vec<&Word>) =
        args.operands.iter().partition(|word| word.text.starts_with('+'));
    for file in files {
        scene.change(file, ChangeKind::Write, Extent::File);
    }
    let scripts = args.values(&["c", "cmd"]).chain(scene.command.input.as_ref());
    let scripts: Vec<Word> = scripts.cloned().collect();
    for script in &scripts {
        if script.literal {
            editing(scene, script);
        } else {
            scene.unresolved("its script depends on an expansion");
        }
    }
    for command in commands {
        editing(scene, &part(command, command.text.trim_start_matches('+')));
    }
    for file in args.values(&["i", "w", "W", "startuptime"]) {
        scene.output(file);
    }
    let is_known = |file: &Word| matches!(file.text.as_str(), "NONE" | "NORC" | "DEFAULTS");
    if args.values(&["S", "s", "u", "U"]).any(|file| !is_known(file)) {
        scene.unresolved("a file says what it does");
    } else if scripts.is_empty() && scene.program != "view" {
        scene.unresolved("its script is not known");
    }
}

fn patch(scene: &mut Scene<'_>) {
    const LONG: &[&str] = &[
        "strip",
        "directory",
        "input",
        "output",
        "reject-file",
        "fuzz",
        "backup",
        "prefix",
        "suffix",
        "basename-prefix",
        "version-control",
        "ifdef",
        "get",
        "read-only",
        "reject-format",
    ];
    let words = scene.words.clone();
    let args = Args::read(&words, options("pdioFBDzYVrg", "", LONG));
    if let Some(folder) = args.value(&["d", "directory"]) {
        scene.enter(folder);
    }
    if args.has(&["dry-run", "version", "help"]) {
        return;
    }
    for file in args.values(&["o", "output", "r", "reject-file"]) {
        scene.output(file);
    }
    if args.has(&["o", "output"]) {
        return;
    }
    if args.has(&["B", "prefix", "Y", "basename-prefix"]) {
        scene.unresolved("the copies that it keeps go to another folder");
    }
    if let Some(file) = args.operands.first() {
        return scene.change(file, ChangeKind::Write, Extent::File);
    }
    let from_file = args.has(&["i", "input"]) || args.operands.len() > 1;
    let input = scene.command.input.clone().filter(|_| !from_file);
    let strip = args.value(&["p", "strip"]).and_then(|count| count.text.parse().ok());
    named_by(scene, input.as_ref(), |text| diff_files(text, strip));
}

/// Notes what `git apply` changes; `false` if that is no file.
pub(super) fn apply_patch(scene: &mut Scene<'_>, words: &[Word]) -> bool {
    let syntax = options(
        "pC",
        "",
        &["directory", "exclude", "include", "whitespace", "build-fake-ancestor"],
    );
    let args = Args::read(words, syntax);
    let reads = ["stat", "numstat", "summary", "check"];
    if args.has(&["cached"]) || args.has(&reads) && !args.has(&["apply"]) {
        return false;
    }
    if args.has(&["directory", "unsafe-paths"]) {
        scene.unresolved("its paths are seen from elsewhere");
    }
    let is_input = args.operands.iter().all(|word| word.text == "-");
    let input = scene.command.input.clone().filter(|_| is_input);
    let strip = args.value(&["p"]).and_then(|count| count.text.parse().ok()).unwrap_or(1);
    named_by(scene, input.as_ref(), |text| diff_files(text, Some(strip)));
    true
}

/// Notes the files that a patch names, if it is part of the text.
fn named_by(
    scene: &mut Scene<'_>,
    patch: Option<&Word>,
    read: impl FnOnce(&str) -> Option<Vec<String>>,
) {
    let files = patch.filter(|patch| patch.literal).and_then(|patch| read(&patch.text));
    match files.filter(|files| !files.is_empty()) {
        Some(files) => {
            for file in files {
                scene.change(&Word::plain(&file), ChangeKind::Write, Extent::File);
            }
        }
        None => scene.unresolved("the patch names its files"),
    }
}

/// The files that a unified diff names, without `strip` leading components; `None` if one is
/// named in a way that is not read here.
fn diff_files(diff: &str, strip: Option<usize>) -> Option<Vec<String>> {
    let mut files: Vec<String> = vec![];
    for line in diff.lines() {
        let starts = ["--- ", "+++ ", "rename from ", "rename to ", "copy to "];
        let Some((start, name)) =
            starts.iter().find_map(|start| Some((*start, line.strip_prefix(start)?)))
        else {
            let is_other =
                ["*** ", "Index: ", "diff --git \""].iter().any(|sign| line.starts_with(sign));
            if is_other || line.starts_with("GIT binary") {
                return None;
            }
            continue;
        };
        let name = name.split('\t').next().unwrap_or(name).trim_end();
        if name.starts_with('"') {
            return None;
        }
        if name == "/dev/null" {
            continue;
        }
        let skipped = if start.starts_with(['-', '+']) { strip? } else { strip?.saturating_sub(1) };
        let name: Vec<&str> = name.split('/').skip(skipped).collect();
        let name = name.join("/");
        if !name.is_empty() && !files.contains(&name) {
            files.push(name);
        }
    }
    Some(files)
}

/// The files that a patch in the notation `*** Update File: PATH` names.
fn begin_patch_files(patch: &str) -> Vec<String> {
    let starts = ["*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "];
    let lines = patch.lines().map(str::trim);
    let names = lines.filter_map(|line| starts.iter().find_map(|start| line.strip_prefix(start)));
    names.map(str::to_owned).collect()
}
