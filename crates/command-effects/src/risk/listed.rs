//! How much a command can spoil, as the table of programs and the words of the call tell.

use shell_syntax::{SimpleCommand, Word};

use crate::change::Tier;
use crate::glob;
use crate::programs::{
    Entry, Key, Known, LIKE, Line, Programs, RISK, SENDS, SERVICE, Words, behind, firsts,
};
use crate::reading::Reading;
use crate::verbs;

/// The highest tier that the table has for a command; [`Tier::Safe`] if it does not speak of it.
pub(super) fn tier(command: &SimpleCommand, text: &str, programs: &Programs) -> Tier {
    let program = command.program().unwrap_or_default();
    let args = command.words.get(1..).unwrap_or_default();
    let mut lines = programs.all(program).peekable();
    if lines.peek().is_none() {
        let path = command.words.first().map(|word| word.text.trim_start_matches("./"));
        if path.is_some_and(|path| path.contains('/') && programs.file(path, args).is_some()) {
            return Tier::Safe;
        }
        return unlisted(program, command, text);
    }
    let asks = verbs::only_asks(args) || verbs::asks_a_client(args) && programs.is_client(program);
    if asks && programs.known(program, args).is_plain() {
        return Tier::Safe;
    }
    let (mut highest, mut subjects) = (Tier::Safe, 0);
    let firsts = firsts(args);
    let may_be = |line: &Line<'_>| line.head.is_empty() || line.begins.meets(firsts);
    for line in lines.filter(|line| line.subjects & RISK != 0) {
        subjects |= line.subjects;
        let is_like = line.subjects & LIKE != 0;
        let shared = || Words(line.rest).find_map(|word| word.strip_prefix("like="));
        let shared = is_like.then(shared).flatten();
        if shared.is_none() && !may_be(&line) {
            continue;
        }
        highest = highest.max(of_line(line, command, text));
        if let Some(other) = shared {
            let tiers = programs.lines(other, RISK).map(|line| of_line(line, command, text));
            highest = highest.max(tiers.max().unwrap_or_default());
        }
    }
    let is_client = subjects & SERVICE != 0;
    let says_more = || {
        openly_acts(program, command, text, programs)
            || is_client && acts_on_a_service(program, command, text, programs)
    };
    if highest == Tier::Safe && says_more() { Tier::Critical } else { highest }
}

/// The line of the table that gives a command this tier.
pub(crate) fn deciding_line(
    command: &SimpleCommand,
    text: &str,
    tier: Tier,
    programs: &Programs,
) -> Option<String> {
    let program = command.program()?;
    let mut lines = programs.lines(program, RISK);
    let line = lines.find(|line| of_line(*line, command, text) == tier)?;
    let words = [program, line.head, line.rest].into_iter().flat_map(str::split_whitespace);
    Some(words.collect::<Vec<_>>().join(" "))
}

/// Whether a call of a client of a service, of which no line says more, acts on the service: that is
/// so unless it is known to look or to stay on this machine.
fn acts_on_a_service(
    program: &str,
    command: &SimpleCommand,
    text: &str,
    programs: &Programs,
) -> bool {
    let args = command.words.get(1..).unwrap_or_default();
    let Known { built_in, own } = programs.known(program, args);
    let own = own.filter(|own| !own.words.is_empty() || built_in.is_none());
    let Some(entry) = own.or(built_in) else { return false };
    let said = entry.settings.verbs;
    if said != "acts" && !said.contains("service") || verbs::is_spared(args) {
        return false;
    }
    let reading = Reading::new(&entry, args, command, text);
    let spoken = args.get(entry.behind..).unwrap_or_default();
    let by_its_words = || match reading.place_of_the_verb().and_then(|place| spoken.get(place)) {
        Some(verb) => verbs::acts_by_its_verb(&verb.text),
        None => verbs::reaches(spoken, &reading.args.places) && !verbs::surely_looks(program, args),
    };
    reading.is_unknown() && (said == "acts" || by_its_words())
}

/// Whether the words of a call tell more than the table, of which no line is about such a call.
fn openly_acts(program: &str, command: &SimpleCommand, text: &str, programs: &Programs) -> bool {
    let args = command.words.get(1..).unwrap_or_default();
    // One that sends says itself what.
    let sends = || programs.lines(program, SENDS).next().is_some();
    let names_another = || args.iter().any(|word| word.text.contains(':')) && !sends();
    let tells = |is_tool| {
        verbs::openly_acts(args, is_tool) || names_another() && hands_over(args, command, text)
    };
    if !tells(false) || verbs::only_asks(args) {
        return false;
    }
    let Known { built_in, own } = programs.known(program, args);
    let Some(entry) = built_in.filter(|_| own.is_none()) else { return false };
    let is_sign = |word: &Word| entry.settings.through.split(',').any(|sign| sign == word.text);
    let is_open = entry.words.is_empty()
        && !["destroys", "none", "tasks", "targets"]
            .iter()
            .any(|it| entry.settings.verbs.contains(it))
        && entry.settings.special.is_empty()
        && !entry.runs_others()
        && !args.iter().any(is_sign)
        && Reading::new(&entry, args, command, text).is_unknown();
    is_open && (!entry.settings.verbs.contains("tool") || tells(true))
}

fn hands_over(args: &[Word], command: &SimpleCommand, text: &str) -> bool {
    !verbs::is_rehearsal(args) && verbs::hands_over(command, text)
}

