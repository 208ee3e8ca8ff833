//! Secrets in JSON values.

use serde_json::Value;

use crate::name::{self, Kind};
use crate::value::{is_quoted_literal, is_random, is_very_random};
use crate::{REDACTED, redact};

/// Takes secrets out of all text in a JSON value, and out of what is given to a key
/// such as `password`, as [`redact`] does in text. Whether anything was taken out.
///
/// ```
/// let mut value = serde_json::json!({"user": "ann", "password": "hunter"});
/// assert!(secrets::redact_json(&mut value));
/// assert_eq!(value, serde_json::json!({"user": "ann", "password": "[redacted]"}));
/// ```
pub fn redact_json(value: &mut Value) -> bool {
    match value {
        Value::String(text) => {
            let clean = redact(text);
            let is_changed = clean != text.as_str();
            if is_changed {
                *text = clean.into_owned();
            }
            is_changed
        }
        Value::Array(items) => {
            let mut any = false;
            for item in items {
                any |= redact_json(item);
            }
            any
        }
        Value::Object(fields) => {
            let mut any = false;
            for (key, value) in fields {
                any |= match value {
                    Value::String(text) if is_secret(key, text) => {
                        REDACTED.clone_into(text);
                        true
                    }
                    value => redact_json(value),
                };
            }
            any
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether this text is a secret under this key.
fn is_secret(key: &str, text: &str) -> bool {
    match name::kind(key) {
        Some(Kind::Password) => text.len() > 3 && is_quoted_literal(text) && !text.contains(' '),
        Some(Kind::Secret) => text.len() > 5 && is_random(text) && !text.contains(' '),
        Some(Kind::Weak) => is_very_random(text),
        Some(Kind::Pair) | None => false,
    }
}
