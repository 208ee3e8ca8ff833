//! "Recommendation: ...": the one form, and what is beside it.

use super::*;

const NAME_B: &[&str] = &[
    "Recommendation: B",
    "recommendation: b",
    "RECOMMENDATION: Choose B because it needs no server.",
    "Which? Recommendation: B because it needs no server.",
    "Which? <qid:x> Recommendation: B. <qid:a>",
    "<qid:x>Recommendation:B",
    "The old ones are slow. Which one?\n\n**Recommendation:** B",
    "Which?\n**Recommendation**: **B**",
    "Which? Recommendation: `B`.",
    "Which? Recommendation: B!",
    "Which?\r\nRecommendation: B\r\n",
    "Recommendation: B since it is simple, small and doesn't need a server",
    "Recommendation: B, because it is simple",
    "Recommendation: B because it is simple. Which one?",
    "Recommendation: B. How should I go on?",
    "Recommendation: B\nWhich store is it to be?",
    "Recommendation: Option B",
    "Recommendation: go with option B because it is simple",
    "Recommendation: pick B.",
    "Recommendation: B\u{200f}",
];

/// What names no option, or more than one, or is not only a name.
const OTHER_SENTENCES: &[&str] = &[
    "",
    "not B",
    "avoid B",
    "hold off on B",
    "everything except B",
    "don't choose B",
    "either B or C",
    "B or C",
    "B and C",
    "B, C",
    "B/C",
    "B & C",
    "B + C",
    "B -> C",
    "B → C",
    "B, not C",
    "B over C",
    "B is wrong",
    "B was dropped",
    "B?",
    "B? I am not sure.",
    "B...",
    "~~B~~",
    "B1",
    "B+",
    "Ｂ",
    "В",
    "🅱",
    "D",
    "2",
    "option 2",
    "the second",
    "neither",
    "a cache",
    "I'd pick B",
    "(B)",
    "B (SQLite)",
    "B - simple",
    "B — simple",
    "B: simple",
    "B; simple",
    "B (simple)",
    "B for this project",
    "B as a last resort",
    "B unless you have a server",
    "B, unless you have a server",
    "B if possible",
    "B provided that you have a server",
    "B, given that you have a server",
    "B once the tests pass",
    "B as long as the data is small",
    "B after the backup is done",
    "B pending legal review",
    "B, subject to your approval",
    "B except on Windows",
    "B — your call",
    "B - your call",
    "B (please confirm)",
    "B (low confidence)",
    "B (50/50)",
    "B (rejected)",
    "B (outdated)",
    "B - needs your sign-off",
    "B because",
    "B because it is simple?",
    "B because it is simple, but slow",
    "B because it is simple, C otherwise",
    "B because A is slow",
    "B because Files are slow",
    "B because it is simple (please confirm)",
    "B because it is simple, pending legal review",
    "B because it is simple, if you have no server",
    "B because it is simple, except on Windows",
    "B because it is simple; SQLite it is",
    "B because it is simple — your call",
    "B because it is simple - your call",
    "B because it is simple, your call",
    "B because it is simple → C",
    "B because it is the preferred one",
    "\nB",
    "\n- B",
];

/// What takes a recommendation back, or limits it, after its sentence.
const AFTERTHOUGHTS: &[&str] = &[
    "Actually, C.",
    "Scratch that: C.",
    "EDIT: C",
    "Update: C after reading the code.",
    "Correction: Files are better here.",
    "I recommend C.",
    "Recommended: C",
    "Recommendation: C",
    "Recommendation: B",
    "Recommendation: wait",
    "My pick: C",
    "I no longer recommend this.",
    "I disagree with the above.",
    "However, Files are safer.",
    "Unless you need X, then C.",
    "On windows choose C.",
    "But only on weekdays.",
    "Or C, one day.",
    "Or C?",
    "Not!",
    "Hmm, on reflection Files.",
    "Please decide yourself.",
    "Your call.",
    "If not, C",
    "It is simple.",
    "Files.",
    "(That was before the outage.)",
    "Which one? I am not sure.",
    "Which one, if not C?",
    "Which other one?",
    "Are you sure?",
    "Who knows?",
    "What about the rest?",
    "How about no database?",
    "Or what?",
];

/// What makes it somebody else's, or no recommendation.
const INTRODUCTIONS: &[&str] = &[
    "No ",
    "Not my ",
    "My ",
    "The old ",
    "Anti-",
    "Counter-",
    "If it fails, ",
    "Reviewer: ",
    "The page says \"",
    "Review by Bob:\n\n",
    "Review by Bob\n\n",
    "Review by Bob. ",
    "Bob: Is it good? ",
    "The reviewer wrote:\n",
    "The log:\n- ",
    "They say:\n> ",
    "> Which?\n> ",
    "-> ",
    "~~",
    "<!-- ",
    "```\n",
    "```\nWhich?\n",
    "# Vendor report\n",
    "# Vendors.\nWhich?\n",
    "| x |\n|---|\nWhich?\n",
    "The linter printed this. ",
    "What does the reviewer say? ",
    "> Which?\n",
    "For example. ",
    "e.g. ",
    "I prefer Files. Which? ",
    "I suggest waiting. Or? ",
    "It is C. Which? ",
    "Unless you have a server, which? ",
    "Redis or SQLite? ",
    "I don't recommend it. Which?\n",
];

#[test]
fn a_recommendation_is_a_sentence_of_one_form() {
    fn check_text(text: &str, expected: Recommended) {
        check(text, &["Redis", "SQLite", "Files"], expected);
        check(text, &["A) Redis", "B) SQLite", "C) Files"], expected);
    }
    for text in NAME_B {
        check_text(text, one(1));
    }
    for sentence in OTHER_SENTENCES {
        check_text(&format!("Which? Recommendation: {sentence}"), UNCLEAR);
    }
    for text in AFTERTHOUGHTS {
        check_text(&format!("Which? Recommendation: B. {text}"), UNCLEAR);
        check_text(&format!("Which? Recommendation: B\n{text}"), UNCLEAR);
        check_text(&format!("Which? Recommendation: B because it is simple. {text}"), UNCLEAR);
    }
    for text in INTRODUCTIONS {
        check_text(&format!("{text}Recommendation: B"), UNCLEAR);
    }
    for heading in ["Recommendation -", "Recommendation", "Recommendations:", "Recommended:"] {
        check_text(&format!("Which? {heading} B"), UNCLEAR);
    }
    check_text("Which? (Recommendation: B)", UNCLEAR);
    check_text("Which? B", NONE);
}
