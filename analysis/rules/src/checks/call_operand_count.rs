//! `call-operand-count`: a call with too few or too many values.

use crate::calls::{calls, type_list};
use crate::context::RuleContext;
use crate::finding::Report;
use crate::map_operands::counted;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for call in calls(ctx) {
        let passed = call.op.operands.len();
        if passed == call.inputs.len() {
            continue;
        }
        let list = ctx.piece(call.id, SyntaxKind::OPERAND_LIST);
        let place = list.map_or(call.op.name_pointer, |it| ctx.pointer(call.id, it));
        let takes = counted(call.inputs.len(), "argument");
        report
            .add(place, format!("{} takes {takes}, {passed} {} passed", call.callee, are(passed)))
            .related_place(call.function(ctx), format!("its arguments: {}", type_list(call.inputs)));
    }
}

fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn the_function_is_shown() {
        check(
            r#"
func.func @caller(%n: index) {
  call @work(%n) : (index) -> ()
          //^^^^ error call-operand-count: @work takes 2 arguments, 1 is passed
  return
}
func.func private @work(index, f32)
                //^^^^^ related: its arguments: (index, f32)
"#,
        );
    }
}
