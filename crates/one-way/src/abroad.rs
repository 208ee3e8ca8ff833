//! Questions in other languages that propose an act: `Soll ich die Karte sperren?`, or `¿Tiro los
//! datos?` with the option `Tirar`.
//!
//! Few words of these languages are known. So what somebody asks to do is an act, unless it is
//! about code or writing, or the question asks which, how or where.

use crate::order::sentences;

/// What such a question has in it where somebody asks whether to do something.
const FRAMES: [&str; 42] = [
    "soll ich",
    "sollen wir",
    "darf ich",
    "kann ich",
    "dass ich",
    "dois-je",
    "puis-je",
    "veux-tu que",
    "voulez-vous que",
    "est-ce que je",
    "¿debo",
    "¿puedo",
    "¿quieres que",
    "¿quiere que",
    "¿te parece si",
    "¿te parece bien",
    "devo ",
    "posso ",
    "vuoi che",
    "vuole che",
    "quer que",
    "queres que",
    "zal ik",
    "mag ik",
    "kan ik",
    "moet ik",
    "dat ik",
    "zullen we",
    "czy mam",
    "czy mog",
    "mam ",
    "мне ",
    "можно ",
    "чтобы я",
    "ますか",
    "ましょうか",
    "いいですか",
    "吗",
    "嗎",
    "是否",
    "까요",
    "해도 될까",
];

/// Words that only these languages have, and questions of one language have often.
const MARKERS: [&str; 34] = [
    "che", "czy", "das", "dem", "den", "der", "ein", "eine", "een", "het", "ich", "il", "ik", "je",
    "la", "las", "le", "les", "lo", "los", "gli", "mam", "nicht", "os", "que", "soll", "tutti",
    "tutto", "um", "uma", "und", "vecchi", "wir", "zal",
];

/// What asks for a way or a choice, or offers one.
const ASKING: [&str; 42] = [
    "welche", "welke", "wie", "wo", "wohin", "was", "warum", "wann", "oder", "quel", "comment",
    "où", "ou", "quand", "combien", "qué", "cuál", "cómo", "dónde", "cuándo", "quale", "quali",
    "come", "dove", "quando", "qual", "como", "onde", "welk", "hoe", "waar", "wat", "który",
    "która", "jak", "gdzie", "lub", "czy wol", "како", "как", "где", "или",
];
const ASKING_ELSEWHERE: [&str; 15] = [
    "何",
    "どの",
    "どれ",
    "どこ",
    "どう",
    "哪",
    "怎",
    "什么",
    "什麼",
    "还是",
    "どちら",
    "어떤",
    "어느",
    "어디",
    "무엇",
];

/// How words of code, of tests and of writing begin.
const CRAFT: [&str; 73] = [
    "spalte",
    "tabelle",
    "schrift",
    "überschrift",
    "bibliot",
    "sprache",
    "titre",
    "titel",
    "título",
    "columna",
    "colonne",
    "komponente",
    "dokument",
    "fecha",
    "kommentar",
    "comment",
    "coment",
    "komment",
    "test",
    "code",
    "kod",
    "funktion",
    "komponent",
    "modul",
    "klasse",
    "variable",
    "hinzuf",
    "ergänz",
    "umbenenn",
    "erklär",
    "prüf",
    "formatier",
    "refaktor",
    "refactor",
    "ajout",
    "renomm",
    "expliqu",
    "vérifi",
    "fonction",
    "composant",
    "class",
    "añad",
    "agreg",
    "renombr",
    "explic",
    "revis",
    "función",
    "aggiung",
    "rinomin",
    "spieg",
    "verific",
    "funzion",
    "adicion",
    "renome",
    "função",
    "toevoeg",
    "hernoem",
    "uitleg",
    "functie",
    "doda",
    "wyjaśn",
    "funkcj",
    "добав",
    "переимен",
    "объясн",
    "провер",
    "тест",
    "функци",
    "код",
    "klas",
    "docstring",
    "readme",
    "typescript",
];
const CRAFT_ELSEWHERE: [&str; 19] = [
    "追加",
    "テスト",
    "コード",
    "関数",
    "説明",
    "添加",
    "測試",
    "测试",
    "代码",
    "函数",
    "解释",
    "重命名",
    "查看",
    "추가",
    "작성",
    "테스트",
    "코드",
    "함수",
    "설명",
];

/// Whether a question that is not English proposes an act.
pub(crate) fn proposes(question: &str, labels: &[&str]) -> bool {
    sentences(question).any(|it| proposes_in(it, labels))
}

fn proposes_in(sentence: &str, labels: &[&str]) -> bool {
    let question = sentence.trim().to_lowercase();
    if !question.ends_with(['?', '？', 'か', '吗', '요']) {
        return false;
    }
    let words = || question.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    let begins = |bases: &[&str]| words().any(|word| bases.iter().any(|it| word.starts_with(it)));
    let has = |parts: &[&str]| parts.iter().any(|part| question.contains(part));
    let is_foreign = !question.is_ascii() || words().any(|word| MARKERS.contains(&word));
    let is_asked = || has(&FRAMES) || labels.iter().any(|label| repeats(words(), &question, label));
    let is_choice = || words().any(|word| ASKING.contains(&word)) || has(&ASKING_ELSEWHERE);
    // Spanish for `or`, and an article in Portuguese.
    let is_choice = || is_choice() || question.contains('¿') && words().any(|word| word == "o");
    let is_craft = || begins(&CRAFT) || has(&CRAFT_ELSEWHERE);
    is_foreign && is_asked() && !is_craft() && !is_choice()
}

/// Whether a text that is not English has a word of code or of writing.
pub(crate) fn is_craft(text: &str) -> bool {
    if text.is_ascii() && !text.split(' ').any(|word| MARKERS.contains(&word)) {
        return false;
    }
    let text = text.to_lowercase();
    let mut words = text.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.any(|word| CRAFT.iter().any(|it| word.starts_with(it)))
        || CRAFT_ELSEWHERE.iter().any(|part| text.contains(part))
}

/// Whether an option says again what is done, in whatever form of the word.
fn repeats<'a>(mut words: impl Iterator<Item = &'a str>, question: &str, label: &str) -> bool {
    let label = label.to_lowercase();
    let first = label.split(|it: char| !it.is_alphanumeric()).find(|it| !it.is_empty());
    let Some(first) = first else { return false };
    let is_ideograph = first.starts_with(|it: char| ('\u{3041}'..'\u{a000}').contains(&it));
    if is_ideograph {
        return first
            .chars()
            .next()
            .is_some_and(|it| question.contains(it) && !"不否是".contains(it));
    }
    let stem = first.char_indices().nth(3).and_then(|(end, _)| first.get(..end)).unwrap_or(first);
    stem.chars().count() == 3 && words.any(|word| word.starts_with(stem))
}
