//! Operations, blocks and regions as text.

use super::names::ValueNames;
use super::pieces::{Filling, Pieces, RegionPiece, Terminator, list_of};
use super::spelling::Spelling;
use super::verbatim::verbatim;
use super::{affine, control_flow, functions, table, vectors};
use base::isolated_op::Green;
use base::registry::registry;
use ir::aliases::DatabaseAliases;
use ir::types::{Type, lower_type};
use ir::{BlockId, Form, Ir, Op, OpId, ValueId};
use rustc_hash::FxHashMap;
use syntax::ods::Registry;
use syntax::{Located, SyntaxKind, TextRange, TextSize};

/// Why an operation cannot be printed.
pub(super) type Refusal = String;

pub(super) struct Printer<'a> {
    pub(super) ir: &'a Ir,
    pub(super) registry: &'a Registry,
    aliases: &'a DatabaseAliases<'a>,
    spelling: Spelling,
    /// The operations by their roots and places in them.
    nodes: FxHashMap<(usize, TextRange), Located<'a>>,
    starts: &'a [TextSize],
    names: ValueNames,
    /// The types of values whose type the IR does not know.
    types: FxHashMap<ValueId, String>,
    pub(super) out: String,
    pub(super) refused: Vec<(TextRange, String)>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(
        db: &'a dyn salsa::Database,
        ir: &'a Ir,
        aliases: &'a DatabaseAliases<'a>,
        spelling: Spelling,
        (roots, starts): (&'a [Green], &'a [TextSize]),
    ) -> Self {
        let mut nodes = FxHashMap::default();
        for (index, root) in roots.iter().enumerate() {
            collect(Located::root(&root.0), index, &mut nodes);
        }
        let mut names = ValueNames::default();
        names.enter(ir, ir.top);
        let (out, refused) = (String::new(), Vec::new());
        let types = FxHashMap::default();
        Self { ir, registry: registry(db), aliases, spelling, nodes, starts, names, types, out, refused }
    }

    pub(super) fn node(&self, op: &Op) -> Option<Located<'a>> {
        self.nodes.get(&(op.pointer.root, op.pointer.range)).copied()
    }

    /// The type that a node writes.
    pub(super) fn lowered_type(&self, node: Located<'_>) -> Type {
        lower_type(node, self.aliases)
    }

    /// The attribute after an alias.
    pub(super) fn alias_value(&self, node: Located<'_>) -> Option<Green> {
        self.aliases.value(&verbatim(node))
    }

    /// The type of a value, as far as it is known.
    pub(super) fn type_of(&self, value: ValueId) -> Option<String> {
        self.type_text(&self.ir.values[value].ty).or_else(|| self.types.get(&value).cloned())
    }

    /// The type in MLIR's notation, if all of it is known.
    pub(super) fn type_text(&self, ty: &Type) -> Option<String> {
        if ty.has_unknown() { None } else { self.spelling.applied(ty.to_string()) }
    }

    pub(super) fn refuse(&mut self, range: TextRange, reason: String) {
        self.refused.push((range, reason));
    }

    /// The operation on lines of its own, at a level of indentation.
    pub(super) fn operation(&mut self, id: OpId, level: usize) {
        let before = self.out.len();
        let op = &self.ir.ops[id];
        if let Err(reason) = self.print(id, level) {
            self.out.truncate(before);
            if let Some(range) = op.name_pointer.in_file(self.starts) {
                self.refuse(range, format!("{}: {reason}", op.name));
            }
            // The remaining parts.
            for region in &op.regions {
                self.region(&RegionPiece::Own(*region, Filling::default()), level);
            }
            self.out.truncate(before);
        }
    }

    fn print(&mut self, id: OpId, level: usize) -> Result<(), Refusal> {
        let op = &self.ir.ops[id];
        let node = self.node(op).ok_or("it is not found")?;
        if op.legacy.is_some() {
            return Err("its form is one that MLIR has given up".to_owned());
        }
        if op.broken {
            return Err("its text could not be read".to_owned());
        }
        let pieces = match op.form {
            Form::Generic => None,
            Form::Opaque => return Err("its form is not known".to_owned()),
            Form::Custom => Some(self.pieces(id, node)?),
        };
        for (value, ty) in op.results.iter().zip(pieces.iter().flat_map(|it| &it.result_types)) {
            if self.ir.values[*value].ty.has_unknown() {
                self.types.insert(*value, ty.clone());
            }
        }
        if op.form == Form::Custom {
            self.carried_types(op);
        }
        let operands = match &pieces {
            Some(pieces) => pieces.operands.clone(),
            None => (0..op.operands.len()).collect(),
        };
        let operands = operands.into_iter().map(|it| self.operand(op, it)).collect::<Result<Vec<_>, _>>()?;
        let head = format!("{}\"{}\"({})", self.results(op)?, op.name, operands.join(", "));
        self.indent(level);
        self.out.push_str(&head);
        if !op.successors.is_empty() {
            let labels: Option<Vec<String>> =
                op.successors.iter().map(|it| Some(self.label(it.block?))).collect();
            let labels = labels.ok_or("a successor is not defined")?;
            self.out.push_str(&format!("[{}]", labels.join(", ")));
        }
        match pieces {
            Some(pieces) => self.custom_rest(&pieces, level),
            None => self.generic_rest(op, node, level)?,
        }
        self.out.push('\n');
        Ok(())
    }

    fn pieces(&self, id: OpId, node: Located<'a>) -> Result<Pieces, Refusal> {
        if let Some(pieces) = functions::pieces(self, id, node)
            .or_else(|| affine::pieces(self, id, node))
            .or_else(|| control_flow::pieces(self, id, node))
            .or_else(|| vectors::pieces(self, id, node))
        {
            return pieces;
        }
        table::pieces(self, id, node)
    }

    fn custom_rest(&mut self, pieces: &Pieces, level: usize) {
        if !pieces.properties.is_empty() {
            self.out.push_str(&format!(" <{{{}}}>", list_of(&pieces.properties)));
        }
        if !pieces.regions.is_empty() {
            self.out.push_str(" (");
            for (index, region) in pieces.regions.iter().enumerate() {
                self.out.push_str(if index > 0 { ", " } else { "" });
                self.region(region, level);
            }
            self.out.push(')');
        }
        if !pieces.attributes.is_empty() {
            self.out.push_str(&format!(" {{{}}}", list_of(&pieces.attributes)));
        }
        let (inputs, results) = (pieces.operand_types.join(", "), pieces.result_types.join(", "));
        self.out.push_str(&format!(" : ({inputs}) -> ({results})"));
    }

    fn generic_rest(&mut self, op: &Op, node: Located<'_>, level: usize) -> Result<(), Refusal> {
        if let Some(properties) = node.child(SyntaxKind::PROPERTIES) {
            self.out.push_str(&format!(" {}", verbatim(properties)));
        }
        if node.child(SyntaxKind::REGION_LIST).is_some() {
            self.out.push_str(" (");
            for (index, region) in op.regions.iter().enumerate() {
                self.out.push_str(if index > 0 { ", " } else { "" });
                self.region(&RegionPiece::Own(*region, Filling::default()), level);
            }
            self.out.push(')');
        }
        if let Some(dictionary) = node.child(SyntaxKind::DICTIONARY) {
            self.out.push_str(&format!(" {}", verbatim(dictionary)));
        }
        let ty = node.child(SyntaxKind::FUNCTION_TYPE).ok_or("it has no type")?;
        self.out.push_str(&format!(" : {}", verbatim(ty)));
        Ok(())
    }

    fn operand(&self, op: &Op, index: usize) -> Result<String, Refusal> {
        let operand = op.operands.get(index).ok_or("an operand is missing")?;
        let name = operand.value.and_then(|it| self.names.usage(self.ir, it));
        name.ok_or_else(|| format!("{} is not defined", operand.name))
    }

    /// `%0:2, %a = `
    fn results(&self, op: &Op) -> Result<String, Refusal> {
        let values = op.results.iter().map(|it| (*it, &self.ir.values[*it]));
        let is_named = |id, value: &ir::Value| !value.name.is_empty() || self.names.definition(id).is_some();
        let named: Vec<_> = values.filter(|it| is_named(it.0, it.1)).collect();
        if named.is_empty() {
            return Ok(String::new());
        }
        if named.len() != op.results.len() {
            return Err("not every result has a name".to_owned());
        }
        let mut texts = Vec::new();
        for (id, value) in named.into_iter().filter(|it| it.1.number == 0) {
            let name = self.names.definition(id).ok_or("a result is defined twice")?;
            texts.push(if value.group > 1 { format!("{name}:{}", value.group) } else { name.to_owned() });
        }
        Ok(format!("{} = ", texts.join(", ")))
    }

    fn label(&self, block: BlockId) -> String {
        let written = |it: BlockId| self.ir.blocks[it].label.as_ref().map(|it| &*it.0);
        if let Some(label) = written(block) {
            return label.to_owned();
        }
        let others = &self.ir.regions[self.ir.blocks[block].parent].blocks;
        let is_taken = |name: &str| others.iter().any(|it| written(*it) == Some(name));
        let mut name = "^bb0".to_owned();
        while is_taken(&name) {
            name.push_str("_entry");
        }
        name
    }

    /// From brace to brace.
    fn region(&mut self, piece: &RegionPiece, level: usize) {
        let RegionPiece::Own(region, filling) = piece else {
            self.out.push_str("{}");
            return;
        };
        self.names.enter(self.ir, *region);
        self.out.push_str("{\n");
        let ir = self.ir;
        let blocks = &ir.regions[*region].blocks;
        let is_written = |it: &BlockId| {
            let block = &ir.blocks[*it];
            block.label.is_some() || !block.arguments.is_empty() || !block.ops.is_empty()
        };
        for (index, block) in blocks.iter().enumerate() {
            let terminator = match blocks.len() {
                1 => filling.terminator.as_ref().filter(|_| !self.has_terminator(*block)),
                _ => None,
            };
            if !is_written(block) && !filling.has_block && terminator.is_none() {
                continue;
            }
            self.block(*block, index, terminator, level + 1);
        }
        self.indent(level);
        self.out.push('}');
        self.names.leave();
    }

    /// Whether the block ends in an operation that is known to be a terminator.
    fn has_terminator(&self, block: BlockId) -> bool {
        self.ir.blocks[block].ops.last().is_some_and(|it| self.ir.ops[*it].is_terminator())
    }

    fn block(&mut self, block: BlockId, index: usize, terminator: Option<&Terminator>, level: usize) {
        let data = &self.ir.blocks[block];
        let is_empty = data.ops.is_empty() && terminator.is_none();
        if index > 0 || !data.arguments.is_empty() || is_empty || data.label.is_some() {
            let mut arguments = Vec::new();
            for argument in &data.arguments {
                let value = &self.ir.values[*argument];
                let name = self.names.definition(*argument);
                match (name, self.type_of(*argument)) {
                    (Some(name), Some(ty)) => arguments.push(format!("{name}: {ty}")),
                    _ => self.refuse_argument(block, value.pointer),
                }
            }
            let label = self.label(block);
            self.indent(level - 1);
            let list =
                if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
            self.out.push_str(&format!("{label}{list}:\n"));
        }
        for op in &data.ops {
            self.operation(*op, level);
        }
        if let Some(terminator) = terminator {
            self.terminator(block, terminator, level);
        }
    }

    fn terminator(&mut self, block: BlockId, terminator: &Terminator, level: usize) {
        let around = self.ir.regions[self.ir.blocks[block].parent].parent.map(|it| &self.ir.ops[it]);
        let refusal = |printer: &mut Self, reason: &str| {
            if let Some(around) = around
                && let Some(range) = around.name_pointer.in_file(printer.starts)
            {
                printer.refuse(range, format!("{}: {reason}", around.name));
            }
        };
        let Some(definition) = terminator.name.and_then(|it| self.registry.get(&it)) else {
            return refusal(self, "its terminator is not known");
        };
        let ops = &self.ir.blocks[block].ops;
        let results = match **ops {
            [only] if terminator.passes_results => &*self.ir.ops[only].results,
            _ => &[],
        };
        let count = results.len();
        let pairs = results.iter().map(|it| Some((self.names.usage(self.ir, *it)?, self.type_of(*it)?)));
        // Values without a name or type were refused.
        let (names, types): (Vec<String>, Vec<String>) = pairs.flatten().unzip();
        if around.is_some_and(|it| terminator.passes_results && it.results.len() != count) {
            refusal(self, "what it yields is not known");
        }
        self.indent(level);
        let (names, types) = (names.join(", "), types.join(", "));
        // A region that it has is an empty block.
        let has_region = definition.regions.iter().any(|it| !it.is_variadic);
        let region = if has_region { " ({\n^bb0:\n})" } else { "" };
        self.out.push_str(&format!("\"{}\"({names}){region} : ({types}) -> ()\n", definition.name));
    }

    /// Notes the types of block arguments that are beside their initial values.
    fn carried_types(&mut self, op: &Op) {
        let body = op.regions.first().and_then(|it| self.ir.regions[*it].blocks.first());
        for argument in body.iter().flat_map(|it| &self.ir.blocks[**it].arguments) {
            let value = &self.ir.values[*argument];
            let Some(pointer) = value.pointer.filter(|_| value.ty.has_unknown()) else { continue };
            let is_behind = |it: &ir::Operand| it.pointer.range.start() > pointer.range.end();
            let initial = op.operands.iter().enumerate().filter(|it| is_behind(it.1));
            let initial = initial.min_by_key(|it| it.1.pointer.range.start());
            if let Some((index, _)) = initial.filter(|_| matches!(&*op.name, "scf.while" | "scf.forall"))
                && let Ok(ty) = table::operand_type(self, op, index)
            {
                self.types.insert(*argument, ty);
            }
        }
    }

    fn refuse_argument(&mut self, block: BlockId, pointer: Option<ir::Pointer>) {
        let Some(op) = self.ir.regions[self.ir.blocks[block].parent].parent else { return };
        let op = &self.ir.ops[op];
        if let Some(range) = pointer.unwrap_or(op.name_pointer).in_file(self.starts) {
            self.refuse(range, format!("{}: the type of a block argument is not known", op.name));
        }
    }

    fn indent(&mut self, level: usize) {
        // Deep nests would be blanks and nothing else.
        self.out.push_str(&"  ".repeat(level.min(MOST_LEVELS)));
    }
}

/// Lines are indented no deeper.
const MOST_LEVELS: usize = 100;

/// The parser bounds the depth.
fn collect<'a>(node: Located<'a>, root: usize, nodes: &mut FxHashMap<(usize, TextRange), Located<'a>>) {
    if node.kind() == SyntaxKind::OPERATION {
        nodes.insert((root, node.trimmed_range()), node);
    }
    for child in node.children() {
        collect(child, root, nodes);
    }
}
