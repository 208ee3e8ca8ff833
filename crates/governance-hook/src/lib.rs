//! The agent knows its activity state and cannot do what that state forbids.
