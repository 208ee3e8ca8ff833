//! The table of linters on the page: each of them, where it can be had, on a file with a fault in the
//! line that was edited and an old one elsewhere. They are looked for in the folders of the variable
//! `TOOLS`, then where all programs are. `BLESS=1` writes the table.

use std::ffi::{OsStr, OsString};
use std::io::{ErrorKind, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use golden::place::Place;
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_post-edit-hook");
const LINTERS: &str = include_str!("../../src/tools/linters.txt");
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/post-edit-hook.md");
const HEAD: &str = "| format | linters |\n|---|---|\n";
/// In the order of the table.
const FORMATS: [&str; 4] = ["sarif", "json", "errorformat", "pattern"];

/// A file with two faults, the second of which was there before the edit.
struct Case {
    /// The first column of its row in the list of linters.
    linter: &'static str,
    file: &'static str,
    text: &'static str,
    /// The line that was edited, from 1, and what it was before.
    edited: (usize, &'static str),
    /// What is said of the first fault, and of the second.
    said: [&'static str; 2],
    /// A file that it needs beside this one.
    beside: (&'static str, &'static str),
}

const fn case(
    linter: &'static str,
    (file, text): (&'static str, &'static str),
    edited: (usize, &'static str),
    said: [&'static str; 2],
) -> Case {
    Case { linter, file, text, edited, said, beside: ("", "") }
}

impl Case {
    const fn beside(self, file: &'static str, text: &'static str) -> Self {
        Self { beside: (file, text), ..self }
    }
}

const NAMES: [&str; 2] = ["alpha_one", "beta_two"];
/// Of a parser that says no more than the first thing.
const NOTHING: &str = "\0";

const PYTHON: (&str, &str) = (
    "a.py",
    "\"\"\"A module.\"\"\"\n\n\ndef first():\n    \"\"\"One.\"\"\"\n    return alpha_one\n\n\n\
     def second():\n    \"\"\"Two.\"\"\"\n    return beta_two\n",
);
const RETURNED: (usize, &str) = (6, "    return 1");
const STYLE: (&str, &str) = ("a.py", "x = 1\nalpha=1\ny = 2\nbeta=2\n");
const SUBPROCESS: (&str, &str) = ("a.py", "import os\n\nos.system(alpha)\nx = 1\nos.popen(beta)\n");
const UNUSED: (&str, &str) =
    ("a.py", "import os\nprint(1)\n\n\ndef beta_two():\n    return alpha_one\n");
const DOCS: (&str, &str) = (
    "a.py",
    "\"\"\"A module.\"\"\"\n\n\ndef alpha(): pass\n\n\ndef beta():\n    \"\"\"two\"\"\"\n",
);
const PROSE: (&str, &str) = ("a.md", "# Title\n\nSome teh text.\n\nMore.\n\nAnd recieve it.\n");
const SPELLING: (usize, &str) = (3, "Some text.");
const MARKDOWN: (&str, &str) = ("a.md", "# Title\n\nSome text. \n\nMore.\n\nAnd more. \n");
const SCRIPT: (&str, &str) =
    ("a.js", "\"use strict\";\nconst one = 1;\nalpha_one(one);\nconst two = 2;\nbeta_two(two);\n");
const NUMBER: (usize, &str) = (3, "Number(one);");
const WEB: (&str, &str) = (
    "a.html",
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head><title>A</title></head>\n<body>\n\
     <img src=\"a.png\">\n<p>x</p>\n<p>y</p>\n<img src=\"b.png\">\n</body>\n</html>\n",
);
const PARAGRAPH: (usize, &str) = (5, "<p>z</p>");
const C: (&str, &str) = (
    "a.c",
    "int f(void) {\n  return alpha_one;\n}\nint x;\nint g(void) {\n  return beta_two;\n}\n",
);
const JAVA: (&str, &str) = (
    "A.java",
    "class A {\n  int f() { return alpha_one; }\n  int x;\n  int g() { return beta_two; }\n}\n",
);
const SHELL: (&str, &str) =
    ("a.sh", "#!/bin/sh\nx=1\necho $alpha_one\necho \"$x\"\necho $beta_two\n");
const PERL: (&str, &str) =
    ("a.pl", "use strict;\nprint $alpha_one;\nmy $x = 1;\nprint $beta_two;\n");
const DOCKER: (&str, &str) =
    ("Dockerfile", "FROM debian:12\nWORKDIR /a\nRUN cd /x\nUSER 1\nRUN sudo ls\n");
const SQL: (&str, &str) = ("a.sql", "SELECT a\nfrom t\nWHERE b = 1\nand c = 2;\n");
const YAML: (&str, &str) = ("a.yaml", "---\na: 1  \nb: 2\nc: 3\nd: 4  \n");
const STACK: (&str, &str) = (
    "a.template.yaml",
    "AWSTemplateFormatVersion: \"2010-09-09\"\nResources:\n  A:\n    Type: AWS::S3::Bucket\n    \
     Properties:\n      Alpha: 1\n  B:\n    Type: AWS::S3::Bucket\n    Properties:\n      Beta: 1\n",
);
const STYLES: (&str, &str) =
    ("a.css", "a {\n  alpha-one: 1px;\n}\nb {\n  top: 1px;\n}\nc {\n  beta-two: 1px;\n}\n");
const SOLIDITY: (&str, &str) =
    ("a.sol", "pragma solidity ^0.8.24;\ncontract A {\n  uint256 alpha;\n  uint256 beta;\n}\n");
const TYPED: (&str, &str) = (
    "a.ts",
    "const one: number = 1;\nconst alpha_one: string = one;\nconst two = 2;\n\
     const beta_two: string = two;\nexport { alpha_one, beta_two };\n",
);
const RULE: &str = "rules:\n  - id: eval\n    pattern: eval(...)\n    message: no eval\n    \
                    languages: [python]\n    severity: ERROR\n";

const CASES: [Case; 39] = [
    case("bandit", SUBPROCESS, (3, "print(1)"), ["a.py:3", "a.py:5"]),
    case("bash -n", ("a.sh", "x=1\nif ; then\ny=1\nfi\n"), (2, "if true; then"), ["2:", NOTHING]),
    case("biome lint", SCRIPT, NUMBER, NAMES).beside(
        "biome.json",
        "{\"linter\": {\"rules\": {\"correctness\": {\"noUndeclaredVariables\": \"error\"}}}}\n",
    ),
    case("cfn-lint", STACK, (6, "      BucketName: a"), ["Alpha", "Beta"]),
    case("codespell", PROSE, SPELLING, ["teh", "recieve"]),
    case(
        "cpplint",
        ("a.cc", "// Copyright 2026 A\n\nint a = 1 ;\nint b = 2;\nint c = 3;\nint d = 4 ;\n"),
        (3, "int a = 1;"),
        ["a.cc:3", "a.cc:6"],
    ),
    case(
        "cspell",
        ("a.md", "# Title\n\nSome qwzy text.\n\nMore.\n\nAnd vxqi it.\n"),
        SPELLING,
        ["qwzy", "vxqi"],
    ),
    case("djlint", WEB, PARAGRAPH, ["a.html:5", "a.html:8"]),
    case("eslint", SCRIPT, NUMBER, NAMES)
        .beside("eslint.config.js", "module.exports = [{ rules: { \"no-undef\": \"error\" } }];\n"),
    case("flake8", PYTHON, RETURNED, NAMES),
    case("gcc", C, (2, "  return 1;"), NAMES),
    case("hadolint", DOCKER, (3, "RUN ls"), ["Dockerfile:3", "Dockerfile:5"]),
    case("htmlhint", WEB, PARAGRAPH, ["a.html:5", "a.html:8"])
        .beside(".htmlhintrc", "{\"alt-require\": true}\n"),
    case("javac", JAVA, (2, "  int f() { return 1; }"), NAMES),
    case(
        "jshint",
        ("a.js", "var a = 1;\nvar alpha_one = 1\nvar b = 2;\nvar beta_two = 2\n"),
        (2, "var c = 1;"),
        ["a.js:2", "a.js:4"],
    ),
    case("markdownlint", MARKDOWN, SPELLING, ["a.md:3", "a.md:7"]),
    case("markdownlint-cli2", MARKDOWN, SPELLING, ["a.md:3", "a.md:7"]),
    case("mypy", PYTHON, RETURNED, NAMES).beside("mypy.ini", "[mypy]\ncheck_untyped_defs = true\n"),
    case(
        "node --check",
        ("a.js", "const a = 1;\nconst b = = 2;\nconst c = 3;\n"),
        (2, "const b = 2;"),
        ["a.js:2", NOTHING],
    ),
    case("oxlint", SCRIPT, NUMBER, NAMES)
        .beside(".oxlintrc.json", "{\"rules\": {\"no-undef\": \"error\"}}\n"),
    case("perl -c", PERL, (2, "print 1;"), NAMES),
    case("pycodestyle", STYLE, (2, "alpha = 1"), ["a.py:2", "a.py:4"]),
    case("pydocstyle", DOCS, (4, "# nothing"), ["a.py:4", "a.py:7"]),
    case("pyflakes", PYTHON, RETURNED, NAMES),
    case("pylint", PYTHON, RETURNED, NAMES),
    case("pyright", PYTHON, RETURNED, NAMES),
    case("ruff check", PYTHON, RETURNED, NAMES),
    case(
        "semgrep",
        ("a.py", "x = 1\neval(alpha)\ny = 1\neval(beta)\n"),
        (2, "x = 2"),
        ["a.py:2", "a.py:4"],
    )
    .beside(".semgrep.yml", RULE),
    case("shellcheck", SHELL, (3, "echo"), NAMES),
    case("solhint", SOLIDITY, (3, "  // none"), ["a.sol:3", "a.sol:4"]).beside(
        ".solhint.json",
        "{\"rules\": {\"state-visibility\": \"error\", \"use-natspec\": \"off\"}}\n",
    ),
    case("sqlfluff lint", SQL, (2, "FROM t"), ["a.sql:2", "a.sql:4"])
        .beside(".sqlfluff", "[sqlfluff]\ndialect = ansi\nrules = CP01\n"),
    case(
        "standard",
        ("a.js", "const a = 1\nalpha_one(a)\nconst b = 2\nbeta_two(b)\n"),
        (2, "Number(a)"),
        NAMES,
    ),
    case("stylelint", STYLES, (2, "  top: 1px;"), ["alpha-one", "beta-two"])
        .beside(".stylelintrc.json", "{\"rules\": {\"property-no-unknown\": true}}\n"),
    case(
        "textlint",
        ("a.md", "# Title\n\nUse javascript.\n\nMore.\n\nUse github.\n"),
        SPELLING,
        ["a.md:3", "a.md:7"],
    )
    .beside(".textlintrc.json", "{\"rules\": {\"terminology\": true}}\n"),
    case("tsc", TYPED, (2, "const alpha_one = one;"), ["(2,7)", "(4,7)"]),
    case("ty check", PYTHON, RETURNED, NAMES),
    case("typos", PROSE, SPELLING, ["teh", "recieve"]),
    case("vulture", UNUSED, (2, "print(os)"), ["'os'", "beta_two"]),
    case("yamllint", YAML, (2, "a: 1"), ["a.yaml:2", "a.yaml:5"]),
];

/// A row of the list of linters.
struct Row {
    command: &'static str,
    format: &'static str,
    pattern: Option<&'static str>,
}

/// What the page says was run, and what can be run here says it again.
pub(crate) fn the_table_of_linters_is_what_was_run() {
    let parts = CASES.chunks(CASES.len().div_ceil(2));
    let results: Vec<Result<Option<String>, String>> = thread::scope(|scope| {
        let running: Vec<_> = parts
            .map(|part| scope.spawn(|| part.iter().map(checked).collect::<Vec<_>>()))
            .collect();
        running.into_iter().flat_map(|part| part.join().unwrap()).collect()
    });
    let (versions, wrong): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    let wrong: Vec<String> = wrong.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let page = std::fs::read_to_string(PAGE).unwrap();
    let (before, table) = page.split_once(HEAD).expect("the page has a table of linters");
    let (table, after) = table.split_at(table.find("\n\n").unwrap() + 1);
    // Of a linter that is not here the page says what it was.
    let entries = table.split(['|', ',', '\n']).filter_map(|it| it.trim().rsplit_once(' '));
    let known: Vec<(&str, &str)> = entries.collect();
    let version = |case: &Case, here: Option<String>| {
        let of_page = known.iter().find(|(linter, _)| *linter == case.linter);
        Some((case.linter, here.or_else(|| of_page.map(|it| it.1.to_owned()))?))
    };
    let tried: Vec<(&str, String)> =
        CASES.iter().zip(versions).filter_map(|(it, here)| version(it, here.unwrap())).collect();
    if variable("BLESS").is_some() {
        let rows = FORMATS.map(|format| {
            let all = tried.iter().filter(|(linter, _)| row_of(linter).format == format);
            let all = all.map(|(linter, version)| format!("{linter} {version}"));
            format!("| {format} | {} |\n", all.collect::<Vec<_>>().join(", "))
        });
        let page = format!("{before}{HEAD}{}{after}", rows.concat());
        hook_state::replace(Path::new(PAGE), page.as_bytes()).unwrap();
        return;
    }
    let mut run: Vec<&str> = tried.iter().map(|it| it.0).collect();
    let mut on_page: Vec<&str> = known.iter().map(|it| it.0).collect();
    run.sort_unstable();
    on_page.sort_unstable();
    assert_eq!(on_page, run, "BLESS=1 writes what was run");
}

fn row_of(linter: &str) -> Row {
    let row = LINTERS.lines().find(|row| row.starts_with(&format!("{linter} | ")));
    let row = row.unwrap_or_else(|| panic!("{linter} is not in the list"));
    let columns: Vec<&str> = row.splitn(7, " | ").collect();
    Row { command: columns[2], format: columns[1], pattern: columns.get(6).copied() }
}

/// The version of a linter of which the edited line alone is told; `None` where it is not here.
fn checked(case: &Case) -> Result<Option<String>, String> {
    let place = Place::new(PROGRAM).unwrap();
    let row = row_of(case.linter);
    let (beside, text) = case.beside;
    if !beside.is_empty() {
        place.write(beside, text).unwrap();
    }
    place.write(case.file, case.text).unwrap();
    place.write("target/javac/here", "").unwrap();
    let program = row.command.split(' ').next().unwrap();
    let Some(version) = started(&place, program, &["--version".into()]) else {
        println!("{program}: not here");
        return Ok(None);
    };
    let told = told(&place, case, &row);
    let [new, old] = case.said;
    if told.contains(new) && !told.contains(old) {
        let text = [version.stdout, version.stderr].concat();
        let version = number(&String::from_utf8_lossy(&text));
        return Ok(Some(version.unwrap_or_else(|| "?".to_owned())));
    }
    let path = place.project().join(case.file);
    let fill = |word: &str| {
        let word = word.replace("{file}", path.to_str().unwrap()).replace("{rel}", case.file);
        OsString::from(word)
    };
    let said =
        started(&place, program, &row.command.split(' ').skip(1).map(fill).collect::<Vec<_>>());
    let said = said.unwrap();
    let text = String::from_utf8_lossy(&[said.stdout, said.stderr].concat()).into_owned();
    let text: String = text.chars().take(2_000).collect();
    Err(format!("`{}`, {}, says\n{text}\nand told was\n{told}\n", row.command, said.status))
}

/// What the hook tells of an edit of one line.
fn told(place: &Place, case: &Case, row: &Row) -> String {
    let words =
        row.command.split(' ').map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", ");
    let keys = row.pattern.map_or_else(
        || format!("format: {}", row.format),
        |pattern| format!("pattern: '{pattern}'"),
    );
    let step = format!(
        "{{ files: '**', kind: check, run: [{words}], {keys}, timeout_ms: 60000, \
         when: changed-lines-only }}"
    );
    place.write(".tacklebox/post-edit.yaml", &format!("steps:\n  - {step}\n")).unwrap();
    let (line, before) = case.edited;
    let mut original: Vec<&str> = case.text.lines().collect();
    let after = std::mem::replace(&mut original[line - 1], before);
    let event = json!({"session_id": "s", "hook_event_name": "PostToolUse", "cwd": place.project(),
        "tool_name": "Edit",
        "tool_input": {"file_path": case.file, "old_string": before, "new_string": after},
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
