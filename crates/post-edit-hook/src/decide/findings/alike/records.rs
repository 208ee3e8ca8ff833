//! Records: what stands between two rules of dashes, or goes with places that stand alone on their lines.

use std::ops::Range;

use crate::decide::findings::alike::{Line, Part, is_source};
use crate::decide::findings::place::{Place, looks_like_a_path, number};
use crate::decide::findings::row::row;
use crate::decide::findings::shape::{is_closing, is_sum};

/// In characters. A shorter one may mark source or a list.
const MIN_RULE: usize = 5;

/// The signs of rules.
const SIGNS: [char; 7] = ['-', '=', '─', '━', '═', '_', '*'];

/// The records between rules, each of which has one place; `None` where one has none, or several.
pub(super) fn ruled(all: &[Line<'_>]) -> Option<Vec<Part>> {
    SIGNS.iter().find_map(|sign| between(*sign, all))
}

fn between(sign: char, all: &[Line<'_>]) -> Option<Vec<Part>> {
    let is_rule = |line: &Line<'_>| {
        line.indent == 0
            && line.text.chars().count() >= MIN_RULE
            && line.text.chars().all(|it| it == sign)
    };
    let rules = all.iter().enumerate().filter(|(_, line)| is_rule(line)).map(|(at, _)| at);
    let rules: Vec<usize> = rules.collect();
    let first = *rules.first()?;
    let starts = std::iter::once(0).chain(rules.iter().map(|at| at + 1));
    let ends = rules.iter().copied().chain([all.len()]);
    let segments: Vec<Range<usize>> = starts.zip(ends).map(|(start, end)| start..end).collect();
    let last = segments.len() - 1;
    let mut parts = Vec::new();
    for (at, segment) in segments.into_iter().enumerate() {
        let lines = all.get(segment.clone())?;
        if lines.iter().all(|line| line.is_blank) {
            continue;
        }
        // What stands before the first rule, and behind the last one, may be no record.
        if (at == 0 || at == last) && lines.iter().all(|line| line.place.is_none()) {
            continue;
        }
        let start = if at == last { first + 1 } else { 0 };
        let segment = segment.start.max(start)..segment.end;
        parts.push(record(segment, all).filter(|part| is_one(part, all))?);
    }
    (!parts.is_empty()).then_some(parts)
}

/// What goes with places of which each is alone on its line and the first one of its record: all that
/// stands below them.
pub(super) fn below_places(all: &[Line<'_>]) -> Option<Vec<Part>> {
    let Alone { places, before, between, after, end } = Alone::of(all)?;
    let is_apart = |at: &usize| at.checked_sub(1).is_none_or(|above| is_blank(above, all));
    let (min, max) = (between.iter().min(), between.iter().max());
    let is_first = before == 0 || max.is_some_and(|max| *max <= after);
    let is_said = after > 0 && min.is_none_or(|min| *min > 0);
    let rows = all.get(places.first()? + 1..end)?.iter();
    let mut rows = rows.filter(|line| line.place.is_none() && !is_source(line));
    let has_rows = rows.any(|line| row(line.text, true).is_some());
    (is_first && is_said && !has_rows && places.iter().all(is_apart)).then_some(())?;
    let ends = places.iter().skip(1).copied().chain([end]);
    places.iter().zip(ends).map(|(start, end)| record(*start..end, all)).collect()
}

/// The same where as many lines stand above each place as above the first one.
pub(super) fn around_places(all: &[Line<'_>]) -> Option<Vec<Part>> {
    let Alone { places, before, between, after, end } = Alone::of(all)?;
    let first = *places.first()?;
    let above = match (between.iter().min(), between.iter().max()) {
        (Some(min), Some(max)) if min == max => min.checked_sub(after)?,
        // What is said right below it needs nothing from above.
        (None, _) if !is_blank(first + 1, all) => return None,
        (None, _) => {
            let said = (0..first).rev().skip_while(|at| is_blank(*at, all));
            said.take_while(|at| !is_blank(*at, all)).count()
        }
        _ => return None,
    };
    (1..=before).contains(&above).then_some(())?;
    let start = |(nth, at): (usize, &usize)| {
        let floor = nth.checked_sub(1).and_then(|nth| places.get(nth)).map_or(0, |at| at + 1);
        let lines = (floor..*at).rev().filter(|at| !is_blank(*at, all));
        lines.take(above).last().unwrap_or(*at)
    };
    let starts: Vec<usize> = places.iter().enumerate().map(start).collect();
    let ends = starts.iter().skip(1).copied().chain([end]);
    starts.iter().zip(ends).map(|(start, end)| record(*start..end, all)).collect()
}

/// Places that are alone on their lines, each as far left, and how many lines are said around them.
struct Alone {
    places: Vec<usize>,
    before: usize,
    between: Vec<usize>,
    after: usize,
    /// Where the last one has its end.
    end: usize,
}

impl Alone {
    /// `None` where one of the places is said something of on its line.
    fn of(all: &[Line<'_>]) -> Option<Self> {
        let found = |at: &usize| all.get(*at).and_then(|line| Some((line.place?, line.indent)));
        let places: Vec<usize> = (0..all.len()).filter(|at| found(at).is_some()).collect();
        let (first, last) = (*places.first()?, *places.last()?);
        let (_, indent) = found(&first)?;
        let is_alone = |at| found(at).is_some_and(|(place, it)| place.is_bare && it == indent);
        places.iter().all(is_alone).then_some(())?;
        let is_end = |at: &usize| {
            all.get(*at).is_some_and(|line| is_sum(line.text) || is_closing(line.text))
        };
        let end = (last + 1..all.len()).find(is_end).unwrap_or(all.len());
        let said = |range: Range<usize>| range.filter(|at| !is_blank(*at, all)).count();
        let pairs = places.iter().zip(places.iter().skip(1));
        let between = pairs.map(|(above, below)| said(above + 1..*below)).collect();
        let (before, after) = (said(0..first), said(last + 1..end));
        Some(Self { places, before, between, after, end })
    }
}

fn is_blank(at: usize, all: &[Line<'_>]) -> bool {
    all.get(at).is_none_or(|line| line.is_blank)
}

/// The lines without the blank ones at both ends.
fn record(lines: Range<usize>, all: &[Line<'_>]) -> Option<Part> {
    let start = lines.clone().find(|at| !is_blank(*at, all))?;
    let last = lines.rev().find(|at| !is_blank(*at, all))?;
    Some(Part { lines: start..last + 1, head: start })
}

/// Whether a record has one place, named once or more often, and says nothing on its line.
fn is_one(part: &Part, all: &[Line<'_>]) -> bool {
    let lines = all.get(part.lines.clone()).unwrap_or_default();
    let mut places = lines.iter().filter_map(|line| line.place);
    let Some(first) = places.next() else { return false };
    first.is_bare && places.all(|it| (it.is_here, it.line) == (first.is_here, first.line))
}

/// The place that is alone on a line and names another file in a form that might be something else
/// among words: `Source: b.py#L3`, `b.py (3:5)`.
pub(super) fn alone(text: &str) -> Option<Place> {
    let mut words = text.split_whitespace().peekable();
    words.next_if(|word| word.ends_with(':') || *word == "in" || *word == "at");
    let first = words.next()?;
    let end = first.find(['#', '(']).unwrap_or(first.len());
    let (path, rest) = first.split_at(end);
    let rest = if rest.is_empty() { words.next()? } else { rest };
    let rest = rest.trim_start_matches(['#', '(', 'L']);
    let (line, behind) = number(rest).filter(|_| words.next().is_none())?;
    let is_rest = behind.chars().all(|it| it.is_ascii_digit() || matches!(it, ',' | ':' | ')'));
    (is_rest && path.contains('.') && looks_like_a_path(path))
        .then_some(Place { is_bare: true, ..Place::at(false, line) })
}
