//! `status` for a person: the leases of the project in the current folder.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result};
use project_paths::Search;

use crate::engine::Asker;
use crate::environment::{current_dir, person_state, variable};
use crate::lease_state::LeaseState;

const LIMIT: Duration = Duration::from_secs(20);

/// The columns of the table, the last one without a width. With spaces it fits into 80 columns.
const WIDTHS: [usize; 4] = [16, 14, 24, 8];

/// Prints a table.
///
/// # Errors
/// If there is no state folder, or the authority gives no answer.
pub(crate) fn run() -> Result<ExitCode> {
    let mut out = io::stdout().lock();
    let state = LeaseState::of(&state()?);
    let Some(settings) = state.settings()? else {
        writeln!(out, "No leases yet.")?;
        return Ok(ExitCode::SUCCESS);
    };
    let asker = Asker::new(&settings.authority, &settings.repository, state.path())?;
    let (holders, unreadable) =
        asker.ask(LIMIT, |authority| Ok((authority.holders()?, authority.unreadable()?)))?;
    for line in unreadable {
        // Others have written this, also for terminals.
        let plain: String = line.chars().filter(|c| !c.is_control()).collect();
        writeln!(io::stderr(), "{plain}")?;
    }
    if holders.is_empty() {
        writeln!(out, "No leases yet.")?;
        return Ok(ExitCode::SUCCESS);
    }
    line(&mut out, ["INTENT", "SESSION", "MACHINE", "TOKEN", "ENDS IN"])?;
    for holder in holders {
        let (token, left) = (holder.token.to_string(), format!("{} s", holder.left.as_secs()));
        let claim = &holder.claim;
        line(&mut out, [&claim.intent, &claim.session, &claim.machine, &token, &left])?;
    }
    Ok(ExitCode::SUCCESS)
}

fn line(out: &mut impl io::Write, cells: [&str; 5]) -> Result<()> {
    let mut widths = WIDTHS.into_iter();
    for cell in cells {
        match widths.next() {
            Some(width) => {
                // Others have written this, also for terminals.
                let plain = cell.chars().filter(|c| !c.is_control());
                let cell: String = plain.take(width).collect();
                write!(out, "{cell:width$}  ")?;
            }
            None => writeln!(out, "{cell}")?,
        }
    }
    Ok(())
}

/// The state folder of the project in the current folder. Source: `docs/places.md`.
fn state() -> Result<PathBuf> {
    let (cwd, home) = (current_dir()?, hook_state::person_home(&variable));
    let search = Search { cwd: Some(&cwd), home: home.as_deref(), ..Search::default() };
    let state = person_state().context("there is no home folder")?;
    let project = search.project().context("there is no project here")?;
    Ok(state.path().join("projects").join(project.key()))
}
