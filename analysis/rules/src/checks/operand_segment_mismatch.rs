//! `operand-segment-mismatch`: segment sizes that do not split the operands.
//!
//! Quick fix: computes the sizes from the values that determine them.

use crate::checks::apply_operand_count::inputs;
use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, attributes, edit, fix, name_of, results, trimmed};
use crate::inherent_attributes::generic_ops;
use crate::map_operands::counted;
use syntax::{Located, SyntaxKind, SyntaxNode};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in generic_ops(ctx) {
        let groups: &[&str] = match &*op.name {
            "affine.for" => &["lower bound", "upper bound", "initial values"],
            "affine.linearize_index" => &["indices", "basis"],
            _ if op.is_allocation() => &["sizes", "layout symbols"],
            _ => continue,
        };
        let Some(attributes) = ctx.attributes(id) else { continue };
        let written = attributes.get(NAME);
        if written.is_some_and(|it| it.kind() == SyntaxKind::ATTRIBUTE_ALIAS) {
            continue;
        }
        let is_i32 = written.is_some_and(is_array_of_i32);
        let sizes = attributes.integers(NAME, groups.len()).unwrap_or_default();
        let sum = sizes.iter().try_fold(0_usize, |sum, it| sum.checked_add(usize::try_from(*it).ok()?));
        if is_i32 && sizes.len() == groups.len() && sum == Some(op.operands.len()) {
            continue;
        }
        let place = written.map_or(op.name_pointer, |it| ctx.pointer(id, it));
        let operands = counted(op.operands.len(), "operand");
        report.add(place, format!("{NAME} has to split the {operands} into {}", groups.join(", ")));
    }
}

const NAME: &str = "operandSegmentSizes";

fn is_array_of_i32(node: Located<'_>) -> bool {
    let text: String = syntax::text_of(node.green).split_whitespace().collect();
    text.starts_with("array<i32") || text.starts_with("dense<")
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    const NAME: &str = "operandSegmentSizes";
    let op = ctx.operation()?;
    let sizes = sizes(ctx, &op)?.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let text = format!("array<i32: {sizes}>");
    let change = match attributes::value(&op, NAME) {
        Some(written) => edit(trimmed(&written), text.as_str()),
        None => attributes::added(&op, &format!("{NAME} = {text}"))?,
    };
    fix(format!("write {text}"), vec![change])
}

/// How many operands each segment has.
fn sizes(ctx: &FixContext<'_>, op: &SyntaxNode) -> Option<Vec<usize>> {
    let operands = op.children().find(|it| it.kind() == SyntaxKind::OPERAND_LIST)?;
    let operands = operands.children().filter(|it| it.kind() == SyntaxKind::VALUE_USE).count();
    let taken = |map: &str| {
        let (dims, symbols) = inputs(ctx, &attributes::value(op, map)?)?;
        Some(dims + symbols)
    };
    match &*name_of(op) {
        "affine.for" => {
            let (lower, upper) = (taken("lowerBoundMap")?, taken("upperBoundMap")?);
            Some(vec![lower, upper, operands.checked_sub(lower)?.checked_sub(upper)?])
        }
        "affine.linearize_index" => {
            let basis = attributes::value(op, "static_basis")?.text().to_string();
            let dynamic = basis.matches(&i64::MIN.to_string()).count();
            Some(vec![operands.checked_sub(dynamic)?, dynamic])
        }
        "memref.alloc" | "memref.alloca" => {
            let ty = op.children().find(|it| it.kind() == SyntaxKind::FUNCTION_TYPE)?;
            let made = ctx.text_of(results(&ty)?);
            let sizes = made.split(',').next()?.matches('?').count();
            Some(vec![sizes, operands.checked_sub(sizes)?])
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn comments_between_sizes() {
        check(
            r#"
func.func @f(%m: memref<4xf32>, %n: index) {
  "affine.for"(%n) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, // none
    1, /// 2
    0>, step = 1 : index, upperBoundMap = affine_map<()[s0] -> (s0, 4)>}> ({
  ^bb0(%i: index):
    %v = affine.load %m[%i] : memref<4xf32>
    "affine.yield"() : () -> ()
  }) : (index) -> ()
  return
}"#,
        );
    }

    /// What an alias says of the operands is not known, and nothing is concluded from it.
    #[test]
    fn sizes_by_an_alias() {
        check(
            r#"
#for = array<i32: 0, 1, 0>
#parallel = array<i32: 1, 1, 1, 0>
func.func @f(%m: memref<4xf32>, %n: index) {
  "affine.for"(%n) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = #for, step = 1 : index, upperBoundMap = affine_map<()[s0] -> (s0, 4)>}> ({
  ^bb0(%i: index):
    %v = affine.load %m[%i] : memref<4xf32>
    "affine.yield"() : () -> ()
  }) : (index) -> ()
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = #parallel}> ({
  ^bb0(%i: index):
    "scf.reduce"() : () -> ()
  }) : (index, index, index) -> ()
  return
}"#,
        );
    }

    /// An attribute that an operation does not read as its own may be any.
    #[test]
    fn operations_that_count_their_operands() {
        check(
            r#"
func.func @f(%a: memref<8xf32>, %b: memref<8xf32, 2>, %t: memref<1xi32>, %i: index) {
  "memref.dma_start"(%a, %i, %b, %i, %i, %t, %i) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1>} : (memref<8xf32>, index, memref<8xf32, 2>, index, index, memref<1xi32>, index) -> ()
  "memref.dma_wait"(%t, %i, %i) {operandSegmentSizes = array<i32: 1, 1>} : (memref<1xi32>, index, index) -> ()
  return
}"#,
        );
    }
}
