//! A transcript that is written by the test.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use transcripts::{Batch, Place, read_on};

pub(crate) struct Ground {
    pub(crate) folder: TempDir,
    pub(crate) path: PathBuf,
}

impl Ground {
    /// With a transcript of this content.
    pub(crate) fn new(content: impl AsRef<[u8]>) -> Ground {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("session.jsonl");
        let ground = Ground { folder, path };
        ground.write(content);
        ground
    }

    /// Replaces the content.
    pub(crate) fn write(&self, content: impl AsRef<[u8]>) {
        File::create(&self.path).unwrap().write_all(content.as_ref()).unwrap();
    }

    pub(crate) fn append(&self, content: impl AsRef<[u8]>) {
        let mut file = OpenOptions::new().append(true).open(&self.path).unwrap();
        file.write_all(content.as_ref()).unwrap();
    }
}

/// The ids of all entries after `place`, and where the last batch ends.
pub(crate) fn ids_after(path: &Path, mut place: Place) -> (Vec<String>, Place) {
    let mut ids = Vec::new();
    loop {
        let batch = read_on(path, place).unwrap();
        ids.extend(ids_of(&batch));
        place = batch.end;
        if !batch.more {
            return (ids, place);
        }
    }
}

pub(crate) fn ids_of(batch: &Batch) -> Vec<String> {
    batch.entries().filter_map(|entry| Some(entry.uuid?.into_owned())).collect()
}

/// A line with this id, of about this length.
pub(crate) fn line(id: usize, length: usize) -> String {
    format!("{{\"type\":\"user\",\"uuid\":\"{id}\",\"fill\":\"{}\"}}\n", "é".repeat(length / 2))
}
