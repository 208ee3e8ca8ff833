//! The judgements as tables.

mod additions;
mod asked;
mod consent;
mod labels;
mod person;
mod proposals;
mod questions;
mod scale;
mod topic;

use crate::{Additions, Words};

fn built_in() -> Words {
    Words::with(&Additions::default())
}

fn found(words: &Words, texts: &[&str]) -> Option<String> {
    words.find(texts.iter().copied()).map(|finding| finding.to_string())
}

#[track_caller]
fn check(texts: &[&str], expected: Option<&str>) {
    assert_eq!(found(&built_in(), texts).as_deref(), expected, "{texts:?}");
}

const VERBS: [&str; 3] = ["revoke", "reset", "rotate"];
const CREDENTIALS: [&str; 16] = [
    "credential",
    "secret",
    "password",
    "passphrase",
    "token",
    "access token",
    "api key",
    "access key",
    "private key",
    "signing key",
    "ssh key",
    "encryption key",
    "certificate",
    "client secret",
    "service account",
    "key",
];

#[test]
fn every_verb_with_every_credential() {
    let words = built_in();
    for verb in VERBS {
        for noun in CREDENTIALS {
            for text in [
                format!("{verb} the {noun}"),
                format!("{verb} the {noun}s?"),
                format!("Should I {} {noun}s now?", verb.to_uppercase()),
            ] {
                assert!(found(&words, &[&text]).is_some(), "{text}");
            }
        }
    }
}

#[test]
fn credentials() {
    check(&["Rotate the database password"], Some("rotate ... database"));
    check(&["reset my secret"], Some("reset ... secret"));
    check(&["reset my access key"], Some("reset ... access key"));
    check(&["revoke my secret"], Some("revoke"));
    check(&["revoke all tokens"], Some("revoke"));
    check(&["rotate the credentials"], Some("rotate ... credential"));
    check(&["reset the passwords"], Some("reset ... password"));
    check(&["Key rotation?"], Some("key rotation"));
    check(&["disable 2FA for alice"], Some("disable ... 2 fa"));
}

#[test]
fn what_cannot_be_taken_back() {
    check(&["Delete the old files?"], Some("delete"));
    check(&["How do we go on?", "Cleanup", "wiping the disk"], Some("wipe"));
    check(&["Drop the users table?"], Some("drop"));
    check(&["TRUNCATE orders;"], Some("truncate"));
    check(&["Purged on exit"], Some("purge"));
    check(&["Post 3 comments to the forge?", "All", "None"], Some("post ... comments to"));
    check(&["Post a reply?", "Yes", "No"], Some("post a reply"));
    check(&["How do we go on?", "Reply and resolve", "Skip"], Some("reply and resolve"));
    check(&["File this ticket?", "File it", "Edit first"], Some("file this ticket"));
    check(&["git push --force"], Some("git push"));
    check(&["push --force"], Some("push force"));
    check(&["Force-push the branch"], Some("force push"));
    check(&["push -f"], Some("push f"));
    check(&["push origin main --force-with-lease"], Some("push origin main"));
    check(&["push origin feature/x --force"], Some("push ... force"));
    check(&["git reset --hard HEAD~3"], Some("reset ... hard"));
    check(&["git reset HEAD~3 --hard"], Some("reset ... hard"));
    check(&["Is a reset of all four of them hard?"], None);
    check(&["A hard reset"], Some("hard reset"));
    check(&["git branch -D topic"], Some("branch d"));
    check(&["git clean -fdx"], Some("git clean"));
    check(&["Discard the local changes"], Some("discard ... local change"));
    check(&["git checkout -- ."], Some("git checkout"));
    check(&["terraform destroy"], Some("destroy"));
    check(&["kubectl delete ns web"], Some("delete"));
    check(&["rm -rf build"], Some("rm"));
    check(&["Run schema migrations"], Some("run ... migration"));
    check(&["Read the migration guide, then migrate"], Some("migrate"));
    check(&["Publish to the registry"], Some("publish"));
    check(&["Release it as 2.0"], Some("release"));
    check(&["It was sent", "Send it again"], Some("sent"));
    check(&["Pay the invoice"], Some("pay"));
    check(&["Paying by card"], Some("pay"));
    check(&["Purchase a licence"], Some("purchase"));
    check(&["Apply it in production"], Some("production"));
    check(&["Deployed to prod"], Some("deploy"));
    check(&["This cannot be undone."], Some("cannot be undone"));
    check(&["It can not be undone"], Some("not be undone"));
    check(&["You can\u{2019}t undo this"], Some("cant undo"));
    check(&["an irreversible step"], Some("irreversible"));
    check(&["removes it permanently"], Some("permanently"));
    check(&["Account deletion"], Some("deletion"));
    check(&["deleted_at"], Some("delete"));
    check(&["Is it overwritten by existing files?"], Some("overwritten"));
    check(&["Restore the database from the dump"], Some("restore"));
    check(&["Remove-Item -Recurse -Force build"], Some("remove item recurse"));
    check(&["Rewrite the histories of both"], Some("rewrite ... history"));
    check(&["Remove stale branches"], Some("remove ... branch"));
}

