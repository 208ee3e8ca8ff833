//! Counts of the hooks' answers.

use std::collections::BTreeMap;
use std::time::SystemTime;

use hook_chain::LoggedCall;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

use crate::otlp::{attribute, nanos};

/// The cumulative counts. The cursor has them, so a batch that is sent twice counts once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Counters(BTreeMap<CounterKey, u64>);

/// What is counted together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct CounterKey {
    hook: String,
    outcome: String,
    shadow: bool,
}

impl Counters {
    pub(crate) fn add(&mut self, call: &LoggedCall) {
        for answer in &call.hooks {
            let (hook, outcome) = (answer.hook.clone(), answer.outcome.clone());
            let counted = CounterKey { hook, outcome, shadow: answer.shadow };
            *self.0.entry(counted).or_default() += 1;
        }
    }

    /// As a metric of OTLP; `None` if nothing was counted yet.
    pub(crate) fn metric(&self, since: &str, now: SystemTime) -> Option<Value> {
        let point = |(CounterKey { hook, outcome, shadow }, count): (&CounterKey, &u64)| {
            json!({
                "attributes": [
                    attribute("tacklebox.hook", &json!(hook)),
                    attribute("tacklebox.outcome", &json!(outcome)),
                    attribute("tacklebox.shadow", &json!(shadow)),
                ],
                "startTimeUnixNano": since,
                "timeUnixNano": nanos(now),
                "asInt": count.to_string(),
            })
        };
        let points: Vec<Value> = self.0.iter().map(point).collect();
        (!points.is_empty()).then(|| {
            json!({
                "name": "tacklebox.hook.outcomes",
                "description": "Answers of hooks.",
                "unit": "{answer}",
                "sum": {"aggregationTemporality": 2, "isMonotonic": true, "dataPoints": points},
            })
        })
    }
}

impl Serialize for Counters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

impl<'de> Deserialize<'de> for Counters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let counts = Vec::<(CounterKey, u64)>::deserialize(deserializer)?;
        Ok(Self(counts.into_iter().collect()))
    }
}
