//! Rows of a `PostgreSQL` table as the authority: one statement for each question, and the clock of the server.
//!
//! Clients may only call the functions of [`SCHEMA`], which take the person from the connection. So nobody can renew or
//! release another person's lease, nor touch the table.

mod connection;
mod passfile;

use std::time::Duration;

use postgres::Client;
use postgres::error::SqlState;

use crate::{Authority, AuthorityError, Claim, Claimed, Held, Holder, Tokens};
use connection::connected;

/// The table and its functions, for an administrator.
pub const SCHEMA: &str = include_str!("schema.sql");

/// How a lease is asked for.
#[derive(Debug, Clone)]
pub struct PostgresSettings {
    /// The connection string, as `libpq` takes it, without `hostaddr`. To a host on the network the connection is
    /// encrypted and the server's certificate is checked, unless this says `sslmode=disable`. Then no password of the
    /// person is sent.
    pub url: String,
    /// The login role, if it is not in `url`.
    pub user: Option<String>,
    /// A password, and the only host that gets it.
    pub password: Option<(String, String)>,
    /// The content of a password file, which names the hosts itself.
    pub passfile: String,
    /// What the team calls the project: leases of other projects are in the same table.
    pub project: String,
    /// How long a lease lasts after it was granted or renewed: from a second to a day.
    pub ttl: Duration,
    /// How long a connection and each statement may take.
    pub deadline: Duration,
}

/// The authority, which connects at the first question and again after an error.
pub struct Postgres {
    settings: PostgresSettings,
    client: Option<Client>,
}

impl Postgres {
    /// An authority by `settings`. Nothing is touched yet.
    pub fn new(settings: PostgresSettings) -> Postgres {
        Postgres { settings, client: None }
    }

    /// See [`Tokens`].
    ///
    /// # Errors
    /// See [`AuthorityError`].
    pub fn tokens(&mut self) -> Result<Tokens, AuthorityError> {
        let rows = self.ask(|client, settings| {
            client.query("select intent, token from tacklebox.tokens($1)", &[&settings.project])
        })?;
        rows.iter().map(|row| Ok((row.get("intent"), Some(token(row.get("token"))?)))).collect()
    }

    /// Asks once; after an error the connection is not used again.
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut Client, &PostgresSettings) -> Result<T, postgres::Error>,
    ) -> Result<T, AuthorityError> {
        let mut client = match self.client.take() {
            Some(client) if !client.is_closed() => client,
            _ => connected(&self.settings)?,
        };
        let answer = question(&mut client, &self.settings).map_err(|err| failed(&err))?;
        self.client = Some(client);
        Ok(answer)
    }
}

impl Authority for Postgres {
    fn ttl(&self) -> Duration {
        self.settings.ttl
    }

    fn claim(&mut self, claim: &Claim) -> Result<Claimed, AuthorityError> {
        let row = self.ask(|client, settings| {
            client.query_one(
                "select granted, session, machine, person, token, since, left_s \
                 from tacklebox.claim($1, $2, $3, $4, $5)",
                &[
                    &settings.project,
                    &claim.intent,
                    &claim.session,
                    &claim.machine,
                    &settings.ttl.as_secs_f64(),
                ],
            )
        })?;
        if row.get("granted") {
            return Ok(Claimed::Granted(token(row.get("token"))?));
        }
        Ok(Claimed::HeldBy(holder(claim.intent.clone(), &row)?))
    }

    fn renew(&mut self, held: &[Held]) -> Result<Vec<bool>, AuthorityError> {
        let column = |of: fn(&Held) -> &str| held.iter().map(of).collect::<Vec<_>>();
        let tokens: Result<Vec<i64>, _> = held.iter().map(|it| number(it.token)).collect();
        let tokens = tokens?;
        let rows = self.ask(|client, settings| {
            client.query(
                "select intent, session from tacklebox.renew($1, $2, $3, $4, $5, $6)",
                &[
                    &settings.project,
                    &column(|it| &it.claim.intent),
                    &column(|it| &it.claim.session),
                    &column(|it| &it.claim.machine),
                    &tokens,
                    &settings.ttl.as_secs_f64(),
                ],
            )
        })?;
        let is_renewed = |held: &Held| {
            rows.iter().any(|row| {
                let (intent, session): (&str, &str) = (row.get("intent"), row.get("session"));
                intent == held.claim.intent && session == held.claim.session
            })
        };
        Ok(held.iter().map(is_renewed).collect())
    }

    fn release(&mut self, held: &Held) -> Result<bool, AuthorityError> {
        let token = number(held.token)?;
        let Claim { intent, session, machine, .. } = &held.claim;
        let row = self.ask(|client, settings| {
            client.query_one(
                "select tacklebox.release($1, $2, $3, $4, $5)",
                &[&settings.project, intent, session, machine, &token],
            )
        })?;
        Ok(row.get(0))
    }

    fn holders(&mut self) -> Result<Vec<Holder>, AuthorityError> {
        let rows = self.ask(|client, settings| {
            client.query("select * from tacklebox.holders($1)", &[&settings.project])
        })?;
        rows.iter().map(|row| holder(row.get("intent"), row)).collect()
    }
}

fn failed(err: &postgres::Error) -> AuthorityError {
    let Some(answer) = err.as_db_error() else {
        let source = std::error::Error::source(err);
        let why = source.map_or_else(|| err.to_string(), |source| format!("{err}: {source}"));
        return AuthorityError::Unreachable(why);
    };
    let refused = [
        SqlState::INSUFFICIENT_PRIVILEGE,
        SqlState::INVALID_PASSWORD,
        SqlState::INVALID_AUTHORIZATION_SPECIFICATION,
        SqlState::INVALID_PARAMETER_VALUE,
    ];
    let missing = [SqlState::UNDEFINED_FUNCTION, SqlState::INVALID_SCHEMA_NAME];
    match answer.code() {
        code if refused.contains(code) => AuthorityError::Refused(answer.message().to_owned()),
        code if missing.contains(code) => AuthorityError::Invalid(format!(
            "{}: run `tacklebox-sync schema` as the administrator",
            answer.message()
        )),
        _ => AuthorityError::Unreachable(answer.message().to_owned()),
    }
}

fn holder(intent: String, row: &postgres::Row) -> Result<Holder, AuthorityError> {
    let left: f64 = row.get("left_s");
    Ok(Holder {
        claim: Claim {
            intent,
            session: row.get("session"),
            machine: row.get("machine"),
            person: row.get("person"),
            now: row.get("since"),
        },
        token: token(row.get("token"))?,
        left: Duration::try_from_secs_f64(left).unwrap_or_default(),
    })
}

fn token(number: i64) -> Result<u64, AuthorityError> {
    u64::try_from(number).map_err(|_| AuthorityError::Invalid(format!("token {number}")))
}

fn number(token: u64) -> Result<i64, AuthorityError> {
    i64::try_from(token).map_err(|_| AuthorityError::Invalid(format!("token {token}")))
}
