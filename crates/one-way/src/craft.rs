//! The words of those who write programs: what they do in a work tree, and what they do it to.
//!
//! What is here is harmless to do. The other way round no list ends: whatever has a name may be
//! opened, halted or handed over.

/// Verbs that do nothing but to text, or nothing at all, whatever they are done to. By first letter.
const HARMLESS: [&str; 26] = [
    "align alphabetise alphabetize analyse analyze annotate assert assume avoid",
    "benchmark brainstorm bundle",
    "cache camelcase capitalise capitalize check clarify code comment compare compile compute \
     concentrate configure consider cover curry",
    "debounce debug decide declare default define derive describe design detail diagram \
     document draft",
    "elaborate escape estimate evaluate examine expect explain explore extract",
    "factor figure find focus follow",
    "generalise generalize group guard guess",
    "handle hardcode help hide highlight hoist",
    "ideate illustrate implement indent infer inline inspect instrument interpret introduce \
     investigate",
    "jsonify justify",
    "keep know",
    "label lay leave lint list look lowercase",
    "measure memoise memoize mention minify mirror mock model modularise modularize",
    "name need nest normalise normalize note",
    "omit optimise optimize organise organize outline overload",
    "pad paginate parallelise parallelize parametrise parametrize parse phrase plan polish \
     prefer prefix preserve prettify prioritise prioritize profile propose prototype",
    "quote",
    "recheck recommend reconsider refactor refine reflow reorder reorganise reorganize \
     rephrase reproduce research restructure retain rethink reuse review revise reword rework",
    "scaffold see separate shorten show simplify sketch sort specify spell split stage stay \
     stick structure stub study style suffix suggest summarise summarize",
    "test think track translate type typecheck",
    "understand unify uppercase",
    "validate verify visualise visualize",
    "wait walk wrap",
    "",
    "",
    "",
];

/// The same, but where somebody or something outside is named.
const CAREFUL: &str = "add append ask build bump choose commit continue create finish fix have import improve include \
     insert pick prepare provide rename render replace retry return round select show skip support target \
     treat try update upgrade use want work write";

/// What programs, their texts and their looks consist of. By first letter.
const CRAFT: [&str; 26] = [
    "abbreviation abstract abstraction accessor adapter adr algorithm alias animation \
     annotation app appendix approach architecture argument array arrow assert assertion ast \
     async attribute audience",
    "backend background badge banner base behavior behaviour benchmark binding blur body \
     boilerplate border bracket breadcrumb breakpoint buffer bug build builder bullet bundle \
     button",
    "callback caller capital caption caret case cast changelog chapter character chart \
     checkbox class cli closure code codebase color colour column comma comment commit \
     compiler complexity component composable concurrency condition conditional config \
     configuration console constant constructor container context contrast controller \
     convention corner coverage css csv cursor",
    "dark date debug decimal declaration decorator default definition delay dependency \
     description design destructuring detail diagram dialog diff directive directory doc \
     docblock docs docstring document documentation dropdown duplication duration",
    "edge editor element emoji encoding ending endpoint english enum equality error es eslint \
     example exception exercise exit explanation expression extension",
    "factory fallback feature field figure file filename filter fixture flag flow folder font \
     footer footnote form format formatter formatting framework frontend function \
     functionality",
    "generics getter glossary glyph goal grammar graph grid guard guide",
    "handler handling header heading headline helper hint home hook hover html",
    "icon id identifier illustration image implementation import indent indentation index \
     initializer input instruction integer interface intro introduction item iterator",
    "javascript jsdoc json jsx",
    "keyframe keyword",
    "label language layer layout legend level lexer library lifetime line link lint linter list \
     literal loader loading lock loop",
    "macro main map margin markdown markup max memo menu metadata method middleware migration \
     mixin mock modal mode model modifier module monorepo msrv mutex",
    "namespace naming navigation nesting newline notation null",
    "opacity operator option optional outline output overload",
    "package padding page pagination palette panel paragraph parameter params parser part \
     path pattern performance phase placeholder plan plugin polyfill popup prefix \
     preprocessor prettier preview prop property proposal prose prototype pseudocode",
    "query quote",
    "readability readme recursion reducer reexport refactor refactoring regex reload renderer \
     repl resolver return roadmap route router routing row rule runner rustfmt",
    "scaffold scaffolding schema scope screen screenshot script scroll search section \
     selector semaphore sentence serializer server setter settings shadow shortcut sidebar \
     signature skeleton slide slug snippet sort sorting source spacing spec specification \
     spelling spinner split sprite statement stderr stdout step story storybook stream string \
     struct structure stub style stylesheet suffix suite summary svg syntax",
    "tab table tailwind task template ternary test text theme thing threshold timeout \
     timestamp title toolbar tooltip trait translation tree tsconfig tuple tutorial type \
     typecheck typescript typing typo",
    "ui union unit url util utility utils ux",
    "validation validator variable variant version view viewmodel",
    "warning whitespace widget width window wizard word wording workspace wrapper",
    "",
    "yaml",
    "zod",
];

