//! Values that many configurations have.

use std::fmt::{self, Display};
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use serde::ser::{Serialize, Serializer};

/// `version: 1`, of which there has been only one; `"1.0"` and no version mean the same.
///
/// Nothing is kept of it in a compiled form.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Version;

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Version, D::Error> {
        if !deserializer.is_human_readable() {
            return Ok(Version);
        }
        let said = Option::<SaidVersion>::deserialize(deserializer)?;
        match said.map(|said| said.0).as_deref() {
            None | Some("1" | "1.0") => Ok(Version),
            Some(other) => {
                Err(D::Error::custom(format_args!("unknown version {other}; expected 1")))
            }
        }
    }
}

/// A version as it is written.
struct SaidVersion(String);

impl<'de> Deserialize<'de> for SaidVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SaidVersion, D::Error> {
        struct AnyForm;
        impl Visitor<'_> for AnyForm {
            type Value = SaidVersion;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the version 1")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<SaidVersion, E> {
                Ok(SaidVersion(text.to_owned()))
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<SaidVersion, E> {
                Ok(SaidVersion(number.to_string()))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<SaidVersion, E> {
                Ok(SaidVersion(number.to_string()))
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<SaidVersion, E> {
                Ok(SaidVersion(number.to_string()))
            }
        }
        deserializer.deserialize_any(AnyForm)
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

/// A length of time in whole seconds, written as `90m`, `1h 30m` or `30d`, or as a
/// number of seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Age(Duration);

impl Age {
    /// An age in seconds.
    pub const fn of_seconds(seconds: u64) -> Age {
        Age(Duration::from_secs(seconds))
    }

    /// Reads one that is no less than a second, as `deserialize_with`.
    ///
    /// # Errors
    /// If it is no length of time, or a shorter one.
    pub fn of_a_second_at_least<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Age, D::Error> {
        Written { least: 1 }.read(deserializer)
    }

    /// The length of time.
    pub const fn get(self) -> Duration {
        self.0
    }
}

impl<'de> Deserialize<'de> for Age {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Age, D::Error> {
        Written { least: 0 }.read(deserializer)
    }
}

impl Serialize for Age {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0.as_secs())
    }
}

/// An age as a person writes it.
struct Written {
    /// In seconds.
    least: u64,
}

impl Written {
    fn read<'de, D: Deserializer<'de>>(self, deserializer: D) -> Result<Age, D::Error> {
        // A compiled form does not tell what it holds.
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(self)
        } else {
            u64::deserialize(deserializer).map(Age::of_seconds)
        }
    }

    fn checked<E: Error>(&self, seconds: u64, said: Unexpected<'_>) -> Result<Age, E> {
        let age = (seconds >= self.least).then_some(Age::of_seconds(seconds));
        age.ok_or_else(|| E::invalid_value(said, self))
    }
}

impl Visitor<'_> for Written {
    type Value = Age;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a time such as 90m")?;
        if self.least > 0 { f.write_str(", at least one second") } else { Ok(()) }
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Age, E> {
        let said = Unexpected::Str(text);
        match humantime::parse_duration(text) {
            Ok(age) => self.checked(age.as_secs(), said),
            Err(_) => Err(E::invalid_value(said, &self)),
        }
    }

    fn visit_u64<E: Error>(self, seconds: u64) -> Result<Age, E> {
        self.checked(seconds, Unexpected::Unsigned(seconds))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct AtLeast(#[serde(deserialize_with = "Age::of_a_second_at_least")] Age);

    #[test]
    fn an_age_is_a_text_or_a_number_of_seconds() {
        let check = |value: Value, any: Option<u64>, at_least: Option<u64>| {
            let ages = [
                serde_json::from_value::<Age>(value.clone()).ok(),
                serde_json::from_value::<AtLeast>(value.clone()).ok().map(|age| age.0),
            ];
            assert_eq!(ages, [any, at_least].map(|age| age.map(Age::of_seconds)), "{value}");
        };
        check(json!("90m"), Some(5400), Some(5400));
        check(json!("1h 30m"), Some(5400), Some(5400));
        check(json!(60), Some(60), Some(60));
        check(json!("0s"), Some(0), None);
        check(json!(0), Some(0), None);
        check(json!("900ms"), Some(0), None);
        for wrong in [json!("soon"), json!(""), json!("30"), json!(-1), json!(1.5), json!(null)] {
            check(wrong, None, None);
        }
    }

    #[test]
    fn an_age_is_kept_as_its_seconds() {
        let age = Age::of_seconds(5400);
        let bytes = postcard::to_stdvec(&age).unwrap();
        assert_eq!(postcard::from_bytes::<Age>(&bytes).unwrap(), age);
        assert_eq!(serde_json::to_string(&age).unwrap(), "5400");
    }
}
