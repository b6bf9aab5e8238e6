//! `subview-result-type`: the type of a view that does not follow from its offsets, sizes and strides.
//!
//! Quick fix: writes the type that the view has.

use crate::diagnostic::Fix;
use crate::fixes::{FixContext, edit, fix, result_names, retype, trimmed};
use ir::types::MemRefType;
use std::fmt;
use syntax::SyntaxKind;

/// A view that has another type.
#[derive(Debug, PartialEq)]
pub struct View {
    pub ty: MemRefType,
    pub why: String,
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ty, why } = self;
        write!(f, "the view has type {ty}, without some of its sizes of 1 if wanted: {why}")
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let ty = &*ctx.facts::<View>()?.ty.to_string();
    let op = ctx.operation().filter(|it| it.children().all(|it| it.kind() != SyntaxKind::OPERAND_LIST))?;
    let written = op.children().filter(|it| it.kind() == SyntaxKind::MEMREF_TYPE).last()?;
    let old = ctx.text_of(trimmed(&written));
    let mut edits = vec![edit(trimmed(&written), ty)];
    if let [(name, 1, _)] = &*result_names::groups(&op)?
        && !result_names::uses(&op, name)?.is_empty()
    {
        let is_alike = retype::shape(&old) == retype::shape(ty);
        edits.extend(retype::memref_uses(ctx, &op, name, (&old, ty)).filter(|_| is_alike)?);
    }
    fix(format!("write {ty}"), edits)
}
