//! The catalogue: ways to an effect, from `ways.txt` and from the table of programs.

use command_effects::{Doing, EXAMPLE, SOURCE, examples};
use serde_json::Value;

const LIST: &str = include_str!("ways.txt");

/// What comes of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Write,
    Notebook,
    Remove,
    Read,
    Fetch,
    Search,
    Ask,
    Spawn,
    Shell,
    Background,
    Skill,
    List,
    Grep,
    Remember,
    Query,
    Run,
}

const EFFECTS: [(&str, Effect); 16] = [
    ("write", Effect::Write),
    ("notebook", Effect::Notebook),
    ("remove", Effect::Remove),
    ("read", Effect::Read),
    ("fetch", Effect::Fetch),
    ("search", Effect::Search),
    ("ask", Effect::Ask),
    ("spawn", Effect::Spawn),
    ("shell", Effect::Shell),
    ("background", Effect::Background),
    ("skill", Effect::Skill),
    ("list", Effect::List),
    ("grep", Effect::Grep),
    ("remember", Effect::Remember),
    ("query", Effect::Query),
    ("run", Effect::Run),
];

/// A way, before it is filled in.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    pub(crate) effect: Effect,
    /// The programs that it takes.
    pub(crate) needs: Vec<&'static str>,
    /// The calls, one after the other; none where nothing is called.
    pub(crate) calls: Vec<Call>,
    /// What it is, in words, where nothing is called.
    pub(crate) words: Option<&'static str>,
    /// Why no configuration closes it.
    pub(crate) why: Option<&'static str>,
    /// Whether it was carried out once; of others the table alone says what they do.
    pub(crate) is_proven: bool,
    /// How the command begins that it says in other words, where it does no more than that.
    pub(crate) instead_of: Option<&'static str>,
}

/// A call with places to be filled in.
#[derive(Debug, Clone)]
pub(crate) enum Call {
    Command(String),
    Tool { name: &'static str, input: Value },
}

/// All ways that are known. Where our list has calls of a program, those of the table are left out.
pub(crate) fn all() -> Vec<Way> {
    let lines = || LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut ways: Vec<Way> = lines().flat_map(read).collect();
    let proven: Vec<(&str, &str)> = lines().filter_map(proven).collect();
    let of_table = examples().into_iter().filter_map(|example| {
        let (effect, name) = match example.doing {
            Doing::Writes => (Effect::Write, "write"),
            Doing::Removes => (Effect::Remove, "remove"),
            Doing::Reads => (Effect::Read, "read"),
        };
        let is_meant = |(kind, names): &(&str, &str)| {
            *kind == name && names.split(' ').any(|it| it == example.program)
        };
        let is_ours =
            |way: &Way| way.effect == effect && way.needs.first() == Some(&example.program);
        let line = example.line.replace(EXAMPLE, "{path}").replace(SOURCE, "{other}");
        (!ways.iter().any(is_ours)).then(|| Way {
            effect,
            needs: vec![example.program],
            calls: vec![Call::Command(line)],
            words: None,
            why: None,
            is_proven: proven.iter().any(is_meant),
            instead_of: None,
        })
    });
    let of_table: Vec<Way> = of_table.collect();
    ways.extend(of_table);
    ways
}

/// A line that names programs whose examples are ways: `proven EFFECT: PROGRAM...`.
fn proven(line: &'static str) -> Option<(&'static str, &'static str)> {
    line.strip_prefix("proven ")?.split_once(": ")
}

/// A command in other words: `also COMMAND=COMMAND`.
fn also(line: &'static str) -> Option<Way> {
    let (command, other) = line.strip_prefix("also ")?.split_once('=')?;
    Some(Way {
        effect: Effect::Run,
        needs: other.split(' ').take(1).collect(),
        calls: vec![Call::Command(other.to_owned())],
        words: None,
        why: None,
        is_proven: true,
        instead_of: Some(command),
    })
}

/// A line, once for each of its effects.
fn read(line: &'static str) -> Vec<Way> {
    if let Some(way) = also(line) {
        return vec![way];
    }
    let Some((head, body)) = line.split_once(": ") else { return Vec::new() };
    let Some((effects, needs)) = head.split_once(' ') else { return Vec::new() };
    let (body, why) = match body.split_once("  ## ") {
        Some((body, why)) => (body, Some(why)),
        None => (body, None),
    };
    let tool = needs.strip_prefix('@');
    let is_said = needs == "text";
    let call = |(index, text): (usize, &str)| match tool {
        Some(name) if index == 0 => {
            Some(Call::Tool { name, input: serde_json::from_str(text).ok()? })
        }
        _ => Some(Call::Command(text.replace('⏎', "\n"))),
    };
    let steps = body.split(" ;; ").enumerate().filter(|_| !is_said);
    let Some(calls) = steps.map(call).collect::<Option<Vec<Call>>>() else { return Vec::new() };
    let is_program = |name: &&str| *name != "-" && tool.is_none() && !is_said;
    let needs: Vec<&str> = needs.split(',').filter(is_program).collect();
    let words = is_said.then_some(body);
    let of = |name: &str| EFFECTS.iter().find(|(known, _)| *known == name).map(|(_, it)| *it);
    let effects = effects.split(',').filter_map(of);
    effects
        .map(|effect| Way {
            effect,
            needs: needs.clone(),
            calls: calls.clone(),
            words,
            why,
            is_proven: true,
            instead_of: None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_list_is_read() {
        for line in LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            assert!(!read(line).is_empty() || proven(line).is_some(), "{line}");
        }
        for (name, effect) in EFFECTS {
            assert!(all().iter().any(|way| way.effect == effect), "{name}");
        }
    }
}
