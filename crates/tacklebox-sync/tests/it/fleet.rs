//! Machines of a team, each with a link of its own to the server that grants leases.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::link::{Address, Link};
use crate::machine::{Machine, git, path, signal};
use crate::server::Server;

/// The engines, as `authority:` names them.
pub(crate) const ENGINES: [&str; 3] = ["machine", "git", "postgres"];

/// What grants leases.
pub(crate) enum Service {
    /// The folder of locks itself.
    Folder,
    Git(Daemon),
    Postgres(Box<Server>),
}

pub(crate) struct Fleet {
    pub(crate) machines: Vec<Machine>,
    pub(crate) links: Vec<Link>,
    pub(crate) service: Service,
    pub(crate) dir: TempDir,
}

/// A server of one repository, `fleet.git`.
pub(crate) struct Daemon {
    port: u16,
    child: Child,
}

impl Fleet {
    /// One for each engine that asks a server.
    pub(crate) fn each(lease_s: u64) -> impl Iterator<Item = Fleet> {
        ["git", "postgres"].into_iter().filter_map(move |engine| Fleet::new(engine, lease_s))
    }

    /// Two of the machines.
    pub(crate) fn pair(&self) -> (&Machine, &Machine) {
        (&self.machines[0], &self.machines[1])
    }

    /// The repository with the leases of the engine `git`.
    pub(crate) fn repository(&self) -> PathBuf {
        self.dir.path().join("fleet.git")
    }

    /// Three machines; one with the engine `machine`. `None` if the engine needs a program that is not installed.
    pub(crate) fn new(engine: &str, lease_s: u64) -> Option<Fleet> {
        let dir = tempfile::tempdir().expect("a folder");
        let (service, address) = match engine {
            "git" => {
                git(dir.path(), &["init", "--quiet", "--bare", "fleet.git"]);
                let daemon = Daemon::start(dir.path(), free_port());
                let address = Address::Port(daemon.port);
                (Service::Git(daemon), Some(address))
            }
            "postgres" => {
                let Some(server) = Server::start() else {
                    eprintln!(
                        "skipped: PostgreSQL is not installed (Debian: apt install postgresql)"
                    );
                    return None;
                };
                let address = Address::Socket(server.socket());
                (Service::Postgres(Box::new(server)), Some(address))
            }
            _ => (Service::Folder, None),
        };
        let mut fleet = Fleet { machines: Vec::new(), links: Vec::new(), service, dir };
        let names = if address.is_some() { &["a", "b", "c"][..] } else { &["a"] };
        for name in names {
            let link = address.clone().map(Link::to);
            let authority = authority(engine, link.as_ref(), lease_s);
            let mut machine = Machine::new(fleet.dir.path(), name, authority);
            // Nobody knows the process of a session that is killed at the start of its claim.
            machine.lock_ttl_s = if link.is_none() { lease_s } else { 30 };
            fleet.machines.push(machine);
            fleet.links.extend(link);
        }
        Some(fleet)
    }

    /// Kills the server and all that it does, as a power failure does.
    pub(crate) fn kill_service(&mut self) {
        match &mut self.service {
            Service::Folder => {}
            Service::Git(daemon) => daemon.kill(),
            Service::Postgres(server) => server.kill(),
        }
    }

    pub(crate) fn start_service(&mut self) {
        match &mut self.service {
            Service::Folder => {}
            Service::Git(daemon) => {
                // As an administrator does: Git itself leaves them for good.
                let leases = self.dir.path().join("fleet.git/refs/tacklebox/leases");
                for file in std::fs::read_dir(leases).into_iter().flatten().flatten() {
                    if file.path().extension().is_some_and(|it| it == "lock") {
                        std::fs::remove_file(file.path()).expect("a lock file");
                    }
                }
                *daemon = Daemon::start(self.dir.path(), daemon.port);
            }
            Service::Postgres(server) => server.start_again(),
        }
    }
}

impl Drop for Fleet {
    fn drop(&mut self) {
        self.kill_service();
    }
}

fn authority(engine: &str, link: Option<&Link>, lease_s: u64) -> Value {
    let Some(Link { port, .. }) = link else { return Value::Null };
    if engine == "git" {
        let remote = format!("git://127.0.0.1:{port}/fleet.git");
        return json!({"engine": "git", "remote": remote, "lease_s": lease_s});
    }
    let url = format!("host=127.0.0.1 port={port} user=person dbname=postgres sslmode=disable");
    json!({"engine": "postgres", "url": url, "project": "shop", "lease_s": lease_s})
}

/// A port that nobody used a moment ago.
fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.local_addr().expect("an address").port()
}

impl Daemon {
    fn start(folder: &Path, port: u16) -> Daemon {
        let mut program = Command::new("git");
        // Its hooks may be the program.
        program.env("PATH", path());
        program.args(["daemon", "--reuseaddr", "--export-all", "--enable=receive-pack"]);
        program.args(["--listen=127.0.0.1", "--max-connections=0"]);
        program.arg(format!("--port={port}")).arg(format!("--base-path={}", folder.display()));
        program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        std::os::unix::process::CommandExt::process_group(&mut program, 0);
        let daemon = Daemon { port, child: program.spawn().expect("git") };
        for _ in 0..600 {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return daemon;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("`git daemon` does not answer");
    }

    fn kill(&mut self) {
        signal(&format!("-{}", self.child.id()), "-KILL");
        let _collected = self.child.wait();
    }
}

/// How long a choice of an intent takes, as a hook waits for it. For the page of teams; build the program with
/// `--release` first.
#[test]
#[ignore = "measures"]
fn cost_of_a_claim() {
    for engine in ENGINES {
        let Some(fleet) = Fleet::new(engine, 600) else { continue };
        let (machine, mut times) = (&fleet.machines[0], Vec::new());
        for number in 0..60 {
            let intent = format!("INT-{number}");
            let start = std::time::Instant::now();
            assert_eq!(machine.try_claim(&intent, "ann", None), Some(1), "{intent}");
            times.push(start.elapsed().as_secs_f64() * 1000.0);
        }
        times.sort_by(f64::total_cmp);
        eprintln!("{engine}: median {:.1} ms, 95 % {:.1} ms", times[30], times[57]);
    }
}
