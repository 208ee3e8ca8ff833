//! The names of events.

/// The events whose replies have a form of their own.
pub(crate) const PERMISSION_REQUEST: &str = "PermissionRequest";
pub(crate) const PRE_TOOL_USE: &str = "PreToolUse";
pub(crate) const PRE_SKILL_SHELL_COMMAND: &str = "PreSkillShellCommand";

/// The name of an event, as hosts spell it in settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventName(String);

impl EventName {
    /// The 34 events of Claude Code 2.1.332, in the order of its types.
    pub const KNOWN: [&'static str; 34] = [
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "PostToolBatch",
        "Notification",
        "UserPromptSubmit",
        "UserPromptExpansion",
        "SessionStart",
        "SessionEnd",
        "Stop",
        "StopFailure",
        "SubagentStart",
        "SubagentStop",
        "PreCompact",
        "PostCompact",
        "PreModelSwitch",
        "PostModelSwitch",
        "PermissionRequest",
        "PermissionDenied",
        "Setup",
        "TeammateIdle",
        "TaskCreated",
        "TaskCompleted",
        "Elicitation",
        "ElicitationResult",
        "ConfigChange",
        "WorktreeCreate",
        "WorktreeRemove",
        "InstructionsLoaded",
        "CwdChanged",
        "FileChanged",
        "DirectoryAdded",
        "MessageDisplay",
        "PreSkillShellCommand",
    ];

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is one of [`EventName::KNOWN`].
    pub fn is_known(&self) -> bool {
        Self::KNOWN.contains(&self.as_str())
    }
}

impl From<String> for EventName {
    /// Accepts the camel-case spelling of other hosts for the known names.
    fn from(name: String) -> Self {
        let is_first_letter_off = |known: &&&str| {
            known.len() == name.len()
                && known.get(1..) == name.get(1..)
                && known.chars().next().map(|c| c.to_ascii_lowercase()) == name.chars().next()
        };
        match Self::KNOWN.iter().find(is_first_letter_off) {
            Some(known) => Self((*known).to_owned()),
            None => Self(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_stand_twice_are_the_same() {
        for name in [PERMISSION_REQUEST, PRE_SKILL_SHELL_COMMAND, PRE_TOOL_USE] {
            assert!(EventName::KNOWN.contains(&name), "{name}");
        }
    }
}
