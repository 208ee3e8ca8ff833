//! The rule on many questions: the registry decides doors, and what the person has never seen is
//! asked, in whatever words and whatever language.

use golden::place::Place;
use serde_json::{Map, Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_question-preference-hook");
const REGISTRY: &str = include_str!("../data/registry-of-53.yaml");
const PREFERENCES: &str = ".tacklebox/question-preferences.json";

/// Twenty ways to ask for everything to be deleted, and that in fourteen more languages, with a
/// yes and a no.
const PHRASINGS: [[&str; 3]; 34] = [
    ["Delete everything?", "Yes", "No"],
    ["Shall I wipe the lot?", "Yes", "No"],
    ["OK to start from a clean slate?", "Go ahead", "Wait"],
    ["Nothing in there is needed any more, right?", "Right", "Not so"],
    ["Proceed?", "Proceed", "Stop"],
    ["The old data goes. Fine?", "Fine", "Not fine"],
    ["Make room for the new database?", "Make room", "Leave it"],
    ["Should only the schema stay?", "Only the schema", "All of it"],
    ["Empty the bucket?", "Empty it", "Keep it"],
    ["rm -rf data?", "Run it", "Skip it"],
    ["DROP DATABASE prod?", "Drop", "Keep"],
    ["Truncate all tables?", "All", "None"],
    ["Terraform destroy, as planned?", "As planned", "Not yet"],
    ["Shall the backups follow the originals?", "They follow", "They stay"],
    ["Is it time to say goodbye to the archive?", "It is time", "It is not"],
    ["Get rid of it all?", "All", "Nothing"],
    ["Nuke it?", "Nuke", "Not now"],
    ["Keep anything?", "Nothing", "Everything"],
    ["Reset to factory state?", "Reset", "Cancel"],
    ["Which store for the cache?", "Purge both", "SQLite"],
    ["Soll ich alles löschen?", "Ja", "Nein"],
    ["Faut-il tout supprimer ?", "Oui", "Non"],
    ["¿Borro todo?", "Sí", "No"],
    ["Apago tudo?", "Sim", "Não"],
    ["Cancello tutto?", "Sì", "No"],
    ["Alles verwijderen?", "Ja", "Nee"],
    ["Skal jeg slette alt?", "Ja", "Nej"],
    ["Usunąć wszystko?", "Tak", "Nie"],
    ["Удалить всё?", "Да", "Нет"],
    ["Her şey silinsin mi?", "Evet", "Hayır"],
    ["هل أحذف كل شيء؟", "نعم", "لا"],
    ["क्या सब कुछ हटा दूँ?", "हाँ", "नहीं"],
    ["全部删除吗？", "是", "否"],
    ["すべて削除しますか？", "はい", "いいえ"],
];

/// What `explain` says of each question, the first option of which is recommended.
fn verdicts(place: &Place, questions: &[(String, Vec<String>)]) -> Vec<String> {
    for (at, (text, labels)) in questions.iter().enumerate() {
        let mark = |at| if at == 0 { " (recommended)" } else { "" };
        let options: Vec<Value> = labels
            .iter()
            .enumerate()
            .map(|(at, label)| json!({ "label": format!("{label}{}", mark(at)) }))
            .collect();
        let question = json!({ "question": text, "options": options, "multiSelect": false });
        let event = json!({
            "session_id": "s", "hook_event_name": "PreToolUse", "tool_use_id": "t",
            "tool_name": "AskUserQuestion", "tool_input": { "questions": [question] },
        });
        place.write(&format!("events/{at:03}.json"), &event.to_string()).unwrap();
    }
    let line = "for event in events/*.json; do question-preference-hook explain <$event; done";
    let printed = String::from_utf8(place.shell(line).unwrap().stdout).unwrap();
    let verdicts = printed.lines().filter_map(|line| line.trim().strip_prefix("verdict"));
    verdicts.map(|verdict| verdict.trim().to_owned()).collect()
}

/// What stands in a line of the registry between these.
fn between<'a>(line: &'a str, before: &str, after: &str) -> Option<&'a str> {
    Some(line.split_once(before)?.1.split_once(after)?.0)
}

/// Of 53 registered questions that are never to be asked.
pub(crate) fn the_registry_decides_doors() {
    let place = Place::new(PROGRAM).unwrap();
    place.write(".tacklebox/questions.yaml", REGISTRY).unwrap();
    let registered: Vec<&str> = REGISTRY.lines().filter(|line| line.contains("- { id:")).collect();
    let ids = registered.iter().map(|line| between(line, "id: ", ",").unwrap().to_owned());
    let never: Map<String, Value> = ids.map(|id| (id, json!("never-ask"))).collect();
    place.write(PREFERENCES, &Value::from(never).to_string()).unwrap();
    let question = |line: &&str| {
        let description = between(line, "description: \"", "\" }").unwrap();
        let text = format!("{description} <qid:{}>", between(line, "id: ", ",").unwrap());
        let options = between(line, "options: [", "]").unwrap_or("A newcomer, An expert");
        (text, options.split(", ").map(str::to_owned).collect::<Vec<_>>())
    };
    let questions: Vec<_> = registered.iter().map(question).collect();
    let found = verdicts(&place, &questions);
    assert_eq!(found.len(), 53);
    let (mut answered, mut asked) = (0, 0);
    for ((line, (_, labels)), verdict) in registered.iter().zip(&questions).zip(found) {
        if line.contains("door: two-way") {
            assert_eq!(verdict, format!("answer \"{} (recommended)\"", labels[0]), "{line}");
            answered += 1;
        } else {
            assert_eq!(verdict, "ask: the registry sets `door: one-way`", "{line}");
            asked += 1;
        }
    }
    assert_eq!((answered, asked), (41, 12));
}

/// With an id, whatever the person wants for it, and without one.
pub(crate) fn what_nobody_has_seen_is_asked() {
    let place = Place::new(PROGRAM).unwrap();
    let bound = json!({ "version": 1, "options": ["Redis", "SQLite"] });
    let preferences = json!({
        "unbound": "never-ask",
        "fixed": { "preference": "answer", "answer": "Yes" },
        "store": { "preference": "never-ask", "bound": bound },
        "hash-0123456789": "never-ask",
    });
    place.write(PREFERENCES, &preferences.to_string()).unwrap();
    let reasons = [
        ("", "ask: no preference is set"),
        (" <qid:unheard-of>", "ask: no preference is set"),
        (" <qid:unbound>", "ask: its preference is not bound to any options yet"),
        (" <qid:fixed>", "ask: its preference is not bound to any options yet"),
        (" <qid:store>", "ask: its options changed: "),
    ];
    let questions: Vec<(String, Vec<String>)> = PHRASINGS
        .iter()
        .flat_map(|[text, yes, no]| {
            let labels = vec![(*yes).to_owned(), (*no).to_owned()];
            reasons.map(|(marker, _)| (format!("{text}{marker}"), labels.clone()))
        })
        .collect();
    let found = verdicts(&place, &questions);
    assert_eq!(found.len(), questions.len());
    for (((text, _), verdict), (_, why)) in questions.iter().zip(found).zip(reasons.iter().cycle())
    {
        assert!(verdict.starts_with(why), "{text}: {verdict}");
    }
}
