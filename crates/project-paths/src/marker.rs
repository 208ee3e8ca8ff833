//! What marks a folder as a project of its own.

use std::io::ErrorKind;
use std::path::Path;

use hook_state::{Links, read_regular};

/// The folder of a project's configuration.
pub const CONFIG_DIR: &str = ".tacklebox";

/// The file of what a team agreed to do.
pub const INTENTS_FILE: &str = ".orchestration/active_intents.yaml";

/// The programs that a host starts as hooks, by the names of their files.
pub const PROGRAMS: &[&str] = &[
    "agent-trace-hook",
    "file-context-hook",
    "governance-hook",
    "intent-gate-hook",
    "post-edit-hook",
    "prompt-detect-hook",
    "question-preference-hook",
    "subagent-start-hook",
    "tacklebox",
];

/// More than a settings file that a person keeps.
const MAX_SETTINGS_LEN: u64 = 1 << 20;

/// Whether `dir` has [`CONFIG_DIR`], [`INTENTS_FILE`] or settings of a host that
/// name one of [`PROGRAMS`].
pub(crate) fn is_marked(dir: &Path) -> bool {
    has_configuration(dir) || has_intents(dir) || is_installed_in(dir)
}

/// Whether `dir` has a folder of configuration.
pub(crate) fn has_configuration(dir: &Path) -> bool {
    dir.join(CONFIG_DIR).is_dir()
}

/// What may not be looked at is there: a gate must not open because of it.
fn has_intents(dir: &Path) -> bool {
    let absent = [ErrorKind::NotFound, ErrorKind::NotADirectory];
    let found = dir.join(INTENTS_FILE).symlink_metadata();
    found.map_or_else(|err| !absent.contains(&err.kind()), |_| true)
}

fn is_installed_in(dir: &Path) -> bool {
    let host = dir.join(".claude");
    // Asked first: most folders have none, and then one look is enough.
    host.is_dir()
        && ["settings.json", "settings.local.json"].iter().any(|name| names_us(&host.join(name)))
}

fn names_us(settings: &Path) -> bool {
    let text = read_regular(settings, Links::Followed, MAX_SETTINGS_LEN);
    text.is_ok_and(|text| names_a_program(&text))
}

fn names_a_program(text: &[u8]) -> bool {
    programs_in(text).next().is_some()
}

/// The programs of ours whose whole name stands in `text`, each as often as it does: `a-hook`
/// stands in `"/bin/a-hook"` and in `a-hook.exe`, and not in `my-a-hook`, `a-hooks` or
/// `a-hook.sh`, nor as a folder, as a clone of ours may be called, in `/src/a-hook/bin`.
pub fn programs_in(text: &[u8]) -> impl Iterator<Item = &'static str> {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    text.split_inclusive(move |byte| !is_of_name(byte)).filter_map(move |name| {
        let name = match name.split_last() {
            Some((b'/' | b'\\', _)) => return None,
            Some((end, name)) if !is_of_name(end) => name,
            _ => name,
        };
        let name = name.strip_suffix(b".exe").unwrap_or(name);
        PROGRAMS.iter().copied().find(|program| program.as_bytes() == name)
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_program_is_named_by_its_whole_name() {
        for (text, expected) in [
            (r#""command": "${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/governance-hook""#, true),
            (r#""command": "C:\\tools\\governance-hook.exe""#, true),
            (r#""command": "'/opt/our tools/governance-hook' explain""#, true),
            (r#""command": "governance-hook""#, true),
            ("governance-hook", true),
            ("my-governance-hook or /governance-hook", true),
            ("/bin/my-governance-hook", false),
            ("/bin/governance-hook.sh", false),
            ("/bin/governance-hook-old", false),
            ("/bin/governance-hook2", false),
            ("/bin/Governance-Hook", false),
            ("governance-hoo", false),
            (r#""${CLAUDE_PROJECT_DIR}/.claude/hooks/bin/tacklebox", "args": ["run", "x"]"#, true),
            (r#""C:\\bin\\tacklebox.exe""#, true),
            ("Read(/src/tacklebox/**)", false),
            (r"C:\\src\\tacklebox\\bin", false),
            ("Read(.tacklebox/**)", false),
            (".claude/tacklebox-backups", false),
            ("", false),
        ] {
            assert_eq!(names_a_program(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn the_programs_are_those_that_have_a_template_and_the_one_that_runs_several() {
        let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../settings-templates");
        let mut names: Vec<String> = fs::read_dir(templates)
            .unwrap()
            .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
            .filter_map(|name| name.strip_suffix(".json").map(str::to_owned))
            // The template of a server beside a hook.
            .filter(|name| !name.contains('.'))
            .collect();
        names.push("tacklebox".to_owned());
        names.sort();
        assert_eq!(names, PROGRAMS);
    }
}
