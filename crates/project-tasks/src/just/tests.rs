//! What calls of `just` run.

use crate::tests::{ask, project};

/// What is told of a call in a folder with this `justfile` and some files.
#[track_caller]
fn check(justfile: &str, line: &str, expected: Option<&str>) {
    let folder = project(&[
        ("justfile", justfile),
        ("more.just", "w := 'there'\nmore:\n  echo {{w}}\n"),
        ("db/mod.just", "w := 'inside'\nreset: gone\n  drop {{w}}\ngone:\n  ls\n"),
        ("other/justfile", "t:\n  ls other\n"),
    ]);
    let found = ask(folder.path(), line).map(|(text, ..)| text);
    assert_eq!(found.as_deref(), expected, "{line}\n{justfile}");
}

#[test]
fn recipes_are_told_with_their_dependencies() {
    let justfile = "# first\ndefault: build\n\n@build: gen\n    cargo build\n\n[private]\ngen:\n    @-ls gen\n\
        all: build && (say 'x' \"y\") gen\n  ls all\nsay a b='c':\n  echo {{a}} {{ b }}\nalias b := build\n";
    for (line, expected) in [
        ("just", Some("(ls gen\n)\n(cargo build\n)\n")),
        ("just b", Some("(ls gen\n)\n(cargo build\n)\n")),
        ("just gen gen", Some("(ls gen\n)\n")),
        ("just all", Some("(ls gen\n)\n(cargo build\n)\n(ls all\n)\n(echo x y\n)\n")),
        ("just say 1", Some("(echo 1 c\n)\n")),
        ("just say 1 2 gen", Some("(echo 1 2\n)\n(ls gen\n)\n")),
        ("just say $X", Some("(echo ${not_told} c\n)\n")),
        ("just say", None),
        ("just none", None),
        ("just build more", None),
        ("just --list", None),
        ("just -n build", None),
        ("just $X", None),
        ("just other/t", Some("(ls other\n)\n")),
        ("just -f other/justfile t", Some("(ls other\n)\n")),
        ("just -q --yes gen", Some("(ls gen\n)\n")),
    ] {
        check(justfile, line, expected);
    }
}

#[test]
fn expressions_are_settled_where_the_file_settles_them() {
    for (justfile, line, expected) in [
        ("a := 'x'\nb := a + \"y\\\"\"\nt:\n  ls {{b}}\n", "just", "(ls xy\"\n)\n"),
        ("a := 'x'\nt:\n  ls {{a}}\n", "just a=z t", "(ls z\n)\n"),
        ("a := 'x'\nt:\n  ls {{a}}\n", "just --set a z t", "(ls z\n)\n"),
        ("a := 'x' / 'y'\nt:\n  ls {{ a / 'z' }}\n", "just", "(ls x/y/z\n)\n"),
        ("a := `git describe`\nt:\n  ls '{{a}}'\n", "just", "(ls ''\"$(git describe)\"''\n)\n"),
        ("a := `rm x`\nt:\n  ls\n", "just", ": \"$(rm x)\"\n(ls\n)\n"),
        ("a := env_var('A')\nt:\n  ls \"{{a}}\"\n", "just", "(ls \"${A}\"\n)\n"),
        ("a := env('A', 'b')\nt:\n  ls {{a}}\n", "just", "(ls ${A}\n)\n"),
        ("a := uuid()\nt:\n  ls {{a}}\n", "just", "(ls ${not_told}\n)\n"),
        ("t:\n  ls {{justfile_directory()}}/a\n", "just", "(ls DIR/a\n)\n"),
        ("t:\n  ls {{if os_family() == 'unix' { 'a' } else { 'b' } }}\n", "just", "(ls a\n)\n"),
        (
            "t:\n  ls {{ if env('A') == 'b' { 'a' } else { 'b' } }}\n",
            "just",
            "(ls ${not_told}\n)\n",
        ),
        ("export A := 'a b'\nt:\n  ls\n", "just", "(export A='a b'\n(ls\n)\n)\n"),
        ("t $A *b:\n  ls {{b}}\n", "just t x y z", "(export A='x'\n(ls y z\n)\n)\n"),
        ("t +a='x y':\n  ls {{a}}\n", "just", "(ls x y\n)\n"),
        ("t a:\n  ls {{quote(a)}}\n", "just t \"it's\"", "(ls 'it'\\''s'\n)\n"),
        ("t:\n  echo '{{{{x}}'\n", "just", "(echo '{{x}}'\n)\n"),
        ("a := '''\n  x\n  y'''\nt:\n  ls \"{{a}}\"\n", "just", "(ls \"x\ny\"\n)\n"),
        ("a := (\n  'x'\n)\nt:\n  ls {{a}}\n", "just", "(ls x\n)\n"),
    ] {
        check(justfile, line, Some(expected));
    }
    for justfile in ["t:\n  ls {{none}}\n", "a := b\nb := a\nt:\n  ls {{a}}\n", "t:\n  ls {{a\n"] {
        check(justfile, "just t", None);
    }
}

