//! What the text of a skill says: its name, and the commands in it once its arguments are put in.
//!
//! Source: Claude Code 2.1.112, which looks for commands in what the arguments made of the text;
//! later versions let no argument bring one in, and run no others.

/// Before a block of commands, and behind it.
const BLOCK: &str = "```!";
const FENCE: &str = "```";

/// Before a command within a line.
const INLINE: &str = "!`";

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
            Some(args) => filled(&self.body, args, &self.argument_names()),
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

    /// The names that it has for its arguments, in a line or a list.
    fn argument_names(&self) -> Vec<&str> {
        let mut lines = self.head.lines().skip_while(|line| !line.starts_with("arguments:"));
        let Some(first) = lines.next() else { return Vec::new() };
        let first = first.trim_start_matches("arguments:");
        let list = lines.take_while(|line| line.starts_with([' ', '-', '\t']));
        let words = std::iter::once(first).chain(list).flat_map(|line| line.split(is_no_letter));
        words.filter(|word| !word.is_empty()).collect()
    }
}

fn is_no_letter(c: char) -> bool {
    !c.is_alphanumeric() && c != '_'
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

/// `text` with the arguments in their places; behind it, where it has none for them.
fn filled(text: &str, args: &str, names: &[&str]) -> String {
    let words = words(args);
    let word = |at: usize| words.get(at).map_or("", String::as_str).to_owned();
    let mut filled = text.to_owned();
    for (at, name) in names.iter().enumerate() {
        filled = replaced(&filled, |rest| {
            let behind = rest.strip_prefix(*name)?;
            (!behind.starts_with(|c| c == '[' || !is_no_letter(c))).then(|| (name.len(), word(at)))
        });
    }
    let number = |digits: &str| digits.parse::<usize>().ok();
    filled = replaced(&filled, |rest| {
        let (digits, _) = rest.strip_prefix("ARGUMENTS[")?.split_once(']')?;
        Some(("ARGUMENTS[]".len() + digits.len(), word(number(digits)?)))
    });
    filled = replaced(&filled, |rest| {
        let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (digits, behind) = rest.split_at_checked(length)?;
        let at = number(digits).filter(|_| behind.chars().next().is_none_or(is_no_letter))?;
        Some((length, word(at)))
    });
    filled = filled.replace("$ARGUMENTS", args);
    if filled == text && !args.is_empty() {
        filled = format!("{text}\n\nARGUMENTS: {args}");
    }
    filled
}

/// `text` where `find` has replaced what stands behind a dollar sign, with the sign: it gets that, and
/// tells how long it is and what takes its place.
fn replaced(text: &str, find: impl Fn(&str) -> Option<(usize, String)>) -> String {
    let mut pieces = text.split('$');
    let mut replaced = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let found = find(piece).and_then(|(length, it)| Some((it, piece.get(length..)?)));
        let (written, behind) = found.unwrap_or_else(|| ("$".to_owned(), piece));
        replaced.push_str(&written);
        replaced.push_str(behind);
    }
    replaced
}

/// The arguments one by one, as a shell separates them.
fn words(args: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = args.chars();
    while let Some(c) = letters.next() {
        match (c, quote) {
            ('\\', None | Some('"')) => {
                word.get_or_insert_default().extend(letters.next());
            }
            (_, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (_, None) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
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
        check("!`echo $1 $0 $2 $10`", "a 'b c'", &["echo b c a"]);
        check("!`echo $ARGUMENTS[1]$0x $é`", "a b", &["echo b$0x $é"]);
        check(
            "---\narguments: branch, to\n---\n!`git push $to $branch $too`",
            "x y",
            &["git push y x $too"],
        );
        check(
            "---\narguments:\n  - to\nname: x\n---\n!`git push $to[0] $to`",
            "y",
            &["git push $to[0] y"],
        );
        check("nothing", "!`git push`", &["git push"]);
        check("for $0", "!`git push`", &[]);
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
