//! The outline of a file: modules, functions, loops and branches inside them, blocks with labels, globals, aliases.
//!
//! The symbols inside an isolated op are a query of their own; modules and aliases are put around it here.

#[cfg(test)]
mod tests;

use super::hover::condition_text;
use super::symbols::symbol_name;
use super::{FileView, hover};
use base::at_once::computes;
use base::isolated_op::{Green, IsolatedOp, has_few_ops};
use base::source_file::SourceFile;
use ir::value_name;
use ir::{BlockId, Extent, Ir, OpId, OpKind, Pointer, RegionId, ir_of, lowered_in};
use polyhedral::loops::bounds_text;
use std::iter::Peekable;
use syntax::ast::{self, AstNode};
use syntax::{Located, SyntaxKind, SyntaxNode, TextRange, TextSize};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolKind {
    Module,
    Function,
    Loop,
    Branch,
    Block,
    Alias,
    Global,
}

/// An entry of the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentSymbol {
    pub name: String,
    /// `0 to 10 step 2`, `(memref<10xf32>) -> f32`
    pub detail: Option<String>,
    pub kind: SymbolKind,
    pub full_range: TextRange,
    /// Its name, inside the full range.
    pub focus_range: TextRange,
    pub children: Vec<DocumentSymbol>,
}

/// The outline of a file, in text order: all that is in modules, and of what is inside the functions as many levels
/// as have at most `most` entries together with the functions.
pub(crate) fn document_symbols(
    db: &dyn salsa::Database,
    file: SourceFile,
    most: usize,
) -> Vec<DocumentSymbol> {
    let view = FileView::new(db, file);
    let outlines = outlines(db, view.records, most);
    let levels = levels_of(&outlines, most);
    let mut roots: Vec<_> = view.root_starts().collect();
    roots.sort_unstable();
    let mut outline = FileOutline { view: &view, outlines, roots: roots.into_iter().peekable(), levels };
    let parts = Located::root(file.parse(db).green()).children_of_kind(SyntaxKind::PART);
    parts.flat_map(|it| outline.symbols(it)).collect()
}

/// Those of the isolated ops; where there are too many entries for more than one level, without the hidden ones.
fn outlines<'db>(
    db: &'db dyn salsa::Database,
    records: &[IsolatedOp<'db>],
    most: usize,
) -> Vec<&'db Outline> {
    let mut on_two_levels = 0;
    let outline_of = |op: &IsolatedOp<'db>| {
        let symbols = root_symbols(db, *op);
        if on_two_levels > most && symbols.entries.len() == op.roots(db).len() {
            return symbols;
        }
        let outline = outline(db, *op);
        on_two_levels += outline.counts.iter().take(2).sum::<usize>();
        outline
    };
    records.iter().map(outline_of).collect()
}

/// Walks over the tree in text order.
struct FileOutline<'a, 'db> {
    view: &'a FileView<'db>,
    /// Those of the records.
    outlines: Vec<&'a Outline>,
    /// As [`FileView::root_starts`], those that the walk has not come to, in text order.
    roots: Peekable<std::vec::IntoIter<(TextSize, usize, usize)>>,
    /// How many levels of a record's entries are shown.
    levels: usize,
}

/// How many levels of what is in the isolated ops there are at most `most` entries on; the first is always there.
fn levels_of(outlines: &[&Outline], most: usize) -> usize {
    let deepest = outlines.iter().map(|it| it.counts.len()).max().unwrap_or_default();
    let counts = (0..deepest).map(|level| outlines.iter().filter_map(|it| it.counts.get(level)).sum());
    let totals = counts.scan(0_usize, |total, count: usize| {
        *total = total.saturating_add(count);
        Some(*total)
    });
    totals.take_while(|it| *it <= most).count().max(1)
}

impl FileOutline<'_, '_> {
    /// Recursion ends where modules are too deep for the file's outline: there they are roots.
    fn symbols(&mut self, parent: Located<'_>) -> Vec<DocumentSymbol> {
        let mut found = Vec::new();
        for node in parent.children() {
            match node.kind() {
                SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION | SyntaxKind::TYPE_ALIAS_DEFINITION => {
                    found.extend(alias(node));
                }
                SyntaxKind::OPERATION => match self.roots.next_if(|it| it.0 == node.start) {
                    Some((_, record, root)) => {
                        let entries = self.outlines.get(record).map(|it| it.entries_of_root(root));
                        let entries = entries.unwrap_or_default().iter();
                        found.extend(entries.filter_map(|it| self.place(record, it, self.levels)));
                    }
                    None => found.extend(self.module(node)),
                },
                _ => {}
            }
        }
        found
    }

