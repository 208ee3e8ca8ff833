//! `check`: whether a question would be asked, by its id alone. It logs nothing.

use std::process::ExitCode;

use anyhow::Result;
use hook_chain::people;
use hook_runtime::{Console, Ctx, one_line};

use super::set::id;
use crate::config::preferences::{self, Preference, Preferences};
use crate::config::question_id::QuestionId;
use crate::config::registry::{self, Registry};
use crate::decide::{Ask, by_name, is_bound};
use crate::words::preference_state::{limits, quoted};

/// In characters, of the reason.
const MAX_WORDS: usize = 200;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The question: its id, as in `<qid:ID>` or in the log
    id: String,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Says `ASK` or `ANSWER`, and why. What cannot be read has questions asked.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let id = id(&args.id)?;
    let line = match (registry::load(ctx), preferences::load(ctx)) {
        (Ok(registry), Ok(preferences)) => judge(ctx, &registry, &preferences, &id),
        (Err(err), _) | (_, Err(err)) => format!("ASK: {err}"),
    };
    if args.json {
        let verdict = if line.starts_with("ANSWER") { "answered" } else { "asked" };
        people::judgement(verdict, &line, console);
    } else {
        console.line(line);
    }
    Ok(ExitCode::SUCCESS)
}

/// The verdict on the question `id`. Its options, and what is recommended, are not known.
fn judge(ctx: &Ctx, registry: &Registry, preferences: &Preferences, id: &QuestionId) -> String {
    let found = by_name(registry, preferences, ctx.now(), id);
    let found = found.and_then(|(origin, entry)| {
        if is_bound(registry, id, entry) { Ok((origin, entry)) } else { Err(Ask::Unbound) }
    });
    match found {
        Ok((origin, entry)) => {
            let taken = match &entry.preference {
                Preference::Answer(labels) => quoted(labels),
                Preference::NeverAsk | Preference::AlwaysAsk => "the recommended option".to_owned(),
            };
            let mut words = vec![entry.preference.to_string(), origin.to_string()];
            words.extend(limits(ctx, entry));
            format!("ANSWER: {taken} ({})", words.join(", "))
        }
        Err(ask) => format!("ASK: {}", one_line(&ask.to_string(), MAX_WORDS)),
    }
}
