//! Locks: one at a time, for a time, and by many at the same instant.
#![expect(clippy::disallowed_methods, reason = "the tests lay out files")]

use std::fs::{self, File, FileTimes};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use active_intents::{Claim, Holder, Locks, Released, Taken};
use serde_json::json;

use crate::ground::{Ground, TTL, WAIT, at, id};

const ROUNDS: usize = 1_000;

#[test]
fn a_lock_is_a_file_that_says_who_and_until_when() {
    let ground = Ground::new();
    assert_eq!(ground.locks().holder(&id("a")).unwrap(), None);
    assert!(!ground.folder().exists());
    assert_eq!(ground.take("s1", 100), Taken::Created);
    let lock = |since: &str, expires: &str| {
        json!({"session": "s1", "agent": null, "host": "here", "pid": 7,
            "since": since, "expires": expires, "token": 1})
    };
    let since = "1970-01-01T00:01:40.000Z";
    assert_eq!(ground.text(), lock(since, "1970-01-01T00:02:40.000Z"));
    assert_eq!(ground.take("s1", 130), Taken::Renewed);
    assert_eq!(ground.text(), lock(since, "1970-01-01T00:03:10.000Z"));
    assert_eq!(ground.names(), ["a.json"]);
    assert_eq!(ground.locks().ids().unwrap(), [id("a")]);
}

#[test]
fn a_lock_shuts_others_out_until_it_expires() {
    let ground = Ground::new();
    ground.take("s1", 100);
    let Taken::HeldBy(holder) = ground.take("s2", 159) else { panic!("taken") };
    assert_eq!((holder.session(), holder.expires()), (Some("s1"), at(160)));
    assert!(holder.shuts_out("s2", at(159)) && !holder.shuts_out("s2", at(160)));
    assert!(!holder.shuts_out("s1", at(159)));
    assert_eq!(ground.take("s2", 160), Taken::Over(holder));
    assert_eq!(ground.text()["session"], "s2");
    let Taken::HeldBy(holder) = ground.take("s1", 161) else { panic!("taken back") };
    assert_eq!(holder.session(), Some("s2"));
}

