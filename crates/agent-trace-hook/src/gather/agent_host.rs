//! Which host, and in which version, runs the hook.
//!
//! Source: Claude Code 2.1.330 sets `AI_AGENT` to `claude-code_2-1-330_harness`;
//! 2.1.112 does not, and both write their version into each line of a transcript.

use hook_protocol::Host;

use crate::gather::transcript::Said;
use crate::record::trace::Tool;

/// What Claude Code calls itself.
const CLAUDE: &str = "claude-code";

/// The host; `None` where its version is not known, which the format asks for.
pub(crate) fn tool(ai_agent: Option<&str>, host: Host, said: &Said) -> Option<Tool> {
    // Another host that is started by Claude Code has its variable.
    let is_other = |tool: &Tool| tool.name == CLAUDE && host != Host::ClaudeCode;
    ai_agent.and_then(of_variable).filter(|tool| !is_other(tool)).or_else(|| {
        let version = said.version.clone().filter(|_| host == Host::ClaudeCode)?;
        Some(Tool { name: CLAUDE.to_owned(), version })
    })
}

/// `<name>_<version with hyphens>`, and perhaps more.
fn of_variable(value: &str) -> Option<Tool> {
    let mut parts = value.split('_');
    let name = parts.next().filter(|name| !name.is_empty())?;
    let version = parts.next()?.replace('-', ".");
    let is_version = version.starts_with(|c: char| c.is_ascii_digit());
    is_version.then(|| Tool { name: name.to_owned(), version })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_names_host_and_version() {
        let check = |value: &str, expected: Option<(&str, &str)>| {
            let found = of_variable(value);
            let found = found.as_ref().map(|tool| (tool.name.as_str(), tool.version.as_str()));
            assert_eq!(found, expected, "{value}");
        };
        check("claude-code_2-1-330_harness", Some(("claude-code", "2.1.330")));
        check("claude-code_2-2-0-beta.1", Some(("claude-code", "2.2.0.beta.1")));
        check("claude-code", None);
        check("claude-code_harness", None);
        check("_2-1-330", None);
        check("", None);
    }

    #[test]
    fn else_the_transcript_does() {
        let said = Said { version: Some("2.1.112".into()), ..Said::default() };
        let check = |ai_agent: Option<&str>, host: Host, expected: Option<&str>| {
            let found = tool(ai_agent, host, &said);
            assert_eq!(found.map(|tool| tool.version).as_deref(), expected);
        };
        check(None, Host::ClaudeCode, Some("2.1.112"));
        check(Some("claude-code_2-1-330_harness"), Host::ClaudeCode, Some("2.1.330"));
        check(Some("something"), Host::ClaudeCode, Some("2.1.112"));
        check(None, Host::Qwen, None);
        check(Some("claude-code_2-1-330_harness"), Host::Codex, None);
        check(Some("other_1-0"), Host::Codex, Some("1.0"));
    }
}
