//! `alloc-dynamic-size-count`: another number of sizes than the type has unknown dimensions.
//!
//! Quick fix: deletes sizes that the type does not leave open.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, guess, trimmed};
use crate::map_operands::counted;
use ir::Form;
use std::fmt;
use syntax::{SyntaxKind, SyntaxNode, TextRange};

/// Sizes for the unknown dimensions of a type.
#[derive(Debug, PartialEq)]
pub struct Sizes {
    pub asked: usize,
    pub given: usize,
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, given } = *self;
        write!(f, "the type has {}, {given} given", counted(asked, "unknown size"))
    }
}

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        if !op.is_allocation() || op.form != Form::Custom {
            continue;
        }
        let bound = || {
            let binding = op.definition.as_ref()?.bind(ctx.located(id)?);
            Some(binding.operand("dynamicSizes")?.uses.len())
        };
        let (Some(given), [made]) = (bound(), &*op.results) else { continue };
        let Some(memref) = ctx.ir.values[*made].ty.as_memref() else { continue };
        let asked = memref.open_sizes();
        if asked != given {
            report.add(op.name_pointer, Sizes { asked, given });
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let asked = ctx.facts::<Sizes>()?.asked;
    let sizes = op.children().find(|it| it.kind() == SyntaxKind::OPERAND_GROUP)?;
    let uses: Vec<SyntaxNode> = sizes.children().filter(|it| it.kind() == SyntaxKind::VALUE_USE).collect();
    let last = uses.last().filter(|_| asked < uses.len())?;
    let Some(kept) = asked.checked_sub(1).and_then(|it| uses.get(it)) else {
        // As well the type may be wrong.
        return guess("delete the sizes: the type has them", vec![edit(trimmed(&sizes), "")]);
    };
    let range = TextRange::new(trimmed(kept).end(), trimmed(last).end());
    let title = match uses.len() - asked {
        1 => "delete the last size (a guess)",
        _ => "delete the last sizes (a guess)",
    };
    guess(title, vec![edit(range, "")])
}