#[test]
fn a_token_rises_with_each_change_of_the_holder() {
    let ground = Ground::new();
    let token = || ground.text()["token"].as_u64().unwrap();
    ground.take("s1", 100);
    ground.take("s1", 130);
    assert_eq!(token(), 1);
    ground.take("s2", 300);
    assert_eq!(token(), 2);
    ground.release("s2");
    ground.take("s2", 310);
    assert_eq!(token(), 3);
    for lost in [Some("garbage"), Some(""), None] {
        let file = ground.folder().join("tokens");
        lost.map_or_else(|| fs::remove_file(&file), |text| fs::write(&file, text)).unwrap();
        let before = token();
        let later = 1_000 * (before + 1);
        assert!(matches!(ground.take(&format!("s{before}"), later), Taken::Over(_)));
        assert_eq!(token(), before + 1, "{lost:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_person_can_remove_what_is_not_a_lock() {
    let ground = Ground::new();
    assert!(!ground.locks().remove(&id("a"), WAIT).unwrap());
    for broken in ["", "{broken"] {
        fs::write(ground.file(), broken).unwrap();
        assert!(ground.locks().remove(&id("a"), WAIT).unwrap(), "{broken}");
    }
    std::os::unix::fs::symlink("/nowhere", ground.file()).unwrap();
    assert!(ground.locks().remove(&id("a"), WAIT).unwrap());
    assert_eq!(ground.names(), [""; 0]);
}

#[test]
fn a_lock_that_was_just_renewed_is_fresh() {
    let ground = Ground::new();
    ground.take("s1", 100);
    let holder = ground.locks().holder(&id("a")).unwrap().unwrap();
    for (session, now, expected) in [
        ("s1", 100, true),
        ("s1", 105, true),
        ("s1", 106, false),
        ("s1", 99, false),
        ("s2", 105, false),
    ] {
        assert_eq!(ground.locks().is_fresh(&holder, session, at(now)), expected, "{session} {now}");
    }
}

#[test]
fn an_expired_lock_that_nobody_took_is_renewed() {
    let ground = Ground::new();
    ground.take("s1", 100);
    assert_eq!(ground.take("s1", 500), Taken::Renewed);
    assert_eq!(ground.text()["expires"], "1970-01-01T00:09:20.000Z");
}

#[test]
fn a_session_releases_its_own_lock_alone() {
    let ground = Ground::new();
    assert_eq!(ground.release("s1"), Released::Free);
    ground.take("s1", 100);
    assert!(matches!(ground.release("s2"), Released::HeldBy(Holder::Session(_))));
    assert_eq!(ground.text()["session"], "s1");
    assert!(matches!(ground.release("s1"), Released::Gone(_)));
    assert_eq!(ground.names(), [""; 0]);
    assert_eq!(ground.take("s2", 101), Taken::Created);
}

#[test]
fn what_is_no_lock_holds_from_its_modification_on() {
    for text in ["", "{", "{\"session\": \"s1\"}", "[]", "\u{0}", "{\"session\":1,\"expires\":2}"] {
        let ground = Ground::new();
        fs::create_dir_all(ground.file().parent().unwrap()).unwrap();
        fs::write(ground.file(), text).unwrap();
        let modified = FileTimes::new().set_modified(at(1_000));
        File::options().write(true).open(ground.file()).unwrap().set_times(modified).unwrap();
        let unknown = Holder::Unknown { expires: at(1_060) };
        assert_eq!(ground.take("s1", 1_059), Taken::HeldBy(unknown.clone()), "{text}");
        assert_eq!(ground.release("s1"), Released::HeldBy(unknown.clone()), "{text}");
        assert_eq!(ground.take("s1", 1_060), Taken::Over(unknown), "{text}");
    }
}

#[test]
fn a_lock_may_say_more_or_less_than_ours() {
    let ground = Ground::new();
    fs::create_dir_all(ground.file().parent().unwrap()).unwrap();
    let text =
        r#"{"session":"s1","since":"2026-11-20T14:00:00Z","expires":"2026-11-20T15:00:00Z","x":1}"#;
    fs::write(ground.file(), text).unwrap();
    let Some(Holder::Session(lock)) = ground.locks().holder(&id("a")).unwrap() else {
        panic!("no session")
    };
    assert_eq!((lock.session.as_str(), lock.host.as_str(), lock.pid), ("s1", "", None));
    let hour = lock.expires.duration_since(lock.since).unwrap();
    assert_eq!(hour, Duration::from_secs(3_600));
}

/// Lays something out in the state folder and finds it refused by name.
#[cfg(unix)]
#[track_caller]
#[test]
fn a_session_is_told_the_intent_that_it_works_on() {
    let ground = Ground::new();
    ground.take("x", 0);
    let lay_out = |name: &str, text: &str| {
        fs::write(ground.file().with_file_name(format!("{name}.json")), text).unwrap();
    };
    let lock = |session: &str, agent: &str, expires: &str| {
        let since = "1970-01-01T00:00:00Z";
        json!({"session": session, "agent": agent, "since": since, "expires": expires}).to_string()
    };
    ground.release("x");
    lay_out("INT-1", &lock("a", "", "1970-01-01T02:00:00Z"));
    lay_out("INT-2", &lock("b", "", "1970-01-01T00:59:00Z"));
    lay_out("INT-3.v2", &lock("c", "", "1970-01-01T02:00:00.5+00:00"));
    lay_out("INT-0.4", &lock("a", "sub", "1970-01-01T02:00:00Z"));
    lay_out("INT-0", "{broken");
    lay_out("INT-5", &lock("d", "sub", "1970-01-01T02:00:00Z"));
    fs::create_dir(ground.file().with_file_name("INT-6.json")).unwrap();

    let check = |session: &str, agent: Option<&str>, expected: Option<&str>| {
        let held = ground.locks().held_by(session, agent, at(3600)).unwrap();
        assert_eq!(held.map(|(id, _)| id.to_string()).as_deref(), expected, "{session} {agent:?}");
    };
    check("a", None, Some("INT-1"));
    check("a", Some("sub"), Some("INT-0.4"));
    check("a", Some("other"), Some("INT-1"));
    check("b", None, None);
    check("c", None, Some("INT-3.v2"));
    check("d", None, Some("INT-5"));
    check("e", None, None);
    let nowhere = Locks::of(PathBuf::from("/nowhere"), TTL);
    assert_eq!(nowhere.held_by("a", None, at(0)).unwrap(), None);
}

fn check_refused(lay_out: impl FnOnce(&Path), expected: &str) {
    let ground = Ground::new();
    let state = ground.0.path().join("state");
    fs::create_dir_all(ground.0.path().join("elsewhere")).unwrap();
    fs::create_dir_all(&state).unwrap();
    lay_out(&state);
    let claim = Claim { session: "s1", agent: None, host: "", pid: None, now: at(100) };
    let locks = Locks::of(ground.folder(), TTL);
    let taken = locks.take(&id("a"), &claim, WAIT).unwrap_err().to_string();
    assert_eq!(taken.replace(&state.display().to_string(), "S"), expected);
    let elsewhere = fs::read_dir(ground.0.path().join("elsewhere")).unwrap();
    assert_eq!(elsewhere.count(), 0, "a link was followed");
}

#[cfg(unix)]
#[test]
fn what_is_no_place_for_a_lock_is_refused_by_name() {
    use std::os::unix::fs::symlink;

    check_refused(
        |state| fs::create_dir_all(state.join("intent-locks/a.json")).unwrap(),
        "could not use S/intent-locks/a.json: it is not a regular file",
    );
    check_refused(
        |state| fs::write(state.join("intent-locks"), "").unwrap(),
        "could not use S/intent-locks: it is not a folder",
    );
    let link = "a symbolic link, which is not followed here";
    check_refused(
        |state| symlink("../elsewhere", state.join("intent-locks")).unwrap(),
        &format!("could not use S/intent-locks: it is {link}"),
    );
    check_refused(
        |state| {
            fs::create_dir_all(state.join("intent-locks")).unwrap();
            symlink("../../elsewhere/a.json", state.join("intent-locks/a.json")).unwrap();
        },
        &format!("could not use S/intent-locks/a.json: it is {link}"),
    );
}

/// Whether of `claims` exactly one has got it, as `winner`, and all others know.
fn has_one_winner(words: &[String], winner: &str) -> bool {
    let count = |word: &str| words.iter().filter(|one| *one == word).count();
    count(winner) == 1 && count("held") == words.len() - 1
}

fn word(taken: &Taken) -> String {
    let word = match taken {
        Taken::Created => "created",
        Taken::Renewed => "renewed",
        Taken::Over(_) => "over",
        Taken::HeldBy(_) => "held",
        Taken::Lapsed(_) => "lapsed",
    };
    word.to_owned()
}

#[test]
fn of_threads_at_the_same_instant_one_wins() {
    let ground = Ground::new();
    for round in 0..ROUNDS {
        let id = id(&format!("r{round}"));
        for (seconds, winner) in [(100, "created"), (200, "over")] {
            let barrier = Barrier::new(4);
            let claim = |session: &str| {
                let claim = Claim { session, agent: None, host: "", pid: None, now: at(seconds) };
                barrier.wait();
                word(&ground.locks().take(&id, &claim, WAIT).unwrap())
            };
            let words: Vec<String> = thread::scope(|scope| {
                let sessions = (0..4).map(|session| format!("s{session}-{seconds}"));
                let claims: Vec<_> = sessions
                    .map(|session| {
                        scope.spawn(|| {
                            let session = session;
                            claim(&session)
                        })
                    })
                    .collect();
                claims.into_iter().map(|claim| claim.join().unwrap()).collect()
            });
            assert!(has_one_winner(&words, winner), "{round}: {words:?}");
        }
    }
}

/// A process that takes locks when it is told to.
struct Taker {
    child: Child,
    orders: ChildStdin,
    words: BufReader<ChildStdout>,
}

impl Taker {
    fn start(folder: &Path, session: &str, seconds: u64, gate: &Path) -> Taker {
        let test = std::env::current_exe().unwrap();
        let mut child = Command::new(test.ancestors().nth(2).unwrap().join("examples/taker"))
            .arg(folder)
            .args([session, &seconds.to_string()])
            .arg(gate)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let orders = child.stdin.take().unwrap();
        let words = BufReader::new(child.stdout.take().unwrap());
        Taker { child, orders, words }
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        self.words.read_line(&mut word).unwrap();
        word.trim_end().to_owned()
    }
}

/// A thousand rounds of two processes that want the same intent.
fn check_processes(ground: &Ground, seconds: u64, winner: &str) {
    let sessions = ["one", "other"].map(|name| format!("{name}-{seconds}"));
    let gate = ground.0.path().join(format!("gate-{seconds}"));
    let mut opened = File::create(&gate).unwrap();
    let mut takers = sessions.map(|name| Taker::start(&ground.folder(), &name, seconds, &gate));
    for round in 0..ROUNDS {
        for taker in &mut takers {
            taker.orders.write_all(format!("r{round}\n").as_bytes()).unwrap();
        }
        opened.write_all(b"x").unwrap();
        let words = takers.each_mut().map(Taker::word);
        assert!(has_one_winner(&words, winner), "{round}: {words:?}");
    }
    for Taker { mut child, orders, .. } in takers {
        drop(orders);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn of_processes_at_the_same_instant_one_wins() {
    let ground = Ground::new();
    check_processes(&ground, 100, "created");
    // The winners have ended, and hold what they won.
    let claim = Claim { session: "late", agent: None, host: "", pid: None, now: at(159) };
    for round in 0..ROUNDS {
        let taken = ground.locks().take(&id(&format!("r{round}")), &claim, WAIT).unwrap();
        assert!(matches!(taken, Taken::HeldBy(Holder::Session(_))), "{round}: {taken:?}");
    }
    check_processes(&ground, 200, "over");
}
