//! `undefined-function`: a call or a constant of a symbol that is not a function of the module.
//!
//! Quick fix: changes to a function with a similar name, or declares the function.

use crate::checks::call_type_list::function_type;
use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::RelatedPlace;
use crate::finding::Report;
use crate::fixes::{FixContext, fix, name_of};
use ir::Op;
use ir::dialects::is_similar;
use ir::symbol_table::Symbol;
use std::fmt;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode};

/// A name that no function of the module has.
#[derive(Debug, PartialEq)]
pub struct NoFunction {
    pub name: String,
}

impl fmt::Display for NoFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no function {} in this module", self.name)
    }
}

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let names_function =
        |op: &Op| matches!((op.dialect(), op.name_in_dialect()), ("func", "call" | "constant"));
    for (id, _) in ctx.ops().filter(|(_, op)| names_function(op)) {
        let Some((name, symbol)) = ctx.referenced_symbol(id) else { continue };
        let place = ctx.symbol_pointer(id);
        let sentence = match symbol {
            None => {
                report.add(place, NoFunction { name });
                continue;
            }
            Some(Symbol::Function { .. }) => continue,
            Some(Symbol::Global(_)) => format!("{name} is no function"),
            Some(Symbol::Possible) => match ctx.defining_op_name(&name) {
                Some(op) if op.strip_prefix("func.") != Some("func") => {
                    format!("{name} is an operation {op}, no func.func")
                }
                _ => continue,
            },
        };
        let table = ctx.op.table(ctx.db).to_string();
        report
            .add(place, sentence)
            .related_place(RelatedPlace::Symbol { table, name }, "the symbol of this name");
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    ctx.facts::<NoFunction>()?;
    let callee = ctx.token().filter(|it| it.kind() == SyntaxKind::AT_ID)?;
    let call = ctx.operation()?;
    let ty = call.children().find(|it| it.kind() == SyntaxKind::FUNCTION_TYPE)?;
    let inputs = ty.children().find(|it| it.kind() == SyntaxKind::TYPE_LIST)?;
    let results = crate::fixes::results(&ty)?;
    let mut fixes = Vec::new();
    let ty = squeezed(&ty.text().to_string());
    let mut similar = similar_functions(ctx, callee.text())?.into_iter().filter(|it| squeezed(&it.1) == ty);
    if let (Some((name, _)), None) = (similar.next(), similar.next()) {
        fixes.extend(ctx.replace(format!("change to {name}"), name)?);
    }
    let results = match ctx.text_of(results).trim() {
        "()" => String::new(),
        results => format!(" -> {results}"),
    };
    let line = format!("func.func private {}{}{results}", callee.text(), inputs.text().to_string().trim());
    let title = format!("declare {} before this", callee.text());
    fixes.extend(fix(title, vec![ctx.line_before(&in_module(&call)?, &line)])?);
    Some(fixes)
}

/// The functions of the file's part with names like this one, and their types.
fn similar_functions<'a>(ctx: &'a FixContext<'_>, name: &str) -> Option<Vec<(&'a str, String)>> {
    let part = ctx.around(SyntaxKind::PART)?.text_range();
    let names = ctx.names();
    let similar = names.all().filter(|it| it.starts_with('@') && is_similar(it, name));
    let places = similar.flat_map(|it| names.places(it, part).iter().map(move |place| (it, place)));
    let functions = places.filter_map(|(name, place)| {
        let node = ctx.token_behind(place.start())?.parent()?;
        let function = node.parent().filter(|_| node.kind() == SyntaxKind::SYMBOL_NAME)?;
        let signature = ast::child::<ast::FunctionSignature>(&function)?;
        Some((name, function_type(signature.syntax())?))
    });
    Some(functions.collect())
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The operation around it that is directly in a module.
fn in_module(op: &SyntaxNode) -> Option<SyntaxNode> {
    let mut around = op.ancestors().filter(|it| it.kind() == SyntaxKind::OPERATION).peekable();
    while let Some(inner) = around.next() {
        if around.peek().is_none_or(|it| matches!(&*name_of(it), "module" | "builtin.module")) {
            return Some(inner);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use fixture::check;

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
    fn symbols_of_other_operations() {
        check(
            r#"
llvm.func @extern(i32)
func.func @caller(%a: i32) {
  call @extern(%a) : (i32) -> ()
     //^^^^^^^ error undefined-function: @extern is an operation llvm.func, no func.func
  %f = constant @extern : (i32) -> ()
              //^^^^^^^ error undefined-function: @extern is an operation llvm.func, no func.func
  %g = constant @nobody : (i32) -> ()
              //^^^^^^^ error undefined-function: there is no function @nobody in this module
  return
}"#,
        );
    }

    #[test]
    fn names_that_an_unknown_operation_may_define() {
        check(
            r#"
"other.kernel"() {sym_name = "made"} : () -> ()
other.function @kernel(%x: i32) {}
func.func @caller(%a: i32) {
  call @made() : () -> ()
  call @kernel(%a) : (i32) -> ()
  return
}"#,
        );
    }
}
