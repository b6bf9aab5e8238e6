//! `apply-operand-count`: a map that affine.apply calls with other operands than it has inputs.
//!
//! Quick fix: moves the bracket between dimensions and
//! symbols, if their total is right.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, tokens, trimmed};
use crate::map_operands::{Called, check_operand_count};
use ir::OpKind;
use syntax::{SyntaxKind, SyntaxNode};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        if let OpKind::Apply(applied) = &op.kind
            && let Some(called) = Called::map(applied)
        {
            check_operand_count(ctx, report, id, "map", &called);
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let application = ctx.around(SyntaxKind::MAP_APPLICATION)?;
    let lists: Vec<_> = application
        .children()
        .filter(|it| matches!(it.kind(), SyntaxKind::DIM_OPERANDS | SyntaxKind::SYMBOL_OPERANDS))
        .collect();
    let operands: Vec<String> = lists
        .iter()
        .flat_map(|it| it.children().filter(|it| it.kind() == SyntaxKind::VALUE_USE))
        .map(|it| it.text().to_string().trim().to_owned())
        .collect();
    let ((dims, symbols), range) =
        (inputs(ctx, &application)?, lists.iter().map(trimmed).reduce(|a, b| a.cover(b))?);
    let (first, rest) = operands.split_at_checked(dims).filter(|_| operands.len() == dims + symbols)?;
    let mut text = format!("({})", first.join(", "));
    if !rest.is_empty() {
        text.push_str(&format!("[{}]", rest.join(", ")));
    }
    fix(format!("write {text}"), vec![edit(range, text)])
}

/// The numbers of dimensions and symbols of the applied map or set: the attribute, or the beginning of it.
pub fn inputs(ctx: &FixContext<'_>, application: &SyntaxNode) -> Option<(usize, usize)> {
    let body = |node: &SyntaxNode| {
        node.descendants().find(|it| matches!(it.kind(), SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET))
    };
    let map = body(application).or_else(|| {
        let name = tokens(application).next().filter(|it| it.kind() == SyntaxKind::HASH_ID)?;
        let part = ctx.around(SyntaxKind::PART)?;
        let mut definitions = part.children().filter(|it| {
            it.kind() == SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION
                && tokens(it).next().is_some_and(|it| it.text() == name.text())
        });
        body(&definitions.next()?)
    })?;
    let count = |kind| {
        let list = map.children().find(|it| it.kind() == kind);
        list.map_or(0, |it| it.children().filter(|it| it.kind() == SyntaxKind::AFFINE_PARAMETER).count())
    };
    Some((count(SyntaxKind::AFFINE_DIMENSIONS), count(SyntaxKind::AFFINE_SYMBOLS)))
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn one_too_few() {
        check(
            r#"
affine.for %i = 0 to 8 {
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i)
                                                   //^^^^ error apply-operand-count: the map takes 2 dimensions and 0 symbols, got 1 and 0
                             //^^^^^^^^ related: the inputs of the map
}"#,
        );
    }

    #[test]
    fn alias() {
        check(
            r"
  #sum = affine_map<(d0, d1) -> (d0 + d1)>
//^^^^ related: the inputs of the map
func.func @f(%n: index) {
  %0 = affine.apply #sum(%n)
                      //^^^^ error apply-operand-count: the map takes 2 dimensions and 0 symbols, got 1 and 0
  return
}",
        );
    }
}
