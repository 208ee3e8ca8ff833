//! The sink `desktop`: a notification by the system's own notifier.
//!
//! The text of others is an argument of its own, and what a notifier would take for
//! markup or an escape in it is escaped. Sources: the Desktop Notifications
//! Specification 1.2, which has markup in the body and none in the summary;
//! `notify-send(1)`, which obeys backslashes in the body.

use std::io::ErrorKind;
use std::process::Command;

use anyhow::{Context, Result};
use hook_runtime::{Ctx, one_line};

use super::{child_process, project_name};
use crate::decide::transition::Transition;
use crate::words::{agent_in, headline};

/// In characters: more is not shown.
const MAX_NAME: usize = 60;
const MAX_TEXT: usize = 240;

/// Shows a notification, if there is a notifier.
pub(super) fn notify(ctx: &Ctx, transition: &Transition) -> Result<()> {
    let title = agent_in(&one_line(&project_name(ctx), MAX_NAME));
    let text = headline(transition, MAX_TEXT);
    let mut command = if cfg!(target_os = "macos") {
        osascript(ctx, &title, &text)
    } else {
        notify_send(ctx, &title, &text)
    };
    match command.spawn() {
        // A machine without a desktop.
        Err(err) if err.kind() == ErrorKind::NotFound => Ok(()),
        started => started.map(|_| ()).context("could not start the notifier"),
    }
}

fn notify_send(ctx: &Ctx, title: &str, text: &str) -> Command {
    let mut command = child_process::program(ctx, "notify-send");
    command.args(["--app-name=tacklebox", "--", title, &escaped(text)]);
    command
}

fn osascript(ctx: &Ctx, title: &str, text: &str) -> Command {
    let script = [
        "on run argv",
        "display notification (item 2 of argv) with title (item 1 of argv)",
        "end run",
    ];
    let mut command = child_process::program(ctx, "osascript");
    for line in script {
        command.args(["-e", line]);
    }
    command.args([title, text]);
    command
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\\' => escaped.push_str("\\\\"),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_notifier_would_obey_is_escaped() {
        for (text, expected) in [
            ("plain é \u{1f600}", "plain é \u{1f600}"),
            ("<b>&amp;</b>", "&lt;b&gt;&amp;amp;&lt;/b&gt;"),
            (r"a\nb\303", r"a\\nb\\303"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }
}
