//! The cache of what is protected: each change of the disk is seen.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde_json::json;

use super::Ground;
use crate::Act;

const YEAR: Duration = Duration::from_secs(365 * 86_400);

/// Far enough in the future that every folder has settled.
fn later() -> SystemTime {
    SystemTime::UNIX_EPOCH + 200 * YEAR
}

impl Ground {
    fn at_home(&self, path: &str) -> PathBuf {
        let path = self.home.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        path
    }

    /// What comes of a write when all folders have settled.
    fn write_later(&self, path: &Path) -> Option<Act> {
        // Whatever changes from now on gets another time, however coarse the clock is.
        for folder in [".", "p", "p/.claude", "p/.tacklebox", ".claude", ".config/tacklebox"] {
            if let Ok(folder) = File::open(self.home.join(folder)) {
                folder.set_modified(SystemTime::UNIX_EPOCH + YEAR).unwrap();
            }
        }
        let ctx = self.ctx_at(&self.project(), later());
        Self::call_in(&ctx, "Write", json!({ "file_path": path }))
    }

    fn has_cache(&self) -> bool {
        let ctx = self.ctx(&self.project());
        let found = fs::read_dir(ctx.state().unwrap().path()).into_iter().flatten().flatten();
        found.into_iter().any(|it| it.file_name().to_string_lossy().starts_with("protected-"))
    }
}

/// A write passes, and is refused after `change`.
#[track_caller]
fn check(path: &str, change: impl FnOnce(&Ground, &Path)) {
    let ground = Ground::new();
    let path = ground.at_home(path);
    assert_eq!(ground.write_later(&path), None);
    assert!(ground.has_cache());
    assert_eq!(ground.write_later(&path), None);
    change(&ground, &path);
    assert_eq!(ground.write_later(&path), Some(Act::Change));
}

/// Puts a link to a file or folder in the place of what is at `link`.
fn lead(link: &Path, target: &Path) {
    if link.symlink_metadata().is_ok() {
        fs::rename(link, target).unwrap();
    } else if !target.exists() {
        File::create(target).unwrap();
    }
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    symlink(target, link).unwrap();
}

#[test]
fn a_link_that_appears_is_seen() {
    check("p/conf/mcp.json", |ground, to| lead(&ground.project().join(".mcp.json"), to));
    check("dotfiles/settings.json", |ground, to| {
        lead(&ground.home.join(".claude/settings.json"), to);
    });
    check("dotfiles/hooks.json", |ground, to| lead(&ground.home.join(".cursor/hooks.json"), to));
    check("dotfiles/a.json", |ground, to| lead(&ground.home.join(".gemini/config/hooks.json"), to));
    check("dotfiles/gate.yaml", |ground, to| {
        lead(&ground.home.join(".config/tacklebox/intent-gate.yaml"), to);
    });
    check("p/conf/governance.yaml", |ground, to| {
        lead(&ground.project().join(".tacklebox/governance.yaml"), to);
    });
}

#[test]
fn a_folder_that_becomes_a_link_is_seen() {
    check("dotfiles/claude/settings.json", |ground, to| {
        fs::remove_dir(to.parent().unwrap()).unwrap();
        lead(&ground.home.join(".claude"), to.parent().unwrap());
    });
    check("dotfiles/config/hooks.json", |ground, to| {
        lead(&ground.home.join(".gemini/config"), to.parent().unwrap());
    });
    check("dotfiles/tacklebox/any.yaml", |ground, to| {
        fs::remove_dir(to.parent().unwrap()).unwrap();
        lead(&ground.home.join(".config/tacklebox"), to.parent().unwrap());
    });
}

#[test]
fn a_key_that_is_made_is_hidden() {
    let ground = Ground::new();
    let key = ground.home.join(".config/tacklebox/grants.key");
    assert_eq!(ground.write_later(&ground.project().join("src/a.rs")), None);
    assert!(ground.has_cache());
    let copy = || {
        let ctx = ground.ctx_at(&ground.project(), later());
        let protection = crate::Protection::new(&ctx, ctx.project().unwrap());
        (protection.protected().has_keys, protection.keys().is_empty())
    };
    assert_eq!(copy(), (false, true));
    hook_state::replace(&key, b"secret").unwrap();
    assert_eq!(copy(), (true, false));
}

#[test]
fn where_a_name_is_a_link_nothing_is_cached() {
    let ground = Ground::new();
    let target = ground.at_home("dotfiles/settings.json");
    symlink(&target, ground.home.join(".claude/settings.json")).unwrap();
    let other = ground.project().join("src/a.rs");
    assert_eq!(ground.write_later(&other), None);
    assert!(!ground.has_cache());
}
