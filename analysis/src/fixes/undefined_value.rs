//! `undefined-value`: changes to the one name that is similar, or to the one index that there is.

use super::{FixContext, edit, guess, name_of, tokens};
use crate::default_dialect::is_similar;
use crate::diagnostic::Fix;
use rustc_hash::FxHashSet;
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken};

/// Names of fewer letters are similar by chance.
const MIN_LEN: usize = 3;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let token = ctx.token().filter(|it| it.kind() == SyntaxKind::PERCENT_ID)?;
    let stem = token.text().trim_start_matches('%');
    if token.text_range() != ctx.range {
        return None;
    }
    let names = visible(&token);
    if stem.len() < MIN_LEN || stem.bytes().all(|it| it.is_ascii_digit()) {
        return only_index(ctx, &names);
    }
    let mut similar = names.iter().filter(|it| it.len() > MIN_LEN && is_slip(it, token.text()));
    match (similar.next(), similar.next()) {
        (Some(name), None) => ctx.replace(format!("change to {name}"), name),
        (None, None) => only_index(ctx, &names),
        _ => None,
    }
}

/// The index of the one loop around, for a name in a subscript.
fn only_index(ctx: &FixContext<'_>, visible: &FxHashSet<String>) -> Option<Vec<Fix>> {
    if ctx.around(SyntaxKind::SUBSCRIPTS).is_none() || ctx.around(SyntaxKind::AFFINE_SYMBOL_VALUE).is_some() {
        return None;
    }
    let is_loop = |it: &SyntaxNode| matches!(&*name_of(it), "affine.for" | "affine.parallel");
    let loops = ctx.operation().into_iter().flat_map(|it| it.ancestors().filter(is_loop).collect::<Vec<_>>());
    let is_index = |it: &String| ctx.value_type(it).is_none_or(|it| it == "index");
    let mut indices = visible.iter().filter(|it| is_index(it));
    let (Some(name), None) = (indices.next(), indices.next()) else { return None };
    let is_of_loop = loops.flat_map(|it| it.children().collect::<Vec<_>>()).any(|it| {
        it.kind() == SyntaxKind::BLOCK_ARGUMENT && tokens(&it).next().is_some_and(|it| it.text() == name)
    });
    match is_of_loop {
        true => guess(
            format!("change to {name}, the only index here (a guess)"),
            vec![edit(ctx.range, name.as_str())],
        ),
        false => None,
    }
}

/// The names that are defined above, in the regions around.
fn visible(token: &SyntaxToken) -> FxHashSet<String> {
    let mut names: FxHashSet<String> = FxHashSet::default();
    for region in
        token.parent_ancestors().filter(|it| matches!(it.kind(), SyntaxKind::BLOCK | SyntaxKind::OPERATION))
    {
        let children: Vec<_> = match region.kind() {
            SyntaxKind::BLOCK => region
                .children()
                .take_while(|it| it.text_range().end() <= token.text_range().start())
                .flat_map(|it| {
                    it.children().filter(|it| it.kind() == SyntaxKind::OP_RESULTS).collect::<Vec<_>>()
                })
                .collect(),
            _ => region
                .children()
                .filter(|it| it.kind() != SyntaxKind::REGION && it.kind() != SyntaxKind::OP_RESULTS)
                .filter(|it| it.text_range().end() <= token.text_range().start())
                .flat_map(|it| {
                    it.descendants().filter(|it| it.kind() == SyntaxKind::BLOCK_ARGUMENT).collect::<Vec<_>>()
                })
                .collect(),
        };
        let defined = children.iter().flat_map(tokens).filter(|it| it.kind() == SyntaxKind::PERCENT_ID);
        names.extend(defined.map(|it| it.text().to_owned()));
    }
    names
}

/// Whether the names differ in one letter; another number is another name.
fn is_slip(name: &str, written: &str) -> bool {
    let letters = |name: &str| name.trim_end_matches(|it: char| it.is_ascii_digit()).len();
    let has_other_number = name.get(..letters(name)) == written.get(..letters(written));
    is_similar(name, written) && !has_other_number
}
