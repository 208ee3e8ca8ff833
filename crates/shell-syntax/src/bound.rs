//! What the variables may stand for that a line sets itself: those of `for` and of `while read`, those
//! that get a value by a command of its own, and the parameters of a script that another command runs.
//!
//! A variable is known where such a place surely ran before, and stands there for what any of its places
//! gives it. It is not known at all where anything else in the text might set it.

mod given;

use std::rc::Rc;
use std::sync::Arc;

use crate::command::{Binding, SimpleCommand, Value, Word, WorkingDir};
use crate::flow::Dirs;
use crate::mentions::{is_name, mentions, splits_as_usual};
use crate::setting::{DECLARING, SETTING, declares_a_reference, is_stuck};
use crate::settling::SPECIAL;
use crate::tree::Lexed;

/// The most places that are kept.
const MAX_SITES: usize = 200;

/// A place that gives a variable a value.
#[derive(Debug)]
struct Site {
    name: String,
    value: Value,
    /// The command that reads it.
    reader: Option<usize>,
    /// Whether the text has the name there.
    is_named: bool,
}

/// The variables that are known while a script is walked.
#[derive(Debug, Default)]
pub(crate) struct Bound {
    sites: Vec<Site>,
    /// The names that are known now, the last ones in the innermost list.
    names: Vec<Rc<str>>,
    /// Which are known to a command.
    seen: Vec<(usize, Vec<Rc<str>>)>,
    /// Commands whose words set a variable as its place says.
    setters: Vec<usize>,
}

impl Bound {
    /// How many names are known now.
    pub(crate) fn scope(&self) -> usize {
        self.names.len()
    }

    /// Forgets the names that became known since.
    pub(crate) fn leave(&mut self, scope: usize) {
        self.names.truncate(scope);
    }

    /// How many places there are.
    pub(crate) fn sites(&self) -> usize {
        self.sites.len()
    }

    /// Gives a variable one of these values from here on.
    pub(crate) fn bind(&mut self, name: &str, values: Vec<Value>) {
        // Several values of one place are named once.
        for (at, value) in values.into_iter().enumerate() {
            self.site(name, value, None, at == 0);
        }
        self.names.push(name.into());
    }

    fn site(&mut self, name: &str, value: Value, reader: Option<usize>, is_named: bool) {
        if self.sites.len() < MAX_SITES {
            self.sites.push(Site { name: name.to_owned(), value, reader, is_named });
        }
    }

    /// Notes the variable that a `read` sets which is all of a loop's condition.
    pub(crate) fn read(&mut self, reads: Option<&[SimpleCommand]>, index: usize) {
        let Some([read]) = reads else { return };
        let is_plain = |word: &Word| word.text == "IFS=";
        if read.program() != Some("read")
            || !read.redirects.is_empty()
            || !read.assignments.iter().all(is_plain)
        {
            return;
        }
        let mut args = read.args();
        let mut named = vec![];
        while let Some(arg) = args.next() {
            match arg.text.as_str() {
                "-r" | "-rd" | "-d" if arg.literal => {
                    if arg.text.ends_with('d')
                        && args.next().is_none_or(|end| !end.text.is_empty() && end.text != "\0")
                    {
                        return;
                    }
                }
                "-rd''" => {}
                name => named.push((name, arg.literal)),
            }
        }
        if let [(name, true)] = named.as_slice()
            && name.chars().all(is_name)
        {
            self.site(name, Value::Unknown, Some(index), false);
            self.names.push((*name).into());
        }
    }

    /// Says where the lines come from that the `read` of the loop reads which begins at `start`.
    pub(crate) fn reads(&mut self, from: usize, start: usize, source: Option<usize>) {
        let sites = self.sites.get_mut(from..).unwrap_or_default();
        for site in sites.iter_mut().filter(|site| site.reader == Some(start)) {
            site.value = source.map_or(Value::Unknown, Value::Printed);
        }
    }

