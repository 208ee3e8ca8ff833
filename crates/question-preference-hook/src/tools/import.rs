//! `import`: preferences of other programs and other places.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use hook_runtime::{Console, Ctx};
use serde_json::value::RawValue;

use super::person::{Claim, REFUSED, person};
use super::set::origin;
use crate::edit::{self, Change};
use crate::known::one_way_by_name;
use crate::preferences::{self, Preference, Raw};
use crate::question_id::QuestionId;
use crate::registry::{self, Registry};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files of the form {"id": "never-ask", ...}
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// For all your projects, not for this one
    #[arg(long)]
    global: bool,
    #[command(flatten)]
    claim: Claim,
}

/// The status if something was left out.
const INCOMPLETE: u8 = 1;

/// Adds the entries of other files. What is there already stays; what means
/// nothing or could never be in force is left out, and said.
pub(super) fn run(ctx: &Ctx, args: &Args, console: &mut Console) -> Result<ExitCode> {
    let Some(person) = person(ctx, console, args.claim, "import", "", None) else {
        return Ok(ExitCode::from(REFUSED));
    };
    let registry = registry::load(ctx)?;
    let mut found: Vec<(String, Box<RawValue>)> = Vec::new();
    for file in &args.files {
        let raw: Raw = hook_config::read(file)?.parse_json()?;
        found.extend(raw.into_inner());
    }
    let origin = origin(args.global);
    let path = edit::file(ctx, origin)?;
    let outcomes = edit::edit(ctx, origin, |file| {
        let add = |(key, raw): (String, _)| add(&registry, file, &key, raw);
        Ok(found.into_iter().map(add).collect::<Vec<_>>())
    })?;
    let mut left_out = 0;
    for outcome in outcomes {
        match outcome {
            Ok((id, preference)) => {
                let (question_id, file) = (id.as_str(), Some(path.as_path()));
                let preference = Some(preference.as_str());
                let person = Some(person);
                let change = Change { action: "import", question_id, preference, file, person };
                edit::record(ctx, &change)?;
                console.line(format!("{id}: {}", change.preference.unwrap_or_default()));
            }
            Err(why) => {
                left_out += 1;
                console.error_line(format!("left out: {why}"));
            }
        }
    }
    Ok(if left_out > 0 { ExitCode::from(INCOMPLETE) } else { ExitCode::SUCCESS })
}

/// Adds one entry, or says why not.
fn add(
    registry: &Registry,
    file: &mut edit::File,
    key: &str,
    raw: Box<RawValue>,
) -> Result<(QuestionId, String), String> {
    let id = QuestionId::parse(key).ok_or_else(|| format!("{key:?} is no question id"))?;
    let entry =
        preferences::entry(raw.get()).map_err(|malformed| format!("{id}: {}", malformed.0))?;
    if entry.preference != Preference::AlwaysAsk
        && let Some(one_way) = one_way_by_name(registry, &id)
    {
        return Err(format!("{id} is always asked: {one_way}"));
    }
    let is_there = |key: &String| QuestionId::parse(key).as_ref() == Some(&id);
    if file.keys().any(is_there) {
        return Err(format!("{id} has a preference already"));
    }
    file.insert(id.to_string(), raw);
    Ok((id, entry.preference.to_string()))
}
