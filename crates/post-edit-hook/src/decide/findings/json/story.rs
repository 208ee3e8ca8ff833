//! A failed test in JSON: what it says is a text with the frames of its stack, as Jest has it.

use serde_json::{Map, Value};

use crate::decide::findings::place::place;
use crate::decide::findings::{At, Finding, one_finding};
use crate::gather::target::Target;

const MESSAGES: [&str; 2] = ["failureMessages", "failure_messages"];

/// The finding that a test is which has failed: at the frames in this file.
pub(super) fn finding(object: &Map<String, Value>, target: &Target) -> Option<Finding> {
    let messages = MESSAGES.iter().find_map(|key| object.get(*key)?.as_array());
    let lines = || messages.into_iter().flatten().filter_map(Value::as_str).flat_map(str::lines);
    let said = lines().find(|line| !line.trim().is_empty())?;
    let here = lines().filter_map(|line| place(line, target)).filter(|place| place.is_here);
    let here: Vec<_> = here.map(|place| place.line..=place.last).collect();
    let line = here.first()?.start();
    let text = one_finding(&format!("{}:{line}: {said}", target.rel.as_str()));
    Some(Finding { text, at: At::Here(here) })
}
