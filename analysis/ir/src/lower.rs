//! From the syntax of an isolated op to its [`Ir`].
//!
//! One pass builds operations, blocks and values in text order and notes by name what is used; a second resolves the
//! names, because a use may precede its definition.

mod affine_ops;
mod aggregate_types;
mod attributes;
mod details;
mod head_bindings;
mod inferred_types;
#[cfg(test)]
mod kept_tests;
mod names;
mod own_pieces;
mod result_types;
mod table_types;
mod text;

use super::*;
use crate::aliases::DatabaseAliases;
use crate::types::{TypeAliases, lower_type};
pub use attributes::{Attributes, integer, integers, mixed_list, signed_integer};
use base::at_once::computes;
use base::change::Changes;
use base::earlier::{earlier, keep};
use base::isolated_op::{Green, IsolatedOp};
use base::registry::registry;
use head_bindings::bound_names;
pub use head_bindings::may_bind;
use names::Scope;
use own_pieces::OwnPieces;
use rowan::GreenNodeData;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use syntax::legacy::{LegacyOperation, legacy_operation};
use syntax::ods::{Name, Registry, full_name};
use syntax::{Located, LocatedElement, SyntaxKind};
pub use text::trimmed_range;

/// A text up to this length is lowered within a fraction of a millisecond, in whichever thread asks.
const SHORT_BYTES: usize = 4 << 10;
/// In a text of this length, moving operations saves more than the look at how the text changed.
const LONG_BYTES: usize = 8 << 10;

/// The operations, blocks and values of an isolated op.
pub fn ir_of<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> &'db Ir {
    &lowering(db, op).ir
}

/// As [`ir_of`], for queries whose results tell of no places: they hold as long as the operations are the same, wherever.
pub fn meaning_of<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> &'db Ir {
    &meaning(db, op).0.ir
}

/// Equal where the operations and their places are.
#[derive(Debug, Clone)]
struct Lowering {
    ir: Arc<Ir>,
    /// The same where operations were moved.
    number: u64,
}

impl PartialEq for Lowering {
    fn eq(&self, other: &Self) -> bool {
        self.ir == other.ir
    }
}

impl Lowering {
    fn new(ir: Ir) -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self { ir: Arc::new(ir), number: LAST.fetch_add(1, Ordering::Relaxed) }
    }
}

/// Equal where the operations are.
#[derive(Debug)]
struct Meaning(Lowering);

impl PartialEq for Meaning {
    fn eq(&self, other: &Self) -> bool {
        self.0.number == other.0.number || self.0 == other.0
    }
}

#[salsa::tracked(returns(ref))]
fn lowering<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Lowering {
    let length = bytes(op.roots(db));
    if length > SHORT_BYTES {
        computes(db);
    }
    let text = op.text(db);
    // That of a text which nobody typed is soon gone.
    if length < LONG_BYTES || !op.errors(db).is_empty() || op.roots(db) != text.roots(db) {
        return Lowering::new(lowered(db, op));
    }
    let of_earlier = earlier::<Earlier>(db, text).and_then(|it| it.moved(db, op));
    let lowering = of_earlier.unwrap_or_else(|| Lowering::new(lowered(db, op)));
    keep(db, text, Arc::new(Earlier::new(db, op, lowering.clone())));
    lowering
}

#[salsa::tracked(returns(ref))]
fn meaning<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Meaning {
    Meaning(lowering(db, op).clone())
}

/// The operations of an earlier text without syntax errors, with all that they depend on.
struct Earlier {
    roots: Box<[Green]>,
    environment_revision: u64,
    registry: Arc<Registry>,
    lowering: Lowering,
}

impl Earlier {
    fn new(db: &dyn salsa::Database, op: IsolatedOp<'_>, lowering: Lowering) -> Self {
        let (roots, environment_revision) = (op.roots(db).clone(), op.file(db).environment_revision(db));
        Self { roots, environment_revision, registry: registry(db).clone(), lowering }
    }

    /// Those of the present text, if it differs in blanks and comments only.
    fn moved(&self, db: &dyn salsa::Database, op: IsolatedOp<'_>) -> Option<Lowering> {
        let is_surrounded_alike = self.environment_revision == op.file(db).environment_revision(db)
            && Arc::ptr_eq(&self.registry, registry(db));
        let changes = Changes::in_trivia(&self.roots, op.roots(db)).filter(|_| is_surrounded_alike)?;
        let place = |it: Pointer| Some(Pointer { range: changes.stretched(it.root, it.range)?, ..it });
        let ir = self.lowering.ir.moved(place)?;
        Some(Lowering { ir: Arc::new(ir), number: self.lowering.number })
    }
}

