//! A line that a person may add to a policy.

use std::fmt;

use crate::policy::{
    ALL_STATES, Access, Action, ByState, CommandRule, Globs, PathRule, Policy, Rule, ToolMapping,
};

/// A line, and what it comes down to.
#[derive(Debug, Clone)]
pub(crate) enum Addition {
    /// An entry of `commands` that blocks.
    Command { program: String, args: Option<String>, state: Option<String> },
    /// An entry of `paths` that blocks.
    Path { glob: &'static str, access: Access, state: Option<String> },
    /// An entry of `rules` that blocks.
    Rule { primitive: String, state: Option<String> },
    /// An entry of `tools`.
    Tool { tool: String, primitive: String },
}

const BLOCK: Rule = Rule { action: Action::Block, message: None, redirect_to: None };

impl Addition {
    /// The policy with this line.
    pub(crate) fn add_to(&self, policy: &mut Policy) {
        match self.clone() {
            Self::Command { program, args, state } => {
                let states = state.map(|state| vec![state]);
                policy.commands.push(CommandRule { program, args, states, rule: BLOCK });
            }
            Self::Path { glob, access, state } => {
                let globs = Globs::of([glob.to_owned()]);
                let states = state.map(|state| vec![state]);
                policy.paths.push(PathRule { globs, access, states, rule: BLOCK });
            }
            Self::Rule { primitive, state } => {
                let rules = policy.rules.entry(primitive).or_insert(ByState(Vec::new()));
                let key = state.unwrap_or_else(|| ALL_STATES.to_owned());
                rules.0.retain(|(known, _)| *known != key);
                rules.0.push((key, BLOCK));
            }
            Self::Tool { tool, primitive } => {
                policy.tools.insert(0, ToolMapping { tool, input: [].into(), primitive });
            }
        }
    }
}

impl fmt::Display for Addition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command { program, args, state } => {
                write!(f, "commands: [{{ program: {}", quoted(program))?;
                if let Some(args) = args {
                    write!(f, ", args: {}", quoted(args))?;
                }
                states(f, state.as_deref())?;
                f.write_str(", action: block }]")
            }
            Self::Path { glob, access, state } => {
                write!(f, "paths: [{{ glob: {}", quoted(glob))?;
                match access {
                    Access::Read => f.write_str(", access: read")?,
                    Access::Any => f.write_str(", access: any")?,
                    Access::Write => {}
                }
                states(f, state.as_deref())?;
                f.write_str(", action: block }]")
            }
            Self::Rule { primitive, state } => {
                let state = state.as_deref().unwrap_or(ALL_STATES);
                write!(f, "rules: {{ {primitive}: {{ {state}: {{ action: block }} }} }}")
            }
            Self::Tool { tool, primitive } => {
                write!(f, "tools: [{{ tool: {}, primitive: {primitive} }}]", quoted(tool))
            }
        }
    }
}

fn states(f: &mut fmt::Formatter<'_>, state: Option<&str>) -> fmt::Result {
    match state {
        Some(state) => write!(f, ", states: [{state}]"),
        None => Ok(()),
    }
}

/// A text as YAML has it in one line; a plain word needs no quotes.
fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let is_word = text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_plain);
    if is_word { text.to_owned() } else { format!("{text:?}") }
}
