//! `affine-literal-too-large`: an integer that does not fit.
//!
//! Quick fix: the smallest number, whose magnitude is read before its sign, as a difference.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, trimmed};
use ir::Pointer;
use ir::affine::parse_integer;
use syntax::SyntaxKind;

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    // Steps of a band are not a list of values; a basis and mixed lists hold no expressions.
    let lists = [SyntaxKind::STEP, SyntaxKind::BASIS, SyntaxKind::MIXED_LIST];
    for (id, list) in lists.into_iter().flat_map(|it| ctx.pieces(it)) {
        let op = &ctx.ir.ops[id];
        if op.is("affine.for") {
            continue;
        }
        list.for_each_token(&mut |token| {
            if token.kind() == SyntaxKind::INTEGER && parse_integer(token.text()).is_none() {
                let place = Pointer { range: token.text_range(), ..op.pointer };
                report.add(place, format!("{} does not fit a signed 64-bit integer", token.text()));
            }
        });
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let negation = ctx.around(SyntaxKind::AFFINE_NEGATION).map(|it| trimmed(&it));
    let range = negation.filter(|_| ctx.text() == "9223372036854775808")?;
    // Only the minus sign comes before the number.
    if ctx.text_of(range).replace(' ', "") != "-9223372036854775808" {
        return None;
    }
    let parent = ctx.around(SyntaxKind::AFFINE_NEGATION).and_then(|it| it.parent()).map(|it| it.kind());
    let is_whole = matches!(parent, Some(SyntaxKind::AFFINE_RESULTS | SyntaxKind::AFFINE_PARENTHESES));
    let difference = "-9223372036854775807 - 1";
    let text = if is_whole { difference.to_owned() } else { format!("({difference})") };
    fix(format!("write {text}"), vec![edit(range, text)])
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn lists_of_values_and_numbers() {
        check(
            r#"
func.func @f(%t: tensor<3x4xf32>, %m: memref<?xf32>, %n: index) -> (tensor<2x2xf32>, memref<?x5xf32>) {
  %s = tensor.extract_slice %t[99999999999999999999, 1] [2, 2] [1, 1] : tensor<3x4xf32> to tensor<2x2xf32>
                             //^^^^^^^^^^^^^^^^^^^^ error affine-literal-too-large: 99999999999999999999 does not fit a signed 64-bit integer
  %e = memref.expand_shape %m [[0, 1]] output_shape [%n, 99999999999999999999] : memref<?xf32> into memref<?x5xf32>
                                                       //^^^^^^^^^^^^^^^^^^^^ error affine-literal-too-large
  return %s, %e : tensor<2x2xf32>, memref<?x5xf32>
}"#,
        );
    }
}
