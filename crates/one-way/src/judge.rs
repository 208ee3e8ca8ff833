//! Whether a whole question has to be asked: by its words, by what it proposes, and by what its
//! answer would let happen.

use crate::consent::consented;
use crate::guard::guarded;
use crate::person::of_the_person;
use crate::plain::{plain, without_number};
use crate::polarity::decided;
use crate::question::{Offer, Question};
use crate::{Finding, Words, is_one_word};

impl Words {
    /// What in a question, or in the answer that it would get, cannot be taken back.
    pub fn judge(&self, question: &Question<'_>) -> Option<Finding> {
        let mut offers: Vec<Offer<'_>> = question.offers.to_vec();
        for it in &mut offers {
            it.label = without_number(it.label);
        }
        let question = &Question { offers: &offers, ..*question };
        let labels: Vec<&str> = offers.iter().map(|it| it.label).collect();
        // The same in fewer words says the same.
        let plain: Vec<String> = question.said.iter().filter_map(|it| plain(it)).collect();
        let said = question.said.iter().copied().chain(plain.iter().map(String::as_str));
        let said: Vec<&str> = said.collect();
        let proposed = || said.iter().find_map(|text| self.find_proposal(text, &labels));
        let ordered = || self.ordered(&said, question, &labels);
        self.find_among(&question.texts())
            .or_else(proposed)
            .or_else(ordered)
            .or_else(|| guarded(question))
            .or_else(|| self.labelled(question))
            .or_else(|| of_the_person(question))
            .or_else(|| self.outgoing(question))
            .or_else(|| self.described(question))
            .or_else(|| decided(question))
            .or_else(|| consented(question, &said))
            .or_else(|| self.is_elsewhere(question))
    }

    /// What the question or one of its options tells to do, or has confirmed.
    fn ordered(&self, said: &[&str], question: &Question<'_>, labels: &[&str]) -> Option<Finding> {
        let is_craft = said.first().is_some_and(|text| self.proposes_craft(text, labels));
        let is_name = is_craft || said.first().is_some_and(|text| self.asks_for_a_name(text));
        let told = labels.iter().filter(|label| !(is_name && is_one_word(label)));
        let mut orders = said.iter().chain(told);
        let answer = question.answer.and_then(|at| labels.get(at)).copied();
        let confirmed = || {
            let mut said = said.iter().filter(|_| !is_craft && !labels.is_empty());
            said.find_map(|text| self.find_confirmation(text, labels, answer))
        };
        orders.find_map(|text| self.find_order(text)).or_else(confirmed)
    }
}
