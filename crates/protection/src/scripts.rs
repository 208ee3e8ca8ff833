//! The tasks and scripts of the project that a line runs.

use std::path::{Path, PathBuf};

use command_effects::{Effects, Extent, Script, ScriptText, Variable};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use shell_syntax::SimpleCommand;

use crate::folders;
use crate::protected::Thing;
use crate::refusal::{Act, Refusal};
use crate::target::Target;
use crate::{Protection, Said, programs};

/// From so many bytes on a script may take its time.
const LONG: usize = 4096;

/// What a task or a script says that a command runs, where the shell starts in `base`. A folder that the text
/// does not tell is mostly that one, or the top of the project.
pub(crate) fn told(
    ctx: &Ctx,
    project: &ProjectRoot,
    base: &Path,
    command: &SimpleCommand,
    environment: &[Variable],
) -> Option<ScriptText> {
    let folders = folders::of_command(base, command, &[project.path().to_owned()]);
    let relative =
        |file: &Path| file.strip_prefix(base).unwrap_or(file).to_string_lossy().into_owned();
    let told = |folder: &PathBuf| project_tasks::told(&command.words, folder, environment);
    let Some(told) = folders.iter().find_map(told) else {
        let unread = |folder: &PathBuf| project_tasks::unread(&command.words, folder);
        let file = folders.iter().find_map(unread)?;
        return Some(ScriptText { text: None, folder: None, file: relative(&file), doubt: None });
    };
    if told.text.len() > LONG {
        ctx.expect_delay();
    }
    let folder = (told.folder != base).then(|| told.folder.to_string_lossy().into_owned());
    let file = relative(&told.file);
    Some(ScriptText { text: Some(told.text), folder, file, doubt: told.doubt })
}

/// Why a line is refused for what one of its scripts says, if it is: where that names what is protected, reads
/// a key, or runs what only a person may. What a script changes that its text does not name is not looked for.
pub(crate) fn refused(protection: &Protection<'_>, effects: &Effects) -> Option<Refusal> {
    let of_script = |script: &Script| {
        let inner = Effects { unresolved: vec![], ..script.effects.clone() };
        let said = Said {
            text: &script.text,
            effects: &inner,
            targets: &[],
            named: &[],
            is_opaque: false,
        };
        let named = inner.changes.iter().filter(|change| change.extent == Extent::File);
        let mut named =
            named.map(|change| Target::of_command(protection.ctx, protection.project, change));
        let refusal = programs::run(protection, &said)
            .or_else(|| named.find_map(|target| protection.change_of(&target)))
            .or_else(|| key_read(protection, &inner))?;
        Some(Refusal { script: Some(script.file.clone()), ..refusal })
    };
    effects.all_scripts().into_iter().find_map(|ran| of_script(ran.script))
}

fn key_read(protection: &Protection<'_>, effects: &Effects) -> Option<Refusal> {
    let keys = protection.keys();
    let mut named = effects.reads.iter().filter(|read| read.extent == Extent::File);
    let key = named.find(|read| !keys.is_empty() && protection.reads_a_key(keys, read))?;
    Some(Refusal::new(Act::Read, Thing::Key, &*key.written))
}
