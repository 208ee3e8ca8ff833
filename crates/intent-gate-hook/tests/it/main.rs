//! The hook as a host and a person see it: its recorded cases, every payload, its page, what it
//! stops and lets pass, and sessions that race.
#![cfg(test)]

mod authority;
mod origin;
mod page;
mod race;
mod rates;
mod schema;
mod tools;

use std::process::ExitCode;

use golden::test;

/// The cases, payloads and setups of all hooks.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");

fn main() -> ExitCode {
    let hook = hook_chain::Chain::new([intent_gate_hook::hook()]);
    let program = env!("CARGO_BIN_EXE_intent-gate-hook");
    let answer = move |env: &_, cwd: &_, stdin: &_| hook_chain::rehearse(&hook, env, cwd, stdin);
    let others = vec![
        test(authority::a_wrong_answer_chooses_nothing),
        test(authority::a_lease_is_needed_for_each_change),
        test(authority::a_release_and_the_end_of_a_session_are_told),
        test(authority::offline_a_lock_of_this_machine_is_marked),
        test(authority::all_holders_are_shown_and_a_person_can_take_from_each),
        test(authority::a_person_takes_an_intent_away),
        test(authority::a_commit_message_names_the_intent_once),
        test(origin::an_event_from_the_shell_of_a_tool_frees_nothing),
        test(page::the_page_says_what_is),
        test(page::a_team_can_copy_its_page),
        test(page::every_key_stands_in_the_reference),
        test(race::of_two_that_choose_at_once_one_wins),
        test(race::of_two_that_take_over_at_once_one_wins_and_leaves_a_line),
        test(rates::the_page_says_how_much_passes),
        test(schema::program_and_schema_take_the_same),
        test(schema::every_key_is_described),
        test(tools::a_choice_below_the_project_is_one_in_the_project),
        test(tools::the_command_that_a_denial_names_works_where_the_agent_is),
    ];
    golden::main(TESTS.as_ref(), "intent-gate-hook", program, answer, others)
}

/// The file of the lock on `A`; a path that does not exist if the project has no state yet.
fn lock_file(place: &golden::place::Place) -> std::path::PathBuf {
    let projects = place.project().with_file_name("home/.local/state/tacklebox/projects");
    let mut found = std::fs::read_dir(&projects).into_iter().flatten().flatten();
    found.next().map_or(projects, |project| project.path()).join("intent-locks/A.json")
}
