//! Calls that change what people use: an option, or a variable in front, says so by its name.

use shell_syntax::{SimpleCommand, Word};

use super::is_rehearsal;
use crate::glob::is_among;

/// Verbs that change a service, or its data, whatever the program is.
const CHANGING: &str = " migrate deploy seed rollback runner loaddata drop reset destroy delete apply restart \
    release purge flush truncate wipe promote redeploy terminate teardown ";

/// Verbs that change something where an option says whose it is.
const OF_ONE: &str =
    " up down stop kill scale update set start pause push create rm remove run exec ";

/// Words that make of such a verb a question.
const ASKING: &str =
    " status list ls plan check diff show history pending current version help sql validate info ";

/// Programs of this machine, whose words are about packages and builds.
const LOCAL: &str = " npm yarn pnpm bun git composer pip cargo make webpack vite echo grep rg cat sed awk ls find export ";

/// Options that say which of several places a call is about.
const PLACES: &str = " --env --environment -e --target --network --context --stage --settings --remote -H --host --app-env ";

/// Whether a call changes something of a place that its words call production, or of a machine that a
/// client is told of by its address.
pub(crate) fn acts_on_production(command: &SimpleCommand) -> bool {
    if !command.words.iter().chain(&command.assignments).any(may_name_it) {
        return false;
    }
    let args: Vec<Word> = command.args().cloned().collect();
    let program = command.program().unwrap_or_default();
    if is_rehearsal(&args) || asks(&args) {
        return false;
    }
    let is_local = is_among(LOCAL, program);
    let by_variable = command.assignments.iter().any(|word| names_it_in_front(&word.text));
    let by_option =
        !is_local && (is_told(&args) || args.iter().any(|word| names_a_database(&word.text)));
    let one = |list: &str| args.iter().any(|word| has_part(word, list));
    (by_variable || by_option) && one(CHANGING) || by_option && one(OF_ONE) || {
        is_docker(program)
            && (one(OF_ONE) || one(CHANGING))
            && command.assignments.iter().any(|it| is_afar(&it.text))
    }
}

/// Whether a word may name production, or the address of a machine: most have none of these signs.
fn may_name_it(word: &Word) -> bool {
    let text = word.text.as_bytes();
    text.len() > 2
        && text.windows(3).any(|three| matches!(three, b"pro" | b"prd" | b"liv" | b"mai" | b"://"))
}

/// Whether a variable has the name of production as its value: `RAILS_ENV=production`.
fn names_it_in_front(assigned: &str) -> bool {
    let Some((name, value)) = assigned.split_once('=') else { return false };
    let is_place =
        name.ends_with("ENV") || name.ends_with("ENVIRONMENT") || name.ends_with("STAGE");
    is_place && is_production(value)
}

fn is_production(value: &str) -> bool {
    matches!(value, "prod" | "production" | "live" | "mainnet" | "prd")
        || value.starts_with("prod-")
        || value.ends_with("-prod")
}

/// Whether an option says that production is meant, or a machine by its address.
fn is_told(args: &[Word]) -> bool {
    let next = |at: usize| args.get(at + 1).map_or("", |word| word.text.as_str());
    args.iter().enumerate().any(|(at, word)| {
        let text = word.text.as_str();
        let (name, value) = text.split_once('=').unwrap_or((text, next(at)));
        matches!(text, "--prod" | "--production")
            || is_among(PLACES, name) && (is_production(value) || is_machine(value))
    })
}

/// Whether this is the address of the service of another machine: `ssh://h`, `tcp://h:2376`.
fn is_machine(value: &str) -> bool {
    let address = value.strip_prefix("ssh://").or_else(|| value.strip_prefix("tcp://"));
    address.is_some_and(|host| !host.starts_with("localhost") && !host.starts_with("127."))
}

/// Whether a word has the address of a database of another machine: `-url=jdbc:postgresql://prod/x`.
fn names_a_database(text: &str) -> bool {
    const KINDS: &str = " postgres postgresql mysql mariadb mongodb redis rediss sqlserver oracle clickhouse \
        cockroachdb cassandra ";
    const HERE: [&str; 4] = [".local", ".internal", ".test", ".localhost"];
    let Some((before, behind)) = text.split_once("://") else { return false };
    let kind = before.rsplit([':', '=', '+']).next().unwrap_or_default();
    let place = behind.split(['/', '?']).next().unwrap_or_default();
    let host = place.rsplit('@').next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default();
    let is_afar = host.contains('.')
        && !host.starts_with("127.")
        && !host.contains('$')
        && !HERE.iter().any(|end| host.ends_with(end));
    (is_among(KINDS, kind) || before.contains("jdbc:")) && (is_afar || is_production(host))
}

fn is_docker(program: &str) -> bool {
    matches!(program, "docker" | "podman" | "nerdctl" | "docker-compose")
}

fn is_afar(assigned: &str) -> bool {
    assigned.split_once('=').is_some_and(|(name, value)| {
        name.ends_with("_HOST") && is_machine(value)
            || name == "DOCKER_CONTEXT" && is_production(value)
    })
}

/// Whether a word is a verb, or one of its parts is: `db:migrate`.
fn has_part(word: &Word, list: &str) -> bool {
    !word.text.starts_with('-')
        && !word.text.contains('/')
        && word.text.split([':', '-', '_']).any(|part| is_among(list, part))
}

fn asks(args: &[Word]) -> bool {
    args.iter().any(|word| {
        has_part(word, ASKING)
            || matches!(&*word.text, "--help" | "-h" | "--version" | "--sql" | "--plan" | "--check")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acts(line: &str) -> bool {
        let read = shell_syntax::commands(line, &|_| vec![]).unwrap_or_default();
        read.iter().any(acts_on_production)
    }

    #[test]
    fn what_changes_production_is_told_by_its_name() {
        for line in [
            "RAILS_ENV=production rails db:migrate",
            "npx knex migrate:latest --env production",
            "npx sequelize-cli db:migrate --env=production",
            "docker -H ssh://prod.example restart web",
            "DOCKER_HOST=ssh://prod docker restart web",
            "docker --context prod compose up -d",
            "npx convex run x --prod",
            "NODE_ENV=production npm run deploy",
            "flyway migrate -url=jdbc:postgresql://prod/x",
            "dbmate -u postgres://db.example.com/x up",
        ] {
            assert!(acts(line), "{line}");
        }
        for line in [
            "NODE_ENV=production npm run build",
            "NODE_ENV=production node dist/server.js",
            "RAILS_ENV=production rails assets:precompile",
            "RAILS_ENV=production rails db:migrate:status",
            "npm install --production",
            "docker -H tcp://localhost:2375 restart web",
            "docker --context prod ps",
            "docker --context prod compose logs web",
            "npx knex migrate:latest --env development",
            "rg production src",
            "dbmate -u postgres://localhost/x up",
            "dbmate -u postgres://db/x up",
            "flyway info -url=jdbc:postgresql://prod/x",
        ] {
            assert!(!acts(line), "{line}");
        }
    }
}
