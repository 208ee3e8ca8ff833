//! Whether the body of a request only asks: a call of JSON-RPC whose method gets or lists, and a query
//! of GraphQL. What is not surely so is not.

use shell_syntax::Word;

use crate::glob::is_among;

/// Methods of nodes and servers that only look, beside those whose name says so by a verb.
const LOOKING: &str = " blocknumber chainid estimategas gasprice feehistory syncing accounts protocolversion \
    clientversion version netversion health ping status peercount validators ";

/// Verbs with which a method begins that only looks.
const VERBS: [&str; 8] =
    ["get", "list", "describe", "count", "decode", "validate", "estimate", "search"];

/// Parts of a name that looks at first sight: `getnewaddress`, `getOrCreate`.
const ACTING: [&str; 14] = [
    "new", "change", "create", "delete", "remove", "generate", "update", "insert", "write", "send",
    "clear", "reset", "purge", "drop",
];

/// Whether a text is such a body.
pub(crate) fn only_asks(text: &str) -> bool {
    let text = text.trim();
    let is_body = text.starts_with('{') && text.ends_with('}')
        || text.starts_with('[') && text.ends_with(']');
    // A name in an escape is read by the server, and not here.
    is_body && !text.contains("\\u") && (calls(text) || queries(text))
}

/// Whether all methods that a body calls only look.
fn calls(text: &str) -> bool {
    let mut methods = values(text, "method").peekable();
    methods.peek().is_some()
        && values(text, "jsonrpc").next().is_some()
        && methods.all(|value| value.is_some_and(looks))
}

/// Whether the name of a method says that it looks: `eth_getBalance`, `tools/list`, `getblockcount`.
fn looks(method: &str) -> bool {
    let is_part = |next: char| next.is_ascii_alphanumeric() || "_./".contains(next);
    let mut parts = method.split(['_', '.', '/']);
    let name = method.rsplit(['_', '.', '/']).next().unwrap_or(method).to_ascii_lowercase();
    let is_alone = |part: &str| VERBS.contains(&part);
    let begins = VERBS.iter().any(|verb| name.starts_with(verb)) || parts.clone().any(is_alone);
    let is_plain = !method.is_empty() && method.chars().all(is_part);
    is_plain
        && !parts.any(|part| matches!(part, "set" | "add" | "put" | "and"))
        && !ACTING.iter().any(|part| method.to_ascii_lowercase().contains(part))
        && (begins || method == "eth_call" || is_among(LOOKING, &name))
}

/// Whether a body has one document of GraphQL, in which nothing but queries stand.
fn queries(text: &str) -> bool {
    let found: Vec<Option<&str>> = values(text, "query").collect();
    let [Some(query)] = found.as_slice() else { return false };
    let query = query.trim_start_matches([' ', '\n', '\t']).trim_start_matches("\\n");
    let is_query = ["{", "query", "fragment"].iter().any(|start| query.trim().starts_with(start));
    let lower = text.to_ascii_lowercase();
    is_query
        && !["mutation", "subscription"].iter().any(|word| lower.contains(word))
        && has_only_parts_of_a_query(text)
}

/// Whether an address is one where queries of GraphQL are answered: others may do anything with such a body.
pub(crate) fn answers_queries(address: &str) -> bool {
    let address = address.to_ascii_lowercase();
    let host = address.split_once("://").map_or(address.as_str(), |(_, host)| host);
    let is_here =
        ["localhost", "127.0.0.1", "[::1]", "0.0.0.0"].iter().any(|it| host.starts_with(it));
    is_here || address.contains("graph") || address.contains("gql")
}

/// Whether a text is a body that asks by a query of GraphQL.
pub(crate) fn is_query(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('{') && !calls(text) && queries(text)
}

/// Whether an object has no other keys than a request of GraphQL has.
fn has_only_parts_of_a_query(text: &str) -> bool {
    const KEYS: [&str; 4] = ["query", "variables", "operationName", "extensions"];
    let (mut depth, mut rest) = (0_usize, text);
    while let Some(next) = rest.chars().next() {
        rest = rest.get(next.len_utf8()..).unwrap_or_default();
        match next {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            '"' => {
                let quoted = rest;
                let Some(end) = end_of_string(quoted) else { return false };
                rest = quoted.get(end + 1..).unwrap_or_default();
                let is_key = depth == 1 && rest.trim_start().starts_with(':');
                if is_key && !quoted.get(..end).is_some_and(|key| KEYS.contains(&key)) {
                    return false;
                }
            }
            _ => {}
        }
    }
    true
}

