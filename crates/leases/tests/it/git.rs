//! The engine on refs, with a bare repository as the remote.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use leases::{Authority, AuthorityError, Claimed, Git, GitSettings};
use tempfile::TempDir;

use crate::conformance::{self, TTL, World, claim};

struct Remote {
    dir: TempDir,
}

impl Remote {
    fn new() -> Remote {
        let dir = tempfile::Builder::new().prefix("a b").tempdir().expect("a folder");
        git(&["init", "--quiet", "--bare", &dir.path().join("remote.git").to_string_lossy()]);
        Remote { dir }
    }

    fn url(&self) -> PathBuf {
        self.dir.path().join("remote.git")
    }

    fn settings(&self, machine: &str) -> GitSettings {
        GitSettings {
            url: self.url().to_string_lossy().into_owned(),
            state: self.dir.path().join(machine),
            config: Vec::new(),
            ttl: TTL,
            deadline: Duration::from_secs(100),
        }
    }

    fn git(&self, machine: &str) -> Git {
        Git::new(self.settings(machine))
    }

    /// Runs Git in the remote.
    fn run(&self, args: &[&str]) -> String {
        let identity = ["-c", "user.name=x", "-c", "user.email=x"];
        let dir = self.url().to_string_lossy().into_owned();
        git(&[&["--git-dir", &dir], &identity[..], args].concat()).trim().to_owned()
    }

    /// Puts this message into the ref of an intent.
    fn put(&self, intent: &str, message: &str) {
        let tree = self.run(&["hash-object", "-w", "-t", "tree", "/dev/null"]);
        let commit = self.run(&["commit-tree", &tree, "-m", message]);
        self.run(&["update-ref", &format!("refs/tacklebox/leases/{intent}"), &commit]);
    }
}

impl World for Remote {
    fn lasting(&self, machine: &str, ttl: Duration) -> Box<dyn Authority> {
        Box::new(Git::new(GitSettings { ttl, ..self.settings(machine) }))
    }
}

fn git(args: &[&str]) -> String {
    let output = Command::new("git").args(args).output().expect("git");
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn refs_conform() {
    conformance::check(|| Box::new(Remote::new()));
}

#[test]
fn an_unreachable_remote_is_an_error_and_is_asked_again() {
    let remote = Remote::new();
    let hidden = remote.dir.path().join("hidden.git");
    fs::rename(remote.url(), &hidden).expect("it is there");
    let mut a = remote.git("a");
    let ann = claim("INT-1", "ann", "a");
    match a.claim(&ann) {
        Err(AuthorityError::Unreachable(why)) => {
            assert!(why.ends_with("does not appear to be a git repository"), "{why}");
        }
        answer => panic!("{answer:?}"),
    }
    fs::rename(&hidden, remote.url()).expect("it is there");
    assert_eq!(a.claim(&ann), Ok(Claimed::Granted(1)));
}

#[test]
fn lock_files_of_a_killed_git_do_not_shut_a_machine_out() {
    let remote = Remote::new();
    let mut a = remote.git("a");
    assert_eq!(a.claim(&claim("INT-1", "ann", "a")), Ok(Claimed::Granted(1)));
    remote.git("b").claim(&claim("INT-2", "bob", "b")).expect("an answer");
    assert_eq!(a.holders().map(|it| it.len()), Ok(2));
    let refs = remote.dir.path().join("a/cache.git/refs/tacklebox/leases");
    fs::write(refs.join("INT-3.lock"), "").expect("a folder");
    remote.git("b").claim(&claim("INT-3", "bob", "b")).expect("an answer");
    let failed = a.holders();
    assert!(matches!(failed, Err(AuthorityError::Unreachable(_))), "{failed:?}");
    assert_eq!(a.holders().map(|it| it.len()), Ok(3));
}

#[test]
fn a_lost_ref_does_not_give_its_tokens_again() {
    let remote = Remote::new();
    let mut a = remote.git("a");
    let ann = claim("INT-1", "ann", "a");
    assert_eq!(a.claim(&ann), Ok(Claimed::Granted(1)));
    let dir = remote.url();
    git(&["--git-dir", &dir.to_string_lossy(), "update-ref", "-d", "refs/tacklebox/leases/INT-1"]);
    assert_eq!(a.renew(&[leases::Held { claim: ann.clone(), token: 1 }]), Ok(vec![false]));
    assert_eq!(a.claim(&ann), Ok(Claimed::Granted(2)));
}

#[test]
fn a_released_lease_keeps_its_token() {
    let remote = Remote::new();
    let mut a = remote.git("a");
    let ann = claim("INT-1", "ann", "a");
    assert_eq!(a.claim(&ann), Ok(Claimed::Granted(1)));
    assert_eq!(a.release(&leases::Held { claim: ann, token: 1 }), Ok(true));
    assert_eq!(a.tokens(), Ok([("INT-1".to_owned(), Some(1))].into()));
}

#[test]
fn a_remote_that_takes_no_leases_is_an_error_that_says_so() {
    use std::os::unix::fs::PermissionsExt as _;
    let remote = Remote::new();
    let hook = remote.url().join("hooks/update");
    fs::write(&hook, "#!/bin/sh\nexit 1\n").expect("a folder");
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).expect("a file");
    match remote.git("a").claim(&claim("INT-1", "ann", "a")) {
        Err(AuthorityError::Refused(why)) => assert!(why.contains("hook declined"), "{why}"),
        answer => panic!("{answer:?}"),
    }
}

