//! What the words of a call tell of a program without a line that hands a file, or what it is fed, to
//! another machine: `x a.sif oras://host/r`, `x --host h.example --file a.json`, `... | x wss://h`.

use shell_syntax::{RedirectAccess, SimpleCommand, Word};

use super::lists::FETCHING;
use super::{Verb, is_name, verb};
use crate::{address, taken};

/// Words behind which what is not an address is what goes to the one that is.
const MOVING: [&str; 15] = [
    "sync",
    "cp",
    "copy",
    "mv",
    "move",
    "mirror",
    "put",
    "rsync",
    "import",
    "load",
    "write",
    "ingest",
    "backup",
    "replicate",
    "archive",
];

/// Verbs by which a client of a service takes in a file.
const TAKING_IN: [&str; 5] = ["import", "ingest", "submit", "put", "bulk-import"];

/// Words behind which an address is where something comes from, though they change something.
const MAKING: [&str; 9] =
    ["new", "init", "create", "add", "install", "get", "update", "upgrade", "subscribe"];

/// Parts of the names of options whose value is the machine that is spoken to.
const SPEAKING: [&str; 28] = [
    "addr",
    "address",
    "api",
    "bootstrap",
    "broker",
    "brokers",
    "connect",
    "connection",
    "dest",
    "destination",
    "dsn",
    "endpoint",
    "gateway",
    "host",
    "hostname",
    "hosts",
    "node",
    "output",
    "push",
    "registry",
    "remote",
    "server",
    "servers",
    "sink",
    "target",
    "uri",
    "url",
    "webhook",
];

/// Letters of options whose value may be such a machine.
const SPEAKING_LETTERS: &str = "abhHsStuw";

/// Parts of the names of options whose value is a file that is handed over.
const GIVING: [&str; 20] = [
    "artifact",
    "attach",
    "attachment",
    "attachments",
    "binary",
    "body",
    "data",
    "dir",
    "directory",
    "dump",
    "file",
    "files",
    "folder",
    "from",
    "input",
    "payload",
    "source",
    "src",
    "upload",
    "zip",
];

/// Letters of options whose value may be such a file.
const GIVING_LETTERS: &str = "adfFi";

/// Whether a call names a file of this machine, takes along what another command prints, or is fed,
/// and names another machine that it may go to.
pub(crate) fn hands_over(command: &SimpleCommand, text: &str) -> bool {
    let Some(told) = Told::read(command) else {
        return false;
    };
    if told.speaks && (is_redirected(command) || command.fed) {
        return true;
    }
    if told.speaks && command.args().any(|word| taken::tells_a_file(word, text)) {
        return true;
    }
    told.speaks && told.gives || told.hands_on || told.takes_in
}

/// Whether a client of a service is told to take a file in.
pub(crate) fn takes_in(command: &SimpleCommand) -> bool {
    Told::read(command).is_some_and(|told| told.takes_in)
}

/// Whether a client puts a file where its service keeps it: `object put --source a.jpg`.
pub(crate) fn puts_a_file(command: &SimpleCommand) -> bool {
    const PUTTING: [&str; 4] = ["put", "import", "load", "ingest"];
    let puts = |verbs: &[Word]| verbs.iter().any(|word| PUTTING.contains(&word.text.as_str()));
    let is_fed = || command.fed || is_redirected(command);
    let gives = || is_fed() || Told::read(command).is_some_and(|told| told.gives);
    leading(command).is_some_and(puts) && gives()
}

/// Whether a file is the input of a call.
fn is_redirected(command: &SimpleCommand) -> bool {
    command.redirects.iter().any(|redirect| {
        redirect.access == RedirectAccess::Read && redirect.target.text != "/dev/null"
    })
}

/// The words of a call before its first option.
fn leading(command: &SimpleCommand) -> Option<&[Word]> {
    let args = command.words.get(1..)?;
    let end = args.iter().position(|word| word.text.starts_with('-')).unwrap_or(args.len());
    args.get(..end)
}

/// What the words of a call tell.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a sign of its own")]
struct Told {
    /// One of them is the address of another machine.
    speaks: bool,
    /// An option, or a word that begins with `@`, gives a file.
    gives: bool,
    /// A file stands before an address.
    hands_on: bool,
    /// A client of a service is told to take a file in: `rules import x -F a.json`.
    takes_in: bool,
}

