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

/// Of a `case` over a parameter that the script is given only what may run is found. Each was compared with
/// what bash runs.
#[test]
fn branches_that_no_value_reaches_are_left_out() {
    let check = |text: &str, expected: &str| {
        let found = commands(text).unwrap();
        let programs: Vec<&str> = found.iter().filter_map(|it| it.program()).collect();
        assert_eq!(programs.join(" "), expected, "{text}");
    };
    check("E=a; if [ \"$E\" = b ]; then x; fi; y", "[ y");
    check("E=b; if [ $E = b ]; then x; else z; fi", "[ x");
    check("E=a; if test \"$E\" != b; then x; else z; fi", "test x");
    check("E=a; if ! [ $E = b ]; then x; else z; fi", "[ x");
    check("E=a; if [[ $E == b ]]; then x; elif [[ $E == a ]]; then y; else z; fi", "y");
    check("E=a; if [[ $E == b || $E == c ]]; then x; fi", "x");
    check("E=a; if [[ ! $E == a ]]; then x; else z; fi", "x z");
    check("E=a; if [[ $E == a* ]]; then x; else z; fi", "x z");
    check("E=$1; if [ $E = b ]; then x; else z; fi", "[ x z");
    check("if [ $E = b ]; then x; else z; fi", "[ x z");
    check("E=a; E=b; if [ $E = b ]; then x; else z; fi", "[ x z");
    check("E=a; . ./l; if [ $E = b ]; then x; fi", ". [ x");
    check("E=a; if [ $E = b ] || y; then x; fi", "[ y x");
    check("E=-n; if [ $E = b ]; then x; fi", "[ x");
    check("f() { if [ $E = b ]; then x; fi; }; E=b; f", "[ x f");
}

#[test]
fn arms_that_no_parameter_reaches_are_left_out() {
    let check = |script: &str, args: &str, expected: &str| {
        let text = format!("sh -c '{script}' x {args}");
        let found = commands(&text).unwrap();
        let programs: Vec<&str> = found.iter().skip(1).filter_map(|it| it.program()).collect();
        assert_eq!(programs.join(" "), expected, "{text}");
    };
    let arms = "in up) a;; down|off) b;; st*) c;; *) d;; esac";
    check(&format!("case $1 {arms}"), "up", "a");
    check(&format!("case \"$1\" {arms}"), "off", "b");
    check(&format!("case ${{1:-up}} {arms}"), "", "a");
    check(&format!("case ${{1:-}} {arms}"), "", "c d");
    check(&format!("case ${{1}} {arms}"), "other", "c d");
    check(&format!("case ${{2:-off}} {arms}"), "up", "b");
    check(&format!("cmd=${{1:-up}}; shift; case \"$cmd\" {arms}"), "down", "shift b");
    check(&format!("cmd=$1\ncase ${{cmd}} {arms}"), "up", "a");
    check(&format!("set -eu; case $1 {arms}"), "up", "set a");
    check(&format!("cmd=${{1:?say what}}; case $cmd {arms}"), "up", "a");
    check(&format!("case ${{1:?say what}} {arms}"), "", "a b c d");
    check(&format!("cmd=$1; case $cmd {arms}; echo no such cmd"), "up", "a echo");
    check(&format!("cmd=$1; printf -v cmd down; case $cmd {arms}"), "up", "printf a b c d");
    check(&format!("cmd=$1; for cmd in down; do :; done; case $cmd {arms}"), "up", ": a b c d");
    // Where the parameter may be another one, all may run.
    check(&format!("case $1 {arms}"), "$X", "a b c d");
    check(&format!("shift; case $1 {arms}"), "up down", "shift a b c d");
    check(&format!("set -- down; case $1 {arms}"), "up", "set a b c d");
    check(&format!("set down; case $1 {arms}"), "up", "set a b c d");
    check(&format!("f() {{ case $1 {arms}; }}; f down"), "up", "a b c d f");
    check(&format!("while x; do case $1 {arms}; shift; done"), "up", "x a b c d shift");
    check(&format!("shift; cmd=$1; case $cmd {arms}"), "up down", "shift a b c d");
    check(&format!("cmd=$1; cmd=down; case $cmd {arms}"), "up", "a b c d");
    check(&format!("cmd=$1; read cmd; case $cmd {arms}"), "up", "read a b c d");
    check(&format!(". ./l; case $1 {arms}"), "up", ". a b c d");
    check(&format!("case ${{1:-up}} {arms}"), "\"\"", "a");
    check("case $1 in \"*\") a;; *) b;; esac", "up", "a b");
    check(&format!("eval y; case $1 {arms}"), "up", "eval y a b c d");
    check("case $1 in up) a;& *) b;; esac", "down", "a b");
    check(&format!("case ${{2:-off}} {arms}"), "{up,x}", "a b c d");
    check(&format!("case ${{2:-off}} {arms}"), "$X", "a b c d");
    check(&format!("case ${{2:-off}} {arms}"), "\"$@\"", "a b c d");
    check(&format!("shopt -s nocasematch; case $1 {arms}"), "UP", "shopt a b c d");
    check(&format!("cmd=up; . ./l; case $cmd {arms}"), "", ". a b c d");
    check(&format!("cmd=up; source ./l; case $cmd {arms}"), "", "source a b c d");
    check(&format!("cmd=up; echo resource x; case $cmd {arms}"), "", "echo a");
    check(&format!("cmd=up; ((cmd++)); case $cmd {arms}"), "", "a b c d");
    check(&format!("cmd=up; case $cmd {arms}; echo \"no \\$cmd. Use\""), "", "a echo");
    check(&format!("case \\$1 {arms}"), "up", "a b c d");
    check("case $1 in u[pq]) a;; *) b;; esac", "up", "a b");
    assert_eq!(commands("case $1 in up) a;; *) b;; esac").unwrap().len(), 2);
}
