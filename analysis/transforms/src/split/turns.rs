//! Where in the iterations of a loop the constraints inside it begin to hold, and where they end to.

use crate::for_loop::{for_loop, variable_name};
use crate::loop_bounds::{LoopBounds, divided, multiple_of, named, plus_constant};
use crate::rewrite::{Leaves, Side};
use ir::affine::{AffineExpr, BinaryOp, Constraint, ConstraintKind};
use ir::memory_effects::subtree;
use ir::{Form, Ir, OpId, OpKind, ValueId};
use polyhedral::value_expression::difference;
use rustc_hash::FxHashSet;

/// The iterations in which something holds: those from the one place on, and before the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Span {
    pub(super) from: Option<AffineExpr>,
    pub(super) until: Option<AffineExpr>,
}

/// The conditions and the bounds inside a loop.
#[derive(Clone)]
pub(super) struct Turns {
    pub(super) leaves: Leaves,
    pub(super) bounds: LoopBounds,
    /// The loop itself and those around it with their variables, innermost first.
    pub(super) around: Vec<(AffineExpr, LoopBounds)>,
    /// In program order.
    pub(super) conditions: Vec<Condition>,
    pub(super) inner_bounds: Vec<InnerBound>,
}

/// An `affine.if`.
#[derive(Clone)]
pub(super) struct Condition {
    pub(super) op: OpId,
    /// Its constraints with the iterations in which each holds, where these are one span over values from outside.
    pub(super) constraints: Vec<(Constraint, Option<Span>)>,
}

/// The lower or the upper bound of a loop inside, which is one of several.
#[derive(Clone)]
pub(super) struct InnerBound {
    pub(super) op: OpId,
    pub(super) side: Side,
    pub(super) results: Vec<AffineExpr>,
    /// For pairs of results, the iterations in which the first is at most the second.
    pub(super) at_most: Vec<((usize, usize), Span)>,
}

/// The largest number of results of a bound that are compared with each other.
const MAX_RESULTS: usize = 8;

impl Turns {
    /// `None` where the bounds of the loop are not known.
    pub(super) fn of(ir: &Ir, op: OpId) -> Option<Self> {
        let mut leaves = Leaves::default();
        let bounds = LoopBounds::of(ir, op, &mut leaves)?;
        let variable = leaves.dim(&variable_name(ir, op));
        let mut around = Vec::new();
        for it in std::iter::once(op).chain(ir.ancestors(op)).filter(|it| for_loop(ir, *it).is_some()) {
            if let Some(bounds) = LoopBounds::of(ir, it, &mut leaves) {
                around.push((leaves.dim(&variable_name(ir, it)), bounds));
            }
        }
        let inside = subtree(ir, op);
        let mut reader = Reader { ir, op, leaves, variable, inner: FxHashSet::default() };
        let (mut conditions, mut inner_bounds) = (Vec::new(), Vec::new());
        for it in inside.into_iter().filter(|it| *it != op) {
            match &ir.ops[it].kind {
                _ if !reader.shares_symbols(it) => {}
                OpKind::If(_) => conditions.extend(reader.condition(it)),
                OpKind::For(_) => inner_bounds.extend(reader.bounds(it)),
                _ => {}
            }
        }
        Some(Self { leaves: reader.leaves, bounds, around, conditions, inner_bounds })
    }

    /// The places at which the loop may be split: both ends of the middle part.
    pub(super) fn spans(&self) -> impl Iterator<Item = (OpId, Span)> + '_ {
        let conditions = self.conditions.iter().filter_map(|it| {
            let mut span = Span::default();
            let both =
                |one: &Option<AffineExpr>, other: &Option<AffineExpr>| one.is_some() && other.is_some();
            for turn in it.constraints.iter().filter_map(|it| it.1.as_ref()) {
                if both(&span.from, &turn.from) || both(&span.until, &turn.until) {
                    continue;
                }
                span.from = span.from.or_else(|| turn.from.clone());
                span.until = span.until.or_else(|| turn.until.clone());
            }
            (span != Span::default()).then_some((it.op, span))
        });
        let pairs = |it: &InnerBound| it.at_most.first().map(|first| (it.op, first.1.clone()));
        conditions.chain(self.inner_bounds.iter().filter_map(pairs))
    }
}

/// Reads constraints inside a loop over the names of values.
struct Reader<'a> {
    ir: &'a Ir,
    op: OpId,
    leaves: Leaves,
    variable: AffineExpr,
    /// The leaves that are defined inside.
    inner: FxHashSet<usize>,
}

