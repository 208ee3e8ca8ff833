//! The command of a word that the shell expands to nothing, or to several words.

use std::rc::Rc;

use crate::command::Word;
use crate::run::{Place, Run, What};
use crate::tree::Lexed;

/// What stands behind a program that the shell expands to nothing, or to a brace expansion.
pub(crate) fn expanded(words: &[Rc<Lexed>]) -> Option<Run> {
    let program = words.first()?;
    let start = words.iter().take_while(|word| word.may_be_nothing()).count();
    if start > 0 {
        let range = start..words.len();
        return (!range.is_empty()).then(|| Run::command(range, Place::Same));
    }
    let (before, braces) = program.word.text.split_once('{')?;
    let (inside, after) = braces.rsplit_once('}')?;
    if inside.contains(['{', '}']) || !inside.contains(',') {
        return None;
    }
    let parts = inside.split(',').map(|part| format!("{before}{part}{after}"));
    let before = parts.filter(|part| !part.is_empty()).map(|part| Word::plain(&part)).collect();
    Some(Run { what: What::Command { before, words: 1..words.len() }, place: Place::Same })
}
