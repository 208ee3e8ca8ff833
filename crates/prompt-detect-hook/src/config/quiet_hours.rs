//! `quiet_hours`: a part of every day, by the clock on the wall.

use std::fmt;
use std::ops::RangeInclusive;
use std::time::SystemTime;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

const MINUTES_OF_DAY: u16 = 24 * 60;

/// The part of every day from one time to another, written `22:00-07:00`. The
/// first minute belongs to it, the last does not; one that ends before it begins
/// goes over midnight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct QuietHours {
    /// In minutes of the day.
    from: u16,
    to: u16,
}

impl QuietHours {
    /// Whether `now` is in it, by the clock of the system's time zone: `TZ`, else
    /// `/etc/localtime`, else UTC. An hour that a change of that clock repeats is
    /// quiet both times, one that it skips is never.
    pub(crate) fn have(self, now: SystemTime) -> bool {
        self.have_in(now, &TimeZone::system())
    }

    fn have_in(self, now: SystemTime, zone: &TimeZone) -> bool {
        let Ok(now) = Timestamp::try_from(now) else {
            return false;
        };
        let clock = zone.to_datetime(now).time();
        let minute = i32::from(clock.hour()) * 60 + i32::from(clock.minute());
        let (from, to) = (i32::from(self.from), i32::from(self.to));
        if from < to { from <= minute && minute < to } else { from <= minute || minute < to }
    }

    fn parse(text: &str) -> Option<Self> {
        let (from, to) = text.split_once('-')?;
        let hours = Self { from: minute(from.trim())?, to: minute(to.trim())? };
        (hours.from != hours.to).then_some(hours)
    }
}

/// The minute of the day that `HH:MM` is.
fn minute(text: &str) -> Option<u16> {
    let (hours, minutes) = text.split_once(':')?;
    let number = |text: &str, lengths: RangeInclusive<usize>| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
        let fits = is_number && lengths.contains(&text.len());
        if fits { text.parse::<u16>().ok() } else { None }
    };
    let (hours, minutes) = (number(hours, 1..=2)?, number(minutes, 2..=2)?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

impl fmt::Display for QuietHours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = [self.from, self.to].map(|minute| (minute / 60, minute % 60));
        write!(f, "{:02}:{:02}-{:02}:{:02}", from.0, from.1, to.0, to.1)
    }
}

impl Serialize for QuietHours {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.from, self.to).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for QuietHours {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            let (from, to) = <(u16, u16)>::deserialize(deserializer)?;
            return Ok(Self { from: from % MINUTES_OF_DAY, to: to % MINUTES_OF_DAY });
        }
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            let words = format_args!("`{text}` is not a time range such as 22:00-07:00");
            D::Error::custom(words)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(hours: &str, zone: &str, quiet: &[&str], loud: &[&str]) {
        let parsed = QuietHours::parse(hours).unwrap();
        let zone = TimeZone::posix(zone).unwrap();
        for (times, expected) in [(quiet, true), (loud, false)] {
            for time in times {
                let now = humantime::parse_rfc3339(time).unwrap();
                assert_eq!(parsed.have_in(now, &zone), expected, "{hours} at {time}");
            }
        }
    }

    /// Central Europe: its clock is turned on 29 March and 25 October 2026, both at
    /// 01:00 UTC.
    const BERLIN: &str = "CET-1CEST,M3.5.0,M10.5.0/3";

    #[test]
    fn a_part_of_the_day() {
        check(
            "12:00-13:30",
            "UTC0",
            &["2026-11-20T12:00:00Z", "2026-11-20T13:29:59Z"],
            &["2026-11-20T11:59:59.999Z", "2026-11-20T13:30:00Z", "2026-11-20T00:00:00Z"],
        );
    }

    #[test]
    fn over_midnight() {
        check(
            "22:00-07:00",
            BERLIN,
            &["2026-11-20T21:00:00Z", "2026-11-20T23:30:00Z", "2026-11-21T05:59:59Z"],
            &["2026-11-20T20:59:59Z", "2026-11-21T06:00:00Z", "2026-11-21T12:00:00Z"],
        );
        check("00:00-23:59", "UTC0", &["2026-11-20T00:00:00Z"], &["2026-11-20T23:59:00Z"]);
        check("22:00-00:00", "UTC0", &["2026-11-20T23:59:59Z"], &["2026-11-20T00:00:00Z"]);
    }

    #[test]
    fn the_clock_on_the_wall_decides_when_it_is_turned() {
        // Forward, from 02:00 to 03:00: 22:00 to 07:00 is an hour shorter.
        check(
            "22:00-07:00",
            BERLIN,
            &["2026-03-28T21:00:00Z", "2026-03-29T01:00:00Z", "2026-03-29T04:59:59Z"],
            &["2026-03-28T20:59:59Z", "2026-03-29T05:00:00Z"],
        );
        // What is skipped is never quiet.
        check("02:00-03:00", BERLIN, &[], &["2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z"]);
        // Back, from 03:00 to 02:00: 02:30 comes twice, and is quiet twice.
        check(
            "02:15-02:45",
            BERLIN,
            &["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"],
            &["2026-10-25T00:50:00Z", "2026-10-25T01:05:00Z", "2026-10-25T02:30:00Z"],
        );
        check(
            "22:00-07:00",
            BERLIN,
            &["2026-10-25T05:59:59Z"],
            &["2026-10-25T06:00:00Z", "2026-10-24T19:59:59Z"],
        );
    }

    #[test]
    fn what_is_no_part_of_a_day_is_none() {
        for text in ["22:00-07:00", "9:00 - 17:30", "00:00-23:59"] {
            assert!(QuietHours::parse(text).is_some(), "{text}");
        }
        for text in [
            "",
            "-",
            "22:00",
            "22-07",
            "22:00-",
            "22:00-24:00",
            "22:60-07:00",
            "22:0-07:00",
            "+9:00-17:00",
            "22:00-22:00",
            "22:00-07:00-08:00",
            "022:00-07:00",
            "２２:00-07:00",
        ] {
            assert!(QuietHours::parse(text).is_none(), "{text}");
        }
        assert_eq!(QuietHours::parse("9:05-17:30").unwrap().to_string(), "09:05-17:30");
    }
}
