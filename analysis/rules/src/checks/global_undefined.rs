//! `global-undefined`: a global that the module does not have.

use crate::context::RuleContext;
use crate::finding::RelatedPlace;
use crate::finding::Report;
use ir::symbol_table::Symbol;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, _) in ctx.ops().filter(|(_, op)| op.is("memref.get_global")) {
        let Some((name, symbol)) = ctx.referenced_symbol(id) else { continue };
        let place = ctx.symbol_pointer(id);
        match symbol {
            None => {
                report.add(place, format!("there is no global {name} in this module"));
            }
            Some(Symbol::Function { .. }) => {
                let table = ctx.op.table(ctx.db).to_string();
                report
                    .add(place, format!("{name} is no global"))
                    .related_place(RelatedPlace::Symbol { table, name }, "the symbol of this name");
            }
            Some(Symbol::Global(_) | Symbol::Possible) => {}
        }
    }
}
