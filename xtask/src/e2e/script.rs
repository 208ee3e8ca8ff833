//! What the model of a case does, a line for each call or word.

use anyhow::{Context as _, bail};
use scripted_client::{Script, ToolCall, Turn};

use super::acts;

/// What a line begins with that is of a subagent.
const SUBAGENT: &str = "subagent:";

/// Reads lines such as `Write {"file_path": ...}`, each a turn. `& Read {...}` is a call in the turn
/// before it, `say Hello` a text, `fail 500` an answer that does not come. `act write {...}` is the call
/// by which the client of this key does it in the project `root`. A line that begins with `subagent:` is a turn of subagents.
///
/// # Errors
/// If a line is none of these.
pub(super) fn read(text: &str, (key, root): (&str, &str)) -> anyhow::Result<Script> {
    let mut script = Script::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (turns, words) = match line.strip_prefix(SUBAGENT) {
            Some(words) => (&mut script.subagent, words.trim()),
            None => (&mut script.main, line),
        };
        add(turns, words, (key, root)).with_context(|| format!("`{line}` is not a turn"))?;
    }
    Ok(script)
}

fn add(turns: &mut Vec<Turn>, words: &str, of: (&str, &str)) -> anyhow::Result<()> {
    if let Some(words) = words.strip_prefix("& ") {
        match turns.last_mut() {
            Some(Turn::Calls(calls)) => calls.push(call(words, of)?),
            _ => bail!("no call is before it"),
        }
        return Ok(());
    }
    turns.push(match words.split_once(' ') {
        Some(("say", text)) => Turn::Text(text.to_owned()),
        Some(("fail", status)) => Turn::Fails(status.parse()?),
        _ => Turn::Calls(vec![call(words, of)?]),
    });
    Ok(())
}

fn call(words: &str, (key, root): (&str, &str)) -> anyhow::Result<ToolCall> {
    if let Some(words) = words.strip_prefix("act ") {
        let (act, input) = words.split_once(' ').context("expected an act and its input")?;
        return acts::call(key, root, act, &serde_json::from_str(input)?);
    }
    let (name, input) = words.split_once(' ').context("expected a tool and its input")?;
    Ok(ToolCall { name: name.to_owned(), input: serde_json::from_str(input)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_turn() {
        let text = "Read {\"a\": 1}\n& Glob {}\nsay Hello there\n\nfail 529\nsubagent: say Here\n";
        let script = read(text, ("claude", "/p")).unwrap();
        let said = format!("{:?}", script.main);
        assert_eq!(script.main.len(), 3, "{said}");
        assert!(matches!(&script.main[0], Turn::Calls(calls) if calls.len() == 2), "{said}");
        assert!(matches!(&script.main[1], Turn::Text(text) if text == "Hello there"), "{said}");
        assert!(matches!(&script.main[2], Turn::Fails(529)), "{said}");
        assert!(matches!(&script.subagent[0], Turn::Text(text) if text == "Here"));
        for wrong in ["Read", "Read {", "& Read {}", "fail soon"] {
            assert!(read(wrong, ("claude", "/p")).is_err(), "{wrong}");
        }
    }
}
