//! Reads a case, and refuses what a case may not hold.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use text_archive::Archive;

use crate::event;
use crate::parts::{self, Kind};
use crate::sandbox::{self, Link, Mode, Setup};
use crate::table;
use crate::tree::{Entry, Tree};

/// One named test: a tree, the runs over it, and what must come of them.
pub(crate) struct Case {
    pub(crate) path: PathBuf,
    pub(crate) archive: Archive,
    pub(crate) setup: Setup,
    pub(crate) steps: Vec<Step>,
}

/// One run of the program.
pub(crate) struct Step {
    /// What its parts begin with: `2/` where there are several runs.
    pub(crate) prefix: String,
    pub(crate) stdin: Stdin,
    /// None means that the program runs as a hook.
    pub(crate) args: Option<Vec<String>>,
    /// Values to set, and names without a value to unset.
    pub(crate) env: Vec<(String, Option<String>)>,
}

/// What a step writes to the program's stdin.
pub(crate) enum Stdin {
    Empty,
    /// A payload with placeholders.
    Json(String),
    Bytes(Vec<u8>),
}

impl Case {
    /// Reads a case.
    ///
    /// # Errors
    ///
    /// Fails on any part that has no meaning, so that a misspelt expectation
    /// cannot pass unseen.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let name = name_of(path)?;
        ensure!(
            is_sentence(name),
            "a case is named by lower-case words and hyphens, such as deny-a-question-in-do-state"
        );
        Self::of_archive(path, table::archive(path)?)
    }

    fn of_archive(path: &Path, archive: Archive) -> anyhow::Result<Self> {
        ensure!(!archive.parts.is_empty(), "the case is empty");
        let prefixes = prefixes(&archive)?;
        let steps = prefixes.into_iter().map(|prefix| Step::read(&archive, prefix, path));
        let steps = steps.collect::<Result<_, _>>()?;
        Ok(Self { path: path.to_owned(), setup: read_setup(&archive)?, steps, archive })
    }

    /// Whether nothing is to come of the runs, but perhaps a reason for that.
    pub(crate) fn expects_nothing(&self) -> bool {
        let mut names = self.archive.parts.iter().map(|part| part.name());
        names.all(|name| !parts::is_expectation(name) || parts::is_explanation(name))
    }

    /// The text of a part, or none where it is absent.
    pub(crate) fn text(&self, name: &str) -> anyhow::Result<Option<&str>> {
        text_of(&self.archive, name)
    }
}

impl Step {
    fn read(archive: &Archive, prefix: String, case: &Path) -> anyhow::Result<Self> {
        let text = |name: &str| text_of(archive, &format!("{prefix}{name}"));
        let bytes = archive.get(&format!("{prefix}stdin"));
        let stdin = match (text("event")?, text("stdin.json")?, bytes) {
            (Some(event), None, None) => Stdin::Json(event::payload(event, case).context("event")?),
            (None, Some(payload), None) => Stdin::Json(payload.to_owned()),
            (None, None, Some(bytes)) => Stdin::Bytes(bytes.to_owned()),
            (None, None, None) => Stdin::Empty,
            _ => bail!("event, stdin.json and stdin exclude each other"),
        };
        let args: Option<Vec<_>> =
            text("args")?.map(|text| text.lines().map(str::to_owned).collect());
        ensure!(args.as_ref().is_none_or(|args| !args.is_empty()), "args has no argument");
        let of_all = if prefix.is_empty() { None } else { text_of(archive, "env")? };
        let env = [of_all, text("env")?].into_iter().flatten().flat_map(str::lines);
        let env = env.map(|line| match line.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (line.to_owned(), None),
        });
        let env = env.collect();
        Ok(Self { prefix, stdin, args, env })
    }
}

