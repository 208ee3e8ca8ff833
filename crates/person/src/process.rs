//! A process, as far as it says whose it is.

use crate::known::{HOST_PACKAGES, HOSTS, INTERPRETERS, RUNTIMES, SHELLS, WRAPPERS};

/// The major numbers of pseudo terminals on Linux.
const PSEUDO_MAJORS: std::ops::RangeInclusive<u64> = 136..=143;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Process {
    pub(crate) pid: u32,
    pub(crate) parent: u32,
    pub(crate) session: u32,
    /// The device of its controlling terminal.
    pub(crate) terminal: Option<u64>,
    /// Whether it runs with our rights.
    pub(crate) is_ours: bool,
    /// What the kernel calls it.
    pub(crate) name: String,
    pub(crate) arguments: Vec<String>,
    /// Its file, where that may be looked at.
    pub(crate) program: Option<String>,
    /// `None` where it may not be looked at.
    pub(crate) environment: Option<Environment>,
}

/// This process and those above it.
#[derive(Debug)]
pub(crate) enum Ancestry {
    /// This system does not show them.
    #[cfg_attr(all(target_os = "linux", not(test)), expect(dead_code, reason = "Linux shows them"))]
    Unknown,
    /// This process first.
    Known {
        chain: Vec<Process>,
        /// Whether the last is the first of the system, and of all that is around.
        is_whole: bool,
        /// Whether there is more around, which cannot be seen from within.
        is_in_namespace: bool,
    },
}

/// What matters of an environment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Environment {
    /// A variable that hosts set.
    pub(crate) mark: Option<&'static str>,
    pub(crate) has_token: bool,
    /// Whether it is as Claude Code gives it to the shells of its tools, and not to hooks:
    /// marked, and without the project.
    pub(crate) is_of_tool: bool,
}

impl Process {
    /// The host that it is.
    pub(crate) fn host(&self) -> Option<&str> {
        let is_package = |path: &&str| HOST_PACKAGES.iter().any(|package| path.contains(package));
        let is_host = |name: &&str| HOSTS.contains(name);
        let script = self.script().filter(|_| self.names().any(|name| RUNTIMES.contains(&name)));
        self.names().find(is_host).or_else(|| self.program.as_deref().filter(is_package)).or_else(
            || script.filter(|script| is_host(&base(script)) || is_package(script)).map(base),
        )
    }

    /// The name by which it is known to make terminals for programs, not for people.
    pub(crate) fn wrapper(&self) -> Option<&str> {
        if let Some(found) = self.names().find(|name| WRAPPERS.contains(name)) {
            return Some(found);
        }
        if let Some(shell) = self.names().find(|name| SHELLS.contains(name)) {
            return Some(shell);
        }
        if self.names().any(|name| name == "node") {
            // The terminals of VS Code, where it runs as a server, are made by node.
            let is_editor = self.arguments.iter().any(|argument| argument.contains("ptyHost"));
            return (!is_editor).then_some("node");
        }
        let is_interpreter =
            |name: &&str| INTERPRETERS.iter().any(|interpreter| name.starts_with(interpreter));
        let interpreter = self.names().find(is_interpreter)?;
        match self.script().filter(|script| script.starts_with("/usr/bin/")).map(base) {
            Some(installed) if WRAPPERS.contains(&installed) => Some(installed),
            Some(_) => None,
            None => Some(interpreter),
        }
    }

    /// Whether it is a shell that a person types into, not one for a single command.
    pub(crate) fn is_interactive_shell(&self) -> bool {
        let mut arguments = self.arguments.iter().map(String::as_str);
        let Some(name) = arguments.next() else { return false };
        let mut options = arguments.take_while(|argument| argument.starts_with(['-', '+']));
        let is_command = |option: &str| {
            let is_short = option.starts_with('-') && !option.starts_with("--");
            (is_short && option.contains('c')) || option.starts_with("--command")
        };
        SHELLS.contains(&base(name).trim_start_matches('-')) && !options.any(is_command)
    }

