//! Protected things that a line names of which it cannot be told which files it changes.

use hook_runtime::Ctx;

use crate::Said;
use crate::inventory::Thing;
use crate::refusal::{Act, Refusal};

/// Texts of which all stand in a text that names a thing.
const SIGNS: [(&[&str], Thing); 19] = [
    (&[".tacklebox"], Thing::Configuration),
    (&[".orchestration"], Thing::Agreement),
    (&[".mcp.json"], Thing::HostSettings),
    (&[".claude", "settings"], Thing::HostSettings),
    (&[".claude", "hooks"], Thing::Program),
    (&[".claude/skills"], Thing::Instructions),
    (&[".claude/commands"], Thing::Instructions),
    (&[".claude/agents"], Thing::Instructions),
    (&[".codex", "hooks.json"], Thing::HostSettings),
    (&[".codex", "config.toml"], Thing::HostSettings),
    (&[".gemini", "settings.json"], Thing::HostSettings),
    (&[".qwen", "settings.json"], Thing::HostSettings),
    (&[".github/hooks"], Thing::HostSettings),
    (&[".copilot/hooks"], Thing::HostSettings),
    (&[".factory", "hooks.json"], Thing::HostSettings),
    (&[".factory", "settings.json"], Thing::HostSettings),
    (&[".cursor", "hooks.json"], Thing::HostSettings),
    (&[".config/tacklebox"], Thing::Own),
    (&["state/tacklebox"], Thing::State),
];

/// What is protected and named by a line of which it cannot be told which files it changes. What it surely reads may be
/// named.
pub(crate) fn by_what_is_unclear(ctx: &Ctx, said: &Said<'_>) -> Option<Refusal> {
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
    let found = SIGNS.iter().find(|(signs, _)| signs.iter().all(|sign| stands(text, sign)));
    if let Some((signs, thing)) = found {
        return Some((*thing, signs.join(" ")));
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
        check("d=.claude; echo > $d/settings.json", Some(".claude settings"));
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
