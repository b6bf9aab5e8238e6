//! Loops, accesses and conditions apart from their spelling, for the analyses; [`crate::OpKind`] is for
//! the rules of the affine dialect.
//!
//! Operands that are bounds or subscripts by themselves become maps that give them back, so that all who compose maps
//! take every spelling.

use crate::affine::{AffineExpr, AffineMap};
use crate::types::{MemRefType, Type, VectorDim};
use crate::{
    Access, AccessOp, AppliedMap, AppliedSet, BlockId, Definition, Ir, MapOrigin, Op, OpId, OpKind, Pointer,
    ValueId,
};
use smallvec::{SmallVec, smallvec};
use std::borrow::Cow;
use std::ops::Range;

/// A loop that counts: in each dimension from its lower bound, by its step, while below its upper bound.
#[derive(Debug, Clone)]
pub struct CountedLoop<'a> {
    /// Where its iterations run. The first arguments are the induction variables, one per dimension.
    pub body: BlockId,
    pub dims: SmallVec<[LoopBounds<'a>; 1]>,
    /// Whether its iterations may run in any order or at once.
    pub is_parallel: bool,
    /// Indices into [`crate::Op::operands`] of the values that the first iteration is handed: an argument of the body
    /// each, after the induction variables.
    pub inits: Range<usize>,
}

/// The bounds of one dimension of a loop.
#[derive(Debug, Clone, Copy)]
pub struct LoopBounds<'a> {
    /// The greatest of its results is the first value.
    pub lower: &'a AppliedMap,
    /// The least of its results is the first value that is not reached.
    pub upper: &'a AppliedMap,
    pub step: Step,
    /// Whether the bounds are compared as unsigned numbers.
    pub is_unsigned: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    Constant(i64),
    Value(ValueId),
    /// It is not written so that it could be read.
    Unknown,
}

impl Step {
    /// The step, if it is a positive constant.
    pub fn positive(self) -> Option<i64> {
        self.constant().filter(|it| *it > 0)
    }

    pub fn constant(self) -> Option<i64> {
        match self {
            Step::Constant(step) => Some(step),
            Step::Value(_) | Step::Unknown => None,
        }
    }

    fn written(step: Option<i64>) -> Self {
        step.map_or(Step::Unknown, Step::Constant)
    }
}

/// Facts about an operation of another dialect that only its text shows; see [`Ir::details`].
#[derive(Debug, PartialEq, Eq)]
pub enum Detail {
    /// A loop that counts and whose bounds are operands.
    Loop(Box<ValueLoop>),
    /// A transfer of a vector that says that it stays inside its memref, and has a lane for each of its last dimensions, in
    /// order.
    InBounds,
    /// One that does not say so.
    PerhapsInBounds,
    /// An access that says how it is to be done, in attributes that those of the affine dialect do not have.
    Hinted,
    Comparison(Predicate),
    /// A constant of type `i1`.
    Boolean(bool),
    /// Integer arithmetic that is undefined where it wraps as signed.
    NoSignedWrap,
    Slice(Box<Slice>),
}

/// The elements `offset + lane * stride` of a tensor, for each dimension.
#[derive(Debug, PartialEq, Eq)]
pub struct Slice {
    pub offsets: AppliedMap,
    pub sizes: AppliedMap,
    pub strides: AppliedMap,
}

/// How two integers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Predicate {
    Equal,
    NotEqual,
    Signed(Order),
    Unsigned(Order),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A loop whose bounds are operands.
#[derive(Debug, PartialEq, Eq)]
pub struct ValueLoop {
    pub dims: Vec<ValueBounds>,
    pub is_parallel: bool,
    pub is_unsigned: bool,
    pub inits: Range<usize>,
}

#[derive(Debug, PartialEq, Eq)]
pub struct ValueBounds {
    pub lower: AppliedMap,
    pub upper: AppliedMap,
    pub step: ValueStep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueStep {
    Constant(i64),
    /// Index into [`crate::Op::operands`].
    Operand(usize),
}

/// A read or a write of one memref by an operation.
#[derive(Debug, Clone)]
pub struct Touch<'a> {
    /// Index into [`crate::Op::operands`].
    pub memref: usize,
    /// Index into [`crate::Op::operands`] of the value that is stored.
    pub stored: Option<usize>,
    pub elements: Elements<'a>,
    pub reads: bool,
    pub writes: bool,
}

