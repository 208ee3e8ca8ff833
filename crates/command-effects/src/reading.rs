//! The words of a call, read as a line of the table says.

mod options;

use shell_syntax::{Redirect, RedirectAccess, SimpleCommand, Word, WorkingDir};

use crate::address;
use crate::args::{Args, part};
use crate::glob;
use crate::judgement::Extent;
use crate::packages;
use crate::programs::{Clause, Entry, Guard, GuardKind, Key, Switch, items, unquoted};
use crate::substitution;
use crate::variables::{given, is_from_outside};
use crate::verbs::{self, Verb};

/// A call, as a line of the table reads it.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    pub(crate) entry: &'a Entry<'a>,
    pub(crate) args: Args<'a>,
    /// The arguments that the line speaks of.
    words: &'a [Word],
    /// Those with the words of the line itself, and what options are among them.
    in_front: &'a [Word],
    before: Option<Args<'a>>,
    command: &'a SimpleCommand,
    /// The line of the shell in which it stands.
    text: &'a str,
}

/// What a place of the table names.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) word: Word,
    /// How much of it is meant.
    pub(crate) extent: Extent,
}

impl<'a> Reading<'a> {
    /// Reads the arguments `words` of `command`.
    pub(crate) fn new(
        entry: &'a Entry<'a>,
        words: &'a [Word],
        command: &'a SimpleCommand,
        text: &'a str,
    ) -> Self {
        let (in_front, words) = words.split_at_checked(entry.behind).unwrap_or((words, &[]));
        let before = options::before(in_front, entry.settings);
        let args = Args::read(words, entry.settings.syntax, last_operand(entry));
        Self { entry, args, words, in_front, before, command, text }
    }

    /// The clauses of a kind that hold.
    pub(crate) fn clauses(&self, key: Key) -> impl Iterator<Item = &'a Clause<'a>> {
        self.holding().filter(move |clause| clause.key == key)
    }

    /// The clauses that hold.
    pub(crate) fn holding(&self) -> impl Iterator<Item = &'a Clause<'a>> {
        self.entry.clauses.iter().filter(|clause| self.holds(clause))
    }

    /// Whether nothing is known of what such a call does.
    pub(crate) fn is_unknown(&self) -> bool {
        if self.entry.settings.verbs.contains("looks") {
            let hides = |word: &Word| word.splits && !is_from_outside(word, self.text);
            let looks = self.verb() == Some(Verb::Looks) || verbs::is_rehearsal(self.words);
            return !looks || self.words.iter().any(hides);
        }
        !self.entry.tells() || self.clauses(Key::Unknown).next().is_some()
    }

    /// What the verb says among the words that the line speaks of.
    pub(crate) fn verb(&self) -> Option<Verb> {
        verbs::verb_of(self.words, &self.args.places, self.entry.settings.verbs)
    }

    fn holds(&self, clause: &Clause<'_>) -> bool {
        clause.guards.iter().all(|Guard { kind, items: list }| match kind {
            GuardKind::If => items(list).any(|item| self.has(item) || self.stands_before(item)),
            GuardKind::Unless => {
                !items(list).any(|item| self.has(item) && self.is_its_own(item))
                    || self.is_contradicted(list)
            }
            GuardKind::Says => self.says(list),
            GuardKind::Besides => self.has_besides(list),
        })
    }