    /// Whether a variable or parameter is known now.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.names.iter().any(|known| **known == *name)
    }

    /// The word that is this parameter of the script that is walked, if it has as many.
    pub(crate) fn parameter(&self, number: &str) -> Option<&Word> {
        let mut sites = self.sites.iter().rev().filter(|_| self.knows(number));
        match &sites.find(|site| site.name == number)?.value {
            Value::Word(word, _) => Some(word),
            _ => None,
        }
    }

    /// What a variable is given that is known now, if one place alone of `text` gives it something.
    pub(crate) fn only_value(&self, name: &str, text: &str) -> Option<&Value> {
        let mut sites = self.sites.iter().filter(|site| site.name == name && self.knows(name));
        let only = sites.next().filter(|_| sites.next().is_none() && !is_counted(name, text))?;
        let mut sets = 0;
        for (before, after) in mentions(text, name) {
            let line = before.rsplit('\n').next().unwrap_or_default();
            let is_given = SETTING.iter().any(|word| line.contains(word)) || line.contains("-v");
            match mention(before, after) {
                Mention::Sets => sets += 1,
                Mention::Harmless if before.ends_with(['$', '{']) || !is_given => {}
                Mention::Harmless | Mention::MaySet => return None,
            }
        }
        (sets == 1).then_some(&only.value)
    }

    /// Forgets the parameters, which a function has of its own; returns what was known.
    pub(crate) fn without_parameters(&mut self) -> Vec<Rc<str>> {
        let outside = self.names.clone();
        self.names.retain(|name| !is_parameter(name));
        outside
    }

    /// Goes into a script of its own, whose `$0` and other parameters are `words`; returns what was known.
    pub(crate) fn parameters(&mut self, words: &[Rc<Lexed>], dirs: Option<&Dirs>) -> Vec<Rc<str>> {
        let outside = std::mem::take(&mut self.names);
        let dir = dirs.map_or(WorkingDir::Unknown, |dirs| dirs.dir.clone());
        for (at, word) in words.iter().enumerate() {
            let value = Value::Word(word.word.clone(), dir.clone());
            if at > 0 {
                self.site("@", value.clone(), None, false);
            }
            self.bind(&at.to_string(), vec![value]);
        }
        if words.len() > 1 {
            self.names.push("@".into());
        }
        outside
    }

    /// Goes back to where these names are known.
    pub(crate) fn enter(&mut self, names: Vec<Rc<str>>) {
        self.names = names;
    }

    /// Notes that a command is about to be listed.
    pub(crate) fn seen_by(&mut self, index: usize) {
        if !self.names.is_empty() {
            self.seen.push((index, self.names.clone()));
        }
    }

    /// Tells the commands what the variables stand for that nothing else in `text` sets.
    pub(crate) fn attach(&mut self, commands: &mut [SimpleCommand], text: &str) {
        if self.seen.is_empty() || text.contains("\\\n") || !splits_as_usual(text) {
            return;
        }
        let mut names: Vec<&str> = self.sites.iter().map(|site| &*site.name).collect();
        names.sort_unstable();
        names.dedup();
        let is_known = |name: &str| self.is_known(name, commands, text);
        let known: Vec<Arc<Binding>> = names
            .into_iter()
            .filter(|name| is_known(name))
            .map(|name| self.binding(name, text))
            .collect();
        for (index, seen) in &self.seen {
            let bound = known.iter().filter(|it| seen.iter().any(|name| **name == *it.name));
            if let Some(command) = commands.get_mut(*index) {
                command.bound = bound.cloned().collect();
            }
        }
    }

    fn binding(&self, name: &str, text: &str) -> Arc<Binding> {
        let of_name = self.sites.iter().filter(|site| site.name == name);
        let mut values: Vec<Value> = of_name.map(|site| site.value.clone()).collect();
        if is_counted(name, text) {
            values.push(Value::Number);
        }
        Arc::new(Binding { name: name.to_owned(), values })
    }

    /// Whether nothing sets a variable but the places that were found.
    fn is_known(&self, name: &str, commands: &[SimpleCommand], text: &str) -> bool {
        let sets_parameters = |command: &SimpleCommand| match command.program() {
            Some("shift" | "getopts") => true,
            Some("set") => {
                let before = std::iter::once("").chain(command.args().map(|it| it.text.as_str()));
                !before.zip(command.args()).all(|(before, word)| {
                    word.text.starts_with(['-', '+']) && word.text.len() > 1 && word.text != "--"
                        || word.text == "pipefail" && before.ends_with('o')
                })
            }
            _ => false,
        };
        if self.sites.len() == MAX_SITES || commands.iter().any(sets_anything) {
            return false;
        }
        if is_parameter(name) {
            return !commands.iter().any(sets_parameters);
        }
        let named = self.sites.iter().filter(|site| site.name == name && site.is_named).count();
        let is_variable = !name.starts_with(|next: char| next.is_ascii_digit())
            && name.chars().all(is_name)
            && !name.starts_with("BASH")
            && !SPECIAL.contains(&name);
        let mut found = mentions(text, name).map(|(before, after)| mention(before, after));
        let sets = mentions(text, name).filter(|(it, after)| mention(it, after) == Mention::Sets);
        let is_told = sets.count() == named && found.all(|it| it != Mention::MaySet);
        is_variable
            && is_told
            && !commands.iter().enumerate().any(|(at, command)| self.is_given_to(name, at, command))
    }

    /// Whether a command that sets variables is given the name, but for those that are such places.
    fn is_given_to(&self, name: &str, at: usize, command: &SimpleCommand) -> bool {
        let is_reader = self.sites.iter().any(|site| site.reader == Some(at) && site.name == name);
        let program = command.program().unwrap_or_default();
        let sets = SETTING.contains(&program)
            || program == "printf" && command.args().any(|word| word.text.starts_with("-v"));
        let names = |word: &Word| {
            let target = word.text.split(['=', '+', '[']).next().unwrap_or_default();
            let is_only_exported = matches!(program, "export" | "readonly") && target == word.text;
            (target == name || is_stuck(target, name)) && !is_only_exported
        };
        sets && !is_reader && !self.setters.contains(&at) && command.args().any(names)
    }
}

