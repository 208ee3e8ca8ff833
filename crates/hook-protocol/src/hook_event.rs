//! Ties each event to its name and to the only reply that it may get.

use crate::event::{Event, HookEvent};
use crate::events::{
    Notification, PermissionRequest, PostToolUse, PostToolUseFailure, PreCompact, PreToolUse,
    SessionEnd, SessionStart, Stop, StopFailure, SubagentStart, SubagentStop, UserPromptSubmit,
};
use crate::reply::{
    NotificationReply, PermissionRequestReply, PostToolUseFailureReply, PostToolUseReply,
    PreCompactReply, PreToolUseReply, SessionEndReply, SessionStartReply, StopReply,
    SubagentStartReply, UserPromptSubmitReply,
};

impl HookEvent for PreToolUse {
    const NAME: &'static str = "PreToolUse";
    type Reply = PreToolUseReply;

    fn of(event: &Event) -> Option<&Self> {
        if let Event::PreToolUse(event) = event { Some(event) } else { None }
    }
}

impl HookEvent for PostToolUse {
    const NAME: &'static str = "PostToolUse";
    type Reply = PostToolUseReply;

    fn of(event: &Event) -> Option<&Self> {
        if let Event::PostToolUse(event) = event { Some(event) } else { None }
    }
}

impl HookEvent for PostToolUseFailure {
    const NAME: &'static str = "PostToolUseFailure";
    type Reply = PostToolUseFailureReply;

    fn of(event: &Event) -> Option<&Self> {
        if let Event::PostToolUseFailure(event) = event { Some(event) } else { None }
    }
}

impl HookEvent for UserPromptSubmit {
    const NAME: &'static str = "UserPromptSubmit";
    type Reply = UserPromptSubmitReply;

    fn of(event: &Event) -> Option<&Self> {
        if let Event::UserPromptSubmit(event) = event { Some(event) } else { None }
    }
}

impl HookEvent for SessionStart {
    const NAME: &'static str = "SessionStart";
    type Reply = SessionStartReply;

    fn of(event: &Event) -> Option<&Self> {
        if let Event::SessionStart(event) = event { Some(event) } else { None }
    }
}

impl HookEvent for SessionEnd {
    const NAME: &'static str = "SessionEnd";
    type Reply = SessionEndReply;

    fn of(event: &Event) -> Option<&Self> {
        if let Event::SessionEnd(event) = event { Some(event) } else { None }
    }
}

impl HookEvent for Stop {
    const NAME: &'static str = "Stop";
    type Reply = StopReply;

    fn of(event: &Event) -> Option<&Self> {
        if let Event::Stop(event) = event { Some(event) } else { None }
    }
}

impl HookEvent for StopFailure {
    const NAME: &'static str = "StopFailure";
    type Reply = NotificationReply;

    fn of(event: &Event) -> Option<&Self> {
        if let Event::StopFailure(event) = event { Some(event) } else { None }
    }
}

impl HookEvent for SubagentStart {
    const NAME: &'static str = "SubagentStart";
    type Reply = SubagentStartReply;

    fn of(event: &Event) -> Option<&Self> {
        if let Event::SubagentStart(event) = event { Some(event) } else { None }
    }
}

impl HookEvent for SubagentStop {
    const NAME: &'static str = "SubagentStop";
    type Reply = StopReply;

    fn of(event: &Event) -> Option<&Self> {
        if let Event::SubagentStop(event) = event { Some(event) } else { None }
    }
}

impl HookEvent for PreCompact {
    const NAME: &'static str = "PreCompact";
    type Reply = PreCompactReply;

    fn of(event: &Event) -> Option<&Self> {
        if let Event::PreCompact(event) = event { Some(event) } else { None }
    }
}

impl HookEvent for Notification {
    const NAME: &'static str = "Notification";
    type Reply = NotificationReply;

    fn of(event: &Event) -> Option<&Self> {
        if let Event::Notification(event) = event { Some(event) } else { None }
    }
}

impl HookEvent for PermissionRequest {
    const NAME: &'static str = "PermissionRequest";
    type Reply = PermissionRequestReply;

    fn of(event: &Event) -> Option<&Self> {
        if let Event::PermissionRequest(event) = event { Some(event) } else { None }
    }
}
