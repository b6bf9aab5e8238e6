//! After the brace that ends a long region, whose it is.

use super::{InlayHint, InlayHintKind};
use crate::FileView;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextRange, TextSize, WalkEvent, line_breaks_in};

/// A region of fewer lines can be seen whole.
const LINES: usize = 20;
/// Most regions that are long have that many lines in so many bytes.
const BYTES: u32 = 4 << 10;

/// The ends inside a range.
pub(super) fn collect(view: &FileView<'_>, range: TextRange, hints: &mut Vec<InlayHint>) {
    let mut walk = view.root.preorder();
    while let Some(event) = walk.next() {
        let WalkEvent::Enter(node) = event else { continue };
        if node.text_range().intersect(range).is_none() {
            walk.skip_subtree();
            continue;
        }
        if node.kind() != SyntaxKind::REGION {
            continue;
        }
        let place = node.text_range();
        let has_lines = |it: TextSize| line_breaks_in(node.green(), TextRange::up_to(it)) >= LINES;
        let is_long = has_lines(place.len().min(BYTES.into())) || has_lines(place.len());
        let is_closed = node.last_token().is_some_and(|it| it.kind() == SyntaxKind::R_BRACE);
        if is_long
            && is_closed
            && let Some((label, about)) = label(&node)
        {
            hints.push(InlayHint { offset: place.end(), label, kind: InlayHintKind::RegionEnd, about });
        }
    }
}

/// `affine.for %i`, `func.func @f`, and where the name of the operation starts.
fn label(region: &SyntaxNode) -> Option<(String, TextSize)> {
    let operation = region.ancestors().find_map(ast::Operation::cast)?;
    let name = operation.op_name()?;
    let (name, start) = (name.text(), name.syntax().text_range().start());
    let symbol = ast::child::<ast::SymbolName>(operation.syntax()).map(|it| it.syntax().text().to_string());
    let mut variables = operation
        .syntax()
        .children()
        .flat_map(|it| match it.kind() {
            SyntaxKind::BLOCK_ARGUMENT => vec![it],
            SyntaxKind::BLOCK_ARGUMENT_LIST => it.children().collect(),
            _ => Vec::new(),
        })
        .filter_map(ast::BlockArgument::cast)
        .filter_map(|it| it.name());
    let first =
        symbol.map(|it| it.trim().to_owned()).or_else(|| variables.next().map(|it| it.text().to_owned()));
    Some((first.map_or_else(|| name.clone(), |it| format!("{name} {it}")), start))
}
