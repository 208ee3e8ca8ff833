//! The sink `terminal`: what the host is to write to its own terminal.
//!
//! Seen in Claude Code 2.1.330: it takes OSC 0, 1, 2, 9, 99, 777 and BEL, in at most
//! 4096 bytes of UTF-8, and drops all of it if anything else is in it or if the text
//! of an OSC 9 begins with a number.

use hook_runtime::{Ctx, one_line};

use super::project_name;
use crate::decide::audience::Shown;
use crate::decide::transition::Transition;
use crate::words::{agent_in, headline};

/// In characters.
const MAX_NAME: usize = 40;
const MAX_TITLE: usize = 100;
const MAX_TEXT: usize = 240;

const BEL: char = '\u{7}';

/// The sequence that shows it.
pub(super) fn sequence(ctx: &Ctx, shown: Shown<'_>) -> String {
    match shown {
        Shown::Rest => rest(ctx),
        Shown::Title(transition) => title(ctx, transition),
        Shown::Call(transition) => call(ctx, transition),
    }
}

/// Title, notification and bell.
fn call(ctx: &Ctx, transition: &Transition) -> String {
    let name = one_line(&project_name(ctx), MAX_NAME);
    let text = format!("{} {}", agent_in(&name), headline(transition, MAX_TEXT));
    format!("{}{}{BEL}", title(ctx, transition), osc(9, &text))
}

/// The title alone.
fn title(ctx: &Ctx, transition: &Transition) -> String {
    let name = one_line(&project_name(ctx), MAX_NAME);
    osc(0, &format!("{name} {}", headline(transition, MAX_TITLE)))
}

/// The title of a session that waits for nobody.
fn rest(ctx: &Ctx) -> String {
    osc(0, &one_line(&project_name(ctx), MAX_NAME))
}

fn osc(number: u8, text: &str) -> String {
    format!("\u{1b}]{number};{text}{BEL}")
}
