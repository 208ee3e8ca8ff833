//! Signs that a text may not be all that a task or a script runs.
//!
//! Such a text is judged all the same, and that it only reads is not believed. So a sign may be too many:
//! nothing is stopped by it that was not stopped before anybody looked.

use std::fs;
use std::path::Path;

use crate::text::read;

#[cfg(test)]
mod tests;

/// Why what is told of a task may not be all.
pub(crate) type Doubt = Option<&'static str>;

/// Variables that shells, interpreters and loaders obey, or by which they find what they run.
const OBEYED: &str = " PATH HOME BASH_ENV SHELLOPTS BASHOPTS CDPATH PS4 PROMPT_COMMAND NODE_OPTIONS NODE_PATH \
    PERL5OPT PERL5LIB RUBYOPT RUBYLIB PYTHONPATH PYTHONSTARTUP PYTHONHOME PYTHONUSERBASE MAKEFILES XDG_CONFIG_HOME \
    GIT_DIR GIT_WORK_TREE GIT_EXTERNAL_DIFF GIT_SSH GIT_SSH_COMMAND GIT_EXEC_PATH GIT_INDEX_FILE GIT_OBJECT_DIRECTORY \
    GIT_PROXY_COMMAND GIT_TEMPLATE_DIR ";

/// Whether something that a task runs may obey a variable of this name.
pub(crate) fn is_obeyed(name: &str) -> bool {
    let starts = ["LD_", "DYLD_", "GIT_CONFIG", "GIT_TRACE", "npm_config_", "NPM_CONFIG_"];
    let ends = ["PAGER", "EDITOR", "ASKPASS"];
    has(OBEYED, name)
        || starts.iter().any(|start| name.starts_with(start))
        || ends.iter().any(|end| name.ends_with(end))
}

/// Of a file that sets variables for a task, such as `.env`: whether it does more, or sets one that is
/// obeyed. One that is not there says nothing.
pub(crate) fn of_variables(file: &Path) -> Doubt {
    if !file.exists() {
        return None;
    }
    let Some(text) = read(file) else { return Some("a file of variables cannot be read") };
    let is_plain = |line: &str| {
        let line = line.trim();
        let line = line.strip_prefix("export ").unwrap_or(line);
        let Some((name, value)) = line.split_once('=') else {
            return line.is_empty() || line.starts_with('#');
        };
        let name = name.trim_end_matches([' ', ':', '?', '+']);
        let is_name = name.chars().all(|next| next == '_' || next.is_ascii_alphanumeric());
        is_name
            && !is_obeyed(name)
            && name != "SHELL"
            && !["$(", "${", "`"].iter().any(|it| value.contains(it))
    };
    (!text.lines().all(is_plain)).then_some("a file of variables does more than that")
}

/// Of a table of tasks with their environment.
pub(crate) fn of_table(file: &Path) -> Doubt {
    const FILES: [&str; 3] = [".env", ".env.local", ".env.development"];
    let text = read(file)?;
    let is_part = |next: char| next == '_' || next.is_ascii_alphanumeric();
    // As a key of a table, behind an indentation or a brace.
    let names = text.split(|next| !is_part(next) && next != '.').filter(|word| word.len() > 2);
    let is_sign = |word: &str| is_obeyed(word) || matches!(word, "_.path" | "_.source" | "_.file");
    if names.into_iter().any(is_sign) {
        return Some("it sets a variable that programs obey");
    }
    let reads = ["dotenv", "envfile", "env_file"].iter().any(|sign| text.contains(sign));
    let folder = file.parent().filter(|_| reads)?;
    FILES.iter().find_map(|name| of_variables(&folder.join(name)))
}

/// Of a file of `make`.
pub(crate) fn of_makefile(text: &str) -> Doubt {
    const SIGNS: [&str; 9] = [
        "(eval",
        "{eval",
        "(file",
        "{file",
        "(guile",
        "{guile",
        ".SECONDEXPANSION",
        "MAKEFILES",
        "load ",
    ];
    const FLAGS: &str = " MAKEFLAGS += = := ?= --no-print-directory --warn-undefined-variables --no-builtin-rules \
        --no-builtin-variables --silent --quiet --always-make -s -r -R -rR -Rr -k --keep-going --output-sync ";
    if SIGNS.iter().any(|sign| text.contains(sign)) {
        return Some("it makes its rules while it is read");
    }
    let mut is_defining = false;
    for line in text.lines().map(str::trim_start) {
        is_defining |= line.starts_with("define ") || line.contains(" define ");
        is_defining &= !line.starts_with("endef");
        if is_defining && ["(shell", "{shell"].iter().any(|sign| line.contains(sign)) {
            return Some("what it defines runs commands");
        }
        let flags = line.strip_prefix("export ").unwrap_or(line);
        let is_known =
            |word: &str| has(FLAGS, word) || word.starts_with("-j") || word.starts_with("--jobs");
        let sets = flags.strip_prefix("MAKEFLAGS").is_some_and(|rest| rest.contains('='));
        let flags = flags.replace("+=", " += ").replace(":=", " := ");
        if sets && !flags.split_whitespace().all(is_known) {
            return Some("it gives `make` options");
        }
    }
    None
}

