//! `missing-terminator`: a block that does not end with a terminator.
//!
//! Quick fix: inserts the terminator of the region, `return` also with values.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, fix, insertion, last_operation, results, tokens, trimmed};
use crate::handed_on::returned_at_end;
use ir::{BlockId, Form, Op, Pointer};
use syntax::ast::{self, AstNode};
use syntax::ods::Name;
use syntax::{SyntaxKind, SyntaxNode, TextRange, TextSize};
use transforms::rewrite::indentation;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, region) in ctx.ir.regions.iter() {
        let (Some(parent), Some(pointer)) = (region.parent, region.pointer) else { continue };
        let parent = &ctx.ir.ops[parent];
        let is_function = parent.is("func.func");
        if parent.broken || ctx.has_error_inside(pointer) {
            continue;
        }
        if region.blocks.len() > 1 && parent.form != Form::Opaque {
            empty_blocks(ctx, &region.blocks, parent.name_pointer, report);
        }
        // The custom form adds implicit terminators.
        let is_yield = |it: &Name| it.ends_with(".yield") && parent.form == Form::Generic;
        let implicit = parent.definition.as_ref().and_then(|it| it.implicit_terminator());
        let ends_with = match implicit.filter(is_yield) {
            Some(terminator) => format!(": {terminator}"),
            None if is_function => ": return".to_owned(),
            None if parent.form == Form::Generic && needs_terminators(parent) => String::new(),
            None => continue,
        };
        for block in &region.blocks {
            let Some(last) = ctx.ir.blocks[*block].ops.last() else { continue };
            if ctx.may_be_terminator(*last) {
                continue;
            }
            let message = format!("this block does not end with a terminator{ends_with}");
            let operation = ctx.ir.ops[*last].name_pointer;
            let is_last = region.blocks.last() == Some(block);
            match brace(ctx, pointer).filter(|_| is_last) {
                // Its name may be far above, at the head of a loop.
                Some(end) if is_function && !ctx.ir.ops[*last].regions.is_empty() => {
                    report.add(end, message).related(operation, "this is the last operation");
                }
                Some(end) => _ = report.add(operation, message).related(end, "it belongs before this"),
                None => _ = report.add(operation, message),
            }
        }
    }
}

/// Blocks without an operation, which only the one of a region may be.
fn empty_blocks(ctx: &RuleContext<'_>, blocks: &[BlockId], parent: Pointer, report: &mut Report<'_>) {
    for block in blocks.iter().map(|it| &ctx.ir.blocks[*it]).filter(|it| it.ops.is_empty()) {
        let Some((name, label)) = &block.label else { continue };
        let message = format!("{name} is empty: it does not end with a terminator");
        report.add(*label, message).related(parent, "it is in this operation");
    }
}

/// The brace that closes a region.
fn brace(ctx: &RuleContext<'_>, region: Pointer) -> Option<Pointer> {
    let brace = region.range.end().checked_sub(TextSize::of('}'))?;
    let place = Pointer { range: TextRange::at(brace, TextSize::of('}')), ..region };
    (ctx.text(place) == "}").then_some(place)
}

/// Whether blocks in an operation of another dialect need terminators. Those that are built in have rules of their own.
fn needs_terminators(op: &Op) -> bool {
    !op.is_of_complete_dialect && op.lacks_trait("NoTerminator")
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    // Where an empty block goes is not known.
    if ctx.text().starts_with('^') {
        return None;
    }
    let is_last = |it: &SyntaxNode| it.kind() == SyntaxKind::OPERATION;
    let last = last(ctx)?;
    let region = last.ancestors().find(|it| it.kind() == SyntaxKind::REGION)?;
    let parent = region.ancestors().find(is_last)?;
    let has_results = ast::child::<ast::FunctionSignature>(&parent)
        .is_some_and(|it| it.syntax().children().any(|it| it.kind() == SyntaxKind::FUNCTION_RESULTS))
        || parent
            .children()
            .any(|it| matches!(it.kind(), SyntaxKind::RESULT_TYPES | SyntaxKind::FUNCTION_TYPE));
    let name = parent.children().find(|it| it.kind() == SyntaxKind::OP_NAME)?;
    let is_quoted = tokens(&name).next().is_some_and(|it| it.kind() == SyntaxKind::STRING);
    let definition = ctx.definition(&parent)?;
    let terminator = match definition.implicit_terminator() {
        Some(terminator) => terminator,
        None if definition.name == "func.func" => Name::new("return"),
        None => return None,
    };
    let is_without_results = |it: &SyntaxNode| {
        it.kind() == SyntaxKind::FUNCTION_TYPE && results(it).is_some_and(|it| ctx.text_of(it).trim() == "()")
    };
    if is_quoted {
        let is_plain = parent.children().any(|it| is_without_results(&it));
        let line = format!("\"{terminator}\"() : () -> ()");
        let is_ours = definition.dialect() == "affine" && is_plain;
        return is_ours.then(|| fix(format!("insert {terminator}"), vec![ctx.line_after(&last, &line)]))?;
    }
    let values = match has_results {
        true => returned(ctx)?,
        false => String::new(),
    };
    let end = trimmed(&last).end();
    let text = ctx.whole;
    let blanks = indentation(text, trimmed(&last).start().into());
    fix(
        format!("insert {terminator}{values}"),
        vec![insertion(end, format!("\n{blanks}{terminator}{values}"))],
    )
}

