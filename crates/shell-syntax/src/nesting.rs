//! How deep the commands of a token stream nest, never less than the grammar will find.
//!
//! The parser behind us recurses for every compound command, without a bound of its own, so this
//! is counted before it runs. An opener counts wherever the grammar could take it for one, a
//! closer only where the grammar cannot take it for a plain word.

use crate::unparsed::Unparsed;

/// The most compound commands within each other, in one script.
const MAX_OPEN: usize = 50;

/// The most `case` commands within each other: the grammar reads the last item of each twice
/// when something in it is wrong, and so doubles its work with every level.
const MAX_CASES: usize = 4;

/// What is open at the end of the tokens seen so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nesting {
    open: Vec<Opener>,
    previous: Previous,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Opener {
    Parenthesis,
    Brace,
    If,
    Loop,
    Case,
    Test,
    /// Ends with whatever it stands in.
    Within,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Previous {
    #[default]
    Separator,
    Redirection,
    /// A reserved word that a command may follow.
    Reserved,
    /// `function` or `coproc`, which a name may follow.
    BeforeName,
    /// The word after those.
    Name,
    /// A word after which no command can start.
    Word,
}

impl Nesting {
    /// Whether the tokens may stand in `[[ ]]`.
    pub(crate) fn in_test(&self) -> bool {
        self.open.contains(&Opener::Test)
    }

    /// Counts an operator.
    pub(crate) fn operator(&mut self, operator: &str) -> Result<(), Unparsed> {
        self.previous = match operator {
            "<" | ">" | ">>" | ">|" | "<>" | "<&" | ">&" | "&>" | "&>>" | "<<<" | "<<" | "<<-" => {
                Previous::Redirection
            }
            _ => Previous::Separator,
        };
        match operator {
            "(" => self.push(Opener::Parenthesis),
            ")" => {
                self.pop(Opener::Parenthesis);
                Ok(())
            }
            "&&" | "||" if self.in_test() => self.push(Opener::Within),
            _ => Ok(()),
        }
    }

    /// Counts a word; `reserved` is its text if the grammar looks at it.
    pub(crate) fn word(&mut self, reserved: Option<&str>) -> Result<(), Unparsed> {
        let reserved = reserved.unwrap_or_default();
        let closes = matches!(self.previous, Previous::Separator | Previous::Reserved);
        match reserved {
            "]]" => self.pop_test(),
            "}" if closes => self.pop(Opener::Brace),
            "fi" if closes => self.pop(Opener::If),
            "done" if closes => self.pop(Opener::Loop),
            "esac" if closes => self.pop(Opener::Case),
            _ => {}
        }
        if self.previous != Previous::Word
            && let Some(opener) = self.opener(reserved)
        {
            self.push(opener)?;
        }
        self.previous = match (self.previous, reserved) {
            (Previous::BeforeName, _) => Previous::Name,
            (Previous::Word, _) => Previous::Word,
            (_, "function" | "coproc") => Previous::BeforeName,
            (_, word) if may_precede_command(word) => Previous::Reserved,
            _ => Previous::Word,
        };
        Ok(())
    }

    fn opener(&self, word: &str) -> Option<Opener> {
        match word {
            "{" => Some(Opener::Brace),
            "if" => Some(Opener::If),
            "for" | "while" | "until" => Some(Opener::Loop),
            "case" => Some(Opener::Case),
            "[[" => Some(Opener::Test),
            "coproc" => Some(Opener::Within),
            "!" if self.in_test() => Some(Opener::Within),
            _ => None,
        }
    }

    fn push(&mut self, opener: Opener) -> Result<(), Unparsed> {
        self.open.push(opener);
        let cases = self.open.iter().filter(|open| **open == Opener::Case).count();
        if self.open.len() > MAX_OPEN || cases > MAX_CASES {
            return Err(Unparsed::new("compound commands are nested too deeply"));
        }
        Ok(())
    }

    fn pop(&mut self, opener: Opener) {
        if self.open.last() == Some(&opener) {
            self.open.pop();
        }
    }

    fn pop_test(&mut self) {
        if let Some(test) = self.open.iter().rposition(|open| *open == Opener::Test) {
            self.open.truncate(test);
        }
    }
}

fn may_precede_command(word: &str) -> bool {
    matches!(
        word,
        "!" | "{"
            | "}"
            | "if"
            | "then"
            | "else"
            | "elif"
            | "fi"
            | "while"
            | "until"
            | "do"
            | "done"
            | "esac"
            | "in"
            | "time"
            | "-p"
            | "[["
            | "]]"
    )
}
