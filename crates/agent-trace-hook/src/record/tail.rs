//! The end of the ledger: what the next record follows on.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use hook_state::LinesFromEnd;
use serde_json::Value;

use crate::record::chain;
use crate::record::link::Link;
use crate::record::trace::Record;

/// How much of the end of a file is read at first.
const TAIL: usize = 64 << 10;

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
pub(crate) fn read(file: &File) -> io::Result<Tail> {
    let mut lines = LinesFromEnd::of(file, TAIL)?;
    let (mut last, mut rest) = (None, Rest::None);
    while let Some(line) = lines.next_line()? {
        let record: Option<Value> = serde_json::from_slice(line.bytes).ok();
        if !line.is_ended {
            if !chain::is_whole(record.as_ref()) {
                rest = Rest::Part(line.bytes.len() as u64);
                continue;
            }
            rest = Rest::Whole;
        }
        last = record.as_ref().and_then(chain::link);
        if last.is_some() {
            break;
        }
    }
    Ok(Tail { last, text: lines.into_window(), rest })
}
