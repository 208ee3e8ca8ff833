//! What calls of `make` run.

use crate::tests::{ask, project};

/// What is told of a call in a folder with this `Makefile` and some files.
#[track_caller]
fn check(makefile: &str, line: &str, expected: Option<&str>) {
    let folder = project(&[
        ("Makefile", makefile),
        ("more.mk", "MORE = here\nmore:\n\techo $(MORE)\n"),
        (".env", "SECRET=hush\nENV=prod\n"),
        ("a.c", ""),
        ("sub/Makefile", "all:\n\tls $(CURDIR)\n"),
    ]);
    let found = ask(folder.path(), line).map(|(text, ..)| text);
    assert_eq!(found.as_deref(), expected, "{line}\n{makefile}");
}

#[test]
fn recipes_are_told_behind_those_of_prerequisites() {
    let makefile = ".PHONY: all a b\nall: a b\na:\n\t@echo a\nb: a ; -rm -f b\n\n# c\n\t+ls\n";
    for (line, expected) in [
        ("make", Some("(echo a\n)\n(rm -f b\n)\n(ls\n)\n")),
        ("make a", Some("(echo a\n)\n")),
        ("make -j4 -sk -B b", Some("(echo a\n)\n(rm -f b\n)\n(ls\n)\n")),
        ("gmake -j 4 a a", Some("(echo a\n)\n")),
        ("make --no-print-directory a", Some("(echo a\n)\n")),
        ("make -C sub", Some("(ls DIR/sub\n)\n")),
        ("make --directory=sub all", Some("(ls DIR/sub\n)\n")),
        ("make -f more.mk", Some("(echo here\n)\n")),
        ("make -f none.mk", None),
        ("make none", None),
        ("make -n a", None),
        ("make --dry-run a", None),
        ("make -nB a", None),
        ("make --eval=x a", None),
        ("make -f - a", None),
        ("make $X", None),
        ("make -C $X a", None),
    ] {
        check(makefile, line, expected);
    }
}

#[test]
fn variables_are_settled_where_the_file_settles_them() {
    for (makefile, line, expected) in [
        ("A = $(B)\nB := x y\nt:\n\tls $A ${B} $$C\n", "make", Some("(ls x y x y $C\n)\n")),
        ("A = a\nA += b\nt:\n\tls $(A)\n", "make", Some("(ls a b\n)\n")),
        ("A ?= a\nt:\n\tls $(A)\n", "make", Some("(ls a\n)\n")),
        ("A ?= a\nt:\n\tls $(A)\n", "make t A=b", Some("export A='b'\n(ls b\n)\n")),
        ("A = a\nt:\n\tls $(A)\n", "make t A=b", Some("export A='b'\n(ls b\n)\n")),
        ("override A = a\nt:\n\tls $(A)\n", "make t A=b", Some("export A='a'\n(ls a\n)\n")),
        (
            "A = a\nt:\n\tls $(A)\n",
            "make t A=$X",
            Some("export A=\"${not_told}\"\n(ls ${not_told}\n)\n"),
        ),
        ("t:\n\tls $(A) '$(A)' \"$(A)\"\n", "make", Some("(ls ${A} ''\"${A}\"'' \"${A}\"\n)\n")),
        ("export A = a b\nt:\n\tls\n", "make", Some("export A='a b'\n(ls\n)\n")),
        ("A = a\nexport A\nt:\n\tls\n", "make", Some("export A='a'\n(ls\n)\n")),
        ("A = $(wildcard *)\nt:\n\trm $(A)\n", "make", Some("(rm ${not_told}\n)\n")),
        ("A = $(patsubst a,b,c)\nt:\n\trm $(A)\n", "make", Some("(rm ${not_told}\n)\n")),
        ("A = $(B:.c=.o)\nt:\n\trm $(A)\n", "make", Some("(rm ${not_told}\n)\n")),
        ("A = $(A)\nt:\n\trm $(A)\n", "make", Some("(rm ${not_told}\n)\n")),
        ("A = x\nB = $($(C))\nC = A\nt:\n\trm $(B)\n", "make", Some("(rm x\n)\n")),
        ("define F\nrm x\nendef\nt:\n\t$(F)\n", "make", Some("(${not_told}\n)\n")),
        ("A = $(if $(B),yes,no)\nB = 1\nt:\n\tls $(A)\n", "make", Some("(ls yes\n)\n")),
        (
            "D := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))\nt:\n\tls $(D)\n",
            "make",
            Some("(ls DIR/\n)\n"),
        ),
        ("t: a.c\n\tcc $< -o $@ $^\n", "make t", Some("(cc a.c -o t a.c\n)\n")),
        ("A = '\\#' # no\nt:\n\tls $(A)\n", "make", Some("(ls '#'\n)\n")),
        ("t:\n\t$(MAKE) -C sub x\n", "make V=1", Some("export V='1'\n(make V='1' -C sub x\n)\n")),
        ("t:\n\tls a \\\n\t  b\n", "make", Some("(ls a \\\n  b\n)\n")),
        ("A = a \\\n  b\nt:\n\tls $(A)\n", "make", Some("(ls a b\n)\n")),
    ] {
        check(makefile, line, expected);
    }
}

