//! `load-result-type`: in generic form, a load whose result is not of the element type.
//!
//! Quick fix: writes the type of the memref's elements.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, results};
use ir::types::Type;
use ir::{AccessOp, Form, OpKind};
use std::fmt;
use syntax::SyntaxKind;

/// A result of another type than the elements of its memref.
#[derive(Debug, PartialEq)]
pub struct Loaded {
    pub memref: String,
    pub element: Type,
    pub result: Type,
}

impl fmt::Display for Loaded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { memref, element, result } = self;
        write!(f, "elements of {memref} have type {element}, not {result}")
    }
}

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let (OpKind::Access(access), Form::Generic) = (&op.kind, op.form) else { continue };
        let Some((memref, _)) = ctx.accessed_memref(id, access.memref) else { continue };
        let Some((place, _, results)) = ctx.function_type(id) else { continue };
        if let (AccessOp::Load, [result]) = (access.op, &*results)
            && result.differs_from(&memref.element)
        {
            let name = op.operands.get(access.memref).map_or("the memref", |it| &*it.name).to_owned();
            let element = memref.element.clone();
            report.add(place, Loaded { memref: name, element, result: result.clone() });
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let element = &ctx.facts::<Loaded>()?.element;
    let ty = ctx.around(SyntaxKind::FUNCTION_TYPE)?;
    let range = results(&ty)?;
    fix(format!("write {element}"), vec![edit(range, format!(" {element}"))])
}
