use std::collections::BTreeMap;
use std::time::Duration;

use signing_keys::SigningKey;

use super::*;
use crate::manifest::Path;
use crate::rollout::{Cohort, Rollout};

const DAY: Duration = Duration::from_secs(24 * 3600);
const CONFIGURATION: &str =
    "version: 1\ncommands:\n  - { program: npm, args: publish, action: block }\n";

/// A key by its number.
fn key(number: u8) -> SigningKey {
    SigningKey::from_bytes(&[number; 32])
}

fn trusted() -> Vec<VerifyingKey> {
    vec![key(1).verifying_key()]
}

fn start() -> SystemTime {
    SystemTime::UNIX_EPOCH + DAY * 20_000
}

fn bundle(revision: u64, configuration: &str, next_key: Option<u8>) -> Bundle {
    let path = Path::new("base/governance.yaml").unwrap();
    let days = u32::try_from(revision).unwrap();
    let issued = start() + DAY * days;
    let files = BTreeMap::from([(path, configuration.to_owned())]);
    let keys = next_key.into_iter().map(|next| key(next).verifying_key()).collect();
    Bundle::new(revision, [issued, issued + DAY * 30], files, keys, String::new(), BTreeMap::new())
        .unwrap()
}

fn signed(revision: u64, configuration: &str) -> String {
    bundle(revision, configuration, None).signed(&key(1)).to_string()
}

/// What a machine with revision 2 says to a bundle two days after that was made.
fn answer(text: &str) -> Result<u64, Refusal> {
    let digest = bundle(2, CONFIGURATION, None).digest();
    let active = Active { revision: 2, digest: &digest, issued: start() + DAY * 2 };
    let taken = accept(text, &trusted(), Some(active), start() + DAY * 4)?;
    Ok(taken.manifest().revision)
}

#[track_caller]
fn refused(what: &str, text: &str, expected: &str) {
    match answer(text) {
        Ok(revision) => panic!("{what}: revision {revision} was taken"),
        Err(refusal) => assert_eq!(refusal.to_string(), expected, "{what}"),
    }
}

#[test]
fn what_was_tampered_with_is_refused() {
    let good = signed(3, CONFIGURATION);
    assert_eq!(answer(&good), Ok(3));
    assert_eq!(answer(&signed(2, CONFIGURATION)), Ok(2), "the active bundle once more");
    let by_another = bundle(3, CONFIGURATION, None).signed(&key(2)).to_string();
    let unknown = "it is not signed by a trusted key, or was changed after it was signed";
    refused(
        "an older bundle",
        &signed(1, CONFIGURATION),
        "revision 1 is older than the active revision 2",
    );
    refused(
        "another one of the same revision",
        &signed(2, "version: 1\n"),
        "another bundle with revision 2 is active",
    );
    refused(
        "a word of a configuration changed",
        &good.replace("block", "allow"),
        "base/governance.yaml was changed after it was signed",
    );
    refused(
        "a field of the manifest changed",
        &good.replace("\"revision\": 3", "\"revision\": 9"),
        unknown,
    );
    refused("another key", &by_another, unknown);
    refused("no signature", &bundle(3, CONFIGURATION, None).to_string(), "it is not signed");
    refused(
        "a file more",
        &format!("{good}-- base/intent-gate.yaml --\nversion: 1\n"),
        "base/intent-gate.yaml was added after it was signed",
    );
    refused(
        "a file outside",
        &format!("{good}-- ../governance.yaml --\nversion: 1\n"),
        "../governance.yaml was added after it was signed",
    );
    refused(
        "a file less",
        good.split_once("-- base/").unwrap().0,
        "base/governance.yaml is missing",
    );
    refused(
        "a file twice",
        &format!("{good}-- base/governance.yaml --\nversion: 1\n"),
        &Bundle::parse(&format!("{good}-- base/governance.yaml --\nversion: 1\n"))
            .unwrap_err()
            .to_string(),
    );
    refused("nothing", "", "it is not a policy bundle: it has no manifest.json");
    refused(
        "a later format",
        &good.replace("\"format\": 1", "\"format\": 2"),
        "it has format 2; this version of Tacklebox reads 1",
    );
}

#[test]
fn no_part_of_a_bundle_is_a_bundle_and_no_bit_may_change() {
    let good = signed(3, CONFIGURATION);
    // The last line of the archive needs no end.
    for end in 0..good.len() - 1 {
        assert!(answer(good.get(..end).unwrap()).is_err(), "cut at {end}");
    }
    let same = Bundle::parse(&good).unwrap();
    for at in 0..good.len() {
        let mut bytes = good.clone().into_bytes();
        bytes[at] ^= 1;
        let Ok(text) = String::from_utf8(bytes) else { continue };
        // Hexadecimal digits of the signature may change their case, and nothing else.
        assert!(
            answer(&text).is_err() || Bundle::parse(&text).as_ref() == Ok(&same),
            "bit at {at}"
        );
    }
}

