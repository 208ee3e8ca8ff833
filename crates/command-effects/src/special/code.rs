//! Interpreters with a program in the line: `python -c`, `perl -e`, `node -e`, `ruby -e`, or in a
//! here-document.

pub(super) mod checked;
pub(crate) mod commands;
mod module;
mod own;
mod perl;
mod scan;
mod signs;

use scan::{Sight, scan};
use signs::is_harmless;

use shell_syntax::Word;

use crate::args::part;
use crate::call::{Call, is_stdin};
use crate::change::{ChangeKind, Extent};
use crate::programs::{Entry, Key, Settings, Switch};
use crate::reading::Reading;
use crate::sink::Sink;

/// Notes what an interpreter reads and changes; whether that is all there is to know of it.
pub(crate) fn look_up(call: &Call<'_>, sink: &mut Sink<'_>, entry: &Entry<'_>) -> bool {
    let mut told = Told::read(&call.words, entry.settings);
    // A version is told first, and then the program runs that is there all the same.
    told.asks |= told.asks_alone && told.operands.is_empty() && !call.may_read();
    if let Some(suffix) = &told.in_place {
        in_place(sink, &told, suffix);
    }
    if told.asks {
        return true;
    }
    let reading = Reading::new(entry, &call.words, call.command, call.text);
    reading.clauses(Key::Unclear).for_each(|clause| sink.unresolved(clause.value));
    if reading.clauses(Key::Unknown).next().is_some() || !told.loaded.iter().all(is_known_module) {
        sink.unknown();
    }
    by_modules(sink, &told);
    if entry.settings.has(Switch::BackquotesRun) && told.operands.iter().any(is_opened_by_magic) {
        sink.unresolved("an operand of its program may be a command or a file that it writes");
    }
    own::judge_modules(call, sink, entry, &told);
    match (told.code.as_slice(), &told.module, told.operands.first()) {
        ([], Some(module), _) => {
            by_a_prompt(call, sink, entry, module);
            return module::run(sink, module, &told);
        }
        ([], None, Some(script)) if !is_stdin(&script.text) => {
            if !script.literal && script.text.contains("<(") {
                sink.runs_unseen("its program is the output of a command");
            }
            sink.read(script, Extent::File);
            if let Some(code) = sink.script_of_line(script).or_else(|| of_folder(sink, script)) {
                judge(sink, entry.settings, &[code], told.args(1));
                return false;
            }
            if program_in_file(call.program, &call.words).is_none() {
                return false;
            }
            // What it does is told as of that program, which runs as well.
            sink.obeys_at(script);
        }
        // The tests of the project.
        ([], None, None) if is_told_to_test(call) => sink.unknown(),
        ([], None, _) => match call.input() {
            Some(code) => {
                judge(sink, entry.settings, std::slice::from_ref(code), told.args(1));
            }
            None => sink.runs_unseen("its program comes from its input"),
        },
        (codes, ..) => {
            if told.loops {
                told.operands.iter().for_each(|file| sink.read(file, Extent::File));
            }
            judge(sink, entry.settings, codes, told.args(0));
        }
    }
    true
}

/// Notes what modules do that options load.
fn by_modules(sink: &mut Sink<'_>, told: &Told) {
    if sink.program.starts_with("ruby") && told.loaded.iter().any(|module| module.text == "un") {
        sink.unresolved("its module is a set of programs that change files");
    }
    if sink.program.starts_with("perl") {
        // Behind a semicolon stands code.
        let hides = |module: &&Word| {
            module.text.contains([';', '\n']) || perl::hides(&module.text).is_some()
        };
        if let Some(module) = told.loaded.iter().find(hides) {
            sink.unresolved(&format!("`{}` may write", module.text));
        }
    }
}

/// The program that a folder is, as far as the line writes it: `node dist`.
fn of_folder(sink: &mut Sink<'_>, folder: &Word) -> Option<Word> {
    let ends = ["/index.js", "/index.cjs", "/index.mjs", "/__main__.py", ".js"];
    let is_folder = !folder.text.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let mut files = ends.iter().filter(|_| is_folder);
    files.find_map(|end| sink.script_of_line(&part(folder, &format!("{}{end}", folder.text))))
}

/// Notes what a module runs that reads its input as python itself does.
fn by_a_prompt(call: &Call<'_>, sink: &mut Sink<'_>, entry: &Entry<'_>, module: &Word) {
    if !call.may_read() || !module::is_a_prompt(&module.text) {
        return;
    }
    match call.input() {
        Some(code) => judge(sink, entry.settings, std::slice::from_ref(code), &[]),
        None => sink.runs_unseen("its program comes from its input"),
    }
}

/// The arguments of an interpreter.
#[derive(Debug, Default)]
struct Told {
    code: Vec<Word>,
    module: Option<Word>,
    operands: Vec<Word>,
    /// The suffix of `-i`.
    in_place: Option<Word>,
    /// Its program runs for each line of its files.
    loops: bool,
    /// It asks, whatever else stands there.
    asks: bool,
    /// It asks for the version or help, where there is no program.
    asks_alone: bool,
    /// The modules that options load.
    loaded: Vec<Word>,
}

