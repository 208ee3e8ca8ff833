//! `.mcp.json`: what we put in comes out again byte for byte, and other servers are not touched.

use claude_settings::{McpServer, install_server, names_server, uninstall_server};
use serde_json::{Value, json};

const TEMPLATE: &str = include_str!("../../../../settings-templates/intent-gate-hook.mcp.json");
const OTHER: &str = r#"{ "type": "http", "url": "https://example.com/mcp" }"#;

/// Two spaces, LF and no final newline, where a layout has something to vary.
const SHAPES: [&str; 12] = [
    "{}",
    "{ }",
    "{\n}",
    "\n\n  {}",
    r#"{"x":1}"#,
    "{\n  \"x\": 1}",
    r#"{"mcpServers":{}}"#,
    "{\n  \"mcpServers\": {\n  },\n  \"x\": 1\n}",
    "{\n  \"mcpServers\": {\n    \"other\": { \"command\": \"npx\", \"args\": [\"é\"] }\n  }\n}",
    r#"{"mcpServers":{"other":{"command":"npx"},"more":{"type":"sse","url":"u"}},"x":{}}"#,
    "{\n  \"mcpServers\"\n  :\n  {\n    \"other\": 5\n  }\n  ,\n  \"x\": {}\n}",
    "{\n  \"\\u006dcpServers\": {\"intent-gate\": {\"command\": \"/usr/bin/intent-mcp\"}}\n}",
];

const LAYOUTS: [fn(&str) -> String; 8] = [
    str::to_owned,
    |text| format!("{text}\n"),
    |text| format!("{text}\n\n \n"),
    |text| format!("\u{feff}{text}\n"),
    |text| format!("{text}\n").replace('\n', "\r\n"),
    |text| format!("{text}\n").replace("  ", "\t"),
    |text| format!("{text}\n").replace("  ", "    "),
    |text| text.replace('\n', ""),
];

fn server() -> McpServer {
    McpServer::read(TEMPLATE, None).unwrap()
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text.trim_start_matches('\u{feff}')).unwrap()
}

pub(crate) fn what_is_put_in_comes_out_byte_for_byte() {
    let entry = parse(TEMPLATE)["mcpServers"]["intent-mcp"].clone();
    for before in SHAPES.iter().flat_map(|shape| LAYOUTS.map(|layout| layout(shape))) {
        let after = install_server(Some(&before), &server()).unwrap();
        assert!(names_server(&after, &server()) && !names_server(&before, &server()), "{after}");
        assert_eq!(install_server(Some(&after), &server()).unwrap(), after);
        let mut value = parse(&after);
        let servers = value["mcpServers"].as_object_mut().unwrap();
        assert_eq!(servers.remove("intent-mcp"), Some(entry.clone()));
        let mut had = parse(&before);
        had.as_object_mut().unwrap().entry("mcpServers").or_insert(json!({}));
        assert_eq!(value, had);
        assert_eq!(uninstall_server(&after, &server()).unwrap(), Some(before), "{after}");
    }
}

pub(crate) fn no_file_and_an_empty_file_are_the_same() {
    for empty in [None, Some(""), Some("\n"), Some(" \r\n\t")] {
        assert_eq!(install_server(empty, &server()).unwrap(), TEMPLATE);
    }
    assert_eq!(uninstall_server(TEMPLATE, &server()).unwrap(), None);
    assert_eq!(uninstall_server("\n", &server()).unwrap().as_deref(), Some("\n"));
}

pub(crate) fn a_server_goes_in_as_the_last_and_looks_like_the_others() {
    let before = format!("{{\n\t\"mcpServers\": {{\n\t\t\"other\": {OTHER}\n\t}}\n}}\n");
    let after = install_server(Some(&before), &server()).unwrap();
    let ours = "\t\t\"intent-mcp\": {\n\t\t\t\"type\": \"stdio\",\n\t\t\t\"command\": \
                \"${CLAUDE_PROJECT_DIR:-.}/.claude/hooks/bin/intent-mcp\",\n\t\t\t\"args\": []\n\t\t}";
    let expected = format!("{{\n\t\"mcpServers\": {{\n\t\t\"other\": {OTHER},\n{ours}\n\t}}\n}}\n");
    assert_eq!(after, expected);
}

pub(crate) fn what_a_person_made_of_it_stays() {
    let text = |name: &str, program: &str| {
        format!(
            "{{\"mcpServers\": {{\"{name}\": {{\"command\": \"{program}\", \"env\": {{\"A\": \"b\"}}}}, \
             \"other\": {OTHER}}}}}"
        )
    };
    let current = "${CLAUDE_PROJECT_DIR:-.}/.claude/hooks/bin/intent-mcp";
    for name in ["intent-mcp", "intents"] {
        let same = text(name, current);
        assert_eq!(install_server(Some(&same), &server()).unwrap(), same);
        for older in [
            ".claude/hooks/bin/intent-mcp",
            "/home/me/app/.claude/hooks/bin/intent-mcp",
            r"C:\\me\\.claude\\hooks\\bin\\intent-mcp.exe",
        ] {
            let updated = install_server(Some(&text(name, older)), &server()).unwrap();
            assert_eq!(updated, same);
        }
        let left = format!("{{\"mcpServers\": {{\"other\": {OTHER}}}}}");
        assert_eq!(uninstall_server(&same, &server()).unwrap(), Some(left));
    }
}

pub(crate) fn a_folder_of_its_own_is_known_by_the_whole_path() {
    let own = McpServer::read(TEMPLATE, Some("/opt/a \"folder\"/")).unwrap();
    let after = install_server(Some("{}"), &own).unwrap();
    assert_eq!(
        parse(&after)["mcpServers"]["intent-mcp"]["command"],
        "/opt/a \"folder\"/intent-mcp"
    );
    assert!(names_server(&after, &own) && !names_server(&after, &server()));
    assert_eq!(uninstall_server(&after, &server()).unwrap().as_deref(), Some(after.as_str()));
    assert_eq!(uninstall_server(&after, &own).unwrap().as_deref(), Some("{}"));
}

pub(crate) fn what_is_not_as_it_should_be_is_refused() {
    for (text, because) in [
        ("{ // mine\n}", "line 1, column 3: a comment, which strict JSON does not allow"),
        ("{\"a\": 1,}", "line 1, column 8: a trailing comma"),
        ("{\"mcpServers\": {}", "not strict JSON"),
        ("[]", "line 1, column 1: not a JSON object"),
        ("{\"mcpServers\": []}", "line 1, column 16: `mcpServers` must be an object"),
        ("{\"mcpServers\": null}", "line 1, column 16: `mcpServers` must be an object"),
        (
            "{\"mcpServers\": {},\n \"mcpServers\": {}}",
            "line 2, column 2: `mcpServers` appears more than once",
        ),
    ] {
        let err = install_server(Some(text), &server()).unwrap_err().to_string();
        assert!(err.contains(because), "{err}");
        let err = uninstall_server(text, &server()).unwrap_err().to_string();
        assert!(err.contains(because), "{err}");
        assert!(!names_server(text, &server()));
    }
    for theirs in [r#"{"command": "npx"}"#, "5", OTHER] {
        let text = format!("{{\"mcpServers\": {{\"intent-mcp\": {theirs}}}}}");
        let err = install_server(Some(&text), &server()).unwrap_err().to_string();
        assert_eq!(err, "line 1, column 17: another server has the name `intent-mcp`");
        assert_eq!(uninstall_server(&text, &server()).unwrap(), Some(text));
    }
}
