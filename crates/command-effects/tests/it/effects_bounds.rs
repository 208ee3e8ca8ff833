//! No text makes [`effects`] panic, hang or answer without a bound.

use std::fs;
use std::path::Path;

use command_effects::{Class, Tier};

use crate::effects;
use crate::xorshift::Random;

/// The lines of both sets, cut, joined and with characters put in.
#[test]
fn mutated_lines_are_answered() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/commands");
    let text =
        ["bypass.txt", "benign.txt"].map(|name| fs::read_to_string(folder.join(name)).unwrap());
    let lines: Vec<&str> = text
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(|line| Some(line.split_once('\t')?.1))
        .collect();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut understood = 0;
    for _ in 0..6_000 {
        let mut line: Vec<char> =
            lines[random.below(lines.len())].replace('␤', "\n").chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(line.len() + 1);
            match random.below(4) {
                0 => line.truncate(at),
                1 if at < line.len() => drop(line.remove(at)),
                2 => {
                    let other = lines[random.below(lines.len())];
                    line.splice(at..at, other.chars());
                }
                _ => line.insert(at, SIGNS[random.below(SIGNS.len())]),
            }
        }
        let line: String = line.into_iter().collect();
        let found = effects(&line);
        understood += usize::from(!found.runs.is_empty());
        if found.class() == Class::Changes {
            assert!(found.risk(&[]).tier >= Tier::Write, "{line}");
        }
    }
    assert!(understood > 2_000, "{understood}");
}

const SIGNS: &[char] = &[
    '\'', '"', '`', '$', '(', ')', '{', '}', '[', ']', '<', '>', '|', '&', ';', '\\', '\n', ' ',
    '-', '*', '~', '=', '/', '.', ',', '!', '#', '%', 'é', '\u{0}', '\u{7f}',
];

/// Texts as long as they may be, of whatever takes the most time.
#[test]
fn long_texts_are_bounded() {
    let parts = [
        "rm a ",
        "rm a;",
        "cp a b;",
        "$x ",
        "a=1 ",
        "ln -s a b;",
        "echo a > b;",
        "sed -i s/a/b/ c;",
        "sudo ",
        "git ",
        "find a -delete;",
        "xargs rm;",
        "a{b,c} ",
        "x() { x; };",
        "alias a=b;a;",
    ];
    for part in parts {
        bounded(&part.repeat(64 * 1024 / part.len()));
    }
    let code = "system(\"rm -r a\"); [\"rm\", \"b\"]; ".repeat(700);
    bounded(&format!("python3 -c '{code}'"));
    bounded(&"rm aaaaaaaaaaaaaaaaaaaaaaaaa;".repeat(2_000));
    bounded(&format!("alias a=b;{}", "sed $x -i $HOME/a ~/b;".repeat(1_999)));
    bounded(&"x=1 ./unknown $HOME > a/b;".repeat(2_000));
    let deep = "a/".repeat(16 * 1024);
    bounded(&format!("cd {deep} && rm {}", "x ".repeat(16 * 1024)));
    bounded(&format!("sed '{}' x", "1,2{p;".repeat(8 * 1024)));
}

fn bounded(text: &str) {
    let found = effects(text);
    assert!(found.writes.len() <= 1_000 && found.unresolved.len() <= 30);
}
