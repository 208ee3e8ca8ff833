//! Expressions of a justfile: strings, names, functions, backticks.

use std::cell::Cell;
use std::path::Path;

use crate::marks::{self, CLOSE, OPEN, UNSETTLED};
use crate::text::quoted;

/// Expressions stand in each other so far.
const MAX_DEPTH: usize = 16;

/// What names and functions say where an expression stands.
pub(super) trait Scope {
    /// The value of a variable or parameter.
    fn value(&self, name: &str, depth: usize) -> Option<String>;

    fn folder(&self) -> &Path;

    fn started_in(&self) -> &Path;

    /// So many bytes may still be put together.
    fn left(&self) -> &Cell<usize>;
}

/// Reads an expression from the beginning of a text; what stands behind it is left in `rest`.
pub(super) struct Reader<'t, 's> {
    pub(super) rest: &'t str,
    scope: &'s dyn Scope,
    depth: usize,
}

impl<'t, 's> Reader<'t, 's> {
    pub(super) fn new(text: &'t str, scope: &'s dyn Scope, depth: usize) -> Self {
        Self { rest: text, scope, depth }
    }

    pub(super) fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Takes a text if it is next.
    pub(super) fn take(&mut self, text: &str) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    pub(super) fn name(&mut self) -> Option<&'t str> {
        self.skip();
        let end =
            self.rest.find(|next: char| !(next.is_ascii_alphanumeric() || "_-".contains(next)));
        let (name, rest) = self.rest.split_at_checked(end.unwrap_or(self.rest.len()))?;
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        self.rest = if is_name { rest } else { self.rest };
        is_name.then_some(name)
    }

    /// An expression with its operators.
    pub(super) fn expression(&mut self) -> Option<String> {
        if self.depth > MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let mut found =
            if self.take("/") { format!("/{}", self.operand()?) } else { self.operand()? };
        loop {
            if self.take("+") {
                found.push_str(&self.operand()?);
            } else if self.take("&&") || self.take("||") {
                self.operand()?;
                UNSETTLED.clone_into(&mut found);
            } else if self.take("/") {
                let next = self.operand()?;
                found = format!("{found}/{next}");
            } else {
                break;
            }
            self.spend(found.len())?;
        }
        self.depth -= 1;
        Some(found)
    }

    fn spend(&self, len: usize) -> Option<()> {
        let left = self.scope.left();
        left.set(left.get().checked_sub(len + 1)?);
        Some(())
    }

    fn operand(&mut self) -> Option<String> {
        self.skip();
        if self.rest.starts_with("if ") {
            return self.choice();
        }
        self.value()
    }

    /// `if a == b { c } else { d }`.
    fn choice(&mut self) -> Option<String> {
        self.take("if");
        let left = self.expression()?;
        let operator = ["==", "!=", "=~", "!~"].into_iter().find(|mark| self.take(mark))?;
        let right = self.expression()?;
        self.take("{").then_some(())?;
        let first = self.expression()?;
        (self.take("}") && self.take("else")).then_some(())?;
        self.skip();
        let second = if self.rest.starts_with("if ") {
            self.choice()?
        } else {
            self.take("{").then_some(())?;
            let second = self.expression()?;
            self.take("}").then_some(())?;
            second
        };
        let is_settled = !left.contains(OPEN) && !right.contains(OPEN);
        Some(match operator {
            "==" if is_settled => {
                if left == right {
                    first
                } else {
                    second
                }
            }
            "!=" if is_settled => {
                if left == right {
                    second
                } else {
                    first
                }
            }
            _ => UNSETTLED.to_owned(),
        })
    }

    /// A value without operators.
    pub(super) fn value(&mut self) -> Option<String> {
        self.skip();
        self.spend(0)?;
        if self.take("(") {
            let found = self.expression()?;
            return self.take(")").then_some(found);
        }
        if let Some(found) = self.string() {
            return Some(found);
        }
        let name = self.name()?;
        if !self.rest.starts_with('(') {
            let found = self.scope.value(name, self.depth + 1)?;
            self.spend(found.len())?;
            return Some(found);
        }
        self.take("(");
        let mut args = vec![];
        while !self.take(")") {
            args.push(self.expression()?);
            let is_next = self.take(",");
            if !is_next && !self.rest.trim_start().starts_with(')') {
                // Such as the condition of `assert`.
                return None;
            }
        }
        let args: Vec<_> = args.iter().map(String::as_str).collect();
        self.called(name, &args)
    }

    /// A string or a command in backticks.
    fn string(&mut self) -> Option<String> {
        let is_format = self.rest.starts_with("f'") || self.rest.starts_with("f\"");
        let is_shell = self.rest.starts_with("x'") || self.rest.starts_with("x\"");
        let text = if is_format || is_shell { self.rest.get(1..)? } else { self.rest };
        let marks = ["'''", "\"\"\"", "```", "'", "\"", "`"];
        let mark = marks.into_iter().find(|mark| text.starts_with(mark))?;
        let behind = text.strip_prefix(mark)?;
        let is_escaped = mark.starts_with('"');
        let mut end = 0;
        while let Some(rest) = behind.get(end..).filter(|rest| !rest.starts_with(mark)) {
            let mut chars = rest.chars();
            let next = chars.next()?;
            end += next.len_utf8();
            if is_escaped && next == '\\' {
                end += chars.next()?.len_utf8();
            }
        }
        let (inside, rest) = behind.split_at_checked(end)?;
        self.rest = rest.strip_prefix(mark)?;
        let inside = if mark.len() == 3 { unindented(inside) } else { inside.to_owned() };
        if mark.starts_with('`') {
            return Some(format!("{OPEN}({inside}{CLOSE}"));
        }
        let has_expansions = is_format || (is_shell && inside.contains(['$', '~']));
        let found = if is_escaped { unescaped(&inside) } else { inside };
        Some(if has_expansions { UNSETTLED.to_owned() } else { found })
    }

    /// What a function gives.
    fn called(&self, name: &str, args: &[&str]) -> Option<String> {
        let path = |path: &Path| Some(path.to_string_lossy().into_owned());
        let is_settled = !args.iter().any(|arg| arg.contains(OPEN));
        match (name, args) {
            ("justfile_directory" | "justfile_dir", []) => path(self.scope.folder()),
            ("invocation_directory" | "invocation_dir" | "invocation_directory_native", []) => {
                path(self.scope.started_in())
            }
            ("env" | "env_var" | "env_var_or_default", [name, ..]) if marks::is_name(name) => {
                Some(marks::unsettled(name))
            }
            ("home_directory" | "home_dir", []) => Some(marks::unsettled("HOME")),
            ("just_executable", []) => Some("just".to_owned()),
            ("os", []) => Some(std::env::consts::OS.to_owned()),
            ("os_family", []) => Some(std::env::consts::FAMILY.to_owned()),
            ("arch", []) => Some(std::env::consts::ARCH.to_owned()),
            ("shell", [command]) => Some(format!("{OPEN}({}{CLOSE}", marks::rendered(command)?)),
            ("quote", [text]) => Some(quoted(text)),
            ("require" | "which", [program]) => Some((*program).to_owned()),
            (_, _) if !is_settled => Some(UNSETTLED.to_owned()),
            ("join", parts) => Some(parts.join("/")),
            ("trim", [text]) => Some(text.trim().to_owned()),
            ("uppercase", [text]) => Some(text.to_uppercase()),
            ("lowercase", [text]) => Some(text.to_lowercase()),
            ("replace", [text, from, to]) => Some(text.replace(from, to)),
            ("parent_directory" | "parent_dir", [path]) => {
                path.rsplit_once('/').map(|(above, _)| above.to_owned())
            }
            ("file_name", [path]) => path.rsplit('/').next().map(str::to_owned),
            _ => Some(UNSETTLED.to_owned()),
        }
    }
}

