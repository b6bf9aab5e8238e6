//! `zero-trip-loop`: a loop with constant bounds that never runs.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::{OpKind, Pointer};
use crate::rule_context::RuleContext;

pub(super) static RULE: Rule = Rule { code: "zero-trip-loop", severity: Severity::Warning, page: page!("zero-trip-loop"), check };

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops() {
        let pairs: Vec<_> = match &op.kind {
            OpKind::For(it) => vec![(&it.lower, &it.upper)],
            OpKind::Parallel(it) => it.lower.iter().zip(&it.upper).collect(),
            _ => continue,
        };
        for (lower, upper) in pairs {
            let constants = |it: &crate::ir::AppliedMap| {
                let map = it.map.as_ref()?;
                map.results.iter().map(|it| it.as_constant()).collect::<Option<Vec<_>>>()
            };
            let (Some(lowers), Some(uppers)) = (constants(lower), constants(upper)) else { continue };
            let (Some(l), Some(u)) = (lowers.iter().max(), uppers.iter().min()) else { continue };
            if l < u {
                continue;
            }
            let hint = if l > u { "; the lower bound comes first" } else { "" };
            let range = lower.pointer.range.cover(upper.pointer.range);
            report.add(
                Pointer { root: lower.pointer.root, range },
                format!("this loop never runs: {l} to {u}{hint}"),
            );
        }
    }
}
