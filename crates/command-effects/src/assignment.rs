//! Words that the line itself says: what it has given a variable stands in place of the variable.

use shell_syntax::{SimpleCommand, Word};

/// Puts the words of which the assignments of the line `text` consist in place of `$NAME`, where it stands alone
/// and unquoted.
pub(crate) fn put_in(text: &str, commands: &mut [SimpleCommand]) {
    let splits = |command: &SimpleCommand| command.words.iter().any(|word| word.splits);
    if !commands.iter().any(splits) {
        return;
    }
    let assigned = shell_syntax::assigned(text, commands);
    if assigned.is_empty() {
        return;
    }
    for command in commands.iter_mut().filter(|command| splits(command)) {
        let words = std::mem::take(&mut command.words);
        command.words = words.into_iter().flat_map(|word| of_word(word, &assigned)).collect();
    }
}

fn of_word(word: Word, assigned: &[(String, String)]) -> Vec<Word> {
    let told = || {
        let name = word.text.strip_prefix('$').filter(|_| word.splits)?;
        let name = name.strip_prefix('{').and_then(|it| it.strip_suffix('}')).unwrap_or(name);
        let (_, value) = assigned.iter().find(|(it, _)| it == name)?;
        let is_plain = !value.contains(['*', '?', '[', '~', '{']);
        is_plain.then(|| value.split_whitespace().map(Word::plain).collect())
    };
    told().unwrap_or_else(|| vec![word])
}
