//! Programs that run others, and what the shell itself does.
//!
//! What a wrapper runs is a command of its own; here is what such a program does besides, and
//! where what it runs cannot be seen.

use crate::effects::args::{Args, options};
use crate::effects::items::start_folders;
use crate::effects::scene::Scene;
use crate::effects::{ChangeKind, Extent};
use crate::wrappers::wrapper;
use crate::{RedirectAccess, Word};

/// The changes of such a program; `false` if it is none.
pub(super) fn look_up(scene: &mut Scene<'_>) -> bool {
    if scene.command.opaque {
        scene.runs_unseen("the script that it runs depends on an expansion");
    }
    match scene.program {
        "sh" | "bash" | "zsh" | "dash" | "ksh" | "ksh93" | "mksh" | "ash" | "yash" | "rbash"
        | "fish" | "csh" | "tcsh" => shell(scene),
        "source" | "." => source(scene),
        "find" | "gfind" | "bfs" => find(scene),
        "eval" | "trap" | "alias" | "fd" | "fdfind" => {}
        "npx" | "bunx" | "pnpx" | "uvx" | "pipx" => {
            scene.unknown();
            through(scene, &["run", "dlx"]);
        }
        "pnpm" | "yarn" | "npm" | "bun" => through_package_manager(scene),
        "uv" | "poetry" | "pipenv" | "rye" | "pdm" | "hatch" | "bundle" | "mise" | "direnv" => {
            through_package_manager(scene);
        }
        "cargo" => return cargo(scene),
        "make" | "gmake" | "just" | "ninja" => return make(scene),
        "go" | "terraform" | "dart" | "mix" | "zig" | "deno" | "dotnet" => {
            if scene
                .words
                .first()
                .is_some_and(|word| matches!(word.text.as_str(), "fmt" | "format"))
            {
                formatted_tree(scene);
            }
            return false;
        }
        "export" | "declare" | "typeset" | "local" | "readonly" | "env" | "setenv" => {
            variables(scene);
        }
        "hash" => {
            if scene.words.iter().any(|word| word.text.starts_with("-p")) {
                scene.unresolved("it gives a program another name");
            }
        }
        "mapfile" | "readarray" | "compgen" => callback(scene),
        "enable" | "bind" | "complete" | "compopt" | "zmodload" | "autoload" | "emulate"
        | "sched" => {
            if !scene.words.is_empty() {
                scene.unresolved("it loads or runs what is not seen here");
            }
        }
        "at" | "batch" | "crontab" => {
            if !scene.words.iter().any(|word| matches!(word.text.as_str(), "-l" | "-c")) {
                scene.unresolved("it runs commands later");
            }
        }
        "gdb" | "lldb" | "expect" | "osascript" | "pwsh" | "powershell" | "powershell.exe"
        | "cmd" | "cmd.exe" | "wsl" => {
            scene.unresolved("it runs commands in a language of its own");
        }
        _ => return wrapped(scene),
    }
    true
}

/// A shell whose script is neither an operand nor part of the text.
fn shell(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    let args = Args::read(&words, options("oO", "", &["rcfile", "init-file"]));
    if args.has(&["rcfile", "init-file"]) {
        scene.runs_unseen("it is told what else to run");
    }
    let ran = scene.commands.iter().any(|command| command.runner == Some(scene.index));
    if ran || scene.command.opaque {
        return;
    }
    let is_script = args.operands.first().filter(|_| !args.has(&["c", "s"]));
    match is_script {
        Some(script) if is_process_substitution(script) || is_stdin(&script.text) => {
            scene.runs_unseen("its script is the output of a command");
        }
        Some(script) => file(scene, script),
        None if args.has(&["version", "help"]) => {}
        None if args.has(&["c"]) && args.operands.first().is_some_and(|code| code.literal) => {}
        None if scene.command.input.as_ref().is_some_and(|input| input.literal) => {}
        None => scene.runs_unseen("its script comes from its input"),
    }
}

fn source(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    match words.iter().find(|word| word.text != "--") {
        Some(script) if is_process_substitution(script) => {
            scene.runs_unseen("its script is the output of a command");
        }
        Some(script) if is_stdin(&script.text) && scene.command.input.is_none() => {
            scene.runs_unseen("its script comes from its input");
        }
        Some(script) if is_stdin(&script.text) => {}
        Some(script) => file(scene, script),
        None => {}
    }
}

/// A script in a file is a program of which nothing is known, except that it must be the one
/// that stands there now.
fn file(scene: &mut Scene<'_>, script: &Word) {
    scene.runs_file(script);
    scene.unknown();
}

fn is_process_substitution(word: &Word) -> bool {
    !word.literal && (word.text.contains("<(") || word.text.contains(">("))
}

fn is_stdin(path: &str) -> bool {
    matches!(path, "-" | "/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0")
}

