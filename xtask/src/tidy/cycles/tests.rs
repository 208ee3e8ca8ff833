//! Cycles of small crates.

use std::collections::BTreeMap;

use super::*;

/// Checks the cycles of a crate of these files below `crates/a/src/`.
#[track_caller]
fn check_crate(files: &[(&str, &str)], expected: &[&str]) {
    let texts: BTreeMap<String, &str> =
        files.iter().map(|(name, text)| (format!("crates/a/src/{name}"), *text)).collect();
    let names = texts.keys().cloned().collect();
    let read = |path: &str| texts[path].to_owned();
    let found = cycles("crates/a/src/lib.rs", &names, &read);
    assert_eq!(found, expected, "{files:?}");
}

#[test]
fn two_that_name_each_other_are_a_cycle() {
    let lib = ("lib.rs", "mod a;\nmod b;\npub use a::A;\npub use b::{self, B as C};");
    check_crate(&[lib, ("a.rs", "use crate::b::B;"), ("b.rs", "")], &[]);
    for names_a in
        ["use crate::a::A;", "use super::a;", "fn f() { crate::a::f() }", "use {crate::{a::{A}}};"]
    {
        check_crate(&[lib, ("a.rs", "use crate::b::B;"), ("b.rs", names_a)], &["a b"]);
    }
    for names_none in [
        "use other::a::A;",
        "// use crate::a::A;\nconst X: &str = \"crate::a\";",
        "#[cfg(test)]\nmod tests { use crate::a::A; }",
        "#[cfg(test)]\nuse crate::a::A;",
    ] {
        check_crate(&[lib, ("a.rs", "use crate::b::B;"), ("b.rs", names_none)], &[]);
    }
}

#[test]
fn a_cycle_is_where_each_reaches_each() {
    let lib = ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;");
    let uses = [("a.rs", "use crate::b::B;"), ("b.rs", "fn f(x: &'_ crate::c::C) {}")];
    let back = ("c.rs", "use crate::{a::A, d::{self, D}};");
    check_crate(&[lib, uses[0], uses[1], back, ("d.rs", "")], &["a b c"]);
    check_crate(&[lib, uses[0], uses[1], ("c.rs", "use crate::d;"), ("d.rs", "")], &[]);
}

#[test]
fn a_name_that_is_exported_again_belongs_to_where_it_is_defined() {
    let lib = ("lib.rs", "mod a;\nmod b;\npub use a::A;\npub use b::B as C;");
    check_crate(&[lib, ("a.rs", "use crate::C;"), ("b.rs", "use crate::A;")], &["a b"]);
    check_crate(&[lib, ("a.rs", "use crate::D;"), ("b.rs", "use crate::A;")], &[]);
    let uses = "use crate::a;\nfn f() { a::f() }";
    check_crate(&[lib, ("a.rs", "use super::C;"), ("b.rs", uses)], &["a b"]);
}

#[test]
fn whoever_exports_a_name_again_is_named_too() {
    let lib = ("lib.rs", "mod a;\nmod c;");
    let a = ("a.rs", "mod b;\npub(crate) use b::f;\nuse crate::c::g;");
    check_crate(&[lib, a, ("a/b.rs", ""), ("c.rs", "use crate::a::f;")], &["a c"]);
    check_crate(&[lib, a, ("a/b.rs", ""), ("c.rs", "use crate::d::f;")], &[]);
    let a = ("a.rs", "mod b;\npub(crate) use b::f;");
    check_crate(&[lib, a, ("a/b.rs", ""), ("c.rs", "use crate::a::f;")], &[]);
}

#[test]
fn a_module_above_is_one_room_with_what_is_below() {
    let lib = ("lib.rs", "mod a;\nmod c;");
    let a = ("a.rs", "mod b;\nuse b::f;\npub struct A;");
    check_crate(&[lib, a, ("a/b.rs", "use super::A;"), ("c.rs", "")], &[]);
    check_crate(
        &[lib, a, ("a/b.rs", "use super::super::c;"), ("c.rs", "use crate::a;")],
        &["a a::b c"],
    );
    let mods = [lib, ("a/mod.rs", a.1), ("a/b.rs", "use crate::c;"), ("c.rs", "use crate::a::b;")];
    check_crate(&mods, &["a::b c"]);
}
