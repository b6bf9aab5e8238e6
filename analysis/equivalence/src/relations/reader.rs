//! From a function to its system of equations.

mod carried;
mod chosen;
mod masks;
mod memory;
mod parallel;
mod transfers;
mod values;

use interpreter::{Function, Operation};
use ir::types::Type;
use ir::{BlockId, Ir, OpId, ValueId};
use polyhedral::dependence::SymbolColumns;
use presburger::{Budget, GaveUp, Space, Union};
use rustc_hash::FxHashMap;

use super::edges::{Edge, with_lanes};
use super::forms::{Forms, Question, home};
use super::symbols::Symbols;
use super::system::{Equation, Node, NodeId, System};
use memory::Root;

/// A function in both of its forms.
#[derive(Clone, Copy)]
pub(crate) struct Program<'a> {
    pub(crate) ir: &'a Ir,
    /// The operation that is the function.
    pub(crate) root: OpId,
    pub(crate) function: &'a Function,
}

/// Why a function has no system.
#[derive(Debug)]
pub(super) enum Stop {
    GaveUp(GaveUp),
    /// The obstacle, and the number of its operation.
    Obstacle(String, usize),
}

impl From<GaveUp> for Stop {
    fn from(it: GaveUp) -> Self {
        Stop::GaveUp(it)
    }
}

/// The operations inside a function in text order, in both forms; `None` where these disagree.
pub(super) fn operations<'a>(program: Program<'a>) -> Option<(Vec<OpId>, Vec<&'a Operation>)> {
    let ir = program.ir;
    let [region] = ir.ops[program.root].regions[..] else { return None };
    if ir.regions[region].blocks.len() != 1 {
        return None;
    }
    let is_inside = |it: &OpId| *it != program.root && ir.is_within(*it, program.root);
    let ops: Vec<OpId> = ir.walk().into_iter().filter(is_inside).collect();
    let operations = program.function.operations();
    let agree = |(op, operation): (&OpId, &&Operation)| *ir.ops[*op].name == *operation.name();
    (ops.len() == operations.len() && ops.iter().zip(&operations).all(agree)).then_some((ops, operations))
}

/// The source of a system.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) program: Program<'a>,
    pub(super) ops: &'a [OpId],
    pub(super) operations: &'a [&'a Operation],
    pub(super) forms: &'a Forms,
    pub(super) columns: &'a SymbolColumns,
    pub(super) symbols: &'a Symbols,
}

pub(super) fn read(source: Source<'_>, budget: &Budget<'_>) -> Result<System, Stop> {
    let mut reader = Reader {
        source,
        ir: source.program.ir,
        budget,
        numbers: source.ops.iter().enumerate().map(|(number, op)| (*op, number)).collect(),
        domains: FxHashMap::default(),
        system: System::default(),
        nodes: FxHashMap::default(),
        roots: FxHashMap::default(),
    };
    reader.arguments()?;
    for (number, op) in source.ops.iter().enumerate() {
        reader.values_of(number, *op)?;
    }
    for (number, op) in source.ops.iter().enumerate() {
        reader.operation(number, *op)?;
    }
    reader.outputs()?;
    reader.races()?;
    Ok(reader.system)
}

struct Reader<'a, 'b> {
    source: Source<'a>,
    ir: &'a Ir,
    budget: &'a Budget<'b>,
    numbers: FxHashMap<OpId, usize>,
    /// The iterations of a block, and whether they are exact.
    domains: FxHashMap<BlockId, (Union, bool)>,
    system: System,
    nodes: FxHashMap<ValueId, NodeId>,
    /// The memory behind each memref.
    roots: FxHashMap<ValueId, Root>,
}

impl Reader<'_, '_> {
    /// The answer to a question about an affine form, `Err` with the reason where it has no answer.
    fn ask(&self, question: Question) -> Result<Result<(Union, bool), String>, GaveUp> {
        self.source.forms.ask(question, self.source.columns, self.budget)
    }

    /// The iterations of the operations of a block that has some.
    fn domain(&mut self, block: BlockId, number: usize) -> Result<(Union, bool), Stop> {
        if let Some(known) = self.domains.get(&block) {
            return Ok(known.clone());
        }
        let found = match self.ask(Question::Domain(block))? {
            Ok((domain, is_exact)) => (domain.with_domain(0), is_exact),
            Err(reason) => return Err(Stop::Obstacle(reason, number)),
        };
        self.domains.insert(block, found.clone());
        Ok(found)
    }

    fn loops(&self, block: BlockId) -> usize {
        self.source.forms.loops(block).len()
    }

    /// The node of a value in a block that runs in these iterations.
    fn value(&mut self, value: ValueId, block: BlockId, domain: &Union, number: Option<usize>) {
        let ty = &self.ir.values[value].ty;
        if is_memory(ty) {
            return;
        }
        let (lanes, element) = lanes(ty);
        let is_known = lanes.is_some();
        let lanes = lanes.unwrap_or_default();
        let why = if is_known { "it is not followed" } else { "its lanes are not known" };
        let node = self.system.node(Node {
            dims: self.loops(block) + lanes.len(),
            domain: with_lanes(domain, &lanes),
            element: Some(element),
            equation: Equation::Unknown(why.to_owned()),
            operation: number,
        });
        self.nodes.insert(value, node);
    }

