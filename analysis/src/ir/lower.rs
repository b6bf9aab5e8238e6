//! From the syntax of an isolated op to its [`Ir`].
//!
//! One pass builds operations, blocks and values in text order and notes by name what is used; a second resolves the
//! names, because a use may precede its definition.

mod affine_ops;
mod attributes;
mod result_types;
mod table_types;
mod text;

use super::*;
use crate::affine::symbols::is_isolated_from_above;
use crate::aliases::DatabaseAliases;
use crate::default_dialect::has_no_default_dialect;
use crate::isolated_op::IsolatedOp;
use crate::types::{TypeAliases, lower_type};
pub(crate) use attributes::{Attributes, integer, integers, signed_integer};
use rustc_hash::FxHashMap;
use syntax::ast::{self, AstNode};
use syntax::legacy::{LegacyOperation, legacy_operation};
use syntax::{SyntaxKind, SyntaxNode};
pub(crate) use text::trimmed_range;
use text::{full_name, region_arguments, symbol_reference};

/// The operations, blocks and values of an isolated op.
#[salsa::tracked(returns(ref))]
pub(crate) fn ir<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Ir {
    let aliases = DatabaseAliases::new(db, op.file(db), op.part(db));
    let mut lower = Lower::new(&aliases, op.errors(db));
    let top = lower.ir.top;
    let block = lower.block(top, None);
    for (index, root) in op.roots(db).iter().enumerate() {
        lower.root = index;
        if let Some(operation) = ast::Operation::cast(root.syntax_node()) {
            lower.operation(&operation, block);
        }
    }
    lower.finish()
}

struct Lower<'a> {
    ir: Ir,
    aliases: &'a dyn TypeAliases,
    errors: &'a [(usize, TextRange)],
    root: usize,
    /// Per region: what its names stand for (the first value of the group), and the region around it, if it is seen.
    scopes: Vec<Scope>,
    /// Uses to resolve: operation, and index into its operands.
    uses: Vec<(OpId, usize)>,
    /// The texts of `ir.mentions`.
    mention_names: Vec<Box<str>>,
    /// Mentions in subscripts: each with the operand that it is.
    repeated_mentions: Vec<(Pointer, OpId, usize)>,
    /// Of the loop that is being lowered: the types of its iteration arguments, and of its induction variable.
    carried_types: Vec<Type>,
    carried_index: Type,
}

#[derive(Default)]
struct Scope {
    names: FxHashMap<Box<str>, ValueId>,
    labels: FxHashMap<Box<str>, BlockId>,
    parent: Option<RegionId>,
}

impl<'a> Lower<'a> {
    fn new(aliases: &'a dyn TypeAliases, errors: &'a [(usize, TextRange)]) -> Self {
        let mut regions = Arena::default();
        let top = regions.alloc(Region { parent: None, blocks: Vec::new(), pointer: None });
        let ir = Ir {
            ops: Arena::default(),
            blocks: Arena::default(),
            regions,
            values: Arena::default(),
            top,
            redefinitions: Vec::new(),
            mentions: Vec::new(),
        };
        Self {
            ir,
            aliases,
            errors,
            root: 0,
            scopes: vec![Scope::default()],
            uses: Vec::new(),
            mention_names: Vec::new(),
            repeated_mentions: Vec::new(),
            carried_types: Vec::new(),
            carried_index: Type::Unknown,
        }
    }

    fn pointer(&self, node: &SyntaxNode) -> Pointer {
        Pointer { root: self.root, range: trimmed_range(node) }
    }

    fn block(&mut self, region: RegionId, label: Option<(Box<str>, Pointer)>) -> BlockId {
        let block =
            self.ir.blocks.alloc(Block { parent: region, label, arguments: Vec::new(), ops: Vec::new() });
        self.ir.regions[region].blocks.push(block);
        block
    }

