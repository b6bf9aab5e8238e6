//! The number of groups of lanes in a loop, and the iterations that are left over.

use crate::loop_bounds::LoopBounds;
use crate::reason::Reason;
use crate::rewrite::Leaves;
use ir::{Ir, OpKind};
use polyhedral::loops::Loop;
use polyhedral::loops::bounds::{constant_lower, constant_upper};
use polyhedral::loops::trip_count::constant_trip_count;
use polyhedral::value_expression::difference;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trips {
    /// Where it is the same number for every run.
    pub(super) count: Option<u64>,
    /// Whether every run has iterations.
    pub(super) surely_runs: bool,
    /// Over all runs, where there is a greatest.
    greatest: Option<u64>,
    /// The end of the iterations, relative to their start: a number for each upper bound that is that far away in
    /// every run. `None` where the start is the greatest of several bounds.
    spans: Option<Vec<Option<i64>>>,
    step: i64,
}

impl Trips {
    pub(super) fn of(ir: &Ir, loop_: &Loop) -> Option<Self> {
        let OpKind::For(header) = &ir.ops[loop_.op].kind else { return None };
        let (lower, upper) = (constant_lower(ir, loop_.op, header), constant_upper(ir, loop_.op, header));
        let spans = match lower.zip(upper) {
            Some((lower, upper)) => Some(vec![upper.checked_sub(lower)]),
            None => {
                let bounds = LoopBounds::of(ir, loop_.op, &mut Leaves::default())?;
                match bounds.lower.as_slice() {
                    [lower] => {
                        Some(bounds.upper.iter().map(|it| difference(it, lower).as_constant()).collect())
                    }
                    _ => None,
                }
            }
        };
        let number = |it: &presburger::Integer| it.to_i64().and_then(|it| u64::try_from(it).ok());
        let (least, greatest) = match &loop_.trip_range {
            Some((least, greatest)) => (number(least), greatest.as_ref().and_then(number)),
            None => (None, None),
        };
        let count = constant_trip_count(ir, loop_.op, header).or(least.filter(|it| Some(*it) == greatest));
        Some(Self {
            count,
            surely_runs: count.or(least).is_some_and(|it| it > 0),
            greatest: count.or(greatest),
            spans,
            step: header.step.filter(|it| *it > 0)?,
        })
    }

    /// Whether some iterations are left after the whole groups, or may be.
    pub(super) fn leave_rest(&self, width: u64) -> bool {
        self.count.is_none_or(|it| it.checked_rem(width) != Some(0))
    }

    /// Whether whole groups reach exactly to the end of the loop, if its bound is that far from the start.
    pub(super) fn fills(&self, span: Option<i64>, width: u64) -> bool {
        let group = i64::try_from(width).ok().and_then(|it| it.checked_mul(self.step));
        span.zip(group).is_some_and(|(span, group)| span.checked_rem(group) == Some(0))
    }

    pub(super) fn refusal(&self, width: u64) -> Option<Reason> {
        if let Some(greatest) = self.greatest.filter(|it| *it < width) {
            let text = match greatest {
                0 => "the loop never runs".to_owned(),
                1 => "the loop runs only once".to_owned(),
                _ => format!("the loop runs only {greatest} times"),
            };
            return Some(Reason::new(text));
        }
        let open = self.spans.as_ref().map(|it| it.iter().filter(|it| !self.fills(**it, width)).count());
        let has_one_end = open.is_some_and(|it| it <= 1 || self.count.is_some());
        (self.leave_rest(width) && !has_one_end).then(|| {
            Reason::new(
                "where the last whole group ends is no single expression: a bound is the least or the greatest of several",
            )
        })
    }
}
