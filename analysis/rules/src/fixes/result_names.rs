//! The names of results: their uses, other counts of them, and single names in place of a group.

use super::{FixContext, edit, tokens, trimmed};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextEdit, TextRange};

/// Every use of a name that an operation defines, in the region of the operation. `None` if the name occurs in
/// other roles too, so that the meaning of a mention is not certain.
pub fn uses(op: &SyntaxNode, name: &str) -> Option<Vec<ast::ValueUse>> {
    let is_scope = |it: &SyntaxNode| matches!(it.kind(), SyntaxKind::REGION | SyntaxKind::PART);
    let scope = op.ancestors().skip(1).find(is_scope)?;
    let mentions =
        tokens(&scope).filter(|it| it.kind() == SyntaxKind::PERCENT_ID && it.text() == name).count();
    let uses = scope.descendants().filter_map(ast::ValueUse::cast);
    let uses: Vec<_> = uses.filter(|it| it.name().is_some_and(|it| it.text() == name)).collect();
    (mentions == uses.len() + 1).then_some(uses)
}

/// Which result of its group a use means.
fn number(value: &ast::ValueUse) -> Option<usize> {
    match value.result_number() {
        Some(number) => number.text().trim_start_matches('#').parse().ok(),
        None => Some(0),
    }
}

/// The results that an operation names, each with the number of values under it.
pub fn groups(op: &SyntaxNode) -> Option<Vec<(String, usize, TextRange)>> {
    let list = ast::child::<ast::OpResults>(op);
    let names = list.iter().flat_map(|it| ast::children::<ast::OpResult>(it.syntax()));
    names
        .map(|it| {
            let count = ast::token(it.syntax(), SyntaxKind::INTEGER);
            let count = count.map_or(Some(1), |it| it.text().parse().ok())?;
            Some((it.name()?.text().to_owned(), count, trimmed(it.syntax())))
        })
        .collect()
}

/// Gives each result of a group a name of its own: the names, and the edits of the uses.
pub fn split(
    ctx: &FixContext<'_>,
    op: &SyntaxNode,
    name: &str,
    count: usize,
) -> Option<(Vec<String>, Vec<TextEdit>)> {
    let digits = name.trim_start_matches('%');
    let is_number = digits.bytes().all(|it| it.is_ascii_digit());
    let stem = if is_number { format!("%v{digits}") } else { name.to_owned() };
    let names: Vec<_> = (0..count).map(|it| ctx.fresh_name(&format!("{stem}_{it}"))).collect();
    let renamed = uses(op, name)?.into_iter().map(|it| {
        let name = names.get(number(&it)?)?;
        Some(edit(trimmed(it.syntax()), name.as_str()))
    });
    let edits = renamed.collect::<Option<Vec<_>>>()?;
    Some((names, edits))
}

/// The edits after which an operation that names its results names `count`. `None` if one that would go is used.
pub fn resize(op: &SyntaxNode, count: usize) -> Option<Vec<TextEdit>> {
    let groups = groups(op)?;
    let named: usize = groups.iter().map(|it| it.1).sum();
    let Some((last, before)) = groups.split_last().filter(|_| named != count) else {
        return Some(Vec::new());
    };
    if named < count {
        let size = last.1 + (count - named);
        return Some(vec![edit(last.2, format!("{}:{size}", last.0))]);
    }
    let mut kept = count;
    let mut edits = Vec::new();
    let mut end = before.first().map_or(last.2.start(), |it| it.2.start());
    for (name, size, range) in &groups {
        let left = kept.min(*size);
        if left < *size && uses(op, name)?.iter().any(|it| number(it).is_none_or(|it| it >= left)) {
            return None;
        }
        match left {
            0 => {}
            1 if *size > 1 => edits.push(edit(*range, name.as_str())),
            left if left < *size => edits.push(edit(*range, format!("{name}:{left}"))),
            _ => {}
        }
        if left > 0 {
            end = range.end();
        }
        kept -= left;
    }
    if count == 0 {
        let name = op.children().find(|it| it.kind() == SyntaxKind::OP_NAME)?;
        edits.push(edit(TextRange::new(trimmed(op).start(), trimmed(&name).start()), ""));
    } else if end < last.2.start() {
        edits.push(edit(TextRange::new(end, last.2.end()), ""));
    }
    Some(edits)
}
