//! The last steps, where several cores are said to run the nest: outermost loops whose iterations are independent.

use std::sync::Arc;
use syntax::TextSize;
use transforms::parallelize;

use super::{Search, State, Step};

impl Search<'_, '_> {
    /// The state after the outermost of its loops that can be run in parallel are. Costs stay those of one core.
    pub(super) fn on_cores(&mut self, mut state: State) -> State {
        // What stands behind is rewritten first, so that places stay.
        for start in self.outermost_parallel(&state).into_iter().rev() {
            let settings = self.settings.clone();
            let offers = self.workshop.offers(&state.text, &[parallelize::KIND], &settings);
            let Some(offered) = offers.into_iter().find(|it| it.start == start) else { continue };
            let Some(text) = self.workshop.take(&state.text, &offered.id, &settings) else { continue };
            if !self.scope.is_kept(&text) {
                continue;
            }
            let (line_in_function, column) = self.workshop.line(&state.text, start);
            state.steps.push(Step {
                action: offered.id,
                title: offered.title,
                start,
                line_in_function,
                column,
                settings: Vec::new(),
                why: format!("for {} cores, of which the factor counts one", self.target.cores),
                after: Arc::clone(&text),
            });
            state.text = text;
        }
        state
    }

    /// Where loops start that can be run in parallel and are in no other such loop.
    fn outermost_parallel(&mut self, state: &State) -> Vec<TextSize> {
        let settings = self.settings.clone();
        let offers = self.workshop.offers(&state.text, &[parallelize::KIND], &settings);
        let loops = self.workshop.loops(&state.text);
        let mut found: Vec<TextSize> = Vec::new();
        let mut end = TextSize::new(0);
        for place in &loops {
            let is_offered = offers.iter().any(|it| place.range.start() == it.start);
            let offset = usize::from(place.range.start() - self.workshop.start());
            if is_offered && place.range.start() >= end && self.scope.has(&state.text, offset) {
                found.push(place.range.start());
                end = place.range.end();
            }
        }
        found
    }
}