    fn operation(&mut self, operation: &ast::Operation, block: BlockId) {
        let node = operation.syntax();
        let op_name = operation.op_name();
        let generic = operation.is_generic();
        let written = op_name.as_ref().map(|it| it.text()).unwrap_or_default();
        let old = if generic { None } else { legacy_operation(&written) };
        let legacy = old.filter(|it| self.is_legacy(*it, &written, node, block));
        // A name that may be another dialect's is not read as what it once was.
        let is_opaque = operation.is_opaque() || old.is_some() && legacy.is_none();
        let name = match legacy {
            Some(legacy) => legacy.name.to_owned(),
            None if generic => written,
            None => full_name(written),
        };
        let pointer = self.pointer(node);
        let id = self.ir.ops.alloc(Op {
            name: name.into(),
            form: match (generic, is_opaque) {
                (true, _) => Form::Generic,
                (false, true) => Form::Opaque,
                (false, false) if op_name.is_none() => Form::Opaque,
                (false, false) => Form::Custom,
            },
            block,
            operands: Vec::new(),
            results: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
            kind: OpKind::Other,
            operand_types: None,
            symbol: symbol_reference(node),
            pointer,
            name_pointer: self.pointer(op_name.as_ref().map_or(node, |it| it.syntax())),
            broken: false,
            legacy,
        });
        self.ir.blocks[block].ops.push(id);
        self.mentions(operation, id);

        let attributes = Attributes::of(operation);
        if generic {
            self.generic_pieces(operation, id);
        }
        self.ir.ops[id].kind = self.kind(operation, id, &attributes);
        let is_plain = matches!(self.ir.ops[id].kind, OpKind::Other) && self.ir.ops[id].operands.is_empty();
        if !generic && is_plain && self.table_operands(operation, id).is_none() {
            self.operands_in_text_order(operation, id);
        }
        self.successors(operation, id);
        let regions = operation.regions();
        let mut arguments = region_arguments(node);
        for region in &regions {
            self.region(region, id, &std::mem::take(&mut arguments));
        }
        let is_open = |it: &ast::Region| ast::token(it.syntax(), SyntaxKind::R_BRACE).is_none();
        let broken = op_name.is_none()
            || is_followed_by_error(node)
            || regions.iter().any(is_open)
            || self.has_own_error(id, &regions);
        self.ir.ops[id].broken = broken;
        let is_unread = legacy.is_some() && node.children().any(|it| it.kind() == SyntaxKind::ERROR);
        let types =
            if broken || is_unread { Box::default() } else { self.result_types(operation, id, &attributes) };
        self.results(operation, id, &types);
    }

    /// Whether an old name is one here. Where the default dialect is not known, a bare name may be one of its own.
    fn is_legacy(&self, old: LegacyOperation, written: &str, node: &SyntaxNode, block: BlockId) -> bool {
        if written.contains('.') {
            return true;
        }
        // `constant @f` of the func dialect.
        if old.name == "arith.constant" && node.children().any(|it| it.kind() == SyntaxKind::SYMBOL_REFERENCE)
        {
            return false;
        }
        let region = &self.ir.regions[self.ir.blocks[block].parent];
        region.parent.is_none_or(|parent| {
            let name = &self.ir.ops[parent].name;
            &**name == "func.func" || has_no_default_dialect(name)
        })
    }

    /// Whether a syntax error lies inside the operation and in no nested one.
    fn has_own_error(&self, op: OpId, regions: &[ast::Region]) -> bool {
        let range = self.ir.ops[op].pointer.range;
        self.errors.iter().any(|(root, error)| {
            let inside = *root == self.root && range.start() <= error.start() && error.start() <= range.end();
            let nested = || {
                regions.iter().any(|region| {
                    region.syntax().children().flat_map(|block| block.children()).any(|child| {
                        child.kind() == SyntaxKind::OPERATION
                            && trimmed_range(&child).contains_inclusive(error.start())
                    })
                })
            };
            inside && !nested()
        })
    }

