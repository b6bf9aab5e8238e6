//! The box of all that a layout gives, and subscripts in it.

use crate::loop_bounds::{named, plus, plus_constant, times};
use crate::rewrite::{Leaves, substitute};
use ir::affine::symbols::{Symbols, Validity};
use ir::affine::{AffineExpr, AffineMap, BinaryOp};
use ir::types::{Layout, MemRefType};
use ir::{Ir, OpId};
use polyhedral::value_expression::simplified;

/// A plain memref in place of one with a layout.
pub(super) struct Shape {
    map: AffineMap,
    /// The leaves of the expressions: names of sizes and of symbols of the layout.
    pub(super) leaves: Leaves,
    /// The symbols of the layout.
    symbols: Vec<AffineExpr>,
    /// The least value of each result of the map.
    starts: Vec<AffineExpr>,
    /// How many values each result of the map may have, at most.
    pub(super) sizes: Vec<AffineExpr>,
}

impl Shape {
    /// `None` if the layout is not an affine map, or its operands are not known.
    pub(super) fn of(ir: &Ir, allocation: OpId, ty: &MemRefType) -> Option<Self> {
        let identity = || AffineMap {
            dims: ty.dims.len(),
            symbols: 0,
            results: (0..ty.dims.len()).map(AffineExpr::Dim).collect(),
        };
        let (map, inputs) = match &ty.layout {
            Layout::Map(map) => (map.clone(), map.symbols),
            Layout::Strided { offset, strides } => {
                (identity(), [offset].into_iter().chain(strides.iter()).filter(|it| it.is_none()).count())
            }
            Layout::Identity | Layout::Unknown => return None,
        };
        let mut leaves = Leaves::default();
        let operands = &ir.ops[allocation].operands;
        if operands.len() != ty.open_sizes() + inputs || map.dims != ty.dims.len() {
            return None;
        }
        let (checker, mut values) = (Symbols::new(ir), Vec::new());
        let scope = checker.scope(allocation);
        for operand in operands {
            let value = operand.value?;
            let is_symbol = checker.symbol(value, scope) == Validity::Valid;
            if !is_symbol && checker.dim(value, scope) != Validity::Valid {
                return None;
            }
            values.push(named(ir, &mut leaves, value, is_symbol));
        }
        let symbols = values.split_off(ty.open_sizes());
        let mut open = values.into_iter();
        let lengths = ty.dims.iter().map(|it| match it {
            Some(length) => Some(AffineExpr::Constant(i64::try_from(*length).ok()?)),
            None => open.next(),
        });
        let lengths = lengths.collect::<Option<Vec<_>>>()?;
        let ranges = map.results.iter().map(|it| range(it, &lengths, &symbols));
        let ranges = ranges.collect::<Option<Vec<_>>>()?;
        let size =
            |(start, last): &(AffineExpr, AffineExpr)| plus_constant(&plus(last, &times(start, -1)), 1);
        let sizes: Vec<AffineExpr> = ranges.iter().map(size).collect();
        if sizes.iter().any(|it| it.as_constant().is_some_and(|it| it < 0)) {
            return None;
        }
        let starts = ranges.into_iter().map(|it| it.0).collect();
        Some(Self { map, leaves, symbols, starts, sizes })
    }

    /// The type with these sizes.
    pub(super) fn ty(&self, ty: &MemRefType) -> String {
        let size = |it: &AffineExpr| it.as_constant().map_or_else(|| "?x".to_owned(), |it| format!("{it}x"));
        let dims: String = self.sizes.iter().map(size).collect();
        let space = ty.memory_space.as_ref().map(|it| format!(", {it}")).unwrap_or_default();
        format!("memref<{dims}{}{space}>", ty.element)
    }

    /// Where an element is, over the leaves of this shape and whatever else the subscripts mention.
    pub(super) fn subscripts(&self, subscripts: &[AffineExpr]) -> Vec<AffineExpr> {
        let inputs: Vec<AffineExpr> = subscripts.iter().chain(&self.symbols).cloned().collect();
        let place = |(result, start): (&AffineExpr, &AffineExpr)| {
            plus(&simplified(&substitute(result, self.map.dims, &inputs)), &times(start, -1))
        };
        self.map.results.iter().zip(&self.starts).map(place).collect()
    }
}

/// The least and the greatest value of an expression where each dimension counts from 0 to before its length, or less and
/// more. `None` where it is not affine.
fn range(
    expr: &AffineExpr,
    lengths: &[AffineExpr],
    symbols: &[AffineExpr],
) -> Option<(AffineExpr, AffineExpr)> {
    let zero = AffineExpr::Constant(0);
    let (op, left, right) = match expr {
        AffineExpr::Dim(dim) => return Some((zero, plus_constant(lengths.get(*dim)?, -1))),
        AffineExpr::Symbol(symbol) => {
            let symbol = symbols.get(*symbol)?;
            return Some((symbol.clone(), symbol.clone()));
        }
        AffineExpr::Constant(_) => return Some((expr.clone(), expr.clone())),
        AffineExpr::Binary(op, left, right) => (op, left, right),
    };
    let (least, greatest) = range(left, lengths, symbols)?;
    if *op == BinaryOp::Add {
        let other = range(right, lengths, symbols)?;
        return Some((plus(&least, &other.0), plus(&greatest, &other.1)));
    }
    let (factor, (least, greatest)) = match (left.as_constant(), right.as_constant()) {
        (_, Some(factor)) => (factor, (least, greatest)),
        (Some(factor), None) if *op == BinaryOp::Mul => (factor, range(right, lengths, symbols)?),
        _ => return None,
    };
    match op {
        BinaryOp::Mul if factor < 0 => Some((times(&greatest, factor), times(&least, factor))),
        BinaryOp::Mul => Some((times(&least, factor), times(&greatest, factor))),
        _ if factor <= 0 => None,
        BinaryOp::Mod => {
            let ends = least.as_constant().zip(greatest.as_constant());
            let is_itself = ends.is_some_and(|(least, greatest)| least >= 0 && greatest < factor);
            Some(if is_itself { (least, greatest) } else { (zero, AffineExpr::Constant(factor - 1)) })
        }
        _ => {
            let divided = |it| simplified(&AffineExpr::binary(*op, it, AffineExpr::Constant(factor)));
            Some((divided(least), divided(greatest)))
        }
    }
}
