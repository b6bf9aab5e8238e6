//! Runs one function.

use std::cell::RefCell;
use std::rc::Rc;

use syntax::TextRange;

use rustc_hash::{FxHashMap, FxHashSet};

use super::affine_map::AffineMap;
use super::domain::{Domain, Operator};
use super::fault::{Cause, Fault, undefined, unsupported};
use super::memory::{Ending, Memory, View};
use super::operations::{Execute, Transfer};
use super::parallel::Conflicts;
use super::poll::Poll;
use super::program::{Block, Function, Module, Operation};
use super::random::Random;
use super::types::Layout;
use super::value::{Scalar, Value, Vector};

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
    pub(super) steps: u64,
    /// No float operation has rounded so far.
    pub(super) is_exact: bool,
    globals: FxHashMap<&'p str, View>,
    conflicts: Vec<Conflicts>,
    calls: usize,
    pub(super) seen: Seen,
    /// Which numbers elements have got, where stores are opaque.
    stored: FxHashSet<Stored>,
    /// Of the `vector.mask` around.
    pub(super) mask: Option<Rc<Vector>>,
    domain: Option<Rc<RefCell<dyn Domain>>>,
    poll: Poll,
    /// Whether iterations of parallel loops may touch the same elements.
    tolerates_races: bool,
    /// Loads outside a memref give poison.
    pub(super) forgives_loads: bool,
    /// The first load that was forgiven.
    forgiven: Option<Fault>,
    /// Where the operation stands that runs.
    at: Option<TextRange>,
    /// Whether the domain runs for all values of the symbols at once.
    has_regions: bool,
    /// The first buffer of each region that was entered, where there are regions.
    pub(super) region_buffers: Vec<usize>,
    /// How many iterations there were, and which each loop had last, where there are regions.
    pub(super) iterations: u64,
    pub(super) last_iteration: FxHashMap<*const Operation, u64>,
    /// How many elements were read or written.
    accesses: u64,
    /// Sizes of buffers that may be terms.
    pub(super) open_sizes: FxHashMap<usize, Vec<Scalar>>,
    pub(super) transfers: Vec<Transfer>,
}

/// What others than the program see and do.
#[derive(Default)]
pub(super) struct Seen {
    /// What has been done so far, as the domain knows it.
    pub(super) state: Option<Scalar>,
    pub(super) buffers: Vec<usize>,
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

    pub(super) fn values(&self, numbers: &[usize]) -> Vec<Value> {
        numbers.iter().map(|it| self.get(*it).clone()).collect()
    }

    /// The value of the only result.
    pub(super) fn set_first(&mut self, numbers: &[usize], value: Value) {
        if let Some(number) = numbers.first() {
            self.set(*number, value);
        }
    }

    pub(super) fn set_all(&mut self, numbers: &[usize], values: Vec<Value>) {
        for (number, value) in numbers.iter().zip(values) {
            self.set(*number, value);
        }
    }
}

/// The subscripts of one access.
pub(super) type Indices = smallvec::SmallVec<[i64; 4]>;
/// As [`Indices`], which may be terms.
pub(super) type Subscripts = smallvec::SmallVec<[Scalar; 4]>;

