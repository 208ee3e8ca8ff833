//! The lines of programs in a configuration: a list of texts.

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use super::{Programs, check};

/// A line as a person writes it, checked, so that an error tells which of them it is.
struct Line(String);

impl<'de> Deserialize<'de> for Programs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // A compiled configuration was checked when it was read.
        if !deserializer.is_human_readable() {
            return Vec::deserialize(deserializer).map(Self::trusted);
        }
        let lines = Vec::<Line>::deserialize(deserializer)?;
        Ok(Self::trusted(lines.into_iter().map(|line| line.0).collect()))
    }
}

impl Serialize for Programs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.lines.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let line = String::deserialize(deserializer)?;
        check::of_project(&line).map_err(D::Error::custom)?;
        Ok(Self(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, expected: Result<&[&str], &str>) {
        let read = serde_json::from_str::<Programs>(json);
        let read = read.map(|programs| programs.lines).map_err(|err| err.to_string());
        match expected {
            Ok(lines) => assert_eq!(read.unwrap(), lines, "{json}"),
            Err(words) => assert!(read.unwrap_err().contains(words), "{json}"),
        }
    }

    #[test]
    fn each_line_is_checked() {
        check("[]", Ok(&[]));
        check(
            r#"["gen writes=./gen/*", "make lint nothing"]"#,
            Ok(&["gen writes=./gen/*", "make lint nothing"]),
        );
        check(r#"["gen nothing", "rm nothing"]"#, Err("`rm` (character 1): the table knows"));
        check(r#"["gen write=1"]"#, Err("`write=1` (character 5): an unknown key"));
        check(r#"[""]"#, Err("this is not the name of a program"));
        check(r#"["gen nothing\nrm nothing"]"#, Err("one line"));
        check(r#""gen nothing""#, Err("expected a sequence"));
        check("[1]", Err("expected a string"));
    }

    #[test]
    fn what_is_kept_is_what_was_read() {
        let programs = Programs::new(["gen nothing", "make lint nothing"]).unwrap();
        let bytes = postcard::to_stdvec(&programs).unwrap();
        assert_eq!(postcard::from_bytes::<Programs>(&bytes).unwrap(), programs);
    }
}