/// The tier of a program without a line, of which only its words tell something.
fn unlisted(program: &str, command: &SimpleCommand, text: &str) -> Tier {
    let args = command.words.get(1..).unwrap_or_default();
    // What a function does stands in its body, which is among the commands.
    if command.calls_function && !command.wrapped && !text.contains("unset") {
        return Tier::Safe;
    }
    let is_file = command.words.first().is_some_and(|word| word.text.contains('/'));
    let by_its_words = verbs::destroys(args)
        || !is_file && (verbs::is_named_so(program) || verbs::acts_outward(program, args));
    let is_critical = by_its_words && (is_file || !verbs::surely_looks(program, args))
        || is_file && verbs::is_script_that_sends(program)
        || verbs::is_told_to_destroy(command)
        || hands_over(args, command, text);
    if is_critical && !verbs::only_asks(args) { Tier::Critical } else { Tier::Safe }
}

/// Whether the words behind the first are for something else than the program: a test, or what it runs.
fn hands_on(command: &SimpleCommand) -> bool {
    const PROGRAMS: [&str; 6] = ["cargo", "npm", "pnpm", "yarn", "bun", "go"];
    const FIRST: [&str; 8] = ["test", "t", "run", "r", "bench", "nextest", "exec", "x"];
    command.program().is_some_and(|program| PROGRAMS.contains(&program))
        && command.args().next().is_some_and(|word| FIRST.contains(&word.text.as_str()))
}

/// Whether the first word behind the program is one of a list.
fn is_one_first(list: &str, command: &SimpleCommand) -> bool {
    let first = command.args().next();
    first.is_some_and(|word| list.split(',').any(|one| glob::matches(one, &word.text)))
}

/// The tier that a line gives a command in whose words those of the line occur.
fn of_line(line: Line<'_>, command: &SimpleCommand, text: &str) -> Tier {
    let mut rest = command.args();
    let is_one = |list: &str, word: &str| list.split(',').any(|one| glob::matches(one, word));
    if hands_on(command)
        && Words(line.head).next().is_some_and(|first| !is_one_first(first, command))
        || !Words(line.head).all(|wanted| rest.any(|word| is_one(wanted, &word.text)))
    {
        return Tier::Safe;
    }
    let Ok(entry) = Entry::parse(line) else {
        return Tier::Safe;
    };
    let args = command.words.get(1..).unwrap_or_default();
    // Words before the verb name what it is about: `policy definition version delete`.
    let is_placed = ["last", "second"].iter().any(|it| entry.settings.verbs.contains(it));
    let destroys = || {
        let read = is_placed.then(|| Reading::new(&entry, args, command, text));
        let from = read.and_then(|read| read.place_of_the_verb()).unwrap_or_default();
        let spoken = args.get(from..).unwrap_or_default();
        verbs::destroys(spoken) && verbs::destroys(&without_method(spoken))
            || verbs::is_told_to_destroy(command)
    };
    let takes_in = || !verbs::is_rehearsal(args) && verbs::takes_in(command);
    let puts = || {
        let sends = Words(line.rest).any(|word| word == "sends");
        sends && (verbs::puts_a_file(command) || hands_over(args, command, text))
    };
    if entry.settings.verbs.contains("destroys") && (destroys() || puts() || takes_in()) {
        return Tier::Critical;
    }
    let taken = match line.head {
        "" => 0,
        head => behind(head, args, entry.settings.syntax, true).unwrap_or_default(),
    };
    // Options may stand before the words of a line: `restic -r X backup`.
    let is_of_head = |word: &&Word| !Words(line.head).any(|list| is_one(list, &word.text));
    let before = args.get(..taken).unwrap_or_default().iter().filter(is_of_head);
    let spoken: Vec<Word> = before.chain(args.get(taken..).unwrap_or_default()).cloned().collect();
    let reading = Reading::new(&entry, &spoken, command, text);
    let names_tasks = ["tasks", "targets"].iter().any(|it| entry.settings.verbs.contains(it));
    let behind: Vec<&Word> = match line.head {
        "" => reading.args.operands.clone(),
        _ => rest.filter(|word| !word.text.starts_with('-')).collect(),
    };
    if names_tasks && names_a_sender(&entry, &behind, args) {
        return Tier::Critical;
    }
    let tiers = reading.clauses(Key::Risk).map(|clause| match clause.value {
        "critical" => Tier::Critical,
        "destructive" => Tier::Destructive,
        _ => Tier::Write,
    });
    tiers.max().unwrap_or_default()
}

/// The words of a call without the method of a request, of which the line about it says more.
fn without_method(args: &[Word]) -> Vec<Word> {
    let is_api = args.first().is_some_and(|word| word.text == "api");
    let before = std::iter::once("").chain(args.iter().map(|word| word.text.as_str()));
    let pairs = args.iter().zip(before);
    let kept = pairs.filter(|(word, before)| !(is_api && *before == "-X" && word.text == "POST"));
    kept.map(|(word, _)| word.clone()).collect()
}

/// Whether a runner is told a task that is named after handing something on.
fn names_a_sender(entry: &Entry<'_>, named: &[&Word], args: &[Word]) -> bool {
    /// Options with which a runner only says what it would do.
    const TELLING: [&str; 5] = ["-n", "--just-print", "--summary", "--graph", "--help"];
    let verbs = entry.settings.verbs;
    let count = if verbs.contains("all-") { named.len() } else { 1 };
    // What is built may be a release.
    let is_built = |word: &Word| verbs.contains("targets") && word.text == "release";
    let mut named = named.iter().take(count);
    named.any(|word| verbs::is_task_that_sends(&word.text) && !is_built(word))
        && !verbs::is_rehearsal(args)
        && !args.iter().any(|word| TELLING.contains(&word.text.as_str()))
}
