//! What the words of a loop, an assignment and a redirection give a variable.

use std::rc::Rc;

use crate::command::{SimpleCommand, Value, Word, WorkingDir};
use crate::flow::Flow;
use crate::tree::{AndOr, Command, Lexed, List, Pipeline, Redirection, Simple};
use crate::unparsed::Unparsed;
use crate::walk::Walk;

impl Walk<'_> {
    /// Lists what the words of a `for` run; returns what its variable may stand for.
    pub(crate) fn listed(
        &mut self,
        words: &[Rc<Lexed>],
        flow: &Flow,
    ) -> Result<Vec<Value>, Unparsed> {
        let dir = flow.as_ref().map_or(WorkingDir::Unknown, |dirs| dirs.dir.clone());
        let mut values = vec![];
        for (at, word) in words.iter().enumerate() {
            let start = self.found.len();
            self.substitutions([word], flow)?;
            if at > 0 {
                values.push(self.value(&word.word, &word.scripts, word, start, &dir));
            }
        }
        if values.is_empty() {
            values.push(Value::Word(
                Word { text: "$@".to_owned(), literal: false, splits: false },
                dir,
            ));
        }
        Ok(values)
    }

    /// Notes what a pipeline that is nothing but assignments, and whose commands stand from `start` on,
    /// gives variables; from here on, if that is sure.
    pub(crate) fn assigned(
        &mut self,
        pipeline: &Pipeline,
        start: usize,
        flow: &Flow,
        is_sure: bool,
    ) {
        let [Command::Simple(Simple { assignments, words, redirections })] =
            pipeline.commands.as_slice()
        else {
            return;
        };
        let first = words.first().and_then(|word| word.bare_text());
        let declares = matches!(first, Some("export" | "local" | "readonly"));
        if !redirections.is_empty() || !(words.is_empty() || declares && assignments.is_empty()) {
            return;
        }
        let dir = flow.as_ref().map_or(WorkingDir::Unknown, |dirs| dirs.dir.clone());
        let values = if declares { words.get(1..).unwrap_or_default() } else { assignments };
        if declares {
            self.bound.setters.push(start);
        }
        for word in values {
            let Some((name, value)) = word.word.text.split_once('=') else { continue };
            if word.quotes_expansion && !word.word.literal {
                continue;
            }
            let splits = false;
            let value = Word { text: value.to_owned(), literal: word.word.literal, splits };
            let first = start + usize::from(declares);
            let value = if values.len() == 1 && !word.scripts.is_empty() {
                self.value(&value, &word.scripts, word, first, &dir)
            } else if is_reckoned(&value.text) {
                Value::Number
            } else {
                Value::Word(value, dir.clone())
            };
            let (name, values) = (name.to_owned(), vec![value]);
            let scope = self.bound.scope();
            self.bound.bind(&name, values);
            if !is_sure {
                self.bound.leave(scope);
            }
        }
    }

    /// What a word gives a variable whose scripts are listed from `start` on.
    fn value(
        &self,
        word: &Word,
        scripts: &[List],
        lexed: &Lexed,
        start: usize,
        dir: &WorkingDir,
    ) -> Value {
        if lexed.quotes_expansion && !word.literal {
            return Value::Unknown;
        }
        if is_reckoned(&word.text) {
            return Value::Number;
        }
        if let [script] = scripts
            && is_whole_substitution(&word.text)
            && let [AndOr { first, rest, in_background: false }] = script.as_slice()
            && rest.is_empty()
            && first.commands.iter().all(|command| matches!(command, Command::Simple(_)))
        {
            let own = |at: &usize| {
                let command = self.found.get(*at);
                command.is_some_and(|command| !command.wrapped && command.runner == self.runner())
            };
            let last = (start..self.found.len()).rev().find(own);
            // What only the words of the substitution tell is told by them.
            return match last {
                Some(last) if !self.found.get(last).is_some_and(is_short) => Value::Printed(last),
                _ => Value::Word(word.clone(), dir.clone()),
            };
        }
        Value::Word(word.clone(), dir.clone())
    }

    /// The command whose output stands on the input that redirections open, whose commands are listed
    /// from `start` on.
    pub(crate) fn source(&self, redirections: &[Redirection], start: usize) -> Option<usize> {
        let [Redirection::File { target, .. }] = redirections else { return None };
        if !target.word.text.starts_with("<(") || target.word.literal {
            return None;
        }
        let value = self.value(
            &Word { text: target.word.text.replacen('<', "$", 1), ..target.word.clone() },
            &target.scripts,
            target,
            start,
            &WorkingDir::Unknown,
        );
        match value {
            Value::Printed(at) => Some(at),
            _ => None,
        }
    }
}

/// Whether a text is one `$((...))`, which is a number.
fn is_reckoned(text: &str) -> bool {
    let inner = text.strip_prefix("$((").and_then(|text| text.strip_suffix("))"));
    inner.is_some_and(|inner| !inner.contains("))"))
}

/// Programs whose output their words tell.
fn is_short(command: &SimpleCommand) -> bool {
    let told = ["basename", "dirname", "date", "pwd", "whoami", "hostname", "uname", "id", "nproc"];
    command.program().is_some_and(|name| told.contains(&name)) && command.feeder.is_none()
}

/// Whether a text is one `$(...)`.
fn is_whole_substitution(text: &str) -> bool {
    let Some(inner) = text.strip_prefix("$(").and_then(|text| text.strip_suffix(')')) else {
        return text.len() > 2
            && text.starts_with('`')
            && text.ends_with('`')
            && text.matches('`').count() == 2;
    };
    let mut open = 0_usize;
    inner.chars().all(|next| match next {
        '(' => {
            open += 1;
            true
        }
        ')' => {
            let is_inner = open > 0;
            open = open.saturating_sub(1);
            is_inner
        }
        _ => true,
    })
}