/// Whether a command may set a variable that its words do not name.
fn sets_anything(command: &SimpleCommand) -> bool {
    let Some(program) = command.words.first() else { return false };
    if program.text.contains('/') {
        return false;
    }
    let name = command.program().unwrap_or_default();
    let is_unclear = |word: &Word| {
        let target = word.text.split(['=', '+', '[']).next().unwrap_or_default();
        !word.literal && target.contains(['$', '`', '*', '?', '{', '\\'])
    };
    match name {
        "" | "eval" | "source" | "." | "alias" | "enable" | "builtin" => true,
        _ if DECLARING.contains(&name) => {
            command.args().any(|it| is_unclear(it) || declares_a_reference(it))
        }
        "printf" => {
            command.words.get(1).is_some_and(|word| word.text.starts_with("-v"))
                && command.args().take(2).any(is_unclear)
        }
        _ if SETTING.contains(&name) => command.args().any(is_unclear),
        _ => !program.literal,
    }
}

fn is_parameter(name: &str) -> bool {
    name == "@" || name.starts_with(|next: char| next.is_ascii_digit())
}

/// What stands around a name, as far as it may set a variable of that name.
#[derive(PartialEq, Eq)]
enum Mention {
    Harmless,
    /// An assignment or the head of a loop.
    Sets,
    /// Something that no place stands for.
    MaySet,
}

fn mention(before: &str, after: &str) -> Mention {
    if before.ends_with("${") {
        let is_whole = after.starts_with("[@]}") || after.starts_with("[*]}");
        let sets = after.starts_with(":=") || after.starts_with(['=', '[']) && !is_whole;
        return if sets { Mention::MaySet } else { Mention::Harmless };
    }
    let words = before.trim_end_matches([' ', '\t']);
    let is_behind = |word: &str| {
        let rest = words.strip_suffix(word).filter(|_| words.len() < before.len());
        rest.is_some_and(|rest| !rest.ends_with(|it: char| is_name(it) || "$-./".contains(it)))
    };
    let is_file = before.ends_with('{') && after.starts_with('}');
    if is_file || is_behind("select") || is_behind("coproc") {
        return Mention::MaySet;
    }
    let is_text = before.ends_with(['$', '#', '!', '-', '/', '.', ',', '%', '@']);
    if is_text && !before.ends_with("$$") || is_in_arithmetic(before) {
        return Mention::Harmless;
    }
    if is_behind("for") || after.starts_with('=') {
        return Mention::Sets;
    }
    let may_set = after.starts_with('[') || after.starts_with("+=");
    if may_set { Mention::MaySet } else { Mention::Harmless }
}

/// Whether an arithmetic expression of the text may set a variable.
fn is_counted(name: &str, text: &str) -> bool {
    mentions(text, name).any(|(before, after)| {
        let after = after.trim_start();
        let is_set = after.starts_with('=') && !after.starts_with("==")
            || after.get(1..2) == Some("=")
                && after.starts_with(['+', '-', '*', '/', '%', '&', '|', '^'])
            || after.starts_with("<<=")
            || after.starts_with(">>=")
            || after.starts_with("++")
            || after.starts_with("--")
            || before.trim_end().ends_with("++")
            || before.trim_end().ends_with("--");
        is_in_arithmetic(before) && is_set
    })
}

/// Whether a text ends within `((`.
fn is_in_arithmetic(before: &str) -> bool {
    let open = before.rfind("((");
    open.is_some_and(|at| !before.get(at..).unwrap_or_default().contains("))"))
}
