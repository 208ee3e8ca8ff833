//! Questions that propose an act without a verb in its place: `Do you want the boiler switched off?`,
//! `Should visitors be locked out?`, `Which samples should I thaw?`

use crate::Finding;
use crate::craft::{self, is_in};
use crate::text::Text;
use crate::thing::{Thing, reach};

/// What somebody says who asks whether to do something: one of these is before the verb.
const FRAME: [&str; 45] = [
    "a",
    "acceptable",
    "allowed",
    "alright",
    "am",
    "are",
    "can",
    "care",
    "could",
    "do",
    "fine",
    "for",
    "good",
    "happy",
    "i",
    "idea",
    "if",
    "is",
    "it",
    "let",
    "lets",
    "like",
    "may",
    "me",
    "mind",
    "must",
    "need",
    "ok",
    "okay",
    "permitted",
    "ready",
    "safe",
    "shall",
    "should",
    "sure",
    "that",
    "time",
    "to",
    "us",
    "want",
    "we",
    "wish",
    "wise",
    "would",
    "you",
];

/// How what something is done to begins.
pub(crate) const THING: &str = "a all an another any both each every everybody everyone everything half her him his it its \
     me mine my no our ours some somebody someone that the their theirs them these this those us you your yours";

/// What an act is written for that only shows it.
const SHOWN: &str = "code component demo dialog doc docs example examples fixture fixtures form function mock mocks modal prototype \
     readme spec specs statement storybook test tests ui";

/// What happens to a part of a screen: `Submit on enter?`
const EVENTS: &str =
    "blur change click enter escape focus hover load newline resize save scroll submit";

/// What is done to somebody, or to what is in use.
const SUFFERED: &str = "banned billed blocked charged cut disconnected ended evicted excluded expelled freed given handed \
     informed kicked locked notified paid paused promoted released sold stopped suspended switched terminated \
     thrown told warned";

/// What is done to the look or the data of a thing.
const KEPT: &str = "able allowed cached called described displayed fetched formatted grouped handled hashed hidden \
     highlighted kept linked listed loaded logged mapped modelled named paginated parsed rendered \
     represented required returned shown sorted stored styled tested treated typed validated written";

/// What stands before what is described: `the closed tickets`.
const BEFORE_A_NOUN: [&str; 10] =
    ["a", "all", "an", "any", "every", "my", "our", "the", "these", "your"];

/// What is done with what is only chosen.
const CHOOSES: &str = "aim approach base begin be choose do expect favor favour give go like make mean opt pick present put read rely represent return run select start \
     take want";

/// `Should visitors be locked out?`
pub(crate) fn suffered(text: &Text, begin: usize) -> Option<Finding> {
    let word = |at: usize| text.letters_at(at);
    let is_asked = is_in("can could may must shall should", word(begin));
    let be = (begin + 2..begin + 8).find(|at| word(*at) == "be").filter(|_| is_asked)?;
    let done = if word(be + 1) == "let" { be + 2 } else { be + 1 };
    let subject = || (begin + 1..be).filter(|at| !is_in(THING, word(*at)));
    let is_craft = subject().any(|at| craft::is_craft(word(at)));
    let is_outside = subject().any(|at| craft::is_outside(word(at)));
    let is_done = ["ed", "en", "wn", "ld", "un"].iter().any(|end| word(done).ends_with(end));
    let is_out = word(done).strip_suffix("ed").is_some_and(craft::is_outward);
    if is_out && !is_shown(text, be) {
        return Some(Finding::Order(word(done).to_owned()));
    }
    let is_act = is_done && !is_in(KEPT, word(done)) && is_outside || is_in(SUFFERED, word(done));
    (is_act && !is_craft && !is_shown(text, be)).then(|| Finding::Order(word(done).to_owned()))
}

/// `Is it fine if nobody can log in?` asks for a consent to what follows.
pub(crate) fn consequence(text: &Text, begin: usize) -> Option<Finding> {
    let word = |at: usize| text.letters_at(at);
    let framed = frame_end(text, begin);
    let opener = (begin..framed).find(|at| is_in("if that", word(*at)))?;
    let is_asked = (begin..opener).any(|at| is_in("alright fine mind ok okay", word(at)));
    let is_ours = (opener..framed).any(|at| is_in("i we", word(at)));
    let ends = |at: usize| is_in("break breaks die dies lose loses stop stops", word(at));
    let is_craft = craft::is_craft(word(framed)) || craft::is_craft(word(framed + 1));
    let is_harmless = is_craft && !(framed..reach(text, framed)).any(ends);
    let is_act = is_asked && !is_ours && !is_harmless;
    is_act.then(|| Finding::Order("accept what happens then".to_owned()))
}