/// The numbers that are copied while one operation runs.
pub(super) const NUMBERS_OF_A_STEP: u64 = 32;

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
            seen: Seen::default(),
            stored: FxHashSet::default(),
            mask: None,
            domain: None,
            poll: Poll::never(),
            tolerates_races: false,
            forgives_loads: false,
            forgiven: None,
            at: None,
            has_regions: false,
            region_buffers: Vec::new(),
            iterations: 0,
            last_iteration: FxHashMap::default(),
            accesses: 0,
            open_sizes: FxHashMap::default(),
            transfers: Vec::new(),
        }
    }

    /// The same, whose numbers may be terms of a domain.
    pub fn with_domain(mut self, domain: Rc<RefCell<dyn Domain>>) -> Self {
        self.has_regions = domain.borrow().has_regions();
        self.domain = Some(domain);
        self
    }

    /// The same, which lets iterations of parallel loops touch the same elements.
    pub fn tolerating_races(mut self) -> Self {
        self.tolerates_races = true;
        self
    }

    /// The same, which asks from time to time whether it shall go on.
    pub fn with_poll(mut self, poll: &Poll) -> Self {
        self.poll = poll.clone();
        self
    }

    /// The same, in which a load outside a memref gives poison, and is noted.
    pub fn forgiving_loads(mut self) -> Self {
        self.forgives_loads = true;
        self
    }

    /// The first load outside its memref.
    pub fn forgiven(&self) -> Option<&Fault> {
        self.forgiven.as_ref()
    }

    /// How many more operations may run.
    pub fn steps_left(&self) -> u64 {
        self.steps
    }

    /// A memref of these sizes with these contents, in row-major order.
    ///
    /// # Errors
    /// Where the sizes are negative or too large.
    pub fn allocate(
        &mut self,
        sizes: &[i64],
        contents: impl IntoIterator<Item = Scalar>,
    ) -> Result<Value, Cause> {
        self.allocate_with(sizes, &Layout::RowMajor, contents)
    }

    /// As [`Machine::allocate`], where the contents are those of all memory that a memref of the layout shows.
    ///
    /// # Errors
    /// Where the sizes are negative or too large.
    pub fn allocate_with(
        &mut self,
        sizes: &[i64],
        layout: &Layout,
        contents: impl IntoIterator<Item = Scalar>,
    ) -> Result<Value, Cause> {
        let view = self.memory.allocate(sizes.to_vec(), layout)?;
        self.memory.fill(view.buffer, contents);
        Ok(Value::MemRef(Rc::new(view)))
    }

    /// Whether a transfer goes on that nobody has waited for.
    pub fn is_transferring(&self) -> bool {
        !self.transfers.is_empty()
    }

    /// Whether the memory of a memref holds bytes that are numbers of other types.
    pub fn has_units(&self, memref: &Value) -> bool {
        memref.view().is_ok_and(|it| self.memory.has_units(it.buffer))
    }

    /// What the whole buffer of a memref holds.
    pub fn contents(&self, memref: &Value) -> &[Scalar] {
        memref.view().map_or(&[], |view| self.memory.cells(view.buffer))
    }

    /// Every number that an element of a buffer has got, overwritten or not; nothing where stores are not opaque.
    pub fn stored(&self) -> &FxHashSet<Stored> {
        &self.stored
    }

    /// The buffer of a memref, with the offset, sizes and strides of its view.
    pub fn view(&self, memref: &Value) -> Option<(usize, i64, Vec<i64>, Vec<i64>)> {
        let view = memref.view().ok()?;
        Some((view.buffer, view.offset, view.sizes.clone(), view.strides.clone()))
    }

    /// The sizes of the whole buffer of a memref.
    pub fn sizes(&self, memref: &Value) -> Vec<i64> {
        memref.view().map(|it| self.memory.shape(it.buffer).to_vec()).unwrap_or_default()
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
        let body = function.body.as_ref().filter(|_| self.calls < MOST_CALLS).ok_or_else(|| {
            let what = "a call of an unknown function, or too many inside each other";
            Fault::of(Cause::Unsupported(what.to_owned()), &format!("@{}", function.name))
        })?;
        self.spend_on_numbers(function.values).map_err(|cause| Fault::of(cause, "a call"))?;
        let mut frame = Frame(vec![Value::Scalar(Scalar::Poison); function.values]);
        frame.set_all(&body.arguments, arguments);
        self.calls += 1;
        let results = self.scope(body, &mut frame);
        self.calls -= 1;
        results
    }

    /// Counts an operation, or an iteration of a loop that may have none.
    pub(super) fn step(&mut self) -> Result<(), Cause> {
        self.spend(1)
    }

    /// Counts what takes as long as so many operations.
    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Cause> {
        let before = self.steps;
        let Some(after) = before.checked_sub(steps) else {
            self.steps = 0;
            return Err(Cause::Endless);
        };
        self.steps = after;
        self.poll.between(before, after);
        Ok(())
    }

    /// Counts so many numbers that are copied.
    pub(super) fn spend_on_numbers(&mut self, numbers: usize) -> Result<(), Cause> {
        self.spend(numbers as u64 / NUMBERS_OF_A_STEP)
    }

    /// As [`Machine::block`], of a block of an `AutomaticAllocationScope`: what `memref.alloca` makes in it ends with it.
    pub(super) fn scope(&mut self, block: &'p Block, frame: &mut Frame) -> Result<Vec<Value>, Fault> {
        let scope = self.memory.begin_scope();
        let results = self.block(block, frame)?;
        self.memory.end_scope(scope);
        Ok(results)
    }

    /// Runs a block; the operands of its terminator.
    pub(super) fn block(&mut self, block: &'p Block, frame: &mut Frame) -> Result<Vec<Value>, Fault> {
        for op in &block.operations {
            let fault = |cause| Fault::at(cause, op);
            self.spend(op.steps).map_err(fault)?;
            self.at = op.place;
            match op.execute {
                Execute::Terminator => return Ok(frame.values(&op.operands)),
                Execute::Simple(run) => run(self, op, frame).map_err(fault)?,
                Execute::Elementwise(run) => {
                    super::operations::elementwise(self, op, frame, run).map_err(fault)?;
                }
                Execute::Nested(run) => run(self, op, frame)?,
                Execute::Unknown => super::operations::unknown(self, op, frame).map_err(fault)?,
            }
        }
        Ok(Vec::new())
    }

    pub(super) fn load(&mut self, view: &View, indices: &[Scalar]) -> Result<Scalar, Cause> {
        let cell = match self.cell(view, indices) {
            Err(cause) if cause.is_about_memory() && self.forgives_loads => {
                let place = self.at;
                self.forgiven.get_or_insert(Fault { place, ..Fault::of(cause, "a load") });
                return Ok(Scalar::Poison);
            }
            found => found?,
        };
        for conflicts in &mut self.conflicts {
            conflicts.note(view.buffer, cell, false)?;
        }
        self.check_transfers(view.buffer, cell, false)?;
        if view.unit.is_some() || self.memory.has_units(view.buffer) {
            self.memory.check_unit(view, cell)?;
        }
        self.accesses += 1;
        let value = self.memory.read(view.buffer, cell);
        if self.has_regions { Ok(self.domain()?.here(value)) } else { Ok(value) }
    }

    pub(super) fn store(&mut self, view: &View, indices: &[Scalar], mut value: Scalar) -> Result<(), Cause> {
        let cell = self.cell(view, indices)?;
        if self.arithmetic == Arithmetic::OpaqueStores {
            value = super::opaque::stored(value);
            let shape = self.memory.shape(view.buffer);
            self.stored.insert(Stored { shape, cell, bits: super::opaque::bits(value) });
        }
        for conflicts in &mut self.conflicts {
            conflicts.note(view.buffer, cell, true)?;
        }
        self.check_transfers(view.buffer, cell, true)?;
        if view.unit.is_some() || self.memory.has_units(view.buffer) {
            if self.has_regions {
                return unsupported("bytes that are numbers of other types");
            }
            self.memory.set_unit(view, cell)?;
        }
        self.accesses += 1;
        if self.has_regions {
            let old = self.memory.read(view.buffer, cell);
            value = self.domain()?.guarded(value, old)?;
        }
        self.memory.write(view.buffer, cell, value, self.at);
        Ok(())
    }

    /// Where the operation stands that wrote an element of the whole buffer of a memref last.
    pub fn writer(&self, memref: &Value, cell: usize) -> Option<TextRange> {
        self.memory.writer(memref.view().ok()?.buffer, cell)
    }

    /// How the buffer of a memref ended; `None` while it lives.
    pub fn ending(&self, memref: &Value) -> Option<Ending> {
        self.memory.ending(memref.view().ok()?.buffer)
    }

    /// The operation that runs.
    pub(super) fn place(&self) -> Option<TextRange> {
        self.at
    }

    /// The cell of an element inside the view. A term is compared with the bounds before it becomes a number.
    pub(super) fn cell(&mut self, view: &View, indices: &[Scalar]) -> Result<usize, Cause> {
        let mut numbers = Indices::new();
        for (at, index) in indices.iter().enumerate() {
            let size = self.size(view, at).unwrap_or(Scalar::Integer(0));
            let is_open = [*index, size].iter().any(|it| matches!(it, Scalar::Term(_)));
            if is_open && (self.less(*index, Scalar::Integer(0))? || !self.less(*index, size)?) {
                return Err(Cause::OutOfBounds(format!("subscript {at} of sizes {:?}", view.sizes)));
            }
            numbers.push(self.integer(*index)?);
        }
        self.memory.cell(view, &numbers)
    }

    /// The one buffer of a global.
    pub(super) fn global(&mut self, name: &str) -> Result<View, Cause> {
        let Some((name, global)) = self.module.globals.get_key_value(name) else {
            return unsupported("an unknown global");
        };
        if let Some(view) = self.globals.get(name.as_str()) {
            return Ok(view.clone());
        }
        let super::Type::MemRef { sizes, layout, .. } = &global.ty else {
            return unsupported("a global of such a type");
        };
        if self.has_domain() {
            return unsupported("a global");
        }
        let view = self.memory.allocate_global(sizes.iter().map(|it| it.unwrap_or(-1)).collect(), layout)?;
        self.memory.fill(view.buffer, global.contents.iter().flatten().copied());
        self.globals.insert(name, view.clone());
        Ok(view)
    }

    /// Runs a block once for each point, in the machine's order, and looks for races between them.
    pub(super) fn in_parallel(
        &mut self,
        points: &[Vec<Scalar>],
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
        let watches = !self.tolerates_races;
        if watches {
            self.conflicts.push(Conflicts::new());
        }
        for iteration in order {
            let next_buffer = self.memory.next_buffer();
            if let Some(conflicts) = self.conflicts.last_mut().filter(|_| watches) {
                conflicts.start(iteration, next_buffer);
            }
            let point = points[iteration].iter().map(|it| Value::Scalar(*it)).collect();
            frame.set_all(&block.arguments, point);
            let yielded = self.scope(block, frame)?;
            each(self, yielded)?;
        }
        if watches {
            self.conflicts.pop();
        }
        Ok(())
    }
}

