//! Whether a new name would be something else's, or hide it.

use super::Target;
use crate::FileView;
use crate::symbols::bare_name;
use crate::target::value_name;
use ir::aliases::alias_definition;
use ir::{Ir, RegionId};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange};

pub(super) fn refuse_clash(view: &FileView<'_>, target: &Target, new_name: &str) -> Result<(), String> {
    let taken = match target {
        Target::Value { record, value } => {
            let ir = view.ir(*record);
            let is_same = &*ir.values[*value].name == new_name;
            !is_same
                && (value_clashes(ir, ir.home(*value), new_name)
                    || value_name(ir, *value)
                        .and_then(|it| view.range(*record, it))
                        .is_some_and(|it| clashes_in_generic_form(view, it, new_name)))
        }
        Target::Label { record, block } => {
            let ir = view.ir(*record);
            let region = ir.blocks[*block].parent;
            let named = |it: &ir::BlockId| ir.blocks[*it].label.as_ref().is_some_and(|it| &*it.0 == new_name);
            let others = ir.regions[region].blocks.iter().filter(|it| *it != block);
            let named_blocks = others.clone().any(named);
            let is_awaited = ir.ops.iter().any(|(id, op)| {
                op.successors.iter().any(|it| it.block.is_none() && &*it.label == new_name)
                    && ir.blocks[ir.ops[id].block].parent == region
            });
            named_blocks || is_awaited
        }
        Target::Symbol(symbol) => {
            let new_name = bare_name(new_name);
            new_name != symbol.name && names_symbol(view, symbol.part, new_name)
        }
        Target::Alias { part, name } => {
            name != new_name && alias_definition(view.db, view.file, *part, new_name).is_some()
        }
        Target::Input { map, name } => {
            let named = map.descendants().filter(|it| {
                matches!(it.kind(), SyntaxKind::AFFINE_PARAMETER | SyntaxKind::AFFINE_IDENTIFIER)
            });
            name != new_name && named.into_iter().any(|it| it.text() == new_name)
        }
    };
    if taken { Err(format!("`{new_name}` is taken")) } else { Ok(()) }
}

/// Whether a name is defined where one of the region could be seen, or the other way round; or is used without a
/// definition, which it would become.
fn value_clashes(ir: &Ir, home: RegionId, name: &str) -> bool {
    let outwards = |start: RegionId| {
        std::iter::successors(Some(start), |it| {
            let parent = ir.regions[*it].parent?;
            Some(ir.blocks[ir.ops[parent].block].parent)
        })
    };
    let is_around = |outer: RegionId, inner: RegionId| outwards(inner).any(|it| it == outer);
    let defined = ir.values.iter().filter(|it| &*it.1.name == name).map(|it| ir.home(it.0));
    let awaited = ir.ops.iter().filter(|(_, op)| {
        op.operands.iter().any(|it| it.value.is_none() && it.name.split('#').next() == Some(name))
    });
    defined.into_iter().any(|it| is_around(it, home) || is_around(home, it)) || awaited.count() > 0
}

/// As [`value_clashes`], where the other is in another isolated operation: in generic form their regions are not scopes
/// of their own to MLIR's parser.
fn clashes_in_generic_form(view: &FileView<'_>, definition: TextRange, name: &str) -> bool {
    let Some(definition) = view.token_behind(definition.start()) else { return false };
    let Some(part) = definition.parent_ancestors().find(|it| it.kind() == SyntaxKind::PART) else {
        return false;
    };
    let home = |token: &SyntaxToken| {
        token.parent_ancestors().find(|it| it.kind() == SyntaxKind::REGION).unwrap_or_else(|| part.clone())
    };
    let is_generic = |it: &SyntaxNode| {
        let operation = ast::Operation::cast(it.clone());
        operation
            .and_then(|it| it.op_name())
            .is_some_and(|it| it.syntax().text().char_at(0.into()) == Some('"'))
    };
    // Whether the token is inside the region, in a region of an operation in generic form.
    let is_seen = |region: &SyntaxNode, token: &SyntaxToken| {
        let around = token.parent_ancestors().take_while(|it| it != region);
        region.text_range().contains_range(token.text_range())
            && around.skip_while(|it| it.kind() != SyntaxKind::REGION).any(|it| is_generic(&it))
    };
    let tokens = part.descendants_with_tokens().filter_map(|it| it.into_token());
    let others = tokens.filter(|it| it.kind() == SyntaxKind::PERCENT_ID && it.text() == name);
    others.into_iter().any(|it| is_seen(&home(&definition), &it) || is_seen(&home(&it), &definition))
}

/// Whether a symbol of that name may be defined or meant in the part, also by unknown operations.
fn names_symbol(view: &FileView<'_>, part: usize, name: &str) -> bool {
    let part = ast::children::<ast::Part>(&view.root).nth(part);
    let tokens = part.into_iter().flat_map(|it| it.syntax().descendants_with_tokens());
    let names = |it: &SyntaxToken| match it.kind() {
        SyntaxKind::AT_ID => bare_name(it.text()) == name,
        SyntaxKind::STRING => it.text().trim_matches('"') == name,
        _ => false,
    };
    tokens.filter_map(|it| it.into_token()).any(|it| names(&it))
}
