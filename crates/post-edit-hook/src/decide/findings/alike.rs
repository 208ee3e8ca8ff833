//! Findings that begin alike, of which the place stands far below: `1) `, `2) ` of a list, `Failed a`,
//! `Failed b`, `a [E]`, `b [E]`.
//!
//! What stands between two beginnings is one finding then, with all its paragraphs. It is read so
//! only where each part has a place, and where the parts are not what was read without this.

mod records;

use std::collections::HashMap;
use std::ops::Range;

use crate::decide::findings::place::{Place, header, is_tag, number, place};
use crate::decide::findings::shape::{indent, is_sum, says_error};
use crate::decide::findings::{At, Finding, blocks};
use crate::gather::target::Target;

/// Texts of more lines are not read so: how often each line begins like another is counted.
const MAX_LINES: usize = 4_000;

/// With these words a line begins that goes on, or shows a call.
const GOES_ON: [&str; 12] =
    ["at", "in", "from", "and", "or", "by", "help:", "note:", "File", "with", "to", "Caused"];

/// The marks of source that is shown, and of lists.
const MARKS: &str = "|│^~-+*#}{)(<>=.\"'`";

/// The results of tests.
const RESULTS: [&str; 6] = ["[E]", "[FAIL]", "FAIL", "FAILED", "FAILURE!", "ERROR"];

/// What a line is.
struct Line<'a> {
    text: &'a str,
    indent: usize,
    is_blank: bool,
    place: Option<Place>,
}

/// The findings in lines, where they begin alike; `known` is what was read in them without that.
pub(super) fn findings(
    lines: &[String],
    target: &Target,
    known: &[Finding],
) -> Option<Vec<Finding>> {
    if lines.len() > MAX_LINES || lines.iter().any(|line| is_tag(line) && line.starts_with("<?xml"))
    {
        return None;
    }
    let all = read(lines, target);
    if !all.iter().any(|line| line.place.is_some_and(|it| it.is_here)) {
        return None;
    }
    let says_more = |parts: &Vec<Part>, is_list| is_better(parts, is_list, &all, known);
    let by_words = || match numbered(&all) {
        Some(parts) => Some(parts).filter(|parts| says_more(parts, true)),
        None => worded(&all).filter(|parts| says_more(parts, false)),
    };
    let is_ruled = |parts: &Vec<Part>| parts.len() > 1 || says_more(parts, true);
    let below = || records::below_places(&all).filter(|parts| says_more(parts, true));
    let parts = records::ruled(&all).filter(is_ruled).or_else(below).or_else(by_words);
    let around = || records::around_places(&all).filter(|parts| says_more(parts, true));
    let parts = parts.or_else(around)?;
    let (mut found, mut at) = (Vec::new(), 0);
    let between = |at: usize, end: usize| {
        blocks::findings(lines.get(at..end).unwrap_or_default(), target, false)
    };
    for part in &parts {
        found.extend(between(at, part.lines.start));
        found.push(finding(part, &all));
        at = part.lines.end;
    }
    found.extend(between(at, lines.len()));
    Some(found)
}

/// Some lines that are a finding, and that which it begins with.
struct Part {
    lines: Range<usize>,
    head: usize,
}

fn read<'a>(lines: &'a [String], target: &Target) -> Vec<Line<'a>> {
    let named = |text: &str| place(text, target).filter(|it| it.is_here || !is_tag(text));
    let is_named = lines.iter().any(|text| named(text).is_some());
    let mut file = None;
    let line = |(at, text): (usize, &'a String)| {
        if !text.starts_with(char::is_whitespace) {
            file = header(text, target).or(file);
        }
        let below = lines.get(at + 1).map_or("", String::as_str);
        // What has a place of its own needs none of the source that it shows.
        let of_source = || Some(Place::at(file?, shown(text, below)?));
        let place =
            if is_named { named(text).or_else(|| records::alone(text)) } else { of_source() };
        Line { text, indent: indent(text), is_blank: text.trim().is_empty(), place }
    };
    lines.iter().enumerate().map(line).collect()
}

/// The line of source that is shown with its number and marked below: `12|  x`, `   ^^^`.
fn shown(line: &str, below: &str) -> Option<usize> {
    let (found, rest) = number(line.trim_start())?;
    let below = below.trim().trim_start_matches(['|', '│']).trim_start();
    let is_marked = below.starts_with('^') && below.chars().all(|it| it == '^');
    (rest.trim_start().starts_with(['|', '│']) && is_marked).then_some(found)
}

/// Whether a line is one of source that is shown above what is said of it.
fn is_source(line: &Line<'_>) -> bool {
    let text = line.text.trim_start();
    let digits = text.trim_start_matches(|it: char| it.is_ascii_digit());
    let is_numbered = digits.len() < text.len() && digits.trim_start().starts_with(['|', '│']);
    is_numbered || !text.is_empty() && text.chars().all(|it| "^~ |│".contains(it))
}

