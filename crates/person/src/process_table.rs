//! This process and those above it, as `/proc` of Linux shows them.

use crate::process::Ancestry;

#[cfg(target_os = "linux")]
pub(crate) use linux::{ancestry, standard_devices};

/// No other system shows the environment of a process to everybody.
#[cfg(not(target_os = "linux"))]
pub(crate) fn ancestry() -> Ancestry {
    Ancestry::Unknown
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn standard_devices() -> [Option<u64>; 2] {
    [None, None]
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{self, File};
    use std::io;
    use std::os::fd::{AsFd, OwnedFd};
    use std::os::unix::fs::MetadataExt as _;
    use std::path::{Path, PathBuf};

    use hook_state::{Links, read_regular};

    use super::Ancestry;
    use crate::process::{Environment, Process};
    use crate::program_names::{MARKS, PROJECT, TOOL_MARK};
    use crate::token::VARIABLE;

    /// The first process of the system.
    const INIT: u32 = 1;
    /// More than any shell lies deep.
    const MAX_ANCESTORS: usize = 200;
    /// In bytes. A larger environment counts as one that cannot be read.
    const MAX_ENVIRONMENT: u64 = 8 << 20;
    /// In bytes, of the other files.
    const MAX_FILE: u64 = 4 << 20;

    pub(crate) fn ancestry() -> Ancestry {
        let uid_map = text(Path::new("/proc/self/uid_map")).unwrap_or_default();
        let is_in_namespace = is_in_own_namespace(&uid_map);
        let mut chain: Vec<Process> = Vec::new();
        let mut next = std::process::id();
        while chain.len() < MAX_ANCESTORS {
            let Some(process) = process(next) else { break };
            let is_last = process.pid == INIT || process.parent == 0;
            next = process.parent;
            chain.push(process);
            if is_last {
                return Ancestry::Known { chain, is_whole: true, is_in_namespace };
            }
        }
        Ancestry::Known { chain, is_whole: false, is_in_namespace }
    }

    /// The terminals that stdin and stderr are.
    pub(crate) fn standard_devices() -> [Option<u64>; 2] {
        [device(&io::stdin()), device(&io::stderr())]
    }

    fn device(stream: &impl AsFd) -> Option<u64> {
        let own: OwnedFd = stream.as_fd().try_clone_to_owned().ok()?;
        Some(File::from(own).metadata().ok()?.rdev())
    }

    /// Whether there is but one user here: a namespace that its user could make without
    /// anybody's leave, to hide what is around it.
    fn is_in_own_namespace(uid_map: &str) -> bool {
        let counts: Vec<&str> =
            uid_map.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
        counts == ["1"]
    }

    fn process(pid: u32) -> Option<Process> {
        let folder = PathBuf::from(format!("/proc/{pid}"));
        let found = parse_stat(&text(&folder.join("stat"))?)?;
        let arguments = text(&folder.join("cmdline")).unwrap_or_default();
        let arguments = arguments.trim_end_matches('\0').split('\0').map(str::to_owned);
        let program = fs::read_link(folder.join("exe")).ok();
        Some(Process {
            arguments: arguments.collect(),
            program: program.map(|program| program.to_string_lossy().into_owned()),
            environment: environment(&folder.join("environ")),
            ..found
        })
    }

    fn environment(file: &Path) -> Option<Environment> {
        let bytes = read_regular(file, Links::Refused, MAX_ENVIRONMENT).ok()?;
        let is_set = |name: &str| {
            bytes.split(|byte| *byte == 0).any(|variable| {
                let value = variable.strip_prefix(name.as_bytes());
                value.is_some_and(|value| value.len() > 1 && value.starts_with(b"="))
            })
        };
        let mark = MARKS.into_iter().find(|mark| is_set(mark));
        let is_of_tool = is_set(TOOL_MARK) && !is_set(PROJECT);
        Some(Environment { mark, has_token: is_set(VARIABLE), is_of_tool })
    }

    fn text(file: &Path) -> Option<String> {
        let bytes = read_regular(file, Links::Followed, MAX_FILE).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// `pid (name) state parent group session terminal ...`, where a name may have anything
    /// in it.
    fn parse_stat(stat: &str) -> Option<Process> {
        let (pid, rest) = stat.split_once(" (")?;
        let (name, rest) = rest.rsplit_once(") ")?;
        let fields: Vec<&str> = rest.split_whitespace().collect();
        let number = |at: usize| fields.get(at)?.parse::<i64>().ok();
        let terminal = number(4)?;
        Some(Process {
            pid: pid.parse().ok()?,
            parent: u32::try_from(number(1)?).ok()?,
            terminal: (terminal != 0).then_some(u64::from(u32::MAX) & terminal.cast_unsigned()),
            name: name.to_owned(),
            ..Process::default()
        })
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_name_may_have_anything_in_it() {
            let check = |stat: &str, expected: Option<(u32, &str, u32, Option<u64>)>| {
                let found = parse_stat(stat);
                let found = found.as_ref().map(|process| {
                    let Process { pid, name, parent, terminal, .. } = process;
                    (*pid, name.as_str(), *parent, *terminal)
                });
                assert_eq!(found, expected, "{stat}");
            };
            check("9 (bash) S 8 9 9 34816 9 0", Some((9, "bash", 8, Some(34816))));
            check("9 (a) S 1 (b) c) R 7 9 5 0 -1 0", Some((9, "a) S 1 (b) c", 7, None)));
            check("9 () S 0 1 1 0 -1", Some((9, "", 0, None)));
            check("9 (x", None);
            check("", None);
        }

        #[test]
        fn a_namespace_that_a_user_makes_has_one_user() {
            assert!(is_in_own_namespace("         0       1000          1\n"));
            assert!(!is_in_own_namespace("         0          0 4294967295\n"));
            assert!(!is_in_own_namespace("0 1000 1\n1 100000 65536\n"));
        }

        #[test]
        fn this_process_and_those_above_it_are_found() {
            let Ancestry::Known { chain, .. } = ancestry() else { return };
            let own = chain.first().unwrap();
            assert_eq!(own.pid, std::process::id());
            assert!(own.environment.is_some());
            assert!(chain.iter().zip(&chain[1..]).all(|(below, above)| below.parent == above.pid));
            assert!(own.program.as_deref().is_some_and(|file| file.contains("person")));
        }
    }
}