/// As [`ir_of`], but not kept: for callers that look at every function of a file once, and would keep all of them in memory.
pub fn lowered<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Ir {
    lowered_in(db, op, Extent::Whole)
}

/// As [`lowered`], of some of the operations.
pub fn lowered_in<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>, extent: Extent<'_>) -> Ir {
    let aliases = DatabaseAliases::new(db, op.file(db), op.part(db));
    lower(registry(db), &aliases, op.roots(db), op.errors(db), extent)
}

/// The operations of roots that are not an isolated op of a file, with the syntax errors in them.
pub fn lowered_roots(
    db: &dyn salsa::Database,
    aliases: &dyn TypeAliases,
    roots: &[Green],
    errors: &[(usize, TextRange)],
) -> Ir {
    lower(registry(db), aliases, roots, errors, Extent::Whole)
}

fn bytes(roots: &[Green]) -> usize {
    roots.iter().map(|it| usize::from(it.0.text_len())).sum()
}

fn lower(
    registry: &Registry,
    aliases: &dyn TypeAliases,
    roots: &[Green],
    errors: &[(usize, TextRange)],
    extent: Extent<'_>,
) -> Ir {
    let mut lower = Lower::new(registry, aliases, errors, extent, bytes(roots));
    let top = lower.ir.top;
    let block = lower.block(top, None);
    for (index, root) in roots.iter().enumerate() {
        lower.root = index;
        let root = Located::root(&root.0);
        if root.kind() == SyntaxKind::OPERATION {
            lower.operation(root, None, block);
        }
    }
    lower.finish()
}

/// The usual length of the text of an operation.
const BYTES_OF_OP: usize = 40;
/// Memory for at most this many operations is taken at once, instead of moving them as they become more.
const MOST_EXPECTED: usize = 4_096;

struct Lower<'a> {
    ir: Ir,
    registry: &'a Registry,
    aliases: &'a dyn TypeAliases,
    errors: &'a [(usize, TextRange)],
    extent: Extent<'a>,
    root: usize,
    /// Per region.
    scopes: Vec<Scope<'a>>,
    /// Operations of unknown form without regions that show that they bind names.
    binding: FxHashSet<OpId>,
    /// Uses to resolve: operation, and index into its operands.
    uses: Vec<(OpId, usize)>,
    /// Loops that a condition ends.
    whiles: Vec<OpId>,
    /// The texts of `ir.mentions`.
    mention_names: Vec<Cow<'a, str>>,
    /// Types by their nodes: equal ones are one node in many places.
    types: RefCell<FxHashMap<*const GreenNodeData, Type>>,
    /// Mentions in subscripts: each with the operand that it is.
    repeated_mentions: Vec<(Pointer, OpId, usize)>,
    /// The types of the block arguments in the form of the operation that is being lowered.
    argument_types: Vec<Type>,
}

impl<'a> Lower<'a> {
    fn new(
        registry: &'a Registry,
        aliases: &'a dyn TypeAliases,
        errors: &'a [(usize, TextRange)],
        extent: Extent<'a>,
        bytes: usize,
    ) -> Self {
        let expected = (bytes / BYTES_OF_OP).min(MOST_EXPECTED);
        let mut regions = Arena::default();
        let top = regions.alloc(Region { parent: None, blocks: Vec::new(), pointer: None });
        let ir = Ir {
            ops: Arena::with_capacity(expected),
            blocks: Arena::default(),
            regions,
            values: Arena::with_capacity(expected),
            top,
            redefinitions: Vec::new(),
            mentions: Vec::new(),
            details: FxHashMap::default(),
        };
        Self {
            ir,
            registry,
            aliases,
            errors,
            extent,
            root: 0,
            scopes: vec![Scope::default()],
            binding: FxHashSet::default(),
            uses: Vec::new(),
            whiles: Vec::new(),
            mention_names: Vec::new(),
            types: RefCell::default(),
            repeated_mentions: Vec::new(),
            argument_types: Vec::new(),
        }
    }

