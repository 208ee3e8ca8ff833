//! Programs that run the command that their last words are, and the options that stand before it.

use crate::options::Syntax;

/// How such a program takes the command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wrapper {
    names: &'static [&'static str],
    /// Its options that have a value.
    pub(crate) options: Syntax,
    /// How many operands stand before the command.
    pub(crate) operands: usize,
    /// How the words after them are a command.
    pub(crate) takes: Takes,
    /// Where the command runs.
    pub(crate) runs: RunsIn,
}

/// How the last words of a wrapper are a command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Takes {
    /// They are its words.
    Words,
    /// They are joined to a script, up to a `:::`.
    Text,
    /// A script in `-c`, which may stand behind operands, or else as [`Takes::Words`].
    Option,
}

/// Where the command of a wrapper runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RunsIn {
    /// In the shell itself, so that a `cd` counts.
    Shell,
    /// In a process that starts in the same directory.
    Process,
    /// In another directory, or under another root.
    Elsewhere,
}

/// The wrapper of this name.
pub(crate) fn wrapper(name: &str) -> Option<&'static Wrapper> {
    WRAPPERS.iter().find(|wrapper| wrapper.names.contains(&name))
}

const PLAIN: Wrapper = Wrapper {
    names: &[],
    options: Syntax { short: "", attached: "", long: &[] },
    operands: 0,
    takes: Takes::Words,
    runs: RunsIn::Process,
};

const fn process(
    names: &'static [&'static str],
    short: &'static str,
    long: &'static [&'static str],
) -> Wrapper {
    let options = Syntax { short, attached: "", long };
    Wrapper { names, options, ..PLAIN }
}

const fn after_operand(wrapper: Wrapper) -> Wrapper {
    Wrapper { operands: 1, ..wrapper }
}

const fn in_shell(names: &'static [&'static str]) -> Wrapper {
    let runs = RunsIn::Shell;
    Wrapper { names, runs, ..PLAIN }
}

const fn elsewhere(wrapper: Wrapper) -> Wrapper {
    Wrapper { runs: RunsIn::Elsewhere, ..wrapper }
}

const fn taking(takes: Takes, wrapper: Wrapper) -> Wrapper {
    Wrapper { takes, ..wrapper }
}

const fn attached(letters: &'static str, wrapper: Wrapper) -> Wrapper {
    let options = Syntax { attached: letters, ..wrapper.options };
    Wrapper { options, ..wrapper }
}

