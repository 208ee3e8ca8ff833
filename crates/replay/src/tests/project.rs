//! A project in which sessions took place, as `tests/transcripts/replay` has it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::{Policy, Replayed, Request};
use hook_chain::{Chain, Line};
use hook_runtime::{Console, Ctx, Environment};
use text_archive::Archive;

pub(crate) struct Project(tempfile::TempDir);

/// The archive of this name.
pub(crate) fn archive(name: &str) -> Archive {
    let text = fs::read_to_string(folder().join(name)).unwrap();
    Archive::parse(&text).unwrap()
}

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts/replay")
}

/// The hooks that took part.
pub(crate) fn chain() -> Chain {
    Chain::new([
        governance_hook::hook(),
        intent_gate_hook::hook(),
        question_preference_hook::hook(),
    ])
}

impl Project {
    pub(crate) fn new() -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        for part in archive("project.txtar").parts {
            project.write(&format!("project/{}", part.name()), &part.content);
        }
        project
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file beside the project or in it, with the places as they are here.
    pub(crate) fn write(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        hook_state::replace(&path, &self.placed(content)).unwrap();
        path
    }

    /// Writes the transcripts of a session, and what it had in its project.
    pub(crate) fn transcripts(&self, session: &str, archive: &Archive) -> Vec<PathBuf> {
        let parts = archive.parts.iter().filter(|part| part.name() != "calls.jsonl");
        let (of_project, parts): (Vec<_>, Vec<_>) =
            parts.partition(|part| part.name().starts_with("project/"));
        for part in of_project {
            self.write(part.name(), &part.content);
        }
        let parts = parts.into_iter();
        let name = |part: &str| format!("transcripts/{session}/{part}");
        parts.map(|part| self.write(&name(part.name()), &part.content)).collect()
    }

    /// A text with the places as they are here.
    pub(crate) fn placed(&self, content: &[u8]) -> Vec<u8> {
        let Ok(text) = str::from_utf8(content) else { return content.to_owned() };
        let place = |name: &str| self.path(name).to_str().unwrap().to_owned();
        text.replace("[PROJECT]", &place("project"))
            .replace("[HOME]", &place("home"))
            .replace("[BIN]", &place("bin"))
            .into_bytes()
    }

    pub(crate) fn ctx(&self) -> Ctx {
        let place = |name: &str| self.path(name).to_str().unwrap().to_owned();
        let variables =
            [("HOME", place("home")), ("TACKLEBOX_NOW", "2026-11-23T12:00:00Z".to_owned())];
        let variables = variables.map(|(name, value)| (name.to_owned(), value)).into();
        let now = humantime::parse_rfc3339("2026-11-23T12:00:00Z").unwrap();
        Ctx::new("tacklebox", Environment::Fixed(variables), now, Some(self.path("project")))
    }

    /// Replays transcripts with this policy; also each line that was judged.
    pub(crate) fn replay(&self, request: Request) -> (Replayed, Vec<Line>) {
        let mut lines = Vec::new();
        let progress = Console::default().progress("replay");
        let heed = |line: &Line| lines.push(line.clone());
        let replayed = crate::replay(&self.ctx(), &chain(), request, &progress, heed).unwrap();
        (replayed, lines)
    }
}

/// All of these, with the project's own policy.
pub(crate) fn all_of(transcripts: Vec<PathBuf>) -> Request {
    Request { transcripts, since: None::<SystemTime>, policy: Policy::default(), against: None }
}
