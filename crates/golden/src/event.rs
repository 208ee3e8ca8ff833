//! An event of a case: a payload that a client really sent, and what differs.
//!
//! The first line names the payload; a merge patch follows (RFC 7386).
//! It is applied to the text, so that key order, the spelling of numbers and
//! escapes stay as the client wrote them.

use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

/// Where the person of the payloads keeps the project and everything else, with
/// the placeholder for each.
const FOLDERS: [(&str, &str); 2] = [("/home/user/project", "[PROJECT]"), ("/home/user", "[HOME]")];

/// The JSON text, with placeholders, for an event of the case at this path.
///
/// # Errors
///
/// Fails when no folder above the case has `payloads`, when there is no payload of that name, and
/// when the patch is not an object.
pub(crate) fn payload(event: &str, case: &Path) -> anyhow::Result<String> {
    let (name, patch) = event.split_once('\n').unwrap_or((event, ""));
    let mut folders = case.ancestors().map(|folder| folder.join("payloads"));
    let folder = folders.find(|folder| folder.is_dir());
    let folder = folder.context("no folder `payloads` above the case")?;
    let text = fs::read_to_string(folder.join(format!("{name}.json")));
    let text = text.with_context(|| format!("could not read the payload `{name}`"))?;
    let text = FOLDERS.iter().fold(text, |text, (folder, word)| text.replace(folder, word));
    if patch.is_empty() {
        return Ok(text);
    }
    ensure!(patch.trim_start().starts_with('{'), "the patch is not an object");
    merged(&text, patch)
}

/// A document with a merge patch applied.
fn merged(target: &str, patch: &str) -> anyhow::Result<String> {
    let Some(patch) = Entries::of(patch).context("the patch is not JSON")? else {
        return Ok(patch.to_owned());
    };
    let target = Entries::of(target).context("the payload is not JSON")?.unwrap_or_default();
    let own = |(name, value): (String, &RawValue)| (name, value.get().to_owned());
    let mut entries: Vec<(String, String)> = target.0.into_iter().map(own).collect();
    for (name, value) in patch.0 {
        let old = entries.iter_mut().find(|(known, _)| *known == name);
        match (old, value.get()) {
            (_, "null") => entries.retain(|(known, _)| *known != name),
            (Some((_, old)), value) => *old = merged(old, value)?,
            (None, value) => entries.push((name, merged("{}", value)?)),
        }
    }
    let entries = entries.into_iter().map(|(name, value)| format!("{}:{value}", Value::from(name)));
    Ok(format!("{{{}}}", entries.collect::<Vec<_>>().join(",")))
}

/// The entries of an object, as they stand in the text.
#[derive(Default)]
struct Entries<'a>(Vec<(String, &'a RawValue)>);

impl<'a> Entries<'a> {
    /// The entries of a document, or none where it is no object.
    fn of(json: &'a str) -> serde_json::Result<Option<Self>> {
        let value: &RawValue = serde_json::from_str(json)?;
        let is_object = value.get().starts_with('{');
        is_object.then(|| serde_json::from_str(value.get())).transpose()
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Entries<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(entries)
            }
        }
        deserializer.deserialize_map(Collect).map(Entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_patch_is_merged_as_the_rfc_says() {
        // The examples of RFC 7386, and that order and spelling stay.
        let table = [
            (r#"{"a":"b"}"#, r#"{"a":"c"}"#, r#"{"a":"c"}"#),
            (r#"{"a":"b"}"#, r#"{"b":"c"}"#, r#"{"a":"b","b":"c"}"#),
            (r#"{"a":"b"}"#, r#"{"a":null}"#, "{}"),
            (r#"{"a":"b","b":"c"}"#, r#"{"a":null}"#, r#"{"b":"c"}"#),
            (r#"{"a":["b"]}"#, r#"{"a":"c"}"#, r#"{"a":"c"}"#),
            (r#"{"a":"c"}"#, r#"{"a":["b"]}"#, r#"{"a":["b"]}"#),
            (r#"{"a":{"b":"c"}}"#, r#"{"a":{"b":"d","c":null}}"#, r#"{"a":{"b":"d"}}"#),
            (r#"{"a":[{"b":"c"}]}"#, r#"{"a":[1]}"#, r#"{"a":[1]}"#),
            (r#"["a","b"]"#, r#"["c","d"]"#, r#"["c","d"]"#),
            (r#"{"a":"b"}"#, r#"["c"]"#, r#"["c"]"#),
            (r#"{"a":"foo"}"#, r#""bar""#, r#""bar""#),
            (r#"{"e":null}"#, r#"{"a":1}"#, r#"{"e":null,"a":1}"#),
            ("[1,2]", r#"{"a":"b","c":null}"#, r#"{"a":"b"}"#),
            ("{}", r#"{"a":{"bb":{"ccc":null}}}"#, r#"{"a":{"bb":{}}}"#),
            (
                r#"{ "z": 1.0, "a": "\u00e9", "m": [ 1 ] }"#,
                r#"{ "a": "x" }"#,
                r#"{"z":1.0,"a":"x","m":[ 1 ]}"#,
            ),
        ];
        for (target, patch, expected) in table {
            assert_eq!(merged(target, patch).unwrap(), expected, "{target} + {patch}");
        }
    }
}
