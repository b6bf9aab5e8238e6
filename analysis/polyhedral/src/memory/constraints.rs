//! How operations pass on the memory of their operands, as constraints for [`super::points_to`].

use super::callee::{Callees, ReturnedOrigin};
use super::origins::{Origin, Origins};
use ir::types::Type;
use ir::{BlockId, Ir, Op, OpId, OpKind, ValueId};
use rustc_hash::FxHashMap;
use syntax::ods::Semantics;

/// The constraints of one isolated op.
#[derive(Default)]
pub(super) struct Constraints {
    /// The second value may refer to whatever the first does.
    pub(super) flows: Vec<(ValueId, ValueId)>,
    pub(super) starts: Vec<(ValueId, Origins)>,
    /// Others learn what these values refer to.
    pub(super) escaping: Vec<ValueId>,
    /// Results whose strides and sizes, where the type does not tell them, are those of what flows into them; also
    /// arguments, which are taken to have such that different subscripts are different elements.
    pub(super) keeps_layout: Vec<ValueId>,
}

/// Everything flows to everything where these are at most this many pairs.
const MOST_FLOWS: usize = 4096;

/// Whether a value of the type may refer to memory. Of numbers no more is followed than that an address becomes one.
pub(super) fn may_refer(ty: &Type) -> bool {
    match ty {
        Type::Unknown
        | Type::Tensor { .. }
        | Type::MemRef(_)
        | Type::UnrankedMemRef { .. }
        | Type::Dialect(_) => true,
        Type::Vector { element, .. } => may_refer(element),
        Type::Tuple(types) => types.iter().any(may_refer),
        Type::Index
        | Type::None
        | Type::Integer { .. }
        | Type::Float(_)
        | Type::Complex(_)
        | Type::Function { .. } => false,
    }
}

/// The memory that the results of an operation may refer to.
enum Conduct {
    /// The memory of its operands.
    Derives,
    /// As it says by the places of the operands.
    Control,
    Allocates,
    /// A new allocation, or the memory of its operands.
    AllocatesOrDerives,
    Global,
    Calls,
    /// It gives what was stored in memory; what is stored escapes.
    Accesses,
    /// The address of its operand becomes a number.
    Reveals,
    Unknown,
}

fn conduct(data: &Op) -> Conduct {
    if data.broken || data.operands.iter().any(|it| it.value.is_none()) {
        return Conduct::Unknown;
    }
    match &data.kind {
        OpKind::For(_) | OpKind::Parallel(_) | OpKind::If(_) => return Conduct::Control,
        OpKind::Access(_) | OpKind::DmaStart(_) | OpKind::DmaWait(_) => return Conduct::Accesses,
        OpKind::Apply(_)
        | OpKind::Min(_)
        | OpKind::Max(_)
        | OpKind::Linearize { .. }
        | OpKind::Delinearize { .. }
        | OpKind::ConstantInteger(_) => return Conduct::Derives,
        OpKind::Yield | OpKind::Constant | OpKind::Other => {}
    }
    match &*data.name {
        _ if data.only_allocates() => Conduct::Allocates,
        _ if data.allocates() => Conduct::AllocatesOrDerives,
        // The result of an operation of another dialect may be memory that it reads, and so may one of the same shape.
        _ if !data.has_trait("Pure")
            && (data.results.is_empty()
                || data.is_of_complete_dialect && !data.has_trait("SameOperandsAndResultShape"))
            && data.accesses().is_some() =>
        {
            Conduct::Accesses
        }
        "memref.get_global" => Conduct::Global,
        "memref.extract_aligned_pointer_as_index" => Conduct::Reveals,
        "func.call" => Conduct::Calls,
        _ if data.is_function_or_module() || data.is_branching() => Conduct::Control,
        _ if data.is_terminator() && data.is_pure() => Conduct::Control,
        _ => match data.dialect() {
            "arith" | "bufferization" | "builtin" | "complex" | "index" | "linalg" | "math" | "memref"
            | "tensor" | "ub" | "vector" => Conduct::Derives,
            "affine" | "cf" | "scf" => Conduct::Control,
            _ => Conduct::Unknown,
        },
    }
}

