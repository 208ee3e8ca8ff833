//! The examples of `docs/programs.md` say what happens.

use command_effects::{Anchor, ChangeKind, Extent, Judgement, Programs, Tier};

const PAGE: &str = include_str!("../../../../docs/programs.md");

/// The blocks of the page: their language and their lines.
fn blocks() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut blocks = vec![];
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            blocks.push((language, lines.by_ref().take_while(|line| *line != "```").collect()));
        }
    }
    blocks
}

/// What the page says of a command: a line for each file that it reads or changes, in no order.
fn told(found: &Judgement) -> Vec<String> {
    let place = |anchor: Anchor, path: &str, extent: Extent| {
        let home = if anchor == Anchor::Home { "~/" } else { "" };
        let extent = match extent {
            Extent::File => "",
            Extent::Tree => "all of ",
            Extent::Below => "below ",
        };
        format!("{extent}{home}{path}")
    };
    let mut told: Vec<String> = found
        .reads
        .iter()
        .map(|read| format!("reads {}", place(read.anchor, &read.path, read.extent)))
        .collect();
    for change in &found.writes {
        let verb = match change.kind {
            ChangeKind::Write => "writes",
            ChangeKind::Remove => "removes",
            ChangeKind::MoveFrom => "moves",
            ChangeKind::CreateDir => "makes",
            ChangeKind::Mode => "marks",
            ChangeKind::Link => "links",
        };
        let path = place(change.anchor, &change.path, change.extent);
        let entry = change.entry.as_ref().map(|entry| format!(" or {path}/{entry}"));
        told.push(format!("{verb} {path}{}", entry.unwrap_or_default()));
    }
    told.extend(
        found.unresolved.iter().map(|unresolved| format!("unclear: {}", unresolved.reason)),
    );
    told.extend(found.unknown.iter().map(|unknown| format!("unknown {unknown}")));
    let risk = found.risk(&[]);
    if risk.tier > Tier::Write {
        let tier = format!("{:?}", risk.tier).to_lowercase();
        told.push(format!("{tier} {}", risk.command));
    }
    told.sort();
    told
}

#[test]
fn the_examples_of_the_page_hold() {
    let mut programs = Programs::default();
    let mut commands = 0;
    for (language, lines) in blocks() {
        match language {
            "programs" => programs = Programs::new(lines).unwrap(),
            "yaml" => {
                let lines = lines.iter().filter_map(|line| line.strip_prefix("  - "));
                assert!(Programs::new(lines).is_ok());
            }
            "refused" => {
                for line in lines {
                    assert!(Programs::new([line]).is_err(), "{line}");
                }
            }
            _ => {
                let mut rest = lines.into_iter().peekable();
                while let Some(command) = rest.next() {
                    let command = command.strip_prefix("$ ").unwrap();
                    let mut expected = vec![];
                    while let Some(line) = rest.next_if(|line| !line.starts_with("$ ")) {
                        expected.push(line.to_owned());
                    }
                    expected.sort();
                    let found = command_effects::judge(command, None, &programs);
                    assert_eq!(told(&found), expected, "{command}");
                    commands += 1;
                }
            }
        }
    }
    assert!(commands > 15);
}
