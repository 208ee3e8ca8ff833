//! The hook as a host and a person see it: its recorded cases, every payload, its
//! page, and what it says while a store is filled.
#![cfg(test)]

mod failures;
mod ground;
mod list;
mod once;
mod page;

use std::process::ExitCode;

use golden::test;

/// The cases, payloads and setups of all hooks.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");

fn main() -> ExitCode {
    let hook = hook_chain::Chain::new([subagent_start_hook::hook()]);
    let program = env!("CARGO_BIN_EXE_subagent-start-hook");
    let answer = move |env: &_, cwd: &_, stdin: &_| hook_chain::rehearse(&hook, env, cwd, stdin);
    let others = vec![
        test(failures::a_damaged_list_is_made_anew_by_the_next_turn),
        test(failures::without_the_list_what_waits_is_told),
        test(failures::a_marker_that_cannot_be_made_keeps_nothing_back),
        test(list::files_of_the_current_turn_are_told),
        test(list::a_file_that_is_touched_again_is_told_once_and_first),
        test(list::the_newest_ten_are_told),
        test(list::every_client_that_starts_subagents_is_told),
        test(list::files_of_one_moment_are_told_by_path),
        test(list::files_of_other_subagents_are_marked),
        test(list::files_of_other_sessions_are_not_told),
        test(list::the_configuration_says_how_many),
        test(list::no_path_breaks_the_list),
        test(list::explain_says_what_would_be_told_and_remembers_nothing),
        test(once::a_subagent_that_is_resumed_is_not_told_again),
        test(once::a_subagent_that_could_not_be_told_is_told_when_it_is_resumed),
        test(once::a_subagent_of_another_session_is_another),
        test(once::subagents_without_an_id_are_all_told),
        test(once::a_hook_that_is_registered_twice_tells_once),
        test(once::in_the_shadow_nobody_is_told_and_nothing_is_kept),
        test(once::an_id_leads_out_of_no_folder),
        test(once::markers_are_swept_after_thirty_days_and_once_a_day),
        test(page::the_page_says_what_is),
    ];
    golden::main(TESTS.as_ref(), "subagent-start-hook", program, answer, others)
}
