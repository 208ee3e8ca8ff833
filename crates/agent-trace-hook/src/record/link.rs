//! A place in the chain.

use serde::{Deserialize, Serialize};

/// A place in the chain: the number of a record and its hash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Link {
    pub(crate) seq: u64,
    pub(crate) hash: String,
}
