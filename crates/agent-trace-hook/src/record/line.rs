//! A line of the ledger, and what may be wrong with it.

use std::fmt;

use serde_json::Value;

/// A line of the ledger.
#[derive(Debug)]
pub(crate) struct Line {
    /// `<file>:<line>`.
    pub(crate) place: String,
    /// `None` where it is no JSON.
    pub(crate) record: Option<Value>,
}

/// Something that is wrong with a line of the ledger, or with all of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// `<file>:<line>`, or the file.
    pub(crate) place: String,
    /// The record's id, if it has one.
    pub(crate) id: Option<String>,
    pub(crate) what: String,
}

impl Line {
    /// Something that is wrong with the line.
    pub(crate) fn finding(&self, what: &str) -> Finding {
        let id = self.record.as_ref().and_then(|record| record.get("id")?.as_str());
        let id = id.map(|id| hook_runtime::one_line(id, 40));
        Finding { place: self.place.clone(), id, what: what.to_owned() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        if let Some(id) = &self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.what)
    }
}
