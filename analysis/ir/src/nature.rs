//! Properties of operations that follow from their definitions.

use super::{Form, Ir, Op, ValueId};
use base::registry::seems_isolated;
use std::sync::Arc;
use syntax::ods::semantics::Integer;
use syntax::ods::{Arity, Combining, MemoryEffect, Name, OpDefinition, Semantics, ValueDefinition};

/// An operation that loads a number or a vector, or stores one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transfer {
    /// The operand that is the memory; subscripts follow it.
    pub memory: usize,
    /// The operand that is stored; `None` of loads.
    pub stored: Option<usize>,
}

impl Ir {
    /// The operands of the operation on two integers that computes a value, if it is this one.
    pub fn arithmetic(&self, value: ValueId, operation: Integer) -> Option<[ValueId; 2]> {
        let op = &self.ops[self.defining_op(value)?];
        let [left, right] = op.operands.as_slice() else { return None };
        let is_this = op.semantics() == Some(Semantics::Integer(operation));
        is_this.then(|| Some([left.value?, right.value?]))?
    }
}

impl Op {
    pub fn dialect(&self) -> &str {
        self.name.split('.').next().unwrap_or_default()
    }

    /// The name within the dialect: `for` of `affine.for`.
    pub fn name_in_dialect(&self) -> &str {
        self.name.split_once('.').map_or(&*self.name, |it| it.1)
    }

    /// Whether it is known to have the trait, by its name in ODS.
    pub fn has_trait(&self, name: &str) -> bool {
        self.is_known_to(|it| it.has_trait(name))
    }

    /// Whether it is known not to have the trait.
    pub fn lacks_trait(&self, name: &str) -> bool {
        self.is_known_to(|it| it.lacks_trait(name))
    }

    fn is_known_to(&self, question: impl FnOnce(&OpDefinition) -> bool) -> bool {
        self.definition.as_deref().is_some_and(question)
    }

    /// The function that it computes, if it is known.
    pub fn semantics(&self) -> Option<Semantics> {
        self.definition.as_ref()?.semantics
    }

    /// How it folds many numbers in any order, if it is such an operation.
    pub fn combining(&self) -> Option<&'static Combining> {
        self.semantics().and_then(Combining::of)
    }

    pub fn is_terminator(&self) -> bool {
        self.has_trait("Terminator")
    }

    /// The only operations in whose regions it may be, if there are such.
    pub fn parents(&self) -> Option<Vec<Name>> {
        Some(self.definition.as_ref()?.parents()?.collect())
    }

    /// Whether its regions see no value from outside. For unknown operations the name decides.
    pub fn is_isolated_from_above(&self) -> bool {
        match &self.definition {
            Some(definition) if definition.has_trait("IsolatedFromAbove") => true,
            Some(definition) if definition.lacks_trait("IsolatedFromAbove") => false,
            _ => seems_isolated(&self.name),
        }
    }

    /// The dialect whose prefix may be left out in its regions; empty if none, `None` if that is not
    /// known.
    pub fn default_dialect(&self) -> Option<Name> {
        let definition = self.definition.as_ref();
        // Where its form is not known, a surplus region may belong to a following operation without its dialect.
        let is_whole = |it: &OpDefinition| {
            self.form != Form::Opaque
                || self.regions.len() <= it.regions.len()
                || it.regions.iter().any(|it| it.is_variadic)
        };
        if !definition.is_none_or(|it| is_whole(it)) {
            return None;
        }
        let is_in_full = || definition.is_some() && self.is_of_complete_dialect;
        // All operations of these two dialects are known to have none.
        let is_known = || is_in_full() || matches!(self.dialect(), "gpu" | "linalg");
        let stated = definition.and_then(|it| it.default_dialect());
        stated.or_else(|| is_known().then(|| Name::new("")))
    }

    /// Whether it is a function or a module: it only holds code that others call.
    pub fn is_function_or_module(&self) -> bool {
        self.has_trait("IsolatedFromAbove") && self.has_trait("Symbol")
    }

    /// Whether each of its regions runs at most once when it runs, and its results are the values they yield. The
    /// interface says that of the dialects named here; in others operations with it may repeat their regions.
    pub fn is_branching(&self) -> bool {
        matches!(self.dialect(), "affine" | "memref" | "scf")
            && self.has_trait("RegionBranchOpInterface")
            && !self.has_trait("LoopLikeOpInterface")
    }

    /// Whether it has no effects and may run where it would not have run.
    pub fn is_pure(&self) -> bool {
        self.is_known_to(OpDefinition::is_pure)
    }

    /// Whether it touches no memory; it may trap.
    pub fn has_no_memory_effect(&self) -> bool {
        self.is_known_to(OpDefinition::has_no_memory_effect)
    }

    /// Whether it gives new memory and has no other effect.
    pub fn only_allocates(&self) -> bool {
        self.is_known_to(OpDefinition::only_allocates)
    }

    /// Whether it gives new memory.
    pub fn allocates(&self) -> bool {
        self.is_known_to(|it| it.results.iter().any(|it| it.effects.contains(&MemoryEffect::Allocate)))
    }

    /// Whether it allocates and frees by `memref.dealloc` or the end of its scope.
    pub fn is_allocation(&self) -> bool {
        self.only_allocates() && self.dialect() == "memref"
    }

    /// Whether it frees the memory of its operand, and does nothing else.
    pub fn is_deallocation(&self) -> bool {
        let frees = |it: &ValueDefinition| it.effects.contains(&MemoryEffect::Free);
        self.dialect() == "memref"
            && self.is_known_to(|it| it.results.is_empty() && it.operands.iter().any(frees))
    }

    /// Whether it shows elements of its first operand under another name, and nothing else.
    pub fn is_view_like(&self) -> bool {
        self.has_trait("ViewLikeOpInterface") && self.results.len() == 1 && self.dialect() == "memref"
    }

    /// Its load from memory or store to memory, if it does nothing else.
    pub fn transfer(&self) -> Option<Transfer> {
        // For other dialects it is not known which elements those are.
        let is_told = |it: &&Arc<OpDefinition>| self.is_of_complete_dialect && !it.has_trait("Pure");
        let definition = self.definition.as_ref().filter(is_told)?;
        let [(memory, is_store)] = self.accesses()?[..] else { return None };
        let is_stored = |it: &ValueDefinition| matches!(&*it.name, "value" | "valueToStore");
        let stored = definition.operands.iter().position(is_stored);
        let stored = stored.map(|it| if it > memory { self.operands.len().saturating_sub(1) } else { it });
        let is_whole = if is_store { stored.is_some() } else { self.results.len() == 1 };
        is_whole.then_some(Transfer { memory, stored })
    }

    /// The operands that it reads or writes, by their numbers, each with whether it is written. `None` where that is
    /// not known.
    pub fn accesses(&self) -> Option<Vec<(usize, bool)>> {
        let definition = self.definition.as_ref().filter(|it| !it.has_further_effects())?;
        // The outline of a form does not show which operand is which, where there are several.
        if self.form == Form::Opaque && self.operands.len() > 1 {
            return None;
        }
        let mut found = Vec::new();
        for (index, operand) in definition.operands.iter().enumerate() {
            for effect in &operand.effects {
                let is_one = |it: &_| Arity::One == *it;
                if !definition.operands.iter().take(index + 1).map(|it| &it.arity).all(is_one) {
                    return None;
                }
                found.push((index, *effect != MemoryEffect::Read));
            }
        }
        let allocates = definition.results.iter().any(|it| !it.effects.is_empty());
        (!found.is_empty() && !allocates).then_some(found)
    }
}
