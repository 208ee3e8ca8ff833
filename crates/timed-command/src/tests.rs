//! What programs print, and how they end.

use std::time::Duration;

use crate::{CommandError, Program, output, run_all};

const LIMIT: Duration = Duration::from_secs(100);

fn words(script: &str) -> Vec<String> {
    ["sh", "-c", script].map(str::to_owned).to_vec()
}

fn run(script: &str, limit: Duration) -> Result<String, CommandError> {
    output(&words(script), None, limit)
}

#[test]
fn output_is_what_it_prints() {
    assert_eq!(run("echo DO", LIMIT).unwrap(), "DO\n");
    assert_eq!(run("cat; echo end", LIMIT).unwrap(), "end\n", "stdin is empty");
    assert_eq!(run("printf 'a\\377b'", LIMIT).unwrap(), "a\u{fffd}b");
}

#[test]
fn it_runs_where_it_is_told_to() {
    let dir = tempfile::tempdir().unwrap();
    let here = output(&["pwd".to_owned()], Some(dir.path()), LIMIT).unwrap();
    assert_eq!(here.trim(), dir.path().canonicalize().unwrap().to_str().unwrap());
}

#[test]
fn failures_say_what_happened() {
    let check = |result: Result<String, CommandError>, expected: &str| {
        let err = result.unwrap_err().to_string();
        assert!(err.contains(expected), "{err}");
    };
    check(output(&[], None, LIMIT), "no program is named");
    check(output(&["/no/such/program".to_owned()], None, LIMIT), "could not start: No such file");
    check(run("echo first >&2; echo 'no cycle' >&2; exit 3", LIMIT), "exit status: 3: no cycle");
    check(run("exit 1", LIMIT), "exit status: 1");
    check(run("kill -9 $$", LIMIT), "signal: 9");
}

#[test]
fn a_program_that_hangs_is_ended_with_its_children() {
    let dir = tempfile::tempdir().unwrap();
    let pid = dir.path().join("pid");
    let script = format!("sleep 600 & echo $! >'{}'; wait", pid.display());
    // Until the time was enough to start the child.
    for limit in (0..9).map(|round| Duration::from_millis(200 << round)) {
        let err = run(&script, limit).unwrap_err();
        assert!(matches!(err, CommandError::TimedOut(_)), "{err}");
        let Ok(pid) = std::fs::read_to_string(&pid) else { continue };
        let Ok(pid) = pid.trim().parse::<u32>() else { continue };
        // It is killed, and whoever adopts it may collect it later.
        let is_alive = || {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            !stat.is_empty() && !stat.contains(") Z ")
        };
        let is_gone = (0..5_000).any(|_| {
            std::thread::sleep(Duration::from_millis(20));
            !is_alive()
        });
        assert!(is_gone, "a child outlived its time");
        return;
    }
    panic!("the child did not start");
}

#[test]
fn a_child_left_behind_is_not_waited_for() {
    assert_eq!(run("sleep 600 & echo DO", LIMIT).unwrap(), "DO\n");
}

#[test]
fn a_child_that_keeps_talking_is_not_listened_to() {
    let talk = "echo DO; (while echo more; do sleep 0.02; done) &";
    assert!(run(talk, LIMIT).unwrap().starts_with("DO\n"));
}

#[test]
fn a_flood_is_cut_and_does_not_hang() {
    let flood = run("head -c 3000000 /dev/zero | tr '\\0' x", LIMIT).unwrap();
    assert_eq!(flood.len(), 64 * 1024);
}

#[test]
fn both_streams_and_the_status_are_kept() {
    let program =
        |script| Program { words: words(script), dir: None, path: None, limit: LIMIT, keep: 20 };
    let ended = crate::run(&program("echo out; echo err >&2; exit 3")).unwrap();
    assert_eq!(ended.status.code(), Some(3));
    assert_eq!((ended.stdout.as_str(), ended.stderr.as_str()), ("out\n", "err\n"));
    let ended = crate::run(&program("seq 100; seq 30 >&2")).unwrap();
    assert!(ended.status.success());
    assert_eq!((ended.stdout.len(), ended.stderr.len()), (20, 20), "no more is kept");
    assert!(ended.is_cut);
    for script in ["seq 10 19 | head -c 20", "seq 10 19 | head -c 20 >&2"] {
        assert!(!crate::run(&program(script)).unwrap().is_cut, "{script}");
    }
    assert!(crate::run(&program("seq 10 20 >&2")).unwrap().is_cut);
}

#[test]
fn programs_run_side_by_side_and_each_ends_on_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let of = |words, limit| Program {
        words,
        dir: Some(dir.path().to_owned()),
        path: None,
        limit,
        keep: 100,
    };
    let program = |script: &str, limit| of(words(script), limit);
    let missing = of(vec!["/no/such/program".to_owned()], LIMIT);
    let programs = [
        program("touch a; until test -e b; do sleep 0.02; done; echo first", LIMIT),
        missing,
        program("sleep 60", Duration::from_millis(300)),
        program("touch b; until test -e a; do sleep 0.02; done; echo last; exit 1", LIMIT),
    ];
    // The first waits for the last, and the last for the first.
    let ended = run_all(&programs);
    assert_eq!(ended.len(), programs.len());
    assert_eq!(ended[0].as_ref().unwrap().stdout, "first\n");
    assert!(matches!(ended[1], Err(CommandError::Start(_))), "{:?}", ended[1]);
    assert!(matches!(ended[2], Err(CommandError::TimedOut(_))), "{:?}", ended[2]);
    assert_eq!(ended[3].as_ref().unwrap().status.code(), Some(1));
    assert!(run_all(&[]).is_empty());
}
