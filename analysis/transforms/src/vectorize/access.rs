//! How the lanes of an access lie in memory: which element each of several consecutive iterations touches.

use crate::reason::Reason;
use ir::types::{Layout, MemRefType};
use ir::{Access, AppliedMap, Ir, OpId, OpKind};
use polyhedral::dependence::subscripts::Subscripts;
use polyhedral::dependence::{AccessRelation, Linear, Piece, Variable, results_along, results_relation};
use presburger::Integer;

/// The elements of consecutive lanes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// All lanes touch one.
    Same,
    /// Neighbours along the last dimension.
    Contiguous,
    /// Neighbours along the last dimension, backwards.
    Reversed,
    /// That many elements apart along the last dimension: neither 0 nor ±1.
    Strided(i64),
    /// Neighbours along another dimension.
    Along(usize),
}

impl Shape {
    /// Whether an access is one of whole vectors, or the same for all lanes.
    pub(super) fn is_whole(self) -> bool {
        matches!(self, Shape::Same | Shape::Contiguous)
    }
}

/// The shape of an access relative to a loop, or why it has none that vectors have.
pub(super) fn shape(
    ir: &Ir,
    (op, access): (OpId, &Access),
    subscripts: &Subscripts,
    loop_: OpId,
    step: i64,
) -> Result<Shape, Reason> {
    let place = ir.ops[op].name_pointer;
    let memref = ir.ops[op].operands.get(access.memref).and_then(|it| it.value);
    let name = memref.map_or_else(String::new, |it| ir::value_name(ir, it));
    let refuse = |text: String| {
        let what = format!("`{} {name}`", ir.ops[op].name);
        Err(Reason::new(what).line(place).text(text).related(place, "this access"))
    };
    let strides = match subscripts.of(ir, op, &access.subscripts) {
        Ok(relation) => lane_strides_of(&relation, loop_, step),
        // Rows of a size that is a symbol.
        Err(_) => results_along(ir, op, &access.subscripts, loop_)
            .ok()
            .and_then(|it| lane_strides_of(&it, loop_, step)),
    };
    let Some(strides) = strides else {
        return refuse(" moves by no constant from one iteration to the next".to_owned());
    };
    let moving: Vec<(usize, i64)> =
        strides.iter().copied().enumerate().filter(|(_, stride)| *stride != 0).collect();
    let Some(memref) = memref.and_then(|it| ir.values[it].ty.as_memref()) else {
        return refuse(" is of a memref whose type is not known".to_owned());
    };
    let last = strides.len().wrapping_sub(1);
    let shape = match moving.as_slice() {
        [] => return Ok(Shape::Same),
        [(dim, 1)] if *dim == last => Shape::Contiguous,
        [(dim, -1)] if *dim == last => Shape::Reversed,
        [(dim, stride)] if *dim == last => Shape::Strided(*stride),
        [(dim, 1)] => Shape::Along(*dim),
        [(dim, stride)] => {
            return refuse(format!(" moves by {stride} along dimension {dim}, which is not the last"));
        }
        _ => return refuse(" moves along several dimensions at once".to_owned()),
    };
    if !has_neighbours(memref) {
        return refuse(" is of a memref whose neighbours do not lie side by side in memory".to_owned());
    }
    if !super::element::is_dense(&memref.element) {
        return refuse(format!(" has elements of type {}, which vectors store otherwise", memref.element));
    }
    Ok(shape)
}

/// Whether neighbours along the last dimension are neighbours in memory.
fn has_neighbours(memref: &MemRefType) -> bool {
    match &memref.layout {
        Layout::Identity => true,
        Layout::Strided { strides, .. } => strides.last().copied().flatten() == Some(1),
        Layout::Map(_) | Layout::Unknown => false,
    }
}

/// The step of each result of a map from one lane to the next; `None` if it is not constant.
pub(super) fn lane_strides(
    ir: &Ir,
    op: OpId,
    applied: &AppliedMap,
    loop_: OpId,
    step: i64,
) -> Option<Vec<i64>> {
    lane_strides_of(&results_relation(ir, op, &[applied]).ok()?, loop_, step)
}

/// As [`lane_strides`], of the forms of a relation.
pub(super) fn lane_strides_of(relation: &AccessRelation, loop_: OpId, step: i64) -> Option<Vec<i64>> {
    let position = relation.loops.iter().position(|it| it.op == loop_)?;
    let mut found: Option<Vec<i64>> = None;
    for piece in &relation.pieces {
        let irregular = irregular_locals(piece, position);
        let strides = piece.subscripts.iter().map(|form| {
            if mentions(form, &irregular) {
                return None;
            }
            let factor = form.terms.iter().find(|it| it.0 == Variable::Loop(position));
            factor.map_or(Some(0), |it| (&it.1 * &Integer::from(step)).to_i64())
        });
        let strides = strides.collect::<Option<Vec<_>>>()?;
        if found.as_ref().is_some_and(|it| *it != strides) {
            return None;
        }
        found = Some(strides);
    }
    found
}

/// The quotients that depend on the loop.
fn irregular_locals(piece: &Piece, position: usize) -> Vec<Variable> {
    let mut irregular = vec![Variable::Loop(position)];
    // A quotient is built after those in its dividend.
    for quotient in &piece.quotients {
        if mentions(&quotient.dividend, &irregular) {
            irregular.extend(quotient.value.terms.iter().map(|it| it.0));
        }
    }
    irregular.remove(0);
    irregular
}

fn mentions(form: &Linear, variables: &[Variable]) -> bool {
    form.terms.iter().any(|it| variables.contains(&it.0))
}

/// The affine access that an operation is.
pub(super) fn access_of(ir: &Ir, op: OpId) -> Option<&Access> {
    match &ir.ops[op].kind {
        OpKind::Access(access) => Some(access),
        _ => None,
    }
}
