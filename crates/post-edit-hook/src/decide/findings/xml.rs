//! Findings in documents of XML: checkstyle, `JUnit`, PMD, and what linters have of their own.
//!
//! No two programs use the same elements. So a finding is an element that names a line, in an
//! attribute, in an element of that name, or in its text; the path and the message may stand
//! further up.

mod keys;

use std::borrow::Cow;
use std::ops::RangeInclusive;

use self::keys::{ENDS, FINDINGS, LINES, MESSAGES, PATHS, RULES, VAGUE_PATHS};

use crate::decide::findings::place::{looks_like_a_path, place};
use crate::decide::findings::range::last_line;
use crate::decide::findings::row::row;
use crate::decide::findings::{At, Finding, one_finding};
use crate::gather::target::Target;

/// A document that is deeper or larger is no report.
const MAX_DEPTH: usize = 60;
const MAX_ELEMENTS: usize = 200_000;

/// So many lines may begin like an element and be none that is closed.
const MAX_ATTEMPTS: usize = 200;

#[derive(Default)]
struct Element<'a> {
    name: &'a str,
    attributes: Vec<(&'a str, Cow<'a, str>)>,
    text: String,
    children: Vec<Self>,
}

/// What stands above an element.
#[derive(Clone, Copy, Default)]
struct Above<'a> {
    path: Option<&'a str>,
    message: Option<&'a str>,
    rule: Option<&'a str>,
    /// The line of the element, where what stands in it names one in its words.
    line: Option<usize>,
}

/// The findings of the document in the output, and what stands before and behind it: all of it
/// where there are none.
pub(super) fn findings<'a>(output: &'a str, target: &Target) -> (Vec<Finding>, Cow<'a, str>) {
    let mut found = Vec::new();
    let Some(start) = beginning(output) else { return (found, output.into()) };
    let Some((document, length)) = read(output.get(start..).unwrap_or_default()) else {
        return (found, output.into());
    };
    let mut whole = Vec::new();
    collect(&document, Above::default(), target, &mut found, &mut whole);
    found.append(&mut whole);
    if found.is_empty() {
        return (found, output.into());
    }
    let before = output.get(..start).unwrap_or_default();
    let behind = output.get(start + length..).unwrap_or_default();
    (found, format!("{before}{behind}").into())
}

/// Where a line begins with an element that is closed behind it.
fn beginning(output: &str) -> Option<usize> {
    let (mut at, mut attempts) = (0, 0);
    for line in output.split_inclusive('\n') {
        let trimmed = line.trim_start_matches(['\u{feff}', ' ', '\t']);
        let start = at + line.len() - trimmed.len();
        at += line.len();
        if trimmed.starts_with("<?xml") {
            return Some(start);
        }
        let name = trimmed.strip_prefix('<').map(name_of).unwrap_or_default();
        let closed = || output.get(start..).is_some_and(|it| it.contains(&format!("</{name}>")));
        attempts += usize::from(!name.is_empty());
        if attempts > MAX_ATTEMPTS {
            return None;
        }
        if !name.is_empty() && !name.eq_ignore_ascii_case("html") && closed() {
            return Some(start);
        }
        if trimmed.to_ascii_lowercase().starts_with("<!doctype html") {
            return None;
        }
    }
    None
}

/// The name that a tag begins with.
fn name_of(text: &str) -> &str {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.');
    let length = text.find(|c| !is_name(c)).unwrap_or(text.len());
    let name = text.get(..length).unwrap_or_default();
    if name.starts_with(|first: char| first.is_alphabetic()) { name } else { "" }
}

/// The outermost element, and how far it goes.
fn read(text: &str) -> Option<(Element<'_>, usize)> {
    let mut open: Vec<Element<'_>> = Vec::new();
    let (mut at, mut count) = (0, 0);
    loop {
        let rest = text.get(at..)?;
        let tag = rest.find('<')?;
        if let Some(last) = open.last_mut() {
            last.text.push_str(&unescaped(rest.get(..tag)?));
        }
        let rest = rest.get(tag..)?;
        let skip = |end: &str| rest.find(end).map(|it| it + end.len());
        at += tag;
        if let Some(data) = rest.strip_prefix("<![CDATA[") {
            let length = data.find("]]>")?;
            open.last_mut()?.text.push_str(data.get(..length)?);
            at += skip("]]>")?;
        } else if rest.starts_with("<!--") {
            at += skip("-->")?;
        } else if rest.starts_with("<?") {
            at += skip("?>")?;
        } else if rest.starts_with("<!") {
            at += skip(">")?;
        } else if let Some(name) = rest.strip_prefix("</") {
            at += skip(">")?;
            let last = open.pop()?;
            (name_of(name) == last.name).then_some(())?;
            match open.last_mut() {
                Some(parent) => parent.children.push(last),
                None => return Some((last, at)),
            }
        } else {
            let (element, length, is_empty) = opened(rest)?;
            at += length;
            count += 1;
            (open.len() < MAX_DEPTH && count < MAX_ELEMENTS).then_some(())?;
            match open.last_mut() {
                Some(parent) if is_empty => parent.children.push(element),
                None if is_empty => return None,
                _ => open.push(element),
            }
        }
    }
}

