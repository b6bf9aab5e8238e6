//! `global-type`: a global whose type is not a static memref, or is written otherwise where it is used.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::facts::Meant;
use crate::finding::RelatedPlace;
use crate::finding::Report;
use crate::fixes::FixContext;
use ir::Form;
use ir::symbol_table::Symbol;
use ir::types::Type;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.form == Form::Custom) {
        let types = || ctx.first_written_type(id);
        if op.is("memref.global") {
            let Some((node, ty)) = types() else { continue };
            let is_static = match &ty {
                Type::MemRef(memref) => memref.dims.iter().all(Option::is_some),
                ty => ty.has_unknown(),
            };
            if !is_static {
                report.add(ctx.pointer(id, node), format!("a global is a memref of static shape, not {ty}"));
            }
        } else if op.is("memref.get_global")
            && let (Some((node, ty)), Some((name, Some(Symbol::Global(global))))) =
                (types(), ctx.referenced_symbol(id))
            && ty.differs_from(global)
        {
            let table = ctx.op.table(ctx.db).to_string();
            let sentence = format!("{name} has type {global}, not {ty}");
            let finding = report.add(ctx.pointer(id, node), Meant { sentence, text: global.to_string() });
            finding.related_place(RelatedPlace::Symbol { table, name }, "the global");
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let meant = ctx.facts::<Meant>()?;
    ctx.replace(format!("write {}", meant.text), &meant.text)
}
