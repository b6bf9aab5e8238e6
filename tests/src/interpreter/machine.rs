//! Runs one function.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::fault::{Cause, Fault, undefined, unsupported};
use super::memory::{Memory, View};
use super::operations::Execute;
use super::parallel::Conflicts;
use super::program::{Block, Function, Module, Operation};
use super::value::{Scalar, Value, Vector};
use crate::random::Random;

/// In which order the iterations of `affine.parallel` run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Forwards,
    Backwards,
    /// By the seed.
    Shuffled(u64),
}

/// What operations on numbers compute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    /// What they say.
    Real,
    /// Numbers of which nothing is known but that they are the same for the same operands: neither order nor zeros nor
    /// equal operands make two computations equal. What nobody has written is a number of its own in each shape of
    /// buffer. Numbers of type `index` are computed as they are.
    Opaque,
    /// As `Opaque`, and to store a number is an operation too: to store what has been loaded changes the element. What
    /// is stored is remembered.
    OpaqueStores,
}

/// A number that an element of a buffer has got. Buffers of one shape are not told apart.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Stored {
    pub shape: Rc<[i64]>,
    /// In row-major order.
    pub cell: usize,
    bits: u64,
}

/// A program's memory while it runs.
pub struct Machine<'p> {
    pub(super) module: &'p Module,
    pub(super) memory: Memory,
    order: Order,
    pub(super) arithmetic: Arithmetic,
    steps: u64,
    /// No float operation has rounded so far.
    pub(super) is_exact: bool,
    globals: FxHashMap<&'p str, View>,
    conflicts: Vec<Conflicts>,
    calls: usize,
    /// Which numbers elements have got, where stores are opaque.
    stored: FxHashSet<Stored>,
    /// Of the `vector.mask` around.
    pub(super) mask: Option<Rc<Vector>>,
}

/// The values of one call.
pub(super) struct Frame(Vec<Value>);

impl Frame {
    pub(super) fn get(&self, value: usize) -> &Value {
        &self.0[value]
    }

    pub(super) fn set(&mut self, number: usize, value: Value) {
        self.0[number] = value;
    }

    /// The value of an operand by its place.
    pub(super) fn operand(&self, op: &Operation, at: usize) -> Result<&Value, Cause> {
        op.operands.get(at).map_or_else(|| undefined("an operand is missing"), |it| Ok(self.get(*it)))
    }

    pub(super) fn integers(&self, values: &[usize]) -> Result<Vec<i64>, Cause> {
        values.iter().map(|it| self.get(*it).integer()).collect()
    }

    pub(super) fn values(&self, numbers: &[usize]) -> Vec<Value> {
        numbers.iter().map(|it| self.get(*it).clone()).collect()
    }

    pub(super) fn set_all(&mut self, numbers: &[usize], values: Vec<Value>) {
        for (number, value) in numbers.iter().zip(values) {
            self.set(*number, value);
        }
    }
}

/// Calls inside calls.
const MOST_CALLS: usize = 16;

impl<'p> Machine<'p> {
    /// A machine that runs at most so many operations.
    pub fn new(module: &'p Module, order: Order, arithmetic: Arithmetic, steps: u64) -> Self {
        Self {
            module,
            memory: Memory::default(),
            order,
            arithmetic,
            steps,
            is_exact: true,
            globals: FxHashMap::default(),
            conflicts: Vec::new(),
            calls: 0,
            stored: FxHashSet::default(),
            mask: None,
        }
    }

    /// A memref of these sizes with these contents, in row-major order.
    ///
    /// # Panics
    /// Where the sizes are negative or too large.
    pub fn allocate(&mut self, sizes: &[i64], contents: impl IntoIterator<Item = Scalar>) -> Value {
        let view = self.memory.allocate(sizes.to_vec()).unwrap();
        self.memory.fill(view.buffer, contents);
        Value::MemRef(Rc::new(view))
    }

    /// What the whole buffer of a memref holds.
    pub fn contents(&self, memref: &Value) -> &[Scalar] {
        memref.view().map_or(&[], |view| self.memory.cells(view.buffer))
    }

    /// Every number that an element of a buffer has got, overwritten or not; nothing where stores are not opaque.
    pub fn stored(&self) -> &FxHashSet<Stored> {
        &self.stored
    }

    /// Which elements of the whole buffer of a memref were read or written.
    pub fn touched(&self, memref: &Value) -> &[bool] {
        memref.view().map_or(&[], |view| self.memory.touched(view.buffer))
    }