impl Constraints {
    pub(super) fn of(ir: &Ir, callees: &Callees<'_>) -> Self {
        let mut build = Build { ir, found: Self::default(), globals: FxHashMap::default() };
        for (op, _) in ir.ops.iter() {
            build.operation(op, callees);
        }
        build.found
    }
}

struct Build<'a> {
    ir: &'a Ir,
    found: Constraints,
    globals: FxHashMap<&'a str, ValueId>,
}

impl<'a> Build<'a> {
    fn may_refer(&self, value: ValueId) -> bool {
        may_refer(&self.ir.values[value].ty)
    }

    fn referring(&self, values: impl IntoIterator<Item = ValueId>) -> Vec<ValueId> {
        values.into_iter().filter(|it| self.may_refer(*it)).collect()
    }

    /// The operands that may refer to memory.
    fn operands(&self, op: OpId) -> Vec<ValueId> {
        self.referring(self.ir.ops[op].operands.iter().filter_map(|it| it.value))
    }

    fn start(&mut self, value: ValueId, origins: Origins) {
        if self.may_refer(value) {
            self.found.starts.push((value, origins));
        }
    }

    fn flow(&mut self, from: ValueId, to: ValueId) {
        if self.may_refer(from) && self.may_refer(to) {
            self.found.flows.push((from, to));
        }
    }

    /// All of these may be any of those.
    fn mix(&mut self, from: &[ValueId], to: &[ValueId]) {
        if from.is_empty() {
            to.iter().for_each(|it| self.start(*it, Origins::anything()));
        } else if from.len().saturating_mul(to.len()) > MOST_FLOWS {
            to.iter().for_each(|it| self.start(*it, Origins::everything()));
        } else {
            to.iter().for_each(|to| from.iter().for_each(|from| self.flow(*from, *to)));
        }
    }

    fn operation(&mut self, op: OpId, callees: &Callees<'_>) {
        let data = &self.ir.ops[op];
        let results = self.referring(data.results.iter().copied());
        match conduct(data) {
            Conduct::Derives if data.regions.is_empty() => self.mix(&self.operands(op), &results),
            Conduct::Derives => self.region_control(op),
            Conduct::Allocates => {
                results.iter().for_each(|it| self.start(*it, Origins::one(Origin::Allocation(*it))));
            }
            Conduct::AllocatesOrDerives => {
                results.iter().for_each(|it| self.start(*it, Origins::one(Origin::Allocation(*it))));
                let operands = self.operands(op);
                operands.iter().for_each(|from| results.iter().for_each(|to| self.flow(*from, *to)));
            }
            Conduct::Global => match (&data.symbol, results.first()) {
                (Some(symbol), Some(result)) => {
                    let first = *self.globals.entry(symbol).or_insert(*result);
                    self.start(*result, Origins::one(Origin::Global(first)));
                }
                _ => self.mix(&[], &results),
            },
            Conduct::Calls => self.call(op, callees),
            Conduct::Accesses => self.access(op),
            Conduct::Reveals => self.found.escaping.extend(self.operands(op)),
            Conduct::Control => self.control(op),
            Conduct::Unknown => self.unknown(op),
        }
        if keeps_layout(data) {
            self.found.keeps_layout.extend(results);
        }
    }