/// What else only those speak of who make programs and texts, although something may be done to
/// it. By first letter.
const TOPICS: [&str; 26] = [
    "accuracy agile ajax algorithmic analysis ansi api apis args arrow ascii async \
     asynchronously attribute auth autocomplete avatar axios",
    "backlog backoff backtick backwards bash beginner binary bitmap bitmask bitset boolean \
     bracket branch breaking buffered bugfix byte bytecode",
    "cache cached cadence calver camelcase cargo cdn ci client clippy codec command commonmark \
     compatibility compile compiled compose composition concurrency cors count cpp crash crate \
     crdt cron crud",
    "dataframe dataset deadlock debounce debugger decoder delimiter deserialize dev dictionary \
     django docker dockerfile doctest draft dsl duplicate",
    "eager emit encoder enemy enqueue enums epoch escape esm essay event exception exhaustive",
    "faker fastapi feature fetch fibonacci flask flexbox float fluent fork formal frame \
     frontmatter funny fuzz",
    "game generator getters git github gitignore golang gradient gradle graphql grpc",
    "hash hashed hashing hashmap haskell heap heredoc histogram http https hyperlink",
    "ide idempotent iframe immutable inference inheritance inline integer ios isolate iterable",
    "java jest jinja jira job json jwt",
    "kebab kotlin kubernetes",
    "lambda laravel latency latex lazy lease length lexer licence lifecycle lint linting linux \
     locale localhost logic login logout loot lowercase lru",
    "mac manual markdown maven mean median memoise memoize metaphor metric microservice minify \
     mit mobile mocha monad monorepo mount multiline mvp mypy",
    "named names naming nested nextjs nix node npm null nullable numpy",
    "oauth observable offline onboarding oneof openapi opengraph optimiser optimizer orm outline \
     overflow",
    "package packet pagination pandas paragraph parallel parse pascalcase percentage pixel \
     player pnpm poem poetry polling port postgres prd preact precision prefix preset procedural \
     progress proptest protobuf prototype pseudocode pytest python",
    "queue",
    "rbac react recursion redirect redis redux ref regexes renderer rendering requirement \
     research responsive restful retries retry rhyme rounding ruby rust rustdoc",
    "sampling sass scala scale scheduler schema sdk semantic semicolon semver serde serialize \
     serif shell singleton skeleton slider slug snake socket spa spelling sprite sqlite ssr \
     stack startup stdin sticky subclass submit svelte swift sync synchronous synonym syntax",
    "tabs tailwind template tense terse thorough thread timeline timezone toast todo tokenize \
     tokenizer tone tooltip transpile truncate tuple typed typescript typing",
    "umlaut undo unicode unique unix unmount unsigned uri urls username utc utf uuid",
    "vanilla verse viewport vim vite vitest vscode vue",
    "wasm webgl webhook webpack websocket whitespace windows worker wrap",
    "xml",
    "yaml yarn",
    "zig zustand",
];

/// Who or what is outside of the work tree, and has something done to it. By first letter.
const OUTSIDE: [&str; 26] = [
    "account admin administrator advance alarm applicant appointment auction",
    "ballot bank bid bill board boiler booking boss bot bucket budget buyer",
    "calendar campaign candidate card caregiver cash chamber checkout citizen client cluster \
     colleague colleagues company competitor contact contract contractor coupon court credit \
     crew customer",
    "database deal debit debt deposit discount dns doctor domain donor dose driver drone",
    "electricity employee employer escrow everybody everyone exchange",
    "family farm fee firewall firmware fleet follower fund",
    "gas gate guest",
    "heater household",
    "inbox incident infrastructure insurance internet investor invoice",
    "journalist judge",
    "keychain kin",
    "landlord lawyer lender license live loan",
    "machine mailbox manager mandate market master medication meeting merchant money motor",
    "neighbor neighbour network newsletter nurse",
    "offer oncall organisation organization owner",
    "parcel parents partner passenger password patient payee payment payments payout payroll \
     people permission person phone physician pin plant police portfolio prescription primary \
     prod production protection pump",
    "",
    "reactor recipient recruiter refund registrar regulator remote rent replica repo reporter \
     repository reservation reviewer right robot rollout root",
    "salary sample satellite seat secret security seller sensor shares shipment shop speaker \
     spending ssh staff stakeholder stock subscriber subscription supplier supply",
    "tank tariff tax team tenant tenants testers ticket trade trader traffic trial truck",
    "upstream",
    "valve vault vehicle vendor venue visitor vm voter",
    "wallet warehouse water weapon winner wire",
    "",
    "",
    "zone",
];

