//! What a character is to one who reads the text.

use hook_protocol::is_invisible;
use unicode_normalization::char::is_combining_mark;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// Has no shape: as if it were not there.
    Invisible,
    /// White space, a hyphen, a slash, a quote: ends a word.
    Gap,
    /// Stands around words in Markdown, and may stand inside of one.
    Markup,
    /// Other punctuation: ends a word, and no benign phrase goes on behind it.
    Break,
    Lower,
    Upper,
    /// A letter of an alphabet in which many look like Latin ones.
    LooksLatin,
    /// A sign of a script without spaces: a word by itself.
    Ideograph,
    OtherLetter,
    Digit,
}

/// The class of a character, decomposed.
pub(crate) fn classify(character: char) -> Class {
    match character {
        'a'..='z' => Class::Lower,
        'A'..='Z' => Class::Upper,
        '0'..='9' => Class::Digit,
        // An apostrophe is left out: `can't` is `cant`, `user's` is a form of `user`.
        '\'' => Class::Invisible,
        '*' | '`' => Class::Markup,
        '-' | '_' | '/' | '"' => Class::Gap,
        _ if character.is_ascii_whitespace() => Class::Gap,
        _ if character.is_ascii_control() => Class::Invisible,
        _ if character.is_ascii() => Class::Break,
        _ => classify_beyond_ascii(character),
    }
}

fn classify_beyond_ascii(character: char) -> Class {
    match character {
        '\u{2018}' | '\u{2019}' | '\u{2bc}' => Class::Invisible,
        '\u{2010}'..='\u{2012}' | '\u{201c}'..='\u{201e}' => Class::Gap,
        // The mu of `µs` stands beside Latin letters every day.
        'μ' => Class::OtherLetter,
        // Greek and Coptic, Cyrillic, Armenian, Cherokee, Coptic, Lisu.
        '\u{370}'..='\u{3ff}'
        | '\u{400}'..='\u{52f}'
        | '\u{531}'..='\u{587}'
        | '\u{13a0}'..='\u{13fd}'
        | '\u{1c80}'..='\u{1c8a}'
        | '\u{1f00}'..='\u{1fff}'
        | '\u{2c80}'..='\u{2cff}'
        | '\u{a4d0}'..='\u{a4fd}'
        | '\u{a640}'..='\u{a69d}'
        | '\u{ab70}'..='\u{abbf}'
            if character.is_alphabetic() =>
        {
            Class::LooksLatin
        }
        // Kana and Han.
        '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}' => {
            Class::Ideograph
        }
        _ if is_shapeless(character) => Class::Invisible,
        _ if character.is_whitespace() => Class::Gap,
        // Latin letters that do not decompose, such as ø and ł.
        '\u{c0}'..='\u{2af}' | '\u{1d00}'..='\u{1dbf}' if character.is_uppercase() => Class::Upper,
        '\u{c0}'..='\u{2af}' | '\u{1d00}'..='\u{1dbf}' if character.is_alphabetic() => Class::Lower,
        _ if character.is_alphabetic() => Class::OtherLetter,
        _ if character.is_numeric() => Class::Digit,
        _ => Class::Break,
    }
}

fn is_shapeless(character: char) -> bool {
    is_invisible(character)
        || (character.is_control() && !character.is_whitespace())
        || is_combining_mark(character)
}

/// What is drawn like a letter but not known to Unicode as one of its variants.
pub(crate) fn without_its_dress(character: char) -> char {
    match character {
        'ᴀ' => 'a',
        'ʙ' => 'b',
        'ᴄ' => 'c',
        'ᴅ' => 'd',
        'ᴇ' => 'e',
        'ꜰ' => 'f',
        'ɢ' => 'g',
        'ʜ' => 'h',
        'ɪ' | 'ı' => 'i',
        'ᴊ' => 'j',
        'ᴋ' => 'k',
        'ʟ' => 'l',
        'ᴍ' => 'm',
        'ɴ' => 'n',
        'ᴏ' => 'o',
        'ᴘ' => 'p',
        'ʀ' => 'r',
        'ꜱ' => 's',
        'ᴛ' => 't',
        'ᴜ' => 'u',
        'ᴠ' => 'v',
        'ᴡ' => 'w',
        'ʏ' => 'y',
        'ᴢ' => 'z',
        _ => character,
    }
}
