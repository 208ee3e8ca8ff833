//! What a call would do: which files it changes, how risky it is, and whether it
//! speaks to the gate itself.

#[cfg(test)]
mod tests;

use command_effects::{Programs, RiskRule, Tier};
use hook_protocol::{BashInput, Tool, ToolCall};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;
use serde_json::Value;
use shell_syntax::{SimpleCommand, Word, WorkingDir};

use crate::gather::target::Target;
use crate::policy::Policy;

/// The name of the gate's own program in a command line.
pub(crate) const PROGRAM: &str = "intent-gate-hook";

/// From so many bytes on a command may take its time.
const LONG: usize = 4096;

/// So many words of programs of which nothing is known are looked at.
const MOST_NAMED: usize = 64;

/// Where a call happens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) project: &'a ProjectRoot,
    pub(crate) policy: &'a Policy,
    /// The session that calls.
    pub(crate) session: &'a str,
}

/// What a call would do. The default does nothing that the gate cares for.
#[derive(Debug, Default)]
pub(crate) struct Act {
    /// The files that it changes.
    pub(crate) targets: Vec<Target>,
    /// The files that are named to a program of which nothing is known. They lie in
    /// any scope, but none of them may be protected.
    pub(crate) named: Vec<Target>,
    /// Why it cannot be told what it changes, if it changes something.
    pub(crate) unresolved: Option<String>,
    /// It may change something, though no file: a program or a tool of which
    /// nothing is known.
    pub(crate) may_change: bool,
    /// How much it can spoil, and what of it.
    pub(crate) tier: Tier,
    pub(crate) risky: String,
    /// What it wants of the gate, in order.
    pub(crate) orders: Vec<Order>,
}

/// What a call wants of the gate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Order {
    /// Choose this intent.
    Select(String),
    /// Free the intent that was chosen.
    Release,
    /// Have the scope grow.
    Request { paths: Vec<String>, reason: String },
    /// Something that only a person may do.
    OfAPerson(String),
}

impl Act {
    /// What a call would do.
    pub(crate) fn of(ctx: &Ctx, scene: &Scene<'_>, call: &ToolCall) -> Self {
        let Scene { project, policy, .. } = *scene;
        let tier = policy.tier_of(&call.name);
        match call.name.tool() {
            Tool::Bash | Tool::PowerShell => {
                let mut act = shell(ctx, scene, call);
                act.raise(tier.unwrap_or_default(), call.name.as_sent());
                act
            }
            Tool::Mcp(mcp) => match order(&mcp.tool, &call.input) {
                Some(order) => Self { orders: order.into_iter().collect(), ..Self::default() },
                None if policy.reads_only(&call.name) || tier == Some(Tier::Safe) => {
                    Self::default()
                }
                None => files(ctx, project, call, tier.unwrap_or(Tier::Write)),
            },
            Tool::Write | Tool::Edit | Tool::MultiEdit | Tool::NotebookEdit | Tool::ApplyPatch => {
                files(ctx, project, call, tier.unwrap_or_default().max(Tier::Write))
            }
            // It touches no file, unless the project knows better.
            _ => match tier {
                Some(tier) if tier > Tier::Safe => files(ctx, project, call, tier),
                _ => Self::default(),
            },
        }
    }

    /// Whether it changes something, or may.
    pub(crate) fn changes(&self) -> bool {
        !self.targets.is_empty()
            || self.unresolved.is_some()
            || self.may_change
            || self.tier > Tier::Safe
    }

    /// Whether all that it changes needs no intent.
    pub(crate) fn is_exempt(&self, policy: &Policy) -> bool {
        !self.targets.is_empty()
            && self.unresolved.is_none()
            && !self.may_change
            && self.targets.iter().all(|target| target.is_exempt(policy))
    }

    /// The files that must not be protected.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Target> {
        self.targets.iter().chain(&self.named)
    }

    /// The intent that it chooses, the last of them.
    pub(crate) fn choice(&self) -> Option<&str> {
        self.orders.iter().rev().find_map(|order| match order {
            Order::Select(id) => Some(id.as_str()),
            _ => None,
        })
    }

    /// What is to be done about it when it has succeeded: of several choices and
    /// releases in one command only the last, which is how they end.
    pub(crate) fn done(&self) -> impl Iterator<Item = &Order> {
        let moves = |order: &Order| matches!(order, Order::Select(_) | Order::Release);
        let last = self.orders.iter().rposition(moves);
        let orders = self.orders.iter().enumerate();
        orders.filter(move |(at, order)| !moves(order) || Some(*at) == last).map(|(_, order)| order)
    }

    /// Whether it asks for more scope, which takes an intent whose scope that is.
    pub(crate) fn asks_for_scope(&self) -> bool {
        self.orders.iter().any(|order| matches!(order, Order::Request { .. }))
    }

    fn raise(&mut self, tier: Tier, what: &str) {
        if tier > self.tier {
            self.tier = tier;
            what.clone_into(&mut self.risky);
        }
    }
}

