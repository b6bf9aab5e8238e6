//! ValueNames of values: those of the file, made distinct where the generic form sees more names than the custom form.
//!
//! In generic form every region sees the names around it, also that of an operation which is isolated from above.

use ir::{Ir, RegionId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Default)]
pub(super) struct ValueNames {
    names: FxHashMap<ValueId, Box<str>>,
    visible: FxHashSet<Box<str>>,
    /// Per region around: the names that it brought.
    scopes: Vec<Vec<Box<str>>>,
}

impl ValueNames {
    /// Gives the arguments and results in the region's blocks their names, until [`ValueNames::leave`].
    ///
    /// The results of what is in a mask have no names as it is written, and pass on to the operation that MLIR adds.
    pub(super) fn enter(&mut self, ir: &Ir, region: RegionId) {
        self.scopes.push(Vec::new());
        let is_mask = ir.regions[region].parent.is_some_and(|it| ir.ops[it].is("vector.mask"));
        for block in &ir.regions[region].blocks {
            let block = &ir.blocks[*block];
            let results = block.ops.iter().flat_map(|it| &ir.ops[*it].results);
            for value in block.arguments.iter().chain(results) {
                let data = &ir.values[*value];
                if data.number == 0 && !data.name.is_empty() {
                    self.define(*value, &data.name);
                } else if data.name.is_empty() && is_mask {
                    self.define(*value, "%masked");
                }
            }
        }
    }

    pub(super) fn leave(&mut self) {
        for name in self.scopes.pop().unwrap_or_default() {
            self.visible.remove(&name);
        }
    }

    fn define(&mut self, value: ValueId, written: &str) {
        let mut name: Box<str> = written.into();
        let mut number = 0_usize;
        while self.visible.contains(&name) {
            let bare = written.trim_start_matches('%');
            name = format!("%v{bare}_{number}").into();
            number += 1;
        }
        self.visible.insert(name.clone());
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name.clone());
        }
        self.names.insert(value, name);
    }

    /// The name where the value is defined, of the group that it is the first of.
    pub(super) fn definition(&self, value: ValueId) -> Option<&str> {
        self.names.get(&value).map(|it| &**it)
    }

    /// The name where it is used: `%0#1`.
    pub(super) fn usage(&self, ir: &Ir, value: ValueId) -> Option<String> {
        let data = &ir.values[value];
        if data.group <= 1 {
            return self.definition(value).map(str::to_owned);
        }
        let ir::Definition::Result { op, index } = data.definition else { return None };
        let first = ir.ops[op].results.get(index.checked_sub(data.number as usize)?)?;
        Some(format!("{}#{}", self.definition(*first)?, data.number))
    }
}
