//! All checks of a page.

use anyhow::{Context, bail, ensure};
use serde_json::Value;

use super::{Block, blocks, check_tools, code, rows, run, section};
use crate::place::Place;
use crate::schema::{self, Configuration};

/// A page, and what it is checked against.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The name of the hook and its program.
    pub hook: &'a str,
    /// The text of the page.
    pub text: &'a str,
    /// The project in which its commands run and its blocks become files.
    pub place: &'a Place,
    /// What its blocks of YAML are, and those of JSON that become such a file: each is
    /// the one whose name it has, else the first of its kind.
    pub configurations: &'a [Configuration<'a>],
    /// The keys that it has to explain.
    pub keys: &'a [Keys<'a>],
}

/// Keys of a schema, which are in the first column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Keys<'a> {
    /// The text of the schema.
    pub schema: &'a str,
    /// Where they are in it: `/properties`.
    pub at: &'a str,
    /// The section of the page with the table.
    pub section: &'a str,
    /// The prefix of each in the table: `inject.`.
    pub prefix: &'a str,
    /// Keys that are explained by the keys below them.
    pub except: &'a [&'a str],
    /// The column, from 0, with the default of each key, as the schema has it.
    pub defaults: Option<usize>,
}

/// Checks a page against the program and its schemas: blocks and commands (see [`run`]),
/// keys, the table of tools.
///
/// # Errors
///
/// Names all that differs.
pub fn check(page: &Page<'_>) -> anyhow::Result<()> {
    let mut results = vec![
        run(page.text, page.place, |block| check_block(page, block)),
        named(page.text),
        tools_of(page),
    ];
    results.extend(page.keys.iter().map(|keys| check_keys(page.text, keys)));
    let wrong = results.into_iter().filter_map(Result::err).map(|err| format!("{err:#}"));
    let wrong: Vec<_> = wrong.collect();
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// Checks that the prose before each block that becomes a file names that file: a
/// reader of the page does not see what follows the fence.
pub(super) fn named(page: &str) -> anyhow::Result<()> {
    let mut wrong = Vec::new();
    for block in blocks(page)? {
        let Some(file) = block.file else { continue };
        let before: Vec<&str> = page.lines().take(block.line - 1).collect();
        // Every other part is between fences.
        let before = before.join("\n");
        let mut prose = before.split("```").step_by(2);
        let names = [format!("`{file}`"), format!("/{file}`")];
        if !prose.any(|prose| names.iter().any(|name| prose.contains(name))) {
            wrong.push(format!("line {}: the text does not say that this is `{file}`", block.line));
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

fn tools_of(page: &Page<'_>) -> anyhow::Result<()> {
    let help = page.place.another()?.shell(&format!("{} --help", page.hook))?;
    check_tools(page.text, &help.stdout)
}

pub(super) fn check_block(page: &Page<'_>, block: &Block<'_>) -> anyhow::Result<()> {
    let place = page.place.another()?;
    let mut files = page.configurations.iter();
    let named = files.find(|configuration| block.file == Some(configuration.file));
    let first = page.configurations.first().filter(|_| block.language == "yaml");
    if let Some(configuration) = named.or(first) {
        let path = block.file.unwrap_or(configuration.file);
        return configuration.accept(&place, path, &block.text);
    }
    let json = |text: &str| serde_json::from_str(text).map(|_: Value| ());
    match block.language {
        "json" => Ok(json(&block.text)?),
        "jsonl" => Ok(block.text.lines().try_for_each(json)?),
        "sh" => {
            place.write("script", &block.text)?;
            let output = place.shell("sh -n script")?;
            ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            Ok(())
        }
        "python" | "text" => Ok(()),
        other => bail!("a block of `{other}` cannot be checked"),
    }
}

fn check_keys(text: &str, keys: &Keys<'_>) -> anyhow::Result<()> {
    let schema: Value = serde_json::from_str(keys.schema).context("the schema")?;
    let rows = rows(section(text, keys.section)?);
    let mut wrong = Vec::new();
    for (key, value) in schema::keys(&schema, keys.at)? {
        let name = format!("{}{key}", keys.prefix);
        let below = format!("{name}.");
        let is_named = |code: &str| code == name || code.starts_with(&below);
        let mut of_key = rows.iter().filter(|row| {
            let first = row.first().map(String::as_str).unwrap_or_default();
            code(first).into_iter().any(is_named)
        });
        let row = of_key.next();
        let Some(row) = row else {
            if !keys.except.contains(&key.as_str()) {
                wrong.push(format!("the key {name} is missing"));
            }
            continue;
        };
        let default = value.get("default").map(|value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        });
        let said = keys.defaults.map(|column| row.get(column).map(|cell| code(cell)));
        if said.is_some_and(|said| said != Some(Vec::from_iter(default.as_deref()))) {
            wrong.push(format!("the default of {name} is {default:?}"));
        }
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: &str = r#"{"properties": {
        "a": { "default": 1 }, "b": { "default": "x" }, "c": {}, "d": {}
    }}"#;

    const PAGE: &str = "\n## K\n| key | default |\n|---|---|\n| `p.a` | `1` |\n| `p.b` | `x` |\n\
                        | `p.c.d` | none |\n";

    fn found(page: &str, except: &[&str], defaults: Option<usize>) -> Result<(), String> {
        let keys = Keys {
            schema: SCHEMA,
            at: "/properties",
            section: "K",
            prefix: "p.",
            except,
            defaults,
        };
        check_keys(page, &keys).map_err(|err| err.to_string())
    }

    #[test]
    fn a_file_is_named_before_its_block() {
        let block = "\n```json a.json\n{}\n```\n";
        assert!(named(&format!("Save as `a.json`:{block}")).is_ok());
        assert!(named(&format!("See `<project>/a.json`:{block}")).is_ok());
        let inside = format!("```sh\ncat `a.json`\n```\n{block}");
        let err = named(&inside).unwrap_err().to_string();
        assert_eq!(err, "line 5: the text does not say that this is `a.json`");
    }

    #[test]
    fn keys_stand_in_the_table_with_their_defaults() {
        assert_eq!(found(PAGE, &["d"], Some(1)), Ok(()));
        assert_eq!(found(PAGE, &[], None), Err("the key p.d is missing".to_owned()));
        let other = PAGE.replace("`1`", "`2`");
        assert_eq!(found(&other, &["d"], None), Ok(()));
        let wrong = Err("the default of p.a is Some(\"1\")".to_owned());
        assert_eq!(found(&other, &["d"], Some(1)), wrong);
        assert!(found("# x\n", &["d"], None).is_err());
    }
}
