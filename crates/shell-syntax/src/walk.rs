//! Walks the syntax tree of a script, and of the scripts in it, and lists its simple commands.
//!
//! Compound commands are in [`crate::compound`].

use std::rc::Rc;

use crate::command::{Redirect, SimpleCommand, Word, WorkingDir};
use crate::constants::Constants;
use crate::expanded_command::expanded;
use crate::flow::{self, Dirs, Flow, Outcome};
use crate::functions::Functions;
use crate::parse_error::{MAX_COMMANDS, MAX_DEPTH, MAX_TEXT, Unparsed};
use crate::reader::read;
use crate::run::{Place, Run, What};
use crate::tree::{Lexed, List, Redirection};

/// How many bytes are read in all; what stands in a script or behind a wrapper counts once more.
const MAX_READ: usize = 4 * MAX_TEXT;

/// How deep the walk may recurse: compound commands, scripts and wrappers together.
const MAX_WALK: usize = 100;

/// The simple commands of a text that is short enough.
pub(crate) fn commands(
    text: &str,
    runs: &dyn Fn(&[SimpleCommand]) -> Vec<Run>,
    can_enter: &dyn Fn(&WorkingDir) -> bool,
) -> Result<Vec<SimpleCommand>, Unparsed> {
    let mut walk = Walk {
        constants: Constants::of(text, || read(text, 0, &Constants::default()))?,
        runs,
        can_enter,
        found: vec![],
        functions: Functions::default(),
        cd_path: text.contains("CDPATH"),
        physical: flow::sets_physical(text),
        readable: MAX_READ,
        level: 0,
        scripts: 0,
        runner: None,
        fed: false,
        feeder: None,
    };
    walk.text(text, &Some(Dirs::only(WorkingDir::Unchanged)))?;
    Ok(walk.finish())
}

/// What has been found, and the bounds that are left.
pub(crate) struct Walk<'a> {
    /// The variables of the text whose values are known. Other shells do not know them.
    constants: Constants,
    /// Tells what a command runs besides itself.
    runs: &'a dyn Fn(&[SimpleCommand]) -> Vec<Run>,
    /// Tells whether a `cd` to a directory is sure to succeed.
    pub(crate) can_enter: &'a dyn Fn(&WorkingDir) -> bool,
    pub(crate) found: Vec<SimpleCommand>,
    pub(crate) functions: Functions,
    /// Whether a relative `cd` may lead anywhere.
    pub(crate) cd_path: bool,
    /// Whether `..` may lead elsewhere, behind a link.
    pub(crate) physical: bool,
    readable: usize,
    level: usize,
    /// How many scripts are being walked, each in the one before.
    scripts: usize,
    /// Which of the commands that were found runs what is being walked.
    pub(crate) runner: Option<usize>,
    /// Whether what is being walked gets more than words of the line on its standard input.
    pub(crate) fed: bool,
    /// The simple command that stands before the one that is walked next in a pipeline.
    pub(crate) feeder: Option<usize>,
}

/// A simple command on its way into the list.
pub(crate) struct Call<'a> {
    pub(crate) words: &'a [Rc<Lexed>],
    pub(crate) assignments: &'a [Rc<Lexed>],
    /// The words of its redirections.
    pub(crate) others: Vec<Rc<Lexed>>,
    pub(crate) files: Vec<Redirect>,
    pub(crate) wrapped: bool,
    pub(crate) feeder: Option<usize>,
}

/// What the redirections of a command open.
#[derive(Default)]
struct Opened {
    files: Vec<Redirect>,
    /// Targets, and texts that a later one replaces.
    others: Vec<Rc<Lexed>>,
    /// The last here-string or here-document.
    stdin: Option<Rc<Lexed>>,
}

