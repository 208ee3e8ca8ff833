//! Why the text does not tell all that a command does.

/// Why the text does not tell all that a command does.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Unclear {
    /// Nothing is known of its program, or of what that runs.
    pub(crate) is_of_a_program: bool,
    /// There is something else.
    pub(crate) is_of_more: bool,
}

impl Unclear {
    pub(crate) fn is_any(self) -> bool {
        self.is_of_a_program || self.is_of_more
    }
}

impl std::ops::BitOrAssign for Unclear {
    fn bitor_assign(&mut self, other: Self) {
        self.is_of_a_program |= other.is_of_a_program;
        self.is_of_more |= other.is_of_more;
    }
}
