//! The command by which another host starts our hooks: a line for its shell.

use crate::program::{first_word, plain};

/// What stands before the host and the hooks.
pub(super) const VERB: &str = " run --host ";

/// Where our program is in a project.
const IN_PROJECT: &str = ".tacklebox/bin/tacklebox";

/// What makes a program that is not there no failure.
const UNLESS_THERE: [&str; 2] = ["[ ! -x ", " ] || "];

/// How a host is told to start our hooks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostCommand {
    key: String,
    /// The program, as one word of a shell.
    program: String,
    is_guarded: bool,
}

impl HostCommand {
    /// The program in a project to which the variable `root` leads.
    pub fn in_project(key: &str, root: &str) -> Self {
        Self::of(key, format!("\"${{{root}}}\"/{IN_PROJECT}"))
    }

    /// The program at an absolute path.
    pub fn at(key: &str, path: &str) -> Self {
        Self::of(key, format!("'{}'", path.replace('\'', "'\"'\"'")))
    }

    fn of(key: &str, program: String) -> Self {
        Self { key: key.to_owned(), program, is_guarded: false }
    }

    /// The same where a program that is missing is as if there were no hook: for a host that takes
    /// any failure for a denial.
    #[must_use]
    pub fn guarded(self) -> Self {
        Self { is_guarded: true, ..self }
    }

    /// What the host is to run.
    pub fn line(&self, hooks: &[String]) -> String {
        let Self { key, program, .. } = self;
        let [before, after] = UNLESS_THERE;
        let guard = if self.is_guarded { [before, program, after].concat() } else { String::new() };
        format!("{guard}{program}{VERB}{key} {}", hooks.join(" "))
    }

    /// The hooks that `line` starts by our program from where we put it; `None` where it is none of
    /// ours, as one is not that does more.
    pub(super) fn hooks_of(&self, line: &str) -> Option<Vec<String>> {
        let (head, tail) = line.rsplit_once(VERB)?;
        let tail = tail.strip_prefix(self.key.as_str())?.strip_prefix(' ')?;
        let is_name = |word: &str| word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        let hooks: Vec<&str> = tail.split(' ').filter(|word| !word.is_empty()).collect();
        let [before, _] = UNLESS_THERE;
        let head = head.strip_prefix(before).map_or(Some(head), after_guard)?;
        let is_whole = !hooks.is_empty() && hooks.iter().all(|word| is_name(word));
        let is_ours = is_whole && self.is_at(head);
        is_ours.then(|| hooks.into_iter().map(str::to_owned).collect())
    }

    /// Whether a word of a shell is our program where we put it.
    fn is_at(&self, word: &str) -> bool {
        let (path, rest) = first_word(word);
        let path = plain(&path);
        let is_in_project =
            path.strip_suffix(IN_PROJECT).is_some_and(|dir| dir.is_empty() || dir.ends_with('/'));
        rest.is_empty() && (is_in_project || path == plain(&first_word(&self.program).0))
    }
}

/// What stands behind a guard, of which this is the rest.
fn after_guard(rest: &str) -> Option<&str> {
    rest.split_once(UNLESS_THERE[1]).map(|(_, head)| head)
}

/// The program that a line of ours starts, without its quotes.
pub(super) fn program(line: &str) -> String {
    let guarded = line.strip_prefix(UNLESS_THERE[0]).and_then(after_guard);
    first_word(guarded.unwrap_or(line)).0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(command: &HostCommand, line: &str, hooks: Option<&[&str]>) {
        let found = command.hooks_of(line);
        let found = found.as_ref().map(|it| it.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(found.as_deref(), hooks, "{line}");
    }

    #[test]
    fn a_line_is_ours_by_its_program_and_its_host() {
        let codex = HostCommand::at("codex", "/opt/it's here/tacklebox");
        let own = codex.line(&["a-hook".to_owned(), "b-hook".to_owned()]);
        assert_eq!(own, "'/opt/it'\"'\"'s here/tacklebox' run --host codex a-hook b-hook");
        check(&codex, &own, Some(&["a-hook", "b-hook"]));
        assert_eq!(program(&own), "/opt/it's here/tacklebox");
        let there = HostCommand::in_project("copilot", "ROOT").guarded().line(&["a-hook".into()]);
        assert_eq!(program(&there), "${ROOT}/.tacklebox/bin/tacklebox");
        let elsewhere = "/p q/.tacklebox/bin/tacklebox";
        for (line, hooks) in [
            (format!("'{elsewhere}' run --host codex a-hook"), Some(&["a-hook"][..])),
            (
                "\"${X}\"/.tacklebox/bin/tacklebox run --host codex a-hook".to_owned(),
                Some(&["a-hook"]),
            ),
            (".tacklebox/bin/tacklebox run --host codex  a-hook ".to_owned(), Some(&["a-hook"])),
            (format!("'{elsewhere}' run --host qwen a-hook"), None),
            (format!("'{elsewhere}' run --host codex"), None),
            (format!("'{elsewhere}' run --host codex a-hook; true"), None),
            (format!("'{elsewhere}' run --host codex a-hook | tee x"), None),
            (format!("cat '{elsewhere}' run --host codex a-hook"), None),
            (format!("'{elsewhere}' run a-hook"), None),
            ("/opt/tacklebox run --host codex a-hook".to_owned(), None),
            ("/x.tacklebox/bin/tacklebox run --host codex a-hook".to_owned(), None),
        ] {
            check(&codex, &line, hooks);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_guarded_line_ends_well_without_the_program_and_runs_it_where_it_is() {
        let run =
            |line: &str| std::process::Command::new("sh").args(["-c", line]).output().unwrap();
        let missing = HostCommand::at("copilot", "/no/such folder/tacklebox");
        let hooks = ["a-hook".to_owned()];
        assert_eq!(run(&missing.line(&hooks)).status.code(), Some(127));
        let guarded = missing.guarded();
        check(&guarded, &guarded.line(&hooks), Some(&["a-hook"]));
        let ended = run(&guarded.line(&hooks));
        assert!(ended.status.success() && ended.stderr.is_empty() && ended.stdout.is_empty());
        let there = HostCommand::at("copilot", "/bin/echo").guarded();
        assert_eq!(run(&there.line(&hooks)).stdout, b"run --host copilot a-hook\n");
    }
}
