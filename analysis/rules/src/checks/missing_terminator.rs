//! `missing-terminator`: a block that does not end with a terminator.
//!
//! Quick fix: inserts the terminator of the region, where it takes no values.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, fix, insertion, results, tokens, trimmed};
use ir::Form;
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};
use transforms::rewrite::indentation;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, region) in ctx.ir.regions.iter() {
        let (Some(parent), Some(pointer)) = (region.parent, region.pointer) else { continue };
        let parent = &ctx.ir.ops[parent];
        let ends_with = match &*parent.name {
            "func.func" => "return",
            "affine.for" | "affine.if" | "affine.parallel" if parent.form == Form::Generic => "affine.yield",
            "scf.for" | "scf.if" if parent.form == Form::Generic => "scf.yield",
            _ => continue,
        };
        if parent.broken || ctx.has_error_inside(pointer) {
            continue;
        }
        for block in &region.blocks {
            let Some(last) = ctx.ir.blocks[*block].ops.last() else { continue };
            if !ctx.may_be_terminator(*last) {
                let place = ctx.ir.ops[*last].name_pointer;
                report.add(place, format!("this block does not end with a terminator: {ends_with}"));
            }
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let is_last = |it: &syntax::SyntaxNode| it.kind() == SyntaxKind::OPERATION;
    let last = ctx.operation()?;
    let region = last.ancestors().find(|it| it.kind() == SyntaxKind::REGION)?;
    let parent = region.ancestors().find(is_last)?;
    let has_results = ast::child::<ast::FunctionSignature>(&parent)
        .is_some_and(|it| it.syntax().children().any(|it| it.kind() == SyntaxKind::FUNCTION_RESULTS))
        || parent
            .children()
            .any(|it| matches!(it.kind(), SyntaxKind::RESULT_TYPES | SyntaxKind::FUNCTION_TYPE));
    let name = parent.children().find(|it| it.kind() == SyntaxKind::OP_NAME);
    let name = name.and_then(|it| tokens(&it).next()).map(|it| it.text().to_owned()).unwrap_or_default();
    let is_without_results = |it: &syntax::SyntaxNode| {
        it.kind() == SyntaxKind::FUNCTION_TYPE && results(it).is_some_and(|it| ctx.text_of(it).trim() == "()")
    };
    if matches!(name.as_str(), "\"affine.for\"" | "\"affine.if\"" | "\"affine.parallel\"")
        && parent.children().any(|it| is_without_results(&it))
    {
        let line = "\"affine.yield\"() : () -> ()";
        return fix("insert affine.yield", vec![ctx.line_after(&last, line)]);
    }
    let terminator = match name.as_str() {
        "func.func" | "func" => "return",
        name if name.starts_with("affine.") => "affine.yield",
        name if name.starts_with("scf.") => "scf.yield",
        _ => return None,
    };
    // The function's other blocks end as they do.
    if has_results {
        return None;
    }
    let end = trimmed(&last).end();
    let text = ctx.whole;
    let blanks = indentation(text, trimmed(&last).start().into());
    fix(format!("insert {terminator}"), vec![insertion(end, format!("\n{blanks}{terminator}"))])
}
