//! Parses points in time that people type.

use std::time::SystemTime;

use anyhow::{Context as _, Result};

use crate::ctx::Ctx;

impl Ctx {
    /// Parses an age (`90m`, `7d`), a day in UTC (`2026-11-20`) or an RFC 3339 time.
    ///
    /// # Errors
    /// If the text is neither, or the age is too large.
    pub fn since(&self, text: &str) -> Result<SystemTime> {
        let time = humantime::parse_rfc3339_weak(text)
            .or_else(|_| humantime::parse_rfc3339(&format!("{text}T00:00:00Z")));
        if let Ok(time) = time {
            return Ok(time);
        }
        let age = humantime::parse_duration(text).ok().with_context(|| {
            format!("`{text}` is neither an age such as 7d nor a date or a time")
        })?;
        self.now().checked_sub(age).with_context(|| format!("`{text}` is too long ago"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::Environment;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let now = humantime::parse_rfc3339("2026-11-20T14:03:00Z").unwrap();
        let ctx = Ctx::new("example-hook", Environment::Fixed([].into()), now, None);
        let moment = ctx.since(text).ok().map(humantime::format_rfc3339_seconds);
        assert_eq!(moment.map(|moment| moment.to_string()).as_deref(), expected, "{text}");
    }

    #[test]
    fn a_moment_is_an_age_or_a_date_or_a_time() {
        check("90m", Some("2026-11-20T12:33:00Z"));
        check("7d", Some("2026-11-13T14:03:00Z"));
        check("2026-11-08", Some("2026-11-08T00:00:00Z"));
        check("2026-11-08T01:02:03Z", Some("2026-11-08T01:02:03Z"));
        check("2026-11-08 01:02:03", Some("2026-11-08T01:02:03Z"));
        check("", None);
        check("yesterday", None);
        check("2026-13-01", None);
        check("7", None);
        check("-7d", None);
    }
}
