//! Values as expressions that the affine dialect accepts at an operation.

use crate::reason::Reason;
use ir::affine::symbols::{Symbols, Validity};
use ir::affine::{AffineExpr, Constraint};
use ir::loops::{Order, Predicate};
use ir::types::{Signedness, Type};
use ir::{Ir, OpId, OpKind, RegionId, ValueId, value_name};
use polyhedral::dependence::affine_form::{AffineForms, Leaf, NotAffine};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use std::cell::RefCell;
use syntax::ods::Semantics;
use syntax::ods::semantics::{Cast, Integer};

/// Expressions or constraints; `Dim(i)` is `leaves[i]`.
#[derive(Debug)]
pub(super) struct Over<T> {
    pub(super) leaves: Vec<Leaf>,
    pub(super) form: T,
}

/// The values that an operation's expressions may use.
pub(super) struct Expressions<'a> {
    pub(super) ir: &'a Ir,
    op: OpId,
    scope: RegionId,
    symbols: Symbols<'a>,
    known: &'a KnownSymbols,
    /// Those that become affine.
    loops: &'a FxHashSet<OpId>,
}

/// Whether values are symbols in a scope, as far as that was asked.
pub(super) type KnownSymbols = RefCell<FxHashMap<(ValueId, RegionId), bool>>;

/// The largest number of results of a bound that is written.
const MOST_BOUNDS: usize = 16;

impl<'a> Expressions<'a> {
    pub(super) fn new(ir: &'a Ir, op: OpId, known: &'a KnownSymbols, loops: &'a FxHashSet<OpId>) -> Self {
        let symbols = Symbols::new(ir);
        Self { ir, op, scope: symbols.scope(op), symbols, known, loops }
    }

    pub(super) fn value(&self, value: ValueId) -> Result<Over<AffineExpr>, Reason> {
        self.read(|forms| forms.value(self.op, value))
    }

    /// The values whose minimum, or maximum, the value is.
    pub(super) fn bound(&self, value: ValueId, least: bool) -> Result<Over<Vec<AffineExpr>>, Reason> {
        self.read(|forms| {
            let mut results = Vec::new();
            // Each once: operands may come together again.
            let mut seen = FxHashSet::default();
            let mut pending = vec![value];
            while let Some(value) = pending.pop() {
                if !seen.insert(value) {
                    continue;
                }
                let op = self.ir.defining_op(value).filter(|_| !self.is_symbol(value));
                let data = op.map(|it| (it, &self.ir.ops[it]));
                match data {
                    Some((op, _)) if let Some(operands) = extreme_of(self.ir, op, least) => {
                        pending.extend(operands.into_iter().rev());
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
            let mut distinct: Vec<AffineExpr> = Vec::with_capacity(results.len());
            for result in results {
                if !distinct.contains(&result) {
                    distinct.push(result);
                }
            }
            if distinct.len() > MOST_BOUNDS {
                let reason = "a bound is the least or the greatest of very many values".to_owned();
                return Err(NotAffine { reason, value: Some(value) });
            }
            Ok(distinct)
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
        let leaves: Vec<Leaf> = forms.leaves.into_iter().map(|it| self.as_index(it)).collect();
        leaves.iter().try_for_each(|it| self.may_be_leaf(*it))?;
        Ok(Over { leaves, form })
    }

    /// Whether a value is a symbol as it is, and no constant.
    pub(super) fn is_symbol(&self, value: ValueId) -> bool {
        let ir = self.ir;
        if ir.values[value].ty != Type::Index || ir.constant(value).is_some() {
            return false;
        }
        let asked = (value, self.scope);
        if let Some(known) = self.known.borrow().get(&asked) {
            return *known;
        }
        let is_valid = self.symbols.symbol(value, self.scope) == Validity::Valid;
        self.known.borrow_mut().insert(asked, is_valid);
        is_valid
    }

    /// Whether a value of another integer type is a symbol once it is cast.
    fn may_be_cast(&self, value: ValueId) -> bool {
        is_narrow(self.ir, value) && self.ir.home(value) == self.scope
    }

    /// A cast to `index` that is there, instead of the value.
    fn as_index(&self, leaf: Leaf) -> Leaf {
        let Leaf::Value(value) = leaf else { return leaf };
        let ir = self.ir;
        let is_alone = ir.regions[ir.home(value)].blocks.len() == 1;
        if !is_alone || !self.may_be_cast(value) {
            return leaf;
        }
        let casts = ir.ops.iter().filter(|(op, data)| {
            let is_cast = data.semantics() == Some(Semantics::Cast(Cast::IndexSigned));
            is_cast && *op < self.op && data.operands.first().is_some_and(|it| it.value == Some(value))
        });
        let mut results = casts.filter_map(|(_, data)| data.results.first().copied());
        let found = results.find(|it| ir.home(*it) == self.scope && ir.values[*it].ty == Type::Index);
        Leaf::Value(found.unwrap_or(value))
    }

    fn may_be_leaf(&self, leaf: Leaf) -> Result<(), Reason> {
        let ir = self.ir;
        match leaf {
            Leaf::Variable(op, _) if ir.ops[op].kind != OpKind::Other || self.loops.contains(&op) => Ok(()),
            Leaf::Variable(op, dim) => {
                let name = ir.induction_variable(op, dim).map_or_else(String::new, |it| value_name(ir, it));
                Err(Reason::new(format!("`{name}` counts a loop that stays as it is"))
                    .line(ir.ops[op].name_pointer)
                    .related(ir.ops[op].name_pointer, "this loop"))
            }
            Leaf::Value(value) if self.is_symbol(value) || self.may_be_cast(value) => Ok(()),
            Leaf::Value(value) => {
                let name = value_name(ir, value);
                let text = match self.symbols.dim(value, self.scope) {
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

/// The values whose minimum or maximum an operation gives: also a selection between them.
fn extreme_of(ir: &Ir, op: OpId, least: bool) -> Option<SmallVec<[ValueId; 2]>> {
    let operands =
        |op: OpId| ir.ops[op].operands.iter().map(|it| it.value).collect::<Option<SmallVec<[ValueId; 2]>>>();
    let extreme = if least { Integer::MinSigned } else { Integer::MaxSigned };
    match ir.ops[op].semantics()? {
        Semantics::Integer(it) if it == extreme => operands(op),
        Semantics::Select => {
            let [condition, chosen, other] = *operands(op)?.as_slice() else { return None };
            let comparison = ir.defining_op(condition)?;
            let Predicate::Signed(order) = ir.predicate(comparison)? else { return None };
            let is_less = matches!(order, Order::Less | Order::LessOrEqual);
            match operands(comparison)?.as_slice() {
                [a, b] if (*a, *b) == (chosen, other) => (is_less == least).then(|| smallvec![*a, *b]),
                [a, b] if (*a, *b) == (other, chosen) => (is_less != least).then(|| smallvec![*b, *a]),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a value has an integer type whose values all are indices.
pub(super) fn is_narrow(ir: &Ir, value: ValueId) -> bool {
    matches!(ir.values[value].ty, Type::Integer { width, signedness: Signedness::Signless } if (2..=64).contains(&width))
}

impl<T> Over<T> {
    /// The values that it is over.
    pub(super) fn values<'a>(&'a self, ir: &'a Ir) -> impl Iterator<Item = ValueId> + 'a {
        self.leaves.iter().filter_map(|leaf| match *leaf {
            // One that counts in another type is written under another name.
            Leaf::Variable(op, dim) => {
                ir.induction_variable(op, dim).filter(|it| ir.values[*it].ty == Type::Index)
            }
            Leaf::Value(value) => Some(value),
        })
    }
}
