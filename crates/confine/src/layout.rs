//! Which mounts and which Landlock rules say what a plan says.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::marks::{Access, Marks, names_in};

/// More mounts than a command is worth, and than a process can have descriptors open for.
const MAX_MOUNTS: usize = 400;

/// The mounts to make, each after those that it lies in.
pub(crate) type Mounts = Vec<(PathBuf, Access)>;

/// The mounts of an open plan, over a tree that is as it is: what is read-only, and from the project's root down the
/// folders around that.
pub(crate) fn closures(marks: &Marks) -> Mounts {
    let mut walk = Walk { marks, mounts: Vec::new() };
    walk.visit(Path::new("/"), Access::Write, Access::Write);
    walk.mounts.retain(|(path, access)| *access == Access::Read || marks.is_inside(path));
    walk.mounts
}

/// The mounts of a plan, over a tree in which everything is read-only.
pub(crate) fn mounts(marks: Marks) -> Mounts {
    let mounts = walked(&marks);
    if mounts.len() <= MAX_MOUNTS { mounts } else { walked(&marks.without_new_names()) }
}

fn walked(marks: &Marks) -> Mounts {
    let mut walk = Walk { marks, mounts: Vec::new() };
    walk.visit(Path::new("/"), Access::Read, Access::Read);
    walk.mounts
}

struct Walk<'a> {
    marks: &'a Marks,
    mounts: Mounts,
}

impl Walk<'_> {
    /// Goes through a path with access `inherited`, where a mount above has the access `around`.
    fn visit(&mut self, path: &Path, inherited: Access, around: Access) {
        if self.mounts.len() > MAX_MOUNTS {
            return;
        }
        let access = self.mark(path).unwrap_or(inherited);
        if !self.differs_below(path, access) {
            if access != around {
                self.mounts.push((path.to_path_buf(), access));
            }
            return;
        }
        match access {
            // A folder around what is read-only is a mount of its own even where the one above can be written: one
            // that is no mount could be renamed, with all that lies in it.
            Access::Write => {
                self.mounts.push((path.to_path_buf(), Access::Write));
                self.visit_marked(path, Access::Write, Access::Write);
            }
            Access::Read if self.marks.takes_new_names(path) => {
                self.mounts.push((path.to_path_buf(), Access::Write));
                self.visit_all(path);
            }
            Access::Read => {
                if around == Access::Write {
                    self.mounts.push((path.to_path_buf(), Access::Read));
                }
                self.visit_marked(path, Access::Read, Access::Read);
            }
        }
    }

    /// Goes through what has marks below a folder.
    fn visit_marked(&mut self, dir: &Path, access: Access, around: Access) {
        for child in children(dir, self.marks) {
            let name = child.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let opens = self.marks.matches_name(dir, name);
            self.visit(&child, if opens { Access::Write } else { access }, around);
        }
    }

    /// Goes through all that exists in a folder that takes new names, and through what has marks.
    fn visit_all(&mut self, dir: &Path) {
        let mut all: Vec<PathBuf> = names_in(dir).map(|name| dir.join(name)).collect();
        all.extend(children(dir, self.marks).into_iter().filter(|child| child.exists()));
        all.sort();
        all.dedup();
        for child in all {
            let name = child.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let opens = self.marks.opens_name(dir, name);
            let inherited = if opens { Access::Write } else { Access::Read };
            self.visit(&child, inherited, Access::Write);
        }
    }

    fn mark(&self, path: &Path) -> Option<Access> {
        let at = self.marks.all().binary_search_by(|(other, _)| other.as_path().cmp(path)).ok()?;
        self.marks.all().get(at).map(|(_, access)| *access)
    }

    /// Whether something below a path has another access than it.
    fn differs_below(&self, path: &Path, access: Access) -> bool {
        let mut below = self.marks.all().iter().filter(|(other, _)| is_below(other, path));
        below.any(|(_, other)| *other != access)
            || (access == Access::Read && self.marks.has_pattern(path))
    }
}

fn is_below(path: &Path, dir: &Path) -> bool {
    path != dir && path.starts_with(dir)
}

/// The paths in a folder that lead to marks and patterns, or match a pattern.
fn children(dir: &Path, marks: &Marks) -> Vec<PathBuf> {
    let all = marks.all().iter().map(|(path, _)| path.as_path()).chain(marks.folders_of_patterns());
    let below = all.filter_map(|path| path.strip_prefix(dir).ok());
    let mut children: Vec<PathBuf> =
        below.filter_map(|path| path.iter().next()).map(|name| dir.join(name)).collect();
    if marks.folders_of_patterns().any(|of| of == dir) {
        let is_matched =
            |name: &OsString| name.to_str().is_some_and(|it| marks.matches_name(dir, it));
        children.extend(names_in(dir).filter(is_matched).map(|name| dir.join(name)));
    }
    children.sort();
    children.dedup();
    children
}

/// What Landlock alone grants: for a folder with something read-only in it, all that is there beside that.
pub(crate) fn grants(marks: &Marks) -> Vec<PathBuf> {
    let mut walk = Walk { marks, mounts: Vec::new() };
    let mut granted = Vec::new();
    walk.grant(Path::new("/"), Access::Read, &mut granted);
    granted
}

