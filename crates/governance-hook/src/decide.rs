//! What a policy says of one call in one state.
//!
//! Pure and total: values in, values out.

pub(crate) mod commands;
pub(crate) mod glob_base;
pub(crate) mod lookup;
pub(crate) mod paths;
pub(crate) mod primitive;
pub(crate) mod risk;
#[cfg(test)]
mod tests;

use hook_protocol::{Access as Touch, SkillInput, ToolCall};
use project_paths::{Location, Pattern, RelPath, text_matches};
use protection::Refusal;
use shell_syntax::SimpleCommand;

use crate::policy::{Action, CommandRule, Policy, RatedCommand, Rule};
use crate::words::{self, Subject};
use commands::{Matcher, run};
use glob_base::Ground;
use lookup::{Hit, Situation};

/// What is known of a call when it is judged.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// What the call would do to what is protected.
    pub(crate) refusal: Option<Refusal>,
    /// The command line of a shell tool.
    pub(crate) shell: Option<Shell>,
    /// The files that the call names.
    pub(crate) files: Vec<File>,
    /// What the commands of the line can spoil.
    pub(crate) risks: Vec<RatedCommand>,
    /// How the home may be spelled, where a rule asks for it.
    pub(crate) homes: Vec<String>,
}

#[derive(Debug)]
pub(crate) enum Shell {
    Parsed(Vec<SimpleCommand>),
    /// A text that is no command line as far as we can tell; judged as a whole.
    Unparsed {
        text: String,
        reason: String,
    },
}

/// A file that a call names, by a tool's input or in a command.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) spoken: String,
    pub(crate) ground: Ground,
    pub(crate) location: Location,
    pub(crate) touch: Touch,
    pub(crate) reach: Reach,
    /// The files below that exist, if a rule may be about one; `None` if they are too many to list.
    pub(crate) there: Option<Vec<RelPath>>,
    /// Whether it holds secrets; of a folder, whether all in it does.
    pub(crate) is_secret: bool,
}

/// How far a call goes from a path that it names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// The path itself.
    Itself,
    /// The path and all that lies below it.
    Tree,
    /// What lies below it; of what is directly in it only what the glob of a shell matches.
    Below { names: Option<String> },
}

impl Reach {
    /// The glob over names, if any, where it goes below the path.
    #[expect(clippy::option_option, reason = "not below, below with a glob, below without")]
    pub(crate) fn below(&self) -> Option<Option<&str>> {
        match self {
            Self::Itself => None,
            Self::Tree => Some(None),
            Self::Below { names } => Some(names.as_deref()),
        }
    }
}

/// A rule that holds for a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The rule's place in the configuration: `rules.user-query.DO`.
    pub(crate) rule_id: String,
    pub(crate) action: Action,
    /// What the agent is told: the rule's message, or one that says the same.
    pub(crate) message: String,
    /// What the agent is told in its place, where that has a command in it: the log has none.
    pub(crate) told: Option<String>,
    /// The line of the table of programs that says so, for people.
    pub(crate) by_table: Option<String>,
}

impl Finding {
    /// What the agent is told.
    pub(crate) fn words(&self) -> &str {
        self.told.as_deref().unwrap_or(&self.message)
    }
}

/// Everything that a policy has to say of a call.
#[derive(Debug)]
pub(crate) struct Judgement<'a> {
    /// What kind of activity the call is; `None` for a tool that nobody knows.
    pub(crate) primitive: Option<&'a str>,
    /// Every rule that holds, in the order protection, risk, secrets, primitive, skill, command,
    /// path, agent.
    pub(crate) findings: Vec<Finding>,
}

/// What comes of a judgement.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict<'a> {
    Allowed,
    Warned(Vec<&'a Finding>),
    /// With each for which the person is asked.
    Asked(Vec<&'a Finding>),
    /// With each that denies, the first first.
    Denied(Vec<&'a Finding>),
}

/// What the agent is told of findings that deny.
pub(crate) fn denial(findings: &[&Finding]) -> String {
    words::denial(findings.iter().map(|finding| finding.words()))
}

impl Judgement<'_> {
    /// The strictest findings win.
    pub(crate) fn verdict(&self) -> Verdict<'_> {
        let found = |is_meant: fn(Action) -> bool| -> Vec<&Finding> {
            self.findings.iter().filter(|finding| is_meant(finding.action)).collect()
        };
        let denials = found(|action| action >= Action::Redirect);
        if !denials.is_empty() {
            return Verdict::Denied(denials);
        }
        let asking = found(|action| action == Action::Ask);
        if !asking.is_empty() {
            return Verdict::Asked(asking);
        }
        let warnings = found(|action| action == Action::Warn);
        if warnings.is_empty() { Verdict::Allowed } else { Verdict::Warned(warnings) }
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

/// What stands for a state where none is known: no rule names it.
pub(crate) const NO_STATE: &str = "";

/// The id of what holds whatever the rules say.
pub(crate) const PROTECTION: &str = "protection";

/// The id of the finding that stands in for rules that a person has lifted.
const EXCEPTION: &str = "exception";

/// Judges one call.
pub(crate) fn judge<'a>(situation: Situation<'a>, call: &ToolCall, facts: &Facts) -> Judgement<'a> {
    let Situation { policy, state, .. } = situation;
    let primitive = primitive::of(policy, call);
    let mut findings = in_any_state(policy, state, facts);
    findings.push(match primitive {
        Some(primitive) => of_primitive(&situation.rule_for(primitive), primitive, state),
        None => of_primitive(&situation.default(), call.name.as_sent(), state),
    });
    findings.extend(of_skill(policy, state, call));
    if let Some(shell) = &facts.shell {
        findings.extend(of_commands(policy, state, shell));
    }
    findings.extend(paths::findings(policy, state, facts));
    if let Some(primitive) = primitive {
        let stricter = situation.agent_rules_for(primitive);
        findings.extend(stricter.map(|hit| of_primitive(&hit, primitive, state)));
    }
    Judgement { primitive, findings }
}

