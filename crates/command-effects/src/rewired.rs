//! Variables and options by which bash runs, expands or writes what no word of a line says.
//!
//! Bash manual, 5.2 "Bash Variables", 6.9 "Controlling the Prompt", 9 "Using History Interactively"; its
//! source hands functions on in variables that begin with `BASH_FUNC_`.

/// Why bash does something else with a text than its words say.
pub(crate) fn rewired(text: &str) -> Option<String> {
    let names = ["BASH_CMDS", "BASH_ALIASES", "BASH_FUNC_"];
    if text.contains("BASH_")
        && let Some(name) = names.into_iter().find(|name| text.contains(name))
    {
        return Some(format!("`{name}` says what a name runs"));
    }
    if text.contains(" -n") && names_another(text) {
        return Some("a variable stands for another one that is not written out".to_owned());
    }
    if text.contains("PS") && expands_a_prompt(text) {
        return Some("a prompt names what else it runs".to_owned());
    }
    if text.contains("HIST") && sets_history(text) {
        return Some("bash writes its history to the file that `HISTFILE` names".to_owned());
    }
    let may_switch = ["set -", "opt", "sh -", "rbash", "MAILPATH"];
    if may_switch.iter().any(|sign| text.contains(sign))
        && let Some(reason) = switched(text)
    {
        return Some(reason.to_owned());
    }
    let names_of_zsh = ["aliases[", "commands[", "functions[", "hash ", "print -P", "zcompile"];
    let is_of_zsh = text.contains("zsh") && names_of_zsh.iter().any(|sign| text.contains(sign));
    (text.contains("${(") || is_of_zsh).then(|| "zsh makes something else of a name".to_owned())
}

/// Why the shell reads a text otherwise, once the text has switched something.
fn switched(text: &str) -> Option<&'static str> {
    let is_switched = |(signs, _): &&(&[&str], &str)| signs.iter().any(|sign| text.contains(sign));
    if let Some((_, reason)) = SWITCHES.iter().find(is_switched) {
        return Some(reason);
    }
    let is_placing = ["cp ", "mv ", "ln ", "install "].iter().any(|name| text.contains(name));
    let is_left_out = text.contains("nullglob") && is_placing;
    is_left_out.then_some("with `nullglob` the last word may be another one")
}

/// What switches something of the shell for the rest of a line, and why that matters.
const SWITCHES: [(&[&str], &str); 5] = [
    (&["set -k", "-o keyword", "sh -k"], "words behind a program become variables"),
    (&["lastpipe", "MAILPATH"], "`lastpipe` or `MAILPATH` changes what the line does"),
    (&["histexpand", "set -o history", "sh -o history"], "bash takes lines from its history"),
    (&["extdebug"], "with `extdebug` a trap leaves commands out"),
    (
        &["set -r;", "set -r\n", "set -r &", "rbash", "--restricted", "sh -r "],
        "a restricted shell stays where it is",
    ),
];

/// Whether a line makes a name stand for a variable whose own name it puts together: `declare -n r=BASH_'CMDS'`.
/// A parameter of a function is usual.
fn names_another(text: &str) -> bool {
    let is_such = |(at, sign): (usize, &str)| {
        let before = text.get(..at).unwrap_or_default();
        let behind = text.get(at + sign.len()..).unwrap_or_default().trim_start();
        let declares =
            ["declare", "typeset", "local", "nameref"].iter().any(|it| before.ends_with(it));
        let end = behind.find([' ', ';', '\n', '&', '|']).unwrap_or(behind.len());
        let value = behind.get(..end).and_then(|one| one.split_once('=')).map_or("", |(_, it)| it);
        let value = value.trim_matches('"');
        let is_parameter = value.strip_prefix('$').is_some_and(|it| {
            it.trim_matches(['{', '}']).bytes().all(|next| next.is_ascii_digit())
        });
        declares && !is_parameter && value.contains(['\'', '"', '$', '\\', '`'])
    };
    text.match_indices(" -n").any(is_such)
}

/// Whether a prompt is set in which something runs. The one of `set -x` is written by any shell, the
/// others only where a person types.
fn expands_a_prompt(text: &str) -> bool {
    let runs = || text.contains("$(") || text.contains('`');
    let sets = |name: &str| {
        let behind = |(at, _)| text.get(at + name.len()..).unwrap_or_default();
        text.match_indices(name)
            .map(behind)
            .any(|rest| rest.starts_with(['=', '[']) || rest.starts_with("+="))
    };
    sets("PS4") || ["PS0", "PS1", "PS2"].into_iter().any(sets) && runs()
}

/// Whether a line does more with the variables of the history than to read or to unset them: bash cuts
/// the file as soon as `HISTFILESIZE` gets a value.
fn sets_history(text: &str) -> bool {
    text.match_indices("HISTFILE").any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        !["$", "${", "unset "].iter().any(|end| before.ends_with(end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_bash_is_told_beside_its_words_is_named() {
        let check = |text: &str, expected: bool| {
            assert_eq!(rewired(text).is_some(), expected, "{text}");
        };
        check("BASH_CMDS[ls]=/bin/rm; ls a", true);
        check("declare -n r=BASH_CMDS; r[cat]=/usr/bin/touch; cat a", true);
        check("env 'BASH_FUNC_ls%%=() { touch a; }' bash -c ls", true);
        check("echo ${BASH_VERSION} $BASH_SOURCE", false);
        check("HISTFILE=a; HISTFILESIZE=0", true);
        check("HISTFILE=a; read HISTFILESIZE <<< 0", true);
        check("echo $HISTFILE ${HISTFILE}; unset HISTFILE; HISTSIZE=10", false);
        check("PS4='$(touch a)' bash -xc ls", true);
        check("PS1='$(touch a)' bash -i", true);
        check("PS4+='$(touch a)'; set -x; ls", true);
        check("PS4[0]='$(touch a)'; set -x; ls", true);
        check("declare -n r=BASH_'CMDS'; r[ls]=/tmp/x; ls", true);
        check("f() { local -n out=\"$1\"; out=2; }; f a", false);
        check("PS1='$ ' bash --norc", false);
        check("set -o history -H; ls; ^ls^rm^", true);
        check("set -k; git A=b status", true);
        check("set -r; cd src; rm a", true);
        check("shopt -s nullglob; cp a outside/b src/zz*", true);
        check("shopt -s nullglob; for f in src/*; do cat $f; done", false);
        check("zsh -c 'functions[ls]=x; ls'", true);
        check("echo ${(e)x}", true);
        check("node -e 'functions[0]()'", false);
        check("set -euo pipefail; curl -o history.json https://h/a; set +H", false);
    }
}
