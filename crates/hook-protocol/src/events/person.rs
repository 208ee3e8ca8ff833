//! The events of what the person is told and asked.

use super::common_and_rest;
use crate::common::Common;
use crate::fields::Fields;
use crate::tool_call::ToolCall;

/// The host notifies the person.
#[derive(Debug, Clone)]
pub struct Notification {
    /// What every event carries.
    pub common: Common,
    /// One of [`Notification::TYPES`], or a newer one.
    pub notification_type: Option<String>,
    /// The words.
    pub message: Option<String>,
    /// Their title.
    pub title: Option<String>,
}

impl Notification {
    /// The types of notifications of Claude Code 2.1.330 and 2.1.332: the 17 of its own list, and
    /// two that it sends besides.
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

/// An MCP server asks the person.
#[derive(Debug, Clone)]
pub struct Elicitation {
    /// What every event carries.
    pub common: Common,
    /// The server.
    pub mcp_server_name: Option<String>,
    /// Its words.
    pub message: Option<String>,
}

/// What an MCP server has asked was answered, or refused.
#[derive(Debug, Clone)]
pub struct ElicitationResult {
    /// What every event carries.
    pub common: Common,
    /// The server.
    pub mcp_server_name: Option<String>,
}

/// The host is about to ask the person for permission, or to deny in their
/// place. Has no `tool_use_id`.
#[derive(Debug, Clone)]
pub struct PermissionRequest {
    /// What every event carries.
    pub common: Common,
    /// The tool and its input.
    pub call: ToolCall,
}

impl Notification {
    pub(crate) fn read(mut fields: Fields) -> Self {
        Self {
            notification_type: fields.words("notification_type"),
            message: fields.words("message"),
            title: fields.words("title"),
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
