//! The statements of a loop that is unrolled and jammed: loops, which the copies share, and runs of
//! other operations, which are written copy by copy.

use crate::for_loop::{for_loop, statements, variable_name};
use crate::loop_bounds::{LoopBounds, multiple_of};
use crate::reason::Reason;
use crate::rewrite::Leaves;
use ir::types::Type;
use ir::{Form, Ir, OpId, ValueId};

/// One loop around which, or inside which, copies are jammed.
pub(super) struct Structure {
    pub(super) op: OpId,
    /// Its bounds change with the outermost loop's variable: each copy asks whether an iteration is its own.
    pub(super) varies: bool,
    /// In program order.
    pub(super) units: Vec<Unit>,
}

pub(super) enum Unit {
    /// Operations one after the other, none of them a loop.
    Run(Vec<OpId>),
    /// A loop with the copies in its body.
    Loop(Structure),
}

impl Structure {
    /// The structure of a loop; refused where the copies cannot share a loop inside.
    pub(super) fn of(ir: &Ir, root: OpId) -> Result<Self, Reason> {
        Self::within(ir, root, root, false)
    }

    fn within(ir: &Ir, op: OpId, root: OpId, varies: bool) -> Result<Self, Reason> {
        let mut units: Vec<Unit> = Vec::new();
        for statement in statements(ir, op) {
            if for_loop(ir, statement).is_some() {
                let varies = varies_with(ir, statement, root)?;
                units.push(Unit::Loop(Self::within(ir, statement, root, varies)?));
                continue;
            }
            match units.last_mut() {
                Some(Unit::Run(run)) => run.push(statement),
                _ => units.push(Unit::Run(vec![statement])),
            }
        }
        Ok(Self { op, varies, units })
    }

    /// The unit that holds an operation.
    pub(super) fn unit_of(&self, ir: &Ir, op: OpId) -> Option<usize> {
        self.units.iter().position(|unit| match unit {
            Unit::Run(run) => run.iter().any(|it| ir.is_within(op, *it)),
            Unit::Loop(inner) => ir.is_within(op, inner.op),
        })
    }

    /// Whether both operations are in one run of operations without a loop between them.
    pub(super) fn in_one_run(&self, ir: &Ir, a: OpId, b: OpId) -> bool {
        self.units.iter().any(|unit| match unit {
            Unit::Run(run) => [a, b].iter().all(|op| run.iter().any(|it| ir.is_within(*op, *it))),
            Unit::Loop(inner) => inner.in_one_run(ir, a, b),
        })
    }

    pub(super) fn inner(&self, op: OpId) -> Option<&Structure> {
        self.units.iter().find_map(|unit| match unit {
            Unit::Loop(inner) if inner.op == op => Some(inner),
            _ => None,
        })
    }
}

/// Whether the bounds of a loop change with the variable of the root; refused where the copies cannot share it.
fn varies_with(ir: &Ir, op: OpId, root: OpId) -> Result<bool, Reason> {
    let data = &ir.ops[op];
    let refused = |text: String| Err(Reason::new(text).related(data.name_pointer, "the loop inside"));
    let name = variable_name(ir, op);
    if data.form != Form::Custom {
        return refused(format!("the loop over {name} is written in generic form"));
    }
    let Some(header) = for_loop(ir, op) else { return Ok(false) };
    if data.results.iter().any(|it| ir.values[*it].ty == Type::Unknown) {
        return refused(format!("the types of what the loop over {name} carries are not known"));
    }
    let operands = header.lower.operands.clone().chain(header.upper.operands.clone());
    let values: Vec<ValueId> = operands.filter_map(|it| data.operands.get(it)?.value).collect();
    let is_shared = |value: ValueId| {
        let owner = ir.loop_of_induction_variable(value).map(|it| it.0);
        owner.is_some_and(|it| it != root && ir.is_within(it, root) && for_loop(ir, it).is_some())
    };
    let is_inside = |value: ValueId| {
        let owner = ir.regions[ir.home(value)].parent;
        owner.is_some_and(|it| ir.is_within(it, root))
    };
    let changing: Vec<ValueId> = values.into_iter().filter(|it| is_inside(*it) && !is_shared(*it)).collect();
    if changing.is_empty() {
        return Ok(false);
    }
    let mut leaves = Leaves::default();
    let variable = leaves.dim(&variable_name(ir, root));
    let bounds = LoopBounds::of(ir, op, &mut leaves);
    let is_linear = bounds.is_some_and(|it| {
        it.lower.iter().chain(&it.upper).all(|bound| multiple_of(bound, &variable).is_some())
    });
    let is_root_variable = |it: &ValueId| ir.loop_of_induction_variable(*it) == Some((root, 0));
    let is_plain =
        header.step == Some(1) && statements(ir, op).into_iter().all(|it| for_loop(ir, it).is_none());
    if is_plain && is_linear && changing.iter().all(is_root_variable) {
        return Ok(true);
    }
    refused(format!("the bounds of {name} change with {}", variable_name(ir, root)))
}
