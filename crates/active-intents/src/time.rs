//! Times in files, as RFC 3339.

use std::time::SystemTime;

use humantime::{format_rfc3339_millis, parse_rfc3339};
use serde::{Deserialize as _, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(
    time: &SystemTime,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_rfc3339_millis(*time))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<SystemTime, D::Error> {
    let text = String::deserialize(deserializer)?;
    // Some programs write `+00:00` for `Z`.
    let text = text.strip_suffix("+00:00").map_or(text.clone(), |start| format!("{start}Z"));
    parse_rfc3339(&text).map_err(serde::de::Error::custom)
}
