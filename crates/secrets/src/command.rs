//! Passwords among the arguments of programs.

use std::ops::Range;

use hook_protocol::ending;

use crate::cursor::{Cursor, Value};
use crate::generated::is_generated;
use crate::value::{is_literal, is_quoted_literal, is_random};
use crate::{argument, is_word, plain};

pub(crate) const BEGINNINGS: [&str; 16] = [
    "-u",
    "-p",
    "-t ",
    "-s ",
    "-a",
    "-b",
    "-c ",
    "-k",
    "-n",
    "-storepass",
    "-w",
    "-x ",
    "--",
    "/p:",
    "identified by",
    "identified with",
];

/// An option of some programs whose value is a password.
struct PasswordOption {
    programs: &'static [&'static str],
    options: &'static [&'static str],
    place: Place,
    /// A subcommand, if only that has the option.
    with: &'static str,
}

/// Where the password stands.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// Right behind the option, or else it is none.
    Attached,
    /// There, or in the next word.
    Anywhere,
    /// There, behind the name of a user and this sign.
    Behind(char),
    /// There, as cookies.
    Cookies,
}

const OPTIONS: [PasswordOption; 19] = [
    PasswordOption {
        programs: &["curl", "wget", "http", "https", "xh", "xhs", "curlie", "hurl"],
        options: &["--user", "--proxy-user", "-u", "-U"],
        place: Place::Behind(':'),
        with: "",
    },
    PasswordOption {
        programs: &["http", "https", "xh", "xhs"],
        options: &["-a", "--auth"],
        place: Place::Behind(':'),
        with: "",
    },
    PasswordOption {
        programs: &["etcdctl"],
        options: &["--user"],
        place: Place::Behind(':'),
        with: "",
    },
    PasswordOption {
        programs: &["snmpget", "snmpwalk", "snmpset", "snmpbulkwalk", "snmptrap"],
        options: &["-c", "-A", "-X"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption {
        programs: &["skopeo", "buildah", "podman"],
        options: &["--creds", "--src-creds", "--dest-creds"],
        place: Place::Behind(':'),
        with: "",
    },
    PasswordOption {
        programs: &[
            "mysql",
            "mysqldump",
            "mysqladmin",
            "mysqlimport",
            "mysqlsh",
            "mariadb",
            "mariadb-dump",
            "7z",
            "7za",
            "7zz",
            "rar",
            "unrar",
        ],
        options: &["-p"],
        place: Place::Attached,
        with: "",
    },
    PasswordOption {
        programs: &["docker", "podman", "nerdctl", "helm", "oras", "crane", "buildah", "az"],
        options: &["-p"],
        place: Place::Anywhere,
        with: "login",
    },
    PasswordOption {
        programs: &[
            "sshpass",
            "mongo",
            "mongosh",
            "mongodump",
            "mongorestore",
            "mongoexport",
            "mongoimport",
        ],
        options: &["-p"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption {
        programs: &["redis-cli", "valkey-cli"],
        options: &["-a", "--pass"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption {
        programs: &["openssl"],
        options: &["-k", "-K"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption {
        programs: &["ssh-keygen"],
        options: &["-N", "-P"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption { programs: &["gh"], options: &["-b"], place: Place::Anywhere, with: "secret" },
    PasswordOption {
        programs: &["curl", "curlie"],
        options: &["--cookie", "-b"],
        place: Place::Cookies,
        with: "",
    },
    PasswordOption {
        programs: &["smbclient", "rpcclient", "net"],
        options: &["--user", "-U"],
        place: Place::Behind('%'),
        with: "",
    },
    PasswordOption {
        programs: &["xfreerdp", "wfreerdp", "xfreerdp3"],
        options: &["/p:"],
        place: Place::Attached,
        with: "",
    },
    PasswordOption {
        programs: &["useradd", "usermod"],
        options: &["-p", "--password"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption {
        programs: &["zip", "unzip", "sqlcmd", "bcp"],
        options: &["-P"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption {
        programs: &["ldapsearch", "ldapadd", "ldapmodify", "ldapdelete", "ldapwhoami"],
        options: &["-w"],
        place: Place::Anywhere,
        with: "",
    },
    PasswordOption {
        programs: &["keytool", "jarsigner"],
        options: &["-storepass", "-keypass"],
        place: Place::Anywhere,
        with: "",
    },
];

/// How far a user may be before a password, in bytes.
const MAX_BESIDE: usize = 160;

/// How far the name of a program may be before its option, in bytes.
const MAX_COMMAND: usize = 400;

/// The password of the option that begins here.
pub(crate) fn at(text: &str, at: usize, programs: &mut Programs) -> Option<Range<usize>> {
    let first = *text.as_bytes().get(at)?;
    if first | 0x20 == b'i' && is_word(text, at, &["identified by", "identified with"]) {
        let mut cursor = Cursor::new(text, at + "identified ".len());
        // `WITH plugin BY 'v'`.
        cursor.skip(|c| c.is_ascii_alphabetic());
        cursor.skip(|c| c == ' ');
        if is_word(text, at, &["identified with"]) {
            cursor.skip(|c| c.is_ascii_alphanumeric() || c == '_');
            let is_given = [" BY ", " AS ", " by ", " as "].iter().any(|word| cursor.eat(word));
            is_given.then_some(())?;
        }
        cursor.eat("PASSWORD ");
        let value = cursor.value()?;
        let is_text = matches!(value.quote, Some('"' | '\'')) || is_random(value.text);
        return (is_text && is_given(&value)).then(|| value.whole(text));
    }
    matches!(first, b'-' | b'/').then_some(())?;
    let before = text.get(..at)?;
    // What `set -x` tells: `mysql '-pv'`.
    let is_quoted = before.ends_with(" '");
    (is_quoted || before.ends_with(char::is_whitespace) || before.ends_with("\\n")).then_some(())?;
    let mut options = OPTIONS.iter().enumerate();
    options
        .find_map(|(row, option)| option.password(text, at, programs, row))
        .or_else(|| (!is_quoted).then(|| beside_user(text, at)).flatten())
        .or_else(|| argument::of_option(text, at))
}

/// How a user is named on a command line, and a password beside it.
const USERS: [&str; 7] = ["-u", "-U", "-l", "--user", "--username", "-username", "-user"];
const WITH_USER: [&str; 3] = ["-p ", "-P ", "-pw "];

/// The password in `-u ann -p v` of any program: nothing but options may stand between.
fn beside_user(text: &str, at: usize) -> Option<Range<usize>> {
    let rest = text.get(at..)?;
    let option = WITH_USER.iter().find(|option| rest.starts_with(**option))?;
    let before = ending(text.get(..at)?, MAX_BESIDE);
    let command = before.rsplit(['\n', '|', ';', '&']).next()?;
    crate::count_steps(command.len());
    // There `-p` takes what touches it.
    (!command.contains("mysql") && !command.contains("mariadb")).then_some(())?;
    let words: Vec<&str> = command.split_ascii_whitespace().collect();
    let user = words.iter().rposition(|word| USERS.contains(word))?;
    let mut behind = words.into_iter().skip(user + 1);
    let is_user = behind.next().is_some_and(|user| !user.starts_with('-'));
    let mut takes_value = false;
    let is_pair = is_user
        && behind.all(|word| {
            let is_option = word.starts_with('-');
            let is_known = is_option || takes_value;
            takes_value = is_option && !word.contains('=');
            is_known
        });
    is_pair.then_some(())?;
    let mut cursor = Cursor::new(text, at + option.len());
    cursor.blank();
    let value = cursor.value()?;
    let is_number = value.text.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | ',' | '.'));
    let is_itself = match value.quote {
        Some(_) => is_quoted_literal(value.text),
        None => plain::is_argument(value.text),
    };
    (is_itself && !is_number && !value.text.contains('/')).then(|| value.whole(text))
}

impl PasswordOption {
    fn password(
        &self,
        text: &str,
        at: usize,
        programs: &mut Programs,
        row: usize,
    ) -> Option<Range<usize>> {
        let rest = text.get(at..)?;
        let option = self.options.iter().find(|option| rest.starts_with(**option))?;
        let mut cursor = Cursor::new(text, at + option.len());
        let is_apart = cursor.eat("=") || cursor.blank();
        let is_word =
            option.starts_with("--") || option.starts_with("-s") || option.starts_with("-k");
        if is_word && !is_apart || is_apart && self.place == Place::Attached {
            return None;
        }
        let is_quoted = text.get(..at).is_some_and(|before| before.ends_with('\''));
        (!is_quoted || self.place == Place::Attached).then_some(())?;
        programs.are(text, at, row).then_some(())?;
        let mut value = cursor.value()?;
        let sign = match self.place {
            Place::Behind(sign) => sign,
            Place::Cookies => '=',
            Place::Attached | Place::Anywhere => {
                return is_given(&value).then(|| value.whole(text));
            }
        };
        // `ann:'v'`: quotes that begin in the middle.
        if value.text.ends_with(sign) && text.get(value.range.end..)?.starts_with(['"', '\'']) {
            let quoted = Cursor::new(text, value.range.end).value()?;
            return is_given(&quoted).then_some(quoted.range);
        }
        let (user, password) = value.text.split_once(sign)?;
        value.range.start += user.len() + 1;
        value.text = password;
        let is_cookie = self.place == Place::Cookies;
        (is_given(&value) && (!is_cookie || is_random(password))).then_some(value.range)
    }
}

fn is_given(value: &Value<'_>) -> bool {
    let is_itself = value.quote.map_or(is_literal(value.text), |_| is_quoted_literal(value.text));
    value.text.len() > 2 && (is_itself || is_generated(value.text)) && !value.text.starts_with('-')
}

/// The programs of the command in which a search is, each by the line of [`OPTIONS`].
#[derive(Debug, Default)]
pub(crate) struct Programs {
    /// Up to here the text was read.
    read: usize,
    /// Where a program of the line stands.
    named: [Option<usize>; OPTIONS.len()],
    /// Where one stands that its subcommand follows.
    whole: [Option<usize>; OPTIONS.len()],
}

impl Programs {
    /// Whether a program of this line stands before the option here.
    fn are(&mut self, text: &str, at: usize, row: usize) -> bool {
        self.read_to(text, at);
        let place = self.whole.get(row).copied().flatten();
        place.is_some_and(|place| place + MAX_COMMAND >= at)
    }

    /// Reads the words up to an option, and forgets them where a command ends.
    fn read_to(&mut self, text: &str, at: usize) {
        let bytes = text.as_bytes();
        let start = self.read.max(at.saturating_sub(MAX_COMMAND));
        let (mut word, mut before) = (start, start.checked_sub(1).and_then(|it| bytes.get(it)));
        for (place, byte) in bytes.iter().enumerate().take(at).skip(start) {
            let ends_command = match byte {
                b'\n' => before != Some(&b'\\'),
                b'|' | b';' => true,
                _ => !text.is_char_boundary(place),
            };
            if ends_command || byte.is_ascii_whitespace() {
                self.learn(text.get(word..place).unwrap_or_default(), word);
                word = place + 1;
            }
            if ends_command {
                (self.named, self.whole) = Default::default();
            }
            before = Some(byte);
        }
        self.learn(text.get(word..at).unwrap_or_default(), word);
        crate::count_steps(at.saturating_sub(start));
        self.read = self.read.max(at);
    }

    fn learn(&mut self, word: &str, place: usize) {
        let word = name(word);
        if !may_be_known(word) {
            return;
        }
        let rows = OPTIONS.iter().zip(self.named.iter_mut().zip(&mut self.whole));
        for (option, (named, whole)) in rows {
            if option.with == word {
                *whole = (*whole).max(*named);
            }
            if option.programs.contains(&word) {
                *named = Some(place);
                *whole = if option.with.is_empty() { *named } else { *whole };
            }
        }
    }
}

/// For each first letter a bit for each length of the programs and subcommands of [`OPTIONS`]:
/// most words are none of them.
static LENGTHS: [u32; 32] = lengths();

fn may_be_known(word: &str) -> bool {
    let first = word.as_bytes().first().copied().unwrap_or_default() & 0x1f;
    let lengths = LENGTHS.get(usize::from(first)).copied().unwrap_or_default();
    word.len() < 32 && lengths >> word.len() & 1 == 1
}

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn lengths() -> [u32; 32] {
    let mut lengths = [0; 32];
    let mut row = 0;
    while row < OPTIONS.len() {
        let PasswordOption { programs, with, .. } = &OPTIONS[row];
        let mut place = 0;
        while place <= programs.len() {
            let word = if place < programs.len() { programs[place] } else { *with };
            if let [first, ..] = *word.as_bytes() {
                lengths[(first & 0x1f) as usize] |= 1 << word.len();
            }
            place += 1;
        }
        row += 1;
    }
    lengths
}

/// A program as a word of a command names it.
fn name(word: &str) -> &str {
    let word = word.trim_matches(['"', '\'', '`', '(', '$', '\\']);
    word.rsplit('/').next().unwrap_or(word)
}
