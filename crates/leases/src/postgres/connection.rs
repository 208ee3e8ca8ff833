//! A connection to the server, and who is sent a password: the address comes from a file of the repository, which must
//! not choose that.

use std::path::Path;
use std::sync::Arc;

use postgres::config::{Host, SslMode};
use postgres::{Client, Config, NoTls};
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{PostgresSettings, failed, passfile};
use crate::AuthorityError;

/// The version of [`SCHEMA`](super::SCHEMA).
const VERSION: i32 = 1;

/// Where servers have their sockets; password files call this `localhost`. Source: "The Password File".
const SOCKETS: [&str; 2] = ["/tmp", "/var/run/postgresql"];

pub(super) fn connected(settings: &PostgresSettings) -> Result<Client, AuthorityError> {
    let config = config(settings)?;
    // To read the certificates of the system takes longer than the rest.
    let connected = match config.get_ssl_mode() {
        SslMode::Disable => config.connect(NoTls),
        _ => config.connect(tls()?),
    };
    let mut client = connected.map_err(|err| failed(&err))?;
    let version =
        client.query_one("select tacklebox.version()", &[]).map_err(|err| failed(&err))?;
    match version.get(0) {
        VERSION => Ok(client),
        version => Err(AuthorityError::Newer(u32::try_from(version).unwrap_or_default())),
    }
}

fn config(settings: &PostgresSettings) -> Result<Config, AuthorityError> {
    let refused = |why: String| AuthorityError::Refused(why);
    let mut config: Config =
        settings.url.parse().map_err(|err: postgres::Error| refused(err.to_string()))?;
    if !config.get_hostaddrs().is_empty() {
        let why = "`hostaddr` may lead to another server than `host` names: use `host` alone";
        return Err(refused(why.to_owned()));
    }
    if let (None, Some(user)) = (config.get_user(), &settings.user) {
        config.user(user);
    }
    let is_remote = config.get_hosts().iter().any(|host| matches!(host, Host::Tcp(_)));
    if config.get_ssl_mode() == SslMode::Prefer {
        config.ssl_mode(if is_remote { SslMode::Require } else { SslMode::Disable });
    }
    if let (None, Some(password)) = (config.get_password(), password(&config, settings)) {
        let is_safe =
            config.get_ssl_mode() == SslMode::Require || config.get_hosts().iter().all(is_here);
        if !is_safe {
            let why = "your password is not sent without encryption: remove `sslmode=disable`";
            return Err(refused(why.to_owned()));
        }
        config.password(password);
    }
    let limit = settings.deadline;
    config.connect_timeout(limit).tcp_user_timeout(limit).application_name("tacklebox-sync");
    config.options(&format!("-c statement_timeout={}", limit.as_millis()));
    Ok(config)
}

/// Whether a host is this machine.
fn is_here(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|it: std::net::IpAddr| it.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

/// The password for the only host of a connection: with several, one could get another's.
fn password(config: &Config, settings: &PostgresSettings) -> Option<String> {
    let [host] = config.get_hosts() else { return None };
    let host = match host {
        Host::Tcp(name) => name.as_str(),
        #[cfg(unix)]
        Host::Unix(dir) if SOCKETS.iter().any(|known| dir == Path::new(known)) => "localhost",
        #[cfg(unix)]
        Host::Unix(dir) => dir.to_str()?,
    };
    if let Some((of, password)) = &settings.password
        && of == host
    {
        return Some(password.clone());
    }
    let user = config.get_user().unwrap_or_default();
    let port = config.get_ports().first().unwrap_or(&5432).to_string();
    let database = config.get_dbname().unwrap_or(user);
    passfile::password(&settings.passfile, [host, &port, database, user])
}

/// Trusts the certificates that the system trusts.
fn tls() -> Result<MakeRustlsConnect, AuthorityError> {
    let mut roots = RootCertStore::empty();
    for certificate in rustls_native_certs::load_native_certs().certs {
        // One that cannot be used is one trusted less.
        let _ignored = roots.add(certificate);
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|err| AuthorityError::Local(err.to_string()))?;
    Ok(MakeRustlsConnect::new(config.with_root_certificates(roots).with_no_client_auth()))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_persons_password_goes_to_the_host_it_is_for_and_is_not_sent_in_clear() {
        let check = |url: &str, expected: Result<Option<&str>, &str>| {
            let settings = PostgresSettings {
                url: url.to_owned(),
                user: Some("ann".to_owned()),
                password: Some(("db.corp".to_owned(), "of the environment".to_owned())),
                passfile: "localhost:*:*:*:local\n127.0.0.1:*:*:*:loopback\n".to_owned(),
                project: String::new(),
                ttl: Duration::from_secs(60),
                deadline: Duration::from_secs(1),
            };
            match (config(&settings), expected) {
                (Ok(config), Ok(expected)) => {
                    let found = config.get_password().map(String::from_utf8_lossy);
                    assert_eq!(found.as_deref(), expected, "{url}");
                }
                (Err(AuthorityError::Refused(why)), Err(expected)) => {
                    assert!(why.contains(expected), "{url}: {why}");
                }
                (found, _) => panic!("{url}: {found:?}"),
            }
        };
        check("host=db.corp", Ok(Some("of the environment")));
        check("host=db.corp sslmode=require", Ok(Some("of the environment")));
        check("host=db.corp hostaddr=127.0.0.1", Err("hostaddr"));
        check("hostaddr=127.0.0.1", Err("hostaddr"));
        check("host=db.corp sslmode=disable", Err("not sent without encryption"));
        check("host=db.corp sslmode=disable password=known", Ok(Some("known")));
        check("host=elsewhere sslmode=disable", Ok(None));
        check("host=db.corp,db.corp", Ok(None));
        check("host=localhost sslmode=disable", Ok(Some("local")));
        check("host=127.0.0.1 sslmode=disable", Ok(Some("loopback")));
        check("host=/var/run/postgresql", Ok(Some("local")));
        check("host=/work/shop/socket", Ok(None));
    }
}
