//! Calls of functions of the same module, with the signatures of both sides.

use crate::finding::RelatedPlace;
use crate::ir::{Op, OpId, Pointer};
use crate::rule_context::RuleContext;
use crate::symbol_table::Symbol;
use crate::types::Type;

/// A call whose type lists as many operands as are passed, of a function that is known.
pub(crate) struct Call<'a> {
    pub(crate) op: &'a Op,
    pub(crate) id: OpId,
    /// With `@`.
    pub(crate) callee: String,
    /// What the call writes.
    pub(crate) written: Signature,
    /// What the function has.
    pub(crate) inputs: &'a [Type],
    pub(crate) results: &'a [Type],
}

/// The type of a call.
pub(crate) struct Signature {
    pub(crate) place: Pointer,
    pub(crate) inputs: Vec<Type>,
    pub(crate) results: Vec<Type>,
}

/// The calls of functions that can be looked up.
pub(crate) fn calls<'a>(ctx: &RuleContext<'a>) -> Vec<Call<'a>> {
    ctx.ops()
        .filter(|(_, op)| op.is("func.call"))
        .filter_map(|(id, op)| {
            let (callee, Some(Symbol::Function { inputs, results })) = ctx.referenced_symbol(id)? else {
                return None;
            };
            let (place, given, given_results) = ctx.function_type(id)?;
            let written = Signature { place, inputs: given, results: given_results };
            (written.inputs.len() == op.operands.len()).then_some(Call {
                op,
                id,
                callee,
                written,
                inputs,
                results,
            })
        })
        .collect()
}

impl Call<'_> {
    /// Where the function is defined.
    pub(crate) fn function(&self, ctx: &RuleContext<'_>) -> RelatedPlace {
        RelatedPlace::Symbol { table: ctx.op.table(ctx.db).to_string(), name: self.callee.clone() }
    }
}

/// `(f32, index)`
pub(crate) fn type_list(types: &[Type]) -> String {
    format!("({})", types.iter().map(Type::to_string).collect::<Vec<_>>().join(", "))
}
