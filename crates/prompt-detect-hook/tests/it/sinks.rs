//! Who is told of a transition, and what becomes of a sink that does not work.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::ground::{Ground, SETTLED, answer, event, plan, question, until};

/// A command that writes what it is told into a file of the project.
const RECORDING: &str = "sinks: { command: [sh, -c, 'cat >>told.jsonl'] }\nrate_limit_ms: 0\n";

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

/// Puts a program called `notify-send` into the project, which writes down its
/// arguments.
fn notifier(ground: &Ground) -> &'static str {
    let script = "#!/bin/sh\nfor word; do printf '%s\\n' \"$word\"; done >>notified\n";
    ground.place.write("bin/notify-send", script).unwrap();
    ground.run("chmod +x bin/notify-send");
    "PATH=\"$PWD/bin:$PATH\""
}

pub(crate) fn a_command_is_told_of_what_waits_for_a_person() {
    let ground = Ground::new(RECORDING);
    let plan_text = format!("# Pl\u{e9}n\n{}", "\u{1f600}".repeat(10_000));
    assert_eq!(ground.send(&question("s", "1", "Which?")), "");
    ground.lines_of("told.jsonl", 1);
    ground.send(&answer("s", "1"));
    ground.send(&plan("s", &plan_text));
    let lines = ground.lines_of("told.jsonl", 2);
    assert_eq!(json(&lines[0])["questions"][0]["question"], "Which?");
    assert_eq!(json(&lines[1])["prompt_type"], "plan_approval");
    thread::sleep(SETTLED);
    assert_eq!(ground.lines_of("told.jsonl", 2).len(), 2);
}

pub(crate) fn a_command_is_for_what_escalates() {
    let ground = Ground::new(&format!("{RECORDING}on_prompt: {{ question: notify }}"));
    ground.send(&question("s", "1", "Which?"));
    ground.send(&plan("s", "# Plan"));
    let lines = ground.lines_of("told.jsonl", 1);
    assert_eq!(json(&lines[0])["prompt_type"], "plan_approval");
}

pub(crate) fn a_command_that_hangs_and_reads_nothing_holds_nobody() {
    let yaml = "sinks: { command: [sh, -c, 'echo $$ >pid; exec sleep 60'] }";
    let ground = Ground::new(yaml);
    // More than a pipe holds. That its output ends shows that the command has no
    // part in it.
    ground.send(&plan("s", &"long ".repeat(200_000)));
    let pid = ground.lines_of("pid", 1).remove(0);
    let group = ground.run(&format!("ps -o pgid= -p {pid} | tr -d ' '; kill {pid}"));
    assert_eq!(String::from_utf8(group.stdout).unwrap().trim(), pid);
}

pub(crate) fn a_command_that_is_not_there_is_an_error_line() {
    let ground = Ground::new("sinks: { command: [no-such-program-anywhere] }");
    let (stdout, stderr) = ground.try_in("", &question("s", "1", "Which?"));
    assert_eq!(stdout, "");
    let words = "prompt-detect-hook: could not start the command: no-such-program-anywhere: ";
    assert!(stderr.starts_with(words), "{stderr}");
    assert_eq!(ground.error_log().lines().count(), 1);
}

pub(crate) fn a_command_gets_its_arguments_as_they_are_and_no_secret() {
    let yaml = "sinks: { command: [sh, -c, 'printf \"%s\\n\" \"$1\" \
                \"${CLAUDE_CODE_MESSAGING_TOKEN-none}\" >>told', sh, '$(touch x) `id` \"'] }";
    let ground = Ground::new(yaml);
    ground.send_in("CLAUDE_CODE_MESSAGING_TOKEN=secret", &question("s", "1", "Which?"));
    assert_eq!(ground.lines_of("told", 2), ["$(touch x) `id` \"", "none"]);
}

