//! What a line of the table says of a call, noted.

use shell_syntax::Word;

use crate::args::part;
use crate::call::{Call, is_process_substitution, is_stdin};
use crate::judgement::{ChangeKind, Extent};
use crate::programs::{Clause, Entry, Key, Switch};
use crate::reading::{Named, Reading, is_remote};
use crate::sink::Sink;
use crate::variables::{obeyed, preloaded};

/// Notes what `entry` says of a call; whether that is all there is to know of it.
pub(crate) fn apply(call: &Call<'_>, sink: &mut Sink<'_>, entry: &Entry<'_>) -> bool {
    let reading = Reading::new(entry, &call.words, call.command, call.text);
    note(&reading, sink);
    let runs = entry.clauses.iter().any(|clause| matches!(clause.key, Key::Command | Key::Script));
    let splits = |word: &Word| !word.literal && word.splits;
    if runs && !call.runs_another() && call.words.iter().any(splits) {
        sink.unresolved("what it runs depends on an expansion");
    }
    if runs
        && !call.runs_another()
        && call.may_read()
        && call.words.is_empty()
        && entry.settings.special.is_empty()
    {
        sink.unresolved("what it runs may come from its input");
    }
    if entry.settings.syntax.assigns {
        assigns(call, sink);
    }
    let is_known = !reading.is_unknown();
    let changes = entry.clauses.iter().any(|clause| clause.key.changes());
    if is_known
        && changes
        && !runs
        && let Some(reason) = call.hidden_option()
    {
        sink.unresolved(&reason);
    }
    is_known
}

/// Notes the variables that a program hands on to others.
fn assigns(call: &Call<'_>, sink: &mut Sink<'_>) {
    let words: Vec<Word> =
        call.words.iter().take_while(|word| word.text != "--").cloned().collect();
    if let Some(reason) = preloaded(&words) {
        sink.unresolved(&reason);
    }
    if let Some(name) = obeyed(&words) {
        sink.unknown_as(&format!("{name}="));
    }
}

/// Notes what the clauses that hold say.
pub(crate) fn note(reading: &Reading<'_>, sink: &mut Sink<'_>) {
    for clause in reading.holding() {
        match clause.key {
            Key::Runs => runs(reading, sink, clause),
            Key::Obeys => obeys(reading, sink, clause),
            Key::Unclear => sink.unresolved(clause.value),
            Key::Into => into(reading, sink, clause, ChangeKind::Write),
            Key::LinksInto => into(reading, sink, clause, ChangeKind::Link),
            Key::Reads => local(reading, clause).for_each(|one| sink.read(&one.word, one.extent)),
            Key::Opens => local(reading, clause).for_each(|one| sink.open(&one.word)),
            Key::Packs => local(reading, clause).for_each(|one| packs(sink, &one)),
            key => {
                if let Some(kind) = kind(key) {
                    changes(reading, sink, clause, kind);
                }
            }
        }
    }
}

fn kind(key: Key) -> Option<ChangeKind> {
    Some(match key {
        Key::Writes => ChangeKind::Write,
        Key::Removes => ChangeKind::Remove,
        Key::Moves => ChangeKind::MoveFrom,
        Key::Makes => ChangeKind::CreateDir,
        Key::Marks => ChangeKind::Mode,
        Key::Links => ChangeKind::Link,
        _ => return None,
    })
}

/// What a clause names on this machine.
fn local<'a>(reading: &'a Reading<'_>, clause: &Clause<'_>) -> impl Iterator<Item = Named> + 'a {
    let has_hosts = reading.entry.settings.has(Switch::HostPaths);
    let named = reading.named(clause.value).into_iter();
    named.filter(move |one| !has_hosts || !is_remote(&one.word))
}

fn changes(reading: &Reading<'_>, sink: &mut Sink<'_>, clause: &Clause<'_>, kind: ChangeKind) {
    if clause.value == "worktree" {
        return sink.work_tree(kind);
    }
    for Named { word, extent } in local(reading, clause) {
        if reading.entry.settings.has(Switch::GitPatterns) {
            pathspec(sink, &word, kind, extent);
        } else if word.text != "-" || kind != ChangeKind::Write {
            sink.change(&word, kind, extent);
        }
    }
}