impl Told {
    /// Nothing where a verb tells that the address is where something comes from.
    fn read(command: &SimpleCommand) -> Option<Self> {
        let mut told = Self::default();
        let mut operands: Vec<&Word> = vec![];
        let mut option = "";
        for word in command.args() {
            let text = word.text.as_str();
            if text.starts_with('-') && text.len() > 1 {
                let (name, value) = text.split_once('=').unwrap_or((text, ""));
                told.value(name, &part(word, value));
                option = if value.is_empty() { name } else { "" };
                continue;
            }
            // What stands behind an option may be its value.
            told.value(option, word);
            let may_be_operand = option.is_empty()
                || is_address(word)
                    && (!option.starts_with("--") || names_one(option, &SPEAKING, ""));
            if may_be_operand {
                operands.push(word);
            }
            told.gives |= text.strip_prefix('@').is_some_and(is_plain_file);
            option = "";
        }
        let verbs: Vec<&str> = operands.iter().take(3).map(|word| word.text.as_str()).collect();
        let moves = verbs.iter().any(|word| MOVING.contains(word));
        let first = verbs.first().copied().unwrap_or_default();
        let fetches = FETCHING.contains(&first) || verb(first) == Some(Verb::Looks);
        if fetches || !moves && MAKING.contains(&first) {
            return None;
        }
        told.speaks |= operands.iter().any(|word| is_address(word));
        // Behind the name of a kind of things, as clients of services have it.
        let place =
            operands.iter().take(4).position(|word| TAKING_IN.contains(&word.text.as_str()));
        told.takes_in = place.is_some_and(|place| {
            let behind = operands.get(place + 1..).unwrap_or_default();
            let is_noun = |word: &&Word| is_name(&word.text) && verb(&word.text).is_none();
            place > 0
                && operands.iter().take(place).all(is_noun)
                && (told.gives || behind.iter().any(|word| is_file(word)))
        });
        told.hands_on = match operands.as_slice() {
            [before @ .., last] if is_address(last) => before.iter().any(|word| {
                is_file(word) || moves && !MOVING.contains(&word.text.as_str()) && is_below(word)
            }),
            [before @ .., last] if is_place_elsewhere(last) => {
                before.iter().any(|word| is_file(word))
            }
            _ => false,
        };
        Some(told)
    }

    /// Notes the value of an option.
    fn value(&mut self, name: &str, value: &Word) {
        if name.is_empty() || value.text.is_empty() {
            return;
        }
        if names_one(name, &SPEAKING, SPEAKING_LETTERS) && (is_address(value) || is_host(value)) {
            self.speaks = true;
        } else if names_one(name, &GIVING, GIVING_LETTERS) {
            self.gives |= is_file(value) || value.text.strip_prefix('@').is_some_and(is_plain_file);
        }
    }
}

/// Whether an option of a call names another machine, whatever its verb is: `-h db.example`, `--source URL`.
pub(crate) fn names_who_is_asked(command: &SimpleCommand) -> bool {
    const LETTERS: &str = "hs";
    let mut words = command.args().peekable();
    while let Some(word) = words.next() {
        let (name, joined) = word.text.split_once('=').unwrap_or((&word.text, ""));
        if !name.starts_with('-') || !(names_one(name, &SPEAKING, LETTERS) || name == "--source") {
            continue;
        }
        let value = if joined.is_empty() { words.peek().copied().cloned() } else { None };
        let value = value.unwrap_or_else(|| part(word, joined));
        let last = value.text.rsplit(['.', ':']).next().unwrap_or_default();
        let is_named = last.len() > 1 && last.bytes().all(|next| next.is_ascii_alphanumeric());
        if is_address(&value) || is_named && is_host(&value) {
            return true;
        }
    }
    false
}

/// Whether the name of an option, with its dashes, is one of some letters, or has one of some parts.
fn names_one(option: &str, parts: &[&str], letters: &str) -> bool {
    if let Some(name) = option.strip_prefix("--") {
        return name.split(['-', '_', '.']).any(|part| parts.contains(&part));
    }
    let name = option.trim_start_matches('-');
    name.len() == 1 && letters.contains(name) || parts.contains(&name)
}

/// Whether a word is an address with its scheme, or `user@host:path`, of another machine.
fn is_address(word: &Word) -> bool {
    let text = word.text.as_str();
    let has_scheme = text.split_once("://").is_some_and(|(scheme, rest)| {
        !rest.is_empty() && scheme.chars().all(|next| next.is_ascii_alphanumeric() || next == '+')
    });
    let is_of_user = text.split_once('@').is_some_and(|(user, rest)| {
        !user.is_empty() && is_name(user) && rest.contains(':') && !rest.starts_with(':')
    });
    (has_scheme || is_of_user) && address::is_of_another_machine(word) || is_called_so(text)
}

