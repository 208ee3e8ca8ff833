//! Transcripts that are too long to be read in one go.

use std::fs;

use file_mentions::LastMessage;

use crate::ground::{Ground, append, at};

/// A hook has four seconds, and what it cannot finish in that time it begins
/// again at each event: no part may be too much for it.
#[test]
fn a_long_transcript_comes_in_parts() {
    let ground = Ground::new();
    let mut entries = ground.exchange("a.rs", "one", "One.");
    entries.extend((0..9).map(|_| ground.says(&"long ".repeat(200_000))));
    entries.extend(ground.exchange("b.rs", "two", "Two."));
    let transcript = ground.transcript("t", &entries);
    let mut parts = 1;
    while ground.ingest("s", &transcript).more {
        parts += 1;
    }
    assert!(parts >= 4, "{parts} parts");
    assert_eq!(ground.told("b.rs"), ["Two.", "two"]);
}

/// Of a long message the beginning is kept, by which it is known again when the
/// event tells it, too.
#[test]
fn a_long_message_is_not_said_twice() {
    let ground = Ground::new();
    let long = format!("Begun. {}", "And so on. ".repeat(2_000));
    let transcript = ground.transcript("t", &ground.exchange("a.rs", "ask", &long));
    let tell = |text: &str| {
        let last = LastMessage { text, at: at(9) };
        ground.ingest_with("s", None, &transcript, Some(last));
    };
    tell(&long);
    assert!(ground.told("a.rs")[0].starts_with("Begun."));
    append(&transcript, &[ground.says("At the end.")]);
    tell("At the end.");
    assert!(ground.told("a.rs")[0].ends_with("At the end."));
}

/// A file without line breaks is no transcript, however long it is, and must not
/// be held in memory to find that out.
#[test]
fn a_line_without_end_is_passed_over() {
    let ground = Ground::new();
    let transcript = ground.transcript("t", &ground.exchange("a.rs", "one", "One."));
    let lines = fs::metadata(&transcript).unwrap().len();
    let file = fs::OpenOptions::new().write(true).open(&transcript).unwrap();
    file.set_len(lines + (70 << 20)).unwrap();
    let mut bytes = 0;
    loop {
        let part = ground.ingest("s", &transcript);
        assert!(part.bytes <= 64 << 20, "{} bytes at once", part.bytes);
        bytes += part.bytes;
        if !part.more {
            break;
        }
    }
    assert!(bytes >= 64 << 20, "{bytes} bytes");
    assert_eq!(ground.told("a.rs"), ["One.", "one"]);
}
