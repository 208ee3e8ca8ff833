//! A machine: a person's folder, a clone and its state.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use active_intents::{Claim, FolderError, Holder, IntentId, Lock, Locks};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// For how long others may keep the folder of locks to themselves.
pub(crate) const WAIT: Duration = Duration::from_secs(5);

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Machine {
    pub(crate) dir: PathBuf,
    pub(crate) authority: Value,
    /// For how many seconds a lock is valid after the session's last change.
    pub(crate) lock_ttl_s: u64,
    /// How long a hook of this machine waits for an answer.
    pub(crate) limit_ms: u64,
}

impl Machine {
    /// A machine below `dir`, whose team has chosen `authority`.
    pub(crate) fn new(dir: &Path, name: &str, authority: Value) -> Machine {
        let dir = dir.join(name);
        let machine = Machine { dir, authority, lock_ttl_s: 3600, limit_ms: 100_000 };
        fs::create_dir_all(machine.project()).expect("a folder");
        git(&machine.project(), &["init", "--quiet"]);
        machine
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.dir.join("clone")
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.dir.join("state")
    }

    pub(crate) fn locks(&self) -> Locks {
        let folder = self.state().join(Locks::FOLDER);
        fs::create_dir_all(&folder).expect("a folder");
        Locks::of(folder, Duration::from_secs(self.lock_ttl_s))
    }

    pub(crate) fn program(&self) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_tacklebox-sync"));
        program.env("TACKLEBOX_STATE_DIR", self.dir.join("person")).env("HOME", &self.dir);
        program.env("GIT_CONFIG_NOSYSTEM", "1").current_dir(self.project());
        for name in ["GIT_CONFIG_GLOBAL", "PGHOST", "PGPASSWORD", "PGUSER", "XDG_CONFIG_HOME"] {
            program.env_remove(name);
        }
        program
    }

    /// Whether another program is asked for leases.
    pub(crate) fn has_authority(&self) -> bool {
        self.authority != Value::Null
    }

    fn request(&self, intent: &str, session: &str, pid: Option<u32>) -> String {
        let _folder = self.locks();
        let request = json!({
            "version": 1, "authority": self.authority, "project": self.project(),
            "state": self.state(), "locks": self.state().join(Locks::FOLDER), "intent": intent,
            "session": session, "agent": null, "host": "here", "pid": pid,
            "lock_ttl_s": self.lock_ttl_s, "limit_ms": self.limit_ms,
        });
        format!("{request}\n")
    }

    /// As a hook does at the end of a session.
    #[expect(
        clippy::zombie_processes,
        reason = "as those of a hook that ends, it is left to the system"
    )]
    pub(crate) fn ask_without_waiting(&self, verb: &str, intent: &str, session: &str) {
        let mut program = self.program();
        program.arg(verb).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        std::os::unix::process::CommandExt::process_group(&mut program, 0);
        let mut child = program.spawn().expect("a program");
        let request = self.request(intent, session, None);
        let _closed = child.stdin.take().expect("a pipe").write_all(request.as_bytes());
    }

    pub(crate) fn ask(&self, verb: &str, intent: &str, session: &str, pid: Option<u32>) -> Value {
        let mut program = self.program();
        program.args(if verb == "status" { vec![verb, "--json"] } else { vec![verb] });
        let output = with_stdin(program, &self.request(intent, session, pid));
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|err| panic!("{err}: {}", String::from_utf8_lossy(&output.stderr)))
    }

    /// Has a person take an intent away. With a fixed time it does not matter who runs the test.
    pub(crate) fn take_away(&self, intent: &str) -> Value {
        let mut program = self.program();
        program.arg("release").env("TACKLEBOX_NOW", "2030-01-01T00:00:00Z");
        self.force(program, intent)
    }

    /// Has the shell of an agent's tool try the same.
    pub(crate) fn take_away_for_agent(&self, intent: &str) -> Value {
        let program = self.program();
        let mut shell = Command::new("sh");
        shell.args(["-c", "\"$0\" release; exit"]).arg(program.get_program());
        for (name, value) in program.get_envs() {
            shell.env(name, value.unwrap_or_default());
        }
        shell.env("CLAUDECODE", "1").env_remove("CLAUDE_PROJECT_DIR");
        self.force(shell, intent)
    }

    fn force(&self, program: Command, intent: &str) -> Value {
        let request = self.request(intent, "", None).replacen('{', "{\"force\":true,", 1);
        serde_json::from_slice(&with_stdin(program, &request).stdout).expect("JSON")
    }

    /// The token of a claim that was granted.
    pub(crate) fn claimed(&self, intent: &str, session: &str, pid: Option<u32>) -> u64 {
        let answer = self.ask("claim", intent, session, pid);
        answer["granted"]["token"].as_u64().unwrap_or_else(|| panic!("{answer}"))
    }

    /// The token of a session that wants an intent, if it gets it. As the gate does, it looks at this machine's locks
    /// first.
    pub(crate) fn try_claim(&self, intent: &str, session: &str, pid: Option<u32>) -> Option<u64> {
        if !self.has_authority() {
            self.take(&IntentId::new(intent).expect("an id"), session, pid);
            return self.permits(intent, session);
        }
        let held = self.lock(intent);
        if held.is_some_and(|it| it.session != session && it.is_valid(SystemTime::now())) {
            return None;
        }
        self.ask("claim", intent, session, pid)["granted"]["token"].as_u64()
    }

    /// Takes or renews a lock, where no authority is asked.
    pub(crate) fn take(&self, id: &IntentId, session: &str, pid: Option<u32>) {
        let claim = Claim { session, agent: None, host: "here", pid, now: SystemTime::now() };
        patiently(self.locks().take(id, &claim, WAIT));
    }

    pub(crate) fn lock(&self, intent: &str) -> Option<Lock> {
        let id = IntentId::new(intent).expect("an id");
        match self.locks().holder(&id).expect("a folder") {
            Some(Holder::Session(lock)) => Some(*lock),
            _ => None,
        }
    }

    /// What a hook asks before each change: the token, if the session may change something.
    pub(crate) fn permits(&self, intent: &str, session: &str) -> Option<u64> {
        let lock = self.lock(intent)?;
        (lock.session == session && lock.is_valid(SystemTime::now())).then_some(lock.token)
    }

    /// The process of the keeper, which holds the lock of that name.
    pub(crate) fn keeper(&self) -> Option<u32> {
        let state = self.state();
        let named = |pid: &u32| {
            let words = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            let words: Vec<_> = words.split(|byte| *byte == 0).collect();
            words.get(1) == Some(&&b"keep"[..])
                && words.get(3) == Some(&state.as_os_str().as_encoded_bytes())
        };
        let entries = fs::read_dir("/proc").expect("a folder").flatten();
        entries.filter_map(|it| it.file_name().to_str()?.parse().ok()).find(named)
    }

    pub(crate) fn signal_keeper(&self, name: &str) -> bool {
        self.keeper().is_some_and(|pid| signal(&pid.to_string(), name))
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // The keeper of a folder that is gone ends by itself, but later.
        self.signal_keeper("-KILL");
    }
}

