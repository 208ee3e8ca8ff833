//! Variables of `make`, and what a text with references to them says.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::functions;
use crate::marks::{self, CLOSE, OPEN, UNSETTLED, inside, is_name};

/// References lead so far.
const MAX_DEPTH: usize = 16;

/// So much is expanded of one file, in bytes.
const MAX_EXPANDED: usize = 512 * 1024;

/// A variable.
#[derive(Clone, Debug)]
pub(super) struct Value {
    text: String,
    /// Whether the references in its text are still to be followed.
    is_deferred: bool,
    /// Whether the command line gives it, which goes before what the file says.
    is_given: bool,
}

/// How a line sets a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Deferred,
    Now,
    IfUnset,
    Append,
    Run,
}

/// A line that sets a variable.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    pub(super) name: String,
    pub(super) operator: Operator,
    pub(super) text: String,
    pub(super) is_override: bool,
}

/// What `$@`, `$<`, `$^` and `$*` say.
#[derive(Clone, Debug, Default)]
pub(super) struct Automatic {
    pub(super) target: String,
    pub(super) prerequisites: Vec<String>,
    pub(super) stem: Option<String>,
}

/// All variables.
#[derive(Clone, Debug)]
pub(super) struct Values {
    all: BTreeMap<String, Value>,
    pub(super) exported: BTreeSet<String>,
    pub(super) exports_all: bool,
    automatic: RefCell<Option<Automatic>>,
    /// The commands that run while texts are expanded.
    ran: Rc<RefCell<Vec<String>>>,
    left: Cell<usize>,
}

impl Values {
    pub(super) fn new() -> Self {
        const BUILT_IN: [(&str, &str); 10] = [
            ("MAKE", "make"),
            ("SHELL", "/bin/sh"),
            ("CC", "cc"),
            ("CXX", "g++"),
            ("CPP", "$(CC) -E"),
            ("AR", "ar"),
            ("AS", "as"),
            ("LD", "ld"),
            ("RM", "rm -f"),
            (".SHELLFLAGS", "-c"),
        ];
        let value =
            |text: &str| Value { text: text.to_owned(), is_deferred: true, is_given: false };
        Self {
            all: BUILT_IN.map(|(name, text)| (name.to_owned(), value(text))).into(),
            exported: BTreeSet::new(),
            exports_all: false,
            automatic: RefCell::new(None),
            ran: Rc::default(),
            left: Cell::new(MAX_EXPANDED),
        }
    }

    /// The commands that ran while texts were expanded.
    pub(super) fn ran(&self) -> Vec<String> {
        self.ran.borrow().clone()
    }

    /// Sets a variable to a text that is not expanded any more.
    pub(super) fn set(&mut self, name: &str, text: String) {
        self.all.insert(name.to_owned(), Value { text, is_deferred: false, is_given: false });
    }

    /// Sets a variable as the command line does.
    pub(super) fn give(&mut self, name: &str, text: &str, is_known: bool) {
        let text = if is_known { text.to_owned() } else { UNSETTLED.to_owned() };
        let value = Value { text, is_deferred: is_known, is_given: true };
        self.all.insert(name.to_owned(), value);
        self.exported.insert(name.to_owned());
    }

    /// Takes a variable from the environment, which what the file says goes before.
    pub(super) fn inherit(&mut self, name: &str, text: Option<&str>) {
        if !matches!(name, "SHELL" | "MAKE" | "CURDIR" | ".SHELLFLAGS") {
            let is_deferred = text.is_some();
            let text = text.unwrap_or(UNSETTLED).to_owned();
            self.all.insert(name.to_owned(), Value { text, is_deferred, is_given: false });
        }
    }

    /// What a variable is given, with the references in it.
    pub(super) fn written(&self, name: &str) -> Option<&str> {
        self.all.get(name).map(|value| value.text.as_str())
    }

    pub(super) fn is_given(&self, name: &str) -> bool {
        self.all.get(name).is_some_and(|value| value.is_given)
    }

    pub(super) fn is_set(&self, name: &str) -> bool {
        self.all.contains_key(name)
    }

    /// The names of those that the file or the command line sets.
    pub(super) fn names(&self) -> Vec<String> {
        let own = |name: &&String| !matches!(name.as_str(), "CURDIR" | "MAKE" | "CPP");
        self.all.keys().filter(own).cloned().collect()
    }

    /// The names of those that the file sets.
    pub(super) fn set_names(&self) -> impl Iterator<Item = &String> {
        self.all.keys()
    }

