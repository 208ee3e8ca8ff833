//! The page, the schema and the dashboard name what is sent.

use std::collections::BTreeSet;
use std::fs;

use crate::receiver::Receiver;
use crate::stage::Stage;

const PAGE: &str = include_str!("../../../../docs/organisation.md");
const SCHEMA: &str = include_str!("../../../../docs/schemas/machine.schema.json");
const DASHBOARD: &str = include_str!("../../../../docs/dashboards/grafana.json");

/// The attributes of a record with all of them.
fn attributes() -> BTreeSet<String> {
    let receiver = Receiver::new();
    let stage = Stage::sending_to(&receiver.endpoint, "");
    stage.append(concat!(
        r#"{"session_id": "s", "agent_id": "a", "tool_name": "Bash", "tool_use_id": "t", "#,
        r#""tried": "x", "intent": "i", "token": 1, "policy_revision": 1, "verdict": "deny", "denied_but_ran": true, "#,
        r#""exception": {"hook": "h", "until": "2027-01-15T09:00:00Z"}, "#,
        r#""hooks": [{"hook": "h", "outcome": "deny", "rule": "r", "reason": "y"}]}"#,
        "\n"
    ));
    stage.export().unwrap();
    let records = receiver.records("tacklebox.exception");
    records[0].attributes.iter().map(|attribute| attribute.key.clone()).collect()
}

#[test]
fn the_page_lists_each_attribute() {
    let (_, sent) = PAGE.split_once("\n## What is sent\n").unwrap();
    let (table, _) = sent.split_once("\n\n`tacklebox pause`").unwrap();
    let cells = table.lines().filter_map(|line| line.strip_prefix('|')?.split('|').next());
    let named = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned));
    assert_eq!(named.collect::<BTreeSet<_>>(), attributes());
}

#[test]
fn the_state_of_a_machine_is_as_its_schema_says() {
    let schema: serde_json::Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let stage = Stage::new();
    fs::create_dir_all(stage.log("fired")).unwrap();
    fs::write(stage.log("fired/governance-hook"), "").unwrap();
    let empty = otlp_export::machine(&stage.ctx(), None, None).unwrap();
    assert_eq!(empty.hooks.len(), 1);
    let full = crate::coverage::machine("laptop-1", "2026-11-29T10:00:00Z", &["not"]);
    for machine in [empty, full] {
        let document = serde_json::to_value(machine).unwrap();
        assert!(validator.is_valid(&document), "{document}");
    }
}

#[test]
fn the_dashboard_asks_for_what_is_sent() {
    let _json: serde_json::Value = serde_json::from_str(DASHBOARD).unwrap();
    let mut sent: BTreeSet<String> =
        attributes().iter().map(|attribute| attribute.replace('.', "_")).collect();
    sent.insert("tacklebox_hook_outcomes_total".to_owned());
    let names = DASHBOARD.split(|it: char| it != '_' && !it.is_ascii_alphanumeric());
    for name in names.filter(|name| name.starts_with("tacklebox_")) {
        assert!(sent.contains(name), "{name}");
    }
}

#[test]
fn the_configuration_of_the_page_is_valid() {
    let (_, yaml) = PAGE.split_once("```yaml\n").unwrap();
    let (yaml, _) = yaml.split_once("```").unwrap();
    let stage = Stage::new();
    let token = stage.path("token");
    fs::write(&token, "Bearer abc\n").unwrap();
    let here = yaml.replace("/etc/tacklebox/collector-token", &token.display().to_string());
    stage.configure(&here.replace("USER", "TOKEN"));
    let settings = stage.settings();
    assert!(format!("{settings:?}").contains("laptop-0137"));
}
