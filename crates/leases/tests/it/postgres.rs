//! The engine on rows, with a `PostgreSQL` server that the test starts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use leases::{Authority, AuthorityError, Claimed, Held, Postgres, PostgresSettings};

use crate::conformance::{self, TTL, World, claim};
use crate::server::Server;

struct Project {
    server: Arc<Server>,
    name: String,
}

/// Number of projects so far: each rule has one of its own.
static PROJECTS: AtomicU32 = AtomicU32::new(0);

fn authority(server: &Server, user: &str, project: &str) -> Postgres {
    Postgres::new(settings(server, user, project))
}

fn settings(server: &Server, user: &str, project: &str) -> PostgresSettings {
    PostgresSettings {
        url: server.url(user),
        user: None,
        password: None,
        passfile: String::new(),
        project: project.to_owned(),
        ttl: TTL,
        deadline: Duration::from_secs(100),
    }
}

impl World for Project {
    fn lasting(&self, _machine: &str, ttl: Duration) -> Box<dyn Authority> {
        let settings = settings(&self.server, "person", &self.name);
        Box::new(Postgres::new(PostgresSettings { ttl, ..settings }))
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
        let number = PROJECTS.fetch_add(1, Ordering::Relaxed);
        Box::new(Project { server: Arc::clone(&server), name: format!("project {number}") })
    });
    rights(&server);
    versions(&server);
}

/// Ann's lease is hers, whoever names her session; and nobody touches the table.
fn rights(server: &Server) {
    let (mut person, mut other) =
        (authority(server, "person", "rights"), authority(server, "other", "rights"));
    let ann = claim("INT-1", "ann", "a");
    let Ok(Claimed::Granted(token)) = person.claim(&ann) else { panic!("not granted") };
    let held = Held { claim: ann.clone(), token };
    assert!(
        matches!(other.claim(&ann), Ok(Claimed::HeldBy(holder)) if holder.claim.person == "person")
    );
    assert_eq!(other.release(&held), Ok(false));
    assert_eq!(other.renew(&[held]), Ok(vec![false]));
    assert_eq!(other.tokens(), Ok([("INT-1".to_owned(), Some(token))].into()));
    let refused = authority(server, "stranger", "rights").claim(&ann);
    assert!(matches!(refused, Err(AuthorityError::Refused(_))), "{refused:?}");
    assert!(server.sql("other", "select tacklebox.version()"));
    for statement in ["select * from tacklebox.lease", "delete from tacklebox.lease"] {
        assert!(!server.sql("other", statement), "{statement}");
    }
}

/// A later format is refused, and so is a database without one.
fn versions(server: &Server) {
    let ann = claim("INT-1", "ann", "a");
    let version =
        "create or replace function tacklebox.version() returns integer language sql as 'select 2'";
    assert!(server.sql("admin", version));
    let later = authority(server, "person", "versions").claim(&ann);
    assert_eq!(later, Err(AuthorityError::Newer(2)));
    assert!(server.sql("admin", "drop schema tacklebox cascade"));
    let missing = authority(server, "person", "versions").claim(&ann);
    assert!(matches!(missing, Err(AuthorityError::Invalid(_))), "{missing:?}");
}

#[test]
fn an_unreachable_server_is_an_error() {
    let settings = PostgresSettings {
        url: "host='/nonexistent' user=person".into(),
        user: None,
        password: None,
        passfile: String::new(),
        project: String::new(),
        ttl: TTL,
        deadline: Duration::from_secs(2),
    };
    let answer = Postgres::new(settings).claim(&claim("INT-1", "ann", "a"));
    assert!(matches!(answer, Err(AuthorityError::Unreachable(_))), "{answer:?}");
}