#[test]
fn scripts_settings_and_other_files() {
    for (justfile, line, expected) in [
        (
            "t a:\n    #!/usr/bin/env bash\n    set -e\n    if x; then\n      rm {{a}}\n    fi\n",
            "just t y",
            Some("bash -c '#!/usr/bin/env bash\nset -e\nif x; then\n  rm y\nfi\n' 't'\n"),
        ),
        (
            "t a:\n  #!/usr/bin/env python3\n  print('{{a}}')\n",
            "just t $X",
            Some("python3 -c '#!/usr/bin/env python3\nprint('\\'''\"${not_told}\"''\\'')\n'\n"),
        ),
        ("t:\n  #!/usr/bin/awk -f\n  x\n", "just", None),
        ("[script('python3')]\nt:\n  x\n", "just", Some("python3 -c '#!python3\nx\n'\n")),
        ("set shell := ['bash', '-uc']\nt:\n  ls\n", "just", Some("(ls\n)\n")),
        ("set shell := ['python3', '-c']\nt:\n  ls\n", "just", None),
        (
            "set positional-arguments\nt *a:\n  ls \"$@\"\n",
            "just t 'a b' c",
            Some("(set -- 'a b' 'c'\n(ls \"$@\"\n)\n)\n"),
        ),
        (
            "set working-directory := 'x'\nt:\n  ls\n",
            "just",
            Some("(cd 'DIR/x' && {\n(ls\n)\n}\n)\n"),
        ),
        ("import 'more.just'\nt: more\n", "just t", Some("(echo there\n)\n")),
        ("import? 'none.just'\nt:\n  ls\n", "just t", Some("(ls\n)\n")),
        ("import 'none.just'\nt:\n  ls\n", "just t", None),
        ("mod db\nt: db::gone\n", "just t", Some("(cd 'DIR/db' && {\n(ls\n)\n}\n)\n")),
        (
            "mod db\n",
            "just db reset",
            Some("(cd 'DIR/db' && {\n(ls\n)\n}\n)\n(cd 'DIR/db' && {\n(drop inside\n)\n}\n)\n"),
        ),
        ("mod db\n", "just db::gone", Some("(cd 'DIR/db' && {\n(ls\n)\n}\n)\n")),
        ("[windows]\nt:\n  del x\n[unix]\nt:\n  rm x\n", "just", Some("(rm x\n)\n")),
        ("[confirm('sure?'), no-cd]\nt:\n  rm x\n", "just", Some("(rm x\n)\n")),
        ("t:\n  ls a \\\n    b\n\n  # c\n  ls\n", "just", Some("(ls a b\n)\n(ls\n)\n")),
        ("[doc(\"\"\"\n  x:\n\"\"\")]\nt:\n  ls\n", "just", Some("(ls\n)\n")),
        ("t: t\n  ls\n", "just", Some("(ls\n)\n")),
        ("t:\n", "just", Some("")),
    ] {
        check(justfile, line, expected);
    }
}

#[test]
fn a_justfile_is_looked_for_in_the_folders_above() {
    let folder = project(&[("Justfile", "t:\n  ls\n[no-cd]\nu:\n  ls\n"), ("a/b/x", "")]);
    let told = |line: &str| {
        let words = shell_syntax::words(line).unwrap();
        crate::told(&words, &folder.path().join("a/b"), &[]).unwrap()
    };
    assert_eq!(told("just t").folder, folder.path());
    let moved = format!("(cd '{}/a/b' && {{\n(ls\n)\n}}\n)\n", folder.path().display());
    assert_eq!(told("just u").text, moved, "without a cd");
}
