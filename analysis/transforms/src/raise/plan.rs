//! The operations of a nest that become affine, and why the others do not.

use super::access::RaisedAccess;
use super::condition::RaisedCondition;
use super::counted::RaisedLoop;
use super::dead;
use super::expressions::{Expressions, KnownSymbols};
use super::names::LoopNames;
use crate::pending_edits::PendingEdits;
use crate::reason::Reason;
use crate::rewrite::{Edits, RootText};
use ir::loops::Guard;
use ir::memory_effects::subtree;
use ir::{Form, Ir, OpId};
use polyhedral::dependence::affine_form::Leaf;
use rustc_hash::FxHashSet;

/// The raised form of one operation.
enum Raised {
    Loop(RaisedLoop),
    Condition(RaisedCondition),
    Access(RaisedAccess),
}

/// An operation that stays as it is.
pub(super) struct Left {
    pub(super) op: OpId,
    pub(super) reason: Reason,
}

pub(super) struct Plan<'a> {
    ir: &'a Ir,
    raised: Vec<(OpId, Raised)>,
    /// The operations of the nest that stay as they are, in program order.
    pub(super) left: Vec<Left>,
}

/// A loop or a condition of another dialect that has a counterpart in the affine one.
pub(crate) fn is_nest(ir: &Ir, op: OpId) -> bool {
    let data = &ir.ops[op];
    !data.broken
        && data.dialect() == "scf"
        && (data.has_trait("LoopLikeOpInterface") || matches!(ir.guard(op), Some(Guard::Value(_))))
}

impl<'a> Plan<'a> {
    /// Of operations and all inside them.
    pub(super) fn of(ir: &'a Ir, roots: &[OpId]) -> Self {
        let mut plan = Self { ir, raised: Vec::new(), left: Vec::new() };
        // Variables of loops that become affine are dimensions of the operations inside.
        let (mut loops, known) = (FxHashSet::default(), KnownSymbols::default());
        for op in roots.iter().flat_map(|it| subtree(ir, *it)) {
            let judged = match is_nest(ir, op) {
                true => plan.nest(op, &known, &loops),
                false => RaisedAccess::of(&Expressions::new(ir, op, &known, &loops), op)
                    .map(|it| it.map(Raised::Access)),
            };
            match judged {
                Some(Ok(raised)) => {
                    if matches!(raised, Raised::Loop(_)) {
                        loops.insert(op);
                    }
                    plan.raised.push((op, raised));
                }
                Some(Err(reason)) => plan.left.push(Left { op, reason }),
                None => {}
            }
        }
        plan
    }

    fn nest(
        &self,
        op: OpId,
        known: &KnownSymbols,
        loops: &FxHashSet<OpId>,
    ) -> Option<Result<Raised, Reason>> {
        let ir = self.ir;
        let data = &ir.ops[op];
        if data.form != Form::Custom || data.legacy.is_some() {
            return Some(Err(Reason::new(format!("`{}` is written in the generic form", data.name))));
        }
        let expressions = Expressions::new(ir, op, known, loops);
        Some(match ir.guard(op) {
            Some(_) => RaisedCondition::of(&expressions, op).map(Raised::Condition),
            None => RaisedLoop::of(&expressions, op).map(Raised::Loop),
        })
    }

    /// Whether there is nothing that could be raised.
    pub(super) fn is_empty(&self) -> bool {
        self.raised.is_empty() && self.left.is_empty()
    }

    pub(super) fn is_any(&self) -> bool {
        !self.raised.is_empty()
    }

    pub(super) fn raises_nests(&self) -> bool {
        self.raised.iter().any(|it| is_nest(self.ir, it.0))
    }

    /// `2 of 3 loops, 4 of 4 accesses`
    pub(super) fn counts(&self) -> String {
        let ir = self.ir;
        let kind = |op: OpId| match ir.guard(op) {
            Some(_) => "conditions",
            None if is_nest(ir, op) => "loops",
            None => "accesses",
        };
        let count = |what: &str| {
            let raised = self.raised.iter().filter(|it| kind(it.0) == what).count();
            let all = raised + self.left.iter().filter(|it| kind(it.op) == what).count();
            (all > 0).then(|| format!("{raised} of {all} {what}"))
        };
        let counts = ["loops", "conditions", "accesses"].into_iter().filter_map(count);
        counts.collect::<Vec<_>>().join(", ")
    }

    pub(super) fn edits(&self, source: &RootText<'_>) -> Option<Edits> {
        let mut edits = PendingEdits::of(source);
        let loops = self.raised.iter().filter_map(|(op, it)| match it {
            Raised::Loop(it) => Some(it.counts_otherwise(self.ir, *op)),
            _ => None,
        });
        let leaves = self.raised.iter().flat_map(|it| it.1.leaves());
        let results = self.raised.iter().flat_map(|(op, it)| match it {
            Raised::Loop(it) => it.renamed_results(source, *op),
            _ => &[],
        });
        let names = LoopNames::of(&mut edits, loops.flatten(), leaves, results.copied());
        for (op, raised) in &self.raised {
            match raised {
                Raised::Loop(it) => it.write(*op, &names, &mut edits)?,
                Raised::Condition(it) => it.write(*op, &names, &mut edits)?,
                Raised::Access(it) => it.write(*op, &names, &mut edits)?,
            }
        }
        dead::remove(&mut edits);
        for (op, raised) in &self.raised {
            if let Raised::Loop(it) = raised {
                it.name_variables(*op, &names, &mut edits)?;
            }
        }
        names.write_casts(&mut edits)?;
        edits.into_edits()
    }
}

impl Raised {
    /// The leaves of its expressions.
    fn leaves(&self) -> Vec<Leaf> {
        match self {
            Raised::Loop(it) => it.leaves(),
            Raised::Condition(it) => it.leaves().to_vec(),
            Raised::Access(it) => it.leaves().collect(),
        }
    }
}
