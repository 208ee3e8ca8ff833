//! Which option a name or a letter names.

use super::*;

#[test]
fn letters_are_those_of_all_labels_else_of_the_places() {
    for (labels, expected) in [
        (["B) x", "A) y"], one(0)),
        (["(B) x", "(A) y"], one(0)),
        (["[B] x", "[A] y"], one(0)),
        (["b. x", "a. y"], one(0)),
        (["B: x", "A: y"], one(0)),
        (["B - x", "A - y"], one(0)),
        (["B — x", "A — y"], one(0)),
        (["**B)** x", "**A)** y"], one(0)),
        (["Option B: x", "Option A: y"], one(0)),
        (["Option B", "Option A"], one(0)),
        (["B", "A"], one(0)),
        (["one", "two"], one(1)),
        (["Start a server", "Write a file"], one(1)),
        (["C)  x", "D) y"], UNCLEAR),
        (["C", "Go"], UNCLEAR),
        (["B) x", "B) y"], UNCLEAR),
        (["one", "B) two"], UNCLEAR),
        (["one", "A) two"], UNCLEAR),
        (["B) plan A", "A) plan B"], UNCLEAR),
        (["B tree", "A cache"], UNCLEAR),
        (["B-tree", "A-tree"], UNCLEAR),
        (["1. B-tree", "2. A-tree"], UNCLEAR),
        (["B, x", "A, y"], UNCLEAR),
        (["Plan B", "Plan A"], UNCLEAR),
        (["Plan_B", "Plan_A"], UNCLEAR),
        (["PlanB", "PlanA"], UNCLEAR),
        (["B1 cluster", "A1 cluster"], UNCLEAR),
        (["Variant B: blue", "Variant A: red"], UNCLEAR),
        (["Choice B: x", "Choice A: y"], UNCLEAR),
        (["Path B", "Path A"], UNCLEAR),
        (["Go with B", "Go with A"], UNCLEAR),
        (["Alternative B - x", "Alternative A - y"], UNCLEAR),
        (["B/Postgres", "A/SQLite"], UNCLEAR),
        (["B=Postgres", "A=SQLite"], UNCLEAR),
        (["B→Postgres", "A→SQLite"], UNCLEAR),
        (["B| Postgres", "A| SQLite"], UNCLEAR),
        (["B.Postgres", "A.SQLite"], UNCLEAR),
        (["B (Postgres)", "A (SQLite)"], UNCLEAR),
        (["🅱 Postgres", "🅰 SQLite"], UNCLEAR),
        (["Ⓑ Postgres", "Ⓐ SQLite"], UNCLEAR),
        (["Ｂ Postgres", "Ａ SQLite"], UNCLEAR),
        (["В Postgres", "А SQLite"], UNCLEAR),
        (["Redis (B)", "Memcached (A)"], UNCLEAR),
        (["Bob's way", "Alice's way"], UNCLEAR),
        (["Beta", "Alpha"], UNCLEAR),
        (["2. x", "1. y"], UNCLEAR),
    ] {
        check("Recommendation: B because it is small", &labels, expected);
    }
    let many: Vec<_> = (0..40).map(|at| format!("n{at}")).collect();
    let many: Vec<_> = many.iter().map(String::as_str).collect();
    check("Recommendation: H", &many, one(7));
    check("Recommendation: I", &many, UNCLEAR);
    check("Recommendation: n39", &many, one(39));
}

#[test]
fn letters_are_not_those_of_a_text_that_has_its_own() {
    for text in [
        "A) SQLite B) Postgres.",
        "A. SQLite\nB. Postgres.",
        "A = SQLite, B = Postgres.",
        "- A SQLite\n- B Postgres",
        "| A | SQLite |",
        "Option A is SQLite, option B is Postgres.",
        "Plan A or plan B?",
        "A → SQLite.",
        "A: file-based, B: client/server.",
        "A) one file B) client/server.",
        "(a) one file, (b) client/server.",
        "🅰 one file.",
    ] {
        let text = format!("{text} Which? Recommendation: A");
        check(&text, &["Postgres", "SQLite"], UNCLEAR);
        check(&text, &["B) Postgres", "A) SQLite"], UNCLEAR);
    }
    let check_beside = |header, description| {
        let choices = [("Postgres", Some(description)), ("SQLite", None)];
        check_question(Some(header), "Recommendation: A", &choices, UNCLEAR);
        check_question(Some(header), "Recommendation: SQLite", &choices, one(1));
    };
    check_beside("Store", "Option B");
    check_beside("B or A", "a server");
}

#[test]
fn a_label_is_named_by_how_it_begins() {
    let labels = ["SQLite file", "SQLite in memory", "Redis, remote", "Don't cache", "Node.js"];
    for (name, expected) in [
        ("SQLite file", one(0)),
        ("sqlite FILE because it is simple", one(0)),
        ("**SQLite** file", one(0)),
        ("\"SQLite file\"", one(0)),
        ("choose \"SQLite file\".", one(0)),
        ("use SQLite in memory because it is fast", one(1)),
        ("Redis", one(2)),
        ("Redis, remote", one(2)),
        ("Redis.", one(2)),
        ("go with Redis", one(2)),
        ("don’t cache", one(3)),
        ("Node.js.", one(4)),
        ("Redis because SQLite file is slow", UNCLEAR),
        ("SQLite file (simple)", UNCLEAR),
        ("SQLite file for now", UNCLEAR),
        ("SQLite", UNCLEAR),
        ("SQLite because it is simple", UNCLEAR),
        ("Redis, or Node.js", UNCLEAR),
        ("Redi", UNCLEAR),
        ("Rediscover", UNCLEAR),
        ("Redis is wrong", UNCLEAR),
        ("Redis: overkill. SQLite file.", UNCLEAR),
        ("not Redis", UNCLEAR),
        ("Redis\"", UNCLEAR),
        ("Node", UNCLEAR),
        ("in memory", UNCLEAR),
        ("something else", UNCLEAR),
    ] {
        check(&format!("Which? Recommendation: {name}"), &labels, expected);
    }
}

