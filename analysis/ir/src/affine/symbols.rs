//! Values that may be bound to a dimension or to a symbol of a map, and why others may not.
//!
//! The rules ask for the affine scope around the *use*: a symbol is fixed while that scope runs; a dimension is a
//! symbol, the index of an affine loop, or computed from such by `affine.apply` and the index conversions.
//! Where purity or a type is not known the answer is [`Validity::Unknown`], and the rules are silent.

mod purity;

use crate::dialects::UPSTREAM_DIALECTS;
use crate::types::Type;
use crate::{Definition, Ir, OpId, OpKind, Pointer, RegionId, ValueId};
use purity::Purity;
use std::cell::Cell;
use syntax::ods::OpDefinition;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Validity {
    Valid,
    Invalid(Explanation),
    Unknown,
}

/// Why a value is not valid: the definition that fails, and the chain that leads there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// Continues `%x cannot be … here: `.
    pub reason: String,
    /// The first is the definition of the value itself.
    pub places: Vec<(Pointer, String)>,
}

/// Answers for the values of one isolated op. The work is bounded: beyond it everything is unknown.
pub struct Symbols<'a> {
    ir: &'a Ir,
    budget: Cell<u32>,
}

/// Values that one question may look at, one inside the other where a broken text makes a circle of them.
const BUDGET: u32 = 1_000;

impl<'a> Symbols<'a> {
    pub fn new(ir: &'a Ir) -> Self {
        Self { ir, budget: Cell::new(BUDGET) }
    }

    /// The region by which the operands of the operation are judged: that of the nearest affine scope around it.
    pub fn scope(&self, op: OpId) -> RegionId {
        let mut inner = op;
        for outer in self.ir.ancestors(op) {
            if self.ir.ops[outer].has_trait("AffineScope") {
                return self.ir.blocks[self.ir.ops[inner].block].parent;
            }
            inner = outer;
        }
        self.ir.top
    }

    /// Whether the value may be bound to a symbol of an operation whose scope is `region`.
    pub fn symbol(&self, value: ValueId, region: RegionId) -> Validity {
        self.budget.set(BUDGET);
        self.unless_unclear(value, self.valid_symbol(value, region))
    }

    /// Whether the value may be bound to a dimension of an operation whose scope is `region`.
    pub fn dim(&self, value: ValueId, region: RegionId) -> Validity {
        self.budget.set(BUDGET);
        self.unless_unclear(value, self.valid_dim(value, region))
    }

    /// Silent where an operation around the definition may be a scope of its own.
    fn unless_unclear(&self, value: ValueId, validity: Validity) -> Validity {
        let Validity::Invalid(_) = &validity else { return validity };
        let parent = self.ir.regions[self.ir.home(value)].parent;
        let mut around = parent.into_iter().chain(parent.into_iter().flat_map(|it| self.ir.ancestors(it)));
        if around.any(|it| self.may_be_scope(it)) { Validity::Unknown } else { validity }
    }

    /// Whether the value is an argument or a result directly in an affine scope.
    fn is_top_level(&self, value: ValueId) -> bool {
        self.ir.regions[self.ir.home(value)]
            .parent
            .is_none_or(|parent| self.ir.ops[parent].has_trait("AffineScope"))
    }

    /// Whether the value is at the top level of the region, or defined outside where the region can see it.
    fn at_or_above(&self, value: ValueId, region: RegionId) -> bool {
        let home = self.ir.home(value);
        let mut region = region;
        loop {
            if home == region {
                return true;
            }
            let Some(parent) = self.ir.regions[region].parent else { return false };
            if self.ir.ops[parent].is_isolated_from_above() {
                return false;
            }
            region = self.ir.blocks[self.ir.ops[parent].block].parent;
        }
    }

    fn spend(&self) -> bool {
        let left = self.budget.get();
        self.budget.set(left.saturating_sub(1));
        left > 0
    }