impl Walk<'_> {
    fn grant(&mut self, path: &Path, inherited: Access, granted: &mut Vec<PathBuf>) {
        let access = self.mark(path).unwrap_or(inherited);
        if !self.differs_below(path, access) && !self.has_names(path, access) {
            if access == Access::Write {
                granted.push(path.to_path_buf());
            }
            return;
        }
        let mut all = children(path, self.marks);
        if access == Access::Write || self.has_names(path, access) {
            all.extend(names_in(path).map(|name| path.join(name)));
            all.sort();
            all.dedup();
        }
        for child in all {
            let name = child.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let opens = access == Access::Read && self.marks.opens_name(path, name);
            self.grant(&child, if opens { Access::Write } else { access }, granted);
        }
    }

    /// Whether a folder has names that are open without a mark.
    fn has_names(&self, path: &Path, access: Access) -> bool {
        access == Access::Read && self.marks.takes_new_names(path)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::outcome::Call;
    use crate::plan::Plan;

    /// Lays out a project and shows the mounts and the grants of a plan, with paths from its folder.
    #[track_caller]
    fn check(
        files: &[&str],
        fill_in: impl Fn(&str, &mut Plan),
        mounted: &[&str],
        granted: &[&str],
    ) {
        let top = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(top.path()).unwrap();
        for file in files {
            let file = top.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::File::create(file).unwrap();
        }
        let mut plan = Plan { project: top.join("p"), ..Plan::default() };
        fill_in(top.to_str().unwrap(), &mut plan);
        let marks = || Marks::of(&plan, &Call::default());
        let short = |path: &Path| path.strip_prefix(&top).unwrap().display().to_string();
        let found: Vec<String> = mounts(marks())
            .iter()
            .map(|(path, access)| {
                format!("{} {}", if *access == Access::Write { "w" } else { "r" }, short(path))
            })
            .collect();
        assert_eq!(found, mounted);
        let found: Vec<String> = grants(&marks()).iter().map(|path| short(path)).collect();
        assert_eq!(found, granted);
    }

    const PROJECT: [&str; 6] =
        ["p/src/a", "p/src/gen/b", "p/docs/c", "p/d.md", "p/build/e", "other/f"];

    #[test]
    fn nothing_is_writable_without_a_scope() {
        check(&PROJECT, |_, _| {}, &[], &[]);
    }

    #[test]
    fn a_folder_on_the_way_takes_new_names_and_keeps_what_exists() {
        let fill = |top: &str, plan: &mut Plan| {
            plan.writable = vec![format!("{top}/p/src/"), format!("{top}/p/new/")];
            plan.outputs = vec!["build".to_owned()];
        };
        check(&PROJECT, fill, &["w p", "r p/d.md", "r p/docs"], &["p/build", "p/new", "p/src"]);
    }

    #[test]
    fn without_outputs_no_folder_takes_a_new_name() {
        let fill = |top: &str, plan: &mut Plan| plan.writable = vec![format!("{top}/p/src/")];
        check(&PROJECT, fill, &["w p/src"], &["p/src"]);
    }

    #[test]
    fn what_is_read_only_in_the_scope_is_a_mount_or_has_its_neighbours_granted() {
        let fill = |top: &str, plan: &mut Plan| {
            plan.writable = vec![format!("{top}/p/src/")];
            plan.read_only = vec![format!("{top}/p/src/gen/")];
        };
        check(&PROJECT, fill, &["w p/src", "r p/src/gen"], &["p/src/a"]);
    }

    #[test]
    fn names_of_a_pattern_are_open_in_their_folder_alone() {
        let fill = |top: &str, plan: &mut Plan| {
            plan.writable = vec![format!("{top}/p/*.md")];
            plan.outputs = vec!["build".to_owned()];
        };
        check(&PROJECT, fill, &["w p", "r p/docs", "r p/src"], &["p/build", "p/d.md"]);
    }

    #[test]
    fn an_open_plan_closes_what_it_names_and_nothing_else() {
        let top = tempfile::tempdir().unwrap();
        let top = fs::canonicalize(top.path()).unwrap();
        fs::create_dir_all(top.join("p/docs/.git")).unwrap();
        let path = |name: &str| format!("{}/{name}", top.display());
        let plan = Plan {
            project: top.join("p"),
            is_open: true,
            git: vec![top.join("p/docs/.git")],
            read_only: vec![path("p/docs/"), path("p/docs/a"), path("other/")],
            ..Plan::default()
        };
        let check = |names_git, expected: &[&str]| {
            let marks = Marks::of(&plan, &Call { names_git, ..Call::default() });
            let word = |access: &Access| if *access == Access::Write { "w" } else { "r" };
            let found = closures(&marks);
            let short = |path: &Path| path.strip_prefix(&top).unwrap().display().to_string();
            let found: Vec<String> = found
                .iter()
                .map(|(path, access)| format!("{} {}", word(access), short(path)))
                .collect();
            assert_eq!(found, expected);
        };
        check(false, &["r other", "w p", "r p/docs"]);
        check(true, &["r other", "w p", "r p/docs", "w p/docs/.git"]);
    }

    #[test]
    fn names_of_a_pattern_are_open_where_no_folder_takes_a_new_name() {
        let fill = |top: &str, plan: &mut Plan| {
            plan.writable = vec![format!("{top}/p/*.md"), format!("{top}/p/docs/c*")];
        };
        check(&PROJECT, fill, &["w p/d.md", "w p/docs/c"], &["p/d.md", "p/docs/c"]);
    }

    #[test]
    fn a_project_in_a_temporary_folder_is_as_safe() {
        let fill = |top: &str, plan: &mut Plan| {
            plan.temporary = vec![top.into()];
            plan.writable = vec![format!("{top}/p/src/")];
        };
        check(&PROJECT, fill, &["w ", "r p", "w p/src"], &["other", "p/src"]);
    }
}
