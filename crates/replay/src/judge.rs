//! Hooks that judge past events in a sandbox.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use hook_chain::{Chain, Line};
use hook_protocol::Event;
use hook_runtime::{Console, Ctx, Sandbox};
use hook_state::{Links, read_regular};
use process_start::{Cleanup, remove_on_interrupt};
use tempfile::TempDir;

use crate::moment::{Ended, Moment};

/// Commands of a hook's own program that an agent may run and that change later decisions.
const SAID_IN_A_SHELL: [(&str, [&str; 2]); 2] =
    [("governance-hook", ["state", "set"]), ("governance-hook", ["state", "clear"])];

/// The program that has all hooks in it.
const ENGINE: &str = "tacklebox";

/// A file of intents that a project has.
const MAX_INTENTS: u64 = 1 << 20;

/// The policy of a replay.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    /// The folder to use instead of the project's `.tacklebox`, or a project with such a folder.
    pub folder: Option<PathBuf>,
    /// The folder of an organisation's policies that count instead of the active ones.
    pub organisation: Option<PathBuf>,
    /// The activity state of sessions that set none: of one session, or of all.
    pub states: Vec<(Option<String>, String)>,
}

/// The hooks of one policy.
pub(crate) struct Judge<'a> {
    chain: &'a Chain,
    here: Ctx,
    /// Goes with what is in it.
    _folder: TempDir,
    _interrupted: Cleanup,
}

impl<'a> Judge<'a> {
    /// The hooks of `chain` in a sandbox, with a policy for the project of `ctx`.
    ///
    /// # Errors
    /// If there is no project, or the sandbox cannot be made.
    pub(crate) fn new(ctx: &Ctx, chain: &'a Chain, policy: &Policy) -> Result<Self> {
        let project = ctx.need_project()?.path();
        let folder = memory().and_then(|memory| TempDir::new_in(memory).ok());
        let folder = match folder {
            Some(folder) => folder,
            None => TempDir::new().context("could not make a folder for the state of hooks")?,
        };
        let mut sandbox = Sandbox::new(folder.path().to_owned());
        let given = policy.folder.as_deref();
        let intents =
            given.and_then(intents_in).unwrap_or_else(|| project.join(active_intents::FILE));
        copy(&intents, &sandbox.project().join(active_intents::FILE))?;
        if let Some(given) = given {
            let own = given.join(".tacklebox");
            sandbox = sandbox.configured_in(if own.is_dir() { own } else { given.to_owned() });
        }
        if let Some(folder) = &policy.organisation {
            sandbox = sandbox.under_policies(folder.clone());
        }
        for (session, state) in &policy.states {
            sandbox = sandbox.in_state(session.clone(), state.clone());
        }
        let here = ctx.sandboxed(sandbox, project);
        // Found once, for all that follows; the checkout around the project too.
        let _found =
            (here.project().map(|project| project.other_checkouts().count()), here.state());
        let interrupted = remove_on_interrupt(folder.path());
        Ok(Self { chain, here, _interrupted: interrupted, _folder: folder })
    }

    /// What the hooks say to the event of a moment.
    pub(crate) fn judge(&self, moment: &Moment, event: Event) -> Option<Line> {
        let here = self.here.at_time(moment.at);
        if let (Event::PostToolUse(event), Some((_, Ended::Ran | Ended::Approved))) =
            (&event, &moment.ended)
            && let Some(line) = event.call.input.get("command").and_then(|line| line.as_str())
        {
            self.hear(&here, &moment.session, line);
        }
        let line = hook_chain::replay(self.chain, &here, event);
        // A failure is in the line of its hook.
        let _reports = here.take_reports();
        line
    }

    /// Whether an event is of another folder than the project.
    pub(crate) fn is_elsewhere(&self, event: &Event) -> bool {
        let (Some(cwd), Some(project)) = (&event.common().cwd, self.here.project()) else {
            return false;
        };
        ![project.path(), project.resolved()].iter().any(|root| cwd.starts_with(root))
    }

    /// Does what a command line has had a hook's program do.
    fn hear(&self, here: &Ctx, session: &str, line: &str) {
        if !SAID_IN_A_SHELL.iter().any(|(_, [verb, _])| line.contains(verb)) {
            return;
        }
        let here = here.in_shell_of(session);
        let Ok(commands) = shell_syntax::commands(line, &|_| Vec::new()) else { return };
        for command in commands {
            let words: Option<Vec<&str>> = command
                .words
                .iter()
                .map(|word| word.literal.then_some(word.text.as_str()))
                .collect();
            let Some((hook, args)) = words.as_deref().and_then(of_a_hook) else { continue };
            let Some(hook) = self.chain.hook(hook) else { continue };
            let args = std::iter::once(hook.name()).chain(args.iter().copied()).map(OsString::from);
            // What it says was said then; a state that it refuses is refused again.
            let mut console = Console::default();
            let _status = hook.run_tools(&hook.ctx_in(&here), args.collect(), &mut console);
        }
    }
}

/// The hook whose program the words of a command start, and its arguments, where it is told
/// something there.
fn of_a_hook<'a>(words: &'a [&'a str]) -> Option<(&'static str, &'a [&'a str])> {
    let (program, args) = words.split_first()?;
    let name = Path::new(program).file_name()?.to_str()?;
    let (name, args) = match args.split_first() {
        Some((hook, rest)) if name == ENGINE => (*hook, rest),
        _ => (name, args),
    };
    let said = SAID_IN_A_SHELL.iter().find(|(hook, verbs)| {
        let is_it = *hook == name || hook.strip_suffix("-hook") == Some(name);
        is_it && args.get(..2) == Some(&verbs[..])
    });
    said.map(|(hook, _)| (*hook, args))
}

/// Where files cost no disk: what hooks keep in a replay is thrown away.
fn memory() -> Option<&'static Path> {
    Some(Path::new("/dev/shm")).filter(|folder| folder.is_dir())
}

/// The file of intents that a policy brings along.
fn intents_in(folder: &Path) -> Option<PathBuf> {
    let name = Path::new(active_intents::FILE).file_name()?;
    [folder.join(active_intents::FILE), folder.join(name)].into_iter().find(|file| file.is_file())
}

/// Copies a file, if it is there.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let Ok(bytes) = read_regular(from, Links::Followed, MAX_INTENTS) else { return Ok(()) };
    let folder = to.parent().unwrap_or(to);
    std::fs::create_dir_all(folder)
        .and_then(|()| hook_state::replace(to, &bytes))
        .with_context(|| format!("could not write {}", to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<(&str, &str)>) {
        let words: Vec<&str> = line.split(' ').collect();
        let found = of_a_hook(&words).map(|(hook, args)| (hook, args.join(" ")));
        assert_eq!(found, expected.map(|(hook, args)| (hook, args.to_owned())), "{line}");
    }

    #[test]
    fn a_state_that_is_set_in_a_shell_is_heard() {
        check("governance-hook state set DO", Some(("governance-hook", "state set DO")));
        check("/p/bin/governance-hook state clear", Some(("governance-hook", "state clear")));
        check("tacklebox governance state set DO", Some(("governance-hook", "state set DO")));
        check("tacklebox governance-hook state set", Some(("governance-hook", "state set")));
        for silent in
            ["governance-hook state get", "echo state set DO", "tacklebox", "governance-hook init"]
        {
            check(silent, None);
        }
    }
}
