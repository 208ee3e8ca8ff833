//! What commands run besides themselves, as the caller tells it.

use crate::notation::{check, check_refused, commands};

#[test]
fn words_are_a_command() {
    check("with with rm x", "with with rm x · ^ with rm x · ^ rm x");
    check("with", "with");
    check("with $(a) rm $(b)", "with ?$(a) rm ?$(b) · ^ ?$(a) rm ?$(b) · a · ^ rm ?$(b) · b");
    check("with \"$WHAT\" x", "with ?$WHAT x · ^ ?$WHAT x");
    check("twice $(b) c", "twice ?$(b) c · ^ a ?$(b) c · b · ^ ?$(b) c · b · ^ c");
}

#[test]
fn what_the_shell_may_drop_or_split_is_seen_through() {
    check("$SUDO $OPTIONS rm x", "?$SUDO ?$OPTIONS rm x · ^ rm x");
    check("\"$@\" rm", "?$@ rm · ^ rm");
    check("{rm,x} y", "?{rm,x} y · ^ rm x y");
    check("{with,} rm x", "?{with,} rm x · ^ with rm x · ^ rm x");
}

#[test]
fn scripts_are_read() {
    check("sh -c 'rm x; ls'", "sh -c ‹rm x; ls› · rm x · ls");
    check("sh -c \"rm $(a) \\$b\"", "sh -c ?‹rm $(a) $b› · rm ?$(a) ?$b · a");
    check("sh -c '\"$@\"' _ rm x", "sh -c \"$@\" _ rm x · ?$@ · ^ rm x");
    check("sh -c '$0 y' rm", "sh -c ‹$0 y› rm · ?$0 y · ^ y · ^ rm");
    check("with sh <<E\nrm $(b)\nE", "with sh · ^ sh · rm ?$(b) · b");
    check("sh <<< 'rm x'; cat <<'E' | sh\nrm y\nE", "sh · rm x · cat · sh");
    check("trap 'rm x' EXIT; eval", "trap ‹rm x› EXIT · [?] rm x · eval");
    check_refused("sh -c 'rm (x'", "syntax error");
    check_refused("a; puzzle", "a puzzle");
}

#[test]
fn who_runs_what_is_told() {
    let found = commands("with sh -c 'a $(b); c' & d; eval \"$e\"").unwrap();
    let shown: Vec<_> = found
        .iter()
        .map(|command| {
            (command.program().unwrap(), command.runner, command.wrapped, command.opaque)
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("with", None, false, false),
            ("sh", Some(0), true, false),
            ("a", Some(1), false, false),
            ("b", Some(1), false, false),
            ("c", Some(1), false, false),
            ("d", None, false, false),
            ("eval", None, false, true),
            ("$e", Some(6), false, false),
        ]
    );
}

#[test]
fn words_are_split_as_a_shell_does() {
    let split = |text: &str| {
        let words = shell_syntax::words(text)?;
        Some(words.into_iter().map(|word| word.text).collect::<Vec<_>>().join("|"))
    };
    let check = |text: &str, expected: Option<&str>| {
        assert_eq!(split(text).as_deref(), expected, "{text}");
    };
    check("A=1 rm -f \"a b\"\n'c d'e", Some("A=1|rm|-f|a b|c de"));
    check("a;b >c (d)|e #f", Some("a;b|>c|(d)|e|#f"));
    check("a $b", Some("a|$b"));
    check("a $(b)", None);
    check("a 'b", None);
    check("", Some(""));
}
