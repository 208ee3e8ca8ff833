//! Fields that may have any type, and count only with the one that is expected.

use std::borrow::Cow;

use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_json::value::RawValue;

/// What `raw` says, if it is a text.
pub(crate) fn text(raw: &RawValue) -> Option<Cow<'_, str>> {
    match serde_json::from_str::<&str>(raw.get()) {
        Ok(text) => Some(Cow::Borrowed(text)),
        // Escapes have to be undone.
        Err(_) => value::<String>(raw).map(Cow::Owned),
    }
}

/// What `raw` says, if it has that type.
pub(crate) fn value<T: DeserializeOwned>(raw: &RawValue) -> Option<T> {
    hook_protocol::from_json(raw.get()).ok()
}

/// The fields of an object. A list would count as one, its items in order.
pub(crate) fn object<'a, T: Deserialize<'a>>(text: &'a str) -> Option<T> {
    text.trim_start().starts_with('{').then(|| serde_json::from_str(text).ok())?
}

/// Takes a field that is a text.
pub(crate) fn take_text<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Cow<'de, str>>, D::Error> {
    Ok(text(<&RawValue>::deserialize(deserializer)?))
}

/// Takes a field that is `true`, or is not.
pub(crate) fn take_flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(<&RawValue>::deserialize(deserializer)?.get() == "true")
}
