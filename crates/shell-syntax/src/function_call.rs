//! What a function of the line runs of the words that it is called with.

use std::rc::Rc;

use crate::command::Word;
use crate::flow::Flow;
use crate::parse_error::Unparsed;
use crate::tree::Lexed;
use crate::walk::{Call, Walk};

/// How deep functions may call each other.
const MAX_CALLS: usize = 4;

impl Walk<'_> {
    /// Lists what a function of the line runs of the words that it is called with.
    pub(crate) fn called(
        &mut self,
        words: &[Rc<Lexed>],
        index: usize,
        flow: &Flow,
    ) -> Result<(), Unparsed> {
        let Some((program, args)) = words.split_first().filter(|(it, _)| it.word.literal) else {
            return Ok(());
        };
        let args: Vec<Word> = args.iter().map(|word| word.word.clone()).collect();
        let called = self.functions.called(&program.word.text, &args, &self.found);
        if called.is_empty() {
            return Ok(());
        }
        // One that calls itself does not end here.
        if self.calls == MAX_CALLS {
            if let Some(command) = self.found.get_mut(index) {
                command.opaque = true;
            }
            return Ok(());
        }
        self.calls += 1;
        let outer = self.runner.replace(index);
        for (words, files) in called {
            self.spend(words.iter().map(|word| word.text.len() + 1).sum())?;
            let words: Vec<Rc<Lexed>> =
                words.iter().map(|word| Rc::new(Lexed::given(word))).collect();
            let (assignments, others, wrapped): (&[Rc<Lexed>], _, _) = (&[], vec![], true);
            let call = Call { words: &words, assignments, others, files, wrapped, feeder: None };
            self.deeper(|walk| walk.call(call, &mut None, flow))?;
        }
        self.runner = outer;
        self.calls -= 1;
        Ok(())
    }
}
