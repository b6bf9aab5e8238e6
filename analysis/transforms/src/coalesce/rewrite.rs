//! The text of one loop in place of a band.

use super::counts::{Count, Counted};
use crate::for_loop::variable_name;
use crate::rewrite::{Edits, FreshNames, Layout, Leaves, RootText, Side, TextCopy};
use ir::affine::{AffineExpr, BinaryOp};
use ir::value_name;

pub(super) fn edits(source: &RootText<'_>, band: &[Counted]) -> Option<Edits> {
    let ir = source.ir;
    let (outer, inner) = (band.first()?.op, band.last()?.op);
    let mut fresh = FreshNames::of(ir);
    let names: Vec<_> = band.iter().map(|it| variable_name(ir, it.op)).collect();
    let number = fresh.named("%linear");
    let mut digits = Vec::new();
    let mut definitions = Vec::new();
    for (it, name) in band.iter().zip(&names) {
        let Some((leaves, value)) = &it.value else {
            digits.push(name.clone());
            continue;
        };
        let digit = fresh.like(name);
        let renamed = renamed(leaves, name, &digit);
        definitions.push(format!("{name} = {}", renamed.definition(value)));
        digits.push(digit);
    }
    let basis: Vec<_> = band
        .iter()
        .map(|it| match it.count {
            Count::Constant(count) => count.to_string(),
            Count::Symbol(value) => value_name(ir, value),
        })
        .collect();
    let types = vec!["index"; band.len()].join(", ");
    let basis = basis.join(", ");
    let delinearized =
        format!("{} = affine.delinearize_index {number} into ({basis}) : {types}", digits.join(", "));
    definitions.insert(0, delinearized);

    let copy = TextCopy::of(source);
    let region = copy.text(*source.regions(inner).first()?)?;
    let opening = source.opening(inner);
    let rest = region.strip_prefix(&opening)?;
    let separator = format!("{}{}", source.line_break(), source.inner_indentation(inner));
    let definitions: String = definitions.iter().map(|it| format!("{separator}{it}")).collect();
    let mut layout = Layout::default();
    let body = format!("{opening}{definitions}{rest}");
    layout.text(&body, source.indentation(ir.ops[inner].pointer.range));
    let body = layout.in_place(source.indentation(ir.ops[outer].pointer.range), source.line_break());
    let attributes = source.slice(source.behind(outer)?);
    let text = format!("affine.for {number} = 0 to {} {body}{attributes}", upper(source, band));
    Some(vec![(source.pointer(ir.ops[outer].pointer.range), text)])
}

/// The product of all counts.
fn upper(source: &RootText<'_>, band: &[Counted]) -> String {
    let mut leaves = Leaves::default();
    let (mut constant, mut product) = (1, None);
    for it in band {
        match it.count {
            Count::Constant(count) => constant *= count,
            Count::Symbol(value) => {
                let symbol = leaves.symbol(&value_name(source.ir, value));
                product = Some(match product {
                    Some(product) => AffineExpr::binary(BinaryOp::Mul, product, symbol),
                    None => symbol,
                });
            }
        }
    }
    let constant = AffineExpr::Constant(constant);
    let product = product.map_or(constant.clone(), |it| AffineExpr::binary(BinaryOp::Mul, it, constant));
    leaves.bound(Side::Upper, &[product])
}

/// The leaves with another name in place of one.
fn renamed(leaves: &Leaves, name: &str, other: &str) -> Leaves {
    let mut leaves = leaves.clone();
    leaves.rename(name, other);
    leaves
}
