//! Values that many configurations have.

use std::fmt::Display;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// `version: 1`, of which there has been only one; no version means the same.
///
/// Nothing is kept of it in a compiled form.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Version;

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
        if !deserializer.is_human_readable() {
            return Ok(Version);
        }
        match Option::<u64>::deserialize(deserializer)? {
            None | Some(1) => Ok(Version),
            Some(other) => {
                Err(D::Error::custom(format_args!("version {other} is not known, only 1")))
            }
        }
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit_struct("Version")
    }
}

/// A number of a configuration that is at most `most`, and `why` it is.
///
/// # Errors
/// If it is no number, or a larger one.
pub fn at_most<'de, D, T>(deserializer: D, most: T, why: &str) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Copy + PartialOrd + Display,
{
    match T::deserialize(deserializer)? {
        number if number <= most => Ok(number),
        number => Err(D::Error::custom(format_args!("{number} is above {most}: {why}"))),
    }
}
