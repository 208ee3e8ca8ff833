//! The engine of one machine, with a state folder.

use leases::{Authority, Machine};
use tempfile::TempDir;

use crate::conformance::{self, TTL, World};

struct Folder(TempDir);

impl World for Folder {
    fn at(&self, _machine: &str) -> Box<dyn Authority> {
        Box::new(Machine::new(self.0.path().join("intent-locks"), TTL))
    }
}

#[test]
fn locks_conform() {
    conformance::check(|| Box::new(Folder(tempfile::tempdir().expect("a folder"))));
}
