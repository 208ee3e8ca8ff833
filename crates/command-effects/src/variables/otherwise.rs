//! Variables that a line sets by another way than an assignment before a command: by a builtin, as that of
//! a loop, by another name for it, by a default value.

use shell_syntax::{SimpleCommand, Word};

use super::{Does, RUNNING, TRACE, WRITING, does, is_name, values_of};

/// What comes of such a variable.
pub(crate) enum Otherwise {
    /// Some program runs, loads or writes to its value, for this reason.
    Runs(String),
    /// Programs obey it; this is its name, or what stands for it.
    Obeyed(String),
}

/// Variables that programs obey, exported since before a line begins.
const EXPORTED: [&str; 2] = ["HOME", "PATH"];

/// The variable of this kind that does most.
pub(crate) fn set_otherwise(text: &str, commands: &[SimpleCommand]) -> Option<Otherwise> {
    let found = Sets::of(text, commands);
    let told = |name: &str| does(name).map(|does| Otherwise::Runs(does.told(name)));
    if let Some(runs) = found.names.iter().find_map(|name| told(name)) {
        return Some(runs);
    }
    let exports = exports(text);
    if found.is_unclear || exports {
        let known = RUNNING.iter().copied().chain(WRITING).chain([TRACE]);
        let runs = |name: &&str| found.is_unclear || exports && is_given_a_program(name, text);
        if let Some(name) = known.filter(|name| text.contains(name)).find(runs) {
            return told(name);
        }
    }
    let name = found.names.into_iter().find(|name| EXPORTED.contains(name));
    let name = name.or_else(|| found.is_unclear.then_some("$"));
    name.map(|name| Otherwise::Obeyed(name.to_owned()))
}

/// The names that a line sets so.
#[derive(Default)]
struct Sets<'t> {
    names: Vec<&'t str>,
    /// Whether there is one that only an expansion says.
    is_unclear: bool,
}

impl<'t> Sets<'t> {
    fn of(text: &'t str, commands: &'t [SimpleCommand]) -> Self {
        let mut found = Self::default();
        for command in commands {
            found.by_builtin(command);
        }
        for head in ["for ", "select "] {
            found.behind(text, head, |_| true);
        }
        let is_default = |rest: &str| rest.starts_with(":=") || rest.starts_with('=');
        found.behind(text, "${", is_default);
        found
    }

    fn by_builtin(&mut self, command: &'t SimpleCommand) {
        let program = command.program().unwrap_or_default();
        // A value that one of these is given is judged where it stands.
        let declares =
            matches!(program, "export" | "readonly" | "declare" | "typeset" | "local" | "unset");
        for name in command.sets() {
            match name {
                None => self.is_unclear = true,
                Some(name) if !declares => self.names.push(name),
                Some(_) => {}
            }
        }
        let refers =
            |word: &Word| word.text.strip_prefix('-').is_some_and(|letters| letters.contains('n'));
        if declares && program != "export" && command.args().any(refers) {
            let words = command.args().filter(|word| !word.text.starts_with('-'));
            for name in words.map(|word| word.text.split_once('=').map(|(_, name)| name)) {
                self.is_unclear |= name.is_none_or(|name| name.contains('$'));
                self.names.extend(name);
            }
        }
    }

    /// Takes the names that stand behind `sign` and before what `holds`.
    fn behind(&mut self, text: &'t str, sign: &str, holds: impl Fn(&str) -> bool) {
        for (at, _) in text.match_indices(sign) {
            let rest = text.get(at + sign.len()..).unwrap_or_default();
            let end = rest.find(|next| !is_name(next)).unwrap_or(rest.len());
            if let Some((name, rest)) = rest.split_at_checked(end)
                && holds(rest)
            {
                self.names.push(name);
            }
        }
    }
}

/// Whether a line hands variables on to programs by their names alone.
fn exports(text: &str) -> bool {
    ["export", "declare", "typeset", "set -", " -a"].iter().any(|sign| text.contains(sign))
}

/// Whether an assignment that is a command of its own has programs run another.
fn is_given_a_program(name: &str, text: &str) -> bool {
    let is_literal = |value: &str| !value.contains(['$', '`']);
    values_of(name, text).any(|value| !Does::Runs.is_harmless(name, value, is_literal(value)))
}
