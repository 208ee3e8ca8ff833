//! Three thousand settings files that nobody wrote, through all that is done to one, in any order, with
//! somebody else's edits between: what is not ours stays, byte for byte.

use claude_settings::{Aim, Arrangement, ByHand, Form, Fragment, HookCommand, Start};

use crate::arrangement::known;

/// So many files, and so much is done to each.
const FILES: u64 = 3_000;
const STEPS: usize = 8;

/// Numbers that look random and are the same each time.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    fn one<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }
}

/// What has been done to a file, as it is and as it would be without us.
#[derive(Clone)]
struct File {
    text: Option<String>,
    without: Option<String>,
}

pub(crate) fn what_is_not_ours_stays_in_any_order_of_verbs_and_edits() {
    for seed in 1..=FILES {
        let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let original = settings(&mut numbers);
        let mut file = File { text: Some(original.clone()), without: Some(original.clone()) };
        let mut versions: Vec<File> = Vec::new();
        let mut done = Vec::new();
        for _ in 0..STEPS {
            let step = step(&mut numbers, &mut file, &mut versions);
            done.push(step);
        }
        file.text = arranged(&mut numbers, file.text.as_deref(), Aim::Leave(all()));
        assert_eq!(file.text, file.without, "{seed}: {original:?} after {done:?}");
    }
}

fn step(numbers: &mut Numbers, file: &mut File, versions: &mut Vec<File>) -> String {
    match numbers.below(8) {
        0..=3 => {
            versions.push(file.clone());
            let start = [Start::Alone, Start::Together][numbers.below(2)];
            let aim = Aim::Enter(some(numbers), start);
            let told = format!("{aim:?}");
            file.text = arranged(numbers, file.text.as_deref(), aim);
            told
        }
        4 => {
            versions.push(file.clone());
            let aim = Aim::Leave(some(numbers));
            let told = format!("{aim:?}");
            file.text = arranged(numbers, file.text.as_deref(), aim);
            told
        }
        5 => {
            // The version comes back that was there before our last change.
            if let Some(version) = versions.pop() {
                *file = version;
            }
            "rollback".to_owned()
        }
        _ => {
            let (from, to) = (format!("mark-{}", numbers.below(4)), numbers.one(WORDS));
            for text in [&mut file.text, &mut file.without] {
                *text = text.as_ref().map(|text| text.replace(&from, to));
            }
            format!("{from} becomes {to}")
        }
    }
}

/// What somebody else writes into a text.
const WORDS: &[&str] =
    &["other", "a \\\"quoted\\\" word", "\u{e9}\u{1f600}", "0", "/x/a-hook", "{}[],:"];

fn arranged(numbers: &mut Numbers, text: Option<&str>, aim: Aim) -> Option<String> {
    let form = [Form::Exec, Form::Shell][numbers.below(2)];
    let known: Vec<Fragment> = known().into_iter().map(|known| known.in_form(form)).collect();
    let engine = HookCommand::in_project("a-hook").in_form(form).engine();
    let blocking = [Vec::new(), vec!["a-hook".to_owned()]][numbers.below(2)].clone();
    Arrangement { known, engine, aim, by_hand: ByHand::Stays, blocking }.apply(text).unwrap().text
}

fn all() -> Vec<String> {
    known().iter().map(|known| known.hook().to_owned()).collect()
}

fn some(numbers: &mut Numbers) -> Vec<String> {
    let chosen = numbers.below(7) + 1;
    let is_chosen = |(at, _): &(usize, String)| chosen & (1 << at) != 0;
    all().into_iter().enumerate().filter(is_chosen).map(|(_, hook)| hook).collect()
}

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
fn settings(numbers: &mut Numbers) -> String {
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
