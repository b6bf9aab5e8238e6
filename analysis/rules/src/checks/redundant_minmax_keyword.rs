//! `redundant-minmax-keyword`: a maximum or minimum of one bound.
//!
//! Quick fix: deletes it.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, tokens};
use ir::{Form, OpKind, Pointer};
use syntax::{Located, SyntaxKind, SyntaxToken, TextRange};
use transforms::rewrite::next_token;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
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

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let keyword = ctx.token()?;
    let next = next_token(&keyword)?;
    let title = format!("delete {}", keyword.text());
    let up_to = |it: &SyntaxToken| TextRange::new(ctx.range.start(), it.text_range().start());
    match ctx.around(SyntaxKind::PARALLEL_BOUND) {
        Some(group) => {
            let last = tokens(&group).last().filter(|it| it.kind() == SyntaxKind::R_PAREN);
            let (last, first) = (last?, next_token(&next)?);
            fix(title, vec![edit(up_to(&first), ""), edit(last.text_range(), "")])
        }
        None => fix(title, vec![edit(up_to(&next), "")]),
    }
}
