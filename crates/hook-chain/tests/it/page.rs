//! The tables of `docs/engine.md` say what the code does.

use hook_chain::{MAX_CONTEXT, Mode, Settings, Shares};
use hook_runtime::{Class, Phase};
use serde_json::{Value, json};

use crate::stage::{Stage, errors, told};

const PAGE: &str = include_str!("../../../../docs/engine.md");
const SCHEMA: &str = include_str!("../../../../docs/schemas/calls.schema.json");

/// The rows of the table whose head begins with this cell; cells without backquotes around.
#[track_caller]
fn table(head: &str) -> Vec<Vec<&'static str>> {
    let cells = |line: &'static str| -> Option<Vec<&'static str>> {
        let inner = line.strip_prefix('|')?.strip_suffix('|')?;
        Some(inner.split('|').map(str::trim).collect())
    };
    let mut lines = PAGE.lines();
    let found = lines.find(|line| cells(line).is_some_and(|cells| cells[0] == head));
    assert!(found.is_some(), "no table of {head}");
    let rows: Vec<_> = lines.skip(1).map_while(cells).collect();
    assert!(rows.len() > 1, "{head}");
    rows
}

fn first_column(head: &str) -> Vec<String> {
    table(head).iter().map(|row| row[0].trim_matches('`').to_owned()).collect()
}

fn number(text: &str) -> usize {
    text.replace(',', "").parse().unwrap()
}

#[test]
fn the_phases_are_those_of_the_code_and_so_is_who_is_asked_after_a_denial() {
    let mut phases = [Phase::Record, Phase::Context, Phase::Rewrite, Phase::Guard];
    phases.sort();
    assert_eq!(first_column("phase"), phases.map(|phase| phase.to_string()));
    let lines = [
        "guard a: deny no",
        "guard guard:",
        "rewrite rewrite:",
        "context context:",
        "record record:",
    ];
    let stage = Stage::new(&lines);
    stage.call();
    for row in table("phase") {
        let is_asked = stage.trace().contains(&format!("{} ls", row[0]));
        assert_eq!(row[2], if is_asked { "asked" } else { "not asked" }, "{row:?}");
    }
}

#[test]
fn the_classes_and_their_shares_are_those_of_the_code() {
    let rows = table("class");
    assert_eq!(first_column("class"), Class::ALL.map(|class| class.to_string()));
    let shares = Shares::default();
    let shares = [shares.critical, shares.high, shares.normal, shares.low];
    assert_eq!(rows.iter().map(|row| number(row[1])).collect::<Vec<_>>(), shares);
    assert_eq!(MAX_CONTEXT, 9_500);
    assert_eq!(PAGE.matches("9,500").count(), 2);
}

#[test]
fn of_two_decisions_the_one_in_the_table_holds() {
    let line = |name: &str, decision: &str| -> &'static str {
        let action = match decision {
            "none" => "",
            "allow" => "grant x",
            "ask" => "ask x",
            "deny" => "deny x",
            other => panic!("{other}"),
        };
        format!("guard {name}: {action}").leak()
    };
    let rows = table("");
    let columns: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(columns, ["none", "allow", "ask", "deny"]);
    for row in &rows {
        for (column, expected) in columns.iter().zip(&row[1..]) {
            let stage = Stage::new(&[line("a", row[0]), line("b", column)]);
            let told = told(&stage.call());
            let decision = told.split(' ').next().filter(|word| !word.is_empty());
            assert_eq!(decision.unwrap_or("none"), *expected, "{} and {column}", row[0]);
        }
    }
}

#[test]
fn a_mode_does_what_its_row_says() {
    for row in table("mode") {
        let stage = Stage::new(&["guard a: deny no", "guard b:"])
            .in_settings(&format!("hooks: {{a: {{mode: {}}}}}", row[0]));
        let concluded = stage.call();
        assert_eq!(errors(&concluded), "", "{row:?}");
        assert_eq!(stage.trace().contains("a ls"), row[1].starts_with("yes"), "{row:?}");
        let told = told(&concluded);
        let expected = match row[2] {
            "is denied" => told == "deny no",
            "runs" => told.is_empty(),
            _ => told.starts_with("context Warning:") && told.ends_with("no"),
        };
        assert!(expected, "{row:?}: {told}");
    }
}

#[test]
fn the_settings_on_the_page_are_taken_and_the_keys_are_all() {
    let example = PAGE.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let stage = Stage::new(&["guard a:"]).in_settings(example);
    let settings = Settings::load(&stage.ctx()).unwrap();
    assert_eq!(settings.mode("post-edit-hook"), Mode::Warn);
    assert_eq!(settings.budget.critical, 4_000);
    let keys = first_column("key");
    for row in table("key") {
        let key = row[0].trim_matches('`');
        for value in row[1].split('`').skip(1).step_by(2).filter(|_| key.starts_with(['o', 'a'])) {
            let stage = Stage::new(&["guard a:"]).in_settings(&format!("{key}: {value}"));
            Settings::load(&stage.ctx()).unwrap();
        }
    }
    let unknown = Stage::new(&["guard a:"]).in_settings("unknown: 1");
    let error = Settings::load(&unknown.ctx()).unwrap_err().to_string();
    let expected = keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>();
    assert!(expected.iter().all(|key| error.contains(key)), "{error}");
    assert_eq!(error.matches('`').count(), 2 * (keys.len() + 1), "{error}");
}

#[test]
fn the_fates_of_an_answer_are_those_of_the_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let of_hook = &schema["properties"]["hooks"]["items"]["properties"];
    assert_eq!(json!(first_column("fate")), of_hook["fate"]["enum"]);
}