#[test]
fn what_runs_when_the_file_is_read_is_told() {
    for (makefile, line, expected) in [
        (
            "A = $(shell git rev-parse HEAD)\nt:\n\tls $(A)\n",
            "make",
            "(ls $(git rev-parse HEAD)\n)\n",
        ),
        ("A := $(shell cat x)\nt:\n\tls\n", "make", ": \"$(cat x)\"\n(ls\n)\n"),
        ("A != cat x\nt:\n\tls '$(A)'\n", "make", "(ls ''\"$(cat x)\"''\n)\n"),
        ("$(info $(shell rm x))\nt:\n\tls\n", "make", ": \"$(rm x)\"\n(ls\n)\n"),
        ("t:\n\t$(info $(shell rm x))ls\n", "make", ": \"$(rm x)\"\n(ls\n)\n"),
        ("ifeq ($(shell rm x),y)\nendif\nt:\n\tls\n", "make", ": \"$(rm x)\"\n(ls\n)\n"),
        ("A := $(sort $(shell rm x))\nt:\n\tls\n", "make", ": \"$(rm x)\"\n(ls\n)\n"),
        ("A = $(shell rm x)\nt:\n\tls\n", "make", "(ls\n)\n"),
        ("$(shell rm x)\nt:\n\tls\n", "make", ": \"$(rm x)\"\n(ls\n)\n"),
        (
            "A := $(shell echo $(B) '$(B)')\nt:\n\tls\n",
            "make",
            ": \"$(echo ${B} ''\"${B}\"'')\"\n(ls\n)\n",
        ),
    ] {
        check(makefile, line, Some(expected));
    }
}

#[test]
fn branches_that_the_file_does_not_settle_are_told_as_such() {
    let perhaps = "(ls\n)\nif [ \"$not_told\" ]; then (rm x\n)\nfi\n";
    for (makefile, line, expected) in [
        ("A = 1\nifeq ($(A),1)\nB = x\nelse\nB = y\nendif\nt:\n\tls $(B)\n", "make", "(ls x\n)\n"),
        (
            "A = 1\nifneq \"$(A)\" '1'\nB = x\nelse\nB = y\nendif\nt:\n\tls $(B)\n",
            "make",
            "(ls y\n)\n",
        ),
        ("ifdef A\nB = x\nelse\nB = y\nendif\nt:\n\tls $(B)\n", "make", "(ls ${not_told}\n)\n"),
        ("ifdef A\nB = x\nelse\nB = x\nendif\nt:\n\tls $(B)\n", "make", "(ls ${not_told}\n)\n"),
        ("ifndef A\nA = x\nendif\nt:\n\tls $(A)\n", "make", "(ls x\n)\n"),
        ("t:\n\tls\nifdef A\n\trm x\nendif\n", "make", perhaps),
        ("A =\nt:\n\tls\nifdef A\n\trm x\nendif\n", "make", "(ls\n)\n"),
        (
            "A = 2\nifeq ($(A),1)\nB = x\nelse ifeq ($(A),2)\nB = y\nelse\nB = z\nendif\nt:\n\tls $(B)\n",
            "make",
            "(ls y\n)\n",
        ),
        (
            "ifdef A\nt:\n\tls\nelse\nt:\n\trm x\nendif\n",
            "make t",
            "if [ \"$not_told\" ]; then (ls\n)\nfi\nif [ \"$not_told\" ]; then (rm x\n)\nfi\n",
        ),
    ] {
        check(makefile, line, Some(expected));
    }
}