/// The operation that the terminator belongs after: that of the place, or the last one before the brace there.
fn last(ctx: &FixContext<'_>) -> Option<SyntaxNode> {
    let op = ctx.operation()?;
    let is_closed_here = |it: &SyntaxNode| {
        it.kind() == SyntaxKind::REGION && trimmed(it).end() == ctx.range.end() && ctx.text() == "}"
    };
    match op.children().find(is_closed_here) {
        Some(region) => last_operation(&region),
        None => Some(op),
    }
}

/// The values and types after `return`.
fn returned(ctx: &FixContext<'_>) -> Option<String> {
    let records = ctx.records()?;
    let (rules, ir, id) = (RuleContext::new(ctx.db, records.isolated, records.ir), records.ir, ctx.op()?);
    // At the brace it is the function that the place is of.
    let last = match ctx.text() == "}" {
        true => *ir.blocks[*ir.regions[*ir.ops[id].regions.first()?].blocks.last()?].ops.last()?,
        false => id,
    };
    returned_at_end(&rules, ir.ops[last].block, &rules.function_results(last)?.2)
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn blocks_without_an_operation() {
        check(
            r#"
func.func @f(%c: i1) {
  cf.br ^bb1
^bb1:
  cf.cond_br %c, ^bb2, ^bb3
  ^bb2:
//^^^^ error missing-terminator: ^bb2 is empty: it does not end with a terminator
^bb3:
  return
}
func.func @g() {
  scf.execute_region {
    cf.br ^bb1
  ^bb1:
//^^^^ error missing-terminator
  }
  "some.op"() ({
  ^bb0:
  }) : () -> ()
  some.other {
  ^start:
  ^end:
  }
  return
}"#,
        );
    }

    #[test]
    fn it_is_told_as_mlir_does_and_the_brace_is_beside_it() {
        check(
            r#"
  func.func @f(%m: memref<8xf32>) {
    affine.prefetch %m[0], read, locality<3>, data : memref<8xf32>
  //^^^^^^^^^^^^^^^ error missing-terminator: this block does not end with a terminator: return
  }
//^ related: it belongs before this"#,
        );
    }

    #[test]
    fn a_line_may_hold_several_operations() {
        check("func.func @f() -> index {\n  %0 = gpu.lane_id func.return %0 : index\n}");
    }

    /// The operation that MLIR names may be the head of a loop that fills a screen.
    #[test]
    fn behind_a_loop_it_is_told_at_the_brace() {
        check(
            r#"
  func.func @f(%m: memref<8xf32>) {
    affine.for %i = 0 to 8 {
  //^^^^^^^^^^ related: this is the last operation
      affine.prefetch %m[%i], read, locality<3>, data : memref<8xf32>
    }
  }
//^ error missing-terminator: this block does not end with a terminator: return"#,
        );
    }

    #[test]
    fn generic_form_of_other_dialects() {
        check(
            r#"
"gpu.module"() <{sym_name = "k"}> ({
  "gpu.func"() <{function_type = () -> ()}> ({
    %0 = "gpu.lane_id"() : () -> index
       //^^^^^^^^^^^^^ error missing-terminator: this block does not end with a terminator
  }) {sym_name = "a"} : () -> ()
  "gpu.func"() <{function_type = () -> ()}> ({
    "gpu.return"() : () -> ()
  }) {sym_name = "b"} : () -> ()
  "gpu.func"() <{function_type = () -> ()}> ({
    "gpu.theirs"() : () -> ()
  //^^^^^^^^^^^^ warning unregistered-operation-in-dialect: gpu has no operation theirs in MLIR 22 and 23
  }) {sym_name = "c"} : () -> ()
}) : () -> ()"#,
        );
    }
}
