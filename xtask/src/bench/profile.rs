//! Which functions of a program run in its fixtures, for [`crate::package`], which puts them next to
//! each other.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;
use std::thread;

use anyhow::Context as _;

use super::SETTLING;
use super::fixture::small_fixtures;
use crate::files;
use crate::workspace::Workspace;

/// Where the fixtures are kept.
const FOLDER: &str = "tests/bench";

/// Whether a program has fixtures.
pub(crate) fn has_fixtures(workspace: &Workspace, name: &str) -> bool {
    workspace.root().join(FOLDER).join(format!("{name}.txtar")).is_file()
}

/// The symbols of the functions that a program runs in its fixtures, those first that run in most of them.
///
/// # Errors
/// If a fixture fails, or `valgrind` is missing.
pub(crate) fn functions(
    workspace: &Workspace,
    name: &str,
    program: &Path,
) -> anyhow::Result<Vec<String>> {
    let unpacked = files::unpacked(&workspace.root().join(FOLDER))?;
    let mut fixtures = small_fixtures(&unpacked.path().join(name), program)?;
    thread::sleep(SETTLING);
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for fixture in &mut fixtures {
        fixture.warm_up()?;
        let functions = fixture.functions();
        let functions = functions.with_context(|| format!("could not profile {name}"))?;
        for symbol in functions {
            *uses.entry(symbol).or_default() += 1;
        }
    }
    let mut functions: Vec<_> = uses.into_iter().collect();
    functions.sort_by_key(|(_, count)| Reverse(*count));
    Ok(functions.into_iter().map(|(symbol, _)| symbol).collect())
}
