//! Numbers with what they count.

/// As `1 call` or `2 calls`.
pub(crate) fn counted(number: usize, one: &str) -> String {
    format!("{number} {one}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_several() {
        let counted = [0, 1, 2].map(|number| counted(number, "call"));
        assert_eq!(counted, ["0 calls", "1 call", "2 calls"]);
    }
}
