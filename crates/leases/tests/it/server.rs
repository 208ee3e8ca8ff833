//! A `PostgreSQL` server that a test starts.

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use leases::SCHEMA;
use tempfile::TempDir;

/// A server in a folder of its own, which answers on a socket in that folder alone.
pub(crate) struct Server {
    dir: TempDir,
    child: Option<Child>,
    user: Option<String>,
}

/// Where the distribution keeps the server's programs, if not on the path.
fn programs() -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH")
        .into_iter()
        .flat_map(|path| std::env::split_paths(&path).collect::<Vec<_>>());
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut packaged: Vec<_> = versions.map(|version| version.path().join("bin")).collect();
    packaged.sort();
    packaged.into_iter().rev().chain(on_path).find(|dir| dir.join("initdb").is_file())
}

impl Server {
    /// `None` if `PostgreSQL` is not installed.
    pub(crate) fn start() -> Option<Server> {
        let programs = programs()?;
        let dir = tempfile::tempdir().expect("a folder");
        let is_root = fs::metadata(dir.path()).expect("a folder").uid() == 0;
        // The server refuses to run as root.
        let user = is_root.then(|| "postgres".to_owned());
        if let Some(user) = &user {
            let path = dir.path().to_string_lossy().into_owned();
            let owned = Command::new("chown").args([user, &path]).status();
            assert!(owned.is_ok_and(|it| it.success()), "there is no user {user}");
        }
        let mut server = Server { dir, child: None, user };
        let data = server.dir.path().join("data").to_string_lossy().into_owned();
        let options = ["-U", "admin", "-A", "trust", "--no-sync", "--no-locale", "-E", "UTF8"];
        let options = [&["-D", &data], &options[..]].concat();
        let made = server.command(&programs, "initdb", &options).output().expect("initdb");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        server.start_again();
        for time in ["once", "once more"] {
            assert!(server.sql("admin", SCHEMA), "the schema {time}");
        }
        let roles = "create role person login in role tacklebox_client; \
                     create role other login in role tacklebox_client; create role stranger login";
        assert!(server.sql("admin", roles), "roles");
        Some(server)
    }

    fn command(&self, programs: &Path, name: &str, args: &[&str]) -> Command {
        let program = programs.join(name);
        let mut command = match &self.user {
            None => Command::new(program),
            Some(user) => {
                let mut command = Command::new("setpriv");
                command.args(["--reuid", user, "--clear-groups", "--"]).arg(program);
                command
            }
        };
        command.args(args).current_dir(self.dir.path()).stdin(Stdio::null());
        command
    }

    fn run(&mut self, programs: &Path) {
        let [data, here] =
            ["data", ""].map(|it| self.dir.path().join(it).to_string_lossy().into_owned());
        let log = File::create(self.dir.path().join("log")).expect("a file");
        let options = ["-D", &data, "-k", here.trim_end_matches('/'), "-c", "listen_addresses="];
        let child =
            self.command(programs, "postgres", &options).stderr(log).stdout(Stdio::null()).spawn();
        self.child = Some(child.expect("postgres"));
    }

    /// Starts the server, which does not start before all processes of a killed one have ended.
    pub(crate) fn start_again(&mut self) {
        let programs = programs().expect("it was there before");
        for _ in 0..600 {
            self.run(&programs);
            while self.child.as_mut().is_some_and(|it| matches!(it.try_wait(), Ok(None))) {
                if self.sql("admin", "select 1") {
                    return;
                }
                thread::sleep(Duration::from_millis(50));
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("the server does not start");
    }

    /// Kills the server.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ended = child.kill();
            let _collected = child.wait();
        }
    }

    /// The socket on which it answers.
    pub(crate) fn socket(&self) -> PathBuf {
        self.dir.path().join(".s.PGSQL.5432")
    }

    pub(crate) fn url(&self, user: &str) -> String {
        format!("host='{}' user={user} dbname=postgres", self.dir.path().display())
    }

    /// Runs SQL as this user. Whether it succeeded.
    pub(crate) fn sql(&self, user: &str, text: &str) -> bool {
        let mut psql = Command::new(programs().expect("it was there before").join("psql"));
        psql.args(["--no-psqlrc", "--set=ON_ERROR_STOP=1", "--command", text]).arg(self.url(user));
        let output = psql.output().expect("psql");
        output.status.success()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