pub(crate) fn a_program_of_the_project_is_found_from_its_root() {
    let ground = Ground::new("sinks: { command: [bin/page] }");
    ground.place.write("bin/page", "#!/bin/sh\ncat >told.jsonl\n").unwrap();
    ground.run("chmod +x bin/page; mkdir below");
    let mut event = question("s", "1", "Which?");
    event["cwd"] = json!(ground.file("below"));
    ground.send(&event);
    ground.lines_of("told.jsonl", 1);
}

/// Sixteen sessions ask at the same time.
fn ask_at_once(ground: &Ground) {
    for at in 0..16 {
        let event = question(&format!("s{at}"), "1", "Which?");
        ground.place.write(&format!("{at}.json"), &event.to_string()).unwrap();
    }
    let all = "for at in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do \
               prompt-detect-hook <$at.json & done; wait";
    assert_eq!(ground.run(all).stderr, b"");
}

pub(crate) fn sixteen_hooks_at_once_call_once() {
    let ground = Ground::new(&RECORDING.replace("rate_limit_ms: 0", "rate_limit_ms: 60000"));
    ask_at_once(&ground);
    ground.lines_of("told.jsonl", 1);
    thread::sleep(SETTLED);
    assert_eq!(ground.lines_of("told.jsonl", 1).len(), 1);
    // Later it may be called again, and not a moment earlier.
    let now = |time: &str| format!("TACKLEBOX_NOW={time}");
    ground.send_in(&now("2026-11-20T14:03:59.999Z"), &question("t", "1", "Which?"));
    ground.send_in(&now("2026-11-20T14:04:00Z"), &question("u", "1", "Which?"));
    let lines = ground.lines_of("told.jsonl", 2);
    assert_eq!(json(&lines[1])["session_id"], "u");
}

pub(crate) fn without_a_limit_each_calls() {
    let ground = Ground::new(RECORDING);
    ask_at_once(&ground);
    assert_eq!(ground.lines_of("told.jsonl", 16).len(), 16);
}

pub(crate) fn quiet_hours_keep_from_disturbing_and_from_nothing_else() {
    let yaml = "sinks: { command: [sh, -c, 'cat >>told.jsonl'], desktop: true, terminal: true }\n\
                rate_limit_ms: 0\nquiet_hours: 22:00-07:00\n";
    let ground = Ground::new(yaml);
    let path = notifier(&ground);
    let at = |time: &str| format!("{path} TZ=UTC TACKLEBOX_NOW=2026-11-20T{time}Z");
    for (session, time) in [("a", "22:00:00"), ("b", "03:00:00"), ("c", "06:59:59")] {
        assert_eq!(ground.send_in(&at(time), &question(session, "1", "Which?")), "");
    }
    let loud = ground.send_in(&at("07:00:00"), &question("d", "1", "Which?"));
    assert!(loud.contains("terminalSequence"), "{loud}");
    assert_eq!(json(&ground.lines_of("told.jsonl", 1)[0])["session_id"], "d");
    assert_eq!(ground.lines_of("notified", 4).len(), 4);
    // What is on the screen is taken away at any time.
    let reset = ground.send_in(&at("23:00:00"), &answer("d", "1"));
    assert_eq!(json(&reset)["terminalSequence"], "\u{1b}]0;project\u{7}");
}

pub(crate) fn an_answer_within_the_delay_disturbs_nobody() {
    let ground = Ground::new(&format!("{RECORDING}delay_ms: 1500"));
    // On a busy machine an answer may come after the delay.
    let answered = (0..100).map(|round| format!("answered-{round}")).find(|session| {
        let asked = Instant::now();
        ground.send(&question(session, "1", "Which?"));
        ground.send(&answer(session, "1"));
        asked.elapsed() < Duration::from_secs(1)
    });
    ground.send(&question("open", "1", "Which?"));
    let told = || {
        ground.lines_of("told.jsonl", 1).into_iter().map(|line| json(&line)["session_id"].clone())
    };
    until(|| told().any(|session| session == "open"));
    thread::sleep(SETTLED);
    assert!(told().all(|session| session != answered.as_deref().unwrap_or_default()));
    assert_eq!(ground.error_log(), "");
}

