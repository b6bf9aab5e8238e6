//! The affine forms of a function: domains, conditions, index values and subscripts, all computed before the set of
//! symbols is known.

use ir::touches::Elements;
use ir::types::Type;
use ir::{AppliedMap, BlockId, Definition, Ir, OpId, ValueId};
use polyhedral::dependence::last_write::simplified;
use polyhedral::dependence::{
    AccessRelation, LoopDim, SymbolColumns, condition_domain, guarded_domain, iteration_domain,
    results_relation, value_relation,
};
use presburger::{Budget, GaveUp, Union};
use rustc_hash::FxHashMap;
use syntax::ods::Semantics;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Question {
    /// In which iterations the operations of a block run.
    Domain(BlockId),
    /// In which iterations the guard of an operation holds, or does not.
    Guard(OpId, bool),
    /// In which iterations the first operand of a selection is true, or is not.
    Condition(OpId, bool),
    /// An index or an integer in the iterations of its block.
    Value(ValueId),
    /// The subscripts at which what an operation touches begins, by the number of the touch.
    Subscripts(OpId, usize),
}

/// The answers, before they have columns.
pub(super) struct Forms {
    found: FxHashMap<Question, Result<AccessRelation, String>>,
}

impl Forms {
    pub(super) fn of(ir: &Ir, operations: &[OpId]) -> Self {
        let mut found = FxHashMap::default();
        for op in operations.iter().copied() {
            let data = &ir.ops[op];
            let block = data.block;
            if !found.contains_key(&Question::Domain(block)) {
                found.insert(Question::Domain(block), iteration_domain(ir, op));
                for argument in ir.blocks[block].arguments.iter().filter(|it| is_number(ir, **it)) {
                    found.insert(Question::Value(*argument), value_relation(ir, *argument));
                }
            }
            if ir.guard(op).is_some() {
                for holds in [true, false] {
                    found.insert(Question::Guard(op, holds), guarded_domain(ir, op, holds));
                }
            }
            let condition = data.operands.first().and_then(|it| it.value);
            if let (Some(Semantics::Select), Some(condition)) = (data.semantics(), condition) {
                for holds in [true, false] {
                    let domain = condition_domain(ir, op, condition, holds);
                    found.insert(Question::Condition(op, holds), domain);
                }
            }
            for result in data.results.iter().filter(|it| is_number(ir, **it)) {
                found.insert(Question::Value(*result), value_relation(ir, *result));
            }
            let touches = ir.touches(op);
            if let Some(indices) =
                indices(ir, op).filter(|_| !touches.iter().any(|it| it.elements.are_certain()))
            {
                found.insert(Question::Subscripts(op, 0), results_relation(ir, op, &[&indices]));
            }
            for (number, touch) in touches.iter().enumerate() {
                if let Elements::At(map) | Elements::Lanes(map) = &touch.elements {
                    let relation = results_relation(ir, op, &[map]);
                    found.insert(Question::Subscripts(op, number), relation);
                }
            }
        }
        Self { found }
    }

    /// All symbols of all forms.
    pub(super) fn symbols(&self) -> impl Iterator<Item = ValueId> {
        self.found.values().flatten().flat_map(AccessRelation::symbols)
    }

    /// The loops around the operations of a block, outermost first.
    pub(super) fn loops(&self, block: BlockId) -> &[LoopDim] {
        match self.found.get(&Question::Domain(block)) {
            Some(Ok(relation)) => &relation.loops,
            _ => &[],
        }
    }

    /// The answer, and whether it is exact: else there are more iterations in it than there may be.
    pub(super) fn ask(
        &self,
        question: Question,
        symbols: &SymbolColumns,
        budget: &Budget<'_>,
    ) -> Result<Result<(Union, bool), String>, GaveUp> {
        let relation = match self.found.get(&question) {
            Some(Ok(relation)) => relation,
            Some(Err(reason)) => return Ok(Err(reason.clone())),
            None => return Ok(Err("it is not affine".to_owned())),
        };
        if let Some(reason) = &relation.left_out.bounds {
            return Ok(Err(reason.to_string()));
        }
        let Some(map) = relation.map(symbols) else { return Ok(Err("it is not affine".to_owned())) };
        let map = simplified(&map, budget)?;
        // A minimum that is written as a choice has a part for each of its operands, and tiles of tiles have their product.
        let map = if map.parts().len() > 1 { map.coalesce(budget)? } else { map };
        Ok(Ok((map, !relation.left_out.conditions)))
    }
}

/// The indices at which a transfer of a vector begins whose lanes may lie outside.
fn indices(ir: &Ir, op: OpId) -> Option<AppliedMap> {
    let data = &ir.ops[op];
    let transfer = data.transfer().filter(|_| data.has_trait("VectorTransferOpInterface"))?;
    let first = transfer.memory.checked_add(1)?;
    let indices = first..first.checked_add(ir.memref_type(op, transfer.memory)?.dims.len())?;
    data.operands.get(indices.clone())?;
    Some(AppliedMap::identity(indices, data.name_pointer))
}

/// Whether a value is an index or an integer that may be an affine form.
fn is_number(ir: &Ir, value: ValueId) -> bool {
    match ir.values[value].ty {
        Type::Index => true,
        Type::Integer { width, .. } => width > 1,
        _ => false,
    }
}

/// The block that defines a value.
pub(super) fn home(ir: &Ir, value: ValueId) -> BlockId {
    match ir.values[value].definition {
        Definition::Result { op, .. } => ir.ops[op].block,
        Definition::Argument { block, .. } => block,
    }
}
