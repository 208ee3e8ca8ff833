//! What every [`Authority`] has to do. Each rule is a function that is given a fresh authority's [`World`].

use std::thread;
use std::time::{Duration, Instant, UNIX_EPOCH};

use leases::{Authority, AuthorityError, Claim, Claimed, Held};

/// How long a lease lasts here that no rule lets run out.
pub(crate) const TTL: Duration = Duration::from_secs(600);

/// How long one lasts that runs out.
const SHORT_TTL: Duration = Duration::from_secs(2);

/// An authority with nothing in it, and the machines that can reach it.
pub(crate) trait World: Sync {
    /// The authority as `machine` reaches it, whose leases last so long.
    fn lasting(&self, machine: &str, ttl: Duration) -> Box<dyn Authority>;

    /// The same with [`TTL`].
    fn at(&self, machine: &str) -> Box<dyn Authority> {
        self.lasting(machine, TTL)
    }
}

type Rule = fn(&dyn World);

/// All rules, by name.
pub(crate) const RULES: [(&str, Rule); 9] = [
    ("an intent has one holder", one_holder),
    ("a claim can be repeated", repeated),
    ("a token rises with the holder", rising),
    ("of many at once one is granted", many_at_once),
    ("what has run out goes to the next", expiry),
    ("what is renewed stays", renewal),
    ("nobody releases another's lease", foreign),
    ("a session is known by its machine too", copied),
    ("names may have any characters", names),
];

/// Tests all rules, each in a world of its own.
pub(crate) fn check(world: impl Fn() -> Box<dyn World> + Sync) {
    thread::scope(|scope| {
        for (name, rule) in RULES {
            let world = &world;
            scope.spawn(move || {
                eprintln!("{name} ...");
                rule(&*world());
                eprintln!("{name}: ok");
            });
        }
    });
}

pub(crate) fn claim(intent: &str, session: &str, machine: &str) -> Claim {
    let person = format!("person of {machine}");
    let (intent, session, machine) = (intent.into(), session.into(), machine.into());
    Claim { intent, session, machine, person, now: UNIX_EPOCH }
}

fn granted(authority: &mut dyn Authority, claim: &Claim) -> Held {
    match authority.claim(claim).expect("an answer") {
        Claimed::Granted(token) => Held { claim: claim.clone(), token },
        Claimed::HeldBy(holder) => panic!("{claim:?} is held by {holder:?}"),
    }
}

fn holder(authority: &mut dyn Authority, claim: &Claim) -> String {
    match authority.claim(claim).expect("an answer") {
        Claimed::Granted(token) => panic!("{claim:?} was granted with token {token}"),
        Claimed::HeldBy(holder) => holder.claim.session,
    }
}

fn one_holder(world: &dyn World) {
    let (mut a, mut b) = (world.at("a"), world.at("b"));
    let ann = granted(&mut *a, &claim("INT-1", "ann", "a"));
    assert_eq!(holder(&mut *b, &claim("INT-1", "bob", "b")), "ann");
    assert_eq!(holder(&mut *a, &claim("INT-1", "eve", "a")), "ann");
    let bob = granted(&mut *b, &claim("INT-2", "bob", "b"));
    let holders = a.holders().expect("an answer");
    let seen: Vec<_> = holders
        .iter()
        .map(|it| (it.claim.intent.as_str(), it.claim.session.as_str(), it.token))
        .collect();
    assert_eq!(seen, [("INT-1", "ann", ann.token), ("INT-2", "bob", bob.token)]);
    assert!(holders.iter().all(|it| it.left <= TTL), "{holders:?}");
}

fn repeated(world: &dyn World) {
    let mut a = world.at("a");
    let first = granted(&mut *a, &claim("INT-1", "ann", "a"));
    // As after an answer that was lost.
    assert_eq!(granted(&mut *a, &claim("INT-1", "ann", "a")), first);
    assert_eq!(a.renew(&[first]), Ok(vec![true]));
}

fn rising(world: &dyn World) {
    let (mut a, mut b) = (world.at("a"), world.at("b"));
    let mut last = 0;
    for session in ["1", "2", "3"] {
        for authority in [&mut a, &mut b] {
            let held = granted(&mut **authority, &claim("INT-1", session, "a"));
            assert!(held.token > last, "{} after {last}", held.token);
            last = held.token;
            assert_eq!(authority.release(&held), Ok(true));
            assert_eq!(authority.release(&held), Ok(false), "twice");
            assert_eq!(authority.renew(&[held]), Ok(vec![false]), "after the release");
        }
    }
    assert_eq!(a.holders(), Ok(Vec::new()));
}

