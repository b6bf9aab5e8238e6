//! Quotients and remainders that are needless by what the loops, conditions and sizes around imply: the hint
//! `redundant-division`, and its fix.

use super::plan::{Plan, Simpler, simpler_forms};
use super::rewrite;

use crate::offer::{ActionContext, Candidate, Offer};
use crate::rewrite::RootText;
use base::isolated_op::IsolatedOp;
use ir::affine::{AffineExpr, AffineMap, BinaryOp};
use ir::{AppliedMap, Ir, OpId, OpKind, ir_of};
use polyhedral::value_expression::{Composer, simplified};
use presburger::Budget;

pub const HINT: &str = "redundant-division";

/// Operations that compute needless quotients or remainders.
pub struct NeedlessDivisions<'a> {
    ir: &'a Ir,
    found: Vec<(OpId, Simpler)>,
}

/// A map that has a form with fewer quotients and remainders.
pub struct NeedlessDivision<'a> {
    pub applied: &'a AppliedMap,
    /// The form, over the names of values.
    pub text: String,
    /// The quotients and remainders that it does not need.
    pub saved: usize,
}

impl<'a> NeedlessDivisions<'a> {
    /// Of the operations one of whose maps is wanted, within the budget.
    pub fn of(
        db: &'a dyn salsa::Database,
        op: IsolatedOp<'a>,
        is_wanted: impl Fn(&AppliedMap) -> bool,
        budget: &Budget<'_>,
    ) -> Self {
        let ir = ir_of(db, op);
        let divides = |it: &&AppliedMap| divisions(it.map.as_ref()) > 0 && is_wanted(it);
        let ops = ir.ops.iter().filter(|(_, op)| !op.broken && maps(&op.kind).iter().any(divides));
        let ops: Vec<OpId> = ops.map(|it| it.0).collect();
        Self { ir, found: simpler_forms(db, op, &ops, budget) }
    }

    /// The maps, in program order.
    pub fn maps(&self) -> Vec<NeedlessDivision<'a>> {
        self.found.iter().flat_map(|(op, simpler)| self.of_op(*op, simpler)).collect()
    }

    fn of_op(&self, op: OpId, simpler: &Simpler) -> Vec<NeedlessDivision<'a>> {
        let simpler = match simpler {
            Simpler::Map(map) => vec![Some(map)],
            Simpler::Bounds { lower, upper } => vec![lower.as_ref(), upper.as_ref()],
            _ => return Vec::new(),
        };
        let found = maps(&self.ir.ops[op].kind).into_iter().zip(simpler).filter_map(|(applied, map)| {
            let saved = divisions(applied.map.as_ref()).saturating_sub(divisions(map));
            let text = self.text(op, applied, map.filter(|_| saved > 0)?)?;
            Some(NeedlessDivision { applied, text, saved })
        });
        found.collect()
    }

    fn text(&self, op: OpId, applied: &AppliedMap, map: &AffineMap) -> Option<String> {
        let mut composer = Composer::direct(self.ir);
        let results = composer.results(op, &AppliedMap { map: Some(map.clone()), ..applied.clone() })?;
        let results: Vec<String> = results.iter().map(|it| composer.text(&simplified(it))).collect();
        let results = results.join(", ");
        Some(if matches!(self.ir.ops[op].kind, OpKind::Access(_)) { format!("[{results}]") } else { results })
    }
}

/// The fixes of the hint at what the selection touches: the simpler form of one operation.
pub(super) fn quick_fixes<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let ActionContext { db, op, ir, settings, budget, .. } = *context;
    if !settings.hints {
        return Vec::new();
    }
    let divisions = NeedlessDivisions::of(db, op, |it| context.touches(it.pointer), budget);
    let mut fixes = Vec::new();
    for (id, simpler) in &divisions.found {
        let maps = divisions.of_op(*id, simpler);
        let Some(first) = maps.iter().find(|it| context.touches(it.applied.pointer)) else { continue };
        let plan = Plan { simpler: [(*id, simpler.clone())].into_iter().collect(), ops: vec![*id] };
        let place = first.applied.pointer;
        let id = *id;
        let offer = Offer::Offered {
            title: format!("Write it as `{}`", first.text),
            edit: Box::new(move || rewrite::edits(&RootText::around(db, op, ir, id)?, &plan)),
        };
        fixes.push(Candidate::fix(context, (HINT, place), 0, offer));
    }
    fixes
}

/// The maps of an operation that may have a simpler form.
fn maps(kind: &OpKind) -> Vec<&AppliedMap> {
    match kind {
        OpKind::Access(access) => vec![&access.subscripts],
        OpKind::Apply(applied) | OpKind::Min(applied) | OpKind::Max(applied) => vec![applied],
        OpKind::For(header) => vec![&header.lower, &header.upper],
        _ => Vec::new(),
    }
}

/// How many quotients and remainders a map computes.
fn divisions(map: Option<&AffineMap>) -> usize {
    let mut count = 0;
    for result in map.iter().flat_map(|it| &it.results) {
        result.walk(&mut |it| {
            let divides =
                matches!(it, AffineExpr::Binary(BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Mod, ..));
            count += usize::from(divides);
        });
    }
    count
}
