//! `region-argument-in-use`: the name of a region's argument that is visible already.

use crate::context::RuleContext;
use crate::context::Undefined;
use crate::finding::Report;
use crate::undefined_names::is_head_argument;
use ir::Definition;
use ir::dialects::is_foreign;
use rustc_hash::FxHashSet;
use std::fmt;

/// A loop whose bounds use its own index.
#[derive(Debug, PartialEq)]
pub struct OwnIndex;

impl fmt::Display for OwnIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bounds of a loop cannot depend on its own index")
    }
}

/// An argument whose name is used before the operation that has it.
#[derive(Debug, PartialEq)]
pub struct UsedAbove {
    pub name: String,
}

impl fmt::Display for UsedAbove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is in use already: it is named above", self.name)
    }
}

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (second, first) in &ctx.ir.redefinitions {
        if ctx.is_in_broken_head(*second) || ctx.is_in_broken_head(*first) {
            continue;
        }
        let value = &ctx.ir.values[*second];
        if !is_head_argument(ctx, *second) {
            continue;
        }
        // In the head of an operation of another project they may be operands: `my.call @f(%a: i32) {`.
        if ctx.ir.entry_argument_of(*second).is_some_and(|it| is_foreign(&ctx.ir.ops[it.0])) {
            continue;
        }
        let what = match ctx.ir.values[*first].definition {
            Definition::Argument { .. } => "another argument",
            Definition::Result { .. } => "another value",
        };
        report
            .add(ctx.definition(*second), format!("{} is already the name of {what}", value.name))
            .related(ctx.definition(*first), format!("{} is defined here", value.name));
    }
    let mut told = FxHashSet::default();
    for found in ctx.undefined_names() {
        match found {
            Undefined::OwnBound { argument, place } => {
                report.add(ctx.definition(*argument), OwnIndex).related(*place, "used in its own bound");
            }
            Undefined::LaterArgument { argument, place, name } if told.insert(*argument) => {
                report
                    .add(ctx.definition(*argument), UsedAbove { name: name.clone() })
                    .related(*place, "the use");
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    /// MLIR stumbles over the loop, which is told once however often its index is used before.
    #[test]
    fn an_index_is_used_before_its_loop() {
        check(
            r#"
func.func @f(%m: memref<?x?xf32>) {
  %n = memref.dim %m, %i : memref<?x?xf32>
                    //^^ related: the use
  %k = memref.dim %m, %i : memref<?x?xf32>
  affine.for %i = 0 to %n {
           //^^ error region-argument-in-use: %i is in use already: it is named above
    "some.use"(%i, %k) : (index, index) -> ()
  }
  return
}"#,
        );
    }
}
