//! Whether the numbers in a rewritten loop stay within 64 bits.
//!
//! New bounds, subscripts and conditions are sums, differences and quotients of a few of those in the program,
//! and of the distances between iterations. So they fit if all of these are far from the ends; else a loop over
//! tiles may step beyond the greatest number, and none of its iterations run. Only numbers in the program count: what
//! without a constant, such as the size of a memref, are taken to be far from the ends.

use super::for_loop::{step, variable_name};
use crate::reason::Reason;
use ir::affine::{AffineExpr, BinaryOp};
use ir::memory_effects::subtree;
use ir::{AppliedMap, AppliedSet, Definition, Ir, OpId, OpKind, ValueId};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Nothing that a loop computes may be farther from 0.
const GREATEST: u128 = 1 << 60;

/// Definitions of operands are followed this far.
const MAX_LINKS: usize = 64;

/// The distance between that many iterations of a loop, in values of its variable; refused if that, or a number that
/// the loop computes, is large.
pub(super) fn stride(ir: &Ir, op: OpId, iterations: impl Into<i64>) -> Result<i64, Reason> {
    refusal(ir, op).map_or(Ok(()), Err)?;
    let iterations = iterations.into();
    let stride = step(ir, op).checked_mul(iterations);
    stride.filter(|it| *it > 0 && u128::from(it.unsigned_abs()) <= GREATEST).ok_or_else(|| {
        let text = format!(
            "a step of {iterations} iterations of {} comes near the ends of 64 bits",
            variable_name(ir, op)
        );
        Reason::new(text).related(ir.ops[op].name_pointer, "this loop")
    })
}

/// Why a loop and those inside it are not written with other numbers.
pub(super) fn refusal(ir: &Ir, op: OpId) -> Option<Reason> {
    Magnitudes { ir, known: FxHashMap::default() }.refusal(op)
}

/// As [`refusal`] of a loop, where that multiple of its variable is added to the variable of a loop inside.
pub(super) fn skewed_refusal(
    ir: &Ir,
    op: OpId,
    (outer, inner): (ValueId, ValueId),
    factor: i64,
) -> Option<Reason> {
    let mut magnitudes = Magnitudes { ir, known: FxHashMap::default() };
    let along = magnitudes.of_value(Some(outer), MAX_LINKS);
    let own = magnitudes.of_value(Some(inner), MAX_LINKS);
    let skewed = own.saturating_add(along.saturating_mul(u128::from(factor.unsigned_abs())));
    let mut magnitudes = Magnitudes { ir, known: FxHashMap::from_iter([(inner, skewed)]) };
    magnitudes.refusal(op).or_else(|| (skewed > GREATEST).then(|| too_large(ir, op)))
}

fn too_large(ir: &Ir, op: OpId) -> Reason {
    let data = &ir.ops[op];
    let what = Reason::new(format!("`{}`", data.name)).line(data.name_pointer);
    what.text(" computes numbers near the ends of 64 bits").related(data.name_pointer, "this operation")
}

/// Bounds of absolute values.
struct Magnitudes<'a> {
    ir: &'a Ir,
    known: FxHashMap<ValueId, u128>,
}

impl Magnitudes<'_> {
    fn refusal(&mut self, op: OpId) -> Option<Reason> {
        let mut ops = subtree(self.ir, op).into_iter();
        let large = ops.find(|it| self.of_operation(*it) > GREATEST)?;
        Some(too_large(self.ir, large))
    }

    /// The largest number in the maps and sets of an operation.
    fn of_operation(&mut self, op: OpId) -> u128 {
        match &self.ir.ops[op].kind {
            OpKind::For(header) => {
                let step = header.step.map_or(0, |it| u128::from(it.unsigned_abs()));
                let bounds = self.of_map(op, &header.lower, MAX_LINKS);
                step.max(bounds).max(self.of_map(op, &header.upper, MAX_LINKS))
            }
            OpKind::Parallel(header) => {
                let bounds = header.lower.iter().chain(&header.upper);
                let steps = header.steps.iter().flatten().map(|it| u128::from(it.unsigned_abs()));
                steps.chain(bounds.map(|it| self.of_map(op, it, MAX_LINKS))).max().unwrap_or(0)
            }
            OpKind::Access(access) => self.of_map(op, &access.subscripts, MAX_LINKS),
            OpKind::Apply(map) | OpKind::Min(map) | OpKind::Max(map) => self.of_map(op, map, MAX_LINKS),
            OpKind::If(conditional) => {
                let AppliedSet { set: Some(set), operands, .. } = &conditional.condition else { return 0 };
                let constraints = set.constraints.iter().map(|it| &it.expression);
                self.of_expressions(op, constraints, (set.dims, operands), MAX_LINKS)
            }
            _ => 0,
        }
    }

    fn of_map(&mut self, op: OpId, applied: &AppliedMap, links: usize) -> u128 {
        let Some(map) = &applied.map else { return 0 };
        self.of_expressions(op, map.results.iter(), (map.dims, &applied.operands), links)
    }

    /// The largest number in some expressions over operands; `dims` of the operands are dimensions, and come first.
    fn of_expressions<'e>(
        &mut self,
        op: OpId,
        expressions: impl Iterator<Item = &'e AffineExpr>,
        (dims, operands): (usize, &Range<usize>),
        links: usize,
    ) -> u128 {
        let values: Vec<Option<ValueId>> = self.ir.operand_values(op, operands).collect();
        let inputs: Vec<u128> = values.into_iter().map(|it| self.of_value(it, links)).collect();
        expressions.map(|it| of_expression(it, dims, &inputs)).max().unwrap_or(0)
    }

    fn of_value(&mut self, value: Option<ValueId>, links: usize) -> u128 {
        let (Some(value), Some(links)) = (value, links.checked_sub(1)) else { return 0 };
        if let Some(known) = self.known.get(&value) {
            return *known;
        }
        let ir = self.ir;
        let magnitude = match ir.values[value].definition {
            Definition::Result { op, .. } => match &ir.ops[op].kind {
                OpKind::ConstantInteger(constant) => u128::from(constant.unsigned_abs()),
                OpKind::Apply(map) | OpKind::Min(map) | OpKind::Max(map) => self.of_map(op, map, links),
                _ => 0,
            },
            Definition::Argument { .. } => match ir.loop_of_induction_variable(value) {
                Some((op, dim)) => self.of_variable(op, dim, links),
                None => 0,
            },
        };
        self.known.insert(value, magnitude);
        magnitude
    }

    /// Of a variable, which lies between its bounds.
    fn of_variable(&mut self, op: OpId, dim: usize, links: usize) -> u128 {
        let bounds = match &self.ir.ops[op].kind {
            OpKind::For(header) => Some((&header.lower, &header.upper)),
            OpKind::Parallel(header) => header.lower.get(dim).zip(header.upper.get(dim)),
            _ => None,
        };
        let Some((lower, upper)) = bounds else { return 0 };
        self.of_map(op, lower, links).max(self.of_map(op, upper, links))
    }
}

