//! All values of the symbols, box by box.

use interpreter::{Fault, Function, Module, Poll};

use crate::Verdict;
use crate::all_sizes::{Obstruction, is_equal_everywhere};
use crate::at_point::{Limits, Outcome, at_point};
use crate::boxes::{Interval, SymbolBox};
use crate::budget::Budget;
use crate::inconclusive::Inconclusive;
use crate::path::Form;
use crate::reason::Reason;
use crate::signature::Arguments;
use crate::witness::Pair;

/// The budget of a comparison. Work besides running operations, such as bringing terms into normal forms, is bounded
/// by a multiple of the steps.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Operations that both programs may run together, over all regions.
    pub steps: u64,
    /// Terms at one point.
    pub nodes: usize,
    /// Regions of the symbols.
    pub regions: usize,
    /// Steps of the proof by relations between iterations, each some ten nanoseconds; 0 where it is not asked for.
    pub relations: u64,
    /// Whether the statements are listed that a proof by relations has shown to compute the same.
    pub lists_matches: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            steps: 10_000_000,
            nodes: 2_000_000,
            regions: 1500,
            relations: 100_000_000,
            lists_matches: false,
        }
    }
}

/// All steps of a comparison for each operation that may be run.
const STEPS_OF_AN_OPERATION: u64 = 10;

/// Points that are tried before it is looked whether all sizes can be covered.
const FIRST_POINTS: usize = 10;

/// Steps of an attempt that are many.
const MUCH: u64 = 500_000;

/// A size that is beyond what memory of a fixed size allows.
const BEYOND: i64 = 1000;
/// The factors of conditions that are looked at in one step.
const FACTORS_OF_A_STEP: usize = 16;

/// The steps that are run to see whether a size is bounded.
const PROBE_STEPS: u64 = 2_000_000;

/// Compares two functions of two modules.
pub fn compare(
    before: (&Module, &Function),
    after: (&Module, &Function),
    effort: Effort,
    poll: &Poll,
) -> Verdict {
    compare_at([before, after], effort, poll, |_| None)
}

/// As [`compare`], where there may be a point of the symbols at which the two are likely to differ.
pub(crate) fn compare_at(
    [before, after]: [(&Module, &Function); 2],
    effort: Effort,
    poll: &Poll,
    suspect: impl Fn(&Arguments) -> Option<Vec<i64>>,
) -> Verdict {
    if before.1.arguments != after.1.arguments || before.1.results != after.1.results {
        return Verdict::Unknown(Reason::of(Inconclusive::OtherTypes));
    }
    if !before.1.has_body() || !after.1.has_body() {
        return Verdict::Unknown(Reason::of(Inconclusive::NoBody));
    }
    let arguments = match Arguments::of(before.1, after.1) {
        Ok(arguments) => arguments,
        Err(reason) => return Verdict::Unknown(Reason::of(Inconclusive::Arguments(reason))),
    };
    within([before, after], &arguments, effort, &Budgets::of(effort, poll), suspect(&arguments))
}

/// The total budget of each part of a comparison.
pub(crate) struct Budgets {
    /// One run for all sizes.
    pub(crate) at_once: Budget,
    /// Runs at points.
    pub(crate) point_by_point: Budget,
}

impl Budgets {
    pub(crate) fn of(effort: Effort, poll: &Poll) -> Self {
        let third = effort.steps.saturating_mul(STEPS_OF_AN_OPERATION) / 3;
        Self { at_once: Budget::new(third, poll), point_by_point: Budget::new(2 * third, poll) }
    }
}

/// As [`compare`], of functions whose arguments are known.
pub(crate) fn within(
    [before, after]: [(&Module, &Function); 2],
    arguments: &Arguments,
    effort: Effort,
    budgets: &Budgets,
    suspect: Option<Vec<i64>>,
) -> Verdict {
    let pair = Pair { before, after, arguments, budget: &budgets.at_once };
    let all = arguments.domain();
    let steps = effort.steps / 3;
    let mut left = steps;
    let mut obstacle = None;
    if let Some(reassociates) = is_equal_everywhere(pair, &all, effort, &mut left, &mut obstacle) {
        return Verdict::Equal { reassociates };
    }
    // A function that is too long for one run at all sizes is too long for many runs; a difference shows in a few.
    let is_long = steps - left > MUCH || budgets.at_once.is_spent();
    let pair = Pair { budget: &budgets.point_by_point, ..pair };
    let mut cover = Cover { obstacle, ..Cover::new(pair, all, effort) };
    cover.try_first(suspect);
    cover.decide(if is_long { effort.steps / 10 } else { effort.steps })
}

/// Regions of the symbols, each shown by one run, until they cover all values.
struct Cover<'p> {
    pair: Pair<'p>,
    effort: Effort,
    /// The regions that no run covers so far: disjoint boxes.
    open: Vec<SymbolBox>,
    candidates: std::vec::IntoIter<Vec<i64>>,
    /// The obstacle to one run for all values.
    obstacle: Option<Obstruction>,
}

impl<'p> Cover<'p> {
    fn new(pair: Pair<'p>, all: SymbolBox, effort: Effort) -> Self {
        let candidates = candidates(pair.arguments.symbols.len()).into_iter();
        Self { pair, effort, open: vec![all], candidates, obstacle: None }
    }

