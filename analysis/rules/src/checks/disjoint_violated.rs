//! `disjoint-violated`: an index beyond the promise of disjointness.
//!
//! Quick fix: deletes the promise.

use crate::checks::subscript_out_of_bounds::when;
use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, fix, tokens_of};
use base::database::stop_if_cancelled;
use ir::{Basis, BasisElement, OpId, OpKind, Pointer, ValueId};
use polyhedral::loops::out_of_bounds::value_outside;
use rowan::NodeOrToken;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let stop = stop_if_cancelled(ctx.db);
    for (id, op) in ctx.ops() {
        let OpKind::Linearize { indices, basis, disjoint: true } = &op.kind else { continue };
        let Some(free) = indices.checked_sub(basis.elements.len()).filter(|it| *it <= 1) else { continue };
        let basis_place = basis_places(ctx, basis);
        for (position, element) in basis.elements.iter().enumerate() {
            let index = position + free;
            let size = match element {
                BasisElement::Constant(size) => Some(*size),
                BasisElement::Operand(index) => {
                    op.operands.get(*index).and_then(|it| constant(ctx, it.value?))
                }
            };
            let size = size.filter(|it| *it > 0).and_then(|it| u64::try_from(it).ok());
            let (Some(size), Some(operand)) = (size, op.operands.get(index)) else { continue };
            // The first index may be negative.
            let least = (index > 0).then_some(0);
            let Some((value, witness)) = value_outside(ctx.ir, id, index, (least, size), &stop) else {
                continue;
            };
            let is_itself = matches!(witness.as_slice(), [(only, _)] if operand.value == Some(*only));
            let when = if is_itself { String::new() } else { when(ctx, &witness) };
            let message =
                format!("{} takes the value {value}{when}, its basis element is {size}", operand.name);
            let finding = report.add(operand.pointer, message);
            if let Some(keyword) = keyword(ctx, id) {
                finding.related(keyword, "the promise that it does not");
            }
            if let Some(place) = basis_place.get(position) {
                finding.related(*place, "the basis element");
            }
        }
    }
}

/// Where the elements of the basis are written.
fn basis_places(ctx: &RuleContext<'_>, basis: &Basis) -> Vec<Pointer> {
    let Some(list) = basis.pointer else { return Vec::new() };
    let node = ctx.node_at(list);
    let elements = node.iter().flat_map(|it| it.children_with_tokens());
    let elements = elements.filter(|it| match it {
        NodeOrToken::Node(node) => node.kind() == SyntaxKind::VALUE_USE,
        NodeOrToken::Token(token) => token.kind() == SyntaxKind::INTEGER,
    });
    elements.map(|it| Pointer { root: list.root, range: it.text_range() }).collect()
}

fn keyword(ctx: &RuleContext<'_>, id: OpId) -> Option<Pointer> {
    let node = ctx.syntax(id)?;
    let mut tokens = node.children_with_tokens().filter_map(|it| it.into_token());
    let keyword = tokens.find(|it| it.text() == "disjoint")?;
    Some(Pointer { root: ctx.ir.ops[id].pointer.root, range: keyword.text_range() })
}

fn constant(ctx: &RuleContext<'_>, value: ValueId) -> Option<i64> {
    match ctx.ir.ops[ctx.ir.defining_op(value)?].kind {
        OpKind::ConstantInteger(number) => Some(number),
        _ => None,
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let keyword = tokens_of(&ctx.operation()?).find(|it| it.text() == "disjoint")?;
    fix("delete disjoint", vec![ctx.deletion(keyword.text_range())])
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn values_that_are_computed() {
        check(
            r#"
func.func @f(%n: index) {
  affine.for %i = 0 to 4 {
    %j = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%i)
    %0 = affine.linearize_index disjoint [%i, %j] by (4, 7) : index
                              //^^^^^^^^ related: the promise that it does not
                                            //^^ warning disjoint-violated: %j takes the value 7 when %i is 3, its basis element is 7
                                                       //^ related: the basis element
    "use.value"(%0) : (index) -> ()
  }
  return
}"#,
        );
    }

    #[test]
    fn symbols_and_conditions() {
        check(
            r#"
func.func @f(%n: index) {
  affine.for %i = 0 to %n {
    affine.if affine_set<(d0) : (7 - d0 >= 0)>(%i) {
      %0 = affine.linearize_index disjoint [%i] by (8) : index
      "use.value"(%0) : (index) -> ()
    }
    %1 = affine.linearize_index disjoint [%i] by (8) : index
    affine.for %j = 0 to 12 {
      %back = affine.apply affine_map<(d0) -> (d0 - 8)>(%j)
      %2 = affine.linearize_index disjoint [%back, %n] by (8, 8) : index
      %3 = affine.linearize_index disjoint [%n, %back] by (8, 8) : index
                                              //^^^^^ warning disjoint-violated: %back takes the value -8 when %j is 0, its basis element is 8
      "use.value"(%1, %2, %3) : (index, index, index) -> ()
    }
  }
  return
}"#,
        );
    }
}
