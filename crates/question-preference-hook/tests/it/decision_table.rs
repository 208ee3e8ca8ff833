//! The decision table of the page for people, executed: each row is laid out as
//! files and an event, the program is asked, and its answer and its reason are
//! compared with what the row says.

use std::process::Output;

use golden::page;
use golden::place::Place;
use serde_json::{Map, Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_question-preference-hook");
const PAGE: &str = include_str!("../../../../docs/reference/question-preference-hook.md");

const FILE: &str = "question-preferences.json";

/// What an empty cell stands for.
const QUESTION: &str = "`Which? <qid:cache>`";
const OPTIONS: &str = "`A (recommended)` `B`";

/// What comes of a call.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Asked,
    /// Every question, with this text.
    Answered(String),
    /// Every question, with this label in the reason.
    Denied(String),
}

/// The words of a cell, each with the code that follows it.
fn pieces(cell: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = cell.split('`').collect();
    parts.chunks(2).filter(|pair| pair.len() == 2).map(|pair| (pair[0].trim(), pair[1])).collect()
}

/// The preferences of the first cell: the project's file and the person's.
fn write_preferences(place: &Place, cell: &str) {
    for (word, code) in pieces(cell) {
        let mut value: Value = serde_json::from_str(code).unwrap_or_else(|_| Value::from(code));
        // As the page says: bound to what an empty cell stands for.
        if value == "never-ask" {
            value = json!({ "preference": value });
        }
        if value.get("preference").is_some() && value.get("bound").is_none() {
            value["bound"] = json!({ "version": 1, "options": ["A", "B"] });
        }
        let is_file = value.is_object() && value.get("preference").is_none();
        let file = if is_file { value } else { json!({ "cache": value }) };
        let folder = if word.ends_with("yours:") { "config" } else { ".tacklebox" };
        place.write(&format!("{folder}/{FILE}"), &file.to_string()).unwrap();
    }
}

fn options(cell: &str) -> Vec<Value> {
    let mut options: Vec<Value> = Vec::new();
    for (word, code) in pieces(cell) {
        if word.ends_with("described as") {
            options.last_mut().unwrap()["description"] = code.into();
        } else {
            options.push(json!({ "label": code }));
        }
    }
    options
}

/// The event that a row speaks of.
fn event(besides: &str, questions: &str, choices: &str) -> Value {
    let multi_select = choices.starts_with("several of");
    let question = |text: &str| {
        json!({
            "question": text,
            "header": "Pick",
            "options": options(choices),
            "multiSelect": multi_select,
        })
    };
    let questions: Vec<Value> = page::code(questions).into_iter().map(question).collect();
    let proxied = besides.contains("through a proxy");
    let mut event = json!({
        "session_id": "s",
        "hook_event_name": "PreToolUse",
        "tool_name": if proxied { "mcp__host__AskUserQuestion" } else { "AskUserQuestion" },
        "tool_input": { "questions": questions },
        "tool_use_id": "t",
    });
    if besides.contains("in Copilot") {
        event["timestamp"] = json!("2026-11-20T14:03:00.000Z");
    }
    if let Some((_, skill)) = besides.split_once("skill ") {
        event["tool_input"]["metadata"] = json!({ "source": skill });
    }
    event
}

/// What the program's reply comes to.
fn outcome(output: &Output, event: &Value) -> Outcome {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    if output.stdout.is_empty() {
        return Outcome::Asked;
    }
    let reply: Value = serde_json::from_slice(&output.stdout).unwrap();
    let reply = &reply["hookSpecificOutput"];
    if reply.is_null() {
        // The person is told why.
        return Outcome::Asked;
    }
    let questions = event["tool_input"]["questions"].as_array().unwrap();
    if reply["permissionDecision"] == "deny" {
        let reason = reply["permissionDecisionReason"].as_str().unwrap();
        let (_, label) = reason.split_once("-> \"").unwrap();
        let (label, _) = label.split_once('"').unwrap();
        return Outcome::Denied(label.to_owned());
    }
    assert_eq!(reply["permissionDecision"], "allow");
    let mut input = reply["updatedInput"].as_object().unwrap().clone();
    let answers = input.remove("answers").unwrap();
    assert_eq!(Value::from(input), event["tool_input"], "the rest of the input is as it was");
    let answer = answers[questions[0]["question"].as_str().unwrap()].clone();
    let same = questions
        .iter()
        .map(|question| (question["question"].as_str().unwrap().to_owned(), answer.clone()));
    assert_eq!(answers, Value::from(same.collect::<Map<_, _>>()), "every question is answered");
    Outcome::Answered(answer.as_str().unwrap().to_owned())
}

fn expected(cell: &str) -> Outcome {
    match pieces(cell).first() {
        Some(("answered", answer)) => Outcome::Answered((*answer).to_owned()),
        Some(("denied", label)) => Outcome::Denied((*label).to_owned()),
        _ => {
            assert_eq!(cell, "asked");
            Outcome::Asked
        }
    }
}

/// One blank for each run of them: `explain` aligns its words.
fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lays out a row, and says how the program differs from it.
fn difference(row: &[String]) -> Option<String> {
    let [preference, besides, questions, choices, becomes, because] = row else {
        return Some("a row has six cells".to_owned());
    };
    let or = |cell: &str, usual: &'static str| {
        if cell.is_empty() { usual.to_owned() } else { cell.to_owned() }
    };
    let place = Place::new(PROGRAM).unwrap();
    write_preferences(&place, preference);
    if let Some(yaml) = page::code(besides).first() {
        place.write(".tacklebox/questions.yaml", yaml).unwrap();
    }
    let event = event(besides, &or(questions, QUESTION), &or(choices, OPTIONS));
    place.write("event.json", &event.to_string()).unwrap();
    let run = |tool: &str| {
        let line =
            format!("TACKLEBOX_CONFIG_DIR=$PWD/config question-preference-hook {tool} <event.json");
        place.shell(&line).unwrap()
    };
    let explained = String::from_utf8(run("explain").stdout).unwrap();
    let outcome = outcome(&run(""), &event);
    if outcome != expected(becomes) {
        return Some(format!("{outcome:?}\n{explained}"));
    }
    let is_explained = single_spaced(&explained).contains(because.as_str());
    (!is_explained || because.is_empty()).then(|| format!("another reason\n{explained}"))
}

pub(crate) fn every_row_is_decided_as_it_says() {
    let section = page::section(PAGE, "Decision table").unwrap();
    let rows = page::rows(section);
    assert!(rows.len() > 10, "{}", rows.len());
    let wrong = rows.iter().filter_map(|row| {
        difference(row).map(|difference| format!("| {} |\n{difference}", row.join(" | ")))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
