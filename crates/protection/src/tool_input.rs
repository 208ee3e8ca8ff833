//! What tools say that nobody knows: of MCP servers, and of other hosts. Each text of their input may
//! be a path, and what is called a command is one.

use command_effects::Programs;
use hook_protocol::{Access, Tool, ToolCall};
use serde_json::{Map, Value};

use crate::command_line::{changed, judge, named};
use crate::inventory::Thing;
use crate::refusal::{Act, Refusal};
use crate::target::Target;
use crate::{Protection, Said};

/// The most texts that are looked at, and how deep.
const MAX_TEXTS: usize = 256;
const MAX_DEPTH: usize = 4;

/// In bytes, of a text that may be a path.
const MAX_PATH: usize = 1_024;

/// Keys of what is written, sought or said, and is no path.
const PROSE: [&str; 12] = [
    "content",
    "text",
    "body",
    "query",
    "pattern",
    "message",
    "title",
    "description",
    "prompt",
    "old_string",
    "new_string",
    "new_source",
];

/// Why a call of such a tool is refused, if it is.
pub(crate) fn refused(protection: &Protection<'_>, call: &ToolCall) -> Option<Refusal> {
    let tool = match call.name.tool() {
        Tool::Mcp(mcp) => mcp.tool.as_str(),
        Tool::Other => call.name.as_sent(),
        Tool::ReadMcpResource => "read_resource",
        _ => return None,
    };
    let keys = protection.keys();
    let looks = access(tool) == Access::Read;
    texts(&call.input).into_iter().find_map(|(key, text)| match key {
        "command" | "cmd" | "script" => of_command(protection, text),
        _ => {
            let path = text.strip_prefix("file://").unwrap_or(text).trim();
            let target = Target::of_tool(protection.ctx, protection.project, path);
            if keys.is_at(&target.spelled) {
                return Some(Refusal::new(Act::Read, Thing::Key, text));
            }
            let thing = protection.protected().is_at(&target).filter(|_| !looks)?;
            Some(Refusal::new(Act::Change, thing, target.name()))
        }
    })
}

/// What a tool does by its name, as the protocol tells it of one with a path.
fn access(tool: &str) -> Access {
    let input = Map::from_iter([("path".to_owned(), Value::String("x".to_owned()))]);
    let call = ToolCall::new(&format!("mcp__other__{tool}"), Value::Object(input));
    call.touched_files().first().map_or(Access::Write, |file| file.access)
}

/// The texts of the input of a tool that nobody knows, each with its key: those that may be a path, and commands. A
/// few hundred at most, and none of what is written, sought or said.
pub fn texts(input: &Value) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    collect("", input, 0, &mut found);
    found
}

fn collect<'v>(key: &'v str, value: &'v Value, depth: usize, found: &mut Vec<(&'v str, &'v str)>) {
    if depth > MAX_DEPTH || found.len() == MAX_TEXTS {
        return;
    }
    match value {
        Value::String(text) if !PROSE.contains(&key) => {
            let is_command = matches!(key, "command" | "cmd" | "script");
            let is_path = !text.is_empty() && text.len() <= MAX_PATH && !text.contains('\n');
            if is_command || is_path {
                found.push((key, text));
            }
        }
        Value::Array(values) => values.iter().for_each(|it| collect(key, it, depth + 1, found)),
        Value::Object(map) => map.iter().for_each(|(key, it)| collect(key, it, depth + 1, found)),
        _ => {}
    }
}

fn of_command(protection: &Protection<'_>, text: &str) -> Option<Refusal> {
    let Protection { ctx, project, .. } = *protection;
    let judgement = judge(ctx, project, &Programs::default(), text);
    let targets = changed(ctx, project, &judgement);
    let named = named(ctx, project, &judgement.runs, &judgement.unknown);
    let (targets, named) = (targets.as_slice(), named.as_slice());
    protection.of_line(&Said { text, judgement: &judgement, targets, named, is_opaque: false })
}