    fn has_error_in(&self, node: &SyntaxNode) -> bool {
        let range = trimmed_range(node);
        self.errors.iter().any(|(root, error)| *root == self.root && range.contains_inclusive(error.start()))
    }

    fn mentions(&mut self, operation: &ast::Operation, op: OpId) {
        for value in operation.value_uses() {
            let pointer = self.pointer(value.syntax());
            self.ir.mentions.push(Mention { pointer, value: None, op });
            self.mention_names.push(syntax::text_of(value.syntax().green()).trim().into());
        }
    }

    /// Adds an operand and returns its index.
    fn operand(&mut self, op: OpId, value: &ast::ValueUse) -> usize {
        let name: Box<str> = syntax::text_of(value.syntax().green()).trim().into();
        let pointer = self.pointer(value.syntax());
        let operands = &mut self.ir.ops[op].operands;
        operands.push(Operand { value: None, name, pointer });
        self.uses.push((op, operands.len() - 1));
        operands.len() - 1
    }

    /// For forms of which no more is known; those of successors are added with these.
    fn operands_in_text_order(&mut self, operation: &ast::Operation, op: OpId) {
        let node = operation.syntax();
        for value in operation.value_uses() {
            let mut around = value.syntax().ancestors().take_while(|it| it != node);
            if around.all(|it| it.kind() != SyntaxKind::SUCCESSOR) {
                self.operand(op, &value);
            }
        }
    }

    fn generic_pieces(&mut self, operation: &ast::Operation, op: OpId) {
        let list = operation.syntax().children().find(|it| it.kind() == SyntaxKind::OPERAND_LIST);
        for value in list.iter().flat_map(ast::children::<ast::ValueUse>) {
            self.operand(op, &value);
        }
        if let Some(ty) = ast::child::<ast::FunctionType>(operation.syntax())
            && let Type::Function { inputs, .. } = lower_type(ty.syntax(), self.aliases)
        {
            self.ir.ops[op].operand_types = Some(inputs);
        }
    }

    fn successors(&mut self, operation: &ast::Operation, op: OpId) {
        let successors: Vec<_> = operation
            .syntax()
            .children()
            .flat_map(|it| match it.kind() {
                SyntaxKind::SUCCESSOR => vec![it],
                SyntaxKind::SUCCESSOR_LIST | SyntaxKind::OPAQUE_BODY => {
                    it.children().filter(|it| it.kind() == SyntaxKind::SUCCESSOR).collect()
                }
                _ => Vec::new(),
            })
            .collect();
        for successor in successors {
            let label =
                ast::token(&successor, SyntaxKind::CARET_ID).map(|it| it.text().into()).unwrap_or_default();
            let first = self.ir.ops[op].operands.len();
            let uses: Vec<_> = successor.descendants().filter_map(ast::ValueUse::cast).collect();
            for value in &uses {
                self.operand(op, value);
            }
            let operands = first..self.ir.ops[op].operands.len();
            let pointer = self.pointer(&successor);
            self.ir.ops[op].successors.push(Successor { label, block: None, operands, pointer });
        }
    }

