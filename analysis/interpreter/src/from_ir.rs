//! From the IR of a file, in whatever form it is written, to a [`Module`].

mod attributes;
mod types;

use base::isolated_op::IsolatedOp;
use base::source_file::SourceFile;
use ir::starts::{Starts, located};
use ir::{BlockId, Form, Ir, OpId, RegionId, ir_of};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange};

use super::attribute::Attribute;
use super::operations::is_known;
use super::program::{Block, Function, Module, Operation, Purity, no_wrap, steps};
use attributes::Reader;

/// The reason why a function cannot be run, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    pub what: String,
    /// The full name of the operation.
    pub operation: Option<String>,
    pub place: Option<TextRange>,
}

impl Module {
    /// The functions of a file that see the symbols of one module, called by their name alone. A function that cannot
    /// be read is among the second.
    pub fn of_table(
        db: &dyn salsa::Database,
        file: SourceFile,
        table: &str,
    ) -> (Module, FxHashMap<String, Obstacle>) {
        let mut module = Module::default();
        let mut unread = FxHashMap::default();
        for (op, starts) in located(db, file).filter(|it| &**it.0.table(db) == table) {
            match function_name(db, op) {
                Some(name) => match function(db, op, &starts, &name, module.next_operation()) {
                    Ok(function) => module.functions.push(function),
                    Err(obstacle) => _ = unread.insert(name, obstacle),
                },
                None => globals(db, op, &starts, &mut module),
            }
        }
        (module, unread)
    }
}

/// The symbol of a `func.func`, without `@`.
pub fn function_name(db: &dyn salsa::Database, op: IsolatedOp<'_>) -> Option<String> {
    let name = op.text(db).identity(db).own_name().to_owned();
    let (operation, symbol) = name.split_once('@')?;
    operation.contains("func").then(|| symbol.trim_matches('"').to_owned())
}

struct Lower<'a, 'db> {
    ir: &'db Ir,
    reader: Reader<'a, 'db>,
    roots: Vec<SyntaxNode>,
    starts: &'a Starts<'a>,
    /// The number of the next operation.
    next: Cell<u32>,
}

fn function(
    db: &dyn salsa::Database,
    op: IsolatedOp<'_>,
    starts: &Starts<'_>,
    name: &str,
    first: u32,
) -> Result<Function, Obstacle> {
    let ir = ir_of(db, op);
    let root = ir.regions[ir.top].blocks.first().and_then(|it| ir.blocks[*it].ops.first().copied());
    let root = root.filter(|it| ir.ops[*it].is("func.func"));
    let root =
        root.ok_or_else(|| Obstacle { what: "no `func.func`".to_owned(), operation: None, place: None })?;
    let roots = op.roots(db).iter().map(|it| it.syntax_node()).collect();
    let lower = Lower { ir, reader: Reader { db, op }, roots, starts, next: Cell::new(first) };
    if !ir.redefinitions.is_empty() {
        return Err(lower.obstacle("a name is defined twice", root));
    }
    let body = match ir.ops[root].regions.first() {
        Some(region) if !ir.regions[*region].blocks.is_empty() => Some(lower.region(*region, root)?),
        _ => None,
    };
    let arguments = ir.body(root).map(|it| ir.blocks[it].arguments.as_slice()).unwrap_or_default();
    let arguments: Vec<_> = arguments.iter().map(|it| types::of(&ir.values[*it].ty)).collect();
    let returned = body.as_ref().and_then(|it| it.operations.last());
    let results = returned.map(|it| it.operand_types.clone()).unwrap_or_default();
    let (name, operations) = (name.to_owned(), first..lower.next.get());
    Ok(Function { name, arguments, results, body, values: ir.values.len(), operations })
}

/// The `memref.global`s among operations that are not isolated. Of their contents only constants are read.
fn globals(db: &dyn salsa::Database, op: IsolatedOp<'_>, starts: &Starts<'_>, module: &mut Module) {
    let ir = ir_of(db, op);
    let roots: Vec<SyntaxNode> = op.roots(db).iter().map(|it| it.syntax_node()).collect();
    let lower = Lower { ir, reader: Reader { db, op }, roots, starts, next: Cell::new(0) };
    for (id, op) in ir.ops.iter().filter(|(_, it)| it.is("memref.global")) {
        let Some(name) = &op.symbol else { continue };
        let Some(node) = lower.node(id) else { continue };
        let Some(global) = lower.reader.global(op, &node) else { continue };
        module.globals.insert(name.trim_start_matches('@').trim_matches('"').to_owned(), global);
    }
}

impl Lower<'_, '_> {
    fn obstacle(&self, what: &str, op: OpId) -> Obstacle {
        let op = &self.ir.ops[op];
        let place = Some(self.starts.range(op.name_pointer));
        Obstacle { what: what.to_owned(), operation: Some(op.name.to_string()), place }
    }