/// Numbers that may be terms.
impl Machine<'_> {
    /// Whether it runs for all values of the symbols at once.
    pub(super) fn has_regions(&self) -> bool {
        self.has_regions
    }

    pub(super) fn is_in_parallel(&self) -> bool {
        !self.conflicts.is_empty()
    }

    /// How many elements were read or written so far.
    pub(super) fn accesses(&self) -> u64 {
        self.accesses
    }

    pub(super) fn has_domain(&self) -> bool {
        self.domain.is_some()
    }

    pub(super) fn domain(&self) -> Result<std::cell::RefMut<'_, dyn Domain + 'static>, Cause> {
        match &self.domain {
            Some(domain) => Ok(domain.borrow_mut()),
            None => unsupported("a term without a domain"),
        }
    }

    /// Whether the domain computes an operation. Functions that round by the host's library are no constants.
    pub(super) fn is_symbolic(&self, op: &Operation, inputs: &[Scalar]) -> bool {
        let is_term = |it: &Scalar| matches!(it, Scalar::Term(_));
        self.has_domain() && (inputs.iter().any(is_term) || op.name.starts_with("math."))
    }

    pub(super) fn apply(&mut self, op: &Operation, inputs: &[Scalar]) -> Result<Scalar, Cause> {
        self.domain()?.apply(op, inputs)
    }

    pub(super) fn opaque(
        &mut self,
        op: &Operation,
        inputs: &[Scalar],
        result: usize,
        lane: usize,
    ) -> Result<Scalar, Cause> {
        self.domain()?.opaque(op, inputs, result, lane)
    }

    pub(super) fn reduce(&mut self, op: &Operation, values: &[Scalar]) -> Result<Scalar, Cause> {
        self.domain()?.reduce(op, values)
    }

    pub(super) fn select(
        &mut self,
        op: &Operation,
        condition: Scalar,
        then: Scalar,
        otherwise: Scalar,
    ) -> Result<Scalar, Cause> {
        match condition {
            Scalar::Poison => Ok(Scalar::Poison),
            Scalar::Integer(0) => Ok(otherwise),
            Scalar::Integer(_) => Ok(then),
            _ => self.domain()?.select(op, condition, then, otherwise),
        }
    }

    /// The number, which a term is from here on.
    pub(super) fn integer(&mut self, value: Scalar) -> Result<i64, Cause> {
        match value {
            Scalar::Term(term) => self.domain()?.pin(term),
            value => value.integer(),
        }
    }

    /// Whether a value decides what runs: a condition that depends on what memory holds does not.
    pub(super) fn is_decidable(&self, value: Scalar) -> Result<bool, Cause> {
        match value {
            Scalar::Term(term) => Ok(self.domain()?.is_decidable(term)),
            _ => Ok(true),
        }
    }

    pub(super) fn integers(&mut self, frame: &Frame, values: &[usize]) -> Result<Vec<i64>, Cause> {
        values.iter().map(|it| self.integer(frame.get(*it).scalar()?)).collect()
    }

    pub(super) fn subscripts(&self, frame: &Frame, values: &[usize]) -> Result<Subscripts, Cause> {
        values.iter().map(|it| frame.get(*it).scalar()).collect()
    }

    /// The results of a map.
    pub(super) fn evaluate(
        &mut self,
        map: &AffineMap,
        frame: &Frame,
        operands: &[usize],
    ) -> Result<Subscripts, Cause> {
        self.expressions(map.results.iter(), frame, operands)
    }

    pub(super) fn expressions<'e>(
        &mut self,
        expressions: impl Iterator<Item = &'e super::affine_map::Expression>,
        frame: &Frame,
        operands: &[usize],
    ) -> Result<Subscripts, Cause> {
        let inputs = self.subscripts(frame, operands)?;
        if inputs.iter().any(|it| matches!(it, Scalar::Term(_))) {
            let mut domain = self.domain()?;
            return expressions.map(|it| it.evaluate_in(&mut *domain, &inputs)).collect();
        }
        let numbers = inputs.iter().map(|it| it.integer()).collect::<Result<Indices, _>>()?;
        expressions.map(|it| Ok(Scalar::Integer(it.evaluate(&numbers)?))).collect()
    }

    pub(super) fn affine(
        &mut self,
        operator: Operator,
        left: Scalar,
        right: Scalar,
    ) -> Result<Scalar, Cause> {
        match (left, right) {
            (Scalar::Term(_), _) | (_, Scalar::Term(_)) => self.domain()?.affine(operator, left, right),
            _ => Ok(Scalar::Integer(super::affine_map::apply(operator, left.integer()?, right.integer()?)?)),
        }
    }

    pub(super) fn less(&mut self, left: Scalar, right: Scalar) -> Result<bool, Cause> {
        match (left, right) {
            (Scalar::Integer(left), Scalar::Integer(right)) => Ok(left < right),
            _ => match self.affine(Operator::Subtract, left, right)? {
                Scalar::Term(term) => self.domain()?.is_negative(term),
                number => Ok(number.integer()? < 0),
            },
        }
    }

    /// The greatest or the least; `None` of none.
    pub(super) fn extreme(&mut self, values: &[Scalar], is_greatest: bool) -> Result<Option<Scalar>, Cause> {
        let mut found: Option<Scalar> = None;
        for value in values {
            found = Some(match found {
                None => *value,
                Some(best) if self.less(best, *value)? == is_greatest => *value,
                Some(best) => best,
            });
        }
        Ok(found)
    }

    /// The values from `lower` below `upper`, as far as the steps suffice.
    pub(super) fn range(&mut self, lower: Scalar, upper: Scalar, step: i64) -> Result<Vec<Scalar>, Cause> {
        let mut values = Vec::new();
        let mut value = lower;
        while self.less(value, upper)? {
            self.step()?;
            values.push(value);
            value = self.affine(Operator::Add, value, Scalar::Integer(step))?;
        }
        Ok(values)
    }
}
