//! Which hooks are meant.

use std::io::{self, IsTerminal};

use hook_installer::{Offer, answered, menu, named};

use crate::output;

/// The words by which a person chooses; `None` where nobody can be asked.
pub(crate) fn ask(known: &[Offer]) -> Option<Vec<String>> {
    if !io::stdin().is_terminal() {
        return None;
    }
    let columns = output::columns();
    let question = format!("{}Which ones (separated by spaces, or all)? ", menu(known, columns));
    output::text(question).ok()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).ok()?;
    Some(answered(&answer))
}

/// The hooks of these names; every hook if there are none. An unknown one is a wrong call.
pub(crate) fn named_or_all(names: &[String], known: &[Offer]) -> anyhow::Result<Vec<Offer>> {
    if names.is_empty() {
        return Ok(known.to_vec());
    }
    Ok(named(names.iter().map(String::as_str), known)?)
}
