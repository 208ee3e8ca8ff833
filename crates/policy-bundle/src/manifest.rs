//! What the signature of a bundle covers.

use std::collections::BTreeMap;
use std::fmt;
use std::time::SystemTime;

use hook_protocol::{from_hex, hex};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use signing_keys::VerifyingKey;

use crate::rollout::Rollout;

/// The format of manifests. A bundle of another one is refused.
pub(crate) const FORMAT: u32 = 1;

/// What is in a bundle, from when to when, and for whom.
///
/// An unknown field is an error: a program that does not understand a policy must not
/// claim to obey it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub(crate) format: u32,
    /// Its number; a later bundle has a higher one.
    pub revision: u64,
    /// When it was made.
    #[serde(with = "rfc3339")]
    pub issued: SystemTime,
    /// When a new one should have come. Until then it is enforced, and after it too.
    #[serde(with = "rfc3339")]
    pub expires: SystemTime,
    /// The hash of each configuration.
    pub(crate) files: BTreeMap<Path, Sum>,
    /// The keys that may sign the next bundle; if there are none, the keys stay the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "keys")]
    pub keys: Vec<VerifyingKey>,
    /// Decides which machines are the first.
    pub salt: String,
    /// Which machines obey a policy, for those that are not enforced everywhere.
    pub rollout: BTreeMap<String, Rollout>,
}

/// The place of a configuration in a bundle: `<policy>/<hook>.yaml`, the hook without `-hook`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Path(String);

/// SHA-256.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Sum(String);

impl Manifest {
    /// The names of the policies, in order.
    pub fn policies(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.files.keys().map(Path::policy).collect();
        names.dedup();
        names
    }

    /// The hooks that a policy configures, without `-hook`.
    pub fn hooks(&self, policy: &str) -> impl Iterator<Item = &str> {
        self.files.keys().filter(move |path| path.policy() == policy).map(Path::hook)
    }

    /// Which machines obey a policy.
    pub fn rollout(&self, policy: &str) -> Rollout {
        self.rollout.get(policy).copied().unwrap_or(Rollout::EVERYWHERE)
    }

    /// What is wrong with it, apart from its signature.
    pub(crate) fn fault(&self) -> Option<String> {
        if self.files.is_empty() {
            return Some("there is no configuration in it".to_owned());
        }
        if self.expires <= self.issued {
            return Some("it expires before it is issued".to_owned());
        }
        self.rollout.iter().find_map(|(policy, rollout)| {
            if !self.policies().contains(&policy.as_str()) {
                Some(format!("there is no policy {policy:?} to roll out"))
            } else if rollout.is_possible() {
                None
            } else {
                Some(format!("the percentages of policy {policy:?} are above 100 together"))
            }
        })
    }
}

impl Path {
    /// The path, if it has the form of one.
    pub fn new(text: &str) -> Option<Self> {
        let is_name = |name: &str| {
            let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
            name.bytes().next().is_some_and(is_allowed)
                && name.bytes().all(|byte| is_allowed(byte) || byte == b'-')
        };
        let (policy, file) = text.split_once('/')?;
        let hook = file.strip_suffix(".yaml")?;
        (is_name(policy) && is_name(hook)).then(|| Self(text.to_owned()))
    }

    /// The policy to which the configuration belongs.
    pub fn policy(&self) -> &str {
        self.0.split_once('/').unwrap_or_default().0
    }

    /// The hook that it configures, without `-hook`.
    pub fn hook(&self) -> &str {
        self.0.split_once('/').unwrap_or_default().1.trim_end_matches(".yaml")
    }

    /// The path.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl<'de> Deserialize<'de> for Path {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::new(&text).ok_or_else(|| {
            D::Error::custom(format_args!("{text:?} is not a path such as base/governance.yaml"))
        })
    }
}

impl Sum {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        Self(hex(&Sha256::digest(bytes)))
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

mod rfc3339 {
    use super::{Deserialize, Deserializer, Serializer, SystemTime};
    use serde::de::Error as _;

    pub(super) fn serialize<S: Serializer>(time: &SystemTime, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&humantime::format_rfc3339_seconds(*time))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<SystemTime, D::Error> {
        humantime::parse_rfc3339(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

mod keys {
    use super::{Deserialize, Deserializer, Serializer, VerifyingKey, from_hex, hex};
    use serde::de::Error as _;

    pub(super) fn serialize<S: Serializer>(
        keys: &[VerifyingKey],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(keys.iter().map(|key| hex(key.as_bytes())))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Vec<VerifyingKey>, D::Error> {
        let key = |text: &String| VerifyingKey::from_bytes(&from_hex(text)?).ok();
        let wrong = |text: &String| D::Error::custom(format_args!("{text:?} is not a public key"));
        let texts = Vec::<String>::deserialize(from)?;
        texts.iter().map(|text| key(text).ok_or_else(|| wrong(text))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_one_file_in_one_folder() {
        let check = |text: &str, expected: Option<(&str, &str)>| {
            let found = Path::new(text);
            let parts = found.as_ref().map(|path| (path.policy(), path.hook()));
            assert_eq!(parts, expected, "{text}");
        };
        check("base/governance.yaml", Some(("base", "governance")));
        check("2026-11/intent-gate.yaml", Some(("2026-11", "intent-gate")));
        for text in [
            "",
            "governance.yaml",
            "base/",
            "base/governance",
            "base/.yaml",
            "/governance.yaml",
            "../governance.yaml",
            "base/../governance.yaml",
            "base/x/governance.yaml",
            "base\\governance.yaml",
            "Base/governance.yaml",
            "-a/governance.yaml",
            "base/gov ernance.yaml",
        ] {
            check(text, None);
        }
    }
}
