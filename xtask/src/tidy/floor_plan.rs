//! Every hook has the same rooms, so that whoever knows one finds the way in all.

use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, debts};

/// The modules that a hook may have at the top of its crate. `docs/internals/style.md` says what is in each.
const ROOMS: [&str; 10] =
    ["lib", "main", "handlers", "config", "policy", "gather", "decide", "record", "words", "tools"];

/// The modules of all hooks that are none of these.
pub(super) fn check(files: &BTreeSet<String>) -> Vec<Finding> {
    let mut hooks = BTreeMap::<&str, BTreeSet<&str>>::new();
    for (hook, module) in files.iter().filter_map(|path| module(path)) {
        hooks.entry(hook).or_default().insert(module);
    }
    let mut findings = Vec::new();
    for (hook, modules) in hooks {
        let known = debts::ROOMS.iter().find(|(name, _)| *name == hook);
        let known: BTreeSet<&str> =
            known.map(|(_, rooms)| rooms.split(' ').collect()).unwrap_or_default();
        let others = modules.iter().filter(|module| !ROOMS.contains(module));
        findings.extend(others.filter(|module| !known.contains(*module)).map(|module| {
            let message = format!("a hook has no room `{module}`, only {}", rooms());
            Finding::new(&format!("crates/{hook}/src/{module}.rs"), 0, message)
        }));
        let gone = known.iter().filter(|module| !modules.contains(*module));
        findings.extend(gone.map(|module| debts::is_paid(&format!("`{module}` of {hook}"))));
    }
    findings
}

/// The rooms behind the two doors.
fn rooms() -> String {
    ROOMS.iter().skip(2).copied().collect::<Vec<_>>().join(", ")
}

/// The hook and the module at its top that a file belongs to.
fn module(path: &str) -> Option<(&str, &str)> {
    let (hook, rest) = path.strip_prefix("crates/")?.split_once("/src/")?;
    let module = rest.split('/').next()?;
    hook.ends_with("-hook").then(|| (hook, module.strip_suffix(".rs").unwrap_or(module)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hook_has_these_rooms_and_no_others() {
        let files = [
            "crates/a-hook/src/lib.rs",
            "crates/a-hook/src/main.rs",
            "crates/a-hook/src/decide.rs",
            "crates/a-hook/src/decide/rules.rs",
            "crates/a-hook/src/tools/explain.rs",
            "crates/a-hook/tests/cases.rs",
            "crates/a-subject/src/anything.rs",
        ];
        let files: BTreeSet<String> = files.map(str::to_owned).into();
        assert_eq!(check(&files), []);
        let more = ["crates/a-hook/src/judge.rs", "crates/a-hook/src/judge/more.rs"];
        let files = files.into_iter().chain(more.map(str::to_owned)).collect();
        let found: Vec<_> = check(&files).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("crates/a-hook/src/judge.rs: a hook has no room `judge`"));
    }
}
