//! The symbols of modules: which functions and globals a call may name, asked by name, so that an edit inside one
//! function leaves the callers of the others alone.

use crate::aliases::DatabaseAliases;
use crate::diagnostics::shifted;
use crate::ir::{Form, Op, OpId, Pointer, ir, trimmed_range};
use crate::isolated_op::{IsolatedOp, defined_symbol, entry_key, isolated_op_starts, isolated_ops};
use crate::rule_context::RuleContext;
use crate::source_file::SourceFile;
use crate::types::{Type, lower_type};
use rustc_hash::FxHashMap;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextRange};

/// What a symbol stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Symbol {
    /// A `func.func` with its signature.
    Function { inputs: Box<[Type]>, results: Box<[Type]> },
    /// A `memref.global` with its type.
    Global(Type),
    /// An operation of which no more is known than that it may define the name.
    Possible,
}

/// A symbol that an isolated op defines, or may define.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SymbolDefinition {
    /// With `@`, without quotes.
    pub(crate) name: String,
    pub(crate) symbol: Symbol,
    /// The name, in its isolated op.
    pub(crate) place: Pointer,
}

/// The symbols that the operations of one isolated op define in their module.
#[salsa::tracked(returns(ref))]
pub(crate) fn defined_symbols<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
) -> Box<[SymbolDefinition]> {
    let ir = ir(db, op);
    let aliases = DatabaseAliases::new(db, op.file(db), op.part(db));
    let roots = ir.regions[ir.top].blocks.iter().flat_map(|it| &ir.blocks[*it].ops);
    let mut found = Vec::new();
    for (index, (root, id)) in op.roots(db).iter().zip(roots).enumerate() {
        let node = root.syntax_node();
        let Some(operation) = ast::Operation::cast(node.clone()) else { continue };
        let name = unquoted(&defined_symbol(root));
        let place = |node: &SyntaxNode| Pointer { root: index, range: trimmed_range(node) };
        if !name.is_empty() {
            let data = &ir.ops[*id];
            let symbol = match &*data.name {
                _ if data.broken => None,
                "func.func" => signature(&operation, &aliases),
                "memref.global" => global(&operation, &aliases),
                _ => None,
            };
            let named = ast::child::<ast::SymbolName>(&node);
            let place = named.map_or(data.name_pointer, |it| place(it.syntax()));
            found.push(SymbolDefinition { name, symbol: symbol.unwrap_or(Symbol::Possible), place });
        }
        // Whatever else names a symbol may define it for all that is known: operations of other dialects, and
        // functions that stand in others because a brace is missing.
        let is_own = !matches!(&*ir.ops[*id].name, "func.func" | "memref.global");
        let possible = node.descendants().filter(|it| match it.kind() {
            SyntaxKind::SYMBOL_NAME => it.parent().as_ref() != Some(&node),
            SyntaxKind::SYMBOL_REFERENCE => {
                is_own
                    && it.ancestors().take_while(|it| *it != node).all(|it| it.kind() != SyntaxKind::REGION)
            }
            _ => false,
        });
        found.extend(possible.map(|it| SymbolDefinition {
            name: unquoted(it.text().to_string().trim()),
            symbol: Symbol::Possible,
            place: place(&it),
        }));
    }
    found.into()
}

/// Of each module of the file: its symbols by name, each with the index of its isolated op.
#[salsa::tracked(returns(ref))]
pub(crate) fn symbol_tables(
    db: &dyn salsa::Database,
    file: SourceFile,
) -> FxHashMap<String, FxHashMap<String, Vec<(usize, SymbolDefinition)>>> {
    let mut tables: FxHashMap<String, FxHashMap<String, Vec<_>>> = FxHashMap::default();
    for (index, op) in isolated_ops(db, file).iter().enumerate() {
        let defined = defined_symbols(db, *op);
        if defined.is_empty() {
            continue;
        }
        let table = tables.entry(op.table(db).clone()).or_default();
        for definition in defined {
            table.entry(definition.name.clone()).or_default().push((index, definition.clone()));
        }
    }
    tables
}

/// What a module knows under a name; `None` if it is certain that it has no such symbol.
#[salsa::tracked(returns(ref))]
pub(crate) fn symbol_named(
    db: &dyn salsa::Database,
    file: SourceFile,
    table: String,
    name: String,
) -> Option<Symbol> {
    let found = symbol_tables(db, file).get(&table).and_then(|it| it.get(&name));
    match found.map(Vec::as_slice) {
        None => names_in_broken_text(db, file).contains(&name).then_some(Symbol::Possible),
        Some([(_, one)]) => Some(one.symbol.clone()),
        // Of several it is not clear which one is meant.
        Some(_) => Some(Symbol::Possible),
    }
}

