//! The command of a protocol that sends a password: `PASS v` of FTP, POP3 and IRC.

use hook_protocol::{beginning, ending};

use crate::cursor::Value;
use crate::generated::is_generated;
use crate::name::Name;
use crate::value::is_mixed;

/// How much of the lines around is read, in bytes.
const MAX_LINE: usize = 160;

/// What a server answers, and is sent before.
const ANSWERS: [&str; 7] = ["+OK", "-ERR", "230", "331", "430", "530", "USER "];

/// Whether a line is nothing but this command. Tests say `PASS name` as well.
pub(super) fn is_command(name: &Name<'_>, value: &Value<'_>) -> bool {
    if name.said() != "PASS" {
        return false;
    }
    let before = ending(name.text.get(..name.start).unwrap_or_default(), MAX_LINE);
    let behind = beginning(name.text.get(value.range.end..).unwrap_or_default(), MAX_LINE);
    let lead = before.rsplit('\n').next().unwrap_or_default();
    let (end, below) = behind.split_once('\n').unwrap_or((behind, ""));
    let above = before.get(..before.len() - lead.len()).unwrap_or_default().trim_end();
    let above = above.rsplit('\n').next().unwrap_or_default();
    let below = below.split('\n').next().unwrap_or_default();
    let lead = lead.trim();
    let is_sent = lead.ends_with('>') || lead == "C:";
    let is_command = is_sent || lead.is_empty();
    let is_alone = end.trim_matches(['.', ' ', '\r', '"']).is_empty();
    let is_answered = || {
        [above, below].iter().any(|line| {
            let line = line.trim_start_matches(['<', '>', '-', ' ', 'S', 'C', ':']);
            ANSWERS.iter().any(|answer| line.starts_with(answer))
        })
    };
    is_command
        && is_alone
        && (is_sent || is_generated(value.text) || is_mixed(value.text) || is_answered())
}