/// Which elements are touched.
#[derive(Debug, Clone)]
pub enum Elements<'a> {
    At(Cow<'a, AppliedMap>),
    /// Those from the subscripts on, one per lane of a vector.
    Lanes(Cow<'a, AppliedMap>),
    /// All that the memref has.
    All,
}

impl Elements<'_> {
    /// The subscripts of the first element.
    pub fn subscripts(&self) -> Option<&AppliedMap> {
        match self {
            Elements::At(subscripts) | Elements::Lanes(subscripts) => Some(subscripts),
            Elements::All => None,
        }
    }
}

/// The condition by which the first region of an operation runs, or its second.
#[derive(Debug, Clone, Copy)]
pub enum Guard<'a> {
    Set(&'a AppliedSet),
    /// Index into [`crate::Op::operands`] of a value of type `i1`.
    Value(usize),
}

impl Guard<'_> {
    /// Where the condition is written.
    pub fn place(self, op: &Op) -> Option<Pointer> {
        match self {
            Guard::Set(set) => Some(set.pointer),
            Guard::Value(operand) => Some(op.operands.get(operand)?.pointer),
        }
    }
}

impl Ir {
    /// The operation as a loop that counts, if it is one.
    pub fn counted_loop(&self, op: OpId) -> Option<CountedLoop<'_>> {
        let body = self.body(op);
        match &self.ops[op].kind {
            OpKind::For(it) => Some(CountedLoop {
                body: body?,
                dims: smallvec![LoopBounds {
                    lower: &it.lower,
                    upper: &it.upper,
                    step: Step::written(it.step),
                    is_unsigned: false,
                }],
                is_parallel: false,
                inits: it.inits.clone(),
            }),
            OpKind::Parallel(it) => {
                let step =
                    |dim: usize| Step::written(it.steps.as_ref().and_then(|steps| steps.get(dim).copied()));
                let bounds = it.lower.iter().zip(&it.upper).enumerate();
                let bounds = bounds.map(|(dim, (lower, upper))| LoopBounds {
                    lower,
                    upper,
                    step: step(dim),
                    is_unsigned: false,
                });
                Some(CountedLoop { body: body?, dims: bounds.collect(), is_parallel: true, inits: 0..0 })
            }
            OpKind::Other => {
                let it = self.value_loop(op)?;
                let bounds = it.dims.iter().map(|bounds| LoopBounds {
                    lower: &bounds.lower,
                    upper: &bounds.upper,
                    step: match bounds.step {
                        ValueStep::Constant(step) => Step::Constant(step),
                        ValueStep::Operand(index) => self.step(op, index),
                    },
                    is_unsigned: it.is_unsigned,
                });
                Some(CountedLoop {
                    body: body?,
                    dims: bounds.collect(),
                    is_parallel: it.is_parallel,
                    inits: it.inits.clone(),
                })
            }
            _ => None,
        }
    }

    fn value_loop(&self, op: OpId) -> Option<&ValueLoop> {
        match self.details.get(&op)? {
            Detail::Loop(found) => Some(found),
            _ => None,
        }
    }

    /// How an operation compares its operands, if it does.
    pub fn predicate(&self, op: OpId) -> Option<Predicate> {
        match self.details.get(&op)? {
            Detail::Comparison(predicate) => Some(*predicate),
            _ => None,
        }
    }

    /// The slice that an operation inserts into its second operand in parallel with others.
    pub fn inserted_slice(&self, op: OpId) -> Option<&Slice> {
        match self.details.get(&op)? {
            Detail::Slice(slice) => Some(slice),
            _ => None,
        }
    }

    fn step(&self, op: OpId, operand: usize) -> Step {
        let Some(value) = self.ops[op].operands.get(operand).and_then(|it| it.value) else {
            return Step::Unknown;
        };
        self.constant(value).map_or(Step::Value(value), Step::Constant)
    }

    /// The value of an integer constant.
    pub fn constant(&self, value: ValueId) -> Option<i64> {
        match self.ops[self.defining_op(value)?].kind {
            OpKind::ConstantInteger(constant) => Some(constant),
            _ => None,
        }
    }

    /// The value of a constant of type `i1`.
    pub fn is_true(&self, value: ValueId) -> Option<bool> {
        match self.details.get(&self.defining_op(value)?)? {
            Detail::Boolean(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether the operation is a loop that counts.
    pub fn is_counted_loop(&self, op: OpId) -> bool {
        match self.ops[op].kind {
            OpKind::For(_) | OpKind::Parallel(_) => true,
            OpKind::Other => self.value_loop(op).is_some(),
            _ => false,
        }
    }

    /// Whether the operation is a loop that counts, and whose iterations may run in any order.
    pub fn is_parallel_loop(&self, op: OpId) -> bool {
        match self.ops[op].kind {
            OpKind::Parallel(_) => true,
            OpKind::Other => self.value_loop(op).is_some_and(|it| it.is_parallel),
            _ => false,
        }
    }

    /// The number of induction variables of the operation; 0 if it does not count.
    pub fn loop_dims(&self, op: OpId) -> usize {
        match &self.ops[op].kind {
            OpKind::For(_) => 1,
            OpKind::Parallel(it) => it.lower.len(),
            OpKind::Other => self.value_loop(op).map_or(0, |it| it.dims.len()),
            _ => 0,
        }
    }

    /// The counted loop whose induction variable the value is, and the dimension.
    pub fn counted_loop_of_variable(&self, value: ValueId) -> Option<(OpId, usize)> {
        let (op, index) = self.entry_argument_of(value)?;
        let is_in_body = match self.values[value].definition {
            Definition::Argument { block, .. } => self.body(op) == Some(block),
            Definition::Result { .. } => false,
        };
        (is_in_body && index < self.loop_dims(op)).then_some((op, index))
    }

    /// The reads and writes of the operation by subscripts, and of whole memrefs that it copies.
    ///
    /// Transfers that go on after their statement (`affine.dma_start`) are not included.
    pub fn touches(&self, op: OpId) -> SmallVec<[Touch<'_>; 2]> {
        let data = &self.ops[op];
        if let OpKind::Access(access) = &data.kind {
            return smallvec![touch_of(access)];
        }
        if data.kind != OpKind::Other || data.dialect() != "memref" && data.dialect() != "vector" {
            return SmallVec::new();
        }
        if data.broken || !data.is_of_complete_dialect || !data.regions.is_empty() {
            return SmallVec::new();
        }
        self.value_touches(op).unwrap_or_default()
    }

    fn value_touches(&self, op: OpId) -> Option<SmallVec<[Touch<'_>; 2]>> {
        let data = &self.ops[op];
        let rank = |operand: usize| Some(self.memref_type(op, operand)?.dims.len());
        // Lanes of elements that are vectors do not count as elements.
        let has_lanes = |operand: usize| !matches!(self.memref_type(op, operand), Some(it) if matches!(it.element, Type::Vector { .. }));
        if let Some(transfer) = data.transfer() {
            let first = transfer.memory.checked_add(1)?;
            let subscripts = self.identity(op, first..first.checked_add(rank(transfer.memory)?)?)?;
            let is_transfer = data.has_trait("VectorTransferOpInterface");
            let is_store = transfer.stored.is_some();
            // A mask, or a vector of indices, is one more operand.
            let plain = 1 + subscripts.operands.len() + usize::from(is_store || is_transfer);
            let vector = match transfer.stored {
                Some(stored) => data.operands.get(stored)?.value,
                None => data.results.first().copied(),
            };
            let is_box = !is_transfer
                || match self.details.get(&op) {
                    Some(Detail::InBounds) => true,
                    Some(Detail::PerhapsInBounds) => {
                        vector.is_some_and(|it| self.stays_within(op, transfer.memory, &subscripts, it))
                    }
                    _ => false,
                };
            let elements = match data.dialect() {
                _ if data.operands.len() != plain => return None,
                "memref" => Elements::At(Cow::Owned(subscripts)),
                _ if !is_box || !has_lanes(transfer.memory) => return None,
                _ => Elements::Lanes(Cow::Owned(subscripts)),
            };
            let (memref, stored) = (transfer.memory, transfer.stored);
            let writes = stored.is_some();
            return Some(smallvec![Touch { memref, stored, elements, reads: !writes, writes }]);
        }
        let accesses = data.accesses()?;
        match &accesses[..] {
            // `memref.copy`
            [(from, false), (to, true)] if data.operands.len() == 2 && data.results.is_empty() => {
                let all = |memref: usize, writes: bool| Touch {
                    memref,
                    stored: None,
                    elements: Elements::All,
                    reads: !writes,
                    writes,
                };
                rank(*from).zip(rank(*to))?;
                Some(smallvec![all(*from, false), all(*to, true)])
            }
            // `memref.atomic_rmw`
            [(memref, false), (same, true)] if memref == same && data.results.len() == 1 => {
                let first = memref.checked_add(1)?;
                let subscripts = self.identity(op, first..first.checked_add(rank(*memref)?)?)?;
                let elements = Elements::At(Cow::Owned(subscripts));
                Some(smallvec![Touch { memref: *memref, stored: None, elements, reads: true, writes: true }])
            }
            _ => None,
        }
    }

    /// The type of an operand that is a memref.
    pub fn memref_type(&self, op: OpId, operand: usize) -> Option<&MemRefType> {
        self.values[self.ops[op].operands.get(operand)?.value?].ty.as_memref()
    }

    /// The map that gives back these operands.
    fn identity(&self, op: OpId, operands: Range<usize>) -> Option<AppliedMap> {
        self.ops[op].operands.get(operands.clone())?;
        Some(AppliedMap::identity(operands, self.ops[op].name_pointer))
    }

    /// The condition that decides which region of the operation runs.
    pub fn guard(&self, op: OpId) -> Option<Guard<'_>> {
        let data = &self.ops[op];
        match &data.kind {
            OpKind::If(it) => Some(Guard::Set(&it.condition)),
            OpKind::Other if (data.dialect(), data.name_in_dialect()) == ("scf", "if") => {
                Some(Guard::Value(0))
            }
            _ => None,
        }
    }
}

impl AppliedMap {
    /// The map that gives back these operands.
    pub fn identity(operands: Range<usize>, pointer: Pointer) -> Self {
        let dims = operands.len();
        let results = (0..dims).map(AffineExpr::Dim).collect();
        let map = Some(AffineMap { dims, symbols: 0, results });
        Self { map, operands, dim_operands: dims, origin: MapOrigin::Value, pointer }
    }
}

fn touch_of(access: &Access) -> Touch<'_> {
    let subscripts = Cow::Borrowed(&access.subscripts);
    let elements = match access.op {
        AccessOp::VectorLoad | AccessOp::VectorStore => Elements::Lanes(subscripts),
        AccessOp::Load | AccessOp::Store | AccessOp::Prefetch => Elements::At(subscripts),
    };
    let (reads, writes) = (access.op.reads(), access.op.writes());
    Touch { memref: access.memref, stored: access.stored, elements, reads, writes }
}

impl Touch<'_> {
    /// Whether it reads and writes at once, so that others see both or neither.
    pub fn is_atomic(&self) -> bool {
        self.reads && self.writes
    }

    /// The lanes that are touched, the innermost last; empty for one element, `None` where they are not known.
    pub fn lanes<'ir>(&self, ir: &'ir Ir, op: OpId) -> Option<&'ir [VectorDim]> {
        if !matches!(self.elements, Elements::Lanes(_)) {
            return Some(&[]);
        }
        match self.vector(ir, op)? {
            Type::Vector { dims, .. } => Some(dims),
            _ => None,
        }
    }

    /// The type of the vector that is loaded or stored.
    pub fn vector<'ir>(&self, ir: &'ir Ir, op: OpId) -> Option<&'ir Type> {
        let data = &ir.ops[op];
        let vector = match self.stored {
            Some(stored) => data.operands.get(stored)?.value?,
            None => *data.results.first()?,
        };
        matches!(self.elements, Elements::Lanes(_)).then(|| &ir.values[vector].ty)
    }
}
