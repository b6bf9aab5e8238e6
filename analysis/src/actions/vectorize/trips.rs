//! How many groups of lanes a loop has, and what is left of its iterations.

use crate::actions::Reason;
use crate::ir::{AppliedMap, Ir, OpKind};
use crate::loops::Loop;
use crate::loops::bounds::{constant_lower, constant_upper};
use crate::loops::trip_count::constant_trip_count;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Trips {
    /// Where it is the same number for every run.
    pub(super) count: Option<u64>,
    /// Over all runs, where there is a greatest.
    greatest: Option<u64>,
    /// Whether the end of the last whole group can be written as one expression.
    has_one_end: bool,
}

impl Trips {
    pub(super) fn of(ir: &Ir, loop_: &Loop) -> Option<Self> {
        let OpKind::For(header) = &ir.ops[loop_.op].kind else { return None };
        let results = |bound: &AppliedMap| bound.map.as_ref().map_or(0, |it| it.results.len());
        let is_constant =
            constant_lower(ir, loop_.op, header).is_some() && constant_upper(ir, loop_.op, header).is_some();
        let count = constant_trip_count(ir, loop_.op, header);
        let greatest = loop_.trip_range.as_ref().and_then(|it| it.1.as_ref()?.to_i64());
        Some(Self {
            count,
            greatest: count.or_else(|| u64::try_from(greatest?).ok()),
            has_one_end: is_constant || (results(&header.lower), results(&header.upper)) == (1, 1),
        })
    }

    /// Whether some iterations are left after the whole groups, or may be.
    pub(super) fn leave_rest(&self, width: u64) -> bool {
        self.count.is_none_or(|it| it.checked_rem(width) != Some(0))
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
        (self.leave_rest(width) && !self.has_one_end).then(|| {
            Reason::new("where the last whole group ends is no single expression: a bound is the least or the greatest of several")
        })
    }
}
