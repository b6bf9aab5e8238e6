//! `alloc-dynamic-size-count`: another number of sizes than the type has unknown dimensions.

use super::Report;
use crate::ir::Form;
use crate::map_operands::counted;
use crate::rule_context::RuleContext;
use std::fmt;
use syntax::format::op_format;

/// Sizes for the unknown dimensions of a type.
#[derive(Debug, PartialEq)]
pub(crate) struct Sizes {
    pub(crate) asked: usize,
    pub(crate) given: usize,
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, given } = *self;
        write!(f, "the type has {}, {given} given", counted(asked, "unknown size"))
    }
}

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        if !matches!(&*op.name, "memref.alloc" | "memref.alloca") || op.form != Form::Custom {
            continue;
        }
        let bound = || {
            let binding = op_format(&op.name)?.bind(ctx.located(id)?);
            Some(binding.operand("dynamicSizes")?.uses.len())
        };
        let (Some(given), [made]) = (bound(), &*op.results) else { continue };
        let Some(memref) = ctx.ir.values[*made].ty.as_memref() else { continue };
        let asked = memref.dims.iter().filter(|it| it.is_none()).count();
        if asked != given {
            report.add(op.name_pointer, Sizes { asked, given });
        }
    }
}
