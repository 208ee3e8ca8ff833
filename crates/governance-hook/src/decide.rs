//! What a policy says of one call in one state.
//!
//! Pure and total: values in, values out.

pub(crate) mod ground;
pub(crate) mod lookup;
pub(crate) mod primitive;
#[cfg(test)]
mod tests;
pub(crate) mod tree;

use std::cell::OnceCell;

use hook_protocol::{Access as Touch, SkillInput, ToolCall};
use project_paths::{Location, Pattern, RelPath, TextGlob};
use protection::Refusal;
use shell_syntax::SimpleCommand;

use crate::policy::{Action, CommandRule, PathRule, Policy, Rule};
use crate::words::{self, Subject};
use ground::Ground;
use lookup::{Hit, Situation};

use tree::{Meant, meant};

/// What is known of a call when it is judged.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// What the call would do to what is protected.
    pub(crate) refusal: Option<Refusal>,
    /// The command line of a shell tool.
    pub(crate) shell: Option<Shell>,
    /// The files that the call names.
    pub(crate) files: Vec<File>,
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
    /// The files below, where a rule asks for their names; `None` also where they are too many.
    pub(crate) there: Option<Vec<RelPath>>,
    /// Where globs begin below that may be read, as far as there is something.
    pub(crate) starts: Vec<RelPath>,
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
}

/// Everything that a policy has to say of a call.
#[derive(Debug)]
pub(crate) struct Judgement<'a> {
    /// What kind of activity the call is; `None` for a tool that nobody knows.
    pub(crate) primitive: Option<&'a str>,
    /// Every rule that holds, in the order protection, primitive, skill, command, path,
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
    /// The strictest finding wins, and of those that deny the first.
    pub(crate) fn verdict(&self) -> Verdict<'_> {
        let denial = self.findings.iter().find(|finding| finding.action >= Action::Redirect);
        if let Some(finding) = denial {
            return Verdict::Denied(finding);
        }
        let warnings: Vec<_> =
            self.findings.iter().filter(|finding| finding.action == Action::Warn).collect();
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

/// The id of what holds whatever the rules say.
pub(crate) const PROTECTION: &str = "protection";

/// The id of the finding that stands in for rules that a person has lifted.
const EXCEPTION: &str = "exception";

/// Judges one call.
pub(crate) fn judge<'a>(situation: Situation<'a>, call: &ToolCall, facts: &Facts) -> Judgement<'a> {
    let Situation { policy, state, .. } = situation;
    let primitive = primitive::of(policy, call);
    let mut findings: Vec<Finding> = facts.refusal.iter().map(of_refusal).collect();
    findings.push(match primitive {
        Some(primitive) => of_primitive(&situation.rule_for(primitive), primitive, state),
        None => of_primitive(&situation.default(), call.name.as_sent(), state),
    });
    findings.extend(of_skill(policy, state, call));
    if let Some(shell) = &facts.shell {
        findings.extend(of_commands(policy, state, shell));
    }
    findings.extend(of_paths(policy, state, facts));
    if let Some(primitive) = primitive {
        let stricter = situation.agent_rules_for(primitive);
        findings.extend(stricter.map(|hit| of_primitive(&hit, primitive, state)));
    }
    Judgement { primitive, findings }
}

/// What is found where no rule is asked, and none can lift it.
fn of_refusal(refusal: &Refusal) -> Finding {
    let message = words::refused(refusal);
    Finding { rule_id: PROTECTION.to_owned(), action: Action::Block, message }
}

/// What is found where a rule for a primitive holds, or the default action.
fn of_primitive(hit: &Hit<'_>, what: &str, state: &str) -> Finding {
    if let Some(until) = hit.lifted_until {
        return Finding {
            rule_id: format!("{EXCEPTION}.{what}"),
            action: hit.action,
            message: words::lifted(what, until),
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
        let mut globs = globs.iter().map(|text| TextGlob::trusted(text));
        globs.any(|glob| glob.matches(skill) || glob.matches(bare))
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
    numbered
        .filter(|(_, command)| command.holds_in(state))
        .filter_map(|(at, command)| {
            let program = meets(command, shell, &run)?;
            Some(finding(
                format!("commands[{at}]"),
                &command.rule,
                Subject::Program(&program),
                state,
            ))
        })
        .collect()
}

/// A command with its program, as many rules ask for it.
struct Run<'a> {
    program: &'a str,
    command: &'a SimpleCommand,
    args: OnceCell<String>,
}

fn run(shell: &Shell) -> Vec<Run<'_>> {
    let Shell::Parsed(commands) = shell else { return Vec::new() };
    commands.iter().filter_map(Run::of).collect()
}

impl<'a> Run<'a> {
    fn of(command: &'a SimpleCommand) -> Option<Self> {
        Some(Self { program: command.program()?, command, args: OnceCell::new() })
    }

    fn args(&self) -> &str {
        self.args.get_or_init(|| self.command.joined_args())
    }

    /// Whether the pattern fits the arguments; what restricts a call does so behind options too, as
    /// in `git -C x push`.
    fn fits(&self, args: &TextGlob<'_>, action: Action) -> bool {
        args.matches(self.args())
            || action != Action::Allow
                && self.behind_options().into_iter().any(|rest| args.matches(rest))
    }

