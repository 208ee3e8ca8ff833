//! The content of a part: its bytes, and how they are written as text.

use std::fmt::Write as _;

use crate::header;

/// How the text of a part is decoded, if it is not the content itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    NoFinalNewline,
    Escaped,
    Hex,
}

const MARKS: [(Mark, &str); 3] =
    [(Mark::NoFinalNewline, "no final newline"), (Mark::Escaped, "escaped"), (Mark::Hex, "hex")];

/// How many bytes are in a line of hexadecimal digits.
const HEX_LINE: usize = 32;

/// Bytes are written as escaped text if at most one in so many needs an escape.
const RARE: usize = 8;

impl Mark {
    pub(crate) fn parse(words: &str) -> Option<Self> {
        MARKS.iter().find(|(_, known)| *known == words).map(|(mark, _)| *mark)
    }

    pub(crate) fn words(self) -> &'static str {
        MARKS.iter().find(|(mark, _)| *mark == self).map_or("", |(_, words)| words)
    }

    /// The mark that these bytes need, if they need one.
    pub(crate) fn of(content: &[u8]) -> Option<Self> {
        let odd = Chunks { rest: content }.filter(|chunk| matches!(chunk, Chunk::Byte(_))).count();
        if odd > 0 {
            let is_rare = odd * RARE <= content.len() || odd <= 2;
            return Some(if is_rare { Self::Escaped } else { Self::Hex });
        }
        let text = String::from_utf8_lossy(content);
        if text.split('\n').any(|line| header(line).is_some()) {
            return Some(Self::Escaped);
        }
        (!text.is_empty() && !text.ends_with('\n')).then_some(Self::NoFinalNewline)
    }
}

/// The bytes of a text, or the number of the wrong line, from 1, and what is wrong with it.
pub(crate) fn read(mark: Option<Mark>, text: &str) -> Result<Vec<u8>, (usize, &'static str)> {
    match mark {
        None => Ok(text.as_bytes().to_vec()),
        Some(Mark::NoFinalNewline) => match text.strip_suffix('\n') {
            Some(text) if !text.is_empty() => Ok(text.as_bytes().to_vec()),
            _ => Err((0, "there is no newline to remove")),
        },
        Some(Mark::Escaped) => unescape(text),
        Some(Mark::Hex) => from_hex(text),
    }
}

/// The text for these bytes. It is empty or ends with a newline.
pub(crate) fn write(mark: Option<Mark>, content: &[u8]) -> String {
    match mark {
        None => String::from_utf8_lossy(content).into_owned(),
        Some(Mark::NoFinalNewline) => String::from_utf8_lossy(content).into_owned() + "\n",
        Some(Mark::Escaped) => escape(content),
        Some(Mark::Hex) => content.chunks(HEX_LINE).fold(String::new(), |mut text, line| {
            for byte in line {
                let _ = write!(text, "{byte:02x}");
            }
            text + "\n"
        }),
    }
}

fn escape(content: &[u8]) -> String {
    let mut escaped = String::new();
    for chunk in (Chunks { rest: content }) {
        let _ = match chunk {
            Chunk::Sign('\\') => write!(escaped, "\\\\"),
            Chunk::Sign(sign) => write!(escaped, "{sign}"),
            Chunk::Byte(b'\r') => write!(escaped, "\\r"),
            Chunk::Byte(byte) => write!(escaped, "\\x{byte:02x}"),
        };
    }
    let hidden = |line: &str| match (header(line), line.strip_prefix('-')) {
        (Some(_), Some(rest)) => format!("\\x2d{rest}"),
        _ => line.to_owned(),
    };
    let mut text: String = escaped.split_inclusive('\n').map(hidden).collect();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push_str("\\\n");
    }
    text
}

fn unescape(text: &str) -> Result<Vec<u8>, (usize, &'static str)> {
    let mut bytes = Vec::with_capacity(text.len());
    for (line, content) in (1..).zip(text.split_inclusive('\n')) {
        let mut rest = content.as_bytes();
        while let Some((first, after)) = rest.split_first() {
            rest = match (first, after) {
                (b'\\', [b'\\', rest @ ..]) => {
                    bytes.push(b'\\');
                    rest
                }
                (b'\\', [b'r', rest @ ..]) => {
                    bytes.push(b'\r');
                    rest
                }
                (b'\\', [b'x', high, low, rest @ ..]) => {
                    let byte = pair(*high, *low).ok_or((line, "`\\x` needs two digits"))?;
                    bytes.push(byte);
                    rest
                }
                (b'\\', [b'\n', rest @ ..]) => rest,
                (b'\\', _) => return Err((line, "unknown escape")),
                (byte, rest) => {
                    bytes.push(*byte);
                    rest
                }
            };
        }
    }
    Ok(bytes)
}

fn from_hex(text: &str) -> Result<Vec<u8>, (usize, &'static str)> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    for (line, content) in (1..).zip(text.lines()) {
        let digits: Vec<u8> = content.bytes().filter(|byte| *byte != b' ').collect();
        for digits in digits.chunks(2) {
            let byte = match digits {
                [high, low] => pair(*high, *low),
                _ => None,
            };
            bytes.push(byte.ok_or((line, "a line of (hex) needs pairs of digits"))?);
        }
    }
    Ok(bytes)
}

fn pair(high: u8, low: u8) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some(digit(high)? << 4 | digit(low)?)
}

/// A character that a plain part may contain, or a byte that it may not.
enum Chunk {
    Sign(char),
    Byte(u8),
}

struct Chunks<'a> {
    rest: &'a [u8],
}

impl Iterator for Chunks<'_> {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        let (first, after) = self.rest.split_first()?;
        let sign = (1..=4).find_map(|length| {
            let bytes = self.rest.get(..length)?;
            std::str::from_utf8(bytes).ok()?.chars().next()
        });
        let is_plain = |sign: &char| !sign.is_control() || ['\n', '\t'].contains(sign);
        if let Some(sign) = sign.filter(is_plain) {
            self.rest = self.rest.get(sign.len_utf8()..).unwrap_or_default();
            return Some(Chunk::Sign(sign));
        }
        self.rest = after;
        Some(Chunk::Byte(*first))
    }
}
