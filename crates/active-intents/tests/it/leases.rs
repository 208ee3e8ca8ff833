//! Locks with a lease, and those that an authority has not confirmed.

use active_intents::lease::Lease;
use active_intents::{Claim, Taken};
use serde_json::json;

use crate::ground::{Ground, WAIT, at, id};

fn lease(token: u64, until_ms: u64) -> Lease {
    serde_json::from_value(json!({
        "authority": "git", "token": token, "handle": "h", "until": "2100-01-01T00:00:00Z",
        "boot": {"from_ms": 0, "until_ms": until_ms}, "later": {"x": 1},
    }))
    .unwrap()
}

#[test]
fn activity_does_not_prolong_a_lease() {
    let ground = Ground::new();
    let put = |session: &str, lease: Lease, seconds: u64| {
        let claim = Claim { session, agent: None, host: "here", pid: Some(7), now: at(seconds) };
        ground.locks().put_lease(&id("a"), &claim, lease, WAIT).unwrap()
    };
    assert_eq!(put("s1", lease(7, u64::MAX), 100), Taken::Created);
    let written = ground.text()["lease"].clone();
    assert_eq!(written["later"]["x"], 1);
    assert_eq!(ground.take("s1", 130), Taken::Renewed);
    assert_eq!((&ground.text()["lease"], &ground.text()["token"]), (&written, &json!(7)));
    assert!(matches!(put("s2", lease(8, u64::MAX), 140), Taken::HeldBy(_)));

    let locks = ground.locks();
    let renew = |session: &str, lease: Lease| locks.renew_lease(&id("a"), session, lease, WAIT);
    assert!(!renew("s2", lease(7, 1)).unwrap() && !renew("s1", lease(8, 1)).unwrap());
    assert!(renew("s1", lease(7, 1)).unwrap());
    assert_eq!(ground.take("s1", 150), Taken::Lapsed(Some(lease(7, 1))));
    assert_eq!(ground.text()["expires"], "1970-01-01T00:03:10.000Z", "nothing was changed");
    assert_eq!(locks.held_by("s1", None, at(150)).unwrap(), None);
    assert_eq!(put("s1", lease(7, u64::MAX), 160), Taken::Renewed, "claimed again");
    assert_eq!(locks.held_by("s1", None, at(160)).unwrap(), Some((id("a"), 7)));

    renew("s1", lease(7, 1)).unwrap();
    assert!(matches!(put("s2", lease(8, u64::MAX), 170), Taken::Over(_)));
    assert!(!locks.drop_lease(&id("a"), "s1", 7, WAIT).unwrap());
    assert!(locks.drop_lease(&id("a"), "s2", 8, WAIT).unwrap());
    assert_eq!(ground.take("s3", 171), Taken::Created);
    assert_eq!(ground.text()["token"], 9, "an authority's token counts too");
}

#[test]
fn a_lock_without_an_answer_says_so() {
    let ground = Ground::new();
    let claim = Claim { session: "s1", agent: None, host: "here", pid: Some(7), now: at(100) };
    let taken = ground.locks().take_unconfirmed(&id("a"), &claim, WAIT).unwrap();
    assert_eq!(taken, Taken::Created);
    assert_eq!(ground.text()["unconfirmed"], true);
    ground.take("s1", 130);
    assert_eq!(ground.text()["unconfirmed"], true, "a renewal does not confirm it");
    assert!(matches!(ground.take("s2", 140), Taken::HeldBy(_)));
    let claim = Claim { now: at(150), ..claim };
    ground.locks().put_lease(&id("a"), &claim, lease(3, u64::MAX), WAIT).unwrap();
    assert_eq!(ground.text().get("unconfirmed"), None);
}
