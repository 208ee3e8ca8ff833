//! What is not understood, and what bash does not take either.

use crate::notation::{check, check_refused};

#[test]
fn what_shells_read_differently_is_refused() {
    check_refused("echo 'a", "an unclosed quote");
    check_refused("cat <<E\nrm x\n", "an unclosed here-document");
    let delimiter = "a here-document delimiter that shells read differently";
    check_refused("cat <<$'E'\nE\nrm x\n$E\n", delimiter);
    check_refused("cat <<E\nx\\\nE\n'\nE\nrm x\n#'", "a here-document delimiter after a backslash");
    let quote = "a quote that some shells read differently";
    check_refused("echo \"${x:-'}\"; rm y; echo \"'}\"", quote);
    check_refused("echo $((a) | b)", "a substitution that begins like an arithmetic one");
    check_refused("echo ${ rm x; }", "a substitution in the current shell");
    check_refused("ls *(e:'rm x':)", "a glob that may run a command in zsh");
    check_refused("ls a=(e:'rm x':)", "an array where nothing is assigned");
    check_refused("echo a[ ; rm x # ]", "an unclosed subscript");
    check_refused("rm a >&-b", "a word behind `>&-` that shells read differently");
    check_refused("rm a <& -b", "a word behind `>&-` that shells read differently");
    check_refused("r\0m x", "a NUL character");
    check_refused("( case x in a) b;; esac | rm )\nfoo\nesac)", "syntax error");
}

#[test]
fn a_newline_before_a_here_document_is_no_part_of_a_word() {
    let reason = "a newline in a word before a here-document";
    for word in ["'a\nE\nrm x\n'", "\"a\n\"", "$'a\n'", "${a:-\n}", "((1\n))", "`\n`"] {
        check_refused(&format!("cat <<E; {word}\nE\n"), reason);
    }
    let split = "a here-document that begins within a substitution";
    check_refused("cat <<E $(a\n)\nE\n", split);
    check_refused("cat <<E \"$(b $(a\n))\"\nE\n", split);
    check_refused("x $(cat <<E)\nE\n", split);
}

/// One a line; ␤ stands for a newline.
const SYNTAX_ERRORS: &str = "\
rm x (
a; ; b
; a
a | | b
a | ! b
a & & b
a &&
a;;
! | a
time &
(time)
(a
a)
()
{ }
{ a; } b
{ a; } >f }
{ a }
if a
if a; then b
if a; then b; else; fi
if a; b; fi
while a do b; done
for i in a
for x␤;do a; done
for ((a)
for x in (a); do b; done
case a in b c) d;; esac
case a in b|) c;; esac
case a in b) c;;; esac
case a b in c) d;; esac
case in in in) in a;; esac
fi
in
]]
do a
f() rm x
function f() a
a=1 f() { b; }
coproc
coproc coproc a
coproc f g { a; }
[[ ]]
[[ a b ]]
[[ -f ]]
[[ a == b c ]]
[[ a␤]]
[[ a =~ b;c ]]
[[ (a ]]
[[ a) ]]
a 2>
a > 2>b
a >>(b)
>f { rm x }
>f if
A=1 { rm x }";

#[test]
fn what_bash_does_not_take_is_refused() {
    for line in SYNTAX_ERRORS.lines() {
        check_refused(&line.replace('␤', "\n"), "syntax error");
    }
    check_refused("$(a", "an unclosed substitution");
    check_refused("a <<", "a here-document without a delimiter");
}

#[test]
fn what_bash_takes_is_read() {
    check("if(a)then(b)fi; {(c)}", "a · b · c");
    check("if [[ a ]] then b; fi; { ((1)) }; case x in a) (b) esac", "b · b");
    check(
        "for x do a; done; for x; { b; }; for ((;;)) { c; }; select x in y\ndo d; done",
        "a · b · c · d",
    );
    check("case a\nin\n(esac) b;; c|d) ;; esac; case a in esac", "b");
    check("f()\n{ a; }; function g (b); function h\n((1)); $x() { c; }", "a · b · c");
    check("coproc { a; }; coproc f (b); coproc time c", "a · b · time c");
    check("coproc d=1 e >f; coproc 2>g h; coproc {i}>j k", "e >f · h >g · k >j");
    check("[[ ! ! ( a && ((-f $(b))) ) || c < d\n|| e == !($(f)) ]]", "b · f");
    check("[[ a =~ ^(h i|#)$ && b =~ (c|$(d)) ]]", "d");
    check("time; ! time; if !; then a; fi; { !; }", "a");
    check("while ! a; do b &\ndone >f 2>&1", "a · b ·  >f");
    check("find . -exec rm {}>f \\; 1>{a} {a}>b", "find . -exec rm {} ; >f >{a} >b");
}
