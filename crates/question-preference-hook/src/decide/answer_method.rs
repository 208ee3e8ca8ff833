//! How a question is answered: by the tool's result, or by a denial that has the answer.

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
