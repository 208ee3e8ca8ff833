//! Takes typed fields out of a JSON object, without errors.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::host::Host;
use crate::repair::repaired;

/// The fields of an object that were not taken yet, as they were sent.
pub(crate) type Raw = BTreeMap<String, Box<RawValue>>;

/// The fields of an object while it is read.
///
/// Each getter takes its field out if it has the right type (`null` has every type), and otherwise
/// leaves it. What is left at the end is unknown to us.
///
/// Fields are not parsed until they are needed: a payload may contain megabytes of file content
/// that no hook looks at, and a field that is nested too deeply must not hide the others.
pub(crate) struct Fields {
    raw: Raw,
    host: Host,
}

impl Fields {
    /// The fields of the JSON object in `text`.
    pub(crate) fn parse(text: &str) -> serde_json::Result<Self> {
        Ok(Self { raw: from_json(text)?, host: Host::default() })
    }

    /// These fields, sent by this host.
    pub(crate) fn sent_by(self, host: Host) -> Self {
        Self { host, ..self }
    }

    /// The host that sent them.
    pub(crate) fn host(&self) -> Host {
        self.host
    }

    pub(crate) fn string(&mut self, key: &str) -> Option<String> {
        self.take(key)
    }

    /// Like [`Fields::string`], but an empty string counts as missing: hosts send either.
    pub(crate) fn words(&mut self, key: &str) -> Option<String> {
        self.string(key).filter(|text| !text.is_empty())
    }

    /// A string, or the texts of a list of parts, joined by line breaks.
    pub(crate) fn text_or_parts(&mut self, key: &str) -> Option<String> {
        self.string(key).or_else(|| {
            let parts: Vec<Value> = self.take(key)?;
            let texts = parts.iter().filter_map(|part| part.get("text")?.as_str());
            Some(texts.collect::<Vec<_>>().join("\n"))
        })
    }

    pub(crate) fn boolean(&mut self, key: &str) -> Option<bool> {
        self.take(key)
    }

    pub(crate) fn value(&mut self, key: &str) -> Option<Value> {
        self.take(key).filter(|value: &Value| !value.is_null())
    }

    /// Like [`Fields::value`], but an object that cannot be parsed is read key by key, and a value
    /// that is nested too deeply becomes `null`.
    pub(crate) fn input(&mut self, key: &str) -> Option<Value> {
        if let Some(value) = self.value(key) {
            return Some(value);
        }
        let keys: Raw = self.take(key)?;
        let read = |raw: &RawValue| from_json(raw.get()).unwrap_or(Value::Null);
        Some(keys.iter().map(|(key, raw)| (key.clone(), read(raw))).collect())
    }

    pub(crate) fn object(&mut self, key: &str) -> Option<serde_json::Map<String, Value>> {
        self.take(key)
    }

    /// Whether the field was sent at all, of whatever type.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.raw.contains_key(key)
    }

    /// A string, which is not taken out.
    pub(crate) fn peek(&self, key: &str) -> Option<String> {
        from_json(self.raw.get(key)?.get()).ok()
    }

    /// Renames the field at `path` to `ours`, unless there is such a field already. A path with a
    /// dot names a field of an object, which is copied.
    pub(crate) fn rename(&mut self, path: &str, ours: &str) {
        if self.has(ours) {
            return;
        }
        let value = match path.split_once('.') {
            None => self.raw.remove(path),
            Some((key, inner)) => self.inside(key).and_then(|mut object| object.remove(inner)),
        };
        self.raw.extend(value.map(|value| (ours.to_owned(), value)));
    }

    fn inside(&self, key: &str) -> Option<Raw> {
        from_json(self.raw.get(key)?.get()).ok()
    }

    /// The fields that were not taken.
    pub(crate) fn rest(self) -> Raw {
        self.raw
    }

    fn take<T: DeserializeOwned>(&mut self, key: &str) -> Option<T> {
        let value = from_json(self.raw.get(key)?.get()).ok()?;
        self.raw.remove(key);
        Some(value)
    }
}

/// Parses JSON that a host wrote. If it is invalid, the known faults of hosts are repaired and it
/// is parsed again.
///
/// # Errors
/// If it is still invalid.
pub fn from_json<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str(text).or_else(|err| match repaired(text) {
        Some(repaired) => serde_json::from_str(&repaired),
        None => Err(err),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Fields {
        Fields::parse(text).unwrap()
    }

    #[test]
    fn takes_what_fits_and_leaves_the_rest() {
        let mut f = fields(r#"{"a": "x", "b": 1, "c": null, "d": {"e": true}, "f": ""}"#);
        assert_eq!(f.string("a").as_deref(), Some("x"));
        assert_eq!(f.string("b"), None);
        assert_eq!(f.string("c"), None);
        assert_eq!(f.value("c"), None);
        assert_eq!(f.words("f"), None);
        assert!(f.has("d"));
        let rest = f.rest();
        assert_eq!(rest.keys().map(String::as_str).collect::<Vec<_>>(), ["b", "d"]);
    }

    #[test]
    fn a_field_too_deep_to_parse_does_not_hide_the_others() {
        let deep = format!("{{\"deep\": {}{}, \"a\": \"x\"}}", "[".repeat(300), "]".repeat(300));
        let mut f = fields(&deep);
        assert_eq!(f.value("deep"), None);
        assert_eq!(f.string("a").as_deref(), Some("x"));
    }

    #[test]
    fn an_input_too_deep_to_parse_keeps_its_other_keys() {
        let deep = format!("{}{}", "[".repeat(300), "]".repeat(300));
        let mut f = fields(&format!("{{\"i\": {{\"x\": {deep}, \"path\": \"a\"}}}}"));
        assert_eq!(f.input("i"), Some(serde_json::json!({"x": null, "path": "a"})));
    }

    #[test]
    fn faults_in_strings_hide_no_field() {
        let check = |json: &str, expected: &str| {
            assert_eq!(fields(json).string("a").as_deref(), Some(expected), "{json}");
        };
        check(r#"{"a": "x\ud83dy"}"#, "x\u{fffd}y");
        check(r#"{"\ud800": 1, "a": "x"}"#, "x");
        check("{\"b\": \"\t\", \"a\": \"\u{1}\"}", "\u{1}");
        check(r#"{"b\e": {"c": "\x41"}, "a": "\e"}"#, r"\e");
    }

    #[test]
    fn what_is_no_json_object_is_refused() {
        for text in ["", "[]", "null", "1", "{\"a\":", "{} {}", "{\"a\": \"\\ud800"] {
            assert!(Fields::parse(text).is_err(), "{text}");
        }
    }
}
