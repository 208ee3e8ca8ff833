//! What a configuration may say, and what it means.

use super::*;

fn parse(yaml: &str) -> Result<Config, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("prompt-detect.yaml");
    hook_state::replace(&file, yaml.as_bytes()).unwrap();
    let parsed = hook_config::read(&file).unwrap().parse();
    parsed.map_err(|err| err.to_string())
}

#[test]
fn nothing_is_the_default() {
    for yaml in ["", "version: 1", "sinks:\non_prompt:\nquiet_hours:\n", "sinks: {}"] {
        let config = parse(yaml).unwrap();
        assert_eq!(config, Config::default(), "{yaml}");
    }
    let config = Config::default();
    assert_eq!(config.sinks, Sinks::default());
    assert_eq!(config.delay(), Duration::ZERO);
    assert_eq!(config.rate_limit(), Duration::from_secs(1));
    assert_eq!(config.stale_after(), Duration::from_secs(3600));
    let types = [
        (PromptType::Question, Level::Escalate),
        (PromptType::PlanApproval, Level::Escalate),
        (PromptType::Permission, Level::Notify),
        (PromptType::Idle, Level::Record),
        (PromptType::Other, Level::Record),
    ];
    for (kind, level) in types {
        assert_eq!(config.on_prompt.level(kind), level, "{kind:?}");
    }
}

#[test]
fn what_cannot_be_meant_is_refused_with_its_place() {
    let check = |yaml: &str, words: &str| {
        let refusal = parse(yaml).unwrap_err();
        assert!(refusal.contains(words), "{refusal}");
    };
    check("version: 2", "prompt-detect.yaml:1:1: version: unknown version 2");
    check("sink: {}", "prompt-detect.yaml:1:1: sink: unknown field");
    check("sinks:\n  json: x\n", "prompt-detect.yaml:2:3: sinks.json: unknown field");
    check("sinks:\n  command: page me\n", "2:12: sinks.command: invalid type");
    check("sinks: { command: [] }", "sinks.command: a command needs a program");
    check("sinks: { command: [''] }", "sinks.command: a command needs a program");
    check("sinks: { command: [page, \"a\\0b\"] }", "an argument cannot contain a NUL");
    check("sinks: { desktop: yes please }", "sinks.desktop");
    check("on_prompt:\n  question: shout\n", "2:13: on_prompt.question: unknown variant");
    check("on_prompt: { plan: notify }", "on_prompt.plan: unknown field");
    check("delay_ms: 3600001", "delay_ms: 3600001 is above 3600000");
    check("delay_ms: -1", "delay_ms");
    check("delay_ms: 2s", "delay_ms");
    check("rate_limit_ms: 86400001", "rate_limit_ms: 86400001 is above 86400000");
    check("quiet_hours: at night", "quiet_hours: `at night` is not a time range");
    check("quiet_hours: 22:00-22:00", "is not a time range such as 22:00-07:00");
    check("stale_after: soon", "expected a time such as 90m, at least one second");
    check("stale_after: 900ms", "expected a time such as 90m, at least one second");
    check("delay_ms: 1\ndelay_ms: 2\n", "delay_ms");
    check("- sinks", "a mapping");
}

/// What is kept of it does not describe itself.
#[test]
fn what_is_kept_is_the_same() {
    let config = parse(
        "sinks: {command: [a, b], terminal: true}\n\
         quiet_hours: 22:00-07:00\nstale_after: 2h\n",
    )
    .unwrap();
    let kept = postcard::to_stdvec(&config).unwrap();
    assert_eq!(postcard::from_bytes::<Config>(&kept).unwrap(), config);
}
