//! The accesses to one element of memory between two operations of one block.

use crate::dependence::AccessRelation;
use crate::dependence::subscripts::Subscripts;
use crate::memory::{Memory, Sharing};
use ir::memory_effects::Effects;
use ir::touches::{Elements, Touch};
use ir::types::Type;
use ir::{Ir, OpId, ValueId};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// How far after (or before) an access another one is looked for: a bound on the work of large blocks.
const MAX_DISTANCE: usize = 256;

/// The memory of one isolated op, block by block.
pub struct BlockMemory<'a> {
    ir: &'a Ir,
    memory: &'a Memory,
    subscripts: &'a Subscripts,
    elements: RefCell<FxHashMap<OpId, Option<Rc<Element>>>>,
    effects: RefCell<FxHashMap<OpId, Rc<Effects>>>,
}

/// What an access touches in each iteration.
#[derive(PartialEq, Eq)]
struct Element {
    memref: ValueId,
    /// Of a vector access.
    vector: Option<Type>,
    subscripts: Arc<AccessRelation>,
}

/// Where a search ends.
#[derive(Clone, Copy)]
enum Harm {
    Reads,
    Writes,
}

impl<'a> BlockMemory<'a> {
    pub fn new(ir: &'a Ir, memory: &'a Memory, subscripts: &'a Subscripts) -> Self {
        Self { ir, memory, subscripts, elements: RefCell::default(), effects: RefCell::default() }
    }

    /// The store after a store in its block that writes the same element before anything may read it.
    pub fn overwriting(&self, store: OpId) -> Option<OpId> {
        let ops = &self.ir.blocks[self.ir.ops[store].block].ops;
        let following = ops.get(self.ir.position_in_block(store)? + 1..)?;
        let following = following.iter().take(MAX_DISTANCE).copied();
        self.search(store, following, Harm::Reads, &|it| it.writes && !it.is_atomic())
    }

    /// The load or store before a load in its block that leaves the same element, with nothing that may write it between.
    pub fn holding(&self, load: OpId) -> Option<OpId> {
        let ops = &self.ir.blocks[self.ir.ops[load].block].ops;
        let before = ops.get(..self.ir.position_in_block(load)?)?;
        let before = before.iter().rev().take(MAX_DISTANCE).copied();
        self.search(load, before, Harm::Writes, &|it| (it.reads || it.writes) && !it.is_atomic())
    }

    fn search(
        &self,
        from: OpId,
        others: impl Iterator<Item = OpId>,
        harm: Harm,
        wanted: &dyn Fn(&Touch<'_>) -> bool,
    ) -> Option<OpId> {
        let memref = self.element(from)?.memref;
        for op in others {
            if let [touch] = &self.ir.touches(op)[..]
                && wanted(touch)
                && self.is_same(from, op)
            {
                return Some(op);
            }
            if self.may_harm(op, memref, harm) {
                return None;
            }
        }
        None
    }

    fn is_same(&self, a: OpId, b: OpId) -> bool {
        self.element(a).is_some_and(|it| Some(it) == self.element(b))
    }

    fn element(&self, op: OpId) -> Option<Rc<Element>> {
        if let Some(known) = self.elements.borrow().get(&op) {
            return known.clone();
        }
        let element = self.find_element(op).map(Rc::new);
        self.elements.borrow_mut().insert(op, element.clone());
        element
    }

    fn find_element(&self, op: OpId) -> Option<Element> {
        let data = &self.ir.ops[op];
        let touches = self.ir.touches(op);
        let [touch] = &touches[..] else { return None };
        if !touch.elements.are_certain() {
            return None;
        }
        let vector = touch.vector(self.ir, op).cloned();
        if matches!(touch.elements, Elements::Lanes(_)) && vector.is_none() {
            return None;
        }
        if data.broken || vector.as_ref().is_some_and(Type::has_unknown) {
            return None;
        }
        let subscripts = self.subscripts.of(self.ir, op, touch.elements.subscripts()?).ok()?;
        let memref = data.operands.get(touch.memref)?.value?;
        Some(Element { memref, vector, subscripts })
    }

    /// Whether an operation may read (or write) the memory of a memref, or leave the block.
    fn may_harm(&self, op: OpId, memref: ValueId, harm: Harm) -> bool {
        let known = self.effects.borrow().get(&op).cloned();
        let effects = known.unwrap_or_else(|| {
            let found = Rc::new(Effects::of(self.ir, op));
            self.effects.borrow_mut().insert(op, found.clone());
            found
        });
        let concerns = |writes: bool| match harm {
            Harm::Reads => !writes || self.ir.ops[op].is_deallocation(),
            Harm::Writes => writes,
        };
        !effects.unknown.is_empty()
            || effects.known.iter().any(|it| concerns(it.writes) && self.may_be_same(memref, it.memref))
    }

    /// Different memrefs are different memory if one is a local allocation that nothing else knows.
    fn may_be_same(&self, a: ValueId, b: ValueId) -> bool {
        let is_own = |memref| self.memory.private_users(self.ir, memref).is_some();
        a == b || self.memory.sharing(a, b) != Sharing::None || !(is_own(a) || is_own(b))
    }
}
