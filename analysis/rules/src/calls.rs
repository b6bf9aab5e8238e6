//! Calls of functions of the same module, with the signatures of both sides.

use crate::context::RuleContext;
use crate::finding::RelatedPlace;
use ir::symbol_table::Symbol;
use ir::types::Type;
use ir::{Op, OpId, Pointer};

/// A call whose type lists as many operands as are passed, of a function that is known.
pub struct Call<'a> {
    pub op: &'a Op,
    pub id: OpId,
    /// With `@`.
    pub callee: String,
    /// The signature that the call writes.
    pub written: Signature,
    /// The inputs of the function.
    pub inputs: &'a [Type],
    pub results: &'a [Type],
}

/// The type of a call.
pub struct Signature {
    pub place: Pointer,
    pub inputs: Vec<Type>,
    pub results: Vec<Type>,
}

/// The calls of functions that can be looked up.
pub fn calls<'a>(ctx: &RuleContext<'a>) -> Vec<Call<'a>> {
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
    pub fn function(&self, ctx: &RuleContext<'_>) -> RelatedPlace {
        RelatedPlace::Symbol { table: ctx.op.table(ctx.db).to_string(), name: self.callee.clone() }
    }
}

/// `(f32, index)`
pub fn type_list(types: &[Type]) -> String {
    format!("({})", types.iter().map(Type::to_string).collect::<Vec<_>>().join(", "))
}
