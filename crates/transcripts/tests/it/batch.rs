//! Reading on: nothing twice, nothing lost, nothing by halves.

use std::io::ErrorKind;
use std::path::Path;

use transcripts::{Entry, Place, read_on};

use crate::ground::{Ground, ids_after, ids_of, line};

/// No batch has more than this, unless a line is longer.
const BATCH: usize = 2 << 20;

#[test]
fn however_a_file_grows_each_entry_is_read_once() {
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..40 {
        let count = random.usize(1..30);
        let text: String = (0..count).map(|id| line(id, random.usize(..400))).collect();
        let bytes = text.as_bytes();
        let ground = Ground::new("");
        let (mut written, mut place, mut read) = (0, Place::default(), Vec::new());
        while written < bytes.len() {
            let end = (written + random.usize(1..300)).min(bytes.len());
            ground.append(&bytes[written..end]);
            written = end;
            let (ids, reached) = ids_after(&ground.path, place);
            read.extend(ids);
            assert!(reached.offset >= place.offset && reached.offset <= written as u64);
            place = reached;
        }
        assert_eq!(read, (0..count).map(|id| id.to_string()).collect::<Vec<_>>());
        assert_eq!(place.offset, bytes.len() as u64);
        assert_eq!(ids_after(&ground.path, place), (Vec::new(), place));
    }
}

#[test]
fn a_large_file_comes_in_parts() {
    let text: String = (0..3_000).map(|id| line(id, 2_000)).collect();
    let ground = Ground::new(&text);
    let (mut place, mut read, mut batches) = (Place::default(), Vec::new(), 0);
    loop {
        let batch = read_on(&ground.path, place).unwrap();
        assert!(batch.bytes <= BATCH as u64 && !batch.anew);
        assert_eq!(batch.end.offset - place.offset, batch.bytes);
        read.extend(ids_of(&batch));
        batches += 1;
        place = batch.end;
        if !batch.more {
            break;
        }
    }
    assert_eq!(read.len(), 3_000);
    assert_eq!(batches, text.len().div_ceil(BATCH));
}

#[test]
fn a_line_longer_than_a_part_is_read_whole() {
    let ground = Ground::new([line(1, 10), line(2, 5 * BATCH), line(3, 10)].concat());
    assert_eq!(ids_after(&ground.path, Place::default()).0, ["1", "2", "3"]);
}

#[test]
fn a_last_line_without_its_end_counts_if_it_is_whole() {
    let ground = Ground::new([line(1, 10), line(2, 10)].concat().trim_end());
    let (ids, place) = ids_after(&ground.path, Place::default());
    assert_eq!(ids, ["1", "2"]);
    ground.append([String::from("\n"), line(3, 10)].concat());
    assert_eq!(ids_after(&ground.path, place).0, ["3"]);

    let whole = line(4, 50);
    let (half, rest) = whole.split_at(20);
    ground.append(half);
    let (ids, place) = ids_after(&ground.path, Place::default());
    assert_eq!(ids, ["1", "2", "3"]);
    ground.append(rest);
    assert_eq!(ids_after(&ground.path, place).0, ["4"]);
}

#[test]
fn a_file_that_is_another_now_is_begun_anew() {
    let text = [line(1, 10), line(2, 10)].concat();
    let ground = Ground::new(&text);
    let place = read_on(&ground.path, Place::default()).unwrap().end;
    let others = [
        ("shorter", line(5, 0)),
        ("as long", text.replace("\"2\"", "\"7\"")),
        ("longer", [line(5, 10), line(6, 10), line(7, 10)].concat()),
    ];
    for (what, other) in others {
        ground.write(&other);
        let batch = read_on(&ground.path, place).unwrap();
        assert!(batch.anew, "{what}");
        assert_eq!(batch.bytes, other.len() as u64, "{what}");
    }
    ground.write([text, line(3, 10)].concat());
    let batch = read_on(&ground.path, place).unwrap();
    assert_eq!((batch.anew, ids_of(&batch)), (false, vec!["3".to_owned()]));
}

#[test]
fn what_is_no_entry_is_passed_over() {
    let broken = "\n\n{\"uuid\":\n[]\n1\nnull\n\"text\"\n{]\n";
    let ground = Ground::new([line(1, 4).as_bytes(), broken.as_bytes(), b"\xff\xfe\n"].concat());
    ground.append("{\"uuid\":\"\\ud83d broken in half\"}\n");
    ground.append(b"{\"uuid\":\"not \xff unicode\"}\n");
    ground.append(line(2, 4));
    let ids = ids_after(&ground.path, Place::default()).0;
    assert_eq!(ids, ["1", "\u{fffd} broken in half", "not \u{fffd} unicode", "2"]);
}

#[test]
fn a_file_without_lines_is_passed_over_in_parts() {
    let ground = Ground::new("");
    std::fs::File::create(&ground.path).unwrap().set_len((64 << 20) + 10).unwrap();
    ground.append(["\n", &line(1, 4)].concat());
    let first = read_on(&ground.path, Place::default()).unwrap();
    assert!(first.more && first.bytes >= 64 << 20, "{}", first.bytes);
    assert_eq!(first.entries().count(), 0);
    assert_eq!(ids_after(&ground.path, first.end).0, ["1"]);
}

#[test]
fn what_is_no_file_is_not_read() {
    let ground = Ground::new("");
    let kind = |path: &Path| read_on(path, Place::default()).unwrap_err().kind();
    assert_eq!(kind(ground.folder.path()), ErrorKind::InvalidInput);
    assert_eq!(kind(&ground.folder.path().join("missing")), ErrorKind::NotFound);
}

#[test]
fn no_cut_of_a_line_is_read_as_something_else() {
    let whole =
        r#"{"type":"user","uuid":"1","message":{"content":[{"type":"text","text":"\u00e9"}]}}"#;
    for end in 1..whole.len() {
        let (part, _) = whole.split_at(end);
        assert!(Entry::parse(part).is_none(), "{end}");
        let ground = Ground::new(part);
        assert_eq!(read_on(&ground.path, Place::default()).unwrap().bytes, 0, "{end}");
    }
}
