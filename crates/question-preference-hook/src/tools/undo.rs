//! `undo`: the last answer given in the person's place shall not be given again.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use hook_runtime::{Console, Ctx};
use serde_json::value::to_raw_value;

use super::set::id;
use crate::edit::{self, Change};
use crate::journal::{self, Source};
use crate::preferences;
use crate::registry;
use crate::wording::one_line;

const ALWAYS_ASK: &str = "always-ask";

/// In characters, of what was answered.
const LONGEST: usize = 200;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The question; without one, that which was answered for you last
    id: Option<String>,
}

/// Has a question that was answered in the person's place asked from now on, by
/// the file that its preference stands in. Asking is never wrong, so anybody may
/// do this.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let wanted = args.id.as_deref().map(id).transpose()?;
    let records = journal::records(ctx)?;
    let last = records.iter().rev().find(|record| {
        record.source == Source::Preference
            && wanted.as_ref().is_none_or(|wanted| wanted.as_str() == record.question_id)
    });
    let Some(last) = last else {
        console.line("nothing was answered for you here");
        return Ok(ExitCode::SUCCESS);
    };

    let id = id(&last.question_id)?;
    let registry = registry::load(ctx)?;
    let names = registry.names(&id);
    let none = || format!("{id} has no preference any more");
    let preferences = preferences::load(ctx)?;
    let (origin, _entry) = preferences.of(&names).with_context(none)?;
    let file = edit::file(ctx, origin)?;
    edit::edit(ctx, origin, |file| {
        edit::remove(file, &names);
        file.insert(id.to_string(), to_raw_value(ALWAYS_ASK)?);
        Ok(())
    })?;

    let change = Change {
        action: "undo",
        question_id: id.as_str(),
        preference: Some(ALWAYS_ASK),
        file: Some(&file),
        person: None,
    };
    edit::record(ctx, &change)?;
    let answer = one_line(&last.user_choice.join(", "), LONGEST);
    console.line(format!("{id} is asked from now on ({})", file.display()));
    console.line(format!("answered for you at {}: {answer}", last.ts));
    Ok(ExitCode::SUCCESS)
}
