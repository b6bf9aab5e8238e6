//! `condition-always-true`: an `affine.if` or `scf.if` whose condition holds wherever it runs.
//!
//! Quick fix: the statements of the first branch in place of the operation, if it has no results.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix};
use base::database::stop_if_cancelled;
use base::isolated_op::IsolatedOp;
use ir::{OpId, ir_of};
use polyhedral::loops::condition::{Verdict, verdict};
use transforms::rewrite::{Edits, Layout, RootText, rewritten};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let stop = stop_if_cancelled(ctx.db);
    for (id, op) in ctx.ops() {
        let Some(place) = ctx.ir.guard(id).and_then(|it| it.place(op)).filter(|_| !op.broken) else {
            continue;
        };
        if verdict(ctx.ir, id, &stop) == Some(Verdict::Always) {
            report.add(place, "this condition always holds");
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let records = ctx.records()?;
    let op = ctx.op()?;
    let edits = rewritten(ctx.db, records.isolated, |isolated| first_branch(ctx.db, isolated, op))?;
    let edit = |(place, text)| Some(edit(records.range(place)?, text));
    fix("keep only the first branch", edits.into_iter().map(edit).collect::<Option<_>>()?)
}

fn first_branch<'db>(db: &'db dyn salsa::Database, isolated: IsolatedOp<'db>, op: OpId) -> Option<Edits> {
    let ir = ir_of(db, isolated);
    let source = RootText::around(db, isolated, ir, op)?;
    if !ir.ops[op].results.is_empty() || !ir.ops[op].is("affine.if") {
        return None;
    }
    let mut layout = Layout::default();
    if let Some(comment) = source.opening_comment(op) {
        layout.line(source.slice(comment).trim());
    }
    let body = source.body(op)?;
    layout.text(source.slice(body), source.indentation(body));
    source.closing_comments(op).for_each(|it| layout.line(it));
    let whole = ir.ops[op].pointer.range;
    let (outer, line_break) = (source.indentation(whole), source.line_break());
    let mut text = layout.in_place(outer, line_break);
    // The text after the operation must not become a part of the last comment.
    if text.lines().last().is_some_and(|it| it.contains("//")) && !source.ends_line(whole) {
        text.push_str(&format!("{line_break}{outer}"));
    }
    let replaced = if text.is_empty() { source.lines_of(whole) } else { whole };
    Some(vec![(source.pointer(replaced), text)])
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn implied_by_bounds_over_symbols() {
        check(
            r#"
func.func @f(%n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
      affine.if affine_set<(d0, d1)[s0] : (d1 - d0 >= 0, s0 - d0 - 1 >= 0)>(%i, %j)[%n] {
              //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning condition-always-true: this condition always holds
        "do.work"() : () -> ()
      }
      affine.if affine_set<(d0, d1) : (d1 - d0 - 1 >= 0)>(%i, %j) {
        "do.work"() : () -> ()
      }
    }
  }
  return
}"#,
        );
    }

    #[test]
    fn loops_that_never_run_say_nothing() {
        check(
            r#"
func.func @f() {
  affine.for %i = 4 to 4 {
    affine.if affine_set<(d0) : (d0 >= 0)>(%i) {
      "do.work"() : () -> ()
    }
  }
  affine.if affine_set<() : ()>() {
          //^^^^^^^^^^^^^^^^^^^ warning condition-always-true
    "do.work"() : () -> ()
  }
  return
}"#,
        );
    }
}
