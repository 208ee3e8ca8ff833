//! What is found in a text. Lines that could hide a command from a reader that is not exact were
//! compared with what bash 5.2 runs.

use crate::notation::{check, commands};

#[test]
fn lists_and_pipelines_are_split() {
    check("git commit -m \"DELETE FROM t\"", "git commit -m ‹DELETE FROM t›");
    check("true && sqlite3 d \"DELETE FROM t\" # pytest", "true · sqlite3 d ‹DELETE FROM t›");
    check("a&b&&c||d|e;f |& g\nh", "a · b · c · d · e · f · g · h");
    check("", "");
    check("# rm x", "");
    check("A=1", "");
    check("A=1 B=(x y) C+=2 D[0]=3 cmd E=4", "cmd E=4");
    check("! rm x", "rm x");
    check("!(rm x)", "rm x");
    check("time -p rm x", "rm x");
    check("time -- rm x", "rm x");
    check("time -o f rm x", "-o f rm x");
    check("! time rm x", "rm x");
    check("! ! time -p -- ! rm x; !; time; a | time b", "rm x · a · time b");
}

#[test]
fn compound_commands_are_walked() {
    check("(a; b) && { c; d; }", "a · b · c · d");
    check("if a; then b; elif c; then d; else e; fi", "a · b · c · d · e");
    check("while a; do b; done; until c; do d; done", "a · b · c · d");
    check("for i in $(a) b; do c $i; done", "a · c ?$i");
    check("for ((i=$(a); i<3; i++)); do b; done", "a · b");
    check("case $(a) in (b|$(c)) d;; e) f;& *) g; esac", "a · c · d · f · g");
    check("(case a in b) c;; esac)", "c");
    check("case a in b) ;; esac; c", "c");
    check("f() { a; }; function g { b; } >log; f", "a · b ·  >log · f");
    check("coproc a b", "a b");
    check("[[ $(a) == b* && ! -f $(c) || x =~ ^(y|z)+$ ]] && d", "a · c · d");
    check("((i++)) && ((a); b)", "a · b");
    check("( ( (a) ) )", "a");
    check("echo $(( 1 << 2 )); a\n2\nb", "echo ?‹$(( 1 << 2 ))› · a · 2 · b");
}

#[test]
fn substitutions_are_found_wherever_they_are_expanded() {
    check("echo $(rm x) `rm y`", "echo ?‹$(rm x)› ?‹`rm y`› · rm x · rm y");
    check("echo \"a $(b \"c $(d)\") `e`\"", "echo ?‹a $(b \"c $(d)\") `e`› · b ?‹c $(d)› · d · e");
    check("echo `a \\`b\\``", "echo ?‹`a \\`b\\``› · a ?`b` · b");
    check("A=$(a) B=([1]=$(b) `c`) D=\"$(d)\" cmd", "cmd · a · b · c · d");
    check("A=$(a)", "a");
    check("declare x=($(a))", "declare ?x=($(a)) · a");
    check(
        "x ${A:-$(rm y)} ${A#`b`} ${A/$(c)/\"$(d)\"} ${A[$(e)]}",
        "x ?‹${A:-$(rm y)}› ?${A#`b`} ?${A/$(c)/\"$(d)\"} ?${A[$(e)]} · rm y · b · c · d · e",
    );
    check("x $((1 + $(a))) $[`b`]", "x ?‹$((1 + $(a)))› ?$[`b`] · a · b");
    check("(( $(a) > 1 )) && [[ -n $(b) ]]", "a · b");
    check("x <(a) >(b) c<(d)", "x ?<(a) ?>(b) ?c<(d) · a · b · d");
    check("x > >(a) 2> $(b)", "x >?$(b) · a · b");
    check("x=$(case a in b) c;; (d) e; esac; f)", "c · e · f");
    check("x '$(a)' \\$b \"\\$(c)\" '`d`'", "x $(a) $b $(c) `d`");
    check("x $(a # )\n)", "x ?‹$(a # )\n)› · a");
}

#[test]
fn heredocs_and_here_strings_are_text_with_substitutions() {
    check("cat <<E\na $(b) `c` \\$(d) ${x:-$(e)} '$(f)'\nE\ng", "cat · b · c · e · f · g");
    check("cat <<'E'\n$(a)\nE\nb", "cat · b");
    check("cat <<\\E | a\n$(a)\nE\nb", "cat · a · b");
    check("cat <<-\"E\"\n\t$(a)\n\tE\nb", "cat · b");
    check("cat <<A <<'B'; c\n$(a)\nA\n$(b)\nB\nd", "cat · a · c · d");
    check(
        "git commit -m \"$(cat <<'E'\nit's; rm x\nE\n)\"",
        "git commit -m ?‹$(cat <<'E'\nit's; rm x\nE\n)› · cat",
    );
    check("cat <<< \"rm $(a)\" <<<'$(b)'", "cat · a");
    check("((cat <<E); a)\n'\nE\nrm x\n#'", "cat · a · rm x");
}

