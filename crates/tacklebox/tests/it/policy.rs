//! Policies of an organisation, from the folder in which they are written to a denial.

use golden::Trial;
use golden::place::Place;

const RULES: &str = "commands:\n  - { program: npm, args: \"publish*\", action: block, message: only CI publishes }\n";

const AS_PERSON: &str = "TACKLEBOX_PERSON_TOKEN=a-token-for-tests";

const PUBLISH: &str = r#"tacklebox run governance-hook <<EOF
{"hook_event_name": "PreToolUse", "session_id": "s", "cwd": "$PWD", "tool_name": "Bash",
 "tool_use_id": "t", "tool_input": {"command": "npm publish"}}
EOF"#;

pub(crate) fn trials() -> [Trial; 4] {
    [
        golden::test(a_policy_is_built_signed_pulled_and_obeyed),
        golden::test(a_refused_bundle_leaves_the_active_one_and_is_reported),
        golden::test(pulls_at_the_same_time_leave_the_newest_bundle),
        golden::test(a_mistake_is_found_where_a_policy_is_written),
    ]
}

/// A folder with policies and keys.
fn office() -> Place {
    let place = Place::new(env!("CARGO_BIN_EXE_tacklebox")).unwrap();
    place.write("org/base/governance.yaml", RULES).unwrap();
    place.write(".tacklebox/governance.yaml", "risk: { critical: allow }\n").unwrap();
    let token = "mkdir -p ~/.config/tacklebox && umask 077 && echo a-token-for-tests > ~/.config/tacklebox/person-token";
    run(&place, token, 0);
    for name in ["ours", "theirs"] {
        let make = format!(
            "openssl genpkey -algorithm ed25519 -out {name}.pem && \
             openssl pkey -in {name}.pem -pubout -out {name}.pub"
        );
        run(&place, &make, 0);
    }
    place
}

/// What a line prints, stdout and stderr, and its exit code.
#[track_caller]
fn run(place: &Place, line: &str, code: i32) -> String {
    let output = place.shell(line).unwrap();
    let all = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(all).unwrap();
    assert_eq!(output.status.code(), Some(code), "{line}: {text}");
    text
}

fn bundle(place: &Place, revision: u32, key: &str) -> String {
    place.write("org/bundle.yaml", &format!("revision: {revision}\n")).unwrap();
    let name = format!("{revision}-{key}.tbx");
    let line = format!(
        "tacklebox policy build org --out {name} && tacklebox policy sign {name} --key {key}.pem"
    );
    run(place, &line, 0);
    name
}

fn a_policy_is_built_signed_pulled_and_obeyed() {
    let place = office();
    assert_eq!(run(&place, "tacklebox policy status", 0), "No policy yet.\n");
    let first = bundle(&place, 1, "ours");
    assert_eq!(run(&place, PUBLISH, 0), "");
    run(&place, &format!("tacklebox policy pull {first}"), 1);
    let refused = run(
        &place,
        &format!("TACKLEBOX_PERSON_TOKEN= tacklebox policy pull {first} --key ours.pub"),
        1,
    );
    assert!(refused.contains(" is only for a person, but "), "{refused}");
    run(&place, &format!("{AS_PERSON} tacklebox policy pull {first} --key theirs.pub"), 1);
    assert_eq!(run(&place, "tacklebox policy status", 0), "No policy yet.\n");
    run(&place, &format!("{AS_PERSON} tacklebox policy pull {first} --key ours.pub"), 0);
    let denied = "Organisation policy: only CI publishes";
    assert!(run(&place, PUBLISH, 0).contains(denied));
    let told = run(&place, "tacklebox policy status", 0);
    assert!(
        told.starts_with("Policy revision 1 of your own, until ") && told.contains("enforce"),
        "{told}"
    );
    assert!(told.ends_with("No problems found.\n"), "{told}");
    let log = run(&place, "tacklebox log", 0);
    assert!(log.contains("organisation/base/commands[0]"), "{log}");
    let log = run(&place, "tacklebox log --json", 0);
    assert!(log.contains("\"policy_revision\":1"), "{log}");
    for verb in ["matrix", "lint", "check --command ls"] {
        let told = run(&place, &format!("tacklebox governance {verb}"), 0);
        assert!(told.contains("note: your organisation's policy 1 applies too"), "{told}");
    }
}

