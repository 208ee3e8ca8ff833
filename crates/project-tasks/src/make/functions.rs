//! Those functions of `make` whose result the text tells.

use std::path::Path;

use crate::marks::{self, CLOSE, FILES, OPEN, UNSETTLED, inside};
use crate::text::below;

/// Follows the references of a text.
type Expand<'e> = &'e dyn Fn(&str) -> Option<String>;

/// All functions. A name that is none is a variable with blanks behind it.
const NAMES: &str = " subst patsubst strip findstring filter filter-out sort word wordlist words firstword \
    lastword dir notdir suffix basename addsuffix addprefix join wildcard realpath abspath error warning \
    shell origin flavor let foreach if or and intcmp call eval file value info guile ";

/// The name and the arguments of a call of a function.
pub(super) fn call(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once([' ', '\t'])?;
    let is_one = !name.is_empty() && NAMES.split(' ').any(|known| known == name);
    is_one.then(|| (name, rest.trim_start()))
}

/// What a call of a function gives.
pub(super) fn result(name: &str, text: &str, expand: Expand<'_>) -> Option<String> {
    let unsettled = Some(UNSETTLED.to_owned());
    match name {
        "shell" => {
            let command = marks::rendered(&expand(text)?)?;
            return Some(format!("{OPEN}({command}{CLOSE}"));
        }
        "wildcard" => return Some(FILES.to_owned()),
        "info" | "warning" | "error" | "eval" => {
            expand(text)?;
            return Some(String::new());
        }
        "if" | "or" => return choice(name, &arguments(text), expand),
        "strip" | "firstword" | "lastword" | "dir" | "notdir" | "abspath" | "realpath" => {}
        _ => {
            expand(text)?;
            if name == "call" {
                let called = text.split(',').next().unwrap_or_default().trim();
                expand(&format!("$({called})"))?;
            }
            return unsettled;
        }
    }
    let text = expand(text)?;
    if text.contains(OPEN) {
        return unsettled;
    }
    let mut words = text.split_whitespace();
    let each = |change: &dyn Fn(&str) -> Option<String>| {
        let changed = text.split_whitespace().map(change);
        Some(changed.collect::<Option<Vec<_>>>()?.join(" "))
    };
    match name {
        "firstword" => Some(words.next().unwrap_or("").to_owned()),
        "lastword" => Some(words.next_back().unwrap_or("").to_owned()),
        "dir" => each(&|path| {
            Some(path.rsplit_once('/').map_or("./".to_owned(), |(above, _)| format!("{above}/")))
        }),
        "notdir" => each(&|path| path.rsplit('/').next().map(str::to_owned)),
        "realpath" if !is_there(&text, expand)? => Some(UNSETTLED.to_owned()),
        "abspath" | "realpath" => {
            let folder = expand("$(CURDIR)")?;
            each(&|path| Some(below(Path::new(&folder), path).to_string_lossy().into_owned()))
        }
        _ => each(&|word| Some(word.to_owned())),
    }
}

/// What `if` and `or` choose of their arguments.
fn choice(name: &str, parts: &[&str], expand: Expand<'_>) -> Option<String> {
    let mut rest = parts.iter().map(|part| expand(part.trim()));
    if name == "if" {
        let condition = rest.next()??;
        if !condition.contains(OPEN) {
            let chosen = parts.get(if condition.is_empty() { 2 } else { 1 });
            return expand(chosen.map_or("", |part| part.trim()));
        }
    } else {
        let mut is_settled = true;
        for part in rest.by_ref() {
            let part = part?;
            if part.contains(OPEN) {
                is_settled = false;
                break;
            }
            if !part.is_empty() {
                return Some(part);
            }
        }
        if is_settled {
            return Some(String::new());
        }
    }
    // What is left may be expanded, and a command in it may run.
    rest.try_for_each(|part| part.map(drop))?;
    Some(UNSETTLED.to_owned())
}

/// Whether all files of these names are there; of one that is not, `realpath` gives nothing.
fn is_there(names: &str, expand: Expand<'_>) -> Option<bool> {
    let folder = expand("$(CURDIR)")?;
    Some(names.split_whitespace().all(|name| Path::new(&folder).join(name).exists()))
}

/// The arguments of a function, at the commas that stand in no reference.
fn arguments(text: &str) -> Vec<&str> {
    let mut found = vec![];
    let mut start = text;
    let mut rest = text;
    let before = |start: &str, rest: &str| start.len() - rest.len();
    while let Some(next) = rest.chars().next() {
        let behind = rest.get(next.len_utf8()..).unwrap_or("");
        rest = match next {
            '(' | '{' => inside(behind, next).map_or(behind, |(_, behind)| behind),
            ',' => {
                found.extend(start.get(..before(start, rest)));
                start = behind;
                behind
            }
            _ => behind,
        };
    }
    found.push(start);
    found
}
