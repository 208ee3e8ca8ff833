//! What a receiver gets, whatever happens on the way.

use std::fs;
use std::time::{Duration, Instant};

use otlp_export::ExportError;

use crate::receiver::{Answer, OK, Receiver, Request, text};
use crate::stage::{Stage, call};

#[test]
fn a_call_is_sent_without_what_was_tried_and_why() {
    let receiver = Receiver::new();
    let stage = Stage::sending_to(
        &receiver.endpoint,
        "headers: {x-token: {env: TOKEN}}\nresource: {host.id: laptop-1, user.id: ann}\n",
    );
    stage.calls(0..1);
    let exported = stage.export().unwrap();
    assert_eq!((exported.records, exported.unreadable, exported.problems.len()), (1, 0, 0));
    let records = receiver.records("tacklebox.call");
    let record = &records[0];
    assert_eq!(record.time_unix_nano, 1_795_921_200_000_000_000);
    assert_eq!((record.severity_number, record.severity_text.as_str()), (13, "WARN"));
    for (key, expected) in [
        ("gen_ai.conversation.id", "s"),
        ("gen_ai.tool.name", "Bash"),
        ("gen_ai.tool.call.id", "toolu_0"),
        ("gen_ai.agent.id", ""),
        ("tacklebox.event", "PreToolUse"),
        ("tacklebox.verdict", "deny"),
        ("tacklebox.intent", "INT-7"),
        ("tacklebox.token", "3"),
        ("tacklebox.policy.revision", "12"),
        ("tacklebox.hook", "governance-hook"),
        ("tacklebox.outcome", "deny"),
        ("tacklebox.rule", "commands[0]"),
        ("tacklebox.shadow", "false"),
        ("tacklebox.duration_us", "1300"),
    ] {
        assert_eq!(text(&record.attributes, key), expected, "{key}");
    }
    let hashes = ["event.id", "tacklebox.tried.hash", "tacklebox.reason.hash"];
    for key in hashes {
        assert_eq!(text(&record.attributes, key).len(), 32, "{key}");
    }
    let requests = receiver.requests();
    assert!(requests.iter().all(|request| !request.body.contains("secret")), "{requests:?}");
    let logs = &requests[0];
    assert!(logs.headers.contains(&"x-token: bearer abc".to_owned()), "{:?}", logs.headers);
    assert_eq!(logs.resource("host.id"), "laptop-1");
    assert_eq!(logs.resource("user.id"), "ann");
    assert_eq!(logs.resource("service.name"), "tacklebox");
    assert_eq!(logs.resource("service.instance.id").len(), 32);
    assert_eq!(
        receiver.counts(),
        "file-context-hook context false: 1\ngovernance-hook ask false: 1\ngovernance-hook deny false: 1\n"
    );
}

#[test]
fn an_exception_is_sent_with_its_hook_and_its_end() {
    let receiver = Receiver::new();
    let stage = Stage::sending_to(&receiver.endpoint, "");
    let ctx = stage.ctx();
    let (hook, hour) = ("governance-hook", Duration::from_secs(3_600));
    hook_chain::pause(&ctx, hook, hour, "the secret plan").unwrap();
    hook_chain::resume(&ctx, hook).unwrap().unwrap();
    assert_eq!(stage.export().unwrap().records, 2);
    let records = receiver.records("tacklebox.exception");
    let ends = records.iter().map(|record| text(&record.attributes, "tacklebox.exception.until"));
    assert_eq!(ends.collect::<Vec<_>>(), ["2027-01-15T09:00:00Z", "2027-01-15T08:00:00Z"]);
    assert_eq!(text(&records[0].attributes, "tacklebox.hook"), hook);
    assert_eq!(text(&records[0].attributes, "tacklebox.event"), "Pause");
    assert_eq!(records[0].severity_text, "WARN");
}

