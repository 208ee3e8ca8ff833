//! The refs of leases: their names, and what they say. Whoever has a repository can read them, without being an authority.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::record::Record;
use crate::AuthorityError;

/// Where the refs are.
pub(super) const REFS: &str = "refs/tacklebox/leases/";

/// How `git for-each-ref` prints what [`listed`] reads.
pub(super) const LIST_FORMAT: &str = "--format=%(refname)%00%(objectname)%00%(contents)%00%00";

/// The commit and its content, by intent.
pub(super) type Listed = BTreeMap<String, (String, Record)>;

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
    /// The arguments with which Git lists the refs of leases of a repository, for [`LeaseRef::list`].
    pub const LIST: [&str; 3] = ["for-each-ref", LIST_FORMAT, REFS];

    /// Whether a ref is one of a lease.
    pub fn is_named(name: &str) -> bool {
        name.starts_with(REFS)
    }

    /// Reads what Git has listed.
    ///
    /// # Errors
    /// [`AuthorityError::Invalid`] or [`AuthorityError::Newer`].
    pub fn list(listing: &str) -> Result<Vec<LeaseRef>, AuthorityError> {
        let lease = |(intent, (_, record))| LeaseRef::of(intent, &record);
        Ok(listed(listing)?.into_iter().map(lease).collect())
    }

    /// What the message of a commit says that the ref `name` names, or is to name.
    ///
    /// # Errors
    /// [`AuthorityError::Invalid`] or [`AuthorityError::Newer`].
    pub fn parse(name: &str, message: &str) -> Result<LeaseRef, AuthorityError> {
        let intent = name.strip_prefix(REFS).and_then(decoded);
        let intent = intent.ok_or_else(|| AuthorityError::Invalid(format!("the name {name}")))?;
        Ok(LeaseRef::of(intent, &Record::parse(message)?))
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

/// What Git prints with [`LIST_FORMAT`].
///
/// # Errors
/// [`AuthorityError::Invalid`] or [`AuthorityError::Newer`].
pub(super) fn listed(listing: &str) -> Result<Listed, AuthorityError> {
    let mut leases = Listed::new();
    for entry in listing.split("\0\0").map(str::trim).filter(|entry| !entry.is_empty()) {
        let mut parts = entry.splitn(3, '\0');
        let (Some(name), Some(oid), Some(message)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(AuthorityError::Invalid(format!("a ref: {entry:?}")));
        };
        // A ref that nobody of ours has written holds nothing and is never overwritten.
        let Some(intent) = name.strip_prefix(REFS).and_then(decoded) else { continue };
        leases.insert(intent, (oid.to_owned(), Record::parse(message)?));
    }
    Ok(leases)
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
