//! Tokens of all forms, made up for tests.

use super::{Class, TABLE, TABLE_TEXT, is_form};

/// A token of each form, made up, with what is taken out of it.
pub(crate) fn all() -> impl Iterator<Item = (String, String)> {
    TABLE.forms.iter().map(|form| {
        let mut token = String::new();
        if !form.before().is_empty() {
            token.push_str(&digits(form.before()));
        }
        token.push_str(form.anchor());
        let (mut opened, mut closed) = (0, None);
        let mut rest = form.rest();
        while let Some(first) = rest.chars().next() {
            rest = rest.get(first.len_utf8()..).unwrap();
            match first {
                '[' => opened = token.len(),
                ']' => closed = Some(token.len()),
                '?' => {}
                '{' => {
                    let (class, behind) = rest.split_once('}').unwrap();
                    token.push_str(&digits(class));
                    rest = behind;
                }
                literal => token.push(literal),
            }
        }
        let secret = token.get(opened..closed.unwrap_or(token.len())).unwrap().to_owned();
        (token, secret)
    })
}

/// As many characters of a class as it has at least, without order.
fn digits(class: &str) -> String {
    let class = Class::read(class).unwrap();
    let all = (b' '..0x7f).filter(|it| class.has(*it)).map(char::from);
    let (digits, letters): (Vec<char>, Vec<char>) =
        all.filter(char::is_ascii_alphanumeric).partition(char::is_ascii_digit);
    let digit = |number: usize| {
        let all = if letters.is_empty() || number.is_multiple_of(3) { &digits } else { &letters };
        all[(number.wrapping_mul(2_654_435_761) >> 9) % all.len()]
    };
    (1..=class.least).map(digit).collect()
}

#[test]
fn the_table_is_sorted_and_can_be_read() {
    let lines = || TABLE_TEXT.lines().filter(|line| is_form(line));
    assert!(lines().is_sorted() && lines().count() > 200);
    assert!(TABLE_TEXT.len() < usize::from(u16::MAX));
    for (line, form) in lines().zip(&TABLE.forms) {
        let parts: Vec<_> = line.split("  ").collect();
        assert_eq!(parts.len(), 3, "{line}");
        assert!(parts[2].contains('.') && !parts[2].contains(' '), "a source: {line}");
        let before = parts[0].strip_suffix(&[form.anchor(), form.rest()].concat());
        let before = before.unwrap_or_else(|| panic!("{line}"));
        assert_eq!(before.trim_matches(['{', '}']), form.before(), "{line}");
        assert!(form.anchor().len() > 1, "{line}");
        let classes = form.rest().split('{').skip(1).filter_map(|rest| rest.split_once('}'));
        let classes = classes.map(|(class, _)| class);
        let all = classes.chain([form.before()]).filter(|class| !class.is_empty());
        for class in all {
            let class = Class::read(class).expect(line);
            assert!(class.least > 0 && class.least <= class.most, "{line}");
            assert!(class.has(b'2'), "{line}");
        }
    }
}
