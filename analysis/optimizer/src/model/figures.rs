//! The limits of a loop: its recurrence by the target's latencies, and the bytes that its operations need.

use super::nest::{Body, LoopNode};
use super::reader;
use crate::target::Target;
use base::isolated_op::IsolatedOp;
use ir::OpId;

/// Figures of one iteration of a loop, by the model of a target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LoopFigures {
    pub op: OpId,
    /// The least cycles from one iteration to the next that recurrences allow (Rau, *Iterative Modulo Scheduling*, 1994);
    /// `None` where there are none.
    pub initiation_interval: Option<f64>,
    /// Bytes of the elements that are loaded and stored, each element that is loaded twice in a row once; `None` where
    /// that depends on sizes that are not known.
    pub bytes: Option<f64>,
    /// Arithmetic operations on elements over these bytes.
    pub intensity: Option<f64>,
}

/// The figures of the loops of an isolated op, the outer before the inner ones.
pub fn figures(db: &dyn salsa::Database, op: IsolatedOp<'_>, target: &Target) -> Vec<LoopFigures> {
    let mut found = Vec::new();
    for nest in &reader::written_tree(db, op, target).loops {
        collect(nest, &mut found);
    }
    found
}

fn collect(node: &LoopNode, into: &mut Vec<LoopFigures>) {
    let bytes = bytes(&node.body);
    let results = node.body.work.results + node.body.loops.iter().map(|it| it.work().results).sum::<f64>();
    into.push(LoopFigures {
        op: node.op,
        initiation_interval: (node.recurrence > 0.0).then_some(node.recurrence),
        bytes,
        intensity: bytes.filter(|it| *it > 0.0).map(|it| results / it),
    });
    for inner in &node.body.loops {
        collect(inner, into);
    }
}

/// Of one execution.
fn bytes(body: &Body) -> Option<f64> {
    let own: f64 = body.accesses.iter().map(|it| it.weight * it.lanes * it.element_bytes).sum();
    let of_loop = |it: &LoopNode| Some(bytes(&it.body).filter(|_| it.is_exact)? * it.trips);
    body.loops.iter().map(of_loop).try_fold(own, |sum, it| Some(sum + it?))
}
