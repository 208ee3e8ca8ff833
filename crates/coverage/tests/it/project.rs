//! A project in which rules are walked around.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::SystemTime;

use coverage::{Covered, Hooks, cover};
use hook_runtime::{Ctx, Environment};

/// The files, which say `before`.
const FILES: [&str; 7] = [
    "docs/specs/api.md",
    "src/a.rs",
    ".env",
    "new-folder/new-file.txt",
    "new-folder/new-file.ipynb",
    ".claude/skills/any-skill/SKILL.md",
    ".claude/skills/critiquenew/SKILL.md",
];

/// Programs that only write down how they were called.
const STANDING_IN: [&str; 3] = ["npm", "terraform", "deploy"];

/// A folder with a project, a home and stand-ins for programs.
pub(crate) struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    /// The project with this configuration.
    pub(crate) fn new(yaml: &str, stands_in_for: Option<&str>) -> Self {
        static MODEL: OnceLock<Project> = OnceLock::new();
        let model = MODEL.get_or_init(Self::with_history);
        let project = Self { folder: tempfile::tempdir().unwrap() };
        for name in ["project", "remote"] {
            let [from, to] = [model, &project].map(|it| it.folder.path().join(name));
            let copied = Command::new("cp").arg("-a").arg(from).arg(to).status();
            assert!(copied.unwrap().success());
        }
        project.put(".tacklebox/governance.yaml", yaml);
        for name in STANDING_IN.into_iter().chain(stands_in_for) {
            let file = project.folder.path().join("stubs").join(name);
            write(&file, "#!/bin/sh\necho \"$*\" >> ../ran\n");
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        }
        project
    }

    /// The files, and a commit before this one in which they said something else. Another
    /// repository has a commit that this one has not, so that nothing can be pushed there
    /// without force.
    fn with_history() -> Self {
        let project = Self { folder: tempfile::tempdir().unwrap() };
        for text in ["older", "before"] {
            for file in FILES {
                project.put(file, &format!("{text}\n"));
            }
            project.put("other-file.txt", "other\nafter\n");
            project.run(&format!("git init -q -b main . && git add -f . && git commit -qm {text}"));
        }
        let push = "git init -q --bare -b main ../remote && git remote add origin ../remote";
        project.run(&format!("{push} && git push -qu origin main && git commit --amend -qm after"));
        project
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    pub(crate) fn put(&self, file: &str, text: &str) {
        write(&self.root().join(file), text);
    }

    /// What a file says; `None` where it is gone.
    pub(crate) fn read(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.root().join(file)).ok()
    }

    /// How programs were called that only write that down.
    pub(crate) fn ran(&self) -> String {
        fs::read_to_string(self.folder.path().join("ran")).unwrap_or_default()
    }

    fn variables(&self) -> BTreeMap<String, String> {
        let folder = self.folder.path();
        let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
        let path = format!("{}:/usr/local/bin:/usr/bin:/bin", at("stubs"));
        [
            ("HOME", at("home")),
            ("PATH", path),
            ("TACKLEBOX_STATE_DIR", at("state")),
            ("GIT_CONFIG_GLOBAL", "/dev/null".to_owned()),
            ("GIT_AUTHOR_NAME", "a".to_owned()),
            ("GIT_AUTHOR_EMAIL", "a@b".to_owned()),
            ("GIT_COMMITTER_NAME", "a".to_owned()),
            ("GIT_COMMITTER_EMAIL", "a@b".to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
    }

    pub(crate) fn ctx(&self) -> Ctx {
        let environment = Environment::Fixed(self.variables());
        Ctx::new("coverage", environment, SystemTime::UNIX_EPOCH, Some(self.root()))
    }

    /// The rules but those on what is protected, with what was found.
    pub(crate) fn covered(&self) -> Vec<Covered> {
        let hooks =
            Hooks { hooks: vec![("governance-hook", governance_hook::hook)], handlers: &[] };
        cover(&self.ctx(), &hooks, &|_, rule| rule != "protection").unwrap()
    }

    /// The rules of this name.
    pub(crate) fn covered_of(&self, rule: &str) -> Vec<Covered> {
        let hooks =
            Hooks { hooks: vec![("governance-hook", governance_hook::hook)], handlers: &[] };
        cover(&self.ctx(), &hooks, &|_, it| it == rule).unwrap()
    }

    /// What a command line prints.
    pub(crate) fn run(&self, line: &str) -> String {
        fs::create_dir_all(self.folder.path().join("home")).unwrap();
        let output = Command::new("timeout")
            .args(["-k", "1", "4", "bash", "-c", line])
            .current_dir(self.root())
            .env_clear()
            .envs(self.variables())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let printed = [output.stdout, output.stderr].concat();
        String::from_utf8_lossy(&printed).into_owned()
    }

    /// Where the branch of the repository is that this one was pushed to.
    pub(crate) fn pushed(&self) -> String {
        self.run("git -C ../remote rev-parse main")
    }

    /// A text with the folder by a name that is always the same, and each program where most
    /// systems have it.
    pub(crate) fn tamed(&self, text: &str) -> String {
        let text = text.replace(self.folder.path().to_str().unwrap(), "[DIR]");
        text.replace("/usr/local/bin/", "/usr/bin/").replace(" /bin/", " /usr/bin/")
    }
}

fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    hook_state::replace(file, text.as_bytes()).unwrap();
}
