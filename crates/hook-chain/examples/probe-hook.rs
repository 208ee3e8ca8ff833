//! A hook that does what the tool is called, to see what a chain makes of it.

#![cfg_attr(all(target_os = "linux", not(test)), no_main)]

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use hook_protocol::{PreToolUse, PreToolUseReply, UserPromptSubmit, UserPromptSubmitReply};
use hook_runtime::{Ctx, Hook, OnFailure};

process_start::program!(|args| hook_chain::main(hook(), args));

fn hook() -> Hook {
    Hook::new("probe-hook")
        .guard(pre_tool_use)
        .context(user_prompt_submit)
        .on_failure(|ctx| match ctx.env("PROBE_CLOSED") {
            Some(way_out) => OnFailure::Closed { way_out },
            None => OnFailure::Open,
        })
        .tools(|ctx, args, console| {
            console.line(format!("{} arguments at {}", args.len() - 1, ctx.timestamp()));
            console.error_line("aside");
            ctx.report("reported");
            assert!(args.len() <= 3, "as told");
            if args.len() > 2 {
                bail!("too many");
            }
            Ok(ExitCode::from(7))
        })
}

fn pre_tool_use(ctx: &Ctx, event: &PreToolUse) -> Result<PreToolUseReply> {
    match event.call.name.as_sent() {
        "deny" => Ok(PreToolUseReply::deny("as told")),
        "context" => Ok(PreToolUseReply::default().with_context(ctx.timestamp())),
        "report" => {
            ctx.report("something\nhappened");
            Ok(PreToolUseReply::default().with_context("all the same"))
        }
        "fail" => bail!("as told"),
        #[expect(clippy::panic, reason = "the test asks for one")]
        "panic" => panic!("as told"),
        "hang" => {
            ctx.expect_delay();
            std::thread::sleep(Duration::from_secs(60));
            Ok(PreToolUseReply::default())
        }
        "devour" => devour(),
        "devour watched" => {
            ctx.expect_delay();
            devour()
        }
        _ => Ok(PreToolUseReply::default()),
    }
}

/// Asks for memory without end, and uses none of it.
fn devour() -> Result<PreToolUseReply> {
    let mut pieces = Vec::new();
    loop {
        pieces.push(Vec::<u8>::with_capacity(16 << 20));
    }
}

fn user_prompt_submit(_ctx: &Ctx, _event: &UserPromptSubmit) -> Result<UserPromptSubmitReply> {
    bail!("as told")
}
