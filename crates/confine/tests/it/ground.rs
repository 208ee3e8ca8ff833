//! A project with a neighbour, a home folder and a remote repository, and commands that run in it.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, Weak};

use confine::{Layer, LayerChoice, Plan, Plans, Surroundings};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_confine-bash");

/// Nobody's number, on the machines that we know.
const SOMEBODY: u32 = 12345;

/// Where `tests/confine` is.
pub(crate) fn list(name: &str) -> serde_json::Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/confine").join(name);
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// One in so many lines of a list is tried, unless all are asked for.
const SAMPLE: usize = 8;

/// The lines of a list that are tried: all of them where `CONFINE_LINES` is `all`, else a sample.
#[expect(clippy::disallowed_methods, reason = "a switch for who runs the tests")]
pub(crate) fn lines(list: &serde_json::Value) -> Vec<String> {
    let step = if env::var_os("CONFINE_LINES").is_some_and(|it| it == "all") { 1 } else { SAMPLE };
    let lines = list.as_array().unwrap().iter().map(|line| line.as_str().unwrap().to_owned());
    lines.step_by(step).collect()
}

/// Whose commands run, and how they are held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) layer: LayerChoice,
    pub(crate) user: Option<u32>,
}

/// The ways that there are on this machine; what it lacks is named.
pub(crate) fn ways() -> Vec<Way> {
    let output = Command::new(PROGRAM).arg("--tacklebox-layer").output().unwrap();
    let layer = Layer::answered(&String::from_utf8(output.stdout).unwrap()).unwrap();
    let layers: &[LayerChoice] = match layer {
        Layer::Mounts => &[LayerChoice::Mounts, LayerChoice::Landlock],
        Layer::Landlock => &[LayerChoice::Landlock],
        _ => &[],
    };
    if layers.len() < 2 {
        eprintln!("not every layer is tried: the kernel has {}", layer.as_str());
    }
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let users = if is_root { vec![None, Some(SOMEBODY)] } else { vec![None] };
    let all =
        users.iter().flat_map(|user| layers.iter().map(|layer| Way { layer: *layer, user: *user }));
    // To Landlock it is one who they are.
    all.filter(|way| way.user.is_none() || way.layer != LayerChoice::Landlock).collect()
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        format!("{self:?}").cmp(&format!("{other:?}"))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// What is at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) content: Vec<u8>,
    pub(crate) mode: u32,
    pub(crate) time: i64,
}

/// A folder with `p`, the project, and `elsewhere`, `home`, `state`, and `tmp` with a remote repository.
pub(crate) struct Ground {
    pub(crate) top: PathBuf,
    way: Option<Way>,
    _template: Arc<Template>,
}

/// What grounds are copies of, in a folder that goes with the last of them. A test that needs several keeps it.
pub(crate) struct Template(tempfile::TempDir);

static TEMPLATE: Mutex<Weak<Template>> = Mutex::new(Weak::new());

static COUNT: AtomicU32 = AtomicU32::new(0);

const LAID_OUT: &str = r#"set -e
mkdir -p home elsewhere state tmp p && echo f > elsewhere/f && echo x > home/.bashrc
git init -q --template= --bare -b main tmp/remote.git
cd p && git init -q --template= -b main && mkdir .git/hooks && git remote add origin ../tmp/remote.git
mkdir -p src/lib tests docs data build
printf 'a\nb\n' > src/a.txt; echo l > src/lib/l.py; printf 'def f():\n    return 1\n' > src/app.py
echo 'console.log(1)' > tests/t.js; printf 'def test_f():\n    assert True\n' > tests/test_app.py
echo 'read me' > README.md; echo d > docs/d.md
printf 'all:\n\ttrue > build/o\ntest:\n\ttrue\nharm:\n\trm -f docs/d.md\n' > Makefile
echo '{"name":"p","version":"1.0.0","scripts":{"test":"node tests/t.js","build":"mkdir -p dist && echo > dist/o","harm":"rm -f docs/d.md"}}' > package.json
printf 'build\ntarget/\nnode_modules\n.venv\ndist/\ndata\n' > .gitignore
git add -A && git commit -qm one
echo e > docs/e.md && git add -A && git commit -qm two && git tag v1 && git push -q origin main
git branch old && git checkout -qb feature && echo c > src/c.txt && git add -A && git commit -qm three
git checkout -q main && echo g >> src/a.txt && git commit -qam four
echo dirty >> docs/d.md; echo dirty >> src/a.txt; echo u > docs/untracked
python3 -c "import sqlite3;c=sqlite3.connect('data/db.sqlite');c.execute('create table t(a)');c.execute('insert into t values(1)');c.commit()" || true
"#;