    /// The program of the package that it fetches and runs, if it is known.
    pub(crate) fn package(&self) -> Option<&'static str> {
        packages::of(self.entry, self.args.operands.first()?)
    }

    /// Whether a call has what an item of a condition names.
    fn has(&self, item: &str) -> bool {
        if let Some(pattern) = item.strip_prefix('"') {
            let pattern = pattern.trim_end_matches('"');
            return self.words.iter().any(|word| self.is(pattern, &word.text));
        }
        match item {
            "$*" => {
                return self.words.iter().any(|word| substitution::takes_along(word, self.text));
            }
            ".." => return self.is_outside(),
            "-*" => return self.args.has_options(),
            "known-package" => return self.package().is_some(),
            "<" => {
                let command = self.command;
                return command.fed || command.input.is_some() && command.feeder.is_none();
            }
            "<<" => {
                let command = self.command;
                let is_read = |it: &Redirect| it.access != RedirectAccess::Write;
                let is_told = command.input.as_ref().is_some_and(|text| text.literal);
                return is_told && !command.fed && !command.redirects.iter().any(is_read);
            }
            _ if verbs::is_about_a_rehearsal(item) && !verbs::is_rehearsal(self.words) => {
                return false;
            }
            _ => {}
        }
        if let Some(name) = item.strip_prefix('$') {
            return self.text.contains(name);
        }
        if matches!(item, "@" | "@.") {
            return self.args.operands.iter().any(|word| self.fits(item, word));
        }
        if item.starts_with('-') && item.len() > 1 {
            return match item.split_once('=') {
                None => self.args.has(item),
                Some((option, "@" | "@.")) => {
                    let sign = item.rsplit('=').next().unwrap_or_default();
                    self.args.has_value(option, |value| self.fits(sign, value))
                }
                Some((option, pattern)) => {
                    let pattern = unquoted(pattern);
                    self.args.has_value(option, |value| may_be(pattern, value))
                }
            };
        }
        let numbered = item.split_once('=').and_then(|(number, pattern)| {
            Some((number.parse::<usize>().ok()?.checked_sub(1)?, pattern))
        });
        match numbered {
            Some((index, pattern)) => {
                let operand = self.args.operands.get(index);
                operand.is_some_and(|word| self.fits(pattern, word))
            }
            None if item.starts_with("last=") => {
                let pattern = item.strip_prefix("last=").unwrap_or_default();
                self.args.operands.last().is_some_and(|word| self.fits(pattern, word))
            }
            None => self.args.operands.iter().any(|word| self.is(item, &word.text)),
        }
    }

    /// Whether it runs in a folder that is not below the one in which the shell starts, as far as the text tells.
    fn is_outside(&self) -> bool {
        match &self.command.dir {
            WorkingDir::Unchanged => false,
            WorkingDir::Literal(dir) => dir.starts_with(['/', '~']) || dir.contains(".."),
            WorkingDir::Unknown => true,
        }
    }

    /// Whether a text is what a pattern says, in any case of letters where the line says so.
    fn is(&self, pattern: &str, text: &str) -> bool {
        glob::matches(pattern, text)
            || self.entry.settings.has(Switch::AnyCase)
                && glob::matches(pattern, &text.to_ascii_lowercase())
    }

    /// Whether a word is what a pattern says; `@` is an address of another machine.
    fn fits(&self, pattern: &str, word: &Word) -> bool {
        match pattern {
            "@" if self.entry.settings.has(Switch::HostPaths) => {
                is_remote(word) && address::is_of_another_machine(word)
            }
            "@" => address::is_of_another_machine(word),
            "@." => address::is_written_out(word),
            _ => self.is(pattern, &word.text),
        }
    }

    /// Whether words stand next to each other in what the program is told.
    fn says(&self, list: &str) -> bool {
        let mut told: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).collect();
        told.extend(self.command.input.iter().map(|input| input.text.as_str()));
        let told = told.join(" ").to_ascii_lowercase();
        let is_sign = |next: char| !next.is_ascii_alphanumeric() && next != '_';
        let told: Vec<&str> = told.split(is_sign).filter(|word| !word.is_empty()).collect();
        items(list).any(|item| {
            let wanted: Vec<&str> = unquoted(item).split(' ').collect();
            told.windows(wanted.len()).any(|part| part == wanted)
        })
    }

    /// How much is meant by the places of this call that do not say it themselves.
    pub(crate) fn extent(&self) -> Extent {
        let settings = self.entry.settings;
        let is_tree = settings.has(Switch::WholeTrees)
            || !settings.tree.is_empty() && self.args.has(settings.tree);
        if is_tree { Extent::Tree } else { Extent::File }
    }

    /// What the places in a list name. Of places with a `|` between them it is the first that
    /// names something.
    pub(crate) fn named(&self, places: &str) -> Vec<Named> {
        let first = |one: &str| {
            let found = one.split('|').map(|place| self.named_by(place));
            found.into_iter().find(|named| !named.is_empty()).unwrap_or_default()
        };
        items(places).flat_map(first).collect()
    }

    fn named_by(&self, place: &str) -> Vec<Named> {
        let (what, extent, begins) = match place {
            // A pattern alone is all operands.
            "*" => (place, None, false),
            _ => match place.strip_suffix("/**") {
                Some(what) => (what, Some(Extent::Tree), false),
                None => match (place.strip_suffix("/*"), place.strip_suffix("...")) {
                    (Some(what), _) => (what, Some(Extent::Below), false),
                    (_, Some(what)) => (what, None, true),
                    _ => (place, None, false),
                },
            },
        };
        let extent = extent.unwrap_or_else(|| self.extent());
        let named = self.words_at(what).into_iter();
        named
            .map(|word| {
                if !begins {
                    return Named { word, extent };
                }
                let text = format!("{}*", word.text);
                Named { word: Word { text, literal: false, ..word }, extent }
            })
            .collect()
    }

    /// The words that a place names.
    fn words_at(&self, what: &str) -> Vec<Word> {
        let operands = self.args.operands.as_slice();
        let cloned = |words: &[&Word]| words.iter().map(|word| (*word).clone()).collect();
        if let Some((folder, below)) = what.split_once('/')
            && !folder.is_empty()
            && !folder.starts_with(['.', '~'])
        {
            return self.joined(folder, below);
        }
        match what {
            "*" => cloned(operands),
            "@" => operands.iter().copied().map(address::fetched).collect(),
            "rest" => cloned(self.rest()),
            "last" => match operands {
                [.., _, last] => vec![(*last).clone()],
                // The shell may make several words of one, as of `a{,.bak}`.
                [only] if !only.literal => vec![(*only).clone()],
                _ => vec![],
            },
            _ if what.starts_with('-') => {
                self.args.values(what).map(|value| value.word.clone()).collect()
            }
            _ if what.starts_with('$') => given(self.command, what.get(1..).unwrap_or_default()),
            _ if what.ends_with('=') => {
                let value = |word: &&Word| Some(part(word, word.text.strip_prefix(what)?));
                operands.iter().filter_map(value).collect()
            }
            _ => match what.strip_suffix('-').unwrap_or(what).parse::<usize>() {
                Ok(number) => {
                    let from = operands.get(number.saturating_sub(1)..).unwrap_or_default();
                    cloned(if what.ends_with('-') {
                        from
                    } else {
                        from.get(..1).unwrap_or_default()
                    })
                }
                Err(_) => vec![Word {
                    text: what.to_owned(),
                    literal: !what.starts_with('~'),
                    splits: false,
                }],
            },
        }
    }

    /// What `below` names, seen from the folder that `folder` names.
    fn joined(&self, folder: &str, below: &str) -> Vec<Word> {
        let is_option = below.starts_with('-');
        let is_named = is_option || below == "@";
        let below = if is_named { self.words_at(below) } else { vec![Word::plain(below)] };
        let join = |folder: Word| {
            let join = move |below: &Word| Word {
                text: match below.text.as_str() {
                    "-" => "-".to_owned(),
                    name => format!("{}/{name}", folder.text),
                },
                literal: folder.literal && below.literal,
                splits: folder.splits || below.splits,
            };
            below.iter().map(join).collect::<Vec<_>>()
        };
        self.words_at(folder).into_iter().flat_map(join).collect()
    }

    /// The operands that go to the place that `into` names.
    fn rest(&self) -> &[&'a Word] {
        let into = self.entry.clauses.iter();
        let into = into.filter(|clause| matches!(clause.key, Key::Into | Key::LinksInto));
        let places: Vec<&str> = into.flat_map(|clause| clause.value.split('|')).collect();
        let is_given = |place: &&str| place.starts_with('-') && self.args.value(place).is_some();
        match self.args.operands.as_slice() {
            all if places.iter().any(is_given) => all,
            // The shell may make several words of one, as of `a{,.bak}`.
            both @ [word] if !word.literal || places.contains(&".") => both,
            [rest @ .., _] => rest,
            [] => &[],
        }
    }
}