impl Reader<'_> {
    /// Whether a symbol for the loop is one for the operation: nothing between them starts a scope of its own.
    fn shares_symbols(&self, op: OpId) -> bool {
        let mut between = self.ir.ancestors(op).take_while(|it| *it != self.op);
        self.ir.ops[op].form == Form::Custom && between.all(|it| self.ir.ops[it].name.starts_with("affine."))
    }

    fn condition(&mut self, op: OpId) -> Option<Condition> {
        let (ir, loop_) = (self.ir, self.op);
        let OpKind::If(conditional) = &ir.ops[op].kind else { return None };
        let (set, operands) = (conditional.condition.set.as_ref()?, &conditional.condition.operands);
        let inner = &mut self.inner;
        let mut leaf =
            |leaves: &mut Leaves, value, is_symbol| read(ir, loop_, (leaves, inner), value, is_symbol);
        let constraints = self.leaves.constraints(ir, op, (set, operands), &mut leaf)?;
        let constraints = constraints.into_iter().map(|it| {
            let span = self.span(&it);
            (it, span)
        });
        Some(Condition { op, constraints: constraints.collect() })
    }

    fn bounds(&mut self, op: OpId) -> Vec<InnerBound> {
        let (ir, loop_) = (self.ir, self.op);
        let Some(header) = for_loop(ir, op) else { return Vec::new() };
        let mut found = Vec::new();
        for (side, applied) in [(Side::Lower, &header.lower), (Side::Upper, &header.upper)] {
            let inner = &mut self.inner;
            let mut leaf =
                |leaves: &mut Leaves, value, is_symbol| read(ir, loop_, (leaves, inner), value, is_symbol);
            let Some(results) = self.leaves.results(ir, op, applied, &mut leaf) else { continue };
            let count = results.len().min(MAX_RESULTS);
            let pairs = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
            let at_most: Vec<_> = pairs
                .filter_map(|(first, second)| {
                    let expression = difference(results.get(second)?, results.get(first)?);
                    let constraint = Constraint { expression, kind: ConstraintKind::Inequality };
                    Some(((first, second), self.span(&constraint)?))
                })
                .collect();
            if !at_most.is_empty() {
                found.push(InnerBound { op, side, results, at_most });
            }
        }
        found
    }

    /// The iterations in which a constraint on the loop's variable holds; `None` where it does not mention the variable,
    /// is not linear in it, or depends on something else that the loop defines.
    fn span(&self, constraint: &Constraint) -> Option<Span> {
        let (factor, rest) = multiple_of(&constraint.expression, &self.variable)?;
        let mut is_outer = true;
        rest.walk(&mut |it| {
            is_outer &= !matches!(it, AffineExpr::Dim(index) if self.inner.contains(index));
        });
        let divisor = factor.checked_abs().filter(|it| is_outer && *it > 0)?;
        // factor * variable + rest >= 0
        let negated = difference(&AffineExpr::Constant(0), &rest);
        let (least, greatest) = if factor > 0 { (&negated, &negated) } else { (&rest, &rest) };
        let from = || divided(BinaryOp::CeilDiv, least.clone(), divisor);
        let until = || plus_constant(&divided(BinaryOp::FloorDiv, greatest.clone(), divisor), 1);
        Some(match constraint.kind {
            ConstraintKind::Equality => Span { from: Some(from()), until: Some(until()) },
            ConstraintKind::Inequality if factor > 0 => Span { from: Some(from()), until: None },
            ConstraintKind::Inequality => Span { from: None, until: Some(until()) },
        })
    }
}

/// An operand as a leaf, which is noted where it is defined inside the loop.
fn read(
    ir: &Ir,
    loop_: OpId,
    (leaves, inner): (&mut Leaves, &mut FxHashSet<usize>),
    value: ValueId,
    is_symbol: bool,
) -> AffineExpr {
    let leaf = named(ir, leaves, value, is_symbol);
    let is_variable = ir.loop_of_induction_variable(value).is_some_and(|it| it.0 == loop_);
    if let AffineExpr::Dim(index) = leaf
        && !is_variable
        && is_inside(ir, loop_, value)
    {
        inner.insert(index);
    }
    leaf
}

fn is_inside(ir: &Ir, loop_: OpId, value: ValueId) -> bool {
    let home = ir.regions[ir.home(value)].parent;
    home.is_some_and(|it| it == loop_ || ir.ancestors(it).any(|it| it == loop_))
}
