//! What becomes of the statements of a loop that is unrolled and jammed: loops, which the copies share, and runs of
//! other operations, which stand copy behind copy.

use crate::actions::Reason;
use crate::actions::loop_offers::{for_loop, statements, variable_name};
use crate::ir::{Form, Ir, OpId};
use crate::types::Type;

/// One loop around which, or inside which, copies are jammed.
pub(super) struct Structure {
    pub(super) op: OpId,
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
    /// The structure of a loop; refused where a loop inside does not run the same iterations in each iteration of it.
    pub(super) fn of(ir: &Ir, root: OpId) -> Result<Self, Reason> {
        Self::within(ir, root, root)
    }

    fn within(ir: &Ir, op: OpId, root: OpId) -> Result<Self, Reason> {
        let mut units: Vec<Unit> = Vec::new();
        for statement in statements(ir, op) {
            if for_loop(ir, statement).is_some() {
                check(ir, statement, root)?;
                units.push(Unit::Loop(Self::within(ir, statement, root)?));
                continue;
            }
            match units.last_mut() {
                Some(Unit::Run(run)) => run.push(statement),
                _ => units.push(Unit::Run(vec![statement])),
            }
        }
        Ok(Self { op, units })
    }

    /// The unit that holds an operation.
    pub(super) fn unit_of(&self, ir: &Ir, op: OpId) -> Option<usize> {
        self.units.iter().position(|unit| match unit {
            Unit::Run(run) => run.iter().any(|it| ir.is_within(op, *it)),
            Unit::Loop(inner) => ir.is_within(op, inner.op),
        })
    }

    pub(super) fn inner(&self, op: OpId) -> Option<&Structure> {
        self.units.iter().find_map(|unit| match unit {
            Unit::Loop(inner) if inner.op == op => Some(inner),
            _ => None,
        })
    }
}

/// Whether the copies can share a loop.
fn check(ir: &Ir, op: OpId, root: OpId) -> Result<(), Reason> {
    let data = &ir.ops[op];
    let refused = |text: String| Err(Reason::new(text).related(data.name_pointer, "the loop inside"));
    let name = variable_name(ir, op);
    if data.form != Form::Custom {
        return refused(format!("the loop over {name} is written in generic form"));
    }
    let Some(header) = for_loop(ir, op) else { return Ok(()) };
    let bounds = header.lower.operands.clone().chain(header.upper.operands.clone());
    let varies = bounds.filter_map(|it| data.operands.get(it)?.value).any(|value| {
        let is_shared = ir.loop_of_induction_variable(value).is_some_and(|(owner, _)| {
            owner != root && ir.is_within(owner, root) && for_loop(ir, owner).is_some()
        });
        let owner = ir.regions[ir.home(value)].parent;
        let is_inside = owner.is_some_and(|it| ir.is_within(it, root));
        is_inside && !is_shared
    });
    if varies {
        let text = format!("the bounds of {name} change with {}", variable_name(ir, root));
        return refused(text);
    }
    if data.results.iter().any(|it| ir.values[*it].ty == Type::Unknown) {
        return refused(format!("the types of what the loop over {name} carries are not known"));
    }
    Ok(())
}
