//! All hooks that may be in a settings file, as this place names them, and what is in it now.

use std::path::Path;

use claude_settings::{Aim, Arrangement, ByHand, ENGINE, Form, Fragment, HookCommand};

use crate::error::InstallError;
use crate::foreign_programs::started_by_others;
use crate::offer::Offer;
use crate::place::{Bin, Place};
use crate::step::Step;
use crate::{files, program};

/// The hooks of one place.
pub(crate) struct Roster<'a> {
    place: &'a Place,
    known: Vec<Fragment>,
    /// The names of those that the engine has.
    in_engine: Vec<String>,
    engine: HookCommand,
    /// The settings as they are.
    settings: String,
}

impl<'a> Roster<'a> {
    /// Reads the settings. `offers` may have a hook twice.
    pub(crate) fn read<'o>(
        place: &'a Place,
        offers: impl Iterator<Item = &'o Offer>,
    ) -> Result<Self, InstallError> {
        let mut known: Vec<Fragment> = Vec::new();
        let mut in_engine = Vec::new();
        for offer in offers {
            if known.iter().all(|known| known.hook() != offer.hook) {
                let fragment = offer.fragment(place.command(&offer.hook)?)?;
                known.push(if offer.in_engine { fragment } else { fragment.kept_alone() });
                in_engine.extend(offer.in_engine.then(|| offer.hook.clone()));
            }
        }
        known.sort_by(|one, other| one.hook().cmp(other.hook()));
        let settings = files::read(&place.settings())?.unwrap_or_default();
        Ok(Self { place, known, in_engine, engine: place.command(ENGINE)?, settings })
    }

    /// The hooks that the settings start, or that are among `entering`.
    pub(crate) fn with(&self, entering: &[String]) -> Vec<&Fragment> {
        let is_meant = |fragment: &&Fragment| {
            entering.iter().any(|hook| hook == fragment.hook())
                || claude_settings::names(&self.settings, fragment.command())
        };
        self.known.iter().filter(is_meant).collect()
    }

    /// The names of the hooks that a text starts.
    pub(crate) fn names_in<'s>(&'s self, text: &'s str) -> impl Iterator<Item = String> + 's {
        let is_named = |known: &&Fragment| claude_settings::names(text, known.command());
        self.known.iter().filter(is_named).map(|known| known.hook().to_owned())
    }

    /// Whether the settings start the engine now.
    pub(crate) fn runs_together(&self) -> bool {
        self.is_run_by(Some(&self.settings))
    }

    /// Whether these settings start the engine.
    pub(crate) fn is_run_by(&self, settings: Option<&str>) -> bool {
        settings.is_some_and(|text| claude_settings::runs_together(text, &self.engine))
    }

    /// Whether these settings start none of the hooks.
    pub(crate) fn is_empty_in(&self, settings: Option<&str>) -> bool {
        let text = settings.unwrap_or_default();
        !self.known.iter().any(|known| claude_settings::names(text, known.command()))
    }

    /// The step by which a program comes out of the folder `programs`.
    pub(crate) fn put(&self, programs: &Path, name: &str) -> Step {
        let (from, to) = (programs.join(program::file_name(name)), self.place.program(name));
        let is_there = |hook: &Fragment| programs.join(program::file_name(hook.hook())).is_file();
        let is_alone = !self.known.iter().any(is_there);
        let may_stand_in = is_alone && self.in_engine.iter().any(|known| known == name);
        let stand_in = may_stand_in.then(|| programs.join(program::file_name(ENGINE)));
        Step::Put { name: name.to_owned(), from, stand_in, to }
    }

    /// The steps by which each of these hooks gets a program. Where `programs` has none of its own, the
    /// engine is put, and the hook's name leads to it.
    pub(crate) fn alone(&self, programs: &Path, names: &[String]) -> Vec<Step> {
        let mut steps = Vec::new();
        for name in names {
            match self.put(programs, name) {
                Step::Put { from, stand_in: Some(engine), .. }
                    if engine.is_file() && !from.is_file() =>
                {
                    if steps.is_empty() {
                        steps.push(self.put(programs, ENGINE));
                    }
                    let (engine, link) = (self.place.program(ENGINE), self.place.program(name));
                    steps.push(Step::Link { engine, link });
                }
                put => steps.push(put),
            }
        }
        steps
    }

    /// The steps by which the engine comes out of the folder `programs`, and the names of `hooks`
    /// lead to it. Those that it does not have get their programs.
    pub(crate) fn together(&self, programs: &Path, hooks: &[&Fragment]) -> Vec<Step> {
        let step = |hook: &&Fragment| {
            let (name, link) = (hook.hook(), self.place.program(hook.hook()));
            if self.in_engine.iter().any(|known| known == name) {
                Step::Link { engine: self.place.program(ENGINE), link }
            } else {
                self.put(programs, name)
            }
        };
        [self.put(programs, ENGINE)].into_iter().chain(hooks.iter().map(step)).collect()
    }

    pub(crate) fn arrangement(
        &self,
        aim: Aim,
        by_hand: ByHand,
        blocking: Vec<String>,
    ) -> Arrangement {
        let (known, engine) = (self.known.clone(), self.engine.clone());
        Arrangement { known, engine, aim, by_hand, blocking }
    }

    /// The roster with programs that are named in this form.
    pub(crate) fn in_form(self, form: Form) -> Self {
        let known = self.known.into_iter().map(|known| known.in_form(form)).collect();
        Self { known, engine: self.engine.in_form(form), ..self }
    }

    /// Where the settings will be `after`: removes the engine, or says why it stays. The names of
    /// the hooks in `replaced` no longer lead to it.
    pub(crate) fn without_engine(
        &self,
        after: Option<&str>,
        replaced: &[String],
    ) -> Result<Option<Leftover>, InstallError> {
        let program = self.place.program(ENGINE);
        if !program::is_there(&program) || self.is_run_by(after) {
            return Ok(None);
        }
        if let Some(reason) = program::reason_to_keep(&program) {
            return Ok(Some(Leftover::stays(&program, &reason)));
        }
        let reason = match self.place.bin() {
            Bin::Named(_) if self.runs_together() => "other settings may name it".to_owned(),
            Bin::Named(_) => return Ok(None),
            Bin::Beside(_) => match self.place.sibling() {
                Some(file) if self.is_run_by(files::read(&file)?.as_deref()) => {
                    format!("{} names it", file.display())
                }
                _ => match self.links_beside(replaced).as_slice() {
                    [] => match started_by_others(self.place, ENGINE, after) {
                        Some(reason) => reason,
                        None => {
                            return Ok(Some(Leftover::Goes(Box::new(Step::Remove { program }))));
                        }
                    },
                    links => format!("{} leads to it", links.join(", ")),
                },
            },
        };
        Ok(Some(Leftover::stays(&program, &reason)))
    }

    /// The hooks whose names lead to the engine, without those in `replaced`.
    fn links_beside(&self, replaced: &[String]) -> Vec<&str> {
        let hooks = self.known.iter().map(Fragment::hook);
        let is_replaced = |hook: &str| replaced.iter().any(|replaced| replaced == hook);
        let leads = |hook: &str| program::leads_to_engine(&self.place.program(hook));
        hooks.filter(|hook| !is_replaced(hook) && leads(hook)).collect()
    }
}

/// What becomes of an engine that the settings no longer start.
pub(crate) enum Leftover {
    /// It is removed.
    Goes(Box<Step>),
    /// It is left, for a reason.
    Stays(String),
}

impl Leftover {
    fn stays(program: &Path, reason: &str) -> Self {
        Self::Stays(format!("{} stays: {reason}", program.display()))
    }

    pub(crate) fn tell(self, steps: &mut Vec<Step>, notes: &mut Vec<String>) {
        match self {
            Self::Goes(step) => steps.push(*step),
            Self::Stays(why) => notes.push(why),
        }
    }
}