/// The element that a tag opens, how long the tag is, and whether it closes it as well.
fn opened(text: &str) -> Option<(Element<'_>, usize, bool)> {
    let name = name_of(text.strip_prefix('<')?);
    (!name.is_empty()).then_some(())?;
    let mut element = Element { name, ..Element::default() };
    let mut at = 1 + name.len();
    loop {
        let rest = text.get(at..)?;
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("/>") {
            return Some((element, at + 2, true));
        }
        if trimmed.starts_with('>') {
            return Some((element, at + 1, false));
        }
        let key = name_of(trimmed);
        let behind = trimmed.get(key.len()..)?.trim_start().strip_prefix('=')?.trim_start();
        let quote = behind.chars().next().filter(|it| matches!(it, '"' | '\''))?;
        let value = behind.get(1..)?;
        let length = value.find(quote)?;
        (!key.is_empty()).then_some(())?;
        element.attributes.push((key, unescaped(value.get(..length)?)));
        at = text.len() - value.len() + length + 1;
    }
}

fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return text.into();
    }
    let mut plain = String::with_capacity(text.len());
    let mut parts = text.split('&');
    plain.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (name, rest) = part.split_once(';').unwrap_or((part, ""));
        let number = name.strip_prefix('#').and_then(|digits| match digits.strip_prefix('x') {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => digits.parse().ok(),
        });
        let sign = match name {
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            "amp" => Some('&'),
            _ => number.and_then(char::from_u32),
        };
        match sign {
            Some(sign) => {
                plain.push(sign);
                plain.push_str(rest);
            }
            None => plain.extend(["&", part]),
        }
    }
    plain.into()
}

fn collect<'a>(
    element: &'a Element<'_>,
    above: Above<'a>,
    target: &Target,
    found: &mut Vec<Finding>,
    whole: &mut Vec<Finding>,
) {
    let above = Above {
        path: element.path(target).or(above.path),
        message: element.message().or(above.message),
        rule: element.value(&RULES).or(above.rule),
        line: element.own_line().or(above.line),
    };
    let (before, known) = (found.len(), whole.len());
    for child in &element.children {
        collect(child, above, target, found, whole);
    }
    let is_passed = element.name == "testcase"
        && !element.children.iter().any(|it| matches!(it.name, "failure" | "error"));
    if found.len() == before && !is_passed {
        element.findings(above, target, found);
        if found.len() > before {
            // It has the place of what stands in it.
            whole.truncate(known);
        } else if whole.len() == known {
            whole.extend(element.whole(above, target));
        }
    } else if !is_passed && element.lines().is_some() && element.value(&MESSAGES).is_some() {
        // What stands below belongs to it, and may be one of its own.
        let below = found.split_off(before);
        element.findings(above, target, found);
        for own in found.iter_mut().skip(before) {
            own.add_places(&below);
        }
        found.extend(below);
    }
}

