//! The manifest of a hook: a strict JSON file beside the program.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use hook_protocol::{Event, EventName};
use hook_runtime::{Class, Phase};
use hook_state::{Links, read_regular};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The name of the file.
pub const FILE: &str = "tacklebox-hook.json";

/// The version of the format.
const VERSION: u32 = 1;

/// A larger file is not a manifest.
const MAX_BYTES: u64 = 64 << 10;

/// The longest name.
const MAX_NAME: usize = 40;

/// The time limit of the host in seconds, if the manifest has none.
const DEFAULT_TIMEOUT: u32 = 5;

/// The shortest and longest time limit: the hook gets a second less.
const TIMEOUTS: std::ops::RangeInclusive<u32> = 2..=120;

/// What a hook is for, and how it is started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Manifest {
    version: u32,
    /// Its name, unique among the hooks.
    pub name: String,
    /// Its purpose, in a sentence.
    pub description: String,
    /// The program, relative to the manifest.
    pub program: PathBuf,
    /// The arguments of the program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The events, each with its matcher.
    pub events: Vec<Entry>,
    #[serde(default)]
    class: Importance,
    /// The time limit of the host, in seconds.
    #[serde(default = "default_timeout")]
    pub timeout: u32,
    #[serde(default)]
    on_failure: Failure,
    /// What it asks the person to allow.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub may: BTreeSet<Grant>,
    /// The fields of tool inputs that it changes, such as `Bash.command`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub writes: Vec<String>,
}

/// One event of a hook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name, such as `PostToolUse`.
    pub event: String,
    /// The tools, in the host's syntax; all of them by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matcher: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    phase: Option<Purpose>,
}

/// Something that a hook may do only if the person allowed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Grant {
    /// Let a call run without asking the person.
    Allow,
    /// Change the input of a call.
    UpdatedInput,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Importance {
    Critical,
    High,
    #[default]
    Normal,
    Low,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Purpose {
    Guard,
    Rewrite,
    Context,
    Record,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Failure {
    #[default]
    Open,
    Closed,
}

/// What every version of the format has.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

fn default_timeout() -> u32 {
    DEFAULT_TIMEOUT
}

impl Manifest {
    /// Reads the manifest of a hook, and returns the folder of the manifest with it. `path` is the
    /// folder, the manifest, or the program beside it.
    ///
    /// # Errors
    /// If it cannot be read, is invalid, or its program cannot be started.
    pub fn find(path: &Path) -> Result<(Self, PathBuf)> {
        let real =
            path.canonicalize().with_context(|| format!("could not find {}", path.display()))?;
        let file = match real.file_name() {
            _ if real.is_dir() => real.join(FILE),
            Some(name) if name == FILE => real.clone(),
            _ => real.with_file_name(FILE),
        };
        let bytes = read_regular(&file, Links::Followed, MAX_BYTES);
        let bytes = bytes.with_context(|| format!("could not read {}", file.display()))?;
        let manifest = Self::parse(&bytes).with_context(|| file.display().to_string())?;
        let folder = file.parent().unwrap_or(&file).to_owned();
        let program = manifest.program_in(&folder);
        check_program(&program).with_context(|| format!("{}: program", file.display()))?;
        let is_other = real.is_file() && real != file && program.canonicalize().ok() != Some(real);
        ensure!(
            !is_other,
            "{} starts {}, not {}",
            file.display(),
            program.display(),
            path.display()
        );
        Ok((manifest, folder))
    }

    /// Reads the text of a manifest.
    ///
    /// # Errors
    /// Names the line, the key, and what is wrong.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        // A later version may have other fields.
        if let Ok(Versioned { version }) = serde_json::from_slice(bytes)
            && version != VERSION
        {
            bail!("version {version} is unknown: this tacklebox reads version {VERSION}");
        }
        let manifest: Self = serde_json::from_slice(bytes)?;
        manifest.check()?;
        Ok(manifest)
    }

    fn check(&self) -> Result<()> {
        ensure!(
            is_name(&self.name),
            "name: {:?} has characters other than a-z, 0-9 and -, or is longer than {MAX_NAME}",
            self.name
        );
        ensure!(!self.description.trim().is_empty(), "description: it is empty");
        ensure!(!self.program.as_os_str().is_empty(), "program: it is empty");
        ensure!(!self.events.is_empty(), "events: there are none");
        let (least, most) = (TIMEOUTS.start(), TIMEOUTS.end());
        ensure!(
            TIMEOUTS.contains(&self.timeout),
            "timeout: {} is not between {least} and {most} seconds",
            self.timeout
        );
        for (at, entry) in self.events.iter().enumerate() {
            let name = &entry.event;
            ensure!(
                known_event(name).is_some(),
                "events: {name:?} is not an event for hooks; use one of {}",
                known_events().join(", ")
            );
            let is_repeated = self.events.iter().take(at).any(|other| other.event == *name);
            ensure!(!is_repeated, "events: {name} is named twice; use one matcher for both");
        }
        let wants_input = self.may.contains(&Grant::UpdatedInput);
        ensure!(
            wants_input != self.writes.is_empty(),
            "writes: list the fields, such as \"Bash.command\", exactly when `may` has \
             \"updatedInput\""
        );
        for field in &self.writes {
            let is_field =
                field.split_once('.').is_some_and(|(tool, it)| !tool.is_empty() && !it.is_empty());
            ensure!(
                is_field,
                "writes: {field:?} is not a tool and a field, such as \"Bash.command\""
            );
        }
        Ok(())
    }

    /// The program, for a manifest in this folder.
    pub fn program_in(&self, folder: &Path) -> PathBuf {
        folder.join(&self.program)
    }

    /// The text of settings in which this command is the hook.
    pub fn entries(&self, command: &str, args: &[String]) -> String {
        let handler = json!({
            "type": "command", "command": command, "args": args, "timeout": self.timeout,
        });
        let group = |matcher: &Option<String>| match matcher {
            Some(matcher) => json!([{"matcher": matcher, "hooks": [handler]}]),
            None => json!([{"hooks": [handler]}]),
        };
        let groups = self.events.iter().map(|entry| (entry.event.clone(), group(&entry.matcher)));
        json!({"hooks": groups.collect::<Map<String, Value>>()}).to_string()
    }

    /// The importance of the hook.
    pub fn class(&self) -> Class {
        match self.class {
            Importance::Critical => Class::Critical,
            Importance::High => Class::High,
            Importance::Normal => Class::Normal,
            Importance::Low => Class::Low,
        }
    }

    /// Whether a call is denied that it could not judge.
    pub fn fails_closed(&self) -> bool {
        self.on_failure == Failure::Closed
    }
}

impl Entry {
    /// When it is asked. Without a phase in the manifest, the event decides.
    pub(crate) fn phase(&self, writes: bool) -> Phase {
        match self.phase {
            Some(Purpose::Guard) => Phase::Guard,
            Some(Purpose::Rewrite) => Phase::Rewrite,
            Some(Purpose::Context) => Phase::Context,
            Some(Purpose::Record) => Phase::Record,
            None => match self.event.as_str() {
                "PreToolUse" if writes => Phase::Rewrite,
                "PreToolUse"
                | "PreSkillShellCommand"
                | "PermissionRequest"
                | "UserPromptSubmit"
                | "Stop"
                | "SubagentStop"
                | "PreCompact" => Phase::Guard,
                _ => Phase::Context,
            },
        }
    }
}

impl fmt::Display for Grant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Allow => "let calls run without asking you",
            Self::UpdatedInput => "change the input of calls",
        })
    }
}

