//! No text makes [`commands`] panic, hang or run out of stack.
#![cfg(test)]

use command_effects::commands;

/// Nested far beyond any bound, with each of the ways to nest.
const NESTS: &[(&str, &str)] = &[
    ("(", ")"),
    ("( ", " )"),
    ("((", "))"),
    ("{ ", "; }"),
    ("$(", ")"),
    ("\"$(", ")\""),
    ("`", "`"),
    ("<(", ")"),
    ("${x:-", "}"),
    ("\"${x:-", "}\""),
    ("$((", "))"),
    ("$((\"", "\"))"),
    ("$[", "]"),
    ("a=(", ")"),
    ("+(", ")"),
    ("if a; then ", "; fi"),
    ("if ", "; then a; fi"),
    ("while a; do ", "; done"),
    ("for i in a; do ", "; done"),
    ("for ((;;)) { ", "; }"),
    ("case a in b) ", "; esac"),
    ("case a in b) ", ";; esac"),
    ("case a in (b) (", ") esac"),
    ("f() { ", "; }"),
    ("function f { ", "; }"),
    ("coproc ", ""),
    ("coproc f { ", "; }"),
    ("! ", ""),
    ("time ", ""),
    ("[[ ! ", " ]]"),
    ("[[ (", ") ]]"),
    ("[[ a && ", " ]]"),
    ("eval ", ""),
    ("sudo ", ""),
    ("$x ", ""),
    ("find -exec ", ""),
    ("env -S '", "'"),
    ("sh -c '", "'"),
    ("a | ", ""),
    ("a && ", ""),
    ("cat <<E\n$(", ")\nE\n"),
    ("a[", "]=1"),
];

#[test]
fn deep_nesting_ends() {
    for (open, close) in NESTS {
        let most = 64 * 1024 / (open.len() + close.len()) - 1;
        for depth in [1, 16, 49, 60, most] {
            let inside = format!("{}a{}", open.repeat(depth), close.repeat(depth));
            let _ = commands(&inside);
            let _ = commands(&open.repeat(depth));
            let _ = commands(&format!("[[ {inside} ]]"));
        }
    }
}

/// The bounds of compound commands and of substitutions, both at their limit.
#[test]
fn nests_in_nests_end() {
    for (open, close) in NESTS {
        let (open, close) = (open.repeat(12), close.repeat(12));
        let (level, end) = (format!("{open} x $("), format!("){close}"));
        let _ = commands(&format!("{}a{}", level.repeat(15), end.repeat(15)));
    }
    let (open, close) = ("{ ".repeat(49), "; }".repeat(49));
    let _ = commands(&format!("{open}x $({open}x $({open}a{close}){close}){close}"));
}

#[test]
fn reasonable_nesting_is_read() {
    let substitutions = format!("{}a{}", "x $(".repeat(15), ")".repeat(15));
    assert_eq!(commands(&substitutions).map(|found| found.len()), Ok(16));
    let compounds = format!("{}a{}", "if b; then ".repeat(40), "; fi".repeat(40));
    assert_eq!(commands(&compounds).map(|found| found.len()), Ok(41));
    let siblings = "if a; then (b); fi; { c; }; case d in e) f;; esac; echo if case\n".repeat(80);
    assert_eq!(commands(&siblings).map(|found| found.len()), Ok(400));
}

#[test]
fn bounds_are_named() {
    let reason = |text: &str| commands(text).map_err(|err| err.reason);
    let long = format!("a {}", "b".repeat(64 * 1024 - 2));
    assert!(reason(&long).is_ok());
    assert_eq!(reason(&(long + "b")), Err("the text is longer than 64 KiB".to_owned()));
    assert!(reason(&"a;".repeat(2_000)).is_ok());
    assert_eq!(reason(&"a;".repeat(2_001)), Err("more than 2,000 commands".to_owned()));
    let substitutions = format!("{}a{}", "$(".repeat(17), ")".repeat(17));
    assert_eq!(reason(&substitutions), Err("substitutions are nested too deeply".to_owned()));
    assert_eq!(reason(&"eval ".repeat(20)), Err("scripts are nested too deeply".to_owned()));
    let compounds = format!("{}a{}", "( ".repeat(60), " )".repeat(60));
    assert_eq!(reason(&compounds), Err("compound commands are nested too deeply".to_owned()));
}

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
];

/// A line is read alike with a comment after it and in parentheses, whatever it is.
#[test]
fn mutated_lines_are_read_consistently() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut read = 0;
    for _ in 0..4_000 {
        let text = random.line();
        let Ok(found) = commands(&text) else { continue };
        read += 1;
        if text.ends_with('\\') || found.is_empty() {
            continue;
        }
        assert_eq!(commands(&format!("{text}\n# a 'b")).as_ref(), Ok(&found), "{text}");
        let subshell = commands(&format!("(\n{text}\n)"));
        assert_eq!(subshell.as_ref(), Ok(&found), "{text}");
    }
    assert!(read > 1_000, "{read}");
}

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap()
    }

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
