//! Whether a loop can be vectorized: every operation has a form on vectors, every access one that moves neighbours,
//! every carried value is folded, and enough iterations may run together.

use super::access::{Shape, access_of, lane_strides, shape};
use super::carried::{self, Carried, MemoryReduction};
use super::element::{bits, is_lane};
use super::lanes::{Lane, Lanes};
use super::lockstep;
use super::masks::masks;
use super::plan::{MAX_WIDTH, Plan, Strategy};
use super::trips::Trips;
use crate::magnitude;
use crate::reason::Reason;
use ir::memory_effects::subtree;
use ir::value_name;
use ir::{AccessOp, Form, Ir, Op, OpId, OpKind, ValueId};
use polyhedral::dependence::Dependences;
use polyhedral::dependence::subscripts::Subscripts;
use polyhedral::loops::Loop;
use presburger::Budget;
use rustc_hash::FxHashMap;
use syntax::ods::Semantics;

/// Larger bodies are not looked at.
pub(super) const MAX_OPERATIONS: usize = 1_000;

pub(super) struct Legality<'a> {
    pub(super) ir: &'a Ir,
    pub(super) found: &'a Dependences,
    pub(super) subscripts: &'a Subscripts,
    pub(super) loop_: &'a Loop,
    pub(super) budget: &'a Budget<'a>,
}

/// The facts about the operations inside a loop before anything is known about values.
struct Body {
    inside: Vec<OpId>,
    shapes: FxHashMap<OpId, Shape>,
    /// Accesses without a shape, and why.
    shapeless: FxHashMap<OpId, Reason>,
    in_memory: Vec<MemoryReduction>,
}

impl Body {
    fn is_folded(&self, op: OpId) -> bool {
        self.in_memory.iter().any(|it| it.load == op || it.store == op)
    }
}

