//! `scf-yield-mismatch`: yielded values that are not the results of the loop or condition.

use super::Finding;
use super::{Report, Rule};
use crate::calls::type_list;
use crate::diagnostic::Severity;
use crate::ir::Form;
use crate::rule_context::RuleContext;
use crate::types::Type;
use syntax::SyntaxKind;
use syntax::ast;

pub(super) static RULE: Rule =
    Rule { code: "scf-yield-mismatch", severity: Severity::Error, page: page!("scf-yield-mismatch"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let parents =
        ctx.ops().filter(|(_, op)| op.form == Form::Custom && matches!(&*op.name, "scf.for" | "scf.if"));
    for (id, op) in parents {
        let results = ctx.result_type_list(id).unwrap_or_default();
        let list = ctx.piece(id, SyntaxKind::ITER_ARGS);
        let carried = list.map_or(0, |it| ast::children::<ast::IterArg>(&it).count());
        if op.is("scf.for") && carried != results.len() {
            continue;
        }
        for region in &op.regions {
            let region = &ctx.ir.regions[*region];
            let ([block], Some(pointer)) = (&region.blocks[..], region.pointer) else { continue };
            let ops = &ctx.ir.blocks[*block].ops;
            let last = ops.last().map(|it| (*it, &ctx.ir.ops[*it]));
            let types = ctx.result_types(id);
            let related = |finding: &mut Finding| {
                if let Some(types) = types {
                    finding.related(types, format!("the results of {}", op.name));
                }
            };
            match last {
                Some((last, data)) if data.is("scf.yield") && !data.broken => {
                    let given: Vec<_> = data
                        .operands
                        .iter()
                        .map(|it| it.value.map_or(Type::Unknown, |it| ctx.ir.values[it].ty.clone()))
                        .collect();
                    let written = ctx.lowered_types(last);
                    // Where a value has another type than the yield writes, that is the mistake.
                    let is_other = |(written, given): (&Type, &Type)| written.differs_from(given);
                    if written.len() != given.len() || written.iter().zip(&given).any(is_other) {
                        continue;
                    }
                    if given.len() != results.len() || results.iter().zip(&given).any(is_other) {
                        let message = format!(
                            "{} needs {}, {} are yielded",
                            op.name,
                            type_list(&results),
                            type_list(&given)
                        );
                        related(report.add(data.name_pointer, message));
                    }
                }
                Some((last, _)) if ctx.may_be_terminator(last) => {}
                _ if results.is_empty() || ctx.has_error_inside(pointer) => {}
                _ if ops.iter().any(|it| ctx.ir.ops[*it].broken) => {}
                _ => {
                    let message = format!("{} needs {}, nothing is yielded", op.name, type_list(&results));
                    related(report.add(ctx.closing_brace(pointer), message));
                }
            }
        }
    }
}
