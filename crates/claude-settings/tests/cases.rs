//! One test for each folder of `tests/settings`: `before.json` (absent: there is no file),
//! `hooks.txt` (a hook a line, behind it the folder of its program if it has one of its own), and
//! either `after.json` or `error.txt`. Installing again changes nothing, and uninstalling gives
//! `before.json` again, or `uninstalled.json` where that cannot be; empty, it stands for no file.
//!
//! `BLESS=1` writes the expected files that differ.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use claude_settings::{Fragment, HookCommand, check, install, names, uninstall};
use libtest_mimic::{Arguments, Failed, Trial};

const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

fn main() -> Result<ExitCode, Failed> {
    let mut trials = Vec::new();
    for entry in fs::read_dir(Path::new(PACKAGE).join("../../tests/settings"))? {
        let case = entry?.path();
        if !case.is_dir() {
            continue;
        }
        let name = case.file_name().unwrap_or_default().to_string_lossy().into_owned();
        trials.push(Trial::test(name, move || run(&case)));
    }
    Ok(libtest_mimic::run(&Arguments::from_args(), trials).exit_code())
}

fn run(case: &Path) -> Result<(), Failed> {
    let known = ["before.json", "hooks.txt", "after.json", "uninstalled.json", "error.txt"];
    for entry in fs::read_dir(case)? {
        let name = entry?.file_name();
        if !known.iter().any(|known| name == *known) {
            return Err(format!("{} is not part of a case", name.display()).into());
        }
    }
    let before = read(&case.join("before.json"))?;
    let fragments = fragments(&fs::read_to_string(case.join("hooks.txt"))?)?;
    match install(before.as_deref(), &fragments) {
        Ok(after) => {
            expect(&case.join("error.txt"), None)?;
            expect(&case.join("after.json"), Some(&after))?;
            check_installed(&after, &fragments)?;
            check_uninstalled(case, before.as_deref(), &after, &fragments)
        }
        Err(err) => {
            expect(&case.join("after.json"), None)?;
            expect(&case.join("error.txt"), Some(&format!("{err}\n")))
        }
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

fn check_uninstalled(
    case: &Path,
    before: Option<&str>,
    after: &str,
    fragments: &[Fragment],
) -> Result<(), Failed> {
    let commands: Vec<_> = fragments.iter().map(|f| f.command().clone()).collect();
    let uninstalled = uninstall(after, &commands)?;
    // An empty file is the same as none.
    let restored = uninstalled.as_deref() == before.filter(|text| !text.trim().is_empty());
    let differs = (!restored).then(|| uninstalled.as_deref().unwrap_or_default());
    expect(&case.join("uninstalled.json"), differs)?;
    let again = uninstalled.as_deref().map(|text| uninstall(text, &commands)).transpose()?;
    if again.flatten() == uninstalled {
        Ok(())
    } else {
        Err("uninstalling again changes something".into())
    }
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
    let for_tests = package.join("tests/templates").join(format!("{hook}.json"));
    Ok(fs::read_to_string(if ours.exists() { ours } else { for_tests })?)
}

fn read(path: &Path) -> Result<Option<String>, Failed> {
    Ok(if path.exists() { Some(fs::read_to_string(path)?) } else { None })
}

/// Whether the expected file is `actual`, or is not there for `None`.
#[expect(clippy::disallowed_methods, reason = "the way to bless a test is an environment variable")]
fn expect(path: &Path, actual: Option<&str>) -> Result<(), Failed> {
    let expected = read(path)?;
    if expected.as_deref() == actual {
        return Ok(());
    }
    if std::env::var_os("BLESS").is_some() {
        return match actual {
            Some(text) => Ok(fs::write(path, text)?),
            None => Ok(fs::remove_file(path)?),
        };
    }
    let name = path.file_name().unwrap_or_default().display();
    let [expected, actual] = [expected.as_deref(), actual].map(|text| text.unwrap_or("(no file)"));
    Err(format!("{name} differs\n--- expected\n{expected}\n--- actual\n{actual}").into())
}
