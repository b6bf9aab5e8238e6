//! `invalid-inherent-attribute`: an attribute of the wrong kind.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::facts::Meant;
use crate::finding::Report;
use crate::fixes::FixContext;
use crate::inherent_attributes::{Kind, generic_ops, is_other_kind, required};
use base::outline::is_nested;
use ir::{Form, signed_integer};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    nested_symbols(ctx, report);
    for (id, op) in generic_ops(ctx) {
        let mut required = required(op).peekable();
        let Some(attributes) = required.peek().and_then(|_| ctx.attributes(id)) else { continue };
        for (name, kind) in required {
            // The locality hint has a rule of its own.
            let Some(node) = attributes.get(&name).filter(|_| kind != Kind::I32) else { continue };
            if is_other_kind(ctx, kind, node) {
                let place = ctx.pointer(id, node);
                let sentence = format!("{name} has to be {}", kind.text());
                match (kind, signed_integer(node)) {
                    (Kind::Index, Some(number)) => {
                        report.add(place, Meant { sentence, text: format!("{number} : index") })
                    }
                    _ => report.add(place, sentence),
                };
            }
        }
    }
}

/// References into other modules where only a symbol of this one may be named, in forms that no definition describes.
fn nested_symbols(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, it)| it.form == Form::Custom && !it.broken) {
        let Some(definition) = op.definition.as_ref().filter(|it| !it.has_format()) else { continue };
        let mut attributes = definition.attributes.iter();
        let Some(flat) = attributes.find(|it| it.constraint.name == "FlatSymbolRefAttr") else { continue };
        if op.symbol.as_deref().is_some_and(is_nested) {
            let message = format!("{} of {} has to be a symbol of this module", flat.name, op.name);
            report.add(ctx.symbol_pointer(id), message);
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let meant = ctx.facts::<Meant>()?;
    ctx.replace(format!("write {}", meant.text), &meant.text)
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn calls_name_functions_of_their_module() {
        check(
            r#"
module @m {
  func.func @f() {
    return
  }
}
func.func private @"n::f"()
func.func @caller() {
  func.call @"n::f"() : () -> ()
  func.call @m::@f() : () -> ()
          //^^^^^^ error invalid-inherent-attribute: callee of func.call has to be a symbol of this module
  return
}"#,
        );
    }
}
