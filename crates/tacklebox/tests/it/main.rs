//! The program as a host sees it: as each hook, by a part of its cases, and as all hooks at once,
//! by a part of the payloads. Each hook's own tests run all of both.
#![cfg(test)]

mod calls;
mod elsewhere;
mod foreign;
mod hosts;
mod installing;
mod linting;
mod looking_after;
mod pages;
mod policy;
mod presets;
mod storm;
mod terminal;
mod tools;
mod trust;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Output};

use anyhow::{anyhow, ensure};
use golden::{Hook, InProcess, Mode, Trial};

/// One case, and one sweep, in so many is run here.
const DRAW: u32 = 4;

/// The cases, payloads and setups of all hooks.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");

fn main() -> ExitCode {
    let folder = tempfile::tempdir();
    golden::main_with("tacklebox", |mode| {
        let tests = Path::new(TESTS);
        let no_folder = |error| anyhow!("could not make a folder for links: {error}");
        let links = folder.as_ref().map_err(no_folder)?.path();
        let program = golden::under_test(Path::new(env!("CARGO_BIN_EXE_tacklebox")));
        let mut trials = Vec::new();
        for hook in tacklebox::all().hooks() {
            trials.extend(as_one(hook.name(), &program, links, tests, mode)?);
        }
        trials.extend(some(golden::sweeps(&all_hooks(), tests)?));
        let hook = links.join("subagent-start-hook");
        trials.push(Trial::test("pages::a_page_about_two_hooks_can_be_replayed", move || {
            Ok(pages::a_page_about_two_hooks_can_be_replayed(&hook)?)
        }));
        trials.extend(elsewhere::trials());
        trials.extend(looking_after::trials());
        trials.extend(what_a_person_types());
        trials.extend([
            golden::test(calls::the_hooks_that_are_named_answer),
            golden::test(calls::an_unknown_name_keeps_nobody_from_answering),
            golden::test(calls::a_call_that_names_no_hook_denies_nothing),
            golden::test(calls::a_call_without_arguments_asks_the_hooks_of_the_settings),
            golden::test(calls::what_cannot_be_read_is_denied_in_the_words_of_its_host),
            golden::test(hosts::one_policy_has_one_verdict_on_every_host),
            golden::test(hosts::an_unknown_host_is_said_once),
            golden::test(pages::installing_and_examining_are_as_their_pages_say),
            golden::test(pages::analysis_is_as_its_page_says),
            golden::test(pages::the_guide_can_be_followed),
            golden::test(pages::a_hook_can_be_written),
            golden::test(linting::nothing_is_wrong_with_our_own_hooks),
            golden::test(pages::the_page_of_the_doctor_names_every_check),
            golden::test(installing::what_it_ends_with_says_what_happened),
            golden::test(installing::only_what_is_installed_is_named_as_removed),
            golden::test(installing::what_comes_next_can_be_typed),
            golden::test(installing::a_hook_of_other_settings_is_named_with_its_way_out),
            golden::test(installing::a_server_that_is_not_there_is_left_out_and_named),
            golden::test(installing::a_broken_policy_does_not_protect),
            golden::test(installing::what_hooks_do_here_fits_a_terminal),
            golden::test(installing::a_hook_that_runs_already_is_refused),
            golden::test(installing::the_folder_of_the_host_is_asked_for),
            golden::test(installing::nobody_who_stops_reading_ends_it_half_way),
            golden::test(installing::who_installs_and_who_takes_out_at_once_take_turns),
            golden::test(installing::an_earlier_version_comes_back_where_a_person_wants_it),
            golden::test(installing::an_administrator_gets_settings_that_stand_above_a_person_s),
            golden::test(installing::the_doctor_says_whether_each_hook_protects),
            golden::test(installing::the_doctor_plays_the_program_itself),
            golden::test(installing::what_was_changed_by_hand_stays_until_it_is_reset),
            golden::test(walk::commands_have_one_vocabulary),
            golden::test(walk::commands_behave_as_one),
            golden::test(walk::commands_say_what_the_table_has),
            golden::test(walk::what_hosts_call_and_what_serves_keeps_its_own_rules),
            golden::test(walk::documents_keep_to_their_schemas),
            golden::test(trust::a_repository_starts_nothing_before_a_person_trusts_it),
            golden::test(storm::calls_that_are_denied_at_once_are_all_accounted_for),
            golden::test(storm::changes_that_are_made_at_once_are_all_recorded),
        ]);
        trials.extend(policy::trials());
        Ok(trials)
    })
}

