//! `blame` against a model that knows of each line who wrote it.

use crate::ground::Ground;
use fastrand::Rng;
use serde_json::{Value, json};

const FILE: &str = "src/code.txt";
const LEDGER: &str = ".orchestration/agent_trace.jsonl";

/// A file, with who wrote each part of it, a line or what a formatter made of one.
struct Model {
    parts: Vec<(String, Option<String>)>,
    written: usize,
    random: Rng,
}

impl Model {
    fn new(seed: u64) -> Self {
        let parts = (0..20).map(|number| (format!("line {number} was here\n"), None)).collect();
        Self { parts, written: 0, random: Rng::with_seed(seed) }
    }

    fn text(&self) -> String {
        self.parts.iter().map(|(part, _)| part.as_str()).collect()
    }

    /// Who wrote each line.
    fn owners(&self) -> Vec<Option<String>> {
        let of_part =
            |(part, owner): &(String, Option<String>)| vec![owner.clone(); part.lines().count()];
        self.parts.iter().flat_map(of_part).collect()
    }

    fn format(&mut self, format: fn(&str) -> String) {
        for (part, _) in &mut self.parts {
            *part = format(part);
        }
    }

    /// New lines in the place of some, or none.
    fn change(&mut self, owner: Option<&str>) {
        let start = self.random.usize(..=self.parts.len());
        let gone = self.random.usize(..4).min(self.parts.len() - start);
        let came = if gone == 0 { self.random.usize(1..5) } else { self.random.usize(..5) };
        let new: Vec<_> = (0..came).map(|_| (self.line(), owner.map(str::to_owned))).collect();
        self.parts.splice(start..start + gone, new);
    }

    fn line(&mut self) -> String {
        self.written += 1;
        let indent = " ".repeat(4 * self.random.usize(..3));
        // No two lines are the same: of two of them nobody could say which went.
        format!("{indent}call{0}(first{0}, second{0});\n", self.written)
    }
}

/// A call of a tool that has put `after` in the place of `before`.
fn call(ground: &Ground, model: &mut Model, session: &str, before: &str, after: &str) -> Value {
    let mut event = ground.edit(session, FILE, before, after);
    if model.random.bool() {
        event["tool_name"] = json!("Write");
        event["tool_input"] = json!({ "file_path": ground.path(FILE), "content": after });
    }
    event
}

/// A hundred edits by three sessions, with a person's between. `format` is what a
/// formatter makes of a line, and `is_first` whether it comes before the hook.
fn check(seed: u64, format: fn(&str) -> String, is_first: fn(&mut Rng) -> bool) {
    let ground = Ground::new();
    let mut model = Model::new(seed);
    model.format(format);
    for _ in 0..100 {
        if model.random.u8(..3) == 0 {
            model.change(None);
            model.format(format);
        }
        let before = model.text();
        let session = format!("session-{}", model.random.usize(..3));
        model.change(Some(&session));
        let after = model.text();
        let event = call(&ground, &mut model, &session, &before, &after);
        model.format(format);
        let formatted = model.text();
        ground.write(FILE, if is_first(&mut model.random) { &formatted } else { &after });
        ground.hand(&event);
        ground.write(FILE, &formatted);
    }
    ground.verify(0, "100 records, one chain");
    assert_eq!(ground.blame(FILE), model.owners(), "seed {seed}");

    let length = ground.read(LEDGER).len();
    let ran = ground.run("agent-trace-hook squash --before 2026-11-21");
    assert_eq!(ran.status, 0, "{}", ran.err);
    ground.verify(0, "one chain");
    assert!(ground.records().len() < 100 && ground.read(LEDGER).len() < length);
    assert_eq!(ground.blame(FILE), model.owners(), "seed {seed}, squashed");
    let again = ground.run("agent-trace-hook squash --before 2026-11-21");
    assert!(again.out.starts_with("0 records removed, "), "{}", again.out);
}

pub(crate) fn blame_knows_what_the_model_knows() {
    check(1, str::to_owned, |_| true);
    check(2, str::to_owned, |_| true);
}

pub(crate) fn blame_finds_what_was_moved() {
    let ground = Ground::new();
    let (before, after) = ("top\nend\n", "top\nfn one() {\n    body();\n}\nend\n");
    ground.write("a.rs", after);
    ground.hand(&ground.edit("s", "a.rs", before, after));
    let mine = Some("s".to_owned());
    ground.write("a.rs", "top\nend\n// by hand\nfn one() {\n    body();\n}\n");
    let moved = [None, None, None, mine.clone(), mine.clone(), mine.clone()];
    assert_eq!(ground.blame("a.rs"), moved);

    // Into a file of another name, and there once.
    ground.run("mv a.rs b.rs");
    assert_eq!(ground.blame("b.rs"), moved);
    let twice = ground.read("b.rs").repeat(2);
    ground.write("c.rs", &twice);
    assert_eq!(ground.blame("c.rs"), vec![None; 12]);
    // What a person writes like it in a file beside it is the person's.
    ground.run("cp b.rs a.rs");
    assert_eq!(ground.blame("b.rs"), vec![None; 6]);
}

pub(crate) fn blame_finds_lines_of_a_file_that_is_too_long_to_keep() {
    let ground = Ground::new();
    let lines: Vec<String> = (0..60_000).map(|number| format!("line {number}\n")).collect();
    let before = lines.concat();
    let after = before.replace("line 777\n", "first by s\nsecond by s\n");
    ground.write(FILE, &after);
    ground.hand(&ground.edit("s", FILE, &before, &after));
    let check = |place: &str, session: Option<&str>| {
        let ran = ground.run(&format!("agent-trace-hook blame --json {FILE}:{place}"));
        let said: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(said["lines"][0]["session_id"].as_str(), session, "{place}");
    };
    check("777", None);
    check("778", Some("s"));
    ground.write(FILE, &format!("by hand\n{after}"));
    for _ in 0..2 {
        check("778", None);
        check("779", Some("s"));
        check("780", Some("s"));
        ground.run("agent-trace-hook squash --before 2099-01-01");
    }
}

/// Another indentation.
fn indented(line: &str) -> String {
    format!("\t{}\n", line.trim())
}

/// A line for each argument, and another comma.
fn broken(line: &str) -> String {
    if line.trim_end().contains('\n') {
        return line.to_owned();
    }
    line.replace('(', "(\n    ").replace(", ", ",\n    ").replace(");", ",)")
}

pub(crate) fn blame_bears_a_formatter_in_either_order() {
    check(11, indented, |random| random.bool());
    check(12, broken, |_| true);
    check(13, broken, |_| false);
}