/// Symbols in text between operations that did not parse.
#[salsa::tracked(returns(ref))]
fn names_in_broken_text(db: &dyn salsa::Database, file: SourceFile) -> Vec<String> {
    let parse = file.parse(db);
    if parse.errors().is_empty() {
        return Vec::new();
    }
    let root = parse.syntax_node();
    let errors = root.descendants().filter(|it| it.kind() == SyntaxKind::ERROR);
    let tokens = errors.flat_map(|it| it.descendants_with_tokens().filter_map(|it| it.into_token()));
    tokens.filter(|it| it.kind() == SyntaxKind::AT_ID).map(|it| unquoted(it.text())).collect()
}

/// Where the first definition of a symbol stands.
pub(crate) fn symbol_place(
    db: &dyn salsa::Database,
    file: SourceFile,
    table: &str,
    name: &str,
) -> Option<TextRange> {
    let (index, definition) = symbol_tables(db, file).get(table)?.get(name)?.first()?;
    shifted(definition.place, isolated_op_starts(db, file).get(*index)?)
}

/// `@"name"` and `@name` are one symbol.
pub(crate) fn unquoted(symbol: &str) -> String {
    symbol.replace('"', "")
}

fn signature(operation: &ast::Operation, aliases: &DatabaseAliases<'_>) -> Option<Symbol> {
    let lower = |node: &SyntaxNode| lower_type(node, aliases);
    let Some(signature) = ast::child::<ast::FunctionSignature>(operation.syntax()) else {
        let written = entry(operation, "function_type")?;
        let node = written.descendants().find(|it| it.kind() == SyntaxKind::FUNCTION_TYPE)?;
        return match lower(&node) {
            Type::Function { inputs, results } => Some(Symbol::Function { inputs, results }),
            _ => None,
        };
    };
    let types = |list: &SyntaxNode| ast::children::<ast::Type>(list).map(|it| lower(it.syntax())).collect();
    let (mut inputs, mut results) = (Box::default(), Box::default());
    for list in signature.syntax().children() {
        match list.kind() {
            SyntaxKind::FUNCTION_INPUT_TYPES => inputs = types(&list),
            SyntaxKind::BLOCK_ARGUMENT_LIST => {
                inputs = ast::children::<ast::BlockArgument>(&list)
                    .map(|it| it.ty().map_or(Type::Unknown, |it| lower(it.syntax())))
                    .collect();
            }
            SyntaxKind::FUNCTION_RESULTS => results = types(&list),
            _ => {}
        }
    }
    Some(Symbol::Function { inputs, results })
}

fn global(operation: &ast::Operation, aliases: &DatabaseAliases<'_>) -> Option<Symbol> {
    let ty = if operation.is_generic() {
        entry(operation, "type")?.descendants().find_map(ast::Type::cast)?
    } else {
        ast::child::<ast::Type>(operation.syntax())?
    };
    Some(Symbol::Global(lower_type(ty.syntax(), aliases)))
}

/// The entry of that name in the dictionary or the properties of a generic form.
fn entry(operation: &ast::Operation, name: &str) -> Option<SyntaxNode> {
    if !operation.is_generic() {
        return None;
    }
    let entries = operation
        .syntax()
        .children()
        .filter(|it| matches!(it.kind(), SyntaxKind::DICTIONARY | SyntaxKind::PROPERTIES));
    entries
        .flat_map(|it| it.descendants())
        .filter(|it| it.kind() == SyntaxKind::ATTRIBUTE_ENTRY)
        .find(|it| entry_key(it).is_some_and(|it| it == name))
}

impl<'db> RuleContext<'db> {
    /// What an operation refers to, with the name; `None` where the table that it is looked up in is not known.
    pub(crate) fn referenced_symbol(&self, id: OpId) -> Option<(String, Option<&'db Symbol>)> {
        let op = &self.ir.ops[id];
        let written = op.symbol.as_deref()?;
        if written.contains("::") || !self.sees_module_symbols(id) {
            return None;
        }
        let name = unquoted(written);
        let file = self.op.file(self.db);
        let table = self.op.table(self.db).clone();
        Some((name.clone(), symbol_named(self.db, file, table, name).as_ref()))
    }

    /// Whether no operation between this one and the module may hold symbols of its own.
    fn sees_module_symbols(&self, id: OpId) -> bool {
        self.ir.ancestors(id).all(|it| {
            let Op { name, form, .. } = &self.ir.ops[it];
            let dialect = name.split('.').next().unwrap_or_default();
            *form != Form::Opaque
                && (matches!(dialect, "affine" | "scf" | "memref" | "linalg" | "tensor")
                    || &**name == "func.func" && self.ir.parent_op(it).is_none())
        })
    }

    /// Where the operation names the symbol.
    pub(crate) fn symbol_pointer(&self, id: OpId) -> Pointer {
        let found = self.own_nodes(id).into_iter().find(|it| it.kind() == SyntaxKind::SYMBOL_REFERENCE);
        found.map_or(self.ir.ops[id].name_pointer, |it| self.pointer(id, &it))
    }
}
