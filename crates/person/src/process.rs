//! A process, as far as it says whose it is.

use crate::program_names::{HOST_PACKAGES, HOSTS, RUNTIMES};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Process {
    pub(crate) pid: u32,
    pub(crate) parent: u32,
    /// The device of its controlling terminal.
    pub(crate) terminal: Option<u64>,
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
}