/// Notes a path in which git finds patterns even if the shell does not, and which may begin
/// with `:`.
pub(crate) fn pathspec(sink: &mut Sink<'_>, path: &Word, kind: ChangeKind, extent: Extent) {
    if path.literal && path.text.starts_with(':') {
        sink.work_tree(kind);
    } else if path.literal && path.text.contains(['*', '?', '[']) {
        sink.change(&Word { literal: false, ..path.clone() }, kind, extent);
    } else {
        sink.change(path, kind, extent);
    }
}

fn runs(reading: &Reading<'_>, sink: &mut Sink<'_>, clause: &Clause<'_>) {
    let is_option = clause.value.starts_with('-');
    if is_option && reading.args.has(clause.value)
        || !is_option && !reading.named(clause.value).is_empty()
    {
        sink.unresolved("an option names a program that it runs");
    }
}

fn obeys(reading: &Reading<'_>, sink: &mut Sink<'_>, clause: &Clause<'_>) {
    let is_unseen = |word: &Word| is_stdin(&word.text) || is_process_substitution(word);
    for told in reading.named(clause.value) {
        if is_unseen(&told.word) {
            sink.runs_unseen("its instructions come from its input");
            continue;
        }
        sink.runs_file(&told.word);
        if sink.script_of_line(&told.word).is_some() {
            sink.unresolved("it follows a file that the same line writes");
        }
    }
}

/// Notes that operands go to the place that a clause names.
fn into(reading: &Reading<'_>, sink: &mut Sink<'_>, clause: &Clause<'_>, kind: ChangeKind) {
    let settings = reading.entry.settings;
    let extent = reading.extent();
    let operands = reading.args.operands.as_slice();
    let is_given = |list: &str| !list.is_empty() && reading.args.has(list);
    let folder = clause
        .value
        .split('|')
        .filter(|place| place.starts_with('-'))
        .find_map(|place| reading.args.value(place));
    if is_given(settings.below) {
        if let Some(dest) = folder.or(operands.last().copied()) {
            sink.below(dest, kind);
        }
        return;
    }
    if let Some(folder) = folder {
        for source in operands {
            sink.arrive_in(folder, source, kind, extent);
        }
        if operands.is_empty() {
            sink.below(folder, kind);
        }
        return;
    }
    let has_hosts = settings.has(Switch::HostPaths);
    match operands {
        [only] if !only.literal => sink.change(only, kind, extent),
        [only] if clause.value.split('|').any(|place| place == ".") => {
            sink.arrive_in(&Word::plain("."), only, kind, extent);
        }
        [] | [_] => {}
        [.., dest] if has_hosts && is_remote(dest) => {}
        [_, dest] if is_given(settings.itself) => sink.change(dest, kind, extent),
        [source, dest] => sink.arrive(dest, &arriving(source, has_hosts), kind, extent),
        [sources @ .., dest] => {
            for source in sources {
                sink.arrive_in(dest, &arriving(source, has_hosts), kind, extent);
            }
        }
    }
}

/// A source as it is called where it arrives from.
fn arriving(source: &Word, has_hosts: bool) -> Word {
    match source.text.rsplit_once(':') {
        Some((_, path)) if has_hosts => part(source, path),
        _ => source.clone(),
    }
}

/// Notes that a file becomes another one beside it.
fn packs(sink: &mut Sink<'_>, one: &Named) {
    const ENDINGS: [&str; 9] = [".gz", ".xz", ".bz2", ".zst", ".lzma", ".lz4", ".Z", ".tgz", ".br"];
    let Named { word, extent } = one;
    if word.text == "-" {
        return;
    }
    let plain = ENDINGS.iter().find_map(|ending| word.text.strip_suffix(ending));
    let other = plain.map_or_else(|| format!("{}.gz", word.text), str::to_owned);
    sink.change(word, ChangeKind::MoveFrom, *extent);
    sink.change(&part(word, &other), ChangeKind::Write, *extent);
}
