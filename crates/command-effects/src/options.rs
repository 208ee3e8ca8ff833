//! Options of which a line of the table says nothing: one that may have a reader write a file, run
//! a program or obey a file makes the call one of which not all is known.

use std::collections::HashMap;
use std::sync::LazyLock;

use shell_syntax::Word;

use crate::glob;
use crate::programs::{Entry, Key, items};
use crate::variables::is_from_outside;

/// The words of a kind in the list of parts of names.
fn words(kind: &str) -> &'static [&'static str] {
    static WORDS: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
        let mut found = HashMap::<_, Vec<_>>::new();
        let lines = include_str!("option_words.txt").lines();
        let lines = lines.filter(|line| !line.starts_with('#'));
        for (kind, words) in lines.filter_map(|line| line.split_once(' ')) {
            found.entry(kind).or_default().extend(words.split(','));
        }
        found
    });
    WORDS.get(kind).map(Vec::as_slice).unwrap_or_default()
}

/// The first option among the words of a call that a line does not list, and that may do more than
/// the line says.
pub(crate) fn unlisted<'w>(entry: &Entry<'_>, words: &'w [Word], line: &str) -> Option<&'w str> {
    if entry.clauses.iter().any(|clause| matches!(clause.key, Key::Command | Key::Script)) {
        return None;
    }
    let one_dash = entry.settings.syntax.one_dash;
    // What programs of Java hand on to its machine, which may load a library.
    if words.iter().any(|word| word.text.starts_with("-J-")) {
        return Some("-J");
    }
    let options = words.iter().take_while(|word| word.text != "--").enumerate();
    let mut options = options.filter_map(|(at, word)| {
        let (text, value) = match word.text.split_once('=') {
            Some((text, value)) => (text, Some(value)),
            None => (word.text.as_str(), None),
        };
        let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-').filter(|_| one_dash));
        Some((at, name.filter(|name| is_name(name))?, value))
    });
    options
        .find(|(at, name, value)| {
            let next = words.get(at + 1).map(|word| word.text.as_str());
            let next = next.filter(|next| !next.starts_with('-'));
            let may_be_a_path = |value: &str| is_path(value) || is_filled_in(value, line);
            may_do_more(entry, name, (*value, next), may_be_a_path)
        })
        .map(|(_, name, _)| name)
}

fn may_do_more(
    entry: &Entry<'_>,
    name: &str,
    (value, next): (Option<&str>, Option<&str>),
    is_path: impl Fn(&str) -> bool,
) -> bool {
    let parts = || parts(name);
    let is_any = |kind: &str| {
        parts().any(|part| words(kind).iter().any(|word| word.eq_ignore_ascii_case(part)))
    };
    let told = value.or(next);
    let obeys = is_any("obeys") && !is_any("text") && told.is_some_and(&is_path);
    let writes = name == "web" || parts().any(is_writing);
    let is_odd =
        value.is_some_and(|value| is_path(value) || value.contains(' ')) && !is_any("text");
    let only_lists = told.is_none() && name.starts_with("list-");
    if !(obeys || writes || is_odd)
        || only_lists
        || name.starts_with("no-")
        || is_spoken_of(entry, name)
    {
        return false;
    }
    let lists = entry.settings.syntax;
    let is_listed = || lists.has_named_value(name) || lists.has_flag(name);
    let is_format = |value: &str| {
        let kind = value.split('=').next().unwrap_or_default();
        let named = ["jsonpath", "go-template", "custom-columns", "short-", "jsonl"];
        words("formats").contains(&kind) || named.iter().any(|start| kind.starts_with(start))
    };
    obeys
        || !is_listed()
            && if writes { !is_any("prints") && !told.is_some_and(is_format) } else { is_odd }
}

/// Whether a part of a name, or the beginning of one, tells of writing or running.
fn is_writing(part: &str) -> bool {
    let begins =
        |word: &str| word.get(..part.len()).is_some_and(|it| it.eq_ignore_ascii_case(part));
    words("writes").iter().any(|word| begins(word) && (part.len() > 3 || word.len() == part.len()))
}

/// The words of a name: those of `--output-file`, `--output_file`, `--outputFile` and `--output.file`.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(['-', '_', '.']).flat_map(|part| {
        let mut rest = part;
        std::iter::from_fn(move || {
            let is_hump =
                |(before, next): (char, char)| before.is_lowercase() && next.is_uppercase();
            let pairs = rest.char_indices().zip(rest.char_indices().skip(1));
            let mut pairs = pairs.map(|((_, before), (at, next))| (at, is_hump((before, next))));
            let end = pairs.find(|(_, is_hump)| *is_hump).map_or(rest.len(), |(at, _)| at);
            let (first, others) = rest.split_at_checked(end)?;
            rest = others;
            (!first.is_empty()).then_some(first)
        })
    })
}

/// Whether the clauses of a line speak of an option.
fn is_spoken_of(entry: &Entry<'_>, name: &str) -> bool {
    let is_it = |item: &str| {
        let item = item.split('=').next().unwrap_or_default().trim_matches('"');
        let known = item.trim_start_matches('-');
        let is_cut_short = || known.starts_with(name) && !known.contains('*');
        item.starts_with('-') && (is_cut_short() || glob::matches(known, name))
    };
    entry.clauses.iter().any(|clause| {
        let places = clause.value.split([',', '|', '/']);
        let mut guards = clause.guards.iter().flat_map(|guard| items(guard.items));
        places.into_iter().any(is_it) || guards.any(is_it)
    })
}

fn is_name(name: &str) -> bool {
    let is_part = |next: char| next.is_ascii_alphanumeric() || "-_.".contains(next);
    name.len() > 1
        && name.starts_with(|next: char| next.is_ascii_alphabetic())
        && name.chars().all(is_part)
}

/// Whether a value is one of the files that another command hands on, or a variable that the line fills.
fn is_filled_in(value: &str, line: &str) -> bool {
    let is_set = || {
        let word = Word { text: value.to_owned(), literal: false, splits: false };
        !is_from_outside(&word, line)
    };
    value.contains("{}") || value.contains('$') && is_set()
}

fn is_path(value: &str) -> bool {
    value.contains('/') && !value.starts_with('+') || value.starts_with(['.', '~'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::{Line, split};

    #[test]
    fn what_a_line_does_not_list_may_do_more() {
        let (_, line): (_, Line<'_>) =
            split("x value=--to,--config writes=--to unknown if=--exec-*,--web reads=*");
        let entry = Entry::parse(line).unwrap();
        let check = |text: &str, expected: Option<&str>| {
            let words: Vec<Word> = text.split(' ').map(Word::plain).collect();
            assert_eq!(unlisted(&entry, &words, text), expected, "{text}");
        };
        for text in [
            "a/b --to=x/y --exec-all --web",
            "--color=a/b --format '%h --no-output=x",
            "--output json --output=wide --output-format=a/b",
            "-- --output=x",
            "--all src/a --recursive ./b",
            "-o x/y -xvf ./z",
            "---output=x --a+b=/c --config name",
        ] {
            check(text, None);
        }
        check("--output=x", Some("output"));
        check("--output x", Some("output"));
        check("--outp=x", Some("outp"));
        check("a --on-save ./x", Some("on-save"));
        check("--config ./x", Some("config"));
        check("--mystery=./x", Some("mystery"));
        check("--mystery=x", None);
        check("--config {}", Some("config"));
        check("--config $X", None);
        check("--config $X X=/tmp/a", Some("config"));
    }
}
