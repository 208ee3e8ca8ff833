//! Passwords that are words. By itself no word is one; a line that gives it to a name, and does
//! nothing else, says so.

use hook_protocol::{beginning, ending};

use crate::cursor::Value;
use crate::name::{Name, kind};
use crate::value::is_varied;

/// How much of the lines around is read, in bytes.
const MAX_LINE: usize = 160;

/// What stands where a password will, or says of what kind it is: types, states, and what
/// variables are called.
const NO_PASSWORDS: &str = "ask auto automatic bool boolean buffer bytes changed char config confirm correct data \
    decrypted default digest disabled dict empty enabled encoded encrypted entered environ \
    error expected expired failed failure false field file generated global hash hashed \
    hidden input integer invalid item keychain keyring line list literal local masked \
    match matched missing mixed must name never newer nil node none null number object \
    optional option options other param params parsed pass passed password plain plaintext \
    process program prompt protected query random read redacted regex request required \
    reset response result same secret self skip skipped state stored strict string success \
    text this token true type undefined unknown unset user username valid value varchar \
    with wrong";

/// Words behind an option that are said of it.
const SAID_OF_OPTIONS: &str = "also and argument before cannot does flag flags from into instead must only option \
    options parameter should switch than that then when which will with";

/// Words that are written where a password will stand.
pub(crate) fn stands_for_a_password(value: &str) -> bool {
    const WORDS: [&str; 19] = [
        "bool",
        "boolean",
        "bytes",
        "empty",
        "false",
        "hidden",
        "none",
        "null",
        "optional",
        "pass",
        "redacted",
        "required",
        "secret",
        "str",
        "string",
        "text",
        "true",
        "undefined",
        "varchar",
    ];
    let lower = value.to_lowercase();
    let is_word = WORDS.contains(&lower.as_str());
    let is_name = matches!(lower.as_str(), "password" | "passwd" | "passwort" | "passphrase")
        || value.contains(|c: char| c.is_ascii_uppercase() || " _-.".contains(c));
    let is_named = lower.contains("passw") && is_name || lower.starts_with("your");
    is_word || is_named && !value.contains(|c: char| c.is_ascii_digit())
}

/// Whether a word may be a password at all.
fn is_word(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_name = |name: &str| name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
    text.len() > 3
        && !text.strip_prefix('$').is_some_and(is_name)
        && text.chars().all(|c| c.is_alphanumeric() || "-!@#$%^&*+~.?_".contains(c))
        && (!text.contains('_') || is_word_with_number(text))
        && !lower.contains("passw")
        && !lower.contains("your")
        && !lower.contains("xxx")
        && !lower.starts_with("http")
        && !NO_PASSWORDS.split(' ').any(|word| word == lower)
}

/// `winter_88`: a name has fewer digits, or is one of a secret.
fn is_word_with_number(text: &str) -> bool {
    let word = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let has_lower = word.contains(|c: char| c.is_ascii_lowercase());
    text.len() > word.len() + 1 && has_lower && word.ends_with('_') && kind(text).is_none()
}

/// `--password orange`: what stands behind an option of a command.
pub(crate) fn is_argument(text: &str) -> bool {
    let is_loud = text.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    let is_said = SAID_OF_OPTIONS.split(' ').any(|word| word == text);
    is_word(text) && !is_loud && !is_said && !text.ends_with(['.', '?'])
}

/// `setPassword("orange")`: a word in quotes.
pub(crate) fn is_quoted_word(text: &str) -> bool {
    let is_name = text.contains('_') && text == text.to_ascii_uppercase();
    is_word(text) && !is_name && !text.ends_with(['.', '?', '*'])
}

/// Whether a line has nothing but this name and this value.
pub(crate) fn is_line(name: &Name<'_>, value: &Value<'_>) -> bool {
    let before = ending(name.text.get(..name.start).unwrap_or_default(), MAX_LINE);
    let start = before.rsplit('\n').next().unwrap_or_default();
    let behind = beginning(name.text.get(value.range.end..).unwrap_or_default(), MAX_LINE);
    let end = behind.split('\n').next().unwrap_or_default();
    let is_lead = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '-');
    start.chars().all(is_lead) && end.chars().all(|c| is_lead(c) || c == ';')
}

