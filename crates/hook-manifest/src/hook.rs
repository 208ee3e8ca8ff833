//! An installed hook as a hook of the chain.

use std::sync::Arc;
use std::time::Duration;

use hook_runtime::{Field, Hook, OnFailure};

use crate::child;
use crate::installed::Installed;
use crate::manifest::{Manifest, known_event};

/// How much earlier than the host's limit a hook has to be done.
const MARGIN: Duration = Duration::from_secs(1);

impl Installed {
    /// The hook, which starts the program on each event.
    pub fn hook(self) -> Hook {
        // Once in a process, which ends with the call.
        let leak = |text: &str| -> &'static str { Box::leak(text.to_owned().into_boxed_str()) };
        let this = Arc::new(self);
        let Manifest { name, events, timeout, writes, .. } = &this.manifest;
        let limit = Duration::from_secs(u64::from(*timeout)).saturating_sub(MARGIN);
        let mut hook = Hook::new(leak(name)).class(this.manifest.class()).time_limit(limit);
        if this.manifest.fails_closed() {
            hook = hook.on_failure(|ctx| OnFailure::Closed {
                way_out: format!(
                    "The person can see the error with `tacklebox errors --hook {}`.",
                    ctx.hook()
                ),
            });
        }
        for entry in events {
            let Some(event) = known_event(&entry.event) else { continue };
            let its = Arc::clone(&this);
            let phase = entry.phase(!writes.is_empty());
            hook = hook.on_named(event, phase, move |ctx, event| child::ask(&its, ctx, event));
            if let Some(matcher) = &entry.matcher {
                hook = hook.matching(leak(matcher));
            }
        }
        let field = |field: &String| -> Option<Field> {
            let (tool, name) = field.split_once('.')?;
            Some((leak(tool), leak(name)))
        };
        let fields: Vec<Field> = writes.iter().filter_map(field).collect();
        hook.writes(fields.leak())
    }
}
