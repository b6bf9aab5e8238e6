//! Whether a memref's layout puts two of its elements at one place.

use super::{Build, Inputs};
use crate::dependence::linear::Linear;
use crate::dependence::system::System;
use ir::Ir;
use ir::types::{Layout, MemRefType};
use presburger::{Budget, Integer};

/// When two different subscripts within the sizes of a memref are one element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayoutOverlap {
    Never,
    Always,
    /// For some sizes and symbols, which the type does not tell.
    ForSome,
}

/// `None` where that is not known, or takes too long.
pub fn layout_overlap(ir: &Ir, memref: &MemRefType, budget: &Budget<'_>) -> Option<LayoutOverlap> {
    let rank = memref.dims.len();
    let mut build = Build::new(ir, &[]);
    let first: Vec<Linear> = (0..rank).map(|_| build.local()).collect();
    let second: Vec<Linear> = (0..rank).map(|_| build.local()).collect();
    let mut symbols = 0;
    let (left, right) = match &memref.layout {
        Layout::Strided { strides, .. } => {
            let at = |subscripts: &[Linear]| {
                let terms = subscripts.iter().zip(&**strides);
                terms
                    .map(|(it, stride)| Some(it.times(&Integer::from((*stride)?))))
                    .try_fold(Linear::default(), |sum, term| Some(sum.plus(&term?)))
            };
            (vec![at(&first)?], vec![at(&second)?])
        }
        Layout::Map(map) if map.dims == rank => {
            symbols = map.symbols;
            let shared: Vec<Linear> = (0..symbols).map(|_| build.local()).collect();
            let mut at = |subscripts: &[Linear]| -> Option<Vec<Linear>> {
                let inputs = Inputs { dims: subscripts.to_vec(), symbols: shared.clone() };
                map.results.iter().map(|it| build.expression(it, &inputs).ok()).collect()
            };
            (at(&first)?, at(&second)?)
        }
        _ => return None,
    };
    let equal = left.iter().zip(&right).map(|(left, right)| left.minus(right));
    build.known.piece.equalities.extend(equal);
    for (subscript, size) in first.iter().chain(&second).zip(memref.dims.iter().cycle()) {
        build.known.piece.inequalities.push(subscript.clone());
        if let Some(size) = size {
            let last = Linear::constant(i64::try_from(*size).ok()?).plus_constant(-1);
            build.known.piece.inequalities.push(last.minus(subscript));
        }
    }
    let (system, _) = System::of(&build.known.piece, 0);
    // Of two that differ, either one is smaller in the first dimension in which they do.
    for (first, second) in first.iter().zip(&second) {
        let smaller = second.minus(first).plus_constant(-1);
        if !system.with(smaller).is_integer_empty(budget).ok()? {
            let is_told = symbols == 0 && memref.dims.iter().all(Option::is_some);
            return Some(if is_told { LayoutOverlap::Always } else { LayoutOverlap::ForSome });
        }
    }
    Some(LayoutOverlap::Never)
}
