//! The table of tools on the page: each of them, where it can be had, on a file with two faults.
//! They are looked for in the folders of the variable `TOOLS`, then where all programs are.

use std::ffi::{OsStr, OsString};
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use golden::place::Place;
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_post-edit-hook");
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/post-edit-hook.md");

/// What begins the table.
const HEAD: &str = "| tool | version |\n|---|---|\n";

/// A tool, and a file in which it finds something on two lines.
struct Tool {
    /// The program and its arguments, as in a configuration.
    run: &'static str,
    /// What makes it say which version it is.
    version: &'static str,
    file: &'static str,
    text: &'static str,
    /// The line that was touched, and what it would have said otherwise.
    touched: (usize, &'static str),
    /// What is said of the touched line, and of the other one.
    said: [&'static str; 2],
    /// Another file that it needs.
    beside: (&'static str, &'static str),
}

/// The same for a tool that needs nothing and tells its version in the usual way.
const fn tool(
    run: &'static str,
    file: &'static str,
    text: &'static str,
    touched: (usize, &'static str),
    said: [&'static str; 2],
) -> Tool {
    Tool { run, version: "--version", file, text, touched, said, beside: ("", "") }
}

impl Tool {
    const fn beside(self, file: &'static str, text: &'static str) -> Self {
        Self { beside: (file, text), ..self }
    }

    const fn version(self, version: &'static str) -> Self {
        Self { version, ..self }
    }
}

const PYTHON: &str = "\"\"\"A module.\"\"\"\n\n\ndef first():\n    \"\"\"One.\"\"\"\n    return alpha_one\n\n\n\
                      def second():\n    \"\"\"Two.\"\"\"\n    return beta_two\n";
const NAMES: [&str; 2] = ["alpha_one", "beta_two"];
const STYLE: &str = "x = 1\nalpha_one=1\nv0 = 0\nv1 = 1\nv2 = 2\nv3 = 3\nv4 = 4\nv5 = 5\nv6 = 6\nv7 = 7\n\
                     v8 = 8\nv9 = 9\nw = 10\nbeta_two=2\n";
const C: &str =
    "int f(void) {\n  return alpha_one;\n}\nint x;\nint g(void) {\n  return beta_two;\n}\n";
const SCRIPT: &str = "\"use strict\";\nconst one = 1;\nalpha_one(one);\nconst two = 2;\n\
                      void 3;\nvoid 4;\nvoid 5;\nvoid 6;\nbeta_two(two);\n";
const TYPED: &str = "const one: number = 1;\nconst alpha_one: string = one;\nconst two = 2;\n\
                     const beta_two: string = two;\nexport { alpha_one, beta_two };\n";
const SHELL: &str = "#!/bin/sh\nx=1\necho $alpha_one\necho \"$x\"\necho $beta_two\n";
const BROKEN_SHELL: &str = "x=1\nif ; then\ny=1\nfi\n";
const PROSE: &str = "# Title\n\nSome teh text.\n\nMore.\n\nAnd recieve it.\n";
const STYLES: &str = "a {\n  alpha-one: 1px;\n}\nb {\n  top: 1px;\n}\nc {\n  beta-two: 1px;\n}\n";
const PAGE_OF_WEB: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head><title>A</title></head>\n<body>\n\
                           <img src=\"a.png\">\n<p>x</p>\n<p>y</p>\n<img src=\"b.png\">\n</body>\n</html>\n";
const FLAT: &str = "module.exports = [{ rules: { \"no-undef\": \"error\" } }];\n";
const MARKDOWN: &str = "# Title\n\nSome text. \n\nMore.\n\nAnd more. \n";
const JAVA: &str =
    "class A {\n  int f() { return alpha_one; }\n  int x;\n  int g() { return beta_two; }\n}\n";
const PASCAL: &str =
    "program a;\nvar x: integer;\nbegin\nx := alpha_one;\nx := 1;\nx := beta_two;\nend.\n";
const GO: &str =
    "package a\n\nfunc f() int {\n\treturn alpha_one\n}\n\nfunc g() int {\n\treturn beta_two\n}\n";
const RUBY: &str = "x = 1\nalpha_one = \"a\"\ny = 2\nbeta_two = \"b\"\n";
const PHP: &str = "<?php\n$alpha_one = TRUE;\n$x = 1;\n$beta_two = TRUE;\n";
const DOCKER: &str = "FROM debian:12\nWORKDIR /a\nRUN cd /x\nUSER a\nRUN sudo ls\n";
const TESTS: &str = "def test_first():\n    assert 'alpha_one' == 1\n\n\ndef test_second():\n    assert 'beta_two' == 1\n";

const TOOLS: [Tool; 44] = [
    tool("ruff check {file}", "a.py", PYTHON, (6, "    return 1"), NAMES),
    tool("ruff check --output-format json {file}", "a.py", PYTHON, (6, "    return 1"), NAMES),
    tool("ruff format --diff {file}", "a.py", STYLE, (2, "alpha_one = 1"), NAMES),
    tool("black --check --diff {file}", "a.py", STYLE, (2, "alpha_one = 1"), NAMES),
    tool("flake8 {file}", "a.py", PYTHON, (6, "    return 1"), NAMES),
    tool("pyflakes {file}", "a.py", PYTHON, (6, "    return 1"), NAMES),
    tool("pylint {file}", "a.py", PYTHON, (6, "    return 1"), NAMES),
    tool("mypy --check-untyped-defs {file}", "a.py", PYTHON, (6, "    return 1"), NAMES),
    tool("pytest {file}", "test_a.py", TESTS, (2, "    assert True"), NAMES),
    tool("pyright {file}", "a.py", PYTHON, (6, "    return 1"), NAMES),
    tool(
        "yamllint {file}",
        "a.yaml",
        "---\na: 1  \nb: 2\nc: 3\nd: 4  \n",
        (2, "a: 1"),
        ["2:5", "5:5"],
    ),
    tool("codespell {file}", "a.md", PROSE, (3, "Some text."), ["teh", "recieve"]),
    tool("typos {file}", "a.md", PROSE, (3, "Some text."), ["teh", "recieve"]),
    tool(
        "sqlfluff lint --dialect ansi --rules CP01 {file}",
        "a.sql",
        "SELECT a\nfrom t\nWHERE b = 1\nand c = 2;\n",
        (2, "FROM t"),
        ["L:   2", "L:   4"],
    ),
    tool("djlint --lint {file}", "a.html", PAGE_OF_WEB, (5, "<p>z</p>"), ["5:0", "8:0"]),
    tool("hadolint {file}", "Dockerfile", DOCKER, (3, "RUN ls"), ["Dockerfile:3", "Dockerfile:5"]),
    tool("eslint {file}", "a.js", SCRIPT, (3, "Number(one);"), NAMES)
        .beside("eslint.config.js", FLAT),
    tool("eslint --format json {file}", "a.js", SCRIPT, (3, "Number(one);"), NAMES)
        .beside("eslint.config.js", FLAT),
    tool(
        "biome lint --only=correctness/noUndeclaredVariables {file}",
        "a.js",
        SCRIPT,
        (3, "Number(one);"),
        NAMES,
    ),
    tool("oxlint --deny no-undef {file}", "a.js", SCRIPT, (3, "Number(one);"), NAMES),
    tool(
        "jshint {file}",
        "a.js",
        "var a = 1;\nvar alpha_one = 1\nvar b = 2;\nvar beta_two = 2\n",
        (2, "var c = 1;"),
        ["line 2", "line 4"],
    ),
    tool(
        "standard {file}",
        "a.js",
        "const a = 1\nalpha_one(a)\nconst b = 2\nbeta_two(b)\n",
        (2, "Number(a)"),
        NAMES,
    ),
    tool("tsc --noEmit {file}", "a.ts", TYPED, (2, "const alpha_one = one;"), ["(2,7)", "(4,7)"]),
    tool("stylelint {file}", "a.css", STYLES, (2, "  top: 1px;"), ["alpha-one", "beta-two"])
        .beside(".stylelintrc.json", "{\"rules\": {\"property-no-unknown\": true}}\n"),
    tool(
        "htmlhint --rules alt-require {file}",
        "a.html",
        PAGE_OF_WEB,
        (5, "<p>z</p>"),
        ["L5", "L8"],
    ),
    tool("markdownlint {file}", "a.md", MARKDOWN, (3, "Some text."), ["a.md:3", "a.md:7"]),
    tool("shellcheck {file}", "a.sh", SHELL, (3, "echo"), NAMES),
    tool("shellcheck --format json {file}", "a.sh", SHELL, (3, "echo"), ["a.sh:3", "a.sh:5"]),
    tool("bash -n {file}", "a.sh", BROKEN_SHELL, (2, "if true; then"), ["line 2", "\0"]),
    tool("gcc -fsyntax-only {file}", "a.c", C, (2, "  return 1;"), NAMES),
    tool("gcc -fsyntax-only -fdiagnostics-format=json {file}", "a.c", C, (2, "  return 1;"), NAMES),
    tool("clang -fsyntax-only {file}", "a.c", C, (2, "  return 1;"), NAMES),
    tool(
        "cppcheck --error-exitcode=1 {file}",
        "a.c",
        "int f(void) {\n  int alpha_one[2];\n  return alpha_one[7];\n}\nint g(void) {\n  int beta_two[2];\n  return beta_two[9];\n}\n",
        (3, "  return 1;"),
        NAMES,
    ),
    tool(
        "cpplint {file}",
        "a.cc",
        "// Copyright 2026 A\n\nint a = 1 ;\nint b = 2;\nint c = 3;\nint d = 4 ;\n",
        (3, "int a = 1;"),
        ["a.cc:3", "a.cc:6"],
    ),
    tool("go vet {dir}", "a.go", GO, (4, "\treturn 1"), ["alpha_one", "beta_two"])
        .version("version")
        .beside("go.mod", "module a\n\ngo 1.19\n"),
    tool("javac -proc:none -d out {file}", "A.java", JAVA, (2, "  int f() { return 1; }"), NAMES),
    tool("fpc {file}", "a.pas", PASCAL, (4, "x := 2;"), NAMES).version("-iV"),
    tool(
        "rubocop --cache false --only Style/StringLiterals {file}",
        "a.rb",
        RUBY,
        (2, "alpha_one = 'a'"),
        NAMES,
    ),
    tool(
        "perl -c {file}",
        "a.pl",
        "use strict;\nprint $alpha_one;\nmy $x = 1;\nprint $beta_two;\n",
        (2, "print 1;"),
        NAMES,
    ),
    tool("php -l {file}", "a.php", "<?php\n$x = 1;\n$y = = 2;\n", (3, "$y = 2;"), ["line 3", "\0"]),
    tool(
        "phpcs --standard=PSR2 {file}",
        "a.php",
        PHP,
        (2, "$alpha_one = true;"),
        [" 2 | ERROR", " 4 | ERROR"],
    ),
    tool(
        "luacheck {file}",
        "a.lua",
        "local x = 1\nprint(alpha_one)\nprint(x)\nprint(beta_two)\n",
        (2, "print(1)"),
        NAMES,
    ),
    tool("tidy -q -e {file}", "a.html", PAGE_OF_WEB, (5, "<p>z</p>"), ["line 5", "line 8"]),
    tool(
        "xmllint --noout {file}",
        "a.xml",
        "<a>\n<b>x & y</b>\n<c/>\n<d>z & w</d>\n</a>\n",
        (2, "<b/>"),
        ["x &", "z &"],
    ),
];

/// Whatever the table says was run, and what can be run here says it again.
pub(crate) fn the_table_of_tools_is_what_was_run() {
    let parts = TOOLS.chunks(TOOLS.len().div_ceil(4));
    let results: Vec<Result<Option<String>, String>> = thread::scope(|scope| {
        let running: Vec<_> = parts
            .map(|part| scope.spawn(|| part.iter().map(checked).collect::<Vec<_>>()))
            .collect();
        running.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    let (versions, wrong): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    let wrong: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let versions: Vec<Option<String>> = versions.into_iter().flatten().collect();
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (before, table) = page.split_once(HEAD).expect("the page has a table of tools");
    let end = table.find("\n\n").unwrap() + 1;
    let (table, after) = table.split_at(end);
    let row_of =
        |tool: &Tool| table.lines().find(|row| row.starts_with(&format!("| `{}` |", tool.run)));
    let rows: Vec<String> = TOOLS
        .iter()
        .zip(&versions)
        .filter_map(|(tool, version)| match version {
            Some(version) => Some(format!("| `{}` | {version} |", tool.run)),
            None => row_of(tool).map(str::to_owned),
        })
        .collect();
    if variable("BLESS").is_some() {
        let page = format!("{before}{HEAD}{}\n{after}", rows.join("\n"));
        hook_state::replace(Path::new(PAGE), page.as_bytes()).unwrap();
        return;
    }
    for row in table.lines() {
        let is_known = TOOLS.iter().any(|tool| row_of(tool) == Some(row));
        assert!(is_known, "nobody runs what the page says: {row}");
    }
    let missing =
        TOOLS.iter().zip(&versions).filter(|(tool, it)| it.is_some() && row_of(tool).is_none());
    let missing: Vec<&str> = missing.map(|(tool, _)| tool.run).collect();
    assert!(missing.is_empty(), "BLESS=1 adds to the page what was run here: {missing:?}");
}

/// The version of a tool of which the touched line alone is told; `None` where it is not here.
fn checked(tool: &Tool) -> Result<Option<String>, String> {
    let place = Place::new(PROGRAM).unwrap();
    let (beside, text) = tool.beside;
    if !beside.is_empty() {
        place.write(beside, text).unwrap();
    }
    place.write(tool.file, tool.text).unwrap();
    place.write("out/here", "").unwrap();
    let mut words = tool.run.split(' ');
    let program = words.next().unwrap();
    let Some(version) = started(&place, program, &[tool.version.into()]) else {
        println!("{program}: not here, so `{}` was not run", tool.run);
        return Ok(None);
    };
    let told = told(&place, tool);
    let [touched, other] = tool.said;
    if told.contains(touched) && !told.contains(other) {
        let text = [version.stdout, version.stderr].concat();
        let version = number(&String::from_utf8_lossy(&text));
        return Ok(Some(version.unwrap_or_else(|| "?".to_owned())));
    }
    let project = place.project();
    let fill = |word: &str| {
        let file = project.join(tool.file);
        word.replace("{file}", file.to_str().unwrap())
            .replace("{dir}", project.to_str().unwrap())
            .into()
    };
    let arguments: Vec<OsString> = words.map(fill).collect();
    let said = started(&place, program, &arguments).unwrap();
    let text = String::from_utf8_lossy(&[said.stdout, said.stderr].concat()).into_owned();
    let is_sound = !said.status.success() && text.contains(touched);
    if is_sound {
        return Err(format!(
            "`{}` says
{text}
and told was
{told}",
            tool.run
        ));
    }
    println!("`{}` does not work here:\n{text}", tool.run);
    Ok(None)
}

/// What the hook tells of an edit of one line.
fn told(place: &Place, tool: &Tool) -> String {
    let words = tool.run.split(' ').map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", ");
    let step = format!(
        "{{ files: '**', kind: check, run: [{words}], timeout_ms: 60000, when: changed-lines-only }}"
    );
    place.write(".tacklebox/post-edit.yaml", &format!("steps:\n  - {step}\n")).unwrap();
    let (line, before) = tool.touched;
    let mut original: Vec<&str> = tool.text.lines().collect();
    let after = std::mem::replace(&mut original[line - 1], before);
    let event = json!({"session_id": "s", "hook_event_name": "PostToolUse", "cwd": place.project(), "tool_name": "Edit",
        "tool_input": {"file_path": tool.file, "old_string": before, "new_string": after},
        "tool_response": {"originalFile": original.join("\n") + "\n", "structuredPatch": []}});
    let mut hook =
        command(place, PROGRAM).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    hook.stdin.take().unwrap().write_all(event.to_string().as_bytes()).unwrap();
    let reply = hook.wait_with_output().unwrap().stdout;
    let reply: Value = serde_json::from_slice(&reply).unwrap_or_default();
    reply["hookSpecificOutput"]["additionalContext"].as_str().unwrap_or_default().to_owned()
}

/// What a program says; `None` where there is none.
fn started(place: &Place, program: &str, arguments: &[OsString]) -> Option<Output> {
    match command(place, program).args(arguments).stdin(Stdio::null()).output() {
        Err(err) if err.kind() == ErrorKind::NotFound => None,
        output => Some(output.unwrap()),
    }
}

/// A program with a home of its own, where all look for others.
fn command(place: &Place, program: &str) -> Command {
    let home = place.project().with_file_name("home");
    let folders = ["TOOLS", "PATH"].map(|name| variable(name).unwrap_or_default());
    let folders = folders.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>();
    let mut command = Command::new(program);
    command
        .env_clear()
        .env("PATH", folders.join(OsStr::new(":")))
        .env("HOME", &home)
        .env("TACKLEBOX_STATE_DIR", home.join("state"))
        .env("LC_ALL", "C.UTF-8")
        .current_dir(place.project());
    command
}

/// The first thing that looks like a version: `1.2`, else a number.
fn number(text: &str) -> Option<String> {
    let words = || {
        let words = text.split(|it: char| !it.is_alphanumeric() && it != '.');
        let words = words.map(|word| word.trim_start_matches(|it: char| it.is_alphabetic()));
        words.filter(|word| word.starts_with(|it: char| it.is_ascii_digit()))
    };
    let version = words().find(|word| word.contains('.')).or_else(|| words().next());
    version.map(|version| version.trim_end_matches('.').to_owned())
}

#[expect(clippy::disallowed_methods, reason = "where tools are is known to the environment alone")]
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}