/// Of the options that a shell has when it is given the text of a task: whether it is only that text which
/// it runs.
pub(crate) fn of_shell<'w>(options: impl Iterator<Item = &'w str>) -> Doubt {
    let is_plain = |word: &str| {
        let letters = word.strip_prefix('-').filter(|letters| !letters.is_empty());
        matches!(word, "pipefail" | "errexit" | "nounset" | "xtrace")
            || letters.is_some_and(|letters| letters.chars().all(|next| "euxoc".contains(next)))
    };
    let mut options = options;
    (!options.all(is_plain)).then_some("its shell has other options")
}

/// Of code whose first line is about another interpreter, or gives it options, which Perl and Ruby obey.
pub(crate) const FIRST_LINE: Doubt = Some("its first line gives its interpreter options");

/// Of code that is run from a file in `folder`.
pub(crate) fn of_code(text: &str, language: &str, folder: &Path) -> Doubt {
    let has_any = |signs: &[&str]| signs.iter().any(|sign| text.contains(sign));
    let looks_elsewhere = match language {
        "python3" => has_any(&["sys.path", "from sys import", "__path__", "site."]),
        "ruby" => has_any(&["$LOAD_PATH", "$:", "autoload", "$-I"]),
        "perl" => has_any(&["use lib", "@INC", "%INC", "FindBin"]),
        _ => loaded(text).any(|name| !is_of_node(name)),
    };
    if looks_elsewhere {
        return Some("it may load what the language does not bring along");
    }
    let mut first = text.lines().take(2);
    if language != "node" && first.any(|line| line.starts_with('#') && is_encoded(line)) {
        return Some("it is written in another encoding");
    }
    if language == "python3" {
        if text.chars().any(folds_to_a_letter) || has_module_of_module(text) {
            return Some("its names are not what they seem");
        }
        return shadows(text, folder)
            .then_some("files beside it have names of the language's modules");
    }
    None
}

/// Whether a comment names an encoding that may hide letters.
fn is_encoded(line: &str) -> bool {
    const PLAIN: &str = " utf-8 utf8 ascii us-ascii latin-1 latin1 iso-8859-1 iso-8859-15 ";
    let Some((_, name)) = line.split_once("coding") else { return false };
    let Some(name) = name.strip_prefix([':', '=']) else { return false };
    let name: String = name
        .trim()
        .chars()
        .take_while(|it| it.is_ascii_alphanumeric() || "-_.".contains(*it))
        .collect();
    !has(PLAIN, &name.to_ascii_lowercase())
}

/// Whether Python takes a letter in a name for one of ASCII: it brings names into the form NFKC.
fn folds_to_a_letter(next: char) -> bool {
    matches!(next,
        'ª' | 'º' | 'ſ' | '\u{2b0}'..='\u{2b8}' | '\u{2e1}'..='\u{2e3}' | '\u{1d2c}'..='\u{1d6a}'
        | '\u{2071}' | '\u{207f}' | '\u{2090}'..='\u{209c}' | '\u{2100}'..='\u{2121}' | '\u{2123}'..='\u{2188}'
        | '\u{2c7c}'..='\u{2c7d}' | '\u{fb00}'..='\u{fb06}' | '\u{ff21}'..='\u{ff5a}' | '\u{1d400}'..='\u{1d7ff}')
}

/// Whether a module is reached through another one: `glob.os`.
fn has_module_of_module(text: &str) -> bool {
    let is_part = |next: char| next == '_' || next.is_alphanumeric();
    [".os", ".sys", ".shutil", ".subprocess", ".builtins", ".posix", ".io"].iter().any(|member| {
        text.match_indices(member).any(|(at, _)| {
            let before = text.get(..at).unwrap_or_default();
            let after = text.get(at + member.len()..).unwrap_or_default();
            before.ends_with(is_part) && !after.starts_with(is_part)
        })
    })
}

/// The modules of Python, without those that it has loaded before it runs a script.
const OF_PYTHON: &str = " abc argparse array ast asyncio base64 binascii bisect bz2 calendar cmath cmd code codecs \
    codeop collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg csv ctypes \
    curses dataclasses datetime dbm decimal difflib dis doctest email encodings enum errno faulthandler fcntl filecmp \
    fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib \
    heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache locale logging lzma \
    mailbox marshal math mimetypes mmap modulefinder multiprocessing netrc ntpath nturl2path numbers opcode operator \
    optparse os pathlib pdb pickle pickletools pkgutil platform plistlib poplib posixpath pprint profile pstats pty pwd \
    py_compile pyclbr pydoc queue quopri random re readline reprlib resource runpy sched secrets select selectors \
    shelve shlex shutil signal site smtplib socket socketserver sqlite3 sre_compile sre_constants sre_parse ssl stat \
    statistics string stringprep struct subprocess symtable sys sysconfig syslog tarfile tempfile termios textwrap \
    threading time timeit token tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata \
    unittest urllib uu uuid venv warnings wave weakref webbrowser wsgiref xml xmlrpc zipapp zipfile zipimport zlib \
    zoneinfo _weakrefset _collections_abc ";

