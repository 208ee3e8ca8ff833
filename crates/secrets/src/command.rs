//! Passwords among the arguments of programs.

use std::ops::Range;

use crate::cursor::{Cursor, Value};
use crate::is_word;
use crate::value::{is_literal, is_quoted_literal, is_random};

pub(crate) const BEGINNINGS: [&str; 9] =
    ["-u", "-p", "-a", "-b", "-w", "--", "/p:", "identified by", "identified with"];

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

const OPTIONS: [PasswordOption; 13] = [
    PasswordOption {
        programs: &["curl", "wget", "http", "https", "xh", "xhs", "curlie", "hurl"],
        options: &["--user", "--proxy-user", "-u", "-U"],
        place: Place::Behind(':'),
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
    PasswordOption { programs: &["redis-cli"], options: &["-a"], place: Place::Anywhere, with: "" },
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

/// How far the name of a program may be before its option, in bytes.
const MAX_COMMAND: usize = 400;

/// The password of the option that begins here.
pub(crate) fn at(text: &str, at: usize) -> Option<Range<usize>> {
    if is_word(text, at, &["identified by", "identified with"]) {
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
        return (is_text && is_given(&value)).then_some(value.range);
    }
    let before = text.get(..at)?;
    let is_option = before.ends_with(char::is_whitespace) || before.ends_with("\\n");
    OPTIONS.iter().filter(|_| is_option).find_map(|option| option.password(text, at))
}

impl PasswordOption {
    fn password(&self, text: &str, at: usize) -> Option<Range<usize>> {
        let rest = text.get(at..)?;
        let option = self.options.iter().find(|option| rest.starts_with(**option))?;
        let mut cursor = Cursor::new(text, at + option.len());
        let is_apart = cursor.eat("=") || cursor.blank();
        let is_word =
            option.starts_with("--") || option.starts_with("-s") || option.starts_with("-k");
        if is_word && !is_apart || is_apart && self.place == Place::Attached {
            return None;
        }
        let mut words = command(text, at).split_whitespace().map(name);
        let is_of_program = words.any(|word| self.programs.contains(&word));
        if !is_of_program || !self.with.is_empty() && !words.any(|word| word == self.with) {
            return None;
        }
        let mut value = cursor.value()?;
        let sign = match self.place {
            Place::Behind(sign) => sign,
            Place::Cookies => '=',
            Place::Attached | Place::Anywhere => return is_given(&value).then_some(value.range),
        };
        let (user, password) = value.text.split_once(sign)?;
        value.range.start += user.len() + 1;
        value.text = password;
        let is_cookie = self.place == Place::Cookies;
        (is_given(&value) && (!is_cookie || is_random(password))).then_some(value.range)
    }
}

fn is_given(value: &Value<'_>) -> bool {
    let is_itself = value.quote.map_or(is_literal(value.text), |_| is_quoted_literal(value.text));
    value.text.len() > 2 && is_itself && !value.text.starts_with('-')
}

/// What stands before an option in its command.
fn command(text: &str, at: usize) -> &str {
    let bytes = text.as_bytes();
    let ends = |place: usize| match bytes.get(place) {
        Some(b'\n') => place.checked_sub(1).and_then(|place| bytes.get(place)) != Some(&b'\\'),
        Some(b'|' | b';') => true,
        _ => !text.is_char_boundary(place),
    };
    let start = (at.saturating_sub(MAX_COMMAND)..at).rev().find(|place| ends(*place));
    let start = start.map_or(at.saturating_sub(MAX_COMMAND), |end| end + 1);
    (start..at).find_map(|place| text.get(place..at)).unwrap_or_default()
}

/// A program as a word of a command names it.
fn name(word: &str) -> &str {
    let word = word.trim_matches(['"', '\'', '`', '(', '$', '\\']);
    word.rsplit('/').next().unwrap_or(word)
}
