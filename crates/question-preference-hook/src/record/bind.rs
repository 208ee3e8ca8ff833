//! Binds a preference to the options that the person has just seen, once they have answered as the
//! preference would.

use anyhow::Result;
use hook_runtime::Ctx;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::config::binding::Fingerprint;
use crate::config::preferences::Preferences;
use crate::config::registry::Registry;
use crate::decide;
use crate::gather::answers::Answer;
use crate::gather::known_question::Known;
use crate::record::edit::{self, Change, File};
use crate::words::reply;

/// Binds what these answers of a person bind, and says so, a line for each question.
pub(crate) fn answered(
    ctx: &Ctx,
    registry: &Registry,
    preferences: &Preferences,
    known: &[Known<'_>],
    answers: &[Answer],
) -> Vec<String> {
    let all = known.iter().zip(answers);
    all.filter_map(|(known, answer)| one(ctx, registry, preferences, known, answer)).collect()
}

fn one(
    ctx: &Ctx,
    registry: &Registry,
    preferences: &Preferences,
    known: &Known<'_>,
    answer: &Answer,
) -> Option<String> {
    let choice = decide::to_bind(registry, preferences, ctx.now(), known)?;
    let (_, entry) = preferences.of(&registry.names(&known.id))?;
    let entry = entry.ok()?;
    let Answer::Chosen { options, notes: None } = answer else {
        return None;
    };
    let is_same = options.len() == choice.options.len()
        && options.iter().all(|option| choice.options.contains(option));
    if !is_same {
        return Some(reply::bound(&known.id, entry, None));
    }
    let options = Fingerprint::of(known.question);
    let name = known.id.as_str();
    let bound = edit::file(ctx, choice.origin).and_then(|path| {
        let change = Change {
            action: "bind",
            question_id: name,
            preference: Some(&entry.preference.to_string()),
            file: Some(&path),
            person: None,
        };
        edit::edit(ctx, choice.origin, |file| {
            let former = bind(file, registry, known, &options)?;
            edit::record(ctx, &change, &former)
        })
    });
    match bound {
        Ok(()) => Some(reply::bound(&known.id, entry, Some(&options.to_string()))),
        Err(err) => {
            ctx.report(format_args!("could not bind the preference for {name}: {err:#}"));
            None
        }
    }
}

/// Binds every entry for the question, under whichever of its names.
fn bind(
    file: &mut File,
    registry: &Registry,
    known: &Known<'_>,
    options: &Fingerprint,
) -> Result<File> {
    let former = edit::take(file, &registry.names(&known.id));
    for (key, raw) in &former {
        file.insert(key.clone(), bound(raw, options)?);
    }
    Ok(former)
}

/// An entry bound to these options; all else in it stays.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn bound(raw: &RawValue, options: &Fingerprint) -> Result<Box<RawValue>> {
    let mut fields: Map<String, Value> = match serde_json::from_str(raw.get())? {
        Value::Object(fields) => fields,
        word => Map::from_iter([("preference".to_owned(), word)]),
    };
    options.write_to(&mut fields);
    indented(&fields)
}

/// An entry as it will stand, one level down: the file is read by people.
///
/// # Errors
/// If it is none.
pub(crate) fn indented(json: &impl Serialize) -> Result<Box<RawValue>> {
    let json = serde_json::to_string_pretty(json)?.replace('\n', "\n  ");
    Ok(RawValue::from_string(json)?)
}
