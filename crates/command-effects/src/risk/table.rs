//! How much a command can spoil, as the table of programs and the words of the call tell.

use shell_syntax::{SimpleCommand, Word};

use crate::glob;
use crate::judgement::Tier;
use crate::programs::{
    Entry, Key, Known, LIKE, Line, Programs, RISK, SERVICE, Words, behind, firsts,
};
use crate::reading::Reading;
use crate::verbs::{self, Verb};

/// The highest tier that the table has for a command; [`Tier::Safe`] if it does not speak of it.
pub(super) fn tier(command: &SimpleCommand, text: &str, programs: &Programs) -> Tier {
    let program = command.program().unwrap_or_default();
    let args = command.words.get(1..).unwrap_or_default();
    if verbs::only_asks(args) && programs.known(program, args).is_plain() {
        return Tier::Safe;
    }
    let (mut highest, mut subjects) = (Tier::Safe, 0);
    let firsts = firsts(args);
    let may_be = |line: &Line<'_>| line.head.is_empty() || line.begins.meets(firsts);
    for line in programs.lines(program, RISK) {
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
    if subjects == 0 && programs.all(program).next().is_none() && destroys(command) {
        return Tier::Critical;
    }
    let is_client = subjects & SERVICE != 0;
    if highest == Tier::Safe && is_client && acts_on_a_service(program, command, text, programs) {
        return Tier::Critical;
    }
    highest
}

/// Whether a program of which nothing is known is told to take something away.
fn destroys(command: &SimpleCommand) -> bool {
    const MAX_WORDS: usize = 3;
    let args = command.words.get(1..).unwrap_or_default();
    let is_file = command.words.first().is_some_and(|word| word.text.contains('/'));
    let is_operand = |at: &usize| args.get(*at).is_some_and(|word| !word.text.starts_with('-'));
    let places: Vec<usize> = (0..args.len()).filter(is_operand).take(MAX_WORDS).collect();
    !is_file
        && !command.calls_function
        && verbs::verb_of(args, &places, "") == Some(Verb::Destroys)
        && !verbs::is_rehearsal(args)
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
/// so unless its verb looks or stays on this machine.
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
    let is_told = !reading.args.operands.is_empty();
    let acts = || is_told && !matches!(reading.verb(), Some(Verb::Looks | Verb::Stays));
    reading.is_unknown() && (said == "acts" || acts())
}

/// Whether the words behind the first are for something else than the program: a test, or what it runs.
fn hands_on(command: &SimpleCommand) -> bool {
    const PROGRAMS: [&str; 6] = ["cargo", "npm", "pnpm", "yarn", "bun", "go"];
    const FIRST: [&str; 8] = ["test", "t", "run", "r", "bench", "nextest", "exec", "x"];
    command.program().is_some_and(|program| PROGRAMS.contains(&program))
        && command.args().next().is_some_and(|word| FIRST.contains(&word.text.as_str()))
}

/// The tier that a line gives a command in whose words those of the line occur.
fn of_line(line: Line<'_>, command: &SimpleCommand, text: &str) -> Tier {
    let mut rest = command.args();
    let is_one = |list: &str, word: &str| list.split(',').any(|one| glob::matches(one, word));
    let first = |wanted: &str| command.args().next().is_some_and(|word| is_one(wanted, &word.text));
    if hands_on(command) && Words(line.head).next().is_some_and(|wanted| !first(wanted))
        || !Words(line.head).all(|wanted| rest.any(|word| is_one(wanted, &word.text)))
    {
        return Tier::Safe;
    }
    let Ok(entry) = Entry::parse(line) else {
        return Tier::Safe;
    };
    let args = command.words.get(1..).unwrap_or_default();
    let taken = match line.head {
        "" => 0,
        head => behind(head, args, entry.settings.syntax, true).unwrap_or_default(),
    };
    // Options may stand before the words of a line: `restic -r X backup`.
    let is_of_head = |word: &&Word| !Words(line.head).any(|list| is_one(list, &word.text));
    let before = args.get(..taken).unwrap_or_default().iter().filter(is_of_head);
    let spoken: Vec<Word> = before.chain(args.get(taken..).unwrap_or_default()).cloned().collect();
    let reading = Reading::new(&entry, &spoken, command, text);
    if entry.settings.verbs.contains("destroys")
        && reading.verb() == Some(Verb::Destroys)
        && !verbs::is_rehearsal(args)
    {
        return Tier::Critical;
    }
    let tiers = reading.clauses(Key::Risk).map(|clause| match clause.value {
        "critical" => Tier::Critical,
        "destructive" => Tier::Destructive,
        _ => Tier::Write,
    });
    tiers.max().unwrap_or_default()
}