fn many_at_once(world: &dyn World) {
    let machines = ["a", "b", "c", "d"];
    let granted: Vec<bool> = thread::scope(|scope| {
        let ask = |machine: &'static str| {
            move || match world_claim(world, machine) {
                Ok(Claimed::Granted(_)) => true,
                Ok(Claimed::HeldBy(_)) => false,
                Err(err) => panic!("{machine}: {err}"),
            }
        };
        let asked: Vec<_> = machines.map(|machine| scope.spawn(ask(machine))).into();
        asked.into_iter().map(|it| it.join().expect("an answer")).collect()
    });
    assert_eq!(granted.iter().filter(|it| **it).count(), 1, "{granted:?}");
}

fn world_claim(world: &dyn World, machine: &str) -> Result<Claimed, AuthorityError> {
    world.at(machine).claim(&claim("INT-1", machine, machine))
}

fn expiry(world: &dyn World) {
    let (mut a, mut b) = (world.lasting("a", SHORT_TTL), world.lasting("b", SHORT_TTL));
    let before = Instant::now();
    let ann = granted(&mut *a, &claim("INT-1", "ann", "a"));
    let bob = claim("INT-1", "bob", "b");
    let token = loop {
        match b.claim(&bob).expect("an answer") {
            Claimed::Granted(token) => break token,
            Claimed::HeldBy(holder) => assert_eq!(holder.claim.session, "ann"),
        }
        thread::sleep(Duration::from_millis(100));
    };
    assert!(before.elapsed() >= SHORT_TTL, "granted before the lease of the first had run out");
    assert!(token > ann.token);
    assert_eq!(a.renew(std::slice::from_ref(&ann)), Ok(vec![false]), "somebody else has it");
    assert_eq!(a.release(&ann), Ok(false));
    assert_eq!(holder(&mut *a, &ann.claim), "bob");
}

fn renewal(world: &dyn World) {
    let renewed = (0..20).any(|round| is_renewed_in_time(world, &format!("INT-{round}")));
    assert!(renewed, "the machine is too busy");
}

/// Renews a lease until without that it would have run out. Whether each renewal was in time: if not, the lease may be
/// lost, as it has to be.
fn is_renewed_in_time(world: &dyn World, intent: &str) -> bool {
    let (mut a, mut b) = (world.lasting("a", SHORT_TTL), world.lasting("b", SHORT_TTL));
    let start = Instant::now();
    let mut held: Vec<Held> = [intent, &format!("{intent}-B")]
        .map(|intent| granted(&mut *a, &claim(intent, "ann", "a")))
        .into();
    held.push(Held { claim: claim("INT-OTHER", "ann", "a"), token: 1 });
    let mut last = start;
    while start.elapsed() < SHORT_TTL * 2 {
        let asked = Instant::now();
        let renewed = a.renew(&held);
        let claimed = b.claim(&claim(intent, "bob", "b"));
        if last.elapsed() >= SHORT_TTL {
            return false;
        }
        assert_eq!(renewed, Ok(vec![true, true, false]));
        let is_anns =
            |claimed: Claimed| matches!(claimed, Claimed::HeldBy(it) if it.claim.session == "ann");
        assert!(claimed.is_ok_and(is_anns));
        last = asked;
        thread::sleep(SHORT_TTL / 8);
    }
    true
}

fn foreign(world: &dyn World) {
    let (mut a, mut b) = (world.at("a"), world.at("b"));
    let ann = granted(&mut *a, &claim("INT-1", "ann", "a"));
    for (session, machine, token) in
        [("bob", "b", ann.token), ("ann", "b", ann.token), ("ann", "a", ann.token + 1)]
    {
        let held = Held { claim: claim("INT-1", session, machine), token };
        assert_eq!(b.release(&held), Ok(false), "{held:?}");
        assert_eq!(b.renew(&[held]), Ok(vec![false]));
    }
    assert_eq!(a.renew(&[ann]), Ok(vec![true]));
}

/// A state folder that was copied to another machine gives no right to anything.
fn copied(world: &dyn World) {
    let mut a = world.at("a");
    granted(&mut *a, &claim("INT-1", "ann", "a"));
    let mut b = world.at("b");
    assert_eq!(holder(&mut *b, &claim("INT-1", "ann", "b")), "ann");
}

fn names(world: &dyn World) {
    let mut a = world.at("a");
    let intents = ["INT-1", "a..b", ".x", "y.lock", "ä/ö", "%41", "A"];
    for intent in intents {
        granted(&mut *a, &claim(intent, "it's \"ann\"", "a"));
    }
    let mut seen: Vec<_> =
        a.holders().expect("an answer").into_iter().map(|it| it.claim.intent).collect();
    let mut wanted = intents.map(str::to_owned).to_vec();
    seen.sort();
    wanted.sort();
    assert_eq!(seen, wanted);
}