#[test]
fn nothing_is_sent_twice_by_two_runs() {
    let receiver = Receiver::new();
    let stage = Stage::sending_to(&receiver.endpoint, "batch: 2\n");
    stage.calls(0..3);
    assert_eq!(stage.export().unwrap().records, 3);
    stage.calls(3..5);
    assert_eq!(stage.export().unwrap().records, 2);
    assert_eq!(stage.export().unwrap().records, 0);
    let mut ids = receiver.ids();
    ids.dedup();
    assert_eq!(ids.len(), 5);
}

#[test]
fn what_was_accepted_before_a_crash_is_sent_again_under_its_id_and_counts_once() {
    let receiver = Receiver::new();
    let stage = Stage::sending_to(&receiver.endpoint, "");
    stage.calls(0..2);
    stage.export().unwrap();
    let cursor = fs::read(stage.path("state/export.json")).unwrap();
    stage.calls(2..3);
    stage.export().unwrap();
    // As if it was killed before it wrote the cursor.
    fs::write(stage.path("state/export.json"), cursor).unwrap();
    stage.export().unwrap();
    let ids = receiver.ids();
    assert_eq!(ids.len(), 4);
    assert_eq!(ids[2], ids[3]);
    assert!(receiver.counts().contains("governance-hook deny false: 3\n"));
}

#[test]
fn rotated_files_are_read_to_their_end() {
    let receiver = Receiver::new();
    let stage = Stage::sending_to(&receiver.endpoint, "batch: 2\n");
    stage.calls(0..3);
    stage.export().unwrap();
    stage.calls(3..5);
    for (from, to) in [("calls.jsonl", "calls.1.jsonl"), ("calls.1.jsonl", "calls.2.jsonl")] {
        fs::rename(stage.log(from), stage.log(to)).unwrap();
        stage.calls(if to == "calls.1.jsonl" { 5..6 } else { 7..8 });
        if to == "calls.1.jsonl" {
            continue;
        }
        // The second rotation left a gap: the file with 5 is now newer than that with 3 and 4.
        fs::write(stage.log("calls.1.jsonl"), call(6)).unwrap();
    }
    let exported = stage.export().unwrap();
    assert!(exported.problems.is_empty(), "{:?}", exported.problems);
    let ids: std::collections::BTreeSet<String> = receiver.ids().into_iter().collect();
    assert_eq!((receiver.ids().len(), ids.len()), (8, 8));
}

#[test]
fn a_log_whose_last_line_is_gone_is_sent_from_its_beginning() {
    let receiver = Receiver::new();
    let stage = Stage::sending_to(&receiver.endpoint, "");
    stage.calls(0..3);
    stage.export().unwrap();
    // An editor leaves another file, without the last line.
    fs::remove_file(stage.log("calls.jsonl")).unwrap();
    stage.calls(0..2);
    let exported = stage.export().unwrap();
    assert_eq!((exported.records, exported.problems.len()), (2, 1));
    let ids = receiver.ids();
    assert_eq!(ids[0], ids[3]);
    // An editor that changes nothing is not noticed.
    let text = fs::read(stage.log("calls.jsonl")).unwrap();
    fs::remove_file(stage.log("calls.jsonl")).unwrap();
    fs::write(stage.log("calls.jsonl"), text).unwrap();
    let exported = stage.export().unwrap();
    assert_eq!((exported.records, exported.problems.len()), (0, 0));
}

#[test]
fn half_a_line_waits_and_garbage_is_counted() {
    let receiver = Receiver::new();
    let stage = Stage::sending_to(&receiver.endpoint, "");
    let whole = call(1);
    let (half, rest) = whole.split_at(40);
    stage.append(&format!("{}garbage\n[1]\n\n{{\"ts\": 3}}\n{half}", call(0)));
    let exported = stage.export().unwrap();
    assert_eq!((exported.records, exported.unreadable), (1, 3));
    stage.append(rest);
    let exported = stage.export().unwrap();
    assert_eq!((exported.records, exported.unreadable), (1, 0));
}

