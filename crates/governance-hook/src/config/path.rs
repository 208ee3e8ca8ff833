//! One entry of `paths`.

use std::fmt;

use project_paths::Pattern;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};

use super::{PathEntry, rule};
use crate::policy::{Access, Action, Globs, PathRule};

/// A glob or several, checked; `!` before one excludes.
#[derive(Debug)]
struct PathGlobs(Globs);

impl<'de> Deserialize<'de> for PathEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(deny_unknown_fields, expecting = "a rule for files")]
        struct Fields {
            glob: PathGlobs,
            #[serde(default)]
            access: Access,
            states: Option<Vec<String>>,
            action: Action,
            message: Option<String>,
            redirect_to: Option<String>,
        }
        let fields = Fields::deserialize(deserializer)?;
        let rule = rule(fields.action, fields.message, fields.redirect_to);
        Ok(Self(PathRule {
            globs: fields.glob.0,
            access: fields.access,
            states: fields.states,
            rule: rule.map_err(de::Error::custom)?,
        }))
    }
}

impl<'de> Deserialize<'de> for PathGlobs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrSeveral;
        impl<'de> Visitor<'de> for OneOrSeveral {
            type Value = PathGlobs;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a glob or a list of globs")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<PathGlobs, E> {
                PathGlobs::of(vec![text.to_owned()])
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<PathGlobs, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = items.next_element()? {
                    texts.push(text);
                }
                PathGlobs::of(texts)
            }
        }
        deserializer.deserialize_any(OneOrSeveral)
    }
}

impl PathGlobs {
    fn of<E: de::Error>(texts: Vec<String>) -> Result<Self, E> {
        if texts.is_empty() {
            return Err(E::custom("a rule for files needs a glob"));
        }
        let globs = Globs::of(texts);
        for glob in globs.all() {
            Pattern::new(glob).map_err(E::custom)?;
        }
        Ok(Self(globs))
    }
}