    fn module(&mut self, node: Located<'_>) -> Option<DocumentSymbol> {
        let operation = ast::Operation::cast(SyntaxNode::new_root(node.green.to_owned()))?;
        let symbol = symbol_name(&operation);
        let op_name = operation.op_name()?;
        let focus = symbol.as_ref().map_or(op_name.syntax().text_range(), |it| it.text_range());
        let mut children = Vec::new();
        for block in operation.regions().iter().flat_map(ast::Region::blocks) {
            let block = Located::from(block.syntax());
            children.extend(self.symbols(Located { start: node.start + block.start, ..block }));
        }
        Some(DocumentSymbol {
            name: symbol.map_or_else(|| op_name.text(), |it| sigil_name(it.text())),
            detail: None,
            kind: SymbolKind::Module,
            full_range: node.text_range(),
            focus_range: focus + node.start,
            children,
        })
    }

    /// The entry and this many levels of it, its own included.
    fn place(&self, record: usize, entry: &Entry, levels: usize) -> Option<DocumentSymbol> {
        let inside = levels.checked_sub(1)?;
        Some(DocumentSymbol {
            name: entry.name.clone(),
            detail: entry.detail.clone(),
            kind: entry.kind,
            full_range: self.view.range(record, entry.full)?,
            focus_range: self.view.range(record, entry.focus)?,
            children: entry.children.iter().filter_map(|it| self.place(record, it, inside)).collect(),
        })
    }
}

fn alias(node: Located<'_>) -> Option<DocumentSymbol> {
    let is_name = |kind| matches!(kind, SyntaxKind::HASH_ID | SyntaxKind::EXCLAMATION_ID);
    let name = node.tokens().find(|it| is_name(it.kind()))?;
    let value = node.children().next().map(|it| SyntaxNode::new_root(it.green.to_owned()));
    Some(DocumentSymbol {
        name: name.text().to_owned(),
        detail: value.map(|it| hover::header(&it)),
        kind: SymbolKind::Alias,
        full_range: node.text_range(),
        focus_range: name.text_range(),
        children: Vec::new(),
    })
}

/// `@f` for the symbol that is written `@f`, `@"f"` or `"f"`.
fn sigil_name(text: &str) -> String {
    format!("@{}", super::symbols::bare_name(text))
}

/// An entry with places in its isolated op.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    name: String,
    detail: Option<String>,
    kind: SymbolKind,
    full: Pointer,
    focus: Pointer,
    children: Vec<Entry>,
}

/// The entries of one isolated op in the outline.
#[derive(Debug, PartialEq, Eq)]
struct Outline {
    /// Root by root.
    entries: Vec<Entry>,
    /// How many entries there are on each level.
    counts: Box<[usize]>,
}

impl Outline {
    fn new(mut entries: Vec<Entry>) -> Self {
        entries.sort_by_key(|it| it.full.root);
        let mut counts = Vec::new();
        let mut level: Vec<&Entry> = entries.iter().collect();
        while !level.is_empty() {
            counts.push(level.len());
            level = level.into_iter().flat_map(|it| &it.children).collect();
        }
        Self { entries, counts: counts.into() }
    }

    fn entries_of_root(&self, root: usize) -> &[Entry] {
        let start = self.entries.partition_point(|it| it.full.root < root);
        let end = self.entries.partition_point(|it| it.full.root <= root);
        self.entries.get(start..end).unwrap_or_default()
    }
}

#[salsa::tracked(returns(ref))]
fn outline<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Outline {
    computes(db);
    let mut found = Vec::new();
    let mut look = |ir: &Ir| {
        for block in &ir.regions[ir.top].blocks {
            entries(ir, *block, MAX_DEPTH, &mut found);
        }
    };
    // As the diagnostics do: of few functions it is kept.
    if has_few_ops(db, op.file(db)) {
        look(ir_of(db, op));
    } else {
        look(&lowered_in(db, op, Extent::Regions));
    }
    for symbol in &root_symbols(db, op).entries {
        let children = found.extract_if(.., |it| it.full.root == symbol.full.root).collect();
        found.push(Entry { children, ..symbol.clone() });
    }
    Outline::new(found)
}

/// Functions and globals, which are roots, without what is inside. Their symbols are looked up in the tree.
#[salsa::tracked(returns(ref))]
fn root_symbols<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Outline {
    computes(db);
    let symbol = |(root, green): (usize, &Green)| {
        let operation = ast::Operation::cast(green.syntax_node())?;
        let name = symbol_name(&operation)?;
        let is_global = operation.op_name().is_some_and(|it| it.text().ends_with("global"));
        Some(Entry {
            name: sigil_name(name.text()),
            detail: symbol_detail(&operation),
            kind: if is_global { SymbolKind::Global } else { SymbolKind::Function },
            full: Pointer { root, range: operation.syntax().text_range() },
            focus: Pointer { root, range: name.text_range() },
            children: Vec::new(),
        })
    };
    Outline::new(op.roots(db).iter().enumerate().filter_map(symbol).collect())
}

/// The signature of a function, the type of a global.
fn symbol_detail(operation: &ast::Operation) -> Option<String> {
    let node = operation.syntax();
    if let Some(signature) = ast::child::<ast::FunctionSignature>(node) {
        return Some(signature_type(signature.syntax()));
    }
    if let Some(ty) = ast::child::<ast::Type>(node) {
        return Some(hover::header(ty.syntax()));
    }
    let body = ast::child::<ast::OpaqueBody>(node)?;
    ast::child::<ast::Type>(body.syntax()).map(|it| hover::header(it.syntax()))
}

