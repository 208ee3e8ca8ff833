//! Records between rules, and those whose places stand alone on their lines.

use super::check_about;

#[test]
fn a_record_between_rules_is_one_finding() {
    let rule = "-".repeat(40);
    let near = "Error (near)\n\n  File: src/a.py:2\n\n  some words";
    let told = near.replace("\n\n", "\n");
    check_about(&format!("{near}\n{rule}\n\nFound 2 problems\n"), &[&told]);
    let far = near.replace("near", "far").replace(":2", ":9");
    check_about(&format!("{far}\n{rule}\n{near}\n{rule}\n"), &[&told]);
    let near = "Location: src/a.py:2\n    1) near";
    let far = "Location: src/a.py:9\n    2) far";
    let rule = "=".repeat(40);
    check_about(&format!("{far}\n{rule}\n{near}\n{rule}\n\nFound 2 problems\n"), &[near]);
    let other = "Source: src/b.py#L2\n    3) other";
    check_about(&format!("{near}\n{rule}\n{other}\n{rule}\n"), &[near]);
}

#[test]
fn what_stands_below_a_place_alone_belongs_to_it() {
    let (near, far) =
        ("in src/a.py line 2\n\n1) near is bad", "in src/a.py line 9\n\n2) far is bad");
    let told = near.replace("\n\n", "\n");
    check_about(&format!("{far}\n\n\n{near}\n"), &[&told]);
    check_about(&format!("Checking 3 files...\n\n{near}\n\n{far}\n"), &[&told]);
    check_about(&format!("{near}\n\nin src/b.py line 2\n\n3) other is bad\n"), &[&told]);
}

#[test]
fn what_stands_above_a_place_alone_belongs_to_it_where_none_has_more() {
    let (near, far) = ("* near is bad\n\nFile: src/a.py:2", "* far is bad\n\nFile: src/a.py:9");
    let told = near.replace("\n\n", "\n");
    check_about(&format!("{far}\n\n\n{near}\n"), &[&told]);
    check_about(&format!("Checking 3 files...\n\n{near}\n"), &[&told]);
}
