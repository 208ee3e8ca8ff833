//! What is known of a call: what it would do, the policy and the intents, who acts, and which
//! intents are available.

pub(crate) mod availability;
pub(crate) mod call;
pub(crate) mod call_effects;
pub(crate) mod confinement;
pub(crate) mod facts;
pub(crate) mod free_path;
pub(crate) mod load;
pub(crate) mod locks;
pub(crate) mod machine;
pub(crate) mod order;
pub(crate) mod outputs;
pub(crate) mod program;
pub(crate) mod refusals;
pub(crate) mod session;
pub(crate) mod shell;
pub(crate) mod sync_program;
pub(crate) mod target;
