//! `policy status`: the active bundle, and what is wrong with it.

use std::process::ExitCode;

use anyhow::Result;
use hook_chain::PolicyRecord;
use hook_runtime::{Console, Ctx};
use humantime::parse_rfc3339;
use policy_bundle::{Bundle, build_time};
use serde_json::json;

use super::installation::{Store, keys};
use super::{EMPTY, REFUSED, read};

pub(super) fn status(ctx: &Ctx, as_json: bool, console: &mut Console) -> Result<ExitCode> {
    let store = Store::active(ctx);
    let record = match &store {
        Some(store) => store.record()?,
        None => None,
    };
    let (Some(store), Some(record)) = (store, record) else {
        if as_json {
            console.json(&json!({"version": 1, "policy": null, "problems": []}));
        } else {
            console.line(EMPTY);
        }
        return Ok(ExitCode::SUCCESS);
    };
    let problems = problems(ctx, &store, &record);
    if as_json {
        let policy = json!({
            "folder": store.folder(), "revision": record.revision, "issued": record.issued,
            "expires": record.expires, "policies": record.policies,
        });
        console.json(&json!({"version": 1, "policy": policy, "problems": problems}));
    } else {
        print(&store, &record, console);
        for problem in &problems {
            console.line(problem);
        }
        if problems.is_empty() {
            console.line("No problems found.");
        }
    }
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(REFUSED) })
}

fn print(store: &Store, record: &PolicyRecord, console: &mut Console) {
    let owner = if store.is_system() { "of this machine" } else { "of your own" };
    console.line(format!("Revision {} {owner}, until {}", record.revision, record.expires));
    let rows = record
        .policies
        .iter()
        .map(|(name, policy)| vec![name.clone(), policy.mode.to_string(), policy.hooks.join(", ")]);
    console.table(&rows.collect::<Vec<_>>());
    console.line("");
}

/// What is wrong with the active bundle.
fn problems(ctx: &Ctx, store: &Store, record: &PolicyRecord) -> Vec<String> {
    let mut problems = Vec::new();
    let now = ctx.now().max(build_time());
    if parse_rfc3339(&record.expires).is_ok_and(|expires| expires <= now) {
        problems.push(format!(
            "Stale since {}: it is still enforced. Pull a newer bundle.",
            record.expires
        ));
    }
    if let Some(refused) = store.refused() {
        problems.push(format!("Refused {} at {}: {}.", refused.file, refused.at, refused.reason));
    }
    if !is_as_pulled(store, record) {
        problems.push("The files differ from the signed bundle. Pull it again.".to_owned());
    }
    let is_counted = || {
        let file = ctx.user_config().map(|folder| folder.join("tacklebox.yaml"));
        file.is_some_and(|file| hook_config::says(&file, "policy", "own"))
    };
    if !store.is_system() && !is_counted() {
        problems.push("It does not count: add `policy: own` to your tacklebox.yaml.".to_owned());
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
