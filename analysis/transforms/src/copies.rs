//! Iterations of a loop one after the other: each a copy of its body, in which the values that the loop carries are
//! yielded by the copy before it.

use crate::for_loop::{induction_variable, statements, step, variable_name};
use crate::loop_bounds::{LoopBounds, plus_constant};
use crate::loop_header::yielded;
use crate::rewrite::{FreshNames, Layout, Leaves, RootText, Side, TextCopy};
use ir::affine::AffineExpr;
use ir::memory_effects::subtree;
use ir::{Ir, OpId};

/// Writes copies into a layout.
pub(super) struct Copies<'a> {
    pub(super) source: &'a RootText<'a>,
    pub(super) op: OpId,
    pub(super) fresh: FreshNames,
    pub(super) layout: Layout,
    /// The values that the last copy yields.
    pub(super) carried: Vec<String>,
    /// The first copy in the loop's body defines the body's own names, all others define new ones.
    is_first: bool,
}

impl<'a> Copies<'a> {
    /// Copies in the loop's own body.
    pub(super) fn of(source: &'a RootText<'a>, op: OpId) -> Option<Self> {
        let ir = source.ir;
        let arguments = ir.blocks[ir.body(op)?].arguments.iter().skip(1);
        let carried = arguments.map(|it| ir.values[*it].name.to_string()).collect();
        Some(Self {
            source,
            op,
            fresh: FreshNames::of(ir),
            layout: Layout::default(),
            carried,
            is_first: true,
        })
    }

    /// Copies beside the loop, which start with these carried values.
    pub(super) fn beside(source: &'a RootText<'a>, op: OpId, carried: Vec<String>) -> Option<Self> {
        Some(Self { carried, is_first: false, ..Self::of(source, op)? })
    }

    /// The iteration at `variable`, an expression over the leaves; `None` for that of the loop's variable itself.
    pub(super) fn write(&mut self, variable: Option<AffineExpr>, leaves: &Leaves) -> Option<TextCopy<'a>> {
        let (source, ir) = (self.source, self.source.ir);
        let mut copy = TextCopy::of(source);
        copy.leaves = leaves.clone();
        let ops = statements(ir, self.op);
        if !std::mem::take(&mut self.is_first) {
            copy.rename_results(&ops, &mut self.fresh);
        }
        if let Some(variable) = variable {
            let name = self.fresh.like(&variable_name(ir, self.op));
            copy.substitute(induction_variable(ir, self.op)?, variable, &name);
        }
        let arguments = ir.blocks[ir.body(self.op)?].arguments.iter().skip(1);
        for (argument, carried) in arguments.zip(&self.carried) {
            if *ir.values[*argument].name != **carried {
                copy.mention_instead(*argument, carried);
            }
        }
        self.carried = yielded(source, self.op)?.into_iter().map(|it| copy.name(it)).collect();
        let body = source.body(self.op)?;
        let text = copy.text(body)?;
        for line in copy.definitions() {
            self.layout.line(line);
        }
        self.layout.text(&text, source.indentation(body));
        Some(copy)
    }

    /// Writes the comments that follow the terminator of the body.
    pub(super) fn close(&mut self) {
        self.source.closing_comments(self.op).for_each(|it| self.layout.line(it));
    }
}

/// The variable's first value, where it is one expression.
pub(super) fn start(ir: &Ir, op: OpId) -> Option<(Leaves, AffineExpr)> {
    let mut leaves = Leaves::default();
    let bounds = LoopBounds::of(ir, op, &mut leaves)?;
    Some((leaves, bounds.single(ir, op, Side::Lower)?))
}

/// The value of the variable the given number of iterations after `start`.
pub(super) fn later(ir: &Ir, op: OpId, start: &AffineExpr, iterations: u64) -> Option<AffineExpr> {
    let distance = i64::try_from(iterations).ok()?.checked_mul(step(ir, op))?;
    Some(plus_constant(start, distance))
}

/// Loops whose copies hold more operations together are not copied.
const MAX_OPERATIONS: u64 = 4096;

/// Whether that many copies of a loop's body are few enough.
pub(super) fn fits(ir: &Ir, op: OpId, copies: u64) -> bool {
    let operations = u64::try_from(subtree(ir, op).len()).unwrap_or(u64::MAX);
    operations.checked_mul(copies).is_some_and(|it| it <= MAX_OPERATIONS)
}
