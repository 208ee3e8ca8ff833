//! What the SDK asks of a server.

use std::future::{self, Future};

use hook_runtime::Ctx;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};

use crate::{answers, tools};

const INSTRUCTIONS: &str = "This project lists its agreed work as intents. Choose one with \
                            select_active_intent before you change anything, keep to its scope, \
                            and ask for more with scope_expansion_request.";

/// The server. It remembers nothing: each call reads the files anew.
pub(crate) struct Server;

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("intent-mcp", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<ListToolsResult, ErrorData>> + Send + '_ {
        future::ready(Ok(ListToolsResult::with_all_items(tools::all())))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all().into_iter().find(|tool| tool.name == name)
    }

    fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> impl Future<Output = Result<CallToolResponse, ErrorData>> + Send + '_ {
        let arguments = request.arguments.unwrap_or_default();
        let ctx = Ctx::of_process("intent-mcp");
        let answer = match request.name.as_ref() {
            tools::LIST => answers::list(&ctx),
            tools::SELECT => answers::select(&ctx, &arguments),
            tools::RELEASE => answers::release(&ctx),
            tools::REQUEST => answers::request(&ctx, &arguments),
            other => {
                let message = format!("there is no tool `{other}`");
                return future::ready(Err(ErrorData::invalid_params(message, None)));
            }
        };
        let result = match answer {
            Ok(text) => CallToolResult::success(vec![ContentBlock::text(text)]),
            // The agent is to read it; an error of the protocol would not reach it.
            Err(err) => CallToolResult::error(vec![ContentBlock::text(format!("{err:#}"))]),
        };
        future::ready(Ok(result.into()))
    }
}