#[test]
fn quotes_are_removed() {
    check("\"r\"'m' \\-f \"a\\\"b\\c\" a\\ b $'\\x41\\n' $\"z\"", "rm -f a\"b\\c ‹a b› ‹A\n› z");
    check("r\\\nm x\\\n y", "rm x y");
    check("ls -1* -r? =*", "ls ?-1* ?-r? ?=*");
    check("$HO\\\nME\\\n/x \"$y\\\n\"", "?$HOME/x ?$y");
    check(
        "x ~/a *.c [ab] a? {a,b} {1..3} $a \"$b\"",
        "x ?~/a ?*.c ?[ab] ?a? ?{a,b} ?{1..3} ?$a ?$b",
    );
    check("x '~' '*' \"{a,b}\" [ {} a~ a,b }", "x ~ * {a,b} [ {} a~ a,b }");
    check("if=1 \"if\" \\{ echo if fi", "if { echo if fi");
    check("a#b c #d", "a#b c");
    check("x *.@(js|ts) +([0-9])", "x ?*.@(js|ts) ?+([0-9])");
    check("[[ a =~ ^[a-z]+(\\.$(b))*$ ]]", "b");
}

#[test]
fn quotes_hide_nothing() {
    check("echo \\$'a\\' ; rm x #'", "echo $a\\ · rm x");
    check("echo $$'a\\' ; rm x #'", "echo ?$$a\\ · rm x");
    check("echo \"$'a\" ; rm x #'", "echo $'a · rm x");
    check("echo $(( $((1)) << 2 ))\nrm x\n2\n", "echo ?‹$(( $((1)) << 2 ))› · rm x · 2");
    check("FO\\\nO=1 rm x", "rm x");
    check("{fd}>f rm x", "rm x >f");
    check("99999999999>f rm x", "99999999999 rm x >f");
    check("echo a@b; f+() { rm x; }", "echo a@b · rm x");
    check("echo \"$\\\n(rm \"a b\")\"", "echo ?‹$\\\n(rm \"a b\")› · rm ‹a b›");
    check("coproc rm\n{ a; }", "rm · a");
    check("$'rm\\0x' y", "rm y");
}

#[test]
fn redirections_name_files() {
    check("a >b >>c >|d &>e &>>f >&g 2>h <i <>j", "a >b >c >d >e >f >g >h <i <>j");
    check("a 2>&1 >&- <&3 >&2- <<<x", "a");
    check(">f", " >f");
    check("{ a; } >f 2>&1; (b) <g; while c; do d; done >h", "a ·  >f · b ·  <g · c · d ·  >h");
    check(">a x >$b \"c d\">'e f'", "x ‹c d› >a >?$b >‹e f›");
}

#[test]
fn a_program_is_a_base_name() {
    let program = |text: &str, expected: Option<&str>| {
        let found = commands(text).unwrap();
        assert_eq!(found[0].program(), expected, "{text}");
    };
    program("/usr/bin/sqlite3 a", Some("sqlite3"));
    program("\"sql\"'ite3' a", Some("sqlite3"));
    program("\\rm a", Some("rm"));
    program("$HOME/bin/rm a", Some("rm"));
    program("~/rm a", Some("rm"));
    program("=rm a", Some("rm"));
    program("$CMD a", Some("$CMD"));
    program("$(a b/c) d", Some("$(a b/c)"));
    program("> a", None);
    let found = commands("a 'b  c' \"$d\"").unwrap();
    assert_eq!(found[0].joined_args(), "b  c $d");
    assert_eq!(found[0].args().count(), 2);
}

#[test]
fn a_variable_that_is_set_once_stands_for_its_text() {
    check("f=a; rm $f \"${f}\" '$f' $fg", "rm a a $f ?$fg");
    check("p=git; $p push --force", "git push --force");
    check("f='a b'; rm $f \"$f\"", "rm ?$f ‹a b›");
    check("f=a; x > $f", "x >a");
    check("f=a; sh -c 'rm $f' \"$f\"", "sh -c ‹rm $f› a · rm ?$f");
    check("d=a; cd $d && rm b", "cd a · [a] rm b");
    check("f=a; f=b; rm $f", "rm ?$f");
    check("f=a; read f; rm $f", "read f · rm ?$f");
    check("f=a; for f in b; do rm $f; done", "rm ?$f");
    check("f=a; ((f++)); rm $f", "rm ?$f");
    check("false && f=a; rm $f", "false · rm ?$f");
    check("f=a; rm ${f%.*} $f:h $f[1]", "rm ?${f%.*} ?$f:h ?$f[1]");
    check("f=a; cat <<E\n$f\nE", "cat");
}

#[test]
fn what_an_echo_prints_is_the_script_of_a_shell_behind_it() {
    check("echo 'rm x' | sh", "echo ‹rm x› · sh · rm x");
    check("echo -n rm x | sh", "echo -n rm x · sh · rm x");
    check("printf 'rm x\\n' | sh", "printf ‹rm x\\n› · sh · rm x");
    check("printf '%s\\n' 'rm x' y | sh", "printf %s\\n ‹rm x› y · sh · rm x · y");
    check("echo 'rm x' | with sh", "echo ‹rm x› · with sh · ^ sh · rm x");
    check("echo 'rm x' | tee a | sh", "echo ‹rm x› · tee a · sh");
    check("echo 'rm x' > a | sh", "echo ‹rm x› >a · sh");
    check("echo -e 'rm x' | sh", "echo -e ‹rm x› · sh");
    check("echo 'a\\nb' | sh", "echo a\\nb · sh");
    check("echo 'rm x' | sh < a", "echo ‹rm x› · sh <a");
    check("echo 'rm x' | { sh; }", "echo ‹rm x› · sh");
    check("echo a; sh", "echo a · sh");
}
