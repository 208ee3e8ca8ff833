//! Three thousand settings files that nobody wrote, through all that is done to one, in any order, with
//! somebody else's edits between: what is not ours stays, byte for byte.

use claude_settings::{Aim, Arrangement, ByHand, Form, Fragment, HookCommand, Start};

use crate::arrangement::known;
use crate::generator::{Numbers, WORDS, settings};

/// So many files, and so much is done to each.
const FILES: u64 = 600;
const STEPS: usize = 8;

/// What has been done to a file, as it is and as it would be without us.
#[derive(Clone)]
struct File {
    text: Option<String>,
    without: Option<String>,
}

pub(crate) fn what_is_not_ours_stays_in_any_order_of_verbs_and_edits() {
    for seed in 1..=FILES {
        let mut numbers = Numbers::of(seed);
        let original = settings(&mut numbers);
        let mut file = File { text: Some(original.clone()), without: Some(original.clone()) };
        let mut versions: Vec<File> = Vec::new();
        let mut done = Vec::new();
        for _ in 0..STEPS {
            let step = step(&mut numbers, &mut file, &mut versions);
            done.push(step);
        }
        file.text = arranged(&mut numbers, file.text.as_deref(), Aim::Leave(all()));
        assert_eq!(file.text, file.without, "{seed}: {original:?} after {done:?}");
    }
}

fn step(numbers: &mut Numbers, file: &mut File, versions: &mut Vec<File>) -> String {
    match numbers.below(8) {
        0..=3 => {
            versions.push(file.clone());
            let start = [Start::Alone, Start::Together][numbers.below(2)];
            let aim = Aim::Enter(some(numbers), start);
            let told = format!("{aim:?}");
            file.text = arranged(numbers, file.text.as_deref(), aim);
            told
        }
        4 => {
            versions.push(file.clone());
            let aim = Aim::Leave(some(numbers));
            let told = format!("{aim:?}");
            file.text = arranged(numbers, file.text.as_deref(), aim);
            told
        }
        5 => {
            // The version comes back that was there before our last change.
            if let Some(version) = versions.pop() {
                *file = version;
            }
            "rollback".to_owned()
        }
        _ => {
            let (from, to) = (format!("mark-{}", numbers.below(4)), numbers.one(WORDS));
            for text in [&mut file.text, &mut file.without] {
                *text = text.as_ref().map(|text| text.replace(&from, to));
            }
            format!("{from} becomes {to}")
        }
    }
}

fn arranged(numbers: &mut Numbers, text: Option<&str>, aim: Aim) -> Option<String> {
    let form = [Form::Exec, Form::Shell][numbers.below(2)];
    let known: Vec<Fragment> = known().into_iter().map(|known| known.in_form(form)).collect();
    let engine = HookCommand::in_project("a-hook").in_form(form).engine();
    let blocking = [Vec::new(), vec!["a-hook".to_owned()]][numbers.below(2)].clone();
    Arrangement { known, engine, aim, by_hand: ByHand::Stays, blocking }.apply(text).unwrap().text
}

fn all() -> Vec<String> {
    known().iter().map(|known| known.hook().to_owned()).collect()
}

fn some(numbers: &mut Numbers) -> Vec<String> {
    let chosen = numbers.below(7) + 1;
    let is_chosen = |(at, _): &(usize, String)| chosen & (1 << at) != 0;
    all().into_iter().enumerate().filter(is_chosen).map(|(_, hook)| hook).collect()
}
