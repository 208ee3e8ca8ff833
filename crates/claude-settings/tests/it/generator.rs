//! Settings files that nobody wrote, and what somebody else writes into them: the same each time. The tests
//! of `hook-installer` have them too.

/// Numbers that look random and are the same each time.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    pub(crate) fn one<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }
}

/// What somebody else writes into a text.
pub(crate) const WORDS: &[&str] =
    &["other", "a \\\"quoted\\\" word", "\u{e9}\u{1f600}", "0", "/x/a-hook", "{}[],:"];

/// Keys of a file and what may stand behind them.
const KEYS: &[(&str, &[&str])] = &[
    (
        "permissions",
        &["{\"deny\": [\"Read(mark-0)\"], \"allow\": [ ]}", "{}", "{ \"ask\": [1e3, -0.0] }"],
    ),
    ("env", &["{\"A\": \"mark-1\"}", "{\n}", "{\"A\":\"1\",\n\"B\":\"mark-2\"}"]),
    ("model", &["\"opus\"", "\"mark-3\""]),
    ("statusLine", &["{\"type\": \"command\", \"command\": \"mark-0\"}", "null"]),
    ("\\u0078", &["12345678901234567890", "[[], [{}], \"mark-1\"]", "true"]),
];

/// Events, some of them ours, and groups of others.
const EVENTS: &[&str] = &["PreToolUse", "Stop", "SessionEnd", "Notification"];
const GROUPS: &[&str] = &[
    "{\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"mark-0\"}]}",
    "{\"hooks\": []}",
    "{\"hooks\":[{\"type\":\"http\",\"url\":\"http://a/b\"} , {\"type\":\"command\",\"command\":\"x\",\"args\":[\"mark-1\"]}]}",
    "{\n \"hooks\" : [ {\"timeout\": 1.50, \"type\": \"command\", \"command\": \"./mine\"} ]\n}",
];

/// A file that a host takes.
pub(crate) fn settings(numbers: &mut Numbers) -> String {
    let gap = numbers.one(&["", " ", "\n", "\n  ", "\n\t", "\r\n    ", "\n\n"]);
    let mut members: Vec<String> = Vec::new();
    for (key, values) in KEYS {
        if numbers.below(2) == 0 {
            members.push(format!("\"{key}\":{}{}", numbers.one(&["", " "]), numbers.one(values)));
        }
    }
    if numbers.below(3) > 0 {
        let place = numbers.below(members.len() + 1);
        let hooks = hooks(numbers, gap);
        members.insert(place, format!("\"hooks\": {hooks}"));
    }
    let comma = numbers.one(&[",", " ,", ", "]);
    let body: String = members.join(&format!("{comma}{gap}"));
    let mark = numbers.one(&["", "", "\u{feff}"]);
    let end = numbers.one(&["", "\n", "\r\n", "\n\n"]);
    format!("{mark}{{{gap}{body}{gap}}}{end}")
}

fn hooks(numbers: &mut Numbers, gap: &str) -> String {
    let mut events = Vec::new();
    for event in EVENTS {
        if numbers.below(2) == 0 {
            let count = numbers.below(3);
            let groups: Vec<&str> = (0..count).map(|_| numbers.one(GROUPS)).collect();
            events.push(format!("\"{event}\": [{gap}{}{gap}]", groups.join(", ")));
        }
    }
    format!("{{{gap}{}{gap}}}", events.join(","))
}
