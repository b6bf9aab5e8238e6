//! The results of a map over all iterations in which it is applied: their extremes, and whether two
//! iterations can give the same.

use ir::{AppliedMap, Ir, OpId};
use polyhedral::dependence::{AccessRelation, Linear, System, Variable, iteration_domain, results_relation};
use presburger::{Budget, GaveUp, Integer, Optimum};

/// The budget of one question.
const STEPS: u64 = 100_000;

/// The least and the greatest value, both attained for some values of the symbols; `None` where there is no bound.
pub(super) type Extremes = (Option<Integer>, Option<Integer>);

/// The results of one use of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MapUse {
    /// One per result.
    pub(super) results: Vec<Extremes>,
    /// Whether no two iterations of the loops around give the same results, whatever the symbols are; `None` without
    /// loops, and where it is not known.
    pub(super) is_one_to_one: Option<bool>,
}

/// The results of a map where `op` runs; `None` where it never runs or nothing is known.
pub(super) fn map_use(ir: &Ir, op: OpId, map: &AppliedMap, stop: &dyn Fn() -> bool) -> Option<MapUse> {
    let relation = results_relation(ir, op, &[map]).ok()?;
    let count = map.map.as_ref()?.results.len();
    let budget = Budget::new(STEPS).with_stop(stop);
    let result = |index: usize| extremes(&relation, &|forms| forms.get(index).cloned(), &budget);
    let results = (0..count).map(result).collect::<Option<Vec<_>>>()?;
    let is_one_to_one = is_one_to_one(&relation, &budget).ok().flatten();
    Some(MapUse { results, is_one_to_one })
}

/// The extremes of the innermost induction variable around `op`, an operation in the body of its loop, or of the
/// dimension that is `outwards` from it; `None` where the body never runs or nothing is known.
pub(super) fn induction_range(
    ir: &Ir,
    op: OpId,
    outwards: usize,
    stop: &dyn Fn() -> bool,
) -> Option<Extremes> {
    let relation = iteration_domain(ir, op).ok()?;
    let variable = relation.loops.len().checked_sub(outwards + 1)?;
    let budget = Budget::new(STEPS).with_stop(stop);
    extremes(&relation, &|_| Some(Linear::variable(Variable::Loop(variable))), &budget)
}

/// The extremes of a form over all pieces.
fn extremes(
    relation: &AccessRelation,
    form: &dyn Fn(&[Linear]) -> Option<Linear>,
    budget: &Budget<'_>,
) -> Option<Extremes> {
    let mut found: Option<Extremes> = None;
    for piece in &relation.pieces {
        let (system, forms) = System::of(piece, relation.loops.len());
        let (least, greatest) = system.extent(&form(&forms)?, budget).ok()?;
        if least == Optimum::Empty {
            continue;
        }
        let end = |optimum: Optimum| optimum.value().cloned();
        let (least, greatest) = (end(least), end(greatest));
        found = Some(match found {
            None => (least, greatest),
            Some(known) => {
                (known.0.zip(least).map(|(a, b)| a.min(b)), known.1.zip(greatest).map(|(a, b)| a.max(b)))
            }
        });
    }
    found
}

fn is_one_to_one(relation: &AccessRelation, budget: &Budget<'_>) -> Result<Option<bool>, GaveUp> {
    let loops = relation.loops.len();
    if loops == 0 {
        return Ok(None);
    }
    for first in &relation.pieces {
        for second in &relation.pieces {
            let mut system = System::default();
            let (here, there) = (system.new_loops(loops), system.new_loops(loops));
            let results = system.add(first, &here);
            let others = system.add(second, &there);
            system.equalities.extend(results.iter().zip(&others).map(|(a, b)| a.minus(b)));
            // Two iterations differ in some loop; which of them is the greater one there goes by the order of the pair.
            for (here, there) in here.iter().zip(&there) {
                let later = Linear::variable(*here).minus(&Linear::variable(*there)).plus_constant(-1);
                if !system.with(later).set(&[], &[]).is_integer_empty(budget)? {
                    return Ok(Some(false));
                }
            }
        }
    }
    Ok(Some(true))
}

/// `[0, 7]`, `*` where there is no bound.
pub(super) fn range_text((least, greatest): &Extremes) -> String {
    let end = |it: &Option<Integer>| it.as_ref().map_or_else(|| "*".to_owned(), Integer::to_string);
    match (least, greatest) {
        (Some(a), Some(b)) if a == b => format!("[{a}]"),
        _ => format!("[{}, {}]", end(least), end(greatest)),
    }
}

#[cfg(test)]
mod tests {
    use super::map_use;
    use crate::host::Host;
    use base::isolated_op::isolated_ops;
    use ir::{OpKind, ir_of};

    /// The results of the last `affine.apply`.
    fn of(body: &str) -> String {
        let mut host = Host::new();
        let file = host.add_file(&format!("func.func @f(%n: index) {{\n{body}\n  return\n}}"));
        let analysis = host.analysis();
        let op = isolated_ops(&analysis.db, file)[0];
        let ir = ir_of(&analysis.db, op);
        let applied = ir.ops.iter().filter_map(|(id, op)| match &op.kind {
            OpKind::Apply(map) => Some((id, map)),
            _ => None,
        });
        let (id, map) = applied.into_iter().next_back().expect("an apply");
        let Some(found) = map_use(ir, id, map, &|| false) else { return "unknown".to_owned() };
        let ranges = found.results.iter().map(super::range_text);
        format!("{} {:?}", ranges.collect::<Vec<_>>().join(", "), found.is_one_to_one)
    }

    #[test]
    fn correlated_loops_are_told_exactly() {
        assert_eq!(
            of("affine.for %i = 0 to 8 { affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
  %x = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%i, %j)
} }"),
            "[0, 7] Some(false)"
        );
        assert_eq!(
            of("affine.for %i = 0 to 8 { affine.for %j = 0 to 4 {
  %x = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%i, %j)
} }"),
            "[0, 31] Some(true)"
        );
    }

    #[test]
    fn divisions_symbols_and_loops_that_never_run() {
        assert_eq!(
            of("affine.for %i = 0 to 10 step 2 {
  %x = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
}"),
            "[0, 4] Some(true)"
        );
        assert_eq!(
            of("affine.for %i = 0 to %n {
  %x = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]
}"),
            "[1, *] Some(true)"
        );
        assert_eq!(of("%x = affine.apply affine_map<()[s0] -> (s0)>()[%n]"), "[*, *] None");
        assert_eq!(
            of("affine.for %i = 0 to 8 {
  %x = affine.apply affine_map<(d0)[s0] -> (d0 - s0)>(%i)[%n]
}"),
            "[*, *] Some(true)"
        );
        assert_eq!(
            of("affine.for %i = 4 to 2 { %x = affine.apply affine_map<(d0) -> (d0)>(%i) }"),
            "unknown"
        );
    }
}