fn find(scene: &mut Scene<'_>) {
    let words = scene.words.clone();
    for (index, word) in words.iter().enumerate() {
        match word.text.as_str() {
            "-delete" => {
                for folder in start_folders(scene.command) {
                    scene.change(&folder, ChangeKind::Remove, Extent::Tree);
                }
            }
            "-fprint" | "-fprint0" | "-fls" | "-fprintf" => {
                if let Some(file) = words.get(index + 1) {
                    scene.output(file);
                }
            }
            "-files0-from" => scene.unresolved("a file says where it starts"),
            _ => {}
        }
    }
    let hidden = words.iter().any(|word| word.splits && !word.text.contains('/'));
    let starts_end = words.iter().position(|word| word.text.starts_with('-')).unwrap_or(0);
    if hidden && words.iter().skip(starts_end).any(|word| word.splits) {
        scene.check_hidden_options();
    }
}

/// `npx PROGRAM`: what is known of the program holds, and that it is not the one of the system.
fn through(scene: &mut Scene<'_>, skipped: &[&str]) {
    let at = scene
        .words
        .iter()
        .position(|word| !word.text.starts_with('-') && !skipped.contains(&word.text.as_str()));
    if let Some(at) = at {
        scene.shift(at + 1);
        if !super::files::look_up(scene) {
            super::filters::look_up(scene);
        }
    }
}

fn through_package_manager(scene: &mut Scene<'_>) {
    scene.unknown();
    let runs = ["exec", "dlx", "run", "x"];
    if let Some(at) = scene.words.iter().position(|word| runs.contains(&word.text.as_str())) {
        scene.shift(at + 1);
        through(scene, &["--"]);
    }
}

/// Builtins that call a command back with `-C`.
fn callback(scene: &mut Scene<'_>) {
    let calls = |word: &Word| word.text.starts_with("-C") || word.text.starts_with("-F");
    if scene.words.iter().any(calls) {
        scene.unresolved("it is told which command to run");
    }
}

/// `make -f -`; otherwise its rules are in a file.
fn make(scene: &mut Scene<'_>) -> bool {
    let words = scene.words.clone();
    let is_unseen = |word: &Word| is_stdin(&word.text) || is_process_substitution(word);
    let attached = ["-f-", "--file=-", "--makefile=-", "--file=/dev/stdin"];
    let reads_input = words.iter().enumerate().any(|(index, word)| {
        attached.contains(&word.text.as_str())
            || word.text == "-f" && words.get(index + 1).is_some_and(is_unseen)
    });
    if reads_input {
        scene.runs_unseen("what it is told comes from its input");
    }
    let evaluates = |word: &Word| word.text.starts_with("--ev") || word.text.starts_with("-E");
    if scene.program != "ninja" && words.iter().any(evaluates) {
        scene.unresolved("it is told rules that may run commands");
    }
    false
}

fn cargo(scene: &mut Scene<'_>) -> bool {
    let has = |name: &str| scene.words.iter().any(|word| word.text == name);
    if has("fmt") && !has("--check") || has("fix") || has("--fix") {
        formatted_tree(scene);
    }
    false
}

fn formatted_tree(scene: &mut Scene<'_>) {
    if !scene.words.iter().any(|word| matches!(word.text.as_str(), "--check" | "-check")) {
        scene.below_here(ChangeKind::Write);
    }
}

/// Variables that make later programs run something.
fn variables(scene: &mut Scene<'_>) {
    if let Some(reason) = super::preloaded(&scene.words) {
        scene.unresolved(&reason);
    }
    if scene.program == "env" {
        wrapped(scene);
    }
}

/// The files of a wrapper itself, such as the log of `strace`.
fn wrapped(scene: &mut Scene<'_>) -> bool {
    let Some(wrapper) = wrapper(scene.program) else {
        return false;
    };
    let runs = scene.commands.iter().any(|command| command.runner == Some(scene.index));
    let words = scene.words.clone();
    if !runs && words.iter().any(|word| !word.literal && word.splits) {
        scene.unresolved("what it runs depends on an expansion");
    }
    let args = Args::read(&words, wrapper.options);
    let logs: &[&str] = match scene.program {
        "strace" | "ltrace" | "time" | "gtime" => &["o", "output"],
        "valgrind" => &["log-file", "xml-file"],
        "parallel" | "sem" => &["joblog", "results"],
        "flock" => {
            if let Some(lock) =
                args.operands.first().filter(|lock| lock.text.parse::<u32>().is_err())
            {
                scene.change(lock, ChangeKind::Write, Extent::File);
            }
            return true;
        }
        "script" => {
            let log = args.operands.first().filter(|_| !args.has(&["version"]));
            match log.filter(|log| log.text != "/dev/null") {
                Some(log) => scene.change(log, ChangeKind::Write, Extent::File),
                None if log.is_none() => scene.output(&Word::plain("typescript")),
                None => {}
            }
            &["T", "I", "O", "B", "log-in", "log-out", "log-io", "log-timing"]
        }
        _ => &[],
    };
    for log in args.values(logs) {
        scene.output(log);
    }
    let reads_input = matches!(scene.program, "parallel") && !runs;
    if reads_input
        && !scene.command.redirects.iter().any(|file| file.access == RedirectAccess::Write)
    {
        scene.unresolved("its input says what it runs");
    }
    true
}
