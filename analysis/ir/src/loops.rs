//! Loops, accesses and conditions apart from their spelling, for the analyses; [`crate::OpKind`] is for
//! the rules of the affine dialect.
//!
//! Operands that are bounds or subscripts by themselves become maps that give them back, so that all who compose maps
//! take every spelling.

use crate::affine::{AffineExpr, AffineMap};
use crate::types::MemRefType;
use crate::{AppliedMap, AppliedSet, BlockId, Definition, Ir, MapOrigin, Op, OpId, OpKind, Pointer, ValueId};
use smallvec::{SmallVec, smallvec};
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
    /// A transfer of a vector each of whose dimensions goes along one of the memref, in any order, or along none.
    Permuted(LaneDims),
    /// An access that says how it is to be done, in attributes that those of the affine dialect do not have.
    Hinted,
    Comparison(Predicate),
    /// A constant of type `i1`.
    Boolean(bool),
    /// Integer arithmetic that is undefined where it wraps as signed.
    NoSignedWrap,
    Slice(Box<Slice>),
}

/// For each dimension of a vector the dimension of the memref that its lanes go along; `None` where all have one element.
pub type LaneDims = SmallVec<[Option<usize>; 2]>;

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

    /// The type of an operand that is a memref.
    pub fn memref_type(&self, op: OpId, operand: usize) -> Option<&MemRefType> {
        self.values[self.ops[op].operands.get(operand)?.value?].ty.as_memref()
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
