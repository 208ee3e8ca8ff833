//! What a simple command leaves: the directory behind a `cd`, and nothing behind an `exit`.

use std::rc::Rc;

use crate::command::{Word, WorkingDir};
use crate::flow::{self, Dirs, Flow, Outcome, Target};
use crate::tree::Lexed;
use crate::walk::Walk;

impl Walk<'_> {
    /// What a simple command leaves, wrappers aside.
    pub(crate) fn outcome(&mut self, words: &[Rc<Lexed>], flow: &Flow, dirs: &Dirs) -> Outcome {
        let name = words.first().map_or("", |word| word.word.text.as_str());
        if let "exit" | "return" | "logout" = name {
            return Outcome::always(None);
        }
        if name == "exec" && words.len() > 1 {
            return Outcome::always(None);
        }
        if self.functions.moving.iter().any(|moving| moving == name) {
            return Outcome::always(Some(Dirs::unknown()));
        }
        if words.first().is_some_and(|word| !word.word.literal && !name.contains('/')) {
            // It may be a `cd`.
            return Outcome::always(Some(Dirs::unknown()));
        }
        let Some(target) = flow::change(words) else {
            return Outcome::always(flow.clone());
        };
        self.functions.moved = true;
        let (mut success, doubted_cd) = match target {
            Target::Named(target) if self.physical && target.text.contains("..") => {
                (Dirs::unknown(), None)
            }
            Target::Named(target) => (dirs.enter(target), self.doubted(target, dirs)),
            Target::Unknown => (Dirs::unknown(), None),
        };
        if self.cd_path
            && !matches!(&success.dir, WorkingDir::Literal(path) if path.starts_with('/'))
        {
            success = Dirs::unknown();
        }
        let failed_cd = flow.clone();
        Outcome { success: Some(success), failure: None, failed_cd, doubted_cd }
    }

    /// The directories from which a `cd` to `target` may fail. Each `..` in it needs a directory
    /// before it.
    fn doubted(&self, target: &Word, dirs: &Dirs) -> Flow {
        let text = target.text.as_str();
        let steps = text.match_indices("/..").filter_map(|(at, _)| text.get(..at));
        let steps: Vec<Word> = steps.chain([text]).map(Word::plain).collect();
        let can_enter = |dir: &WorkingDir| match dir {
            WorkingDir::Unknown => true,
            dir => (self.can_enter)(dir),
        };
        let may_fail = |dir: &&WorkingDir| !steps.iter().all(|step| can_enter(&dir.enter(step)));
        let mut doubted = dirs.iter().filter(may_fail).cloned();
        let first = Dirs::only(doubted.next()?);
        Some(doubted.fold(first, Dirs::or))
    }
}