    fn valid_symbol(&self, value: ValueId, region: RegionId) -> Validity {
        if !self.spend() {
            return Validity::Unknown;
        }
        let data = &self.ir.values[value];
        match data.ty {
            Type::Index => {}
            Type::Unknown => {
                return if self.at_or_above(value, region) { Validity::Valid } else { Validity::Unknown };
            }
            _ => return self.invalid(value, format!("it has type {}, not index", data.ty), ""),
        }
        if self.at_or_above(value, region) {
            return Validity::Valid;
        }
        let op = match data.definition {
            Definition::Argument { .. } => return self.opaque_argument(value),
            Definition::Result { op, .. } => op,
        };
        let is_dim = self.ir.ops[op].has_trait("ShapedDimOpInterface");
        if is_constant(&self.ir.ops[op].kind) {
            return Validity::Valid;
        }
        let pure = self.purity(op);
        match pure {
            Purity::Unknown => return Validity::Unknown,
            Purity::Pure => match self.all_operands(op, |it| self.valid_symbol(it, region)) {
                Some((operand, Validity::Invalid(why))) if !is_dim => {
                    return self.computed(value, op, operand, why, "symbol");
                }
                Some((_, Validity::Unknown)) => return Validity::Unknown,
                None => return Validity::Valid,
                Some(_) => {}
            },
            Purity::Impure(_) => {}
        }
        if is_dim {
            return self.dim_is_symbol(value, op, region);
        }
        match pure {
            Purity::Impure(reason) => self.invalid(value, reason, "defined here"),
            _ => Validity::Unknown,
        }
    }

    /// An operation in the form of a dialect that MLIR does not have may be a scope, or a mistyped function; in the generic
    /// form MLIR takes it for none where no definitions are read. A broken loop is a loop all the same, and a broken function a function.
    fn may_be_scope(&self, op: OpId) -> bool {
        let op = &self.ir.ops[op];
        let dialect = op.name.split('.').next().unwrap_or_default();
        let is_certain = matches!(dialect, "affine" | "scf" | "memref") || op.is("func.func");
        let is_open = |it: &OpDefinition| !it.has_trait("AffineScope") && !it.lacks_trait("AffineScope");
        let may_have_trait = op.definition.as_deref().is_some_and(is_open);
        let is_undescribed = op.form == crate::Form::Opaque || op.definition.is_none() && op.may_be_imported;
        let is_foreign = is_undescribed && !UPSTREAM_DIALECTS.contains(&dialect);
        op.broken && !is_certain || may_have_trait || is_foreign
    }

    /// The size of a buffer: fixed where the buffer is from the top level, or made here with a size that is a symbol.
    fn dim_is_symbol(&self, value: ValueId, op: OpId, region: RegionId) -> Validity {
        let operands = &self.ir.ops[op].operands;
        let Some(source) = operands.first().and_then(|it| it.value) else { return Validity::Unknown };
        if self.is_top_level(source) {
            return Validity::Valid;
        }
        if self.ir.regions[self.ir.home(source)].parent.is_some_and(|it| self.may_be_scope(it)) {
            return Validity::Unknown;
        }
        let buffer = &self.ir.values[source].name;
        let Definition::Result { op: mut maker, .. } = self.ir.values[source].definition else {
            return self.invalid(
                value,
                format!("it is the size of {buffer}, an argument of a region that is no affine scope"),
                "the size is taken here",
            );
        };
        let index = operands.get(1).and_then(|it| it.value).and_then(|it| self.ir.defining_op(it));
        let Some(index) = index else {
            return self.invalid(value, format!("it is a size of {buffer} chosen by a value"), "taken here");
        };
        let dimension = match self.ir.ops[index].kind {
            OpKind::ConstantInteger(dimension) => dimension,
            OpKind::Constant => return Validity::Unknown,
            _ if self.ir.ops[index].results.iter().any(|it| self.ir.values[*it].ty.is_unknown()) => {
                return Validity::Unknown;
            }
            _ => {
                let reason = format!("it is a size of {buffer} whose number is no constant");
                return self.invalid(value, reason, "taken here");
            }
        };
        while self.ir.ops[maker].is("memref.cast") {
            let Some(from) = self.ir.ops[maker].operands.first().and_then(|it| it.value) else {
                return Validity::Unknown;
            };
            match self.ir.values[from].definition {
                Definition::Result { op, .. } if self.spend() => maker = op,
                Definition::Result { .. } => return Validity::Unknown,
                Definition::Argument { .. } => {
                    let reason = format!("it is the size of {buffer}, a cast of an argument");
                    return self.invalid(value, reason, "the size is taken here");
                }
            }
        }
        let name = self.ir.ops[maker].name.clone();
        let sizes = match &*name {
            "memref.alloc" => 0,
            "memref.view" => 2,
            "memref.subview" => return self.size_of_subview(value, maker, dimension, region),
            _ if !self.ir.ops[maker].is_of_complete_dialect => return Validity::Unknown,
            _ => {
                let reason = format!(
                    "it is the size of a buffer that {name} makes; only alloc, view and subview are looked through"
                );
                return self.invalid(value, reason, "the size is taken here");
            }
        };
        let Some(made) = self.ir.ops[maker].results.first() else { return Validity::Unknown };
        let Some(memref) = self.ir.values[*made].ty.as_memref() else { return Validity::Unknown };
        let Ok(dimension) = usize::try_from(dimension) else { return Validity::Unknown };
        match memref.dims.get(dimension) {
            None => self.invalid(value, format!("{buffer} has no dimension {dimension}"), "taken here"),
            Some(Some(_)) => Validity::Valid,
            Some(None) => {
                let before = memref.dims.iter().take(dimension).filter(|it| it.is_none()).count();
                let size = self.ir.ops[maker].operands.get(sizes + before).and_then(|it| it.value);
                self.size(value, maker, size, region)
            }
        }
    }