#[test]
fn who_waits_for_the_cache_for_too_long_gets_an_error() {
    let remote = Remote::new();
    let mut a = remote.git("a");
    assert_eq!(a.claim(&claim("INT-1", "ann", "a")), Ok(Claimed::Granted(1)));
    let lock = fs::File::open(remote.dir.path().join("a/lock")).expect("a lock");
    lock.lock().expect("nobody else has it");
    let mut again =
        Git::new(GitSettings { deadline: Duration::from_millis(50), ..remote.settings("a") });
    match again.claim(&claim("INT-1", "ann", "a")) {
        Err(AuthorityError::Unreachable(why)) => assert!(why.contains("still asking"), "{why}"),
        answer => panic!("{answer:?}"),
    }
}

#[test]
fn what_is_not_a_lease_is_an_error_for_its_intent_alone() {
    let later = r#"{"version":2}"#;
    let record = |token: u64| {
        format!(
            r#"{{"version":1,"session":"eve","machine":"e","token":{token},"since":"","ttl_ms":9,"nonce":""}}"#
        )
    };
    let high = record(i64::MAX.unsigned_abs() + 1);
    for message in [later, "garbage", "", r#"{"version":1}"#, &high, &record(u64::MAX)] {
        let remote = Remote::new();
        let mut a = remote.git("a");
        assert_eq!(a.claim(&claim("INT-2", "ann", "a")), Ok(Claimed::Granted(1)));
        remote.put("INT-1", message);
        match a.claim(&claim("INT-1", "ann", "a")) {
            Err(AuthorityError::Newer(2)) => assert_eq!(message, later),
            Err(AuthorityError::Invalid(why)) => {
                let way = "delete the ref: `git push REMOTE :refs/tacklebox/leases/INT-1`";
                assert!(why.contains(way), "{message}: {why}");
            }
            answer => panic!("{message}: {answer:?}"),
        }
        assert_eq!(remote.git("b").claim(&claim("INT-3", "bob", "b")), Ok(Claimed::Granted(1)));
        assert_eq!(a.holders().map(|it| it.len()), Ok(2), "{message}");
        let unreadable = a.unreadable().expect("an answer").join("\n");
        assert!(unreadable.starts_with("refs/tacklebox/leases/INT-1: "), "{unreadable}");
        let ann = leases::Held { claim: claim("INT-2", "ann", "a"), token: 1 };
        assert_eq!(a.renew(std::slice::from_ref(&ann)), Ok(vec![true]), "{message}");
        assert_eq!(a.release(&ann), Ok(true), "{message}");
        assert_eq!(a.tokens().map(|it| it["INT-1"]), Ok(None), "{message}");
        remote.run(&["update-ref", "-d", "refs/tacklebox/leases/INT-1"]);
        assert_eq!(a.claim(&claim("INT-1", "ann", "a")), Ok(Claimed::Granted(1)), "{message}");
    }
    let remote = Remote::new();
    remote.put("INT-1", &record(i64::MAX.unsigned_abs()));
    std::thread::sleep(Duration::from_millis(10));
    let _seen = remote.git("a").holders();
    std::thread::sleep(Duration::from_millis(20));
    let last = remote.git("a").claim(&claim("INT-1", "ann", "a"));
    assert!(matches!(last, Err(AuthorityError::Refused(_))), "{last:?}");
}

#[test]
fn a_ref_that_names_no_commit_is_unreadable() {
    let remote = Remote::new();
    let file = remote.run(&["hash-object", "-w", "--stdin"]);
    remote.run(&["update-ref", "refs/tacklebox/leases/INT-1", &file]);
    let mut a = remote.git("a");
    assert_eq!(a.claim(&claim("INT-2", "ann", "a")), Ok(Claimed::Granted(1)));
    assert_eq!(a.tokens(), Ok([("INT-1".to_owned(), None), ("INT-2".to_owned(), Some(1))].into()));
}

#[test]
fn a_cache_that_cannot_be_read_is_fetched_again() {
    let remote = Remote::new();
    let mut a = remote.git("a");
    let held = leases::Held { claim: claim("INT-1", "ann", "a"), token: 1 };
    let damage = || {
        let file = remote.dir.path().join("a/cache.git/refs/tacklebox/leases/INT-2");
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, "1111111111111111111111111111111111111111\n").expect("a folder");
    };
    assert_eq!(a.claim(&held.claim), Ok(Claimed::Granted(1)));
    damage();
    assert_eq!(a.claim(&held.claim), Ok(Claimed::Granted(1)));
    damage();
    assert_eq!(a.renew(std::slice::from_ref(&held)), Ok(vec![true]));
    damage();
    assert_eq!(a.release(&held), Ok(true));
}

#[test]
fn observations_of_another_start_or_machine_end_no_lease() {
    let remote = Remote::new();
    remote.git("a").claim(&claim("INT-1", "ann", "a")).expect("an answer");
    let mut b = remote.git("b");
    let bob = claim("INT-1", "bob", "b");
    assert!(matches!(b.claim(&bob), Ok(Claimed::HeldBy(_))));
    let file = remote.dir.path().join("b/observed.json");
    let text = fs::read_to_string(&file).expect("a file");
    let mut seen: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    seen["boot_id"] = "another".into();
    seen["intents"]["INT-1"]["seen_ms"] = 0.into();
    fs::write(&file, seen.to_string()).expect("a file");
    let answer = b.claim(&bob);
    assert!(matches!(answer, Ok(Claimed::HeldBy(_))), "{answer:?}");
}
