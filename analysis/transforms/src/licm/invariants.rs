//! Which statements of a loop may run once in front of it.
//!
//! Their operands are there already; nothing that they read is written in the loop; the elements that they write are
//! touched by nothing else in it. Operations that touch memory or may fail move only if the loop surely runs: a loop
//! without iterations would not have done it.

use super::in_bounds::is_in_bounds;
use crate::facts::Facts;
use crate::for_loop::{statements, variable_name};
use crate::reason::Reason;
use ir::affine::AffineExpr;
use ir::memory_effects::{Effect, Effects, subtree};
use ir::{AccessOp, BasisElement, Definition, Ir, OpId, OpKind, ValueId};
use polyhedral::dependence::enclosing_loops;
use polyhedral::dependence::is_made_inside;
use polyhedral::memory::Sharing;
use presburger::Budget;

/// The statements that move, in their order; or the one that comes closest and why it stays.
pub(super) fn invariants(
    facts: &Facts<'_>,
    loop_: OpId,
    surely_runs: bool,
    budget: &Budget<'_>,
) -> Result<Vec<OpId>, Reason> {
    let ir = facts.ir;
    let scope = Scope { facts, loop_, effects: Effects::of(ir, loop_), surely_runs, budget };
    let mut moved: Vec<OpId> = Vec::new();
    let mut stays = None;
    for op in statements(ir, loop_) {
        if !scope.has_invariant_operands(op, &moved) {
            continue;
        }
        match scope.obstacle(op) {
            None => moved.push(op),
            Some(reason) => stays = stays.or(reason),
        }
    }
    if !moved.is_empty() {
        return Ok(moved);
    }
    let place = ir.ops[loop_].name_pointer;
    Err(stays.unwrap_or_else(|| {
        let text = format!("every operation of the loop depends on {}", variable_name(ir, loop_));
        Reason::new(text).related(place, "this loop")
    }))
}

struct Scope<'a> {
    facts: &'a Facts<'a>,
    loop_: OpId,
    effects: Effects,
    surely_runs: bool,
    budget: &'a Budget<'a>,
}

/// Why an invariant operation stays; `None` inside if moving it would not pay.
type Obstacle = Option<Option<Reason>>;

