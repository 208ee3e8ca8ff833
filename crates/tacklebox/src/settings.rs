//! Which hooks a host starts here.

use std::path::PathBuf;

use hook_runtime::Ctx;
use hook_state::{Links, read_regular};

use crate::hooks::HOOKS;

/// More than a settings file that a person keeps.
const MAX_SETTINGS: u64 = 1 << 20;

/// The hooks that the settings of the project, of the person in it, and of the person name:
/// a look at the text, as project-paths has it.
pub(crate) fn installed(ctx: &Ctx) -> Vec<String> {
    let project = ctx.project().map(|project| project.path().to_owned());
    let folders = [project, ctx.home()].into_iter().flatten().map(|folder| folder.join(".claude"));
    let files = folders
        .flat_map(|folder| ["settings.json", "settings.local.json"].map(|name| folder.join(name)));
    let texts: Vec<Vec<u8>> = files.filter_map(|file: PathBuf| read(&file)).collect();
    let is_named =
        |name: &str| texts.iter().any(|text| names(text).any(|one| one == name.as_bytes()));
    HOOKS.iter().filter(|(name, _)| is_named(name)).map(|(name, _)| (*name).to_owned()).collect()
}

fn read(file: &std::path::Path) -> Option<Vec<u8>> {
    read_regular(file, Links::Followed, MAX_SETTINGS).ok()
}

/// The words of a text that could be names of programs.
fn names(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    text.split(move |byte| !is_of_name(byte)).map(|name| name.strip_suffix(b".exe").unwrap_or(name))
}