/// A tool that names the files that it changes.
fn files(ctx: &Ctx, project: &ProjectRoot, call: &ToolCall, tier: Tier) -> Act {
    let files = call.touched_files();
    let targets = files.iter().map(|file| Target::of_tool(ctx, project, file.path));
    let targets: Vec<Target> = targets.collect();
    let may_change = targets.is_empty();
    let risky = call.name.as_sent().to_owned();
    Act { targets, may_change, tier, risky, ..Act::default() }
}

/// What a tool of the server for intents wants, whatever that server is called;
/// `Some(None)` for one that only reads.
#[expect(clippy::option_option, reason = "no tool of ours, one that wants nothing, one that does")]
fn order(tool: &str, input: &Value) -> Option<Option<Order>> {
    let text = |key: &str| input.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    // The name of a server may end within what is taken for the tool's.
    Some(match tool.rsplit("__").next().unwrap_or(tool) {
        "select_active_intent" => Some(Order::Select(text("intent_id"))),
        "release_intent" => Some(Order::Release),
        "scope_expansion_request" => {
            let paths = input.get("paths").and_then(Value::as_array);
            let paths = paths.into_iter().flatten().filter_map(Value::as_str);
            let paths = paths.map(str::to_owned).collect();
            Some(Order::Request { paths, reason: text("reason") })
        }
        "list_intents" => None,
        _ => return None,
    })
}

fn shell(ctx: &Ctx, scene: &Scene<'_>, call: &ToolCall) -> Act {
    let Scene { project, policy, session } = *scene;
    let Some(input) = call.view::<BashInput<'_>>() else {
        return Act::default();
    };
    let text = input.command.as_ref();
    if text.len() > LONG {
        ctx.expect_delay();
    }
    let effects = command_effects::effects(text, &Programs::default(), &rules(policy));
    let own = effects.commands.iter().filter(|command| command.program() == Some(PROGRAM));
    let pretends = effects.commands.iter().any(speaks_of_the_session);
    let orders = own.filter_map(|command| match own_order(command, session) {
        Some(_) if pretends => Some(of_a_person(command)),
        order => order,
    });
    let orders = orders.collect();
    let mut unresolved = effects.unresolved.first().map(|unresolved| {
        let of = if unresolved.program.is_empty() { "the command" } else { &unresolved.program };
        format!("{of}: {}", unresolved.reason)
    });
    let mut unknown = effects.unknown;
    // What the project calls safe is known.
    unknown.retain(|program| program != PROGRAM && effects.risk.tier > Tier::Safe);
    let is_foreign = *call.name.tool() == Tool::PowerShell;
    if is_foreign {
        unresolved = unresolved.or_else(|| foreign(text, &mut unknown));
    }
    let targets = effects.changes.iter();
    let targets: Vec<Target> =
        targets.map(|change| Target::of_command(ctx, project, change)).collect();
    let mut act = Act {
        targets,
        named: named(ctx, project, &effects.commands, &unknown),
        unresolved,
        may_change: !unknown.is_empty(),
        tier: effects.risk.tier,
        risky: effects.risk.command,
        orders,
    };
    // To a shell, its verbs are programs of which nothing is known.
    if is_foreign && act.tier == Tier::Write && act.targets.is_empty() && !act.may_change {
        act.tier = Tier::Safe;
    }
    act
}

/// The files that are named to programs of which nothing is known. To Git a name is
/// what it records, not what it changes.
fn named(
    ctx: &Ctx,
    project: &ProjectRoot,
    commands: &[SimpleCommand],
    unknown: &[String],
) -> Vec<Target> {
    let is_unknown = |command: &&SimpleCommand| {
        command.program().is_some_and(|program| {
            let of_it = |call: &String| call.split(' ').next() == Some(program);
            program != "git" && unknown.iter().any(of_it)
        })
    };
    let target = |dir: &WorkingDir, word: &Word| {
        let path = word.text.rsplit('=').next().unwrap_or_default();
        let is_path = word.literal && !path.is_empty() && !path.starts_with('-');
        let path = match dir {
            WorkingDir::Literal(dir) if !path.starts_with(['/', '~']) => format!("{dir}/{path}"),
            WorkingDir::Unchanged | WorkingDir::Literal(_) => path.to_owned(),
            WorkingDir::Unknown => return None,
        };
        is_path.then(|| Target::of_tool(ctx, project, &path))
    };
    let commands = commands.iter().filter(is_unknown);
    let words = commands.flat_map(|command| command.args().map(|word| (&command.dir, word)));
    words.filter_map(|(dir, word)| target(dir, word)).take(MOST_NAMED).collect()
}