#[test]
fn other_lines_of_a_file() {
    for (makefile, line, expected) in [
        ("include more.mk\nt: more\n", "make t", Some("(echo here\n)\n")),
        ("-include none.mk\nt:\n\tls\n", "make", Some("(ls\n)\n")),
        ("include none.mk\nt:\n\tls\n", "make", None),
        (
            "ENV ?= dev\n-include .env\nexport\nt:\n\tls $(ENV) $(SECRET)\n",
            "make",
            Some("export CC='cc'"),
        ),
        (".ONESHELL:\nt:\n\tcd a\n\trm b\n", "make", Some("(cd a\nrm b\n)\n")),
        ("SHELL := /usr/bin/env bash\nt:\n\tls\n", "make", Some("(ls\n)\n")),
        ("SHELL = /usr/bin/python3\nt:\n\tprint(1)\n", "make", None),
        (".DEFAULT_GOAL := b\na:\n\tls a\nb:\n\tls b\n", "make", Some("(ls b\n)\n")),
        ("t: E = prod\nt: u\nE = dev\nu:\n\tls $(E)\n", "make t", Some("(ls prod\n)\n")),
        ("t: export E = prod\nt:\n\tls\n", "make t", Some("(export E='prod'\nls\n)\n")),
        ("a b: c\n\tls $@\nc:\n", "make b", Some("(ls b\n)\n")),
        ("a::\n\tls 1\na::\n\tls 2\n", "make", Some("(ls 1\n)\n(ls 2\n)\n")),
        ("a:\n\tls 1\na:\n\tls 2\n", "make", Some("(ls 2\n)\n")),
        ("a: $(wildcard *.c)\n\tls\n", "make", Some("(ls\n)\n")),
        ("a: $(A)\n\tls\n", "make", None),
        ("a: none.c\n\tls\n", "make", None),
        ("go-%:\n\tls $* $@\n", "make go-x", Some("(ls x go-x\n)\n")),
        ("go-%:\n\tls $*\n%-x:\n\tls\n", "make go-x", None),
        ("a: b.o\n\tls\n%.o: %.c\n\tcc $<\n", "make", None),
        ("a: a.c\n\tls\n%.c: %.y\n\tyacc $<\n%.y: %.z\n\tcp $< $@\n", "make", None),
        ("A = $(or $(B),)\nB =\nt:\n\tls $(A)x\n", "make", Some("(ls x\n)\n")),
        ("A = $(or $(B),)\nt:\n\tls $(A)\n", "make", Some("(ls ${not_told}\n)\n")),
        ("A = $(or $(B),x)\nB =\nt:\n\tls $(A)\n", "make", Some("(ls x\n)\n")),
        ("a: a.o\n\tls\n%.o: %.c\n\tcc $<\n", "make", Some("(cc a.c\n)\n(ls\n)\n")),
        ("a: a.o\n\tls\na.o: %.o: %.c\n\tcc $<\n", "make", None),
        ("a:\n\t# only this\n\t@\n\t@# $(X)\n\t@: x\n", "make", Some("(: x\n)\n")),
        ("a: ## a's help\n\t# don't $(X)\n\tls $(X)\n", "make", Some("(ls ${X}\n)\n")),
        ("a:\n\t$(info x)ls\n", "make", Some("(ls\n)\n")),
        ("a: a\n\tls\n", "make", Some("(ls\n)\n")),
        ("a:\n\tls\nendif\n", "make", None),
    ] {
        if makefile.contains(".env") {
            let folder = project(&[("Makefile", makefile), (".env", "SECRET=hush\nENV=prod\n")]);
            let (text, ..) = ask(folder.path(), line).unwrap();
            assert!(
                text.ends_with("\n(ls ${ENV} ${SECRET}\n)\n") && !text.contains("hush"),
                "{text}"
            );
            continue;
        }
        check(makefile, line, expected);
    }
}

#[test]
fn rules_for_kinds_of_files() {
    for (makefile, line, expected) in [
        ("x: a.c a.c\n\tcc $^ + $+\n", "make", Some("(cc a.c + a.c a.c\n)\n")),
        ("a: a.o\n\tls\n.c.o:\n\tcc $<\n", "make", Some("(cc a.c\n)\n(ls\n)\n")),
        (
            "a: a.o\n\tls\n%.o: %.c\n\tcc $<\n%.o: %.s\n\tas $<\n",
            "make",
            Some("(cc a.c\n)\n(ls\n)\n"),
        ),
        ("x: a.o\n\tls\na.o: a.c\n", "make", None),
        ("a: sub\n", "make", None),
        ("b: more.mk\n", "make", Some("")),
        ("F := $(wildcard *.c)\nt: $(F)\n$(F):\n\trm $@\n", "make", None),
        ("X = a\nt:\n\t$(eval X := b)\n\tls $(X)\n", "make", Some("(ls ${not_told}\n)\n")),
        (
            "t:\n\tls $(realpath more.mk) $(realpath none)\n",
            "make",
            Some("(ls DIR/more.mk ${not_told}\n)\n"),
        ),
    ] {
        check(makefile, line, expected);
    }
}

#[test]
fn bounds_are_kept() {
    let mut doubling = "A0 = x\n".to_owned();
    for step in 1..40 {
        let line = format!("A{step} = $(A{0})$(A{0})\n", step - 1);
        doubling.push_str(&line);
    }
    for (makefile, line) in [
        (format!("{doubling}t:\n\tls $(A15)\n"), "make t"),
        (format!("{doubling}B := $(A39)\nt:\n\tls\n"), "make t"),
        ("t:\n\tls\ninclude Makefile\n".to_owned(), "make t"),
        (format!("t:\n\tls {}\n", "x".repeat(70_000)), "make t"),
    ] {
        let line_told = {
            let folder = project(&[("Makefile", &makefile)]);
            ask(folder.path(), line).map(|(text, ..)| text.len())
        };
        assert!(line_told.is_none_or(|len| len < 64 * 1024), "{line}");
    }
}
