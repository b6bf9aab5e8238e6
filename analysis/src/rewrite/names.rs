//! The one service of names.
//!
//! Edits of an isolated op are made over [`under_unique_names`], where each definition has a name of its own, and
//! [`settle`] gives what they wrote proper names. So no rewrite asks what is visible where: it copies names, asks
//! [`FreshNames`] for one more where it defines something again, and cannot capture a name or define one twice.

mod fresh;
mod places;
mod settle;
mod unique;

use crate::ir::{Ir, OpId, ValueId};
use fresh::fresh;
use crate::isolated_op::IsolatedOp;
use crate::memory_effects::subtree;
use crate::rewrite::Edits;
pub(crate) use places::Places;
pub(crate) use settle::settle;
use rustc_hash::FxHashSet;

/// An isolated op with unique names in place of its own, and for each of its roots how places in its text are places
/// in the op's own. `None` where the text cannot be read well enough.
pub(crate) fn under_unique_names<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
) -> Option<(IsolatedOp<'db>, &'db [Places])> {
    let unique = unique::uniquely_named(db, op)?;
    Some((unique, &unique::unique_text(db, op).as_ref()?.places))
}

/// The edits of an isolated op that are made over its unique names.
pub(crate) fn rewritten<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    edits: impl FnOnce(IsolatedOp<'db>) -> Option<Edits>,
) -> Option<Edits> {
    settle(db, op, edits(under_unique_names(db, op)?.0)?).ok()
}

/// Values defined in the regions of an operation, their block arguments among them, in text order.
pub(crate) fn defined_inside(ir: &Ir, root: OpId) -> Vec<ValueId> {
    let mut found = Vec::new();
    for op in subtree(ir, root) {
        if op != root {
            found.extend(&ir.ops[op].results);
        }
        let blocks = ir.ops[op].regions.iter().flat_map(|it| &ir.regions[*it].blocks);
        found.extend(blocks.flat_map(|it| &ir.blocks[*it].arguments));
    }
    found
}

pub(crate) struct FreshNames {
    taken: FxHashSet<String>,
    /// Names that more than one value has.
    shared: FxHashSet<String>,
}

impl FreshNames {
    /// Every name of the isolated op is taken.
    pub(crate) fn of(ir: &Ir) -> Self {
        let values = ir.values.iter().map(|it| it.1.name.to_string());
        let operands = ir
            .ops
            .iter()
            .flat_map(|it| &it.1.operands)
            .map(|operand| operand.name.split('#').next().unwrap_or_default().trim().to_owned());
        let mut defined: FxHashSet<&str> = FxHashSet::default();
        let groups = ir.values.iter().filter(|it| it.1.number == 0);
        let shared =
            groups.filter(|it| !defined.insert(&it.1.name)).map(|it| it.1.name.to_string()).collect();
        Self { taken: values.chain(operands).collect(), shared }
    }

    /// The name itself where nothing has it, else one like it.
    pub(crate) fn named(&mut self, name: &str) -> String {
        if self.taken.insert(name.to_owned()) { name.to_owned() } else { self.like(name) }
    }

    /// The name of one value of the isolated op where no other has it too, else one like it: what it is called in a
    /// block where other values are visible.
    pub(crate) fn moved(&mut self, name: &str) -> String {
        if self.shared.contains(name) { self.like(name) } else { name.to_owned() }
    }

    /// A name like the given one.
    pub(crate) fn like(&mut self, name: &str) -> String {
        let found = fresh(name, &self.taken);
        self.taken.insert(found.clone());
        found
    }
}
