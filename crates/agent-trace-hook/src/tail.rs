//! The end of the ledger: what the next record follows on.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use serde_json::Value;

use crate::chain::{self, Link};
use crate::record::Record;

/// How much of the end of a file is read at first.
const TAIL: u64 = 64 << 10;

/// The end of the ledger.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    /// The last record's place in the chain.
    pub(crate) last: Option<Link>,
    /// The last lines.
    text: Vec<u8>,
    /// What stood behind them.
    pub(crate) rest: Rest,
}

impl Tail {
    /// The newest record of the file at `path` that is near enough.
    pub(crate) fn latest(&self, path: &str) -> Option<Record> {
        // To look for the path costs little, to parse every line much.
        let mentioned = serde_json::to_string(path).ok()?;
        let lines = self.text.rsplit(|byte| *byte == b'\n');
        lines
            .filter_map(|line| str::from_utf8(line).ok().filter(|line| line.contains(&mentioned)))
            .filter_map(|line| serde_json::from_str(line).ok())
            .find(|record: &Record| record.path() == Some(path))
    }
}

/// The end of the file that is appended to, without half a line behind it.
pub(crate) fn mended(file: &mut File) -> io::Result<Tail> {
    let tail = read(file)?;
    match tail.rest {
        Rest::None => {}
        Rest::Whole => {
            file.seek(SeekFrom::End(0))?;
            file.write_all(b"\n")?;
        }
        Rest::Part(part) => file.set_len(file.metadata()?.len().saturating_sub(part))?,
    }
    Ok(tail)
}

/// What stands behind the last end of a line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) enum Rest {
    #[default]
    None,
    /// A record that lacks nothing but the end.
    Whole,
    /// So many bytes of one.
    Part(u64),
}

/// Reads as much of the end as it takes to find a record.
pub(crate) fn read(file: &mut File) -> io::Result<Tail> {
    let length = file.metadata()?.len();
    let mut size = TAIL;
    loop {
        let start = length.saturating_sub(size);
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::with_capacity(usize::try_from(length - start + 1).unwrap_or_default());
        file.take(length - start).read_to_end(&mut bytes)?;
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
        if start > 0 {
            // It begins somewhere within a line.
            lines.next();
        }
        let mut rest = Rest::None;
        let mut last = None;
        for line in lines.rev() {
            let record: Option<Value> = serde_json::from_slice(line).ok();
            if !line.ends_with(b"\n") {
                let is_whole = chain::is_whole(record.as_ref());
                rest = if is_whole { Rest::Whole } else { Rest::Part(line.len() as u64) };
                if !is_whole {
                    continue;
                }
            }
            last = record.as_ref().and_then(chain::link);
            if last.is_some() {
                break;
            }
        }
        if last.is_some() || start == 0 {
            return Ok(Tail { last, text: bytes, rest });
        }
        size = size.saturating_mul(4);
    }
}
