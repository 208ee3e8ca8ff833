//! Downloads a file that is signed, so nothing depends on the server but whether it is new.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

use crate::client::agent;
use crate::config::{Settings, is_loopback};

/// Storage services redirect to where a file is.
const MAX_REDIRECTS: u32 = 5;

/// The file at a private `address` ([`crate::is_private`]), of at most `most` bytes, if it comes within `limit`. The `ca` of `settings` counts.
///
/// # Errors
/// If it cannot be had, is larger, or is late.
pub fn download(
    address: &str,
    settings: Option<&Settings>,
    most: u64,
    limit: Duration,
) -> Result<Vec<u8>> {
    let agent = agent(address, settings.and_then(|settings| settings.ca.as_deref()))?;
    let request = agent.get(address).config();
    let request = request.timeout_global(Some(limit)).max_redirects(MAX_REDIRECTS);
    let mut response = request.https_only(!is_loopback(address)).build().call()?;
    let status = response.status();
    ensure!(status.as_u16() == 200, "the server answered {status}");
    response.body_mut().with_config().limit(most).read_to_vec().context("could not read the answer")
}
