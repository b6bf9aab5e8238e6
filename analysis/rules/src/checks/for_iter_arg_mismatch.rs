//! `for-iter-arg-mismatch`: in generic form, carried values that do not agree in number and types.

use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::counted;
use ir::{Form, OpKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let (OpKind::For(it), Form::Generic) = (&op.kind, op.form) else { continue };
        let inits: Vec<_> = op.operands.get(it.inits.clone()).unwrap_or_default().iter().collect();
        let Some(types) = op.operand_types.as_ref().and_then(|all| all.get(it.inits.clone())) else {
            continue;
        };
        let Some(body) = ctx.ir.body(id) else { continue };
        let arguments = ctx.ir.blocks[body].arguments.get(1..).unwrap_or_default();
        if arguments.len() != inits.len() {
            let place = arguments.get(inits.len()).map_or(op.name_pointer, |it| ctx.definition(*it));
            let message = format!(
                "{} and {}",
                counted(inits.len(), "initial value"),
                counted(arguments.len(), "carried argument")
            );
            report.add(place, message);
            continue;
        }
        let yielded = ctx.ir.blocks[body]
            .ops
            .last()
            .map(|it| &ctx.ir.ops[*it])
            .filter(|it| matches!(it.kind, OpKind::Yield));
        for (index, ((argument, init), ty)) in arguments.iter().zip(inits).zip(types).enumerate() {
            let found = &ctx.ir.values[*argument].ty;
            if found.differs_from(ty) {
                let name = ctx.name(*argument);
                report
                    .add(
                        ctx.definition(*argument),
                        format!("{name} carries {} of type {ty} and has type {found}", init.name),
                    )
                    .related(init.pointer, "the initial value");
                break;
            }
            let operand = yielded.and_then(|it| it.operands.get(index));
            let value = operand.and_then(|it| Some((it, &ctx.ir.values[it.value?].ty)));
            if let Some((operand, found)) = value
                && found.differs_from(ty)
            {
                report
                    .add(
                        operand.pointer,
                        format!("{} follows {} of type {ty} and has type {found}", operand.name, init.name),
                    )
                    .related(init.pointer, "the initial value");
                break;
            }
        }
    }
}