#[test]
fn a_bundle_counts_from_its_beginning_to_its_end() {
    let text = signed(3, CONFIGURATION);
    let check = |issued: Option<SystemTime>, now: SystemTime, expected: bool| {
        let active = issued.map(|issued| Active { revision: 2, digest: "", issued });
        assert_eq!(accept(&text, &trusted(), active, now).is_ok(), expected, "{issued:?} {now:?}");
    };
    let expires = start() + DAY * 33;
    check(None, expires - DAY, true);
    check(None, expires, false);
    // Clocks that were set back: to the time of the active bundle, and to the epoch.
    check(Some(expires), start(), false);
    check(None, SystemTime::UNIX_EPOCH, true);
}

#[test]
fn a_key_is_replaced_by_a_bundle_that_the_old_one_signed() {
    let rotation = bundle(3, CONFIGURATION, Some(2)).signed(&key(1)).to_string();
    let now = start() + DAY * 4;
    let keys = accept(&rotation, &trusted(), None, now).unwrap().manifest().keys.clone();
    let next = bundle(4, CONFIGURATION, None);
    let by = |number: u8| accept(&next.clone().signed(&key(number)).to_string(), &keys, None, now);
    assert_eq!(by(1), Err(Refusal::UnknownSigner));
    assert!(by(2).is_ok());
}

#[test]
fn a_bundle_that_makes_no_sense_is_not_made() {
    let check = |files: &[&str], days: u32, rollout: &[(&str, u8, u8)], expected: &str| {
        let files = files.iter().map(|path| (Path::new(path).unwrap(), String::new())).collect();
        let rollout = rollout.iter().map(|(policy, enforce, warn)| {
            ((*policy).to_owned(), Rollout { enforce: *enforce, warn: *warn })
        });
        let times = [start(), start() + DAY * days];
        let made = Bundle::new(1, times, files, Vec::new(), String::new(), rollout.collect());
        let found = made.err().map(|err| err.to_string()).unwrap_or_default();
        assert_eq!(found.trim_start_matches("it is not a policy bundle: "), expected);
    };
    let one = ["base/governance.yaml"];
    check(&one, 1, &[("base", 10, 90)], "");
    check(&[], 1, &[], "there is no configuration in it");
    check(&one, 0, &[], "it expires before it is issued");
    check(&one, 1, &[("strict", 1, 0)], "there is no policy \"strict\" to roll out");
    check(
        &one,
        1,
        &[("base", 60, 41)],
        "the percentages of policy \"base\" are above 100 together",
    );
}

/// Ten thousand machines, each with the whole way of a new policy: three bundles, checked and taken, from a few machines
/// to all.
#[test]
fn ten_thousand_machines_go_through_a_rollout() {
    const MACHINES: usize = 10_000;
    let steps = [(1, 5), (20, 30), (100, 0)];
    let files = ["base/governance.yaml", "strict/governance.yaml"];
    let files = files.map(|path| (Path::new(path).unwrap(), CONFIGURATION.to_owned()));
    let mut before = vec![Cohort::Shadow; MACHINES];
    let mut active: Option<(String, SystemTime)> = None;
    for (revision, (enforce, warn)) in (1..).zip(steps) {
        let issued = start() + DAY * u32::try_from(revision).unwrap();
        let rollout = BTreeMap::from([("strict".to_owned(), Rollout { enforce, warn })]);
        let times = [issued, issued + DAY * 30];
        let made =
            Bundle::new(revision, times, files.clone().into(), Vec::new(), "x".into(), rollout);
        let text = made.unwrap().signed(&key(1)).to_string();
        let mut enforcing = 0;
        let mut taken = None;
        for (machine, before) in before.iter_mut().enumerate() {
            let known = active.as_ref().map(|(digest, issued)| Active {
                revision: revision - 1,
                digest,
                issued: *issued,
            });
            let bundle = accept(&text, &trusted(), known, issued + DAY).unwrap();
            let manifest = bundle.manifest();
            let cohort = |policy: &str| {
                manifest.rollout(policy).cohort(&manifest.salt, policy, &machine.to_string())
            };
            assert_eq!(cohort("base"), Cohort::Enforce);
            assert!(cohort("strict") >= *before, "machine {machine} at revision {revision}");
            *before = cohort("strict");
            enforcing += usize::from(*before == Cohort::Enforce);
            taken = Some((bundle.digest(), manifest.issued));
        }
        active = taken;
        assert!(enforcing.abs_diff(usize::from(enforce) * MACHINES / 100) <= 200, "{enforcing}");
    }
}
