//! What is in the page, and that nothing in it breaks out.

use super::*;

/// The text of the element that holds the data, as a reader of HTML takes it.
fn data(page: &str) -> &str {
    let (_, rest) = page.split_once("<script id=\"data\" type=\"application/json\">").unwrap();
    rest.split_once("</script").unwrap().0
}

#[test]
fn nothing_in_the_data_breaks_out() {
    for nasty in [
        "</script><script>alert(1)</script>",
        "<!-- <script>",
        "-->",
        "<![CDATA[ ]]>",
        "\u{2028}\u{2029}",
        "\"; alert(1); \"",
        "\\u003c/script>",
        "&lt;/script&gt;",
        "{data}{script}{style}",
        "</ScRiPt >",
        "\0\u{1b}[31m\u{feff}",
        "'\"`${x}",
    ] {
        let report = Report { project: nasty.to_owned(), ..Report::default() };
        let page = page(&report).unwrap();
        let data = data(&page);
        assert!(!data.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{nasty}: {data}");
        let read: serde_json::Value = serde_json::from_str(data).unwrap();
        assert_eq!(read["project"], nasty, "{nasty}");
        let usual = super::page(&Report::default()).unwrap();
        assert_eq!(page.matches("<script").count(), usual.matches("<script").count(), "{nasty}");
    }
}

#[test]
fn the_page_names_nothing_outside_of_it() {
    let page = page(&Report::default()).unwrap();
    assert!(page.contains("default-src 'none'; script-src 'sha256-"));
    assert!(!page.contains("unsafe-"));
    // The name of SVG is a name, and is not fetched.
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for outside in
        ["http://", "https://", "//cdn", "@import", "url(", "src=", "innerHTML", " style="]
    {
        assert!(!page.contains(outside), "{outside}");
    }
    for place in ["{mark}", "{policy}", "{style}", "{script}", "{data}"] {
        assert!(!page.contains(place), "{place}");
    }
}

#[test]
fn a_page_is_known_by_its_beginning() {
    let page = page(&Report::default()).unwrap();
    assert!(is_page(page.as_bytes()));
    assert!(is_page(&page.as_bytes()[..page.len() / 2]));
    for other in ["", "<!doctype html><title>tacklebox report</title>", "tacklebox report"] {
        assert!(!is_page(other.as_bytes()), "{other}");
    }
    let late = format!("{}{page}", " ".repeat(MAX_HEAD));
    assert!(!is_page(late.as_bytes()));
}
