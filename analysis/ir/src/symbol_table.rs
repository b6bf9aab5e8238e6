//! The symbols of modules: which functions and globals a call may name, asked by name, so that an edit inside one
//! function leaves the callers of the others alone.

use crate::aliases::DatabaseAliases;
use crate::types::{Type, lower_type};
use crate::{Attributes, Form, Ir, Op, OpId, Pointer, trimmed_range};
use base::at_once::computes;
use base::isolated_op::{Head, OpText, isolated_op_starts};
use base::outline::{defined_symbol, unquoted};
use base::source_file::SourceFile;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;
use syntax::ast::{self, AstNode};
use syntax::{Located, SyntaxKind, SyntaxNode, TextRange};

/// The operation that a symbol names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Symbol {
    /// A `func.func` with its signature.
    Function { inputs: Box<[Type]>, results: Box<[Type]> },
    /// A `memref.global` with its type.
    Global(Type),
    /// An operation that may define the name; nothing more is known.
    Possible,
}

/// The record kept for every symbol: a function's without its inputs, for most are never called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SymbolKind {
    Function {
        results: Box<[Type]>,
    },
    Global,
    /// See [`Symbol::Possible`].
    Possible,
}

/// A symbol that an isolated op defines, or may define.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolDefinition {
    /// With `@`, without quotes.
    pub name: Arc<str>,
    pub kind: SymbolKind,
    /// The index of the root that defines it, in its isolated op.
    root: usize,
    /// The name, in its isolated op; `None` where it is only possible that it is one.
    pub place: Option<Pointer>,
}

/// The symbols that the operations of one isolated op define in their module; read from what the rest of the file sees
/// of it alone.
#[salsa::tracked(returns(ref))]
fn defined_symbols(db: &dyn salsa::Database, text: OpText, file: SourceFile) -> Box<[Arc<SymbolDefinition>]> {
    let aliases = DatabaseAliases::new(db, file, text.identity(db).part);
    let mut found = Vec::new();
    for (root, head) in text.signature(db).heads.iter().enumerate() {
        let node = head.node.syntax_node();
        let Some(operation) = ast::Operation::cast(node.clone()) else { continue };
        let name = unquoted(&defined_symbol(&head.node.0));
        if !name.is_empty() {
            let kind = match symbol(head, &operation, &aliases) {
                Symbol::Function { results, .. } => SymbolKind::Function { results },
                Symbol::Global(_) => SymbolKind::Global,
                Symbol::Possible => SymbolKind::Possible,
            };
            let op_name = ast::child::<ast::OpName>(&node);
            let symbol_name = ast::child::<ast::SymbolName>(&node).map(|it| it.syntax().clone());
            let place = symbol_name.or_else(|| Some(op_name?.syntax().clone()));
            let place = place.map(|it| Pointer { root, range: trimmed_range(&it) });
            found.push(Arc::new(SymbolDefinition { name: name.into(), kind, root, place }));
        }
        // Other mentions of a symbol may define it too: operations of other dialects, and
        // functions inside others because a brace is missing.
        let possible = |name: &str| {
            let kind = SymbolKind::Possible;
            Arc::new(SymbolDefinition { name: name.into(), kind, root, place: None })
        };
        found.extend(head.inner_symbols.iter().map(|it| possible(it)));
    }
    found.into()
}

/// The symbol that the operation with this head defines.
fn symbol(head: &Head, operation: &ast::Operation, aliases: &DatabaseAliases<'_>) -> Symbol {
    let name = ast::child::<ast::OpName>(operation.syntax());
    let written = name.map(|it| syntax::text_of(it.syntax().green())).unwrap_or_default();
    let symbol = match written.trim().trim_matches('"') {
        _ if head.is_broken => None,
        "func.func" | "func" => signature(operation, aliases),
        "memref.global" => global(operation, aliases),
        _ => None,
    };
    symbol.unwrap_or(Symbol::Possible)
}

/// The definitions in a module by name, each with the index of its isolated op. There are as many as functions, and few
/// names have two.
pub type SymbolTable = FxHashMap<Arc<str>, SmallVec<[(usize, Arc<SymbolDefinition>); 1]>>;

