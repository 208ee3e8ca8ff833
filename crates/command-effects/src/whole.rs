//! What only the commands of a line together do.

use shell_syntax::{SimpleCommand, Word};

use crate::arithmetic;
use crate::arrivals;
use crate::change::{Anchor, Change, ChangeKind, Effects, Extent, Risk, Tier, Unresolved};
use crate::planted::planted;
use crate::programs::{FOREIGN, Programs};
use crate::rewired::rewired;
use crate::risk;
use crate::scripts;
use crate::secret;
use crate::sink::{Found, RunFile};
use crate::target::join;
use crate::variables::{Otherwise, set_for_all, set_otherwise};

/// Adds what one command of the line makes of another.
pub(crate) fn check(
    text: &str,
    commands: &[SimpleCommand],
    programs: &Programs,
    found: &mut Found,
) {
    raise_risk(text, commands, programs, found);
    let run_files = std::mem::take(&mut found.run_files);
    let found = &mut found.effects;
    secret::raise_risk(text, commands, programs, found);
    let (runs, obeyed) = match set_otherwise(text, commands) {
        Some(Otherwise::Runs(reason)) => (Some(reason), None),
        Some(Otherwise::Obeyed(name)) => (None, Some(name)),
        None => (None, None),
    };
    if let Some(name) = set_for_all(text).map(str::to_owned).or(obeyed) {
        found.unknown.push(format!("{name}="));
        found.risk.tier = found.risk.tier.max(Tier::Write);
    }
    found.obeyed.extend(arithmetic::obeyed(text, commands, found));
    let behind = behind_links(found, commands);
    found.nearby.extend(behind);
    let reasons = [
        through_a_link(found),
        arrivals::check(text, commands, found),
        runs_what_it_writes(&run_files, found, commands, programs),
        calls_an_alias(text, commands),
        rewired(text),
        planted(text, found),
        runs,
        evaluates_quoted_text(text),
    ];
    for reason in reasons.into_iter().flatten() {
        found.risk.tier = found.risk.tier.max(Tier::Write);
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
    let risk = &mut found.effects.risk;
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

/// Quoted text that the shell evaluates after all: as a subscript, or as a prompt.
fn evaluates_quoted_text(text: &str) -> Option<String> {
    const EVALUATING: &[&str] = &[
        "((", "[[", "let ", "test ", "[ ", "declare", "typeset", "local", "export", "printf",
        "read", "unset", "${", "wait", "readonly",
    ];
    if text.contains("@P}") {
        return Some("it expands a value as a prompt".to_owned());
    }
    let mut in_quotes = text.split('\'').skip(1).step_by(2);
    let quoted = in_quotes.any(|part| part.contains("[$(") || part.contains("[`"));
    let evaluates = quoted && EVALUATING.iter().any(|sign| text.contains(sign));
    evaluates.then(|| "a quoted subscript may run a command".to_owned())
}

/// A change behind a link that the line makes itself: where it leads is not on the disk yet.
fn through_a_link(found: &Effects) -> Option<String> {
    const MAX_LINKS: usize = 20;
    let links: Vec<_> =
        found.changes.iter().filter(|change| change.kind == ChangeKind::Link).collect();
    if links.len() > MAX_LINKS {
        return Some("it makes more than 20 links".to_owned());
    }
    let is_in = |path: &str, link: &str| {
        path.strip_prefix(link).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    for link in links {
        let inner = link.entry.as_ref().map(|entry| format!("{}/{entry}", link.path));
        let behind = found.changes.iter().any(|change| {
            let is_behind = is_in(&change.path, &link.path)
                || inner.as_ref().is_some_and(|inner| is_in(&change.path, inner));
            // A link may be removed, and made once more.
            let is_link = matches!(change.kind, ChangeKind::Link | ChangeKind::Remove);
            let goes_on = change.path.len() > link.path.len()
                || change.written.ends_with('/')
                || change.extent == Extent::Below;
            is_behind && (!is_link || goes_on) || may_meet(change, inner.as_ref(), link)
        });
        if behind {
            return Some(format!("it writes through `{}`, a link that it makes", link.written));
        }
    }
    None
}

/// Whether a change by a pattern may go through a link that is not there yet: the pattern has more
/// behind its signs, or what it names last is written and not removed.
fn may_meet(change: &Change, inner: Option<&String>, link: &Change) -> bool {
    let Some((_, rest)) = change.written.split_once(['*', '?', '[', '{', '$']) else {
        return false;
    };
    let goes_on = rest.trim_end_matches('/').contains('/') || rest.ends_with('/');
    let stays = matches!(change.kind, ChangeKind::Link | ChangeKind::Remove) && !goes_on;
    let folder = if change.path == "." { "" } else { change.path.as_str() };
    let is_below = |path: &str| {
        let rest = path.strip_prefix(folder);
        rest.is_some_and(|rest| folder.is_empty() || rest.starts_with('/'))
    };
    !stays && change.command != link.command && is_below(inner.unwrap_or(&link.path))
}

/// What changes behind a symbolic link that the line makes of a path which it names.
fn behind_links(found: &Effects, commands: &[SimpleCommand]) -> Vec<Change> {
    const HERE: [&str; 4] = ["$PWD/", "${PWD}/", "$(pwd)/", "`pwd`/"];
    const MAX_LINKS: usize = 20;
    let links = found.changes.iter().filter(|change| change.kind == ChangeKind::Link);
    let behind = |link: &Change| {
        let command = commands.get(link.command)?;
        let word = command.args().find(|word| !word.text.starts_with('-'))?;
        let here = HERE.iter().find_map(|start| word.text.strip_prefix(start));
        let (folder, _) = link.path.rsplit_once('/').unwrap_or_default();
        let path = match here {
            Some(below) => below.to_owned(),
            None => join(folder, &word.text),
        };
        let is_told = !path.contains(['$', '`', '*', '?', '~']);
        is_told.then(|| (path, link.entry.as_ref().map(|entry| join(&link.path, entry))))
    };
    let changed = |link: &Change| {
        let Some((path, inner)) = behind(link) else { return vec![] };
        let own = inner.unwrap_or_else(|| link.path.clone());
        let rest = |change: &Change| {
            let rest =
                change.path.strip_prefix(&own).or_else(|| change.path.strip_prefix(&link.path));
            let rest = rest.filter(|rest| rest.is_empty() || rest.starts_with('/'));
            let is_link = matches!(change.kind, ChangeKind::Link | ChangeKind::Remove);
            let path = join(&path, rest.filter(|_| !is_link)?.trim_start_matches('/'));
            Some(Change { path, anchor: Anchor::Start, entry: None, ..change.clone() })
        };
        found.changes.iter().filter_map(rest).collect::<Vec<_>>()
    };
    links.take(MAX_LINKS).flat_map(changed).take(MAX_LINKS).collect()
}

/// A script that the line writes and runs, unless its text was judged and nothing else writes to it.
fn runs_what_it_writes(
    run_files: &[RunFile],
    found: &Effects,
    commands: &[SimpleCommand],
    programs: &Programs,
) -> Option<String> {
    // What a compiler makes of the sources is no text of this line.
    let builds = |program: &str| programs.says(program, "builds");
    let run = run_files.iter().find(|run| {
        let is_told = |change: &Change| {
            let by = commands.get(change.command);
            run.told_to.is_some_and(|end| change.command < end) && by.is_some_and(scripts::puts)
        };
        let is_written = |change: &&Change| {
            change.kind != ChangeKind::Mode && !builds(&change.program) && !is_told(change)
        };
        found.changes.iter().filter(is_written).any(|change| {
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
    Some(format!("it calls `{called}`, an alias that it makes"))
}
