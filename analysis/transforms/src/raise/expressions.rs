//! Values as expressions that the affine dialect takes where an operation stands.

use crate::for_loop::value_of_variable;
use crate::reason::Reason;
use crate::rewrite::{FreshNames, Leaves};
use ir::affine::symbols::{Symbols, Validity};
use ir::affine::{AffineExpr, Constraint};
use ir::types::Type;
use ir::{Ir, OpId, OpKind, RegionId, ValueId, value_name};
use polyhedral::dependence::affine_form::{AffineForms, Leaf, NotAffine};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use syntax::ods::Semantics;
use syntax::ods::semantics::Integer;

/// Expressions or constraints; `Dim(i)` is `leaves[i]`.
#[derive(Debug)]
pub(super) struct Over<T> {
    pub(super) leaves: Vec<Leaf>,
    pub(super) form: T,
}

/// What an operation may be written over.
pub(super) struct Expressions<'a> {
    pub(super) ir: &'a Ir,
    op: OpId,
    scope: RegionId,
    symbols: RefCell<Symbols<'a>>,
    /// Those that become affine.
    loops: &'a FxHashSet<OpId>,
}

impl<'a> Expressions<'a> {
    pub(super) fn new(ir: &'a Ir, op: OpId, loops: &'a FxHashSet<OpId>) -> Self {
        let symbols = Symbols::new(ir);
        Self { ir, op, scope: symbols.scope(op), symbols: RefCell::new(symbols), loops }
    }

    pub(super) fn value(&self, value: ValueId) -> Result<Over<AffineExpr>, Reason> {
        self.read(|forms| forms.value(self.op, value))
    }

    /// The values of which one is the least, or the greatest.
    pub(super) fn bound(&self, value: ValueId, least: bool) -> Result<Over<Vec<AffineExpr>>, Reason> {
        self.read(|forms| {
            let mut results = Vec::new();
            let mut pending = vec![value];
            while let Some(value) = pending.pop() {
                let op = self.ir.defining_op(value).filter(|_| !self.is_symbol(value));
                let data = op.map(|it| (it, &self.ir.ops[it]));
                match data {
                    Some((_, data)) if is_extreme(data.semantics(), least) => {
                        pending.extend(data.operands.iter().rev().filter_map(|it| it.value));
                    }
                    Some((op, data)) => match (&data.kind, least) {
                        (OpKind::Min(applied), true) | (OpKind::Max(applied), false) => {
                            results.extend(forms.map(op, applied)?);
                        }
                        _ => results.push(forms.value(self.op, value)?),
                    },
                    None => results.push(forms.value(self.op, value)?),
                }
            }
            results.dedup();
            Ok(results)
        })
    }

    pub(super) fn condition(&self, value: ValueId, holds: bool) -> Result<Over<Vec<Constraint>>, Reason> {
        self.read(|forms| forms.condition(self.op, value, holds))
    }

    fn read<T>(
        &self,
        read: impl FnOnce(&mut AffineForms<'_>) -> Result<T, NotAffine>,
    ) -> Result<Over<T>, Reason> {
        let is_leaf = |value: ValueId| self.is_symbol(value);
        let mut forms = AffineForms::new(self.ir, &is_leaf);
        let form = read(&mut forms).map_err(|it| self.reason(&it))?;
        let leaves = forms.leaves;
        leaves.iter().try_for_each(|it| self.may_be_leaf(*it))?;
        Ok(Over { leaves, form })
    }

    /// Whether a value is a symbol as it is, and no constant.
    fn is_symbol(&self, value: ValueId) -> bool {
        let ir = self.ir;
        ir.values[value].ty == Type::Index
            && ir.constant(value).is_none()
            && self.symbols.borrow().symbol(value, self.scope) == Validity::Valid
    }

    fn may_be_leaf(&self, leaf: Leaf) -> Result<(), Reason> {
        let ir = self.ir;
        match leaf {
            Leaf::Variable(op, _) if ir.ops[op].kind != OpKind::Other || self.loops.contains(&op) => Ok(()),
            Leaf::Variable(op, dim) => {
                let name = value_of_variable(ir, op, dim).map_or_else(String::new, |it| value_name(ir, it));
                Err(Reason::new(format!("`{name}` counts a loop that stays as it is"))
                    .line(ir.ops[op].name_pointer)
                    .related(ir.ops[op].name_pointer, "this loop"))
            }
            Leaf::Value(value) if self.is_symbol(value) => Ok(()),
            Leaf::Value(value) => {
                let name = value_name(ir, value);
                let text = match self.symbols.borrow().dim(value, self.scope) {
                    Validity::Invalid(why) => format!("`{name}` cannot be a dimension: {}", why.reason),
                    _ => format!("`{name}` may be no dimension"),
                };
                Err(self.at(Reason::new(text), Some(value)))
            }
        }
    }

    fn reason(&self, why: &NotAffine) -> Reason {
        let reads = |value: ValueId| {
            let op = self.ir.defining_op(value)?;
            (!self.ir.ops[op].accesses()?.is_empty()).then(|| value_name(self.ir, value))
        };
        let text = match why.value.and_then(reads) {
            Some(name) => format!("`{name}` is loaded from memory"),
            None => why.reason.clone(),
        };
        self.at(Reason::new(text), why.value)
    }

    fn at(&self, reason: Reason, value: Option<ValueId>) -> Reason {
        match value.and_then(|it| self.ir.values[it].pointer) {
            Some(place) => reason.line(place).related(place, "this value"),
            None => reason,
        }
    }
}

fn is_extreme(semantics: Option<Semantics>, least: bool) -> bool {
    let extreme = if least { Integer::MinSigned } else { Integer::MaxSigned };
    semantics == Some(Semantics::Integer(extreme))
}

impl<T> Over<T> {
    /// The leaves under the names that they have once their loops are affine.
    pub(super) fn named(&self, ir: &Ir) -> Leaves {
        let mut leaves = Leaves::default();
        for leaf in &self.leaves {
            match *leaf {
                Leaf::Variable(op, dim) => leaves.dim(&variable_name(ir, op, dim)),
                Leaf::Value(value) => leaves.symbol(&value_name(ir, value)),
            };
        }
        leaves
    }

    /// The values that it is over.
    pub(super) fn values<'a>(&'a self, ir: &'a Ir) -> impl Iterator<Item = ValueId> + 'a {
        self.leaves.iter().filter_map(|leaf| match *leaf {
            // One that counts in another type is written under another name.
            Leaf::Variable(op, dim) => {
                value_of_variable(ir, op, dim).filter(|it| ir.values[*it].ty == Type::Index)
            }
            Leaf::Value(value) => Some(value),
        })
    }
}

/// What the variable of a loop is called as an index.
pub(super) fn variable_name(ir: &Ir, op: OpId, dim: usize) -> String {
    let Some(value) = value_of_variable(ir, op, dim) else { return String::new() };
    let name = value_name(ir, value);
    match ir.values[value].ty {
        Type::Index => name,
        _ => FreshNames::of(ir).like(&name),
    }
}
