//! Protected files that a command line mentions, where its text does not tell which files it changes.

use hook_runtime::Ctx;

use crate::Said;
use crate::inventory::{Thing, names};
use crate::refusal::{Act, Refusal};

/// Our folders outside a project, as their paths end where no variable moves them.
const OWN_FOLDERS: [(&str, Thing); 3] = [
    (".config/tacklebox", Thing::Own),
    ("state/tacklebox", Thing::State),
    ("etc/tacklebox", Thing::Organisation),
];

/// What a line names that is protected, where its text does not tell which files it changes. It may name what it
/// surely reads.
pub(crate) fn of_unclear(ctx: &Ctx, said: &Said<'_>) -> Option<Refusal> {
    /// Shorter words stand in others.
    const MIN_WORD: usize = 4;
    if !said.is_opaque && said.judgement.unresolved.is_empty() {
        return None;
    }
    let reads = said.judgement.reads.iter().map(|read| read.written.as_str());
    let reads = reads.filter(|written| written.len() >= MIN_WORD);
    let text = reads.fold(said.text.to_owned(), |text, read| text.replace(read, " "));
    let (thing, sign) = named_in(ctx, &text)?;
    Some(Refusal::new(Act::Name, thing, sign))
}

/// What a text names, and the sign of it; its words may be put together of several.
fn named_in(ctx: &Ctx, text: &str) -> Option<(Thing, String)> {
    let joined = || text.replace(['\'', '"', '+', ' ', '}'], "");
    stands_in(ctx, text).or_else(|| stands_in(ctx, &joined()))
}

fn stands_in(ctx: &Ctx, text: &str) -> Option<(Thing, String)> {
    let own = OWN_FOLDERS.into_iter().map(|(name, thing)| (name.to_owned(), thing));
    let found = names().chain(own).find(|(name, _)| text.contains(name) && stands(text, name));
    if let Some((name, thing)) = found {
        return Some((thing, name));
    }
    let folders = [(ctx.user_config(), Thing::Own), (ctx.user_state(), Thing::State)];
    folders.into_iter().find_map(|(folder, thing)| {
        let folder = folder?.to_str()?;
        text.contains(folder).then(|| (thing, folder.to_owned()))
    })
}

/// Whether a name stands in a text, and not as the end of another one.
fn stands(text: &str, name: &str) -> bool {
    let is_of_name = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let bytes = text.as_bytes();
    let mut found = text.match_indices(name);
    found.any(|(at, _)| {
        let before = at.checked_sub(1).and_then(|at| bytes.get(at));
        !name.starts_with('.') || !is_of_name(before)
    })
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use hook_runtime::Environment;

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let environment =
            Environment::Fixed([("TACKLEBOX_STATE_DIR".to_owned(), "/s/x".to_owned())].into());
        let ctx = Ctx::new("a-hook", environment, SystemTime::UNIX_EPOCH, None);
        let found = named_in(&ctx, text).map(|(_, sign)| sign);
        assert_eq!(found.as_deref(), expected, "{text}");
    }

    #[test]
    fn a_text_names_what_is_protected() {
        check("x=.mcp.json", Some(".mcp.json"));
        check("open('.tacklebox/governance.yaml', 'w')", Some(".tacklebox"));
        check("x=.claude/settings.json", Some(".claude/settings.json"));
        check("echo > /s/x/projects", Some("/s/x"));
        check("echo > $HOME/.local/state/tacklebox/a", Some("state/tacklebox"));
        check("open('.mc' + 'p.json', 'w')", Some(".mcp.json"));
        check("\"${XDG_CONFIG_HOME:-$HOME/.config}/tacklebox/a\"", Some(".config/tacklebox"));
        check("my.mcp.json", None);
        check("settings.json", None);
        check(".claude/rules/a.md", None);
        check("open('.claude' + '/skills/a/SKILL.md', 'w')", Some(".claude/skills"));
    }
}