/// What is said of commands before the table of `command-effects`: the gate's own
/// program changes nothing that [`own_order`] lets through.
fn rules(policy: &Policy) -> Vec<RiskRule> {
    let own = RiskRule { program: PROGRAM.to_owned(), args: String::new(), tier: Tier::Safe };
    std::iter::once(own).chain(policy.command_rules()).collect()
}

/// PowerShell has a grammar of its own, and a shell's reading of it would hide
/// commands. Its verbs say what they do.
fn foreign(text: &str, unknown: &mut Vec<String>) -> Option<String> {
    const READING: [&str; 14] = [
        "Get-",
        "Test-",
        "Select-",
        "Measure-",
        "Compare-",
        "Format-",
        "Sort-",
        "Where-",
        "Find-",
        "Resolve-",
        "ConvertTo-",
        "ConvertFrom-",
        "Group-",
        "Write-",
    ];
    if text.contains(['\\', '`', '{', '%']) {
        return Some(
            "the command: it is PowerShell, with signs that a shell reads otherwise".into(),
        );
    }
    unknown.retain(|program| !READING.iter().any(|verb| program.starts_with(verb)));
    let cmdlet = unknown.iter().find(|program| program.contains('-'))?;
    Some(format!("{cmdlet}: what it changes is not looked into"))
}

/// What a call of the gate's own program wants, for a session.
fn own_order(command: &SimpleCommand, session: &str) -> Option<Order> {
    let mut words: Vec<&str> = command.args().map(|word| word.text.as_str()).collect();
    let is_elsewhere = take_project(&mut words);
    let is_literal = command.args().all(|word| word.literal);
    let is_own = |option: &str, value: &str| option == "--session" && value == session;
    match words.as_slice() {
        [.., "-h" | "--help"] => None,
        // What a session works on is said in its own project.
        ["select" | "release", ..] if is_elsewhere => Some(of_a_person(command)),
        ["select", id] if is_literal && !id.starts_with('-') => {
            Some(Order::Select((*id).to_owned()))
        }
        ["select", id, option, value] | ["select", option, value, id] if is_own(option, value) => {
            Some(Order::Select((*id).to_owned()))
        }
        ["release"] => Some(Order::Release),
        ["release", option, value] if is_own(option, value) => Some(Order::Release),
        // Without arguments it is a hook, which believes the event that it is told.
        []
        | ["select" | "release" | "complete" | "init", ..]
        | ["requests", "approve" | "refuse", ..] => Some(of_a_person(command)),
        _ if !is_literal => Some(of_a_person(command)),
        _ => None,
    }
}

/// Takes `--project DIR` out, wherever it stands, and says whether it was there.
fn take_project(words: &mut Vec<&str>) -> bool {
    const OPTION: &str = "--project";
    let before = words.len();
    while let Some(at) = words.iter().position(|word| *word == OPTION) {
        words.drain(at..words.len().min(at + 2));
    }
    words.retain(|word| !word.strip_prefix(OPTION).is_some_and(|rest| rest.starts_with('=')));
    words.len() < before
}

fn of_a_person(command: &SimpleCommand) -> Order {
    Order::OfAPerson(format!("{PROGRAM} {}", command.joined_args()).trim_end().to_owned())
}

/// Whether a command sets, or takes away, that by which the gate's program knows
/// the session in whose shell it runs, its project and its folders.
fn speaks_of_the_session(command: &SimpleCommand) -> bool {
    const SESSION: [&str; 2] = ["CLAUDE_CODE_SESSION_ID", "CLAUDECODE"];
    const FOLDERS: [&str; 4] = ["CLAUDE_", "TACKLEBOX_", "XDG_", "HOME="];
    let mut words = command.words.iter().chain(&command.assignments);
    words.any(|word| {
        SESSION.iter().any(|name| word.text.contains(name))
            || FOLDERS.iter().any(|name| word.text.starts_with(name))
    })
}
