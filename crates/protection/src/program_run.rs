//! Which commands of a line run our programs as only a person may, or only a host.

use std::path::PathBuf;

use project_paths::normalise;
use shell_syntax::{SimpleCommand, Word};

use crate::inventory::Thing;
use crate::own_programs::{self, Files, Run};
use crate::refusal::{Act, Refusal};
use crate::target::base;
use crate::{Protection, Said, folders};

/// Where the system has its own programs.
const OF_THE_SYSTEM: [&str; 6] = ["/usr/", "/bin/", "/sbin/", "/opt/", "/nix/", "/snap/"];

/// What of our programs only a person may run, or only a host.
pub(crate) fn run(protection: &Protection<'_>, said: &Said<'_>) -> Option<Refusal> {
    let own = |command: &SimpleCommand| {
        let run = own_programs::judge(command, |word| is_another_name(protection, command, word))?;
        let act = match run {
            Run::OfAPerson => Act::Run,
            Run::Fed => Act::Feed,
        };
        let program = command.words.first().map_or("", |word| word.text.as_str());
        let words = format!("{program} {}", command.joined_args());
        Some(Refusal::new(act, Thing::Program, words.trim_end()))
    };
    said.judgement.runs.iter().find_map(own)
}

/// Whether the file that a command runs is one of our programs under another name.
fn is_another_name(protection: &Protection<'_>, command: &SimpleCommand, program: &Word) -> bool {
    let is_path = program.literal && program.text.contains('/');
    if !is_path || OF_THE_SYSTEM.iter().any(|start| program.text.starts_with(start)) {
        return false;
    }
    // A program may have to be read.
    protection.ctx.expect_delay();
    let dirs = folders::of_command(&base(protection.ctx, protection.project), command);
    let files = dirs.into_iter().filter_map(|dir| folders::told(protection.ctx, &dir, program));
    files.map(|file| normalise(&file)).any(|file: PathBuf| programs(protection).have(&file))
}

fn programs<'p>(protection: &'p Protection<'_>) -> &'p Files {
    protection.programs.get_or_init(|| {
        let own = || protection.protected().of_kind(Thing::Program);
        Files::of(own().filter(|path| path.is_dir()), own())
    })
}
