//! Walks the syntax tree of a script, and of the scripts in it, and lists its simple commands.
//!
//! Compound commands are in [`crate::compound`], what a wrapper runs in [`crate::wrapped`].

use std::rc::Rc;

use brush_parser::ast;

use crate::dir::{self, Flow, Outcome};
use crate::lexer::lex;
use crate::redirections::Redirections;
use crate::script::Script;
use crate::word::Lexed;
use crate::wrapped::{Place, Runs, Wrapped, wrapped_by};
use crate::{MAX_COMMANDS, MAX_DEPTH, SimpleCommand, Unparsed, WorkingDir};

/// How many bytes of script are read in all; what stands in a script of a script counts twice.
const MAX_READ: usize = 1024 * 1024;

/// How deep the walk may recurse: compound commands, scripts and wrappers together.
const MAX_WALK: usize = 100;

/// The simple commands of a text that is short enough.
pub(crate) fn commands(text: &str) -> Result<Vec<SimpleCommand>, Unparsed> {
    let mut walk = Walk {
        found: vec![],
        functions: Functions::default(),
        cd_path: text.contains("CDPATH"),
        readable: MAX_READ,
        level: 0,
        scripts: 0,
    };
    walk.text(text, &Some(WorkingDir::Unchanged))?;
    Ok(walk.finish())
}

/// What has been found, and the bounds that are left.
#[derive(Debug)]
pub(crate) struct Walk {
    pub(crate) found: Vec<SimpleCommand>,
    pub(crate) functions: Functions,
    /// Whether a relative `cd` may lead anywhere.
    cd_path: bool,
    readable: usize,
    level: usize,
    /// How many scripts are being walked, each in the one before.
    scripts: usize,
}

/// What is known of functions, which run where they are called.
#[derive(Debug, Default)]
pub(crate) struct Functions {
    /// The commands that stand in one.
    pub(crate) bodies: Vec<std::ops::Range<usize>>,
    /// The names of those that change the directory.
    pub(crate) moving: Vec<String>,
    /// Whether the directory changes anywhere.
    moved: bool,
}

/// A simple command on its way into the list.
struct Call {
    words: Vec<Rc<Lexed>>,
    redirections: Redirections,
    /// Its assignments, and other words that it does not get.
    others: Vec<Rc<Lexed>>,
    wrapped: bool,
}

impl Walk {
    /// Reads and walks a script.
    fn text(&mut self, text: &str, flow: &Flow) -> Result<Outcome, Unparsed> {
        self.readable = self
            .readable
            .checked_sub(text.len())
            .ok_or_else(|| Unparsed::new("too much text in nested scripts"))?;
        if text.contains('\0') {
            return Err(Unparsed::new("a NUL character"));
        }
        let script = lex(text, self.scripts)?;
        self.script(&script, flow)
    }

    /// Walks a script that was read; returns what its last command leaves.
    fn script(&mut self, script: &Script, flow: &Flow) -> Result<Outcome, Unparsed> {
        if self.scripts > MAX_DEPTH {
            return Err(Unparsed::new("scripts are nested too deeply"));
        }
        let program = script.parse()?;
        self.scripts += 1;
        let mut outcome = Outcome::always(flow.clone());
        for list in &program.complete_commands {
            outcome = self.deeper(|walk| walk.list(script, list, &outcome.after()))?;
        }
        self.scripts -= 1;
        Ok(outcome)
    }

    /// Walks one level deeper.
    pub(crate) fn deeper<T>(
        &mut self,
        walk: impl FnOnce(&mut Self) -> Result<T, Unparsed>,
    ) -> Result<T, Unparsed> {
        self.level += 1;
        if self.level > MAX_WALK {
            return Err(Unparsed::new("commands are nested too deeply"));
        }
        let value = walk(self)?;
        self.level -= 1;
        Ok(value)
    }

