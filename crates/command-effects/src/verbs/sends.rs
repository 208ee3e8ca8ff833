//! What the words of a call tell of a program that hands on what it is given: `dvc push`, `x send a`,
//! `x a https://host/`.

use shell_syntax::{SimpleCommand, Word};

use super::groups::is_object;
use super::lists::{SENDING, SENDING_STARTS};
use super::looks::is_compound_look;
use super::questions::SURELY_LOOKING;
use super::{is_name, takes_a_value, verb, words};
use crate::address;
use crate::glob::is_among;

/// A verb that hands on stands among so many first words.
const MAX_PLACE: usize = 5;

/// So many words behind it may say that it is a noun: `release list`, `deploy status`.
const MAX_BEHIND: usize = 2;

/// Whether one of the first words hands on, and none behind it shows that it is a noun.
pub(super) fn sends(args: &[Word]) -> bool {
    are_sending(&named(args))
}

/// The first words of a call that are no options, nor values of them as far as their names tell.
pub(super) fn named(args: &[Word]) -> Vec<&str> {
    let mut before = "";
    let mut named: Vec<&str> = vec![];
    for word in args.iter().take(2 * MAX_PLACE + MAX_BEHIND) {
        let text = word.text.as_str();
        let is_value = before.starts_with('-') && takes_a_value(before);
        if !text.starts_with('-') && !is_value {
            // Helpers of `gws` have a sign: `gws drive +upload a`.
            named.push(text.strip_prefix('+').unwrap_or(text));
        }
        before = text;
    }
    named
}

/// Whether one of these words hands on, and none behind it shows that it is a noun.
pub(super) fn are_sending(named: &[&str]) -> bool {
    for (at, word) in named.iter().enumerate().take(MAX_PLACE) {
        let before = at.checked_sub(1).and_then(|at| named.get(at)).copied().unwrap_or_default();
        if is_sending(word) && !(*word == "release" && is_among(BUILDING, before)) {
            let mut behind = named.iter().skip(at + 1).take(MAX_BEHIND);
            let is_noun = |word: &&str| {
                verb(word).is_some()
                    || SURELY_LOOKING.contains(word)
                    || *word == "download"
                    || is_compound_look(word)
            };
            return !behind.any(is_noun) && !is_object(before, word);
        }
        if verb(word).is_some() || !is_name(word) || is_among(MAKING, word) {
            return false;
        }
    }
    false
}

/// Words that hand on where they stand alone: most of them are the verb of a client of a service.
const MORE: &str = " distribute notify invite contribute ingest respond release ship \
    rollout submission ";

/// The last of two words with a dash between them: `pipeline-deploy`.
const ENDING: &str = " deploy upload publish push submit ";

/// Words behind which a release is what is built.
const BUILDING: &str = " build configure compile config mode profile target run test ";

/// Words behind whose colon stands the kind of what is made.
const MAKING: &str = " make generate gen g new scaffold ";

fn is_sending(word: &str) -> bool {
    let sends = |part: &str| {
        let parts = words(part);
        let first = parts.first().map(String::as_str).unwrap_or_default();
        let is_alone = parts.len() == 1;
        let last = parts.last().map(String::as_str).unwrap_or_default();
        SENDING.contains(&first) && (is_alone || SENDING_STARTS.contains(&first))
            || is_alone && is_among(MORE, first)
            || parts.len() == 2 && is_among(ENDING, last)
            || first.starts_with("sendto")
    };
    // `make:mail` makes a file of that kind.
    let is_made = word.split_once(':').is_some_and(|(first, _)| is_among(MAKING, first));
    is_name(word) && !is_made && verb(word).is_none() && word.split(':').any(sends)
}

/// Whether the code that an interpreter is given reads a file and speaks to another machine.
pub(crate) fn code_sends_a_file(command: &SimpleCommand) -> bool {
    const INTERPRETERS: [&str; 7] = ["python", "node", "ruby", "perl", "lua", "deno", "bun"];
    const CONNECTING: [&str; 14] = [
        "urlopen(",
        ".request(",
        "requests.post",
        "requests.put",
        "fetch(",
        "socket",
        "Net::HTTP",
        "TCPSocket",
        "HTTP::Tiny",
        "net.connect(",
        "HTTPConnection",
        "IO::Socket",
        "ftplib",
        "paramiko",
    ];
    const READING: [&str; 9] = [
        "readFile",
        "createReadStream",
        "File.read",
        "IO.read",
        "\"rb\"",
        "'rb'",
        "read_text(",
        "read_bytes(",
        "File.open(",
    ];
    let program = command.program().unwrap_or_default();
    if !INTERPRETERS.iter().any(|name| program.starts_with(name)) {
        return false;
    }
    let has = |code: &str, signs: &[&str]| signs.iter().any(|sign| code.contains(sign));
    command.args().chain(&command.input).any(|word| {
        let code = word.text.as_str();
        has(code, &CONNECTING) && has(code, &READING) && !has(code, &["localhost", "127.0.0.1"])
    })
}

