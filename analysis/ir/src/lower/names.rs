//! Names: their definitions, and the values that they mean where they are used.

use super::Lower;
use crate::dialects::is_foreign;
use crate::{BlockId, Definition, Form, Ir, Mention, OpId, Pointer, RegionId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::rc::Rc;

/// The values that the names of a region mean, by the first one of their group.
#[derive(Default)]
pub(super) struct Scope<'a> {
    pub(super) names: FxHashMap<&'a str, ValueId>,
    pub(super) labels: FxHashMap<Box<str>, BlockId>,
    /// Names that the operation around it binds in an unknown form.
    pub(super) hidden: Rc<[Cow<'a, str>]>,
    /// The region around it, if it is seen.
    pub(super) parent: Option<RegionId>,
}

/// Names by the operations in whose heads they appear.
type Heads = FxHashSet<(OpId, SmolStr)>;

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
            if scope.hidden.iter().any(|it| it == name) {
                return None;
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

    /// Resolves the uses by name.
    pub(super) fn finish(mut self) -> Ir {
        let opaque_heads = OnceCell::new();
        for (op, index) in std::mem::take(&mut self.uses) {
            let operand = &self.ir.ops[op].operands[index];
            let value = self.used(op, operand.pointer, &operand.name, &opaque_heads);
            self.ir.ops[op].operands[index].value = value;
        }
        let ids: Vec<OpId> = self.ir.ops.iter().map(|it| it.0).collect();
        for op in ids {
            let region = self.ir.blocks[self.ir.ops[op].block].parent;
            for index in 0..self.ir.ops[op].successors.len() {
                let label = self.ir.ops[op].successors[index].label.clone();
                self.ir.ops[op].successors[index].block = self.scope(region).labels.get(&label).copied();
            }
        }
        self.resolve_mentions(&opaque_heads);
        self.counted_whiles();
        self.ir
    }

    /// A mention means the value of its name, but a later one in a subscript the value of the first one.
    fn resolve_mentions(&mut self, opaque_heads: &OnceCell<Heads>) {
        let mut repeated: FxHashMap<Pointer, Option<ValueId>> = FxHashMap::default();
        for (pointer, op, index) in &self.repeated_mentions {
            repeated.insert(*pointer, self.ir.ops[*op].operands[*index].value);
        }
        let named = self.ir.mentions.iter().zip(&self.mention_names);
        let value = |(mention, name): (&Mention, &Cow<'_, str>)| match repeated.get(&mention.pointer) {
            Some(value) => *value,
            None => self.used(mention.op, mention.pointer, name, opaque_heads),
        };
        let values: Vec<Option<ValueId>> = named.map(value).collect();
        for (mention, value) in self.ir.mentions.iter_mut().zip(values) {
            mention.value = value;
        }
    }

    /// The value of a name in an operation. A name that is only defined further down may be bound by the head of an operation
    /// around it, if the form of that is not known.
    fn used(&self, op: OpId, place: Pointer, name: &str, heads: &OnceCell<Heads>) -> Option<ValueId> {
        let value = self.resolve(self.ir.blocks[self.ir.ops[op].block].parent, name)?;
        let definition = self.ir.values[value].pointer?;
        let is_later = (definition.root, definition.range.start()) > (place.root, place.range.start());
        let may_be_bound = || {
            let heads = heads.get_or_init(|| self.names_in_opaque_heads());
            let base = &self.ir.values[value].name;
            std::iter::once(op).chain(self.ir.ancestors(op)).any(|it| heads.contains(&(it, base.clone())))
        };
        (!is_later || !may_be_bound()).then_some(value)
    }

    /// The names in heads of operations of unknown form that have regions, or show that they bind names.
    fn names_in_opaque_heads(&self) -> Heads {
        let is_opaque = |it: OpId| {
            let op = &self.ir.ops[it];
            op.form == Form::Opaque && (!op.regions.is_empty() || self.binding.contains(&it))
        };
        let mentions = self.ir.mentions.iter().zip(&self.mention_names).filter(|it| is_opaque(it.0.op));
        mentions
            .map(|(mention, name)| {
                (mention.op, SmolStr::new(name.split('#').next().unwrap_or_default().trim_end()))
            })
            .collect()
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
