//! Builtins that set variables, and which they are given.
//!
//! Bash manual, 4 "Shell Builtin Commands".

use crate::command::{SimpleCommand, Word};

/// Builtins that can make a variable another name of one.
pub(crate) const DECLARING: [&str; 3] = ["declare", "typeset", "local"];

/// Whether a word is options of [`DECLARING`] by which a variable becomes another name: which one it means
/// may be said later.
pub(crate) fn declares_a_reference(word: &Word) -> bool {
    let letters = word.text.strip_prefix('-').unwrap_or_default();
    letters.contains('n') && !letters.starts_with('-')
}

/// Builtins that set the variables whose names they are given.
pub(crate) const SETTING: [&str; 14] = [
    "read",
    "mapfile",
    "readarray",
    "getopts",
    "unset",
    "declare",
    "typeset",
    "local",
    "export",
    "readonly",
    "let",
    "wait",
    "coproc",
    "vared",
];

impl SimpleCommand {
    /// The variables that a builtin is given to set (`read NAME`, `printf -v NAME`, `export NAME=v`); `None`
    /// for one that only an expansion says. A name that is stuck to options is not seen.
    pub fn sets(&self) -> Vec<Option<&str>> {
        let is_builtin = self.words.first().is_some_and(|word| !word.text.contains('/'));
        match (self.program().filter(|_| is_builtin), self.words.get(1)) {
            (Some("printf"), Some(first)) => {
                let stuck = first.text.strip_prefix("-v");
                let next = || self.words.get(2).map(|word| name_in(word, &word.text));
                match stuck {
                    Some("") => next().into_iter().collect(),
                    Some(name) => vec![name_in(first, name)],
                    None => vec![],
                }
            }
            (Some(name), _) if SETTING.contains(&name) => {
                let names = self.args().filter(|word| !word.text.starts_with(['-', '+']));
                names.map(|word| name_in(word, &word.text)).collect()
            }
            _ => vec![],
        }
    }
}

/// The name before a value and a subscript.
fn name_in<'w>(word: &Word, text: &'w str) -> Option<&'w str> {
    let name = text.split(['=', '+', '[']).next().unwrap_or_default();
    (word.literal || !name.contains(['$', '`', '*', '?', '{', '\\'])).then_some(name)
}

/// Whether a name is all that stands behind the letters of options: `-raF` of `read`, `-vF` of `printf`.
pub(crate) fn is_stuck(text: &str, name: &str) -> bool {
    let target = text.split(['=', '+', '[']).next().unwrap_or_default();
    let letters = target.strip_suffix(name).and_then(|letters| letters.strip_prefix('-'));
    letters.is_some_and(|letters| letters.chars().all(|next| next.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn builtins_name_the_variables_that_they_set() {
        let check = |text: &str, expected: &[Option<&str>]| {
            let commands = crate::walk::commands(text, &|_| vec![], &|_| true).unwrap();
            assert_eq!(commands[0].sets(), expected, "{text}");
        };
        check("read -r a b", &[Some("a"), Some("b")]);
        check("printf -v a %s b", &[Some("a")]);
        check("printf -va %s b", &[Some("a")]);
        check("printf %s a", &[]);
        check("export a=b c \"$d=$e\"", &[Some("a"), Some("c"), None]);
        check("declare -x a[1]=b", &[Some("a")]);
        check("read $a", &[None]);
        check("./read a", &[]);
    }
}
