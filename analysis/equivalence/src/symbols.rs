//! All values of the symbols, region by region.

use interpreter::{Function, Module};
use presburger::{Budget, Integer, IntegerRelation, Space, Union};

use crate::Verdict;
use crate::at_point::{Limits, Outcome, at_point};
use crate::signature::Arguments;
use crate::witness::Pair;

/// What a comparison may cost.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Operations that both programs may run together, over all regions.
    pub steps: u64,
    /// Terms at one point.
    pub nodes: usize,
    /// Regions of the symbols.
    pub regions: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { steps: 6_000_000, nodes: 3_000_000, regions: 700 }
    }
}

/// Steps of the exact arithmetic over the symbols.
const PRESBURGER_STEPS: u64 = 60_000_000;

/// Compares two functions of two modules.
pub fn compare(before: (&Module, &Function), after: (&Module, &Function), effort: Effort) -> Verdict {
    if before.1.arguments != after.1.arguments || before.1.results != after.1.results {
        return Verdict::Unknown("the two have different types".to_owned());
    }
    if !before.1.has_body() || !after.1.has_body() {
        return Verdict::Unknown("there is no body to look at".to_owned());
    }
    let arguments = match Arguments::of(before.1) {
        Ok(arguments) => arguments,
        Err(reason) => return Verdict::Unknown(reason),
    };
    let pair = Pair { before, after, arguments: &arguments };
    Regions::new(pair, effort).decide()
}

struct Regions<'p> {
    pair: Pair<'p>,
    effort: Effort,
    open: Union,
    budget: Budget<'static>,
}

impl<'p> Regions<'p> {
    fn new(pair: Pair<'p>, effort: Effort) -> Self {
        let count = pair.arguments.is_size.len();
        let mut all = IntegerRelation::universe(Space::set(count, 0));
        for (symbol, is_size) in pair.arguments.is_size.iter().enumerate() {
            if *is_size {
                let mut row = vec![0; count + 1];
                row[symbol] = 1;
                all.inequality(&row);
            }
        }
        let mut open = Union::empty(Space::set(count, 0));
        open.push(all);
        Self { pair, effort, open, budget: Budget::new(PRESBURGER_STEPS) }
    }

    fn decide(mut self) -> Verdict {
        let mut steps = self.effort.steps;
        let mut reassociates = false;
        let mut is_judged = false;
        let mut unknown: Option<String> = None;
        let mut undefined = None;
        for _ in 0..self.effort.regions {
            let point = match self.next_point() {
                Ok(Some(point)) => point,
                Ok(None) => {
                    return match (unknown, undefined) {
                        (Some(reason), _) => Verdict::Unknown(reason),
                        (None, Some(reason)) if !is_judged => {
                            Verdict::Unknown(format!("the first program is never defined: {reason}"))
                        }
                        _ => Verdict::Equal { reassociates },
                    };
                }
                Err(reason) => return Verdict::Unknown(unknown.unwrap_or(reason)),
            };
            if self.pair.arguments.elements(&point).is_none() {
                return Verdict::Unknown(unknown.unwrap_or_else(|| "the arguments are too large".to_owned()));
            }
            let limits = Limits { steps, nodes: self.effort.nodes };
            let (outcome, region, spent) = at_point(self.pair, &point, limits);
            steps = steps.saturating_sub(spent);
            match outcome {
                Outcome::Different(witness) => return Verdict::Different(witness),
                Outcome::Equal { reassociates: own } => {
                    is_judged = true;
                    reassociates |= own;
                }
                Outcome::Undefined(reason) => undefined = Some(reason),
                Outcome::Unknown(reason) => unknown = unknown.or(Some(reason)),
            }
            if self.close(region, &point).is_err() {
                return Verdict::Unknown(
                    unknown.unwrap_or_else(|| "the symbols fall into too many cases".to_owned()),
                );
            }
            if steps == 0 {
                break;
            }
        }
        Verdict::Unknown(unknown.unwrap_or_else(|| self.exhausted()))
    }

    fn exhausted(&self) -> String {
        match self.pair.arguments.is_size.is_empty() {
            true => "it takes too many steps".to_owned(),
            false => "no difference on small sizes, but not all sizes are covered by what was run".to_owned(),
        }
    }

    /// A point of no region so far, with small values.
    fn next_point(&self) -> Result<Option<Vec<i64>>, String> {
        let count = self.pair.arguments.is_size.len();
        for point in candidates(count) {
            let integers: Vec<Integer> = point.iter().map(|it| Integer::from(*it)).collect();
            if self.open.contains(&integers, &self.budget).map_err(|it| it.to_string())? {
                return Ok(Some(point));
            }
        }
        for part in self.open.parts() {
            if let Some(point) = part.sample(&self.budget).map_err(|it| it.to_string())? {
                let point: Option<Vec<i64>> = point.iter().take(count).map(Integer::to_i64).collect();
                return point.map(Some).ok_or_else(|| "the sizes are too large".to_owned());
            }
        }
        Ok(None)
    }

    fn close(&mut self, region: IntegerRelation, point: &[i64]) -> Result<(), presburger::GaveUp> {
        let mut closed = Union::empty(region.space().without_locals());
        // Where a condition did not fit into words, the point alone is closed.
        let integers: Vec<Integer> = point.iter().map(|it| Integer::from(*it)).collect();
        debug_assert!(region.holds_at(&integers), "a run meets its own path condition");
        closed.push(region);
        self.open = self.open.subtract(&closed, &self.budget)?;
        Ok(())
    }
}

/// Points with values that tell programs apart, the most telling first.
fn candidates(count: usize) -> Vec<Vec<i64>> {
    const VALUES: [i64; 12] = [6, 9, 1, 0, -1, 3, 12, 2, 4, 5, 7, 8];
    if count == 0 {
        return vec![Vec::new()];
    }
    // Different values for different symbols, and the same for all.
    let shifted =
        (0..VALUES.len()).map(|first| (0..count).map(|it| VALUES[(first + 5 * it) % VALUES.len()]).collect());
    let same = VALUES.iter().map(|it| vec![*it; count]);
    shifted.chain(same).collect()
}
