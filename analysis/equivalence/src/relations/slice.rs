//! The slice of a function that one of its values depends on, as a term: iterations that others do not need do not run.

use std::collections::VecDeque;

use interpreter::{Domain, Operation, Scalar};
use presburger::Budget;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ods::{Combining, Semantics};

use super::edges::Edge;
use super::points::{Beginning, Images};
use super::system::{CopySource, Equation, Kind, NodeId, System};
use crate::signature::{Argument, Arguments};
use crate::terms::{Node, Terms};

/// A node in one iteration.
pub(super) type Instance = (NodeId, Box<[i64]>);

/// Steps of an instance, besides those for the rows of relations.
const STEPS_OF_AN_INSTANCE: u64 = 20;

/// The inputs of both functions at values of the symbols.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'a> {
    pub(super) arguments: &'a Arguments,
    /// The symbols of the relations.
    pub(super) symbols: &'a [i64],
    /// The symbols of the arguments.
    pub(super) point: &'a [i64],
}

/// The instances that are looked at for one that is poison.
const MOST_LOOKED_AT: usize = 2_000;

/// Values of a function in single iterations.
pub(super) struct Slice<'a, 'b> {
    system: &'a System,
    operations: &'a [&'a Operation],
    inputs: Inputs<'a>,
    budget: &'a Budget<'b>,
    known: FxHashMap<Instance, Scalar>,
    /// The relations that were followed; `None` where they do not fit.
    images: FxHashMap<Place, Option<Images>>,
}

/// Where a relation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    /// In the equation of a node.
    Equation(NodeId, usize),
    /// The elements of a read, by its number.
    Read(usize),
    /// The iterations that write an element, by the node of the write.
    Write(NodeId),
}

enum Task {
    Visit(Instance),
    /// All that it needs has a value.
    Compute(Instance, Vec<Instance>),
}

