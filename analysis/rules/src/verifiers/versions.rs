//! Signs that a text is of another version of MLIR than the definitions of a dialect: their demands are then not
//! mistakes.

use crate::context::RuleContext;
use base::registry::registry;
use ir::{Form, OpId};
use rustc_hash::FxHashSet;
use syntax::ods::OpDefinition;

/// Whether its version has to be guessed: of dialects that are built in every form of today is known, and of definitions
/// that are read the version is their user's.
pub(super) fn is_guessed(ctx: &RuleContext<'_>, id: OpId) -> bool {
    let op = &ctx.ir.ops[id];
    !op.is_of_complete_dialect && registry(ctx.db).origin(&op.name).is_none()
}

/// The dialects with an operation that is not of the known version.
pub(super) fn dialects_of_others<'a>(ctx: &RuleContext<'a>) -> FxHashSet<&'a str> {
    let guessed = ctx.ops().filter(|it| is_guessed(ctx, it.0));
    guessed.filter(|(id, _)| is_of_another(ctx, *id)).map(|it| it.1.dialect()).collect()
}

fn is_of_another(ctx: &RuleContext<'_>, id: OpId) -> bool {
    let op = &ctx.ir.ops[id];
    let Some(definition) = &op.definition else { return registry(ctx.db).lists(op.dialect()) };
    op.form == Form::Generic && (has_renamed(ctx, id, definition) || has_other_segments(ctx, id, definition))
}

/// Whether an attribute is missing, and there is one that may be it under another name.
fn has_renamed(ctx: &RuleContext<'_>, id: OpId, definition: &OpDefinition) -> bool {
    let Some(attributes) = ctx.attributes(id) else { return false };
    let is_missing = definition.attributes.iter().any(|it| !it.is_optional && !attributes.has(&it.name));
    let is_other = |name: &str| {
        definition.attribute(name).is_none() && !name.contains('.') && !name.ends_with("SegmentSizes")
    };
    is_missing && attributes.iter().any(|it| is_other(it.0))
}

/// Whether the operands are split, but into more or fewer groups.
fn has_other_segments(ctx: &RuleContext<'_>, id: OpId, definition: &OpDefinition) -> bool {
    let groups = definition.operands.len();
    let Some(sizes) = ctx.attributes(id).and_then(|it| it.integers("operandSegmentSizes", groups)) else {
        return false;
    };
    let sum = sizes.iter().try_fold(0_i64, |sum, it| sum.checked_add(*it));
    sizes.len() != groups && sum == i64::try_from(ctx.ir.ops[id].operands.len()).ok()
}

#[cfg(test)]
mod tests {
    use fixture::check;

    /// Before MLIR 20 `tosa.const` had a `value`, and `tosa.mul` two operands.
    #[test]
    fn other_versions_are_no_mistakes() {
        check(
            r#"
func.func @f(%a: tensor<2xi32>) {
  %0 = "tosa.const"() <{value = dense<[1, 0]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %1 = "tosa.mul"(%0, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  "gpu.memcpy"(%a) : (tensor<2xi32>) -> ()
//^^^^^^^^^^^^ error operand-count-mismatch: gpu.memcpy has at least 2 operands, 1 is given
  return
}
func.func @g(%a: tensor<2xi32>) {
  %0 = "tosa.mul"(%a, %a) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
     //^^^^^^^^^^ error operand-count-mismatch: tosa.mul has 3 operands, 2 are given
  return
}"#,
        );
    }
}
