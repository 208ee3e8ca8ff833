//! What a policy says of one call in one state.
//!
//! Pure and total: values in, values out. The text that tells the agent what is
//! blocked is computed here too, by the function that blocks.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hook_protocol::{Access as Touch, SkillInput, ToolCall};
use project_paths::{Location, Pattern};
use shell_commands::SimpleCommand;

use crate::policy::{Access, Action, CommandRule, PathRule, Policy, Rule, Rules};
use crate::primitive::{self, SHELL_BACKGROUND, SHELL_EXECUTE};

/// What is known of a call when it is judged.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// The command line of a shell tool.
    pub(crate) shell: Option<Shell>,
    /// The files that the call names.
    pub(crate) files: Vec<File>,
    /// Until when a person has lifted the rules of a primitive, as a text.
    pub(crate) lifted: Lifted,
}

/// Primitives whose rules are lifted, and until when.
pub(crate) type Lifted = BTreeMap<String, String>;

#[derive(Debug)]
pub(crate) enum Shell {
    Parsed(Vec<SimpleCommand>),
    /// A text that is no command line as far as we can tell; judged as a whole.
    Unparsed {
        text: String,
        reason: String,
    },
}

/// A file that a call names, by a tool's input or by a redirection.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) spoken: String,
    pub(crate) location: Location,
    pub(crate) touch: Touch,
}

/// A rule that holds for a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The rule's place in the configuration: `rules.user-query.DO`.
    pub(crate) rule_id: String,
    pub(crate) action: Action,
    /// What the agent is told: the rule's message, or one that says the same.
    pub(crate) message: String,
}

/// Everything that a policy has to say of a call.
#[derive(Debug)]
pub(crate) struct Judgement<'a> {
    /// What kind of activity the call is; `None` for a tool that nobody knows.
    pub(crate) primitive: Option<&'a str>,
    /// Every rule that holds, in the order primitive, skill, command, path,
    /// agent.
    pub(crate) findings: Vec<Finding>,
}

/// What comes of a judgement.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict<'a> {
    Allowed,
    Warned(Vec<&'a Finding>),
    Denied(&'a Finding),
}

impl Judgement<'_> {
    /// The strictest finding wins; among equals the first.
    pub(crate) fn verdict(&self) -> Verdict<'_> {
        let denial = self
            .findings
            .iter()
            .find(|finding| finding.action >= Action::Redirect);
        if let Some(finding) = denial {
            return Verdict::Denied(finding);
        }
        let warnings: Vec<_> = self
            .findings
            .iter()
            .filter(|finding| finding.action == Action::Warn)
            .collect();
        if warnings.is_empty() {
            Verdict::Allowed
        } else {
            Verdict::Warned(warnings)
        }
    }

    /// Whether a rule, or the default action, allows the call outright: nothing
    /// warns, nothing was lifted, and we know what kind of call it is.
    pub(crate) fn grants(&self) -> bool {
        self.primitive.is_some()
            && self.findings.iter().all(|finding| {
                finding.action == Action::Allow && !finding.rule_id.starts_with(EXCEPTION)
            })
    }
}

/// The id of the finding that stands in for rules that a person has lifted.
const EXCEPTION: &str = "exception";

/// Judges one call.
pub(crate) fn judge<'a>(
    policy: &'a Policy,
    state: &str,
    agent_type: Option<&str>,
    call: &ToolCall,
    facts: &Facts,
) -> Judgement<'a> {
    let primitive = primitive::of(policy, call);
    let mut findings = vec![match primitive {
        Some(primitive) => of_primitive(policy, state, primitive, &facts.lifted),
        None => of_default(policy, state, call.name.as_sent()),
    }];
    findings.extend(of_skill(policy, state, call));
    if let Some(shell) = &facts.shell {
        findings.extend(of_commands(policy, state, shell));
    }
    findings.extend(of_paths(policy, state, &facts.files));
    if let Some(primitive) = primitive {
        findings.extend(of_agent(
            policy,
            state,
            agent_type,
            primitive,
            &facts.lifted,
        ));
    }
    Judgement {
        primitive,
        findings,
    }
}

