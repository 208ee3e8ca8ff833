//! Values in the rows of statements and tables.

use std::fmt::Write as _;

use super::check_benign;
use crate::{REDACTED, redact};

/// `«` and `»` around each value that is taken out.
#[track_caller]
fn check_rows(text: &str) {
    let leaky = text.replace(['«', '»'], "");
    let mut clean = String::new();
    for (place, part) in text.split(['«', '»']).enumerate() {
        clean.push_str(if place % 2 == 1 { REDACTED } else { part });
    }
    assert_eq!(redact(&leaky), clean, "{leaky}");
}

#[test]
fn all_rows_of_a_statement() {
    check_rows(
        "INSERT INTO u (id, password) VALUES (1,'«hunter42»'),(2,'«correcthorse»'), (3,NULL),\n(4,'«k3Rw9xQ»');",
    );
    check_rows(
        "INSERT INTO `u` (`password`, `token`) VALUES\n  ('«hunter42»', '«a1b2c3d4e5»'),\n  ('«orange»', '«b1c2d3e4f5»');\n",
    );
    check_rows(
        "insert into u (id, password, note)\nvalues (f(1, 2), '«it''s42x»', 'a (b'),\n(2, '«hunter43»', 'x');",
    );
    check_rows(
        "{\"sql\": \"INSERT INTO u (id, password) VALUES\\n(1, '«hunter42»'),\\n(2, '«hunter43»');\\n\"}",
    );
    check_rows(
        "+INSERT INTO u (id, password) VALUES\n+  (1, '«hunter42»'),\n+  (2, '«hunter43»');",
    );
    check_rows(
        "COPY public.u (id, password, name) FROM stdin;\n1\t«hunter42»\tann\n2\t«hunter43»\tbob\n\\.\n\nnext hunter42",
    );
    let mut text = "INSERT INTO u (id, name, password) VALUES ".to_owned();
    for number in 0..300 {
        write!(text, "({number},'ann','«pw{number}xQ9{number}»'),").unwrap();
    }
    check_rows(&text);
    check_benign("INSERT INTO u (id, password) VALUES (1, $2), ($3, ?), (:id, :password)");
    check_benign("check(user, password) (1, 'hunter42')");
}

#[test]
fn tables_behind_what_stands_before_their_lines() {
    let rows = ["user,password,note", "ann,«hunter42»,a", "bob,«k3Rw9xQp»,b"];
    let cells = ["| user | password |", "|------|----------|", "| ann | «hunter42» |"];
    let ways: [fn(usize) -> String; 8] = [
        |_| String::new(),
        |number| format!("{number:6}→"),
        |number| format!("{number:6}\t"),
        |number| format!("{number}:"),
        |number| format!("a/b.csv:{number}:"),
        |_| "+".to_owned(),
        |_| "> ".to_owned(),
        |_| "web-1  | ".to_owned(),
    ];
    for lead in ways {
        for table in [rows, cells] {
            let lines: Vec<_> = (9..).zip(table).map(|(n, row)| lead(n) + row).collect();
            check_rows(&lines.join("\n"));
            check_rows(&format!("{{\"content\":\"{}\",\"x\":1}}", lines.join("\\n")));
        }
    }
    check_rows(
        "{\"a\":\"\\\"user\\\",\\\"password\\\"\\r\\n\\\"ann\\\",\\\"«hunter42»\\\"\\r\\n\"}",
    );
}

#[test]
fn tables_with_odd_lines_and_titles() {
    check_rows(
        "user,password\nann,«hunter42»\n\nbob,«hunter43»\n# old\neve,«hunter44»\nx\nann,«hunter45»\n",
    );
    check_rows("id,password,note\n1,«hunter42»,\"a\nb\"\n2,«hunter43»,c\n");
    check_rows("Name (full),Password (new),2FA\nann,«hunter42»,x\n");
    check_rows("User/Login;Password:;Price $\nann;«hunter42»;1\n");
    check_rows("Nombre,Contraseña\nann,«hunter42»\n");
    check_rows(" password \n----------\n «hunter42»\n «k3Rw9xQp»\n(2 rows)\n");
    check_rows(
        "┌──────┬──────────┐\n│ user │ password │\n├──────┼──────────┤\n│ ann  │ «hunter42» │\n└──────┴──────────┘",
    );
    let titles = format!("{}password\n", "column,".repeat(300));
    check_rows(&format!("{titles}{}«hunter42»\n", "value,".repeat(300)));
    check_benign("Set user, password\n\nthen, hunter42\nthen, hunter43\n");
    check_benign("fn a(user, password)\nb(x1, hunter42)\n");
    check_benign("- user, password\n- parser, hunter42\n");
    check_benign("Password\n--------\n\nhunter42 is a word");
}
