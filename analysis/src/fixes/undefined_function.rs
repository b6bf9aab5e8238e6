//! `undefined-function`: changes to a function with a similar name, or declares the function.

use super::call_type_list::function_type;
use super::{FixContext, fix, name_of, tokens};
use crate::default_dialect::is_similar;
use crate::diagnostic::Fix;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode};

pub(super) fn fixes(ctx: &FixContext<'_>) -> Vec<Fix> {
    find(ctx).unwrap_or_default()
}

fn find(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    if !ctx.message.starts_with("there is no function") {
        return None;
    }
    let callee = ctx.token().filter(|it| it.kind() == SyntaxKind::AT_ID)?;
    let call = ctx.operation()?;
    let ty = call.children().find(|it| it.kind() == SyntaxKind::FUNCTION_TYPE)?;
    let inputs = ty.children().find(|it| it.kind() == SyntaxKind::TYPE_LIST)?;
    let results = super::results(&ty)?;
    let mut fixes = Vec::new();
    let mut similar = functions(ctx)?.into_iter().filter(|(name, has)| {
        is_similar(name, callee.text()) && squeezed(has) == squeezed(&ty.text().to_string())
    });
    if let (Some((name, _)), None) = (similar.next(), similar.next()) {
        fixes.extend(ctx.replace(format!("change to {name}"), name));
    }
    let results = match ctx.text_of(results).trim() {
        "()" => String::new(),
        results => format!(" -> {results}"),
    };
    let line = format!("func.func private {}{}{results}", callee.text(), inputs.text().to_string().trim());
    let title = format!("declare {} before this", callee.text());
    fixes.extend(fix(title, vec![ctx.line_before(&in_module(&call)?, &line)]));
    Some(fixes)
}

/// The functions of the file's part, with their types.
fn functions(ctx: &FixContext<'_>) -> Option<Vec<(String, String)>> {
    let part = ctx.around(SyntaxKind::PART)?;
    let functions = part.descendants().filter(|it| it.kind() == SyntaxKind::SYMBOL_NAME).filter_map(|name| {
        let signature = ast::child::<ast::FunctionSignature>(&name.parent()?)?;
        Some((tokens(&name).next()?.text().to_owned(), function_type(signature.syntax())?))
    });
    Some(functions.collect())
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The operation around that stands directly in a module.
fn in_module(op: &SyntaxNode) -> Option<SyntaxNode> {
    let mut around = op.ancestors().filter(|it| it.kind() == SyntaxKind::OPERATION).peekable();
    while let Some(inner) = around.next() {
        if around.peek().is_none_or(|it| matches!(&*name_of(it), "module" | "builtin.module")) {
            return Some(inner);
        }
    }
    None
}