fn what_a_person_types() -> Vec<Trial> {
    vec![
        golden::test(foreign::a_manifest_that_cannot_be_used_is_refused),
        golden::test(foreign::a_hook_comes_is_looked_after_and_goes_byte_for_byte),
        golden::test(foreign::a_name_is_installed_from_one_folder),
        golden::test(foreign::a_program_of_the_chain_does_not_log_the_call),
        golden::test(foreign::only_what_a_host_accepts_is_passed_on),
        golden::test(foreign::a_hook_may_do_what_the_person_allowed),
        golden::test(foreign::it_is_protected_and_its_denial_is_joined_with_ours),
        golden::test(tools::what_was_denied_is_in_the_log),
        golden::test(tools::the_log_is_asked_for_parts_of_it),
        golden::test(tools::the_status_says_who_is_there_and_what_they_did),
        golden::test(tools::the_status_says_of_a_hook_that_its_program_is_gone),
        golden::test(tools::the_status_knows_the_hooks_of_a_plugin),
        golden::test(tools::an_error_is_told_once_with_what_to_do),
        golden::test(tools::a_line_that_was_written_is_one_line),
        golden::test(tools::a_file_of_the_project_is_named_from_its_root),
        golden::test(tools::a_call_that_is_described_is_explained),
        golden::test(tools::a_hook_without_a_configuration_is_named_with_what_writes_one),
        golden::test(tools::a_hook_is_reached_with_and_without_the_end_of_its_name),
        golden::test(tools::what_was_denied_last_is_explained),
        golden::test(tools::shells_complete_hooks_and_verbs),
        golden::test(presets::a_dry_run_says_what_would_be_done),
        golden::test(presets::what_a_person_has_changed_stays),
        golden::test(presets::what_is_taken_out_of_a_worktree_stays_in_the_others),
        golden::test(presets::a_record_that_cannot_be_read_stops_no_uninstallation),
        golden::test(presets::every_preset_comes_and_goes_byte_for_byte),
        golden::test(terminal::a_preset_is_chosen_by_its_number_and_asks_whether_to_notify),
        golden::test(terminal::a_person_chooses_hooks_from_a_list),
    ]
}

/// A part of the sweeps: those that are drawn, and one of each event over each set-up.
fn some(sweeps: Vec<Trial>) -> Vec<Trial> {
    let mut seen = BTreeSet::new();
    let mut is_new = |trial: &Trial| seen.insert(event(trial.name()));
    sweeps.into_iter().filter(|trial| is_new(trial) || is_drawn(trial)).collect()
}

/// What a sweep is of, without the client and without the tool: `PreToolUse@set-up`.
fn event(sweep: &str) -> String {
    let payload = sweep.rsplit_once('/').map_or(sweep, |(_client, payload)| payload);
    let (payload, setup) = payload.split_once('@').unwrap_or((payload, ""));
    let event = payload.split('-').next().unwrap_or(payload);
    format!("{event}@{setup}")
}

/// Whether a trial is among those that are run here: always the same, whatever others there are.
fn is_drawn(trial: &Trial) -> bool {
    trial.name().bytes().map(u32::from).sum::<u32>() % DRAW == 0
}

/// A part of the cases of a hook, with a link of the hook's name to the program in its place.
fn as_one(
    hook: &str,
    program: &Path,
    links: &Path,
    tests: &Path,
    mode: Mode,
) -> anyhow::Result<Vec<Trial>> {
    let link = links.join(hook);
    symlink(program, &link)?;
    let mut cases = golden::cases(&Hook { explains: true, ..Hook::new(hook, &link) }, tests, mode)?;
    cases.retain(is_drawn);
    ensure!(!cases.is_empty(), "no case of {hook} is drawn");
    Ok(cases)
}

fn all_hooks() -> Hook {
    let all = tacklebox::all();
    let speakers = all.hooks().map(|hook| hook.name().to_owned()).collect();
    let answer = move |env: &BTreeMap<String, String>, cwd: &Path, stdin: &[u8]| -> Output {
        hook_chain::rehearse(&all, env, cwd, stdin)
    };
    let in_process = Some(InProcess::new(answer));
    Hook { in_process, speakers, ..Hook::new("tacklebox", &example("all-hooks")) }
}

/// Examples are built beside the tests.
fn example(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap_or_default();
    test.ancestors().nth(2).unwrap_or(Path::new("")).join("examples").join(name)
}
