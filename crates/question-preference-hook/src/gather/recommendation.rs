//! Which option of a question the agent recommends: by a mark at one label, or by a line
//! `Recommendation: LABEL because REASON` in the question.

use hook_protocol::Question;

use crate::gather::labels::{folded, is_marked, key};

const HEADING: &str = "recommendation:";
const REASON: &str = " because ";

/// What a question recommends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recommended {
    /// The option with this index.
    One(usize),
    /// Nothing.
    None,
    /// Something that has no single meaning, for this reason.
    Unclear(&'static str),
}

/// The option that the question recommends. Where both forms stand, they have to agree.
pub(crate) fn recommended(question: &Question<'_>) -> Recommended {
    let labels: Vec<String> = question.options.iter().map(|option| key(option.label)).collect();
    let is_twin = |(at, label): (usize, &String)| labels.iter().skip(at + 1).any(|it| it == label);
    if labels.iter().enumerate().any(is_twin) {
        return Recommended::Unclear("two options have the same label");
    }
    let options = question.options.iter().enumerate();
    let mut found: Vec<usize> =
        options.filter(|(_, option)| is_marked(option.label)).map(|(at, _)| at).collect();
    if found.len() > 1 {
        return Recommended::Unclear("more than one option is marked as recommended");
    }
    found.extend(question.question.lines().filter_map(|line| stated(line, &labels)));
    found.sort_unstable();
    found.dedup();
    match found.as_slice() {
        [] => Recommended::None,
        [at] => Recommended::One(*at),
        _ => Recommended::Unclear("more than one option is recommended"),
    }
}

/// The option that a line of the question recommends: by its whole label, or by the letter that
/// its label begins with.
fn stated(line: &str, labels: &[String]) -> Option<usize> {
    let line = folded(line);
    let said = line.strip_prefix(HEADING)?;
    let name = said.split_once(REASON).map_or(said, |(name, _)| name).trim();
    let is_it = |label: &String| {
        let letter = label.split_once([')', '.', ':']).map(|(letter, _)| letter);
        let letter = letter.filter(|letter| letter.chars().count() == 1);
        label == name || letter == Some(name)
    };
    let mut named = labels
        .iter()
        .enumerate()
        .filter(|(_, label)| is_it(label) || name.strip_suffix('.') == Some(label.as_str()));
    let first = named.next()?.0;
    named.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use hook_protocol::QuestionOption;

    use super::*;

    #[track_caller]
    fn check(text: &str, labels: &[&str], expected: Recommended) {
        let option = |label| QuestionOption { label, description: None, preview: None };
        let options = labels.iter().copied().map(option).collect();
        let question = Question { question: text, header: None, options, multi_select: false };
        assert_eq!(recommended(&question), expected, "{text} {labels:?}");
    }

    #[test]
    fn one_label_is_marked_or_named() {
        use Recommended::{None, One, Unclear};
        check("Which?", &["A", "B (recommended)"], One(1));
        check("Which?", &["（推荐）A", "B"], One(0));
        check("Which?\nRecommendation: Lexer because it is small.", &["Parser", "Lexer"], One(1));
        check("Which?\nRECOMMENDATION: lexer.", &["Parser", "Lexer"], One(1));
        check("Which?\nRecommendation: B because it is small", &["A) Parser", "B) Lexer"], One(1));
        check("Which?\nRecommendation: B", &["A", "B (recommended)"], One(1));
        check("Which?", &["A", "B"], None);
        check("Which? Recommendation: B", &["A", "B"], None);
        check("Which?\nRecommendation: Lex", &["Parser", "Lexer"], None);
        check("Which?\nRecommendation: B", &["Parser", "Lexer"], None);
        check("Which?\nRecommendation: A or B because both fit", &["A", "B"], None);
        let several = Unclear("more than one option is recommended");
        check("Which?\nRecommendation: A", &["A", "B (recommended)"], several);
        check("Which?\nRecommendation: A\nRecommendation: B", &["A", "B"], several);
        let marked = Unclear("more than one option is marked as recommended");
        check("Which?", &["A (推荐)", "B (recommended)"], marked);
        let twins = Unclear("two options have the same label");
        check("Which?", &["A (recommended)", "a"], twins);
    }
}