/// Whether a file beside a script is loaded in place of a module: of one that the script names, or of one that
/// a module of the language may load.
fn shadows(text: &str, folder: &Path) -> bool {
    const MAX_ENTRIES: usize = 4000;
    if !text.contains("import") {
        return false;
    }
    let imported: Vec<&str> = imported(text).collect();
    let Ok(entries) = fs::read_dir(folder) else { return true };
    for (count, entry) in entries.flatten().enumerate() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let (stem, ending) = name.split_once('.').unwrap_or((&name, ""));
        let is_module = ending == "py" || ending == "pyc" || ending.ends_with("so");
        let is_package = || ending.is_empty() && entry.path().join("__init__.py").exists();
        let is_named = imported.contains(&stem);
        if count > MAX_ENTRIES
            || (is_named || has(OF_PYTHON, stem)) && (is_module || is_package())
            || is_named && ending.is_empty() && entry.path().is_dir() && !has(OF_PYTHON, stem)
        {
            return true;
        }
    }
    false
}

/// The first parts of the names that a program of Python imports.
fn imported(text: &str) -> impl Iterator<Item = &str> {
    let statements = text.lines().flat_map(|line| line.split(';')).map(str::trim_start);
    statements.flat_map(|line| {
        let all = match (line.strip_prefix("import "), line.strip_prefix("from ")) {
            (Some(names), _) => names,
            (_, Some(from)) => from.split(" import").next().unwrap_or_default(),
            _ => "",
        };
        let name = |part: &'_ str| -> Option<usize> { part.find([' ', '.', '#']) };
        all.split(',')
            .map(str::trim)
            .map(move |part| part.get(..name(part).unwrap_or(part.len())).unwrap_or(part))
    })
}

/// The names that a program of Node loads, as far as they are written.
fn loaded(text: &str) -> impl Iterator<Item = &str> {
    let words = ["require", "import", "from"];
    words.into_iter().flat_map(|word| text.match_indices(word)).filter_map(|(at, word)| {
        let rest = text.get(at + word.len()..)?.trim_start().trim_start_matches('(').trim_start();
        let quote = rest.chars().next().filter(|next| ['"', '\'', '`'].contains(next))?;
        rest.get(1..)?.split_once(quote).map(|(name, _)| name)
    })
}

/// Whether a name is one of a module of Node itself, or of a file that is named.
fn is_of_node(name: &str) -> bool {
    const CORE: &str = " assert async_hooks buffer child_process cluster console constants crypto dgram \
        diagnostics_channel dns domain events fs http http2 https inspector module net os path perf_hooks process \
        punycode querystring readline repl stream string_decoder sys timers tls tty url util v8 vm wasi \
        worker_threads zlib ";
    let first = name.split('/').next().unwrap_or(name);
    name.starts_with("node:") || first.starts_with('.') || has(CORE, first)
}

/// Of the folder of a package and those above it: whether settings say how scripts run, or whether a program
/// of a package has the name of one of the system.
pub(crate) fn of_package(folder: &Path, text: &str) -> Doubt {
    const FILES: [&str; 5] =
        [".npmrc", ".yarnrc", ".yarnrc.yml", "bunfig.toml", "pnpm-workspace.yaml"];
    const SIGNS: [&str; 10] = [
        "script-shell",
        "scriptShell",
        "shell-emulator",
        "shellEmulator",
        "node-options",
        "nodeOptions",
        "preload",
        "workspace=",
        "workspaces=",
        "[run]",
    ];
    for above in folder.ancestors() {
        for file in FILES.iter().map(|name| above.join(name)).filter(|file| file.exists()) {
            let sets = |text: String| {
                let text = text.replace(' ', "");
                SIGNS.iter().any(|sign| text.contains(sign))
            };
            if read(&file).is_none_or(sets) {
                return Some("settings of its package manager say how it runs");
            }
        }
        let programs = above.join("node_modules/.bin");
        if programs.is_dir() && hides_a_program(&programs, text) {
            return Some("a package brings a program with the name of another");
        }
    }
    None
}

/// Whether a folder of programs has one that the text names, and the system too.
fn hides_a_program(folder: &Path, text: &str) -> bool {
    const MAX_WORDS: usize = 400;
    let is_part = |next: char| next.is_ascii_alphanumeric() || "_-.".contains(next);
    let words = text
        .split(|next| !is_part(next))
        .filter(|word| !word.is_empty() && !word.starts_with(['-', '.']));
    let mut count = 0;
    words.into_iter().any(|word| {
        count += 1;
        let is_of_system =
            || ["/bin", "/usr/bin"].iter().any(|bin| Path::new(bin).join(word).exists());
        count > MAX_WORDS || folder.join(word).exists() && is_of_system()
    })
}

fn has(list: &str, word: &str) -> bool {
    list.split(' ').any(|listed| listed == word)
}
