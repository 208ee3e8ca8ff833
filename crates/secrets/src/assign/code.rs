//! What is code, a reference or a name of something where a value would stand.

use hook_protocol::ending;

use crate::cursor::Value;
use crate::generated::is_generated;
use crate::given::How;
use crate::name::{Kind, Name, kind, parts};
use crate::value::turns;

/// How much of a line is read before a name, in bytes.
const MAX_LEAD: usize = 100;

/// How long the encrypted value of a sealed secret is at least, in bytes.
const MIN_SEALED: usize = 64;

/// Words of languages that begin what a variable is set to.
const KEYWORDS: [&str; 8] =
    ["async", "await", "class", "function", "lambda", "require", "typeof", "void"];

/// What takes a value from another place, by an address of its own.
const REFERENCES: [&str; 12] = [
    "akv://",
    "awssm://",
    "azurekv://",
    "env://",
    "file://",
    "gcpsm://",
    "keyring://",
    "keyvault://",
    "op://",
    "secretsmanager://",
    "ssm://",
    "vault://",
];

/// How functions are called that are given the name of what they look for.
const GETTERS: [&str; 8] = ["get", "fetch", "find", "has", "load", "lookup", "read", "require"];

/// The last words of names of files of code.
const EXTENSIONS: [&str; 16] = [
    "cjs", "css", "go", "html", "java", "js", "json", "jsx", "md", "mjs", "py", "rs", "scss",
    "svg", "ts", "tsx",
];

/// Whether a value is one of these.
pub(super) fn is_code(name: &Name<'_>, value: &Value<'_>, how: How) -> bool {
    let lead = ending(name.text.get(..name.start).unwrap_or_default(), MAX_LEAD);
    is_of_strings(value)
        || value.quote.is_none() && goes_on(name, value, how)
        // ``DB_PASSWORD=`cat file` ``
        || value.quote == Some('`') && value.text.contains(' ')
        || is_reference(value.text)
        || is_by_its_name(name, value, how)
        || is_by_the_lead(name, value, lead)
        || is_own_name(name.said(), value.text)
        || is_alphabet(value.text)
        // `"password": "Wachtwoord"` of a translation.
        || Name::foreign(value.text, 0).is_some_and(|word| word.end == value.text.len())
        || value.text.matches("\\u").count() * 12 > value.text.len()
}

/// `"token: "+n+"`, of which what stands between two strings is read: a quote that closes one is
/// taken for one that opens another.
pub(crate) fn is_of_strings(value: &Value<'_>) -> bool {
    // `password='" + x + "'` has quotes within it.
    let text = value.text.trim_matches([' ', '"', '\'']);
    let is_joined = |sign: char| {
        text.len() > 2 && text.starts_with(sign) && text.ends_with(sign) && !text.contains("  ")
    };
    let begins = text.starts_with(['+', ')', ',', ';', '?', '&', '|']);
    let ends = || text.ends_with(['(', '[', '{', ',', '+', ':', '=', '&', '|', '?']);
    let words = || text.split(|c: char| !c.is_ascii_alphanumeric());
    value.quote.is_some()
        && (is_joined('+') || is_joined('.') || begins && (ends() || text.contains('(')))
        && !is_generated(text)
        && words().all(|word| turns(word) < 2)
}

/// What stands behind a value says that it is none: `x ? y : z`, `a="v"`, `CONF['x']`, `x->y`.
fn goes_on(name: &Name<'_>, value: &Value<'_>, how: How) -> bool {
    let text = value.text;
    let behind = name.text.get(value.range.end..).unwrap_or_default();
    let before = name.text.get(..value.range.start).unwrap_or_default();
    let is_name = |text: &str| {
        !text.is_empty()
            && turns(text) < 2
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
    };
    let is_type = |text: &str| {
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        let mut words = parts(text);
        let is_version = |word: &str| word.len() < 3 && word.starts_with('V');
        let is_word = |word: &str| {
            word.bytes().filter(u8::is_ascii_lowercase).count() > 1 || is_version(word)
        };
        text.starts_with(char::is_uppercase) && digits < 2 && is_name(text) && words.all(is_word)
    };
    let is_assigned = how == How::Assigned;
    let is_ended = || behind.trim_start_matches([' ', '\t']).starts_with(['`', ';']);
    text.ends_with(['=', '[', '(']) && behind.starts_with(['"', '\''])
        || text.ends_with('-') && behind.starts_with('>')
        || behind.starts_with(" ? ")
        || KEYWORDS.contains(&text)
        // `e.A=e.B=e.C`.
        || text.contains('=') && text.split('=').all(|it| it.contains('.') && is_name(it))
        // `Password *Foo7`, `password: *default-x6`.
        || before.ends_with(" *") && is_name(text) && (text.contains(['-', '_', '.']) || is_ended())
        // `token: Promise2?` and `Token0!` of a schema.
        || is_assigned && name.kind == Kind::Secret && text.strip_suffix(['!', '?']).is_some_and(is_type)
        // `********53yL`.
        || before.ends_with("***")
        // `\fIfile\fR` of a page of the manual, and what a shell completes.
        || text.starts_with("\\f")
        || text.starts_with('_') && name.before() == Some(':')
        || text.len() > MIN_SEALED && text.starts_with("Ag") && is_assigned && is_sealed(name)
}

