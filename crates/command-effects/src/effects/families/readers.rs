//! Programs that change no file, whatever they are told.

use crate::effects::scene::Scene;
use crate::effects::{ChangeKind, Extent};

/// Whether the program only reads.
pub(super) fn look_up(scene: &mut Scene<'_>) -> bool {
    match scene.program {
        // What they set is no file, but not reading either.
        "date" | "hostname" | "sysctl" => {
            let sets = ["-s", "--set", "-w", "--write", "-F", "--file", "-p"];
            let is_set = scene.words.iter().any(|word| sets.contains(&word.text.as_str()));
            if is_set {
                scene.unresolved("it changes the machine");
            }
            true
        }
        "history" | "fc" => {
            let words = scene.words.clone();
            if scene.speaks_of("HISTFILE") {
                scene.unresolved("`HISTFILE` names the file that it writes");
            }
            for (option, file) in words.iter().zip(words.iter().skip(1)) {
                if matches!(option.text.as_str(), "-w" | "-a" | "-W" | "-A") {
                    scene.change(file, ChangeKind::Write, Extent::File);
                }
            }
            true
        }
        "dc" => {
            if scene.words.iter().any(|word| word.text.contains('!')) {
                scene.unresolved("its script runs commands");
            }
            true
        }
        program => NAMES.binary_search(&program).is_ok(),
    }
}

/// Whether the program is asked for what there is, and told to change nothing.
pub(super) fn only_asks(scene: &mut Scene<'_>) -> bool {
    let subcommand = |known: &str| {
        let mut words = scene.words.iter();
        known.split(' ').all(|part| {
            let word = words.next().filter(|word| word.literal);
            word.is_some_and(|word| part.split('|').any(|one| one == word.text))
        })
    };
    let known = QUESTIONS.iter().filter(|(programs, _)| programs.contains(&scene.program));
    asks_for_help(scene) || known.flat_map(|(_, questions)| *questions).any(|it| subcommand(it))
}

/// Programs, and the first words with which they only read.
const QUESTIONS: &[(&[&str], &[&str])] = &[
    (&["npm", "pnpm"], &["ls|list|view|outdated|why|explain"]),
    (&["pip", "pip3"], &["list|show|freeze|check"]),
    (&["go"], &["version"]),
    (
        &["gh"],
        &[
            "pr view|list|diff|checks|status",
            "issue view|list|status",
            "run view|list",
            "repo view",
        ],
    ),
    (&["docker", "podman"], &["ps|images|logs|inspect|top|port|version|info"]),
    (&["kubectl"], &["get|describe|logs|top|version|explain"]),
    (&["systemctl"], &["status|show|list-units|is-active|is-enabled"]),
];

/// `program --version` and `program --help`, and nothing else.
fn asks_for_help(scene: &Scene<'_>) -> bool {
    let [word] = scene.words.as_slice() else {
        return false;
    };
    matches!(word.text.as_str(), "--version" | "--help" | "-V" | "-version")
}

/// Sorted, so that one can be found by halving.
const NAMES: &[&str] = &[
    ":",
    "[",
    "[[",
    "]",
    "ack",
    "apropos",
    "arch",
    "b2sum",
    "basename",
    "bc",
    "bg",
    "break",
    "cal",
    "caller",
    "cat",
    "cd",
    "chdir",
    "cksum",
    "cloc",
    "cmp",
    "col",
    "colrm",
    "column",
    "comm",
    "continue",
    "cut",
    "delta",
    "df",
    "diff3",
    "difft",
    "dig",
    "dir",
    "dircolors",
    "dirname",
    "dirs",
    "disown",
    "dmesg",
    "du",
    "echo",
    "egrep",
    "exa",
    "exit",
    "expand",
    "expr",
    "eza",
    "factor",
    "false",
    "fg",
    "fgrep",
    "findmnt",
    "fmt",
    "fold",
    "free",
    "gbasename",
    "gcat",
    "gcut",
    "gdirname",
    "gecho",
    "getconf",
    "getent",
    "getopt",
    "getopts",
    "ghead",
    "git-status",
    "glow",
    "gls",
    "gprintf",
    "greadlink",
    "grealpath",
    "grep",
    "groups",
    "gsha256sum",
    "gstat",
    "gtail",
    "gtr",
    "gwc",
    "hd",
    "head",
    "help",
    "hexdump",
    "hexyl",
    "host",
    "hostid",
    "htop",
    "id",
    "ifconfig",
    "iostat",
    "jobs",
    "join",
    "jq",
    "kill",
    "killall",
    "last",
    "lastlog",
    "ldd",
    "let",
    "locale",
    "locate",
    "logname",
    "logout",
    "look",
    "ls",
    "lsattr",
    "lsblk",
    "lscpu",
    "lslocks",
    "lsmod",
    "lsof",
    "lspci",
    "lstopo",
    "lsusb",
    "md5",
    "md5sum",
    "mdfind",
    "mdls",
    "mountpoint",
    "netstat",
    "nl",
    "nm",
    "nproc",
    "nslookup",
    "numfmt",
    "objdump",
    "od",
    "otool",
    "paste",
    "pathchk",
    "pgrep",
    "pidof",
    "ping",
    "pkill",
    "plocate",
    "popd",
    "pr",
    "print",
    "printenv",
    "printf",
    "ps",
    "pstree",
    "pushd",
    "pwd",
    "pwdx",
    "read",
    "readelf",
    "readlink",
    "realpath",
    "return",
    "rev",
    "rgrep",
    "runlevel",
    "scc",
    "seq",
    "set",
    "sha1sum",
    "sha224sum",
    "sha256sum",
    "sha384sum",
    "sha512sum",
    "shasum",
    "shift",
    "shopt",
    "size",
    "sleep",
    "sloccount",
    "ss",
    "stat",
    "strings",
    "stty",
    "sum",
    "suspend",
    "sw_vers",
    "system_profiler",
    "tac",
    "tail",
    "test",
    "times",
    "tldr",
    "tokei",
    "top",
    "tput",
    "tr",
    "true",
    "tsort",
    "tty",
    "type",
    "ugrep",
    "ulimit",
    "umask",
    "unalias",
    "uname",
    "unexpand",
    "unset",
    "uptime",
    "users",
    "vdir",
    "vm_stat",
    "vmstat",
    "w",
    "wait",
    "wc",
    "whatis",
    "whence",
    "where",
    "whereis",
    "which",
    "who",
    "whoami",
    "yes",
    "zdiff",
    "zfgrep",
];
