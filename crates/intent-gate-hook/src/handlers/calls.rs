//! Before a call and after it.

use active_intents::{Locks, NewRequest, Requests, scope_entry};
use anyhow::{Context as _, Result};
use hook_protocol::{PostToolUse, PostToolUseReply, PreToolUse, PreToolUseReply, Tool, ToolCall};
use hook_runtime::Ctx;
use project_paths::ProjectRoot;

use crate::config::OnFailure;
use crate::decide::{self, Facts, Verdict};
use crate::gather::act::{Act, Scene};
use crate::gather::attendance::asking;
use crate::gather::call;
use crate::gather::load::{self, Broken, Gate, Loaded};
use crate::gather::order::Order;
use crate::gather::protected::Protected;
use crate::gather::session::{self, Actor, Session};
use crate::gather::stale;
use crate::gather::standing::{self, Standing};
use crate::policy::Policy;
use crate::record::choice::{self, Choice};
use crate::words;
use crate::words::denial::{Code, Denial};

/// Judges a call. Says nothing, denies, or has the person asked; grants nothing.
pub(crate) fn pre_tool_use(ctx: &Ctx, event: &PreToolUse) -> Result<PreToolUseReply> {
    let Some(project) = ctx.project() else { return Ok(PreToolUseReply::default()) };
    if is_free(&event.call) {
        return Ok(PreToolUseReply::default());
    }
    let gate = match load::load(ctx) {
        Loaded::Absent => return Ok(PreToolUseReply::default()),
        Loaded::Broken(broken) => return Ok(unjudged(ctx, project, &broken, &event.call)),
        Loaded::Ready(gate) => gate,
    };
    let actor = Actor::of(ctx, &event.common);
    let scene = Scene { project, policy: &gate.policy, session: &actor.session };
    let act = call::act(ctx, &scene, &event.call);
    if !act.changes() && act.orders.is_empty() {
        return Ok(PreToolUseReply::default());
    }
    let chosen = session::read(ctx, &actor.session).context("could not read the choice")?;
    let locks = standing::locks(project, &gate.policy);

    let verdict = examine(ctx, event, &gate, &act, &chosen, &locks, decide::judge);

    announce_chooser(ctx, &actor, &act, &chosen);
    let intent = chosen.intent_of(actor.agent.as_deref()).filter(|_| act.changes());
    let lost = match (&verdict, intent) {
        (Verdict::Pass | Verdict::Ask(_), Some(id)) if !act.is_exempt(&gate.policy) => {
            choice::renew(ctx, &gate, &locks, &actor, id)
        }
        _ => None,
    };
    Ok(match (verdict, lost) {
        (Verdict::Deny(denial), _) | (_, Some(denial)) => deny(ctx, &actor, &denial),
        // A person reads the first line, and where nobody does the agent the second.
        (Verdict::Ask(denial), None) => {
            PreToolUseReply::ask(format!("{}\n{}", denial.message, denial.json()))
        }
        (Verdict::Pass, None) => PreToolUseReply::default(),
    })
}

/// Binds what a call chose, frees what it gave back, writes down what it asked for.
pub(crate) fn post_tool_use(ctx: &Ctx, event: &PostToolUse) -> Result<PostToolUseReply> {
    let Some(project) = ctx.project() else { return Ok(PostToolUseReply::default()) };
    let sees = *event.call.name.tool() == Tool::Read;
    if is_free(&event.call) && !sees {
        return Ok(PostToolUseReply::default());
    }
    let Loaded::Ready(gate) = load::load(ctx) else {
        return Ok(PostToolUseReply::default());
    };
    let actor = Actor::of(ctx, &event.common);
    if gate.policy.stale_check {
        stale::record(ctx, &actor, &event.call).context("could not remember what was read")?;
    }
    let speaks = matches!(event.call.name.tool(), Tool::Mcp(_) | Tool::Bash | Tool::PowerShell);
    if !speaks || has_failed(event) {
        return Ok(PostToolUseReply::default());
    }
    let scene = Scene { project, policy: &gate.policy, session: &actor.session };
    let act = call::act(ctx, &scene, &event.call);
    let locks = standing::locks(project, &gate.policy);
    let mut said = Vec::new();
    for order in act.done() {
        match order {
            Order::Select(id) => {
                if let Choice::Refused(denial) = choice::choose(ctx, &gate, &locks, &actor, id)? {
                    return Ok(PostToolUseReply::block(denial.json()));
                }
            }
            Order::Release => {
                choice::release(ctx, &locks, &actor)?;
            }
            Order::Request { paths, reason } => {
                match request(ctx, project, &actor, paths, reason)? {
                    Ok(words) => said.push(words),
                    Err(denial) => return Ok(PostToolUseReply::block(denial.json())),
                }
            }
            Order::OfAPerson(_) => {}
        }
    }
    Ok(PostToolUseReply::default().with_context(said.join("\n")))
}

