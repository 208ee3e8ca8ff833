//! One test for each archive of `tests/settings`. Its parts: `before.json` (absent: there is no
//! file), `hooks.txt` (a hook a line, behind it the folder of its program if it has one of its own),
//! and either `after.json` or `error.txt`. Installing again changes nothing, and uninstalling gives
//! `before.json` again, or `uninstalled.json` where that cannot be; empty, it stands for no file.
//!
//! `BLESS=1` writes the expected parts that differ.

use std::fs;
use std::path::{Path, PathBuf};

use claude_settings::{Fragment, HookCommand, check, names};
use libtest_mimic::{Failed, Trial};
use text_archive::{Archive, Part};

use crate::{install, uninstall};

const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

/// The parts of a case, in the order in which they are written.
const PARTS: [&str; 5] =
    ["hooks.txt", "before.json", "error.txt", "after.json", "uninstalled.json"];

/// A case: what its archive says, and what came of it.
struct Case {
    path: PathBuf,
    said: Archive,
    found: Archive,
}

/// The cases, each named after its file.
pub(crate) fn trials() -> Result<Vec<Trial>, Failed> {
    let mut trials = Vec::new();
    for entry in fs::read_dir(Path::new(PACKAGE).join("../../tests/settings"))? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".txtar"));
        let name = name.ok_or_else(|| format!("{} is no case", path.display()))?.to_owned();
        trials.push(Trial::test(name, move || Case::read(path)?.run()));
    }
    Ok(trials)
}

impl Case {
    fn read(path: PathBuf) -> Result<Self, Failed> {
        let said = Archive::parse(&fs::read_to_string(&path)?)?;
        if let Some(part) = said.parts.iter().find(|part| !PARTS.contains(&part.name())) {
            return Err(format!("{} is not part of a case", part.name()).into());
        }
        let is_given = |part: &&Part| PARTS.iter().take(2).any(|given| part.name() == *given);
        let parts = said.parts.iter().filter(is_given).cloned().collect();
        let found = Archive { comment: said.comment.clone(), parts };
        Ok(Self { path, said, found })
    }

    fn text(&self, name: &str) -> Result<Option<&str>, Failed> {
        Ok(self.said.get(name).map(std::str::from_utf8).transpose()?)
    }

    fn run(mut self) -> Result<(), Failed> {
        let before = self.text("before.json")?.map(str::to_owned);
        let fragments = fragments(self.text("hooks.txt")?.ok_or("hooks.txt is missing")?)?;
        match install(before.as_deref(), &fragments) {
            Ok(after) => {
                self.finds("after.json", &after)?;
                check_installed(&after, &fragments)?;
                if let Some(differs) = uninstalled(before.as_deref(), &after, &fragments)? {
                    self.finds("uninstalled.json", &differs)?;
                }
            }
            Err(err) => self.finds("error.txt", &format!("{err}\n"))?,
        }
        self.end()
    }

    fn finds(&mut self, name: &str, text: &str) -> Result<(), Failed> {
        self.found.parts.push(Part::new(name, text).ok_or("no name")?);
        Ok(())
    }

    /// Holds what was found against what the case says, or writes it.
    #[expect(clippy::disallowed_methods, reason = "a variable blesses, and a test file is written")]
    fn end(self) -> Result<(), Failed> {
        let differing = PARTS.iter().find(|part| self.said.get(part) != self.found.get(part));
        let Some(name) = differing else { return Ok(()) };
        if std::env::var_os("BLESS").is_some() {
            return Ok(fs::write(&self.path, self.found.to_string())?);
        }
        let part = |archive: &Archive| {
            let text = archive.get(name).map(String::from_utf8_lossy);
            text.map_or("(no part)".to_owned(), |text| text.into_owned())
        };
        let [expected, actual] = [&self.said, &self.found].map(part);
        Err(format!("{name} differs\n--- expected\n{expected}\n--- actual\n{actual}").into())
    }
}

fn check_installed(after: &str, fragments: &[Fragment]) -> Result<(), Failed> {
    if install(Some(after), fragments)? != after {
        return Err("installing again changes something".into());
    }
    if !check(after).is_empty() {
        return Err(format!("a host would not take it: {:?}", check(after)).into());
    }
    match fragments.iter().find(|fragment| !names(after, fragment.command())) {
        Some(missing) => Err(format!("{} is not named", missing.command().hook()).into()),
        None => Ok(()),
    }
}

/// What uninstalling leaves, where it is not what was there before.
fn uninstalled(
    before: Option<&str>,
    after: &str,
    fragments: &[Fragment],
) -> Result<Option<String>, Failed> {
    let commands: Vec<_> = fragments.iter().map(|f| f.command().clone()).collect();
    let uninstalled = uninstall(after, &commands)?;
    let again = uninstalled.as_deref().map(|text| uninstall(text, &commands)).transpose()?;
    if again.flatten() != uninstalled {
        return Err("uninstalling again changes something".into());
    }
    // An empty file is the same as none.
    let restored = uninstalled.as_deref() == before.filter(|text| !text.trim().is_empty());
    Ok((!restored).then(|| uninstalled.unwrap_or_default()))
}

fn fragments(hooks: &str) -> Result<Vec<Fragment>, Failed> {
    let fragment = |line: &str| {
        let (hook, command) = match line.split_once(' ') {
            Some((hook, dir)) => (hook, HookCommand::in_dir(hook, dir)),
            None => (line, HookCommand::in_project(line)),
        };
        Ok(Fragment::read(&template(hook)?, command)?)
    };
    hooks.lines().map(fragment).collect()
}

/// The template of a hook of ours, or of one that is here for the tests.
fn template(hook: &str) -> Result<String, Failed> {
    let package = Path::new(PACKAGE);
    let ours: PathBuf = package.join("../../settings-templates").join(format!("{hook}.json"));
    let for_tests = package.join("tests/it/templates").join(format!("{hook}.json"));
    Ok(fs::read_to_string(if ours.exists() { ours } else { for_tests })?)
}
