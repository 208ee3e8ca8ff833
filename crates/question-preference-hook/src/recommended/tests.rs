//! Recommendations as tables.

use hook_protocol::QuestionOption;

use super::*;

fn check(text: &str, labels: &[&str], expected: Recommended) {
    let options = labels
        .iter()
        .map(|label| QuestionOption { label, description: None, preview: None })
        .collect();
    let question = Question { question: text, header: None, options, multi_select: false };
    let found = recommended(&question);
    let same = match expected {
        Recommended::Unclear(_) => matches!(found, Recommended::Unclear(_)),
        _ => found == expected,
    };
    assert!(same, "{text:?} with {labels:?}: {found:?} instead of {expected:?}");
}

const NONE: Recommended = Recommended::None;
const UNCLEAR: Recommended = Recommended::Unclear("");

fn one(index: usize) -> Recommended {
    Recommended::One(index)
}

#[test]
fn exactly_one_label_is_recommended() {
    fn check_labels(labels: &[&str], expected: Recommended) {
        check("Which?", labels, expected);
    }
    check_labels(&["SQLite (recommended)", "Redis"], one(0));
    check_labels(&["SQLite", "Redis (Recommended)"], one(1));
    check_labels(&["SQLite", "Redis(RECOMMENDED)"], one(1));
    check_labels(&["SQLite", "Redis ( recommended )"], one(1));
    check_labels(&["SQLite", "Redis\n(recommended)"], one(1));
    check_labels(&["SQLite", "(recommended) Redis"], one(1));
    check_labels(&["SQLite", "Redis (recommended) - fast"], one(1));
    check_labels(&["SQLite", "Redis (recommended) (recommended)"], one(1));
    check_labels(&["Use the recommended set (recommended)", "Redis"], one(0));
    check_labels(&["\"SQLite\" 🚀 (recommended)", "Redis"], one(0));
    check_labels(&["\u{200f}مؤقت (recommended)\u{200f}", "Redis"], one(0));
    check_labels(&["SQLite (\u{200f}recommended\u{200f})", "Redis"], one(0));
    check_labels(&["SQLite (recommended)", "Redis (not recommended)"], one(0));
    check_labels(&["SQLite (recommended)", "Redis, never (recommended)"], one(0));

    check_labels(&["SQLite (recommended)", "Redis (recommended)"], UNCLEAR);
    check_labels(&["SQLite (recommended)", "Redis [recommended]"], UNCLEAR);
    check_labels(&["SQLite (recommended)", "Redis (recommended for caches)"], UNCLEAR);
    check_labels(&["SQLite (recommended)", "Redis (reco\u{200b}mmended)"], UNCLEAR);
    check_labels(&["SQLite (recommended)", "SQLite"], UNCLEAR);
    check_labels(&["SQLite (recommended)", "Redis", " redis\u{200e}"], UNCLEAR);
    check_labels(&["(recommended)", "Redis"], UNCLEAR);
    check_labels(&["SQLite (recommended)", " "], UNCLEAR);

    check_labels(&["SQLite", "Redis"], NONE);
    check_labels(&["SQLite", "Redis (not recommended)"], NONE);
    check_labels(&["SQLite", "Redis not (recommended)"], NONE);
    check_labels(&["SQLite", "Redis - not recommended"], NONE);
    check_labels(&["SQLite", "Redis (unrecommended)"], NONE);
    check_labels(&["SQLite", "Redis (recommended"], NONE);
    check_labels(&["SQLite", "Redis recommended"], NONE);
    check_labels(&[], NONE);
}

