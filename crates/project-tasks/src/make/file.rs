//! Reads a file of `make`: its variables and its rules.

use std::path::{Path, PathBuf};

use super::lines::{self, Line};
use super::values::{Assignment, Operator, Values};
use crate::doubts::{self, Doubt};
use crate::marks::{self, OPEN, UNSETTLED};
use crate::text::read;

/// So many files are read.
const MAX_FILES: usize = 20;

/// A rule.
#[derive(Debug, Default)]
pub(super) struct Rule {
    pub(super) targets: Vec<String>,
    pub(super) prerequisites: Vec<String>,
    pub(super) recipe: Vec<Recipe>,
    pub(super) is_double: bool,
    /// Whether it stands in a branch that may not count.
    pub(super) is_doubtful: bool,
}

/// A line of a recipe.
#[derive(Debug)]
pub(super) struct Recipe {
    pub(super) text: String,
    pub(super) is_doubtful: bool,
}

/// What a file says, with those that it includes.
#[derive(Debug)]
pub(super) struct Makefile {
    pub(super) values: Values,
    pub(super) rules: Vec<Rule>,
    /// Variables of single targets.
    pub(super) own: Vec<(Vec<String>, Assignment)>,
    pub(super) is_one_shell: bool,
    folder: PathBuf,
    files: Vec<String>,
    branches: Vec<Branch>,
    doubt: Doubt,
}

/// A branch of conditional lines.
#[derive(Debug)]
struct Branch {
    state: State,
    /// Whether one before it, or it, counts.
    is_decided: bool,
    /// The variable of which it wants that it is not set.
    unset: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Counts,
    Skipped,
    Doubtful,
}

impl Makefile {
    pub(super) fn read(values: Values, folder: &Path, file: &str) -> Option<Self> {
        let mut found = Self {
            values,
            rules: vec![],
            own: vec![],
            is_one_shell: false,
            folder: folder.to_owned(),
            files: vec![],
            branches: vec![],
            doubt: None,
        };
        found.include(file, true)?;
        found.branches.is_empty().then_some(found)
    }

    /// The target that is made where none is named.
    pub(super) fn default_goal(&self) -> Option<String> {
        if self.values.is_set(".DEFAULT_GOAL") {
            return self.values.expand("$(.DEFAULT_GOAL)").filter(|goal| !goal.contains(OPEN));
        }
        let first = self.rules.iter().flat_map(|rule| &rule.targets);
        let is_plain =
            |name: &&String| !name.contains('%') && (!name.starts_with('.') || name.contains('/'));
        first.into_iter().find(is_plain).cloned().filter(|goal| !goal.contains(OPEN))
    }

    /// Why what is told of it may not be all.
    pub(super) fn doubt(&self) -> Doubt {
        let sets = |name: &String| doubts::is_obeyed(name);
        let own = || self.own.iter().map(|(_, assignment)| &assignment.name);
        let names = self.values.set_names();
        let is_pattern = |(targets, _): &(Vec<String>, Assignment)| {
            targets.iter().any(|target| target.contains(['%', OPEN]))
        };
        let flags = || self.values.expand("$(.SHELLFLAGS)").unwrap_or_default();
        self.doubt
            .or(names.chain(own()).any(sets).then_some("it sets a variable that programs obey"))
            .or(self
                .own
                .iter()
                .any(is_pattern)
                .then_some("it sets variables of targets by a pattern"))
            .or(own()
                .any(|name| name == "SHELL" || name == ".SHELLFLAGS")
                .then_some("a target has a shell of its own"))
            .or_else(|| doubts::of_shell(flags().split_whitespace()))
            .or(self
                .files
                .iter()
                .any(|name| self.may_make(name))
                .then_some("it may make a file that it includes"))
    }

    /// Whether a rule may make a file.
    fn may_make(&self, name: &str) -> bool {
        self.rules.iter().any(|rule| {
            let is_it = |target: &String| match target.split_once('%') {
                Some((before, behind)) => {
                    name.len() > before.len() + behind.len()
                        && name.starts_with(before)
                        && name.ends_with(behind)
                }
                None => {
                    target.trim_start_matches("./") == name.trim_start_matches("./")
                        || target.contains(OPEN)
                }
            };
            let does = !rule.recipe.is_empty() || !rule.prerequisites.is_empty();
            does && rule.targets.iter().any(is_it)
        })
    }

