//! Checks a file that people write against its JSON Schema and the program that
//! reads it: both have to take the same.

use std::path::Path;

use anyhow::{Context, ensure};
use jsonschema::Validator;
use serde_json::{Map, Value};

use crate::place::Place;

/// A file that people write.
#[derive(Clone, Copy, Debug)]
pub struct Configuration<'a> {
    /// Where it is in a project.
    pub file: &'a str,
    /// The text of its schema; without one the program alone is asked.
    pub schema: Option<&'a str>,
    /// Lines of shell that end with status 0 where the program takes the file. All
    /// have to agree.
    pub tools: &'a [&'a str],
}

/// Who does not take a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusedBy {
    /// Program and schema take it.
    Nobody,
    /// Neither takes it.
    Both,
    /// What a schema cannot say.
    Program,
    /// What is another program's matter.
    Schema,
}

impl Configuration<'_> {
    /// Writes each text of the table as the file, in the project of `place`, and asks
    /// program and schema. An empty file is an empty mapping, and one in which a key
    /// comes twice is not a document, so that no schema refuses it.
    ///
    /// # Errors
    ///
    /// Names the texts for which the result differs from the table.
    pub fn check<S: AsRef<str>>(
        &self,
        place: &Place,
        table: &[(RefusedBy, &[S])],
    ) -> anyhow::Result<()> {
        let validator = self.validator()?;
        let mut wrong = Vec::new();
        for (expected, texts) in table {
            for text in texts.iter().map(AsRef::as_ref) {
                let program = self.of_program(place, self.file, text)?;
                let schema = self.of_schema(validator.as_ref(), place, text)?;
                let found = match (program.is_empty(), schema.is_empty()) {
                    (true, true) => RefusedBy::Nobody,
                    (false, false) => RefusedBy::Both,
                    (false, true) => RefusedBy::Program,
                    (true, false) => RefusedBy::Schema,
                };
                if found != *expected {
                    let words = format!("refused by {found:?}, not by {expected:?}");
                    wrong.push(format!("{text}\n{words}\n{program}{schema}"));
                }
            }
        }
        ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
        Ok(())
    }

    /// Looks whether program and schema take a text, as the file at `path`.
    pub(crate) fn accept(&self, place: &Place, path: &str, text: &str) -> anyhow::Result<()> {
        let program = self.of_program(place, path, text)?;
        ensure!(program.is_empty(), "{program}");
        if path == self.file {
            let schema = self.of_schema(self.validator()?.as_ref(), place, text)?;
            ensure!(schema.is_empty(), "{schema}");
        }
        Ok(())
    }

    fn validator(&self) -> anyhow::Result<Option<Validator>> {
        let Some(schema) = self.schema else { return Ok(None) };
        let schema: Value = serde_json::from_str(schema).context("the schema")?;
        ensure!(jsonschema::draft202012::meta::is_valid(&schema), "the schema is invalid");
        jsonschema::draft202012::new(&schema).map(Some).context("the schema")
    }

    /// Writes the file, and says why the program refuses it; empty where it takes it.
    fn of_program(&self, place: &Place, path: &str, text: &str) -> anyhow::Result<String> {
        place.write(path, text)?;
        let mut refusals = Vec::new();
        for tool in self.tools {
            let output = place.shell(tool)?;
            if !output.status.success() {
                let words = [output.stdout, output.stderr].concat();
                refusals.push(format!("$ {tool}\n{}", String::from_utf8_lossy(&words)));
            }
        }
        let agree = refusals.is_empty() || refusals.len() == self.tools.len();
        ensure!(agree, "{text}\nonly some tools refuse it:\n{}", refusals.concat());
        Ok(refusals.concat())
    }

    /// Why the schema refuses the file; empty where it takes it.
    fn of_schema(
        &self,
        validator: Option<&Validator>,
        place: &Place,
        text: &str,
    ) -> anyhow::Result<String> {
        let is_json = Path::new(self.file).extension().is_some_and(|end| end == "json");
        let document: Option<Value> = if is_json {
            serde_json::from_str(text).ok()
        } else {
            hook_config::read(&place.project().join(self.file))?.parse().ok()
        };
        let (Some(validator), Some(mut document)) = (validator, document) else {
            return Ok(String::new());
        };
        if document.is_null() && !is_json {
            document = Value::Object(Map::new());
        }
        let errors: Vec<_> = validator.iter_errors(&document).map(|err| err.to_string()).collect();
        Ok(errors.join("\n"))
    }
}

/// Looks whether a schema describes every key of the mappings at these pointers: an
/// editor shows what a key is for.
///
/// # Errors
///
/// Names a key without a description, and a pointer that leads nowhere.
pub fn check_described(schema: &str, pointers: &[&str]) -> anyhow::Result<()> {
    let schema: Value = serde_json::from_str(schema).context("the schema")?;
    for pointer in pointers {
        for (key, value) in keys(&schema, pointer)? {
            let reference = value.get("$ref").and_then(Value::as_str);
            let target = reference.map(|target| schema.pointer(target.trim_start_matches('#')));
            let described = target.unwrap_or(Some(value));
            let described = described.and_then(|value| value.get("description"));
            ensure!(described.is_some_and(Value::is_string), "{pointer}/{key} is not described");
        }
    }
    Ok(())
}

/// The keys of a mapping, and what the schema says of each.
pub(crate) fn keys<'a>(schema: &'a Value, pointer: &str) -> anyhow::Result<&'a Map<String, Value>> {
    let keys = schema.pointer(pointer).and_then(Value::as_object);
    keys.with_context(|| format!("the schema has nothing at {pointer}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: &str = r#"{
        "type": "object", "additionalProperties": false,
        "properties": { "k": { "enum": [1, 2], "description": "d" }, "m": {} }
    }"#;

    /// A program that takes a file in which there is a 1.
    const FILE: Configuration<'_> =
        Configuration { file: "a/b.yaml", schema: Some(SCHEMA), tools: &["grep -q 1 a/b.yaml"] };

    fn check(table: &[(RefusedBy, &[&str])]) -> Result<(), String> {
        let place = Place::new("/bin/sh").unwrap();
        FILE.check(&place, table).map_err(|err| err.to_string())
    }

    #[test]
    fn program_and_schema_are_asked() {
        let table: &[(RefusedBy, &[&str])] = &[
            (RefusedBy::Nobody, &["k: 1", "# 1"]),
            (RefusedBy::Both, &["l: 2"]),
            (RefusedBy::Program, &["k: 2", ""]),
            (RefusedBy::Schema, &["k: 1.5"]),
        ];
        check(table).unwrap();
        for (expected, texts) in table {
            for other in [RefusedBy::Nobody, RefusedBy::Both, RefusedBy::Program, RefusedBy::Schema]
            {
                assert_eq!(check(&[(other, texts)]).is_ok(), other == *expected, "{texts:?}");
            }
        }
    }

    #[test]
    fn tools_agree() {
        let place = Place::new("/bin/sh").unwrap();
        let file = Configuration { tools: &["true", "false"], ..FILE };
        let err = file.check(&place, &[(RefusedBy::Nobody, &["k: 1"])]).unwrap_err().to_string();
        assert!(err.contains("only some tools refuse it:\n$ false"), "{err}");
    }

    #[test]
    fn a_key_without_a_description_is_named() {
        let err = check_described(SCHEMA, &["/properties"]).unwrap_err().to_string();
        assert_eq!(err, "/properties/m is not described");
        assert!(check_described(SCHEMA, &["/$defs"]).is_err());
        check_described(&SCHEMA.replace(r#", "m": {}"#, ""), &["/properties"]).unwrap();
    }
}
