//! The words by which verbs are known.

/// Words that change as well, where nothing is looked for but a reader: some are nouns elsewhere.
pub(super) const ACTING: [&str; 47] = [
    "send",
    "start",
    "stop",
    "restart",
    "reboot",
    "resume",
    "suspend",
    "pause",
    "unpause",
    "enable",
    "publish",
    "deploy",
    "exec",
    "scale",
    "rotate",
    "renew",
    "promote",
    "rollback",
    "sync",
    "transfer",
    "grant",
    "login",
    "logout",
    "ssh",
    "detach",
    "approve",
    "reject",
    "cancel",
    "retry",
    "rebuild",
    "upgrade",
    "register",
    "join",
    "leave",
    "accept",
    "submit",
    "generate",
    "rename",
    "replace",
    "clone",
    "push",
    "pull",
    "activate",
    "authorize",
    "connect",
    "restore",
    "trigger",
];

/// Beginnings of words that destroy, in any form: `delete`, `deletefile`, `deletion`.
pub(super) const DESTROYING_STEMS: [&str; 36] = [
    "annihilat",
    "deauthor",
    "dropall",
    "dropcol",
    "dropd",
    "dropt",
    "dropu",
    "expung",
    "implod",
    "nullif",
    "remov",
    "rmall",
    "rmtree",
    "unclaim",
    "unenrol",
    "unpair",
    "wipe",
    "zeroiz",
    "disassociat",
    "detach",
    "unassign",
    "unregister",
    "delet",
    "destroy",
    "purg",
    "revok",
    "terminat",
    "uninstall",
    "truncat",
    "eras",
    "unpublish",
    "unsubscrib",
    "deregister",
    "undefin",
    "obliterat",
    "decommission",
];

/// Beginnings of words that begin like a deletion, and are none.
pub(super) const NO_DELETION: [&str; 13] = [
    "delay", "deleg", "deliv", "delta", "delim", "delv", "delux", "delug", "delphi", "delin",
    "delic", "dell", "delhi",
];

/// Words that destroy, or hand on what cannot be taken back.
pub(super) const DESTROYING: [&str; 42] = [
    "dispose",
    "retire",
    "rmr",
    "unstack",
    "untag",
    "leave",
    "discard",
    "trash",
    "upload",
    "publish",
    "userdel",
    "kill",
    "del",
    "drop",
    "remove",
    "rm",
    "rmi",
    "rb",
    "rmdir",
    "forget",
    "prune",
    "reset",
    "wipe",
    "yank",
    "flush",
    "flushall",
    "flushdb",
    "nuke",
    "teardown",
    "deprovision",
    "unlink",
    "shred",
    "zap",
    "undeploy",
    "unset",
    "evict",
    "expire",
    "empty",
    "removeall",
    "dropdb",
    "deactivate",
    "disable",
];

/// Words that look, where they stand alone.
pub(super) const LOOKING: [&str; 26] = [
    "list", "ls", "get", "show", "describe", "view", "cat", "stat", "inspect", "lookup", "read",
    "whoami", "info", "status", "tail", "head", "version", "help", "find", "print", "which",
    "explain", "dir", "lint", "browse", "lsf",
];

/// The same as the first of several words with dashes between them.
pub(super) const LOOKING_STARTS: [&str; 8] =
    ["list", "describe", "get", "head", "lookup", "show", "view", "search"];

/// Words that change, behind which a name stands.
pub(super) const CHANGING: [&str; 18] = [
    "create",
    "add",
    "set",
    "put",
    "update",
    "apply",
    "new",
    "init",
    "edit",
    "import",
    "install",
    "upload",
    "write",
    "modify",
    "patch",
    "attach",
    "associate",
    "invoke",
];

/// Beginnings of options that have a reader write a file or run a program.
pub(super) const WRITING: [&str; 11] = [
    "out-", "output-", "outfile", "download", "save", "exec", "edit", "to-file", "post-ren",
    "file", "log-file",
];

/// Words that hand on what is here, where they are the verb: some are nouns elsewhere.
pub(super) const SENDING: [&str; 19] = [
    "feedback",
    "push",
    "send",
    "share",
    "submit",
    "deploy",
    "broadcast",
    "transmit",
    "transfer",
    "tweet",
    "toot",
    "post",
    "mail",
    "email",
    "sendmail",
    "expose",
    "funnel",
    "announce",
    "pub",
];

/// Words behind which a file is where something goes that is fetched.
pub(super) const FETCHING: [&str; 16] = [
    "pull", "clone", "fetch", "download", "checkout", "mirror", "open", "run", "test", "scan",
    "check", "verify", "validate", "config", "remote", "build",
];

/// Those of them that hand on as the first of several words too: `send-email`.
pub(super) const SENDING_STARTS: [&str; 5] = ["send", "push", "deploy", "submit", "broadcast"];

/// Verbs by which a program of which nothing is known says what there is, whatever stands behind.
pub(super) const SURELY_LOOKING: &[&str] = &[
    "list", "ls", "show", "describe", "status", "info", "version", "whoami", "inspect", "ps",
    "history", "logs", "stats", "tree", "top", "view", "lookup", "about", "outdated", "ping",
    "uptime", "usage", "health", "compare", "diff", "verify", "validate", "summary", "count",
];

/// The same where text stands behind them, and they are among the first two words.
pub(super) const SEARCHING: &[&str] =
    &["help", "search", "find", "grep", "which", "whereis", "explain", "whatis", "man"];

/// Words that say what there is where they are the last ones.
pub(super) const LOOKING_NOUNS: &[&str] =
    &["log", "doctor", "env", "features", "capabilities", "formats", "codecs", "devices"];

/// The first of several words with a dash or a colon between them: `list-devices`.
pub(super) const LOOKING_FIRST: &[&str] =
    &["list", "ls", "show", "describe", "search", "view", "count"];

/// The last of them: `vol-list`, `apps:info`.
pub(super) const LOOKING_ENDS: &[&str] =
    &["list", "ls", "show", "info", "status", "stats", "version", "history"];

/// How an option begins by which a program says what there is.
pub(super) const ASKING: &[&str] =
    &["list", "show", "info", "status", "usage", "about", "license", "licenses", "help", "version"];

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