/// A text with what stands in `{{ }}` put in.
pub(super) fn interpolated(text: &str, scope: &dyn Scope, depth: usize) -> Option<String> {
    let mut found = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("{{") {
        found.push_str(before);
        if let Some(behind) = behind.strip_prefix("{{") {
            found.push_str("{{");
            rest = behind;
            continue;
        }
        let mut reader = Reader::new(behind, scope, depth);
        found.push_str(&reader.expression()?);
        reader.take("}}").then_some(())?;
        rest = reader.rest;
    }
    found.push_str(rest);
    Some(found)
}

fn unescaped(text: &str) -> String {
    let mut found = String::new();
    let mut chars = text.chars();
    while let Some(next) = chars.next() {
        if next != '\\' {
            found.push(next);
            continue;
        }
        match chars.next() {
            Some('n') => found.push('\n'),
            Some('t') => found.push('\t'),
            Some('r') => found.push('\r'),
            Some('\n') | None => {}
            Some(other) => found.push(other),
        }
    }
    found
}

/// A text without what all of its lines begin with, and without the line break at its beginning.
fn unindented(text: &str) -> String {
    let text = text.strip_prefix('\n').unwrap_or(text);
    let lines = || text.split('\n');
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let least = lines().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    let cut = lines().map(|line| line.get(least..).unwrap_or(""));
    cut.collect::<Vec<_>>().join("\n")
}
