//! An operand of a map or set at its application, and the corresponding input.

use super::{FixContext, edit, edit_list, tokens, trimmed};
use syntax::{SyntaxKind, SyntaxNode, TextEdit};

pub struct MapInput {
    pub application: SyntaxNode,
    /// The `AFFINE_MAP` or `INTEGER_SET`.
    body: SyntaxNode,
    parameters: SyntaxNode,
    operands: SyntaxNode,
    index: usize,
    name: String,
}

impl MapInput {
    /// The input of the operand at the place; none where its map is an alias or has other numbers of inputs.
    pub fn of(ctx: &FixContext<'_>) -> Option<Self> {
        let operand = ctx.around(SyntaxKind::VALUE_USE)?;
        let operands = operand.parent()?;
        let kind = match operands.kind() {
            SyntaxKind::DIM_OPERANDS => SyntaxKind::AFFINE_DIMENSIONS,
            SyntaxKind::SYMBOL_OPERANDS => SyntaxKind::AFFINE_SYMBOLS,
            _ => return None,
        };
        let application = operands.parent()?;
        let mut attributes = application.children().filter(|it| it.kind().is_attribute());
        let is_body = |it: &SyntaxNode| matches!(it.kind(), SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET);
        let body = attributes.next()?.children().find(is_body)?;
        if count(&body, SyntaxKind::AFFINE_DIMENSIONS) != count(&application, SyntaxKind::DIM_OPERANDS)
            || count(&body, SyntaxKind::AFFINE_SYMBOLS) != count(&application, SyntaxKind::SYMBOL_OPERANDS)
        {
            return None;
        }
        let parameters = body.children().find(|it| it.kind() == kind)?;
        let index = items(&operands).position(|it| it == operand)?;
        let name = items(&parameters).nth(index)?.text().to_string().trim().to_owned();
        Some(Self { application, body, parameters, operands, index, name })
    }

    /// Where the results or constraints mention the input.
    pub fn mentions(&self) -> Vec<SyntaxNode> {
        let names = self.body.descendants().filter(|it| it.kind() == SyntaxKind::AFFINE_IDENTIFIER);
        names.filter(|it| tokens(it).any(|it| it.text() == self.name)).collect()
    }

    /// Whether it is the only input.
    pub fn is_alone(&self) -> bool {
        let kinds = [SyntaxKind::AFFINE_DIMENSIONS, SyntaxKind::AFFINE_SYMBOLS];
        kinds.iter().map(|it| count(&self.body, *it)).sum::<usize>() == 1
    }

    /// Whether the map has one result.
    pub fn is_of_one_result(&self) -> bool {
        let results = self.body.children().find(|it| it.kind() == SyntaxKind::AFFINE_RESULTS);
        results.is_some_and(|it| it.children().filter(|it| it.kind().is_affine_expression()).count() == 1)
    }

    /// Takes the input out of its list and the operand out of its own.
    pub fn removal(&self) -> Vec<TextEdit> {
        let without = |list: &SyntaxNode| {
            let items: Vec<_> = items(list).map(|it| trimmed(&it)).collect();
            // Without symbols there are no brackets; the parentheses of the dimensions stay.
            let is_symbols = matches!(list.kind(), SyntaxKind::AFFINE_SYMBOLS | SyntaxKind::SYMBOL_OPERANDS);
            match items.len() == 1 && is_symbols {
                true => Some(edit(trimmed(list), "")),
                false => edit_list::without(&items, self.index).map(|it| edit(it, "")),
            }
        };
        [&self.parameters, &self.operands].into_iter().filter_map(without).collect()
    }
}

fn items(list: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> + use<> {
    list.children().filter(|it| matches!(it.kind(), SyntaxKind::AFFINE_PARAMETER | SyntaxKind::VALUE_USE))
}

fn count(around: &SyntaxNode, list: SyntaxKind) -> usize {
    around.children().find(|it| it.kind() == list).map_or(0, |it| items(&it).count())
}
