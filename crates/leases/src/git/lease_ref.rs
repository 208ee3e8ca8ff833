//! The refs of leases: their names, and what they say. Whoever has a repository can read them, without being an authority.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::record::Record;
use crate::{AuthorityError, Tokens};

/// Where the refs are.
pub(super) const REFS: &str = "refs/tacklebox/leases/";

/// How `git for-each-ref` prints what [`listed`] reads.
pub(super) const LIST_FORMAT: &str = "--format=%(refname)%00%(objectname)%00%(contents)%00";

/// The tree without files, which every repository knows by this name. Source: `git hash-object -t tree /dev/null`.
pub(super) const EMPTY_TREE: &str = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/// The refs of a repository. One that cannot be read is an error for its intent alone.
#[derive(Debug, Default)]
pub(super) struct Listed {
    /// The commit and its content, by intent.
    pub(super) records: BTreeMap<String, (String, Record)>,
    /// Why it cannot be read, by intent.
    pub(super) unreadable: BTreeMap<String, AuthorityError>,
}

/// What one commit of a lease's ref says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaseRef {
    /// The id of the intent.
    pub intent: String,
    /// The session that holds it, or held it last.
    pub session: String,
    /// The machine of that session.
    pub machine: String,
    /// See [`crate::Held::token`].
    pub token: u64,
    /// Whether the lease was released.
    pub is_free: bool,
}

impl LeaseRef {
    /// The arguments with which Git lists the refs of leases of a repository, for [`LeaseRef::tokens`].
    pub const LIST: [&str; 3] = ["for-each-ref", LIST_FORMAT, REFS];

    /// The arguments with which Git shows a commit, which follows them, for [`LeaseRef::parse`].
    pub const SHOW: [&str; 3] = ["log", "-1", "--format=%H%x00%P%x00%T%x00%B"];

    /// Whether a ref is one of a lease.
    pub fn is_named(name: &str) -> bool {
        name.starts_with(REFS)
    }

    /// The token of each intent that Git has listed.
    pub fn tokens(listing: &str) -> Tokens {
        listed(listing).tokens()
    }

    /// What the commit `id` says, as Git has shown it, that the ref `name` names or is to name.
    ///
    /// # Errors
    /// [`AuthorityError::Invalid`] or [`AuthorityError::Newer`].
    pub fn parse(name: &str, id: &str, shown: &str) -> Result<LeaseRef, AuthorityError> {
        let invalid = |why: &str| AuthorityError::Invalid(why.to_owned());
        let intent = name.strip_prefix(REFS).and_then(decoded);
        let intent = intent.ok_or_else(|| invalid(&format!("the name {name}")))?;
        let parts: Vec<&str> = shown.splitn(4, '\0').collect();
        // Git shows the commit that a tag names.
        let [commit, parents, tree, message] = parts[..] else { return Err(invalid("no commit")) };
        if commit != id {
            return Err(invalid("not a commit"));
        }
        if !parents.is_empty() || tree != EMPTY_TREE {
            return Err(invalid("a commit with parents or files"));
        }
        Ok(LeaseRef::of(intent, &Record::parse(message.trim())?))
    }

    fn of(intent: String, record: &Record) -> LeaseRef {
        let claim = record.claim(&intent);
        LeaseRef {
            intent,
            session: claim.session,
            machine: claim.machine,
            token: record.token,
            is_free: record.is_free,
        }
    }
}

impl Listed {
    /// See [`Tokens`].
    pub(super) fn tokens(&self) -> Tokens {
        let read = self.records.iter().map(|(intent, (_, it))| (intent.clone(), Some(it.token)));
        read.chain(self.unreadable.keys().map(|intent| (intent.clone(), None))).collect()
    }
}

/// What Git prints with [`LIST_FORMAT`].
pub(super) fn listed(listing: &str) -> Listed {
    let mut leases = Listed::default();
    for entry in listing.split_terminator("\0\n") {
        let mut parts = entry.splitn(3, '\0');
        let (Some(name), Some(oid), Some(message)) = (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        // A ref that nobody of ours has written holds nothing and is never overwritten.
        let Some(intent) = name.strip_prefix(REFS).and_then(decoded) else { continue };
        match Record::parse(message) {
            Ok(record) => drop(leases.records.insert(intent, (oid.to_owned(), record))),
            Err(err) => drop(leases.unreadable.insert(intent, err)),
        }
    }
    leases
}

/// The ref of an intent. What a ref's name may not have is written as `%XX`.
pub(super) fn name(intent: &str) -> String {
    let mut name = String::from(REFS);
    for byte in intent.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') {
            name.push(char::from(byte));
        } else {
            let _infallible = write!(name, "%{byte:02X}");
        }
    }
    name
}

/// The intent of a ref's name after [`REFS`]; `None` if [`name`] did not make it.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    let intent = String::from_utf8(bytes).ok()?;
    (name(&intent).strip_prefix(REFS) == Some(text)).then_some(intent)
}
