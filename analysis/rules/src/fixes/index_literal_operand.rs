//! `index-literal-operand`: makes numbers constants before the operation.

use super::{FixContext, edit, fix, name_of, next_token};
use crate::diagnostic::Fix;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let statement = ctx.operation()?;
    let first = ctx.token().filter(|it| matches!(it.kind(), SyntaxKind::INTEGER | SyntaxKind::MINUS));
    if let Some(argument) = ctx.around(SyntaxKind::ITER_ARG) {
        return initial_value(ctx, &statement, &argument);
    }
    // The first operand is rarely an index, so the operation may be the wrong one.
    let is_first =
        ctx.token_before().is_some_and(|it| it.parent().is_some_and(|it| it.kind() == SyntaxKind::OP_NAME));
    let first = first.filter(|_| !is_first)?;
    let numbers = match &*name_of(&statement) {
        "scf.for" => head_numbers(&first),
        _ => vec![number(&first)],
    };
    let mut edits = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    for range in numbers {
        let literal = ctx.text_of(range);
        let digits = literal.trim_start_matches('-').trim();
        if digits.is_empty() || !digits.bytes().all(|it| it.is_ascii_digit()) {
            return None;
        }
        let name = ctx.fresh_name(&format!("%c{digits}"));
        let line = format!("{name} = arith.constant {literal} : index");
        let is_clash = |it: &String| it.starts_with(&format!("{name} =")) && *it != line;
        if lines.iter().any(is_clash) {
            return None;
        }
        if !lines.contains(&line) {
            lines.push(line);
        }
        edits.push(edit(range, name));
    }
    let title = match lines.len() {
        1 => format!("make {} a constant", edits.first().map(|it| ctx.text_of(it.range)).unwrap_or_default()),
        _ => "make the numbers constants".to_owned(),
    };
    let blanks = transforms::rewrite::indentation(ctx.whole, super::trimmed(&statement).start().into());
    edits.push(ctx.line_before(&statement, &lines.join(&format!("\n{blanks}"))));
    fix(title, edits)
}

/// Makes an initial value a constant of the type that the loop writes after its arrow.
fn initial_value(ctx: &FixContext<'_>, op: &SyntaxNode, argument: &SyntaxNode) -> Option<Vec<Fix>> {
    let list = argument.parent()?;
    let index =
        list.children().filter(|it| it.kind() == SyntaxKind::ITER_ARG).position(|it| it == *argument)?;
    let results = op.children().find(|it| it.kind() == SyntaxKind::RESULT_TYPES)?;
    let types = results.children().find(|it| it.kind() == SyntaxKind::TYPE_LIST).unwrap_or(results);
    let ty = types.children().filter(|it| it.kind().is_type()).nth(index)?.text().to_string();
    let ty = ty.trim();
    let literal = ctx.text();
    let number = literal.trim_start_matches('-');
    let is_integer = !number.is_empty() && number.bytes().all(|it| it.is_ascii_digit());
    let is_of_bits = |prefix: &[char]| ty.strip_prefix(prefix).is_some_and(|it| it.parse::<u32>().is_ok());
    let stem = number.replace(|it: char| !it.is_ascii_digit(), "_");
    let fits = match is_integer {
        true => ty == "index" || is_of_bits(&['i']),
        false => is_of_bits(&['f']) && number.parse::<f64>().is_ok(),
    };
    let name = ctx.fresh_name(&format!("%c{}", stem.trim_matches('_')));
    let line = format!("{name} = arith.constant {literal} : {ty}");
    let edits = vec![ctx.line_before(op, &line), edit(ctx.range, name)];
    fits.then(|| fix(format!("make {literal} a constant"), edits))?
}

/// The number that begins with the token, which may be its sign.
fn number(first: &SyntaxToken) -> TextRange {
    let digits = next_token(first).filter(|_| first.kind() == SyntaxKind::MINUS);
    digits.map_or(first.text_range(), |it| first.text_range().cover(it.text_range()))
}

/// This and the later ones of the bounds and the step of a loop: a wrong one hides those after it.
fn head_numbers(first: &SyntaxToken) -> Vec<TextRange> {
    let mut found = vec![number(first)];
    let mut token = next_token(first);
    while let Some(keyword) = token {
        let is_head = |it: &SyntaxNode| it.kind() == SyntaxKind::REGION;
        if keyword.kind() == SyntaxKind::L_BRACE || keyword.parent().as_ref().is_some_and(is_head) {
            break;
        }
        token = next_token(&keyword);
        let is_number = |it: &&SyntaxToken| matches!(it.kind(), SyntaxKind::INTEGER | SyntaxKind::MINUS);
        if matches!(keyword.text(), "to" | "step") {
            found.extend(token.as_ref().filter(is_number).map(number));
        } else if matches!(keyword.text(), "iter_args" | ":" | "->") {
            break;
        }
    }
    found
}
