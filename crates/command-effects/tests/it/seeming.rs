//! Command lines that look as if they only read: `tests/commands/seeming.txt`.

use command_effects::{Class, Tier};

use crate::effects;

const LINES: &str = include_str!("../../../../tests/commands/seeming.txt");

#[test]
fn what_seems_to_read_is_told_from_what_reads() {
    let lines = LINES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut wrong = vec![];
    for line in lines {
        let (expected, command) = line.split_once('\t').unwrap();
        let found = effects(&command.replace('␤', "\n"));
        let reads = found.class() == Class::Reads && found.risk(&[]).tier == Tier::Safe;
        let is_right = match expected {
            "reads" => reads,
            "critical" => found.risk(&[]).tier == Tier::Critical,
            other => panic!("{other}"),
        };
        if !is_right {
            wrong.push(format!("{line}   {:?} {:?}", found.unknown, found.unresolved));
        }
    }
    assert_eq!(wrong, [""; 0], "{}", wrong.join("\n"));
}