/// Whether a hook can have this name.
pub fn is_name(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_plain = name.bytes().all(is_letter) && name.len() <= MAX_NAME;
    is_plain && name.starts_with(|first: char| first.is_ascii_lowercase()) && name != "tacklebox"
}

/// The event of this name, if hooks can answer it here.
pub(crate) fn known_event(name: &str) -> Option<&'static str> {
    let sent = serde_json::json!({ "hook_event_name": name }).to_string();
    let event = Event::parse(sent.as_bytes()).ok()?;
    event.type_name().filter(|known| *known == name)
}

/// The events that hooks can answer here.
fn known_events() -> Vec<&'static str> {
    EventName::KNOWN.into_iter().filter_map(known_event).collect()
}

/// Says why a program cannot be started.
fn check_program(program: &Path) -> Result<()> {
    let found = fs::metadata(program)
        .with_context(|| format!("could not find {}: build it first", program.display()))?;
    ensure!(found.is_file(), "{} is not a file", program.display());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let is_executable = found.permissions().mode() & 0o111 != 0;
        let name = program.display();
        ensure!(is_executable, "{name} is not executable; run `chmod +x '{name}'`");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"{"version": 1, "name": "size-hook", "description": "Says sizes",
        "program": "size.sh", "events": [{"event": "PostToolUse", "matcher": "Write|Edit"}]}"#;

    #[track_caller]
    fn check(from: &str, to: &str, expected: &str) {
        let text = WHOLE.replacen(from, to, 1);
        assert_ne!(text, WHOLE);
        let err = Manifest::parse(text.as_bytes()).unwrap_err();
        assert_eq!(format!("{err:#}"), expected);
    }

    #[test]
    fn a_mistake_is_named_with_its_key() {
        assert!(Manifest::parse(WHOLE.as_bytes()).is_ok());
        check("1,", "7,", "version 7 is unknown: this tacklebox reads version 1");
        check(
            "size-hook",
            "Size hook",
            "name: \"Size hook\" has characters other than a-z, 0-9 and -, or is longer than 40",
        );
        let events = known_events().join(", ");
        assert!(events.starts_with("PreToolUse, PostToolUse"), "{events}");
        let message = "events: \"PostTool\" is not an event for hooks; use one of ";
        check("PostToolUse", "PostTool", &format!("{message}{events}"));
        check(
            "\"events\"",
            "\"timeout\": 1, \"events\"",
            "timeout: 1 is not between 2 and 120 seconds",
        );
        check(
            "\"events\"",
            "\"may\": [\"updatedInput\"], \"events\"",
            "writes: list the fields, such as \"Bash.command\", exactly when `may` has \
             \"updatedInput\"",
        );
        let err = Manifest::parse(WHOLE.replacen("program", "programme", 1).as_bytes());
        let err = err.unwrap_err().to_string();
        assert!(err.starts_with("unknown field `programme`") && err.contains("at line 2"), "{err}");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_must_be_there_and_executable() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("a hook");
        fs::create_dir(&folder).unwrap();
        let put = |name: &str, text: &str| {
            hook_state::replace(&folder.join(name), text.as_bytes()).unwrap();
        };
        let fault =
            |path: &Path| Manifest::find(path).map_err(|err| format!("{err:#}")).unwrap_err();
        assert!(fault(&folder).contains("could not read"));
        put(FILE, WHOLE);
        assert!(fault(&folder).contains("program: could not find"));
        put("size.sh", "#!/bin/sh\n");
        assert!(fault(&folder).contains("is not executable; run `chmod +x '"));
        fs::set_permissions(folder.join("size.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        for path in [folder.clone(), folder.join(FILE), folder.join("size.sh")] {
            assert_eq!(Manifest::find(&path).unwrap().0.name, "size-hook");
        }
        put("other.sh", "");
        assert!(fault(&folder.join("other.sh")).contains(", not "));
        assert!(fault(&folder.join("gone")).starts_with("could not find "));
    }
}
