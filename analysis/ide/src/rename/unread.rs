//! Text with names that are not resolved: it would keep the old name, so it forbids a rename.

use super::Target;
use crate::FileView;
use crate::symbols::{SymbolDefinition, bare_name, resolve, scopes, symbol_definitions};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxToken, TextRange};

pub(super) fn renamable(view: &FileView<'_>, target: &Target, token: &SyntaxToken) -> Result<(), String> {
    if target.definition(view).is_none() {
        return Err(format!("`{}` is not defined in this file", token.text()));
    }
    // Old text that does not parse may hold the name, and would keep it.
    let (part, name) = match target {
        Target::Value { record, value } => {
            (view.records[*record].part(view.db), view.ir(*record).values[*value].name.to_string())
        }
        Target::Label { record, block } => {
            let label = view.ir(*record).blocks[*block].label.as_ref();
            (view.records[*record].part(view.db), label.map_or_else(String::new, |it| it.0.to_string()))
        }
        Target::Symbol(symbol) => (symbol.part, format!("@{}", symbol.name)),
        Target::Alias { part, name } => (*part, name.clone()),
        Target::Input { .. } => return Ok(()),
    };
    let unread = unread_names(view, part, target);
    if unread.contains(&name) {
        return Err(format!("`{name}` also stands in text that cannot be read"));
    }
    if let Target::Symbol(symbol) = target
        && names_inside_bodies(view, part)
            .any(|it| it.kind() == SyntaxKind::AT_ID && bare_name(it.text()) == symbol.name)
    {
        return Err(format!("`{name}` also stands in text that only its dialect can read"));
    }
    if let Target::Symbol(symbol) = target
        && let Some(path) = unresolved_path(view, symbol)
    {
        return Err(format!("`{path}` may be another definition of `{name}`"));
    }
    Ok(())
}

/// A path that ends in the symbol's name and leads nowhere: an unknown operation may define it, so that some of
/// the apparent uses are that definition.
fn unresolved_path(view: &FileView<'_>, symbol: &SymbolDefinition) -> Option<String> {
    let definitions = symbol_definitions(view);
    let part = ast::children::<ast::Part>(&view.root).nth(symbol.part)?;
    let references = part.syntax().descendants().filter(|it| it.kind() == SyntaxKind::SYMBOL_REFERENCE);
    let mut unresolved = references.filter(|it| {
        let names = it.children_with_tokens().filter_map(|it| it.into_token());
        let names = names.filter(|it| it.kind() == SyntaxKind::AT_ID);
        let path: Vec<Box<str>> = names.map(|it| bare_name(it.text()).into()).collect();
        path.len() > 1
            && path.last().is_some_and(|it| **it == *symbol.name)
            && resolve(&definitions, symbol.part, &scopes(it), &path).is_none()
    });
    Some(unresolved.next()?.text().to_string().trim().to_owned())
}

/// Symbols and aliases of a part inside text that only a dialect reads: `!x.y<#map>`.
pub(super) fn names_inside_bodies(view: &FileView<'_>, part: usize) -> impl Iterator<Item = SyntaxToken> {
    let part = ast::children::<ast::Part>(&view.root).nth(part);
    let bodies = part.into_iter().flat_map(|it| it.syntax().descendants());
    let bodies = bodies.filter(|it| {
        matches!(
            it.kind(),
            SyntaxKind::OPAQUE_ANGLES | SyntaxKind::DIALECT_TYPE | SyntaxKind::DIALECT_ATTRIBUTE
        )
    });
    let tokens = bodies.flat_map(|it| it.children_with_tokens()).filter_map(|it| it.into_token());
    tokens.filter(|it| {
        matches!(it.kind(), SyntaxKind::HASH_ID | SyntaxKind::EXCLAMATION_ID | SyntaxKind::AT_ID)
    })
}

/// Names in erroneous text: of the isolated op of a value or label, else of the whole part.
fn unread_names(view: &FileView<'_>, part: usize, target: &Target) -> Vec<String> {
    let ranges: Vec<TextRange> = match target {
        Target::Value { record, .. } | Target::Label { record, .. } => view.roots(*record).collect(),
        _ => vec![view.root.text_range()],
    };
    let errors = view.root.descendants().filter(|it| {
        it.kind() == SyntaxKind::ERROR && ranges.iter().any(|range| range.contains_range(it.text_range()))
    });
    // Names that look like arguments of a region, in an operation without regions, are uses that cannot be resolved.
    let arguments = view.root.descendants().filter(|it| {
        let body = it.ancestors().find(|it| it.kind() == SyntaxKind::OPAQUE_BODY);
        it.kind() == SyntaxKind::BLOCK_ARGUMENT
            && body.is_some_and(|it| it.descendants().all(|it| it.kind() != SyntaxKind::REGION))
            && ranges.iter().any(|range| range.contains_range(it.text_range()))
    });
    errors
        .chain(arguments)
        .filter(|it| view.part(it) == part)
        .flat_map(|it| it.descendants_with_tokens().filter_map(|it| it.into_token()))
        .filter(|it| it.kind().is_sigil_name())
        .map(|it| it.text().to_owned())
        .collect()
}