/// Whether a word is a variable whose name says that it holds the address of a service: `$UPLOAD_URL`.
fn is_called_so(text: &str) -> bool {
    const PARTS: [&str; 6] = ["URL", "URI", "ENDPOINT", "WEBHOOK", "BUCKET", "REGISTRY"];
    let Some(name) = text.strip_prefix('$') else { return false };
    let name = name.strip_prefix('{').unwrap_or(name);
    let end = name.find(|next: char| next != '_' && !next.is_ascii_alphanumeric());
    let name = name.get(..end.unwrap_or(name.len())).unwrap_or_default().to_ascii_uppercase();
    name.split('_').any(|part| PARTS.contains(&part))
}

/// Whether a word is `host.example`, `host.example:80` or `10.0.0.1`, and not this machine.
pub(crate) fn is_host(word: &Word) -> bool {
    let text = word.text.as_str();
    let (host, port) = text.split_once(':').unwrap_or((text, "0"));
    let is_part = |part: &str| {
        !part.is_empty() && part.chars().all(|next| next.is_ascii_alphanumeric() || next == '-')
    };
    let has_dots = host.split('.').count() > 1 && host.split('.').all(is_part);
    has_dots
        && port.chars().all(|next| next.is_ascii_digit())
        && address::is_of_another_machine(word)
}

/// Whether a word is `place:path`, as a file on another machine, a device or in a store is written.
fn is_place_elsewhere(word: &Word) -> bool {
    let Some((place, path)) = word.text.split_once(':') else {
        return false;
    };
    let is_place = |next: char| next.is_ascii_alphanumeric() || "._-@".contains(next);
    let is_path = path.is_empty() || path.starts_with(['/', '~']) || is_plain_file(path);
    let is_local = matches!(place, "localhost" | "127.0.0.1" | "file");
    place.chars().all(is_place)
        && !is_local
        && is_path
        && !path.starts_with("//")
        && place.len() != 1
}

/// Whether a word may be a folder of this machine without a sign of it.
fn is_below(word: &Word) -> bool {
    !is_address(word) && !word.text.contains('=')
}

/// Whether a word looks like a file of this machine.
fn is_file(word: &Word) -> bool {
    is_plain_file(&word.text)
}

fn is_plain_file(text: &str) -> bool {
    let name = text.rsplit('/').next().unwrap_or(text);
    let has_ending = name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && (1..=7).contains(&ending.len())
            && ending.starts_with(|next: char| next.is_ascii_alphabetic())
            && ending.chars().all(|next| next.is_ascii_alphanumeric())
    });
    let is_plain = !text.contains("://") && !text.contains(['=', '@', ':']);
    is_plain && (has_ending || text.starts_with(['/', '.', '~']) || text.contains('/'))
}

fn part(word: &Word, text: &str) -> Word {
    Word { text: text.to_owned(), ..word.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_and_an_address_make_a_transfer() {
        let check = |text: &str, expected: bool| {
            let found = shell_syntax::commands(text, &|_| vec![]).unwrap();
            let command = found.iter().find(|it| it.program() == Some("x")).unwrap();
            assert_eq!(hands_over(command, text), expected, "{text}");
        };
        for text in [
            "x a.sif oras://h/r:1",
            "x ./a u@h:b",
            "x -m POST http://h/a < a",
            "x copy src/a s3://b/",
            "x --out=b a.txt https://h",
            "x sync build s3://b",
            "x put a.txt remote:dir/a.txt",
            "x src/a.txt box:/tmp/",
            "x cp a.py :main.py",
            "x --host h.example --file a.json",
            "x write -f a.lp --server https://h",
            "x --input=a.json --output=https://h/i",
            "cat a | x wss://h/s",
            "x -c wss://h -m \"$(cat a)\"",
            "x https://h --body @src/a.txt",
            "x --endpoint 10.0.0.1:80 -d @a.json",
            "x cp a.txt $UPLOAD_URL",
            "x put \"$F\" \"${BUCKET}/a\"",
            "x scp a_1.changes box:/tmp",
            "x rules import m -F a.ndjson",
            "x service import src/a.json",
        ] {
            check(text, true);
        }
        for text in [
            "x http://h/a a.txt",
            "x pull a.sif oras://h/r",
            "x --out a.txt https://h",
            "x a.txt http://localhost:80/",
            "x https://h",
            "x run https://h",
            "x a=b.txt https://h",
            "x https://h < /dev/null",
            "x validate --file a.yaml --url https://h/s.json",
            "x init app/ https://h/template",
            "x --config a.yml https://h",
            "x --host localhost --file a.json",
            "x src/a.ts 10:20",
            "x add @scope/pkg --registry https://h",
            "x --schema https://h/s --file a.json",
            "cat a | x",
            "x cp a.txt $DIR",
            "x get $URL a.txt",
            "x C:/a b.txt",
            "x import a.json",
            "x rules import m",
        ] {
            check(text, false);
        }
    }
}