/// `(memref<10xf32>, index) -> f32` of a signature with or without names.
fn signature_type(signature: &SyntaxNode) -> String {
    let types = |list: &SyntaxNode| {
        let types = list.children().filter_map(|it| {
            let ty =
                if it.kind() == SyntaxKind::BLOCK_ARGUMENT { ast::child(&it) } else { ast::Type::cast(it) };
            ty.map(|it: ast::Type| hover::header(it.syntax()))
        });
        types.collect::<Vec<_>>()
    };
    let mut inputs = Vec::new();
    let mut results = None;
    for list in signature.children() {
        match list.kind() {
            SyntaxKind::FUNCTION_RESULTS => results = Some(types(&list)),
            _ => inputs = types(&list),
        }
    }
    let inputs = inputs.join(", ");
    match results.as_deref() {
        None => format!("({inputs})"),
        Some([result]) => format!("({inputs}) -> {result}"),
        Some(results) => format!("({inputs}) -> ({})", results.join(", ")),
    }
}

/// Deeper operations are not shown.
const MAX_DEPTH: usize = 128;

/// The loops, branches and blocks below a block; other operations pass on those inside them.
fn entries(ir: &Ir, block: BlockId, depth: usize, found: &mut Vec<Entry>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    for op in &ir.blocks[block].ops {
        let shown = entry(ir, *op);
        let mut children = Vec::new();
        for region in &ir.ops[*op].regions {
            region_entries(ir, *region, depth, &mut children);
        }
        match shown {
            Some(shown) => found.push(Entry { children, ..shown }),
            None => found.append(&mut children),
        }
    }
}

fn region_entries(ir: &Ir, region: RegionId, depth: usize, found: &mut Vec<Entry>) {
    let blocks = &ir.regions[region].blocks;
    for (index, block) in blocks.iter().enumerate() {
        let mut nested = Vec::new();
        entries(ir, *block, depth, &mut nested);
        let Some((label, focus)) = &ir.blocks[*block].label else {
            found.append(&mut nested);
            continue;
        };
        // A block ends where the next one begins, or with its last operation.
        let last = ir.blocks[*block].ops.last().map(|it| ir.ops[*it].pointer.range.end());
        let next = blocks.get(index + 1).and_then(|it| ir.blocks[*it].label.as_ref());
        let end = last.or(next.map(|it| it.1.range.start())).unwrap_or(focus.range.end());
        let range = TextRange::new(focus.range.start(), end.max(focus.range.end()));
        let arguments: Vec<_> = ir.blocks[*block]
            .arguments
            .iter()
            .map(|it| format!("{}: {}", ir.values[*it].name, ir.values[*it].ty))
            .collect();
        found.push(Entry {
            name: label.to_string(),
            detail: (!arguments.is_empty()).then(|| format!("({})", arguments.join(", "))),
            kind: SymbolKind::Block,
            full: Pointer { root: focus.root, range },
            focus: *focus,
            children: nested,
        });
    }
}

/// A loop or branch, without what is in it.
fn entry(ir: &Ir, id: OpId) -> Option<Entry> {
    let op = &ir.ops[id];
    let variables = |count: usize| {
        let arguments = ir.body(id).map(|it| &*ir.blocks[it].arguments).unwrap_or_default();
        let names: Vec<_> = arguments.iter().take(count).map(|it| value_name(ir, *it)).collect();
        if names.is_empty() { op.name.to_string() } else { format!("{} {}", op.name, names.join(", ")) }
    };
    let (kind, name, detail) = match (&op.kind, &*op.name) {
        (OpKind::For(_), _) => (SymbolKind::Loop, variables(1), bounds_text(ir, id)),
        (OpKind::Parallel(_), _) => (SymbolKind::Loop, variables(usize::MAX), bounds_text(ir, id)),
        (OpKind::If(it), _) => {
            (SymbolKind::Branch, op.name.to_string(), condition_text(ir, id, &it.condition))
        }
        // Of operands no more than the names: what gives them may not be looked at.
        (_, "scf.for") => {
            let detail = match op.operands.as_slice() {
                [lower, upper, step, ..] => {
                    Some(format!("{} to {} step {}", lower.name, upper.name, step.name))
                }
                _ => None,
            };
            (SymbolKind::Loop, variables(1), detail)
        }
        (_, "scf.while") => (SymbolKind::Loop, op.name.to_string(), None),
        (_, "affine.for") => (SymbolKind::Loop, variables(1), None),
        _ if op.has_trait("LoopLikeOpInterface") => (SymbolKind::Loop, variables(usize::MAX), None),
        (_, "affine.if" | "scf.if" | "scf.index_switch") => {
            let condition = op.operands.first().filter(|_| op.name.starts_with("scf."));
            (SymbolKind::Branch, op.name.to_string(), condition.map(|it| it.name.to_string()))
        }
        _ => return None,
    };
    Some(Entry { name, detail, kind, full: op.pointer, focus: op.name_pointer, children: Vec::new() })
}
