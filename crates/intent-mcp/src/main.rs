//! MCP server by which an agent sees, chooses and leaves the intents of its project.
//!
//! It reads and answers, on stdin and stdout, and changes nothing: what a call
//! means for the session is up to `intent-gate-hook`, which sees the call too. The
//! host names project and session in `CLAUDE_PROJECT_DIR` and
//! `CLAUDE_CODE_SESSION_ID`.

mod answers;
mod server;
mod tools;

use anyhow::{Context as _, Result};
use clap::Parser;
use rmcp::ServiceExt as _;
use rmcp::service::ServerInitializeError;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::AsyncReadExt as _;

use server::Server;

/// Answers the MCP requests on stdin until that ends.
#[derive(Parser)]
#[command(name = "intent-mcp", version)]
struct Arguments {}

fn main() -> Result<()> {
    let Arguments {} = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.context("could not start the runtime")?.block_on(serve())
}

async fn serve() -> Result<()> {
    // A last line without its end is a request all the same.
    let input = tokio::io::stdin().chain(&b"\n"[..]);
    let transport = AsyncRwTransport::new_server(input, tokio::io::stdout());
    match Server.serve(transport).await {
        Ok(running) => {
            running.waiting().await.context("could not shut down")?;
            Ok(())
        }
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(err) => Err(err).context("could not start a session"),
    }
}
