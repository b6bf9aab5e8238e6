//! `call-type-list`: a call whose type lists another number of operands than it passes.
//!
//! Quick fix: writes the type of the function, or the `@` of its name.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, insertion, tokens, trimmed};
use ir::Form;
use syntax::ast::{self, AstNode};
use syntax::{Expected, SyntaxKind, SyntaxNode, TextRange};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("func.call") && op.form == Form::Custom) {
        let Some((place, inputs, _)) = ctx.function_type(id) else { continue };
        let passed = op.operands.len();
        if inputs.len() != passed {
            report.add(
                place,
                format!(
                    "{passed} {} passed, the type lists {}",
                    if passed == 1 { "value is" } else { "values are" },
                    inputs.len()
                ),
            );
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (call, part) = (ctx.operation()?, ctx.around(SyntaxKind::PART)?);
    if ctx.facts::<Expected>().is_some() {
        let is_word =
            ctx.token().is_some_and(|it| it.kind() == SyntaxKind::BARE_ID && it.text_range() == ctx.range);
        return is_word.then(|| fix("insert @", vec![insertion(ctx.range.start(), "@")]))?;
    }
    let callee = tokens(&call).find(|it| it.kind() == SyntaxKind::AT_ID);
    let colon = call
        .children_with_tokens()
        .filter_map(|it| it.into_token())
        .filter(|it| it.kind() == SyntaxKind::COLON)
        .last();
    let (callee, colon) = (callee?, colon?);
    let mut functions = part
        .descendants()
        .filter(|it| it.kind() == SyntaxKind::SYMBOL_NAME && it.text().to_string().trim() == callee.text());
    let (Some(name), None) = (functions.next(), functions.next()) else { return None };
    let signature = name.parent().and_then(|it| ast::child::<ast::FunctionSignature>(&it));
    let ty = signature.as_ref().and_then(|it| function_type(it.syntax()))?;
    // Another number of values is another mistake.
    let values = call.descendants().filter(|it| it.kind() == SyntaxKind::VALUE_USE).count();
    let inputs = signature.as_ref().and_then(|it| it.syntax().first_child());
    let taken = inputs.map_or(0, |it| {
        it.children().filter(|it| it.kind().is_type() || it.kind() == SyntaxKind::BLOCK_ARGUMENT).count()
    });
    if values != taken {
        return None;
    }
    let end = trimmed(&call).end().max(ctx.range.end());
    let range = TextRange::new(colon.text_range().end(), end);
    fix(format!("write {ty}"), vec![edit(range, format!(" {ty}"))])
}

/// `(i32, f32) -> f32` of a signature.
pub fn function_type(signature: &SyntaxNode) -> Option<String> {
    let types = |kind: SyntaxKind| {
        let list = signature.children().find(|it| it.kind() == kind);
        let types = list.iter().flat_map(|it| it.descendants()).filter(|it| {
            it.kind().is_type()
                && it.parent().is_some_and(|it| it.kind() == kind || it.kind() == SyntaxKind::BLOCK_ARGUMENT)
        });
        types.map(|it| it.text().to_string().trim().to_owned()).collect::<Vec<_>>()
    };
    let mut inputs = types(SyntaxKind::BLOCK_ARGUMENT_LIST);
    inputs.extend(types(SyntaxKind::FUNCTION_INPUT_TYPES));
    let results = types(SyntaxKind::FUNCTION_RESULTS);
    let results = match &*results {
        [one] if !one.starts_with('(') => one.clone(),
        results => format!("({})", results.join(", ")),
    };
    Some(format!("({}) -> {results}", inputs.join(", ")))
}
