//! A process that wants intents, for the test of many at once: `taker FOLDER
//! SESSION SECONDS GATE` takes the lock of each id on stdin, at that time of the
//! epoch, as soon as the file GATE is one byte longer, and prints what became of it.

use std::fs;
use std::hint;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use active_intents::{Claim, IntentId, Locks, Taken};

const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, folder, session, seconds, gate] = arguments.as_slice() else {
        return Err(io::Error::other("usage: taker FOLDER SESSION SECONDS GATE"));
    };
    let now = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds.parse().unwrap_or_default());
    let locks = Locks::of(PathBuf::from(folder), Duration::from_secs(60));
    let claim = Claim { session, agent: None, host: "here", pid: None, now };
    for (line, round) in io::stdin().lock().lines().zip(1..) {
        let line = line?;
        let id = IntentId::new(&line).ok_or_else(|| io::Error::other("no id"))?;
        while fs::metadata(gate)?.len() < round {
            hint::spin_loop();
        }
        let taken = locks.take(&id, &claim, PATIENCE).map_err(io::Error::other)?;
        let word = match taken {
            Taken::Created => "created",
            Taken::Renewed => "renewed",
            Taken::Over(_) => "over",
            Taken::HeldBy(_) => "held",
            Taken::Lapsed(_) => "lapsed",
        };
        writeln!(io::stdout().lock(), "{word}")?;
    }
    Ok(())
}
