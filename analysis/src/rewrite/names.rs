//! Names that nothing in an isolated op has.

use crate::ir::{Ir, OpId, ValueId};
use crate::memory_effects::subtree;
use rustc_hash::FxHashSet;

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

    /// A name like the given one: a number becomes the next free number, anything else gets a number behind it.
    pub(crate) fn like(&mut self, name: &str) -> String {
        let stem = name.trim_start_matches('%');
        let numeric = !stem.is_empty() && stem.bytes().all(|it| it.is_ascii_digit());
        let free = (0..).map(|number: usize| match numeric {
            true => format!("%{number}"),
            false => format!("{name}_{number}"),
        });
        let mut free = free.filter(|it| !self.taken.contains(it));
        let found = free.next().unwrap_or_else(|| name.to_owned());
        self.taken.insert(found.clone());
        found
    }
}
