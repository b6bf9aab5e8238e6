//! Which values may refer to the same memory, and why others cannot: what dependences, loops, lints and transformations
//! take for granted is here and nowhere else.
//!
//! A value that may refer to memory has *origins* ([`Origins`]), found by a points-to analysis that follows every value
//! which could hold a reference, of whatever type, through operations, regions and branches ([`points_to`]):
//!
//! - What an **allocation** gives (`memref.alloc`, `memref.alloca`, `gpu.alloc`, …) is distinct from all else. One
//!   allocation in a loop counts as one.
//! - The **arguments of a function** are distinct from each other, from allocations and from globals. That is no fact but
//!   the assumption of MLIR's passes: callers have to respect it.
//! - A **global** is distinct from everything but other mentions of its name.
//! - What an operation **derives** from its operands (views, casts, `arith.select`, tensors made of buffers and buffers
//!   made of tensors, results and arguments of structured control flow and of branches) has the origins of these.
//! - The result of a **call** has the origins that the function in the same module returns ([`callee`]); of one that is
//!   declared only, called indirectly or recursive too deep, see the next.
//! - What comes from an **operation that is not known**, or is **loaded from memory**, may be everything that others can
//!   reach: any argument, any global, any such result, and each allocation that *escapes* because a call or an operation
//!   that is not known takes it, because it is stored, or because its address becomes a number.
//!
//! Two values with a common origin may be the same memory, each element of one any element of the other. One value is
//! compared with itself by subscripts. That needs two things more:
//!
//! - Its **layout** keeps different subscripts apart ([`layout`]). Static sizes and strides are looked at exactly. Strides
//!   that are not known are taken as such where a function's argument has them, as MLIR's passes take them, and where a
//!   view or cast has them from what it views; elsewhere, as from `memref.reinterpret_cast`, they are not.
//! - It is **the same memory in each iteration** ([`crate::dependence::MemrefAccess::varies_within`]): a view made, or handed on, inside a
//!   loop is compared within one iteration of that loop only.
//!
//! Subscripts are taken to be within bounds.

mod callee;
mod constraints;
mod layout;
mod origins;
mod points_to;
#[cfg(test)]
mod tests;

pub use callee::consulted;
pub(crate) use origins::Origin;
pub use origins::{Origins, classes};

use base::at_once::takes_long;
use base::isolated_op::IsolatedOp;
use callee::Callees;
use constraints::Constraints;
use ir::{Ir, OpId, Pointer, ValueId, meaning_of};
use points_to::PointsTo;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The relation between two memref values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// One value: equal subscripts are equal elements, and others are others.
    Same,
    /// Any element of one may be any of the other.
    Possible,
    None,
}

/// The origins of the memrefs of one isolated op.
#[derive(Debug, PartialEq, Eq)]
pub struct Memory {
    points_to: PointsTo,
    /// Values in which different subscripts may be one element.
    overlapping: FxHashSet<ValueId>,
    users: FxHashMap<ValueId, Vec<OpId>>,
}

/// The memory of an isolated op. What other functions return is asked of them, so that typing inside them is of no
/// concern here as long as they return the same.
#[salsa::tracked(returns(ref))]
pub fn memory<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Arc<Memory> {
    takes_long(db);
    let text = |it: Pointer| Some(op.roots(db).get(it.root)?.text_in(it.range));
    Memory::of(meaning_of(db, op), &Callees::of(db, op), &text).into()
}

impl Memory {
    fn of(ir: &Ir, callees: &Callees<'_>, text: layout::Text<'_>) -> Self {
        let mut users: FxHashMap<ValueId, Vec<OpId>> = FxHashMap::default();
        for (op, data) in ir.ops.iter() {
            for value in data.operands.iter().filter_map(|it| it.value) {
                users.entry(value).or_default().push(op);
            }
        }
        let constraints = Constraints::of(ir, callees);
        let overlapping = layout::overlapping(ir, &constraints, text);
        Self { points_to: PointsTo::of(&constraints), overlapping, users }
    }

    /// The memory that a value may refer to.
    pub fn origins(&self, value: ValueId) -> &Origins {
        self.points_to.origins(value)
    }

    pub fn sharing(&self, a: ValueId, b: ValueId) -> Sharing {
        if a == b && !self.may_overlap(a) {
            Sharing::Same
        } else if a == b || self.origins(a).may_share(self.origins(b)) {
            Sharing::Possible
        } else {
            Sharing::None
        }
    }

    /// Whether different subscripts of a memref may be one element.
    pub fn may_overlap(&self, memref: ValueId) -> bool {
        self.overlapping.contains(&memref)
    }

    /// The operations that touch a private buffer: it is allocated here, and only loaded, stored
    /// and freed. `None` for any other memref.
    pub fn private_users(&self, ir: &Ir, memref: ValueId) -> Option<&[OpId]> {
        let definition = ir.defining_op(memref)?;
        if !ir.ops[definition].is_allocation() {
            return None;
        }
        let users = self.users.get(&memref).map(Vec::as_slice).unwrap_or_default();
        users.iter().all(|it| only_touches(ir, *it, memref)).then_some(users)
    }

    /// As [`Memory::private_users`], where views of the buffer may be taken, which are among the operations.
    pub fn private_users_through_views(&self, ir: &Ir, memref: ValueId) -> Option<Vec<OpId>> {
        let definition = ir.defining_op(memref)?;
        if !ir.ops[definition].is_allocation() {
            return None;
        }
        let mut found = Vec::new();
        let mut pending = vec![memref];
        while let Some(memref) = pending.pop() {
            for user in self.users.get(&memref).map(Vec::as_slice).unwrap_or_default() {
                if is_view(&ir.ops[*user].name) {
                    pending.extend(&ir.ops[*user].results);
                } else if !only_touches(ir, *user, memref) {
                    return None;
                }
                found.push(*user);
            }
        }
        Some(found)
    }
}

/// Whether the operation gives another name to the memory of its first operand, and nothing else.
pub fn is_view(name: &str) -> bool {
    matches!(name, "memref.cast" | "memref.subview")
}

/// Whether a user of a memref loads from it, stores to it, or frees it.
fn only_touches(ir: &Ir, user: OpId, memref: ValueId) -> bool {
    let data = &ir.ops[user];
    let touches = ir.touches(user);
    if touches.is_empty() {
        return data.is_deallocation() || data.has_trait("ShapedDimOpInterface");
    }
    touches.iter().all(|it| it.stored.and_then(|it| data.operands.get(it)?.value) != Some(memref))
}
