//! A network namespace without any network, held open by a process of ours, so that many programs
//! can be started in it one after the other.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A namespace that is there as long as this is.
pub(crate) struct Namespace {
    keeper: Child,
    /// The program that enters it: a hook may have another `PATH`.
    nsenter: PathBuf,
    /// The options by which `nsenter` enters it.
    enter: Vec<String>,
}

/// How `unshare` makes one, and what `nsenter` needs to enter it: as root, else by way of a user
/// namespace.
const WAYS: [(&[&str], &[&str]); 2] = [
    (&["--net"], &["--net"]),
    (&["--user", "--map-current-user", "--net"], &["--user", "--preserve-credentials", "--net"]),
];

impl Namespace {
    /// Makes one; `None` where this system has none, or gives none to this user.
    pub(crate) fn new(path: &str) -> Option<Self> {
        let nsenter = path.split(':').map(|folder| Path::new(folder).join("nsenter"));
        let nsenter = nsenter.into_iter().find(|program| program.is_file())?;
        WAYS.into_iter().find_map(|(make, enter)| {
            // It ends when our end of its stdin is closed, however we end.
            let mut keeper = Command::new("unshare")
                .args(make)
                .args(["--", "sh", "-c", "echo; exec cat"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .ok()?;
            let said = BufReader::new(keeper.stdout.take()?).lines().next();
            let enter = enter.iter().map(|option| (*option).to_owned());
            let target = ["--target".to_owned(), keeper.id().to_string()];
            let enter = enter.chain(target).collect();
            let namespace = Self { keeper, nsenter: nsenter.clone(), enter };
            (said.is_some() && namespace.is_entered()).then_some(namespace)
        })
    }

    fn is_entered(&self) -> bool {
        let mut command = self.command(Path::new("true"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// A command that starts a program inside.
    pub(crate) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(&self.nsenter);
        command.args(&self.enter).arg("--").arg(program);
        command
    }

    /// How often something inside wanted to send to somewhere and found no way.
    pub(crate) fn attempts(&self) -> u64 {
        let read = |file: &str| {
            fs::read_to_string(format!("/proc/{}/net/{file}", self.keeper.id())).unwrap_or_default()
        };
        of_table(&read("snmp")) + of_list(&read("snmp6"))
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        let _ended = self.keeper.kill();
        let _collected = self.keeper.wait();
    }
}

/// The number below `OutNoRoutes` in the lines of IP: names above, numbers below.
fn of_table(text: &str) -> u64 {
    let mut lines = text.lines().filter_map(|line| line.strip_prefix("Ip: "));
    let (Some(names), Some(numbers)) = (lines.next(), lines.next()) else { return 0 };
    let mut pairs = names.split(' ').zip(numbers.split(' '));
    let found = pairs.find(|(name, _)| *name == "OutNoRoutes");
    found.and_then(|(_, number)| number.parse().ok()).unwrap_or_default()
}

/// The same where each line has a name and a number.
fn of_list(text: &str) -> u64 {
    let found = text.lines().find_map(|line| line.strip_prefix("Ip6OutNoRoutes"));
    found.and_then(|number| number.trim().parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_are_read_in_both_forms() {
        let table = "Ip: Forwarding OutDiscards OutNoRoutes X\nIp: 1 2 34 5\nTcp: a\nTcp: 1\n";
        assert_eq!((of_table(table), of_table("Ip: a\n"), of_table("")), (34, 0, 0));
        let list = "Ip6InReceives   \t7\nIp6OutNoRoutes       \t3\n";
        assert_eq!((of_list(list), of_list("")), (3, 0));
    }

    #[test]
    fn who_sends_without_a_network_is_counted() {
        let Some(namespace) = Namespace::new("/usr/bin:/bin") else { return };
        let before = namespace.attempts();
        let mut command = namespace.command(Path::new("bash"));
        command.args(["-c", "exec 3<>/dev/tcp/192.0.2.1/80"]).stderr(Stdio::null());
        assert!(!command.status().unwrap().success());
        assert!(namespace.attempts() > before);
    }
}
