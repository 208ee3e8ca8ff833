//! `policy status`: the active bundle, and what is wrong with it.

use std::process::ExitCode;

use anyhow::Result;
use doctor::PolicyProblem;
use hook_chain::{PolicyRecord, RecordedPolicy};
use hook_runtime::{Console, Ctx};
use humantime::parse_rfc3339;
use policy_bundle::Bundle;
use serde_json::{Value, json};

use super::installation::{Store, keys};
use super::{EMPTY, REFUSED, now, read};

/// The active bundle, and what is wrong with it.
pub(crate) struct ActivePolicy {
    store: Store,
    record: PolicyRecord,
    problems: Vec<PolicyProblem>,
}

impl ActivePolicy {
    /// `None` without a bundle.
    ///
    /// # Errors
    /// If its record cannot be read: then it does not count.
    pub(crate) fn find(ctx: &Ctx) -> Result<Option<Self>> {
        let Some(store) = Store::active(ctx) else { return Ok(None) };
        let Some(record) = store.record()? else { return Ok(None) };
        let problems = problems(ctx, &store, &record);
        Ok(Some(Self { store, record, problems }))
    }

    /// A line about it, and one for each problem.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        let owner = if self.store.is_system() { "of this machine" } else { "of your own" };
        let Self { record, problems, .. } = self;
        let head = format!("Policy revision {} {owner}, until {}", record.revision, record.expires);
        let line = |it: &PolicyProblem| format!("{}; {}", it.message, it.fix);
        std::iter::once(head).chain(problems.iter().map(line))
    }

    /// The same for programs.
    pub(crate) fn summary(&self) -> Value {
        let Self { record, .. } = self;
        let problems = self.messages();
        json!({"revision": record.revision, "expires": record.expires, "problems": problems})
    }

    fn messages(&self) -> Vec<&str> {
        self.problems.iter().map(|problem| problem.message.as_str()).collect()
    }
}

/// What is wrong with the active bundle, if there is one.
pub(crate) fn policy_problems(ctx: &Ctx) -> Vec<PolicyProblem> {
    match ActivePolicy::find(ctx) {
        Ok(active) => active.map(|active| active.problems).unwrap_or_default(),
        Err(err) => vec![PolicyProblem {
            is_error: true,
            message: format!("the policy does not count: {err:#}"),
            fix: "pull the bundle again, with --key",
        }],
    }
}

pub(super) fn status(ctx: &Ctx, as_json: bool, console: &mut Console) -> Result<ExitCode> {
    let Some(active) = ActivePolicy::find(ctx)? else {
        if as_json {
            console.json(&json!({"version": 1, "policy": null, "problems": []}));
        } else {
            console.line(EMPTY);
        }
        return Ok(ExitCode::SUCCESS);
    };
    if as_json {
        let ActivePolicy { store, record, .. } = &active;
        let policy = json!({
            "folder": store.folder(), "revision": record.revision, "issued": record.issued,
            "expires": record.expires, "policies": record.policies,
        });
        let problems = active.messages();
        console.json(&json!({"version": 1, "policy": policy, "problems": problems}));
    } else {
        print(&active, console);
    }
    Ok(if active.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(REFUSED) })
}

fn print(active: &ActivePolicy, console: &mut Console) {
    let mut lines = active.lines();
    lines.by_ref().take(1).for_each(|line| console.line(line));
    let row = |(name, policy): (&String, &RecordedPolicy)| {
        vec![name.clone(), policy.mode.to_string(), policy.hooks.join(", ")]
    };
    console.table(&active.record.policies.iter().map(row).collect::<Vec<_>>());
    console.line("");
    lines.for_each(|line| console.line(line));
    if active.problems.is_empty() {
        console.line("No problems found.");
    }
}

/// What is wrong with the active bundle.
fn problems(ctx: &Ctx, store: &Store, record: &PolicyRecord) -> Vec<PolicyProblem> {
    let mut problems = Vec::new();
    let mut add = |is_error, message: String, fix| {
        problems.push(PolicyProblem { message, fix, is_error });
    };
    if parse_rfc3339(&record.expires).is_ok_and(|expires| expires <= now(ctx)) {
        let message = format!("stale since {}, and still enforced", record.expires);
        add(false, message, "pull a newer bundle");
    }
    if let Some(refused) = store.refused() {
        let message = format!("refused {} at {}: {}", refused.file, refused.at, refused.reason);
        add(false, message, "pull the current bundle");
    }
    if !is_as_pulled(store, record) {
        let message = "the files of the policy differ from the signed bundle".to_owned();
        add(true, message, "pull it again");
    }
    let is_counted = || {
        let file = ctx.user_config().map(|folder| folder.join("tacklebox.yaml"));
        file.is_some_and(|file| hook_config::says(&file, "policy", "own"))
    };
    if !store.is_system() && !is_counted() {
        let message = "your own policy does not count".to_owned();
        add(false, message, "add `policy: own` to your tacklebox.yaml");
    }
    problems
}

/// Whether hooks read what was signed.
fn is_as_pulled(store: &Store, record: &PolicyRecord) -> bool {
    let Ok(bundle) = read(&store.bundle()) else { return false };
    let Ok(bundle) = Bundle::parse(&bundle) else { return false };
    let manifest = bundle.manifest();
    // After a rotation only the next bundle is signed by the new keys.
    let is_signed = !manifest.keys.is_empty() || bundle.signer(&keys(record)).is_some();
    let folder = store.folder().join(record.revision.to_string());
    let is_same = |path: &str, text: &String| read(&folder.join(path)).is_ok_and(|it| it == *text);
    is_signed
        && bundle.digest() == record.digest
        && bundle.files().iter().all(|(path, text)| is_same(path.as_str(), text))
}