#[test]
fn a_line_of_a_later_version_is_sent_as_far_as_it_is_understood() {
    let receiver = Receiver::new();
    let stage = Stage::sending_to(&receiver.endpoint, "");
    stage.append(
        "{\"v\": 9, \"event\": \"Later\", \"verdict\": \"maybe\", \"tried\": \"x\", \"new\": {}}\n",
    );
    assert_eq!(stage.export().unwrap().records, 1);
    let record = &receiver.records("tacklebox.call")[0];
    assert_eq!(text(&record.attributes, "tacklebox.verdict"), "maybe");
    // The cursor of a later version is left alone.
    fs::write(stage.path("state/export.json"), CURSOR).unwrap();
    let err = stage.export().unwrap_err();
    assert_eq!(err.to_string(), "export.json is from a later version of tacklebox-sync");
    assert_eq!(fs::read_to_string(stage.path("state/export.json")).unwrap(), CURSOR);
}

const CURSOR: &str = r#"{"version":2,"since":"0","projects":{},"counters":[],"machine":null}"#;

#[test]
fn a_malformed_cursor_begins_anew() {
    let receiver = Receiver::new();
    let stage = Stage::sending_to(&receiver.endpoint, "");
    stage.calls(0..1);
    stage.export().unwrap();
    fs::write(stage.path("state/export.json"), "{\"version\": 1").unwrap();
    assert_eq!(stage.export().unwrap().records, 1);
    let ids = receiver.ids();
    assert_eq!(ids[0], ids[1]);
}

/// Sends one call to a receiver with these answers, and nothing but the default after them.
#[track_caller]
fn check_answers(answers: &'static [Answer], expected: Result<&[&str], &str>) {
    let answer = move |number: usize, _: &_| answers.get(number).copied().unwrap_or(OK);
    let receiver = Receiver::answering(answer);
    let stage = Stage::sending_to(&receiver.endpoint, "time_limit: 3s\n");
    stage.calls(0..1);
    match (stage.export(), expected) {
        (Ok(exported), Ok(problems)) => {
            assert_eq!(exported.problems, problems);
            assert_eq!(receiver.ids().len(), 1);
        }
        (Err(ExportError::NotAccepted(why, exported)), Err(expected)) => {
            assert_eq!((why.as_str(), exported.records), (expected, 0));
            assert!(receiver.ids().is_empty());
            // The next run sends it.
            assert_eq!(stage.export().unwrap().records, 1);
        }
        (found, _) => panic!("{found:?}"),
    }
}

#[test]
fn a_receiver_that_is_busy_is_asked_again() {
    check_answers(&[(503, "", ""), (429, "retry-after: 1\r\n", "")], Ok(&[]));
    check_answers(&[(503, "retry-after: Sun, 06 Nov 1994 08:49:37 GMT\r\n", "")], Ok(&[]));
    let long = (503, "retry-after: 120\r\n", "maintenance");
    let begun = Instant::now();
    check_answers(Box::leak(Box::new([long])), Err("the receiver answered 503: maintenance"));
    assert!(begun.elapsed() < Duration::from_secs(100), "it waits no longer than its time limit");
}

#[test]
fn a_receiver_that_refuses_is_not_asked_again() {
    check_answers(&[(401, "", "no token\n")], Err("the receiver answered 401: no token"));
    check_answers(&[(500, "", "")], Err("the receiver answered 500"));
    check_answers(
        &[(307, "location: https://elsewhere/v1/logs\r\n", "")],
        Err("the receiver redirects to https://elsewhere/v1/logs; set `endpoint` to where it is"),
    );
}

