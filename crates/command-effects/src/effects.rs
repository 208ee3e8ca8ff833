//! What a command line does to files, as far as its text tells.

use shell_syntax::{RedirectAccess, SimpleCommand, Word, WorkingDir};

use crate::call::Call;
use crate::change::{Anchor, ChangeKind, Effects, Extent, Risk, RiskRule, Tier, Unresolved};
use crate::elsewhere::{self, Elsewhere};
use crate::items::is_item;
use crate::programs::{Entry, Key, Known, Line, Programs, Switch};
use crate::reading::Reading;
use crate::sink::{Found, Sink};
use crate::target::Variables;
use crate::told::told;
use crate::variables::{configured, is_from_outside, obeyed, preloaded};
use crate::{carried, named, options, risk, rule, runs, special, verbs, whole, workplace};

/// The simple commands of a line; see [`crate::commands`].
pub(crate) fn commands(
    text: &str,
    programs: &Programs,
) -> Result<Vec<SimpleCommand>, shell_syntax::Unparsed> {
    let mut commands = shell_syntax::commands(text, &|commands| runs::runs(programs, commands))?;
    told(&mut commands);
    Ok(commands)
}

/// By what a line is judged.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) programs: &'a Programs,
    pub(crate) rules: &'a [RiskRule],
    /// Whether a `cd` to a directory is sure to succeed.
    pub(crate) can_enter: &'a dyn Fn(&WorkingDir) -> bool,
}

/// What a line does; see [`crate::effects_where`].
pub(crate) fn effects(text: &str, asked: &Asked<'_>) -> Effects {
    let Asked { programs, rules, can_enter } = *asked;
    let runs = |commands: &[SimpleCommand]| runs::runs(programs, commands);
    let mut commands = match shell_syntax::commands_where(text, &runs, can_enter) {
        Ok(commands) => commands,
        Err(err) => return not_understood(text, err.reason),
    };
    told(&mut commands);
    let mut found = Found::default();
    let variables = Variables::of(text);
    let mut elsewhere = Elsewhere::default();
    for (index, command) in commands.iter().enumerate() {
        let runner = elsewhere.runner(&commands, index, programs);
        // What changes there changes no file here.
        let mut there = runner.map(|_| Found::default());
        let found_here = there.as_mut().unwrap_or(&mut found);
        let before = found_here.effects.changes.len();
        let call = Call::new(text, programs, &commands, index, command);
        let mut is_unclear = false;
        for dir in std::iter::once(&command.dir).chain(&command.other_dirs) {
            let mut sink = Sink::new(&call, variables, dir, found_here);
            play(&call, &mut sink);
            is_unclear |= sink.is_unclear();
        }
        let changes = found_here.effects.changes.get(before..).unwrap_or_default();
        let tier = risk::of_command(text, command, changes, is_unclear, rules, programs);
        let tier = match (runner, there) {
            (Some(runner), Some(there)) => {
                elsewhere::note(&mut found, runner, tier, &there, programs, text)
            }
            _ => tier,
        };
        risk::raise(&mut found.effects.risk, tier, command);
        found.effects.tiers.push(tier);
    }
    whole::check(text, &commands, programs, &mut found);
    Effects { commands, ..found.effects }
}

fn not_understood(text: &str, reason: String) -> Effects {
    let tier = if risk::is_fork_bomb(text) { Tier::Critical } else { Tier::Write };
    let risk = Risk { tier, ..Risk::default() };
    let unresolved = vec![Unresolved { program: String::new(), reason }];
    Effects { unresolved, risk, ..Effects::default() }
}

/// Notes what a command does.
fn play<'a>(call: &Call<'a>, sink: &mut Sink<'a>) {
    for redirect in &call.command.redirects {
        if redirect.access != RedirectAccess::Write {
            sink.read(&redirect.target, Extent::File);
        }
        if is_connection(&redirect.target) {
            sink.unknown_as("/dev/tcp");
        }
        if redirect.access != RedirectAccess::Read {
            sink.change(&redirect.target, ChangeKind::Write, Extent::File);
        }
    }
    let Some(program) = call.command.words.first() else {
        return;
    };
    if let Some(reason) = preloaded(&call.command.assignments) {
        sink.unresolved(&reason);
    }
    if let Some(name) = obeyed(&call.command.assignments, call.program) {
        sink.unknown_as(&format!("{name}="));
        named::variables(sink, &call.command.assignments);
    }
    for file in configured(&call.command.assignments) {
        sink.obeys_at(&file);
    }
    if is_expansion(call, program) || is_item(call.commands, call.command, call.programs) {
        let reason = format!("which program `{}` is depends on an expansion", short(&program.text));
        return sink.unresolved(&reason);
    }
    let is_known =
        (only_asks(call) || surely_looks(call) || look_up(call, sink) || looks_behind(call))
            && !carried::goes_along(call.command, call.text, call.programs)
            && !carried::is_in_an_address(call.command, call.text);
    if is_of_the_project(&program.text) {
        sink.runs_file(program);
        if !look_up_file(call, sink, program) && !is_asked(call, sink, is_known) {
            sink.unknown();
            named::note(call, sink);
        }
    } else if !is_known {
        sink.unknown();
        named::note(call, sink);
    } else {
        workplace::note(call, sink);
    }
}

