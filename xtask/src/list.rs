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
    let mut places = vec![Place::of(Scope::User, &place::home()?)];
    if let Some(project) = &args.project {
        let project = place::existing_dir(project)?;
        let in_project = [Scope::Project, Scope::Local].map(|scope| Place::of(scope, &project));
        places.splice(0..0, in_project);
    }
    let hooks = programs::hooks()?;
    let metadata = programs::metadata()?;
    let width = hooks.iter().map(String::len).max().unwrap_or_default();
    for hook in &hooks {
        let state = state(&places, hook)?;
        let fragment = Place::of(Scope::Project, programs::root()).fragment(hook)?;
        let events: Vec<&str> = fragment.events().collect();
        let description = programs::description(&metadata, hook);
        println!("{hook:width$}  {state}  {}  {description}", events.join(", "));
    }
    Ok(())
}

fn state(places: &[Place], hook: &str) -> anyhow::Result<String> {
    let mut scopes = Vec::new();
    for place in places {
        let settings = settings_file::read(&place.settings())?.unwrap_or_default();
        if claude_settings::names(&settings, &place.command(hook)?) {
            scopes.push(place.scope.name());
        }
    }
    Ok(if scopes.is_empty() {
        "not installed".to_owned()
    } else {
        format!("installed ({})", scopes.join(", "))
    })
}
