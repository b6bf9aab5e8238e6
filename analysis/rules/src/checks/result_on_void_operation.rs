//! `result-on-void-operation`: names for results of an operation that has none.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::FixContext;
use ir::Form;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let Some(results) = ctx.piece(id, SyntaxKind::OP_RESULTS) else { continue };
        // `%0 = func` in a region of another project's dialect is an operation of that.
        let is_opaque_or_foreign = || op.form == Form::Opaque || ctx.default_dialect(id).is_none();
        let is_bare = !ctx.text(op.name_pointer).contains('.') && is_opaque_or_foreign();
        if !is_bare && ctx.result_count(id) == Some(0) && op.named_results(ctx.ir) > 0 {
            report.add(ctx.pointer(id, results), format!("{} has no result", op.name));
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    ctx.replace("delete the names", "")
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn words_in_regions_of_others() {
        check(
            r#"
func.func @f(%a: i32) {
  other.op {
    %0 = func
    %1 = func ordered %a
  }
  %2 = func.return
//^^^^ error result-on-void-operation: func.return has no result
}"#,
        );
    }
}