const NAME_B: &[&str] = &[
    "Which? Recommendation: B because it needs no server.",
    "Which?\nRECOMMENDATION: Choose B because A and C are slow.",
    "Which?\n\n**Recommendation:** B",
    "Which?\n**Recommendation**: **B** - one file",
    "Which? Recommendation: `B`.",
    "Which? __Recommendation:__ B",
    "Which? (Recommendation: B)",
    "recommendation: b",
    "<qid:x>Recommendation:B",
    "💡 Recommendation: B",
    "My recommendation: B",
    "Which? The recommendation : B!",
    "Recommendation: B since it is simple",
    "Recommendation: B as it is simple",
    "Recommendation: B for this project",
    "Recommendation: B, because A is slow",
    "Recommendation: B - simple",
    "Recommendation: B — simple",
    "Recommendation: B (simple)",
    "Recommendation: B; simple",
    "Recommendation: B: a simple file",
    "Recommendation: (B)",
    "Recommendation: [B] because",
    "Recommendation: B)",
    "Recommendation: B) SQLite",
    "Recommendation: Option B",
    "Recommendation: go with option B because",
    "Recommendation: pick B.",
    "Recommendation: B\u{200f}",
    "Recommendation：B。",
    "Recommendation: B. It is simple, and C is not.",
    "Recommendation: B — it needs no server and is simple",
    "Recommendation: B (SQLite)",
    "Recommendation: B - a cache is slow",
    "Recommendation: B, it doesn't need a server",
    "The log:\n- Recommendation: B",
    "Recommendation: B\nA is slow",
    "Recommendation: B. My recommendation: SQLite",
    "A) Redis B) SQLite C) Files. Recommendation: B",
];

const NAME_NOTHING: &[&str] = &[
    "Recommendation - B",
    "Recommendation B",
    "Recommendations: B",
    "Recommended: B",
    "Not recommended: B",
    "Recommendation: not B",
    "Recommendation: B is wrong",
    "Recommendation: B or C",
    "Recommendation: B and C",
    "Recommendation: B/C",
    "Recommendation: B & C",
    "Recommendation: A cache",
    "Recommendation: B unless you have a server",
    "Recommendation: B?",
    "Recommendation: avoid B",
    "Recommendation: don't choose B",
    "Recommendation: neither",
    "Recommendation: D",
    "Recommendation: 2",
    "Recommendation: the second",
    "Recommendation: B1",
    "Recommendation:",
    "Recommendation:\nB) SQLite",
    "",
];

const ARE_UNCLEAR: &[&str] = &[
    "Recommendation: B, C",
    "Recommendation: B - C",
    "Recommendation: B - A is slow",
    "Recommendation: b, a",
    "Recommendation: B) or C)",
    "Recommendation: B, not recommended",
    "Recommendation: B (not recommended)",
    "Recommendation: B, if you have no server",
    "Recommendation: B for small data, C for large",
    "Recommendation: B as a last resort",
    "Recommendation: B, right?",
    "Recommendation: B because it is simple, otherwise C",
    "Recommendation: B because it is simple, or C",
    "Recommendation: B) Redis",
    "Recommendation: B. Recommendation: C",
    "Recommendation: B. Recommendation: wait",
    "No recommendation: B",
    "Not my recommendation: B",
    "The old recommendation: B",
    "Anti-recommendation: B",
    "If it fails, recommendation: B",
    "Reviewer: recommendation: B",
    "The page says \"Recommendation: B\"",
    "~~Recommendation: B~~",
    "Recommendation: B. Or C, one day.",
    "Recommendation: B. Unless you have a server.",
    "Recommendation: B. Not!",
    "Recommendation: B, and C",
    "Recommendation: B, but only on weekdays",
    "Recommendation: B — a mistake",
    "Recommendation: B — this is not a good idea",
    "They say:\n> Recommendation: B",
    "-> Recommendation: B",
];

#[test]
fn a_letter_names_an_option() {
    for (texts, expected) in [(NAME_B, one(1)), (NAME_NOTHING, NONE), (ARE_UNCLEAR, UNCLEAR)] {
        for text in texts {
            check(text, &["Redis", "SQLite", "Files"], expected);
            check(text, &["A) Redis", "B) SQLite", "C) Files"], expected);
        }
    }
}

#[test]
fn many_options_have_no_letters_after_z() {
    let labels: Vec<_> = (0..40).map(|at| format!("n{at}")).collect();
    let labels: Vec<_> = labels.iter().map(String::as_str).collect();
    check("Recommendation: Z", &labels, one(25));
    check("Recommendation: n39", &labels, one(39));
    check("Recommendation: AA", &labels, NONE);
}