    fn pointer(&self, node: Located<'_>) -> Pointer {
        Pointer { root: self.root, range: node.trimmed_range() }
    }

    fn lowered_type(&self, node: Located<'_>) -> Type {
        let key = std::ptr::from_ref(node.green);
        if let Some(ty) = self.types.borrow().get(&key) {
            return ty.clone();
        }
        let ty = lower_type(node, self.aliases);
        self.types.borrow_mut().insert(key, ty.clone());
        ty
    }

    fn block(&mut self, region: RegionId, label: Option<(Box<str>, Pointer)>) -> BlockId {
        let block =
            self.ir.blocks.alloc(Block { parent: region, label, arguments: Vec::new(), ops: Vec::new() });
        self.ir.regions[region].blocks.push(block);
        block
    }

    /// `next` is the element that follows the operation.
    fn operation(&mut self, node: Located<'a>, next: Option<LocatedElement<'a>>, block: BlockId) {
        let op_name = node.child(SyntaxKind::OP_NAME);
        let generic = op_name.is_some_and(|it| it.token(SyntaxKind::STRING).is_some());
        let written = node.op_name();
        if matches!(self.extent, Extent::Regions) && !generic && self.has_no_regions(node, written) {
            let pointer = self.pointer(node);
            let id = self.ir.ops.alloc(Op::at(block, pointer, pointer));
            self.ir.blocks[block].ops.push(id);
            return self.results(node, id, &[]);
        }
        let old = if generic { None } else { legacy_operation(written) };
        let legacy = old.filter(|it| self.is_legacy(*it, written, node, block));
        // A name that may belong to another dialect does not get its earlier meaning.
        let is_opaque = node.child(SyntaxKind::OPAQUE_BODY).is_some() || old.is_some() && legacy.is_none();
        let in_region = self.name_in(block, written).filter(|_| !generic);
        let name = match legacy {
            Some(legacy) => legacy.name,
            None if generic => written,
            None => in_region.as_deref().unwrap_or(if is_opaque { written } else { full_name(written) }),
        };
        let pointer = self.pointer(node);
        let mut pieces = OwnPieces::of(node);
        let id = self.ir.ops.alloc(Op {
            name: name.into(),
            definition: self.registry.get(name).cloned(),
            is_of_complete_dialect: name.split_once('.').is_some_and(|it| self.registry.is_complete(it.0)),
            may_be_imported: !self.registry.is_builtin(),
            form: match (generic, is_opaque) {
                (true, _) => Form::Generic,
                (false, true) => Form::Opaque,
                (false, false) if op_name.is_none() => Form::Opaque,
                (false, false) => Form::Custom,
            },
            symbol: pieces.symbol.map(|it| it.trimmed_text().into()),
            legacy,
            ..Op::at(block, pointer, self.pointer(op_name.unwrap_or(node)))
        });
        self.ir.blocks[block].ops.push(id);
        let body = node.child(SyntaxKind::OPAQUE_BODY).filter(|_| !pieces.uses.is_empty());
        let has_regions = !pieces.regions.is_empty();
        let bound = body.filter(|_| has_regions).map(bound_names).unwrap_or_default();
        if !has_regions && body.is_some_and(may_bind) {
            self.binding.insert(id);
        }
        let is_bound =
            |it: &Located<'_>| bound.binary_search_by_key(&it.text_range().start(), |it| it.start()).is_ok();
        for value in &pieces.uses {
            let pointer = self.pointer(*value);
            self.ir.mentions.push(Mention { pointer, value: None, op: id });
            self.mention_names.push(if is_bound(value) { "".into() } else { value.trimmed_text() });
        }
        let hidden = match is_opaque && has_regions {
            true => hidden_names(&pieces, is_bound),
            false => Rc::default(),
        };
        // Where the head binds a name twice, its parser decides which one the name means.
        if !bound.is_empty() {
            let names: Vec<_> =
                pieces.uses.iter().filter(|it| is_bound(it)).map(|it| it.trimmed_text()).collect();
            let is_rebound = |it: &Located<'_>| {
                let name = it.token(SyntaxKind::PERCENT_ID).map(|it| it.text());
                name.is_some_and(|name| names.iter().any(|it| it == name))
            };
            pieces.arguments.retain(|it| !is_rebound(it));
        }
        pieces.uses.retain(|it| !is_bound(it));

