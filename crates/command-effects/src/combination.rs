//! What only the commands of a line together do.

use shell_syntax::{SimpleCommand, Word};

use crate::exfiltration;
use crate::judgement::{Change, ChangeKind, Judgement, Risk, Tier, Unresolved};
use crate::programs::{BUILDS, FOREIGN, Programs};
use crate::risk;
use crate::scripts;
use crate::sink::{Found, RunFile};

/// Adds what one command of the line makes of another.
pub(crate) fn check(
    text: &str,
    commands: &[SimpleCommand],
    programs: &Programs,
    found: &mut Found,
) {
    raise_risk(text, commands, programs, found);
    let run_files = std::mem::take(&mut found.run_files);
    let found = &mut found.judgement;
    exfiltration::raise_risk(text, commands, programs, found);
    let reasons = [
        runs_what_it_writes(&run_files, found, commands, programs),
        calls_an_alias(text, commands),
    ];
    for reason in reasons.into_iter().flatten() {
        found.together.tier = found.together.tier.max(Tier::Write);
        found.unresolved.push(Unresolved { program: String::new(), reason });
    }
}

/// A push to an address that the same line gives a remote.
fn pushes_elsewhere(commands: &[SimpleCommand]) -> Option<&SimpleCommand> {
    let of_git = || commands.iter().filter(|command| command.program() == Some("git"));
    let has = |command: &SimpleCommand, wanted: &str| command.args().any(|it| it.text == wanted);
    let push = of_git().find(|command| has(command, "push"))?;
    let points = |command: &SimpleCommand| {
        let of_remote = has(command, "add") || has(command, "set-url");
        let is_address = |word: &Word| {
            let key = word.text.to_ascii_lowercase();
            key.starts_with("remote.") && key.ends_with("url")
        };
        has(command, "remote") && of_remote
            || has(command, "config") && command.args().any(is_address)
    };
    of_git().any(points).then_some(push)
}

/// Raises the risk of what is fetched or decoded and then run, and of a program that multiplies.
fn raise_risk(text: &str, commands: &[SimpleCommand], programs: &Programs, found: &mut Found) {
    let risk = &mut found.judgement.together;
    if risk::is_fork_bomb(text) {
        *risk = Risk { tier: Tier::Critical, command: text.chars().take(120).collect() };
    }
    if let Some(push) = pushes_elsewhere(commands) {
        risk::raise(risk, Tier::Critical, push);
    }
    let Some(command) = found.runs_unseen.and_then(|index| commands.get(index)) else {
        return;
    };
    let mut names = commands.iter().filter_map(SimpleCommand::program);
    let is_foreign = names.any(|name| programs.lines(name, FOREIGN).next().is_some());
    let tier = if is_foreign { Tier::Critical } else { Tier::Destructive };
    risk::raise(risk, tier, command);
}

/// A script that the line writes and runs, unless its text was judged and nothing else writes to it.
fn runs_what_it_writes(
    run_files: &[RunFile],
    found: &Judgement,
    commands: &[SimpleCommand],
    programs: &Programs,
) -> Option<String> {
    // What a compiler makes of the sources is no text of this line.
    let builds = |program: &str| programs.says(program, BUILDS);
    let run = run_files.iter().find(|run| {
        let is_told = |change: &Change| {
            let by = commands.get(change.command);
            run.told_to.is_some_and(|end| change.command < end) && by.is_some_and(scripts::puts)
        };
        let is_written = |change: &&Change| {
            change.kind != ChangeKind::Mode && !builds(&change.program) && !is_told(change)
        };
        found.writes.iter().filter(is_written).any(|change| {
            let entry = change.entry.as_ref().map(|entry| format!("{}/{entry}", change.path));
            change.path == run.path || entry.as_ref() == Some(&run.path)
        })
    })?;
    Some(format!("it runs `{}`, which it writes", run.path))
}

/// A command that an alias of the same line stands for.
fn calls_an_alias(text: &str, commands: &[SimpleCommand]) -> Option<String> {
    if !text.contains("alias") {
        return None;
    }
    let defined: Vec<&str> = commands
        .iter()
        .filter(|command| command.program() == Some("alias"))
        .flat_map(SimpleCommand::args)
        .filter_map(|word| Some(word.text.split_once('=')?.0))
        .collect();
    let called = commands.iter().filter_map(SimpleCommand::program);
    let called = called.into_iter().find(|name| defined.contains(name))?;
    Some(format!("it calls `{called}`, an alias that it defines"))
}
