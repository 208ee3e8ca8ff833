//! What only the person knows, has or sends out.

use super::topic::check_asked;

#[test]
fn what_only_the_person_has_seen_is_asked() {
    for (question, label) in [
        ("Have you saved the recovery codes?", "Saved"),
        ("Did you read the notes in the README?", "Yes"),
        ("Does the login flow work correctly?", "Passed"),
        ("Are you the maintainer of this package?", "Yes"),
        ("Result of test step 4?", "Pass"),
        ("The test needs a phone number. Which one?", "Your own mobile"),
        ("Whose key signs it?", "Yours from the YubiKey"),
        ("Which cause?", "Enter cause"),
        ("Which account?", "Enter manually"),
        ("Which name?", "Custom -- Type it with the 'Other' option"),
    ] {
        check_asked(question, &[label, "No"], true);
    }
    for (question, label) in [
        ("What is next?", "Complete session"),
        ("Which fix?", "Correct the typo"),
        ("What should the button say?", "Paste"),
        ("Which part of the docs first?", "Type annotations"),
        ("Do you prefer tabs?", "Yes"),
    ] {
        check_asked(question, &[label, "No"], false);
    }
}

#[test]
fn what_is_installed_or_read_by_others_is_asked() {
    for label in [
        "Install ffmpeg",
        "brew install ffmpeg",
        "npm i -g eslint",
        "Log in with SSO for you",
        "A GitHub issue for each",
        "Open a draft PR",
        "All devices",
        "Upgrade to Pro",
    ] {
        check_asked("How should the tests go on?", &[label, "Skip"], true);
    }
    check_asked("Create a GitHub issue to track this?", &["Yes", "No"], true);
    for label in ["Install first", "Sign in", "npm", "The GitHub issue template", "Cargo features"]
    {
        check_asked("Which section comes first in the docs?", &[label, "Usage"], false);
    }
    check_asked("Create a GitHub issue template?", &["Yes", "No"], false);
}

#[test]
fn something_begins_with_a_yes() {
    for question in [
        "Set up Stripe now?",
        "Clean up instances now?",
        "Start webhook forwarding now?",
        "Proceed with stitching?",
        "Continue with the layoffs?",
    ] {
        check_asked(question, &["Yes", "No"], true);
    }
    for question in [
        "Write the tests now?",
        "Are the names clear now?",
        "Proceed with the implementation?",
        "Continue with the next file?",
    ] {
        check_asked(question, &["Yes", "No"], false);
    }
}

#[test]
fn an_act_may_be_told_or_be_a_noun() {
    for question in [
        "You are OK with halting the turbine?",
        "How about renting ten bigger ones?",
        "Would you mind telling the press?",
        "Who should turn the boiler off?",
        "Which name should the helper have? After that I turn the boiler off.",
        "I am going to bin the old disks, unless you stop me.",
        "Would you instead like me to halt the turbine?",
        "May the cron job thaw the samples?",
    ] {
        check_asked(question, &["OK", "No"], true);
    }
    for question in [
        "You are OK with renaming the class?",
        "How about splitting the parser?",
        "Which name should the helper have? After that I sort the imports.",
        "I am going to split the parser, unless you stop me.",
    ] {
        check_asked(question, &["OK", "No"], false);
    }
}

#[test]
fn what_is_live_is_chosen() {
    check_asked("Against which database should the tests run?", &["The primary", "A copy"], true);
    check_asked("Which account should the cleanup use?", &["The real one", "A mock"], true);
    check_asked("Which branch should the diff be against?", &["main", "dev"], false);
}

#[test]
fn a_description_says_that_there_is_no_way_back() {
    for description in [
        "Cannot be rolled back",
        "Permanent",
        "There is no backup",
        "Uses your SSH key",
        "Runs without the sandbox",
        "Skips the review",
    ] {
        let label = format!("Grid -- {description}");
        check_asked("Which layout should the page have?", &[&label, "Flex"], true);
    }
    for description in ["Works offline", "Final classes only", "Runs without a server"] {
        let label = format!("Grid -- {description}");
        check_asked("Which layout should the page have?", &[&label, "Flex"], false);
    }
}
