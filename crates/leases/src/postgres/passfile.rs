//! The password file of `PostgreSQL` clients. Source: its documentation, "The Password File".

/// The password of the first line whose host, port, database and user are `wanted`, or `*`.
pub(super) fn password(text: &str, wanted: [&str; 4]) -> Option<String> {
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let mut fields = fields(line).into_iter();
        let is_it = wanted
            .iter()
            .all(|wanted| fields.next().is_some_and(|field| field == "*" || field == *wanted));
        fields.next().filter(|_| is_it)
    })
}

/// A backslash takes the meaning of a colon, or of a backslash.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match (character, fields.last_mut()) {
            (':', _) => fields.push(String::new()),
            ('\\', Some(field)) => field.extend(characters.next()),
            (other, Some(field)) => field.push(other),
            (_, None) => {}
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::password;

    #[test]
    fn the_first_line_that_fits_has_the_password() {
        let text =
            "# a:1:b:c:comment\ndb.example:5432:*:ann:one\n*:*:app:bob:t\\:w\\\\o\nshort:1\n";
        let check = |wanted, expected: Option<&str>| {
            assert_eq!(password(text, wanted).as_deref(), expected, "{wanted:?}");
        };
        check(["db.example", "5432", "app", "ann"], Some("one"));
        check(["db.example", "5433", "app", "ann"], None);
        check(["other.example", "1", "app", "bob"], Some("t:w\\o"));
        check(["short", "1", "app", "ann"], None);
        check(["a", "1", "b", "c"], None);
    }
}
