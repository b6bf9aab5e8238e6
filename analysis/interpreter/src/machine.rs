//! Runs one function.

use std::cell::{RefCell, RefMut};
use std::ops::Range;
use std::rc::Rc;

use syntax::TextRange;
use syntax::ods::Semantics;

use rustc_hash::{FxHashMap, FxHashSet};

use super::domain::Domain;
use super::fault::{Cause, Fault, undefined, unsupported};
use super::interpretation::Interpretation;
use super::memory::{Ending, Memory};
use super::parallel::Conflicts;
use super::poll::Poll;
use super::program::{Block, Function, Module, NUMBERS_OF_A_STEP, Operation};
use super::random::Random;
use super::scalar::Scalar;
use super::semantics::Lane;
use super::transfers::Transfer;
use super::types::Layout;
use super::value::{Value, Vector};
use super::view::View;

/// How an operation runs.
#[derive(Clone, Copy)]
pub(super) enum Execute {
    /// Gives its operands to what is around.
    Terminator,
    Simple(Simple),
    /// The same for each lane.
    Elementwise(Lane),
    /// Runs blocks.
    Nested(for<'p> fn(&mut Machine<'p>, &'p Operation, &mut Frame) -> Result<(), Fault>),
    Unknown,
}

pub(super) type Simple = for<'p> fn(&mut Machine<'p>, &'p Operation, &mut Frame) -> Result<(), Cause>;

/// How operations of that name run, which compute this.
type Operations = fn(&str, Option<Semantics>) -> Execute;

/// In which order the iterations of `affine.parallel` run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Forwards,
    Backwards,
    /// By the seed.
    Shuffled(u64),
}

/// A program's memory while it runs.
pub struct Machine<'p> {
    pub(super) module: &'p Module,
    pub(super) memory: Memory,
    order: Order,
    interpretation: Option<Rc<RefCell<dyn Interpretation>>>,
    pub(super) steps: u64,
    /// No float operation has rounded so far.
    pub(super) is_exact: bool,
    globals: FxHashMap<&'p str, View>,
    conflicts: Vec<Conflicts>,
    calls: usize,
    pub(super) seen: Seen,
    /// Of the `vector.mask` around.
    pub(super) mask: Option<Rc<Vector>>,
    domain: Option<Rc<RefCell<dyn Domain>>>,
    poll: Poll,
    /// Whether iterations of parallel loops may touch the same elements.
    pub(super) tolerates_races: bool,
    /// Loads outside a memref give poison.
    pub(super) forgives_loads: bool,
    /// The first load that was forgiven.
    forgiven: Option<Fault>,
    /// The place of the current operation.
    at: Option<TextRange>,
    /// Whether the domain runs for all values of the symbols at once.
    has_regions: bool,
    /// The first buffer of each region that was entered, where there are regions.
    pub(super) region_buffers: Vec<usize>,
    /// How many iterations there were, and which each loop had last, where there are regions.
    pub(super) iterations: u64,
    /// By the numbers of loops.
    pub(super) last_iteration: FxHashMap<u32, u64>,
    /// How many elements were read or written.
    accesses: u64,
    /// Sizes of buffers that may be terms.
    pub(super) open_sizes: FxHashMap<usize, Vec<Scalar>>,
    pub(super) transfers: Vec<Transfer>,
    /// Buffers that may hold anything, since they may be those of tensors that were made by writing.
    pub(super) lent: FxHashSet<usize>,
    operations: Operations,
    /// How the operations of a function run, by their numbers and in that order.
    code: FxHashMap<Range<u32>, Rc<[Execute]>>,
}

/// The state outside of the program, and the buffers that are visible there.
#[derive(Default)]
pub(super) struct Seen {
    /// All effects so far, as a value of the domain.
    pub(super) state: Option<Scalar>,
    pub(super) buffers: Vec<usize>,
}

/// The values of one call.
pub(super) struct Frame {
    values: Vec<Value>,
    /// How the operations of the function run.
    code: Rc<[Execute]>,
    /// The number of the first of them.
    first: u32,
}

impl Frame {
    pub(super) fn get(&self, value: usize) -> &Value {
        &self.values[value]
    }

