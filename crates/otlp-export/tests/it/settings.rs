//! The configuration, and what is wrong with it.

use std::fs;
use std::path::Path;

use otlp_export::Settings;

use crate::stage::Stage;

#[track_caller]
fn check(text: &str, expected: &str) {
    let stage = Stage::new();
    stage.configure(text);
    let err = Settings::load(&stage.ctx(), Path::new("/nowhere")).unwrap_err();
    let err = format!("{err:#}").replace(&stage.path("config").display().to_string(), "CONFIG");
    assert_eq!(err, expected, "{text}");
}

#[test]
fn an_error_names_file_line_and_key() {
    check(
        "endpoint: collector:4318\n",
        "could not read CONFIG/sync.yaml:1:1: endpoint: expected an address that begins with https:// or http://",
    );
    check(
        "endpoint: https://c\nbatches: 3\n",
        "could not read CONFIG/sync.yaml:2:1: batches: unknown field `batches`, expected one of `version`, `endpoint`, \
         `headers`, `ca`, `resource`, `batch`, `time_limit`",
    );
    check(
        "endpoint: https://c\nheaders:\n  authorization: abc\n",
        "could not read CONFIG/sync.yaml:3:3: headers.authorization: expected {file: PATH} or {env: NAME}",
    );
    check(
        "endpoint: http://c\nheaders: {a: {env: TOKEN}}\n",
        "could not read CONFIG/sync.yaml:1:1: endpoint: headers are sent only over https, or to this machine",
    );
    check(
        "endpoint: http://localhost:1@c\nheaders: {a: {env: TOKEN}}\n",
        "could not read CONFIG/sync.yaml:1:1: endpoint: headers are sent only over https, or to this machine",
    );
    check(
        "endpoint: https://c\nbatch: 0\n",
        "could not read CONFIG/sync.yaml:2:1: batch: expected at least 1",
    );
    check(
        "endpoint: https://c\ntime_limit: 1h\n",
        "could not read CONFIG/sync.yaml:2:1: time_limit: expected at most 10m",
    );
    check(
        "endpoint: https://c\nheaders: {a: {env: NOT_SET}}\n",
        "could not read the header `a`: the variable NOT_SET is not set",
    );
}

#[test]
fn without_a_receiver_the_rest_applies() {
    let stage = Stage::new();
    stage.configure("ca: /etc/ca.pem\nresource: {host.id: m1}\n");
    assert_eq!(stage.settings().endpoint, None);
}

#[test]
fn the_file_of_the_administrator_replaces_that_of_the_person() {
    let stage = Stage::new();
    assert!(Settings::load(&stage.ctx(), Path::new("/nowhere")).unwrap().is_none());
    stage.configure("endpoint: https://person\n");
    let system = stage.path("system");
    fs::create_dir_all(&system).unwrap();
    fs::write(system.join("sync.yaml"), "endpoint: https://system\n").unwrap();
    let loaded = Settings::load(&stage.ctx(), &system).unwrap().unwrap();
    assert!(format!("{loaded:?}").contains("https://system"));
}
