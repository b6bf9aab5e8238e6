//! Loops, accesses and conditions apart from their spelling, for the analyses; [`crate::OpKind`] is for
//! the rules of the affine dialect.
//!
//! Operands that are bounds or subscripts by themselves become maps that give them back, so that all who compose maps
//! take every spelling.

pub mod counted_while;

use crate::affine::{AffineExpr, AffineMap};
use crate::types::MemRefType;
use crate::{AppliedMap, AppliedSet, BlockId, Ir, MapOrigin, Op, OpId, OpKind, Pointer, ValueId};
use counted_while::CountedWhile;
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// A loop that counts: in each dimension from its lower bound, by its step, while below its upper bound.
#[derive(Debug, Clone)]
pub struct CountedLoop<'a> {
    /// Where its iterations run.
    pub body: BlockId,
    pub dims: SmallVec<[LoopBounds<'a>; 1]>,
    /// Whether its iterations may run in any order or at once.
    pub is_parallel: bool,
    /// Indices into [`crate::Op::operands`] of the values that the first iteration is handed: an argument of the body
    /// each, after the induction variables.
    inits: Range<usize>,
    /// The form in which a condition ends it.
    ends: Option<&'a CountedWhile>,
}

/// A value that each iteration is handed by the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Carried {
    /// Index into [`crate::Op::operands`] of what the first iteration is handed.
    pub init: usize,
    /// Index into the arguments of the body.
    pub argument: usize,
    /// Index into the operands of the body's terminator.
    pub next: usize,
    /// Index into [`crate::Op::results`].
    pub result: usize,
}

impl CountedLoop<'_> {
    /// The values that iterations hand on.
    pub fn carried(&self) -> SmallVec<[Carried; 2]> {
        let dims = self.dims.len();
        let inits = self.inits.clone().enumerate();
        let by_place = |(index, init)| Carried { init, argument: dims + index, next: index, result: index };
        self.ends.map_or_else(|| inits.map(by_place).collect(), |it| it.carried().collect())
    }
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
#[derive(Debug, Clone, PartialEq, Eq)]
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
#[derive(Debug, Clone, PartialEq, Eq)]
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueLoop {
    pub dims: Vec<ValueBounds>,
    pub is_parallel: bool,
    pub is_unsigned: bool,
    pub inits: Range<usize>,
    /// The form in which a condition ends it, if one does. Its upper bound is an operand of the comparison, which has the
    /// number after those of the loop.
    pub ends: Option<CountedWhile>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
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
        let body = self.loop_body(op);
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
                ends: None,
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
                Some(CountedLoop {
                    body: body?,
                    dims: bounds.collect(),
                    is_parallel: true,
                    inits: 0..0,
                    ends: None,
                })
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
                    ends: it.ends.as_ref(),
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

    /// The form in which a condition ends a loop that counts.
    pub fn counted_while(&self, op: OpId) -> Option<&CountedWhile> {
        match self.ops[op].kind {
            OpKind::Other => self.value_loop(op)?.ends.as_ref(),
            _ => None,
        }
    }

    /// Where the iterations of a loop that counts run; the body of any other operation.
    pub fn loop_body(&self, op: OpId) -> Option<BlockId> {
        self.counted_while(op).map_or_else(|| self.body(op), |it| Some(it.body))
    }

    /// The induction variable of one dimension of a loop that counts; `None` where it is missing, which is a mistake.
    pub fn induction_variable(&self, op: OpId, dim: usize) -> Option<ValueId> {
        let argument = self.counted_while(op).map_or(dim, |it| it.variable + dim);
        self.blocks[self.loop_body(op)?].arguments.get(argument).copied().filter(|_| dim < self.loop_dims(op))
    }

    /// The values that the operands of a map use stand for; `None` for names that are not defined. After the operands of
    /// a loop that a condition ends comes its upper bound.
    pub fn operand_values(
        &self,
        op: OpId,
        operands: &Range<usize>,
    ) -> impl Iterator<Item = Option<ValueId>> + '_ {
        let own = &*self.ops[op].operands;
        let bound = || (*operands == (own.len()..own.len() + 1)).then(|| Some(self.counted_while(op)?.upper));
        let bound = bound().flatten().map(Some);
        own.get(operands.clone()).unwrap_or_default().iter().map(|it| it.value).chain(bound)
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
        let dim = match self.counted_while(op) {
            Some(it) => index.checked_sub(it.variable)?,
            None => index,
        };
        (self.induction_variable(op, dim) == Some(value)).then_some((op, dim))
    }

    /// The argument by which a loop hands a value on, by the value's position among those that it hands on.
    pub fn carried_argument(&self, op: OpId, index: usize) -> Option<ValueId> {
        let counted = self.counted_loop(op)?;
        self.blocks[counted.body].arguments.get(counted.carried().get(index)?.argument).copied()
    }

    /// The counted loop that hands the value on as an argument of its body.
    pub fn counted_loop_that_carries(&self, value: ValueId) -> Option<(OpId, Carried)> {
        let (op, index) = self.entry_argument_of(value)?;
        let carried = self.counted_loop(op)?.carried().into_iter().find(|it| it.argument == index)?;
        let body = &self.blocks[self.loop_body(op)?];
        (body.arguments.get(index) == Some(&value)).then_some((op, carried))
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
