//! Signs that a text may not be all.

use crate::tests::project;
use crate::{Variable, told};

/// Whether what is told of a command may not be all; `None` if nothing is told.
fn is_doubted(files: &[(&str, &str)], line: &str) -> Option<bool> {
    let folder = project(files);
    let words = shell_syntax::words(line).unwrap();
    Some(told(&words, folder.path(), &[])?.doubt.is_some())
}

#[test]
fn a_makefile_that_may_do_more_is_doubted() {
    for (text, expected) in [
        ("x:\n\tls\n", false),
        (
            "MAKEFLAGS += --no-print-directory\n.SHELLFLAGS := -eu -o pipefail -c\nENV ?= dev\nx:\n\tls\n",
            false,
        ),
        ("-include .env none.mk\nx:\n\tls\n", false),
        ("A = $(B)\nB =\nifdef A\nx:\n\tls\nendif\n", false),
        ("x: SHELL = ./s\nx:\n\tls\n", true),
        (".SHELLFLAGS = -c ./s\nx:\n\tls\n", true),
        ("PATH := bin:$(PATH)\nx:\n\tls\n", true),
        ("x: export PATH := bin\nx:\n\tls\n", true),
        ("include $(wildcard *.mk)\nx:\n\tls\n", true),
        ("-include mk/*\nx:\n\tls\n", true),
        ("-include gen.mk\nx:\n\tls\ngen.mk:\n\tls\n", true),
        ("-include a.d\nx:\n\tls\n%.d:\n\tls\n", true),
        ("x:\n\tls\nMakefile: y\n\tls\ny:\n", true),
        ("-include more.env\nx:\n\tls\n", true),
        ("define T\ny: $(1)\nendef\n$(eval $(call T,z))\nx:\n\tls\n", true),
        ("$(file >o,text)\nx:\n\tls\n", true),
        ("define T\n$(shell ls)\nendef\nx:\n\tls $(T)\n", true),
        ("%: C = y\nx:\n\tls $(C)\n", true),
        ("MAKEFLAGS += -I other\nx:\n\tls\n", true),
    ] {
        let files =
            [("Makefile", text), (".env", "A=b\n# c\n"), ("more.env", "A := $(shell ls)\n")];
        assert_eq!(is_doubted(&files, "make x"), Some(expected), "{text}");
    }
    assert_eq!(is_doubted(&[("Makefile", "x:\n\tls\n")], "make -e x"), None);
}

#[test]
fn a_justfile_that_may_do_more_is_doubted() {
    for (text, expected) in [
        ("x:\n  ls\n", false),
        (
            "set shell := ['bash', '-euo', 'pipefail', '-c']\nset dotenv-load\nx a='b':\n  ls\n",
            false,
        ),
        ("set shell := ['bash', '-c', 'rm a']\nx:\n  ls\n", true),
        ("set shell := ['bash', '--rcfile', 's', '-ic']\nx:\n  ls\n", true),
        ("x a=`ls`:\n  ls\n", true),
        ("[env('PATH', 'bin')]\nx:\n  ls\n", true),
        ("set dotenv-filename := 'e'\nx:\n  ls\n", true),
        ("mod m\nx:\n  ls\n", true),
        ("set ignore-comments\nx:\n  # ls \\\n  ls\n", true),
        ("export PATH := 'bin'\nx:\n  ls\n", true),
    ] {
        let files = [
            ("justfile", text),
            (".env", "A=b\n"),
            ("e", "BASH_ENV=./s\n"),
            ("m.just", "a := `ls`\ny:\n  ls\n"),
        ];
        assert_eq!(is_doubted(&files, "just x"), Some(expected), "{text}");
    }
}

