//! JSON with comments and commas at the end, as `deno` and `devbox` read it.

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::Value;

/// The value of a text; `None` if it is none.
pub(crate) fn parsed(text: &str) -> Option<Value> {
    parse_to_serde_value(text, &ParseOptions::default()).ok()
}
