//! The pages about a hook that needs another one.

use std::path::Path;

use anyhow::Context;
use golden::page;
use golden::place::Place;

const SHORT: &str = include_str!("../../../../docs/hooks/subagent-start-hook.md");
const REFERENCE: &str = include_str!("../../../../docs/reference/subagent-start-hook.md");

/// What they show comes about with both hooks themselves. `hook` is one of the links to the
/// program, which stand beside each other.
pub(crate) fn a_page_about_two_hooks_can_be_replayed(hook: &Path) -> anyhow::Result<()> {
    for page in [SHORT, REFERENCE] {
        let place = Place::new(hook.to_str().context("the path is no text")?)?;
        place.write(".tacklebox/README.md", "")?;
        page::run(page, &place, |_| Ok(()))?;
    }
    Ok(())
}

const INSTALL: &str = include_str!("../../../../docs/install.md");
const DOCTOR: &str = include_str!("../../../../docs/doctor.md");
const ANALYSIS: &str = include_str!("../../../../docs/analysis.md");

/// What the pages of installing and of the doctor show comes about.
pub(crate) fn installing_and_examining_are_as_their_pages_say() {
    let program = golden::under_test(Path::new(env!("CARGO_BIN_EXE_tacklebox")));
    for text in [INSTALL, DOCTOR] {
        let place = Place::new(program.to_str().unwrap()).unwrap();
        page::run(text, &place, |_| Ok(())).unwrap();
    }
}

const GUIDE: &str = include_str!("../../../../docs/guide.md");

/// Each command of the guide works in a project, in the order of the page.
pub(crate) fn the_guide_can_be_followed() {
    let program = golden::under_test(Path::new(env!("CARGO_BIN_EXE_tacklebox")));
    let place = Place::new(program.to_str().unwrap()).unwrap();
    let path = "export PATH=\"$PWD/.claude/hooks/bin:$PATH\"";
    let follow = |block: &page::Block<'_>| {
        if block.language != "sh" {
            return Ok(());
        }
        let output = place.shell(&format!("set -e; {path}\n{}", block.text))?;
        let errors = String::from_utf8_lossy(&output.stderr);
        anyhow::ensure!(output.status.success(), "{}{errors}", block.text);
        Ok(())
    };
    page::run(GUIDE, &place, follow).unwrap();
}

/// The page of replay, report, cost and hooklint shows what they print.
pub(crate) fn analysis_is_as_its_page_says() {
    let program = golden::under_test(Path::new(env!("CARGO_BIN_EXE_tacklebox")));
    let place = Place::new(program.to_str().unwrap()).unwrap();
    page::run(ANALYSIS, &place, |_| Ok(())).unwrap();
}

/// Each check of the table is one that the page explains.
pub(crate) fn the_page_of_the_doctor_names_every_check() {
    for (check, _) in doctor::CHECKS {
        assert!(DOCTOR.contains(&format!("\n| `{check}` | ")), "{check} is not on the page");
    }
}

const WRITE_A_HOOK: &str = include_str!("../../../../docs/write-a-hook.md");

/// Cargo as a person has it, in a project that has another home: with what is built shared, without a
/// network, and with the program of the tests as that of the release, which would be built for it alone.
const CARGO: &str = r#"
export CARGO_HOME="$CACHE" CARGO_TARGET_DIR="$TARGET" CARGO_PROFILE_DEV_DEBUG=false
[ -f Cargo.lock ] || cp "$LOCK" Cargo.lock
if [ "$1" = build ]; then
    "$PROGRAM" build --offline --quiet || exit
    mkdir -p target/release && cp "$TARGET/debug/size-hook" target/release
else
    "$PROGRAM" "$@" --offline --quiet
fi"#;

/// The two hooks of the page, written and installed as it says.
pub(crate) fn a_hook_can_be_written() {
    let program = golden::under_test(Path::new(env!("CARGO_BIN_EXE_tacklebox")));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let home = || format!("{}/.cargo", option_env!("HOME").unwrap_or("/root"));
    let cache = option_env!("CARGO_HOME").map_or_else(home, str::to_owned);
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("write-a-hook");
    let settings = format!(
        "PROGRAM='{}' CACHE='{cache}' TARGET='{}' LOCK='{}'",
        env!("CARGO"),
        target.display(),
        root.join("Cargo.lock").display()
    );
    let toolchain = Path::new(env!("CARGO")).parent().unwrap().display();
    let script = format!("export PATH='{toolchain}':\"$PATH\"\n{settings}\n{CARGO}");
    let place = Place::new(program.to_str().unwrap()).unwrap().with_script("cargo", &script);
    let place = place.unwrap();
    let sources = place.project().join("../home/src");
    std::fs::create_dir_all(&sources).unwrap();
    std::os::unix::fs::symlink(&root, sources.join("tacklebox")).unwrap();
    let follow = |block: &page::Block<'_>| {
        if block.language != "sh" || block.file.is_some() {
            return Ok(());
        }
        // Not every machine of CI can block the network, and a script takes its time with 20 MB.
        let text = block.text.replace("hooklint ", "hooklint --with-network --timeout 120s ");
        let output = place.shell(&format!("set -e; {text}"))?;
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        anyhow::ensure!(output.status.success(), "{}{said}", block.text);
        Ok(())
    };
    page::run(WRITE_A_HOOK, &place, follow).unwrap();
    let check = |line: &str, expected: &str| {
        let output = place.shell(line).unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(said.trim(), expected, "{line}");
    };
    // The chain alone logs the call, once.
    check("find .. -name calls.jsonl -exec cat {} + | wc -l", "1");
    check("tacklebox errors --project .", "No problems found.");
    let help = "size-hook: this is a hook: an agent host starts it with an event on stdin";
    check("size-hook/target/release/size-hook --help", help);
    check("tacklebox new-hook other > /dev/null", "");
    for file in ["size-hook/src/main.rs", "other-hook/src/main.rs", "other-hook/tests/it.rs"] {
        check(&format!("{toolchain}/rustfmt --edition 2024 --check {file}"), "");
    }
}