/// The template, which is laid out where it is not there.
pub(crate) fn template() -> Arc<Template> {
    let mut known = TEMPLATE.lock().unwrap();
    if let Some(template) = known.upgrade() {
        return template;
    }
    // Not below this repository: cargo would enter what it makes among its packages.
    let folder = tempfile::Builder::new().prefix("confine-").tempdir().unwrap();
    // Somebody else's commands run in it too.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let first = folder.path().join("template");
    fs::create_dir(&first).unwrap();
    let mut command = Command::new("bash");
    command.args(["-c", LAID_OUT]).current_dir(&first);
    variables(&mut command, &first);
    assert!(command.status().unwrap().success());
    let template = Arc::new(Template(folder));
    *known = Arc::downgrade(&template);
    template
}

/// An environment that says nothing of the person who runs the tests, but where their tools are.
#[expect(clippy::disallowed_methods, reason = "these tests play a client, which has no Ctx")]
fn variables(command: &mut Command, top: &Path) {
    let real = env::home_dir().unwrap_or_default();
    let tool = |name: &str, folder: &str| env::var_os(name).unwrap_or(real.join(folder).into());
    command
        .env_clear()
        .env("PATH", env::var_os("PATH").unwrap())
        .env("HOME", top.join("home"))
        .env("TMPDIR", top.join("tmp"))
        .env("TACKLEBOX_STATE_DIR", top.join("state"))
        .env("CLAUDE_CODE_SESSION_ID", "s")
        .env("RUSTUP_HOME", tool("RUSTUP_HOME", ".rustup"))
        .env("PYENV_ROOT", tool("PYENV_ROOT", ".pyenv"))
        .env("PORT", (20000 + COUNT.load(Ordering::Relaxed) % 20000).to_string())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("npm_config_update_notifier", "false");
    for who in ["AUTHOR", "COMMITTER"] {
        command
            .env(format!("GIT_{who}_NAME"), "a")
            .env(format!("GIT_{who}_EMAIL"), "a@example.com");
    }
}

impl Ground {
    /// A copy of the template; `None` for a command that is not held.
    pub(crate) fn new(way: Option<Way>) -> Ground {
        let template = template();
        let folder = fs::canonicalize(template.0.path()).unwrap();
        let top = folder.join(COUNT.fetch_add(1, Ordering::Relaxed).to_string());
        let copied = Command::new("cp").arg("-a").arg(folder.join("template")).arg(&top).status();
        assert!(copied.unwrap().success());
        let ground = Ground { top, way, _template: template };
        ground.give_away();
        ground
    }

    /// The same under a plan with the scope `src/**`, `tests/**`.
    pub(crate) fn held(way: Way) -> Ground {
        let ground = Ground::new(Some(way));
        let globs = ["src/**", "tests/**"];
        ground.write(|at| Plan::of_scope("s", &globs, &Plan::default_outputs(), at));
        ground
    }