impl Told {
    /// The arguments of its program, which stand behind so many operands.
    fn args(&self, behind: usize) -> &[Word] {
        self.operands.get(behind..).unwrap_or_default()
    }

    fn read(words: &[Word], settings: Settings<'_>) -> Self {
        let mut told = Self::default();
        let mut rest = words.iter();
        // What stands behind a script, or behind `--`, is for the program.
        let mut is_over = false;
        while let Some(word) = rest.next() {
            let text = word.text.as_str();
            is_over |= text == "--" || !told.operands.is_empty() && told.code.is_empty();
            if is_over {
                told.operands.extend((text != "--").then(|| word.clone()));
                continue;
            }
            if settings.code.split(',').any(|code| code == text) || is_letter(settings.code, text) {
                told.code.extend(rest.next().cloned());
                // What stands behind is for the code, except where files are edited in place.
                continue;
            }
            let is_option = text.starts_with('-') && text.len() > 1 && text != "--";
            if !is_option || !told.operands.is_empty() {
                told.operands.extend((text != "--").then(|| word.clone()));
            } else if text.starts_with("--") {
                told.long(word, &mut rest, settings);
            } else {
                told.letters(word, &mut rest, settings);
            }
            if told.module.is_some() {
                told.operands.extend(rest.cloned());
                return told;
            }
        }
        // Some run code that they are given all the same.
        told.asks &= told.code.is_empty();
        told.asks_alone &= told.code.is_empty() && told.module.is_none();
        told
    }

    fn long<'w>(
        &mut self,
        word: &Word,
        rest: &mut impl Iterator<Item = &'w Word>,
        settings: Settings<'_>,
    ) {
        let has = |list: &str, name: &str| list.split(',').any(|known| known == name);
        let text = word.text.as_str();
        match text.split_once('=') {
            Some((name, value)) if has(settings.code, name) => self.code.push(part(word, value)),
            Some(_) => {}
            None if has(settings.syntax.value, text) => drop(rest.next()),
            None => {
                // Behind its program a word is one of the program's.
                self.asks |= has(settings.syntax.flag, text);
                self.asks_alone |= matches!(text, "--version" | "--help");
            }
        }
    }

    fn letters<'w>(
        &mut self,
        word: &Word,
        rest: &mut impl Iterator<Item = &'w Word>,
        settings: Settings<'_>,
    ) {
        let is_in = |list: &str, letter: char| {
            list.split(',').any(|known| !known.starts_with("--") && known.contains(letter))
        };
        let edits = is_in(settings.syntax.attached, 'i');
        let mut letters = word.text.trim_start_matches('-').chars();
        while let Some(letter) = letters.next() {
            let value = letters.as_str();
            let mut taken = || match value {
                "" => rest.next().cloned(),
                value => Some(part(word, value)),
            };
            if letter == 'i' && edits {
                self.in_place = Some(part(word, value));
                return;
            } else if is_in(settings.code, letter) {
                if !value.is_empty() && value.chars().all(|next| is_in(settings.code, next)) {
                    continue;
                }
                self.code.extend(taken());
                return;
            } else if is_in(settings.module, letter) {
                self.module = taken();
                return;
            } else if is_in(settings.loads, letter) {
                self.loaded.extend(taken());
                return;
            } else if is_in(settings.syntax.attached, letter) {
                if letter == '0' || letter == 'l' {
                    continue;
                }
                return;
            } else if is_in(settings.syntax.value, letter) {
                taken();
                return;
            }
            self.loops |= edits && matches!(letter, 'n' | 'p');
            self.asks |= is_in(settings.syntax.flag, letter);
            self.asks_alone |= word.text == "-v";
        }
    }
}

/// `node --test` without a file, and without one that it writes.
fn is_told_to_test(call: &Call<'_>) -> bool {
    let has = |start: &str| call.words.iter().any(|word| word.text.starts_with(start));
    matches!(call.program, "node" | "nodejs" | "tsx")
        && call.input().is_none()
        && call.words.iter().any(|word| word.text == "--test")
        && !has("--test-reporter-destination")
}

/// The program that a file is by its name, where an interpreter is told nothing before it: `python manage.py check`.
pub(crate) fn program_in_file(program: &str, args: &[Word]) -> Option<&'static str> {
    let file = args.first().filter(|file| file.literal)?;
    let path = file.text.as_str();
    let is_below = !path.starts_with(['/', '~']) && !path.contains("..");
    let name = path.rsplit('/').next().filter(|_| is_below)?;
    match (program.trim_end_matches(|next: char| next.is_ascii_digit() || next == '.'), name) {
        ("python", "manage.py") => Some("django-admin"),
        ("php", "composer.phar") => Some("composer"),
        ("php", "artisan") => Some("artisan"),
        _ => None,
    }
}