/// Whether a line of settings gives this value to the name and says nothing else.
pub(crate) fn is_setting(name: &Name<'_>, value: &Value<'_>) -> bool {
    let text = name.text;
    let before = ending(text.get(..name.start).unwrap_or_default(), MAX_LINE);
    let start = before.rsplit('\n').next().unwrap_or_default();
    let behind = beginning(text.get(value.range.end..).unwrap_or_default(), MAX_LINE);
    let (end, below) = behind.split_once('\n').unwrap_or((behind, ""));
    let lead = start.trim_start_matches(|c: char| c.is_whitespace() || "-\"'#;".contains(c));
    let follows_user = names_user(lead);
    let is_alone = lead.is_empty() || follows_user;
    let end = end.trim();
    if !is_alone || !(end.is_empty() || end.starts_with('#')) || !is_word(value.text) {
        return false;
    }
    let above = before.get(..before.len() - start.len()).unwrap_or_default().trim_end();
    let above = above.rsplit('\n').next().unwrap_or_default().trim();
    let below = below.trim_start().split('\n').next().unwrap_or_default().trim();
    let is_code = above.ends_with([',', '{', '(', '[', ';'])
        || below.starts_with(['}', ')', ']'])
        || below.ends_with(['{', ';', ',']);
    let given = text.get(name.end..value.range.start).unwrap_or_default();
    // A word in capitals is a type, or the name of another one.
    let is_type =
        value.text.starts_with(char::is_uppercase) && value.text.chars().all(char::is_alphabetic);
    if is_code || is_type {
        return false;
    }
    let is_single = above.is_empty() && below.is_empty();
    // What is indented is code.
    let is_indented = start.starts_with(' ');
    given.contains(':')
        || !is_indented && (is_single || is_of_settings(above) || is_of_settings(below))
}

/// Whether a line names a user.
fn names_user(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    ["user", "login", "account", "email"].iter().any(|word| lower.starts_with(word))
        && line.contains([':', '='])
}

/// Whether a line is one of a file of settings: `[mysql]`, `host = db`.
fn is_of_settings(line: &str) -> bool {
    if line.starts_with('[') && line.ends_with(']') && !line.contains(['"', '\'', ',']) {
        return true;
    }
    line.split_once('=').is_some_and(|(name, value)| {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "_-. ".contains(c);
        !name.trim().is_empty()
            && name.trim().split(' ').count() == 1
            && name.chars().all(is_name)
            && !value.contains(['"', '\'', '(', '[', '{', '`', ';', '|'])
            && !value.trim().is_empty()
    })
}

/// Whether a user is named on the line above this name, or before it on its own.
pub(crate) fn stands_below_user(name: &Name<'_>) -> bool {
    let before = ending(name.text.get(..name.start).unwrap_or_default(), MAX_LINE);
    let mut lines = before.rsplit('\n');
    let own = lines.next().unwrap_or_default().to_ascii_lowercase();
    let above = lines.next().unwrap_or_default();
    let above = above.trim_start_matches(|c: char| c.is_whitespace() || "-\"'#".contains(c));
    own.contains("user=") || own.trim().is_empty() && names_user(above)
}

/// Whether the line above this name is the heading of a section of settings: `[db]`.
pub(crate) fn stands_in_section(name: &Name<'_>) -> bool {
    let before = ending(name.text.get(..name.start).unwrap_or_default(), MAX_LINE);
    let mut lines = before.rsplit('\n');
    let own = lines.next().unwrap_or_default();
    let above = lines.next().unwrap_or_default().trim();
    own.is_empty() && above.starts_with('[') && is_of_settings(above)
}

/// Letters that hardly any word has beside each other.
const RARE: [&str; 26] = [
    "ajoqz",
    "cdfghjkmnpqtvwxz",
    "bdfgjmnpqsvwxz",
    "bcfghjkmpqtvxz",
    "jqz",
    "bcdghjkmnpqvwxz",
    "bcdfjkmpqtvwxz",
    "bcdfghjkpqvwxz",
    "hijquwy",
    "bcdfghjklmnpqrstvwxyz",
    "bcdfgjkmpqrtuvxz",
    "bghjnqrwxz",
    "cdfghjkqrtvwxz",
    "bhjlmpqrxz",
    "jqz",
    "bcdfgjkmnqvwxz",
    "abcdefghijklmnopqrstvwxyz",
    "hjqxz",
    "bdgjrvxz",
    "bdfgjkpqvxz",
    "hjoquvwy",
    "bcdfghjklmnpqrstvwxz",
    "bcfgjkmpqtuvwxz",
    "bdfgjklmnoqrsvwxz",
    "bcdfghjkqruvwxyz",
    "bcdfghjkmnpqrstvwx",
];

/// Whether letters of one case are no words: `qpsbnoewdmdsoeg`.
pub(crate) fn is_gibberish(text: &str) -> bool {
    let is_lower = text.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_upper = text.bytes().all(|byte| byte.is_ascii_uppercase());
    if text.len() < 12 || !is_lower && !is_upper || !is_varied(text) {
        return false;
    }
    let lower = text.to_ascii_lowercase();
    let is_rare = |pair: &&[u8]| match pair {
        [first, second] => {
            RARE.get(usize::from(first - b'a')).is_some_and(|rare| rare.as_bytes().contains(second))
        }
        _ => false,
    };
    let rare = lower.as_bytes().windows(2).filter(is_rare).count();
    rare * 5 >= text.len()
}
