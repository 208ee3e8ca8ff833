//! Secrets among the arguments of functions that take one: keys of ciphers and signatures,
//! passwords of connections.

use std::ops::Range;

use hook_protocol::beginning;

use crate::assign::is_strong;
use crate::cursor::Cursor;
use crate::generated::is_generated;
use crate::plain::stands_for_a_password;
use crate::value::{is_quoted_literal, names_a_thing};
use crate::which;

/// What encodes the name of a user and a password, which is the only argument.
const PAIR: usize = usize::MAX;

/// The ends of the names of functions, in lower case, and which argument is the secret. They
/// are cut where three rare letters begin: each place at which these stand costs time.
const FUNCTIONS: [(&str, usize); 60] = [
    ("crypt.hash(", 0),
    ("crypt.hashsync(", 0),
    ("crypt.compare(", 0),
    ("crypt.comparesync(", 0),
    ("shpw(", 0),
    ("gp_sym_encrypt(", 1),
    ("gp_sym_decrypt(", 1),
    ("aes_encrypt(", 1),
    ("ehmac(", 1),
    ("pheriv(", 1),
    ("jwt.sign(", 1),
    ("jwt.verify(", 1),
    ("jwt.encode(", 1),
    ("jwt.decode(", 1),
    ("hmac.new(", 0),
    ("hmac.digest(", 0),
    ("yspec(", 0),
    ("aes.new(", 0),
    ("s3.new(", 0),
    ("c4.new(", 0),
    ("rnet(", 0),
    ("h_hmac(", 2),
    ("l_encrypt(", 2),
    ("l_decrypt(", 2),
    ("aes.encrypt(", 1),
    ("aes.decrypt(", 1),
    ("tykey(", 0),
    ("hmacsha256(", 0),
    ("hmacsha512(", 0),
    ("wifi.begin(", 1),
    ("_pw_set(", 1),
    ("dauthentication(", 1),
    ("dcredentials(", 1),
    ("kcredential(", 1),
    ("vapiddetails(", 2),
    ("gnedstring(", 0),
    ("gnwith(", 1),
    ("btoken.sign(", 1),
    ("btoken.verify(", 1),
    ("hmac.hexdigest(", 1),
    ("hmac.base64digest(", 1),
    ("hmacshakeyfor(", 0),
    ("f2_hmac(", 1),
    ("dserializer(", 0),
    ("feserializer(", 0),
    ("rd_hash(", 0),
    ("k_password_hash(", 1),
    ("rd_verify(", 0),
    ("cryptjs.hash(", 0),
    ("cryptjs.hashsync(", 0),
    ("cryptjs.compare(", 0),
    ("cryptjs.comparesync(", 0),
    ("gon2.hash(", 0),
    ("gon2.verify(", 1),
    ("ndpassword(", 1),
    ("efrompassword(", 0),
    ("btoa(", PAIR),
    ("64encode(", PAIR),
    ("etostring(", PAIR),
    ("etbytes(", PAIR),
];

pub(crate) const BEGINNINGS: [&str; FUNCTIONS.len()] = beginnings();

/// How much of the arguments is looked at, in bytes.
const MAX_ARGUMENTS: usize = 300;

#[expect(clippy::indexing_slicing, reason = "what is out of range does not compile")]
const fn beginnings() -> [&'static str; FUNCTIONS.len()] {
    let mut names = [""; FUNCTIONS.len()];
    let mut place = 0;
    while place < FUNCTIONS.len() {
        names[place] = FUNCTIONS[place].0;
        place += 1;
    }
    names
}

/// The secret among the arguments of the function whose name ends here.
pub(crate) fn at(text: &str, at: usize) -> Option<Range<usize>> {
    let (name, place) = FUNCTIONS.get(which(text, at, &BEGINNINGS)?)?;
    let start = at + name.len();
    // Of Go, where the hash comes first.
    let is_of_go = *name == "hmac.new(" && text.get(at..)?.starts_with("hmac.New(");
    let place = if is_of_go { 1 } else { *place };
    if place == PAIR {
        return pair(text, start);
    }
    let mut cursor = Cursor::new(text, argument(text, start, place)?);
    cursor.skip(char::is_whitespace);
    let value = cursor.value()?;
    value.quote?;
    let said = value.text;
    let is_word = said.len() > 5 && !said.contains(char::is_whitespace);
    let is_itself = is_quoted_literal(said) && !names_a_thing(said) && !stands_for_a_password(said);
    (is_word && is_itself && !is_constant(said)).then(|| value.clone().whole(text))
}

/// `btoa("ann:v")`.
fn pair(text: &str, start: usize) -> Option<Range<usize>> {
    let value = Cursor::new(text, start).value()?;
    value.quote?;
    let (user, password) = value.text.split_once(':')?;
    let is_name = user.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.@".contains(&byte));
    let is_password = is_strong(password) || is_generated(password);
    let start = value.range.start + user.len() + 1;
    (is_name && !user.is_empty() && is_password).then(|| start..value.whole(text).end)
}

/// `JWT_SECRET`: the name of a variable in quotes.
fn is_constant(said: &str) -> bool {
    said.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
}

/// Where this argument begins.
fn argument(text: &str, start: usize, place: usize) -> Option<usize> {
    let near = beginning(text.get(start..)?, MAX_ARGUMENTS);
    let (mut depth, mut commas, mut quote) = (0_usize, 0, None);
    for (distance, byte) in near.bytes().enumerate() {
        if commas == place {
            return Some(start + distance);
        }
        match (quote, byte) {
            (Some(open), _) if byte == open => quote = None,
            (None, b'"' | b'\'' | b'`') => quote = Some(byte),
            (None, b'(' | b'[' | b'{') => depth += 1,
            (None, b')' | b']' | b'}') => depth = depth.checked_sub(1)?,
            (None, b',') if depth == 0 => commas += 1,
            _ => {}
        }
        crate::count_steps(1);
    }
    None
}
