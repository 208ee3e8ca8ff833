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
pub(super) const LOOKING: [&str; 27] = [
    "list", "ls", "get", "show", "describe", "view", "cat", "stat", "inspect", "lookup", "read",
    "whoami", "info", "status", "tail", "head", "version", "help", "find", "print", "which",
    "explain", "dir", "lint", "browse", "lsf", "desc",
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