    /// `arguments` are those that stand outside the region and belong to its first block.
    fn region(&mut self, region: &ast::Region, op: OpId, arguments: &[ast::BlockArgument]) {
        let pointer = self.pointer(region.syntax());
        let id =
            self.ir.regions.alloc(Region { parent: Some(op), blocks: Vec::new(), pointer: Some(pointer) });
        self.ir.ops[op].regions.push(id);
        let outer = self.ir.blocks[self.ir.ops[op].block].parent;
        let parent = (!is_isolated_from_above(&self.ir.ops[op].name)).then_some(outer);
        self.scopes.push(Scope { parent, ..Scope::default() });

        let blocks: Vec<_> = region.blocks().collect();
        // `{}` holds no block in the tree; a custom form means an empty one, the generic form none.
        if blocks.is_empty() && (self.ir.ops[op].form != Form::Generic || !arguments.is_empty()) {
            let block = self.block(id, None);
            self.arguments(block, arguments, op);
        }
        let ids: Vec<_> = blocks
            .iter()
            .enumerate()
            .map(|(index, block)| {
                let label = block.label();
                let label_token = label.as_ref().and_then(|it| ast::token(it.syntax(), SyntaxKind::CARET_ID));
                let named = label_token.map(|it| {
                    let pointer = Pointer { root: self.root, range: it.text_range() };
                    (Box::<str>::from(it.text()), pointer)
                });
                let block_id = self.block(id, named.clone());
                if let Some((name, _)) = named {
                    self.scope(id).labels.entry(name).or_insert(block_id);
                }
                if index == 0 {
                    self.arguments(block_id, arguments, op);
                }
                let own: Vec<_> = label
                    .iter()
                    .flat_map(|it| {
                        it.syntax().children().filter(|it| it.kind() == SyntaxKind::BLOCK_ARGUMENT_LIST)
                    })
                    .flat_map(|it| ast::children::<ast::BlockArgument>(&it))
                    .collect();
                self.arguments(block_id, &own, op);
                block_id
            })
            .collect();
        for (block, id) in blocks.iter().zip(ids) {
            for operation in block.operations() {
                self.operation(&operation, id);
            }
        }
    }

    fn arguments(&mut self, block: BlockId, arguments: &[ast::BlockArgument], op: OpId) {
        for argument in arguments {
            let written = argument.ty().map(|it| lower_type(it.syntax(), self.aliases));
            let index = self.ir.blocks[block].arguments.len();
            // The outputs of `scf.forall` stand beside its indices.
            let is_output = self.ir.ops[op].is("scf.forall")
                && argument.syntax().parent().is_some_and(|it| it.kind() == SyntaxKind::ITER_ARG);
            let written = if self.has_error_in(argument.syntax()) { Some(Type::Unknown) } else { written };
            let unwritten = || if is_output { Type::Unknown } else { self.argument_type(op, index) };
            let ty = written.unwrap_or_else(unwritten);
            let name: Box<str> = argument.name().map(|it| it.text().into()).unwrap_or_default();
            let pointer = argument.name().map(|it| Pointer { root: self.root, range: it.text_range() });
            let value = self.ir.values.alloc(Value {
                name: name.clone(),
                definition: Definition::Argument { block, index },
                ty,
                pointer,
                group: 1,
                number: 0,
            });
            self.ir.blocks[block].arguments.push(value);
            self.define(self.ir.blocks[block].parent, name, value);
        }
    }

    fn results(&mut self, operation: &ast::Operation, op: OpId, types: &[Type]) {
        let region = self.ir.blocks[self.ir.ops[op].block].parent;
        for result in operation.results() {
            let group = group_size(&result);
            let name: Box<str> = result.name().map(|it| it.text().into()).unwrap_or_default();
            let pointer = Some(self.pointer(result.syntax()));
            for number in 0..group {
                let index = self.ir.ops[op].results.len();
                let value = self.ir.values.alloc(Value {
                    name: name.clone(),
                    definition: Definition::Result { op, index },
                    ty: types.get(index).cloned().unwrap_or(Type::Unknown),
                    pointer,
                    group,
                    number,
                });
                self.ir.ops[op].results.push(value);
                if number == 0 {
                    self.define(region, name.clone(), value);
                }
            }
        }
        // Results that the text does not name are values all the same.
        for (index, ty) in types.iter().enumerate().skip(self.ir.ops[op].results.len()) {
            let value = self.ir.values.alloc(Value {
                name: Box::default(),
                definition: Definition::Result { op, index },
                ty: ty.clone(),
                pointer: None,
                group: 1,
                number: 0,
            });
            self.ir.ops[op].results.push(value);
        }
    }

    fn scope(&mut self, region: RegionId) -> &mut Scope {
        &mut self.scopes[region.into_raw().into_u32() as usize]
    }