    /// The nodes of what a function is handed, and the memory of its arguments.
    fn arguments(&mut self) -> Result<(), Stop> {
        let Some(body) = self.ir.body(self.source.program.root) else { return Ok(()) };
        let whole = Union::universe(Space::set(0, self.source.columns.count));
        for (number, argument) in self.ir.blocks[body].arguments.iter().enumerate() {
            self.value(*argument, body, &whole, None);
            if let Some(node) = self.nodes.get(argument).copied() {
                self.system.nodes[node].equation = match self.ask(Question::Value(*argument))? {
                    Ok((form, _)) => Equation::Integer(form),
                    Err(_) => Equation::LiveIn(number),
                };
            }
            self.argument_memory(*argument, number)?;
        }
        Ok(())
    }

    /// The nodes of the results of an operation, and of what its regions are handed.
    fn values_of(&mut self, number: usize, op: OpId) -> Result<(), Stop> {
        let ir = self.ir;
        let block = ir.ops[op].block;
        let (domain, _) = self.domain(block, number)?;
        for result in &ir.ops[op].results {
            self.value(*result, block, &domain, Some(number));
        }
        for region in &ir.ops[op].regions {
            for block in &ir.regions[*region].blocks {
                if ir.blocks[*block].ops.is_empty() {
                    continue;
                }
                let (domain, _) = self.domain(*block, number)?;
                for argument in &ir.blocks[*block].arguments {
                    self.value(*argument, *block, &domain, Some(number));
                    let Some(node) = self.nodes.get(argument).copied() else { continue };
                    if let Ok((form, _)) = self.ask(Question::Value(*argument))? {
                        self.system.nodes[node].equation = Equation::Integer(form);
                    }
                }
            }
        }
        Ok(())
    }

    fn operation(&mut self, number: usize, op: OpId) -> Result<(), Stop> {
        let ir = self.ir;
        let data = &ir.ops[op];
        let is_plain = data.regions.iter().all(|it| ir.regions[*it].blocks.len() <= 1);
        if data.broken || data.legacy.is_some() || !data.successors.is_empty() || !is_plain {
            return self.obstacle("is not followed", number);
        }
        if data.operands.iter().any(|it| it.value.is_none()) {
            return self.obstacle("has an operand that is not defined", number);
        }
        if ir.is_counted_loop(op) {
            return self.counted_loop(number, op);
        }
        if ir.guard(op).is_some() {
            return self.guarded(number, op);
        }
        let touches = ir.touches(op);
        let is_certain = touches.iter().all(|it| it.elements.are_certain());
        if data.has_trait("VectorTransferOpInterface") && (touches.is_empty() || !is_certain) {
            return self.transfer(number, op);
        }
        if !touches.is_empty() {
            return self.touches(number, op);
        }
        if data.is_allocation() {
            return self.allocation(number, op);
        }
        if data.is_deallocation() {
            return self.deallocation(number, op);
        }
        if data.is_terminator() {
            return self.terminator(number, op);
        }
        if (data.dialect(), data.name_in_dialect()) == ("memref", "cast") {
            return self.cast(number, op);
        }
        if data.has_no_memory_effect() && data.regions.is_empty() {
            if data.results.iter().any(|it| is_memory(&ir.values[*it].ty)) {
                return self.obstacle("gives memory another name", number);
            }
            return self.computed(number, op);
        }
        self.obstacle("may do anything", number)
    }

    /// Yields are read where they go to.
    fn terminator(&mut self, number: usize, op: OpId) -> Result<(), Stop> {
        let ir = self.ir;
        let data = &ir.ops[op];
        if !data.has_trait("ReturnLike") || ir.body(self.source.program.root) != Some(data.block) {
            return Ok(());
        }
        for value in data.operands.iter().filter_map(|it| it.value) {
            match self.nodes.get(&value) {
                Some(node) => self.system.results.push(*node),
                None => return self.obstacle("returns memory", number),
            }
        }
        Ok(())
    }

    fn obstacle<T>(&self, what: &str, number: usize) -> Result<T, Stop> {
        let name = self.source.operations.get(number).map_or("", |it| it.name());
        Err(Stop::Obstacle(format!("`{name}` {what}"), number))
    }

    /// From an iteration of a node in a block to that of a value that it sees, lane by lane; `None` where the lanes are others.
    fn edge(&self, block: BlockId, lanes: usize, value: ValueId) -> Option<Edge> {
        let own = self.loops(block);
        let loops = self.loops(home(self.ir, value));
        let (value_lanes, _) = self::lanes(&self.ir.values[value].ty);
        let value_lanes = value_lanes?.len();
        let kept = 0..loops;
        match value_lanes {
            0 => Some(Edge::Select(kept.collect())),
            _ if value_lanes == lanes => Some(Edge::Select(kept.chain(own..own + lanes).collect())),
            _ => None,
        }
    }

    /// The node and the edge to it.
    fn operand(&self, block: BlockId, lanes: usize, value: ValueId) -> Option<(Edge, NodeId)> {
        Some((self.edge(block, lanes, value)?, *self.nodes.get(&value)?))
    }
}

/// The sizes of a vector, none of a number and `None` where they are not known; and the type of one lane.
fn lanes(ty: &Type) -> (Option<Vec<u64>>, Type) {
    match ty {
        Type::Vector { dims, element } => {
            let sizes = dims.iter().map(|it| (!it.scalable).then_some(it.size)).collect();
            (sizes, (**element).clone())
        }
        Type::Tensor { .. } | Type::Unknown => (None, ty.clone()),
        _ => (Some(Vec::new()), ty.clone()),
    }
}

fn is_memory(ty: &Type) -> bool {
    matches!(ty, Type::MemRef(_) | Type::UnrankedMemRef { .. })
}