#[test]
fn code_that_may_load_other_files_is_doubted() {
    for (file, text, expected) in [
        ("x.py", "import sys, re\nprint(sys.argv)\n", false),
        ("x.py", "# Straße, 学校\nprint('ü')\n", false),
        ("x.py", "import local\n", true),
        ("x.py", "import re as a, local as b\n", true),
        ("t/x.py", "import re\n", true),
        ("x.py", "import sys\nsys.path.insert(0, 'lib')\n", true),
        ("x.py", "import glob\nglob.os.remove('a')\n", true),
        ("x.py", "# coding: utf-7\nprint(1)\n", true),
        ("x.py", "\u{ff4f}pen('a', 'w')\n", true),
        ("x.js", "const fs = require('fs'); import x from \"node:path\"\n", false),
        ("x.js", "require('yaml')\n", true),
        ("x.mjs", "import '#a'\n", true),
        ("x.js", "import(`x`)\n", true),
        ("x.rb", "require 'json'\n", false),
        ("x.rb", "$:.unshift __dir__\n", true),
        ("x.rb", "#!/usr/bin/ruby -i\nputs 1\n", true),
        ("x.pl", "#!/usr/bin/perl -pi\ns/a/b/\n", true),
        ("x.pl", "#!/bin/sh\nls\n", true),
        ("x.pl", "#!/usr/bin/perl -w\nprint 1\n", false),
    ] {
        let program = match file.rsplit('.').next() {
            Some("py") => "python3",
            Some("rb") => "ruby",
            Some("pl") => "perl",
            _ => "node",
        };
        let files = [(file, text), ("local.py", ""), ("types/a", ""), ("t/string.py", "")];
        assert_eq!(is_doubted(&files, &format!("{program} {file}")), Some(expected), "{text}");
    }
}

#[test]
fn a_script_of_a_package_that_may_be_another_is_doubted() {
    let scripts =
        r#"{"scripts": {"x": "ls src", "p": "prettier --check ."}, "workspaces": ["a/*"]}"#;
    let package = ("package.json", scripts);
    assert_eq!(is_doubted(&[package], "npm run x"), Some(false));
    assert_eq!(is_doubted(&[package, (".npmrc", "save-exact=true\n")], "npm run x"), Some(false));
    assert_eq!(is_doubted(&[package, (".npmrc", "script-shell = ./s\n")], "npm run x"), Some(true));
    assert_eq!(is_doubted(&[package, ("node_modules/.bin/ls", "")], "npm run x"), Some(true));
    assert_eq!(
        is_doubted(&[package, ("node_modules/.bin/prettier", "")], "npm run p"),
        Some(false)
    );
    for line in ["npm run x --workspaces=false", "npm run x -w a/b -w a/c", "npm run x -w a"] {
        let members = [package, ("a/b/package.json", scripts), ("a/c/package.json", scripts)];
        assert_eq!(is_doubted(&members, line), None, "{line}");
    }
    let deep = ("package.json", r#"{"workspaces": ["a/**"], "scripts": {"x": "ls"}}"#);
    assert_eq!(is_doubted(&[deep, ("a/b/package.json", scripts)], "npm run x -ws"), None);
}

#[test]
fn what_is_read_into_a_shell_is_doubted() {
    assert_eq!(is_doubted(&[("l.sh", "ls\n")], ". ./l.sh"), Some(true));
    assert_eq!(is_doubted(&[("l.sh", "ls\n")], "bash l.sh"), Some(false));
    let table = "version: '3'\ntasks:\n  x:\n    env: {PATH: bin}\n    cmds: [ls]\n";
    assert_eq!(is_doubted(&[("Taskfile.yml", table)], "task x"), Some(true));
    let plain = table.replace("PATH", "STAGE");
    assert_eq!(is_doubted(&[("Taskfile.yml", &plain)], "task x"), Some(false));
}

#[test]
fn the_environment_of_a_call_is_told() {
    let folder = project(&[
        ("Makefile", "E ?= dev\nx:\n\tls $(E) $(F)\nifeq ($(E),prod)\n\trm a\nendif\n"),
        ("x.sh", "ls $E\n"),
        ("package.json", r#"{"scripts": {"x": "ls $E"}}"#),
    ]);
    let given: [Variable; 2] = [("E".to_owned(), Some("prod".to_owned())), ("F".to_owned(), None)];
    for (line, expected) in [
        ("make x", "E='prod'\n(ls prod ${not_told}\n)\n(rm a\n)\n"),
        ("./x.sh", "bash -c 'E='\\''prod'\\''\nls $E\n' 'DIR/./x.sh'"),
        ("npm run x", "E='prod'\nls $E"),
    ] {
        let found = told(&shell_syntax::words(line).unwrap(), folder.path(), &given).unwrap();
        assert_eq!(found.text.replace(&*folder.path().to_string_lossy(), "DIR"), expected);
    }
}
