//! What a program printed, as findings: one reader for each form in which programs print them.

mod errorformat;
mod json;
mod pattern;
mod sarif;

use std::borrow::Cow;

use anstream::adapter::strip_str;
use hook_protocol::{shortened, tame};
use serde_json::Value;
use timed_command::Ended;

use crate::decide::findings::{File, Finding, Place};
use crate::gather::target::Target;
use crate::policy::{Format, Step};

/// In characters. A line of a minified file helps nobody.
const MAX_LINE: usize = 500;

/// A finding as its program puts it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct RawFinding {
    /// None is the file that the program was started for.
    path: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    rule: Option<String>,
    message: String,
    /// As it was printed; empty where that is no text for people.
    text: String,
}

/// The findings in what a program printed, in the form that its step names; `None` where there is
/// none in this form.
pub(crate) fn read(step: &Step, ended: &Ended, target: &Target) -> Option<Vec<Finding>> {
    let mut raw = Vec::new();
    for output in [&ended.stdout, &ended.stderr] {
        let output = without_colours(output);
        raw.extend(match step.format() {
            Format::Sarif => sarif::findings(&output),
            Format::Json => json::findings(&output),
            Format::Errorformat => errorformat::findings(&output, |path| target.has(path)),
            Format::Pattern => pattern::findings(&output, step.line_pattern()),
            Format::Text => Vec::new(),
        });
    }
    let found: Vec<Finding> = raw.into_iter().map(|it| it.finding(target)).collect();
    Some(found).filter(|found| !found.is_empty())
}

/// The lines of what a program printed, each as a finding.
pub(crate) fn lines(ended: &Ended) -> Vec<Finding> {
    let lines = [&ended.stdout, &ended.stderr].into_iter().flat_map(|output| clean(output));
    lines.filter(|line| !line.trim().is_empty()).map(Finding::of_text).collect()
}

impl RawFinding {
    fn finding(self, target: &Target) -> Finding {
        let path = self.path.as_deref().unwrap_or_default();
        let file = if path.is_empty() || target.is_named(path) {
            File::Edited
        } else {
            File::Other(path.to_owned())
        };
        let rule = self.rule.unwrap_or_default();
        let message = one_line(&self.message);
        let text = if self.text.is_empty() {
            let mut text = match &file {
                File::Edited => target.told(),
                File::Other(path) => one_line(path),
            };
            // A program that names a column alone means the first line.
            for number in [self.line, self.column].into_iter().flatten() {
                text = format!("{text}:{number}");
            }
            let rule = if rule.is_empty() { String::new() } else { format!(" [{rule}]") };
            one_line(&format!("{text}: {message}{rule}"))
        } else {
            clean(&self.text).join("\n")
        };
        Finding { text, place: Some(Place { file, line: self.line }), rule, message }
    }
}

/// The JSON documents in what a program printed, each of which begins a line.
fn documents(output: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut rest = output;
    while !rest.is_empty() {
        let line = rest.split_inclusive('\n').next().unwrap_or(rest);
        let mut end = line.len();
        if line.trim_start().starts_with(['{', '[']) {
            let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
            if let Some(Ok(value)) = values.next() {
                end = values.byte_offset();
                found.push(value);
            }
        }
        rest = rest.get(end..).unwrap_or_default();
    }
    found
}

/// On one line, and no longer than helps.
fn one_line(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    shortened(&tame(&words), MAX_LINE).into_owned()
}

/// What a program printed without colours: no document has any.
fn without_colours(output: &str) -> Cow<'_, str> {
    if output.contains('\u{1b}') { strip_str(output).to_string().into() } else { output.into() }
}

/// The lines of what a program printed, without colours, and without all else that
/// a terminal would obey.
fn clean(output: &str) -> Vec<String> {
    let plain = without_colours(output);
    // A terminal shows what follows a carriage return alone as a line of its own.
    let plain = plain.replace("\r\n", "\n").replace('\r', "\n");
    let line = |line: &str| shortened(&tame(line.trim_end()), MAX_LINE).into_owned();
    plain.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_found_among_lines() {
        let found = documents("checking\n{\"a\": [\n1]}\n[2]\n{ not json\n{\"b\": 1} done\n");
        let found: Vec<String> = found.iter().map(Value::to_string).collect();
        assert_eq!(found, ["{\"a\":[1]}", "[2]", "{\"b\":1}"]);
        assert!(documents("").is_empty());
    }
}
