//! The recorded reply shapes hold against the validator.

use std::fs;
use std::path::Path;

use golden::host;

#[test]
fn every_recorded_reply_is_accepted_for_its_event() {
    let replies = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/replies");
    let mut seen = 0;
    for entry in fs::read_dir(replies).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let Some((event, _)) = name.strip_suffix(".json").and_then(|stem| stem.split_once('-'))
        else {
            assert_eq!(name, "README.md", "a reply is named <event>-<what>.json");
            continue;
        };
        let event: String = event.split('_').map(host::canonical).collect();
        let accepted = host::accepts(&event, &fs::read(&path).unwrap());
        assert_eq!(accepted, Ok(()), "{name}");
        seen += 1;
    }
    assert_eq!(seen, 19);
}
