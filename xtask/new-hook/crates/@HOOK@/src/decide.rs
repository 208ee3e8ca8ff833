//! Whether the agent is told something: values in, a value out.

use crate::gather::Facts;
use crate::policy::Policy;

/// What is done about an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The agent is told this.
    Tell(String),
    /// Nothing is said.
    Silent(Silence),
}

/// Why nothing is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Silence {
    /// The configuration has nothing to tell.
    NothingToTell,
    /// The agent was told before.
    Resumed,
}

/// What a policy comes to.
pub(crate) fn decide(policy: &Policy, facts: Facts) -> Decision {
    if policy.tell.is_empty() {
        return Decision::Silent(Silence::NothingToTell);
    }
    if facts.is_resumed {
        return Decision::Silent(Silence::Resumed);
    }
    Decision::Tell(policy.tell.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(tell: &str, is_resumed: bool, expected: &Decision) {
        let policy = Policy { tell: tell.to_owned() };
        assert_eq!(decide(&policy, Facts { is_resumed }), *expected, "{tell} {is_resumed}");
    }

    #[test]
    fn a_new_session_is_told_and_one_that_goes_on_is_not() {
        check("", false, &Decision::Silent(Silence::NothingToTell));
        check("", true, &Decision::Silent(Silence::NothingToTell));
        check("x", true, &Decision::Silent(Silence::Resumed));
        check("x", false, &Decision::Tell("x".to_owned()));
    }
}
