//! The text of a memref without a layout: its allocation, and the accesses that apply the layout.

use super::relaid::Relaid;
use super::uses::is_plain_access;
use crate::loop_bounds::named;
use crate::rewrite::{Edits, FreshNames, RootText};
use ir::affine::AffineExpr;
use ir::touches::Elements;
use ir::{OpId, trimmed_range};
use std::borrow::Cow;
use syntax::ast::{self, AstNode};
use syntax::{TextRange, TextSize};

pub(super) fn edits(source: &RootText<'_>, relaid: &Relaid) -> Option<Edits> {
    let ir = source.ir;
    let ty = relaid.shape.ty(ir.values[relaid.memref].ty.as_memref()?);
    let mut edits = allocation(source, relaid)?;
    for op in relaid.users.iter().chain([&relaid.allocation]) {
        edits.push((source.pointer(type_range(source, *op)?), ty.clone()));
    }
    for op in relaid.users.iter().filter(|it| !ir.ops[**it].is_deallocation()) {
        let data = &ir.ops[*op];
        let touches = ir.touches(*op);
        let is_of_memref =
            |index: usize| data.operands.get(index).is_some_and(|it| it.value == Some(relaid.memref));
        let map = match (&data.kind, touches.iter().find(|it| is_of_memref(it.memref))) {
            (ir::OpKind::Access(access), _) => Cow::Borrowed(&access.subscripts),
            (_, Some(touch)) => match &touch.elements {
                Elements::At(map) => map.clone(),
                _ => return None,
            },
            _ => return None,
        };
        let mut leaves = relaid.shape.leaves.clone();
        let own = leaves.results(ir, *op, &map, &mut |leaves, it, symbol| named(ir, leaves, it, symbol))?;
        let subscripts = relaid.shape.subscripts(&own);
        let subscripts: Vec<String> = subscripts.iter().map(|it| leaves.subscript(it)).collect();
        let memref = data.operands.iter().find(|it| it.value == Some(relaid.memref))?;
        let brackets = enclosed(source, memref.pointer.range.end(), data.pointer.range.end(), ['[', ']'])?;
        edits.push((source.pointer(brackets), format!("[{}]", subscripts.join(", "))));
        if is_plain_access(ir, *op) {
            edits.push((data.name_pointer, format!("affine.{}", data.name_in_dialect())));
        }
    }
    Some(edits)
}

/// The new sizes of the allocation, computed before it.
fn allocation(source: &RootText<'_>, relaid: &Relaid) -> Option<Edits> {
    let ir = source.ir;
    let data = &ir.ops[relaid.allocation];
    let Relaid { shape, .. } = relaid;
    let place = data.pointer.range;
    let mut fresh = FreshNames::of(ir);
    let separator = format!("{}{}", source.line_break(), source.indentation(place));
    let (mut lines, mut sizes) = (String::new(), Vec::new());
    for size in shape.sizes.iter().filter(|it| it.as_constant().is_none()) {
        if let AffineExpr::Dim(_) = size {
            sizes.push(shape.leaves.subscript(size));
            continue;
        }
        let name = fresh.named("%size");
        lines.push_str(&format!("{name} = {}{separator}", shape.leaves.definition(size)));
        sizes.push(name);
    }
    let mut edits = Edits::new();
    if !lines.is_empty() {
        edits.push((source.pointer(TextRange::empty(place.start())), lines));
    }
    let end = place.end();
    let parentheses = enclosed(source, data.name_pointer.range.end(), end, ['(', ')'])?;
    let rest = source.slice(TextRange::new(parentheses.end(), end));
    let list = match rest.trim_start().starts_with('[') {
        true => parentheses.cover(enclosed(source, parentheses.end(), end, ['[', ']'])?),
        false => parentheses,
    };
    edits.push((source.pointer(list), format!("({})", sizes.join(", "))));
    Some(edits)
}

/// From the first opening bracket after a place to the closing one; `None` if a comment comes between.
fn enclosed(
    source: &RootText<'_>,
    from: TextSize,
    to: TextSize,
    [opening, closing]: [char; 2],
) -> Option<TextRange> {
    let text = (from <= to).then(|| source.slice(TextRange::new(from, to)))?;
    let start = text.find(opening)?;
    let end = start + text.get(start..)?.find(closing)? + closing.len_utf8();
    if text.get(..end)?.contains("//") {
        return None;
    }
    let size = |it: usize| TextSize::try_from(it).ok();
    Some(TextRange::new(from + size(start)?, from + size(end)?))
}

/// The type of the memref in an operation: that which is written last.
fn type_range(source: &RootText<'_>, op: OpId) -> Option<TextRange> {
    let ty: ast::Type = ast::children(&source.operation(op)?).last()?;
    Some(trimmed_range(ty.syntax()))
}
