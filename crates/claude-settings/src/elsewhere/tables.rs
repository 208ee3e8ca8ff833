//! Files in TOML, in which each hook is a table `[[hooks]]`.
//!
//! The parser says where everything stands; what is put in or taken out is lines of the text
//! itself, so that comments, order and line ends of the rest stay. A table of ours has an empty
//! line before it, but in a file that we have made: so an empty file that was there shows when we
//! go.

use std::ops::Range;

use toml_edit::{Document, Item, Table};

use super::{HostCommand, Spot, Target};
use crate::document::split_mark;
use crate::error::SettingsError;

const HOOKS: &str = "hooks";
const HEADER: &str = "[[hooks]]";

/// The file, read.
pub(super) fn read(text: &str) -> Result<Document<&str>, SettingsError> {
    let (mark, body) = split_mark(text);
    Document::parse(body).map_err(|err| {
        let place = err.span().map_or(0, |span| span.start);
        let problem = err.message().trim().replace('\n', ", ");
        SettingsError::new(text, place + mark.len(), format!("not TOML: {problem}"))
    })
}

/// The entries of ours.
pub(super) fn spots(text: &str, command: &HostCommand) -> Result<Vec<Spot>, SettingsError> {
    let (mark, body) = split_mark(text);
    let document = read(text)?;
    let Some(Item::ArrayOfTables(tables)) = document.get(HOOKS) else { return Ok(Vec::new()) };
    Ok(tables.iter().filter_map(|table| spot(body, mark.len(), table, command)).collect())
}

fn spot(body: &str, moved: usize, table: &Table, ours: &HostCommand) -> Option<Spot> {
    let line = table.get("command")?;
    let hooks = ours.hooks_of(line.as_str()?)?;
    let event = table.get("event")?.as_str()?.to_owned();
    let place = |range: Range<usize>| range.start + moved..range.end + moved;
    let seconds = |item: &Item| item.as_float().or_else(|| item.as_integer().map(as_float));
    let timeout = table.get("timeout").and_then(|item| Some((place(item.span()?), seconds(item)?)));
    let ends = table.iter().filter_map(|(_, item)| Some(item.span()?.end));
    let header = table.span()?;
    let end = ends.chain([header.end]).max()?;
    Some(Spot {
        event,
        hooks,
        line: line.as_str()?.to_owned(),
        command: place(line.span()?),
        timeout,
        // What we made, with nothing in it but this, goes.
        cut: lines(body, header.start..end).map(place),
    })
}

/// No time limit of anybody's has more digits than this holds.
#[expect(clippy::cast_precision_loss, reason = "seconds")]
fn as_float(seconds: i64) -> f64 {
    seconds as f64
}

/// The whole lines of a table, with the empty one before them; `None` where that is all there is.
fn lines(body: &str, table: Range<usize>) -> Option<Range<usize>> {
    let before = body.get(..table.start)?;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let rest = body.get(table.end..)?;
    let end = rest.find('\n').map_or(body.len(), |newline| table.end + newline + 1);
    let is_ended = body.get(..end)?.ends_with('\n');
    if start == 0 && end == body.len() {
        return None;
    }
    if start == 0 {
        // The first of those that we made a file for: the next takes its place.
        let next = rest_of_line(body.get(end..)?);
        return Some(0..end + next);
    }
    let lead = without_newline(before.get(..start)?);
    let is_empty = lead.is_some_and(|lead| lead.is_empty() || lead.ends_with('\n'));
    // A table without an end of line took that of the line before it.
    let lead = match (lead.filter(|_| is_empty), is_ended) {
        (Some(lead), false) => without_newline(lead).or(Some(lead)),
        (lead, _) => lead,
    };
    Some(lead.map_or(start, str::len)..end)
}

/// How long an empty line is, if the text begins with one.
fn rest_of_line(text: &str) -> usize {
    ["\r\n", "\n"].into_iter().find(|newline| text.starts_with(newline)).map_or(0, str::len)
}

fn without_newline(text: &str) -> Option<&str> {
    let text = text.strip_suffix('\n')?;
    Some(text.strip_suffix('\r').unwrap_or(text))
}

/// The text with a table for `target` at its end.
pub(super) fn appended(text: &str, target: &Target, line: &str, is_new: bool) -> String {
    let newline = match text.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let table = [
        HEADER.to_owned(),
        format!("event = {}", quoted(&target.event)),
        format!("command = {}", quoted(line)),
        format!("timeout = {}", target.timeout),
    ]
    .join(newline);
    let (_, body) = split_mark(text);
    match body {
        "" if is_new => format!("{text}{table}{newline}"),
        _ if body.is_empty() || body.ends_with('\n') => format!("{text}{newline}{table}{newline}"),
        _ => format!("{text}{newline}{newline}{table}"),
    }
}

/// Fails where tables of hooks cannot be put at the end.
pub(super) fn refuse(text: &str) -> Result<(), SettingsError> {
    let (mark, _) = split_mark(text);
    let document = read(text)?;
    match document.get(HOOKS) {
        None | Some(Item::ArrayOfTables(_)) => Ok(()),
        Some(other) => {
            let place = other.span().map_or(0, |span| span.start) + mark.len();
            let problem = "`hooks` is not an array of tables (`[[hooks]]`), so nothing can be added to \
                           it";
            Err(SettingsError::new(text, place, problem))
        }
    }
}

/// A text of TOML: as it stands where it can, else with what has to be escaped.
pub(super) fn quoted(text: &str) -> String {
    let is_plain = !text.contains(['"', '\\']) && !text.chars().any(char::is_control);
    if is_plain {
        return format!("\"{text}\"");
    }
    // JSON escapes what TOML does, and in the same way.
    serde_json::Value::from(text).to_string()
}