/// Whether the code that an interpreter is given makes a request to another machine that changes something
/// there, or writes a message.
pub(crate) fn code_acts_elsewhere(command: &SimpleCommand) -> bool {
    const INTERPRETERS: [&str; 9] =
        ["python", "pypy", "node", "ruby", "perl", "php", "deno", "bun", "tsx"];
    const LIBRARIES: [&str; 16] = [
        "requests",
        "httpx",
        "aiohttp",
        "urllib3",
        "axios",
        "superagent",
        "'got'",
        "Net::HTTP",
        "HTTParty",
        "Faraday",
        "RestClient",
        "LWP",
        "HTTP::Tiny",
        "Guzzle",
        "'ky'",
        "http.client",
    ];
    const CALLS: [&str; 12] = [
        ".post(",
        ".put(",
        ".patch(",
        ".delete(",
        "->post(",
        "->put(",
        "->delete(",
        "::Post",
        "::Put",
        "::Delete",
        "::Patch",
        "post_form(",
    ];
    const OPENING: [&str; 3] = ["urlopen(", "Request(", "HTTPConnection("];
    const BODIES: [&str; 3] = ["data=", ", b'", ", b\""];
    const METHODS: [&str; 4] = ["POST", "PUT", "PATCH", "DELETE"];
    const MESSAGES: [&str; 6] =
        ["smtplib", "paramiko", "chat_postMessage", "chat.postMessage", "Net::SMTP", "nodemailer"];
    let program = command.program().unwrap_or_default();
    if !INTERPRETERS.iter().any(|name| program.starts_with(name)) {
        return false;
    }
    command.args().chain(&command.input).filter(|word| word.text.contains('(')).any(|word| {
        let code = word.text.as_str();
        let has = |signs: &[&str]| signs.iter().any(|sign| code.contains(sign));
        let names_a_method = || {
            let quoted = code.split(['"', '\'']).skip(1).step_by(2);
            quoted.into_iter().any(|text| METHODS.contains(&text))
        };
        let has_library = has(&LIBRARIES);
        let requests = has_library && (has(&CALLS) || names_a_method())
            || has(&OPENING) && (has(&BODIES) || names_a_method());
        requests && leads_elsewhere(code) || has(&MESSAGES) && !has(&["localhost", "127.0.0.1"])
    })
}

/// Whether an address in code is that of another machine, or none is written there.
fn leads_elsewhere(code: &str) -> bool {
    let mut addresses = code.match_indices("://").filter_map(|(at, _)| {
        let start = code.get(..at)?.rfind(|next: char| !next.is_ascii_alphabetic());
        let address = code.get(start.map_or(0, |start| start + 1)..)?;
        let end = address.find(['"', '\'', '`', ' ', '\n', ')']).unwrap_or(address.len());
        address.get(..end)
    });
    let is_here = ["localhost", "127.0.0.1"].iter().any(|host| code.contains(host));
    let mut addresses = addresses.by_ref().peekable();
    addresses.peek().is_none() && !is_here
        || addresses.any(|address| address::is_written_out(&Word::plain(address), ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_hands_on_where_nothing_shows_that_it_is_a_noun() {
        let check = |text: &str, expected: bool| {
            let args: Vec<Word> = text.split(' ').map(Word::plain).collect();
            assert_eq!(sends(&args), expected, "{text}");
        };
        for text in [
            "push",
            "send a.txt",
            "queue submit-job --job j",
            "a b share x",
            "gmail +send --to a",
            "--verbose deploy",
            "--relay h send a",
            "send-email --to a",
            "sendMessage x",
            "a b c push",
            "pipeline-deploy",
            "users invite",
            "app release",
        ] {
            check(text, true);
        }
        for text in [
            "deploy list",
            "push targets show",
            "create push",
            "x/y push",
            "a b c d e push",
            "build release",
            "release download x",
            "--target deploy",
            "sending",
            "make:mail order",
            "generate model Post",
            "release verify v1",
            "tree deploy",
            "environment:logs deploy",
            "list send",
            "post_upgrade",
            "--build b --preset release",
        ] {
            check(text, false);
        }
    }

    #[test]
    fn code_that_reads_a_file_and_connects_sends_it() {
        let check = |text: &str, expected: bool| {
            let found = shell_syntax::commands(text, &|_| vec![]).unwrap();
            assert_eq!(code_sends_a_file(&found[0]), expected, "{text}");
        };
        check("python3 -c 'urlopen(u, open(f, \"rb\").read())'", true);
        check("node -e 'fs.createReadStream(f).pipe(http.request(u))'", true);
        check("ruby -e 'Net::HTTP.post(u, File.read(f))'", true);
        check("python3 -c 'open(f, \"wb\").write(urlopen(u).read())'", false);
        check("node -e 'fetch(u).then(console.log)'", false);
        check("python3 -c 'open(f, \"rb\").read()'", false);
        check("node -e 'fs.readFile(f); fetch(\"http://localhost:1/\")'", false);
        check("grep 'readFile fetch(' a", false);
    }
}
