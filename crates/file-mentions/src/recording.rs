//! Which paths and which text may be stored.

use std::borrow::Cow;
use std::path::Path;

use hook_protocol::{Tool, ToolCall};
use project_paths::{Pattern, ProjectRoot, RealPaths, RelPath};
use secrets::redact;

/// What is recorded of a project, as configured.
#[derive(Debug, Clone, Copy)]
pub struct Recording<'a> {
    /// The project. Files outside of it are never stored.
    pub root: &'a ProjectRoot,
    /// What is known of where paths really are.
    pub paths: &'a RealPaths,
    /// Paths that are not stored.
    pub ignore: &'a [Pattern],
    /// What happens to secrets in text.
    pub secrets: Secrets,
}

/// What happens to text that looks like a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrets {
    /// It is replaced with `[redacted]`.
    Redact,
    /// It is stored, because the person wants that.
    Keep,
}

/// Extensions of files with keys.
const KEY_EXTENSIONS: [&str; 10] =
    ["env", "pem", "key", "p12", "pfx", "jks", "keystore", "kdbx", "ppk", "tfvars"];

/// Files with credentials.
const SECRET_NAMES: [&str; 12] = [
    ".env",
    ".envrc",
    ".netrc",
    "_netrc",
    ".pgpass",
    ".npmrc",
    ".pypirc",
    ".htpasswd",
    ".git-credentials",
    ".dockercfg",
    "credentials",
    "credentials.json",
];

/// Folders of keys.
const SECRET_FOLDERS: [&str; 3] = [".ssh", ".gnupg", ".aws"];

/// Extensions of `.env` files that are only examples.
const EXAMPLES: [&str; 4] = ["example", "sample", "template", "dist"];

impl Recording<'_> {
    /// The path under which a file is stored: relative to the project, normalised, with symbolic
    /// links resolved. `spoken` is relative to `cwd`, or else to the root.
    ///
    /// `None` for what is not stored: the project's root, files outside, ignored files, and files
    /// for secrets, such as `.env`.
    pub fn path(&self, cwd: Option<&Path>, spoken: &str) -> Option<RelPath> {
        self.place(cwd, spoken).map(|(_, path)| path)
    }

    /// The same, with the checkout of the project in which the file lies.
    pub fn place(
        &self,
        cwd: Option<&Path>,
        spoken: &str,
    ) -> Option<(Cow<'_, ProjectRoot>, RelPath)> {
        let root = self.root.checkout_of(self.paths, cwd, spoken);
        let path = root.relative_by(self.paths, cwd, spoken).resolved?;
        let ignored = self.ignore.iter().any(|pattern| pattern.matches_path(&path));
        (path.as_str() != "." && !ignored && !holds_secrets(&path)).then_some((root, path))
    }

    /// Like [`path`](Self::path), but `None` if the file does not exist. For words of a command or
    /// a prompt, which may be a path or something else.
    pub fn existing(&self, cwd: Option<&Path>, spoken: &str) -> Option<RelPath> {
        // Most words of a command are no files, and to find where a link leads
        // costs far more than to ask whether there is anything.
        let here = cwd.map_or_else(|| self.root.path().into(), |cwd| self.root.path().join(cwd));
        if !spoken.contains("..") && !here.join(spoken).exists() {
            return None;
        }
        let (root, path) = self.place(cwd, spoken)?;
        root.path().join(path.as_str()).is_file().then_some(path)
    }

    /// Text as it is stored: without secrets, unless they are kept. See [`secrets::redact`].
    pub fn words<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.secrets {
            Secrets::Redact => redact(text),
            Secrets::Keep => Cow::Borrowed(text),
        }
    }
}

/// The paths in a call of a file tool, as the agent wrote them: Read, Edit, Write, MultiEdit,
/// NotebookEdit, a patch, and the folder of a Grep. Not those in a shell command.
pub fn spoken_paths(call: &ToolCall) -> Vec<&str> {
    let is_recorded = matches!(
        call.name.tool(),
        Tool::Read
            | Tool::Edit
            | Tool::Write
            | Tool::MultiEdit
            | Tool::NotebookEdit
            | Tool::ApplyPatch
            | Tool::Grep
    );
    let files = if is_recorded { call.touched_files() } else { Vec::new() };
    files.into_iter().map(|file| file.path).collect()
}

/// Whether a file exists to hold secrets. Its name would say little; that it was
/// read, and what was said then, may say more.
fn holds_secrets(path: &RelPath) -> bool {
    let lower = path.as_str().to_lowercase();
    let mut parts = lower.rsplit('/');
    let name = parts.next().unwrap_or_default();
    if parts.any(|folder| SECRET_FOLDERS.contains(&folder)) {
        return true;
    }
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    let is_environment =
        name.starts_with(".env.") && ending.is_some_and(|ending| !EXAMPLES.contains(&ending));
    let is_key = ending.is_some_and(|ending| KEY_EXTENSIONS.contains(&ending));
    let is_ssh_key = name.starts_with("id_") && ending.is_none();
    is_environment || is_key || is_ssh_key || SECRET_NAMES.contains(&name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn files_that_hold_secrets() {
        let check = |path: &str, expected: bool| {
            assert_eq!(holds_secrets(&RelPath::new(path).unwrap()), expected, "{path}");
        };
        for path in [
            ".env",
            "a/.env",
            ".ENV",
            ".env.local",
            ".env.production",
            "prod.env",
            ".envrc",
            "certs/server.key",
            "server.PEM",
            ".ssh/config",
            "home/.ssh/id_ed25519",
            "id_rsa",
            ".npmrc",
            ".aws/credentials",
            "main.tfvars",
        ] {
            check(path, true);
        }
        for path in [
            ".env.example",
            ".env.sample",
            "src/env.rs",
            "src/environment.rs",
            "src/key.rs",
            "keys.md",
            "id_rsa.pub",
            "src/secrets/mod.rs",
            "id_card.rs",
            "pem",
        ] {
            check(path, false);
        }
    }

    #[test]
    fn tools_that_are_recorded() {
        let check = |tool: &str, input, expected: &[&str]| {
            assert_eq!(spoken_paths(&ToolCall::new(tool, input)), expected, "{tool}");
        };
        check("Read", json!({"file_path": "/p/a"}), &["/p/a"]);
        check("NotebookEdit", json!({"notebook_path": "/p/a.ipynb"}), &["/p/a.ipynb"]);
        check("Grep", json!({"pattern": "x", "path": "src"}), &["src"]);
        check("Grep", json!({"pattern": "a/b.rs"}), &[]);
        check("Glob", json!({"pattern": "*", "path": "src"}), &[]);
        check("WebFetch", json!({"url": "https://example.com/a/b.rs", "path": "/p/a"}), &[]);
        check("Bash", json!({"command": "cat a", "path": "/p/a"}), &[]);
        check("mcp__fs__read_file", json!({"path": "/p/a"}), &[]);
    }
}
