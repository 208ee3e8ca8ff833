//! The names of the parts of a case: what each is for, which a run is judged by,
//! and in which order they are written.

/// Where the files before the first run are.
pub(crate) const BEFORE: &str = "before/";

/// Where the files are that differ after the last run.
pub(crate) const AFTER: &str = "after/";

/// What is sent in a run.
const SENT: [&str; 5] = ["args", "event", "stdin.json", "stdin", "env"];

/// What must come of a run.
const GOT: [&str; 5] = ["stdout.json", "stdout", "stderr", "status", EXPLAIN];

/// Why a run is silent.
pub(crate) const EXPLAIN: &str = "explain";

/// To what a part belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Case,
    OnlyRun,
    /// The run with this number.
    Run(usize),
}

/// What the part is for, or none where the name has no meaning.
pub(crate) fn kind(name: &str) -> Option<Kind> {
    if ["env", "links", "modes", "removed", "linked"].contains(&name)
        || is_below(name, BEFORE)
        || is_below(name, AFTER)
    {
        return Some(Kind::Case);
    }
    let (number, base) = in_run(name);
    let is_known = SENT.contains(&base) || GOT.contains(&base);
    is_known.then(|| number.map_or(Kind::OnlyRun, Kind::Run))
}

/// Whether the part says what must come of the runs.
pub(crate) fn is_expectation(name: &str) -> bool {
    is_below(name, AFTER) || ["removed", "linked"].contains(&name) || GOT.contains(&in_run(name).1)
}

/// Whether the part says why a run is silent.
pub(crate) fn is_explanation(name: &str) -> bool {
    in_run(name).1 == EXPLAIN
}

/// A key that sorts the parts of a case as they are written: what is sent, the
/// files before, what came of it, the files after, in each run what comes first.
pub(crate) fn order(name: &str) -> (usize, usize, usize, &str) {
    let place = |names: &[&str], name: &str| names.iter().position(|known| *known == name);
    let (number, base) = in_run(name);
    match (number, place(&SENT, base), place(&GOT, base)) {
        (None, Some(at), _) => (0, at, 0, ""),
        (Some(number), Some(at), _) => (4, number, at, ""),
        (None, _, Some(at)) => (4, 0, SENT.len() + at, ""),
        (Some(number), _, Some(at)) => (4, number, SENT.len() + at, ""),
        (None, None, None) if name == "links" => (2, 0, 0, ""),
        (None, None, None) if name == "modes" => (3, 0, 0, ""),
        (None, None, None) if is_below(name, BEFORE) => (1, 0, 0, ""),
        (None, None, None) if is_below(name, AFTER) => (5, 0, 0, name),
        _ => (6, 0, 0, name),
    }
}

fn is_below(name: &str, folder: &str) -> bool {
    name.len() > folder.len() && name.starts_with(folder)
}

/// The number of the run to which the part belongs, if it has one, and the rest.
fn in_run(name: &str) -> (Option<usize>, &str) {
    let split = name.split_once('/').and_then(|(number, base)| {
        let is_plain = !number.starts_with(['0', '+']);
        Some((number.parse().ok().filter(|_| is_plain)?, base))
    });
    split.map_or((None, name), |(number, base)| (Some(number), base))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_meaning_or_none() {
        let table = [
            ("env", Some(Kind::Case)),
            ("before/project/a", Some(Kind::Case)),
            ("args", Some(Kind::OnlyRun)),
            ("12/stdout.json", Some(Kind::Run(12))),
            ("2/env", Some(Kind::Run(2))),
            ("2/removed", None),
            ("01/args", None),
            ("stdout.txt", None),
            ("before/", None),
            ("project/a", None),
        ];
        for (name, expected) in table {
            assert_eq!(kind(name), expected, "{name}");
        }
    }
}
