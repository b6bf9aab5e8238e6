//! Loops with a condition that count: `scf.while` in the form that can be written as `scf.for`.

use super::{Carried, Order, Predicate, ValueBounds, ValueLoop, ValueStep};
use crate::types::Type;
use crate::{AppliedMap, Block, BlockId, Definition, Ir, OpId, ValueId};
use syntax::ods::semantics::Integer;

/// A loop that runs while one of its carried values is below a bound, and adds a step to it at the end of each iteration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedWhile {
    /// The block of the statements. Its arguments are the values of `passed`.
    pub body: BlockId,
    pub lower: ValueId,
    /// The first value that is not reached.
    pub upper: ValueId,
    pub step: ValueId,
    pub is_unsigned: bool,
    /// The comparison and the terminator before each iteration.
    pub condition: OpId,
    /// The terminator of the body.
    pub end: OpId,
    /// The operation that adds the step.
    pub increment: OpId,
    /// For each argument of the body, and each result of the loop, the operand of the loop whose successor it is.
    pub passed: Vec<usize>,
    /// The argument of the body that counts.
    pub variable: usize,
}

/// Whether an operation is a loop that a condition ends.
pub fn is_while(ir: &Ir, op: OpId) -> bool {
    let data = &ir.ops[op];
    (data.dialect(), data.name_in_dialect()) == ("scf", "while") && data.regions.len() == 2 && !data.broken
}

impl CountedWhile {
    /// A loop that a condition ends as one that counts, or why it is none.
    pub fn of(ir: &Ir, op: OpId) -> Result<Self, String> {
        let unreadable = || "its text is not complete".to_owned();
        let [before, after] = [0, 1].map(|region| only_block(ir, op, region));
        let (Some((_, before)), Some((body, after))) = (before, after) else { return Err(unreadable()) };
        let (Some(condition), Some(end)) = (before.ops.last().copied(), after.ops.last().copied()) else {
            return Err(unreadable());
        };
        let values = |op: OpId| ir.ops[op].operands.iter().map(|it| it.value).collect::<Option<Vec<_>>>();
        let (Some(inits), Some(tested), Some(next)) = (values(op), values(condition), values(end)) else {
            return Err(unreadable());
        };
        let Some((decides, handed)) = tested.split_first() else { return Err(unreadable()) };
        if inits.len() != before.arguments.len()
            || next.len() != inits.len()
            || handed.len() != after.arguments.len()
        {
            return Err(unreadable());
        }
        let is_outside = |value: ValueId| match ir.values[value].definition {
            Definition::Result { op: definition, .. } => !ir.is_within(definition, op),
            Definition::Argument { block, .. } => {
                ir.regions[ir.blocks[block].parent].parent.is_none_or(|it| !ir.is_within(it, op))
            }
        };
        let place = |value: ValueId| before.arguments.iter().position(|it| *it == value);
        let compared =
            before.ops.first().filter(|it| before.ops.len() == 2 && ir.ops[**it].results.contains(decides));
        let ordered = compared.and_then(|it| match (ir.predicate(*it)?, values(*it)?.as_slice()) {
            (Predicate::Signed(Order::Less), [left, right]) => Some((*left, *right, false)),
            (Predicate::Signed(Order::Greater), [left, right]) => Some((*right, *left, false)),
            (Predicate::Unsigned(Order::Less), [left, right]) => Some((*left, *right, true)),
            (Predicate::Unsigned(Order::Greater), [left, right]) => Some((*right, *left, true)),
            _ => None,
        });
        let counter = ordered.and_then(|it| Some((place(it.0)?, it.1, it.2))).filter(|it| is_outside(it.1));
        let Some((counter, upper, is_unsigned)) = counter else {
            return Err("its condition is not that a carried value is less than one from outside".to_owned());
        };
        let passed = handed.iter().map(|it| place(*it)).collect::<Option<Vec<_>>>();
        let is_each_once = |passed: &Vec<usize>| {
            let mut sorted = passed.clone();
            sorted.sort_unstable();
            sorted.into_iter().eq(0..inits.len())
        };
        let Some(passed) = passed.filter(is_each_once) else {
            return Err("its condition does not hand on each carried value once".to_owned());
        };
        let variable = passed.iter().position(|it| *it == counter).ok_or_else(unreadable)?;
        let sum = ir.arithmetic(next[counter], Integer::Add);
        let step = sum.and_then(|[left, right]| match after.arguments[variable] {
            it if it == left => Some(right),
            it if it == right => Some(left),
            _ => None,
        });
        let (Some(step), Some(increment)) = (step, ir.defining_op(next[counter])) else {
            return Err("the value that it compares does not grow by a step in each iteration".to_owned());
        };
        if !is_outside(step) || ir.constant(step).is_none_or(|it| it <= 0) {
            return Err("the step is not a positive constant from outside".to_owned());
        }
        let lower = inits[counter];
        let found =
            Self { body, lower, upper, step, is_unsigned, condition, end, increment, passed, variable };
        if ir.constant(step) != Some(1) && !found.stays_in_range(ir) {
            let ty = &ir.values[lower].ty;
            return Err(format!("numbers of type {ty} may wrap before they reach the bound"));
        }
        Ok(found)
    }

    /// Whether the first number that is not below the bound can be represented; arithmetic on `index` is taken not to
    /// overflow.
    fn stays_in_range(&self, ir: &Ir) -> bool {
        let last = || ir.constant(self.upper)?.checked_add(ir.constant(self.step)?);
        match ir.values[self.lower].ty {
            Type::Index => true,
            Type::Integer { width: width @ 2..=64, .. } => {
                last().is_some_and(|it| i128::from(it) <= 1_i128 << (width - 1) && (it >= 0))
            }
            _ => false,
        }
    }

    /// The values that are handed on beside the one that counts, in the order of the body's arguments.
    pub fn carried(&self) -> impl Iterator<Item = Carried> + '_ {
        let others = self.passed.iter().enumerate().filter(|it| it.0 != self.variable);
        others.map(|(index, operand)| Carried {
            init: *operand,
            argument: index,
            next: *operand,
            result: index,
        })
    }

    /// The loop with its bounds as operands: the comparison's follows its own.
    pub(crate) fn into_loop(self, ir: &Ir, op: OpId) -> Option<ValueLoop> {
        let data = &ir.ops[op];
        let lower = *self.passed.get(self.variable)?;
        let bound =
            |operand: usize, pointer| Some(AppliedMap::identity(operand..operand.checked_add(1)?, pointer));
        let compared = &ir.ops[*ir.blocks[ir.ops[self.condition].block].ops.first()?].operands;
        let upper = compared.iter().find(|it| it.value == Some(self.upper))?.pointer;
        let bounds = ValueBounds {
            lower: bound(lower, data.operands.get(lower)?.pointer)?,
            upper: bound(data.operands.len(), upper)?,
            step: ValueStep::Constant(ir.constant(self.step)?),
        };
        Some(ValueLoop {
            dims: vec![bounds],
            is_parallel: false,
            is_unsigned: self.is_unsigned,
            inits: 0..0,
            ends: Some(self),
        })
    }
}

/// The only block of a region.
fn only_block(ir: &Ir, op: OpId, region: usize) -> Option<(BlockId, &Block)> {
    let region = *ir.ops[op].regions.get(region)?;
    let [block] = ir.regions[region].blocks.as_slice() else { return None };
    Some((*block, &ir.blocks[*block]))
}
