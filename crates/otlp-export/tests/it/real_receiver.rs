//! The same with Rotel, a collector of others, if it is installed.

use std::fs::{self, File};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::stage::Stage;

fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

#[test]
fn rotel_decodes_what_is_sent() {
    let (http, grpc) = (free_address(), free_address());
    let stage = Stage::sending_to(&format!("http://{http}"), "batch: 100\n");
    let log = stage.path("rotel.log");
    let started = Command::new("rotel-agent")
        .args(["start", "--exporter", "blackhole", "--debug-log-verbosity", "detailed"])
        .args(["--debug-log", "logs", "--debug-log", "metrics"])
        .args(["--otlp-http-endpoint", &http, "--otlp-grpc-endpoint", &grpc])
        .stdout(File::create(&log).unwrap())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut rotel) = started else {
        eprintln!("skipped: there is no rotel-agent in PATH");
        return;
    };
    let is_up = (0..100).any(|_| {
        thread::sleep(Duration::from_millis(100));
        TcpStream::connect(&http).is_ok()
    });
    stage.calls(0..1_000);
    let exported = stage.export();
    thread::sleep(Duration::from_secs(1));
    rotel.kill().unwrap();
    rotel.wait().unwrap();
    let shown = fs::read_to_string(&log).unwrap();
    assert!(is_up);
    assert_eq!(exported.unwrap().records, 1_000);
    assert_eq!(shown.matches("EventName: tacklebox.call").count(), 1_000);
    assert_eq!(shown.matches("EventName: tacklebox.machine").count(), 1);
    assert!(shown.contains("-> Name: tacklebox.hook.outcomes"), "{shown}");
}
