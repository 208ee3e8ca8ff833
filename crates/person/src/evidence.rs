//! What speaks for a person and what against it, as it is found.

use std::io::{self, IsTerminal as _};

use hook_runtime::Ctx;

use crate::process::Ancestry;
use crate::process_table;
use crate::program_names::MARKS;
use crate::token::{self, Token};

/// All of it.
#[derive(Debug)]
pub(crate) struct Evidence {
    pub(crate) token: Token,
    /// A variable that hosts set, in the environment of this program.
    pub(crate) mark: Option<&'static str>,
    pub(crate) terminal: Terminal,
    pub(crate) ancestry: Ancestry,
}

/// Where the program reads and complains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Terminal {
    Missing,
    /// It is one, but not the one of this session.
    Foreign,
    Controlling,
}

pub(crate) fn gather(ctx: &Ctx) -> Evidence {
    let ancestry = process_table::ancestry();
    Evidence {
        token: token::given(ctx),
        mark: MARKS.into_iter().find(|mark| ctx.env(mark).is_some()),
        terminal: terminal(&ancestry),
        ancestry,
    }
}

fn terminal(ancestry: &Ancestry) -> Terminal {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Terminal::Missing;
    }
    let own = match ancestry {
        Ancestry::Known { chain, .. } => chain.first().and_then(|process| process.terminal),
        Ancestry::Unknown => None,
    };
    let is_own = |device: Option<u64>| device.is_some() && device == own;
    if process_table::standard_devices().into_iter().all(is_own) {
        Terminal::Controlling
    } else {
        Terminal::Foreign
    }
}
