//! `redundant-minmax-keyword`: a maximum or minimum of one bound.

use super::Report;
use crate::ir::{Form, OpKind, Pointer};
use crate::rule_context::RuleContext;
use syntax::{Located, SyntaxKind};

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.form == Form::Custom) {
        let mut say = |node: Located<'_>| {
            let keyword = node.tokens().find(|it| matches!(it.text(), "max" | "min"));
            if let Some(keyword) = keyword {
                let place = Pointer { range: keyword.text_range(), ..op.pointer };
                report.add(place, format!("one bound needs no {}", keyword.text()));
            }
        };
        match &op.kind {
            OpKind::For(it) => {
                for (kind, bound) in
                    [(SyntaxKind::LOWER_BOUND, &it.lower), (SyntaxKind::UPPER_BOUND, &it.upper)]
                {
                    let is_one = bound.map.as_ref().is_some_and(|it| it.results.len() == 1);
                    if let Some(node) = ctx.piece(id, kind).filter(|_| is_one) {
                        say(node);
                    }
                }
            }
            OpKind::Parallel(_) => {
                let groups = ctx.located(id).map(|it| it.own(SyntaxKind::PARALLEL_BOUND));
                let groups = groups.into_iter().flatten();
                groups.filter(|it| it.affine_expressions().count() == 1).for_each(say);
            }
            _ => {}
        }
    }
}
