//! Words that the line itself says: what it has given a variable stands in place of the variable.

use shell_syntax::{Binding, SimpleCommand, Value, Word};

/// Puts the words of which the line's own assignments consist in place of `$NAME`, where it stands
/// alone and unquoted.
pub(crate) fn told(commands: &mut [SimpleCommand]) {
    for command in commands {
        if !command.words.iter().any(|word| word.splits) || command.bound.is_empty() {
            continue;
        }
        let words = std::mem::take(&mut command.words);
        command.words = words.into_iter().flat_map(|word| of_word(word, &command.bound)).collect();
    }
}

fn of_word(word: Word, bound: &[std::sync::Arc<Binding>]) -> Vec<Word> {
    let told = || {
        let name = word.text.strip_prefix('$').filter(|_| word.splits)?;
        let name = name.strip_prefix('{').and_then(|it| it.strip_suffix('}')).unwrap_or(name);
        let binding = bound.iter().find(|it| it.name == name)?;
        let [Value::Word(value, _)] = binding.values.as_slice() else { return None };
        let is_plain = value.literal && !value.text.contains(['*', '?', '[', '/', '.', '~']);
        is_plain.then(|| value.text.split_whitespace().map(Word::plain).collect())
    };
    told().unwrap_or_else(|| vec![word])
}
