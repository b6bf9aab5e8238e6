//! The symbols that operations refer to.

use super::RuleContext;
use base::outline::unquoted;
use ir::symbol_table::{Symbol, sees_module_symbols, symbol_named};
use ir::{OpId, Pointer};
use syntax::SyntaxKind;

impl<'db> RuleContext<'db> {
    /// What an operation refers to, with the name; `None` where the table that it is looked up in is not known.
    pub fn referenced_symbol(&self, id: OpId) -> Option<(String, Option<&'db Symbol>)> {
        let op = &self.ir.ops[id];
        let written = op.symbol.as_deref()?;
        if written.contains("::") || !sees_module_symbols(self.ir, id) {
            return None;
        }
        let name = unquoted(written);
        let file = self.op.file(self.db);
        let table = self.op.table(self.db).to_string();
        Some((name.clone(), symbol_named(self.db, file, table, name).as_ref()))
    }

    /// Where the operation names the symbol.
    pub fn symbol_pointer(&self, id: OpId) -> Pointer {
        let found = self.own_nodes(id).into_iter().find(|it| it.kind() == SyntaxKind::SYMBOL_REFERENCE);
        found.map_or(self.ir.ops[id].name_pointer, |it| self.pointer(id, &it))
    }
}