    fn call(&mut self, op: OpId, callees: &Callees<'_>) {
        let data = &self.ir.ops[op];
        self.found.escaping.extend(self.operands(op));
        let results = data.results.iter().filter(|it| self.may_refer(**it));
        let returned = if results.count() > 0 { callees.returned(self.ir, op) } else { None };
        for (index, result) in data.results.iter().enumerate() {
            let Some(origins) = returned.as_ref().and_then(|it| it.get(index)) else {
                self.start(*result, Origins::anything());
                continue;
            };
            for origin in origins {
                match origin {
                    ReturnedOrigin::Anything => self.start(*result, Origins::anything()),
                    ReturnedOrigin::Everything => self.start(*result, Origins::everything()),
                    ReturnedOrigin::Allocation(which) => {
                        self.start(*result, Origins::one(Origin::Returned(op, *which)));
                    }
                    ReturnedOrigin::Argument(index) => {
                        match data.operands.get(*index).and_then(|it| it.value) {
                            Some(operand) => self.flow(operand, *result),
                            None => self.start(*result, Origins::anything()),
                        }
                    }
                }
            }
        }
    }

    fn access(&mut self, op: OpId) {
        let data = &self.ir.ops[op];
        let stored = match &data.kind {
            OpKind::Access(access) => access.stored,
            _ => data.transfer().and_then(|it| it.stored),
        };
        let is_place = |index: usize, value: ValueId| {
            Some(index) != stored && matches!(self.ir.values[value].ty, Type::MemRef(_))
        };
        let operands = data.operands.iter().enumerate().filter_map(|(index, it)| Some((index, it.value?)));
        let values: Vec<ValueId> = operands.filter(|it| !is_place(it.0, it.1)).map(|it| it.1).collect();
        self.found.escaping.extend(self.referring(values));
        data.results.iter().for_each(|it| self.start(*it, Origins::anything()));
    }

    fn unknown(&mut self, op: OpId) {
        let data = &self.ir.ops[op];
        self.found.escaping.extend(self.operands(op));
        for value in data.results.iter().copied().chain(self.entered(op)).chain(self.passed(op)) {
            // Of an operation that holds a function nothing flows into the arguments.
            if self.is_function_argument(op, value) {
                self.argument(value);
            } else {
                self.start(value, Origins::anything());
            }
        }
        self.found.escaping.extend(self.yielded(op));
    }

    fn control(&mut self, op: OpId) {
        let data = &self.ir.ops[op];
        if !data.successors.is_empty() {
            return self.branch(op);
        }
        if data.regions.is_empty() {
            // Who holds the region of a terminator looks at what is yielded; `func.return` ends everything.
            return self.mix(&[], &self.referring(data.results.iter().copied()));
        }
        let is_function =
            data.name.ends_with(".func") || self.ir.parent_op(op).is_none() && self.operands(op).is_empty();
        if is_function {
            self.entered(op).into_iter().for_each(|it| self.argument(it));
        } else {
            self.region_control(op);
        }
    }

    fn argument(&mut self, value: ValueId) {
        self.start(value, Origins::one(Origin::Argument(value)));
        self.found.keeps_layout.push(value);
    }

    /// Whether a value is an argument of the first block of a root: the function itself, also of dialects that are not
    /// known.
    fn is_function_argument(&self, op: OpId, value: ValueId) -> bool {
        self.ir.parent_op(op).is_none()
            && self.operands(op).is_empty()
            && self.ir.entry_argument_of(value).is_some_and(|it| it.0 == op)
    }

    /// The flow of branches to the arguments of blocks.
    fn branch(&mut self, op: OpId) {
        let data = &self.ir.ops[op];
        for successor in &data.successors {
            let Some(block) = successor.block else { continue };
            let arguments = &self.ir.blocks[block].arguments;
            let passed = data.operands.get(successor.operands.clone()).unwrap_or_default();
            if passed.len() == arguments.len() {
                for (operand, argument) in passed.iter().zip(arguments) {
                    match operand.value {
                        Some(value) => self.flow(value, *argument),
                        None => self.start(*argument, Origins::anything()),
                    }
                }
            } else {
                self.mix(&self.operands(op), &self.referring(arguments.iter().copied()));
            }
            self.found.keeps_layout.extend(arguments);
        }
    }