#[test]
fn letters_are_those_of_the_labels_else_of_the_places() {
    for (labels, expected) in [
        (["B) x", "A) y"], one(0)),
        (["(B) x", "(A) y"], one(0)),
        (["b. x", "a. y"], one(0)),
        (["B: x", "A: y"], one(0)),
        (["B - x", "A - y"], one(0)),
        (["B — x", "A – y"], one(0)),
        (["**B)** x", "**A)** y"], one(0)),
        (["Option B: x", "Option A: y"], one(0)),
        (["Option B", "Option A"], one(0)),
        (["B", "A"], one(0)),
        (["C", "Go"], NONE),
        (["one", "B) two"], one(1)),
        (["one", "two"], one(1)),
        (["x", "y"], NONE),
        (["A-frame", "B-tree"], one(1)),
        (["A cache", "B tree"], one(1)),
        (["one", "A) two"], NONE),
        (["B) x", "B) y"], UNCLEAR),
        (["B tree", "A cache"], UNCLEAR),
        (["B, x", "A, y"], UNCLEAR),
    ] {
        check("Recommendation: B because", &labels, expected);
    }
    check("A) Files B) Memory. Recommendation: B", &["Memory", "Files"], UNCLEAR);
    check("A. Files\nB. Memory\nRecommendation: A", &["Memory", "Files"], UNCLEAR);
    check("A) Files B) Memory. Recommendation: A", &["B) Memory", "A) Files"], one(1));
}

#[test]
fn a_label_is_named_by_how_it_begins() {
    let labels = ["SQLite file", "SQLite in memory", "Redis, remote", "Don't cache", "Node.js"];
    for (name, expected) in [
        ("SQLite file", one(0)),
        ("sqlite FILE because it is simple", one(0)),
        ("**SQLite** file", one(0)),
        ("\"SQLite file\"", one(0)),
        ("SQLite file (simple)", one(0)),
        ("SQLite file for now", one(0)),
        ("use SQLite in memory, it is fast", one(1)),
        ("Redis", one(2)),
        ("Redis because SQLite file is slow", one(2)),
        ("Redis, remote", one(2)),
        ("Redis.", one(2)),
        ("go with Redis", one(2)),
        ("don’t cache", one(3)),
        ("Node.js.", one(4)),
        ("SQLite", UNCLEAR),
        ("SQLite because it is simple", UNCLEAR),
        ("Redis, or Node.js", NONE),
        ("Redis, not SQLite file", NONE),
        ("Redis, because SQLite file is slow", one(2)),
        ("SQLite file, or Node.js", UNCLEAR),
        ("SQLite file, not Redis", UNCLEAR),
        ("Redi", NONE),
        ("Rediscover", NONE),
        ("Redis is wrong", NONE),
        ("Redis or SQLite", NONE),
        ("Redis for now", NONE),
        ("not Redis", NONE),
        ("avoid Redis", NONE),
        ("never Redis", NONE),
        ("Don", NONE),
        ("Node", NONE),
        ("Redis?", NONE),
        ("in memory", NONE),
        ("something else", NONE),
    ] {
        check(&format!("Which? Recommendation: {name}"), &labels, expected);
    }
}

