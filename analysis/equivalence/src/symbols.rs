//! All values of the symbols, region by region.

use interpreter::{Function, Module};
use presburger::{Budget, Integer, IntegerRelation, Space, Union};

use crate::Verdict;
use crate::at_point::{Limits, Outcome, at_point};
use crate::signature::{Arguments, Symbol};
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
        Self { steps: 10_000_000, nodes: 2_000_000, regions: 1500 }
    }
}

/// Steps of the exact arithmetic over the symbols.
const PRESBURGER_STEPS: u64 = 20_000_000;

/// Points that are tried before it is looked whether all sizes can be covered.
const FIRST_POINTS: usize = 10;

/// A size that is beyond what memory of a fixed size allows.
const BEYOND: i64 = 1000;
/// What may be run to see whether a size is bounded.
const PROBE_STEPS: u64 = 200_000;

/// Compares two functions of two modules.
pub fn compare(before: (&Module, &Function), after: (&Module, &Function), effort: Effort) -> Verdict {
    if before.1.arguments != after.1.arguments || before.1.results != after.1.results {
        return Verdict::Unknown("the two have different types".to_owned());
    }
    if !before.1.has_body() || !after.1.has_body() {
        return Verdict::Unknown("there is no body to look at".to_owned());
    }
    let arguments = match Arguments::of(before.1, after.1) {
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
        let count = pair.arguments.symbols.len();
        let mut all = IntegerRelation::universe(Space::set(count, 0));
        for (symbol, kind) in pair.arguments.symbols.iter().enumerate() {
            let mut at_least = |factor: i64, constant: i64| {
                let mut row = vec![0; count + 1];
                row[symbol] = factor;
                row[count] = constant;
                all.inequality(&row);
            };
            match kind {
                Symbol::Size => at_least(1, 0),
                Symbol::Argument(width @ 2..=63) => {
                    let half = 1_i64 << (width - 1);
                    at_least(1, half);
                    at_least(-1, half - 1);
                }
                Symbol::Argument(_) => {}
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
        for number in 0..self.effort.regions {
            if number == FIRST_POINTS && !self.is_coverable() {
                return Verdict::Unknown(unknown.unwrap_or_else(|| self.exhausted()));
            }
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

    /// Whether the first program is undefined for large values of each symbol, or runs as for smaller ones, and the rest
    /// are few enough to be run one by one.
    fn is_coverable(&self) -> bool {
        let count = self.pair.arguments.symbols.len();
        let mut cases = 1_usize;
        for symbol in 0..count {
            let mut own = 0_i64;
            for sign in [1, -1] {
                let Some(cases) = self.cases(symbol, sign) else { return false };
                own = own.saturating_add(cases);
            }
            cases = cases.saturating_mul(usize::try_from(own).unwrap_or(usize::MAX).max(1));
        }
        cases <= self.effort.regions
    }

    /// How many values of a symbol there are on one side of 0 before all further ones are one region; `None` where there
    /// is no such region. Other symbols have a value with which most loops run.
    fn cases(&self, symbol: usize, sign: i64) -> Option<i64> {
        let mut point = vec![6; self.pair.arguments.symbols.len()];
        point[symbol] = BEYOND * sign;
        let integers = |point: &[i64]| point.iter().map(|it| Integer::from(*it)).collect::<Vec<_>>();
        // What is no value of the symbol, or in a region already.
        if !self.open.contains(&integers(&point), &self.budget).ok()? {
            return Some(0);
        }
        self.pair.arguments.elements(&point)?;
        let limits = Limits { steps: PROBE_STEPS, nodes: self.effort.nodes };
        let (outcome, region, _) = at_point(self.pair, &point, limits);
        let holds = |value: i64| {
            let mut point = point.clone();
            point[symbol] = value * sign;
            region.holds_at(&integers(&point))
        };
        let is_judged = matches!(outcome, Outcome::Undefined(_) | Outcome::Equal { .. });
        if !is_judged || !holds(BEYOND + 1) {
            return None;
        }
        Some((0..BEYOND).find(|it| holds(*it)).unwrap_or(BEYOND))
    }

    fn exhausted(&self) -> String {
        match self.pair.arguments.symbols.is_empty() {
            true => "it takes too many steps".to_owned(),
            false => "no difference on small sizes, but not all sizes are covered by what was run".to_owned(),
        }
    }

    /// A point of no region so far, with small values.
    fn next_point(&self) -> Result<Option<Vec<i64>>, String> {
        let count = self.pair.arguments.symbols.len();
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