    /// Sets a variable as a line does.
    pub(super) fn assign(&mut self, line: &Assignment) -> Option<()> {
        let old = self.all.get(&line.name);
        if old.is_some_and(|value| value.is_given) && !line.is_override {
            return Some(());
        }
        let (text, is_deferred) = match line.operator {
            Operator::IfUnset if old.is_some() => return Some(()),
            Operator::Deferred | Operator::IfUnset => (line.text.clone(), true),
            Operator::Now => (self.expand(&line.text)?, false),
            Operator::Run => {
                let command = marks::rendered(&self.expand(&line.text)?)?;
                let found = format!("{OPEN}({command}{CLOSE}");
                self.ran.borrow_mut().extend(marks::substitutions(&found));
                (found, false)
            }
            Operator::Append => match old {
                None => (line.text.clone(), true),
                Some(old) if old.is_deferred => (format!("{} {}", old.text, line.text), true),
                Some(old) => (format!("{} {}", old.text, self.expand(&line.text)?), false),
            },
        };
        let value = Value { text, is_deferred, is_given: false };
        self.all.insert(line.name.clone(), value);
        Some(())
    }

    /// Sets a variable as a line that may not count: it is not settled any more, unless it says the same.
    pub(super) fn assign_perhaps(&mut self, line: &Assignment) {
        let old = self.all.get(&line.name);
        if old.is_some_and(|value| value.is_given || value.text == line.text) {
            return;
        }
        self.set(&line.name, UNSETTLED.to_owned());
    }

    /// Sets the variables of the target that is made.
    pub(super) fn set_automatic(&self, automatic: Automatic) {
        self.automatic.replace(Some(automatic));
    }

    /// A text with its references followed; `None` beyond a bound.
    pub(super) fn expand(&self, text: &str) -> Option<String> {
        self.expand_at(text, 0)
    }

    pub(super) fn expand_at(&self, text: &str, depth: usize) -> Option<String> {
        self.left.set(self.left.get().checked_sub(text.len())?);
        if depth > MAX_DEPTH {
            return Some(UNSETTLED.to_owned());
        }
        let mut expanded = String::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('$') {
            expanded.push_str(before);
            let mut chars = behind.chars();
            let Some(next) = chars.next() else {
                rest = "";
                break;
            };
            rest = chars.as_str();
            match next {
                '$' => expanded.push('$'),
                '(' | '{' => {
                    let (inside, behind) = inside(rest, next)?;
                    expanded.push_str(&self.reference(inside, depth + 1)?);
                    rest = behind;
                }
                _ => expanded.push_str(&self.variable(next.encode_utf8(&mut [0; 4]), depth + 1)?),
            }
        }
        expanded.push_str(rest);
        Some(expanded)
    }

    /// What `$(inside)` says.
    fn reference(&self, inside: &str, depth: usize) -> Option<String> {
        if let Some((name, text)) = functions::call(inside) {
            let found = functions::result(name, text, &|text| self.expand_at(text, depth))?;
            if name == "shell" {
                self.ran.borrow_mut().extend(marks::substitutions(&found));
            }
            return Some(found);
        }
        if inside.contains(':') && inside.contains('=') {
            return Some(UNSETTLED.to_owned());
        }
        if inside.contains('$') {
            let name = self.expand_at(inside, depth)?;
            let is_settled = !name.contains([OPEN, ' ', ':']);
            return if is_settled {
                self.variable(&name, depth)
            } else {
                Some(UNSETTLED.to_owned())
            };
        }
        self.variable(inside, depth)
    }

    fn variable(&self, name: &str, depth: usize) -> Option<String> {
        if let Some(found) = self.automatic.borrow().as_ref().and_then(|own| own.get(name)) {
            return Some(found);
        }
        match self.all.get(name) {
            Some(value) if value.is_deferred => self.expand_at(&value.text, depth),
            Some(value) => {
                self.left.set(self.left.get().checked_sub(value.text.len())?);
                Some(value.text.clone())
            }
            None if is_name(name) => Some(marks::unsettled(name)),
            None => Some(UNSETTLED.to_owned()),
        }
    }
}

impl Automatic {
    fn get(&self, name: &str) -> Option<String> {
        let text = match name {
            "@" => self.target.clone(),
            "<" => self.prerequisites.first().cloned().unwrap_or_default(),
            "^" => {
                let all = self.prerequisites.iter().enumerate();
                let is_first = |(place, name): &(usize, &String)| {
                    !self.prerequisites.iter().take(*place).any(|other| other == *name)
                };
                all.filter(is_first).map(|(_, name)| &**name).collect::<Vec<_>>().join(" ")
            }
            "+" => self.prerequisites.join(" "),
            "*" => self.stem.clone().unwrap_or_else(|| UNSETTLED.to_owned()),
            "@D" | "<D" => {
                let path = self.get(name.strip_suffix('D')?)?;
                path.rsplit_once('/').map_or(".", |(above, _)| above).to_owned()
            }
            "@F" | "<F" => {
                let path = self.get(name.strip_suffix('F')?)?;
                path.rsplit('/').next().unwrap_or(&path).to_owned()
            }
            "?" | "|" | "%" => UNSETTLED.to_owned(),
            _ => return None,
        };
        Some(text)
    }
}
