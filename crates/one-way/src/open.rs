//! Questions that ask what to do, or ask nothing by themselves: an option of them is what is done.

use crate::craft::is_in;
use crate::text::Text;

/// How a question begins that asks what to do.
const OPEN: [(&str, &str); 17] = [
    ("what", "next"),
    ("what", "now"),
    ("next", "step"),
    ("what", "should"),
    ("what", "shall"),
    ("what", "do"),
    ("what", "can"),
    ("what", "to"),
    ("how", "can"),
    ("how", "should"),
    ("how", "shall"),
    ("how", "do"),
    ("how", "would"),
    ("how", "to"),
    ("what", "would"),
    ("and", "now"),
    ("which", "should"),
];

/// All words of a question that leaves it to its options what is asked.
const VAGUE: &str = "a about action all an and approach are at be best better big call can choice choose could decide \
     decision default do does done else first fit fits five following for forward four from go going happen \
     happens here how i in is it its lets like me move my next now of ok on one ones option options or other \
     our pick plain please point prefer proceed question recommended right second select shall should simple \
     small so solution solve step steps take that the them then there these they third this those three to \
     two us variant version want way we well what whats which with would you your";

/// Whether a question asks what to do: in one of these ways, or in words that say nothing else.
pub(crate) fn is_open_question(text: &Text) -> bool {
    let begin = text.skip(0, |word| is_in("and ok okay so then well", word));
    let pair = (text.letters_at(begin), text.letters_at(begin + 1));
    let third = text.letters_at(begin + 2);
    let is_ours = !is_in("can do should shall would", pair.1) || is_in("i we you", third);
    OPEN.contains(&pair) && is_ours || is_vague(text)
}

/// Whether a text says nothing that its options do not say.
pub(crate) fn is_vague(text: &Text) -> bool {
    text.skip(0, |word| is_in(VAGUE, word)) == text.len()
}
