//! Matchers that do not reach what the hook is for.

use claude_settings::is_mcp_server;

use crate::facts::{Entered, Facts};
use crate::finding::Finding;
use crate::matcher::{Matcher, meant, read, subjects};

/// Our entries, against what our templates reach.
pub(super) fn ours(facts: &Facts<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for entry in facts.ours() {
        found.extend(entry.hooks.iter().filter_map(|hook| lost(facts, entry, hook)));
    }
    found
}

/// What the hook is made for, and what its entry does not send it.
fn lost(facts: &Facts<'_>, entry: &Entered, hook: &str) -> Option<Finding> {
    let handler = &entry.handler;
    let wanted = facts.wanted(hook, &handler.event)?;
    let (is, should) = (read(handler.matcher.as_deref()), read(wanted.matcher.as_deref()));
    let wanted: Vec<&str> =
        subjects(&handler.event).iter().copied().filter(|it| should.reaches(it)).collect();
    let lost: Vec<&str> = wanted.iter().copied().filter(|it| !is.reaches(it)).collect();
    let matcher = handler.matcher.as_deref().unwrap_or_default();
    let event = &handler.event;
    let finding = if lost.is_empty() {
        return None;
    } else if lost.len() == wanted.len() {
        let why = why(&is, matcher);
        Finding::error(format!("the matcher `{matcher}` on {event} never fires{why}"))
    } else {
        let lost = lost.join(", ");
        Finding::warning(format!("the matcher `{matcher}` on {event} hides {lost} from {hook}"))
    };
    let fix = format!("`tacklebox install {hook} --reset` restores the default matcher");
    Some(placed(facts, entry, finding).of(hook).fix(fix))
}

/// What somebody meant by a matcher that reaches nothing.
fn why(matcher: &Matcher, text: &str) -> String {
    match matcher {
        Matcher::Invalid => ": it is not a valid regular expression".to_owned(),
        Matcher::List(names) => {
            let server = names.iter().find(|name| is_mcp_server(name));
            let capitals = names.iter().find_map(|name| meant(name));
            match (server, capitals) {
                (Some(server), _) => format!(": `{server}__.*` matches the tools of a server"),
                (_, Some(tool)) => format!(": the tool is called `{tool}`"),
                _ => String::new(),
            }
        }
        _ if text.contains('(') => ": a permission rule is not a matcher".to_owned(),
        _ => String::new(),
    }
}

fn placed(facts: &Facts<'_>, entry: &Entered, finding: Finding) -> Finding {
    finding.in_file(facts.file(entry)).on_line(entry.handler.position.line)
}
