//! What the words of a call tell of a program that hands on what it is given: `dvc push`, `x send a`,
//! `x a https://host/`.

use shell_syntax::{RedirectAccess, SimpleCommand, Word};

use super::lists::{FETCHING, SENDING, SENDING_STARTS};
use super::{takes_a_value, verb, words};
use crate::address;

/// A verb that hands on stands among so many first words.
const MAX_PLACE: usize = 3;

/// So many words behind it may say that it is a noun: `release list`, `deploy status`.
const MAX_BEHIND: usize = 2;

/// Whether one of the first words hands on, and none behind it shows that it is a noun.
pub(super) fn sends(args: &[Word]) -> bool {
    let mut before = "";
    let mut named: Vec<&str> = vec![];
    for word in args.iter().take(2 * MAX_PLACE + MAX_BEHIND) {
        let text = word.text.as_str();
        let is_value = before.starts_with('-') && takes_a_value(before);
        if !text.starts_with('-') && !is_value {
            named.push(text);
        }
        before = text;
    }
    for (at, word) in named.iter().enumerate().take(MAX_PLACE) {
        if is_sending(word) {
            let mut behind = named.iter().skip(at + 1).take(MAX_BEHIND);
            return !behind.any(|word| verb(word).is_some());
        }
        if verb(word).is_some() || !is_name(word) {
            return false;
        }
    }
    false
}

fn is_sending(word: &str) -> bool {
    let sends = |part: &str| {
        let parts = words(part);
        let first = parts.first().map(String::as_str).unwrap_or_default();
        let is_alone = parts.len() == 1;
        SENDING.contains(&first) && (is_alone || SENDING_STARTS.contains(&first))
            || first.starts_with("sendto")
    };
    is_name(word) && verb(word).is_none() && word.split(':').any(sends)
}

fn is_name(word: &str) -> bool {
    word.chars().all(|next| next.is_ascii_alphanumeric() || ":_-".contains(next))
}

/// Whether a call names a file of this machine and, behind it or with it on its input, an address of
/// another one.
pub(crate) fn hands_to_an_address(command: &SimpleCommand) -> bool {
    // What stands behind an option may be its value.
    let is_option = |word: &Word| word.text.starts_with('-') && word.text.len() > 1;
    let mut operands: Vec<&Word> = vec![];
    let mut may_be_value = false;
    for word in command.args() {
        if !is_option(word) && (!may_be_value || is_address(word)) {
            operands.push(word);
        }
        may_be_value = is_option(word) && !word.text.contains('=');
    }
    let fetches = operands
        .first()
        .is_some_and(|word| FETCHING.contains(&word.text.as_str()) || verb(&word.text).is_some());
    let is_fed = command.redirects.iter().any(|redirect| {
        redirect.access == RedirectAccess::Read && redirect.target.text != "/dev/null"
    });
    if is_fed && operands.iter().any(|word| is_address(word)) {
        return true;
    }
    match operands.as_slice() {
        [.., last] if fetches || !is_address(last) => false,
        [before @ .., _] => before.iter().any(|word| is_file(word)),
        [] => false,
    }
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

/// Whether a word is an address with its scheme, or `user@host:path`, of another machine.
fn is_address(word: &Word) -> bool {
    let text = word.text.as_str();
    let has_scheme = text.split_once("://").is_some_and(|(scheme, rest)| {
        !rest.is_empty() && scheme.chars().all(|next| next.is_ascii_alphanumeric() || next == '+')
    });
    let is_of_user = text.split_once('@').is_some_and(|(user, rest)| {
        !user.is_empty() && is_name(user) && rest.contains(':') && !rest.starts_with(':')
    });
    (has_scheme || is_of_user) && address::is_of_another_machine(word)
}

/// Whether a word looks like a file of this machine.
fn is_file(word: &Word) -> bool {
    let text = word.text.as_str();
    let name = text.rsplit('/').next().unwrap_or(text);
    let has_ending = name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && (1..=5).contains(&ending.len())
            && ending.starts_with(|next: char| next.is_ascii_alphabetic())
            && ending.chars().all(|next| next.is_ascii_alphanumeric())
    });
    let is_plain = !text.contains("://") && !text.contains('=') && !text.contains('@');
    is_plain && (has_ending || text.starts_with(['/', '.', '~']) || text.contains('/'))
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
            "--verbose deploy",
            "--relay h send a",
            "send-email --to a",
            "sendMessage x",
        ] {
            check(text, true);
        }
        for text in [
            "deploy list",
            "push targets show",
            "create push",
            "x/y push",
            "a b c push",
            "--target deploy",
            "sending",
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

    #[test]
    fn a_file_before_an_address_goes_there() {
        let check = |text: &str, expected: bool| {
            let found = shell_syntax::commands(text, &|_| vec![]).unwrap();
            assert_eq!(hands_to_an_address(&found[0]), expected, "{text}");
        };
        check("x a.sif oras://h/r:1", true);
        check("x ./a u@h:b", true);
        check("x -m POST http://h/a < a", true);
        check("x copy src/a s3://b/", true);
        check("x http://h/a a.txt", false);
        check("x pull a.sif oras://h/r", false);
        check("x --out a.txt https://h", false);
        check("x --out=b a.txt https://h", true);
        check("x a.txt http://localhost:80/", false);
        check("x https://h", false);
        check("x run https://h", false);
        check("x a=b.txt https://h", false);
        check("x https://h < /dev/null", false);
    }
}
