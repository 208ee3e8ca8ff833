//! Which hooks are meant.

use std::io::{self, IsTerminal};

use anyhow::Context;
use hook_installer::{HookArgs, Offer, named, names_no_hook};

use crate::output;

/// The hooks that are meant. Asks where nothing was said; where nobody can be asked, that is a
/// wrong call, as an unknown hook is.
pub(crate) fn chosen(args: &HookArgs, known: &[Offer]) -> anyhow::Result<Vec<Offer>> {
    if let Some(hooks) = args.chosen(known)? {
        return Ok(hooks);
    }
    if !io::stdin().is_terminal() {
        return Err(names_no_hook(known).into());
    }
    let answer = ask(known)?;
    let words: Vec<&str> = answer.split_whitespace().collect();
    match words.as_slice() {
        [] => anyhow::bail!("no hook was chosen"),
        ["all"] => Ok(known.to_vec()),
        words => Ok(named(words.iter().copied(), known)?),
    }
}

/// The hooks of these names; every hook if there are none. An unknown one is a wrong call.
pub(crate) fn named_or_all(names: &[String], known: &[Offer]) -> anyhow::Result<Vec<Offer>> {
    if names.is_empty() {
        return Ok(known.to_vec());
    }
    Ok(named(names.iter().map(String::as_str), known)?)
}

fn ask(known: &[Offer]) -> anyhow::Result<String> {
    let names: Vec<&str> = known.iter().map(|offer| offer.hook.as_str()).collect();
    output::line(format_args!("Hooks: {}", names.join(", ")))?;
    output::text("Which, with blanks between them, or all? ")?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).context("could not read the answer")?;
    Ok(answer)
}