impl Scope<'_> {
    fn has_invariant_operands(&self, op: OpId, moved: &[OpId]) -> bool {
        let ir = self.facts.ir;
        subtree(ir, op).into_iter().flat_map(|it| &ir.ops[it].operands).all(|operand| {
            let Some(value) = operand.value else { return false };
            let owner = owner(ir, value);
            let is_inside = owner.is_some_and(|it| it != self.loop_ && ir.is_within(it, self.loop_))
                || ir.entry_argument_of(value).is_some_and(|it| it.0 == self.loop_);
            !is_inside || owner.is_some_and(|it| ir.is_within(it, op) || moved.contains(&it))
        })
    }

    fn obstacle(&self, op: OpId) -> Obstacle {
        let ir = self.facts.ir;
        let inside = subtree(ir, op);
        let data = &ir.ops[op];
        let is_region = !data.regions.is_empty();
        let is_moved_whole =
            matches!(data.kind, OpKind::For(_) | OpKind::Parallel(_) | OpKind::If(_)) || data.is("scf.if");
        let is_prefetch = matches!(&data.kind, OpKind::Access(it) if it.op == AccessOp::Prefetch);
        let makes_memory = data.is_allocation();
        if is_region && !is_moved_whole || is_prefetch || makes_memory {
            return Some(None);
        }
        let own = Effects::of(ir, op);
        if !own.unknown.is_empty() {
            return Some(None);
        }
        let known: Vec<&Effect> = own.known.iter().filter(|it| !is_made_inside(ir, it.memref, op)).collect();
        if let Some(reason) = known.iter().find_map(|it| self.conflict(op, it)) {
            return Some(Some(reason));
        }
        let may_fail = inside.iter().any(|it| may_fail(ir, *it))
            || known
                .iter()
                .any(|it| it.writes || is_region || !is_in_bounds(ir, it.op, self.loop_, self.budget));
        (may_fail && !self.surely_runs).then(|| {
            let text = format!("`{}`", data.name);
            Some(
                Reason::new(text)
                    .line(data.name_pointer)
                    .text(" is invariant, but the loop may have no iteration, and then it must not run")
                    .related(data.name_pointer, "it touches memory or may fail"),
            )
        })
    }

    /// Another access in the loop to the element of an effect that is to happen once before it.
    fn conflict(&self, op: OpId, effect: &Effect) -> Option<Reason> {
        let ir = self.facts.ir;
        let named = |op: OpId| format!("`{}`", ir.ops[op].name);
        let place = |op: OpId| ir.ops[op].name_pointer;
        let start = || Reason::new(named(effect.op)).line(place(effect.op)).text(" is invariant, but ");
        if let Some(unknown) = self.effects.unknown.first() {
            return Some(
                start()
                    .text(named(*unknown))
                    .line(place(*unknown))
                    .text(" may read or write anything")
                    .related(place(*unknown), "its effects on memory are not known"),
            );
        }
        let other = self.effects.known.iter().find(|other| {
            // Writes of the operation itself keep their order among each other.
            let is_own = ir.is_within(other.op, op) && other.writes == effect.writes;
            !is_own && (other.writes || effect.writes) && self.may_touch(effect, other)
        })?;
        Some(
            start()
                .text(named(other.op))
                .line(place(other.op))
                .text(" may touch the same element in the loop")
                .related(place(effect.op), "this operation")
                .related(place(other.op), "touches the same memory"),
        )
    }

    /// Whether two effects may touch the same element in one run of the loop.
    fn may_touch(&self, a: &Effect, b: &Effect) -> bool {
        let Facts { ir, found, memory, .. } = self.facts;
        match memory.sharing(a.memref, b.memref) {
            Sharing::None => return false,
            Sharing::Possible => return true,
            Sharing::Same => {}
        }
        let is_affine = |it: &Effect| matches!(ir.ops[it.op].kind, OpKind::Access(_));
        if !is_affine(a) || !is_affine(b) {
            return true;
        }
        let outside = enclosing_loops(ir, self.loop_).len();
        found.may_precede(a.op, b.op, outside) || found.may_precede(b.op, a.op, outside)
    }
}

/// The operation that defines a value, or in whose region it is an argument.
fn owner(ir: &Ir, value: ValueId) -> Option<OpId> {
    match ir.values[value].definition {
        Definition::Result { op, .. } => Some(op),
        Definition::Argument { block, .. } => ir.regions[ir.blocks[block].parent].parent,
    }
}

/// Whether an operation that touches no memory could do harm where it would not have run: a division by zero.
fn may_fail(ir: &Ir, op: OpId) -> bool {
    let data = &ir.ops[op];
    let divides = |expr: &AffineExpr| {
        let mut found = false;
        expr.walk(&mut |it| {
            if let AffineExpr::Binary(_, _, right) = it {
                found |= right.as_constant().is_none();
            }
        });
        found
    };
    match &data.kind {
        OpKind::Apply(it) | OpKind::Min(it) | OpKind::Max(it) => {
            it.map.as_ref().is_none_or(|it| it.results.iter().any(divides))
        }
        OpKind::Linearize { basis, .. } | OpKind::Delinearize { basis } => {
            basis.elements.iter().any(|it| matches!(it, BasisElement::Operand(_)))
        }
        _ => match data.name.split_once('.') {
            Some(("arith" | "index", name)) => {
                (name.contains("div") || name.contains("rem")) && !name.ends_with('f')
            }
            Some(("memref", name)) => !matches!(name, "cast" | "get_global" | "load" | "store"),
            _ => false,
        },
    }
}
