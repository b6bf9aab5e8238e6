//! The symbols that operations refer to.

use super::RuleContext;
use base::isolated_op::Head;
use base::outline::{defined_symbol, is_nested, unquoted};
use base::registry::registry;
use ir::symbol_table::{Symbol, sees_module_symbols, symbol_named, symbol_tables};
use ir::{OpId, Pointer};
use syntax::{Located, SyntaxKind};

impl<'db> RuleContext<'db> {
    /// The symbol that an operation refers to, with the name; `None` if the table that it is looked up in is not known.
    pub fn referenced_symbol(&self, id: OpId) -> Option<(String, Option<&'db Symbol>)> {
        let op = &self.ir.ops[id];
        let written = op.symbol.as_deref()?;
        if is_nested(written) || !sees_module_symbols(self.ir, id) {
            return None;
        }
        let name = unquoted(written);
        let file = self.op.file(self.db);
        let table = self.op.table(self.db).to_string();
        Some((name.clone(), symbol_named(self.db, file, table, name).as_ref()))
    }

    /// The full name of the operation that alone defines a symbol of the module around; `None` where several may, or
    /// where it is not known whether that operation defines it.
    pub fn defining_op_name(&self, symbol: &str) -> Option<String> {
        let file = self.op.file(self.db);
        let table = symbol_tables(self.db, file).get(&**self.op.table(self.db))?;
        let [(index, _)] = &**table.get(symbol)? else { return None };
        let heads = &file.op_texts(self.db).get(*index)?.signature(self.db).heads;
        let names = |it: &&Head| {
            unquoted(&defined_symbol(&it.node.0)) == symbol
                || it.inner_symbols.iter().any(|it| &**it == symbol)
        };
        let mut naming = heads.iter().filter(names);
        let (head, None) = (naming.next().filter(|it| !it.is_broken)?, naming.next()) else { return None };
        let operation = Located::root(&head.node.0);
        let op = registry(self.db).written(operation.op_name())?;
        // The first symbol that an operation of that trait names is its own, also where its form is not known.
        let first = || operation.find(|it| it == SyntaxKind::SYMBOL_REFERENCE)?.token_text(SyntaxKind::AT_ID);
        let is_own = unquoted(&defined_symbol(&head.node.0)) == symbol
            || op.has_trait("Symbol") && first().is_some_and(|it| unquoted(it) == symbol);
        is_own.then(|| op.name.to_string())
    }

    /// Where the operation names the symbol.
    pub fn symbol_pointer(&self, id: OpId) -> Pointer {
        let found = self.own_nodes(id).into_iter().find(|it| it.kind() == SyntaxKind::SYMBOL_REFERENCE);
        found.map_or(self.ir.ops[id].name_pointer, |it| self.pointer(id, &it))
    }
}
