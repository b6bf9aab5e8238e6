//! Memory accesses: the map from iterations to elements, and how many elements it reaches.

use base::at_once::takes_long;
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use ir::value_name;
use ir::{AppliedMap, Ir, OpId, OpKind, ValueId, ir_of};
use polyhedral::dependence::{MemrefAccess, dependences, enclosing_loops};
use polyhedral::loops::footprint::reach;
use polyhedral::report::in_bytes;
use polyhedral::value_expression::{Composer, simplified};
use presburger::Integer;

/// `(%i, %j) -> (%i - 2, %j)`: from the loops around an operation, and `[…]` other values, to the results.
fn map_text(ir: &Ir, op: OpId, applied: &AppliedMap) -> Option<String> {
    let mut composer = Composer::composing(ir);
    let results = composer.results(op, applied)?;
    let results: Vec<_> = results.iter().map(|it| composer.text(&simplified(it))).collect();
    let loops: Vec<ValueId> = enclosing_loops(ir, op).iter().map(|it| it.induction_variable).collect();
    let names =
        |values: &[ValueId]| values.iter().map(|it| value_name(ir, *it)).collect::<Vec<_>>().join(", ");
    let others: Vec<_> = composer.leaves.iter().copied().filter(|it| !loops.contains(it)).collect();
    let others = if others.is_empty() { String::new() } else { format!("[{}]", names(&others)) };
    Some(format!("({}){others} -> ({})", names(&loops), results.join(", ")))
}

/// The results of a map over the names of values: `%i + %n`, `min(%i, 7)`.
pub(super) fn results_text(mut composer: Composer<'_>, op: OpId, applied: &AppliedMap) -> Option<String> {
    let results = composer.results(op, applied)?;
    let results: Vec<_> = results.iter().map(|it| composer.text(&simplified(it))).collect();
    let results = results.join(", ");
    Some(match composer.operation(op) {
        "affine.min" => format!("min({results})"),
        "affine.max" => format!("max({results})"),
        _ => results,
    })
}

/// The description of an access, for all questions about it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AccessTexts {
    pub(super) map: Option<String>,
    /// Of each of the operation's accesses, in their order, what it touches.
    pub(super) footprints: Box<[Option<String>]>,
}

#[salsa::tracked(returns(ref))]
pub(super) fn access_texts<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    access: OpId,
) -> AccessTexts {
    takes_long(db);
    let (ir, found) = (ir_of(db, op), dependences(db, op));
    let map = match &ir.ops[access].kind {
        OpKind::Access(it) => map_text(ir, access, &it.subscripts),
        _ => None,
    };
    let stop = stop_if_cancelled(db);
    let own = found.accesses.iter().filter(|it| it.op == access);
    AccessTexts { map, footprints: own.map(|it| footprint_text(ir, it, &stop)).collect() }
}

/// ``touches 100 elements (400 bytes): `[0, 9] × [0, 9]` ``, in all iterations; nothing where symbols decide on it.
fn footprint_text(ir: &Ir, access: &MemrefAccess, stop: &dyn Fn() -> bool) -> Option<String> {
    let reach = reach(ir, access, stop)?;
    if reach.elements.is_zero() {
        return Some("touches no element: it never runs".to_owned());
    }
    let memref = access.memref.and_then(|it| ir.values[it].ty.as_memref());
    let size = memref.and_then(|it| i64::try_from(it.element.size_in_bytes()?).ok());
    let bytes = size.map(|it| format!(" ({})", in_bytes(&(&Integer::from(it) * &reach.elements))));
    let noun = if reach.elements.is_one() { "element" } else { "elements" };
    let at_most = if reach.is_exact { "" } else { "at most " };
    let ranges = reach.ranges.iter().map(|(low, high)| match low == high {
        true => format!("[{low}]"),
        false => format!("[{low}, {high}]"),
    });
    let ranges = ranges.collect::<Vec<_>>().join(" × ");
    let place = if ranges.is_empty() { ranges } else { format!(": `{ranges}`") };
    Some(format!("touches {at_most}{} {noun}{}{place}", reach.elements, bytes.unwrap_or_default()))
}