        let attributes = Attributes::of(node);
        if generic {
            self.generic_pieces(node, id);
        }
        self.argument_types.clear();
        self.ir.ops[id].kind = self.kind(node, id, &attributes);
        let is_plain = matches!(self.ir.ops[id].kind, OpKind::Other | OpKind::Yield)
            && self.ir.ops[id].operands.is_empty();
        let mut binding = None;
        if !generic && is_plain {
            binding = self.bound(node, id);
            match &binding {
                Some(binding) => self.table_operands(binding, id),
                None => self.operands_in_text_order(&pieces, id),
            }
        }
        self.successors(node, id);
        let types =
            std::mem::take(&mut self.argument_types).into_iter().chain(std::iter::repeat(Type::Unknown));
        let mut arguments: Vec<_> = std::mem::take(&mut pieces.arguments).into_iter().zip(types).collect();
        for region in &pieces.regions {
            self.region(*region, id, &std::mem::take(&mut arguments), &hidden);
        }
        let is_open = |it: &Located<'_>| it.token(SyntaxKind::R_BRACE).is_none();
        let broken = op_name.is_none()
            || next.is_some_and(|it| it.into_node().is_some_and(|it| it.kind() == SyntaxKind::ERROR))
            || pieces.regions.iter().any(is_open)
            || self.has_own_error(id, &pieces.regions);
        self.ir.ops[id].broken = broken;
        let is_unread = legacy.is_some() && node.child(SyntaxKind::ERROR).is_some();
        let types = match broken || is_unread {
            true => Box::default(),
            false => self.result_types(node, id, &attributes, binding),
        };
        self.results(node, id, &types);
        if !broken && matches!(self.ir.ops[id].kind, OpKind::Other | OpKind::Constant) {
            self.detail(node, id, &attributes);
        }
    }

    /// The full name of an operation that is written without the dialect which may be left out in the block.
    fn name_in(&self, block: BlockId, written: &str) -> Option<Name> {
        let parent =
            self.ir.regions[self.ir.blocks[block].parent].parent.filter(|_| !written.contains('.'))?;
        let dialect = self.ir.ops[parent].default_dialect()?;
        let full = format!("{dialect}.{written}");
        self.registry.get(&full).map(|it| it.name)
    }

    fn has_no_regions(&self, node: Located<'_>, written: &str) -> bool {
        let definition = self.registry.get(full_name(written));
        definition.is_some_and(|it| it.regions.is_empty()) && node.child(SyntaxKind::REGION).is_none()
    }

    /// Whether an old name is one here. Where the default dialect is not known, a bare name may be one of its own.
    fn is_legacy(&self, old: LegacyOperation, written: &str, node: Located<'_>, block: BlockId) -> bool {
        if written.contains('.') {
            return true;
        }
        // `constant @f` of the func dialect.
        if old.name == "arith.constant" && node.child(SyntaxKind::SYMBOL_REFERENCE).is_some() {
            return false;
        }
        let region = &self.ir.regions[self.ir.blocks[block].parent];
        region.parent.is_none_or(|parent| {
            let default = self.ir.ops[parent].default_dialect();
            default.is_some_and(|it| matches!(&*it, "" | "func"))
        })
    }

    /// Whether a syntax error lies inside the operation and in no nested one.
    fn has_own_error(&self, op: OpId, regions: &[Located<'_>]) -> bool {
        let range = self.ir.ops[op].pointer.range;
        self.errors.iter().any(|(root, error)| {
            let inside = *root == self.root && range.start() <= error.start() && error.start() <= range.end();
            let nested = || {
                regions.iter().flat_map(|it| it.children()).flat_map(Located::children).any(|child| {
                    child.kind() == SyntaxKind::OPERATION
                        && child.trimmed_range().contains_inclusive(error.start())
                })
            };
            inside && !nested()
        })
    }

    fn has_error_in(&self, node: Located<'_>) -> bool {
        if self.errors.is_empty() {
            return false;
        }
        let range = node.trimmed_range();
        self.errors.iter().any(|(root, error)| *root == self.root && range.contains_inclusive(error.start()))
    }

    /// Adds an operand, a `VALUE_USE`, and returns its index.
    fn operand(&mut self, op: OpId, value: Located<'_>) -> usize {
        let name = SmolStr::new(value.trimmed_text());
        let pointer = self.pointer(value);
        let operands = &mut self.ir.ops[op].operands;
        operands.push(Operand { value: None, name, pointer });
        self.uses.push((op, operands.len() - 1));
        operands.len() - 1
    }

    /// For forms without further knowledge; the operands of successors are added with these.
    fn operands_in_text_order(&mut self, pieces: &OwnPieces<'_>, op: OpId) {
        for value in &pieces.uses {
            let range = value.text_range();
            if !pieces.successors.iter().any(|it| it.contains_range(range)) {
                self.operand(op, *value);
            }
        }
    }

    fn generic_pieces(&mut self, node: Located<'_>, op: OpId) {
        let list = node.child(SyntaxKind::OPERAND_LIST);
        for value in list.into_iter().flat_map(|it| it.children_of_kind(SyntaxKind::VALUE_USE)) {
            self.operand(op, value);
        }
        if let Some(ty) = node.child(SyntaxKind::FUNCTION_TYPE)
            && let Type::Function { inputs, .. } = self.lowered_type(ty)
        {
            self.ir.ops[op].operand_types = Some(inputs);
        }
    }

    fn successors(&mut self, node: Located<'_>, op: OpId) {
        for piece in node.children() {
            match piece.kind() {
                SyntaxKind::SUCCESSOR => self.successor(piece, op),
                SyntaxKind::SUCCESSOR_LIST | SyntaxKind::OPAQUE_BODY => {
                    for successor in piece.children_of_kind(SyntaxKind::SUCCESSOR) {
                        self.successor(successor, op);
                    }
                }
                _ => {}
            }
        }
    }

    fn successor(&mut self, node: Located<'_>, op: OpId) {
        let label = node.token(SyntaxKind::CARET_ID).map(|it| it.text().into()).unwrap_or_default();
        let first = self.ir.ops[op].operands.len();
        for value in node.own(SyntaxKind::VALUE_USE) {
            self.operand(op, value);
        }
        let operands = first..self.ir.ops[op].operands.len();
        // Those of the generic form are in its function type.
        if let Some(known) = self.ir.ops[op].operand_types.take() {
            let written = node.children_of_kind(SyntaxKind::TYPE_GROUP).flat_map(Located::types);
            let written: Vec<Type> = written.map(|it| self.lowered_type(it)).collect();
            let is_complete = known.len() == first && written.len() == operands.len();
            let types = known.iter().cloned().chain(written.into_iter().filter(|_| is_complete));
            self.ir.ops[op].operand_types = Some(types.collect());
        }
        let pointer = self.pointer(node);
        self.ir.ops[op].successors.push(Successor { label, block: None, operands, pointer });
    }

    /// `arguments` are written outside the region and belong to its first block, with the types that they have
    /// where none is written. Names in `hidden` mean values that the operation binds in an unknown way.
    fn region(
        &mut self,
        region: Located<'a>,
        op: OpId,
        arguments: &[(Located<'a>, Type)],
        hidden: &Rc<[Cow<'a, str>]>,
    ) {
        let pointer = self.pointer(region);
        let id =
            self.ir.regions.alloc(Region { parent: Some(op), blocks: Vec::new(), pointer: Some(pointer) });
        self.ir.ops[op].regions.push(id);
        let outer = self.ir.blocks[self.ir.ops[op].block].parent;
        let parent = (!self.ir.ops[op].is_isolated_from_above()).then_some(outer);
        self.scopes.push(Scope { parent, hidden: Rc::clone(hidden), ..Scope::default() });

        let blocks: Vec<_> = region.children_of_kind(SyntaxKind::BLOCK).collect();
        // `{}` holds no block in the tree; a custom form means an empty one, the generic form none.
        if blocks.is_empty() && (self.ir.ops[op].form != Form::Generic || !arguments.is_empty()) {
            let block = self.block(id, None);
            self.arguments(block, arguments);
        }
        let ids: Vec<_> = blocks
            .iter()
            .enumerate()
            .map(|(index, block)| {
                let label = block.child(SyntaxKind::BLOCK_LABEL);
                let named = label.and_then(|it| it.token(SyntaxKind::CARET_ID)).map(|it| {
                    let pointer = Pointer { root: self.root, range: it.text_range() };
                    (Box::<str>::from(it.text()), pointer)
                });
                let block_id = self.block(id, named.clone());
                if let Some((name, _)) = named {
                    self.scope(id).labels.entry(name).or_insert(block_id);
                }
                if index == 0 {
                    self.arguments(block_id, arguments);
                }
                let own: Vec<_> = label
                    .into_iter()
                    .flat_map(|it| it.children_of_kind(SyntaxKind::BLOCK_ARGUMENT_LIST))
                    .flat_map(|it| it.children_of_kind(SyntaxKind::BLOCK_ARGUMENT))
                    .map(|node| (node, Type::Unknown))
                    .collect();
                self.arguments(block_id, &own);
                block_id
            })
            .collect();
        for (block, id) in blocks.into_iter().zip(ids) {
            let mut operation: Option<Located<'a>> = None;
            for child in block.children_with_tokens() {
                match child {
                    LocatedElement::Token(token) if token.kind().is_trivia() => continue,
                    _ => {}
                }
                if let Some(operation) = operation.take() {
                    self.operation(operation, Some(child), id);
                }
                operation = child
                    .into_node()
                    .filter(|it| it.kind() == SyntaxKind::OPERATION && self.extent.holds(*it));
            }
            if let Some(operation) = operation {
                self.operation(operation, None, id);
            }
        }
    }

    fn arguments(&mut self, block: BlockId, arguments: &[(Located<'a>, Type)]) {
        for (node, unwritten) in arguments {
            let written = node.types().next().map(|it| self.lowered_type(it));
            let index = self.ir.blocks[block].arguments.len();
            let ty = match written {
                _ if self.has_error_in(*node) => Type::Unknown,
                Some(written) => written,
                None => unwritten.clone(),
            };
            let name = node.token(SyntaxKind::PERCENT_ID);
            let pointer = name.map(|it| Pointer { root: self.root, range: it.text_range() });
            let name = name.map(|it| it.text()).unwrap_or_default();
            let value = self.ir.values.alloc(Value {
                name: name.into(),
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

    fn results(&mut self, node: Located<'a>, op: OpId, types: &[Type]) {
        let region = self.ir.blocks[self.ir.ops[op].block].parent;
        for result in op_results(node) {
            let group = group_size(result);
            let name = result.token(SyntaxKind::PERCENT_ID).map(|it| it.text()).unwrap_or_default();
            let pointer = Some(self.pointer(result));
            for number in 0..group {
                let index = self.ir.ops[op].results.len();
                let value = self.ir.values.alloc(Value {
                    name: name.into(),
                    definition: Definition::Result { op, index },
                    ty: types.get(index).cloned().unwrap_or(Type::Unknown),
                    pointer,
                    group,
                    number,
                });
                self.ir.ops[op].results.push(value);
                if number == 0 {
                    self.define(region, name, value);
                }
            }
        }
        // Results that the text does not name are values all the same.
        for (index, ty) in types.iter().enumerate().skip(self.ir.ops[op].results.len()) {
            let value = self.ir.values.alloc(Value {
                name: SmolStr::default(),
                definition: Definition::Result { op, index },
                ty: ty.clone(),
                pointer: None,
                group: 1,
                number: 0,
            });
            self.ir.ops[op].results.push(value);
        }
    }
}

/// The names that the head of an operation of unknown form gives to its regions, be they of values outside too.
fn hidden_names<'a>(pieces: &OwnPieces<'a>, is_bound: impl Fn(&Located<'_>) -> bool) -> Rc<[Cow<'a, str>]> {
    let bound = pieces.uses.iter().filter(|it| is_bound(it)).map(|it| it.trimmed_text());
    let arguments = pieces.arguments.iter().filter_map(|it| it.token(SyntaxKind::PERCENT_ID));
    bound.chain(arguments.map(|it| it.text().into())).collect()
}

/// The `OP_RESULT`s of an operation.
fn op_results(node: Located<'_>) -> impl Iterator<Item = Located<'_>> {
    let list = node.child(SyntaxKind::OP_RESULTS);
    list.into_iter().flat_map(|it| it.children_of_kind(SyntaxKind::OP_RESULT))
}

/// The number of results that share one name.
fn group_size(result: Located<'_>) -> u32 {
    let written = result.token(SyntaxKind::INTEGER);
    written.and_then(|it| it.text().parse::<u32>().ok()).unwrap_or(1).min(MAX_RESULTS)
}

/// More results than this under one name are not counted; no real operation has them.
const MAX_RESULTS: u32 = 1 << 16;
