//! Other policies than that of then, and that nothing is changed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{Difference, Finding, Outcome, Policy, Request};

use crate::tests::project::{Project, all_of, archive};

/// Denies what the project's own policy permits: a planted rule for each kind of call.
const STRICT: &str = "default_state: EXPLORE
states: [EXPLORE, PLAN, DO]
state: [session]
commands:
  - { program: ls, action: block, message: no list }
paths:
  - { glob: 'src/r1.rs', action: block, message: frozen }
  - { glob: 'src/**', access: read, action: warn, message: look elsewhere }
";

/// Transcripts of these sessions.
fn transcripts(project: &Project, names: &[&str]) -> Vec<PathBuf> {
    let of = |name: &&str| project.transcripts(name, &archive(&format!("{name}.txtar")));
    names.iter().flat_map(of).collect()
}

fn planted(project: &Project) -> Policy {
    let file = project.write("strict/governance.yaml", STRICT.as_bytes());
    Policy { folder: file.parent().map(Path::to_owned), ..Policy::default() }
}

/// What was found, without examples: `2 x deny Bash by commands[0], 2 ran`.
fn told(finding: &Finding) -> String {
    let Finding { count, outcome, tool, rule, ran, .. } = finding;
    format!("{count} x {outcome:?} {tool} by {rule}, {ran} ran")
}

#[test]
fn what_another_policy_would_have_denied_is_found() {
    let project = Project::new();
    let names = ["no-intent", "release", "subagent-explore", "question-asked"];
    let request = Request { policy: planted(&project), ..all_of(transcripts(&project, &names)) };
    let (replayed, _) = project.replay(request);
    let surprises: Vec<String> = replayed.surprises().into_iter().map(told).collect();
    assert_eq!(
        surprises,
        ["2 x Deny Bash by commands[0], 2 ran", "1 x Deny Write by paths[0], 1 ran"]
    );
    let warned: Vec<String> =
        replayed.findings.iter().filter(|it| it.outcome == Outcome::Warn).map(told).collect();
    assert_eq!(warned, ["2 x Warn Read by paths[1], 2 ran"]);
    let [example, ..] = &replayed.surprises()[1].examples[..] else { panic!("no example") };
    assert!(example.tried.as_deref().unwrap().ends_with("src/r1.rs"), "{example:?}");
    assert_eq!(replayed.sessions, 4);
}

#[test]
fn two_policies_are_compared() {
    let project = Project::new();
    let paths = transcripts(&project, &["release", "state-plan"]);
    let request = Request { against: Some(planted(&project)), ..all_of(paths) };
    let (replayed, _) = project.replay(request);
    let differences = replayed.differences.unwrap();
    let told = |it: &Difference| {
        format!("{} x {} {:?}, there {:?}: {}", it.count, it.tool, it.here, it.there, it.rule)
    };
    let told: Vec<String> = differences.iter().map(told).collect();
    assert_eq!(
        told,
        [
            "1 x Write Deny, there Pass: paths[0]",
            "1 x Write Deny, there Pass: rules.file-write.PLAN",
            "1 x Write Warn, there Deny: paths[0]",
            "1 x Write Warn, there Pass: rules.file-write.EXPLORE",
        ]
    );
}

#[test]
fn the_policy_of_an_organisation_is_compared() {
    let project = Project::new();
    let record = r#"{"version": 1, "revision": 3, "digest": "", "issued": "", "expires": "", "keys": [],
        "policies": {"base": {"mode": "enforce", "hooks": ["governance"]}}}"#;
    project.write("organisation/policy/active.json", record.as_bytes());
    let rules = "commands: [{ program: ls, action: block, message: no list }]\n";
    project.write("organisation/policy/3/base/governance.yaml", rules.as_bytes());
    let organisation = Some(project.path("organisation"));
    let against = Some(Policy { organisation, ..Policy::default() });
    let paths = transcripts(&project, &["no-intent", "release"]);
    let (replayed, _) = project.replay(Request { against, ..all_of(paths) });
    let differences = replayed.differences.unwrap();
    let told = differences.iter().map(|it| {
        format!("{} x {} {:?}, there {:?}: {}", it.count, it.tool, it.here, it.there, it.rule)
    });
    assert_eq!(
        told.collect::<Vec<String>>(),
        ["1 x Bash Pass, there Deny: organisation/base/commands[0]"]
    );
}

#[test]
fn a_state_that_nobody_set_can_be_given() {
    let project = Project::new();
    let paths = || transcripts(&project, &["choose-then-write"]);
    let states = |states: &[(Option<&str>, &str)]| {
        let states = states.iter().map(|(id, state)| (id.map(str::to_owned), (*state).to_owned()));
        Policy { states: states.collect(), ..Policy::default() }
    };
    for (given, expected) in [
        (states(&[]), ["1 x Deny Write by scope of INT-001, 0 ran"].as_slice()),
        (
            states(&[(None, "PLAN")]),
            &[
                "2 x Deny Write by rules.file-write.PLAN, 1 ran",
                "1 x Deny Write by scope of INT-001, 0 ran",
            ],
        ),
        (states(&[(Some("no-such"), "PLAN")]), &["1 x Deny Write by scope of INT-001, 0 ran"]),
    ] {
        let request = Request { policy: given, ..all_of(paths()) };
        let (replayed, _) = project.replay(request);
        let denied = replayed.findings.iter().filter(|it| it.outcome == Outcome::Deny);
        assert_eq!(denied.map(told).collect::<Vec<String>>(), expected);
    }
}

#[test]
fn a_replay_changes_nothing() {
    let project = Project::new();
    for (name, content) in [
        ("project/.orchestration/scope_requests.jsonl", "{}"),
        ("project/.tacklebox/.governance.yaml.tmp-1", "left over"),
        ("home/.local/state/tacklebox/x.json", "{}"),
        ("home/.config/tacklebox/tacklebox.yaml", "version: 1\naccount: all\n"),
    ] {
        project.write(name, content.as_bytes());
    }
    let paths = transcripts(&project, &["release", "subagent-chooses", "question-answered"]);
    let before = bytes_below(&project.path(""));
    let (replayed, lines) = project.replay(all_of(paths));
    assert!(replayed.calls > 10 && !lines.is_empty());
    assert_eq!(bytes_below(&project.path("")), before);
}

/// Every file below a folder, with what is in it.
fn bytes_below(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(bytes_below(&path));
            found.insert(path, Vec::new());
        } else {
            let content = fs::read(&path).unwrap();
            found.insert(path, content);
        }
    }
    found
}