/// Notes what is known of a program; whether that is all there is to know of it.
fn look_up<'a>(call: &Call<'a>, sink: &mut Sink<'a>) -> bool {
    if call.command.opaque {
        sink.runs_unseen("the script that it runs depends on an expansion");
    }
    let Known { built_in, own } = call.programs.known(call.program, &call.words);
    // Git's own options stand before the words of a line, so it looks for lines itself.
    let is_git = built_in.as_ref().is_some_and(|entry| special::name(entry) == "git");
    let own = own.filter(|_| !is_git);
    let mut is_known = false;
    if let Some(entry) = &built_in {
        let is_listed = || {
            !special::name(entry).is_empty()
                || options::unlisted(entry, &call.words, call.text).is_none()
        };
        is_known = special::look_up(call, sink, entry) && is_listed();
        if !entry.settings.through.is_empty() {
            through(call, sink, entry);
        }
    }
    let Some(own) = own else {
        return is_known;
    };
    let tells_all = special::look_up(call, sink, &own);
    let adds = own.behind == 0 && Programs::has(call.program);
    let reading = Reading::new(&own, &call.words, call.command, call.text);
    let says_unknown = reading.clauses(Key::Unknown).next().is_some();
    (is_known || tells_all && !adds) && !says_unknown
}

/// Notes what the project says of a file that is called by its path; whether that is all there is
/// to know of it.
fn look_up_file(call: &Call<'_>, sink: &mut Sink<'_>, file: &Word) -> bool {
    let target = sink.file(file).filter(|target| target.anchor == Anchor::Start);
    let entry = target.and_then(|target| call.programs.file(&target.path, &call.words));
    entry.is_some_and(|entry| special::look_up(call, sink, &entry))
}

/// Notes what is known of a program that another one runs as its own: `npx prettier --write x`.
fn through<'a>(call: &Call<'a>, sink: &mut Sink<'a>, entry: &Entry<'_>) {
    let is_operand = |word: &Word| !word.text.starts_with('-');
    let is_sign = |word: &Word| entry.settings.through.split(',').any(|sign| sign == word.text);
    let sign = call.words.iter().position(is_sign);
    let from = match sign {
        Some(sign) => sign + 1,
        None if entry.settings.through.split(',').any(|sign| sign == "1") => 0,
        None => return,
    };
    let rest = call.words.iter().enumerate().skip(from);
    let Some(inner) = rest.into_iter().find(|(_, word)| is_operand(word)) else {
        return;
    };
    let Some(inner) = call.behind(inner.0) else {
        return;
    };
    let outer = std::mem::replace(&mut sink.program, inner.program);
    let known = inner.programs.known(inner.program, &inner.words);
    for entry in known.built_in.iter().chain(&known.own) {
        rule::apply(&inner, sink, entry);
    }
    sink.program = outer;
}

/// Whether a call by a path asks a program what it is, or a client of the table what there is, or is one of a
/// program that a package manager put there. A script need not look at its words, and what lies where
/// anybody may write is nobody's client.
fn is_asked(call: &Call<'_>, sink: &mut Sink<'_>, is_known: bool) -> bool {
    let Some(file) = call.command.words.first() else { return false };
    let is_plain = file.literal && !call.program.contains('.') && !verbs::is_stirring(call.program);
    let is_below = !file.text.starts_with(['/', '~']) && !file.text.contains("..");
    let client = || {
        let mut lines = call.programs.all(call.program);
        let is_client = lines.any(|line| line.head.is_empty() && line.rest.contains("verbs=looks"));
        is_known && is_client
    };
    // `bin/rails` is what a project has in place of the program.
    let is_own = file.text.trim_start_matches("./") == format!("bin/{}", call.program);
    let is_wrapper = is_plain
        && is_below
        && (matches!(call.program, "gradlew" | "mvnw")
            || is_own && matches!(call.program, "rails" | "rake"));
    if is_known && Programs::has(call.program) && (is_installed(file) || is_wrapper) {
        sink.obeys_at(file);
        return true;
    }
    let asks = || match call.words.as_slice() {
        [only] => only.literal && (verbs::is_question(only) || only.text == "version"),
        words => verbs::asks_for_help(words),
    };
    is_plain && is_below && !sink.is_elsewhere() && (asks() || client())
}

/// Whether a file lies where package managers put the programs that a project depends on.
fn is_installed(file: &Word) -> bool {
    const FOLDERS: [&str; 4] = ["node_modules/.bin/", ".venv/bin/", "venv/bin/", "vendor/bin/"];
    let folder = file.text.rfind('/').and_then(|end| file.text.get(..=end)).unwrap_or_default();
    file.literal && FOLDERS.iter().any(|known| folder.ends_with(known))
}

