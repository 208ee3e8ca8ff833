//! A whole question: all that it says, and which of its options would be the answer.

/// An option of a question.
#[derive(Debug, Clone, Copy, Default)]
pub struct Offer<'a> {
    /// What is chosen.
    pub label: &'a str,
    /// What it means.
    pub description: Option<&'a str>,
    /// What it would look like.
    pub preview: Option<&'a str>,
}

/// A question with all that it says.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// Its text, in each way in which it may be read: one of them at least.
    pub said: &'a [&'a str],
    /// A word or two above it.
    pub header: Option<&'a str>,
    /// What may be answered.
    pub offers: &'a [Offer<'a>],
    /// The option that would be the answer, where that is known.
    pub answer: Option<usize>,
    /// Somebody has said that there is a way back: what is only in doubt is not asked then.
    pub is_two_way: bool,
}

impl<'a> Question<'a> {
    /// All that it says, its text first, and whether that is a label.
    pub(crate) fn texts(&self) -> Vec<(&'a str, bool)> {
        let said = self.said.iter().copied().chain(self.header).map(|it| (it, false));
        let offers = self.offers.iter().flat_map(|it| {
            let others = [it.description, it.preview].into_iter().flatten();
            std::iter::once((it.label, true)).chain(others.map(|it| (it, false)))
        });
        said.chain(offers).collect()
    }
}