/// Parts of programs and texts that may be things as well, or hold what is kept nowhere else.
const DOUBLE: &str = "app branch container copy data directory document endpoint entry factory file folder guard history line lock \
     page record router row runner script server store story table test tree union version window";

/// What a thing has: it is a part of a program where that is one. `The size of the cluster`.
const ATTRIBUTES: &str = "amount half kind length limit lot most name number order part pile position \
     rate rest set size sort state status value";

/// Verbs that change a text where they are done to a part of it.
const EDITS: &str = "apply change clear close cut drop empty flip lock merge move open order partition remove reset run \
     strip swap switch turn";

/// Verbs that have something go out, or happen, whatever it is called.
const OUTWARD: &str = "air announce broadcast call deliver distribute email execute fax file fire forward grant \
     hand hit invite invoke issue kick kill launch mail notify page phone ping play post \
     press publish push report run send serve share sign submit tap tell text trigger upload";

fn has(list: &[&str; 26], word: &str) -> bool {
    let first = word.bytes().next().unwrap_or_default().to_ascii_lowercase();
    let line = list.get(usize::from(first.wrapping_sub(b'a')));
    line.is_some_and(|words| is_among(words, word))
}

/// One of the words, or its plural.
fn is_among(words: &str, word: &str) -> bool {
    let singular = word.strip_suffix("ies").filter(|stem| !stem.is_empty());
    is_in(words, word)
        || word.strip_suffix('s').is_some_and(|it| is_in(words, it))
        || word.strip_suffix("es").is_some_and(|it| is_in(words, it))
        || singular.is_some_and(|stem| has_with_y(words, stem))
}

/// Whether a word of these is this stem with a `y`.
fn has_with_y(words: &str, stem: &str) -> bool {
    words.split(' ').any(|it| it.strip_suffix('y') == Some(stem))
}

/// Whether nothing comes of it whoever is named.
pub(crate) fn is_harmless(verb: &str) -> bool {
    has(&HARMLESS, verb)
}

/// Whether nothing comes of it as long as nobody outside is named.
pub(crate) fn is_careful(verb: &str) -> bool {
    is_in(CAREFUL, verb)
}

/// Whether it is part of a program, of a text or of a screen.
pub(crate) fn is_craft(noun: &str) -> bool {
    has(&CRAFT, noun)
}

/// Whether a text that has it is about programs or texts.
pub(crate) fn is_topic(word: &str) -> bool {
    has(&TOPICS, word)
}

/// Whether it is somebody, or a thing outside of the work tree.
pub(crate) fn is_outside(noun: &str) -> bool {
    has(&OUTSIDE, noun)
}

/// Whether it is something that other things have.
pub(crate) fn is_attribute(noun: &str) -> bool {
    is_among(ATTRIBUTES, noun)
}

/// Whether it has something go out whatever that is.
pub(crate) fn is_outward(verb: &str) -> bool {
    is_in(OUTWARD, verb)
}

/// Whether it changes a text where it is done to a part of one.
pub(crate) fn is_edit(verb: &str) -> bool {
    is_in(EDITS, verb) || is_harmless(verb) || is_careful(verb)
}

/// Whether a word is among others, or the plural of one.
pub(crate) fn is_any(words: &str, word: &str) -> bool {
    is_among(words, word)
}

/// Whether it is a part of a program or a text that may as well be a thing, or hold what is kept
/// nowhere else.
pub(crate) fn is_double(noun: &str) -> bool {
    is_among(DOUBLE, noun)
}

/// Whether a word is among others with a space between. It is asked of each word of a question with
/// many lists, so it looks at each letter of a list once.
pub(crate) fn is_in(words: &str, word: &str) -> bool {
    let Some(first) = word.bytes().next() else { return false };
    let mut before = b' ';
    for (at, byte) in words.bytes().enumerate() {
        if byte == first && before == b' ' {
            let rest = words.as_bytes().get(at..).unwrap_or_default();
            if let Some(behind) = rest.strip_prefix(word.as_bytes())
                && matches!(behind, [] | [b' ', ..])
            {
                return true;
            }
        }
        before = byte;
    }
    false
}
