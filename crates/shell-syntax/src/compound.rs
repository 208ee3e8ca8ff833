//! Walks lists, pipelines and compound commands, and follows the directory through them.

use std::rc::Rc;

use crate::flow::{self, Dirs, Flow, Outcome, either, join};
use crate::functions::forget_dirs;
use crate::parse_error::Unparsed;
use crate::tree::{
    AndOr, Arm, Command, Compound, Condition, Lexed, List, Pipeline, Redirection, Simple,
};
use crate::walk::Walk;

type Walked = Result<Outcome, Unparsed>;

impl Walk<'_> {
    pub(crate) fn list(&mut self, list: &List, flow: &Flow) -> Walked {
        let mut outcome = Outcome::always(flow.clone());
        for and_or in list {
            let before = outcome.after();
            outcome = self.and_or(and_or, &before)?;
            if and_or.in_background {
                outcome = Outcome::always(before);
            }
        }
        Ok(outcome)
    }

    fn and_or(&mut self, and_or: &AndOr, flow: &Flow) -> Walked {
        let mut outcome = self.pipeline(&and_or.first, flow)?;
        for (condition, pipeline) in &and_or.rest {
            outcome = match condition {
                Condition::Success => {
                    let then = self.pipeline(pipeline, &outcome.success)?;
                    Outcome {
                        success: then.success,
                        failure: join(&outcome.failure, &then.failure),
                        failed_cd: join(&outcome.failed_cd, &then.failed_cd),
                        doubted_cd: either(then.doubted_cd, &outcome.doubted_cd),
                    }
                }
                Condition::Failure => {
                    let otherwise = self.pipeline(pipeline, &outcome.after_failure())?;
                    Outcome { success: join(&outcome.success, &otherwise.success), ..otherwise }
                }
            };
        }
        Ok(outcome)
    }

    fn pipeline(&mut self, pipeline: &Pipeline, flow: &Flow) -> Walked {
        if let [command] = pipeline.commands.as_slice() {
            let outcome = self.command(command, flow)?;
            if pipeline.negated {
                return Ok(Outcome::always(join(&outcome.success, &outcome.after_failure())));
            }
            return Ok(outcome);
        }
        let (start, before) = (self.found.len(), self.fed);
        for command in &pipeline.commands {
            let at = self.found.len();
            self.command(command, flow)?;
            let is_simple = matches!(command, Command::Simple(_)) && self.found.len() > at;
            self.feeder = is_simple.then_some(at);
            let fed = self.found.iter().skip(start).any(|command| !command.only_echoes());
            self.fed = before || fed;
        }
        (self.fed, self.feeder) = (before, None);
        Ok(Outcome::always(flow.clone()))
    }

    fn command(&mut self, command: &Command, flow: &Flow) -> Walked {
        if !matches!(command, Command::Simple(_)) {
            self.feeder = None;
        }
        match command {
            Command::Simple(Simple { assignments, words, redirections }) => {
                self.outer(words, assignments, redirections, flow)
            }
            Command::Compound { body, redirections } => {
                let outcome = self.deeper(|walk| walk.compound(body, flow))?;
                self.outer(&[], &[], redirections, flow)?;
                Ok(outcome)
            }
            Command::Function { name, body, redirections } => {
                self.function(name, body, redirections, flow)
            }
            Command::Coprocess(command) => {
                self.command(command, flow)?;
                Ok(Outcome::always(flow.clone()))
            }
        }
    }

    fn compound(&mut self, compound: &Compound, flow: &Flow) -> Walked {
        match compound {
            Compound::Group(list) => self.list(list, flow),
            Compound::Subshell(list) => {
                self.list(list, flow)?;
                Ok(Outcome::always(flow.clone()))
            }
            Compound::Words(words) => {
                self.substitutions(words, flow)?;
                Ok(Outcome::always(flow.clone()))
            }
            Compound::For { words, body } => {
                self.substitutions(words, flow)?;
                let start = self.found.len();
                let after = self.list(body, flow)?.after();
                Ok(Outcome::always(self.repeat(start, flow, &after, flow)))
            }
            Compound::While { condition, negated, body } => {
                let start = self.found.len();
                let tested = self.list(condition, flow)?;
                let tested = if *negated { tested.negated() } else { tested };
                let after = self.list(body, &tested.success)?.after();
                Ok(Outcome::always(self.repeat(start, flow, &after, &tested.after_failure())))
            }
            Compound::If { branches, otherwise } => {
                self.branches(branches, otherwise.as_ref(), flow)
            }
            Compound::Case { subject, arms } => self.case(subject, arms, flow),
        }
    }

    /// What a loop leaves whose commands stand from `start` on. It begins at `flow` and, when
    /// its body ends elsewhere, there as well.
    fn repeat(&mut self, start: usize, flow: &Flow, after: &Flow, left: &Flow) -> Flow {
        if after.is_none() || after == flow {
            return left.clone();
        }
        forget_dirs(self.found.get_mut(start..).unwrap_or_default());
        Some(Dirs::unknown())
    }

    fn branches(
        &mut self,
        branches: &[(List, List)],
        otherwise: Option<&List>,
        flow: &Flow,
    ) -> Walked {
        let mut start = flow.clone();
        let mut after = None;
        for (condition, body) in branches {
            let tested = self.list(condition, &start)?;
            after = join(&after, &self.list(body, &tested.success)?.after());
            start = tested.after_failure();
        }
        if let Some(body) = otherwise {
            start = self.list(body, &start)?.after();
        }
        Ok(Outcome::always(join(&after, &start)))
    }

    fn case(&mut self, subject: &Rc<Lexed>, arms: &[Arm], flow: &Flow) -> Walked {
        self.substitutions([subject], flow)?;
        let mut after = flow.clone();
        let mut fallen = None;
        for arm in arms {
            self.substitutions(&arm.patterns, flow)?;
        }
        for arm in arms {
            let end = self.list(&arm.body, &join(flow, &fallen))?.after();
            after = join(&after, &end);
            fallen = end.filter(|_| arm.falls_through);
        }
        Ok(Outcome::always(after))
    }

    fn function(
        &mut self,
        name: &Rc<Lexed>,
        body: &Compound,
        redirections: &[Redirection],
        flow: &Flow,
    ) -> Walked {
        let start = self.found.len();
        // It may be called from anywhere in the shell, so from where it is defined.
        let inside = flow.clone().or(Some(Dirs::unknown()));
        let after = self.deeper(|walk| walk.compound(body, &inside))?.after();
        self.outer(&[], &[], redirections, &inside)?;
        let name = name.word.text.clone();
        self.functions.bodies.push((name.clone(), start..self.found.len()));
        let was_cd = flow::is_cd(&name);
        self.functions.moved |= was_cd;
        if was_cd || after.is_some() && after != inside {
            self.functions.moving.push(name.clone());
        }
        Ok(Outcome::always(flow.clone()))
    }
}
