//! What guards keep for themselves, and the scope of an intent: rules that stand in no policy of a case.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use coverage::{Covered, Hooks, cover};

use crate::cases::is_set;
use crate::project::Project;
use crate::trying;

/// Beside the policies of the other cases, and the ways that are open, as they are found.
const EXPECTED: &str = "../../tests/coverage/guards/open.txt";

const INTENTS: &str = "active_intents:
  - id: INT-001
    name: Words
    status: IN_PROGRESS
    owned_scope: [\"src/**\"]
";

fn project() -> Project {
    let project = Project::new("states: [DO]\n", None);
    project.put(".tacklebox/intent-gate.yaml", "version: 1\nrequire_intent: true\n");
    project.put(".orchestration/active_intents.yaml", INTENTS);
    project
}

fn covered(project: &Project) -> Vec<Covered> {
    let hooks = vec![
        ("governance-hook", governance_hook::hook as fn() -> _),
        ("intent-gate-hook", intent_gate_hook::hook as fn() -> _),
    ];
    cover(&project.ctx(), &Hooks { hooks, handlers: &[] }, &|_, _| true).unwrap()
}

#[test]
fn what_is_protected_and_what_an_intent_leaves_out_have_no_other_ways_than_these() {
    let project = project();
    let mut found = String::new();
    for covered in covered(&project) {
        let Covered { hook, rule, forbids, closed, .. } = &covered;
        assert!(*closed > 100, "{hook} {rule}: {closed} closed");
        writeln!(found, "{hook} {rule}: {forbids}").unwrap();
        for open in &covered.open {
            writeln!(found, "  {}", project.tamed(&open.way).replace('\n', "\n    ")).unwrap();
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(EXPECTED);
    let expected = fs::read_to_string(&file).unwrap_or_default();
    if expected != found && is_set("BLESS") {
        hook_state::replace(&file, found.as_bytes()).unwrap();
    } else {
        assert_eq!(found, expected);
    }
}

#[test]
fn each_of_them_works() {
    let server = trying::server();
    let mut powerless = Vec::new();
    for covered in covered(&project()) {
        for open in &covered.open {
            let Some(lines) = trying::lines(open, &server) else { continue };
            if !trying::have_effect(&project(), &covered, &lines) {
                powerless.push(format!("{} {}: {}", covered.hook, covered.rule, open.way));
            }
        }
    }
    assert!(powerless.is_empty(), "these are no ways: {powerless:#?}");
}
