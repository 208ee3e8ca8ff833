//! Which commands of the gate's own programs are what.

use command_effects::Programs;

use super::*;
use crate::gather::call_effects::Act;

/// What the commands of a line want of the gate.
fn orders(line: &str) -> Vec<Order> {
    let commands = command_effects::judge(line, None, &Programs::default()).runs;
    let own = commands.iter().filter(|command| is_own(command));
    own.filter_map(|command| of_command(command, "s")).collect()
}

#[track_caller]
fn check(line: &str, expected: &[Order]) {
    assert_eq!(orders(line), expected, "{line}");
}

#[test]
fn the_gate_knows_its_own_program() {
    let select = |id: &str| Order::Select(id.to_owned());
    check("intent-gate-hook select A", &[select("A")]);
    check("cd x && .claude/hooks/bin/intent-gate-hook select 'A'", &[select("A")]);
    check("intent-gate-hook select A --session s", &[select("A")]);
    check("intent-gate-hook select --session s A", &[select("A")]);
    check("timeout 5 intent-gate-hook release", &[Order::Release]);
    check("intent-gate-hook release --session s", &[Order::Release]);
    let reading = ["list", "show A", "status", "lint", "requests", "explain < x", "--help"];
    for line in reading.into_iter().chain(["--project .. list", "status --project=.."]) {
        check(&format!("intent-gate-hook {line}"), &[]);
    }
    check("echo intent-gate-hook complete A", &[]);
    check(".tacklebox/bin/tacklebox intent-gate select A --session s", &[select("A")]);
    check("tacklebox intent-gate-hook release", &[Order::Release]);
    check("tacklebox intent-gate list; tacklebox order; tacklebox --json intent-gate release", &[]);
}

#[test]
fn what_a_person_decides_no_agent_runs() {
    for line in [
        "complete A",
        "requests approve 1",
        "requests refuse 1 --why no",
        "init",
        "release --session other",
        "select A --session other",
        "select --session=other A",
        "select A --project ../other",
        "--project ../other select A",
        "--project=../other release",
        "--project . complete A",
        "--project=. init",
        "requests --project . approve 1",
        "--project --help complete A",
        "--project",
        "select $A",
        "$TOOL A",
        "< event.json",
    ] {
        for program in ["intent-gate-hook", "bin/tacklebox intent-gate"] {
            let found = orders(&format!("{program} {line}"));
            assert!(matches!(found.as_slice(), [Order::OfAPerson(_)]), "{line}: {found:?}");
        }
    }
}

#[test]
fn the_last_choice_of_a_command_is_the_one_that_stays() {
    let orders = orders("intent-gate-hook release; intent-gate-hook select B");
    let act = Act { orders, ..Act::default() };
    assert_eq!(act.done().collect::<Vec<_>>(), [&Order::Select("B".to_owned())]);
}