    pub(super) fn set(&mut self, number: usize, value: Value) {
        self.values[number] = value;
    }

    fn execute(&self, op: &Operation) -> Execute {
        let place = op.number().and_then(|it| usize::try_from(it.checked_sub(self.first)?).ok());
        place.and_then(|it| self.code.get(it)).copied().unwrap_or(Execute::Unknown)
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

    /// Sets the only result of an operation.
    pub(super) fn give(&mut self, op: &Operation, value: Value) {
        self.set_first(&op.results, value);
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

/// The reason why a buffer may hold anything.
const LENT: &str = "a buffer that a tensor may be written to";

/// Calls inside calls.
const MOST_CALLS: usize = 16;

impl<'p> Machine<'p> {
    /// A machine that runs at most this many operations, by the given table.
    pub(super) fn with_operations(
        module: &'p Module,
        order: Order,
        steps: u64,
        operations: Operations,
    ) -> Self {
        Self {
            module,
            memory: Memory::default(),
            order,
            interpretation: None,
            steps,
            is_exact: true,
            globals: FxHashMap::default(),
            conflicts: Vec::new(),
            calls: 0,
            seen: Seen::default(),
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
            lent: FxHashSet::default(),
            operations,
            code: FxHashMap::default(),
        }
    }

    /// The same, whose numbers may be terms of a domain.
    pub fn with_domain(mut self, domain: Rc<RefCell<dyn Domain>>) -> Self {
        self.has_regions = domain.borrow().has_regions();
        self.domain = Some(domain);
        self
    }

    /// The same, whose numbers mean something else.
    pub fn interpreted(mut self, interpretation: Rc<RefCell<dyn Interpretation>>) -> Self {
        self.interpretation = Some(interpretation);
        self
    }

    /// The same, which lets iterations of parallel loops touch the same elements.
    pub fn tolerating_races(mut self) -> Self {
        self.tolerates_races = true;
        self
    }

    /// The same, which polls from time to time whether to go on.
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

    /// The reason why what memory holds in the end is not known: a transfer that is pending, or a tensor that may be
    /// written there.
    pub fn unsettled(&self) -> Option<&'static str> {
        match (self.transfers.is_empty(), self.lent.is_empty()) {
            (false, _) => Some("a transfer that nobody waits for"),
            (true, false) => Some(LENT),
            (true, true) => None,
        }
    }

    /// Whether the memory of a memref holds bytes that are numbers of other types.
    pub fn has_units(&self, memref: &Value) -> bool {
        memref.view().is_ok_and(|it| self.memory.has_units(it.buffer))
    }

    /// The contents of the whole buffer of a memref.
    pub fn contents(&self, memref: &Value) -> &[Scalar] {
        memref.view().map_or(&[], |view| self.memory.cells(view.buffer))
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
        let mut frame = Frame {
            values: vec![Value::Scalar(Scalar::Poison); function.values],
            code: self.code_of(function),
            first: function.operations.start,
        };
        frame.set_all(&body.arguments, arguments);
        self.calls += 1;
        let results = self.scope(body, &mut frame);
        self.calls -= 1;
        results
    }

    fn code_of(&mut self, function: &Function) -> Rc<[Execute]> {
        let operations = self.operations;
        let code = self.code.entry(function.operations.clone());
        Rc::clone(code.or_insert_with(|| {
            let mut code = vec![Execute::Unknown; function.operations.len()];
            for op in function.operations() {
                let place = op.number().and_then(|it| it.checked_sub(function.operations.start));
                if let Some(slot) = place.and_then(|it| code.get_mut(it as usize)) {
                    *slot = operations(&op.name, op.semantics);
                }
            }
            code.into()
        }))
    }

    pub(super) fn is_terminator(&self, op: &Operation) -> bool {
        matches!((self.operations)(&op.name, op.semantics), Execute::Terminator)
    }

    /// Counts an operation, or an iteration of a loop that may have none.
    pub(super) fn step(&mut self) -> Result<(), Cause> {
        self.spend(1)
    }

    /// Counts work that takes as long as this many operations.
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

    /// Counts this many numbers that are copied.
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
            let fault = |cause| op.fault(cause);
            self.spend(op.steps).map_err(fault)?;
            self.at = op.place;
            match frame.execute(op) {
                Execute::Terminator => return Ok(frame.values(&op.operands)),
                Execute::Simple(run) => run(self, op, frame).map_err(fault)?,
                Execute::Elementwise(run) => self.elementwise(op, frame, run).map_err(fault)?,
                Execute::Nested(run) => run(self, op, frame)?,
                Execute::Unknown => self.unknown(op, frame).map_err(fault)?,
            }
        }
        Ok(Vec::new())
    }

