//! Which machines obey a policy, and which only try it.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// The percentages of machines on which a policy counts. On the rest it is in `shadow`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "percentages such as {enforce: 5, warn: 20}")]
pub struct Rollout {
    /// The share of machines on which it is enforced.
    #[serde(default)]
    pub enforce: u8,
    /// The share of further machines on which it warns.
    #[serde(default)]
    pub warn: u8,
}

/// How a policy counts on a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cohort {
    /// It is judged and logged, without effect.
    Shadow,
    /// What it would deny runs, with a warning.
    Warn,
    /// It counts.
    Enforce,
}

impl Rollout {
    /// All machines.
    pub const EVERYWHERE: Self = Self { enforce: 100, warn: 0 };

    /// Whether the percentages can be met.
    pub fn is_possible(self) -> bool {
        self.enforce.checked_add(self.warn).is_some_and(|sum| sum <= 100)
    }

    /// The cohort of a machine for a policy. As a percentage grows, machines only join.
    pub fn cohort(self, salt: &str, policy: &str, machine: &str) -> Cohort {
        let place = percentile(salt, policy, machine);
        if place < self.enforce {
            Cohort::Enforce
        } else if place < self.enforce.saturating_add(self.warn) {
            Cohort::Warn
        } else {
            Cohort::Shadow
        }
    }
}

/// The place of a machine among all, from 0 to 99. Another salt gives another order.
fn percentile(salt: &str, policy: &str, machine: &str) -> u8 {
    let digest = Sha256::digest(format!("{salt}\n{policy}\n{machine}"));
    let number = digest.iter().take(8).fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte));
    u8::try_from(number % 100).unwrap_or_default()
}

impl fmt::Display for Cohort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Shadow => "shadow",
            Self::Warn => "warn",
            Self::Enforce => "enforce",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cohorts_have_the_wanted_size_and_only_grow() {
        let machines: Vec<String> = (0..10_000).map(|number| format!("machine-{number}")).collect();
        let steps = [(0, 1), (1, 5), (5, 20), (20, 30), (50, 50), (100, 0)];
        let mut before = vec![Cohort::Shadow; machines.len()];
        for (enforce, warn) in steps {
            let rollout = Rollout { enforce, warn };
            let of = |machine: &String| rollout.cohort("2026-11", "strict", machine);
            let now: Vec<Cohort> = machines.iter().map(of).collect();
            assert!(now.iter().zip(&before).all(|(now, before)| now >= before), "{rollout:?}");
            for (cohort, percent) in [(Cohort::Enforce, enforce), (Cohort::Warn, warn)] {
                let found = now.iter().filter(|it| **it == cohort).count();
                let wanted = usize::from(percent) * machines.len() / 100;
                assert!(found.abs_diff(wanted) <= 200, "{rollout:?}: {found} in {cohort}");
            }
            before = now;
        }
    }

    #[test]
    fn another_salt_begins_with_other_machines() {
        let first = |salt: &str| -> Vec<u32> {
            let rollout = Rollout { enforce: 5, warn: 0 };
            let is_first = |number: &u32| {
                rollout.cohort(salt, "strict", &number.to_string()) == Cohort::Enforce
            };
            (0..1_000).filter(is_first).collect()
        };
        assert_ne!(first("a"), first("b"));
    }

    #[test]
    fn percentages_add_up_to_a_hundred_at_most() {
        for (enforce, warn, expected) in
            [(0, 0, true), (60, 40, true), (60, 41, false), (255, 255, false)]
        {
            assert_eq!(Rollout { enforce, warn }.is_possible(), expected, "{enforce} {warn}");
        }
    }
}
