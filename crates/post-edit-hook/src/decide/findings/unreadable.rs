//! What parsers say of a text that they cannot read. They name the line where they stumble, which may be
//! far from what was touched.

/// In characters: where the message is.
const MAX_MESSAGE: usize = 240;

/// Words of parsers, in lower case.
const UNREADABLE: [&str; 100] = [
    "syntax error",
    "syntaxerror",
    "syntax-error",
    "lint/syntax",
    "invalid syntax",
    "invalid-syntax",
    "tokenerror",
    "taberror",
    "indentationerror",
    "parsererror",
    "parser error",
    "scannererror",
    "parseerror",
    "decodeerror",
    "expaterror",
    "tokenmissingerror",
    "parsing failed",
    "parsing error",
    "parse error",
    "parse exception",
    "failed to parse",
    "could not parse",
    "cannot parse",
    "unparsable",
    "unrecognised input",
    "unrecognized input",
    "end of input",
    "end-of-input",
    "end of file",
    "end-of-file",
    "end of string",
    "end-of-line within string",
    "unexpected end",
    "unexpected eof",
    "unexpected indent",
    "unexpected token",
    "unexpected keyword or",
    "unexpected keyword/",
    "unexpected symbol",
    "unexpected character",
    "unexpected closing",
    "unexpected section title",
    "discarding unexpected <",
    "never closed",
    "not closed",
    "unclosed",
    "unmatched",
    "unterminated",
    "unfinished",
    "unbalanced",
    "unindent ",
    "inconsistent use of tabs",
    "invalid indentation",
    "an indented block",
    "expected indented block",
    "mismatched bracket",
    "mismatched closing",
    "mismatched input",
    "mismatched tag",
    "tag mismatch",
    "not terminated",
    "not well-formed",
    "premature end",
    "sc1072",
    "sc1073",
    "missing terminat",
    "missing separator",
    "missing end ",
    "missing right curly",
    "missing newline after",
    "missing :end",
    "token missing",
    "string terminator",
    "bareword found where",
    "stray '",
    "stray end tag",
    "extraneous '",
    "extraneous closing",
    "extra data: line",
    "extra tokens",
    "extra }",
    "illegal start of",
    "not a statement",
    "without a previous",
    "' without '",
    "#endif without",
    "invalid token",
    "did not find expected",
    "mapping values are not allowed",
    "mappings are not allowed",
    "consecutive statements on a line",
    "definition is not allowed here",
    "function-definition is not allowed",
    "block definition required",
    "no corresponding closing tag",
    "tag must be paired",
    "element that was not open",
    "must have one parent element",
    "must precede namespace",
    "recipe commences before",
];

/// What a parser expects that is no type and no value.
const EXPECTED: [&str; 22] = [
    "expression",
    "declaration",
    "statement",
    "a statement",
    "item,",
    "pattern,",
    "operand",
    "identifier",
    "an identifier",
    "an indented block",
    "unqualified-id",
    "one of `",
    "type expression",
    "top-level statement",
    "class or object definition",
    "property name",
    "a top level",
    "member declaration",
    "a new line",
    "to find '",
    "'ident'",
    "'eof'",
];

/// What is said of the last line, and keeps nobody from reading it.
const READABLE: [&str; 4] = [
    "newline at end of file",
    "newline at the end of file",
    "newline required at end of file",
    "no newline",
];

/// Whether a finding says that the file cannot be read: then nothing else in it was looked at, and
/// its line is where the parser gave up.
pub(super) fn is_unreadable(text: &str) -> bool {
    let part = |text: &str| text.chars().take(MAX_MESSAGE).collect::<String>().to_lowercase();
    // Of a traceback the message is the last line.
    let last = text.lines().next_back().filter(|_| text.contains('\n')).unwrap_or_default();
    let says = |text: &str| {
        let is_readable = READABLE.iter().any(|words| text.contains(words));
        !is_readable && (UNREADABLE.iter().any(|words| text.contains(words)) || expects(text))
    };
    says(&part(text)) || says(&part(last))
}

