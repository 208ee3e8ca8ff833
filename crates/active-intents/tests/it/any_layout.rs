//! Edits of files in layouts nobody thought of: something is put in and nothing else changes, or
//! nothing at all.
#![expect(clippy::disallowed_methods, reason = "the tests lay out files")]

use std::fs;
use std::time::{Duration, SystemTime};

use active_intents::{FILE, IntentId, Intents, NewRequest, Requests, edit};
use fastrand::Rng;
use tempfile::TempDir;

const WAIT: Duration = Duration::from_secs(60);
const ROUNDS: u64 = 60;

/// A file of some intents, the one called `a` among them.
fn file(rng: &mut Rng) -> String {
    let newline = if rng.u8(..5) == 0 { "\r\n" } else { "\n" };
    let indentation = " ".repeat(rng.usize(..4));
    let mut ids = ["a", "b", "c"];
    rng.shuffle(&mut ids);
    let mut lines = vec!["active_intents:".to_owned()];
    for id in ids {
        let id = quoted(rng, id);
        if rng.u8(..6) == 0 {
            lines.push(format!("{indentation}- {{id: {id}, name: x, owned_scope: [src/**]}}"));
            continue;
        }
        let mut keys = vec![format!("id: {id}")];
        keys.extend(rng.bool().then(|| format!("name: {}", quoted(rng, "some name"))));
        keys.extend(rng.bool().then(|| format!("status: {}", quoted(rng, "ACTIVE"))));
        keys.extend(rng.bool().then(|| "notes: |\n  - one\n\n  two: # no comment".to_owned()));
        keys.extend(rng.bool().then(|| "constraints: [a, 'b, c']".to_owned()));
        keys.extend(scope(rng));
        rng.shuffle(&mut keys);
        let inner = " ".repeat(rng.usize(1..4));
        let mut before = format!("{indentation}-{inner}");
        for key in keys {
            for line in key.lines() {
                let can_end_so = rng.u8(..4) == 0 && !line.ends_with('|');
                let comment = if can_end_so { "  # \"why\"" } else { "" };
                lines.push(format!("{before}{line}{comment}"));
                before = format!("{indentation} {inner}");
            }
            if rng.u8(..6) == 0 {
                lines.push(format!("{before}# a comment"));
            }
        }
    }
    let end = if rng.bool() { newline } else { "" };
    lines.join(newline).replace('\n', newline).replace("\r\r", "\r") + end
}

fn quoted(rng: &mut Rng, text: &str) -> String {
    match rng.u8(..3) {
        0 => format!("'{text}'"),
        1 => format!("\"{text}\""),
        _ => text.to_owned(),
    }
}

fn scope(rng: &mut Rng) -> Option<String> {
    let item = quoted(rng, "src/**");
    match rng.u8(..6) {
        0 => None,
        1 => Some("owned_scope: []".to_owned()),
        2 => Some(format!("owned_scope: [ {item}, \"!x\" ]")),
        3 => Some("owned_scope:".to_owned()),
        4 => Some(format!("owned_scope:\n- {item}\n- lib/**")),
        _ => Some(format!("owned_scope:\n  - {item}\n  # more\n  - \"!x\"")),
    }
}

struct Ground(TempDir);

impl Ground {
    fn new(text: &str) -> Ground {
        let ground = Ground(TempDir::new().unwrap());
        fs::create_dir(ground.0.path().join(".orchestration")).unwrap();
        fs::write(ground.0.path().join(FILE), text).unwrap();
        ground
    }

    fn text(&self) -> String {
        fs::read_to_string(self.0.path().join(FILE)).unwrap()
    }

    fn intents(&self) -> Intents {
        Intents::read(self.0.path()).unwrap().unwrap()
    }

    fn approve(&self) -> Result<(), String> {
        let new = NewRequest {
            intent: &IntentId::new("a").unwrap(),
            paths: &["docs/{x,y}/**".to_owned(), "*.md".to_owned()],
            reason: "",
            session: "s",
            agent: None,
            now: SystemTime::UNIX_EPOCH,
        };
        let project = self.0.path();
        let number = Requests::of(project).record(&new, WAIT).unwrap().request;
        let approved = edit::approve(project, number, SystemTime::UNIX_EPOCH, WAIT);
        approved.map(drop).map_err(|err| err.to_string())
    }

    fn complete(&self) -> Result<(), String> {
        let id = IntentId::new("a").unwrap();
        edit::complete(self.0.path(), &id, WAIT).map_err(|err| err.to_string())
    }
}

/// Whether `after` is `before` with something put in at one place.
fn is_insertion(before: &str, after: &str) -> bool {
    let same = before.bytes().zip(after.bytes()).take_while(|(a, b)| a == b).count();
    let behind = before.bytes().rev().zip(after.bytes().rev()).take_while(|(a, b)| a == b).count();
    same + behind >= before.len()
}

#[test]
fn an_approval_puts_in_and_changes_nothing_else() {
    for seed in 0..ROUNDS {
        let before = file(&mut Rng::with_seed(seed));
        let ground = Ground::new(&before);
        let had = ground.intents();
        ground.approve().unwrap_or_else(|err| panic!("{seed}: {err}\n{before}"));
        let after = ground.text();
        assert!(is_insertion(&before, &after), "{seed}\n{before}\n{after}");
        for (old, new) in had.iter().zip(ground.intents().iter()) {
            let mut expected = old.clone();
            if old.id.as_str() == "a" {
                expected.owned_scope.extend(["docs/{x,y}/**".to_owned(), "*.md".to_owned()]);
            }
            assert_eq!(*new, expected, "{seed}\n{after}");
        }
    }
}

#[test]
fn a_completion_changes_a_word_and_nothing_else() {
    for seed in 0..ROUNDS {
        let before = file(&mut Rng::with_seed(seed));
        let ground = Ground::new(&before);
        let had = ground.intents();
        ground.complete().unwrap_or_else(|err| panic!("{seed}: {err}\n{before}"));
        let after = ground.text();
        let changed = is_insertion(&before, &after)
            || is_insertion(&before.replace("ACTIVE", ""), &after.replace("ACTIVE", ""));
        assert!(changed, "{seed}\n{before}\n{after}");
        for (old, new) in had.iter().zip(ground.intents().iter()) {
            if old.id.as_str() == "a" {
                assert_eq!(new.status.as_str(), Some("COMPLETED"), "{seed}\n{after}");
            } else {
                assert_eq!(new, old, "{seed}\n{after}");
            }
        }
    }
}

#[test]
fn a_file_that_is_damaged_is_edited_well_or_not_at_all() {
    let mut edited = 0;
    for seed in 0..ROUNDS * 3 {
        let mut rng = Rng::with_seed(seed);
        let mut characters: Vec<char> = file(&mut rng).chars().collect();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..characters.len());
            match rng.u8(..3) {
                0 => drop(characters.remove(at)),
                1 => characters.insert(at, *rng.choice(&characters.clone()).unwrap()),
                _ => characters[at] = *rng.choice(b"[]{}:,-#'\"&*!|>\n \t").unwrap() as char,
            }
        }
        let before: String = characters.into_iter().collect();
        let ground = Ground::new(&before);
        match ground.approve() {
            Ok(()) => edited += usize::from(ground.text() != before),
            Err(_) => assert_eq!(ground.text(), before),
        }
        let before = ground.text();
        if ground.complete().is_err() {
            assert_eq!(ground.text(), before);
        }
    }
    assert!(edited > 30, "{edited}");
}
