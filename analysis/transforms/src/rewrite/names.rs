//! The one service of names.
//!
//! Edits of an isolated op are made over [`under_unique_names`], where each definition has a name of its own, and
//! [`settle`] gives the values that they define proper names. So no rewrite asks which names are visible: it copies
//! names, asks [`FreshNames`] for one more where it defines something again, and cannot capture a name or define one
//! twice.

mod fresh;
mod settle;
mod successors;
#[cfg(test)]
mod tests;
mod unique;

use crate::rewrite::edits::Edits;
use base::isolated_op::IsolatedOp;
use fresh::fresh;
pub use fresh::untaken;
use ir::Ir;
use ir::places::Places;
use rustc_hash::FxHashSet;
pub use settle::settle;
use std::rc::Rc;

/// An isolated op with unique names in place of its own, and for each of its roots how places in its text are places
/// in the op's own. `None` where the text cannot be read well enough.
pub fn under_unique_names<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
) -> Option<(IsolatedOp<'db>, &'db [Places])> {
    let unique = unique::uniquely_named(db, op)?;
    Some((unique, &unique::unique_text(db, op).as_ref()?.places))
}

/// The edits of an isolated op that are made over its unique names.
pub fn rewritten<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    edits: impl FnOnce(IsolatedOp<'db>) -> Option<Edits>,
) -> Option<Edits> {
    settle(db, op, edits(under_unique_names(db, op)?.0)?).ok()
}

/// Names for the values that a rewrite defines. A copy costs nothing before names are asked for.
#[derive(Clone)]
pub struct FreshNames {
    taken: Rc<FxHashSet<String>>,
    given: FxHashSet<String>,
}

impl FreshNames {
    /// Every name of the isolated op is taken.
    pub fn of(ir: &Ir) -> Self {
        let values = ir.values.iter().map(|it| it.1.name.as_str());
        let operands = ir.ops.iter().flat_map(|it| &it.1.operands).filter(|it| it.value.is_none());
        let undefined = operands.map(|it| it.name.split('#').next().unwrap_or_default().trim());
        // Most names are those of many values.
        let names: FxHashSet<&str> = values.chain(undefined).collect();
        let taken = Rc::new(names.into_iter().map(str::to_owned).collect());
        Self { taken, given: FxHashSet::default() }
    }

    /// The name itself where nothing has it, else one like it.
    pub fn named(&mut self, name: &str) -> String {
        let found = untaken(name, |it| self.is_taken(it));
        self.given.insert(found.clone());
        found
    }

    /// A name like the given one.
    pub fn like(&mut self, name: &str) -> String {
        let found = fresh(name, |it| self.is_taken(it));
        self.given.insert(found.clone());
        found
    }

    fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name) || self.given.contains(name)
    }
}
