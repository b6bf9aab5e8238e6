//! `terminator-wrong-parent`: a terminator in a region that ends otherwise.
//!
//! Quick fix: the terminator that the region has.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, written_name};
use ir::dialects::is_foreign;
use ir::{Form, OpKind};
use syntax::SyntaxKind;
use syntax::ods::Name;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let parent = ctx.ir.parent_op(id).map(|it| &ctx.ir.ops[it]);
        let name = parent.map_or("builtin.module", |it| &*it.name);
        // `affine.yield` and the end of `scf.parallel` have rules of their own.
        let Some(parents) = op.parents().filter(|_| !matches!(op.kind, OpKind::Yield)) else { continue };
        let fits = parents.iter().any(|it| it == name) || op.is("scf.yield") && name == "scf.parallel";
        // A bare `return` elsewhere is that of another dialect.
        let is_bare = || op.is("func.return") && ctx.text(op.name_pointer) == "return";
        // The parents that another version of MLIR allows are not known.
        let is_open = |it: &ir::Op| it.definition.is_none() && !op.is_of_complete_dialect;
        // An operation of unknown form without regions has taken another one on its line for a part of itself.
        let took_another = |it: &ir::Op| {
            it.form == Form::Opaque && it.definition.as_ref().is_some_and(|it| it.regions.is_empty())
        };
        if parent.is_some_and(|it| is_open(it) || took_another(it)) {
            continue;
        }
        if fits || is_bare() || parent.is_some_and(|it| it.broken || is_foreign(it)) {
            continue;
        }
        let finding = report.add(op.name_pointer, format!("{} cannot end the body of {name}", op.name));
        if let Some(parent) = parent {
            finding.related(parent.name_pointer, "the parent");
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let parent = op.ancestors().skip(1).find(|it| it.kind() == SyntaxKind::OPERATION)?;
    let is_generic = written_name(&parent).is_some_and(|it| it.kind() == SyntaxKind::STRING)
        || ctx.text().starts_with('"');
    let definition = ctx.definition(&parent)?;
    let terminator = match definition.implicit_terminator() {
        Some(terminator) => terminator,
        None if definition.name == "func.func" => Name::new("return"),
        None if definition.dialect() == "scf" => Name::new("scf.yield"),
        None => return None,
    };
    if !terminator.ends_with(".yield") && terminator != "return" {
        return None;
    }
    // Values that the parent gives have to come from somewhere, and a region goes nowhere.
    let gives = parent.children().find(|it| it.kind() == SyntaxKind::RESULT_TYPES);
    let lacks_values = gives.is_some() && op.descendants().all(|it| it.kind() != SyntaxKind::VALUE_USE);
    if is_generic || lacks_values || op.children().any(|it| it.kind() == SyntaxKind::REGION) {
        return None;
    }
    fix(format!("change to {terminator}"), vec![edit(ctx.range, &*terminator)])
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn a_line_may_hold_several_operations() {
        check(
            r#"
func.func @f() {
  %0 = gpu.lane_id scf.execute_region {
    scf.yield
  }
  return
}"#,
        );
    }
}