/// Gathers what is known of a call and has it judged by `judge`.
pub(crate) fn examine<R>(
    ctx: &Ctx,
    event: &PreToolUse,
    gate: &Gate,
    act: &Act,
    chosen: &Session,
    locks: &Locks,
    judge: impl FnOnce(&Facts<'_>) -> R,
) -> R {
    let actor = Actor::of(ctx, &event.common);
    let protected = ctx.project().filter(|_| act.files().next().is_some());
    let protected = protected.map(|project| Protected::of(ctx, project)).unwrap_or_default();
    let standing = |id: &str| Standing::of(&gate.intents, locks, id, &actor.session, ctx.now());
    let stale = gate.policy.stale_check.then(|| stale::stale(ctx, &actor, &event.call)).flatten();
    judge(&Facts {
        policy: &gate.policy,
        intents: &gate.intents,
        act,
        protected: &protected,
        chosen: chosen.intent_of(actor.agent.as_deref()).map(|id| standing(id.as_str())),
        choice: act.choice().map(standing),
        asking: asking(event.common.permission_mode.as_ref(), |name| ctx.env(name)),
        program: &words::program(ctx),
        stale: stale.as_deref(),
    })
}

/// Whether a tool cannot change anything, whatever the project says.
fn is_free(call: &ToolCall) -> bool {
    matches!(call.name.tool(), Tool::Read | Tool::Grep | Tool::Glob | Tool::AskUserQuestion)
}

fn deny(ctx: &Ctx, actor: &Actor, denial: &Denial) -> PreToolUseReply {
    let told = words::refusals(ctx, actor).unwrap_or_else(|err| {
        ctx.report(format_args!("{err:#}"));
        Vec::new()
    });
    let lines: Vec<String> = std::iter::once(denial.json()).chain(told).collect();
    PreToolUseReply::deny(lines.join("\n"))
}

/// Where the files of the gate cannot be read, changes are denied, unless the
/// project wants it otherwise; the agent cannot choose anything then.
fn unjudged(
    ctx: &Ctx,
    project: &ProjectRoot,
    broken: &Broken,
    refused: &ToolCall,
) -> PreToolUseReply {
    let policy = Policy::default();
    let act = call::act(ctx, &Scene { project, policy: &policy, session: "" }, refused);
    let protected = Protected::of(ctx, project);
    let is_protected = act.files().any(|target| protected.covers(target));
    let is_open = broken.on_failure == OnFailure::Open && !is_protected;
    if act.choice().is_none() && !act.changes() {
        return PreToolUseReply::default();
    }
    ctx.report(&broken.error);
    if is_open {
        return PreToolUseReply::default();
    }
    let recovery = [load::WAY_OUT.to_owned(), "what only reads needs no intent".to_owned()];
    let message = format!("the intents of this project cannot be read: {}", broken.error);
    PreToolUseReply::deny(Denial::new(Code::UnknownIntent, &message, &recovery).json())
}

/// Notes in whose shell the gate's program is about to run, which it cannot tell.
fn announce_chooser(ctx: &Ctx, actor: &Actor, act: &Act, chosen: &Session) {
    let agent = actor.agent.as_deref();
    let speaks = act.orders.iter().any(|order| matches!(order, Order::Select(_) | Order::Release));
    if !speaks || chosen.chooser() == agent {
        return;
    }
    let noted = session::update(ctx, &actor.session, |session| session.set_chooser(agent));
    if let Err(err) = noted {
        ctx.report(format_args!("could not note who chooses: {err}"));
    }
}

/// Whether the tool says that it failed, though the host calls that a success.
fn has_failed(event: &PostToolUse) -> bool {
    let Some(response) = &event.tool_response else { return false };
    ["isError", "is_error", "interrupted"]
        .iter()
        .any(|key| response.get(key).and_then(serde_json::Value::as_bool) == Some(true))
}

/// Writes a request for more scope down: what the agent is told, or why it cannot be.
fn request(
    ctx: &Ctx,
    project: &ProjectRoot,
    actor: &Actor,
    paths: &[String],
    reason: &str,
) -> Result<std::result::Result<String, Denial>> {
    let chosen = session::read(ctx, &actor.session).context("could not read the choice")?;
    let refuse = |code: Code, message: &str, way_out: &str| {
        Ok(Err(Denial::new(code, message, &[way_out.to_owned()])))
    };
    let Some(intent) = chosen.intent_of(actor.agent.as_deref()) else {
        let message = "no intent is chosen whose scope could grow";
        return refuse(Code::NoIntent, message, "choose one: call select_active_intent");
    };
    let mut entries = Vec::new();
    for path in paths {
        match scope_entry(project, ctx.cwd(), path) {
            Ok(entry) => entries.push(entry),
            Err(why) => {
                let message = format!("`{path}` cannot be in a scope: {why}");
                let way_out = "call scope_expansion_request with other paths";
                return refuse(Code::ScopeViolation, &message, way_out);
            }
        }
    }
    if entries.is_empty() {
        let message = "the request names no paths";
        return refuse(Code::ScopeViolation, message, "call scope_expansion_request with paths");
    }
    let new = NewRequest {
        intent,
        paths: &entries,
        reason,
        session: &actor.session,
        agent: actor.agent.as_deref(),
        now: ctx.now(),
    };
    let requests = Requests::of(project.path());
    let request = requests.record(&new, ctx.patience(standing::PATIENCE))?;
    Ok(Ok(format!(
        "Request {} for intent {intent} is written down ({}). Until the person approves it, the \
         scope stays as it is.",
        request.request,
        entries.join(", ")
    )))
}
