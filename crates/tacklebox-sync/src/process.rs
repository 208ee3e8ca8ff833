//! Whether a process that a lock names is still there.

use std::fs;

use serde::{Deserialize, Serialize};

/// A process, and what distinguishes it from a later one with the same number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Process {
    pid: u32,
    /// Clock ticks from the start of the machine to that of the process.
    started: u64,
    /// The start of the machine, and the namespace in which the number is valid.
    scope: String,
}

impl Process {
    /// The process as it is now; `None` if there is none, or the system does not say.
    pub(crate) fn of(pid: u32) -> Option<Process> {
        Some(Process { pid, started: started(pid)?, scope: scope()? })
    }

    /// Whether it is certain that it has ended. Of another container's process nothing is certain.
    pub(crate) fn has_ended(&self) -> bool {
        scope().as_ref() == Some(&self.scope) && started(self.pid) != Some(self.started)
    }
}

/// Source: `proc_pid_stat(5)`, field 22. The name of the program, field 2, may contain anything.
fn started(pid: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let state = *fields.first()?;
    // A zombie only waits for its parent.
    if matches!(state, "Z" | "X") {
        return None;
    }
    fields.get(19)?.parse().ok()
}

/// Source: `pid_namespaces(7)`.
fn scope() -> Option<String> {
    let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
    Some(format!("{} {}", leases::boot_clock::boot_id(), namespace.display()))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_process_that_has_ended_is_known_by_its_start() {
        let here = Process::of(std::process::id()).unwrap();
        assert!(!here.has_ended());
        assert!(Process { started: here.started + 1, ..here.clone() }.has_ended());
        let elsewhere = Process { started: 1, scope: "another".to_owned(), ..here };
        assert!(!elsewhere.has_ended());
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let other = Process::of(child.id()).unwrap();
        assert!(!other.has_ended());
        child.kill().unwrap();
        while !other.has_ended() {}
        child.wait().unwrap();
        assert_eq!(Process::of(child.id()), None);
    }
}