    fn include(&mut self, name: &str, is_needed: bool) -> Option<()> {
        let path = self.folder.join(name);
        if is_secret(name) {
            self.doubt = self.doubt.or_else(|| doubts::of_variables(&path));
            // Its names count, and its values are nothing to tell.
            for line in lines::of(&read(&path).unwrap_or_default())? {
                if let Some((_, assignment)) = lines::assignment(&line.text)
                    && !self.values.is_given(&assignment.name)
                {
                    self.values.set(&assignment.name, marks::unsettled(&assignment.name));
                }
            }
            return Some(());
        }
        let Some(text) = read(&path) else {
            // What is too long is not told.
            self.files.push(name.to_owned());
            return (!path.exists() && !is_needed).then_some(());
        };
        self.doubt = self.doubt.or_else(|| doubts::of_makefile(&text));
        self.files.push(name.to_owned());
        if self.files.len() > MAX_FILES {
            return None;
        }
        self.values.set("MAKEFILE_LIST", self.files.join(" "));
        let mut takes_recipe = false;
        for line in lines::of(&text)? {
            let is_recipe = line.is_recipe && takes_recipe;
            if (!is_recipe && self.conditional(&line)?) || self.state() == State::Skipped {
                continue;
            }
            for name in lines::evaluated(&line.text) {
                self.values.set(name, UNSETTLED.to_owned());
            }
            if is_recipe {
                let is_doubtful = self.state() == State::Doubtful;
                let recipe = Recipe { text: line.text, is_doubtful };
                self.rules.last_mut()?.recipe.push(recipe);
            } else if !line.text.trim().is_empty() {
                takes_recipe = self.line(lines::uncommented(&line.text).trim_start())?;
            }
        }
        Some(())
    }

    fn state(&self) -> State {
        let states = self.branches.iter().map(|branch| branch.state);
        states.fold(State::Counts, |all, state| match (all, state) {
            (State::Skipped, _) | (_, State::Skipped) => State::Skipped,
            (State::Doubtful, _) | (_, State::Doubtful) => State::Doubtful,
            _ => State::Counts,
        })
    }

    /// Takes a conditional line; whether it is one.
    fn conditional(&mut self, line: &Line) -> Option<bool> {
        let text = line.text.trim();
        let word = text.split([' ', '\t', '(']).next().unwrap_or("");
        let is_outer_skipped = self.state() == State::Skipped;
        match word {
            "ifeq" | "ifneq" | "ifdef" | "ifndef" => {
                let branch = if is_outer_skipped {
                    Branch { state: State::Skipped, is_decided: true, unset: None }
                } else {
                    self.condition(word, text)?
                };
                self.branches.push(branch);
            }
            "else" => {
                let last = self.branches.pop()?;
                let rest = text.strip_prefix("else")?.trim();
                let word = rest.split([' ', '\t', '(']).next().unwrap_or("");
                let mut next = if rest.is_empty() || last.is_decided {
                    Branch { state: State::Counts, is_decided: true, unset: None }
                } else {
                    self.condition(word, rest)?
                };
                if last.is_decided {
                    next.state = State::Skipped;
                } else if last.state == State::Doubtful && next.state == State::Counts {
                    next.state = State::Doubtful;
                }
                self.branches.push(next);
            }
            "endif" => {
                self.branches.pop()?;
            }
            _ => return Some(false),
        }
        Some(true)
    }

    fn condition(&mut self, word: &str, text: &str) -> Option<Branch> {
        let rest = text.strip_prefix(word)?.trim();
        let doubtful = Branch { state: State::Doubtful, is_decided: false, unset: None };
        let holds = if matches!(word, "ifdef" | "ifndef") {
            let name = self.values.expand(rest)?;
            let Some(text) = self.values.written(&name) else {
                return Some(Branch { unset: (word == "ifndef").then_some(name), ..doubtful });
            };
            // It is not expanded for this.
            if text.contains(OPEN) {
                return Some(doubtful);
            }
            text.is_empty() == (word == "ifndef")
        } else {
            let (left, right) = lines::sides(rest)?;
            let (left, right) = (self.values.expand(left)?, self.values.expand(right)?);
            if left.contains(OPEN) || right.contains(OPEN) {
                return Some(doubtful);
            }
            (left == right) == (word == "ifeq")
        };
        let state = if holds { State::Counts } else { State::Skipped };
        Some(Branch { state, is_decided: holds, unset: None })
    }

