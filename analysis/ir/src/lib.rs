//! The operations, blocks and values of one isolated op in arenas, the same for generic and custom form.
//!
//! Comes from the syntax by [`lower`]; names are resolved and affine maps are values here, so that no later query
//! looks at how something was written. Positions are [`Pointer`]s, relative to a root of the isolated op.

pub mod affine;
pub mod alias_uses;
pub mod aliases;
pub mod dialects;
pub mod dominance;
mod kinds;
pub mod loops;
mod lower;
pub mod memory_effects;
mod moved;
mod nature;
pub mod places;
pub mod starts;
pub mod symbol_table;
pub mod touches;
mod transfers;
pub mod types;

pub use kinds::{
    Access, AccessOp, AppliedMap, AppliedSet, Basis, BasisElement, DmaStart, DmaWait, For, If, MapOrigin,
    OpKind, Parallel,
};
pub use lower::{
    Attributes, integer, integers, ir_of, lowered, lowered_in, lowered_roots, may_bind, meaning_of,
    mixed_list, signed_integer, trimmed_range,
};
pub use nature::Transfer;

use crate::loops::Detail;
use crate::types::Type;
use la_arena::{Arena, Idx};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;
use std::ops::Range;
use std::sync::Arc;
use syntax::legacy::LegacyOperation;
use syntax::ods::OpDefinition;
use syntax::{Located, TextRange, TextSize};

pub type OpId = Idx<Op>;
pub type BlockId = Idx<Block>;
pub type RegionId = Idx<Region>;
pub type ValueId = Idx<Value>;

/// A place in one isolated op: a root's index, and a range relative to that root's start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pointer {
    pub root: usize,
    pub range: TextRange,
}

impl Pointer {
    /// The range in the file, where the roots of the isolated op start there.
    pub fn in_file(self, starts: &[TextSize]) -> Option<TextRange> {
        self.range.checked_add(*starts.get(self.root)?)
    }
}

/// Which operations of an isolated op are looked at.
#[derive(Clone, Copy)]
pub enum Extent<'a> {
    Whole,
    /// Those that start at these places of the only root. Those around them are among them.
    Slice(&'a FxHashSet<TextSize>),
    /// All operations; of those that have no regions by their definitions only the values that they define.
    Regions,
}

impl Extent<'_> {
    pub fn holds(self, operation: Located<'_>) -> bool {
        match self {
            Extent::Whole | Extent::Regions => true,
            Extent::Slice(starts) => starts.contains(&operation.start),
        }
    }
}

/// One isolated op, or some of its operations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ir {
    pub ops: Arena<Op>,
    pub blocks: Arena<Block>,
    pub regions: Arena<Region>,
    pub values: Arena<Value>,
    /// A region with one block that holds the roots: the body of the module around them.
    pub top: RegionId,
    /// A name that is defined where it is visible already: the second definition, and the first.
    pub redefinitions: Vec<(ValueId, ValueId)>,
    /// Every mention of a value in text order, including those in subscripts that are not operands.
    pub mentions: Vec<Mention>,
    pub details: FxHashMap<OpId, Detail>,
}

/// A place that names a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    pub pointer: Pointer,
    /// `None` where the name is not defined.
    pub value: Option<ValueId>,
    /// The operation that contains it.
    pub op: OpId,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// The operation that holds it; `None` for [`Ir::top`].
    pub parent: Option<OpId>,
    pub blocks: Vec<BlockId>,
    pub pointer: Option<Pointer>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    pub parent: RegionId,
    /// `^bb0` with its place.
    pub label: Option<(Box<str>, Pointer)>,
    pub arguments: Vec<ValueId>,
    pub ops: Vec<OpId>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// As written, with `%`; empty where a result is not named.
    pub name: SmolStr,
    pub definition: Definition,
    pub ty: Type,
    /// The name where it is defined; the whole `%0:2` for each of its results.
    pub pointer: Option<Pointer>,
    /// The results that the name stands for: `%0:2` has 2.
    pub group: u32,
    /// Which of its group it is.
    pub number: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Definition {
    Result { op: OpId, index: usize },
    Argument { block: BlockId, index: usize },
}

/// One use of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    /// `None` where the name is not defined.
    pub value: Option<ValueId>,
    /// As written: `%0#1`.
    pub name: SmolStr,
    pub pointer: Pointer,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    Generic,
    Custom,
    /// A custom form with a known outline only: operands are in text order, types unknown.
    Opaque,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Op {
    /// The full name: `affine.for`, also for `return` (`func.return`).
    pub name: SmolStr,
    /// The registry's definition of the operation of that name.
    pub definition: Option<Arc<OpDefinition>>,
    /// Whether the registry has all operations of its dialect, so that a name without a definition is not an operation.
    pub is_of_complete_dialect: bool,
    /// Whether definitions are read beside those that are built in, which may be of its dialect.
    pub may_be_imported: bool,
    pub form: Form,
    pub block: BlockId,
    /// In the order of the generic form where the operation is known.
    pub operands: Vec<Operand>,
    pub results: Vec<ValueId>,
    pub regions: Vec<RegionId>,
    pub successors: Vec<Successor>,
    /// The details of its kind.
    pub kind: OpKind,
    /// Types written in the trailing type list of a custom form or in the function type of the generic form.
    pub operand_types: Option<Box<[Type]>>,
    /// The first symbol that it refers to, with `@`.
    pub symbol: Option<Box<str>>,
    pub pointer: Pointer,
    pub name_pointer: Pointer,
    /// A syntax error lies inside it, outside nested operations: nothing else is said about it.
    pub broken: bool,
    /// It has a name or form that MLIR took once: `name` is that of today, and nothing else is said about it.
    pub legacy: Option<LegacyOperation>,
}

