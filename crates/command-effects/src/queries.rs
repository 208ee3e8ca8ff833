//! Whether a text in a language of queries only asks: SQL that selects, and calls of `mongosh`
//! that find, or a request. What is not surely so is not.

use crate::glob::is_among;
use crate::requests;

/// Words with which a statement begins that only asks.
const STARTS: [&str; 12] = [
    "select",
    "show",
    "explain",
    "describe",
    "desc",
    "with",
    "values",
    "table",
    "from",
    "summarize",
    "exists",
    "use",
];

/// Words that no statement has which only asks.
const ACTING: [&str; 48] = [
    "insert", "update", "delete", "merge", "upsert", "replace", "create", "drop", "alter",
    "truncate", "into", "outfile", "dumpfile", "set", "call", "do", "copy", "grant", "revoke",
    "load", "install", "attach", "detach", "export", "import", "vacuum", "exec", "execute", "lock",
    "unlock", "rename", "reindex", "refresh", "kill", "begin", "commit", "reset", "optimize",
    "put", "get", "remove", "unload", "perform", "prepare", "backup", "restore", "analyse",
    "pragma",
];

/// Words in front of a parenthesis that opens no call, or one that only computes or looks.
const COMPUTING: &str = " in values as from where select and or not on using exists any all some over by \
    when then else case join is between like union intersect except limit having distinct filter within \
    varchar char decimal numeric interval \
    count sum avg min max total coalesce nullif ifnull isnull iif if nvl length len char_length \
    octet_length lower upper trim ltrim rtrim substr substring left right concat concat_ws round floor \
    ceil ceiling abs sign mod power sqrt cast try_cast convert extract date_trunc date_part datetrunc \
    date datetime time timestamp now today yesterday year month day hour minute second week quarter \
    strftime julianday unixepoch datediff dateadd timestampdiff date_add date_sub to_char to_date \
    to_timestamp from_unixtime unix_timestamp age random rand row_number rank dense_rank lag lead ntile \
    first_value last_value median mode stddev variance percentile_cont percentile_disc approx_quantile \
    quantile quantiles uniq uniqexact group_concat string_agg array_agg listagg json_agg json_object \
    json_extract json_array_length json_each jsonb_each row_to_json to_json array_length cardinality \
    greatest least generate_series range unnest version current_database current_schema current_user \
    database user pg_size_pretty pg_database_size pg_total_relation_size pg_relation_size \
    pg_table_size pg_indexes_size pg_is_in_recovery pg_postmaster_start_time inet_server_addr format \
    pg_get_viewdef pg_get_indexdef pg_get_constraintdef pg_get_functiondef obj_description \
    read_csv read_csv_auto read_parquet read_json read_json_auto parquet_metadata parquet_schema \
    formatreadablesize formatreadabletimedelta tostring todate tostartofhour tostartofday \
    toyyyymm regexp_matches regexp_replace regexp_extract split_part position instr hex md5 sha1 \
    typeof struct_pack list_value strpos starts_with ends_with countif argmax argmin any_value ";

/// Methods of `mongosh` that only look.
const FINDING: &str = " find findOne count countDocuments estimatedDocumentCount distinct stats \
    getIndexes getCollectionNames getCollectionInfos getName version serverStatus hello isMaster status \
    printjson print toArray limit sort skip pretty explain getUsers getRoles getProfilingStatus \
    currentOp hostInfo conf printReplicationInfo printSecondaryReplicationInfo ObjectId ISODate \
    getSiblingDB getCollection dataSize storageSize totalSize totalIndexSize EJSON stringify projection \
    size hasNext next getMongo getDBNames listDatabases ";

/// Whether a text only asks, and asks something.
pub(crate) fn only_ask(text: &str) -> bool {
    let text = text.trim();
    if asks_for_a_listing(text) {
        return true;
    }
    if text.starts_with(['{', '[']) {
        return requests::only_asks(text);
    }
    let starts = ["db.", "rs.", "sh.", "printjson(", "print(", "EJSON."];
    if starts.iter().any(|start| text.starts_with(start)) {
        return only_finds(text);
    }
    if text.contains("\n\\") || text.starts_with('\\') {
        return lines_only_ask(text);
    }
    statements(text).is_some_and(|found| !found.is_empty() && found.iter().all(|one| asks(one)))
}

/// Whether lines only ask some of which are commands of psql that list.
fn lines_only_ask(text: &str) -> bool {
    let (commands, rest): (Vec<&str>, Vec<&str>) =
        text.lines().map(str::trim_end).partition(|line| line.starts_with('\\'));
    // A quote may stand open on one line and be closed on another.
    let lists = |line: &&str| asks_for_a_listing(line) && !line.contains('"');
    let found = statements(&rest.join("\n"));
    commands.iter().all(lists) && found.is_some_and(|found| found.iter().all(|one| asks(one)))
}

