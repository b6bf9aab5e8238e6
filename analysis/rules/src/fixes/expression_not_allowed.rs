//! `expression-not-allowed`: computes the expression with a map, in a bound at once, elsewhere by `affine.apply`.

use super::{FixContext, edit, fix, trimmed};
use crate::diagnostic::Fix;
use syntax::{SyntaxElement, SyntaxKind, SyntaxNode};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (map, operands) = applied(&ctx.text())?;
    let application = format!("{map}({operands})");
    let statement = ctx.operation()?;
    let is_bound = |it: &SyntaxNode| {
        matches!(it.kind(), SyntaxKind::LOWER_BOUND | SyntaxKind::UPPER_BOUND)
            && trimmed(it).contains_range(ctx.range)
    };
    if statement.children().any(|it| is_bound(&it)) {
        return fix("write a map", vec![edit(ctx.range, application)]);
    }
    let name = ctx.fresh_name("%apply");
    let line = format!("{name} = affine.apply {application}");
    fix("compute it with affine.apply", vec![ctx.line_before(&statement, &line), edit(ctx.range, name)])
}

/// A map for an expression over values, and its operands: `affine_map<(d0) -> (d0 - 1)>` and `%n`.
fn applied(expression: &str) -> Option<(String, String)> {
    let parse = syntax::parse(&format!("%x = affine.load %m[{expression}] : memref<f32>"));
    if !parse.errors().is_empty() {
        return None;
    }
    let root = parse.syntax_node();
    let subscripts = root.descendants().find(|it| it.kind() == SyntaxKind::SUBSCRIPTS)?;
    let mut operands: Vec<String> = Vec::new();
    let mut text = String::new();
    for element in subscripts.first_child()?.descendants_with_tokens() {
        match element {
            SyntaxElement::Node(node) if matches!(node.kind(), SyntaxKind::AFFINE_SYMBOL_VALUE) => {
                return None;
            }
            SyntaxElement::Token(token) if token.kind() == SyntaxKind::PERCENT_ID => {
                let index = operands.iter().position(|it| it == token.text()).unwrap_or_else(|| {
                    operands.push(token.text().to_owned());
                    operands.len() - 1
                });
                text.push_str(&format!("d{index}"));
            }
            // Results of a group would need names of their own.
            SyntaxElement::Token(token) if token.kind() == SyntaxKind::HASH_ID => return None,
            SyntaxElement::Token(token) => text.push_str(token.text()),
            SyntaxElement::Node(_) => {}
        }
    }
    let dims: Vec<_> = (0..operands.len()).map(|it| format!("d{it}")).collect();
    // A product of two values is not affine.
    if operands.len() > 1 && ["*", "mod", "div"].iter().any(|it| text.contains(it)) {
        return None;
    }
    Some((format!("affine_map<({}) -> ({})>", dims.join(", "), text.trim()), operands.join(", ")))
}