#[test]
fn records_that_a_receiver_drops_are_told_and_not_sent_again() {
    let said = r#"{"partialSuccess": {"rejectedLogRecords": "1", "errorMessage": "too old"}}"#;
    check_answers(Box::leak(Box::new([(200, "", said)])), Ok(&["the receiver dropped 1: too old"]));
    check_answers(&[(200, "", r#"{"partialSuccess": {}}"#)], Ok(&[]));
    check_answers(&[(200, "", "thanks")], Ok(&[]));
}

#[test]
fn a_batch_that_is_too_large_is_divided() {
    let receiver = Receiver::answering(|_, request| {
        let is_large = request.path == "/v1/logs" && request.records().len() > 3;
        if is_large { (413, "", "") } else { OK }
    });
    let stage = Stage::sending_to(&receiver.endpoint, "");
    stage.calls(0..20);
    assert_eq!(stage.export().unwrap().records, 20);
    assert_eq!(receiver.ids().len(), 20);
    check_answers(&[(413, "", "")], Err("one record alone is too large for the receiver"));
}

#[test]
fn a_receiver_of_logs_alone_gets_all_logs() {
    let answer = |_, request: &Request| if request.path == "/v1/logs" { OK } else { (404, "", "") };
    let receiver = Receiver::answering(answer);
    let stage = Stage::sending_to(&receiver.endpoint, "");
    stage.calls(0..1);
    let err = stage.export().unwrap_err();
    assert_eq!(err.to_string(), "the receiver answered 404");
    assert_eq!((receiver.ids().len(), receiver.records("tacklebox.machine").len()), (1, 1));
}

#[test]
fn a_receiver_that_is_gone_leaves_the_cursor() {
    let stage = Stage::sending_to("http://localhost:9", "time_limit: 1s\n");
    stage.calls(0..1);
    let Err(ExportError::NotAccepted(why, _)) = stage.export() else { panic!() };
    assert!(why.starts_with("the receiver cannot be reached: "), "{why}");
    assert!(!stage.path("state/export.json").exists());
}

#[test]
fn a_certificate_is_checked() {
    let receiver = Receiver::with_tls();
    let check = |ca: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it");
        let stage = Stage::sending_to(&receiver.endpoint, &format!("ca: {folder}/{ca}\n"));
        stage.calls(0..1);
        stage.export()
    };
    let Err(ExportError::NotAccepted(why, _)) = check("stranger.pem") else { panic!() };
    assert!(why.starts_with("the connection is not trusted: "), "{why}");
    assert!(receiver.requests().is_empty());
    assert_eq!(check("localhost.pem").unwrap().records, 1);
    let err = check("localhost.key").unwrap_err().to_string();
    assert!(err.contains("localhost.key"), "{err}");
}

#[test]
fn a_run_ends_while_another_one_sends() {
    let stage = Stage::sending_to("http://localhost:9", "");
    let folder = hook_state::StateDir::new(stage.path("state"));
    let _lock = folder.lock("export", Duration::ZERO).unwrap();
    assert!(matches!(stage.export(), Err(ExportError::Busy)));
}

#[test]
fn ten_thousand_lines_are_sent() {
    let receiver = Receiver::new();
    let stage = Stage::sending_to(&receiver.endpoint, "batch: 500\ntime_limit: 10m\n");
    stage.calls(0..10_000);
    let exported = stage.export().unwrap();
    assert_eq!((exported.records, exported.is_unfinished), (10_000, false));
    assert!(receiver.counts().contains("governance-hook deny false: 10000\n"));
}

#[test]
fn a_machine_is_sent_once_a_day_and_after_a_change() {
    let receiver = Receiver::new();
    let mut stage = Stage::sending_to(&receiver.endpoint, "");
    let mut check = |second: u64, expected: usize| {
        stage.second = second;
        stage.export().unwrap();
        assert_eq!(receiver.records("tacklebox.machine").len(), expected, "{second}");
        if second == 20 {
            let fired = stage.log("fired");
            fs::create_dir_all(&fired).unwrap();
            fs::write(fired.join("governance-hook"), "").unwrap();
        }
    };
    check(0, 1);
    check(20, 1);
    check(40, 2);
    check(60, 2);
    check(24 * 3_600 + 40, 3);
    let status = fs::read_to_string(stage.path("state/status.json")).unwrap();
    let status: serde_json::Value = serde_json::from_str(&status).unwrap();
    assert_eq!(status["hooks"][0]["hook"], "governance-hook");
    assert_eq!(status["policy_revision"], serde_json::Value::Null);
}
