//! `unregistered-operation-in-dialect`: a quoted operation that its dialect does not have.
//!
//! Quick fix: the operation of a similar name that accepts the text.

use crate::checks::unknown_operation::{
    another_may_have, meant_among_facts, no_operation, of_another_version,
};
use crate::context::RuleContext;
use crate::diagnostic::{Fix, Severity};
use crate::facts::Meant;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, results};
use base::registry::registry;
use ir::Form;
use ir::dialects::is_similar;
use std::sync::Arc;
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};
use syntax::ods::{Arity, OpDefinition};

/// MLIR's dialects that accept unregistered operations.
const TAKING_ANY: &[&str] = &["llvm", "nvvm", "rocdl", "shape", "spirv", "vcix"];

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|it| it.1.form == Form::Generic) {
        let Some((dialect, name)) = op.name.split_once('.') else { continue };
        let registry = registry(ctx.db);
        let may_have_more = TAKING_ANY.contains(&dialect) || registry.has_siblings(&op.name);
        let is_listed = registry.is_complete(dialect) || registry.lists(dialect) && !may_have_more;
        if let Some(definition) = &op.definition {
            if !TAKING_ANY.contains(&dialect) {
                of_another_version(ctx, op.name_pointer, definition, report);
            }
            continue;
        }
        if !is_listed {
            continue;
        }
        let sentence = no_operation(ctx, dialect, name);
        let fits = |it: &&Arc<OpDefinition>| {
            !it.has_format()
                && is_similar(it.short_name(), name)
                && (it.results.iter().any(|it| it.arity != Arity::One)
                    || it.results.is_empty() == op.results.is_empty())
        };
        let known = registry.of_dialect(dialect).filter(fits).map(|it| it.short_name().to_owned());
        let similar = known.chain(meant_among_facts(registry, dialect, name)).min();
        let is_typo = similar.is_some();
        let finding = match similar {
            Some(similar) => {
                let text = format!("\"{dialect}.{similar}\"");
                report.add(op.name_pointer, Meant { sentence, text })
            }
            None => report.add(op.name_pointer, sentence),
        };
        if another_may_have(ctx, dialect, is_typo) {
            finding.severity = Severity::Warning;
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    match ctx.facts::<Meant>() {
        Some(meant) => ctx.replace(format!("change to {}", meant.text), &meant.text),
        None => similar(ctx),
    }
}

/// An operation of a similar name.
fn similar(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let written = ctx.text();
    let (dialect, name) = written.trim_matches('"').split_once('.')?;
    // Most of their operations work on one type, and ask for no attribute.
    if !matches!(dialect, "arith" | "math") {
        return None;
    }
    let op = ctx.operation()?;
    let ty = op.children().find(|it| it.kind() == SyntaxKind::FUNCTION_TYPE)?;
    let inputs = ty.children().find(|it| it.kind() == SyntaxKind::TYPE_LIST)?;
    let inputs: Vec<String> = ast::children::<ast::Type>(&inputs)
        .map(|it| it.syntax().text().to_string().trim().to_owned())
        .collect();
    let result = ctx.text_of(results(&ty)?);
    let of_type = inputs.first().filter(|it| inputs.iter().all(|other| other == *it))?;
    if result.trim() != of_type {
        return None;
    }
    let letter = match of_type.strip_prefix(['f', 'i']) {
        _ if of_type == "index" => 'i',
        Some(width) if width.parse::<u32>().is_ok() => of_type.chars().next()?,
        _ => return None,
    };
    let mut similar = registry(ctx.db).of_dialect(dialect).filter(|it| {
        let other = it.short_name();
        let is_near = is_similar(other, name) && (dialect == "math" || other.ends_with(letter));
        let takes_one_each = it.operands.iter().all(|it| it.arity == Arity::One)
            && it.attributes.iter().all(|it| it.is_optional);
        is_near && takes_one_each && it.operands.len() == inputs.len() && it.results.len() == 1
    });
    let (Some(meant), None) = (similar.next(), similar.next()) else { return None };
    let text = format!("\"{}\"", meant.name);
    fix(format!("change to {text}"), vec![edit(ctx.range, text)])
}
