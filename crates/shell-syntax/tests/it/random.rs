//! Random text, the same in every run.

use crate::invariants;
use crate::xorshift::Random;

const FRAGMENTS: &[&str] = &[
    "k",
    "rm x",
    " ",
    " ",
    "; ",
    " && ",
    " || ",
    " | ",
    " & ",
    "\n",
    "(",
    "((",
    ")",
    "))",
    "{ ",
    "; }",
    "\"",
    "'",
    "`",
    "$(",
    "$((",
    "${x:-",
    "\"${x:-",
    "}",
    "$[",
    "]",
    "a[",
    "a=(",
    "<(",
    "<<E\n",
    "\nE\n",
    "<<'E'\n",
    "case x in ",
    "a) ",
    ";;",
    "; esac",
    "if ",
    "; then ",
    "; fi",
    "for i in 1; do ",
    "; done",
    "[[ ",
    " ]]",
    "! ",
    "time ",
    "coproc ",
    "f() { ",
    "@(",
    "\\",
    "\\\n",
    "#",
    " # ",
    "$'",
    "$x",
    "é",
    "\t",
    "{a,",
    "..",
    ">f ",
    ">&2 ",
    "2>",
    "<<<",
    "cd a",
    "sh -c '",
    "eval ",
    "sudo ",
    "\\;",
    "=",
    "else ",
    "elif ",
    "select i in a; ",
    "until ",
    "while ",
    "function f ",
    "do ",
    "done ",
    " }",
    "<<-E\n",
    ";&",
    ";;&",
    "|&",
    "&>",
    ">|",
    "<>",
    "<&",
    ">&-",
    " =~ ",
    " == ",
    " -f ",
    "!(",
    "time -p ",
    "{fd}>f ",
    "for ((;;)) ",
    "$\"",
    "\"$(",
    ")\"",
    "with ",
    "inside a ",
];

const LINES: &[&str] = &[
    "a \"b $(c 'd') e\" | f > g 2>&1",
    "cat <<E; a\n$(b)\nE\nc",
    "case $x in a|b) c;; (*) d; esac",
    "for i in $(a); do if b; then c; fi; done",
    "x=$(case a in b) c;; esac) y=(1 $(d)) e",
    "cd a && (b; { c; }) || sh -c 'cd d; e'",
    "[[ -n $(a) && b =~ ^(c|d)$ ]] && f() { g; }; f",
    "a ${b:-$(c)} $((1 + 2)) `d \\`e\\`` <(f) >&2",
    "if a; then b; elif c; then d; else e; fi >f",
    "while a; do b; done <f | until c; do d; done",
    "function f { a; }; g() (b); select x in a b; do c; done",
    "time -p a | b; ! time c; coproc f { a; }; coproc a b",
    "for ((i=0;i<3;i++)); do ((i++)); done",
    "[[ ! ( a == b || c != @(d|e) ) && f -nt g ]]",
    "{ a; } 2>&1 >f; (b) <<< c; if (a) then { b; } fi",
    "cat <<-'A' <<B\n\ta\n\tA\n$(b)\nB\nc",
    "case $(a) in (b|$(c)) d;; e) f;& *) g;;& h) ;; esac",
];

/// Fragments, and lines with fragments in them.
#[test]
fn mutated_lines_are_read_consistently() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let read = (0..4_000).filter(|_| invariants::check(&random.line())).count();
    assert!(read > 1_000, "{read}");
}

/// Characters that mean something, in any order.
#[test]
fn characters_are_read_consistently() {
    const CHARACTERS: &[u8] = b"ab1 \t\n'\"`$(){}[]<>|&;\\!#=*?~-+,.@/";
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut read = 0;
    for _ in 0..8_000 {
        let length = random.below(12);
        let text: String =
            (0..length).map(|_| char::from(CHARACTERS[random.below(CHARACTERS.len())])).collect();
        read += usize::from(invariants::check(&text));
    }
    assert!(read > 1_000, "{read}");
}

impl Random {
    fn line(&mut self) -> String {
        if self.below(4) == 0 {
            let length = self.below(12);
            return (0..length).map(|_| FRAGMENTS[self.below(FRAGMENTS.len())]).collect();
        }
        let mut line: Vec<char> = LINES[self.below(LINES.len())].chars().collect();
        for _ in 0..self.below(4) {
            let at = self.below(line.len() + 1);
            if self.below(3) == 0 && at < line.len() {
                line.remove(at);
            } else {
                let fragment = FRAGMENTS[self.below(FRAGMENTS.len())];
                line.splice(at..at, fragment.chars());
            }
        }
        line.into_iter().collect()
    }
}
