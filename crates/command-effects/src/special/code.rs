//! Interpreters with a program in the line: `python -c`, `perl -e`, `node -e`, `ruby -e`, or in a
//! here-document. Nothing is known of what code does. Strings in it may name files that it reads, and
//! commands that it runs.

pub(crate) mod strings;

use shell_syntax::Word;

use crate::args::part;
use crate::call::{Call, is_stdin};
use crate::judgement::{ChangeKind, Extent};
use crate::programs::{Entry, Key, Settings};
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
    for clause in reading.clauses(Key::Unclear) {
        sink.unresolved(clause.value);
    }
    match (told.code.as_slice(), &told.module, told.operands.first()) {
        ([], Some(_), _) => {}
        ([], None, Some(script)) if !is_stdin(&script.text) => {
            if !script.literal && script.text.contains("<(") {
                sink.runs_unseen("its program is the output of a command");
            }
            sink.read(script, Extent::File);
            sink.runs_file(script);
        }
        ([], None, _) if call.words.iter().any(|word| word.text.starts_with("--test")) => {}
        ([], None, _) => match call.input() {
            Some(code) => read_by(sink, code),
            None => sink.runs_unseen("its program comes from its input"),
        },
        (codes, ..) => {
            if told.loops {
                for file in &told.operands {
                    sink.read(file, Extent::File);
                }
            }
            for code in codes {
                read_by(sink, code);
            }
        }
    }
    false
}

/// Notes the files that strings in code name, which the code may read or change.
fn read_by(sink: &mut Sink<'_>, code: &Word) {
    for name in strings::names(&code.text) {
        sink.read_by_code(&Word::plain(name));
    }
}

/// The texts in the words of an interpreter, and on its input, that it runs.
pub(crate) fn codes(words: &[Word], input: Option<&Word>, settings: Settings<'_>) -> Vec<Word> {
    let told = Told::read(words, settings);
    let reads = told.code.is_empty() && told.module.is_none() && told.operands.is_empty();
    told.code.into_iter().chain(input.filter(|_| reads).cloned()).collect()
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
}

impl Told {
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
        sink.unresolved("its backups go to another folder");
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
