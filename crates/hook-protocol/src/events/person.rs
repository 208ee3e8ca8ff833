//! Events about notifications and questions to the person.

use super::common_and_rest;
use crate::common::Common;
use crate::fields::Fields;
use crate::tool_call::ToolCall;

/// The host notifies the person.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Notification {
    /// The fields that all events have.
    pub common: Common,
    /// One of [`Notification::TYPES`], or a newer one.
    pub notification_type: Option<String>,
    /// The text.
    pub message: Option<String>,
}

impl Notification {
    /// The types of notifications of Claude Code 2.1.330 and 2.1.332: the 17 that it lists, and two
    /// more that it sends.
    pub const TYPES: [&'static str; 19] = [
        "permission_prompt",
        "idle_prompt",
        "auth_success",
        "elicitation_dialog",
        "agent_needs_input",
        "agent_completed",
        "elicitation_url_dialog",
        "worker_permission_prompt",
        "push_notification",
        "computer_use_enter",
        "computer_use_exit",
        "quota_auto_resume_fired",
        "quota_auto_resume_stale",
        "quota_auto_resume_disabled",
        "model_refusal_fallback",
        "auth_storage_failure",
        "plugin_notification",
        "elicitation_complete",
        "elicitation_response",
    ];
}

/// An MCP server asks the person a question.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Elicitation {
    /// The fields that all events have.
    pub common: Common,
    /// The server.
    pub mcp_server_name: Option<String>,
    /// The question.
    pub message: Option<String>,
}

/// A question of an MCP server was answered or declined.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ElicitationResult {
    /// The fields that all events have.
    pub common: Common,
    /// The server.
    pub mcp_server_name: Option<String>,
}

/// The host is about to ask the person for permission, or to deny it without asking. Has no
/// `tool_use_id`.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PermissionRequest {
    /// The fields that all events have.
    pub common: Common,
    /// The tool and its input.
    pub call: ToolCall,
}

impl Notification {
    pub(crate) fn read(mut fields: Fields) -> Self {
        Self {
            notification_type: fields.words("notification_type"),
            message: fields.words("message"),
            common: common_and_rest(fields),
        }
    }
}

impl Elicitation {
    pub(crate) fn read(mut fields: Fields) -> Self {
        Self {
            mcp_server_name: fields.words("mcp_server_name"),
            message: fields.words("message"),
            common: common_and_rest(fields),
        }
    }
}

impl ElicitationResult {
    pub(crate) fn read(mut fields: Fields) -> Self {
        Self { mcp_server_name: fields.words("mcp_server_name"), common: common_and_rest(fields) }
    }
}

impl PermissionRequest {
    pub(crate) fn read(mut fields: Fields) -> Self {
        Self { call: ToolCall::read(&mut fields), common: common_and_rest(fields) }
    }
}
