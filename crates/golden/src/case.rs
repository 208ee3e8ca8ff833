//! Reads a case folder, and refuses what a case folder may not hold.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use crate::sandbox::{self, Link, Mode, Setup};
use crate::tree;

/// What may stand at the top of a case, beside the files of its only step.
const CASE_FILES: [&str; 4] = ["before", "after", "modes.txt", "links.txt"];

/// What may stand in a step.
const STEP_FILES: [&str; 8] = [
    "stdin.json",
    "stdin.bin",
    "args.txt",
    "env.txt",
    "stdout.json",
    "stdout.txt",
    "stderr.txt",
    "exit.txt",
];

/// One named test: a tree, the runs over it, and what must be there afterwards.
pub(crate) struct Case {
    pub(crate) dir: PathBuf,
    pub(crate) setup: Setup,
    pub(crate) steps: Vec<Step>,
}

/// One run of the program.
pub(crate) struct Step {
    pub(crate) dir: PathBuf,
    pub(crate) stdin: Stdin,
    /// None means that the program runs as a hook.
    pub(crate) args: Option<Vec<String>>,
    /// Values to set, and names without a value to unset.
    pub(crate) env: Vec<(String, Option<String>)>,
}

/// What a step writes to the program's stdin.
pub(crate) enum Stdin {
    Empty,
    /// A payload, indented and with placeholders.
    Json(String),
    Bytes(Vec<u8>),
}

impl Case {
    /// Reads a case.
    ///
    /// # Errors
    ///
    /// Fails on anything in the folder that has no meaning there, so that a
    /// misspelt expectation cannot pass unseen.
    pub(crate) fn read(dir: &Path) -> anyhow::Result<Self> {
        ensure!(dir.is_dir(), "only case folders belong here");
        let name = name_of(dir)?;
        ensure!(
            is_sentence(name),
            "a case is named by lower-case words and hyphens, such as deny-a-question-in-do-state"
        );
        let names = names_in(dir)?;
        let numbers = (1..=names.len()).map(|number| number.to_string());
        let numbers: Vec<_> = numbers.take_while(|number| names.contains(number)).collect();
        let numbers: Vec<_> = numbers.iter().map(String::as_str).collect();
        let steps = if numbers.is_empty() {
            refuse_others(&names, &[&CASE_FILES, &STEP_FILES])?;
            vec![Step::read(dir)?]
        } else {
            refuse_others(&names, &[&CASE_FILES, &numbers])?;
            let dirs = numbers.iter().map(|number| dir.join(number));
            dirs.map(|dir| {
                refuse_others(&names_in(&dir)?, &[&STEP_FILES])?;
                Step::read(&dir)
            })
            .collect::<Result<_, _>>()?
        };
        Ok(Self { dir: dir.to_owned(), setup: read_setup(dir)?, steps })
    }
}

impl Step {
    fn read(dir: &Path) -> anyhow::Result<Self> {
        let payload = text_of(&dir.join("stdin.json"))?;
        let stdin = match (payload, dir.join("stdin.bin").exists()) {
            (Some(_), true) => bail!("stdin.json and stdin.bin exclude each other"),
            (Some(payload), false) => Stdin::Json(payload),
            (None, true) => Stdin::Bytes(fs::read(dir.join("stdin.bin"))?),
            (None, false) => Stdin::Empty,
        };
        let args: Option<Vec<_>> =
            text_of(&dir.join("args.txt"))?.map(|text| text.lines().map(str::to_owned).collect());
        ensure!(args.as_ref().is_none_or(|args| !args.is_empty()), "args.txt has no argument");
        let env = text_of(&dir.join("env.txt"))?.unwrap_or_default();
        let env = env.lines().map(|line| match line.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (line.to_owned(), None),
        });
        Ok(Self { dir: dir.to_owned(), stdin, args, env: env.collect() })
    }
}

/// The text of a file of a case, or none where the file is absent.
///
/// # Errors
///
/// Fails when the file is there but is not readable text.
pub(crate) fn text_of(path: &Path) -> anyhow::Result<Option<String>> {
    if !path.exists() {
        return Ok(None);
    }
    let text = fs::read_to_string(path);
    text.map(Some).with_context(|| format!("could not read {}", path.display()))
}

fn read_setup(dir: &Path) -> anyhow::Result<Setup> {
    let before = Some(dir.join("before")).filter(|before| before.exists());
    let links = text_of(&dir.join("links.txt"))?.unwrap_or_default();
    let modes = text_of(&dir.join("modes.txt"))?.unwrap_or_default();
    Ok(Setup {
        before,
        links: links.lines().map(parse_link).collect::<Result<_, _>>()?,
        modes: modes.lines().map(parse_mode).collect::<Result<_, _>>()?,
    })
}

fn parse_link(line: &str) -> anyhow::Result<Link> {
    match line.split_once(" -> ") {
        Some((path, target)) if sandbox::is_in_a_place(path) => {
            Ok(Link { path: path.to_owned(), target: target.to_owned() })
        }
        _ => bail!("links.txt: `{line}` is not `project/path -> target`"),
    }
}

fn parse_mode(line: &str) -> anyhow::Result<Mode> {
    let parts = line.split_once(' ');
    let parsed = parts.and_then(|(bits, path)| {
        let bits = u32::from_str_radix(bits, 8).ok().filter(|bits| *bits <= 0o777)?;
        sandbox::is_in_a_place(path).then(|| Mode { bits, path: path.to_owned() })
    });
    parsed.with_context(|| format!("modes.txt: `{line}` is not `0644 project/path`"))
}

fn name_of(path: &Path) -> anyhow::Result<&str> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.with_context(|| format!("{} has no readable name", path.display()))
}

fn names_in(dir: &Path) -> anyhow::Result<BTreeSet<String>> {
    tree::children(dir)?.iter().map(|path| name_of(path).map(str::to_owned)).collect()
}

fn refuse_others(names: &BTreeSet<String>, known: &[&[&str]]) -> anyhow::Result<()> {
    ensure!(!names.is_empty(), "the folder is empty");
    match names.iter().find(|name| !known.iter().any(|known| known.contains(&name.as_str()))) {
        Some(name) => bail!("{name} has no meaning here"),
        None => Ok(()),
    }
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

    #[test]
    fn modes_and_links_stay_inside() {
        let mode = |bits, path: &str| Some(Mode { bits, path: path.to_owned() });
        let table = [
            ("0000 project/a b", mode(0, "project/a b")),
            ("755 state/x/", mode(0o755, "state/x/")),
            ("0000 elsewhere/a", None),
            ("0000 project", None),
            ("0000 project/../../a", None),
            ("0999 project/a", None),
            ("10000 project/a", None),
            ("project/a", None),
            ("", None),
        ];
        for (line, expected) in table {
            assert_eq!(parse_mode(line).ok(), expected, "{line}");
        }
        let link = Link { path: "project/a".into(), target: "/dev/full".into() };
        assert_eq!(parse_link("project/a -> /dev/full").ok(), Some(link));
        for line in ["a -> b", "project/a->b", "project/a", ""] {
            assert!(parse_link(line).is_err(), "{line}");
        }
    }
}
