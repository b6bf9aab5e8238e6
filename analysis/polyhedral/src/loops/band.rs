//! Permutable bands: perfectly nested loops that may be interchanged and tiled in any order.
//!
//! Every dependence that no loop outside the band carries has only components that are not negative on the band's
//! loops (Wolf and Lam, *A Loop Transformation Theory and an Algorithm to Maximize Parallelism*, 1991).

use super::Loop;
use super::parallelism::{common_loops, unanalysed};
use crate::dependence::Dependences;
use ir::{Ir, OpId};

/// All bands of at least two loops, each as long as possible from the outside.
pub(super) fn bands(ir: &Ir, found: &Dependences, loops: &[Loop]) -> Vec<Vec<usize>> {
    let mut bands: Vec<Vec<usize>> = Vec::new();
    for (index, loop_) in loops.iter().enumerate() {
        let extends = bands.last().is_some_and(|band| {
            let inside = |outer: usize| is_only_statement(ir, loop_.op, loops[outer].op);
            band.last().is_some_and(|it| inside(*it)) && is_permutable(ir, found, loops, band, loop_.op)
        });
        match bands.last_mut().filter(|_| extends) {
            Some(band) => band.push(index),
            None => bands.push(vec![index]),
        }
    }
    bands.retain(|it| it.len() > 1);
    bands
}

fn is_only_statement(ir: &Ir, inner: OpId, outer: OpId) -> bool {
    let carries_values = |op: OpId| ir.counted_loop(op).is_some_and(|it| !it.carried().is_empty());
    let Some(body) = ir.loop_body(outer) else { return false };
    let statements = ir.blocks[body].ops.iter().filter(|it| !ir.ops[**it].is_terminator());
    statements.eq([&inner]) && !carries_values(inner) && !carries_values(outer)
}

/// Whether the band stays permutable with one more loop inside.
fn is_permutable(ir: &Ir, found: &Dependences, loops: &[Loop], band: &[usize], inner: OpId) -> bool {
    let ops: Vec<OpId> = band.iter().map(|it| loops[*it].op).chain([inner]).collect();
    let Some(first) = ops.first() else { return false };
    if unanalysed(ir, found, *first).is_some() {
        return false;
    }
    let of_inner = loops.iter().find(|it| it.op == inner);
    let mut concerned = band.iter().map(|it| &loops[*it]).chain(of_inner).flat_map(|it| &it.carried);
    concerned.all(|it| {
        let dependence = &found.dependences[*it];
        let components = common_loops(found, dependence).iter().zip(&*dependence.components);
        let mut on_band = components.filter(|(dim, _)| ops.contains(&dim.op));
        dependence.unknown.is_none()
            && on_band.all(|(_, component)| component.lower.as_ref().is_some_and(|it| !it.is_negative()))
    })
}