    /// Offsets, sizes and strides of a subview are mixed lists: only its static sizes are read here.
    fn size_of_subview(&self, value: ValueId, maker: OpId, dimension: i64, region: RegionId) -> Validity {
        let Some(made) = self.ir.ops[maker].results.first() else { return Validity::Unknown };
        let Some(memref) = self.ir.values[*made].ty.as_memref() else { return Validity::Unknown };
        let size = usize::try_from(dimension).ok().and_then(|it| memref.dims.get(it));
        if let Some(Some(_)) = size {
            return Validity::Valid;
        }
        // Whichever operand is the size: if all are symbols, so is it.
        let operands = self.ir.ops[maker].operands.iter().skip(1);
        let all = operands.map(|it| it.value).collect::<Option<Vec<_>>>();
        let _ = value;
        match all {
            Some(all) if all.iter().all(|it| self.valid_symbol(*it, region) == Validity::Valid) => {
                Validity::Valid
            }
            _ => Validity::Unknown,
        }
    }

    fn size(&self, value: ValueId, maker: OpId, size: Option<ValueId>, region: RegionId) -> Validity {
        let Some(size) = size else { return Validity::Unknown };
        match self.valid_symbol(size, region) {
            Validity::Invalid(why) => {
                let buffer = self.ir.ops[maker].results.first().map_or("", |it| &*self.ir.values[*it].name);
                let size = &self.ir.values[size].name;
                let reason =
                    format!("it is the size of {buffer}, which is made here with {size}, which is no symbol");
                let mut found = self.explanation(value, reason, "the size is taken here");
                let maker = self.ir.ops[maker].name_pointer;
                found.places.push((maker, format!("{buffer} is made here, of size {size}")));
                found.places.extend(why.places);
                Validity::Invalid(found)
            }
            other => other,
        }
    }

    fn valid_dim(&self, value: ValueId, region: RegionId) -> Validity {
        let is_index = self.ir.values[value].ty == Type::Index;
        // This holds for most values, and an explanation would only be noise.
        if is_index && self.ir.loop_of_induction_variable(value).is_some() {
            return Validity::Valid;
        }
        let symbol = self.valid_symbol(value, region);
        if matches!(symbol, Validity::Valid | Validity::Unknown) || !is_index {
            return symbol;
        }
        let Some(op) = self.ir.defining_op(value) else { return symbol };
        match self.ir.ops[op].kind {
            OpKind::Apply(_) | OpKind::Linearize { .. } | OpKind::Delinearize { .. } => {
                // An operand of another type is reported where it is used.
                let valid = |it: ValueId| match self.ir.values[it].ty {
                    Type::Index => self.valid_dim(it, region),
                    _ => Validity::Unknown,
                };
                match self.all_operands(op, valid) {
                    None => Validity::Valid,
                    Some((operand, Validity::Invalid(why))) => {
                        self.computed(value, op, operand, why, "dimension")
                    }
                    Some(_) => Validity::Unknown,
                }
            }
            OpKind::Min(_) | OpKind::Max(_) => {
                let name = &self.ir.ops[op].name;
                let reason =
                    format!("{name} of a loop index is not a dimension; only affine.apply hands it on");
                self.invalid(value, reason, "computed here")
            }
            _ => symbol,
        }
    }

