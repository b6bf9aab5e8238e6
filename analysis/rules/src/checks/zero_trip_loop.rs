//! `zero-trip-loop`: a loop that never runs, whatever the loops around it and the symbols are.
//!
//! Quick fix: exchanges constant bounds.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, tokens, trimmed};
use base::database::stop_if_cancelled;
use ir::{OpId, Pointer};
use polyhedral::loops::trip_range::trip_range;
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let Some(counted) = ctx.ir.counted_loop(id).filter(|_| !op.broken) else { continue };
        let pairs: Vec<_> = counted.dims.iter().map(|it| (it.lower, it.upper)).collect();
        let mut are_constant = true;
        for (lower, upper) in &pairs {
            let constants = |it: &ir::AppliedMap| {
                let map = it.map.as_ref()?;
                map.results.iter().map(|it| it.as_constant()).collect::<Option<Vec<_>>>()
            };
            let (Some(lowers), Some(uppers)) = (constants(lower), constants(upper)) else {
                are_constant = false;
                continue;
            };
            let (Some(l), Some(u)) = (lowers.iter().max(), uppers.iter().min()) else { continue };
            if l < u {
                continue;
            }
            let hint = if l > u { "; the lower bound comes first" } else { "" };
            let range = lower.pointer.range.cover(upper.pointer.range);
            report.add(
                Pointer { root: lower.pointer.root, range },
                format!("this loop never runs: {l} to {u}{hint}"),
            );
        }
        if let ([(lower, upper)], false) = (&*pairs, are_constant)
            && never_runs(ctx, id)
        {
            let range = lower.pointer.range.cover(upper.pointer.range);
            let place = Pointer { root: lower.pointer.root, range };
            report.add(place, "this loop never runs: its lower bound is never below the upper one");
        }
    }
}

fn never_runs(ctx: &RuleContext<'_>, id: OpId) -> bool {
    let stop = stop_if_cancelled(ctx.db);
    let range = trip_range(ctx.ir, id, &stop);
    range.is_some_and(|(_, greatest)| greatest.is_some_and(|it| it.is_zero()))
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let number = |it: &SyntaxNode| {
        let plain = tokens(it).all(|it| matches!(it.kind(), SyntaxKind::INTEGER | SyntaxKind::MINUS));
        ctx.text_of(trimmed(it)).parse::<i64>().ok().filter(|_| plain)
    };
    let (lower, upper) = bounds(ctx, &op)?;
    let (from, to) = (number(&lower)?, number(&upper)?);
    if from <= to {
        return None;
    }
    fix(
        format!("write {to} to {from}"),
        vec![edit(trimmed(&lower), to.to_string()), edit(trimmed(&upper), from.to_string())],
    )
}

/// The bounds at the ends of the place: of a loop, or of one index of a band.
fn bounds(ctx: &FixContext<'_>, op: &SyntaxNode) -> Option<(SyntaxNode, SyntaxNode)> {
    let bound = |kind| op.children().find(|it| it.kind() == kind);
    if let (Some(lower), Some(upper)) = (bound(SyntaxKind::LOWER_BOUND), bound(SyntaxKind::UPPER_BOUND)) {
        return Some((lower, upper));
    }
    let mut lists = op.children().filter(|it| it.kind() == SyntaxKind::PARALLEL_BOUNDS);
    let lower = lists.next()?.children().find(|it| trimmed(it).start() == ctx.range.start())?;
    let upper = lists.next()?.children().find(|it| trimmed(it).end() == ctx.range.end())?;
    Some((lower, upper))
}

#[cfg(test)]
mod tests {
    use fixture::check;

    /// Two lower and upper bounds, one step and one variable.
    #[test]
    fn bounds_of_another_number_than_the_steps() {
        check(
            r#"
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  %zero = arith.constant 0 : index
  %end = arith.constant 1000 : index
  %step = arith.constant 3 : index
  "scf.parallel"(%zero, %zero, %end, %end, %step) <{operandSegmentSizes = array<i32: 2, 2, 1, 0>}> ({
  ^bb0(%i: index):
    "scf.reduce"() : () -> ()
  }) : (index, index, index, index, index) -> ()
  func.return
}) : () -> ()"#,
        );
    }
}
