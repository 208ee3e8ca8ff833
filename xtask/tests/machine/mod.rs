//! A machine with a home, a project and programs, on which `cargo xtask` runs.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// The program of the server that works beside a hook.
pub(crate) const SERVER: &str = "intent-mcp";

/// A home, a project and a folder of programs that need no building.
pub(crate) struct Machine {
    dir: TempDir,
}

pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Machine {
    pub(crate) fn new() -> Self {
        let machine = Self { dir: TempDir::with_prefix("a machine ").unwrap() };
        for dir in ["home", "a project", "programs"] {
            fs::create_dir(machine.path(dir)).unwrap();
        }
        machine.build("#!/bin/sh\necho one\n");
        machine
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    pub(crate) fn project(&self, path: &str) -> PathBuf {
        self.path("a project").join(path)
    }

    pub(crate) fn build(&self, program: &str) {
        let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../settings-templates");
        for template in fs::read_dir(templates).unwrap() {
            self.build_one(template.unwrap().path().file_stem().unwrap().as_ref(), program);
        }
        self.build_one(SERVER.as_ref(), program);
    }

    fn build_one(&self, name: &Path, program: &str) {
        let path = self.path("programs").join(name);
        write(&path, program);
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    }

    /// `cargo xtask` with the words of `line`; `@` stands for the project, `#` for
    /// a folder of programs that a person names.
    pub(crate) fn xtask(&self, line: &str) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.env("HOME", self.path("home")).stdin(Stdio::null());
        for word in line.split(' ') {
            match word {
                "@" => command.arg("--project").arg(self.project("")),
                "#" => command.arg("--bin-dir").arg(self.path("my bins")),
                word => command.arg(word),
            };
        }
        if line.starts_with("install") {
            command.arg("--programs").arg(self.path("programs"));
        }
        let output = command.output().unwrap();
        Run {
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    pub(crate) fn done(&self, line: &str) -> String {
        let run = self.xtask(line);
        assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
        run.stdout
    }

    pub(crate) fn refused(&self, line: &str, status: i32, because: &str) {
        let run = self.xtask(line);
        assert_eq!(run.status, status, "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
        assert!(run.stderr.contains(because), "{}", run.stderr);
    }

    /// Every file and folder of the project.
    pub(crate) fn tree(&self) -> Vec<String> {
        let mut paths = Vec::new();
        walk(&self.project(""), &self.project(""), &mut paths);
        paths.sort();
        paths
    }
}

fn walk(root: &Path, dir: &Path, paths: &mut Vec<String>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        paths.push(path.strip_prefix(root).unwrap().display().to_string());
        if path.is_dir() && !path.is_symlink() {
            walk(root, &path, paths);
        }
    }
}

pub(crate) fn write(path: &Path, text: &str) {
    use std::io::Write;
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::File::create(path).unwrap().write_all(text.as_bytes()).unwrap();
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

pub(crate) fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}