#[test]
fn verb_and_noun_may_stand_apart() {
    check(&["What about the API keys?", "Rotate", "Keep"], Some("rotate ... api key"));
    check(&["Rotate now?", "Next step", "all passwords"], Some("rotate ... password"));
    check(
        &["Which of the databases?", "Keep both", "Reset the second"],
        Some("reset ... database"),
    );
    check(&["Which of the databases?", "The first", "The second"], None);
    check(&["Reset?", "Yes", "No"], None);
    check(&["a force", "push"], Some("push ... force"));
}

#[test]
fn a_phrase_does_not_go_on_in_the_next_text() {
    check(&["go", "live"], None);
    check(&["go live"], Some("go live"));
    check(&["Hard problems first", "reset", "hard"], None);
}

#[track_caller]
fn check_order(text: &str, expected: Option<&str>) {
    let found = built_in().find_order(text).map(|finding| finding.to_string());
    assert_eq!(found.as_deref(), expected, "{text}");
}

#[test]
fn an_order_is_found_at_the_beginning() {
    check_order("Overwrite", None); // a phrase, anywhere
    check_order("Push", Some("an order to push"));
    check_order("PUSH all of it (recommended)", Some("an order to push"));
    check_order("Yes, **push** it", Some("an order to push"));
    check_order("A) Roll back", Some("an order to roll back"));
    check_order("Option 2: roll-back", Some("an order to roll back"));
    check_order("Pushed", None);
    check_order("Don't push", None);
    check_order("The push model", None);
    check_order("Push notifications", None);
    check_order("", None);
}

#[test]
fn an_order_may_have_to_be_the_whole_of_a_label() {
    check_order("Replace", Some("an order to replace"));
    check_order("Replace them all (recommended)", Some("an order to replace"));
    check_order("Yes, replace it now", Some("an order to replace"));
    check_order("Replace moment", None);
    check_order("Should I push?", Some("an order to push"));
    check_order("OK to merge it?", Some("an order to merge"));
    check_order("Should I push the sidebar?", None);
}

#[test]
fn orders_do_not_count_among_texts() {
    check(&["Push", "Replace"], None);
}

#[test]
fn a_benign_phrase_is_nothing_that_may_be_done() {
    check(&["Where is the delete button?"], None);
    check(&["Click the delete button"], Some("delete"));
    check(&["Clicking on the Delete button"], Some("delete"));
    check(&["Call the delete endpoint for user 42"], Some("delete"));
    check(&["Trigger a password reset email"], Some("reset ... password"));
    check(&["Upload our production build"], Some("production"));
    check(&["Click. The delete button is left"], None);
    check(&["Should a click move the delete button?"], None);
    check(&["Build in release mode, then call it"], None);
}

