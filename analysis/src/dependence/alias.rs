//! Which memrefs may be the same memory.
//!
//! Different values are taken as not aliasing, as MLIR's passes do, unless one is derived from the other by a view,
//! a cast or an argument that carries it, or both come from one global.

use crate::ir::{Ir, OpKind, ValueId};
use crate::types::Type;
use rustc_hash::FxHashMap;

/// Sets of memref values that may share memory, as a union-find over values.
#[derive(Default)]
pub(crate) struct Aliases {
    parents: FxHashMap<ValueId, ValueId>,
}

impl Aliases {
    pub(crate) fn of(ir: &Ir) -> Self {
        let mut aliases = Self::default();
        let mut globals: FxHashMap<&str, ValueId> = FxHashMap::default();
        let is_memref =
            |value: ValueId| matches!(ir.values[value].ty, Type::MemRef(_) | Type::UnrankedMemRef { .. });
        for (op, data) in ir.ops.iter() {
            match &data.kind {
                OpKind::For(loop_) => {
                    let arguments =
                        ir.body(op).map(|it| ir.blocks[it].arguments.as_slice()).unwrap_or_default();
                    let inits = data.operands.get(loop_.inits.clone()).unwrap_or_default();
                    for (index, init) in inits.iter().enumerate() {
                        let Some(init) = init.value else { continue };
                        for other in [arguments.get(index + 1), data.results.get(index)].into_iter().flatten()
                        {
                            if is_memref(*other) {
                                aliases.join(init, *other);
                            }
                        }
                    }
                    continue;
                }
                OpKind::Access(_) => continue,
                _ => {}
            }
            if &*data.name == "memref.get_global" {
                if let (Some(symbol), Some(result)) = (&data.symbol, data.results.first()) {
                    let first = *globals.entry(symbol).or_insert(*result);
                    aliases.join(first, *result);
                }
                continue;
            }
            if matches!(&*data.name, "memref.alloc" | "memref.alloca" | "memref.load" | "func.call") {
                continue;
            }
            // Whatever else takes a memref and gives one may give the same memory.
            let memrefs: Vec<_> =
                data.operands.iter().filter_map(|it| it.value).filter(|it| is_memref(*it)).collect();
            let carried = data
                .successors
                .iter()
                .filter_map(|it| it.block)
                .flat_map(|it| ir.blocks[it].arguments.clone());
            let inner = data
                .regions
                .iter()
                .flat_map(|it| &ir.regions[*it].blocks)
                .flat_map(|it| &ir.blocks[*it].arguments);
            let others: Vec<_> = data.results.iter().chain(inner).copied().chain(carried).collect();
            for other in others {
                let may_be_memref = is_memref(other) || matches!(ir.values[other].ty, Type::Unknown);
                if may_be_memref && !matches!(&*data.name, "func.func") {
                    for memref in &memrefs {
                        aliases.join(*memref, other);
                    }
                }
            }
            // A yielded memref is a result of the operation around.
            if data.results.is_empty()
                && data.regions.is_empty()
                && !memrefs.is_empty()
                && &*data.name != "func.return"
            {
                let parent = ir.parent_op(op);
                let results = parent.map(|it| ir.ops[it].results.as_slice()).unwrap_or_default();
                if data.name.ends_with(".yield") {
                    for (memref, result) in
                        memrefs.iter().flat_map(|it| results.iter().map(move |r| (*it, *r)))
                    {
                        if is_memref(result) {
                            aliases.join(memref, result);
                        }
                    }
                }
            }
        }
        aliases
    }

    /// The same value for all that may share memory.
    pub(crate) fn representative(&self, mut value: ValueId) -> ValueId {
        while let Some(parent) = self.parents.get(&value) {
            value = *parent;
        }
        value
    }

    fn join(&mut self, a: ValueId, b: ValueId) {
        let (a, b) = (self.representative(a), self.representative(b));
        if a != b {
            self.parents.insert(b, a);
        }
    }

    /// Whether the two are different values that may share memory.
    pub(crate) fn may_alias(&self, a: ValueId, b: ValueId) -> bool {
        a != b && self.representative(a) == self.representative(b)
    }
}
