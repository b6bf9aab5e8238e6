//! `redefined-value`: a result or block argument with a name that is visible already.
//!
//! Quick fix: gives the second definition the name that is used below and that
//! nothing defines, else renames it and the uses that follow it.

use crate::checks::region_argument_in_use::OwnIndex;
use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix};
use crate::undefined_names::is_head_argument;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (second, first) in &ctx.ir.redefinitions {
        if ctx.is_in_broken_head(*second) || ctx.is_in_broken_head(*first) {
            continue;
        }
        if is_head_argument(ctx, *second) {
            continue;
        }
        let name = &ctx.ir.values[*second].name;
        let message = format!(
            "{name} is already defined; a value is defined only once and inner regions cannot shadow it"
        );
        report.add(ctx.definition(*second), message).related(ctx.definition(*first), "the first definition");
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let token = ctx.token().filter(|it| it.kind() == SyntaxKind::PERCENT_ID)?;
    if ctx.facts::<OwnIndex>().is_some() {
        return None;
    }
    let is_argument = token.parent().is_some_and(|it| it.kind() == SyntaxKind::BLOCK_ARGUMENT);
    let is_result = token.parent().is_some_and(|it| it.kind() == SyntaxKind::OP_RESULT);
    // Arguments are seen in the operation that has them, results in the rest of their region.
    let is_scope = |it: &SyntaxNode| match it.kind() {
        SyntaxKind::OPERATION => is_argument,
        SyntaxKind::REGION | SyntaxKind::PART => true,
        _ => false,
    };
    let scope = token.parent_ancestors().find(is_scope).filter(|_| is_argument || is_result)?;
    // An argument is not seen in the bounds and initial values beside it.
    let region = scope.children().find(|it| it.kind() == SyntaxKind::REGION).filter(|_| is_argument);
    let start = region.map_or(token.text_range().end(), |it| it.text_range().start());
    if let Some(fixed) = meant(ctx, &token, TextRange::new(start, scope.text_range().end())) {
        return Some(fixed);
    }
    let numeric = token.text().trim_start_matches('%').bytes().all(|it| it.is_ascii_digit());
    let name = match numeric {
        true => ctx.fresh_name(&format!("%v{}", token.text().trim_start_matches('%'))),
        false => ctx.fresh_name(&format!("{}_0", token.text())),
    };
    // The operands of the operation that defines it are those of before.
    let after =
        match token.parent_ancestors().find(|it| it.kind() == SyntaxKind::OPERATION).filter(|_| is_result) {
            Some(op) => op.text_range().end(),
            None => start,
        };
    let places = ctx.names().places(token.text(), scope.text_range()).iter();
    let places: Vec<_> =
        places.copied().filter(|it| *it == token.text_range() || it.start() > after).collect();
    let is_alike = ctx.value_type(token.text()).is_some();
    // If the types differ, uses show which is meant: an index, in expressions and bounds.
    let is_index = |it: &TextRange| ctx.token_behind(it.start()).is_some_and(|it| is_index_use(&it));
    let fits = |it: &TextRange| *it == token.text_range() || is_argument && is_index(it);
    if !is_alike && !places.iter().all(fits) {
        return None;
    }
    fix(format!("rename this to {name}"), places.iter().map(|it| edit(*it, &name)).collect())
}

/// Whether the value is used where only an index can be.
pub fn is_index_use(token: &SyntaxToken) -> bool {
    token.parent_ancestors().take(3).any(|it| {
        matches!(
            it.kind(),
            SyntaxKind::AFFINE_VALUE
                | SyntaxKind::AFFINE_SYMBOL_VALUE
                | SyntaxKind::DIM_OPERANDS
                | SyntaxKind::SYMBOL_OPERANDS
                | SyntaxKind::LOWER_BOUND
                | SyntaxKind::UPPER_BOUND
        )
    })
}

/// Gives the definition the one name that is used below it and that nothing defines. No fix where there are more.
fn meant(ctx: &FixContext<'_>, token: &SyntaxToken, below: TextRange) -> Option<Vec<Fix>> {
    let mut missing = ctx.names().undefined(below);
    let name = missing.next()?;
    if missing.any(|it| it != name) {
        return Some(Vec::new());
    }
    fix(format!("call this {name}, which is used below"), vec![edit(token.text_range(), name)])
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn a_region_of_unknown_form_may_have_names_of_its_own() {
        check(
            r#"
func.func @f(%n: index) {
  %0 = arith.constant 1 : index
  flow.dispatch.workgroups(%n) = (%n: index) {
    %0 = arith.constant 2 : index
    affine.for %i = 0 to 4 {
      %0 = arith.addi %i, %i : index
    //^^ error redefined-value: %0 is already defined; a value is defined only once and inner regions cannot shadow it
    }
    flow.return %0
  }
  return
}"#,
        );
    }
}