/// The line that tells an agent its state and what the state blocks: every
/// primitive that some tool can reach and that [`judge`] would deny.
pub(crate) fn announcement(
    policy: &Policy,
    state: &str,
    agent_type: Option<&str>,
    lifted: &Lifted,
) -> String {
    let blocked: Vec<&str> = primitive::reachable(policy)
        .into_iter()
        .filter(|primitive| denies(policy, state, agent_type, primitive, lifted))
        .collect();
    let blocked = if blocked.is_empty() {
        "none".to_owned()
    } else {
        blocked.join(", ")
    };
    let mut line = format!("[STATE: {state}] Blocked: {blocked}");
    let nothing = Lifted::new();
    for (primitive, until) in lifted {
        if denies(policy, state, agent_type, primitive, &nothing) {
            let _infallible = write!(line, " ({primitive} allowed until {until})");
        }
    }
    line
}

/// Whether a call of this kind is denied whatever its input.
pub(crate) fn denies(
    policy: &Policy,
    state: &str,
    agent_type: Option<&str>,
    primitive: &str,
    lifted: &Lifted,
) -> bool {
    action_on(policy, state, agent_type, primitive, lifted) >= Action::Redirect
}

/// What is done with a call of this kind, whatever its input.
pub(crate) fn action_on(
    policy: &Policy,
    state: &str,
    agent_type: Option<&str>,
    primitive: &str,
    lifted: &Lifted,
) -> Action {
    let of_agent = of_agent(policy, state, agent_type, primitive, lifted);
    of_agent.iter().fold(
        of_primitive(policy, state, primitive, lifted).action,
        |action, finding| action.max(finding.action),
    )
}

/// What the rules say of a primitive, or the default action where none does.
fn of_primitive(policy: &Policy, state: &str, primitive: &str, lifted: &Lifted) -> Finding {
    let found = find(&policy.rules, "rules", state, primitive, lifted);
    found.unwrap_or_else(|| of_default(policy, state, primitive))
}

/// What the stricter rules for this type of agent say.
fn of_agent(
    policy: &Policy,
    state: &str,
    agent_type: Option<&str>,
    primitive: &str,
    lifted: &Lifted,
) -> Vec<Finding> {
    let Some(agent_type) = agent_type else {
        return Vec::new();
    };
    let numbered = policy.agents.iter().enumerate();
    numbered
        .filter(|(_, agents)| glob(&agents.agent_type).matches_text(agent_type))
        .filter_map(|(at, agents)| {
            find(
                &agents.rules,
                &format!("agents[{at}].rules"),
                state,
                primitive,
                lifted,
            )
        })
        .collect()
}

/// The finding of a table of rules for a primitive. A rule on `shell-execute`
/// holds for `shell-background` where that has none.
fn find(
    rules: &Rules,
    place: &str,
    state: &str,
    primitive: &str,
    lifted: &Lifted,
) -> Option<Finding> {
    let (named, (key, rule)) = match Policy::rule_in(rules, primitive, state) {
        Some(found) => (primitive, found),
        None if primitive == SHELL_BACKGROUND => {
            (SHELL_EXECUTE, Policy::rule_in(rules, SHELL_EXECUTE, state)?)
        }
        None => return None,
    };
    if let Some(until) = lifted.get(primitive).or_else(|| lifted.get(named)) {
        return Some(Finding {
            rule_id: format!("{EXCEPTION}.{primitive}"),
            action: Action::Allow,
            message: format!("{primitive} is allowed until {until}"),
        });
    }
    Some(finding(
        format!("{place}.{named}.{key}"),
        rule,
        &format!("{primitive} is"),
        state,
    ))
}

fn of_default(policy: &Policy, state: &str, what: &str) -> Finding {
    let rule = Rule {
        action: policy.default_action,
        message: None,
        redirect_to: None,
    };
    finding(
        "default_action".to_owned(),
        &rule,
        &format!("{what} has no rule and is"),
        state,
    )
}