#[test]
fn other_languages() {
    check(&["Alle Tabellen löschen?"], Some("losch"));
    check(&["Gelöscht"], Some("gelosch"));
    check(&["Entfernen, alle alten"], None);
    check(&["Alle alten entfernen"], Some("alle ... entfern"));
    check(&["Supprimer les tables ?"], Some("supprim"));
    check(&["¿Borrar la base de datos?"], Some("borra"));
    check(&["Apagar tudo?"], Some("apaga"));
    check(&["Cancellare tutto?"], Some("cancellar"));
    check(&["Alles verwijderen?"], Some("verwijder"));
    check(&["Usunąć pliki?"], Some("usun"));
    check(&["Удалить все таблицы?"], Some("удали"));
    check(&["Удалённый сервер?"], None);
    check(&["删除所有表?"], Some("删 除"));
    check(&["データを削除しますか?"], Some("削 除"));
    check(&["표를 삭제하시겠습니까?"], Some("\u{1109}\u{1161}\u{11a8}\u{110c}\u{1166}"));
    check(&["Which suppressor, publication list or cancellation token?"], Some("publication"));
}

#[test]
fn benign_questions() {
    for text in BENIGN {
        check(&[text], None);
    }
    for question in BENIGN_WITH_OPTIONS {
        check(question, None);
    }
}

const BENIGN: [&str; 57] = [
    "Should I remove the unused import from the database module?",
    "Which library shows the drop-down menu?",
    "Is it a dropdown, a DropDown or a drop_down?",
    "Drag-and-drop, drag & drop, or arrow keys?",
    "Use a drop shadow on the card?",
    "Is there a drop-in replacement for moment.js?",
    "Should we drop support for Node 16?",
    "Change the delete key binding?",
    "Should the Delete key clear the cell?",
    "Backspace and Delete key: same behaviour?",
    "Where does the `delete` key handler belong?",
    "Use soft deletes?",
    "Where should the delete button go?",
    "Write the release notes now?",
    "Build in release mode?",
    "Use the latest release of serde?",
    "Is this production ready?",
    "Is the production build minified?",
    "Rename the send button?",
    "Must the future be Send + Sync?",
    "Parse the payload as JSON?",
    "Name it `payLoad` or `body`?",
    "Pay attention to the order of fields?",
    "Call it sender, sendable or dispatcher?",
    "Which lease time should the lock have?",
    "Reset the filter when the page changes?",
    "Clear the form state after a submit?",
    "Rotate the image by 90 degrees?",
    "Use a token bucket algorithm for rate limits?",
    "Is the primary key a UUID?",
    "Disable the button while it loads, or the whole table header?",
    "Implement Drop trait by hand?",
    "Truncate long text with an ellipsis?",
    "Follow the migration guide?",
    "Where is the password reset page?",
    "Refresh token rotation, or long sessions?",
    "Pass a CancellationToken?",
    "Which test framework: pytest or unittest?",
    "Unit tests first, or integration tests first?",
    "Which name is better: userId or accountId?",
    "Tabs or spaces?",
    "Which line width should the formatter use?",
    "Extract the helper into its own module?",
    "Split this function into two?",
    "Cache in memory or in Redis?",
    "What time to live should cached entries have?",
    "Should errors be typed or strings?",
    "REST or GraphQL for the new API?",
    "Postgres or SQLite as the database?",
    "Which schema should the response follow?",
    "Add the column to the table view or to the detail view?",
    "Should the hook log at debug level?",
    "Store the token in a cookie or in local storage?",
    "Work on a new branch or on this one?",
    "Mock the clock in tests?",
    "p99 is 120 µs: good enough?",
    "Сделать отдельный git-репозиторий?",
];

const BENIGN_WITH_OPTIONS: [&[&str]; 8] = [
    &["How should tests be laid out?", "Tests", "Beside the code", "One folder a crate"],
    &["Which state library?", "State", "Redux", "Zustand", "Signals", "No library"],
    &["How far should the refactoring go?", "Scope", "This file (recommended)", "The module"],
    &["Which linter rule set?", "Lint", "Recommended", "Strict", "disable the lint in tests"],
    &["Where do the docs live?", "Docs", "README", "docs/ folder", "With the table of contents"],
    &["How do we page?", "Paging", "Cursor", "Offset", "Drop-down with page numbers"],
    &["What does Escape do?", "Keys", "Cancel button", "Clear the input", "Reset the view"],
    &["Which hash table?", "Maps", "HashMap", "BTreeMap", "remove unused code first"],
];

