//! What a call in code is given.

use super::Scanner;
use super::tokens::Token;

impl Scanner<'_> {
    /// The arguments of a call whose name stands before `at`; without parentheses, those up to
    /// the end of the statement, if a string begins them.
    pub(super) fn arguments(&self, at: usize) -> Option<Vec<&[Token]>> {
        let parenthesised = self.sign(at) == Some('(');
        let start = if parenthesised { at + 1 } else { at };
        if !parenthesised && !matches!(self.tokens.get(at), Some(Token::Text(_))) {
            return None;
        }
        let mut open = 0_usize;
        let mut from = start;
        let mut arguments = vec![];
        for (index, token) in self.tokens.iter().enumerate().skip(start) {
            match token {
                Token::Sign('(' | '[' | '{') => open += 1,
                Token::Sign(')' | ']' | '}') if open > 0 => open -= 1,
                Token::Sign(')' | '}' | ';' | '\n')
                    if open == 0 && (!parenthesised || matches!(token, Token::Sign(')'))) =>
                {
                    arguments.extend(self.tokens.get(from..index).filter(|one| !one.is_empty()));
                    return Some(arguments);
                }
                Token::Sign(',') if open == 0 => {
                    arguments.extend(self.tokens.get(from..index));
                    from = index + 1;
                }
                _ => {}
            }
        }
        arguments.extend(self.tokens.get(from..).filter(|one| !one.is_empty()));
        (!parenthesised).then_some(arguments)
    }
}
