//! Measures what `redact` finds, what it takes out of ordinary files, and what it costs.
//!
//! `measure examples FILE` reads lines of JSON with a `text` and the `secrets` in it, of which one has
//! to be found.
//! `measure lines FILE` reads a list of files and counts the lines that change.
//! `measure time FILE` times the first 16 KiB of a file.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::print_stdout,
    reason = "it measures, and what is wrong ends it"
)]

use std::borrow::Cow;
use std::fs::read_to_string;
use std::time::Instant;

use secrets::redact;
use serde_json::Value;

/// A secret counts as found when no two fifths of it stay together.
fn is_found(clean: &str, secret: &str) -> bool {
    let secret: Vec<char> = secret.chars().collect();
    let length = (secret.len() * 2 / 5).max(3);
    !secret.windows(length).any(|part| clean.contains(&part.iter().collect::<String>()))
}

fn examples(path: &str) {
    let (mut all, mut kept) = (0, 0);
    for line in read_to_string(path).unwrap().lines() {
        let example: Value = serde_json::from_str(line).unwrap();
        let text = example["text"].as_str().unwrap();
        let mut secrets =
            example["secrets"].as_array().unwrap().iter().map(|it| it.as_str().unwrap());
        let clean = redact(text);
        all += 1;
        if !secrets.any(|secret| is_found(&clean, secret)) {
            kept += 1;
            println!("kept: {line}");
        }
    }
    println!("{} of {all} found", all - kept);
}

fn lines(path: &str) {
    let (mut all, mut changed) = (0, 0);
    for path in read_to_string(path).unwrap().lines() {
        let Ok(text) = read_to_string(path) else { continue };
        all += text.lines().count();
        let is_clean = matches!(redact(&text), Cow::Borrowed(_));
        for line in text.lines().filter(|_| !is_clean) {
            let clean = redact(line);
            if clean != line {
                changed += 1;
                println!("{path}: {line}\n  -> {clean}");
            }
        }
    }
    println!("{changed} of {all} lines redacted");
}

fn time(path: &str) {
    let text = read_to_string(path).unwrap();
    let end = (0..=text.len().min(16 << 10)).rev().find(|end| text.is_char_boundary(*end));
    let text = &text[..end.unwrap()];
    let least = (0..900).map(|_| {
        let start = Instant::now();
        std::hint::black_box(redact(std::hint::black_box(text)));
        start.elapsed()
    });
    println!("{:?} for {} bytes of {path}", least.min().unwrap(), text.len());
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["examples", path] => examples(path),
        ["lines", path] => lines(path),
        ["time", path] => time(path),
        _ => println!("usage: measure examples|lines|time FILE"),
    }
}