/// The operand of which, and of what stands behind it, another program makes its own.
fn last_operand(entry: &Entry<'_>) -> usize {
    let mut last = usize::MAX;
    for clause in &entry.clauses {
        let number = clause.value.strip_suffix('-').and_then(|number| number.parse().ok());
        match (clause.key, number) {
            (Key::Command | Key::Script, Some(number)) => last = last.min(number),
            // An option may stand behind operands.
            (Key::Script, None) => return usize::MAX,
            _ => {}
        }
    }
    last
}

/// Whether the value of an option may be what a pattern says, if an expansion is part of it.
fn may_be(pattern: &str, value: &Word) -> bool {
    if value.literal {
        return matches_any_case(pattern, &value.text);
    }
    // A value that is put together is rarely the name of a file behind `@`.
    !pattern.starts_with('@') || value.text.starts_with('@')
}

fn matches_any_case(pattern: &str, text: &str) -> bool {
    let text = text.trim_start();
    glob::matches(pattern, text)
        || glob::matches(&pattern.to_ascii_lowercase(), &text.to_ascii_lowercase())
}

/// `host:path` and `rsync://host`.
pub(crate) fn is_remote(word: &Word) -> bool {
    let before = word.text.split('/').next().unwrap_or_default();
    before.contains(':')
}
