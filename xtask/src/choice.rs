//! Which hooks are meant.

use std::io::{self, IsTerminal, Write};

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::programs;

/// The hooks that a person names, or means.
#[derive(clap::Args)]
pub(crate) struct Choice {
    /// The hooks; without any, they are listed to choose from
    #[arg(value_name = "HOOK", conflicts_with = "all")]
    hooks: Vec<String>,
    /// Every hook
    #[arg(long)]
    all: bool,
}

impl Choice {
    /// The names of the hooks that are meant. Asks where nothing was said; where nobody can be
    /// asked, that is a wrong call, as an unknown hook is.
    pub(crate) fn hooks(&self) -> anyhow::Result<Vec<String>> {
        let known = programs::hooks()?;
        if self.all {
            return Ok(known);
        }
        if !self.hooks.is_empty() {
            return known_only(&self.hooks, &known);
        }
        if !io::stdin().is_terminal() {
            let message = format!("name a hook, or --all: {}", known.join(", "));
            return Err(usage(ErrorKind::MissingRequiredArgument, &message));
        }
        let answer = ask(&known)?;
        let words: Vec<String> = answer.split_whitespace().map(str::to_owned).collect();
        match words.as_slice() {
            [] => anyhow::bail!("no hook was chosen"),
            [all] if all == "all" => Ok(known),
            hooks => known_only(hooks, &known),
        }
    }
}

/// The hooks of these names; every hook if there are none. An unknown one is a wrong call.
pub(crate) fn named_or_all(names: &[String]) -> anyhow::Result<Vec<String>> {
    let known = programs::hooks()?;
    if names.is_empty() { Ok(known) } else { known_only(names, &known) }
}

/// A wrong call, to be returned; `main` shows it as clap does.
pub(crate) fn usage(kind: ErrorKind, message: &str) -> anyhow::Error {
    crate::Xtask::command().error(kind, message).into()
}

fn known_only(hooks: &[String], known: &[String]) -> anyhow::Result<Vec<String>> {
    if let Some(unknown) = hooks.iter().find(|hook| !known.contains(hook)) {
        let message = format!("there is no hook `{unknown}`, only {}", known.join(", "));
        return Err(usage(ErrorKind::InvalidValue, &message));
    }
    let mut unique: Vec<String> = Vec::new();
    for hook in hooks {
        if !unique.contains(hook) {
            unique.push(hook.clone());
        }
    }
    Ok(unique)
}

fn ask(known: &[String]) -> io::Result<String> {
    println!("Hooks: {}", known.join(", "));
    print!("Which, with blanks between them, or all? ");
    io::stdout().flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(answer)
}