#[test]
fn a_name_is_weighed_against_all_labels() {
    for (name, labels, expected) in [
        ("Save as draft because it is small", &["Save", "Save as draft"][..], one(1)),
        ("Save", &["Save", "Save as draft"], UNCLEAR),
        ("Wait for CI", &["Wait for approval", "Merge"], UNCLEAR),
        ("Yes, delete it", &["Yes, keep it", "No"], UNCLEAR),
        ("Yes, delete it", &["Yes", "No"], UNCLEAR),
        ("Yes", &["Yes, delete later", "Yes, keep"], UNCLEAR),
        ("Yes", &["Yes, keep it", "No"], one(0)),
        ("Yes", &["Yes", "No"], one(0)),
        ("No", &["Yes", "No"], one(1)),
        ("No changes", &["No", "Yes"], UNCLEAR),
        ("No", &["No tests", "All tests"], UNCLEAR),
        ("none", &["None of the tests", "All"], UNCLEAR),
        ("none", &["None", "All"], UNCLEAR),
        ("first", &["Second things", "First things"], UNCLEAR),
        ("Keep", &["Keep it", "Change"], one(0)),
        ("Keep", &["Keep nothing", "Change"], UNCLEAR),
        ("Plan", &["Plan B", "Code"], UNCLEAR),
        ("Plan A", &["Plan B", "Plan A"], one(1)),
        ("Keep", &["Keep it", "Do not keep it"], UNCLEAR),
        ("SQLite", &["From Redis to SQLite", "SQLite to Redis"], UNCLEAR),
        ("SQLite", &["SQLite", "Redis and SQLite"], one(0)),
        ("Merge", &["Merge once approved", "Wait"], UNCLEAR),
    ] {
        check(&format!("Recommendation: {name}"), labels, expected);
    }
    check("Recommendation: B", &["SQLite", "Redis (not recommended)"], UNCLEAR);
    check("Recommendation: B", &["SQLite [recommended]", "Redis"], UNCLEAR);
    check("Recommendation: B", &["SQLite (not recommended)", "Redis"], one(1));
}

#[test]
fn a_name_has_a_verb_a_letter_a_number_or_a_sign_in_it() {
    for (name, labels, expected) in [
        ("2", &["1. Keep", "2. Drop"][..], UNCLEAR),
        ("2", &["1", "2"], one(1)),
        ("2", &["4 spaces", "2 spaces"], one(1)),
        ("2", &["2 spaces", "4 spaces"], UNCLEAR),
        ("100", &["80", "100"], one(1)),
        ("Choose SQLite", &["Choose", "SQLite"], one(1)),
        ("Use SQLite", &["Use SQLite", "SQLite"], UNCLEAR),
        ("Use SQLite", &["Use SQLite", "Use Redis"], one(0)),
        ("SQLite", &["A) SQLite", "B) Redis"], one(0)),
        ("A) SQLite", &["A) SQLite", "B) Redis"], one(0)),
        ("A) SQLite", &["Redis", "SQLite"], UNCLEAR),
        ("B)", &["A) SQLite", "B) Redis"], one(1)),
        ("B)", &["SQLite", "Redis"], UNCLEAR),
        ("B) Redis", &["B) SQLite", "A) Redis"], UNCLEAR),
        ("B - Memcached", &["B) Redis", "A) Memcached"], UNCLEAR),
        ("Option B", &["Option B: x", "Option A: y"], one(0)),
        ("Go with B", &["Go with B", "Go with A"], one(0)),
        ("Go", &["Go", "Rust"], one(0)),
        ("Go for it", &["Go", "Rust"], UNCLEAR),
        ("Go with Rust", &["Go", "Rust"], one(1)),
        ("C", &["C++", "C#", "C"], UNCLEAR),
        ("C", &["C++", "Rust"], UNCLEAR),
        ("C++", &["C", "Rust"], UNCLEAR),
        ("C++", &["C", "C++"], one(1)),
        ("1", &["-1", "1.5"], UNCLEAR),
        ("缓存", &["缓存", "文件"], one(0)),
        ("🚀 Ship it", &["🚀 Ship it", "Wait"], one(0)),
        ("Ship it", &["🚫 Ship it", "Wait"], UNCLEAR),
        ("مؤقت", &["\u{200f}مؤقت\u{200f}", "x"], one(0)),
        ("one two", &["One\nTwo", "Three"], one(0)),
        ("x", &["x", "X"], UNCLEAR),
        ("B", &["", "x"], UNCLEAR),
        ("***", &["***", "x"], UNCLEAR),
    ] {
        check(&format!("Recommendation: {name}"), labels, expected);
    }
}
