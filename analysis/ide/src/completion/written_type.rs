//! The type that the statement at the cursor writes there.

use super::context::CompletionContext;
use ir::types::Type;
use ir::{Ir, OpId, OpKind};
use syntax::ods::{Arity, TypeRule, ValueDefinition};

/// The likeliest type of the operation in this place, from the values that it uses.
pub(super) fn written_type(ir: &Ir, op: OpId, ctx: &CompletionContext) -> Option<String> {
    let of = |index: usize| Some(&ir.values[ir.ops[op].operands.get(index)?.value?].ty);
    let count = ir.ops[op].operands.len();
    let number = number(ctx);
    let ty = match &ir.ops[op].kind {
        OpKind::For(it) => of(it.inits.start.checked_add(number)?)?.to_string(),
        OpKind::Access(it) => match (of(it.memref)?, number) {
            (memref, 0) => memref.to_string(),
            (memref, _) => vector_of(ir, &memref.as_memref()?.element),
        },
        _ if ir.ops[op].name.ends_with(".yield") || ir.ops[op].is("func.return") => of(number)?.to_string(),
        _ if let Some(ty) = of_slot(ir, op, number, ctx) => ty,
        _ => {
            let mut operands = (0..count).filter_map(of);
            let memref = operands.clone().find(|it| it.as_memref().is_some());
            memref.or_else(|| operands.next_back())?.to_string()
        }
    };
    let is_known = (0..count).filter_map(of).all(|it| !it.has_unknown());
    is_known.then_some(ty)
}

/// The type at that place of an imported form, as far as the definition says.
fn of_slot(ir: &Ir, op: OpId, slot: usize, ctx: &CompletionContext) -> Option<String> {
    ctx.registry.origin(&ir.ops[op].name)?;
    let definition = ir.ops[op].definition.as_ref()?;
    let written = definition.values().find(|it| it.rule == TypeRule::Written(slot))?;
    if let TypeRule::Fixed(ty) = written.otherwise {
        return Some(ty.to_string());
    }
    let mut single = definition.operands.iter().take_while(|it| it.arity == Arity::One);
    let is_same = |it: &ValueDefinition| {
        it.name == written.name
            || it.rule == TypeRule::SameAs(written.name)
            || written.otherwise == TypeRule::SameAs(it.name)
    };
    let index = single.position(is_same)?;
    Some(ir.values[ir.ops[op].operands.get(index)?.value?].ty.to_string())
}

/// A vector of such elements: one that is somewhere, else one of four.
fn vector_of(ir: &Ir, element: &Type) -> String {
    let known = ir.values.iter().map(|it| &it.1.ty);
    let mut known = known.filter(|it| matches!(it, Type::Vector { element: of, .. } if **of == *element));
    known.next().map_or_else(|| format!("vector<4x{element}>"), Type::to_string)
}

/// How many types are before the cursor after the last colon or bracket of its line.
fn number(ctx: &CompletionContext) -> usize {
    let (mut depth, mut commas) = (0_usize, 0);
    for letter in ctx.statement_before().chars().rev() {
        match letter {
            '>' | ')' | ']' => depth += 1,
            '(' | ':' if depth == 0 => break,
            '<' | '(' | '[' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    commas
}