const _: () = assert!(size_of::<Op>() <= 344, "a kind of operations has become large");

impl Op {
    /// An operation about which only its place is known.
    fn at(block: BlockId, pointer: Pointer, name_pointer: Pointer) -> Self {
        Self {
            name: SmolStr::default(),
            definition: None,
            is_of_complete_dialect: false,
            may_be_imported: false,
            form: Form::Opaque,
            block,
            operands: Vec::new(),
            results: Vec::new(),
            regions: Vec::new(),
            successors: Vec::new(),
            kind: OpKind::Other,
            operand_types: None,
            symbol: None,
            pointer,
            name_pointer,
            broken: false,
            legacy: None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successor {
    pub label: Box<str>,
    /// `None` if the region has no such block.
    pub block: Option<BlockId>,
    /// Indices into [`Op::operands`].
    pub operands: Range<usize>,
    pub pointer: Pointer,
}

impl Ir {
    /// The innermost operation around a place.
    pub fn innermost_op(&self, place: Pointer) -> Option<OpId> {
        let last = self.last_before(place)?;
        let holds = |it: &OpId| {
            let around = self.ops[*it].pointer;
            around.root == place.root && around.range.contains_range(place.range)
        };
        std::iter::once(last).chain(self.ancestors(last)).find(holds)
    }

    /// The operation at exactly that place.
    pub fn op_at(&self, place: Pointer) -> Option<OpId> {
        let last = self.last_before(place)?;
        std::iter::once(last).chain(self.ancestors(last)).find(|it| self.ops[*it].pointer == place)
    }

    /// The mention of a value at exactly that place.
    pub fn mention_at(&self, place: Pointer) -> Option<&Mention> {
        let key = |it: Pointer| (it.root, it.range.start());
        let first = self.mentions.partition_point(|it| key(it.pointer) < key(place));
        let here = self.mentions.iter().skip(first).take_while(|it| key(it.pointer) == key(place));
        here.into_iter().find(|it| it.pointer == place)
    }

    /// The value whose definition has its name there: the first one of a group that shares a name.
    pub fn value_at(&self, place: Pointer) -> Option<ValueId> {
        let op = &self.ops[self.innermost_op(place)?];
        let blocks = op.regions.iter().flat_map(|it| &self.regions[*it].blocks);
        let arguments = blocks.flat_map(|it| &self.blocks[*it].arguments);
        op.results.iter().chain(arguments).copied().find(|it| self.values[*it].pointer == Some(place))
    }

    /// The last operation, in text order, that starts at a place or before it.
    fn last_before(&self, place: Pointer) -> Option<OpId> {
        let count = self.count_while(|it| (it.root, it.range.start()) <= (place.root, place.range.start()));
        Some(OpId::from_raw(count.checked_sub(1)?.into()))
    }

    /// The operations that touch a place, in text order, and those around the last one before it.
    pub fn ops_at(&self, place: Pointer) -> impl Iterator<Item = OpId> + '_ {
        let count = self.count_while(|it| (it.root, it.range.start()) < (place.root, place.range.start()));
        let last = count.checked_sub(1).map(|it| OpId::from_raw(it.into()));
        let around = last.into_iter().flat_map(|it| std::iter::once(it).chain(self.ancestors(it)));
        let mut around: Vec<OpId> = around.filter(|it| self.ops[*it].pointer.root == place.root).collect();
        around.reverse();
        let starts_before_end = move |it: &OpId| {
            let start = self.ops[*it].pointer;
            (start.root, start.range.start()) <= (place.root, place.range.end())
        };
        let end = u32::try_from(self.ops.len()).unwrap_or(u32::MAX);
        let behind = (count..end).map(|it| OpId::from_raw(it.into()));
        around.into_iter().chain(behind.take_while(starts_before_end))
    }

    /// How many operations at the beginning have places of which something holds, which holds of none after them.
    fn count_while(&self, holds: impl Fn(Pointer) -> bool) -> u32 {
        // Operations are in text order, those around others before them.
        let (mut first, mut end) = (0, u32::try_from(self.ops.len()).unwrap_or(u32::MAX));
        while first < end {
            let middle = first.midpoint(end);
            let is_before = holds(self.ops[OpId::from_raw(middle.into())].pointer);
            (first, end) = if is_before { (middle + 1, end) } else { (first, middle) };
        }
        first
    }

    /// The operation around the block of this one, up to the roots.
    pub fn parent_op(&self, op: OpId) -> Option<OpId> {
        self.regions[self.blocks[self.ops[op].block].parent].parent
    }

    /// Which of its block's operations it is.
    pub fn position_in_block(&self, op: OpId) -> Option<usize> {
        // They are in text order, as all operations are.
        self.blocks[self.ops[op].block].ops.binary_search(&op).ok()
    }

    /// The operations around this one, innermost first.
    pub fn ancestors(&self, op: OpId) -> impl Iterator<Item = OpId> + '_ {
        std::iter::successors(self.parent_op(op), |it| self.parent_op(*it))
    }

    pub fn defining_op(&self, value: ValueId) -> Option<OpId> {
        match self.values[value].definition {
            Definition::Result { op, .. } => Some(op),
            Definition::Argument { .. } => None,
        }
    }

    /// The region that directly holds the block or operation that defines the value.
    pub fn home(&self, value: ValueId) -> RegionId {
        let block = match self.values[value].definition {
            Definition::Result { op, .. } => self.ops[op].block,
            Definition::Argument { block, .. } => block,
        };
        self.blocks[block].parent
    }

    /// The operation of whose region the value is an argument of the first block.
    pub fn entry_argument_of(&self, value: ValueId) -> Option<(OpId, usize)> {
        let Definition::Argument { block, index } = self.values[value].definition else { return None };
        let region = &self.regions[self.blocks[block].parent];
        (region.blocks.first() == Some(&block)).then_some((region.parent?, index))
    }

    /// The `affine.for` or `affine.parallel` whose induction variable the value is, and the dimension, as
    /// the rules of the dialect need it. Analyses ask [`Ir::counted_loop_of_variable`].
    pub fn loop_of_induction_variable(&self, value: ValueId) -> Option<(OpId, usize)> {
        let (op, index) = self.entry_argument_of(value)?;
        match self.ops[op].kind {
            OpKind::For(_) => (index == 0).then_some((op, 0)),
            OpKind::Parallel(_) => Some((op, index)),
            _ => None,
        }
    }

    /// The body of an operation with one region of one block.
    pub fn body(&self, op: OpId) -> Option<BlockId> {
        self.regions[*self.ops[op].regions.first()?].blocks.first().copied()
    }

    /// Whether anything names the value.
    pub fn is_mentioned(&self, value: ValueId) -> bool {
        self.mentions.iter().any(|it| it.value == Some(value))
    }

    /// All operations in pre-order, text order.
    pub fn walk(&self) -> Vec<OpId> {
        let mut found = Vec::with_capacity(self.ops.len());
        let mut stack = vec![self.top];
        let mut pending: Vec<OpId> = Vec::new();
        while let Some(region) = stack.pop() {
            pending.extend(
                self.regions[region].blocks.iter().rev().flat_map(|it| self.blocks[*it].ops.iter().rev()),
            );
            while let Some(op) = pending.pop() {
                found.push(op);
                for region in self.ops[op].regions.iter().rev() {
                    pending.extend(
                        self.regions[*region]
                            .blocks
                            .iter()
                            .rev()
                            .flat_map(|it| self.blocks[*it].ops.iter().rev()),
                    );
                }
            }
        }
        found
    }

    /// The last operation inside one, or itself. Those between the two are all that are inside, because operations have
    /// numbers in text order.
    pub fn last_inside(&self, op: OpId) -> OpId {
        let last_of = |op: &OpId| {
            let regions = self.ops[*op].regions.iter().rev();
            let mut blocks = regions.flat_map(|it| self.regions[*it].blocks.iter().rev());
            blocks.find_map(|it| self.blocks[*it].ops.last().copied())
        };
        std::iter::successors(Some(op), last_of).last().unwrap_or(op)
    }

    /// Whether `op` is inside `ancestor`, or is it.
    pub fn is_within(&self, op: OpId, ancestor: OpId) -> bool {
        op == ancestor || self.ancestors(op).any(|it| it == ancestor)
    }
}

impl Op {
    /// Whether it has this name, which is given with its dialect.
    pub fn is(&self, name: &str) -> bool {
        &*self.name == name
    }

    /// The registry's definition, if it has an assembly format.
    pub fn described(&self) -> Option<&Arc<OpDefinition>> {
        self.definition.as_ref().filter(|it| it.has_format())
    }

    /// How many results the text names.
    pub fn named_results(&self, ir: &Ir) -> usize {
        self.results.iter().filter(|it| ir.values[**it].pointer.is_some()).count()
    }
}

/// As a user writes it: `%0`, `%0#1`.
pub fn value_name(ir: &Ir, value: ValueId) -> String {
    let value = &ir.values[value];
    match value.number {
        0 => value.name.to_string(),
        number => format!("{}#{number}", value.name),
    }
}