impl<'a, 'b> Slice<'a, 'b> {
    pub(super) fn new(
        system: &'a System,
        operations: &'a [&'a Operation],
        inputs: Inputs<'a>,
        budget: &'a Budget<'b>,
    ) -> Self {
        Self { system, operations, inputs, budget, known: FxHashMap::default(), images: FxHashMap::default() }
    }

    /// The value of a node in an iteration; `None` where something that it depends on is not known, or takes too many steps.
    pub(super) fn value(
        &mut self,
        root: &Instance,
        terms: &mut Terms,
        budget: &Budget<'_>,
    ) -> Option<Scalar> {
        let mut tasks = vec![Task::Visit(root.clone())];
        while let Some(task) = tasks.pop() {
            budget.spend(STEPS_OF_AN_INSTANCE).ok()?;
            match task {
                Task::Visit(instance) => {
                    if self.known.contains_key(&instance) {
                        continue;
                    }
                    let needed = self.needed(&instance, budget)?;
                    tasks.push(Task::Compute(instance, needed.clone()));
                    tasks.extend(needed.into_iter().map(Task::Visit));
                }
                Task::Compute(instance, needed) => {
                    let values = needed.iter().map(|it| self.known.get(it).copied());
                    let values = values.collect::<Option<Vec<_>>>()?;
                    let value = self.computed(&instance, &values, terms)?;
                    self.known.insert(instance, value);
                }
            }
        }
        self.known.get(root).copied()
    }

    /// Whether a poison is found that reaches the value, the nearest first: what else it depends on may be too much to compute.
    pub(super) fn is_poison(&mut self, root: &Instance, budget: &Budget<'_>) -> bool {
        let mut seen: FxHashSet<Instance> = FxHashSet::default();
        let mut pending = VecDeque::from([root.clone()]);
        while let Some(instance) = pending.pop_front() {
            if seen.len() >= MOST_LOOKED_AT || budget.spend(STEPS_OF_AN_INSTANCE).is_err() {
                return false;
            }
            let data = &self.system.nodes[instance.0];
            let semantics = data.operation.and_then(|it| self.operations.get(it)?.semantics());
            let reached = match &data.equation {
                Equation::Copies(_) | Equation::Load(_) | Equation::Fold { .. } => usize::MAX,
                Equation::Operation { kind, .. } if kind.is_choice() => 1,
                Equation::Operation { .. } => match semantics {
                    Some(Semantics::Poison) => return true,
                    Some(it) if spreads_poison(it) => usize::MAX,
                    _ => 0,
                },
                _ => 0,
            };
            if reached > 0
                && seen.insert(instance.clone())
                && let Some(needed) = self.needed(&instance, budget)
            {
                pending.extend(needed.into_iter().take(reached));
            }
        }
        false
    }

    /// The operation that writes what a read gives in an iteration.
    pub(super) fn writer(&mut self, (node, iteration): &Instance) -> Option<&'a Operation> {
        let (written, _) = self.needed(&(*node, iteration.clone()), self.budget)?.pop()?;
        self.operations.get(self.system.nodes[written].operation?).copied()
    }

    /// The instances that the value of one is made of.
    fn needed(&mut self, (node, iteration): &Instance, budget: &Budget<'_>) -> Option<Vec<Instance>> {
        let system = self.system;
        match &system.nodes[*node].equation {
            Equation::Copies(pieces) => self.copied(*node, iteration, pieces, budget).map(|it| vec![it]),
            Equation::Load(read) => self.seen(*read, iteration, budget).map(|it| vec![it]),
            Equation::Operation { operands, .. } => {
                let mut needed = Vec::with_capacity(operands.len());
                for (place, (edge, operand)) in operands.iter().enumerate() {
                    let [image] =
                        <[_; 1]>::try_from(self.led_to(*node, place, edge, iteration, budget)?).ok()?;
                    needed.push((*operand, image));
                }
                Some(needed)
            }
            Equation::Fold { operands, .. } => {
                let mut needed = Vec::new();
                for (place, (edge, operand)) in operands.iter().enumerate() {
                    let images = self.led_to(*node, place, edge, iteration, budget)?;
                    needed.extend(images.into_iter().map(|it| (*operand, it)));
                }
                Some(needed)
            }
            Equation::LiveIn(_) | Equation::Integer(_) => Some(Vec::new()),
            Equation::Element { .. } | Equation::Unknown(_) => None,
        }
    }

    fn copied(
        &mut self,
        node: NodeId,
        iteration: &[i64],
        pieces: &[CopySource],
        budget: &Budget<'_>,
    ) -> Option<Instance> {
        for (place, piece) in pieces.iter().enumerate() {
            if let Some(within) = &piece.within {
                let images = || Images::of(&within.clone().with_domain(iteration.len()));
                if self.images(Place::Equation(node, 2 * place), &images, iteration, budget)?.is_empty() {
                    continue;
                }
            }
            if let Some(image) = self.led_to(node, 2 * place + 1, &piece.edge, iteration, budget)?.pop() {
                return Some((piece.node, image));
            }
        }
        None
    }

    /// The last write that a read sees, or what was there before. That of one iteration is found where the relation of all takes
    /// too long.
    fn seen(&mut self, number: usize, iteration: &[i64], budget: &Budget<'_>) -> Option<Instance> {
        let system = self.system;
        let (read, memory) = &system.reads[number];
        let memory = &system.memories[*memory];
        let touched = || Images::of(&read.elements);
        let [element] =
            <[_; 1]>::try_from(self.images(Place::Read(number), &touched, iteration, budget)?).ok()?;
        let deepest = memory.writes.iter().map(|it| it.depths_before(read)).max().unwrap_or(0);
        for depth in (1..=deepest).rev() {
            let mut last: Option<(usize, Box<[i64]>)> = None;
            let writes = memory.writes.iter().zip(&memory.written).enumerate();
            for (at, (write, written)) in writes.filter(|it| it.1.0.depths_before(read) >= depth) {
                let shared = read.common(write);
                let values = iteration.get(..shared.min(depth - 1))?;
                let below = iteration.get(depth - 1).copied().filter(|_| depth <= shared);
                let images = &mut self.images;
                let images = images
                    .entry(Place::Write(*written))
                    .or_insert_with(|| Images::of(&write.elements.inverse()));
                let mut spend = |rows: usize| budget.spend(rows as u64).ok();
                let known = (&*element, self.inputs.symbols);
                let found = images.as_ref()?.greatest(known, Beginning { values, below }, &mut spend)?;
                let Some(found) = found else { continue };
                let is_later = last.as_ref().is_none_or(|(rival, other)| {
                    let rival = &memory.writes[*rival];
                    let common = write.common(rival);
                    (&found[..common], write.order) > (&other[..common], rival.order)
                });
                if is_later {
                    last = Some((at, found));
                }
            }
            if let Some((at, found)) = last {
                return Some((memory.written[at], found));
            }
        }
        Some((memory.live_in, element))
    }

    fn led_to(
        &mut self,
        node: NodeId,
        place: usize,
        edge: &Edge,
        iteration: &[i64],
        budget: &Budget<'_>,
    ) -> Option<Vec<Box<[i64]>>> {
        match edge {
            Edge::Select(kept) => {
                let image = kept.iter().map(|it| iteration.get(*it).copied()).collect::<Option<_>>()?;
                Some(vec![image])
            }
            Edge::Relation(relation) => {
                self.images(Place::Equation(node, place), &|| Images::of(relation), iteration, budget)
            }
        }
    }

    fn images(
        &mut self,
        place: Place,
        relation: &dyn Fn() -> Option<Images>,
        iteration: &[i64],
        budget: &Budget<'_>,
    ) -> Option<Vec<Box<[i64]>>> {
        let images = self.images.entry(place).or_insert_with(relation);
        let mut spend = |rows: usize| budget.spend(rows as u64).ok();
        images.as_ref()?.from(iteration, self.inputs.symbols, &mut spend)
    }

    fn computed(
        &mut self,
        (node, iteration): &Instance,
        values: &[Scalar],
        terms: &mut Terms,
    ) -> Option<Scalar> {
        let system = self.system;
        let data = &system.nodes[*node];
        match &data.equation {
            Equation::Copies(_) | Equation::Load(_) => values.first().copied(),
            Equation::LiveIn(argument) => {
                let cell = self.inputs.cell(*argument, iteration)?;
                let argument = u32::try_from(*argument).ok()?;
                (!terms.is_full()).then(|| Scalar::Term(terms.intern(Node::Input { argument, cell })))
            }
            Equation::Integer(form) => {
                let found =
                    self.images(Place::Equation(*node, 0), &|| Images::of(form), iteration, self.budget)?;
                match found.as_slice() {
                    [value] => value.first().map(|it| Scalar::Integer(*it)),
                    _ => None,
                }
            }
            Equation::Operation { kind, .. } => {
                applied(kind, self.operations.get(data.operation?)?, values, terms)
            }
            Equation::Fold { combining, .. } => {
                folded(*combining, self.operations.get(data.operation?)?, values, terms)
            }
            Equation::Element { .. } | Equation::Unknown(_) => None,
        }
    }
}

