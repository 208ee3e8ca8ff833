//! SARIF: what its results say by a number or a name, and write down elsewhere in the run.

use serde_json::{Map, Value};

/// So many bases may stand upon another.
const MAX_BASES: usize = 5;

/// Puts into the results of each run what is written elsewhere: the paths of its list of files, the
/// folders that those are counted from, and the words of its rules.
pub(super) fn complete(document: &mut Value) {
    let runs = document.get_mut("runs").and_then(Value::as_array_mut).into_iter().flatten();
    for run in runs {
        let artifacts = run.get("artifacts").and_then(Value::as_array).cloned();
        let bases = run.get("originalUriBaseIds").cloned().unwrap_or_default();
        let rules = rules(run);
        let artifacts = artifacts.unwrap_or_default();
        let results = run.get_mut("results").and_then(Value::as_array_mut).into_iter().flatten();
        for result in results {
            say(result, &rules);
            let locations = result.get_mut("locations").and_then(Value::as_array_mut);
            for location in locations.into_iter().flatten() {
                let file = location.pointer_mut("/physicalLocation/artifactLocation");
                if let Some(Value::Object(file)) = file {
                    name(file, &artifacts);
                    root(file, &bases);
                }
            }
        }
    }
}

/// Puts the path of a file where its number in the list of files stands alone.
fn name(file: &mut Map<String, Value>, artifacts: &[Value]) {
    let place = file.get("index").and_then(Value::as_u64);
    let place = place.and_then(|place| usize::try_from(place).ok());
    let listed = place.and_then(|place| artifacts.get(place)?.get("location")?.as_object());
    if let Some(listed) = listed.filter(|_| !file.contains_key("uri")) {
        for key in ["uri", "uriBaseId"] {
            file.extend(listed.get(key).map(|it| (key.to_owned(), it.clone())));
        }
    }
}

/// Puts the folder before a path that is counted from one.
fn root(file: &mut Map<String, Value>, bases: &Value) {
    let text = |key: &str| file.get(key).and_then(Value::as_str);
    let base = text("uriBaseId").and_then(|id| base(id, bases, MAX_BASES));
    let path = text("uri").filter(|uri| !uri.starts_with('/') && !uri.contains("://"));
    if let (Some(base), Some(path)) = (base, path) {
        let path = format!("{base}{path}");
        file.insert("uri".to_owned(), Value::String(path));
    }
}

/// The folder that a name stands for, with a slash at its end.
fn base(id: &str, bases: &Value, depth: usize) -> Option<String> {
    let own = bases.get(id)?;
    let uri = own.get("uri").and_then(Value::as_str).unwrap_or_default();
    let below = own.get("uriBaseId").and_then(Value::as_str);
    let below = below.and_then(|id| base(id, bases, depth.checked_sub(1)?)).unwrap_or_default();
    let base = format!("{below}{uri}");
    if base.is_empty() || base.ends_with('/') { Some(base) } else { Some(base + "/") }
}

/// The rules of a run, of its program and of what extends that.
fn rules(run: &Value) -> Vec<Value> {
    let tool = run.get("tool");
    let driver = tool.and_then(|tool| tool.get("driver"));
    let others = tool.and_then(|tool| tool.get("extensions")?.as_array()).into_iter().flatten();
    let all = driver.into_iter().chain(others);
    all.filter_map(|it| it.get("rules")?.as_array()).flatten().cloned().collect()
}

/// Puts the words of a message where only its name in the rule stands.
fn say(result: &mut Value, rules: &[Value]) {
    let words = words(result, rules);
    if let (Some(words), Some(message)) = (words, result.get_mut("message")) {
        message["text"] = Value::String(words);
    }
}

fn words(result: &Value, rules: &[Value]) -> Option<String> {
    let message = result.get("message")?.as_object()?;
    let has_words = message.contains_key("text") || message.contains_key("markdown");
    let id = message.get("id").and_then(Value::as_str).filter(|_| !has_words)?;
    let rule = result.get("ruleId").or_else(|| result.get("rule")?.get("id"));
    let named = rule.and_then(|rule| rules.iter().find(|it| it.get("id") == Some(rule)));
    let index = || usize::try_from(result.get("ruleIndex")?.as_u64()?).ok();
    let rule = named.or_else(|| rules.get(index()?))?;
    let text = rule.get("messageStrings")?.get(id)?.get("text")?.as_str()?;
    let arguments = message.get("arguments").and_then(Value::as_array).into_iter().flatten();
    let arguments = arguments.filter_map(Value::as_str).enumerate();
    Some(arguments.fold(text.to_owned(), |text, (at, it)| text.replace(&format!("{{{at}}}"), it)))
}