/// A `PATH` on which the program under test is.
pub(crate) fn path() -> String {
    let built = Path::new(env!("CARGO_BIN_EXE_tacklebox-sync")).parent().expect("a folder");
    format!("{}:{}", built.display(), std::env::var("PATH").expect("a path"))
}

/// Whether there was such a process; with a minus before its number, a group of processes.
pub(crate) fn signal(process: &str, name: &str) -> bool {
    let mut kill = Command::new("kill");
    kill.args([name, "--", process]).stdout(Stdio::null()).stderr(Stdio::null());
    kill.status().is_ok_and(|it| it.success())
}

/// Something that runs until it is killed, in place of a host.
pub(crate) struct Process(pub(crate) Child);

impl Process {
    pub(crate) fn new() -> Process {
        Process(Command::new("sleep").arg("3600").spawn().expect("sleep"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ended = self.0.kill();
        let _collected = self.0.wait();
    }
}

pub(crate) fn with_stdin(mut program: Command, text: &str) -> Output {
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().expect("a program");
    // It may end without reading.
    let _closed = child.stdin.take().expect("a pipe").write_all(text.as_bytes());
    child.wait_with_output().expect("an end")
}

pub(crate) fn git(dir: &Path, args: &[&str]) -> String {
    let mut git = Command::new("git");
    let output = git.args(args).current_dir(dir).output().expect("git");
    assert!(output.status.success(), "git {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

pub(crate) fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..2_000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("not within 100 s: {what}");
}

/// A process that was stopped may keep the folder of locks for longer than others wait: then nothing is done.
pub(crate) fn patiently<T>(result: Result<T, FolderError>) {
    if let Err(err) = result {
        assert_eq!(err.source.kind(), ErrorKind::TimedOut, "{err}");
    }
}
