//! What the definitions alone tell.

use std::collections::BTreeMap;
use std::path::Path;

use clap::Arg;

use super::{Broken, Verb, broken};

/// The hooks, as they are typed.
const HOOKS: [&str; 8] = [
    "agent-trace",
    "file-context",
    "governance",
    "intent-gate",
    "post-edit",
    "prompt-detect",
    "question-preference",
    "subagent-start",
];

/// What every hook has.
const EVERYWHERE: [&str; 6] = ["init", "lint", "explain", "log", "stats", "status"];

/// What a judging hook has beside.
const JUDGES: [&str; 4] = ["governance", "intent-gate", "post-edit", "question-preference"];

/// Names of earlier versions, which go on and are not shown.
const OLD: [&str; 2] = ["gc", "squash"];

/// What has one JSON document.
const TOLD_AS_JSON: [&str; 7] = ["check", "explain", "lint", "list", "log", "stats", "status"];

/// What a flag takes, wherever it is.
const FLAGS: [(&str, Option<&str>); 9] = [
    ("project", Some("DIR")),
    ("session", Some("ID")),
    ("since", Some("AGE|TIME")),
    ("before", Some("AGE|TIME")),
    ("limit", Some("N")),
    ("json", None),
    ("yes", None),
    ("dry-run", None),
    ("follow", None),
];

pub(super) fn broken_by(verbs: &[Verb]) -> Broken {
    let mut found = Broken::new();
    let shown = |words: &[&str]| verbs.iter().any(|it| it.words == words && !it.is_hidden);
    for hook in HOOKS {
        let judges = JUDGES.contains(&hook).then_some("check");
        for verb in EVERYWHERE.into_iter().chain(judges) {
            if !shown(&[hook, verb]) {
                found.insert(format!("is missing: {hook} {verb}"));
            }
        }
    }
    let mut flags: BTreeMap<String, String> = BTreeMap::new();
    for verb in verbs.iter().filter(|verb| !verb.is_hidden) {
        of_verb(verb, &mut found);
        for argument in verb.command.get_arguments() {
            of_argument(verb, argument, &mut flags, &mut found);
        }
    }
    found
}

fn of_verb(verb: &Verb, found: &mut Broken) {
    if verb.words.iter().any(|word| OLD.contains(&word.as_str())) {
        found.insert(broken("an old name is shown", verb));
    }
    if TOLD_AS_JSON.contains(&verb.last()) && !verb.has("json") {
        found.insert(broken("has no --json", verb));
    }
    if matches!(verb.last(), "prune" | "forget") && !verb.has("dry-run") {
        found.insert(broken("has no --dry-run", verb));
    }
    let looks_back = matches!(verb.last(), "log" | "errors" | "shadow-report");
    if looks_back && !["since", "limit", "json", "project"].iter().all(|flag| verb.has(flag)) {
        found.insert(broken("has not --since, --limit, --json and --project", verb));
    }
    let describes = ["command", "file", "tool", "input"].iter().all(|flag| verb.has(flag));
    let asks_about_questions = verb.words == ["question-preference", "check"];
    let is_of_a_file = verb.words == ["post-edit", "check"];
    let judges = matches!(verb.last(), "explain" | "check");
    if judges && !describes && !asks_about_questions && !is_of_a_file {
        found.insert(broken("a call cannot be described", verb));
    }
    if verb.has("json") && !says_where_its_schema_is(verb) {
        found.insert(broken("does not say where its schema is", verb));
    }
    if verb.command.get_about().is_none() {
        found.insert(broken("says nothing of itself", verb));
    }
}

fn says_where_its_schema_is(verb: &Verb) -> bool {
    let mut arguments = verb.command.get_arguments();
    let help = arguments.find(|it| it.get_long() == Some("json")).and_then(Arg::get_help);
    let schemas = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    // What has a schema of its own names that one, and no other.
    let own = schemas.join(format!("{}.schema.json", verb.name()));
    let named = if own.exists() { own.as_path() } else { Path::new("commands.schema.json") };
    let name = named.file_name().unwrap_or_default().to_string_lossy().into_owned();
    help.is_some_and(|help| help.to_string().ends_with(&format!("docs/schemas/{name})")))
}

fn of_argument(
    verb: &Verb,
    argument: &Arg,
    flags: &mut BTreeMap<String, String>,
    found: &mut Broken,
) {
    let Some(long) = argument.get_long() else { return };
    if argument.is_hide_set() || matches!(long, "help" | "version") {
        return;
    }
    if argument.get_help().is_none() {
        found.insert(broken(&format!("--{long} says nothing of itself"), verb));
    }
    let takes = argument.get_action().takes_values();
    let takes = takes.then(|| argument.get_value_names().unwrap_or_default().join(" "));
    if let Some((_, expected)) = FLAGS.iter().find(|(flag, _)| *flag == long) {
        if takes.as_deref() != *expected {
            found.insert(broken(&format!("--{long} takes {takes:?}"), verb));
        }
        return;
    }
    let takes = takes.unwrap_or_default();
    // What is installed has no name yet.
    if (verb.name(), long) == ("install".to_owned(), "hook") {
        return;
    }
    let elsewhere = flags.entry(long.to_owned()).or_insert_with(|| takes.clone());
    if *elsewhere != takes {
        found.insert(broken(&format!("--{long} takes {takes}, elsewhere {elsewhere}"), verb));
    }
}
