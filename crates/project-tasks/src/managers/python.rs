//! What tasks of Python projects have in common.

use crate::text::{UNKNOWN, quoted};

/// A call of the function that `module:function` or `module:function(args)` names.
pub(super) fn called(function: &str) -> String {
    let Some((module, call)) = function.trim().split_once(':') else { return UNKNOWN.to_owned() };
    let name = call.split('(').next().unwrap_or(call).trim();
    let call = if call.contains('(') { call.to_owned() } else { format!("{call}()") };
    format!("python3 -c {}", quoted(&format!("from {module} import {name}\n{call}\n")))
}

/// A line with arguments where `{args}` or `{args:x}` stands, and whether that stands in it.
pub(super) fn with_args(line: &str, args: &str) -> Option<(String, bool)> {
    let mut found = String::new();
    let mut rest = line;
    let mut is_there = false;
    while let Some((before, behind)) = rest.split_once("{args") {
        let (default, behind) = behind.split_once('}')?;
        let default = default.strip_prefix(':').unwrap_or("");
        found.extend([before, if args.is_empty() { default } else { args }]);
        rest = behind;
        is_there = true;
    }
    found.push_str(rest);
    Some((found, is_there))
}
