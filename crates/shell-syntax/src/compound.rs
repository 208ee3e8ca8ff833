//! Walks lists, pipelines and compound commands, and follows the directory through them.

use brush_parser::ast::{self, AndOr, Command, CompoundCommand, ExtendedTestExpr};

use crate::flow::{Flow, Outcome, join};
use crate::redirections::Redirections;
use crate::script::Script;
use crate::unparsed::Unparsed;
use crate::walk::Walk;
use crate::working_dir::WorkingDir;

type Walked = Result<Outcome, Unparsed>;

impl Walk<'_> {
    pub(crate) fn list(
        &mut self,
        script: &Script,
        list: &ast::CompoundList,
        flow: &Flow,
    ) -> Walked {
        let mut outcome = Outcome::always(flow.clone());
        for ast::CompoundListItem(and_or, separator) in &list.0 {
            let before = outcome.after();
            outcome = self.and_or(script, and_or, &before)?;
            if matches!(separator, ast::SeparatorOperator::Async) {
                outcome = Outcome::always(before);
            }
        }
        Ok(outcome)
    }

    fn and_or(&mut self, script: &Script, and_or: &ast::AndOrList, flow: &Flow) -> Walked {
        let mut outcome = self.pipeline(script, &and_or.first, flow)?;
        for next in &and_or.additional {
            outcome = match next {
                AndOr::And(pipeline) => {
                    let then = self.pipeline(script, pipeline, &outcome.success)?;
                    Outcome {
                        success: then.success,
                        failure: join(&outcome.failure, &then.failure),
                        failed_cd: join(&outcome.failed_cd, &then.failed_cd),
                    }
                }
                AndOr::Or(pipeline) => {
                    let otherwise = self.pipeline(script, pipeline, &outcome.after_failure())?;
                    Outcome { success: join(&outcome.success, &otherwise.success), ..otherwise }
                }
            };
        }
        Ok(outcome)
    }

    fn pipeline(&mut self, script: &Script, pipeline: &ast::Pipeline, flow: &Flow) -> Walked {
        if let [command] = pipeline.seq.as_slice() {
            let outcome = self.command(script, command, flow)?;
            if pipeline.bang {
                return Ok(Outcome::always(join(&outcome.success, &outcome.after_failure())));
            }
            return Ok(outcome);
        }
        for command in &pipeline.seq {
            self.command(script, command, flow)?;
        }
        Ok(Outcome::always(flow.clone()))
    }

    fn command(&mut self, script: &Script, command: &Command, flow: &Flow) -> Walked {
        match command {
            Command::Simple(simple) => self.simple(script, simple, flow),
            Command::Compound(compound, redirects) => {
                let outcome = self.deeper(|walk| walk.compound(script, compound, flow))?;
                self.compound_redirections(script, redirects.as_ref(), flow)?;
                Ok(outcome)
            }
            Command::Function(function) => self.function(script, function, flow),
            Command::ExtendedTest(test, redirects) => {
                self.test(script, &test.expr, flow)?;
                self.compound_redirections(script, redirects.as_ref(), flow)?;
                Ok(Outcome::always(flow.clone()))
            }
        }
    }

    fn compound_redirections(
        &mut self,
        script: &Script,
        redirects: Option<&ast::RedirectList>,
        flow: &Flow,
    ) -> Result<(), Unparsed> {
        let redirects = redirects.iter().flat_map(|list| &list.0);
        self.outer(&[], vec![], Redirections::new(script, redirects), flow)?;
        Ok(())
    }

    fn compound(&mut self, script: &Script, compound: &CompoundCommand, flow: &Flow) -> Walked {
        match compound {
            CompoundCommand::BraceGroup(group) => self.list(script, &group.list, flow),
            CompoundCommand::Subshell(subshell) => {
                self.list(script, &subshell.list, flow)?;
                Ok(Outcome::always(flow.clone()))
            }
            CompoundCommand::Coprocess(coprocess) => {
                // The grammar takes a name from before a newline, where it is a command.
                if let Some(name) = &coprocess.name {
                    let word = script.lexed(name);
                    self.outer(&[word], vec![], Redirections::default(), flow)?;
                }
                self.command(script, &coprocess.body, flow)?;
                Ok(Outcome::always(flow.clone()))
            }
            CompoundCommand::Arithmetic(arithmetic) => {
                self.text_words(script, &arithmetic.expr.value, flow)?;
                Ok(Outcome::always(flow.clone()))
            }
            CompoundCommand::ArithmeticForClause(clause) => {
                let parts = [&clause.initializer, &clause.condition, &clause.updater];
                for part in parts.into_iter().flatten() {
                    self.text_words(script, &part.value, flow)?;
                }
                self.unconditional_loop(script, &clause.body, flow)
            }
            CompoundCommand::ForClause(clause) => {
                self.words(script, clause.values.iter().flatten(), flow)?;
                self.unconditional_loop(script, &clause.body, flow)
            }
            CompoundCommand::WhileClause(clause) => {
                self.conditional_loop(script, clause, flow, |tested| tested)
            }
            CompoundCommand::UntilClause(clause) => {
                self.conditional_loop(script, clause, flow, Outcome::negated)
            }
            CompoundCommand::IfClause(clause) => self.if_clause(script, clause, flow),
            CompoundCommand::CaseClause(clause) => self.case_clause(script, clause, flow),
        }
    }

    fn unconditional_loop(
        &mut self,
        script: &Script,
        body: &ast::DoGroupCommand,
        flow: &Flow,
    ) -> Walked {
        let start = self.found.len();
        let after = self.list(script, &body.list, flow)?.after();
        Ok(Outcome::always(self.repeat(start, flow, &after, flow)))
    }

    fn conditional_loop(
        &mut self,
        script: &Script,
        clause: &ast::WhileOrUntilClauseCommand,
        flow: &Flow,
        continues: impl FnOnce(Outcome) -> Outcome,
    ) -> Walked {
        let ast::WhileOrUntilClauseCommand(condition, body, _) = clause;
        let start = self.found.len();
        let tested = continues(self.list(script, condition, flow)?);
        let after = self.list(script, &body.list, &tested.success)?.after();
        Ok(Outcome::always(self.repeat(start, flow, &after, &tested.after_failure())))
    }

    /// What a loop leaves whose commands stand from `start` on. It begins at `flow` and, when
    /// its body ends elsewhere, there as well.
    fn repeat(&mut self, start: usize, flow: &Flow, after: &Flow, left: &Flow) -> Flow {
        if after.is_none() || after == flow {
            return left.clone();
        }
        self.forget_dirs(start..self.found.len());
        Some(WorkingDir::Unknown)
    }

    fn if_clause(&mut self, script: &Script, clause: &ast::IfClauseCommand, flow: &Flow) -> Walked {
        let tested = self.list(script, &clause.condition, flow)?;
        let mut after = self.list(script, &clause.then, &tested.success)?.after();
        let mut otherwise = tested.after_failure();
        for branch in clause.elses.iter().flatten() {
            let start = match &branch.condition {
                Some(condition) => {
                    let tested = self.list(script, condition, &otherwise)?;
                    otherwise = tested.after_failure();
                    tested.success
                }
                None => otherwise.take(),
            };
            after = join(&after, &self.list(script, &branch.body, &start)?.after());
        }
        Ok(Outcome::always(join(&after, &otherwise)))
    }

    fn case_clause(
        &mut self,
        script: &Script,
        clause: &ast::CaseClauseCommand,
        flow: &Flow,
    ) -> Walked {
        self.words(script, [&clause.value], flow)?;
        let mut after = flow.clone();
        let mut falls_through = None;
        for item in &clause.cases {
            self.words(script, &item.patterns, flow)?;
            let start = join(flow, &falls_through);
            let end = match &item.cmd {
                Some(list) => self.list(script, list, &start)?.after(),
                None => start,
            };
            after = join(&after, &end);
            falls_through = match item.post_action {
                ast::CaseItemPostAction::ExitCase => None,
                _ => end,
            };
        }
        Ok(Outcome::always(after))
    }

    fn function(
        &mut self,
        script: &Script,
        function: &ast::FunctionDefinition,
        flow: &Flow,
    ) -> Walked {
        let ast::FunctionBody(body, redirects) = &function.body;
        let start = self.found.len();
        // It may be called from anywhere in the shell, so from where it is defined.
        let inside = flow.clone().or(Some(WorkingDir::Unknown));
        let after = self.deeper(|walk| walk.compound(script, body, &inside))?.after();
        self.compound_redirections(script, redirects.as_ref(), &inside)?;
        self.functions.bodies.push(start..self.found.len());
        if after.is_some() && after != inside {
            let name = script.lexed(&function.fname);
            self.functions.moving.push(name.word.text.clone());
        }
        Ok(Outcome::always(flow.clone()))
    }

    fn test(
        &mut self,
        script: &Script,
        test: &ExtendedTestExpr,
        flow: &Flow,
    ) -> Result<(), Unparsed> {
        match test {
            ExtendedTestExpr::And(left, right) | ExtendedTestExpr::Or(left, right) => {
                self.test(script, left, flow)?;
                self.test(script, right, flow)
            }
            ExtendedTestExpr::Not(inner) | ExtendedTestExpr::Parenthesized(inner) => {
                self.test(script, inner, flow)
            }
            ExtendedTestExpr::UnaryTest(_, word) => self.words(script, [word], flow),
            ExtendedTestExpr::BinaryTest(_, left, right) => self.words(script, [left, right], flow),
        }
    }

    fn words<'a>(
        &mut self,
        script: &Script,
        words: impl IntoIterator<Item = &'a ast::Word>,
        flow: &Flow,
    ) -> Result<(), Unparsed> {
        words.into_iter().try_for_each(|word| self.text_words(script, &word.value, flow))
    }

    fn text_words(&mut self, script: &Script, text: &str, flow: &Flow) -> Result<(), Unparsed> {
        let words: Vec<_> = script.references(text).collect();
        self.substitutions(&words, flow)
    }
}
