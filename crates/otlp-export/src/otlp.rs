//! The JSON of OTLP 1.10.
//!
//! Source: the OTLP specification, "JSON Protobuf Encoding": 64-bit integers are strings, enumerations are numbers.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

/// Longer values of attributes are cut, in characters.
const MAX_VALUE: usize = 1024;

/// A value of any type. Receivers refuse a value without a type, so `null` is left out of objects.
pub(crate) fn value(of: &Value) -> Value {
    match of {
        Value::Null => json!({}),
        Value::Bool(it) => json!({"boolValue": it}),
        Value::Number(it) if it.is_f64() => json!({"doubleValue": it}),
        Value::Number(it) => json!({"intValue": it.to_string()}),
        Value::String(it) => json!({"stringValue": it.chars().take(MAX_VALUE).collect::<String>()}),
        Value::Array(all) => {
            json!({"arrayValue": {"values": all.iter().map(value).collect::<Vec<_>>()}})
        }
        Value::Object(all) => {
            let pairs =
                all.iter().filter(|(_, of)| !of.is_null()).map(|(key, of)| attribute(key, of));
            json!({"kvlistValue": {"values": pairs.collect::<Vec<_>>()}})
        }
    }
}

/// An attribute.
pub(crate) fn attribute(key: &str, of: &Value) -> Value {
    json!({"key": key, "value": value(of)})
}

/// The time in nanoseconds.
pub(crate) fn nanos(time: SystemTime) -> String {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos()).to_string()
}

/// The scope of all that is sent.
fn scope() -> Value {
    json!({"name": "tacklebox", "version": env!("CARGO_PKG_VERSION")})
}

/// A request with log records.
pub(crate) fn logs(resource: &[Value], records: &[Value]) -> Value {
    json!({"resourceLogs": [{
        "resource": {"attributes": resource},
        "scopeLogs": [{"scope": scope(), "logRecords": records}],
    }]})
}

/// A request with metrics.
pub(crate) fn metrics(resource: &[Value], metrics: &[Value]) -> Value {
    json!({"resourceMetrics": [{
        "resource": {"attributes": resource},
        "scopeMetrics": [{"scope": scope(), "metrics": metrics}],
    }]})
}
