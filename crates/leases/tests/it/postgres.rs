//! The engine on rows, with a `PostgreSQL` server that the test starts.

use std::fs::{self, File};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use leases::{Authority, AuthorityError, Claimed, Held, Postgres, PostgresSettings, SCHEMA};
use tempfile::TempDir;

use crate::conformance::{self, TTL, World, claim};

/// A server in a folder of its own, which answers on a socket in that folder alone.
struct Server {
    dir: TempDir,
    child: Option<Child>,
    user: Option<String>,
    projects: AtomicU32,
}

struct Project {
    server: Arc<Server>,
    name: String,
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
    fn start() -> Option<Server> {
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
        let mut server = Server { dir, child: None, user, projects: AtomicU32::new(0) };
        let data = server.dir.path().join("data").to_string_lossy().into_owned();
        let made = server
            .command(&programs, "initdb", &["-D", &data, "-U", "admin", "-A", "trust", "--no-sync"])
            .output()
            .expect("initdb");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        server.run(&programs);
        let mut admin = server.admin();
        admin.batch_execute(SCHEMA).expect("the schema");
        admin.batch_execute(SCHEMA).expect("the schema once more");
        let roles = "create role person login in role tacklebox_client; \
                     create role other login in role tacklebox_client; create role stranger login";
        admin.batch_execute(roles).expect("roles");
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

    fn url(&self, user: &str) -> String {
        format!("host='{}' user={user} dbname=postgres", self.dir.path().display())
    }

    fn admin(&self) -> postgres::Client {
        for _ in 0..600 {
            if let Ok(client) = postgres::Client::connect(&self.url("admin"), postgres::NoTls) {
                return client;
            }
            thread::sleep(Duration::from_millis(100));
        }
        panic!("{}", fs::read_to_string(self.dir.path().join("log")).unwrap_or_default());
    }

    fn authority(&self, user: &str, project: &str) -> Postgres {
        Postgres::new(PostgresSettings {
            url: self.url(user),
            user: None,
            password: None,
            project: project.to_owned(),
            ttl: TTL,
            deadline: Duration::from_secs(20),
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ended = child.kill();
            let _collected = child.wait();
        }
    }
}

impl World for Project {
    fn at(&self, _machine: &str) -> Box<dyn Authority> {
        Box::new(self.server.authority("person", &self.name))
    }
}

#[test]
fn rows_conform() {
    let Some(server) = Server::start() else {
        eprintln!("skipped: PostgreSQL is not installed (Debian: apt install postgresql)");
        return;
    };
    let server = Arc::new(server);
    conformance::check(|| {
        let number = server.projects.fetch_add(1, Ordering::Relaxed);
        Box::new(Project { server: Arc::clone(&server), name: format!("project {number}") })
    });
    rights(&server);
    versions(&server);
}

/// Ann's lease is hers, whoever names her session; and nobody touches the table.
fn rights(server: &Server) {
    let (mut person, mut other) =
        (server.authority("person", "rights"), server.authority("other", "rights"));
    let ann = claim("INT-1", "ann", "a");
    let Ok(Claimed::Granted(token)) = person.claim(&ann) else { panic!("not granted") };
    let held = Held { claim: ann.clone(), token };
    assert!(
        matches!(other.claim(&ann), Ok(Claimed::HeldBy(holder)) if holder.claim.person == "person")
    );
    assert_eq!(other.release(&held), Ok(false));
    assert_eq!(other.renew(&[held]), Ok(vec![false]));
    assert_eq!(other.tokens(), Ok([("INT-1".to_owned(), token)].into()));
    let refused = server.authority("stranger", "rights").claim(&ann);
    assert!(matches!(refused, Err(AuthorityError::Refused(_))), "{refused:?}");
    let mut client =
        postgres::Client::connect(&server.url("other"), postgres::NoTls).expect("a login");
    for statement in ["select * from tacklebox.lease", "delete from tacklebox.lease"] {
        assert!(client.batch_execute(statement).is_err(), "{statement}");
    }
}

/// A later format is refused, and so is a database without one.
fn versions(server: &Server) {
    let ann = claim("INT-1", "ann", "a");
    let mut admin = server.admin();
    admin
        .batch_execute("create or replace function tacklebox.version() returns integer language sql immutable as 'select 2'")
        .expect("a function");
    let later = server.authority("person", "versions").claim(&ann);
    assert_eq!(later, Err(AuthorityError::Newer(2)));
    admin.batch_execute("drop schema tacklebox cascade").expect("the schema");
    let missing = server.authority("person", "versions").claim(&ann);
    assert!(matches!(missing, Err(AuthorityError::Invalid(_))), "{missing:?}");
}

#[test]
fn an_unreachable_server_is_an_error() {
    let settings = PostgresSettings {
        url: "host='/nonexistent' user=person".into(),
        user: None,
        password: None,
        project: String::new(),
        ttl: TTL,
        deadline: Duration::from_secs(2),
    };
    let answer = Postgres::new(settings).claim(&claim("INT-1", "ann", "a"));
    assert!(matches!(answer, Err(AuthorityError::Unreachable(_))), "{answer:?}");
}
