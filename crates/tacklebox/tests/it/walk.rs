//! Every command of every program, held to one vocabulary: names, flags, exit statuses, JSON,
//! and what they do where something is missing. The commands are taken from their definitions,
//! so that a new one is held too.

mod documents;
mod ground;
mod own_rules;
mod rules;
mod runs;
mod table;

use std::collections::BTreeSet;

use clap::Command;

/// A command with its words, such as `governance`, `state`, `get`.
pub(crate) struct Verb {
    words: Vec<String>,
    command: Command,
    /// Whether it or what is above it is hidden.
    is_hidden: bool,
}

impl Verb {
    /// The words as they are typed.
    fn name(&self) -> String {
        self.words.join(" ")
    }

    fn last(&self) -> &str {
        self.words.last().map_or("", String::as_str)
    }

    /// Whether it has an option of this long name that is shown.
    fn has(&self, long: &str) -> bool {
        let mut arguments = self.command.get_arguments();
        arguments.any(|it| it.get_long() == Some(long) && !it.is_hide_set())
    }

    fn needs_operands(&self) -> bool {
        self.command.get_arguments().any(clap::Arg::is_required_set)
            || self.command.get_groups().any(clap::ArgGroup::is_required_set)
    }
}

/// What breaks a rule: `rule: command`.
type Broken = BTreeSet<String>;

fn broken(rule: &str, verb: &Verb) -> String {
    format!("{rule}: {}", verb.name())
}

/// All commands that do something.
fn verbs() -> Vec<Verb> {
    let mut found = Vec::new();
    let mut root = tacklebox::command();
    root.build();
    for command in root.get_subcommands() {
        collect(command, Vec::new(), false, &mut found);
    }
    assert!(found.len() > 60, "the walk has lost its way: {}", found.len());
    found
}

fn collect(command: &Command, mut words: Vec<String>, is_hidden: bool, found: &mut Vec<Verb>) {
    if command.get_name() == "help" {
        return;
    }
    words.push(command.get_name().to_owned());
    let is_hidden = is_hidden || command.is_hide_set();
    for below in command.get_subcommands() {
        collect(below, words.clone(), is_hidden, found);
    }
    if !command.is_subcommand_required_set() {
        found.push(Verb { words, command: command.clone(), is_hidden });
    }
}

#[track_caller]
fn hold(found: &Broken) {
    assert!(found.is_empty(), "breaks the vocabulary: {found:#?}");
}

pub(crate) fn commands_have_one_vocabulary() {
    hold(&rules::broken_by(&verbs()));
}

pub(crate) fn documents_keep_to_their_schemas() {
    hold(&documents::broken_by(&verbs()));
}

pub(crate) fn commands_say_what_the_table_has() {
    hold(&table::broken_by(&verbs()));
}

pub(crate) fn commands_behave_as_one() {
    hold(&runs::broken_by(&verbs()));
}

pub(crate) fn what_hosts_call_and_what_serves_keeps_its_own_rules() {
    hold(&own_rules::broken_by());
}