    fn look_up(&self, mut region: RegionId, name: &str) -> Option<ValueId> {
        loop {
            let scope = &self.scopes[region.into_raw().into_u32() as usize];
            if let Some(value) = scope.names.get(name) {
                return Some(*value);
            }
            region = scope.parent?;
        }
    }

    fn define(&mut self, region: RegionId, name: Box<str>, value: ValueId) {
        if name.is_empty() {
            return;
        }
        if let Some(first) = self.look_up(region, &name) {
            // Labels are defined before the operations of their region; a region that ended above one is not inside.
            let is_below = |it: &ValueId| self.ir.values[*it].pointer.map(|it| (it.root, it.range.start()));
            let is_label = self.ir.home(first) != region && is_below(&value) < is_below(&first);
            if !is_label {
                self.ir.redefinitions.push((value, first));
                return;
            }
        }
        self.scope(region).names.insert(name, value);
    }

    fn finish(mut self) -> Ir {
        for (op, index) in std::mem::take(&mut self.uses) {
            let region = self.ir.blocks[self.ir.ops[op].block].parent;
            let name = self.ir.ops[op].operands[index].name.clone();
            self.ir.ops[op].operands[index].value = self.resolve(region, &name);
        }
        let ids: Vec<OpId> = self.ir.ops.iter().map(|it| it.0).collect();
        for op in ids {
            let region = self.ir.blocks[self.ir.ops[op].block].parent;
            for index in 0..self.ir.ops[op].successors.len() {
                let label = self.ir.ops[op].successors[index].label.clone();
                self.ir.ops[op].successors[index].block = self.scope(region).labels.get(&label).copied();
            }
        }
        self.resolve_mentions();
        self.ir
    }

    /// A mention stands for what it names, but a later one in a subscript for what the first one does.
    fn resolve_mentions(&mut self) {
        let mut repeated: FxHashMap<Pointer, Option<ValueId>> = FxHashMap::default();
        for (pointer, op, index) in &self.repeated_mentions {
            repeated.insert(*pointer, self.ir.ops[*op].operands[*index].value);
        }
        let mut mentions = std::mem::take(&mut self.ir.mentions);
        for (mention, name) in mentions.iter_mut().zip(&self.mention_names) {
            mention.value = match repeated.get(&mention.pointer) {
                Some(value) => *value,
                None => self.resolve(self.ir.blocks[self.ir.ops[mention.op].block].parent, name),
            };
        }
        self.ir.mentions = mentions;
    }

    /// `%name` or `%name#number`.
    fn resolve(&self, region: RegionId, name: &str) -> Option<ValueId> {
        let (base, number) = match name.split_once('#') {
            Some((base, number)) => (base.trim_end(), number.parse::<u32>().ok()?),
            None => (name, 0),
        };
        let first = self.look_up(region, base)?;
        if number == 0 {
            return Some(first);
        }
        if number >= self.ir.values[first].group {
            return None;
        }
        match self.ir.values[first].definition {
            Definition::Result { op, index } => {
                self.ir.ops[op].results.get(index.checked_add(number as usize)?).copied()
            }
            Definition::Argument { .. } => None,
        }
    }
}

/// The number of results that stand under one name.
fn group_size(result: &ast::OpResult) -> u32 {
    let written = ast::token(result.syntax(), SyntaxKind::INTEGER);
    written.and_then(|it| it.text().parse::<u32>().ok()).unwrap_or(1).min(MAX_RESULTS)
}

/// Whether text that fits nowhere follows: the operation ended before it was complete.
fn is_followed_by_error(node: &SyntaxNode) -> bool {
    let mut next = node.next_sibling_or_token();
    while let Some(rowan::NodeOrToken::Token(token)) = &next {
        if !token.kind().is_trivia() {
            return false;
        }
        next = token.next_sibling_or_token();
    }
    next.is_some_and(|it| it.kind() == SyntaxKind::ERROR)
}

/// More results than this under one name are not counted; no real operation has them.
const MAX_RESULTS: u32 = 1 << 16;
