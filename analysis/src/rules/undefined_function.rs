//! `undefined-function`: a call of something that is no function of the module.

use super::Report;
use crate::rule_context::RuleContext;
use crate::rules::RelatedPlace;
use crate::symbol_table::Symbol;
use std::fmt;

/// A name that no function of the module has.
#[derive(Debug, PartialEq)]
pub(crate) struct NoFunction {
    pub(crate) name: String,
}

impl fmt::Display for NoFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no function {} in this module", self.name)
    }
}

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, _) in ctx.ops().filter(|(_, op)| op.is("func.call")) {
        let Some((name, symbol)) = ctx.referenced_symbol(id) else { continue };
        let place = ctx.symbol_pointer(id);
        match symbol {
            None => {
                report.add(place, NoFunction { name });
            }
            Some(Symbol::Global(_)) => {
                let table = ctx.op.table(ctx.db).to_string();
                report
                    .add(place, format!("{name} is no function"))
                    .related_place(RelatedPlace::Symbol { table, name }, "the symbol of this name");
            }
            Some(Symbol::Function { .. } | Symbol::Possible) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture::check;

    #[test]
    fn the_module_around_is_asked_alone() {
        check(
            r#"
module {
  func.func private @inner()
}
func.func @caller() {
  call @inner() : () -> ()
     //^^^^^^ error undefined-function: there is no function @inner in this module
  return
}"#,
        );
    }

    #[test]
    fn names_that_an_unknown_operation_may_define() {
        check(
            r#"
"other.kernel"() {sym_name = "made"} : () -> ()
func.func @caller() {
  call @made() : () -> ()
  return
}"#,
        );
    }
}