    /// The arguments behind each of the options with which they begin, and behind what may be its
    /// value.
    fn behind_options(&self) -> Vec<&str> {
        let mut words = self.command.args().map(|word| word.text.as_str()).peekable();
        let (mut left, mut behind) = (self.args(), Vec::new());
        let mut pass = |word: &str| {
            left = left.get(word.len() + 1..).unwrap_or_default();
            behind.extend(Some(left).filter(|left| !left.is_empty()));
        };
        while let Some(option) = words.next_if(|word| word.starts_with('-')) {
            pass(option);
            let is_value = |word: &&str| !option.contains('=') && !word.starts_with('-');
            words.next_if(is_value).into_iter().for_each(&mut pass);
        }
        behind
    }
}

/// The program by which a command line meets a rule.
fn meets(rule: &CommandRule, shell: &Shell, run: &[Run<'_>]) -> Option<String> {
    let program = TextGlob::trusted(&rule.program);
    match shell {
        Shell::Parsed(_) => {
            let args = rule.args.as_deref().map(TextGlob::trusted);
            let is_meant = |run: &&Run<'_>| {
                program.matches(run.program)
                    && args.as_ref().is_none_or(|args| run.fits(args, rule.rule.action))
            };
            run.iter().find(is_meant).map(|run| name_of(run.command))
        }
        Shell::Unparsed { text, .. } => {
            // Whole words: `rm` does not occur in `form`.
            let is_of_name = |c: char| c.is_ascii_alphanumeric() || "._+-".contains(c);
            let named = |name: &&str| program.matches(name);
            let name = text.split(|c| !is_of_name(c)).find(named)?;
            let occurs = |pattern: &str| glob(&format!("*{pattern}*")).matches_text(text);
            rule.args.as_deref().is_none_or(occurs).then(|| name.to_owned())
        }
    }
}

/// A program's name, for a message that is logged: not what an expansion holds.
fn name_of(command: &SimpleCommand) -> String {
    match command.program() {
        Some(name) if !name.contains(['$', '`', '(']) => name.to_owned(),
        _ => words::NAMELESS_PROGRAM.to_owned(),
    }
}

fn of_paths(policy: &Policy, state: &str, facts: &Facts) -> Vec<Finding> {
    let numbered = policy.paths.iter().enumerate();
    numbered
        .filter(|(_, path)| path.holds_in(state))
        .filter_map(|(at, path)| {
            let patterns = |ground| -> Vec<Pattern> {
                if !facts.files.iter().any(|file| file.ground == ground) {
                    return Vec::new();
                }
                let globs = ground::on(&path.glob, ground, &facts.homes);
                globs.into_iter().map(|text| glob(&text)).collect()
            };
            let (inside, outside) = (patterns(Ground::Project), patterns(Ground::System));
            let about = |file: &&File| {
                let patterns = if file.ground == Ground::Project { &inside } else { &outside };
                patterns.iter().any(|pattern| is_about(path, pattern, file))
            };
            let subject = match facts.files.iter().find(about) {
                Some(file) if file.touch == Touch::Write => Subject::Write(&file.spoken),
                Some(file) => Subject::Read(&file.spoken),
                None if speaks_of(path, facts.shell.as_ref()) => Subject::Unparsed(&path.glob),
                None => return None,
            };
            Some(finding(format!("paths[{at}]"), &path.rule, subject, state))
        })
        .collect()
}

/// A file is meant both by the way it was spoken of and by where links lead.
fn is_about(rule: &PathRule, pattern: &Pattern, file: &File) -> bool {
    let places = [&file.location.lexical, &file.location.resolved];
    rule.is_about(file.touch)
        && places.into_iter().flatten().any(|place| reaches(pattern, file, place))
}

fn reaches(pattern: &Pattern, file: &File, place: &RelPath) -> bool {
    if !matches!(file.reach, Reach::Below { .. }) && pattern.matches_path(place) {
        return true;
    }
    let Some(names) = file.reach.below() else { return false };
    match meant(pattern.text(), place, names) {
        Meant::Nothing => false,
        Meant::Everything => true,
        // What is not there yet may be written.
        Meant::Start(start) => file.touch == Touch::Write || file.starts.contains(&start),
        Meant::Perhaps => {
            let is_there = |there: &Vec<RelPath>| there.iter().any(|it| pattern.matches_path(it));
            file.there.as_ref().is_none_or(is_there)
        }
    }
}

/// Whether a text that is no command line speaks of a path that a rule is about.
fn speaks_of(rule: &PathRule, shell: Option<&Shell>) -> bool {
    let Some(Shell::Unparsed { text, .. }) = shell else { return false };
    let path = rule.glob.strip_prefix("./").unwrap_or(&rule.glob).trim_start_matches('/');
    let path = path.strip_prefix("**/").unwrap_or(path);
    let path = path.strip_suffix("/**").unwrap_or(path);
    glob(&format!("*{path}*")).matches_text(text)
}

/// Globs were checked when the configuration was compiled.
fn glob(text: &str) -> Pattern {
    Pattern::trusted(text.to_owned())
}

fn finding(rule_id: String, rule: &Rule, subject: Subject<'_>, state: &str) -> Finding {
    let message = words::finding(rule, subject, state);
    Finding { rule_id, action: rule.action, message }
}
