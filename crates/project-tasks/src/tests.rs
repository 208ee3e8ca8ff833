//! What commands run of a project, in a folder with some files.

use std::fs;
use std::path::Path;

use super::*;

/// A folder with these files.
#[expect(clippy::disallowed_methods, reason = "a person's files")]
pub(crate) fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    folder
}

/// What is told of a command in a folder: its text, and where it runs and stands, below the folder.
pub(crate) fn ask(folder: &Path, line: &str) -> Option<(String, String, String)> {
    let words = shell_syntax::commands(line, &|_| vec![]).unwrap().remove(0).words;
    let found = told(&words, folder, &[])?;
    let below = |path: &Path| path.strip_prefix(folder).unwrap().to_string_lossy().into_owned();
    let text = found.text.replace(&*folder.to_string_lossy(), "DIR");
    Some((text, below(&found.folder), below(&found.file)))
}

#[test]
fn a_script_is_told_as_its_language_runs_it() {
    let folder = project(&[
        ("a.sh", "#!/usr/bin/env bash\nrm \"$1\"\n"),
        ("plain.sh", "ls\n"),
        ("tool", "#!/usr/bin/env python3\nprint(1)\n"),
        ("x.py", "print('a')\n"),
        ("x.js", "f()\n"),
        ("other", "#!/usr/bin/awk -f\n"),
        ("binary", "\0\u{1}"),
        ("edits", "#!/usr/bin/perl -pi\ns/a/b/\n"),
        ("plain-perl", "#!/usr/bin/env perl -w\nprint 1;\n"),
    ]);
    for (line, expected) in [
        ("./a.sh b", Some("bash -c '#!/usr/bin/env bash\nrm \"$1\"\n' 'DIR/./a.sh' 'b'")),
        ("./plain.sh", Some("bash -c 'ls\n' 'DIR/./plain.sh'")),
        ("bash -eu plain.sh 'a b'", Some("bash -c 'ls\n' 'DIR/plain.sh' 'a b'")),
        ("bash plain.sh $X", Some("bash -c 'ls\n' 'DIR/plain.sh' $not_told")),
        (". plain.sh", Some("ls\n")),
        (". plain.sh a", Some("bash -c 'ls\n' 'DIR/plain.sh' 'a'")),
        ("./tool -v", Some("python3 -c '#!/usr/bin/env python3\nprint(1)\n' '-v'")),
        (
            "python x.py a",
            Some(
                r"python3 -c 'print('\''a'\'')
' 'a'",
            ),
        ),
        ("npx tsx x.js", None),
        ("node x.js", Some("node -e 'f()\n'")),
        ("./other", None),
        ("./edits x", None),
        ("./plain-perl", Some("perl -e '#!/usr/bin/env perl -w\nprint 1;\n'")),
        ("./binary", None),
        ("./none.sh", None),
        ("bash -c ls", None),
        ("bash -n plain.sh", None),
        ("bash $X", None),
        ("plain.sh", None),
        ("ls", None),
    ] {
        let found = ask(folder.path(), line).map(|(text, ..)| text);
        assert_eq!(found.as_deref(), expected, "{line}");
    }
}

#[test]
fn a_script_of_a_package_is_told_with_what_runs_around_it() {
    let folder = project(&[
        (
            "package.json",
            r#"{"workspaces": ["apps/*"], "scripts": {
                "seed": "tsx seed.ts", "preseed": "ls", "test": "jest", "build": "tsc"}}"#,
        ),
        ("apps/web/package.json", r#"{"name": "@a/web", "scripts": {"build": "vite build"}}"#),
        ("apps/api/package.json", r#"{"name": "@a/api", "scripts": {"start": "node a.js"}}"#),
        ("src/deep/x", ""),
    ]);
    let root = folder.path();
    for (line, expected) in [
        ("npm run seed -- --all", Some(("ls\ntsx seed.ts '--all'", "", "package.json"))),
        ("pnpm seed", Some(("ls\ntsx seed.ts", "", "package.json"))),
        ("npm test", Some(("jest", "", "package.json"))),
        ("npm --silent run build", Some(("tsc", "", "package.json"))),
        ("npm run build -w apps/web", Some(("vite build", "apps/web", "apps/web/package.json"))),
        ("yarn workspace @a/web build", Some(("vite build", "apps/web", "apps/web/package.json"))),
        (
            "npm run build --workspaces",
            Some(("(cd 'DIR/apps/web' && vite build\n)", "", "package.json")),
        ),
        ("npm --prefix apps/api start", Some(("node a.js", "apps/api", "apps/api/package.json"))),
        ("npm run build reset -- -x", Some(("tsc 'reset' '-x'", "", "package.json"))),
        ("npm run build {}", Some(("tsc $not_told", "", "package.json"))),
        ("npm run build --filter a", None),
        ("npm run none", None),
        ("npm seed", None),
        ("npm install", None),
        ("yarn add x", None),
        ("npm run $X", None),
    ] {
        let found = ask(root, line);
        let found = found.as_ref().map(|(text, folder, file)| (&**text, &**folder, &**file));
        assert_eq!(found, expected, "{line}");
    }
    let deep = told(&shell_syntax::words("npm run build").unwrap(), &root.join("src/deep"), &[]);
    assert_eq!(deep.unwrap().folder, root, "it is looked for in the folders above");
}