/// Whether a call only asks a program what it is. One that runs others may hand the question on.
fn only_asks(call: &Call<'_>) -> bool {
    /// Programs that `-h` ends a machine by, or that do something with it.
    const HALTING: [&str; 6] = ["shutdown", "halt", "poweroff", "reboot", "init", "telinit"];
    let known = || call.programs.known(call.program, &call.words);
    if verbs::asks_version(call.program, &call.words) {
        return known().own.is_none() && !runs_its_input(call);
    }
    if verbs::asks_briefly(&call.words) && !HALTING.contains(&call.program) {
        let known = known();
        let has_value = known.built_in.as_ref().is_some_and(|it| it.settings.syntax.has_value('h'));
        return known.own.is_none() && !has_value && known.is_plain();
    }
    if verbs::asks_a_client(&call.words) && call.programs.is_client(call.program) {
        return known().own.is_none() && known().is_plain();
    }
    if !call.words.last().is_some_and(verbs::is_question) {
        return false;
    }
    let known = known();
    if runs_its_input(call) {
        return false;
    }
    let behind = known.built_in.as_ref().map_or(0, |entry| entry.behind);
    call.words.len() == behind + 1 || verbs::only_asks(&call.words) && known.is_plain()
}

/// Whether a language that may have no such option as it is asked by runs what comes to it.
fn runs_its_input(call: &Call<'_>) -> bool {
    call.may_read()
        && call.programs.known(call.program, &call.words).built_in.is_some_and(|entry| {
            special::name(&entry) == "code" && entry.settings.has(Switch::UnreadCode)
        })
}

/// Whether a program of which nothing is known is only asked what there is.
fn surely_looks(call: &Call<'_>) -> bool {
    let is_told = || {
        let Known { built_in, own } = call.programs.known(call.program, &call.words);
        // Some keep files, and `get` brings one.
        let fetches = || call.words.iter().any(|word| word.text == "get");
        let is_open = |entry: Entry<'_>| {
            entry.behind == 0
                && (entry.settings.verbs.contains("surely") || entry.is_open() && !fetches())
        };
        own.is_some() || !built_in.map_or(!Programs::has(call.program), is_open)
    };
    // Most programs have a line that says more.
    let says_more = |rest: &str| {
        ["nothing", "reads=", "writes=", "command=", "special=", "verbs=looks"]
            .iter()
            .any(|word| rest.contains(word))
    };
    let says_so = |line: Line<'_>| {
        line.head.is_empty() && (line.rest.contains("surely") || !says_more(line.rest))
    };
    if Programs::has(call.program) && !call.programs.all(call.program).any(says_so) {
        return false;
    }
    let known = |word: &Word| Word {
        literal: word.literal || is_from_outside(word, call.text),
        ..word.clone()
    };
    let words: Vec<Word> = call.words.iter().map(known).collect();
    verbs::surely_looks(call.program, &words)
        && !is_told()
        && options::unlisted(&Entry::default(), &call.words, call.text).is_none()
}

/// Of so many words a noun may be.
const MAX_NOUN: usize = 2;

/// Whether a call only asks what there is of a noun of which the table says that it is not known:
/// `pscale org list`.
fn looks_behind(call: &Call<'_>) -> bool {
    // The words are soon looked at, the table is not.
    let looks = |at: usize| {
        let words = call.words.get(at..).unwrap_or_default();
        !words.is_empty() && verbs::surely_looks(call.program, words)
    };
    if !(1..=MAX_NOUN).any(looks) {
        return false;
    }
    let Known { built_in: Some(entry), own: None } = call.programs.known(call.program, &call.words)
    else {
        return false;
    };
    let Some((noun, words)) = call.words.split_at_checked(entry.behind) else { return false };
    entry.says_only_unknown()
        && !noun.is_empty()
        && !noun.iter().any(|word| verbs::runs_others(&word.text))
        && verbs::surely_looks(call.program, words)
        && options::unlisted(&Entry::default(), words, call.text).is_none()
}

/// Whether bash opens a connection in place of a file.
fn is_connection(file: &Word) -> bool {
    file.text.starts_with("/dev/tcp/") || file.text.starts_with("/dev/udp/")
}

/// Whether a program is not told by the text. `$DIR/name` tells the name.
fn is_expansion(call: &Call<'_>, program: &Word) -> bool {
    const UNREADABLE: [char; 10] = ['$', '`', '*', '?', '[', '{', '(', '<', '>', '~'];
    let in_a_folder = program.text.starts_with(['$', '~']) && !call.may_hide_options(program);
    !program.literal && (call.program.contains(UNREADABLE) || !in_a_folder)
}

/// Whether a program is called by a path that is not one of the system's.
fn is_of_the_project(program: &str) -> bool {
    let system = ["/bin/", "/usr/", "/sbin/", "/opt/", "/nix/", "/snap/"];
    program.contains('/') && !system.iter().any(|start| program.starts_with(start))
}

/// A text for a message.
fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
