//! What a command line does to files, as far as its text tells.

use std::path::Path;

use shell_syntax::{RedirectAccess, SimpleCommand, Word, WorkingDir};

use crate::call::Call;
use crate::items::is_item;
use crate::judgement::{Act, Anchor, ChangeKind, Extent, Judgement, Risk, Tier, Unresolved, Words};
use crate::programs::{Entry, Key, Known, Programs};
use crate::reading::Reading;
use crate::remote::{self, Elsewhere};
use crate::sink::{Found, Sink};
use crate::target::Variables;
use crate::variables::{obeyed, preloaded};
use crate::{combination, risk, rule, runs, special, verbs};

/// What a line does; see [`crate::judge`].
pub(crate) fn judge(text: &str, cwd: Option<&Path>, programs: &Programs) -> Judgement {
    let runs = |commands: &[SimpleCommand]| runs::runs(programs, commands);
    let can_enter = |dir: &WorkingDir| match (cwd, dir) {
        (Some(cwd), WorkingDir::Literal(dir)) => cwd.join(dir).is_dir(),
        _ => true,
    };
    let commands = match shell_syntax::commands_where(text, &runs, &can_enter) {
        Ok(commands) => commands,
        Err(err) => return not_understood(text, err.reason),
    };
    let mut found = Found::default();
    let variables = Variables::of(text);
    let mut elsewhere = Elsewhere::default();
    for (index, command) in commands.iter().enumerate() {
        let runner = elsewhere.runner(&commands, index, programs);
        // What changes there changes no file here.
        let mut there = runner.map(|_| Found::default());
        let found_here = there.as_mut().unwrap_or(&mut found);
        let before = found_here.judgement.writes.len();
        let call = Call::new(text, programs, &commands, index, command);
        let mut is_unclear = false;
        for dir in std::iter::once(&command.dir).chain(&command.other_dirs) {
            let mut sink = Sink::new(&call, variables, dir, found_here);
            play(&call, &mut sink);
            is_unclear |= sink.is_unclear();
        }
        let writes = found_here.judgement.writes.get(before..).unwrap_or_default();
        let tier = risk::of_command(text, command, writes, is_unclear, programs);
        let tier = match (runner, there) {
            (Some(runner), Some(there)) => remote::note(&mut found, runner, tier, &there, programs),
            _ => tier,
        };
        let of_table = || risk::table::deciding_line(command, text, tier, programs);
        let line = (tier >= Tier::Destructive).then(of_table).flatten();
        let words = match () {
            () if programs.only_names(command) => Words::Names,
            () if Programs::tells_reads(command) => Words::Told,
            () => Words::Untold,
        };
        found.judgement.acts.push(Act { tier, line, words });
    }
    combination::check(text, &commands, programs, &mut found);
    Judgement { runs: commands, ..found.judgement }
}

fn not_understood(text: &str, reason: String) -> Judgement {
    let tier = if risk::is_fork_bomb(text) { Tier::Critical } else { Tier::Write };
    let together = Risk { tier, ..Risk::default() };
    let unresolved = vec![Unresolved { program: String::new(), reason }];
    Judgement { unresolved, together, ..Judgement::default() }
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
    if let Some(name) = obeyed(&call.command.assignments) {
        sink.unknown_as(&format!("{name}="));
    }
    if is_expansion(call, program) || is_item(call.commands, call.command, call.programs) {
        let reason = format!("which program `{}` is depends on an expansion", short(&program.text));
        return sink.unresolved(&reason);
    }
    let is_known = only_asks(call) || look_up(call, sink);
    if is_of_the_project(&program.text) {
        sink.runs_file(program);
        if !look_up_file(call, sink, program) && !is_asked(call, sink, is_known) {
            sink.unknown();
        }
    } else if !is_known {
        sink.unknown();
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
        is_known = special::look_up(call, sink, entry);
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
    let is_below = !file.text.starts_with(['/', '~']) && !file.text.contains("..");
    // `bin/rails` is what a project has in place of the program.
    let is_own = file.text.trim_start_matches("./") == format!("bin/{}", call.program);
    let is_wrapper = file.literal
        && is_below
        && (matches!(call.program, "gradlew" | "mvnw")
            || is_own && matches!(call.program, "rails" | "rake"));
    if is_known && Programs::has(call.program) && (is_installed(file) || is_wrapper) {
        return true;
    }
    let is_plain = file.literal && is_below && !call.program.contains('.');
    is_plain && !sink.is_elsewhere() && verbs::only_asks(&call.words)
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
    let is_brief = call.words.last().is_some_and(|word| word.text == "-h");
    let known = || call.programs.known(call.program, &call.words);
    if is_brief && HALTING.contains(&call.program) {
        return false;
    }
    if verbs::only_asks(&call.words) && is_brief {
        let known = known();
        let has_value = known.built_in.as_ref().is_some_and(|it| it.settings.syntax.has_value('h'));
        return known.own.is_none() && !has_value && known.is_plain();
    }
    if !call.words.last().is_some_and(verbs::is_question) {
        return false;
    }
    let known = known();
    let behind = known.built_in.as_ref().map_or(0, |entry| entry.behind);
    call.words.len() == behind + 1 || verbs::only_asks(&call.words) && known.is_plain()
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