const WRAPPERS: &[Wrapper] = &[
    // Of the shell.
    in_shell(&["command", "builtin", "noglob", "nocorrect"]),
    process(&["exec"], "a", &[]),
    after_operand(in_shell(&["repeat"])),
    // Another user.
    process(
        &["sudo"],
        "CDghpRrTtUu",
        &[
            "chdir",
            "chroot",
            "close-from",
            "command-timeout",
            "group",
            "host",
            "other-user",
            "prompt",
            "role",
            "type",
            "user",
        ],
    ),
    process(&["doas"], "aCu", &[]),
    process(&["pkexec"], "", &["user"]),
    after_operand(process(&["gosu", "su-exec"], "", &[])),
    taking(
        Takes::Option,
        elsewhere(process(
            &["su", "runuser"],
            "cCgGsuw",
            &[
                "command",
                "group",
                "session-command",
                "shell",
                "supp-group",
                "user",
                "whitelist-environment",
            ],
        )),
    ),
    // Another environment.
    process(&["env"], "CPSu", &["argv0", "chdir", "split-string", "unset"]),
    elsewhere(after_operand(process(&["chroot"], "gGu", &["groups", "userspec"]))),
    elsewhere(process(
        &["unshare"],
        "lRSGw",
        &[
            "boottime",
            "load-interp",
            "map-group",
            "map-groups",
            "map-user",
            "map-users",
            "monotonic",
            "propagation",
            "root",
            "setgid",
            "setgroups",
            "setuid",
            "wd",
        ],
    )),
    elsewhere(attached(
        "CimnprTuUwW",
        process(&["nsenter"], "GNSt", &["net-socket", "setgid", "setuid", "target"]),
    )),
    process(
        &["setpriv"],
        "",
        &[
            "ambient-caps",
            "apparmor-profile",
            "bounding-set",
            "egid",
            "euid",
            "groups",
            "inh-caps",
            "landlock-access",
            "landlock-rule",
            "pdeathsig",
            "ptracer",
            "regid",
            "reuid",
            "rgid",
            "ruid",
            "seccomp-filter",
            "securebits",
            "selinux-label",
        ],
    ),
    process(&["fakeroot"], "bfils", &["faked", "lib"]),
    elsewhere(process(
        &["systemd-run"],
        "CEHMpu",
        &[
            "background",
            "capsule",
            "description",
            "gid",
            "host",
            "job-mode",
            "json",
            "machine",
            "nice",
            "on-active",
            "on-boot",
            "on-calendar",
            "on-startup",
            "on-unit-active",
            "on-unit-inactive",
            "path-property",
            "property",
            "service-type",
            "setenv",
            "slice",
            "socket-property",
            "timer-property",
            "uid",
            "unit",
            "working-directory",
        ],
    )),
    process(&["systemd-inhibit"], "", &["mode", "what", "who", "why"]),
    // Another priority, time or terminal.
    process(&["nice"], "n", &["adjustment"]),
    process(&["ionice"], "cnpPu", &["class", "classdata", "pgid", "pid", "uid"]),
    after_operand(process(&["chrt"], "DPT", &["sched-deadline", "sched-period", "sched-runtime"])),
    after_operand(process(&["taskset", "setarch"], "", &[])),
    process(&["linux32", "linux64", "i386", "x86_64"], "", &[]),
    process(&["choom"], "np", &["adjust", "pid"]),
    process(
        &["numactl"],
        "CiNmpPw",
        &[
            "cpunodebind",
            "interleave",
            "membind",
            "physcpubind",
            "preferred",
            "preferred-many",
            "weighted-interleave",
        ],
    ),
    process(&["prlimit"], "op", &["output", "pid"]),
    process(&["nohup", "setsid", "unbuffer", "valgrind", "busybox", "toybox"], "", &[]),
    after_operand(process(&["timeout", "gtimeout"], "ks", &["kill-after", "signal"])),
    process(&["time", "gtime"], "fo", &["format", "output"]),
    process(&["stdbuf", "gstdbuf"], "eio", &["error", "input", "output"]),
    process(&["strace", "ltrace"], "aAbDeEFIlnoOpPsSuUwxX", &["attach", "output", "trace", "user"]),
    process(&["caffeinate"], "tw", &[]),
    process(&["rlwrap"], "bCDfFgHlOPqsStwz", &[]),
    process(&["tini"], "ep", &[]),
    process(&["dumb-init"], "r", &["rewrite"]),
    taking(
        Takes::Option,
        after_operand(attached(
            "t",
            process(
                &["script"],
                "BcEImoOT",
                &[
                    "command",
                    "echo",
                    "log-in",
                    "log-io",
                    "log-out",
                    "log-timing",
                    "logging-format",
                    "output-limit",
                ],
            ),
        )),
    ),
    taking(
        Takes::Option,
        after_operand(process(
            &["flock"],
            "cEw",
            &["command", "conflict-exit-code", "timeout", "wait"],
        )),
    ),
    taking(Takes::Text, attached("d", process(&["watch"], "nq", &["equexit", "interval"]))),
    // Many times.
    attached(
        "eil",
        process(
            &["xargs", "gxargs"],
            "adEIJLnPRsS",
            &["arg-file", "delimiter", "max-args", "max-chars", "max-procs", "process-slot-var"],
        ),
    ),
    taking(
        Takes::Text,
        attached(
            "eil",
            process(
                &["parallel", "sem"],
                "aCdEIjLnNPsSTU",
                &[
                    "arg-file",
                    "basefile",
                    "block",
                    "colsep",
                    "delay",
                    "delimiter",
                    "env",
                    "halt",
                    "jobs",
                    "joblog",
                    "load",
                    "max-args",
                    "max-chars",
                    "max-lines",
                    "max-procs",
                    "max-replace-args",
                    "memfree",
                    "nice",
                    "recend",
                    "recstart",
                    "results",
                    "retries",
                    "return",
                    "sshlogin",
                    "sshloginfile",
                    "tagstring",
                    "tempdir",
                    "timeout",
                    "tmpdir",
                    "wd",
                    "workdir",
                ],
            ),
        ),
    ),
];
