//! The last steps, where several cores are said to run the nest: outermost loops whose iterations are independent.

use std::sync::Arc;
use syntax::TextSize;
use transforms::parallelize;
use transforms::parameter::Parameters;

use super::{Search, State, Step};
use crate::workshop::Offered;

impl Search<'_, '_> {
    /// The state after the outermost of its loops that can be run in parallel are. Costs stay those of one core.
    pub(super) fn on_cores(&mut self, mut state: State) -> State {
        // The last place is rewritten first, so that earlier places stay valid.
        for offered in self.outermost_parallel(&state).into_iter().rev() {
            let Some(text) = self.workshop.take(&state.text, &offered.request) else { continue };
            if !self.scope.is_kept(&text) {
                continue;
            }
            let why = format!("for {} cores, of which the factor counts one", self.target.cores);
            state.steps.push(Step::of(self.workshop, &state.text, offered, (1.0, why), Arc::clone(&text)));
            state.text = text;
        }
        state
    }

    /// The offers for loops that are in no other loop with such an offer, in text order.
    fn outermost_parallel(&mut self, state: &State) -> Vec<Offered> {
        let mut offers = self.workshop.offers(&state.text, &[parallelize::KIND], Parameters::NONE);
        let mut found = Vec::new();
        let mut end = TextSize::new(0);
        for range in self.workshop.loops(&state.text).into_iter().map(|it| it.range) {
            let offset = usize::from(range.start() - self.workshop.start());
            if let Some(at) = offers.iter().position(|it| it.start == range.start())
                && range.start() >= end
                && self.scope.has(&state.text, offset)
            {
                found.push(offers.swap_remove(at));
                end = range.end();
            }
        }
        found
    }
}