    pub(crate) fn write(&self, plan: impl Fn(&Surroundings<'_>) -> Plan) {
        self.write_as("s", plan);
    }

    pub(crate) fn write_as(&self, name: &str, plan: impl Fn(&Surroundings<'_>) -> Plan) {
        let at = Surroundings {
            project: &self.top.join("p"),
            home: Some(&self.top.join("home")),
            ours: &[self.top.join("state")],
            variable: &|_| None,
        };
        let mut plan = plan(&at);
        // The ground may lie in a temporary folder itself.
        plan.temporary = vec![self.top.join("tmp"), "/dev/shm".into()];
        plan.layer = self.way.unwrap().layer;
        Plans::new(&self.top.join("state")).write(name, &plan).unwrap();
        self.give_away();
    }

    /// Makes all files those of whoever the commands run as.
    fn give_away(&self) {
        if let Some(Way { user: Some(user), .. }) = self.way {
            for path in walk(&self.top) {
                std::os::unix::fs::lchown(path, Some(user), Some(user)).unwrap();
            }
            chown(&self.top, Some(user), Some(user)).unwrap();
        }
    }

    pub(crate) fn command(&self, shell: &str, args: &[&str]) -> Command {
        let mut command = match self.way {
            Some(Way { user: Some(user), .. }) => {
                let mut command = Command::new("setpriv");
                let user = user.to_string();
                command.args(["--reuid", &user, "--regid", &user, "--clear-groups", shell]);
                command
            }
            _ => Command::new(shell),
        };
        command.args(args).current_dir(self.top.join("p")).stdin(Stdio::null());
        variables(&mut command, &self.top);
        command
    }

    /// Runs a line, in the shell that is held where there is a way. What it says goes to a file.
    pub(crate) fn run(&self, line: &str) -> Option<i32> {
        let shell = if self.way.is_some() { PROGRAM } else { "bash" };
        let said = fs::File::create(self.top.join("tmp/said")).unwrap();
        // A command that waits for something is a failure, too.
        let mut command = self.command("timeout", &["300", shell, "-c", line]);
        command.stdout(said.try_clone().unwrap()).stderr(said);
        command.status().unwrap().code()
    }

    pub(crate) fn said(&self) -> String {
        String::from_utf8_lossy(&fs::read(self.top.join("tmp/said")).unwrap()).into_owned()
    }

    /// All that is there but in the scope, the outputs and the temporary folder; of the repository, what no commit
    /// writes, unless all of it is asked for.
    pub(crate) fn outside(&self, all_of_git: bool) -> BTreeMap<PathBuf, Entry> {
        let left_out =
            ["tmp", "state", "home/.npm", "p/src", "p/tests"].map(|name| self.top.join(name));
        let project = self.top.join("p");
        let outputs = Plan::default_outputs().into_iter().map(|name| project.join(name));
        let left_out: Vec<PathBuf> = left_out.into_iter().chain(outputs).collect();
        let git = self.top.join("p/.git");
        let is_kept = |path: &PathBuf| {
            let is_of_git = path.starts_with(&git)
                && !all_of_git
                && !path.starts_with(git.join("hooks"))
                && *path != git.join("config");
            !is_of_git && !left_out.iter().any(|out| path.starts_with(out))
        };
        walk(&self.top).into_iter().filter(is_kept).map(|path| entry(&self.top, &path)).collect()
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        let _left = Command::new("rm").arg("-rf").arg(&self.top).status();
    }
}

fn entry(top: &Path, path: &Path) -> (PathBuf, Entry) {
    let metadata = fs::symlink_metadata(path).unwrap();
    let content = if metadata.is_symlink() {
        fs::read_link(path).unwrap().into_os_string().into_encoded_bytes()
    } else if metadata.is_file() {
        fs::read(path).unwrap()
    } else {
        Vec::new()
    };
    let time = if metadata.is_file() { metadata.mtime() } else { 0 };
    (path.strip_prefix(top).unwrap().into(), Entry { content, mode: metadata.mode(), time })
}

fn walk(dir: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        if entry.file_type().unwrap().is_dir() {
            all.extend(walk(&entry.path()));
        }
        all.push(entry.path());
    }
    all
}