/// Judges one call where no state is known.
pub(crate) fn judge_in_no_state<'a>(
    policy: &'a Policy,
    call: &ToolCall,
    facts: &Facts,
) -> Judgement<'a> {
    let findings = in_any_state(policy, NO_STATE, facts);
    Judgement { primitive: primitive::of(policy, call), findings }
}

/// What is found whatever the state is.
fn in_any_state(policy: &Policy, state: &str, facts: &Facts) -> Vec<Finding> {
    let refusal = facts.refusal.iter().filter_map(|it| of_refusal(it, policy.is_configured));
    let risk = risk::finding(policy, state, facts);
    refusal.chain(risk).chain(risk::secret(policy, state, facts)).collect()
}

/// What is found where no rule is asked, and none can lift it. Where nobody has written a configuration only
/// what a call names is kept, and the person may let the files of hosts be changed.
fn of_refusal(refusal: &Refusal, is_configured: bool) -> Option<Finding> {
    use protection::{Act, Thing};
    let is_named = matches!(refusal.act, Act::Change | Act::Read | Act::Run | Act::Feed);
    let is_of_host = matches!(refusal.thing, Thing::HostSettings | Thing::Instructions);
    let action = match is_configured {
        false if !is_named => return None,
        false if is_of_host => Action::Ask,
        _ => Action::Block,
    };
    let message = words::refused(refusal);
    Some(Finding { rule_id: PROTECTION.to_owned(), action, message, told: None, by_table: None })
}

/// What is found where a rule for a primitive holds, or the default action.
fn of_primitive(hit: &Hit<'_>, what: &str, state: &str) -> Finding {
    if let Some(until) = hit.lifted_until {
        return Finding {
            rule_id: format!("{EXCEPTION}.{what}"),
            action: hit.action,
            message: words::lifted(what, until),
            told: None,
            by_table: None,
        };
    }
    if let Some(rule) = hit.rule {
        return finding(hit.place.id(), rule, Subject::Activity(what), state);
    }
    let rule = Rule { action: hit.action, message: None, redirect_to: None };
    finding(hit.place.id(), &rule, Subject::Unruled(what), state)
}

fn of_skill(policy: &Policy, state: &str, call: &ToolCall) -> Option<Finding> {
    let restriction = policy.skills.get(state)?;
    // A person's `/name` is a name too.
    let skill = call.view::<SkillInput<'_>>()?.skill.trim().trim_start_matches('/');
    // A skill of a plugin is meant by its bare name too.
    let bare = skill.rsplit_once(':').map_or(skill, |(_plugin, bare)| bare);
    let in_list = |globs: &[String]| {
        globs.iter().any(|glob| text_matches(glob, skill) || text_matches(glob, bare))
    };
    if in_list(&restriction.allowed) || !in_list(&restriction.blocked) {
        return None;
    }
    let message = restriction.block_message.as_ref().map(|text| text.replace("{skill}", skill));
    let rule = Rule { action: Action::Block, message, redirect_to: None };
    Some(finding(format!("skill_restrictions.{state}"), &rule, Subject::Skill(skill), state))
}

fn of_commands(policy: &Policy, state: &str, shell: &Shell) -> Vec<Finding> {
    let numbered = policy.commands.iter().enumerate();
    let run = run(shell);
    let of_rule = |(at, command): (usize, &CommandRule)| {
        let program = Matcher::of(command).found_in(shell, &run)?;
        let subject = Subject::Program(&program);
        Some(finding(format!("commands[{at}]"), &command.rule, subject, state))
    };
    numbered.filter(|(_, command)| command.holds_in(state)).filter_map(of_rule).collect()
}

/// Globs were checked when the configuration was compiled.
fn glob(text: &str) -> Pattern {
    Pattern::trusted(text.to_owned())
}

fn finding(rule_id: String, rule: &Rule, subject: Subject<'_>, state: &str) -> Finding {
    let message = words::finding(rule, subject, state);
    Finding { rule_id, action: rule.action, message, told: None, by_table: None }
}
