//! A variable that a host sets for itself and for all that it starts: `env` in its settings.

use jsonc_parser::ast::{Object, Value};

use crate::container::Container;
use crate::document::{Document, read, split_mark};
use crate::edit::refuse;
use crate::error::SettingsError;
use crate::finding::Effect;
use crate::layout::{Layout, Node, render_property, splice};

/// The key of the settings.
const ENV: &str = "env";

/// What is to become of a variable, whatever is in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The value that it gets; `None` takes it out.
    pub value: Option<String>,
    /// The values that are ours. Any other one is a person's, and stays.
    pub ours: Vec<String>,
}

impl Variable {
    /// The settings with the variable as it should be; `None` where there is no file afterwards. What this
    /// puts in it takes out again, byte for byte.
    ///
    /// # Errors
    /// When the settings are not strict JSON, have `env` twice, or have an `env` that is no object, so that
    /// a host would not take the variable.
    pub fn apply(&self, settings: Option<&str>) -> Result<Option<String>, SettingsError> {
        let text = settings.unwrap_or_default();
        let (mark, body) = split_mark(text);
        let is_ours_there = || self.ours.iter().any(|value| body.contains(&quoted(value)));
        let changed = match &self.value {
            None if !is_ours_there() => return Ok(settings.map(str::to_owned)),
            Some(value) if body.trim().is_empty() => Some(self.fresh(value)),
            value => {
                let is_forbidden = |effect: Effect| effect == Effect::Shadowed;
                refuse(body, is_forbidden)?;
                let document = read(body)?;
                match value {
                    Some(value) => Some(self.with(&document, value)?),
                    None => self.without(&document)?,
                }
            }
        };
        Ok(changed.map(|body| format!("{mark}{body}")))
    }

    fn fresh(&self, value: &str) -> String {
        let root = Node::Object(vec![(ENV.to_owned(), self.node(value))]);
        root.render(&Layout::default_file(), "") + "\n"
    }

    fn node(&self, value: &str) -> Node {
        Node::Object(vec![(self.name.clone(), Node::Leaf(quoted(value)))])
    }

    fn with(&self, document: &Document<'_>, value: &str) -> Result<String, SettingsError> {
        let Document { text, root } = document;
        let layout = &Layout::of(text, root);
        let Some(env) = env(document)? else {
            let env = self.node(value);
            return Ok(Container::from(root)
                .append(text, |indent| render_property(ENV, &env, layout, indent)));
        };
        let Some(there) = env.get(&self.name) else {
            let leaf = Node::Leaf(quoted(value));
            return Ok(Container::from(env)
                .append(text, |indent| render_property(&self.name, &leaf, layout, indent)));
        };
        Ok(match &there.value {
            Value::StringLit(old) if self.is_ours(&old.value) => {
                splice(text, old.range.start..old.range.end, &quoted(value))
            }
            _ => (*text).to_owned(),
        })
    }

    fn without(&self, document: &Document<'_>) -> Result<Option<String>, SettingsError> {
        let Document { text, root } = document;
        let unchanged = Ok(Some((*text).to_owned()));
        let Some(env) = env(document)? else { return unchanged };
        let index = env.properties.iter().position(|property| {
            property.name.as_str() == self.name
                && matches!(&property.value, Value::StringLit(value) if self.is_ours(&value.value))
        });
        let Some(index) = index else { return unchanged };
        let env_index = root.properties.iter().position(|property| property.name.as_str() == ENV);
        let cut = Container::from(env)
            .cut(index)
            .or_else(|| Container::from(root).cut(env_index.unwrap_or_default()));
        Ok(cut.map(|range| splice(text, range, "")))
    }

    fn is_ours(&self, value: &str) -> bool {
        self.ours.iter().any(|ours| ours == value)
    }
}

/// The value of a variable in settings that can be read.
pub fn variable(settings: &str, name: &str) -> Option<String> {
    let (_, body) = split_mark(settings);
    let document = read(body).ok()?;
    let env = document.root.get_object(ENV)?;
    Some(env.get_string(name)?.value.to_string())
}

fn env<'d>(document: &'d Document<'d>) -> Result<Option<&'d Object<'d>>, SettingsError> {
    let Some(property) = document.root.get(ENV) else { return Ok(None) };
    match &property.value {
        Value::Object(env) => Ok(Some(env)),
        _ => {
            Err(SettingsError::new(document.text, property.range.start, "`env` must be an object"))
        }
    }
}

fn quoted(value: &str) -> String {
    serde_json::Value::from(value).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = "/a b/bin/confine-bash";

    fn shell(value: Option<&str>) -> Variable {
        let ours = [OURS, "/old/confine-bash"].map(str::to_owned).to_vec();
        Variable { name: "CLAUDE_CODE_SHELL".to_owned(), value: value.map(str::to_owned), ours }
    }

    #[test]
    fn it_comes_and_goes_byte_for_byte() {
        for before in [
            None,
            Some("{}"),
            Some("{\n}\n"),
            Some("\u{feff}{\r\n\t\"model\": \"opus\"\r\n}"),
            Some("{\"env\": {}}"),
            Some("{\n  \"env\": {\n    \"A\": \"b\"\n  },\n  \"model\": \"opus\"\n}\n"),
        ] {
            let after = shell(Some(OURS)).apply(before).unwrap();
            assert_eq!(variable(after.as_deref().unwrap(), "CLAUDE_CODE_SHELL").unwrap(), OURS);
            assert_eq!(shell(Some(OURS)).apply(after.as_deref()).unwrap(), after, "{before:?}");
            assert_eq!(shell(None).apply(after.as_deref()).unwrap().as_deref(), before);
        }
    }

    #[test]
    fn what_a_person_adds_beside_it_stays() {
        let made = shell(Some(OURS)).apply(None).unwrap().unwrap();
        let edited = made.replace("\n  }\n}", ",\n    \"A\": \"b\"\n  }\n}");
        let left = shell(None).apply(Some(&edited)).unwrap().unwrap();
        assert_eq!(left, "{\n  \"env\": {\n    \"A\": \"b\"\n  }\n}\n");
    }

    #[test]
    fn an_older_value_of_ours_is_replaced_and_a_persons_stays() {
        let with =
            |value: &str| format!("{{\"env\": {{\"CLAUDE_CODE_SHELL\": {}}}}}", quoted(value));
        let renewed = shell(Some(OURS)).apply(Some(&with("/old/confine-bash"))).unwrap();
        assert_eq!(renewed, Some(with(OURS)));
        for variable in [shell(Some(OURS)), shell(None)] {
            let theirs = with("/bin/zsh");
            assert_eq!(variable.apply(Some(&theirs)).unwrap(), Some(theirs));
        }
    }

    #[test]
    fn what_a_host_would_not_take_is_refused() {
        for (text, because) in [
            ("{\"env\": []}", "line 1, column 2: `env` must be an object"),
            ("{\"env\": {}, \"env\": {}}", "more than once"),
            ("{ // mine\n}", "a comment"),
        ] {
            let err = shell(Some(OURS)).apply(Some(text)).unwrap_err().to_string();
            assert!(err.contains(because), "{err}");
            assert_eq!(shell(None).apply(Some(text)).unwrap().as_deref(), Some(text));
        }
    }
}