    pub(crate) fn is_named(&self, name: &str) -> bool {
        self.names().any(|own| own == name)
    }

    /// Whether its terminal is one that any program can make.
    pub(crate) fn has_pseudo_terminal(&self) -> bool {
        self.terminal.is_some_and(|device| PSEUDO_MAJORS.contains(&((device >> 8) & 0xfff)))
    }

    /// All that it is called: by itself, by whoever started it, and by its file.
    fn names(&self) -> impl Iterator<Item = &str> {
        let said = self.arguments.first().map(|name| base(name).trim_start_matches('-'));
        let file = self.program.as_deref().map(base);
        [Some(self.name.as_str()), said, file].into_iter().flatten()
    }

    /// The file that an interpreter was told to run.
    fn script(&self) -> Option<&str> {
        let mut arguments = self.arguments.iter().skip(1);
        arguments.next().map(String::as_str).filter(|argument| !argument.starts_with('-'))
    }
}

fn base(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn process(command: &str) -> Process {
        let arguments: Vec<String> = command.split(' ').map(str::to_owned).collect();
        let name = base(&arguments[0]).to_owned();
        Process { name, arguments, ..Process::default() }
    }

    #[test]
    fn hosts_are_known_by_their_names_and_their_files() {
        let check = |command: &str, expected: Option<&str>| {
            assert_eq!(process(command).host(), expected, "{command}");
        };
        check("claude --resume", Some("claude"));
        check("/usr/local/bin/codex", Some("codex"));
        check("node /opt/lib/node_modules/@anthropic-ai/claude-code/cli.js -p x", Some("cli.js"));
        check("node /usr/local/bin/claude", Some("claude"));
        check("bun /h/node_modules/@google/gemini-cli/dist/index.js", Some("index.js"));
        check("vim claude", None);
        check("node server.js claude", None);
        check("-bash", None);
        check("cat node_modules/@anthropic-ai/claude-code/cli.js", None);
        let program = Some("/home/u/.local/share/claude/versions/2.1.330".to_owned());
        let renamed = Process { program, ..process("x") };
        assert_eq!(renamed.host(), Some("/home/u/.local/share/claude/versions/2.1.330"));
    }

    #[test]
    fn what_makes_terminals_for_programs_is_told_from_what_makes_them_for_people() {
        let check = |command: &str, expected: Option<&str>| {
            assert_eq!(process(command).wrapper(), expected, "{command}");
        };
        check("script -qec x log", Some("script"));
        check("/usr/bin/expect x.exp", Some("expect"));
        check("python3.12 -c pty.spawn", Some("python3.12"));
        check("python3 /usr/bin/terminator", None);
        check("python3 /usr/bin/asciinema rec", Some("asciinema"));
        check("python3 /home/u/p/src/x.py", Some("python3"));
        check("/lib/systemd/systemd --user", Some("systemd"));
        check("zsh -c zpty", Some("zsh"));
        check("node x.js", Some("node"));
        check("node /h/.vscode-server/out/bootstrap-fork --type=ptyHost", None);
        check("tmux new", None);
        check("/usr/libexec/gnome-terminal-server", None);
        check("sshd: u@pts/0", None);
    }

    #[test]
    fn a_shell_for_one_command_is_no_shell_of_a_person() {
        let check = |command: &str, expected: bool| {
            assert_eq!(process(command).is_interactive_shell(), expected, "{command}");
        };
        check("-bash", true);
        check("/bin/zsh -i -l", true);
        check("bash --init-file /usr/share/code/shellIntegration-bash.sh", true);
        check("fish --init-command x", true);
        check("sh -c x", false);
        check("bash -lic x", false);
        check("fish --command=x", false);
        check("script -q", false);
        check("intent-gate-hook complete", false);
    }
}
