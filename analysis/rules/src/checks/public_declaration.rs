//! `public-declaration`: a function without body that others may call.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, fix, insertion};
use ir::Form;
use syntax::SyntaxKind;
use syntax::ast;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("func.func") && op.form == Form::Custom) {
        let Some(node) = ctx.syntax(id) else { continue };
        let is_hidden = ast::has_keyword(&node, "private") || ast::has_keyword(&node, "nested");
        // Under the operation's old name declarations were public; the fix of the name makes them private.
        let is_old = ctx.text(op.name_pointer) == "func";
        if !op.regions.is_empty() || is_hidden || is_old {
            continue;
        }
        let Some(name) = ctx.piece(id, SyntaxKind::SYMBOL_NAME) else { continue };
        report.add(ctx.pointer(id, name), "a function without a body has to be private");
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    fix("make it private", vec![insertion(ctx.range.start(), "private ")])
}