/// The number of an item: `1) `, `1.) `, `[1] `.
fn item(text: &str) -> Option<usize> {
    let in_brackets = text.strip_prefix('[');
    let (item, rest) = number(in_brackets.unwrap_or(text))?;
    let signs: &[&str] = if in_brackets.is_some() { &["] "] } else { &[") ", ".) "] };
    signs.iter().any(|sign| rest.starts_with(sign)).then_some(item)
}

/// The parts of a list whose items are numbered.
fn numbered(all: &[Line<'_>]) -> Option<Vec<Part>> {
    let mut runs: Vec<Vec<usize>> = Vec::new();
    let mut last: Option<(usize, usize)> = None;
    for (at, line) in all.iter().enumerate() {
        let Some(item) = item(line.text.trim_start()) else { continue };
        match runs.last_mut().filter(|_| last == Some((line.indent, item.wrapping_sub(1)))) {
            Some(run) => run.push(at),
            None if item == 1 => runs.push(vec![at]),
            None => continue,
        }
        last = Some((line.indent, item));
    }
    let here = |part: &Part| places(part, all).any(|it| it.is_here);
    let parts = runs.iter().map(|heads| parts(heads, true, all));
    parts.filter(|parts| parts.iter().any(here)).max_by_key(Vec::len)
}

/// The parts whose first lines begin, or end, with the same word, as far left: each with one place.
fn worded(all: &[Line<'_>]) -> Option<Vec<Part>> {
    let mut heads: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, line) in all.iter().enumerate() {
        for key in keys(line).into_iter().flatten() {
            heads.entry(key).or_default().push(at);
        }
    }
    let mut heads: Vec<_> = heads.into_values().filter(|heads| heads.len() > 1).collect();
    heads.sort_unstable();
    let parts = heads.iter().map(|heads| parts(heads, false, all));
    parts.into_iter().find(|parts| parts.iter().all(|part| is_one(part, all)))
}

/// What a line begins with, and the result of a test behind that; and how far left it begins.
fn keys(line: &Line<'_>) -> [Option<String>; 2] {
    let text = line.text.trim_start();
    // `[  ERROR   ] x`
    let tag = text.starts_with("[ ").then(|| text.split_inclusive(']').next()).flatten();
    let first = tag.or_else(|| text.split_whitespace().next()).unwrap_or_default();
    let rest = text.strip_prefix(first).unwrap_or_default();
    let is_mark = first.starts_with(|it: char| MARKS.contains(it)) && !first.starts_with("--");
    let is_word = first.starts_with(|it: char| !it.is_ascii_digit()) && !is_mark;
    let is_head = line.place.is_none() && !line.is_blank && !is_source(line);
    let key = |word: &str| format!("{} {word}", line.indent);
    // The numbers of items are not alike.
    let plain: String = first.chars().filter(|it| !it.is_ascii_digit()).collect();
    let is_first = is_word && !GOES_ON.contains(&first) && !rest.trim().is_empty();
    let result = rest.split_whitespace().find(|word| RESULTS.contains(word));
    let result = result.filter(|_| is_head).map(key);
    [(is_head && is_first).then(|| key(&plain)), result]
}

/// What begins at each of these lines. An item of a list ends where the next one begins; the last has as
/// many paragraphs as the one before it.
fn parts(heads: &[usize], is_list: bool, all: &[Line<'_>]) -> Vec<Part> {
    let starts: Vec<usize> = heads.iter().map(|head| start(*head, all)).collect();
    let mut parts: Vec<Part> = Vec::new();
    for (at, (&head, &start)) in heads.iter().zip(&starts).enumerate() {
        let next = starts.get(at + 1).copied();
        let end = next.unwrap_or(all.len());
        let own = cut(start, head, end, all);
        let end = match (next, parts.last()) {
            (Some(_), _) if is_list => end,
            (None, Some(before)) if is_list => {
                let begins = |at: &usize| begins_paragraph(*at, all);
                let count = before.lines.clone().filter(begins).count();
                (start..end).filter(begins).nth(count.max(1)).map_or(own, |at| own.max(at))
            }
            _ => own,
        };
        parts.push(Part { lines: start..end, head });
    }
    parts
}

fn begins_paragraph(at: usize, all: &[Line<'_>]) -> bool {
    let is_blank = |at: usize| all.get(at).is_none_or(|line| line.is_blank);
    !is_blank(at) && at.checked_sub(1).is_none_or(is_blank)
}

/// Where that begins of which the first words are at `head`: the source above belongs to it, and a place
/// with which its paragraph begins.
fn start(head: usize, all: &[Line<'_>]) -> usize {
    let above = all.iter().take(head).rev().take_while(|line| is_source(line));
    let start = head - above.count();
    // It is shown below the place of the finding above.
    let is_placed = |at: usize| all.get(at).is_some_and(|line| line.place.is_some());
    if start < head && start.checked_sub(1).is_some_and(is_placed) {
        return head;
    }
    let mut above = all.iter().take(start).rev();
    let is_placed = above.next().is_some_and(|line| line.place.is_some_and(|it| it.is_bare));
    start - usize::from(is_placed && above.next().is_none_or(|line| line.is_blank))
}

/// Where a part ends, before `end`: behind its last place, at an empty line with
/// something as far left below, and behind its first one already where that is further left.
fn cut(start: usize, head: usize, end: usize, all: &[Line<'_>]) -> usize {
    let Some(own) = all.get(head) else { return end };
    let lines = || all.iter().enumerate().take(end).skip(start);
    let placed = || lines().filter(|(_, line)| line.place.is_some()).map(|(at, _)| at);
    let (first, last) = (placed().next().unwrap_or(end), placed().next_back().unwrap_or(end));
    let mut gap = false;
    for (at, line) in lines().skip(head + 1 - start) {
        let is_left = line.indent < own.indent;
        let says_other = || at > last || is_sum(line.text) || says_error(line.text);
        let is_other = is_left || line.indent == own.indent && says_other();
        if !line.is_blank && gap && at > first && line.place.is_none() && is_other {
            return at;
        }
        gap = line.is_blank;
    }
    end
}

fn places<'a>(part: &Part, all: &'a [Line<'_>]) -> impl Iterator<Item = Place> + 'a {
    let lines = all.get(part.lines.clone()).unwrap_or_default();
    lines.iter().filter_map(|line| line.place)
}

/// Whether a part has one place in this file, or the calls that led there, one below the other; or
/// those in others.
fn is_one(part: &Part, all: &[Line<'_>]) -> bool {
    let lines = all.get(part.lines.clone()).unwrap_or_default();
    let is_call = |line: &Line<'_>| {
        ["at ", "# ", "from ", "in "].iter().any(|it| line.text.trim_start().starts_with(it))
    };
    let here = lines.iter().enumerate();
    let here = here.filter(|(_, line)| line.place.is_some_and(|it| it.is_here));
    let here: Vec<(usize, &Line<'_>)> = here.collect();
    let are_near = here.windows(2).all(|pair| match pair {
        [(above, first), (below, second)] => {
            let line = |it: &Line<'_>| it.place.map(|place| place.line);
            let is_same = line(first) == line(second);
            is_same || above + 1 == *below && is_call(first) && is_call(second)
        }
        _ => true,
    });
    are_near && places(part, all).next().is_some()
}

/// Whether these parts say more, or keep apart more, than what was read without them.
fn is_better(parts: &[Part], is_list: bool, all: &[Line<'_>], known: &[Finding]) -> bool {
    let head = |part: &Part| all.get(part.head).map_or("", |line| line.text);
    let lines = |part: &Part| all.get(part.lines.clone()).unwrap_or_default();
    let here = |part: &Part| places(part, all).find(|it| it.is_here).map(|it| it.line);
    let mut is_better = false;
    for (at, part) in parts.iter().enumerate() {
        let Some(line) = here(part) else {
            // What is said of another file was taken for something that has no place.
            let is_of = |it: &&Finding| {
                lines(part).iter().any(|line| !line.is_blank && it.text.starts_with(line.text))
            };
            let mut apart = known.iter().filter(|it| it.at == At::Nowhere);
            is_better |= is_list && apart.any(|it| !it.text.is_empty() && is_of(&it));
            continue;
        };
        let has = |finding: &&Finding, line| match &finding.at {
            At::Here(lines) => lines.iter().any(|it| it.contains(&line)),
            _ => false,
        };
        let Some(finding) = known.iter().find(|finding| has(finding, line)) else {
            is_better = true;
            continue;
        };
        let others = || parts.iter().enumerate().filter(|(other, _)| *other != at).map(|it| it.1);
        let is_of = |text: &str, part: &Part| lines(part).iter().any(|it| it.text == text);
        // What stands above its own beginning may belong to it all the same.
        let is_head = |text: &&str| !is_of(text, part);
        let mut behind = finding.text.lines().skip_while(is_head);
        let is_of_other = |text: &str| others().any(|other| is_of(text, other));
        let is_next = behind.any(|text| !is_of(text, part) && is_of_other(text));
        let has_other = is_next
            || others()
                .filter_map(here)
                .any(|line| has(&finding, line) && places(part, all).all(|own| own.line != line));
        let is_more = finding.text.lines().next().is_some_and(|text| !is_of(text, part));
        if has_other {
            is_better = true;
        } else if is_more && at > 0 && !is_list {
            return false;
        } else if is_list || !is_more {
            let is_told = |it: &Line<'_>| finding.text.lines().any(|text| text == it.text);
            let has_words = |it: &&Line<'_>| it.text.contains(char::is_alphanumeric);
            let mut said = lines(part).iter().filter(has_words);
            is_better |=
                if is_list { !said.all(is_told) } else { !finding.text.contains(head(part)) };
        }
    }
    is_better
}

fn finding(part: &Part, all: &[Line<'_>]) -> Finding {
    let lines = all.get(part.lines.clone()).unwrap_or_default();
    let text: Vec<&str> = lines.iter().filter(|it| !it.is_blank).map(|it| it.text).collect();
    let here: Vec<_> =
        places(part, all).filter(|it| it.is_here).map(|it| it.line..=it.last).collect();
    let at = match places(part, all).next() {
        Some(_) if here.is_empty() => At::Elsewhere,
        Some(_) => At::Here(here),
        None => At::Nowhere,
    };
    Finding { text: text.join("\n"), at }
}