/// What the parts of each run begin with: nothing, or `1/`, `2/` and so on.
fn prefixes(archive: &Archive) -> anyhow::Result<Vec<String>> {
    let mut numbers = BTreeSet::new();
    let mut alone = None;
    for part in &archive.parts {
        match parts::kind(part.name()) {
            Some(Kind::Run(number)) => drop(numbers.insert(number)),
            Some(Kind::OnlyRun) => alone = Some(part.name()),
            Some(Kind::Case) => {}
            None => bail!("{} has no meaning here", part.name()),
        }
    }
    match (alone, numbers.last()) {
        (Some(name), Some(_)) => bail!("{name} has no meaning beside runs with numbers"),
        (_, None) => Ok(vec![String::new()]),
        (None, Some(last)) => {
            if let Some(missing) = (1..*last).find(|number| !numbers.contains(number)) {
                bail!("there is a run {last}, but no run {missing}");
            }
            Ok(numbers.iter().map(|number| format!("{number}/")).collect())
        }
    }
}

fn read_setup(archive: &Archive) -> anyhow::Result<Setup> {
    let links = text_of(archive, "links")?.unwrap_or_default();
    let modes = text_of(archive, "modes")?.unwrap_or_default();
    Ok(Setup {
        before: below(archive, parts::BEFORE),
        links: links.lines().map(parse_link).collect::<Result<_, _>>()?,
        modes: modes.lines().map(parse_mode).collect::<Result<_, _>>()?,
    })
}

/// The files of a tree that the sweep runs over: all parts of its archive.
///
/// # Errors
///
/// Fails when the archive cannot be read.
pub(crate) fn tree_of(path: &Path) -> anyhow::Result<Tree> {
    let text = fs::read_to_string(path);
    let text = text.with_context(|| format!("could not read {}", path.display()))?;
    let archive = Archive::parse(&text).with_context(|| path.display().to_string())?;
    Ok(below(&archive, ""))
}

/// The parts below a folder, as a tree.
fn below(archive: &Archive, folder: &str) -> Tree {
    let parts = archive.parts.iter();
    let parts = parts.filter_map(|part| Some((part.name().strip_prefix(folder)?, &part.content)));
    parts.map(|(name, content)| (name.to_owned(), Entry::File(content.clone()))).collect()
}

fn text_of<'a>(archive: &'a Archive, name: &str) -> anyhow::Result<Option<&'a str>> {
    let text = archive.get(name).map(std::str::from_utf8).transpose();
    text.map_err(|_| anyhow!("{name} is not UTF-8"))
}

fn parse_link(line: &str) -> anyhow::Result<Link> {
    match line.split_once(" -> ") {
        Some((path, target)) if sandbox::is_in_a_place(path) => {
            Ok(Link { path: path.to_owned(), target: target.to_owned() })
        }
        _ => bail!("links: `{line}` is not `project/path -> target`"),
    }
}

fn parse_mode(line: &str) -> anyhow::Result<Mode> {
    let parts = line.split_once(' ');
    let parsed = parts.and_then(|(bits, path)| {
        let bits = u32::from_str_radix(bits, 8).ok().filter(|bits| *bits <= 0o777)?;
        sandbox::is_in_a_place(path).then(|| Mode { bits, path: path.to_owned() })
    });
    parsed.with_context(|| format!("modes: `{line}` is not `0644 project/path`"))
}

/// The name of a case by its path.
///
/// # Errors
///
/// Fails when it is not text.
pub(crate) fn name_of(path: &Path) -> anyhow::Result<&str> {
    let name = path.file_stem().and_then(|name| name.to_str());
    name.with_context(|| format!("{} has no readable name", path.display()))
}

fn is_sentence(name: &str) -> bool {
    let is_word = |word: &str| {
        let signs = word.bytes().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit());
        signs && !word.is_empty()
    };
    name.contains('-') && name.split('-').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sentences() {
        let table = [
            ("deny-a-question-in-do-state", true),
            ("allow-16-mb", true),
            ("deny", false),
            ("Deny-it", false),
            ("deny--it", false),
            ("-deny", false),
            ("deny_it-now", false),
            ("deny it-now", false),
        ];
        for (name, is_name) in table {
            assert_eq!(is_sentence(name), is_name, "{name}");
        }
    }
}