    /// Whether no float operation has rounded: then sums and products are the same in any order.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// Runs a function to its end; its results.
    pub fn call(&mut self, function: &'p Function, arguments: Vec<Value>) -> Result<Vec<Value>, Fault> {
        let body = function.body.as_ref().filter(|_| self.calls < MOST_CALLS).ok_or_else(|| Fault {
            cause: Cause::Unsupported(
                "a call of an unknown function, or too many inside each other".to_owned(),
            ),
            operation: format!("@{}", function.name),
        })?;
        let mut frame = Frame(vec![Value::Scalar(Scalar::Poison); function.values]);
        frame.set_all(&body.arguments, arguments);
        self.calls += 1;
        let results = self.block(body, &mut frame);
        self.calls -= 1;
        results
    }

    /// Runs a block; the operands of its terminator.
    pub(super) fn block(&mut self, block: &'p Block, frame: &mut Frame) -> Result<Vec<Value>, Fault> {
        for op in &block.operations {
            let fault = |cause| Fault { cause, operation: op.text.clone() };
            self.steps = self.steps.checked_sub(1).ok_or_else(|| fault(Cause::Endless))?;
            match op.execute {
                Execute::Terminator => return Ok(frame.values(&op.operands)),
                Execute::Simple(run) => run(self, op, frame).map_err(fault)?,
                Execute::Elementwise(run) => {
                    super::operations::elementwise(self, op, frame, run).map_err(fault)?;
                }
                Execute::Nested(run) => run(self, op, frame)?,
                Execute::Unknown => return Err(fault(Cause::Unsupported(op.name.clone()))),
            }
        }
        Ok(Vec::new())
    }

    pub(super) fn load(&mut self, view: &View, indices: &[i64]) -> Result<Scalar, Cause> {
        let cell = self.memory.cell(view, indices)?;
        for conflicts in &mut self.conflicts {
            conflicts.note(view.buffer, cell, false)?;
        }
        Ok(self.memory.read(view.buffer, cell))
    }

    pub(super) fn store(&mut self, view: &View, indices: &[i64], mut value: Scalar) -> Result<(), Cause> {
        let cell = self.memory.cell(view, indices)?;
        if self.arithmetic == Arithmetic::OpaqueStores {
            value = super::opaque::stored(value);
            let shape = self.memory.shape(view.buffer);
            self.stored.insert(Stored { shape, cell, bits: super::opaque::bits(value) });
        }
        for conflicts in &mut self.conflicts {
            conflicts.note(view.buffer, cell, true)?;
        }
        self.memory.write(view.buffer, cell, value);
        Ok(())
    }

    /// The one buffer of a global.
    pub(super) fn global(&mut self, name: &str) -> Result<View, Cause> {
        let Some((name, global)) = self.module.globals.get_key_value(name) else {
            return unsupported("an unknown global");
        };
        if let Some(view) = self.globals.get(name.as_str()) {
            return Ok(view.clone());
        }
        let super::Type::MemRef { sizes, .. } = &global.ty else {
            return unsupported("a global of such a type");
        };
        let view = self.memory.allocate(sizes.iter().map(|it| it.unwrap_or(-1)).collect())?;
        self.memory.fill(view.buffer, global.contents.iter().flatten().copied());
        self.globals.insert(name, view.clone());
        Ok(view)
    }

    /// Runs a block once for each point, in the machine's order, and looks for races between them.
    pub(super) fn in_parallel(
        &mut self,
        points: &[Vec<i64>],
        block: &'p Block,
        frame: &mut Frame,
        mut each: impl FnMut(&mut Self, Vec<Value>) -> Result<(), Fault>,
    ) -> Result<(), Fault> {
        let mut order: Vec<usize> = (0..points.len()).collect();
        match self.order {
            Order::Forwards => {}
            Order::Backwards => order.reverse(),
            Order::Shuffled(seed) => {
                let mut random = Random::new(seed);
                for last in (1..order.len()).rev() {
                    order.swap(last, random.below(last + 1));
                }
            }
        }
        self.conflicts.push(Conflicts::new());
        for iteration in order {
            let next_buffer = self.memory.next_buffer();
            if let Some(conflicts) = self.conflicts.last_mut() {
                conflicts.start(iteration, next_buffer);
            }
            let point = points[iteration].iter().map(|it| Value::Scalar(Scalar::Integer(*it))).collect();
            frame.set_all(&block.arguments, point);
            let yielded = self.block(block, frame)?;
            each(self, yielded)?;
        }
        self.conflicts.pop();
        Ok(())
    }
}