    /// The flow through loops and conditions: initial and yielded values to arguments and results.
    fn region_control(&mut self, op: OpId) {
        let data = &self.ir.ops[op];
        let (inits, first_argument) = match &data.kind {
            OpKind::For(loop_) => (Some(loop_.inits.clone()), 1),
            _ if data.is("scf.for") => {
                (data.operands.len().checked_sub(data.results.len()).map(|it| it..data.operands.len()), 1)
            }
            _ if data.is_branching() => (Some(0..0), 0),
            _ => (None, 0),
        };
        let terminators = self.terminators(op);
        let entered: Vec<ValueId> = self.entered(op);
        let results = &data.results;
        let fits = |it: &OpId| {
            let yielded = &self.ir.ops[*it];
            yielded.successors.is_empty() && yielded.operands.len() == results.len()
        };
        let carried = entered.get(first_argument..).filter(|it| it.len() == results.len());
        let is_loop = first_argument == 1;
        let by_place = inits.filter(|inits| {
            (!is_loop || inits.len() == results.len() && carried.is_some()) && terminators.iter().all(fits)
        });
        if let Some(inits) = by_place {
            let operands = data.operands.get(inits).unwrap_or_default();
            let yielded = terminators.iter().map(|it| &*self.ir.ops[*it].operands);
            for source in std::iter::once(operands).chain(yielded).collect::<Vec<_>>() {
                for (index, operand) in source.iter().enumerate() {
                    let targets = results.get(index).into_iter().chain(carried.and_then(|it| it.get(index)));
                    for target in targets {
                        match operand.value {
                            Some(value) => self.flow(value, *target),
                            None => self.start(*target, Origins::anything()),
                        }
                    }
                }
            }
        } else {
            let mut sources = self.operands(op);
            sources.extend(self.yielded(op));
            let targets: Vec<ValueId> = results.iter().copied().chain(entered.iter().copied()).collect();
            self.mix(&sources, &self.referring(targets));
        }
        self.found.keeps_layout.extend(results.iter().copied().chain(entered));
    }

    /// The arguments of the first blocks.
    fn entered(&self, op: OpId) -> Vec<ValueId> {
        let regions = self.ir.ops[op].regions.iter();
        let blocks = regions.filter_map(|it| self.ir.regions[*it].blocks.first());
        blocks.flat_map(|it| self.ir.blocks[*it].arguments.iter().copied()).collect()
    }

    /// The arguments of the blocks that follow.
    fn passed(&self, op: OpId) -> Vec<ValueId> {
        let blocks = self.ir.ops[op].successors.iter().filter_map(|it| it.block);
        blocks.flat_map(|it| self.ir.blocks[it].arguments.iter().copied()).collect()
    }

    /// The operations that leave a region of an operation.
    fn terminators(&self, op: OpId) -> Vec<OpId> {
        let blocks: Vec<BlockId> = self.ir.ops[op]
            .regions
            .iter()
            .flat_map(|it| self.ir.regions[*it].blocks.iter().copied())
            .collect();
        let last = blocks.iter().filter_map(|it| self.ir.blocks[*it].ops.last().copied());
        last.filter(|it| self.ir.ops[*it].successors.is_empty()).collect()
    }

    /// What they take.
    fn yielded(&self, op: OpId) -> Vec<ValueId> {
        self.terminators(op).into_iter().flat_map(|it| self.operands(it)).collect()
    }
}

/// Whether different subscripts of the results are different elements where those of the operands are.
fn keeps_layout(op: &Op) -> bool {
    let is_view = matches!(
        op.name_in_dialect(),
        "assume_alignment"
            | "cast"
            | "collapse_shape"
            | "distinct_objects"
            | "expand_shape"
            | "memory_space_cast"
            | "subview"
            | "transpose"
    );
    op.semantics() == Some(Semantics::Select) || op.dialect() == "memref" && is_view
}