    /// The first operand that is not valid. Unknown names count as unknown values.
    fn all_operands(
        &self,
        op: OpId,
        valid: impl Fn(ValueId) -> Validity,
    ) -> Option<(Option<ValueId>, Validity)> {
        let mut unknown = None;
        for operand in &self.ir.ops[op].operands {
            let verdict = operand.value.map_or(Validity::Unknown, &valid);
            match verdict {
                Validity::Valid => {}
                Validity::Unknown => unknown = Some((operand.value, verdict)),
                Validity::Invalid(_) => return Some((operand.value, verdict)),
            }
        }
        unknown
    }

    fn computed(
        &self,
        value: ValueId,
        op: OpId,
        operand: Option<ValueId>,
        why: Explanation,
        asked: &str,
    ) -> Validity {
        let name = &self.ir.ops[op].name;
        let from = operand.map_or("", |it| &*self.ir.values[it].name);
        let of_loop = operand.is_some_and(|it| self.ir.loop_of_induction_variable(it).is_some());
        let reason = if of_loop {
            format!("it is computed by {name} from the loop index {from}")
        } else {
            format!("it is computed by {name} from {from}, which is not a {asked}")
        };
        let mut found = self.explanation(value, reason, "computed here");
        found.places.extend(why.places);
        Validity::Invalid(found)
    }

    /// An argument that is not at the top level of a scope is not a symbol.
    fn opaque_argument(&self, value: ValueId) -> Validity {
        let name = &self.ir.values[value].name;
        let parent = self.ir.regions[self.ir.home(value)].parent;
        if parent.is_some_and(|it| self.may_be_scope(it)) {
            return Validity::Unknown;
        }
        let Some((op, index)) = self.ir.entry_argument_of(value) else {
            return self.invalid(
                value,
                "it is an argument of a block inside a region".to_owned(),
                "defined here",
            );
        };
        // A loop in generic form whose attributes could not be read.
        if self.ir.ops[op].dialect() == "affine" && matches!(self.ir.ops[op].kind, OpKind::Other) {
            return Validity::Unknown;
        }
        let parent = &*self.ir.ops[op].name;
        let (reason, place) = match (&self.ir.ops[op].kind, parent) {
            (OpKind::For(_), _) if index > 0 => (
                "it is carried by the loop (iter_args)".to_owned(),
                format!("{name} is carried by this loop"),
            ),
            (OpKind::For(_) | OpKind::Parallel(_), _) => (
                "it is the index of an affine loop, which is a dimension".to_owned(),
                format!("{name} is the index of this {parent}: a dimension, because it changes inside"),
            ),
            (_, "scf.for") if index > 0 => (
                "it is carried by the loop (iter_args)".to_owned(),
                format!("{name} is carried by this loop"),
            ),
            (_, "scf.for" | "scf.parallel" | "scf.forall") => (
                format!(
                    "it is the index of {parent}; only indices of affine.for and affine.parallel are dimensions"
                ),
                format!("{name} is the index of this {parent}"),
            ),
            _ => (
                format!("it is an argument of {parent}, which is not an affine scope"),
                format!("{name} is an argument of this {parent}"),
            ),
        };
        let mut found = self.explanation(value, reason, "");
        if let Some(first) = found.places.first_mut() {
            first.1 = place;
        }
        Validity::Invalid(found)
    }

    fn invalid(&self, value: ValueId, reason: String, place: &str) -> Validity {
        Validity::Invalid(self.explanation(value, reason, place))
    }

    fn explanation(&self, value: ValueId, reason: String, place: &str) -> Explanation {
        let data = &self.ir.values[value];
        let place = if place.is_empty() { "defined here" } else { place };
        let pointer = data.pointer.or_else(|| Some(self.ir.ops[self.ir.defining_op(value)?].name_pointer));
        let places = pointer.map(|it| (it, format!("{} is {place}", data.name)));
        Explanation { reason, places: places.into_iter().collect() }
    }
}

fn is_constant(kind: &OpKind) -> bool {
    matches!(kind, OpKind::ConstantInteger(_) | OpKind::Constant)
}
