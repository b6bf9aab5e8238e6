//! Quick fix of `value-type-mismatch`, `store-value-type` and `linearize-type`: converts between integers, floats and `index`.

use super::Needed;
use crate::checks::redefined_value::is_index_use;
use crate::context::{RuleContext, own_nodes};
use crate::diagnostic::Fix;
use crate::fixes::retype::shape;
use crate::fixes::{
    FixContext, edit, fix, guess, name_of as name_of_operation, result_names, tokens, trimmed,
};
use crate::operand_types;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (token, statement) = (ctx.token()?, ctx.operation()?);
    if token.kind() != SyntaxKind::PERCENT_ID || token.text_range() != ctx.range {
        // A type that has to be index.
        let is_type = token.parent().is_some_and(|it| it.kind() == SyntaxKind::SIMPLE_TYPE);
        return is_type.then(|| ctx.replace("change to index", "index"))?;
    }
    // The generic form says the type once more.
    if statement.children().any(|it| it.kind() == SyntaxKind::OPERAND_LIST) && !is_written(ctx) {
        return in_generic_form(ctx, &token, &statement);
    }
    let found = [
        retyped(ctx, &token, &statement),
        converted(ctx, &token, &statement),
        rewritten(ctx, &token, &statement),
    ];
    Some(found.into_iter().flatten().flatten().collect())
}

/// The fix that converts the value before the operation.
fn converted(ctx: &FixContext<'_>, token: &SyntaxToken, statement: &SyntaxNode) -> Option<Vec<Fix>> {
    let (from, to) = (ctx.value_type(token.text())?, demanded(ctx)?);
    let conversion = conversion(&from, &to).filter(|_| !is_conversion(statement))?;
    let mentions = mentions(ctx, token, statement, &to)?;
    if !others_that_need(ctx, token)?.is_empty() {
        return None;
    }
    let name = ctx.fresh_name(&format!("%{}", name_of(&to)));
    let line = format!("{name} = arith.{conversion} {} : {from} to {to}", token.text());
    let mut edits: Vec<_> = mentions.into_iter().map(|it| edit(it, name.as_str())).collect();
    edits.push(ctx.line_before(statement, &line));
    let title = format!("insert arith.{conversion}");
    // A conversion that loses digits is hardly meant.
    if is_lossy(conversion) { guess(title, edits) } else { fix(title, edits) }
}

fn is_lossy(conversion: &str) -> bool {
    conversion.starts_with("trunc")
}

/// The fix that writes the type that all operands of arithmetic have, where the one that is written would lose digits of
/// them.
fn retyped(ctx: &FixContext<'_>, token: &SyntaxToken, statement: &SyntaxNode) -> Option<Vec<Fix>> {
    let (from, to) = (ctx.value_type(token.text())?, demanded(ctx)?);
    let is_arithmetic = ["arith.", "math."].iter().any(|it| name_of_operation(statement).starts_with(it));
    if !is_arithmetic || is_conversion(statement) || !conversion(&from, &to).is_some_and(is_lossy) {
        return None;
    }
    let nodes = own_nodes(statement);
    let mut uses = nodes.iter().filter(|it| it.kind() == SyntaxKind::VALUE_USE);
    let has_type = |it: &SyntaxNode| ctx.value_type(it.text().to_string().trim()).as_ref() == Some(&from);
    let mut types = nodes.iter().filter(|it| it.kind().is_type());
    match (types.next(), types.next()) {
        (Some(ty), None) if uses.all(has_type) => fix(format!("write {from}"), vec![edit(trimmed(ty), from)]),
        _ => None,
    }
}

/// Every mention of the value in the operation, if all of them ask for the type.
fn mentions(
    ctx: &FixContext<'_>,
    token: &SyntaxToken,
    statement: &SyntaxNode,
    ty: &str,
) -> Option<Vec<TextRange>> {
    let uses = own_nodes(statement).into_iter().filter(|it| it.kind() == SyntaxKind::VALUE_USE);
    let same: Vec<_> = uses.filter(|it| it.text().to_string().trim() == token.text()).collect();
    let is_index_use = |it: &SyntaxNode| {
        it.descendants_with_tokens().filter_map(|it| it.into_token()).any(|it| is_index_use(&it))
    };
    let is_arithmetic = name_of_operation(statement).starts_with("arith.");
    let agree = is_arithmetic || ty == "index" && same.iter().all(is_index_use);
    match same.len() {
        0 | 1 => Some(vec![ctx.range]),
        _ => agree.then(|| same.iter().map(trimmed).collect()),
    }
}

/// The fix that converts the value, and writes the other type where the generic form lists those of its operands.
fn in_generic_form(ctx: &FixContext<'_>, token: &SyntaxToken, statement: &SyntaxNode) -> Option<Vec<Fix>> {
    let child = |node: &SyntaxNode, kind| node.children().find(|it| it.kind() == kind);
    let operands = child(statement, SyntaxKind::OPERAND_LIST)?;
    let uses = operands.children().filter(|it| it.kind() == SyntaxKind::VALUE_USE);
    let index = uses.map(|it| trimmed(&it)).position(|it| it == ctx.range)?;
    let types = child(&child(statement, SyntaxKind::FUNCTION_TYPE)?, SyntaxKind::TYPE_LIST)?;
    let ty = types.children().filter(|it| it.kind().is_type()).nth(index)?;
    // Each mention has a type of its own.
    if tokens(&operands).filter(|it| it.text() == token.text()).count() > 1 {
        return None;
    }
    let mut fixes = converted(ctx, token, statement)?;
    for fix in &mut fixes {
        fix.edits.push(edit(trimmed(&ty), demanded(ctx)?));
    }
    Some(fixes)
}