/// `expected ')'`, `';' expected`, `Expression expected`: no name of a type.
fn expects(text: &str) -> bool {
    let is_quote = |it: char| matches!(it, '\'' | '"' | '`' | '\u{2018}' | '\u{201c}');
    let is_sign = |sign: &str| {
        let mut sign = sign.trim_start_matches(is_quote).chars();
        let is_one = sign.next().is_some_and(|it| "(){}[];,:=".contains(it));
        // `()` and `[u8; 4]` are types.
        is_one && sign.next().is_none_or(|it| !it.is_alphanumeric() && !"()[]{}".contains(it))
    };
    let behind = ["expected ", "expecting "].iter().any(|word| {
        text.match_indices(word).any(|(at, word)| {
            let behind = text.get(at + word.len()..).unwrap_or_default();
            is_sign(behind.strip_prefix("token ").unwrap_or(behind))
                || EXPECTED.iter().any(|words| behind.starts_with(words))
        })
    });
    let before = text.match_indices(" expected").any(|(at, _)| {
        let before = text.get(..at).unwrap_or_default();
        let sign = before.rsplit(' ').next().unwrap_or_default();
        let nouns =
            ["statement", "expression", "identifier", "<identifier>", "assignment", "record"];
        (sign.starts_with(is_quote) || sign.len() == 1) && is_sign(sign)
            || nouns.contains(&sign)
            || ["'end'", "<eof>", "eof", "type"].contains(&sign)
    });
    let missing = text.match_indices("missing ").any(|(at, word)| {
        let behind = text.get(at + word.len()..).unwrap_or_default();
        behind.starts_with(is_quote) && (is_sign(behind) || behind.starts_with("'end"))
    });
    behind || before || missing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_parsers_say_is_known() {
        for text in [
            "a.py:3:1: E999 SyntaxError: '(' was never closed",
            "a.c:20:1: error: expected declaration or statement at end of input",
            "a.c:20:1: error: expected ‘;’ before ‘}’ token",
            "A.java:20: error: reached end of file while parsing",
            "A.java:20: error: ';' expected",
            "a.go:9:1: expected '}', found 'EOF'",
            "a.lua:9:1: (E011) expected '}' (to close '{' on line 3) near <eof>",
            "a.rb:27: syntax error, unexpected end-of-input, expecting `end'",
            "jq: parse error: Unfinished JSON term at line 9, column 0",
            "a.py:3:12: unexpected indent",
            "a.py:3:9: unindent does not match any outer indentation level",
            "a.ts(3,5): error TS1128: Declaration or statement expected.",
            "error: unexpected closing delimiter: `}`\n --> a.rs:3:1",
            "error: expected item, found `}`\n --> a.rs:3:1",
            "a.c:3:1: error: expected identifier or '(' before '}' token",
            "A.java:3: error: class, interface, enum, or record expected",
            "Expecting ',' delimiter: line 3 column 3 (char 12)",
            "Makefile:3: *** missing separator.  Stop.",
            "xml.parsers.expat.ExpatError: mismatched tag: line 3, column 4",
            "Traceback (most recent call last):\n  File \"/x.py\", line 3\ntomllib.TOMLDecodeError: Expected '=' (at line 3, column 1)",
        ] {
            assert!(is_unreadable(text), "{text}");
        }
        for text in [
            "a.rs:3:5: error[E0308]: expected `i32`, found `&str`",
            "a.rs:3:5: error[E0308]: expected `()`, found `&str`",
            "a.rs:3:5: error[E0308]: expected `[u8; 4]`, found `&str`",
            "a.py:9:2: W292 no newline at end of file",
            "  9:2  error  Newline required at end of file but not found  eol-last",
            "a.ts(3,5): error TS2322: Type 'string' is not assignable; expected 'number'",
            "a.test.js:3:5 AssertionError: expected 'a' to equal 'b'",
            "a.py:3:1: F821 undefined name 'os'",
            "error[E0308]: mismatched types\n --> a.rs:3:1",
            "a.py:3: error: Unexpected keyword argument \"x\" for \"f\"  [call-arg]",
            "a.js:3:1: Unexpected console statement no-console",
            "a.py:3: error: Argument 1 has incompatible type \"int\"; expected \"str\"",
        ] {
            assert!(!is_unreadable(text), "{text}");
        }
    }
}