/// Whether a text is a command of psql that lists or describes: `\\dt core.*`.
fn asks_for_a_listing(text: &str) -> bool {
    /// These too, and those that say how it is printed.
    const OTHERS: &str = " l z sf sv conninfo x t a timing pset encoding errverbose q ";
    let Some(command) = text.strip_prefix('\\') else { return false };
    let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
    let name = name.trim_end_matches(['+', 'S']);
    let lists = name.starts_with('d') && name.chars().all(|next| next.is_ascii_alphabetic());
    let is_plain = |next: char| next.is_ascii_alphanumeric() || "_.*?\" ".contains(next);
    (lists || is_among(OTHERS, name)) && rest.chars().all(is_plain)
}

/// The words and signs of each statement of a text, without what stands in quotes; nothing where
/// languages differ on where a quote ends.
fn statements(text: &str) -> Option<Vec<Vec<String>>> {
    if text.contains(['\\', '$', '#', '!']) || text.contains("--") || text.contains("/*") {
        return None;
    }
    let has_quotes = text.contains(['\'', '"', '`']);
    if has_quotes && text.contains('[') {
        return None;
    }
    let mut found: Vec<Vec<String>> = vec![vec![]];
    let mut word = String::new();
    let mut quote: Option<char> = None;
    for next in text.chars().chain([';']) {
        if let Some(end) = quote {
            quote = quote.filter(|_| next != end);
            continue;
        }
        let is_word = next.is_alphanumeric() || next == '_';
        if is_word {
            word.extend(next.to_lowercase());
            continue;
        }
        let last = found.last_mut()?;
        if !word.is_empty() {
            last.push(std::mem::take(&mut word));
        }
        match next {
            ';' => found.push(vec![]),
            '\'' | '"' | '`' => {
                // Other languages write `q'(...)'`, where another sign ends it.
                let prefixed = last.last().is_some_and(|word| matches!(word.as_str(), "q" | "nq"));
                if prefixed {
                    return None;
                }
                last.push("'".to_owned());
                quote = Some(next);
            }
            '(' => last.push("(".to_owned()),
            _ if next.is_whitespace() => {}
            _ => last.push(",".to_owned()),
        }
    }
    found.retain(|words| !words.is_empty());
    quote.is_none().then_some(found)
}

fn asks(words: &[String]) -> bool {
    let first = words.first().map(String::as_str).unwrap_or_default();
    let calls = words.windows(2).filter(|pair| pair.get(1).is_some_and(|next| next == "("));
    let mut called = calls.filter_map(|pair| pair.first());
    let is_known = |name: &String| name == "," || name == "(" || is_among(COMPUTING, name);
    STARTS.contains(&first)
        && !words.iter().any(|word| ACTING.contains(&word.as_str()))
        && called.all(is_known)
}

/// Whether code of `mongosh` only calls what finds, and gives nothing a value.
fn only_finds(text: &str) -> bool {
    let acts =
        ["$out", "$merge", "$function", "$where", "$accumulator", "=>", "function", "`", "["];
    if acts.iter().any(|sign| text.contains(sign)) || text.contains(['=', '\\', ';']) {
        return false;
    }
    let is_part = |next: char| next.is_alphanumeric() || next == '_';
    text.match_indices('(').all(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let start = before.rfind(|next| !is_part(next)).map_or(0, |at| at + 1);
        is_among(FINDING, before.get(start..).unwrap_or_default())
    }) && text.contains('(')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_asks_is_told_from_what_acts() {
        for text in [
            "select 1",
            "SELECT * FROM users;",
            "SHOW search_path",
            "select count(*), max(a) from t where b in (1, 2) and c = 'drop; x'",
            "with x as (select 1) select * from x",
            "select 1; select 2;",
            "describe t",
            "explain select a from b",
            "FROM 'a.csv' LIMIT 3",
            "db.users.find({a: 1}).limit(3)",
            "db.stats()",
            "rs.status()",
        ] {
            assert!(only_ask(text), "{text}");
        }
        for text in [
            "",
            ";",
            "vacuum",
            "select 1; drop table t",
            "select 1 into outfile 'x'",
            "select lo_export(1, 'x')",
            "select nextval ('s')",
            "explain analyze delete from t",
            "with x as (delete from t returning 1) select 1",
            "select 'a\\'; drop table t; -- '",
            "select 1 -- '\n; drop table t",
            "select $$ ' $$; drop table t; select ' '",
            "select [a'b]; drop table t; select [c'd]",
            "select q'(')'; drop table t; select '",
            "select 1 /*! into outfile 'x' */",
            "select 'a",
            "\\! touch x",
            ".shell touch x",
            "select * from url('http://h')",
            "copy t to 'x'",
            "select \"f\"(1)",
            "db.users.drop()",
            "db.users.find().forEach(x => db.y.insert(x))",
            "db['users']['drop']()",
            "db.users.aggregate([{$out: 'x'}])",
            "db.users.find({$where: 'sleep(1)'})",
            "db.users",
            "a = 1; db.stats()",
            "show dbs; db.x.drop()",
        ] {
            assert!(!only_ask(text), "{text}");
        }
    }
}
