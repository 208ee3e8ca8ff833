//! Changes of a tool's input by several hooks.

use std::collections::BTreeMap;
use std::fmt;

use hook_runtime::Field;
use serde_json::{Map, Value};

/// The rewritten input. A rewrite is taken as a whole or not at all.
#[derive(Debug, Clone, Default)]
pub(crate) struct Rewrites {
    input: Option<Map<String, Value>>,
    /// The hook that changed each field.
    written: BTreeMap<String, &'static str>,
    /// Whether the input as it is now came with a grant.
    is_granted: bool,
}

/// Why a rewrite is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// Another hook already changed the field.
    Taken {
        /// Who.
        by: &'static str,
        /// What.
        field: String,
    },
    /// The hook did not declare the field.
    Undeclared {
        /// Of which tool.
        tool: String,
        /// What.
        field: String,
    },
}

impl Rewrites {
    /// The input as it is now, if it was changed.
    pub(crate) fn input(&self) -> Option<&Map<String, Value>> {
        self.input.as_ref()
    }

    /// Whether the change came as an answer in the person's place, and goes where the person
    /// is asked.
    pub(crate) fn is_granted(&self) -> bool {
        self.is_granted
    }

    /// Who has changed something, in order of the fields.
    pub(crate) fn authors(&self) -> Vec<&'static str> {
        let mut authors: Vec<_> = self.written.values().copied().collect();
        authors.sort_unstable();
        authors.dedup();
        authors
    }

    /// Takes what `hook` made of the input `before` it; whether that is another one.
    ///
    /// # Errors
    /// If it changed a field that another had changed, or that it has not declared
    /// ([`hook_runtime::Hook::writes`]) for `tool`.
    pub(crate) fn take(
        &mut self,
        hook: &'static str,
        declared: &[Field],
        tool: &str,
        before: &Value,
        after: &Map<String, Value>,
        is_granted: bool,
    ) -> Result<bool, Refusal> {
        let changed = changed_fields(before, after);
        for field in &changed {
            if let Some(by) = self.written.get(field) {
                return Err(Refusal::Taken { by, field: field.clone() });
            }
            let is_declared = |(of, name): &Field| is_tool(of, tool) && name == field;
            if !declared.iter().any(is_declared) {
                let (tool, field) = (tool.to_owned(), field.clone());
                return Err(Refusal::Undeclared { tool, field });
            }
        }
        if changed.is_empty() {
            return Ok(false);
        }
        self.written.extend(changed.into_iter().map(|field| (field, hook)));
        self.input = Some(after.clone());
        self.is_granted |= is_granted;
        Ok(true)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken { by, field } => write!(f, "{by} already changed `{field}`"),
            Self::Undeclared { tool, field } => {
                write!(f, "`{field}` of {tool} is not in the `writes` of its manifest")
            }
        }
    }
}

/// Whether a declared tool is this one: by its name, or as the tool of a server.
fn is_tool(declared: &str, tool: &str) -> bool {
    declared == tool || tool.strip_suffix(declared).is_some_and(|server| server.ends_with("__"))
}

/// The fields that differ, including removed ones.
fn changed_fields(before: &Value, after: &Map<String, Value>) -> Vec<String> {
    let nothing = Map::new();
    let before = before.as_object().unwrap_or(&nothing);
    let new = after.iter().filter(|(field, value)| before.get(*field) != Some(value));
    let gone = before.iter().filter(|(field, _)| !after.contains_key(*field));
    new.chain(gone).map(|(field, _)| field.clone()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const DECLARED: &[Field] = &[("Bash", "command"), ("Bash", "timeout"), ("Ask", "answers")];

    #[track_caller]
    fn check(steps: &[(&'static str, Value)], expected: &Value, lost: &[&str]) {
        let mut input = json!({"command": "ls", "description": "d"});
        let mut rewrites = Rewrites::default();
        let mut losers = Vec::new();
        for (hook, after) in steps {
            let after = after.as_object().unwrap();
            match rewrites.take(hook, DECLARED, "Bash", &input, after, false) {
                Ok(_) => input = Value::Object(after.clone()),
                Err(reason) => losers.push(format!("{hook}: {reason}")),
            }
        }
        assert_eq!(input, *expected);
        assert_eq!(losers, lost);
    }

    #[test]
    fn each_sees_what_the_one_before_made() {
        let first = json!({"command": "ls -l", "description": "d"});
        let second = json!({"command": "ls -l", "description": "d", "timeout": 1});
        check(&[("a", first), ("b", second.clone())], &second, &[]);
    }

    #[test]
    fn a_second_writer_of_a_field_loses_whole() {
        let first = json!({"command": "ls -l", "description": "d"});
        let second = json!({"command": "ls -a", "description": "d", "timeout": 1});
        check(&[("a", first.clone()), ("b", second)], &first, &["b: a already changed `command`"]);
    }

    #[test]
    fn a_field_that_is_not_declared_is_not_written() {
        let before = json!({"command": "ls", "description": "d"});
        let other = json!({"command": "ls -l", "description": "e"});
        let gone = json!({"command": "ls"});
        let reason = "`description` of Bash is not in the `writes` of its manifest";
        check(&[("a", other)], &before, &[&format!("a: {reason}")]);
        check(&[("a", gone)], &before, &[&format!("a: {reason}")]);
    }

    #[test]
    fn a_tool_of_a_server_is_declared_by_its_own_name() {
        for (tool, expected) in
            [("Ask", true), ("mcp__proxy__Ask", true), ("proxyAsk", false), ("Asks", false)]
        {
            assert_eq!(is_tool("Ask", tool), expected, "{tool}");
        }
    }
}
