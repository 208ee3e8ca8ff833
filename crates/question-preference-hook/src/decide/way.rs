//! How an answer is given: by the tool, or in place of the tool.

use hook_protocol::{Host, Mcp, Tool, ToolName};

use crate::config::registry::{Registry, Strategy};

/// How a question is kept from the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The tool returns the answer.
    Answer,
    /// The call is denied, with the answer as the reason.
    Deny(Why),
}

/// Why a call is denied rather than answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Why {
    Configured,
    /// A proxy is not known to read `answers`.
    Proxy,
    /// Nor is this host's own tool.
    Host,
}

/// How the questions of a call are answered by this tool of this host.
pub(crate) fn way(registry: &Registry, tool: &ToolName, host: Host) -> Way {
    match (registry.strategy, tool.tool()) {
        (Strategy::Deny, _) => Way::Deny(Why::Configured),
        (Strategy::Answer, Tool::Mcp(Mcp { .. })) if !registry.mcp_answers => Way::Deny(Why::Proxy),
        (Strategy::Answer, _) if !host.takes_answers() => Way::Deny(Why::Host),
        (Strategy::Answer, _) => Way::Answer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(strategy: Strategy, mcp_answers: bool, tool: &str, host: Host, expected: Way) {
        let registry = Registry { strategy, mcp_answers, ..Registry::default() };
        assert_eq!(way(&registry, &ToolName::new(tool, None), host), expected);
    }

    #[test]
    fn answers_are_given_where_they_are_known_to_be_taken() {
        use Strategy::{Answer, Deny};
        const NATIVE: &str = "AskUserQuestion";
        const PROXY: &str = "mcp__host__AskUserQuestion";
        check(Answer, false, NATIVE, Host::ClaudeCode, Way::Answer);
        check(Answer, false, NATIVE, Host::Copilot, Way::Deny(Why::Host));
        check(Answer, false, "request_user_input", Host::Codex, Way::Deny(Why::Host));
        check(Answer, false, PROXY, Host::ClaudeCode, Way::Deny(Why::Proxy));
        check(Answer, true, PROXY, Host::ClaudeCode, Way::Answer);
        check(Answer, true, PROXY, Host::Qwen, Way::Deny(Why::Host));
        check(Deny, true, NATIVE, Host::ClaudeCode, Way::Deny(Why::Configured));
    }
}