    fn try_first(&mut self, point: Option<Vec<i64>>) {
        let others = std::mem::take(&mut self.candidates);
        self.candidates = point.into_iter().chain(others).collect::<Vec<_>>().into_iter();
    }

    fn decide(mut self, mut steps: u64) -> Verdict {
        let mut reassociates = false;
        let mut is_judged = false;
        let mut unknown: Option<Reason> = None;
        let mut undefined: Option<Fault> = None;
        for number in 0..self.effort.regions {
            if number == FIRST_POINTS && !self.is_coverable() {
                break;
            }
            let Some((around, point)) = self.next() else {
                return match (unknown, undefined) {
                    (Some(reason), _) => Verdict::Unknown(reason),
                    (None, Some(fault)) if !is_judged => {
                        let cause = Some(fault.cause.to_string());
                        let reason = Reason::of(Inconclusive::NeverDefined { cause });
                        Verdict::Unknown(reason.at(false, &fault))
                    }
                    _ => Verdict::Equal { reassociates },
                };
            };
            if self.pair.arguments.elements(&point).is_none() {
                let too_large = || Reason::of(Inconclusive::ArgumentsTooLarge);
                return Verdict::Unknown(unknown.unwrap_or_else(too_large));
            }
            let limits = Limits { steps, nodes: self.effort.nodes };
            let (outcome, conditions, spent) = at_point(self.pair, &point, limits);
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
            let covered = self.around(&around, &point, &conditions);
            self.open.extend(around.without(&covered));
            if steps == 0 || self.pair.budget.is_spent() || unknown.is_some() && number >= FIRST_POINTS {
                break;
            }
        }
        Verdict::Unknown(unknown.unwrap_or_else(|| self.exhausted()))
    }

    /// An open box and a point of it, taken away: telling points first, then small ones.
    fn next(&mut self) -> Option<(SymbolBox, Vec<i64>)> {
        for point in self.candidates.by_ref() {
            if let Some(place) = self.open.iter().position(|it| it.contains(&point)) {
                return Some((self.open.swap_remove(place), point));
            }
        }
        let around = self.open.pop()?;
        let point = around.nearest_to_zero();
        Some((around, point))
    }

    /// The largest box that is known around a point on which all conditions hold.
    fn around(&self, inside: &SymbolBox, point: &[i64], conditions: &[Form]) -> SymbolBox {
        let dims = point.len();
        let factors = conditions.len().saturating_mul(dims).saturating_mul(dims);
        match self.pair.budget.spend(dims + factors / FACTORS_OF_A_STEP) {
            Some(()) => inside.around(point, conditions),
            None => SymbolBox(point.iter().map(|it| Interval::of(*it)).collect()),
        }
    }

    /// Whether the first program is undefined for large values of each symbol, or runs as for smaller ones, and the rest
    /// are few enough to be run one by one.
    fn is_coverable(&self) -> bool {
        let mut all = 1_usize;
        for symbol in 0..self.pair.arguments.symbols.len() {
            let mut own = 0_i64;
            for sign in [1, -1] {
                let Some(cases) = self.cases(symbol, sign) else { return false };
                own = own.saturating_add(cases);
            }
            all = all.saturating_mul(usize::try_from(own).unwrap_or(usize::MAX).max(1));
        }
        all <= self.effort.regions
    }

    /// How many values of a symbol there are on one side of 0 before all further ones are one region; `None` where there
    /// is no such region. Other symbols have a value with which most loops run.
    fn cases(&self, symbol: usize, sign: i64) -> Option<i64> {
        let mut point = vec![6; self.pair.arguments.symbols.len()];
        point[symbol] = BEYOND * sign;
        // Not a value of the symbol, or covered by a region already.
        let Some(around) = self.open.iter().find(|it| it.contains(&point)) else { return Some(0) };
        self.pair.arguments.elements(&point)?;
        let limits = Limits { steps: PROBE_STEPS, nodes: self.effort.nodes };
        let (outcome, conditions, _) = at_point(self.pair, &point, limits);
        let is_judged = matches!(outcome, Outcome::Undefined(_) | Outcome::Equal { .. });
        let region = self.around(around, &point, &conditions).0[symbol];
        let (is_endless, nearest) = match sign {
            1 => (region.contains(BEYOND + 1), region.low),
            _ => (region.contains(-BEYOND - 1), region.high),
        };
        let nearest = nearest.unwrap_or(0).saturating_mul(sign).clamp(0, BEYOND);
        (is_judged && is_endless).then_some(nearest)
    }

    fn exhausted(&self) -> Reason {
        if self.pair.arguments.symbols.is_empty() || self.pair.budget.is_spent() {
            return Reason::of(Inconclusive::TooManySteps);
        }
        match &self.obstacle {
            Some(Obstruction { is_second, fault }) => {
                let cause = Some(fault.cause.to_string());
                Reason::of(Inconclusive::NotCovered { cause }).at(*is_second, fault)
            }
            None => Reason::of(Inconclusive::NotCovered { cause: None }),
        }
    }
}

/// Points whose values distinguish programs, the most distinguishing first.
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
