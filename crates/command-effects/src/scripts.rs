//! A program that the line itself puts into a file before something runs it.

use shell_syntax::{RedirectAccess, SimpleCommand, Word};

use crate::target::{Variables, target};

/// What a line puts into a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// This text.
    Told(Word),
    /// A text that the line does not show.
    Unseen,
}

/// What the line puts into the file at `path` by a redirection or a `tee`; `None` if nothing does.
///
/// What edits a file that stands there already is no text of the line.
pub(crate) fn put_into(
    commands: &[SimpleCommand],
    path: &str,
    variables: Variables,
) -> Option<Script> {
    let is_at = |command: &SimpleCommand, word: &Word| {
        let found = target(word, &command.dir, variables).ok().flatten();
        found.is_some_and(|found| found.path == path)
    };
    let puts = |command: &&SimpleCommand| {
        let by_redirect = command.redirects.iter().any(|redirect| {
            redirect.access != RedirectAccess::Read && is_at(command, &redirect.target)
        });
        let is_copy = command.program() == Some("tee");
        by_redirect || is_copy && command.args().any(|word| is_at(command, word))
    };
    let mut told = String::new();
    let mut found = commands.iter().filter(puts).peekable();
    found.peek()?;
    for command in found {
        let Some(text) = text_of(command) else { return Some(Script::Unseen) };
        told.push_str(&text);
        told.push('\n');
    }
    Some(Script::Told(Word::plain(&told)))
}

/// Whether a command is one of those of which [`put_into`] tells what they put into a file.
pub(crate) fn puts(command: &SimpleCommand) -> bool {
    matches!(command.program(), None | Some("cat" | "tee" | "echo" | "printf"))
}

/// What a command prints that prints words of the line, or its input.
fn text_of(command: &SimpleCommand) -> Option<String> {
    let literal = |word: &Word| word.literal.then(|| word.text.clone());
    let input = || command.input.as_ref().and_then(literal);
    match command.program().filter(|_| !command.calls_function)? {
        "cat" if command.args().next().is_none() => input(),
        "tee" => input(),
        "echo" | "printf" => {
            let words: Option<Vec<String>> = command.args().map(literal).collect();
            let text = words?.join(" ").replace("\\n", "\n");
            // Escapes may spell anything.
            (!text.contains('\\')).then_some(text)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_the_line_is_told_and_another_one_is_not() {
        let told = |text: &str| Some(Script::Told(Word::plain(text)));
        for (line, expected) in [
            ("cat > src/x.py <<'E'\nprint(1)\nE", told("print(1)\n\n")),
            ("echo 'print(1)' > src/x.py", told("print(1)\n")),
            ("cd src && printf 'a\\nb' >> x.py", told("a\nb\n")),
            ("tee src/x.py <<< 'print(1)'", told("print(1)\n")),
            ("echo a > src/x.py; echo b >> src/x.py", told("a\nb\n")),
            ("cat > src/x.py <<E\n$(date)\nE", Some(Script::Unseen)),
            ("echo '\\x72' > src/x.py", Some(Script::Unseen)),
            ("base64 -d y > src/x.py", Some(Script::Unseen)),
            ("cat y > src/x.py", Some(Script::Unseen)),
            ("echo a > src/x.py; jq . y >> src/x.py", Some(Script::Unseen)),
            ("echo() { :; }; echo a > src/x.py", Some(Script::Unseen)),
            ("sed -i s/a/b/ src/x.py; cat < src/x.py", None),
            ("echo a > src/y.py", None),
        ] {
            let commands = shell_syntax::commands(line, &|_| vec![]).unwrap();
            let found = put_into(&commands, "src/x.py", Variables::of(line));
            assert_eq!(found, expected, "{line}");
        }
    }
}
