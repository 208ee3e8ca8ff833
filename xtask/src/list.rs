//! `cargo xtask list`: each hook, one line.

use hook_installer::{Folders, ListArgs, Listed, Offer, Place};

use crate::output;
use crate::workspace::{Workspace, home};

/// Name, whether it is installed and where, events, description.
pub(crate) fn run(workspace: &Workspace, args: &ListArgs) -> anyhow::Result<()> {
    let places = args.places(&Folders { home: home().as_deref(), project: None })?;
    let offers = workspace.offers()?;
    let width = offers.iter().map(|offer| offer.hook.len()).max().unwrap_or_default();
    for offer in &offers {
        let state = match &places {
            Some(places) => format!("{}  ", state(places, offer)?),
            None => String::new(),
        };
        let events = offer.events()?.join(", ");
        let (hook, description) = (&offer.hook, &offer.description);
        output::line(format_args!("{hook:width$}  {state}{events}  {description}"))?;
    }
    Ok(())
}

fn state(places: &[Place], offer: &Offer) -> anyhow::Result<String> {
    let listed: Vec<String> = Listed::of(offer, places)?.iter().map(ToString::to_string).collect();
    Ok(if listed.is_empty() {
        "not installed".to_owned()
    } else {
        format!("installed ({})", listed.join("; "))
    })
}
