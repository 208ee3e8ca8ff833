//! `import`: preferences of other programs and other places.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};
use serde_json::value::RawValue;

use super::person::{Claim, REFUSED, person};
use super::set::origin;
use crate::config::preferences::{self, Entry, Malformed, Raw};
use crate::config::question_id::QuestionId;
use crate::config::registry::{self, Registry};
use crate::decide::preference_state::never_in_force;
use crate::record::edit::{self, Change};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files of the form {"id": "never-ask", ...}
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// For all your projects instead of this one
    #[arg(long)]
    global: bool,
    #[command(flatten)]
    claim: Claim,
}

/// The status if something was left out.
const INCOMPLETE: u8 = 1;

/// Adds the entries of other files. What is there already stays; what means
/// nothing, has expired or could never be in force is left out, and said.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let Some(person) = person(ctx, console, args.claim, "import", "", None) else {
        return Ok(ExitCode::from(REFUSED));
    };
    let registry = registry::load(ctx)?;
    let mut found: Vec<Raw> = Vec::new();
    for file in &args.files {
        found.push(hook_config::read(file)?.parse_json()?);
    }
    let origin = origin(args.global);
    let path = edit::file(ctx, origin)?;
    let mut left_out = Vec::new();
    let added = edit::edit(ctx, origin, |file| {
        let mut added = Vec::new();
        for other in &found {
            for (id, entry) in preferences::entries(other) {
                match fit(ctx, &registry, file, &id, entry) {
                    Ok(entry) => {
                        let change = Change {
                            action: "import",
                            question_id: id.as_str(),
                            preference: Some(&entry.preference.to_string()),
                            file: Some(&path),
                            person: Some(person.as_str()),
                        };
                        edit::record(ctx, &change, &edit::File::new())?;
                        file.extend(as_it_stands(other, &id));
                        added.push(format!("{id}: {} in {}", entry.preference, path.display()));
                    }
                    Err(why) => left_out.push(why),
                }
            }
            let foreign = other.keys().filter(|key| QuestionId::parse(key).is_none());
            left_out.extend(foreign.map(|key| format!("{key:?} is no question id")));
        }
        Ok(added)
    })?;
    for line in added {
        console.line(line);
    }
    for why in &left_out {
        console.error_line(format!("left out: {why}"));
    }
    Ok(if left_out.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE) })
}

/// The entry, if it is to be added; else why not.
fn fit(
    ctx: &Ctx,
    registry: &Registry,
    file: &edit::File,
    id: &QuestionId,
    entry: Result<Entry, Malformed>,
) -> Result<Entry, String> {
    let entry = entry.map_err(|malformed| format!("{id}: {}", malformed.0))?;
    if let Some(why) = never_in_force(registry, id, &entry) {
        return Err(format!("{id} is asked anyway: {why}"));
    }
    if entry.expires.is_some_and(|expires| expires <= ctx.now()) {
        return Err(format!("{id} has expired"));
    }
    let names = registry.names(id);
    let is_its = |key: &String| QuestionId::parse(key).is_some_and(|key| names.contains(&&key));
    if file.keys().any(is_its) {
        return Err(format!("{id} has a preference already"));
    }
    Ok(entry)
}

/// The entry for `id` as it stands in a file; all of its spellings say the same.
fn as_it_stands(file: &Raw, id: &QuestionId) -> Option<(String, Box<RawValue>)> {
    let found = file.iter().find(|(key, _)| QuestionId::parse(key).as_ref() == Some(id));
    found.map(|(_, raw)| (id.to_string(), raw.clone()))
}
