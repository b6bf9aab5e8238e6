//! Quick fix of `non-affine-mul`, `non-affine-div` and `non-affine-mod`: marks a value as the symbol that it is, or computes a product
//! before an access that takes any index.

use crate::diagnostic::Fix;
use crate::fixes::access_by_values;
use crate::fixes::{FixContext, edit, fix, name_of, tokens, trimmed, written_name};
use ir::affine::symbols::{Symbols, Validity};
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let list = ctx.around(SyntaxKind::SUBSCRIPTS).or_else(|| ctx.around(SyntaxKind::PARALLEL_BOUNDS));
    let (list, ir) = (list?, ctx.ir()?);
    let inside: Vec<SyntaxNode> = list
        .descendants()
        .filter(|it| it.kind() == SyntaxKind::AFFINE_VALUE)
        .filter(|it| ctx.range.contains_range(trimmed(it)))
        .collect();
    let symbols = Symbols::new(ir);
    let is_symbol = |name: &str| {
        let mut values = ctx.values(ir, name);
        let (Some(value), None) = (values.next(), values.next()) else { return false };
        let user = ir
            .ops
            .iter()
            .find(|(_, op)| op.operands.iter().any(|it| it.value == Some(value) && &*it.name == name));
        user.is_some_and(|(user, _)| symbols.symbol(value, symbols.scope(user)) == Validity::Valid)
    };
    let Some(value) = inside.iter().rev().find(|it| is_symbol(it.text().to_string().trim())) else {
        return computed(ctx, &list);
    };
    let name = value.text().to_string().trim().to_owned();
    // The first mention decides for all of the list.
    let first = list
        .descendants()
        .filter(|it| it.kind() == SyntaxKind::AFFINE_VALUE)
        .find(|it| tokens(it).next().is_some_and(|it| it.text() == name));
    let first = first?;
    fix(format!("write symbol({name})"), vec![edit(trimmed(&first), format!("symbol({name})"))])
}

/// `affine.load %m[%i * %j]` to `memref.load %m[%product]`.
fn computed(ctx: &FixContext<'_>, list: &SyntaxNode) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let access = access_by_values(ctx.registry(), &name_of(&op)).filter(|it| it.starts_with("memref."))?;
    let is_value = |it: &SyntaxNode| it.kind() == SyntaxKind::AFFINE_VALUE;
    let mut subscripts = list.children().filter(|it| it.kind().is_affine_expression() && !is_value(it));
    let (Some(product), None) = (subscripts.next(), subscripts.next()) else { return None };
    let factors: Vec<_> = product.children().filter(is_value).map(|it| ctx.text_of(trimmed(&it))).collect();
    let is_product = tokens(&product).any(|it| it.kind() == SyntaxKind::STAR);
    let [left, right] = &*factors else { return None };
    if !is_product || trimmed(&product) != ctx.range {
        return None;
    }
    let name = ctx.fresh_name("%product");
    let line = format!("{name} = arith.muli {left}, {right} : index");
    let edits = vec![
        ctx.line_before(&op, &line),
        edit(written_name(&op)?.text_range(), &*access),
        edit(ctx.range, name),
    ];
    fix(format!("compute the product before, and change to {access}"), edits)
}
