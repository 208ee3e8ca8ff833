//! Times as people say them.

use std::time::Duration;

/// How long ago something was, in its largest unit: `12s`, `5m`, `30h`, `3d`.
pub fn ago(duration: Duration) -> String {
    let seconds = duration.as_secs();
    match seconds {
        0..60 => format!("{seconds}s"),
        60..3_600 => format!("{}m", seconds / 60),
        3_600..172_800 => format!("{}h", seconds / 3_600),
        _ => format!("{}d", seconds / 86_400),
    }
}