/// What stands behind a key: a string, or nothing where it is none.
fn values<'t>(text: &'t str, key: &'t str) -> impl Iterator<Item = Option<&'t str>> {
    text.match_indices(key).filter_map(move |(at, _)| {
        let before = text.get(..at)?.strip_suffix('"')?;
        let behind = text.get(at + key.len()..)?.strip_prefix('"')?;
        let value = behind.trim_start().strip_prefix(':')?;
        // A quote that a string escapes ends in no key.
        (!before.ends_with('\\')).then(|| string(value.trim_start()))
    })
}

/// Whether the fields of a request to GraphQL only ask: one is a `query=` that does, the others are its
/// variables, and none is a file.
pub(crate) fn fields_only_ask(fields: &[Word]) -> bool {
    let mut asked = 0;
    let is_fine = |field: &Word| {
        let Some((name, value)) = field.text.split_once('=').filter(|_| field.literal) else {
            return false;
        };
        asked += usize::from(name == "query");
        let is_name = name.chars().all(|next| next == '_' || next.is_ascii_alphanumeric());
        match name {
            "query" => is_asking_document(value),
            _ => is_name && !value.starts_with('@') && name != "operationName",
        }
    };
    fields.iter().all(is_fine) && asked == 1
}

/// Whether a document of GraphQL has nothing but queries.
fn is_asking_document(document: &str) -> bool {
    let document = document.trim();
    let lower = document.to_ascii_lowercase();
    let starts = ["{", "query", "fragment"].iter().any(|start| document.starts_with(start));
    let acts = ["mutation", "subscription"].iter().any(|word| lower.contains(word));
    starts && document.contains('{') && !acts
}

/// A string of JSON as it is written.
fn string(text: &str) -> Option<&str> {
    let text = text.strip_prefix('"')?;
    text.get(..end_of_string(text)?)
}

/// Where the string ends that begins before a text.
fn end_of_string(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.find(|next| {
        let ends = next == '"' && !is_escaped;
        is_escaped = next == '\\' && !is_escaped;
        ends
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_asks_is_told_from_what_acts() {
        for text in [
            r#"{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}"#,
            r#"{"jsonrpc": "1.0", "id": "curl", "method": "getwalletinfo", "params": []}"#,
            r#"{"method":"tools/list","jsonrpc":"2.0","id":1}"#,
            r#"[{"jsonrpc":"2.0","method":"getA"},{"jsonrpc":"2.0","method":"list_b"}]"#,
            r#"{"query":"{ viewer { login } }"}"#,
            r#"{"query":"query A($a: Int) { b(a: $a) { c } }","variables":{"a":1}}"#,
            r#"{ "query": "\n query { a(name: \"b\") { c } }" }"#,
            r#"{"query":"query { a(name: \"b\") { c } }"}"#,
        ] {
            assert!(only_asks(text), "{text}");
        }
        for text in [
            "",
            "{}",
            r#"{"method":"getA"}"#,
            r#"{"jsonrpc":"2.0","method":"getnewaddress"}"#,
            r#"{"jsonrpc":"2.0","method":"getOrCreateUser"}"#,
            r#"{"jsonrpc":"2.0","method":"eth_sendRawTransaction","params":[]}"#,
            r#"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"delete"}}"#,
            r#"{"jsonrpc":"2.0","method":"getA","method":"stop"}"#,
            r#"{"jsonrpc":"2.0","method":"getA","m\u0065thod":"stop"}"#,
            r#"[{"jsonrpc":"2.0","method":"getA"},{"jsonrpc":"2.0","method":"stop"}]"#,
            r#"{"query":"mutation { a }"}"#,
            r#"{"query":"{ a }","query":"mutation { a }"}"#,
            r#"{"query":"query A { a } mutation B { b }","operationName":"B"}"#,
            r#"{"query":{"match_all":{}}}"#,
            r#"{"query":"{ a }","text":"hello"}"#,
            r#"{"query":"delete from a"}"#,
            "@query.json",
        ] {
            assert!(!only_asks(text), "{text}");
        }
    }
}
