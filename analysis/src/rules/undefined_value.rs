//! `undefined-value`: a name that nothing around its use defines.

use super::Report;
use crate::ir::Pointer;
use crate::rule_context::RuleContext;
use crate::undefined_names::Undefined;
use std::fmt;

/// A name without a definition.
#[derive(Debug, PartialEq)]
pub(crate) struct Missing {
    pub(crate) name: String,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not defined here", self.name)
    }
}

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for found in ctx.undefined_names() {
        let Undefined::Nowhere { place, name, elsewhere } = found else { continue };
        let finding = report.add(*place, Missing { name: name.clone() });
        if let Some(elsewhere) = *elsewhere {
            let region = ctx.ir.regions[ctx.ir.home(elsewhere)].parent;
            let of = region.map_or("region", |it| &*ctx.ir.ops[it].name);
            let definition: Pointer = ctx.definition(elsewhere);
            finding.related(definition, format!("{name} is visible only inside this {of}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn after_its_loop() {
        check(
            r#"
func.func @f(%buf: memref<8xf32>) {
  affine.for %i = 0 to 8 { }
           //^^ related: %i is visible only inside this affine.for
  %x = affine.load %buf[%i] : memref<8xf32>
                      //^^ error undefined-value: %i is not defined here
  return
}"#,
        );
    }

    #[test]
    fn names_that_an_operation_of_unknown_form_may_define() {
        check(
            r#"
func.func @f(%a: memref<4xf32>, %c: index) {
  %0 = air.launch @g async (%t) in (%s = %c) args(%m = %a) : memref<4xf32>
  %r = stream.async.fill %c, %a[%c to %c for %c] : i32 -> %result as !stream.resource<*>{%c}
  flow.copy { source = %x, sizes = [%y] }
  flow.copy %a, %w : memref<4xf32>
              //^^ error undefined-value: %w is not defined here
  affine.for %t = 0 to 4 { }
  return
}
flow.func @h(in %x : i1, out %y : i1)
flow.func private @k(%x : i1) -> %x"#,
        );
    }

    #[test]
    fn regions_of_unknown_form_have_names_of_their_own() {
        check(
            r#"
func.func @f(%a: index) {
  flow.region {
    %b, %c = %a, %a
    %d = call "x" of %b
    return %d, %c : i32, i64
    unrealized %d
  }
  return
}"#,
        );
    }

    #[test]
    fn names_of_broken_text_count_as_defined() {
        check(
            r#"
func.func @f(%buf: memref<8xf32>) {
  %i = affine.apply affine_map<(d0) -> (d0 +)>(%j)
                                         //^ error affine-missing-operand
  %x = affine.load %buf[%i] : memref<8xf32>
  return
}"#,
        );
    }
}
