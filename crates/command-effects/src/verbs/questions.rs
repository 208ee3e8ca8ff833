//! The words by which a program of which nothing is known is asked what there is.

use super::{Verb, acts, verb, words};

/// Verbs by which a program of which nothing is known says what there is, whatever stands behind.
pub(super) const SURELY_LOOKING: &[&str] = &[
    "list", "ls", "show", "describe", "status", "info", "version", "whoami", "inspect", "ps",
    "history", "logs", "stats", "tree", "top", "view", "lookup", "about", "outdated", "ping",
    "uptime", "usage", "health", "compare", "diff", "verify", "validate", "summary", "count",
    "check", "query", "cat", "read", "lint", "audit", "blame", "tail", "details",
];

/// The same where text stands behind them, and they are among the first two words.
pub(super) const SEARCHING: &[&str] =
    &["help", "search", "find", "grep", "which", "whereis", "explain", "whatis", "man"];

/// Words that say what there is where they are the last ones.
pub(super) const LOOKING_NOUNS: &[&str] = &[
    "log",
    "doctor",
    "me",
    "env",
    "features",
    "capabilities",
    "formats",
    "codecs",
    "devices",
    "schema",
    "why",
    "balance",
    "timeline",
    "details",
    "changes",
    "config",
];

/// The first of several words with a dash or a colon between them: `list-devices`.
pub(super) const LOOKING_FIRST: &[&str] = &[
    "list", "ls", "show", "describe", "search", "view", "count", "get", "print", "check",
    "validate", "verify", "inspect", "query", "find", "display", "explain", "compare", "read",
    "lookup", "detect",
];

/// The last of them: `vol-list`, `apps:info`.
pub(super) const LOOKING_ENDS: &[&str] = &[
    "list", "ls", "show", "info", "status", "stats", "version", "history", "get", "describe",
    "view", "search", "find", "validate", "verify", "inspect", "lookup", "count", "check", "query",
];

/// How an option begins by which a program says what there is.
pub(super) const ASKING: &[&str] = &[
    "list", "show", "info", "status", "usage", "about", "license", "licenses", "help", "version",
    "get", "print", "display", "describe", "top", "count", "search", "find", "query", "dump",
];

/// Options in front of a verb that say whom a call is about.
pub(super) const CONTEXT: &[&str] = &[
    "profile",
    "region",
    "namespace",
    "project",
    "host",
    "port",
    "account",
    "org",
    "organization",
    "team",
    "env",
    "environment",
    "cluster",
    "server",
    "app",
    "subscription",
    "zone",
    "context",
    "tenant",
    "url",
    "uri",
    "token",
    "api-key",
    "address",
    "addr",
    "endpoint",
    "endpoints",
    "user",
    "username",
    "database",
    "workspace",
    "instance",
    "vhost",
    "group",
    "log-level",
];

/// Values of `-o` and `-f` that say how something is printed.
pub(super) const FORMATS: &[&str] = &[
    "json", "yaml", "yml", "table", "wide", "text", "csv", "tsv", "xml", "name", "plain", "human",
    "toml", "jsonl", "markdown", "md", "tree",
];

/// Words that may be the verb of a call which changes or runs something, or an option of such a call.
pub(super) const STIRRING: &[&str] = &[
    "clear",
    "clean",
    "cleanup",
    "gc",
    "compact",
    "use",
    "select",
    "switch",
    "export",
    "convert",
    "move",
    "copy",
    "cp",
    "mv",
    "save",
    "download",
    "fetch",
    "run",
    "build",
    "fix",
    "mark",
    "open",
    "edit",
    "store",
    "load",
    "migrate",
    "bump",
    "commit",
    "lock",
    "unlock",
    "mount",
    "unmount",
    "umount",
    "execute",
    "eval",
    "watch",
    "serve",
    "listen",
    "do",
    "make",
    "call",
    "record",
    "play",
    "write",
    "create",
    "add",
    "set",
    "put",
    "update",
    "apply",
    "new",
    "init",
    "import",
    "install",
    "upload",
    "modify",
    "patch",
    "attach",
    "invoke",
    "delete",
    "remove",
    "destroy",
    "purge",
    "reset",
    "drop",
    "kill",
    "prune",
    "wipe",
    "force",
    "overwrite",
    "refresh",
    "repair",
    "sync",
    "rebuild",
    "recreate",
    "repl",
    "script",
    "dlx",
    "start",
    "stop",
    "apply",
    "exec",
    "edit",
    "interactive",
    "change",
    "replace",
    "configure",
    "setup",
    "upgrade",
    "downgrade",
    "merge",
    "rebase",
    "checkout",
    "flush",
    "erase",
    "rotate",
    "trust",
    "sign",
    "approve",
    "config-set",
    "output",
];

/// The same in front of a word that looks: `test list` runs a test of that name.
pub(super) const RUNNING: &[&str] =
    &["test", "dev", "x", "dlx", "shell", "command", "cmd", "start"];

/// What `get` fetches, in front of it or behind.
pub(super) const FETCHED: &[&str] =
    &["pub", "packages", "package", "deps", "dependencies", "modules", "mod", "plugin", "plugins"];

/// Whether a word may be what a service calls one thing.
pub(super) fn is_plain_id(word: &str) -> bool {
    word.chars().all(|next| next.is_ascii_alphanumeric() || next == '-' || next == '_')
}

/// Whether a name says that what it names changes or runs something: `deploy`, `run-tests`.
pub(crate) fn is_stirring(name: &str) -> bool {
    let stirring = |part: &String| stirs(part) || RUNNING.contains(&part.as_str());
    words(name).iter().any(stirring) || verb(name).is_some_and(|verb| verb != Verb::Looks)
}

/// Whether a word may be the verb of a call that changes or runs something.
pub(super) fn stirs(word: &str) -> bool {
    STIRRING.contains(&word) || acts(word)
}
