//! What rules say of files.

use super::*;

/// A file by the way it is spoken of and by where links lead.
fn named(lexical: &str, resolved: &str, touch: Touch) -> File {
    File {
        ground: glob_base::Ground::Project,
        spoken: "spoken".to_owned(),
        location: Location { lexical: RelPath::new(lexical), resolved: RelPath::new(resolved) },
        touch,
        reach: Reach::Itself,
        there: None,
        is_secret: false,
    }
}

#[test]
fn a_rule_has_exceptions_and_a_later_one_frees() {
    use Touch::{Read, Write};
    let check = |paths: &str, file: (&str, Reach, Touch, &[&str]), expected: &[usize]| {
        let policy = policy(&format!("states: [A]\npaths:\n{paths}"));
        let (path, reach, touch, there) = file;
        let there = Some(there.iter().filter_map(|it| RelPath::new(it)).collect());
        let file = File { reach: reach.clone(), there, ..named(path, path, touch) };
        let facts = Facts { files: vec![file], ..Facts::default() };
        let nothing = Lifted::new();
        let judgement = judge(in_state(&policy, "A", &nothing), &sample("web-fetch"), &facts);
        let denials = judgement.findings.iter().filter(|it| it.action == Action::Block);
        let denials: Vec<_> = denials.map(|it| it.rule_id.clone()).collect();
        let expected: Vec<_> = expected.iter().map(|at| format!("paths[{at}]")).collect();
        assert_eq!(denials, expected, "{paths} {path:?} {reach:?} {touch:?}");
    };
    let own =
        " - { glob: ['!docs/drafts/**', 'docs/**', '!**/*.tmp'], access: any, action: block }\n";
    let later = " - { glob: 'docs/**', access: any, action: block }\n \
                 - { glob: ['docs/drafts/**', '**/*.tmp'], access: any, action: allow }\n";
    let names = |names: &str| Reach::Below { names: Some(names.to_owned()) };
    for paths in [own, later] {
        let check = |file: (&str, Reach, Touch, &[&str]), is_denied: bool| {
            check(paths, file, if is_denied { &[0] } else { &[] });
        };
        check(("docs/a", Reach::Itself, Write, &[]), true);
        check(("docs/drafts/a", Reach::Itself, Write, &[]), false);
        check(("docs/a.tmp", Reach::Itself, Read, &[]), false);
        // A folder with what is in it, now or then.
        check(("docs", Reach::Tree, Write, &["docs/a.tmp"]), true);
        check(("docs/drafts", Reach::Tree, Write, &["docs/drafts/a"]), false);
        check(("docs/drafts/x", Reach::Tree, Write, &[]), false);
        check(("docs/old", Reach::Tree, Write, &["docs/old/a.tmp"]), true);
        check(("docs/old", Reach::Below { names: None }, Read, &["docs/old/a.tmp"]), false);
        check(("docs/old", Reach::Below { names: None }, Read, &["docs/old/a"]), true);
        check((".", Reach::Tree, Write, &["docs", "docs/a.tmp"]), true);
        check(("docs", names("*.tmp"), Write, &["docs/a.tmp"]), false);
        check(("docs", names("*"), Write, &["docs/a.tmp", "docs/a"]), true);
        check(("docs", names("dr*"), Write, &["docs/drafts", "docs/drafts/a"]), false);
    }
    let env = " - { glob: '**/.env*', access: any, action: block }\n \
               - { glob: '**/.env*.example', access: read, action: allow }\n";
    check(env, (".env.example", Reach::Itself, Read, &[]), &[]);
    check(env, (".env.example", Reach::Itself, Write, &[]), &[0]);
    check(env, (".env", Reach::Itself, Read, &[]), &[0]);
    // A search of a whole folder is everyday work; what the shell finds by a glob is named.
    check(env, ("src", Reach::Tree, Read, &["src/.env.example", "src/.env"]), &[]);
    check(env, ("src", names(".e*"), Read, &["src/.env.example", "src/.env"]), &[0]);
    check(env, ("src", names(".e*"), Read, &["src/.env.example"]), &[]);
    check(env, (".env.example", Reach::Tree, Read, &[]), &[]);
    // Only what comes later frees, and what comes later still forbids again.
    let twice = " - { glob: '**/a', action: allow }\n - { glob: '**/a', action: block }\n \
                 - { glob: 'x/a', action: allow }\n - { glob: 'x/**', action: block }\n";
    check(twice, ("a", Reach::Itself, Write, &[]), &[1]);
    check(twice, ("x/a", Reach::Itself, Write, &[]), &[3]);
}
