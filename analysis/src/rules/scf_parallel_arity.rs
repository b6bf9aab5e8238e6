//! `scf-parallel-arity`: a parallel loop whose lists have different lengths.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::Form;
use crate::map_operands::counted;
use crate::rule_context::RuleContext;
use syntax::SyntaxKind;
use syntax::ast;

pub(super) static RULE: Rule =
    Rule { code: "scf-parallel-arity", severity: Severity::Error, page: page!("scf-parallel-arity"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("scf.parallel") && op.form == Form::Custom) {
        let Some(node) = ctx.syntax(id) else { continue };
        let Some(list) = ctx.piece(id, SyntaxKind::BLOCK_ARGUMENT_LIST) else { continue };
        let indices = ast::children::<ast::BlockArgument>(&list).count();
        let groups = node.children().filter(|it| it.kind() == SyntaxKind::OPERAND_GROUP);
        for (group, what) in groups.zip(["lower bound", "upper bound", "step"]) {
            let count = ast::children::<ast::ValueUse>(&group).count();
            if count != indices {
                let noun = if indices == 1 { "index" } else { "indices" };
                let place = if count == 0 { op.name_pointer } else { ctx.pointer(id, &group) };
                report
                    .add(place, format!("{indices} {noun}, {}", counted(count, what)))
                    .related(ctx.pointer(id, &list), "the indices");
                break;
            }
        }
    }
}
