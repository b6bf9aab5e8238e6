//! From a file to its isolated ops: the pieces between which typing in one recomputes nothing of another.
//!
//! A record holds the green nodes of its operations and no position; only the outermost queries ask where they start.

mod located;

use std::borrow::Cow;

use crate::source_file::SourceFile;
use located::Located;
use rowan::{GreenNode, GreenNodeData};
use rustc_hash::FxHashMap;
use syntax::SyntaxKind::*;
use syntax::{SyntaxNode, TextRange, TextSize};

/// A green node, equal to another at once where the pointers are.
#[derive(Debug, Clone, Eq)]
pub(crate) struct Green(pub(crate) GreenNode);

impl PartialEq for Green {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq::<GreenNodeData>(&*self.0, &*other.0) || self.0 == other.0
    }
}

impl Green {
    pub(crate) fn syntax_node(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.0.clone())
    }
}

/// One isolated op, or all operations of a module body (or of the top level) that are not isolated.
#[salsa::tracked(debug)]
pub(crate) struct IsolatedOp<'db> {
    /// Identifies the record between revisions: the part, the enclosing modules, the operation and its symbol.
    #[returns(ref)]
    pub(crate) name: String,
    #[returns(copy)]
    pub(crate) file: SourceFile,
    /// Index of the file's part, in which aliases and symbols are looked up.
    #[returns(copy)]
    pub(crate) part: usize,
    /// Identifies the module whose symbols its operations see: the part and the enclosing modules.
    #[returns(ref)]
    pub(crate) table: String,
    /// The `OPERATION` nodes, in order.
    #[tracked]
    #[returns(ref)]
    pub(crate) roots: Box<[Green]>,
    /// Ranges of syntax errors, each in the root with the given index and relative to its start.
    #[tracked]
    #[returns(ref)]
    pub(crate) errors: Box<[(usize, TextRange)]>,
}

/// A record with the places where its roots start.
struct Found<'a> {
    name: String,
    part: usize,
    table: String,
    roots: Vec<Located<'a>>,
}

/// Operations whose regions see no value from outside, with bodies of which no other such operation is part.
pub(crate) fn is_isolated(name: &str) -> bool {
    matches!(
        name,
        "func.func"
            | "func"
            | "gpu.func"
            | "llvm.func"
            | "llvm.mlir.global"
            | "spirv.func"
            | "emitc.func"
            | "ml_program.func"
            | "async.func"
            | "shape.func"
            | "memref.global"
            | "wasmssa.func"
    )
}

/// Operations whose bodies hold isolated ops.
fn is_module(name: &str) -> bool {
    matches!(name, "module" | "builtin.module" | "gpu.module" | "spirv.module")
}

/// The records of a file, in text order of their first roots.
pub(crate) fn isolated_ops(db: &dyn salsa::Database, file: SourceFile) -> &[IsolatedOp<'_>] {
    &records(db, file).ops
}

/// Where the roots of each record start, in the order of [`isolated_ops`].
pub(crate) fn isolated_op_starts(db: &dyn salsa::Database, file: SourceFile) -> &[Box<[TextSize]>] {
    &records(db, file).starts
}

#[derive(PartialEq, Eq, salsa::SalsaValue)]
struct Records<'db> {
    ops: Vec<IsolatedOp<'db>>,
    starts: Vec<Box<[TextSize]>>,
}

/// Changes with every edit, so only the outermost queries may ask.
#[salsa::tracked(returns(ref))]
fn records(db: &dyn salsa::Database, file: SourceFile) -> Records<'_> {
    let parse = file.parse(db);
    let mut errors = parse.errors().iter().map(|it| it.range).collect::<Vec<_>>();
    errors.sort_by_key(|it| it.start());
    let mut records = Records { ops: Vec::new(), starts: Vec::new() };
    for found in find(parse.green()) {
        let ranges = found.roots.iter().map(|it| it.range());
        let errors = ranges.clone().enumerate().flat_map(|(index, range)| {
            let first = errors.partition_point(|it| it.start() < range.start());
            let errors = errors.get(first..).unwrap_or_default().iter();
            errors
                .take_while(move |it| it.start() <= range.end())
                .map(move |it| (index, TextRange::new(it.start() - range.start(), it.end() - range.start())))
        });
        let roots = found.roots.iter().map(|it| Green(it.green.to_owned())).collect();
        records.ops.push(IsolatedOp::new(
            db,
            found.name,
            file,
            found.part,
            found.table,
            roots,
            errors.collect(),
        ));
        records.starts.push(ranges.map(|it| it.start()).collect());
    }
    records
}