pub(crate) fn what_fails_after_the_delay_is_an_error_line() {
    let ground = Ground::new("sinks: { command: [no-such-program-anywhere] }\ndelay_ms: 1");
    ground.send(&question("s", "1", "Which?"));
    until(|| ground.error_log().contains("could not start the command"));
}

pub(crate) fn with_a_delay_the_terminal_makes_no_noise() {
    let ground = Ground::new("sinks: { terminal: true }\ndelay_ms: 60000");
    let reply = ground.send(&question("s", "1", "Which?"));
    assert_eq!(json(&reply)["terminalSequence"], "\u{1b}]0;project asks: Which?\u{7}");
}

pub(crate) fn the_terminal_shows_the_prompt_and_then_its_end() {
    let ground = Ground::new("sinks: { terminal: true }");
    let hostile = "2 \u{1b}]52;c;aGk=\u{7}x\u{9b}31m\u{202e} \u{1f600}\n?";
    let reply = json(&ground.send(&question("s", "1", hostile)));
    let shown = "asks: 2 ]52;c;aGk= x 31m \u{1f600} ?";
    let expected =
        format!("\u{1b}]0;project {shown}\u{7}\u{1b}]9;Agent in project {shown}\u{7}\u{7}");
    assert_eq!(reply, json!({ "terminalSequence": expected }));
    // Another prompt is open still.
    ground.send(&plan("s", "# Plan"));
    assert_eq!(ground.send(&answer("s", "1")), "");
    let ended = ground.send(&event("Stop", "s", json!({ "stop_hook_active": false })));
    assert_eq!(json(&ended)["terminalSequence"], "\u{1b}]0;project\u{7}");
}

pub(crate) fn a_sequence_for_the_terminal_is_short_enough_whatever_is_asked() {
    let ground = Ground::new("sinks: { terminal: true }");
    for (at, c) in ["a", "\u{e9}", "\u{20ac}", "\u{1f600}", "\u{1b}", "\u{7}"].iter().enumerate() {
        let reply = ground.send(&question("s", &at.to_string(), &c.repeat(5_000)));
        let sequence = json(&reply)["terminalSequence"].as_str().unwrap().to_owned();
        assert!(sequence.len() <= 4_096, "{}", sequence.len());
        let parts: Vec<&str> = sequence.split('\u{7}').collect();
        assert_eq!(parts.len(), 4, "{sequence:?}");
        assert!(parts[0].starts_with("\u{1b}]0;project asks"), "{sequence:?}");
        assert!(parts[1].starts_with("\u{1b}]9;Agent in project asks"), "{sequence:?}");
        ground.send(&answer("s", &at.to_string()));
    }
}

pub(crate) fn the_notifier_is_given_the_words_as_words() {
    let ground = Ground::new("sinks: { desktop: true }");
    let path = notifier(&ground);
    let hostile = "--help <b>$(touch x)</b> `id` \\n \u{1b}[2J; \"\u{1f600}\"";
    ground.send_in(path, &question("s", "1", hostile));
    assert_eq!(
        ground.lines_of("notified", 4),
        [
            "--app-name=tacklebox",
            "--",
            "Agent in project",
            "asks: --help &lt;b&gt;$(touch x)&lt;/b&gt; `id` \\\\n [2J; \"\u{1f600}\"",
        ]
    );
}

pub(crate) fn no_notifier_is_no_error() {
    let ground = Ground::new("sinks: { desktop: true }");
    let program = ground.run("command -v prompt-detect-hook").stdout;
    let program = String::from_utf8(program).unwrap();
    ground.place.write("e.json", &question("s", "1", "Which?").to_string()).unwrap();
    let output = ground.run(&format!("PATH=/nowhere '{}' <e.json", program.trim()));
    assert_eq!(output.stderr, b"");
    assert!(output.status.success());
}
