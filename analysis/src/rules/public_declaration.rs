//! `public-declaration`: a function without body that others may call.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::{Form, Pointer};
use crate::rule_context::RuleContext;
use syntax::ast;
use syntax::{SyntaxKind, TextRange};

pub(super) static RULE: Rule =
    Rule { code: "public-declaration", severity: Severity::Error, page: page!("public-declaration"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("func.func") && op.form == Form::Custom) {
        let Some(node) = ctx.syntax(id) else { continue };
        let is_hidden = ast::has_keyword(&node, "private") || ast::has_keyword(&node, "nested");
        // Under the operation's old name declarations were public; the fix of the name makes them private.
        let is_old = ctx.text(op.name_pointer) == "func";
        if !op.regions.is_empty() || is_hidden || is_old {
            continue;
        }
        let Some(name) = ctx.piece(id, SyntaxKind::SYMBOL_NAME) else { continue };
        let place = ctx.pointer(id, name);
        let finding = report.add(place, "a function without a body has to be private");
        let before = Pointer { range: TextRange::empty(place.range.start()), ..place };
        finding.fix("make it private", vec![(before, "private ".to_owned())]);
    }
}