/// The symbols of each module of the file.
#[salsa::tracked(returns(ref))]
pub fn symbol_tables(db: &dyn salsa::Database, file: SourceFile) -> FxHashMap<String, SymbolTable> {
    computes(db);
    let mut tables: FxHashMap<String, SymbolTable> = FxHashMap::default();
    for (index, text) in file.op_texts(db).iter().enumerate() {
        let defined = defined_symbols(db, *text, file);
        if defined.is_empty() {
            continue;
        }
        let table = tables.entry(text.identity(db).table.to_string()).or_default();
        for definition in defined {
            table.entry(definition.name.clone()).or_default().push((index, definition.clone()));
        }
    }
    tables
}

/// The symbol that a module knows under a name; `None` if it is certain that it has none.
#[salsa::tracked(returns(ref))]
pub fn symbol_named(
    db: &dyn salsa::Database,
    file: SourceFile,
    table: String,
    name: String,
) -> Option<Symbol> {
    let found = symbol_tables(db, file).get(&table).and_then(|it| it.get(&*name));
    match found.map(SmallVec::as_slice) {
        None => file.stray_names(db).symbols.contains(&name).then_some(Symbol::Possible),
        Some([(index, one)]) if one.kind != SymbolKind::Possible => {
            let text = file.op_texts(db).get(*index);
            text.and_then(|it| defined_by_root(db, *it, file, one.root)).or(Some(Symbol::Possible))
        }
        // Of several it is not clear which one is meant.
        Some(_) => Some(Symbol::Possible),
    }
}

/// The symbols that a root of an isolated op defines.
fn defined_by_root(db: &dyn salsa::Database, text: OpText, file: SourceFile, root: usize) -> Option<Symbol> {
    let head = text.signature(db).heads.get(root)?;
    let operation = ast::Operation::cast(head.node.syntax_node())?;
    Some(symbol(head, &operation, &DatabaseAliases::new(db, file, text.identity(db).part)))
}

/// The text of the function that a module knows under a name, if that is clear.
#[salsa::tracked(returns(ref))]
pub fn function_named(
    db: &dyn salsa::Database,
    file: SourceFile,
    table: String,
    name: String,
) -> Option<OpText> {
    match &**symbol_tables(db, file).get(&table)?.get(&*name)? {
        [(index, definition)] if matches!(definition.kind, SymbolKind::Function { .. }) => {
            file.op_texts(db).get(*index).copied()
        }
        _ => None,
    }
}

/// The place of the first definition of a symbol.
pub fn symbol_place(
    db: &dyn salsa::Database,
    file: SourceFile,
    table: &str,
    name: &str,
) -> Option<TextRange> {
    let mut definitions = symbol_tables(db, file).get(table)?.get(name)?.iter();
    let (index, place) = definitions.find_map(|(index, it)| Some((index, it.place?)))?;
    place.in_file(isolated_op_starts(db, file).get(*index)?)
}

fn signature(operation: &ast::Operation, aliases: &DatabaseAliases<'_>) -> Option<Symbol> {
    let lower = |node: &SyntaxNode| lower_type(node, aliases);
    let Some(signature) = ast::child::<ast::FunctionSignature>(operation.syntax()) else {
        let written = entry(operation, "function_type")?;
        let node = written.find(|it| it == SyntaxKind::FUNCTION_TYPE)?;
        return match lower_type(node, aliases) {
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
    let ty = match operation.is_generic() {
        true => entry(operation, "type")?.find(SyntaxKind::is_type)?,
        false => Located::from(operation).types().next()?,
    };
    Some(Symbol::Global(lower_type(ty, aliases)))
}

/// The value of that name in the dictionary or the properties of a generic form.
fn entry<'a>(operation: &'a ast::Operation, name: &str) -> Option<Located<'a>> {
    if operation.is_generic() { Attributes::of(operation).get(name) } else { None }
}

/// Whether no operation between one and the module may hold symbols of its own.
pub fn sees_module_symbols(ir: &Ir, id: OpId) -> bool {
    ir.ancestors(id).all(|it| {
        let Op { name, form, .. } = &ir.ops[it];
        let dialect = name.split('.').next().unwrap_or_default();
        *form != Form::Opaque
            && (matches!(dialect, "affine" | "scf" | "memref" | "linalg" | "tensor")
                || &**name == "func.func" && ir.parent_op(it).is_none())
    })
}
