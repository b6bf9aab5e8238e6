//! `branch-operand-mismatch`: a branch whose values do not fit the arguments of its block.

use crate::calls::type_list;
use crate::context::RuleContext;
use crate::finding::Report;
use ir::types::Type;
use ir::{Form, ValueId};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let branches = ctx.ops().filter(|(_, op)| op.form == Form::Custom && op.dialect() == "cf");
    for (_, op) in branches {
        for successor in &op.successors {
            let Some(block) = successor.block else { continue };
            let values = op.operands.get(successor.operands.clone()).unwrap_or_default();
            let type_of =
                |value: Option<ValueId>| value.map_or(Type::Unknown, |it| ctx.ir.values[it].ty.clone());
            let passed: Vec<_> = values.iter().map(|it| type_of(it.value)).collect();
            let asked: Vec<_> = ctx.ir.blocks[block].arguments.iter().map(|it| type_of(Some(*it))).collect();
            let differ = passed.iter().zip(&asked).any(|(passed, asked)| passed.differs_from(asked));
            if passed.len() == asked.len() && !differ {
                continue;
            }
            let message =
                format!("{} takes {}, got {}", successor.label, type_list(&asked), type_list(&passed));
            let finding = report.add(successor.pointer, message);
            if let Some((_, label)) = &ctx.ir.blocks[block].label {
                finding.related(*label, "the block");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn one_of_two() {
        check(
            r#"
func.func @f(%n: index) {
  cf.br ^next(%n : index)
      //^^^^^^^^^^^^^^^^^ error branch-operand-mismatch: ^next takes (index, i32), got (index)
  ^next(%x: index, %y: i32):
//^^^^^ related: the block
  return
}"#,
        );
    }
}
