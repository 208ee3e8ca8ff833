//! Every rule, with the ways around it.

use anyhow::{Context as _, Result};
use hook_protocol::ToolCall;
use hook_runtime::{Ctx, Restricting, Restriction};
use hook_state::{Links, read_regular};
use serde::Serialize;
use serde_json::{Value, json};

use crate::asking::{Asking, Hooks, Said};
use crate::fill::spoken;
use crate::goal::Goal;
use crate::ways::{self, Effect, Way};

/// A rule, and what was found of it.
#[derive(Debug, Clone, Serialize)]
pub struct Covered {
    /// The hook that has the rule.
    pub hook: &'static str,
    /// Its place in the configuration.
    pub rule: String,
    /// The state in which it was tried, where it does not hold in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// What it forbids, by an example.
    pub forbids: String,
    /// Whether settings name the hook. Otherwise it was asked as if they did.
    pub installed: bool,
    /// How many ways are closed.
    pub closed: usize,
    /// The others.
    pub open: Vec<Open>,
    /// Programs that are here, whose calls pass, and of which the table of programs alone says that
    /// they have the effect.
    pub untried: Vec<String>,
}

/// A way that is open.
#[derive(Debug, Clone, Serialize)]
pub struct Open {
    /// What is typed, or called.
    pub way: String,
    /// The programs that it takes and that are not here.
    pub missing: Vec<String>,
    /// The events of its calls, which pass.
    pub events: Vec<Value>,
    /// The lines of configuration that close it.
    pub lines: Vec<String>,
    /// Why none does, where none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// More than the index of git has in a project that people work in.
const MAX_INDEX: u64 = 64 << 20;

/// Why a way is open that no rule closes.
const NOT_TOLD_APART: &str = "no rule tells this call from others";

/// Tries each rule of the hooks of which `is_meant` says so: by the hook's name and the rule's.
///
/// # Errors
/// If a configuration is broken.
pub fn cover(
    ctx: &Ctx,
    hooks: &Hooks<'_>,
    is_meant: &dyn Fn(&str, &str) -> bool,
) -> Result<Vec<Covered>> {
    let ctx = ctx.clone().dry();
    let ways = ways::all();
    let mut found = Vec::new();
    for (name, hook) in &hooks.hooks {
        let Some(restricting) = hook().restrictions() else { continue };
        let asking = Asking::new(&ctx, name, *hook, hooks.handlers);
        let there = hook().ctx_in(&ctx);
        let restrictions = (restricting.restrictions)(&there)
            .with_context(|| format!("could not learn what {name} forbids"))?;
        for restriction in restrictions.iter().filter(|it| is_meant(name, &it.rule)) {
            found.push(of_rule(name, &asking, &restricting, restriction, &ways));
        }
    }
    Ok(found)
}

fn of_rule(
    hook: &'static str,
    asking: &Asking<'_>,
    restricting: &Restricting,
    restriction: &Restriction,
    ways: &[Way],
) -> Covered {
    let goal = Goal::of(restriction, asking, ways);
    let mut covered = Covered {
        hook,
        rule: restriction.rule.clone(),
        state: restriction.state.clone(),
        forbids: goal.words.clone(),
        installed: asking.is_installed(),
        closed: 0,
        open: Vec::new(),
        untried: Vec::new(),
    };
    let agent_type = restriction.agent_type.as_deref();
    let mut tried: Vec<String> = Vec::new();
    let git_has_it = goal.file.as_deref().is_none_or(|file| asking.git_has(file));
    let works = |way: &&Way| git_has_it || !way.needs.contains(&"git");
    for way in ways.iter().filter(|way| is_for(way, &goal)).filter(works) {
        let calls = goal.values.calls(way);
        let spoken = spoken(way, &calls);
        if tried.contains(&spoken) {
            continue;
        }
        tried.push(spoken.clone());
        let events = calls.iter().map(|(tool, input)| asking.event(agent_type, tool, input));
        let events: Vec<Value> = events.collect();
        let said =
            if way.words.is_some() { Said::Passed } else { asking.said(restriction, &events) };
        if said == Said::Stopped {
            covered.closed += 1;
            continue;
        }
        if !way.is_proven {
            let here = way.needs.iter().filter(|program| asking.has(program));
            covered.untried.extend(here.map(|program| (*program).to_owned()));
            continue;
        }
        let (lines, why) = closing(hook, asking, restricting, restriction, (way, &calls, &said));
        let missing = way.needs.iter().filter(|program| !asking.has(program));
        let missing = missing.map(|program| (*program).to_owned()).collect();
        covered.open.push(Open { way: spoken, missing, events, lines, why });
    }
    covered.open.extend(lifting(asking, restricting, restriction));
    covered.open.extend(by_another(asking, restriction, &goal));
    covered
}

/// Whether a way leads to the goal. What runs a program in another's name is no way where it needs
/// that program itself.
fn is_for(way: &Way, goal: &Goal) -> bool {
    if let Some(command) = way.instead_of {
        let line = goal.values.get("line").and_then(|line| line.strip_prefix(command));
        let is_meant = line.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
        return is_meant && goal.effects.contains(&way.effect);
    }
    let program = goal.values.get("program");
    let is_itself = way.effect == Effect::Run && way.needs.iter().any(|it| Some(*it) == program);
    goal.effects.contains(&way.effect) && !is_itself
}

/// The lines that close a way, or why there are none.
fn closing(
    hook: &str,
    asking: &Asking<'_>,
    restricting: &Restricting,
    restriction: &Restriction,
    (way, calls, said): (&Way, &[(String, Value)], &Said),
) -> (Vec<String>, Option<String>) {
    if let Said::NotAsked(matcher) = said {
        if asking.is_installed() {
            return (vec![format!("tacklebox install {hook} --reset")], None);
        }
        return (Vec::new(), Some(format!("the hook is asked about `{matcher}` alone")));
    }
    if let Some(why) = way.why {
        return (Vec::new(), Some(why.to_owned()));
    }
    let there: Ctx = (asking.hook)().ctx_in(asking.ctx).at(asking.project.clone());
    let lines = calls.iter().rev().find_map(|(tool, input)| {
        let call = ToolCall::new(tool.as_str(), input.clone());
        let lines = (restricting.closing)(&there, restriction, &call);
        (!lines.is_empty()).then_some(lines)
    });
    match lines {
        Some(lines) => (lines, None),
        None => (Vec::new(), Some(NOT_TOLD_APART.to_owned())),
    }
}

/// The command after which the rule holds no more, if an agent may run it.
fn lifting(
    asking: &Asking<'_>,
    restricting: &Restricting,
    restriction: &Restriction,
) -> Option<Open> {
    let line = restriction.lifted_by.as_ref()?;
    let input = json!({"command": line});
    let events = vec![asking.event(restriction.agent_type.as_deref(), "Bash", &input)];
    if asking.said(restriction, &events) == Said::Stopped {
        return None;
    }
    let there = (asking.hook)().ctx_in(asking.ctx).at(asking.project.clone());
    let lines = (restricting.closing)(&there, restriction, &ToolCall::new("Bash", input));
    let why = lines.is_empty().then(|| NOT_TOLD_APART.to_owned());
    Some(Open { way: line.clone(), missing: Vec::new(), events, lines, why })
}

/// A rule for one type of agent does not hold for another.
fn by_another(asking: &Asking<'_>, restriction: &Restriction, goal: &Goal) -> Option<Open> {
    let agent_type = restriction.agent_type.as_ref()?;
    let (tool, input) = goal.direct.clone().or_else(|| {
        let ways = ways::all();
        let way = ways.iter().find(|way| is_for(way, goal))?;
        goal.values.calls(way).pop()
    })?;
    let events = vec![asking.event(None, &tool, &input)];
    if asking.said(restriction, &events) == Said::Stopped {
        return None;
    }
    let why = format!("the rule is about agents of the type {agent_type} alone");
    let way = "the main agent, or an agent of another type, does it".to_owned();
    Some(Open { way, missing: Vec::new(), events, lines: Vec::new(), why: Some(why) })
}

impl Asking<'_> {
    /// Where a program lies.
    pub(crate) fn place_of(&self, program: &str) -> String {
        let path = self.ctx.env("PATH").unwrap_or_default();
        let places = std::env::split_paths(&path).map(|dir| dir.join(program));
        let found = places.into_iter().find(|file| file.is_file());
        found.map_or_else(|| format!("/usr/bin/{program}"), |file| file.display().to_string())
    }

    /// Whether git keeps a file of this path: its index has the name as it is.
    fn git_has(&self, path: &str) -> bool {
        let dirs = self.project.ancestors().map(|dir| dir.join(".git"));
        let Some(git) = dirs.into_iter().find(|it| it.exists()) else { return false };
        let index = match read_regular(&git, Links::Followed, MAX_INDEX) {
            // A linked worktree: a file that says where its own is.
            Ok(text) => {
                let text = String::from_utf8_lossy(&text);
                let dir = text.trim().strip_prefix("gitdir: ").unwrap_or_default();
                git.with_file_name(dir).join("index")
            }
            Err(_) => git.join("index"),
        };
        let index = read_regular(&index, Links::Followed, MAX_INDEX).unwrap_or_default();
        index.windows(path.len().max(1)).any(|part| part == path.as_bytes())
    }

    fn has(&self, program: &str) -> bool {
        std::path::Path::new(&self.place_of(program)).is_file()
    }
}
