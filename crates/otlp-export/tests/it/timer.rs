//! Timers.

use std::fs;
use std::path::Path;

use otlp_export::timer::{Manager, Timer};

use crate::stage::Stage;

fn timer(stage: &Stage, manager: Manager) -> Timer {
    Timer::new(&stage.ctx(), Path::new("/opt/a b%c/tacklebox-sync"), manager).unwrap()
}

#[test]
fn the_files_of_a_timer_are_written_and_removed() {
    for (manager, names) in [
        (
            Manager::Systemd,
            &[
                ".config/systemd/user/tacklebox-sync.service",
                ".config/systemd/user/tacklebox-sync.timer",
            ][..],
        ),
        (Manager::Launchd, &["Library/LaunchAgents/tacklebox-sync.plist"]),
    ] {
        let stage = Stage::new();
        let timer = timer(&stage, manager);
        let files: Vec<_> = names.iter().map(|name| stage.path("home").join(name)).collect();
        for _ in 0..2 {
            assert_eq!(timer.install().unwrap(), files);
        }
        let text = fs::read_to_string(&files[0]).unwrap();
        let start = match manager {
            Manager::Systemd => "ExecStart=\"/opt/a b%%c/tacklebox-sync\" ship\n",
            Manager::Launchd => {
                "<string>/opt/a b%c/tacklebox-sync</string>\n    <string>ship</string>\n"
            }
        };
        assert!(text.contains(start), "{text}");
        assert!(text.contains("TACKLEBOX_STATE_DIR"), "{text}");
        assert_eq!(timer.uninstall().unwrap(), files);
        assert!(timer.uninstall().unwrap().is_empty());
    }
}

#[test]
fn a_file_of_others_stays() {
    let stage = Stage::new();
    let timer = timer(&stage, Manager::Systemd);
    let file = stage.path("home/.config/systemd/user/tacklebox-sync.timer");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, "[Timer]\n").unwrap();
    for result in [timer.install().map(drop), timer.uninstall().map(drop)] {
        let err = result.unwrap_err().to_string();
        assert!(err.ends_with("tacklebox-sync.timer was not written by this program"), "{err}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "[Timer]\n");
    assert!(!file.with_extension("service").exists());
}
