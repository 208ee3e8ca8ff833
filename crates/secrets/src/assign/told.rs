//! What stands where a value would, and is none: a call, a class of a style sheet, the address of a
//! contract, what a parser has met.

use hook_protocol::ending;

use super::is_strong;
use crate::cursor::Value;
use crate::generated::is_generated;
use crate::given::How;
use crate::name::{Kind, Name, kind};
use crate::value::{is_hash, is_mixed, turns};

/// How much of a line is read before a name, in bytes.
const MAX_LEAD: usize = 100;

/// How many digits the address of a contract has.
const ADDRESS: usize = 40;

/// Whether what is given to a name is told about it and is no value.
pub(super) fn is_no_value(name: &Name<'_>, value: &Value<'_>, how: How) -> bool {
    let text = value.text;
    let is_unquoted = value.quote.is_none();
    let lead = || ending(name.text.get(..name.start).unwrap_or_default(), MAX_LEAD);
    // `class="passwordField__5dkShX css-3qInuR"`.
    // And `OPTS='--no-ask-password --scope'`.
    let is_listed = || name.said().contains("__") || text.starts_with("--");
    how == How::Said && is_unquoted && is_listed()
        // `unexpected token `x1Y2z3``.
        || name.is_bare() && lead().trim_end().ends_with("expected")
        // `arn:aws:secretsmanager:eu-west-1:1:secret:db-x1Y2z3`.
        || name.before() == Some(':') && is_unquoted && is_arn(lead())
        // `SSL_TXT_kPSK "kPSK"`.
        || !is_unquoted && name.said().contains('_') && name.said().ends_with(text)
        || name.kind == Kind::Secret && is_contract(name, text)
        || name.kind == Kind::Weak && is_named_hash(text)
        || is_object(text)
        || is_of_commit(text)
        || is_unquoted && is_sized_type(text)
        || is_by_what_is_between(name, value, how)
}

/// What is between a name and a value: both may be names of types or fields, or compared.
fn is_by_what_is_between(name: &Name<'_>, value: &Value<'_>, how: How) -> bool {
    let text = value.text;
    let between = if value.range.start < name.start {
        value.range.end..name.start
    } else {
        name.end..value.range.start
    };
    let between = name.text.get(between).unwrap_or_default();
    let signs = between.trim_matches([' ', '"', '\'', '`']);
    let is_quoted = matches!(name.before(), Some('"' | '\''));
    let is_cell = || {
        let lead = ending(name.text.get(..name.start).unwrap_or_default(), MAX_LEAD);
        lead.rsplit('\n').next().is_some_and(|line| line.trim_start().starts_with('|'))
    };
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    // `"password" | "oidc"`.
    is_quoted && value.quote.is_some() && signs == "|" && !is_cell()
        // `password1 !== password2`.
        || value.quote.is_none()
            && matches!(signs, "==" | "===" | "!=" | "!==")
            && text.bytes().all(is_name)
            && turns(text) < 3
        // `"required": [` with `"password",` and `"method"` on their lines.
        || how == How::Beside && signs.trim() == "," && between.contains('\n') && !is_strong(text)
        // `[API token](/reference/token)`.
        || between == "#" && text.contains('/')
        // `token: mockToken1`, and not `TOKEN=mockToken1`.
        || value.quote.is_none()
            && how == How::Assigned
            && name.kind == Kind::Secret
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && turns(text) < 2
            && text.contains(|c: char| c.is_ascii_uppercase())
            && kind(text).is_some()
        // `pass("the second")`.
        || name.said().eq_ignore_ascii_case("pass")
            && signs == "("
            && !is_mixed(text)
            && !is_generated(text)
        // A signature is public, but for that of an address.
        || name.said().to_ascii_lowercase().ends_with("signature") && how == How::Assigned
        || name.said() == "hashed_secret"
}

/// `v0.0.0-20161001094733-a6f4afe4910c`: a version of Go.
fn is_of_commit(text: &str) -> bool {
    let mut parts = text.rsplit('-');
    let (hash, time) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let time = time.rsplit('.').next().unwrap_or_default();
    hash.len() == 12
        && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
        && time.len() == 14
        && time.bytes().all(|byte| byte.is_ascii_digit())
}

/// `android.os.BinderProxy@2bd79ce`: an object of Java.
fn is_object(text: &str) -> bool {
    text.rsplit_once('@').is_some_and(|(class, hash)| {
        class.contains('.')
            && class.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._$".contains(&byte))
            && hash.len() < 9
            && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// `Uint8Array`, `uint256`, `Float32List`.
fn is_sized_type(text: &str) -> bool {
    let words = ["Uint", "uint", "Int", "int", "Float", "float", "BigInt", "BigUint", "bytes"];
    words.iter().filter_map(|word| text.strip_prefix(word)).any(|rest| {
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        behind.len() < rest.len() && matches!(behind, "" | "Array" | "ClampedArray" | "List" | "_t")
    })
}

fn is_arn(lead: &str) -> bool {
    lead.rsplit(|c: char| c.is_whitespace() || matches!(c, '"' | '\''))
        .next()
        .is_some_and(|word| word.starts_with("arn:"))
}

/// `USDC_TOKEN=0xA0b8...`: a token of a chain is public.
fn is_contract(name: &Name<'_>, text: &str) -> bool {
    let is_token = || name.said().to_ascii_lowercase().ends_with("token");
    text.strip_prefix("0x").is_some_and(|digits| {
        digits.len() == ADDRESS && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    }) && is_token()
}

/// `linux-cargo-<hash>`: the key of a cache.
fn is_named_hash(text: &str) -> bool {
    text.rsplit_once('-').is_some_and(|(words, hash)| {
        let is_name = |word: &str| {
            word.starts_with(|first: char| first.is_ascii_lowercase())
                && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        let is_short = hash.len() == 12 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
        words.contains('-') && words.split('-').all(is_name) && (is_hash(hash) || is_short)
    })
}

/// `a.b(12,"0fi")`, of which `a.b(12` is read.
pub(super) fn is_call(value: &Value<'_>, behind: u8) -> bool {
    value.text.split_once('(').is_some_and(|(called, _)| {
        matches!(behind, b',' | b'"' | b'\'' | b'`')
            && turns(called) < 2
            && called.starts_with(|first: char| first.is_ascii_alphabetic() || "_$".contains(first))
            && called.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_$.".contains(&byte))
    })
}
