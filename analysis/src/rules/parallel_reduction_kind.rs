//! `parallel-reduction-kind`: a reduction that does not exist.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::{Form, OpKind};
use crate::rule_context::RuleContext;
use syntax::SyntaxKind;

pub(super) static RULE: Rule = Rule { code: "parallel-reduction-kind", severity: Severity::Error, page: page!("parallel-reduction-kind"), check };

const KINDS: &[&str] = &[
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf", "mins", "minu",
    "mulf", "muli", "ori", "xori",
];

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let (OpKind::Parallel(it), Form::Custom) = (&op.kind, op.form) else { continue };
        let Some(list) = ctx.piece(id, SyntaxKind::REDUCTIONS) else { continue };
        let tokens = list.descendants_with_tokens().filter_map(|it| it.into_token());
        let strings = tokens.filter(|it| it.kind() == SyntaxKind::STRING);
        for (token, kind) in strings.zip(&it.reductions) {
            if !KINDS.contains(&&**kind) {
                let place = crate::ir::Pointer { range: token.text_range(), ..op.pointer };
                report.add(place, format!("{kind} is not a reduction; there are {}", KINDS.join(", ")));
            }
        }
    }
}