/// `Do you want the boiler switched off?`
pub(crate) fn wanted(text: &Text, begin: usize) -> Option<Finding> {
    let word = |at: usize| text.letters_at(at);
    let wants = (word(begin) == "do" && is_in("want need", word(begin + 2)))
        || (word(begin) == "would" && word(begin + 2) == "like");
    let thing = begin + 3;
    if !wants
        || word(begin + 1) != "you"
        || is_in("it me the to us", word(thing)) && word(thing) != "the"
    {
        return None;
    }
    let end = reach(text, thing).min(thing + 8);
    let done = (thing + 1..end).find(|at| {
        let is_done = ["ed", "en", "wn", "ut", "ld", "nt"].iter().any(|it| word(*at).ends_with(it));
        is_done && !is_in(KEPT, word(*at)) && !BEFORE_A_NOUN.contains(&word(*at - 1))
    })?;
    let is_craft = (thing..done).any(|at| craft::is_craft(word(at)) || craft::is_topic(word(at)));
    (!is_craft && !is_shown(text, thing)).then(|| Finding::Order(word(done).to_owned()))
}

/// `Which samples should I thaw?`
pub(crate) fn chosen(text: &Text, start: usize) -> Option<Finding> {
    let word = |at: usize| text.letters_at(at);
    if !is_in("how which what", word(start)) {
        return None;
    }
    let end = reach(text, start).min(start + 8);
    let asked = (start + 1..end).find(|at| {
        is_in("can do may shall should will", word(*at)) && is_in("i we", word(*at + 1))
    })?;
    let verb = word(asked + 2);
    if is_in("command script", word(asked - 1)) && is_in("execute run use", verb) {
        return Some(Finding::Order(verb.to_owned()));
    }
    let thing = Thing::read(text, asked + 3);
    let is_how = word(start) == "how" && is_in(THING, word(asked + 3));
    if is_how && (thing.is_craft || craft::is_topic(word(thing.head)))
        || word(start) == "how" && !is_how
    {
        return None;
    }
    let is_craft = !is_how
        && (start + 1..asked).any(|at| {
            craft::is_craft(word(at)) || craft::is_topic(word(at)) || craft::is_attribute(word(at))
        });
    let is_choice = is_in(CHOOSES, verb) || craft::is_harmless(verb) || craft::is_careful(verb);
    let is_act = (is_how || asked > start + 1) && !is_craft && !is_choice && !verb.is_empty();
    (is_act && !is_shown(text, asked)).then(|| Finding::Order(verb.to_owned()))
}

/// Behind the words with which somebody asks whether to do something.
pub(crate) fn frame_end(text: &Text, begin: usize) -> usize {
    let next = text.letters_at(begin + 1);
    match text.letters_at(begin) {
        "should" | "may" | "can" | "shall" if is_agent(text, begin + 1) => begin + 3,
        "should" | "may" | "can" | "shall" if next == "claude" => begin + 2,
        "do" if !is_in("i we you", next) => begin, // `Do it for real?`
        "let" if !is_in("me us", next) => begin,
        _ => skip(text, begin, |word| FRAME.contains(&word) || word == "not"),
    }
}

/// `Should the agent reboot it?`
fn is_agent(text: &Text, at: usize) -> bool {
    is_in("an the your", text.letters_at(at)) && is_in("agent assistant", text.letters_at(at + 1))
}

/// Whether it is only shown, or done by a part of a screen: `in the tests`, `on enter`.
pub(crate) fn is_shown(text: &Text, at: usize) -> bool {
    (at + 1..reach(text, at)).any(|place| {
        let near = |words: &str| {
            let mut near = place + 1..(place + 5).min(text.len());
            near.any(|it| is_in(words, text.letters_at(it)))
        };
        match text.letters_at(place) {
            "in" | "when" => near(SHOWN),
            "for" => {
                near("demo docs example examples fixture fixtures mock mocks readme test tests")
            }
            "on" => is_in(EVENTS, text.letters_at(place + 1)),
            _ => false,
        }
    })
}

pub(crate) fn skip(text: &Text, from: usize, is_skipped: impl Fn(&str) -> bool) -> usize {
    {
        let end = reach(text, from);
        (from..end).find(|at| !is_skipped(text.letters_at(*at))).unwrap_or(end)
    }
}
