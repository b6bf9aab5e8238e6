//! Where the last whole group of lanes ends, as a bound.

use super::Writer;
use crate::affine::{AffineExpr, AffineMap, BinaryOp};
use crate::function_report::value_name;
use crate::ir::{Ir, OpKind, ValueId};
use crate::loops::bounds::constant_lower;
use crate::value_expression::{Composer, difference, simplified};

/// The end of the last whole group.
pub(super) struct End {
    /// As an upper bound of the loop over vectors.
    pub(super) upper: String,
    /// As a lower bound of the loop over the rest.
    pub(super) lower: String,
}

impl Writer<'_> {
    /// `lower + (trips floordiv width) * width * step`, with as many trips as there are.
    pub(super) fn end(&self) -> Option<End> {
        let (ir, op) = (self.ir, self.loop_);
        let OpKind::For(header) = &ir.ops[op].kind else { return None };
        let step = header.step?;
        let width = i64::try_from(self.width).ok()?;
        let whole = match self.plan.trips.count {
            Some(count) => {
                let groups = i64::try_from(count.checked_div(self.width)?).ok()?;
                Some(groups.checked_mul(self.step)?)
            }
            None => None,
        };
        if let (Some(whole), Some(lower)) = (whole, constant_lower(ir, op, header)) {
            let end = lower.checked_add(whole)?.to_string();
            return Some(End { upper: end.clone(), lower: end });
        }
        let mut composer = Composer::direct(ir);
        let [lower] = composer.results(op, &header.lower)?.try_into().ok()?;
        let sum = |a, b| AffineExpr::binary(BinaryOp::Add, a, b);
        if let Some(whole) = whole {
            let end = simplified(&sum(lower, AffineExpr::Constant(whole)));
            let end = applied(ir, &[end], composer.leaves.len(), &composer.leaves)?;
            return Some(End { upper: end.clone(), lower: end });
        }
        let [upper] = composer.results(op, &header.upper)?.try_into().ok()?;
        let span = difference(&upper, &lower);
        let rounded = sum(span, AffineExpr::Constant(step.checked_sub(1)?));
        let group = AffineExpr::Constant(width.checked_mul(step)?);
        let groups = AffineExpr::binary(BinaryOp::FloorDiv, simplified(&rounded), group.clone());
        let end = sum(lower.clone(), AffineExpr::binary(BinaryOp::Mul, groups, group));
        let end = simplified(&end);
        let leaves = &composer.leaves;
        let upper = applied(ir, std::slice::from_ref(&end), leaves.len(), leaves)?;
        // Without a single iteration the end would lie before the start.
        let lower = applied(ir, &[lower, end], leaves.len(), leaves)?;
        Some(End { upper, lower: format!("max {lower}") })
    }
}

/// `affine_map<(d0)[s0] -> (d0 + s0 + 1)>(%i)[%n]`: expressions over values, of which the first `dims` are dimensions,
/// with the inputs that occur.
pub(super) fn applied(
    ir: &Ir,
    expressions: &[AffineExpr],
    dims: usize,
    values: &[ValueId],
) -> Option<String> {
    let mut used: Vec<(usize, bool)> = Vec::new();
    for expression in expressions {
        expression.walk(&mut |it| match it {
            AffineExpr::Dim(index) => used.push((*index, true)),
            AffineExpr::Symbol(index) => used.push((*index, false)),
            _ => {}
        });
    }
    // Dimensions first.
    used.sort_unstable_by_key(|it| (!it.1, it.0));
    used.dedup();
    let place =
        |index: usize, is_dim: bool| used.iter().filter(|it| it.1 == is_dim).position(|it| it.0 == index);
    let results = expressions.iter().map(|it| renumbered(it, &place)).collect::<Option<Box<[_]>>>()?;
    let names = |is_dim: bool| {
        let inputs = used.iter().filter(|it| it.1 == is_dim);
        let values = inputs.map(|it| values.get(if is_dim { it.0 } else { dims.checked_add(it.0)? }));
        let names = values.map(|it| it.map(|it| value_name(ir, *it))).collect::<Option<Vec<_>>>();
        names.map(|it| it.join(", "))
    };
    let (dim_names, symbol_names) = (names(true)?, names(false)?);
    let symbols = used.iter().filter(|it| !it.1).count();
    let map = AffineMap { dims: used.len() - symbols, symbols, results };
    let symbol_names = if symbols > 0 { format!("[{symbol_names}]") } else { String::new() };
    Some(format!("affine_map<{map}>({dim_names}){symbol_names}"))
}

fn renumbered(expr: &AffineExpr, place: &dyn Fn(usize, bool) -> Option<usize>) -> Option<AffineExpr> {
    Some(match expr {
        AffineExpr::Dim(index) => AffineExpr::Dim(place(*index, true)?),
        AffineExpr::Symbol(index) => AffineExpr::Symbol(place(*index, false)?),
        AffineExpr::Constant(value) => AffineExpr::Constant(*value),
        AffineExpr::Binary(op, left, right) => {
            AffineExpr::binary(*op, renumbered(left, place)?, renumbered(right, place)?)
        }
    })
}