    pub(super) fn load(&mut self, view: &View, indices: &[Scalar]) -> Result<Scalar, Cause> {
        let cell = match self.cell(view, indices) {
            Err(cause) => return self.forgive(cause),
            Ok(cell) => cell,
        };
        for conflicts in &mut self.conflicts {
            conflicts.note(view.buffer, cell, false)?;
        }
        self.check_transfers(view.buffer, cell, false)?;
        if view.unit.is_some() || self.memory.has_units(view.buffer) {
            self.memory.check_unit(view, cell)?;
        }
        self.count_access(view.buffer, cell);
        let value = self.memory.read(view.buffer, cell);
        if self.has_regions { Ok(self.domain()?.here(value)) } else { Ok(value) }
    }

    /// The number that is loaded where memory does not allow it, if that is forgiven.
    pub(super) fn forgive(&mut self, cause: Cause) -> Result<Scalar, Cause> {
        if !cause.is_about_memory() || !self.forgives_loads {
            return Err(cause);
        }
        let place = self.at;
        self.forgiven.get_or_insert(Fault { place, ..Fault::of(cause, "a load") });
        Ok(Scalar::Poison)
    }

    pub(super) fn store(&mut self, view: &View, indices: &[Scalar], mut value: Scalar) -> Result<(), Cause> {
        let cell = self.cell(view, indices)?;
        if let Some(mut interpretation) = self.interpretation() {
            value = interpretation.store(&self.memory.shape(view.buffer), cell, value);
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
        self.count_access(view.buffer, cell);
        if self.has_regions {
            let old = self.memory.read(view.buffer, cell);
            value = self.domain()?.guarded(value, old)?;
        }
        self.memory.write(view.buffer, cell, value, self.at);
        Ok(())
    }

    /// An access of a cell that a transfer uses is undefined.
    pub(super) fn check_transfers(&self, buffer: usize, cell: usize, writes: bool) -> Result<(), Cause> {
        match self.transfers.iter().any(|it| it.meets(buffer, cell, writes)) {
            true => undefined("an element is used while it is transferred"),
            false => Ok(()),
        }
    }

    /// Whether it runs for all values of the symbols at once.
    pub(super) fn has_regions(&self) -> bool {
        self.has_regions
    }

    pub(super) fn is_in_parallel(&self) -> bool {
        !self.conflicts.is_empty()
    }

    pub(super) fn interpretation(&self) -> Option<RefMut<'_, dyn Interpretation + 'static>> {
        self.interpretation.as_ref().map(|it| it.borrow_mut())
    }

    pub(super) fn note_access(&self, buffer: usize, cell: usize) {
        if let Some(mut interpretation) = self.interpretation() {
            interpretation.touch(buffer, cell);
        }
    }

    fn count_access(&mut self, buffer: usize, cell: usize) {
        self.accesses += 1;
        self.note_access(buffer, cell);
    }

    /// How many elements were read or written so far.
    pub(super) fn accesses(&self) -> u64 {
        self.accesses
    }

    pub(super) fn has_domain(&self) -> bool {
        self.domain.is_some()
    }

    pub(super) fn domain(&self) -> Result<RefMut<'_, dyn Domain + 'static>, Cause> {
        match &self.domain {
            Some(domain) => Ok(domain.borrow_mut()),
            None => unsupported("a term without a domain"),
        }
    }

    /// Where the operation is that wrote an element of the whole buffer of a memref last.
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
        if self.lent.contains(&view.buffer) {
            return unsupported(LENT);
        }
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
        mut each: impl FnMut(&mut Self, &mut Frame, Vec<Value>) -> Result<(), Fault>,
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
            each(self, frame, yielded)?;
        }
        if watches {
            self.conflicts.pop();
        }
        Ok(())
    }
}
