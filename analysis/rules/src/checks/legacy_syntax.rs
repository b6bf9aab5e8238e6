//! `legacy-syntax`: an operation under a name or in a form that MLIR took once and has given up, a pointer with an element
//! type, or an old data layout.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::facts::Meant;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, insertion, modernization, name_of, trimmed};
use crate::legacy::{Spelling, legacy, old_forms};
use crate::pointer_type::{element, modern_type};
use ir::Form;
use syntax::{SyntaxKind, SyntaxNode, TextEdit, TextSize};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.legacy_ops() {
        let Some(it) = legacy(ctx, id).filter(|it| it.spelling == Spelling::Renamed) else { continue };
        report.add(op.name_pointer, format!("{} is an old name: today it is {}", it.written, it.name));
    }
    for (id, op) in ctx.ops().filter(|it| it.1.form != Form::Generic) {
        if op.legacy.is_some() || !old_forms::had_another(&op.name) {
            continue;
        }
        let edits = ctx.syntax(id).and_then(|node| old_forms::edits(&node, &str::to_owned));
        if edits.is_some() {
            report.add(op.name_pointer, format!("this form of {} is old", op.name));
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    layout(ctx).or_else(|| typed_pointer(ctx)).or_else(|| form(ctx)).or_else(|| {
        // The form of one of several operations may be that of all, which the first of them has.
        let is_of_others = old_forms::had_another(&name_of(&ctx.operation()?));
        if is_of_others { None } else { ctx.modernized() }
    })
}

/// An operation that has its name still, in the form that it has today.
fn form(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let edits = old_forms::edits(&op, &|name| ctx.fresh_name(name))?;
    modernization(format!("write {} as today", name_of(&op)), edits)
}

/// A piece of a data layout, which comes with its new text.
fn layout(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let meant = ctx.facts::<Meant>()?;
    modernization(format!("write {}", meant.text.trim()), vec![edit(ctx.range, &meant.text)])
}

/// The pointer without its element type, which operations that need it say on their own today.
fn typed_pointer(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let old = ctx.text();
    let today = modern_type(&old)?;
    let op = ctx.operation()?;
    let ty = ctx.around(SyntaxKind::DIALECT_TYPE)?;
    let is_last = trimmed(&ty).end() == trimmed(&op).end();
    let text = match (name_of(&op).strip_prefix("llvm.").unwrap_or_default(), element(&old)) {
        ("load", Some(element)) if is_last => format!("{today} -> {element}"),
        ("store", Some(element)) if is_last => format!("{element}, {today}"),
        ("getelementptr", _) if is_last => {
            let mut before = ty.parent()?.descendants().filter(|it| it.kind() == SyntaxKind::DIALECT_TYPE);
            let pointer = before.next()?;
            format!("{today}, {}", element(&ctx.text_of(trimmed(&pointer)))?)
        }
        _ => today.clone(),
    };
    let title = format!("write {text}");
    let mut edits: Vec<TextEdit> = variadic_callee(ctx, &op).into_iter().collect();
    edits.push(edit(ctx.range, text));
    modernization(title, edits)
}

/// A call of a function with any number of arguments says that function's type today.
fn variadic_callee(ctx: &FixContext<'_>, op: &SyntaxNode) -> Option<TextEdit> {
    if name_of(op).strip_prefix("llvm.") != Some("call") {
        return None;
    }
    let text = ctx.text_of(trimmed(op));
    let callee = text.split_once('@')?.1.split_once('(')?.0;
    let ty = trimmed(&op.descendants().find(|it| it.kind() == SyntaxKind::FUNCTION_TYPE)?);
    let colon = ctx.whole.get(..usize::from(ty.start()))?.rfind(':')?;
    let first = op.descendants().filter(|it| it.kind() == SyntaxKind::DIALECT_TYPE);
    let first = first.map(|it| trimmed(&it)).find(|it| modern_type(&ctx.text_of(*it)).is_some())?;
    if first != ctx.range || text.contains("vararg") {
        return None;
    }
    let declaration = format!("llvm.func @{callee}(");
    let declared = ctx.whole.split(&*declaration).nth(1)?.lines().next()?;
    let (inputs, rest) = declared.split_once(", ...)")?;
    let inputs: Vec<&str> = inputs.split(", ").map(|it| it.rsplit(": ").next().unwrap_or(it)).collect();
    let result = rest.trim().strip_prefix("->").map_or("void", str::trim);
    let result = result.split([' ', '{']).next().unwrap_or(result);
    let function = format!("!llvm.func<{} ({}, ...)>", result, inputs.join(", ")).replace(" !llvm.", " ");
    let function = function.replace("(!llvm.", "(").replace("<!llvm.", "<");
    let function = modern_type(&function).unwrap_or(function);
    Some(insertion(TextSize::try_from(colon).ok()?, format!("vararg({function}) ")))
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn renamed_and_restructured() {
        check(
            r#"
func.func @f(%m: memref<?x8xf32>, %x: f32, %n: index) {
  %c = memref_cast %m : memref<?x8xf32> to memref<4x8xf32>
     //^^^^^^^^^^^ error legacy-syntax: memref_cast is an old name: today it is memref.cast
  %v = splat %x : vector<4xf32>
     //^^^^^ error legacy-syntax: splat is an old name: today it is vector.broadcast
  loop.for %i = %n to %n step %n {
//^^^^^^^^ error legacy-syntax
    affine.store %x, %c[0, %j] : memref<4x8xf32>
                         //^^ error undefined-value
  }
  affine.for %i = 0 to 8 {
    affine.terminator
  //^^^^^^^^^^^^^^^^^ error legacy-syntax
  }
  return
}"#,
        );
    }

    #[test]
    fn data_layouts() {
        check(
            r#"
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i64, dense<[32, 64]> : vector<2xi32>>, #dlti.dl_entry<"our.sizes", dense<1> : vector<2xi32>>>} {
                                                                                             //^^^ error legacy-syntax: i32 is old here: today it is i64
}
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<!our.ptr<!our.void, 3>, dense<64> : vector<4xi32>>, !our.int = dense<1> : vector<2xi32>>} {
}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr<i8> = dense<64> : vector<4xi64>>} {
                                              //^^^^^^^^^^^^^ error legacy-syntax: !llvm.ptr<i8> is old here: today it is !llvm.ptr
}
"#,
        );
    }

    #[test]
    fn results_have_their_types() {
        check(
            r#"
func.func @f(%m: memref<?x8xf32>, %x: f32) -> f64 {
  %v = splat %x : vector<4xf32>
     //^^^^^ error legacy-syntax
  %s = math.absf %v : f32
               //^^ error value-type-mismatch
  %d = arith.constant 1.0 : f64
  return %d : f64
}"#,
        );
    }
}