    /// Lists what the substitutions in words run.
    pub(crate) fn substitutions<'a>(
        &mut self,
        words: impl IntoIterator<Item = &'a Rc<Lexed>>,
        flow: &Flow,
    ) -> Result<(), Unparsed> {
        for script in words.into_iter().flat_map(|word| &word.scripts) {
            self.script(script, flow)?;
        }
        Ok(())
    }

    /// Lists a simple command of a script.
    pub(crate) fn simple(
        &mut self,
        script: &Script,
        command: &ast::SimpleCommand,
        flow: &Flow,
    ) -> Result<Outcome, Unparsed> {
        use ast::CommandPrefixOrSuffixItem as Item;
        let prefix = command.prefix.iter().flat_map(|prefix| &prefix.0);
        let suffix = command.suffix.iter().flat_map(|suffix| &suffix.0);
        let mut words: Vec<_> = command
            .word_or_name
            .iter()
            .map(|word| script.lexed(word))
            .collect();
        let mut others = vec![];
        let mut redirections = Redirections::default();
        for item in prefix.clone().chain(suffix.clone()) {
            if let Item::IoRedirect(redirect) = item {
                redirections.add(script, redirect);
            }
        }
        for item in prefix {
            if let Item::AssignmentWord(_, word) = item {
                others.push(script.lexed(word));
            }
        }
        for item in suffix {
            if let Item::AssignmentWord(_, word) | Item::Word(word) = item {
                words.push(script.lexed(word));
            }
        }
        self.call(
            Call {
                words,
                redirections,
                others,
                wrapped: false,
            },
            flow,
        )
    }

    /// Lists redirections that stand after a compound command.
    pub(crate) fn redirections(
        &mut self,
        redirections: Redirections,
        flow: &Flow,
    ) -> Result<(), Unparsed> {
        let call = Call {
            words: vec![],
            redirections,
            others: vec![],
            wrapped: false,
        };
        self.call(call, flow).map(|_| ())
    }

    fn call(&mut self, call: Call, flow: &Flow) -> Result<Outcome, Unparsed> {
        let Call {
            words,
            redirections,
            others,
            wrapped,
        } = call;
        let dir = flow.clone().unwrap_or(WorkingDir::Unknown);
        self.list_command(&words, &redirections, &dir, wrapped)?;

        let inner = wrapped_by(&words, redirections.stdin.as_ref());
        let reads_stdin = inner.iter().any(|inner| inner.reads_stdin);
        let beside = redirections.words.iter().filter(|word| {
            !(reads_stdin
                && redirections
                    .stdin
                    .as_ref()
                    .is_some_and(|doc| Rc::ptr_eq(doc, word)))
        });
        self.substitutions(others.iter().chain(beside), flow)?;
        let own = words
            .iter()
            .enumerate()
            .filter(|(index, _)| !inner.iter().any(|inner| inner.covers.contains(index)));
        self.substitutions(own.map(|(_, word)| word), flow)?;

        let mut outcome = self.outcome(&words, flow, &dir);
        for inner in inner {
            let here = inner.place == Place::Here;
            let after = self.deeper(|walk| walk.wrapped(inner, &words, &redirections, flow))?;
            if here {
                outcome = after;
            }
        }
        Ok(outcome)
    }

    fn list_command(
        &mut self,
        words: &[Rc<Lexed>],
        redirections: &Redirections,
        dir: &WorkingDir,
        wrapped: bool,
    ) -> Result<(), Unparsed> {
        if words.is_empty() && redirections.files.is_empty() {
            return Ok(());
        }
        if self.found.len() == MAX_COMMANDS {
            return Err(Unparsed::new("more than 2,000 commands"));
        }
        self.found.push(SimpleCommand {
            words: words.iter().map(|word| word.word.clone()).collect(),
            redirects: if wrapped {
                vec![]
            } else {
                redirections.files.clone()
            },
            dir: dir.clone(),
            wrapped,
        });
        Ok(())
    }

    /// Lists what a wrapper with these words runs.
    fn wrapped(
        &mut self,
        inner: Wrapped,
        words: &[Rc<Lexed>],
        redirections: &Redirections,
        flow: &Flow,
    ) -> Result<Outcome, Unparsed> {
        let flow = match (&inner.place, flow) {
            (Place::Here | Place::Same, _) => flow.clone(),
            (Place::In(target), Some(dir)) => Some(dir::enter(dir, target)),
            (Place::In(_), None) | (Place::Unknown, _) => Some(WorkingDir::Unknown),
        };
        let start = self.found.len();
        let outcome = match inner.runs {
            Runs::Command(words) => self.inner_call(words, redirections, &flow)?,
            Runs::Script(text) => self.text(&text, &flow)?,
        };
        if let Some(arguments) = inner.arguments
            && let Some(skipped) = self.runs_arguments(start)
        {
            let words: Vec<_> = words.iter().skip(arguments + skipped).cloned().collect();
            self.inner_call(words, redirections, &flow)?;
        }
        Ok(outcome)
    }

    fn inner_call(
        &mut self,
        words: Vec<Rc<Lexed>>,
        redirections: &Redirections,
        flow: &Flow,
    ) -> Result<Outcome, Unparsed> {
        let redirections = Redirections {
            stdin: redirections.stdin.clone(),
            ..Default::default()
        };
        self.call(
            Call {
                words,
                redirections,
                others: vec![],
                wrapped: true,
            },
            flow,
        )
    }

    /// Whether a command since `start` is what the arguments of `sh -c` say, and how many of
    /// those come before it.
    fn runs_arguments(&self, start: usize) -> Option<usize> {
        self.found.iter().skip(start).find_map(|command| {
            let program = command.words.first().filter(|word| !word.literal)?;
            let name = program.text.strip_prefix('$')?.trim_start_matches('{');
            match name.chars().next()? {
                '0' => Some(0),
                '@' | '*' | '1' => Some(1),
                _ => None,
            }
        })
    }

    /// What a simple command leaves, wrappers aside.
    fn outcome(&mut self, words: &[Rc<Lexed>], flow: &Flow, dir: &WorkingDir) -> Outcome {
        let name = words.first().map_or("", |word| word.word.text.as_str());
        if let "exit" | "return" | "logout" = name {
            return Outcome::always(None);
        }
        if name == "exec" && words.len() > 1 {
            return Outcome::always(None);
        }
        if self.functions.moving.iter().any(|moving| moving == name) {
            return Outcome::always(Some(WorkingDir::Unknown));
        }
        let Some(mut target) = dir::change(words, dir) else {
            return Outcome::always(flow.clone());
        };
        self.functions.moved = true;
        if self.cd_path && !matches!(&target, WorkingDir::Literal(path) if path.starts_with('/')) {
            target = WorkingDir::Unknown;
        }
        Outcome {
            success: Some(target),
            failure: None,
            failed_cd: flow.clone(),
        }
    }

    /// The commands; those in functions run where nobody knows if there is any `cd`.
    fn finish(mut self) -> Vec<SimpleCommand> {
        if self.functions.moved {
            for body in std::mem::take(&mut self.functions.bodies) {
                self.forget_dirs(body);
            }
        }
        self.found
    }

    /// Marks commands as running anywhere.
    pub(crate) fn forget_dirs(&mut self, range: std::ops::Range<usize>) {
        for command in self.found.get_mut(range).unwrap_or_default() {
            command.dir = WorkingDir::Unknown;
        }
    }
}