#[test]
fn benign_words_hide_nothing_but_themselves() {
    check(&["delete key and drop the table"], Some("delete"));
    check(&["delete key binding and drop the table"], Some("drop"));
    check(&["delete the key"], Some("delete"));
    check(&["delete key"], Some("delete"));
    check(&["delete key vault"], Some("delete"));
    check(&["Run on the delete key vault?"], Some("delete"));
    check(&["Drop shadow tables?"], Some("drop"));
    check(&["Drop shadow copies?"], Some("drop"));
    check(&["Drop shadow. Tables?"], None);
    check(&["Push state files"], Some("push ... state file"));
    check(&["Remove the branch if branch protection is off"], Some("remove ... branch"));
    check(&["Drop in production"], Some("drop"));
    check(&["What do we drop? Down migrations"], Some("drop"));
    check(&["Drop.", "Down"], Some("drop"));
    check(&["Publish the release notes"], Some("publish"));
    check(&["Follow migration guides"], None);
    check(&["Run migration guides"], Some("run ... migration"));
    check(&["A production-ready way to wipe it"], Some("wipe"));
    check(&["rotate drop-down keys"], Some("rotate ... key"));
    check(&["drop-down keys"], None);
    check(&["Force push notifications?"], None);
    check(&["Reset the filter and the password"], Some("reset ... password"));
    check(&["Reset the filter, then reset the password"], Some("reset ... password"));
    check(&["Remove the unused import and the stale branch"], Some("remove ... branch"));
    check(&["Remove the unused import and the users?"], Some("remove ... user"));
}

#[test]
fn spellings_that_hide_a_word() {
    check(&["de\u{200b}lete it"], Some("delete"));
    check(&["d\u{ad}r\u{200b}o\u{fe0f}p it"], Some("drop"));
    check(&["ｄｅｌｅｔｅ it"], Some("delete"));
    check(&["𝐃𝐞𝐥𝐞𝐭𝐞 it", "𝓌𝒾𝓅ℯ"], Some("delete"));
    check(&["dèlete it"], Some("delete"));
    check(&["DeLeTe it"], Some("delete"));
    check(&["DELETEd, DELETEs"], Some("delete"));
    check(&["deleteAllUsers()"], Some("delete"));
    check(&["users.delete_many({})"], Some("delete"));
    check(&["forcePush", "force_push"], Some("force push"));
    check(&["**Delete**/`wipe`"], Some("delete"));
    check(&["de**lete** it", "w`ipe` it"], Some("delete"));
    check(&["Should I d.e.l.e.t.e it?"], Some("delete"));
    check(&["a w-i-p-e"], Some("wipe"));
    check(&["ᴅᴇʟᴇᴛᴇ it"], Some("delete"));
    check(&["请delete表"], Some("delete"));
    check(&["delete2 3wipe"], Some("delete"));
    check(&["\"\n\t🔥wipe🔥\n\""], Some("wipe"));
    check(&["dеlete it"], Some("letters of several scripts in one word"));
    check(&["keep", "drοp it"], Some("letters of several scripts in one word"));
}

#[test]
fn words_that_only_look_alike() {
    for word in ["dropdown", "payload", "sender", "repay", "lease", "undeleted", "product", "wip"] {
        check(&[&format!("{word} of the database")], None);
    }
}

#[test]
fn large_questions_are_read_to_their_end() {
    let texts = [
        "re ".repeat(4_000),
        "drag and ".repeat(1_200),
        "remove".repeat(2_000),
        "aB".repeat(5_000),
        "\u{200b}".repeat(4_000),
        "ﷺ".repeat(3_000),
        "-".repeat(10_000),
    ];
    let words = built_in();
    let all: Vec<_> = texts.iter().map(String::as_str).collect();
    assert_eq!(words.find(all.iter().copied()), None);
    let last = [all, vec!["wipe"]].concat();
    assert_eq!(found(&words, &last).as_deref(), Some("wipe"));
}
