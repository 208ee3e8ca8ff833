//! The text of a skill: its name, its shell and the commands in it.
//!
//! Claude Code 2.1.112 puts all arguments of the call in the place of `$ARGUMENTS`, or behind the text,
//! and then looks for commands. Single arguments (`$1`) stay variables here, which the judgement of a
//! command does not know.

/// Before a block of commands, and behind it.
const BLOCK: &str = "```!";
const FENCE: &str = "```";

/// Before a command within a line.
const INLINE: &str = "!`";

/// What stands for all arguments.
const ARGUMENTS: &str = "$ARGUMENTS";

/// The text of a skill.
#[derive(Debug)]
pub(super) struct Skill {
    /// What stands above it, between two lines of `---`.
    head: String,
    body: String,
}

impl Skill {
    pub(super) fn of(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
        let parts = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---"));
        match parts {
            Some((head, body)) => Self { head: head.to_owned(), body: body.to_owned() },
            None => Self { head: String::new(), body: text },
        }
    }

    /// The name that it gives itself.
    pub(super) fn name(&self) -> Option<&str> {
        self.field("name")
    }

    /// The tool that runs its commands.
    pub(super) fn shell(&self) -> &'static str {
        match self.field("shell") {
            Some(shell) if shell.eq_ignore_ascii_case("powershell") => "PowerShell",
            _ => "Bash",
        }
    }

    /// The commands that are run when it is called with these arguments.
    pub(super) fn commands(&self, args: Option<&str>) -> Vec<String> {
        let text = match args {
            Some(args) if self.body.contains(ARGUMENTS) => self.body.replace(ARGUMENTS, args),
            Some(args) => format!("{}\n\n{args}", self.body),
            None => self.body.clone(),
        };
        let mut found = blocks(&text);
        found.extend(inline(&text));
        found.retain(|command| !command.is_empty());
        found
    }

    /// A field of the head that stands on one line.
    fn field(&self, key: &str) -> Option<&str> {
        let value = self.head.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'))?;
        let value = value.trim();
        let quotes = ['"', '\''];
        Some(value.strip_prefix(quotes).and_then(|it| it.strip_suffix(quotes)).unwrap_or(value))
    }
}

/// The commands in blocks.
fn blocks(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once(BLOCK) {
        let Some((command, after)) = behind.split_once(FENCE) else { break };
        found.push(command.trim().to_owned());
        rest = after;
    }
    found
}

/// The commands within lines: a sign at the beginning, or behind a blank.
fn inline(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(offset) = text.get(at..).and_then(|rest| rest.find(INLINE)) {
        let start = at + offset;
        let is_free = text
            .get(..start)
            .is_none_or(|before| before.is_empty() || before.ends_with(char::is_whitespace));
        at = start + INLINE.len();
        let command = text.get(at..).and_then(|rest| rest.split_once('`')).map(|(it, _)| it);
        if let Some(command) = command.filter(|command| is_free && !command.is_empty()) {
            at += command.len() + 1;
            found.push(command.trim().to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_stand_in_blocks_and_in_lines() {
        let check = |text: &str, args: Option<&str>, expected: &[&str]| {
            assert_eq!(Skill::of(text).commands(args), expected, "{text} {args:?}");
        };
        check("!`ls`", None, &["ls"]);
        check("Now: !`git status`, and\n\t!` pwd `.", None, &["git status", "pwd"]);
        check("```!\ngit push\ngit tag\n```\nx ```! ls ```", None, &["git push\ngit tag", "ls"]);
        check("---\ndescription: \"!`no`\"\n---\n!`yes`\r\n", None, &["yes"]);
        check("a!`no` `no` !``\n```\nno\n```\n!`never ends", None, &[]);
        check("!`a\nb`", None, &["a\nb"]);
        check("\u{feff}---\nname: x\n---\n!`é`", None, &["é"]);
    }

    #[test]
    fn arguments_are_put_in() {
        let check = |text: &str, args: &str, expected: &[&str]| {
            assert_eq!(Skill::of(text).commands(Some(args)), expected, "{text} {args}");
        };
        check("!`echo $ARGUMENTS`", "a; git push", &["echo a; git push"]);
        check("!`echo $1`", "a b", &["echo $1"]);
        check("nothing", "!`git push`", &["git push"]);
        check("for $ARGUMENTS", "!`git push`", &["git push"]);
        check("!`ls`", "", &["ls"]);
    }

    #[test]
    fn a_skill_may_say_its_name_and_its_shell() {
        let skill = Skill::of("---\nname: \"Big Push\"\nshell: PowerShell\n---\nx");
        assert_eq!((skill.name(), skill.shell()), (Some("Big Push"), "PowerShell"));
        let skill = Skill::of("name: x");
        assert_eq!((skill.name(), skill.shell()), (None, "Bash"));
    }
}