#[test]
fn a_name_is_weighed_against_all_labels() {
    for (name, labels, expected) in [
        ("Save as draft because", &["Save", "Save as draft"][..], one(1)),
        ("Save", &["Save", "Save as draft"], UNCLEAR),
        ("Wait for CI", &["Wait for approval", "Merge"], NONE),
        ("Wait for CI", &["Wait here", "Merge"], NONE),
        ("Yes, delete it", &["Yes, keep it", "No"], NONE),
        ("Yes", &["Yes, keep it", "No"], one(0)),
        ("Yes, delete it", &["Yes", "No"], one(0)),
        ("2", &["1. Keep", "2. Drop"], one(1)),
        ("Keep as is", &["Keep both", "Drop"], NONE),
        ("Choose SQLite", &["Choose", "SQLite"], one(1)),
        ("Use SQLite", &["Use SQLite", "SQLite"], UNCLEAR),
        ("SQLite", &["A) SQLite", "B) Redis"], one(0)),
        ("A) SQLite", &["A) SQLite", "B) Redis"], one(0)),
        ("A) SQLite", &["Redis", "SQLite"], UNCLEAR),
        ("A) SQLite, not Redis", &["A) SQLite, not Redis", "B) Redis"], one(0)),
        ("C", &["C++", "C#", "C"], one(2)),
        ("C", &["C++", "Rust"], NONE),
        ("1", &["-1", "1.5"], NONE),
        ("缓存。因为", &["缓存", "文件"], one(0)),
        ("🚀 Ship it", &["🚀 Ship it", "Wait"], one(0)),
        ("Ship it", &["🚫 Ship it", "Wait"], NONE),
        ("مؤقت", &["\u{200f}مؤقت\u{200f}", "x"], one(0)),
        ("one two", &["One\nTwo", "Three"], one(0)),
        ("x", &["x", "X"], UNCLEAR),
        ("B", &["", "x"], UNCLEAR),
        ("***", &["***", "x"], NONE),
    ] {
        check(&format!("Recommendation: {name}"), labels, expected);
    }
}

#[test]
fn label_and_text_agree() {
    let labels = ["SQLite (recommended)", "Redis"];
    check("Recommendation: A because", &labels, one(0));
    check("Recommendation: SQLite", &labels, one(0));
    check("Recommendation: SQLite (recommended)", &labels, one(0));
    check("Recommendation: B", &labels, UNCLEAR);
    check("Recommendation: Redis", &labels, UNCLEAR);
    check("Recommendation: not A", &labels, UNCLEAR);
    check("Recommendation: the second", &labels, UNCLEAR);
    check("Recommendation: B", &["SQLite", "Redis (not recommended)"], UNCLEAR);
    check("Recommendation: B", &["SQLite [recommended]", "Redis"], UNCLEAR);
    check("Recommendation: B", &["SQLite (not recommended)", "Redis"], one(1));
}

#[test]
fn huge_questions_are_read_in_no_time() {
    let huge = "a ".repeat(50_000);
    let labels = [huge.as_str(), &"(".repeat(50_000), &"a) ".repeat(50_000), "b"];
    check(&format!("Recommendation: {huge}"), &labels, NONE);
    check(&format!("Recommendation: A) {huge}"), &labels, UNCLEAR);
    check(&"Recommendation: ".repeat(10_000), &labels, UNCLEAR);
    check(&"Recommendation: B\n".repeat(8), &["one", "two"], one(1));
    check(&"Recommendation: B\n".repeat(9), &["one", "two"], UNCLEAR);
}

#[test]
fn a_plain_label_is_without_its_recommendation() {
    fn check(label: &str, expected: &str) {
        assert_eq!(plain(label), expected, "{label:?}");
    }
    check("SQLite (recommended)", "SQLite");
    check("  SQLite\n\t file(RECOMMENDED) ", "SQLite file");
    check("SQLite (recommended) - fast", "SQLite - fast");
    check("SQLite (recommended), Redis", "SQLite, Redis");
    check("SQLite(recommended)file", "SQLite file");
    check("(recommended) SQLite", "SQLite");
    check("SQLite (not recommended)", "SQLite (not recommended)");
    check("SQLite recommended", "SQLite recommended");
    check("(recommended)", "");
    check("", "");
}

#[test]
fn the_same_label_in_another_spelling() {
    fn check(left: &str, right: &str, expected: bool) {
        assert_eq!(same_label(left, right), expected, "{left:?} {right:?}");
    }
    check("SQLite (recommended)", "sqlite", true);
    check("Éclair  one", "éclair\none (Recommended)", true);
    check("\u{200f}a\u{200f}", "A", true);
    check("a", "b", false);
    check("a b", "ab", false);
    check("\"a\"", "a", false);
}