/// The fix that writes the type that the value has, where the operation writes the other once, and so in all that ask for
/// the other.
fn rewritten(ctx: &FixContext<'_>, token: &SyntaxToken, statement: &SyntaxNode) -> Option<Vec<Fix>> {
    let needed = ctx.facts::<Needed>().filter(|_| is_written(ctx)).map(|it| it.ty.to_string());
    let (from, needed) = (ctx.value_type(token.text())?, needed?);
    // Of other operations more than one operand has the type.
    if !from.starts_with("memref<") || !needed.starts_with("memref<") {
        return None;
    }
    let others = others_that_need(ctx, token)?;
    let title = match others.as_slice() {
        [] => format!("write {from}"),
        _ => format!("write {from} in all {} operations", others.len() + 1),
    };
    let edits = std::iter::once(statement).chain(&others).map(|it| written(it, &from, &needed));
    fix(title, edits.collect::<Option<_>>()?)
}

/// The edit that writes the one type for the other.
fn written(statement: &SyntaxNode, from: &str, needed: &str) -> Option<TextEdit> {
    fits(statement, from, needed)?;
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let mut types = own_nodes(statement)
        .into_iter()
        .filter(|it| it.kind().is_type() && squeezed(&it.text().to_string()) == squeezed(needed));
    match (types.next(), types.next()) {
        (Some(ty), None) => Some(edit(trimmed(&ty), from)),
        _ => None,
    }
}

/// The other operations that ask the value for the same type: nothing that is changed in one of them mends the others.
fn others_that_need(ctx: &FixContext<'_>, token: &SyntaxToken) -> Option<Vec<SyntaxNode>> {
    let (needed, here, records) = (ctx.facts::<Needed>()?, ctx.op()?, ctx.records()?);
    let rules = RuleContext::new(ctx.db, records.isolated, records.ir);
    let others = records.ir.ops.iter().filter(|(id, op)| {
        let mut uses = op.operands.iter().zip(operand_types::demanded(&rules, *id, op));
        *id != here && uses.any(|(operand, ty)| *operand.name == *token.text() && ty == needed.ty)
    });
    let node = |place: TextRange| {
        let mut around = ctx.token_behind(place.start())?.parent_ancestors();
        around.find(|it| it.kind() == SyntaxKind::OPERATION)
    };
    others.map(|(_, op)| node(records.range(op.name_pointer)?)).collect()
}

/// Whether the operation writes the type that it asks for.
fn is_written(ctx: &FixContext<'_>) -> bool {
    ctx.diagnostic.code == "value-type-mismatch"
}

/// The scalar that is asked for.
fn demanded(ctx: &FixContext<'_>) -> Option<String> {
    let ty = ctx.facts::<Needed>()?.ty.to_string();
    (is_integer(&ty) || is_float(&ty) || ty == "index").then_some(ty)
}

pub fn name_of(ty: &str) -> &str {
    if ty == "index" { "index" } else { "converted" }
}

/// Whether an access of as many subscripts may write the type, so that its values keep theirs.
fn fits(access: &SyntaxNode, ty: &str, needed: &str) -> Option<()> {
    let ((rank, element), (_, asked)) = (shape(ty)?, shape(needed)?);
    let mut lists = access.children().filter(|it| it.kind() == SyntaxKind::SUBSCRIPTS);
    if let (Some(list), None) = (lists.next(), lists.next())
        && list.children().filter(|it| it.kind().is_affine_expression()).count() != rank
    {
        return None;
    }
    let indices = access.children().find(|it| it.kind() == SyntaxKind::OPERAND_GROUP);
    let is_indexed = matches!(&*name_of_operation(access), "memref.load" | "memref.store");
    if let Some(indices) = indices.filter(|_| is_indexed)
        && indices.children().count() != rank
    {
        return None;
    }
    let has_results = access.children().any(|it| it.kind() == SyntaxKind::OP_RESULTS);
    let is_used = || {
        let groups = result_names::groups(access).unwrap_or_default();
        groups.iter().any(|it| result_names::uses(access, &it.0).is_none_or(|it| !it.is_empty()))
    };
    // The stored value has the written type.
    (element == asked || has_results && !is_used()).then_some(())
}

/// Whether the operation converts itself: its own types are wrong then.
fn is_conversion(op: &SyntaxNode) -> bool {
    let name = name_of_operation(op);
    let is_cast = |it: &str| {
        it.starts_with("ext")
            || it.starts_with("trunc")
            || it.contains("cast")
            || it.ends_with("fp")
            || it.starts_with("fpto")
    };
    name.strip_prefix("arith.").is_some_and(is_cast)
}

fn width(ty: &str) -> Option<u32> {
    ty.get(1..)?.parse().ok()
}

fn is_integer(ty: &str) -> bool {
    ty.starts_with('i') && width(ty).is_some()
}

fn is_float(ty: &str) -> bool {
    matches!(ty, "f16" | "f32" | "f64" | "f80" | "f128")
}

/// The operation of `arith` that converts a scalar to another.
pub fn conversion(from: &str, to: &str) -> Option<&'static str> {
    match (from, to) {
        ("index", to) if is_integer(to) => Some("index_cast"),
        (from, "index") if is_integer(from) => Some("index_cast"),
        (from, to) if is_float(from) && is_float(to) => {
            Some(if width(from)? < width(to)? { "extf" } else { "truncf" })
        }
        (from, to) if is_integer(from) && is_integer(to) => {
            Some(if width(from)? < width(to)? { "extsi" } else { "trunci" })
        }
        _ => None,
    }
}
