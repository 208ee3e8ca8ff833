//! When a compiled configuration is used, and when it is not.
#![expect(clippy::disallowed_methods, reason = "the tests lay out files and need their times")]

use std::cell::Cell;
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use hook_config::{Fingerprint, Sources, cache_name, cached};
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

const DAY: Duration = Duration::from_secs(86_400);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Policy {
    text: String,
    rules: BTreeMap<String, Vec<u32>>,
}

/// Two sources and what they compile to.
struct Ground {
    dir: TempDir,
    compiled: Cell<usize>,
    further: Vec<PathBuf>,
}

impl Ground {
    fn new() -> Ground {
        let dir = TempDir::new().unwrap();
        let ground = Ground { dir, compiled: Cell::new(0), further: Vec::new() };
        fs::write(ground.path("user.yaml"), "one").unwrap();
        ground
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn cache(&self) -> PathBuf {
        self.path("state/project/policy.cache")
    }

    fn sources(&self) -> [PathBuf; 2] {
        [self.path("project.yaml"), self.path("user.yaml")]
    }

    fn compile(&self) -> Result<(Policy, Vec<PathBuf>), String> {
        self.compiled.set(self.compiled.get() + 1);
        let sources = self.sources();
        let text = sources.iter().find_map(|file| fs::read_to_string(file).ok());
        let text = text.ok_or("no source")?;
        let rules = BTreeMap::from([(text.clone(), vec![1, 2, 3])]);
        Ok((Policy { text, rules }, self.further.clone()))
    }

    fn load_with(&self, version: &str, now: SystemTime) -> Result<Policy, String> {
        cached(&self.cache(), Sources::of(self.sources()), version, now, || self.compile())
    }

    /// Loads tomorrow, when every file has settled.
    #[track_caller]
    fn check(&self, text: &str, compiled: usize) {
        let policy = self.load_with("1.0", SystemTime::now() + DAY).unwrap();
        assert_eq!((policy.text.as_str(), self.compiled.get()), (text, compiled));
    }
}

#[test]
fn worktrees_and_programs_that_share_a_state_folder_have_caches_of_their_own() {
    let name =
        |root: &str, program: &str| cache_name("x", Some(root.as_ref()), Some(program.as_ref()));
    let names: HashSet<_> =
        [("/p", "/bin/one"), ("/p", "/bin/all"), ("/p/bin", "/all"), ("/q", "/bin/one")]
            .map(|(root, program)| name(root, program))
            .into();
    assert_eq!(names.len(), 4, "{names:?}");
    assert!(names.contains(&name("/p", "/bin/one")));
}

#[test]
fn what_did_not_change_is_compiled_once() {
    let ground = Ground::new();
    ground.check("one", 1);
    ground.check("one", 1);
    let names = fs::read_dir(ground.path("state/project")).unwrap().count();
    assert_eq!(names, 1);
}

#[test]
fn a_change_of_any_source_is_seen() {
    let ground = Ground::new();
    ground.check("one", 1);
    let user = File::options().write(true).open(ground.path("user.yaml")).unwrap();
    let modified = user.metadata().unwrap().modified().unwrap();
    fs::write(ground.path("user.yaml"), "two").unwrap();
    // The same length and time, as a careful forger or a coarse clock has it.
    user.set_modified(modified).unwrap();
    if cfg!(unix) {
        ground.check("two", 2);
    }
    let compiled = ground.compiled.get();
    fs::write(ground.path("project.yaml"), "appeared").unwrap();
    ground.check("appeared", compiled + 1);
    ground.check("appeared", compiled + 1);
    fs::remove_file(ground.path("project.yaml")).unwrap();
    fs::write(ground.path("user.yaml"), "longer").unwrap();
    ground.check("longer", compiled + 2);
    fs::write(ground.path("new"), "longer").unwrap();
    fs::rename(ground.path("new"), ground.path("user.yaml")).unwrap();
    ground.check("longer", compiled + 3);
    ground.check("longer", compiled + 3);
}

#[test]
fn a_further_file_counts_as_a_source() {
    let mut ground = Ground::new();
    let matrix = ground.path("matrix.yaml");
    fs::write(&matrix, "a").unwrap();
    ground.further = vec![matrix.clone(), ground.path("user.yaml"), ground.path("project.yaml")];
    ground.check("one", 1);
    ground.check("one", 1);
    fs::write(&matrix, "ab").unwrap();
    ground.check("one", 2);
    ground.check("one", 2);
    fs::remove_file(&matrix).unwrap();
    ground.check("one", 3);
    // A file that is missing may have vanished while it was read.
    ground.check("one", 4);
}

#[test]
fn a_young_source_is_not_cached() {
    let ground = Ground::new();
    let user = File::options().write(true).open(ground.path("user.yaml")).unwrap();
    user.set_modified(SystemTime::now() - DAY).unwrap();
    let changed = SystemTime::now();
    let mut expected = 0;
    for now in [changed - DAY / 2, changed - DAY * 2, SystemTime::UNIX_EPOCH] {
        // Modified long ago, says its time; but changed after that.
        expected += 1;
        let version = "1.0";
        ground.load_with(version, now).unwrap();
        assert_eq!(ground.compiled.get(), expected);
        assert!(!ground.cache().exists() || !cfg!(unix), "{now:?}");
    }
    user.set_modified(changed).unwrap();
    ground.load_with("1.0", changed + Duration::from_millis(1_900)).unwrap();
    assert!(!ground.cache().exists());
    ground.load_with("1.0", changed + Duration::from_millis(2_500)).unwrap();
    assert!(ground.cache().exists());
}

#[test]
fn another_version_or_list_compiles_anew() {
    let ground = Ground::new();
    ground.check("one", 1);
    let now = SystemTime::now() + DAY;
    ground.load_with("1.1", now).unwrap();
    assert_eq!(ground.compiled.get(), 2);
    ground.check("one", 3);
    let [project, user] = ground.sources();
    for sources in [vec![], vec![project.clone()], vec![user.clone()], vec![user, project]] {
        let before = ground.compiled.get();
        let asked = Sources::of(sources.clone());
        cached(&ground.cache(), asked, "1.0", now, || ground.compile()).unwrap();
        assert_eq!(ground.compiled.get(), before + 1, "{sources:?}");
    }
}

#[test]
fn an_error_is_handed_on_and_not_kept() {
    let ground = Ground::new();
    fs::remove_file(ground.path("user.yaml")).unwrap();
    let now = SystemTime::now() + DAY;
    assert_eq!(ground.load_with("1.0", now), Err("no source".to_owned()));
    assert!(!ground.cache().exists());
    fs::write(ground.path("user.yaml"), "back").unwrap();
    ground.check("back", 2);
}

#[test]
fn a_damaged_cache_is_not_used() {
    let ground = Ground::new();
    ground.check("one", 1);
    let whole = fs::read(ground.cache()).unwrap();
    let mut expected = 1;
    let mut damage = |bytes: &[u8]| {
        fs::write(ground.cache(), bytes).unwrap();
        expected += 1;
        ground.check("one", expected);
        assert_eq!(fs::read(ground.cache()).unwrap(), whole, "written anew");
    };
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x55;
        damage(&bytes);
        damage(&whole[..at]);
    }
    damage(&[whole.as_slice(), b"x"].concat());
    damage(&vec![0xff; 1 << 20]);
    fs::write(ground.cache(), &whole).unwrap();
    ground.check("one", expected);
}