/// Whether a value below `encryptedData:` is encrypted.
fn is_sealed(name: &Name<'_>) -> bool {
    let before = ending(name.text.get(..name.start).unwrap_or_default(), MAX_LEAD);
    crate::count_steps(before.len());
    before.contains("encryptedData:") || before.contains("AgA") || before.contains("AgB")
}

/// `op://vault/db/password`.
fn is_reference(text: &str) -> bool {
    let text = text.strip_prefix("ref+").unwrap_or(text);
    REFERENCES.iter().any(|scheme| text.starts_with(scheme))
        || ["your-", "your_"].iter().any(|word| text.contains(word))
}

/// A name says what its value is, if that looks so.
fn is_by_its_name(name: &Name<'_>, value: &Value<'_>, how: How) -> bool {
    let (said, text) = (name.said(), value.text);
    let is_path =
        || text.starts_with(['/', '~']) || text.get(1..).is_some_and(|it| it.starts_with(":\\"));
    let last = said.rsplit('.').next().unwrap_or_default();
    let is_called = name.text.get(name.end..).is_some_and(|behind| behind.starts_with('('))
        && value.range.start < name.end + 3;
    let is_hash = || text.len() == 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    matches!(said, "PWD" | "OLDPWD") && is_path()
        || said.len() > last.len() && EXTENSIONS.contains(&last)
        // `keyring.get_password("db", "ann")`, `new RandomPassword("db")`.
        || is_called
            && how == How::Beside
            && (GETTERS.iter().any(|verb| is_verb(last, verb)) || last == "RandomPassword" || last == "createToken")
        // The fingerprint of a public key.
        || said.ends_with("GPG_KEY") && is_hash()
        || name.is_bare() && name.kind == Kind::Weak && is_path_of_object(text)
        || matches!(said, "get-credentials" | "disabled-password" | "signatureValue")
        // The name of a secret of Kubernetes.
        || name.kind == Kind::Secret && ends_with_secret(said) && is_object(text)
}

/// Whether a name is made of a verb and something else: `getSecret`, `get_secret`.
fn is_verb(name: &str, verb: &str) -> bool {
    let rest = name.get(..verb.len()).filter(|begin| begin.eq_ignore_ascii_case(verb));
    let next = name.as_bytes().get(verb.len());
    rest.is_some() && next.is_some_and(|next| *next == b'_' || next.is_ascii_uppercase())
}

fn ends_with_secret(name: &str) -> bool {
    name.ends_with("Secret") || name.ends_with("-secret") || name.ends_with("/secret")
}

/// `path-secret`, `db-credentials7`: words with a number at most, as objects of a cluster are called.
fn is_object(text: &str) -> bool {
    let is_word = |part: &str| {
        let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
        letters.len() > 1
            && part.len() < letters.len() + 3
            && letters.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    text.contains('-') && text.split('-').all(is_word)
}

/// `/0/members/x/attributes`, `a/b-x.parquet`.
fn is_path_of_object(text: &str) -> bool {
    let file = text.rsplit('/').next().unwrap_or_default();
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_file = (2..8).contains(&extension.len())
        && extension.bytes().all(|byte| byte.is_ascii_lowercase());
    text.contains('/') && (is_file || text.starts_with('/') && text.matches('/').count() > 1)
}

/// What stands before a name says that no value follows.
fn is_by_the_lead(name: &Name<'_>, value: &Value<'_>, lead: &str) -> bool {
    // `checksum/secret: 3f0c...`.
    name.before() == Some('/') && lead.ends_with("checksum/")
        // `Argument "password" to "login"`.
        || lead.ends_with("Argument \"")
        || lead.ends_with("getent ")
        // The comment above a public signature.
        || lead.contains("signature from ")
        // `<wsse:UsernameToken wsu:Id="x">`.
        || value.quote.is_some() && is_id(name.text.get(..value.range.start).unwrap_or_default())
        // `"passlib>=1.7",  # auth token`.
        || value.range.end <= name.start && [">=", "==", "~=", "<="].iter().any(|it| value.text.contains(it))
}

/// Whether this is where the value of an attribute with an id begins.
fn is_id(before: &str) -> bool {
    ["Id=\"", " id=\"", " id='"].iter().any(|attribute| before.ends_with(attribute))
}

/// `INVALID_TOKEN = "invalid-token"`: the name once more.
fn is_own_name(said: &str, text: &str) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric();
    let text = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let letters = |text: &str| -> usize { text.bytes().filter(is_part).count() };
    let mut pair = said.bytes().filter(is_part).zip(text.bytes().filter(is_part));
    let is_compound = text.contains(['-', '_', ':', '.', '/']);
    is_compound
        && kind(text).is_some()
        && letters(said) == letters(text)
        && pair.all(|(one, other)| one.eq_ignore_ascii_case(&other))
}

/// `abcdefghijk...`: letters that follow each other.
fn is_alphabet(text: &str) -> bool {
    let is_next = |pair: &&[u8]| matches!(pair, [one, other] if one.wrapping_add(1) == *other);
    text.len() > 20 && text.as_bytes().windows(2).filter(is_next).count() * 3 > text.len() * 2
}
