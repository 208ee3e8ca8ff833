//! Files of settings as people have them: the cases of `tests/settings`, what a host would drop,
//! round trips, and servers.
#![cfg(test)]

mod arrangement;
mod cases;
mod check;
mod drawn;
mod elsewhere;
mod elsewhere_generated;
mod fragment;
mod generated;
mod generator;
mod round_trip;
mod servers;

use std::process::ExitCode;

use claude_settings::{Aim, Arrangement, ByHand, Fragment, HookCommand, SettingsError, Start};
use golden::test;
use libtest_mimic::{Arguments, Failed};

/// The settings with the entries of `fragments`, each started by its own program.
fn install(settings: Option<&str>, fragments: &[Fragment]) -> Result<String, SettingsError> {
    let names = fragments.iter().map(|fragment| fragment.hook().to_owned()).collect();
    let arranged = arrangement_of(fragments.to_vec(), Aim::Enter(names, Start::Alone));
    Ok(arranged.apply(settings)?.text.unwrap_or_default())
}

/// The settings without the entries of `commands`; `None` where nothing else was in them.
fn uninstall(settings: &str, commands: &[HookCommand]) -> Result<Option<String>, SettingsError> {
    let known = commands.iter().map(|command| Fragment::read("{}", command.clone()));
    let names = commands.iter().map(|command| command.hook().to_owned()).collect();
    let arranged = arrangement_of(known.collect::<Result<_, _>>()?, Aim::Leave(names));
    Ok(arranged.apply(Some(settings))?.text)
}

fn arrangement_of(known: Vec<Fragment>, aim: Aim) -> Arrangement {
    let engine = HookCommand::in_project("tacklebox");
    Arrangement { known, engine, aim, by_hand: ByHand::Goes, blocking: Vec::new() }
}

fn main() -> Result<ExitCode, Failed> {
    let mut trials = cases::trials()?;
    trials.extend([
        test(arrangement::one_entry_an_event_stands_for_all_hooks),
        test(arrangement::hooks_come_and_go_and_leave_no_byte),
        test(arrangement::the_engine_comes_and_goes_over_entries_that_are_there),
        test(arrangement::what_a_person_has_changed_stays_and_is_named),
        test(arrangement::a_matcher_that_a_person_has_changed_stays_until_it_is_reset),
        test(arrangement::a_number_that_is_too_large_ends_nothing),
        test(arrangement::a_hook_that_nobody_knows_goes_on),
        test(arrangement::who_is_alone_is_not_touched),
        test(check::nothing_is_found_in_what_the_host_takes),
        test(check::a_wrong_handler_makes_the_host_ignore_the_file),
        test(check::what_a_wrong_entry_does_depends_on_its_event),
        test(check::what_never_runs_is_named),
        test(check::a_key_that_stands_twice_is_named),
        test(check::what_is_not_strict_json_makes_the_host_ignore_the_file),
        test(fragment::a_template_says_for_which_events_and_how_to_start_the_program),
        test(fragment::what_a_host_would_drop_is_no_template),
        test(round_trip::what_is_installed_can_be_taken_back_byte_for_byte),
        test(round_trip::each_hook_can_go_in_and_out_on_its_own),
        test(round_trip::installing_again_changes_nothing),
        test(round_trip::what_was_there_keeps_its_value),
        test(round_trip::line_ends_and_indentation_are_those_of_the_file),
        test(round_trip::no_file_and_an_empty_file_are_the_same),
        test(generated::what_is_not_ours_stays_in_any_order_of_verbs_and_edits),
        test(elsewhere::a_new_file_is_as_its_host_wants_it),
        test(elsewhere::what_is_there_stays_byte_for_byte),
        test(elsewhere::what_is_not_as_it_should_be_is_refused_with_its_place),
        test(elsewhere::what_a_person_adds_to_our_entry_stays),
        test(elsewhere::a_hook_that_nobody_knows_goes_on),
        test(elsewhere_generated::what_is_not_ours_stays_in_any_order),
        test(elsewhere_generated::what_is_broken_is_refused_with_its_place),
        test(servers::what_is_put_in_comes_out_byte_for_byte),
        test(servers::no_file_and_an_empty_file_are_the_same),
        test(servers::a_server_goes_in_as_the_last_and_looks_like_the_others),
        test(servers::what_a_person_made_of_it_stays),
        test(servers::a_folder_of_its_own_is_known_by_the_whole_path),
        test(servers::what_is_not_as_it_should_be_is_refused),
    ]);
    Ok(libtest_mimic::run(&Arguments::from_args(), trials).exit_code())
}
