//! `unknown-operation`: an operation that its dialect does not have.
//!
//! Quick fix: changes to an operation of the dialect with a similar name.

use crate::context::RuleContext;
use crate::diagnostic::{Fix, Severity};
use crate::facts::Meant;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, modernization, tokens};
use crate::legacy::is_declaration;
use base::registry::registry;
use ir::Form;
use ir::dialects::is_similar;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|it| it.1.form != Form::Generic) {
        let written = ctx.written_name(id);
        let Some((dialect, name)) = written.split_once('.') else {
            // Bare names that no dialect had are mistyped; others are `unqualified-operation`.
            let is_of_func = registry(ctx.db).get(&format!("func.{written}")).is_some();
            match ctx.default_dialect(id).as_deref() {
                Some("func") if is_of_func => {}
                Some("builtin") if matches!(written, "module" | "unrealized_conversion_cast") => {}
                // `call` and `return` are `unqualified-operation`.
                Some(dialect) if !is_of_func || written == "func" => {
                    let sentence = match dialect {
                        "" | "builtin" => format!("there is no operation {written}"),
                        _ => no_operation(dialect, written),
                    };
                    report.add(op.name_pointer, sentence);
                }
                _ => {}
            }
            continue;
        };
        let registry = registry(ctx.db);
        if op.definition.is_some() {
            continue;
        }
        if !registry.is_complete(dialect) {
            // The files that were read need not be all.
            if registry.has_siblings(written) {
                let sentence = format!("the definitions that are read have no operation {written}");
                report.add(op.name_pointer, sentence).severity = Severity::Warning;
            }
            continue;
        }
        let sentence = no_operation(dialect, name);
        // Of the others a fix looks for one that the types fit.
        let known = registry.iter().filter(|it| it.dialect() == dialect && !it.has_format());
        let similar = known.map(|it| it.short_name()).filter(|it| is_similar(it, name)).min();
        match similar {
            Some(similar) => {
                report.add(op.name_pointer, Meant { sentence, text: format!("{dialect}.{similar}") })
            }
            None => report.add(op.name_pointer, sentence),
        };
    }
}

/// What is said of an operation that is in no table. Another version of MLIR may have it.
pub(crate) fn no_operation(dialect: &str, name: &str) -> String {
    match name.is_empty() {
        true => format!("the name of an operation of {dialect} is missing"),
        false => format!("{dialect} has no operation {name} in MLIR 22"),
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    if let Some(meant) = ctx.facts::<Meant>() {
        return ctx.replace(format!("change to {}", meant.text), &meant.text);
    }
    if ctx.text() == "func" {
        // A function without a body has to be private today.
        let full = if is_declaration(&ctx.operation()?) { "func.func private" } else { "func.func" };
        return modernization(format!("write {full}"), vec![edit(ctx.range, full)]);
    }
    similar(ctx)
}

/// An operation of a similar name.
fn similar(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let text = ctx.text();
    let (dialect, name) = text.split_once('.')?;
    let mut similar: Vec<&str> = registry(ctx.db)
        .iter()
        .filter(|it| it.dialect() == dialect)
        .map(|it| it.short_name())
        .filter(|it| is_similar(it, name))
        .collect();
    similar.sort_unstable();
    if similar.len() > 1 {
        // The type tells `addf` from `addi`.
        let op = ctx.operation()?;
        let words = tokens(&op).filter(|it| it.kind() == SyntaxKind::BARE_ID);
        let last = words.last()?;
        let is_float = last.text().starts_with('f') || last.text().starts_with("bf");
        similar.retain(|it| it.strip_prefix(name) == Some(if is_float { "f" } else { "i" }));
    }
    match similar[..] {
        [similar] => ctx.replace(format!("change to {dialect}.{similar}"), format!("{dialect}.{similar}")),
        _ => None,
    }
}