/// Whether the result is poison where any operand is.
fn spreads_poison(semantics: Semantics) -> bool {
    match semantics {
        Semantics::Integer(_)
        | Semantics::CompareIntegers
        | Semantics::Float(_)
        | Semantics::CompareFloats
        | Semantics::Negate
        | Semantics::Cast(_)
        | Semantics::Function(_) => true,
        Semantics::Constant
        | Semantics::Poison
        | Semantics::Select
        | Semantics::Load
        | Semantics::Store
        | Semantics::Prefetch => false,
    }
}

impl Inputs<'_> {
    /// The cell of an element of an argument; `None` outside of it, and where the layout is not that of rows.
    fn cell(self, argument: usize, subscripts: &[i64]) -> Option<u32> {
        match self.arguments.list.get(argument)? {
            Argument::MemRef { sizes, layout: interpreter::Layout::RowMajor, .. } => {
                let sizes = Arguments::sizes(sizes, self.point);
                let is_inside = sizes.len() == subscripts.len()
                    && sizes.iter().zip(subscripts).all(|(size, it)| (0..*size).contains(it));
                let place = |cell: i64, (size, it): (&i64, &i64)| cell.checked_mul(*size)?.checked_add(*it);
                let cell = sizes.iter().zip(subscripts).try_fold(0, place)?;
                u32::try_from(cell).ok().filter(|_| is_inside)
            }
            Argument::Numbers { shape, is_vector: false, .. } if shape.is_empty() => Some(0),
            _ => None,
        }
    }
}

fn applied(kind: &Kind, operation: &Operation, values: &[Scalar], terms: &mut Terms) -> Option<Scalar> {
    if let Some(constant) = kind.constant {
        return Some(constant);
    }
    if kind.is_choice() {
        return match *values {
            [Scalar::Integer(0), _, otherwise] => Some(otherwise),
            [Scalar::Integer(_), then, _] => Some(then),
            [condition, then, otherwise] => terms.select(operation, condition, then, otherwise).ok(),
            _ => None,
        };
    }
    terms.apply(operation, values).ok()
}

fn folded(
    combining: Semantics,
    operation: &Operation,
    values: &[Scalar],
    terms: &mut Terms,
) -> Option<Scalar> {
    // Of several results that are combined, types are not told apart.
    let element = operation.result_element().filter(|_| operation.elements().1.len() == 1)?;
    let combining = Combining::of(combining)?;
    let combination = Operation::combination(combining, element);
    match values {
        [] => None,
        [single] => Some(*single),
        _ if combining.rounds() => terms.reduce(&combination, values).ok(),
        [first, rest @ ..] => {
            rest.iter().try_fold(*first, |total, it| terms.apply(&combination, &[total, *it]).ok())
        }
    }
}
