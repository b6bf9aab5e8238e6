//! The last steps, where loops were parallel: what of them may still run in parallel does.

use std::sync::Arc;
use transforms::parallelize::{self, LoopNames};
use transforms::parameter::Parameters;

use super::{Search, State, Step};
use crate::workshop::{LoopPlace, Offered};

/// Loops that are parallel again in one proposal.
const MOST_STEPS: usize = 32;

impl Search<'_, '_> {
    /// The state after its loops that were parallel are so again. Costs stay those of loops in an order.
    pub(super) fn parallel_again(&mut self, mut state: State, names: &LoopNames) -> State {
        for _ in 0..MOST_STEPS {
            let Some(offered) = self.first_parallel(&state, names) else { break };
            let Some(text) = self.workshop.take(&state.text, &offered.request) else { break };
            if !self.scope.is_kept(&text) {
                break;
            }
            let effect = (1.0, "as before".to_owned());
            state.steps.push(Step::of(self.workshop, &state.text, offered, effect, Arc::clone(&text)));
            state.text = text;
        }
        state
    }

    /// The offer for the first loop that was parallel and may be, with as many loops inside as were.
    fn first_parallel(&mut self, state: &State, names: &LoopNames) -> Option<Offered> {
        let offers = self.workshop.offers(&state.text, &[parallelize::KIND], Parameters::NONE);
        let places = self.workshop.loops(&state.text);
        let was_parallel = |it: &&LoopPlace| names.was_parallel(&it.variable);
        let mut best: Option<Offered> = None;
        for offered in offers {
            let Some(at) = places.iter().position(|it| it.range.start() == offered.start) else { continue };
            let loops = parallelize::loops_of(&offered.request);
            let is_first = best.as_ref().is_none_or(|it| offered.start < it.start);
            let is_longer = best
                .as_ref()
                .is_some_and(|it| offered.start == it.start && loops > parallelize::loops_of(&it.request));
            let were_parallel = places.iter().skip(at).take(loops).take_while(was_parallel).count() == loops;
            let offset = usize::from(offered.start - self.workshop.start());
            if (is_first || is_longer) && were_parallel && self.scope.has(&state.text, offset) {
                best = Some(offered);
            }
        }
        best
    }
}