fn of_skill(policy: &Policy, state: &str, call: &ToolCall) -> Option<Finding> {
    let restriction = policy.skills.get(state)?;
    let skill = call.view::<SkillInput<'_>>()?.skill;
    // A skill of a plugin is meant by its bare name too.
    let bare = skill.rsplit_once(':').map_or(skill, |(_plugin, bare)| bare);
    let in_list = |globs: &[String]| {
        globs
            .iter()
            .map(|text| glob(text))
            .any(|g| g.matches_text(skill) || g.matches_text(bare))
    };
    if in_list(&restriction.allowed) || !in_list(&restriction.blocked) {
        return None;
    }
    let message = restriction
        .block_message
        .as_ref()
        .map(|text| text.replace("{skill}", skill));
    let rule = Rule {
        action: Action::Block,
        message,
        redirect_to: None,
    };
    Some(finding(
        format!("skill_restrictions.{state}"),
        &rule,
        &format!("the skill {skill} is"),
        state,
    ))
}

fn of_commands(policy: &Policy, state: &str, shell: &Shell) -> Vec<Finding> {
    let numbered = policy.commands.iter().enumerate();
    numbered
        .filter(|(_, command)| holds_in(command.states.as_deref(), state))
        .filter_map(|(at, command)| {
            let program = meets(command, shell)?;
            Some(finding(
                format!("commands[{at}]"),
                &command.rule,
                &format!("this use of {program} is"),
                state,
            ))
        })
        .collect()
}

/// The program by which a command line meets a rule.
fn meets(rule: &CommandRule, shell: &Shell) -> Option<String> {
    let program = glob(&rule.program);
    match shell {
        Shell::Parsed(commands) => commands
            .iter()
            .filter(|command| {
                let args = || {
                    rule.args
                        .as_deref()
                        .is_none_or(|args| glob(args).matches_text(&command.joined_args()))
                };
                command
                    .program()
                    .is_some_and(|name| program.matches_text(name))
                    && args()
            })
            .find_map(|command| command.program().map(str::to_owned)),
        Shell::Unparsed { text, .. } => {
            let occurs = |pattern: &str| glob(&format!("*{pattern}*")).matches_text(text);
            (occurs(&rule.program) && rule.args.as_deref().is_none_or(occurs))
                .then(|| rule.program.clone())
        }
    }
}

fn of_paths(policy: &Policy, state: &str, files: &[File]) -> Vec<Finding> {
    let numbered = policy.paths.iter().enumerate();
    numbered
        .filter(|(_, path)| holds_in(path.states.as_deref(), state))
        .filter_map(|(at, path)| {
            let file = files.iter().find(|file| is_about(path, file))?;
            let verb = if file.touch == Touch::Write {
                "writing"
            } else {
                "reading"
            };
            let words = format!("{verb} {} is", file.spoken);
            Some(finding(format!("paths[{at}]"), &path.rule, &words, state))
        })
        .collect()
}

/// A file is meant both by the way it was spoken of and by where links lead.
fn is_about(rule: &PathRule, file: &File) -> bool {
    let access = match rule.access {
        Access::Any => true,
        Access::Read => file.touch == Touch::Read,
        Access::Write => file.touch == Touch::Write,
    };
    let places = [&file.location.lexical, &file.location.resolved];
    access
        && places
            .into_iter()
            .flatten()
            .any(|place| glob(&rule.glob).matches_path(place))
}

fn holds_in(states: Option<&[String]>, state: &str) -> bool {
    states.is_none_or(|states| states.iter().any(|name| name == state))
}

/// Globs were checked when the configuration was compiled.
fn glob(text: &str) -> Pattern {
    Pattern::trusted(text.to_owned())
}

/// A rule that holds. `what` begins the sentence that stands in for a message.
fn finding(rule_id: String, rule: &Rule, what: &str, state: &str) -> Finding {
    let message = match (&rule.message, rule.action, &rule.redirect_to) {
        (Some(message), _, _) => message.clone(),
        (None, Action::Redirect, Some(place)) => format!("use {place} instead"),
        (None, Action::Redirect | Action::Block, _) => format!("{what} blocked in state {state}"),
        (None, Action::Warn, _) => format!("{what} discouraged in state {state}"),
        (None, Action::Allow, _) => format!("{what} allowed in state {state}"),
    };
    Finding {
        rule_id,
        action: rule.action,
        message,
    }
}
