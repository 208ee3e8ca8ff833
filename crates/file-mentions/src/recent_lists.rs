//! What the lists beside the store have of the table `latest`: the recent files of the sessions
//! that were active last.

use recent_files::{List, MAX_FILES, MAX_LISTS};
use rusqlite::Connection;

use crate::reader;

/// A list for each session that may be going on.
pub(crate) fn lists(connection: &Connection) -> rusqlite::Result<Vec<List>> {
    let mut statement = connection.prepare("SELECT name FROM sessions ORDER BY last DESC, name")?;
    let sessions = statement.query_map((), |row| row.get::<_, String>(0))?;
    let mut lists = Vec::new();
    for session in sessions.take(MAX_LISTS) {
        let session = session?;
        let files = reader::latest(connection, &session, MAX_FILES)?;
        lists.push(List { session, files });
    }
    Ok(lists)
}