/// Of an expression and all of its parts.
fn of_expression(expr: &AffineExpr, dims: usize, inputs: &[u128]) -> u128 {
    let input = |index: usize| inputs.get(index).copied().unwrap_or(0);
    match expr {
        AffineExpr::Dim(index) => input(*index),
        AffineExpr::Symbol(index) => input(dims.saturating_add(*index)),
        AffineExpr::Constant(value) => u128::from(value.unsigned_abs()),
        AffineExpr::Binary(op, left, right) => {
            let (left, right) = (of_expression(left, dims, inputs), of_expression(right, dims, inputs));
            match op {
                BinaryOp::Add => left.saturating_add(right),
                BinaryOp::Mul => left.saturating_mul(right),
                BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Mod => left.max(right),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::loop_tests::taken;

    /// A loop from one number to another, and one inside, of two accesses each.
    fn nest(range: &str, subscript: &str) -> String {
        format!(
            "func.func @f(%a: memref<16x16xi32>, %b: memref<16x16xi32>) {{
  <|>affine.for %i = {range} {{
    affine.for %j = 0 to affine_map<(d0) -> (d0 - {subscript} + 1)>(%i) {{
      %v = affine.load %a[%i - {subscript}, %j] : memref<16x16xi32>
      affine.store %v, %b[%i - {subscript}, %j] : memref<16x16xi32>
    }}
  }}
  affine.for %i = {range} {{
    affine.for %j = 0 to affine_map<(d0) -> (d0 - {subscript} + 1)>(%i) {{
      %v = affine.load %b[%i - {subscript}, %j] : memref<16x16xi32>
      affine.store %v, %a[%i - {subscript}, %j] : memref<16x16xi32>
    }}
  }}
  return
}}
"
        )
    }

    const ALL: &[(&str, &str)] = &[
        ("tile", ""),
        ("unroll", "factor=4"),
        ("unroll", "factor=full"),
        ("unrollJam", ""),
        ("normalize", ""),
        ("reverse", ""),
        ("peel", "first"),
        ("peel", "last"),
        ("interchange", ""),
        ("vectorize", ""),
        ("fuse", ""),
    ];

    #[test]
    fn numbers_near_the_ends_of_64_bits_are_left_alone() {
        let large = nest("9223372036854775800 to 9223372036854775806", "9223372036854775800");
        let negative = nest("-9223372036854775807 to -9223372036854775800", "-9223372036854775807");
        for (name, choice) in ALL {
            for text in [&large, &negative] {
                let found = taken(&format!("refactor.rewrite.affine.{name}"), choice, text);
                let is_refused = found.contains("computes numbers near the ends of 64 bits");
                assert!(is_refused, "{name}: {found}");
            }
        }
    }

    #[test]
    fn numbers_far_from_the_ends_are_not() {
        let text = nest("900000000001 to 900000000009", "900000000001");
        for (name, choice) in ALL.iter().filter(|it| it.0 != "vectorize") {
            let found = taken(&format!("refactor.rewrite.affine.{name}"), choice, &text);
            assert!(found.starts_with("// "), "{name}: {found}");
        }
    }

    #[test]
    fn a_step_is_multiplied_only_where_the_product_fits() {
        let text = "func.func @f(%a: memref<16xi32>, %v: i32, %n: index) {
  <|>affine.for %i = 0 to %n step 1000000000000000000 {
    affine.store %v, %a[%i floordiv 1000000000000000000] : memref<16xi32>
  }
  return
}
";
        for name in ["tile", "unroll", "vectorize"] {
            let found = taken(&format!("refactor.rewrite.affine.{name}"), "", text);
            assert!(found.contains("iterations of %i comes near the ends of 64 bits"), "{name}: {found}");
        }
    }

    /// Of values that are defined in front of the loop, too.
    #[test]
    fn definitions_of_bounds_are_followed() {
        let text = "func.func @f(%a: memref<16xi32>, %v: i32, %n: index) {
  %c = arith.constant 9223372036854775800 : index
  %m = affine.apply affine_map<()[s0] -> (s0 + 3)>()[%c]
  <|>affine.for %i = %c to %m {
    affine.store %v, %a[0] : memref<16xi32>
  }
  return
}
";
        let found = taken("refactor.rewrite.affine.tile", "", text);
        assert_eq!(found, "refused: `affine.for` (line 4) computes numbers near the ends of 64 bits\n");
    }
}