fn a_refused_bundle_leaves_the_active_one_and_is_reported() {
    let place = office();
    let (first, second) = (bundle(&place, 1, "ours"), bundle(&place, 2, "ours"));
    run(&place, &format!("{AS_PERSON} tacklebox policy pull {second} --key ours.pub"), 0);
    let foreign = bundle(&place, 3, "theirs");
    for (make, reason) in [
        (format!("cp {first} bad.tbx"), "older than the active revision 2"),
        (format!("cp {foreign} bad.tbx"), "not signed by a trusted key"),
        (format!("sed s/block/allow/ {second} > bad.tbx"), "changed after it was signed"),
        (format!("head -c 300 {second} > bad.tbx"), "not a policy bundle"),
        (format!("gzip < {second} > bad.tbx"), "not a policy bundle"),
    ] {
        run(&place, &make, 0);
        let told = run(&place, "tacklebox policy pull bad.tbx", 1);
        assert!(told.contains(reason), "{told}");
        let status = run(&place, "tacklebox policy status", 1);
        assert!(status.starts_with("Policy revision 2") && status.contains(reason), "{status}");
        assert!(run(&place, PUBLISH, 0).contains("Organisation policy"));
    }
    run(&place, &format!("tacklebox policy pull {second}"), 0);
    run(&place, "tacklebox policy status", 0);
    let config = "$HOME/.config/tacklebox/policy/2/base/governance.yaml";
    run(&place, &format!("echo 'version: 1' > \"{config}\""), 0);
    let status = run(&place, "tacklebox policy status", 1);
    assert!(status.contains("differ from the signed bundle"), "{status}");
    assert!(run(&place, "tacklebox doctor --static", 1).contains("error (policy): "));
    run(&place, &format!("tacklebox policy pull {second}"), 0);
    run(&place, "echo > ~/.config/tacklebox/policy/active.json", 0);
    assert!(run(&place, "tacklebox doctor --static", 1).contains("policy does not count: "));
    run(&place, &format!("tacklebox policy pull {second}"), 2);
    run(&place, &format!("{AS_PERSON} tacklebox policy pull {second} --key ours.pub"), 0);
    let later = "TACKLEBOX_NOW=2099-01-01T00:00:00Z tacklebox";
    for (verb, code) in [("policy status", 1), ("status", 0), ("doctor --static", 0)] {
        assert!(run(&place, &format!("{later} {verb}"), code).contains("stale since "), "{verb}");
    }
}

fn pulls_at_the_same_time_leave_the_newest_bundle() {
    let place = office();
    let names: Vec<String> = (1..=5).map(|revision| bundle(&place, revision, "ours")).collect();
    let pull = |name: &String| format!("{AS_PERSON} tacklebox policy pull {name}");
    run(&place, &format!("{} --key ours.pub", pull(&names[0])), 0);
    let others: String = names.iter().skip(1).map(|name| pull(name) + " & ").collect();
    run(&place, &format!("{others} wait"), 0);
    // An older one that came later is a refusal, which status reports.
    let status = run(&place, "tacklebox policy status || true", 0);
    assert!(status.starts_with("Policy revision 5 "), "{status}");
    assert!(run(&place, PUBLISH, 0).contains("Organisation policy"));
}

fn a_mistake_is_found_where_a_policy_is_written() {
    let place = office();
    let build = "tacklebox policy build org --out x.tbx";
    for (file, text, expected) in [
        (
            "org/bundle.yaml",
            "revision: 1\nrollout: { strict: { enforce: 5 } }\n",
            "no policy \"strict\"",
        ),
        ("org/bundle.yaml", "revision: one\n", "bundle.yaml:1:11: revision"),
        ("org/base/governance.yaml", "version: 1\ncommand: []\n", "governance.yaml:2:1: command"),
        ("org/base/no-such.yaml", "version: 1\n", "there is no guard no-such-hook"),
        ("org/base/notes.txt", "x\n", "has no name such as base/governance.yaml"),
    ] {
        place.write("org/bundle.yaml", "revision: 1\n").unwrap();
        place.write("org/base/governance.yaml", RULES).unwrap();
        place.write(file, text).unwrap();
        let told = run(&place, build, 2);
        assert!(told.contains(expected), "{told}");
        run(&place, "rm -f org/base/no-such.yaml org/base/notes.txt", 0);
    }
}