#[test]
fn a_hostile_cache_is_not_used() {
    use std::hash::{DefaultHasher, Hasher};
    let ground = Ground::new();
    ground.check("one", 1);
    let whole = fs::read(ground.cache()).unwrap();
    let magic = 16;
    let body = &whole[magic + 8..];
    let mut expected = 1;
    for at in 0..body.len() {
        // The largest length that a number of this format can say.
        let huge = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        let forged = [&body[..at], &huge, &body[at..]].concat();
        let mut hasher = DefaultHasher::new();
        hasher.write(&forged);
        let sum = hasher.finish().to_le_bytes();
        fs::write(ground.cache(), [&whole[..magic], &sum, &forged].concat()).unwrap();
        expected += 1;
        ground.check("one", expected);
    }
}

#[test]
fn what_cannot_be_written_is_compiled_each_time() {
    let ground = Ground::new();
    fs::write(ground.path("state"), "a file in the way").unwrap();
    ground.check("one", 1);
    ground.check("one", 2);
}

#[test]
fn a_fingerprint_is_of_what_a_link_leads_to() {
    let ground = Ground::new();
    let of = |name: &str| Fingerprint::of(&ground.path(name)).unwrap();
    assert_eq!(of("none"), None);
    assert_eq!(of("user.yaml/none"), None);
    let one = of("user.yaml").unwrap();
    assert_eq!(one.path(), ground.path("user.yaml"));
    assert_eq!(of("user.yaml"), Some(one.clone()));
    fs::write(ground.path("user.yaml"), "other").unwrap();
    assert_ne!(of("user.yaml"), Some(one));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("target", ground.path("link")).unwrap();
        assert_eq!(of("link"), None);
        fs::write(ground.path("target"), "a").unwrap();
        let before = of("link");
        fs::write(ground.path("target"), "ab").unwrap();
        assert_ne!(of("link"), before);
    }
}