impl Legality<'_> {
    pub(super) fn strategy(&self) -> Strategy {
        let is_loop = |it: &OpId| matches!(self.ir.ops[*it].kind, OpKind::For(_) | OpKind::Parallel(_));
        match subtree(self.ir, self.loop_.op).iter().skip(1).any(is_loop) {
            true => Strategy::Outer,
            false => Strategy::Inner,
        }
    }

    pub(super) fn plan(&self) -> Result<Plan, Reason> {
        let (ir, op) = (self.ir, self.loop_.op);
        let OpKind::For(header) = &ir.ops[op].kind else { return Err(self.unknown(op)) };
        let (Some(step), Some(trips)) = (header.step.filter(|it| *it > 0), Trips::of(ir, self.loop_)) else {
            return Err(self.unknown(op));
        };
        self.check_form(op)?;
        magnitude::stride(ir, op, MAX_WIDTH)?;
        if ir.ops[op].operands.iter().any(|it| it.value.is_none()) {
            return Err(self.unknown(op));
        }
        let body = self.body(op, step, &trips)?;
        let carried = carried::carried(ir, self.loop_)?;
        let arguments = ir.body(op).map(|it| &*ir.blocks[it].arguments).unwrap_or_default();
        let folded = carried.iter().zip(arguments.iter().skip(1)).filter_map(|(carried, argument)| {
            matches!(carried, Carried::Folded(_)).then_some((*argument, Lane::Vector))
        });
        let loaded = body.in_memory.iter().flat_map(|it| &ir.ops[it.load].results);
        let known = arguments
            .first()
            .map(|it| (*it, Lane::Index))
            .into_iter()
            .chain(folded)
            .chain(loaded.map(|it| (*it, Lane::Vector)));
        let lanes = Lanes::of(ir, &body.inside, known, &body.shapes);
        let mut vector_operands = Vec::new();
        for inner in &body.inside {
            self.check(*inner, &body, &lanes)?;
            let operands = self.vector_operands(*inner, &body, &lanes, &carried);
            vector_operands.extend(operands.into_iter().map(|it| (*inner, it)));
        }
        let masks = masks(ir, &body.inside, &lanes, &body.shapes, (op, step))?;
        let index_strides = self.index_strides(&vector_operands, &lanes, step)?;
        let pairs: Vec<_> = body.in_memory.iter().map(|it| it.accesses).collect();
        let limit = lockstep::limit(ir, self.found, self.loop_, &pairs, self.budget)?;
        Ok(Plan {
            element_bits: self.element_bits(&body, &carried),
            lanes,
            shapes: body.shapes,
            vector_operands,
            index_strides,
            masks,
            carried,
            in_memory: body.in_memory,
            trips,
            limit,
        })
    }

    fn unknown(&self, op: OpId) -> Reason {
        let place = self.ir.ops[op].name_pointer;
        Reason::new(format!("`{}`", self.ir.ops[op].name))
            .line(place)
            .text(" is not understood")
            .related(place, "this operation")
    }

    /// Whether the text of an operation is of the kind that is rewritten.
    fn check_form(&self, op: OpId) -> Result<(), Reason> {
        let data = &self.ir.ops[op];
        if data.broken || data.legacy.is_some() {
            return Err(self.unknown(op));
        }
        match data.form {
            Form::Custom => Ok(()),
            Form::Opaque => Err(self.unknown(op)),
            Form::Generic => {
                let place = data.name_pointer;
                let what = Reason::new(format!("`{}`", data.name)).line(place);
                Err(what.text(" is written in the generic form").related(place, "this operation"))
            }
        }
    }

    fn body(&self, op: OpId, step: i64, trips: &Trips) -> Result<Body, Reason> {
        let ir = self.ir;
        let inside: Vec<OpId> = subtree(ir, op).into_iter().skip(1).collect();
        if inside.len() > MAX_OPERATIONS {
            return Err(Reason::new("the loop holds too many operations"));
        }
        let (mut shapes, mut shapeless) = (FxHashMap::default(), FxHashMap::default());
        for inner in &inside {
            let regions = &ir.ops[*inner].regions;
            if regions.iter().any(|it| ir.regions[*it].blocks.len() > 1) {
                return Err(self.unknown(*inner));
            }
            let Some(access) = access_of(ir, *inner) else { continue };
            match shape(ir, (*inner, access), self.subscripts, op, step) {
                Ok(shape) => _ = shapes.insert(*inner, shape),
                Err(reason) => _ = shapeless.insert(*inner, reason),
            }
        }
        let in_memory = carried::in_memory(ir, self.found, self.loop_, &shapes, trips.surely_runs);
        Ok(Body { inside, shapes, shapeless, in_memory })
    }

    fn check(&self, op: OpId, body: &Body, lanes: &Lanes) -> Result<(), Reason> {
        let ir = self.ir;
        let data = &ir.ops[op];
        let differs = lanes.differ(ir, op, 0..data.operands.len());
        let refuse = |text: &str| {
            let what = Reason::new(format!("`{}`", data.name)).line(data.name_pointer);
            Err(what.text(text.to_owned()).related(data.name_pointer, "this operation"))
        };
        if data.broken || data.legacy.is_some() || data.operands.iter().any(|it| it.value.is_none()) {
            return Err(self.unknown(op));
        }
        match &data.kind {
            OpKind::For(header) => {
                let bounds = [&header.lower, &header.upper];
                if bounds.iter().any(|it| lanes.differ(ir, op, it.operands.clone())) {
                    return refuse(" has bounds that differ from lane to lane");
                }
                self.check_results(op, lanes)
            }
            OpKind::If(_) => self.check_results(op, lanes),
            OpKind::Access(access) => {
                if body.is_folded(op) {
                    return self.check_form(op);
                }
                if let Some(reason) = body.shapeless.get(&op) {
                    return if differs || access.op.writes() { Err(reason.clone()) } else { Ok(()) };
                }
                match (access.op, body.shapes.get(&op)) {
                    (AccessOp::Prefetch, _) => Ok(()),
                    (kind, Some(Shape::Same)) if kind.writes() => {
                        let memref = data.operands.get(access.memref).and_then(|it| it.value);
                        let name = memref.map(|it| value_name(ir, it)).unwrap_or_default();
                        let what = Reason::new(format!("`{} {name}`", data.name)).line(data.name_pointer);
                        Err(what
                            .text(" writes the same element in all iterations (stride 0)")
                            .related(data.name_pointer, "this access"))
                    }
                    (_, Some(Shape::Same)) => Ok(()),
                    (AccessOp::Load | AccessOp::Store, _) => self.check_form(op),
                    _ => refuse(" accesses vectors already"),
                }
            }
            OpKind::Apply(_) | OpKind::Min(_) | OpKind::Max(_) => Ok(()),
            OpKind::Linearize { .. } | OpKind::Delinearize { .. } => Ok(()),
            OpKind::ConstantInteger(_) | OpKind::Constant => Ok(()),
            OpKind::Yield => self.check_form(op),
            OpKind::Other if !differs && stays(ir, data) => Ok(()),
            OpKind::Other if differs && is_elementwise(data) => {
                self.check_form(op)?;
                let operands = data.operands.iter().filter_map(|it| it.value);
                let types = operands.chain(data.results.iter().copied()).map(|it| &ir.values[it].ty);
                match types.into_iter().find(|it| !is_lane(it)) {
                    Some(ty) => refuse(&format!(" works on {ty}, which is no element of vectors")),
                    None => Ok(()),
                }
            }
            _ => refuse(" has no form that works on several iterations at once"),
        }
    }

    /// Results that become vectors.
    fn check_results(&self, op: OpId, lanes: &Lanes) -> Result<(), Reason> {
        let vectors = self.ir.ops[op].results.iter().filter(|it| !lanes.is_uniform(**it));
        for result in vectors {
            self.check_form(op)?;
            let ty = &self.ir.values[*result].ty;
            if !is_lane(ty) {
                let place = self.ir.ops[op].name_pointer;
                let what = Reason::new(format!("`{}`", self.ir.ops[op].name)).line(place);
                return Err(what
                    .text(format!(" gives {ty}, which is no element of vectors"))
                    .related(place, "this operation"));
            }
        }
        Ok(())
    }

    /// Positions of the operands that must be vectors.
    fn vector_operands(&self, op: OpId, body: &Body, lanes: &Lanes, carried: &[Carried]) -> Vec<usize> {
        let ir = self.ir;
        let data = &ir.ops[op];
        let is_vector = |value: Option<&ValueId>| value.is_some_and(|it| !lanes.is_uniform(*it));
        match &data.kind {
            OpKind::For(header) => {
                let inits = header.inits.clone().enumerate();
                inits.filter(|(index, _)| is_vector(data.results.get(*index))).map(|it| it.1).collect()
            }
            OpKind::Access(access) if !body.is_folded(op) => {
                let moves = body.shapes.get(&op).is_some_and(|it| *it != Shape::Same);
                access.stored.filter(|_| moves).into_iter().collect()
            }
            OpKind::Yield => {
                let parent = ir.parent_op(op);
                let of_loop = parent == Some(self.loop_.op);
                let results = parent.map(|it| &*ir.ops[it].results).unwrap_or_default();
                (0..data.operands.len())
                    .filter(|index| match of_loop {
                        true => matches!(carried.get(*index), Some(Carried::Folded(_))),
                        false => is_vector(results.get(*index)),
                    })
                    .collect()
            }
            OpKind::Other if is_vector(data.results.first()) => {
                // A condition on which all lanes agree chooses between whole vectors.
                let chooses = |index: &usize| {
                    let condition = data.operands.first().and_then(|it| it.value);
                    data.semantics() == Some(Semantics::Select)
                        && *index == 0
                        && !is_vector(condition.as_ref())
                };
                (0..data.operands.len()).filter(|it| !chooses(it)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// How far apart lanes are, of the index values that are needed as vectors.
    fn index_strides(
        &self,
        vector_operands: &[(OpId, usize)],
        lanes: &Lanes,
        step: i64,
    ) -> Result<FxHashMap<ValueId, i64>, Reason> {
        let ir = self.ir;
        let mut strides = FxHashMap::default();
        for (op, index) in vector_operands {
            let Some(value) = ir.ops[*op].operands.get(*index).and_then(|it| it.value) else { continue };
            if lanes.get(value) != Lane::Index {
                continue;
            }
            let stride = match ir.defining_op(value).map(|it| (it, &ir.ops[it].kind)) {
                None => Some(step),
                Some((apply, OpKind::Apply(applied))) => {
                    let strides = lane_strides(ir, apply, applied, self.loop_.op, step);
                    strides.and_then(|it| it.first().copied())
                }
                Some(_) => None,
            };
            let Some(stride) = stride else {
                let place = ir.ops[*op].name_pointer;
                let name = value_name(ir, value);
                return Err(Reason::new(format!("`{}`", ir.ops[*op].name))
                    .line(place)
                    .text(format!(" uses `{name}`, which changes by no constant from lane to lane"))
                    .related(place, "used here"));
            };
            strides.insert(value, stride);
        }
        Ok(strides)
    }

    /// The width of the loaded, stored and folded elements; that of `f32` if there are none.
    fn element_bits(&self, body: &Body, carried: &[Carried]) -> u64 {
        let ir = self.ir;
        let accessed = body.shapes.iter().filter(|it| *it.1 != Shape::Same).filter_map(|(op, _)| {
            let memref = ir.ops[*op].operands.get(access_of(ir, *op)?.memref)?.value?;
            bits(&ir.values[memref].ty.as_memref()?.element)
        });
        let folded = carried.iter().filter_map(|it| match it {
            Carried::Folded(reduction) => bits(&reduction.ty),
            Carried::Unchanged => None,
        });
        let in_memory = body.in_memory.iter().filter_map(|it| bits(&it.reduction.ty));
        accessed.chain(folded).chain(in_memory).max().unwrap_or(32)
    }
}

/// Whether an operation may stay as it is where all lanes agree on its operands.
fn stays(ir: &Ir, op: &Op) -> bool {
    let gives_memory = op.results.iter().any(|it| ir.values[*it].ty.as_memref().is_some());
    op.has_no_memory_effect() && op.regions.is_empty() && !gives_memory
}

/// Whether an operation on vectors is the operation on each lane. Those with scales take lanes in blocks.
fn is_elementwise(op: &Op) -> bool {
    op.has_trait("Elementwise")
        && matches!(op.dialect(), "arith" | "math")
        && !op.name.starts_with("arith.scaling_")
}