/// Whether a module, with what is imported of it, only computes: `List::Util=sum`.
fn is_known_module(module: &Word) -> bool {
    let name = module.text.trim_start_matches('-');
    let name = name.split(['=', ' ']).next().unwrap_or_default();
    let is_plain = |next: char| next.is_ascii_alphanumeric() || "_:=,./- '".contains(next);
    module.literal && module.text.chars().all(is_plain) && is_harmless(name)
}

/// Whether perl or ruby, when they read their operands as files, run this one or write to it.
fn is_opened_by_magic(operand: &Word) -> bool {
    let text = operand.text.trim();
    text.starts_with(['|', '>']) || text.ends_with('|') || text.starts_with('+')
}

/// Whether a word is an option of one letter that a list has.
fn is_letter(list: &str, word: &str) -> bool {
    let letter =
        word.strip_prefix('-').filter(|letter| letter.chars().count() == 1 && *letter != "-");
    letter.is_some_and(|letter| {
        list.split(',').any(|known| !known.starts_with("--") && known.contains(letter))
    })
}

fn in_place(sink: &mut Sink<'_>, told: &Told, suffix: &Word) {
    if suffix.text.contains(['/', '*']) {
        sink.unresolved("the copies that it keeps go to another folder");
    }
    let skipped = usize::from(told.code.is_empty());
    for file in told.operands.iter().skip(skipped) {
        sink.read(file, Extent::File);
        sink.change(file, ChangeKind::Write, Extent::File);
        if !suffix.text.is_empty() {
            let copy = format!("{}{}", file.text, suffix.text);
            sink.change(&part(file, &copy), ChangeKind::Write, Extent::File);
        }
    }
}

/// Whether a quote may be a character, or part of a comment or a pattern, so that what stands behind it is
/// no string: `?"` and `$"` of Ruby, `/"/`, `/*"*/`, `%w["]`, a backquote within one.
fn quotes_oddly(code: &str) -> bool {
    const BEFORE: [char; 11] = ['?', '$', '/', '%', '*', '#', '^', '|', '!', '@', '`'];
    let is_odd = |(at, _): (usize, &str)| {
        let before = code.get(..at).unwrap_or_default();
        let is_listed = |open| {
            let percent =
                before.strip_suffix(open).map(|rest| rest.trim_end_matches(char::is_alphabetic));
            percent.is_some_and(|rest| rest.ends_with('%'))
        };
        before.ends_with(BEFORE)
            || ['(', '[', '{', '<'].into_iter().any(is_listed)
            || in_pattern(before)
    };
    code.match_indices(['"', '\'']).any(is_odd)
}

/// Whether a text ends within brackets that a slash stands before: `/[/`.
fn in_pattern(before: &str) -> bool {
    /// Of a longer line it is not looked for, and taken for granted.
    const MAX_LINE: usize = 2000;
    let from = before.len().saturating_sub(MAX_LINE);
    let near = (from..).find_map(|from| before.get(from..)).unwrap_or_default();
    let line = near.rsplit('\n').next().unwrap_or_default();
    if line.len() == near.len() && from > 0 {
        return true;
    }
    line.rsplit_once('[').is_some_and(|(start, set)| {
        !set.contains(']') && start.ends_with('/') && !start.ends_with("//")
    })
}

fn judge(sink: &mut Sink<'_>, settings: Settings<'_>, codes: &[Word], args: &[Word]) {
    let texts: Vec<&str> = codes.iter().map(|code| code.text.as_str()).collect();
    if codes.iter().any(|code| !code.literal) {
        sink.runs_unseen("its program depends on an expansion");
    }
    let mut is_unknown = settings.has(Switch::UnreadCode);
    let code = texts.join("\n");
    let args: Vec<String> =
        args.iter().take_while(|word| word.literal).map(|word| word.text.clone()).collect();
    let is_python = sink.program.starts_with("python");
    let args = is_python.then_some(args.as_slice());
    let none: Option<&[String]> = is_python.then_some(&[]);
    let mut sights = scan(&code, settings.has(Switch::BackquotesRun), args);
    let is_perl = sink.program.starts_with("perl");
    // Files in place, and the class of open files without its name.
    let by_sign = ["$-i", "buffer.raw"].into_iter().filter(|sign| code.contains(sign));
    let by_sign = by_sign.chain(perl::hides(&code).filter(|_| is_perl));
    sights.extend(by_sign.map(|sign| Sight::Hidden(sign.to_owned())));
    let mut others = vec![];
    if is_perl {
        others = scan(&perl::without_quotes(&code), true, none);
    } else if quotes_oddly(&code) {
        others = scan(&code.replace(['"', '\''], " "), false, none);
        others.retain(|sight| *sight != Sight::Loads);
    }
    others.retain(|sight| !sights.contains(sight));
    sights.extend(others);
    for sight in sights {
        match sight {
            Sight::Changes { path, kind, extent } => {
                // Of a loop over files the pattern is told.
                let word = Word { literal: !path.contains('*'), text: path, splits: false };
                sink.change(&word, kind, extent);
            }
            Sight::Hidden(sign) => sink.unresolved(&format!("`{sign}` in its program may write")),
            Sight::Loads => is_unknown = true,
        }
    }
    if is_unknown {
        sink.unknown();
    }
}