impl Element<'_> {
    fn value(&self, keys: &[&str]) -> Option<&str> {
        let is_key = |name: &str| keys.contains(&name.to_ascii_lowercase().as_str());
        let of_attribute =
            self.attributes.iter().find(|(key, value)| is_key(key) && !value.trim().is_empty());
        let of_child = || {
            let named = |child: &&Self| is_key(child.name) && !child.text.trim().is_empty();
            self.children.iter().find(named).map(|child| child.text.trim())
        };
        of_attribute.map(|(_, value)| value.as_ref()).or_else(of_child)
    }

    /// The path that it names, this file's before another. A name is one of another file where
    /// the element is called so.
    fn path(&self, target: &Target) -> Option<&str> {
        let is_one = |keys: &[&str], name: &str| keys.contains(&name.to_ascii_lowercase().as_str());
        let own = self.attributes.iter().map(|(key, value)| (*key, value.as_ref()));
        let children = self.children.iter().map(|it| (it.name, it.text.trim()));
        let all: Vec<(&str, &str)> = own.chain(children).collect();
        let is_file = is_one(&PATHS, self.name) || is_one(&["testsuite", "source"], self.name);
        let is_path = |text: &str| looks_like_a_path(text) && !text.contains([' ', '(']);
        let here = all.iter().find(|(key, text)| {
            (is_one(&PATHS, key) || is_one(&VAGUE_PATHS, key)) && target.is_named(text)
        });
        let other = || {
            all.iter().find(|(key, text)| {
                let is_key = is_one(&PATHS, key) || is_file && is_one(&VAGUE_PATHS, key);
                is_key && is_path(text)
            })
        };
        here.or_else(other).map(|(_, text)| *text)
    }

    /// What it says, or what of it says so.
    fn message(&self) -> Option<&str> {
        let deep = || {
            self.children.iter().find_map(|child| {
                matches!(child.name, "failure" | "error").then(|| child.said()).flatten()
            })
        };
        self.value(&MESSAGES).or_else(deep)
    }

    fn said(&self) -> Option<&str> {
        let text = self.text.trim();
        self.value(&MESSAGES).or(Some(text).filter(|text| !text.is_empty()))
    }

    /// The line that its attributes name.
    fn own_line(&self) -> Option<usize> {
        let is_key = |key: &str| LINES.contains(&key.to_ascii_lowercase().as_str());
        let own = self.attributes.iter().find(|(key, _)| is_key(key));
        own.and_then(|(_, value)| value.trim().parse().ok()).filter(|line| *line > 0)
    }

    /// The lines that an attribute or an element names.
    fn lines(&self) -> Option<RangeInclusive<usize>> {
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|line| *line > 0);
        let first = number(self.value(&LINES)?)?;
        let last = self.value(&ENDS).and_then(number).unwrap_or(first);
        Some(first..=last.max(first))
    }

    fn findings(&self, above: Above<'_>, target: &Target, found: &mut Vec<Finding>) {
        let says = |lines: RangeInclusive<usize>, path: Option<&str>, own: Option<&str>| {
            let is_here = path.is_none_or(|path| target.is_named(path));
            let line = *lines.start();
            let message = own.or(above.message).or_else(|| self.said()).unwrap_or(self.name);
            let rule = above.rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
            let path = path.filter(|_| !is_here).unwrap_or(target.rel.as_str());
            let is_own = above.path.is_none_or(|path| target.is_named(path));
            let line_above = above.line.filter(|_| is_own).map(|line| line..=line);
            let all = std::iter::once(lines).chain(line_above).collect();
            let at = if is_here { At::Here(all) } else { At::Elsewhere };
            Finding { text: one_finding(&format!("{path}:{line}: {message}{rule}")), at }
        };
        if let Some(lines) = self.lines() {
            found.push(says(lines, above.path, None));
            return;
        }
        let texts = self.attributes.iter().map(|(_, value)| value.as_ref());
        let named = texts.clone().chain(self.text.lines()).find_map(|it| place(it, target));
        if let Some(place) = named {
            let path = if place.is_here { Some(target.rel.as_str()) } else { Some("/") };
            let path =
                path.filter(|_| place.is_here).or(above.path.filter(|it| !target.is_named(it)));
            found.push(says(place.line..=place.last, path.or(Some("?")), None));
            return;
        }
        // Several may stand in one text, each with lines below.
        let mut rows: Vec<(usize, String)> = Vec::new();
        for text in self.text.lines().filter(|_| above.path.is_some()) {
            match (row(text, true).or_else(|| counted(text)), rows.last_mut()) {
                (Some(line), _) => rows.push((line, text.trim().to_owned())),
                (None, Some((_, said))) => said.extend([" ", text.trim()]),
                (None, None) => {}
            }
        }
        let attribute = || texts.filter(|_| above.path.is_some()).find_map(|it| row(it, true));
        if let Some(line) = Some(()).filter(|()| rows.is_empty()).and_then(|()| attribute()) {
            found.push(says(line..=line, above.path, None));
        }
        let is_one = rows.len() == 1;
        found.extend(rows.iter().map(|(line, text)| {
            let own = Some(text.as_str()).filter(|_| !is_one || above.message.is_none());
            says(*line..=last_line(*line, text), above.path, own)
        }));
    }

    /// What it says of the whole file, where nothing in it names a line.
    fn whole(&self, above: Above<'_>, target: &Target) -> Option<Finding> {
        let is_here = above.path.is_some_and(|path| target.is_named(path));
        let is_finding = FINDINGS.contains(&self.name.to_ascii_lowercase().as_str());
        (is_here && is_finding).then_some(())?;
        let said = self.message().or(above.message).or_else(|| self.said())?;
        let rule = above.rule.map(|rule| format!(" [{rule}]")).unwrap_or_default();
        let text = one_finding(&format!("{}: {said}{rule}", target.rel.as_str()));
        Some(Finding { text, at: At::Whole })
    }
}

/// The line of `3: message`.
fn counted(text: &str) -> Option<usize> {
    let (number, rest) = text.trim_start().split_once(": ")?;
    number.parse().ok().filter(|line| *line > 0 && !rest.is_empty())
}