    fn node(&self, op: OpId) -> Option<SyntaxNode> {
        let pointer = self.ir.ops[op].pointer;
        let range: TextRange = pointer.range;
        let found = match self.roots.get(pointer.root)?.covering_element(range) {
            rowan::NodeOrToken::Node(node) => node,
            rowan::NodeOrToken::Token(token) => token.parent()?,
        };
        found.ancestors().find(|it| it.kind() == SyntaxKind::OPERATION)
    }

    fn region(&self, region: RegionId, around: OpId) -> Result<Block, Obstacle> {
        match &self.ir.regions[region].blocks[..] {
            [] => Ok(Block::default()),
            [block] => self.block(*block),
            _ => Err(self.obstacle("control flow between blocks", around)),
        }
    }

    /// The parser bounds the depth.
    fn block(&self, block: BlockId) -> Result<Block, Obstacle> {
        let block = &self.ir.blocks[block];
        let number = |it: &ir::ValueId| it.into_raw().into_u32() as usize;
        let operations = block.ops.iter().map(|it| self.operation(*it)).collect::<Result<_, _>>()?;
        Ok(Block { arguments: block.arguments.iter().map(number).collect(), operations })
    }

    fn operation(&self, id: OpId) -> Result<Operation, Obstacle> {
        let op = &self.ir.ops[id];
        let obstacle = |what: &str| self.obstacle(what, id);
        if op.broken || op.legacy.is_some() {
            return Err(obstacle("what does not parse"));
        }
        if op.form == Form::Opaque {
            return Err(obstacle(&format!("`{}`, whose form is not known", op.name)));
        }
        if !op.successors.is_empty() {
            return Err(obstacle("control flow between blocks"));
        }
        let mut operands = Vec::new();
        let mut operand_types = Vec::new();
        for operand in &op.operands {
            let value = operand.value.ok_or_else(|| obstacle("a name that is not defined"))?;
            operands.push(value.into_raw().into_u32() as usize);
            operand_types.push(types::of(&self.ir.values[value].ty));
        }
        let results = op.results.iter().map(|it| it.into_raw().into_u32() as usize).collect();
        let result_types: Vec<_> = op.results.iter().map(|it| types::of(&self.ir.values[*it].ty)).collect();
        let node = self.node(id).ok_or_else(|| obstacle("an operation that is not found"))?;
        let mut attributes = FxHashMap::default();
        if self.reader.affine(op, &mut attributes).is_none() {
            return Err(obstacle("a map that is not understood"));
        }
        if !op.dialect().eq("affine") || op.form == Form::Generic || matches!(op.kind, ir::OpKind::Other) {
            self.reader.named(op, &node, (&operand_types, &result_types), &mut attributes);
        }
        // Forms of unknown attributes would be taken for equal.
        let is_told = op.form == Form::Generic || op.definition.is_some();
        let mut regions = Vec::new();
        for region in &op.regions {
            regions.push(self.region(*region, id)?);
        }
        if matches!(&*op.name, "affine.if" | "scf.if") {
            regions.resize_with(2, Block::default);
        }
        if attributes::is_switch(op) && op.form != Form::Generic && !regions.is_empty() {
            regions.rotate_right(1);
        }
        let semantics = op.semantics();
        // A symbol may be another thing in another file.
        let is_told_whole = is_told && regions.is_empty() && !has_symbol(&node);
        let purity = match op.is_pure() {
            true if is_told => Purity::Pure,
            false if is_told_whole && !is_known(&op.name, semantics) => {
                attributes.insert("form".to_owned(), Attribute::Other(form(&node)));
                Purity::Effect
            }
            _ => Purity::Unknown,
        };
        let number = self.next.replace(self.next.get() + 1);
        let text = node.text().to_string();
        let no_wrap = no_wrap(&attributes);
        let steps = steps(&operand_types, &result_types, &attributes);
        Ok(Operation {
            name: op.name.to_string(),
            operands,
            operand_types,
            results,
            result_types,
            attributes,
            regions,
            semantics,
            number: Some(number),
            text: text.lines().next().unwrap_or_default().trim().to_owned(),
            place: Some(self.starts.range(op.pointer)),
            purity,
            steps,
            no_wrap,
        })
    }
}

fn has_symbol(node: &SyntaxNode) -> bool {
    tokens(node).any(|it| it.kind() == SyntaxKind::AT_ID)
}

/// All of an operation but the names of values, so that nothing that its form says is overlooked.
fn form(node: &SyntaxNode) -> String {
    let text = |it: SyntaxToken| match it.kind() {
        SyntaxKind::PERCENT_ID => "%".to_owned(),
        _ => it.text().to_owned(),
    };
    tokens(node).filter(|it| !it.kind().is_trivia()).map(text).collect::<Vec<_>>().join(" ")
}

fn tokens(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> {
    node.descendants_with_tokens().filter_map(|it| it.into_token())
}
