//! `isolated-region-capture`: a value from outside a function or module.
//!
//! Quick fix: defines the constant once more inside the body.

use crate::context::RuleContext;
use crate::context::Undefined;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, name_of, trimmed};
use base::registry::is_isolated_by_name;
use syntax::ast::{self, AstNode};
use syntax::ods::Semantics;
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for found in ctx.undefined_names() {
        let Undefined::Outside { place, name } = found else { continue };
        let around = ctx.ir.ops.iter().next().filter(|(_, op)| op.is_isolated_from_above());
        let body = around.map_or("this module", |(_, op)| &*op.name);
        let message = format!("{name} is outside {body}, whose body sees only its own values");
        let finding = report.add(*place, message);
        if let Some((_, op)) = around {
            finding.related(op.name_pointer, "values from outside are passed as arguments");
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let name = ctx.token().filter(|it| it.kind() == SyntaxKind::PERCENT_ID)?;
    let is_isolated = |it: &SyntaxNode| {
        let name = name_of(it);
        it.kind() == SyntaxKind::OPERATION && is_isolated_by_name(ctx.db, &name)
    };
    let isolated = ctx.operation()?.ancestors().skip(1).find(is_isolated)?;
    let [definition] = ctx.names().definitions(name.text(), ctx.around(SyntaxKind::PART)?.text_range())
    else {
        return None;
    };
    let definition = ctx.token_behind(definition.start())?;
    let constant = definition.parent_ancestors().find(|it| it.kind() == SyntaxKind::OPERATION)?;
    let has_operands = constant.descendants().any(|it| it.kind() == SyntaxKind::VALUE_USE);
    let is_constant = ctx.definition(&constant).is_some_and(|it| it.semantics == Some(Semantics::Constant))
        && !has_operands;
    let is_outside = !trimmed(&isolated).contains_range(trimmed(&constant));
    let body = ast::child::<ast::Region>(&isolated).filter(|_| is_constant && is_outside)?;
    let first = body.blocks().next()?.operations().next()?;
    // The parser takes the name for one that is defined.
    let fresh = ctx.fresh_name(&format!("{}_0", name.text()));
    let line = ctx.text_of(trimmed(&constant)).replacen(name.text(), &fresh, 1);
    let uses = ctx.names().places(name.text(), body.syntax().text_range()).iter();
    let mut edits: Vec<_> = uses.map(|it| edit(*it, fresh.as_str())).collect();
    edits.push(ctx.line_before(first.syntax(), &line));
    fix(format!("define {} here too", name.text()), edits)
}