fn find(file: &GreenNodeData) -> Vec<Found<'_>> {
    let mut found = Vec::new();
    let file = Located { green: file, start: TextSize::default() };
    for (part, node) in file.children_of_kind(PART).enumerate() {
        collect(node.children_of_kind(OPERATION), part, &part.to_string(), &mut found, MAX_MODULE_DEPTH);
    }
    found
}

/// Modules nested deeper than this are one record with all that they hold.
const MAX_MODULE_DEPTH: usize = 32;

fn collect<'a>(
    operations: impl Iterator<Item = Located<'a>>,
    part: usize,
    path: &str,
    found: &mut Vec<Found<'a>>,
    depth: usize,
) {
    let own = found.len();
    found.push(Found { name: format!("{path}/"), part, table: path.to_owned(), roots: Vec::new() });
    let mut modules: FxHashMap<Cow<'_, str>, usize> = FxHashMap::default();
    for operation in operations {
        let name = op_name(operation);
        if depth > 0 && is_module(name) {
            // Modules without a name, or with one that is taken, are counted.
            let symbol = symbol(operation);
            let earlier = modules.entry(symbol.clone()).or_default();
            let path = format!("{path}/{symbol}#{earlier}");
            *earlier += 1;
            let mut regions = Vec::new();
            own_regions(operation, &mut regions);
            for region in regions {
                let blocks = region.children_of_kind(BLOCK);
                let operations = blocks.flat_map(|it| it.children_of_kind(OPERATION)).collect::<Vec<_>>();
                collect(operations.into_iter(), part, &path, found, depth - 1);
            }
        } else if is_isolated(name) {
            let name = format!("{path}/{name}{}", symbol(operation));
            found.push(Found { name, part, table: path.to_owned(), roots: vec![operation] });
        } else if let Some(record) = found.get_mut(own) {
            record.roots.push(operation);
        }
    }
    if found.get(own).is_some_and(|it| it.roots.is_empty()) {
        found.remove(own);
    }
}

/// The full name without quotes, as written.
fn op_name(operation: Located<'_>) -> &str {
    let name = operation.children_of_kind(OP_NAME).next();
    name.and_then(|it| it.token(BARE_ID).or_else(|| it.token(STRING)))
        .map(|it| it.trim_matches('"'))
        .unwrap_or_default()
}

/// The operation's regions, however deep inside its pieces, but none of nested operations.
fn own_regions<'a>(node: Located<'a>, regions: &mut Vec<Located<'a>>) {
    for child in node.children() {
        if child.kind() == REGION {
            regions.push(child);
        } else {
            own_regions(child, regions);
        }
    }
}

/// `@name` of the symbol that an operation defines, in either form; empty if there is none.
fn symbol<'a>(operation: Located<'a>) -> Cow<'a, str> {
    if let Some(name) = operation.children_of_kind(SYMBOL_NAME).find_map(|it| it.token(AT_ID)) {
        return name.into();
    }
    let dictionaries = |node: Located<'a>| node.children_of_kind(DICTIONARY);
    let properties = operation.children_of_kind(PROPERTIES).flat_map(dictionaries);
    properties
        .chain(dictionaries(operation))
        .flat_map(|it| it.children_of_kind(ATTRIBUTE_ENTRY))
        .filter(|it| {
            let key = it.token(BARE_ID).or_else(|| it.token(STRING));
            key.is_some_and(|it| it.trim_matches('"') == "sym_name")
        })
        .find_map(|it| it.children_of_kind(STRING_ATTRIBUTE).next()?.token(STRING))
        .map(|it| format!("@{}", it.trim_matches('"')).into())
        .unwrap_or_default()
}

/// The symbol that an operation defines, with `@`; empty if there is none.
pub(crate) fn defined_symbol(operation: &Green) -> String {
    symbol(Located { green: &operation.0, start: TextSize::default() }).into_owned()
}

/// The name of an entry of a dictionary, which may be quoted.
pub(crate) fn entry_key(entry: &SyntaxNode) -> Option<String> {
    let mut tokens = entry.children_with_tokens().filter_map(|it| it.into_token());
    let key = tokens.find(|it| matches!(it.kind(), BARE_ID | STRING))?;
    Some(key.text().trim_matches('"').to_owned())
}
