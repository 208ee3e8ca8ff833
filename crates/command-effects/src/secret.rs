//! Files that hold secrets by their names, and lines that hand them on.

use shell_syntax::SimpleCommand;

use crate::change::{Effects, Read, Risk, Tier};
use crate::programs::{FOREIGN, Programs, SENDS};
use crate::risk;

/// Names of files, whatever folder they lie in.
const NAMES: [&str; 24] = [
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
    ".netrc",
    "_netrc",
    ".pgpass",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    ".htpasswd",
    ".vault-token",
    ".my.cnf",
    ".s3cfg",
    ".boto",
    "shadow",
    "passwd",
    "credentials",
    "credentials.json",
    "credentials.toml",
    "secrets.yaml",
    "secrets.yml",
    "secrets.json",
    "secrets.toml",
];

/// Ends of names.
const ENDS: [&str; 8] = [".pem", ".key", ".p12", ".pfx", ".kdbx", ".jks", ".keystore", ".ppk"];

/// Folders all of whose files count.
const FOLDERS: [&str; 5] = [".ssh/", ".gnupg/", ".aws/", ".kube/", ".config/gcloud/"];

/// Ends of names of what looks like a secret and is an example of one, or may be known to all.
const OPEN: [&str; 7] =
    [".example", ".sample", ".template", ".dist", ".pub", "known_hosts", ".ssh/config"];

/// Whether a path is one of a file that holds secrets.
pub(crate) fn is_secret(path: &str) -> bool {
    if OPEN.iter().any(|end| path.ends_with(end)) {
        return false;
    }
    let name = path.rsplit('/').next().unwrap_or_default();
    NAMES.contains(&name)
        || name == ".env"
        || name.starts_with(".env.")
        || ENDS.iter().any(|end| name.ends_with(end))
        || FOLDERS.iter().any(|folder| path.starts_with(folder) || inner(path, folder))
}

fn inner(path: &str, folder: &str) -> bool {
    path.match_indices(folder).any(|(at, _)| path.get(..at).is_some_and(|it| it.ends_with('/')))
}

/// Raises the risk of a line that reads a secret and hands on what it reads.
pub(crate) fn raise_risk(
    text: &str,
    commands: &[SimpleCommand],
    programs: &Programs,
    effects: &mut Effects,
) {
    if let Some(command) = commands.iter().find(|command| is_sent_by_code(command)) {
        return risk::raise(&mut effects.risk, Tier::Critical, command);
    }
    let is_read = |program: &str| !matches!(program, "source" | ".");
    let mut reads = effects.reads.iter().filter(|read| is_read(&read.program));
    if !reads.any(|read| is_secret(&read.path)) {
        return;
    }
    if text.contains("/dev/tcp/") || text.contains("/dev/udp/") {
        let command = text.chars().take(120).collect();
        effects.risk = Risk { tier: Tier::Critical, command };
        return;
    }
    let hands_on = text.contains(['|', '<', '`', '@']) || text.contains("$(");
    let asks = |program: &str| programs.lines(program, FOREIGN).any(|line| line.head.is_empty());
    let sends = |command: &&SimpleCommand| {
        let program = command.program().unwrap_or_default();
        let is_own = |read: &Read| read.program == program && is_secret(&read.path);
        if !(hands_on || asks(program) && effects.reads.iter().any(is_own)) {
            return false;
        }
        let is_told = |head: &str| {
            let first = head.split(' ').next().unwrap_or_default();
            head.is_empty() || command.args().any(|word| first.split(',').any(|it| it == word.text))
        };
        programs.lines(program, SENDS).any(|line| is_told(line.head))
    };
    if let Some(command) = commands.iter().find(sends) {
        risk::raise(&mut effects.risk, Tier::Critical, command);
    }
}

/// Whether a program in the line of an interpreter names a secret and speaks to a server.
fn is_sent_by_code(command: &SimpleCommand) -> bool {
    const INTERPRETERS: [&str; 6] = ["python", "node", "ruby", "perl", "php", "deno"];
    let program = command.program().unwrap_or_default();
    if !INTERPRETERS.iter().any(|name| program.starts_with(name)) {
        return false;
    }
    let speaks = |text: &str| ["http", "socket", "ftp"].iter().any(|sign| text.contains(sign));
    let mut codes = command.args().chain(&command.input).filter(|word| speaks(&word.text));
    codes.any(|code| code.text.split(['"', '\'', '`']).skip(1).step_by(2).any(is_secret))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_their_names() {
        for path in [
            ".env",
            "a/.env.local",
            ".ssh/id_x",
            "/home/a/.ssh/work",
            "k.pem",
            "/etc/passwd",
            ".aws/credentials",
            "deploy/secrets.yaml",
            "/home/a/.kube/config",
        ] {
            assert!(is_secret(path), "{path}");
        }
        for path in [
            ".env.example",
            "env",
            ".ssh/id_rsa.pub",
            ".ssh/known_hosts",
            "src/keys.ts",
            "a.ssh/x",
            ".environment",
        ] {
            assert!(!is_secret(path), "{path}");
        }
    }
}