impl Opened {
    fn by(redirections: &[Redirection]) -> Self {
        let mut opened = Self::default();
        for redirection in redirections {
            match redirection {
                Redirection::File { access, target } => {
                    if let Some(access) = *access
                        && !target.is_process_substitution()
                    {
                        opened.files.push(Redirect { access, target: target.word.clone() });
                    }
                    opened.others.push(Rc::clone(target));
                }
                Redirection::Input(document) => {
                    let text = document.get().cloned();
                    opened.others.extend(std::mem::replace(&mut opened.stdin, text));
                }
            }
        }
        opened
    }
}

impl Walk<'_> {
    /// Reads and walks a script.
    fn text(&mut self, text: &str, flow: &Flow) -> Result<Outcome, Unparsed> {
        self.spend(text.len())?;
        if text.contains('\0') {
            return Err(Unparsed::new("a NUL character"));
        }
        let none = Constants::default();
        let constants = if self.scripts == 0 { &self.constants } else { &none };
        let script = read(text, self.scripts, constants)?;
        self.script(&script, flow)
    }

    /// Counts text that is read, or listed once more.
    pub(crate) fn spend(&mut self, bytes: usize) -> Result<(), Unparsed> {
        let left = self.readable.checked_sub(bytes);
        self.readable = left.ok_or_else(|| Unparsed::new("too much text in nested commands"))?;
        Ok(())
    }

    /// Walks a script that was read; returns what its last command leaves.
    fn script(&mut self, script: &List, flow: &Flow) -> Result<Outcome, Unparsed> {
        if self.scripts > MAX_DEPTH {
            return Err(Unparsed::new("scripts are nested too deeply"));
        }
        self.scripts += 1;
        let outcome = self.deeper(|walk| walk.list(script, flow))?;
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

    /// Lists a command that stands in a script; one without words is its redirections.
    pub(crate) fn outer(
        &mut self,
        words: &[Rc<Lexed>],
        assignments: &[Rc<Lexed>],
        redirections: &[Redirection],
        flow: &Flow,
    ) -> Result<Outcome, Unparsed> {
        let Opened { files, others, mut stdin } = Opened::by(redirections);
        let feeder = self.feeder.take().filter(|_| !files.iter().any(Redirect::feeds));
        let feeder = feeder.filter(|_| stdin.is_none());
        let printed = feeder.and_then(|at| self.found.get(at)?.printed());
        if let Some(printed) = printed {
            stdin = Some(Rc::new(Lexed::given(&Word::plain(&printed))));
        }
        let call = Call { words, assignments, others, files, wrapped: false, feeder };
        let outcome = self.call(call, &mut stdin, flow)?;
        self.substitutions(&stdin, flow)?;
        Ok(outcome)
    }

    /// Lists a command that another one runs.
    fn inner(
        &mut self,
        words: &[Rc<Lexed>],
        stdin: &mut Option<Rc<Lexed>>,
        flow: &Flow,
    ) -> Result<Outcome, Unparsed> {
        let input = stdin.iter().map(|text| text.word.text.len());
        self.spend(words.iter().map(|word| word.word.text.len() + 1).chain(input).sum())?;
        let (assignments, others, files): (&[Rc<Lexed>], _, _) = (&[], vec![], vec![]);
        let call = Call { words, assignments, others, files, wrapped: true, feeder: None };
        self.call(call, stdin, flow)
    }

    /// Lists a command and what it runs; takes `stdin` if that is a script for one of them.
    pub(crate) fn call(
        &mut self,
        call: Call<'_>,
        stdin: &mut Option<Rc<Lexed>>,
        flow: &Flow,
    ) -> Result<Outcome, Unparsed> {
        let Call { words, assignments, others, files, wrapped, feeder } = call;
        let dirs = flow.clone().unwrap_or_else(Dirs::unknown);
        let fed = self.fed || files.iter().any(Redirect::feeds);
        // One that cannot be opened leaves the command out.
        let may_be_left_out = files.iter().any(|file| file.target.text != "/dev/null");
        let index = self.found.len();
        if !words.is_empty() || !files.is_empty() {
            if index == MAX_COMMANDS {
                return Err(Unparsed::new("more than 2,000 commands"));
            }
            let plain = |words: &[Rc<Lexed>]| words.iter().map(|word| word.word.clone()).collect();
            self.found.push(SimpleCommand {
                words: plain(words),
                redirects: files,
                dir: dirs.dir.clone(),
                other_dirs: dirs.others.clone(),
                wrapped,
                runner: self.runner,
                assignments: plain(assignments),
                input: stdin.as_ref().map(|text| text.word.clone()),
                feeder,
                fed,
                opaque: false,
                calls_function: false,
            });
        }
        self.substitutions(assignments, flow)?;
        self.substitutions(&others, flow)?;
        let inner = self.runs(words, index);
        let own = words
            .iter()
            .enumerate()
            .filter(|(index, _)| !inner.iter().any(|inner| inner.covers().contains(index)));
        self.substitutions(own.map(|(_, word)| word), flow)?;

        let mut outcome = self.outcome(words, flow, &dirs);
        if may_be_left_out && outcome.failed_cd.is_some() {
            outcome.doubted_cd.clone_from(flow);
        }
        for inner in inner {
            let here = inner.place == Place::Here;
            let outer = (self.runner.replace(index), std::mem::replace(&mut self.fed, fed));
            let after = self.deeper(|walk| walk.run(inner, words, stdin, flow))?;
            (self.runner, self.fed) = outer;
            if here {
                outcome = after;
            }
        }
        Ok(outcome)
    }

    /// What the command with these words, which was listed at `index`, runs besides itself.
    fn runs(&self, words: &[Rc<Lexed>], index: usize) -> Vec<Run> {
        match words.first() {
            None => vec![],
            Some(program) if !program.word.literal => expanded(words).into_iter().collect(),
            Some(_) => self.found.get(..=index).map_or_else(Vec::new, self.runs),
        }
    }

    /// Lists what a command with these words runs.
    fn run(
        &mut self,
        run: Run,
        words: &[Rc<Lexed>],
        stdin: &mut Option<Rc<Lexed>>,
        flow: &Flow,
    ) -> Result<Outcome, Unparsed> {
        let flow = match (&run.place, flow) {
            (Place::Here | Place::Same, _) => flow.clone(),
            (Place::In(target), Some(dirs)) => Some(dirs.enter(target)),
            (Place::In(_), None) | (Place::Unknown, _) => Some(Dirs::unknown()),
        };
        match run.what {
            What::Command { before, words: range } => {
                let before = before.iter().map(|word| Rc::new(Lexed::given(word)));
                let rest = words.get(range).unwrap_or_default().iter().cloned();
                self.inner(&before.chain(rest).collect::<Vec<_>>(), stdin, &flow)
            }
            What::Script { text, parameters, .. } => {
                let start = self.found.len();
                let outcome = self.inner_script(&text, &flow)?;
                if let Some(parameters) = parameters
                    && let Some(skipped) = self.runs_parameters(start)
                    && let Some(words) = words.get(parameters + skipped..)
                {
                    self.inner(words, stdin, &flow)?;
                }
                Ok(outcome)
            }
            What::Input => match stdin.take() {
                Some(text) => self.inner_script(&text.word, &flow),
                None => Ok(Outcome::always(flow)),
            },
            What::Unparsed(unparsed) => Err(unparsed),
        }
    }

    /// Lists what a script that another command runs does.
    fn inner_script(&mut self, script: &Word, flow: &Flow) -> Result<Outcome, Unparsed> {
        self.mark_opaque(script);
        self.text(&script.text, flow)
    }

    /// Notes that the command that runs `script` may run more than is listed.
    fn mark_opaque(&mut self, script: &Word) {
        if let Some(command) = self.runner.and_then(|index| self.found.get_mut(index)) {
            command.opaque |= !script.literal;
        }
    }

    /// Whether a command since `start` is what the parameters of its script say, and how many of
    /// those come before it.
    fn runs_parameters(&self, start: usize) -> Option<usize> {
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

    /// The commands.
    fn finish(mut self) -> Vec<SimpleCommand> {
        self.functions.settle(&mut self.found);
        self.found
    }
}
