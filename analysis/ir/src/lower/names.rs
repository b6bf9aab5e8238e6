//! Names: what defines them, and what they stand for where they are used.

use super::Lower;
use crate::dialects::is_foreign;
use crate::{BlockId, Definition, Ir, OpId, Pointer, RegionId, ValueId};
use rustc_hash::FxHashMap;

/// What the names of a region stand for: values by the first of their group.
#[derive(Default)]
pub(super) struct Scope<'a> {
    pub(super) names: FxHashMap<&'a str, ValueId>,
    pub(super) labels: FxHashMap<Box<str>, BlockId>,
    /// The region around it, if it is seen.
    pub(super) parent: Option<RegionId>,
}

impl<'a> Lower<'a> {
    pub(super) fn scope(&mut self, region: RegionId) -> &mut Scope<'a> {
        &mut self.scopes[region.into_raw().into_u32() as usize]
    }

    fn look_up(&self, mut region: RegionId, name: &str) -> Option<ValueId> {
        loop {
            let scope = &self.scopes[region.into_raw().into_u32() as usize];
            if let Some(value) = scope.names.get(name) {
                return Some(*value);
            }
            region = scope.parent?;
        }
    }

    pub(super) fn define(&mut self, region: RegionId, name: &'a str, value: ValueId) {
        if name.is_empty() {
            return;
        }
        if let Some(first) = self.look_up(region, name) {
            // Labels are defined before the operations of their region; a region that ended above one is not inside.
            let is_below = |it: &ValueId| self.ir.values[*it].pointer.map(|it| (it.root, it.range.start()));
            let is_label = self.ir.home(first) != region && is_below(&value) < is_below(&first);
            if !is_label && !self.may_shadow(region, self.ir.home(first)) {
                self.ir.redefinitions.push((value, first));
                return;
            }
        }
        self.scope(region).names.insert(name, value);
    }

    /// Whether an operation of another project's dialect lies between the regions: its parser decides whether names of
    /// its region may be those of values outside.
    fn may_shadow(&self, mut region: RegionId, outer: RegionId) -> bool {
        while region != outer {
            let Some(parent) = self.ir.regions[region].parent else { return false };
            if is_foreign(&self.ir.ops[parent]) {
                return true;
            }
            region = self.ir.blocks[self.ir.ops[parent].block].parent;
        }
        false
    }

    /// Resolves what is used by name.
    pub(super) fn finish(mut self) -> Ir {
        for (op, index) in std::mem::take(&mut self.uses) {
            let region = self.ir.blocks[self.ir.ops[op].block].parent;
            self.ir.ops[op].operands[index].value =
                self.resolve(region, &self.ir.ops[op].operands[index].name);
        }
        let ids: Vec<OpId> = self.ir.ops.iter().map(|it| it.0).collect();
        for op in ids {
            let region = self.ir.blocks[self.ir.ops[op].block].parent;
            for index in 0..self.ir.ops[op].successors.len() {
                let label = self.ir.ops[op].successors[index].label.clone();
                self.ir.ops[op].successors[index].block = self.scope(region).labels.get(&label).copied();
            }
        }
        self.resolve_mentions();
        self.ir
    }

    /// A mention stands for what it names, but a later one in a subscript for what the first one does.
    fn resolve_mentions(&mut self) {
        let mut repeated: FxHashMap<Pointer, Option<ValueId>> = FxHashMap::default();
        for (pointer, op, index) in &self.repeated_mentions {
            repeated.insert(*pointer, self.ir.ops[*op].operands[*index].value);
        }
        let mut mentions = std::mem::take(&mut self.ir.mentions);
        for (mention, name) in mentions.iter_mut().zip(&self.mention_names) {
            mention.value = match repeated.get(&mention.pointer) {
                Some(value) => *value,
                None => self.resolve(self.ir.blocks[self.ir.ops[mention.op].block].parent, name),
            };
        }
        self.ir.mentions = mentions;
    }

    /// `%name` or `%name#number`.
    fn resolve(&self, region: RegionId, name: &str) -> Option<ValueId> {
        let (base, number) = match name.split_once('#') {
            Some((base, number)) => (base.trim_end(), number.parse::<u32>().ok()?),
            None => (name, 0),
        };
        let first = self.look_up(region, base)?;
        if number == 0 {
            return Some(first);
        }
        if number >= self.ir.values[first].group {
            return None;
        }
        match self.ir.values[first].definition {
            Definition::Result { op, index } => {
                self.ir.ops[op].results.get(index.checked_add(number as usize)?).copied()
            }
            Definition::Argument { .. } => None,
        }
    }
}
