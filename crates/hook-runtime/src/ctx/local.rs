//! Local times.

use std::time::SystemTime;

use jiff::tz::TimeZone;
use jiff::{Timestamp, ZonedDateTime};

use crate::ctx::Ctx;
use crate::environment::Environment;

impl Ctx {
    /// A local time to the minute, with its zone: `2026-11-22 09:18 CET`.
    pub fn local(&self, time: SystemTime) -> String {
        self.shown(time, "%Y-%m-%d %H:%M %Z")
    }

    /// A local time to the second.
    pub fn local_second(&self, time: SystemTime) -> String {
        self.shown(time, "%Y-%m-%d %H:%M:%S %Z")
    }

    fn shown(&self, time: SystemTime, form: &str) -> String {
        match Timestamp::try_from(time) {
            Ok(time) => ZonedDateTime::new(time, self.zone()).strftime(form).to_string(),
            Err(_) => humantime::format_rfc3339_seconds(time).to_string(),
        }
    }

    /// The local time of an RFC 3339 text; the text itself if it is not one.
    pub fn local_text(&self, text: &str) -> String {
        humantime::parse_rfc3339_weak(text)
            .map_or_else(|_| hook_protocol::one_line(text, MAX_TEXT), |time| self.local(time))
    }

    /// The beginning of this day, in local time.
    pub fn today(&self) -> SystemTime {
        let now = Timestamp::try_from(self.now()).unwrap_or_default();
        let day = ZonedDateTime::new(now, self.zone()).start_of_day();
        day.and_then(|day| day.timestamp().try_into()).unwrap_or_else(|_| self.now())
    }

    /// The time zone: `TZ`, else the machine's.
    fn zone(&self) -> TimeZone {
        match (self.env("TZ"), self.environment.as_ref()) {
            (Some(name), _) => TimeZone::get(name.trim_start_matches(':'))
                .or_else(|_| TimeZone::posix(&name))
                .unwrap_or(TimeZone::UTC),
            (None, Environment::Process) => TimeZone::system(),
            (None, Environment::Fixed(_)) => TimeZone::UTC,
        }
    }
}

/// The longest time that is shown, in characters.
const MAX_TEXT: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(zone: &str, text: &str, expected: &str) {
        let now = humantime::parse_rfc3339("2026-11-22T23:30:00Z").unwrap();
        let environment = Environment::Fixed([("TZ".to_owned(), zone.to_owned())].into());
        let ctx = Ctx::new("a-hook", environment, now, None);
        assert_eq!(ctx.local_text(text), expected, "{zone} {text}");
    }

    #[test]
    fn times_are_told_by_the_persons_clock() {
        check("Europe/Berlin", "2026-11-22T08:18:59.123Z", "2026-11-22 09:18 CET");
        check("Europe/Berlin", "2026-07-01T08:18:59Z", "2026-07-01 10:18 CEST");
        check("America/New_York", "2026-11-22T03:00:00Z", "2026-11-21 22:00 EST");
        check("", "2026-11-22T08:18:59Z", "2026-11-22 08:18 UTC");
        check("no/zone", "2026-11-22T08:18:59Z", "2026-11-22 08:18 UTC");
        check("UTC", "soon", "soon");
    }

    #[test]
    fn a_day_begins_by_the_persons_clock() {
        let now = humantime::parse_rfc3339("2026-11-22T23:30:00Z").unwrap();
        let environment =
            Environment::Fixed([("TZ".to_owned(), "Europe/Berlin".to_owned())].into());
        let today = Ctx::new("a-hook", environment, now, None).today();
        let today = humantime::format_rfc3339_seconds(today).to_string();
        assert_eq!(today, "2026-11-22T23:00:00Z");
    }
}
