//! Records when the program was built: a clock that shows an earlier time is wrong.

#![expect(clippy::disallowed_methods, reason = "a build script has no context")]

use std::env;
use std::time::{SystemTime, UNIX_EPOCH};

fn main() {
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    println!("cargo::rerun-if-changed=build.rs");
    // A build that is to be repeatable names its time.
    let named = env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    println!("cargo::rustc-env=BUILD_TIME={}", named.unwrap_or_else(now));
}
