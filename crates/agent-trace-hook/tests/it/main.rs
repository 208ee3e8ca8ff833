//! The hook as a host and a person see it: its recorded cases, every payload, its page, and its
//! ledger under real processes, which no case has.
#![cfg(test)]

mod blame;
mod ground;
mod ledger;
mod merge;
mod page;
mod records;
mod squash;

use std::process::ExitCode;

use golden::test;

/// The cases, payloads and setups of all hooks.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");

fn main() -> ExitCode {
    let hook = hook_chain::Chain::new([agent_trace_hook::hook()]);
    let program = env!("CARGO_BIN_EXE_agent-trace-hook");
    let answer = move |env: &_, cwd: &_, stdin: &_| hook_chain::rehearse(&hook, env, cwd, stdin);
    let others = vec![
        test(blame::blame_knows_what_the_model_knows),
        test(blame::blame_finds_what_was_moved),
        test(blame::blame_finds_lines_of_a_file_that_is_too_long_to_keep),
        test(blame::blame_bears_a_formatter_in_either_order),
        test(ledger::of_thirty_two_writers_none_is_lost),
        test(ledger::a_call_that_is_told_twice_is_one_record),
        test(ledger::killed_writers_break_no_chain),
        test(ledger::half_a_last_line_is_cut_off),
        test(ledger::a_large_ledger_is_not_read),
        test(ledger::a_changed_byte_is_named),
        test(ledger::a_removed_line_is_missed),
        test(ledger::a_record_after_a_removed_one_does_not_hide_it),
        test(ledger::a_swapped_pair_is_named),
        test(ledger::an_inserted_record_is_named),
        test(ledger::white_space_and_the_order_of_keys_are_no_content),
        test(ledger::a_link_is_not_written_through),
        test(ledger::a_pipe_is_not_waited_for),
        test(ledger::a_checkpoint_signs_the_chain),
        test(ledger::a_public_key_is_enough_to_verify),
        test(ledger::what_is_no_file_is_no_key_and_no_checkpoint),
        test(ledger::a_lock_is_not_waited_for_without_end),
        test(merge::branches_that_both_went_on_are_merged),
        test(merge::a_branch_of_a_branch_is_not_gone_on_with_twice),
        test(merge::a_worktree_has_a_chain_of_its_own),
        test(merge::a_ledger_of_one_file_goes_on_being_read),
        test(merge::a_clone_begins_its_own),
        test(squash::a_cut_squash_is_finished_by_the_next_writer),
        test(squash::a_chain_that_was_put_in_is_no_cut_squash),
        test(squash::a_squash_of_all_that_is_cut_leaves_none),
        test(squash::a_linked_folder_is_refused),
        test(page::the_page_says_what_is),
        test(page::every_field_of_a_record_stands_on_the_page),
        test(records::every_recorded_record_conforms_to_the_specification),
        test(records::what_does_not_conform_is_refused),
        test(records::the_transcript_names_model_and_host),
        test(records::no_text_of_a_file_stands_in_the_ledger),
        test(records::a_hash_is_over_canonical_json),
    ];
    golden::main(TESTS.as_ref(), "agent-trace-hook", program, answer, others)
}
