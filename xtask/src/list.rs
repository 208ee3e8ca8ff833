//! `cargo xtask list`: each hook, one line.

use std::path::PathBuf;

use crate::place::{self, Place, Scope};
use crate::{programs, settings_file};

/// What a person may ask of `list`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Say as well what is installed in this project
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
}

/// Name, whether it is installed and where, events, description.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut places = Vec::new();
    if let Some(project) = &args.project {
        let project = place::existing_dir(project)?;
        places.extend([Scope::Project, Scope::Local].map(|scope| Place::of(scope, &project)));
        places.push(Place::of(Scope::User, &place::home()?));
    }
    let hooks = programs::hooks()?;
    let metadata = programs::metadata()?;
    let width = hooks.iter().map(String::len).max().unwrap_or_default();
    for hook in &hooks {
        let state = match &args.project {
            Some(_) => format!("{}  ", state(&places, hook)?),
            None => String::new(),
        };
        let fragment = Place::of(Scope::Project, programs::root()).fragment(hook)?;
        let events: Vec<&str> = fragment.events().collect();
        let description = programs::description(&metadata, hook);
        println!("{hook:width$}  {state}{}  {description}", events.join(", "));
    }
    Ok(())
}

fn state(places: &[Place], hook: &str) -> anyhow::Result<String> {
    let mut scopes = Vec::new();
    for place in places {
        let settings = settings_file::read(&place.settings())?.unwrap_or_default();
        let command = place.command(hook)?;
        let scope = place.scope.name();
        if let Err(err) = claude_settings::uninstall(&settings, &[]) {
            scopes.push(format!("{scope}: unreadable, {err}"));
        } else if claude_settings::names(&settings, &command) {
            scopes.push(scope.to_owned());
        }
        let elsewhere = claude_settings::namesakes(&settings, &command);
        scopes.extend(elsewhere.iter().map(|program| format!("{scope}: {program}")));
    }
    Ok(if scopes.is_empty() {
        "not installed".to_owned()
    } else {
        format!("installed ({})", scopes.join("; "))
    })
}
