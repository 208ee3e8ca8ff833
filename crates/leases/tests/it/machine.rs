//! The engine of one machine, with a state folder.

use std::time::Duration;

use leases::{Authority, Machine};
use tempfile::TempDir;

use crate::conformance::{self, World};

struct Folder(TempDir);

impl World for Folder {
    fn lasting(&self, _machine: &str, ttl: Duration) -> Box<dyn Authority> {
        Box::new(Machine::new(self.0.path().join("intent-locks"), ttl))
    }
}

#[test]
fn locks_conform() {
    conformance::check(|| Box::new(Folder(tempfile::tempdir().expect("a folder"))));
}
