//! Many writers and readers at once, each with a connection of its own.

use std::sync::Barrier;
use std::thread;

use crate::ground::{Ground, mention, rel};

const WRITERS: usize = 32;

#[test]
fn no_record_is_lost_when_all_begin_with_no_store() {
    let ground = Ground::new();
    let barrier = Barrier::new(WRITERS);
    let (path, database) = (rel("src/a.rs"), ground.database());
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (barrier, path, database) = (&barrier, &path, &database);
            scope.spawn(move || {
                barrier.wait();
                for record in 0..5 {
                    let call = format!("{writer} {record}");
                    let mut store =
                        file_mentions::Store::open(database, crate::ground::PATIENCE).unwrap();
                    store.record(&[mention("s", path, &call, record)]).unwrap();
                    let reader =
                        file_mentions::Reader::open(database, crate::ground::PATIENCE).unwrap();
                    assert_eq!(reader.recent_files("s", 9).unwrap().len(), 1);
                }
            });
        }
    });
    assert_eq!(ground.reader().status().unwrap().mentions, WRITERS * 5);
    assert_eq!(ground.reader().damage().unwrap(), Vec::<String>::new());
}
