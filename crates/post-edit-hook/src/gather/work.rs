//! The steps for one file, run: formatters first, then checks.

use hook_runtime::Ctx;

use crate::gather::check::check;
use crate::gather::edit::Edit;
use crate::gather::format::{Reformatted, reformat};
use crate::gather::snapshot::Snapshot;
use crate::gather::step::Failure;
use crate::gather::target::Target;
use crate::policy::{Kind, Policy, Step};

/// What came of the steps.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) reformatted: Option<Reformatted>,
    /// The formatter during which somebody else changed the file: it and those after it did nothing.
    pub(crate) overtaken: Option<String>,
    /// The file changed while the checks ran.
    pub(crate) changed_by_checks: bool,
    /// What is to be told, in the order of the steps, formatters first.
    pub(crate) failures: Vec<Failure>,
}

/// The steps of a policy that are for a file, formatters before checks.
pub(crate) fn steps_for<'a>(policy: &'a Policy, target: &Target) -> Vec<&'a Step> {
    let of_kind = |kind| policy.steps.iter().filter(move |step| step.kind == kind);
    of_kind(Kind::Format).chain(of_kind(Kind::Check)).filter(|step| target.is_for(step)).collect()
}

/// Runs the steps. `edit` is what is known of the edit before them.
pub(crate) fn run(ctx: &Ctx, steps: &[&Step], target: &Target, edit: &Edit<'_>) -> Report {
    let (formatters, checks): (Vec<&Step>, Vec<&Step>) =
        steps.iter().partition(|step| step.kind == Kind::Format);
    let mut report = Report::default();
    let Some(left) = Snapshot::of(&target.path) else {
        return report;
    };
    let formatted = reformat(ctx, &formatters, target, edit, &left);
    report.reformatted = formatted.reformatted;
    report.overtaken = formatted.overtaken;
    report.failures = formatted.failures;
    if !checks.is_empty() {
        let checked = check(ctx, &checks, target, edit, &left);
        report.failures.extend(checked.failures);
        report.changed_by_checks = checked.is_changed;
    }
    report
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use hook_runtime::Environment;
    use project_paths::{ProjectRoot, RealPaths};

    use super::*;
    use crate::gather::step::Cause;

    /// What came of the steps for the file `a.py`, and what is in it then. The hook
    /// has the usual four seconds.
    fn report(steps: &str, content: &[u8]) -> (Report, Vec<u8>) {
        report_on(steps, content, &Edit::default())
    }

    fn report_on(steps: &str, content: &[u8], edit: &Edit<'_>) -> (Report, Vec<u8>) {
        report_in(&tempfile::tempdir().unwrap(), steps, content, edit, None)
    }

    fn report_in(
        folder: &tempfile::TempDir,
        steps: &str,
        content: &[u8],
        edit: &Edit<'_>,
        shell: Option<String>,
    ) -> (Report, Vec<u8>) {
        hook_state::replace(&folder.path().join("a.py"), content).unwrap();
        let project = ProjectRoot::at(folder.path());
        let target = Target::find_by(&RealPaths::default(), &project, None, "a.py").unwrap();
        let file = folder.path().join("post-edit.yaml");
        hook_state::replace(&file, format!("steps:\n{steps}").as_bytes()).unwrap();
        let policy: Policy = hook_config::read(&file).unwrap().parse().unwrap();
        let state = folder.path().join("state").to_string_lossy().into_owned();
        let shell = shell.map(|shell| ("CLAUDE_CODE_SHELL".to_owned(), shell));
        let state = ("TACKLEBOX_STATE_DIR".to_owned(), state);
        let environment = Environment::Fixed([state].into_iter().chain(shell).collect());
        let ctx = Ctx::new("post-edit-hook", environment, SystemTime::UNIX_EPOCH, None);
        let report = run(&ctx, &steps_for(&policy, &target), &target, edit);
        let content = std::fs::read(&target.path).unwrap();
        (report, content)
    }

    #[test]
    fn what_no_longer_fits_is_not_run() {
        let steps = "- { files: a.py, kind: format, run: [sleep, '60'] }\n\
                     - { files: a.py, kind: format, run: [sh, -c, 'echo late > a.py'] }\n\
                     - { files: a.py, kind: check, run: ['false'] }\n";
        let (report, content) = report(steps, b"x\n");
        let causes: Vec<&Cause> = report.failures.iter().map(|failure| &failure.cause).collect();
        let [Cause::TimedOut { is_cut_short: true, .. }, Cause::NoTime, Cause::NoTime] = causes[..]
        else {
            panic!("{causes:?}");
        };
        assert_eq!(content, b"x\n");
    }

    #[cfg(unix)]
    #[test]
    fn programs_run_behind_the_wall_of_the_client_and_a_formatter_has_its_copy() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (shell, log) = (folder.path().join("confine-bash"), folder.path().join("log"));
        let script = format!(
            "#!/bin/sh\necho \"$1 $2\" >> '{}'\nwhile [ \"$1\" != -- ]; do shift; done; shift; exec \"$@\"\n",
            log.display()
        );
        hook_state::replace(&shell, script.as_bytes()).unwrap();
        std::fs::set_permissions(&shell, std::fs::Permissions::from_mode(0o755)).unwrap();
        let steps = "- { files: a.py, kind: format, run: [sh, -c, 'echo formatted > \"$0\"', '{file}'] }\n\
                     - { files: a.py, kind: check, run: [sh, -c, 'test -n \"$0\"', '{file}'] }\n";
        let shell = shell.to_str().unwrap().to_owned();
        let (report, content) = report_in(&folder, steps, b"x\n", &Edit::new_file(), Some(shell));
        assert_eq!((report.failures.len(), &*content), (0, &b"formatted\n"[..]));
        let log = std::fs::read_to_string(log).unwrap();
        let [format, check] = log.lines().collect::<Vec<_>>()[..] else { panic!("{log}") };
        assert!(format.starts_with("--tacklebox-run --tacklebox-write="), "{log}");
        assert!(format.ends_with("/post-edit-copies/0"), "{log}");
        assert_eq!(check, "--tacklebox-run --");
    }

    #[test]
    fn what_a_formatter_made_no_text_is_not_formatted_further() {
        let steps = "- { files: a.py, kind: format, run: [sh, -c, 'printf \"\\377\" > a.py'] }\n\
                     - { files: a.py, kind: format, run: [sh, -c, 'echo x > a.py'] }\n\
                     - { files: a.py, kind: check, run: [sh, -c, 'echo a.py:1:1: x; false'], \
                         when: changed-lines-only }\n";
        let (report, content) = report_on(steps, b"x\n", &Edit::new_file());
        assert_eq!(report.failures.len(), 1);
        assert_eq!(content, b"\xff");
    }

    #[test]
    fn what_is_no_text_is_checked_and_not_formatted() {
        let steps = "- { files: a.py, kind: format, run: [sh, -c, 'echo x > a.py'] }\n\
                     - { files: a.py, kind: check, run: ['false'] }\n";
        let (report, content) = report(steps, b"\xff\xfex\n");
        assert!(report.reformatted.is_none());
        assert_eq!(report.failures.len(), 1);
        assert_eq!(content, b"\xff\xfex\n");
    }
}