    /// Takes a line that is neither conditional nor of a recipe; whether recipe lines may follow.
    fn line(&mut self, text: &str) -> Option<bool> {
        let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        match word {
            "include" | "-include" | "sinclude" => {
                let names = self.values.expand(rest)?;
                for name in names.split_whitespace() {
                    if name.contains([OPEN, '*', '?', '[', '~']) {
                        self.doubt = Some("it includes files by a pattern");
                        continue;
                    }
                    self.include(name, word == "include")?;
                }
                return Some(false);
            }
            "export" if rest.trim().is_empty() => self.values.exports_all = true,
            "export" if lines::assignment(text).is_none() => {
                let names = self.values.expand(rest)?;
                self.values.exported.extend(names.split_whitespace().map(str::to_owned));
            }
            "unexport" => {
                for name in self.values.expand(rest)?.split_whitespace() {
                    self.values.exported.remove(name);
                }
            }
            "define" => {
                let name = rest.split([' ', '=', ':']).next().unwrap_or("");
                self.values.set(name, UNSETTLED.to_owned());
            }
            "undefine" => self.values.set(rest.trim(), UNSETTLED.to_owned()),
            "vpath" | "load" | "-load" => {}
            _ => match lines::assignment(text) {
                Some((is_exported, assignment)) => self.assign(&assignment, is_exported)?,
                None => return self.rule(text),
            },
        }
        Some(false)
    }

    fn assign(&mut self, assignment: &Assignment, is_exported: bool) -> Option<()> {
        if is_exported {
            self.values.exported.insert(assignment.name.clone());
        }
        if self.state() == State::Doubtful {
            let is_unset = |branch: &Branch| branch.unset.as_ref() == Some(&assignment.name);
            if self.branches.iter().any(is_unset) && !self.values.is_set(&assignment.name) {
                self.values.assign(assignment)?;
            } else if assignment.operator != Operator::IfUnset
                || !self.values.is_set(&assignment.name)
            {
                self.values.assign_perhaps(assignment);
            }
            return Some(());
        }
        self.values.assign(assignment)
    }

    fn rule(&mut self, text: &str) -> Option<bool> {
        let Some((targets, is_double, rest)) = lines::rule(text) else {
            // A call that says nothing more, such as of `$(info ..)`.
            self.values.expand(text)?;
            return Some(false);
        };
        let targets: Vec<_> =
            self.values.expand(targets)?.split_whitespace().map(str::to_owned).collect();
        if let Some((is_exported, mut assignment)) = lines::assignment(rest.trim()) {
            if self.state() == State::Doubtful {
                UNSETTLED.clone_into(&mut assignment.text);
            }
            if is_exported {
                self.values.exported.insert(assignment.name.clone());
            }
            self.own.push((targets, assignment));
            return Some(false);
        }
        let (prerequisites, first) = match lines::split_recipe(rest) {
            Some((prerequisites, recipe)) => (prerequisites, Some(recipe)),
            None => (rest, None),
        };
        let is_doubtful = self.state() == State::Doubtful;
        let prerequisites = self.values.expand(prerequisites)?;
        self.is_one_shell |= targets.iter().any(|target| target == ".ONESHELL");
        // A pattern of the targets stands behind a second colon.
        let is_static = prerequisites.contains(':') && prerequisites.contains('%');
        let words = if is_static { UNSETTLED } else { &prerequisites };
        let (targets, of_suffix) = match targets.as_slice() {
            [one] => lines::suffixes(one).map_or((targets.clone(), None), |(from, to)| {
                (vec![format!("%{to}")], Some(format!("%{from}")))
            }),
            _ => (targets, None),
        };
        let recipe = first.map(|text| Recipe { text: text.trim_start().to_owned(), is_doubtful });
        self.rules.push(Rule {
            targets,
            prerequisites: words
                .split_whitespace()
                .filter(|word| !matches!(*word, "|" | ".WAIT"))
                .map(str::to_owned)
                .chain(of_suffix)
                .collect(),
            recipe: recipe.into_iter().collect(),
            is_double,
            is_doubtful,
        });
        Some(true)
    }
}

/// Whether a file is one of those that hold secrets: `.env`, `prod.env`, `.env.local`.
fn is_secret(name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name);
    name.split('.').skip(1).any(|part| part == "env") || name.contains("secret")
}
