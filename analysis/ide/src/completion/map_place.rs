//! A place where a map or set is applied, and what may be in it.

use super::grammar::{Grammar, Verdict};
use super::{Candidate, CompletionKind};
use crate::FileView;
use ir::aliases::{AttributeAlias, attribute_alias};
use syntax::{SyntaxKind, SyntaxToken, ast};

/// Less has only what is something else.
const MISFIT: f32 = -10.0;

/// The place of a map or set that is applied to operands.
pub(super) struct MapPlace {
    is_set: bool,
    dims: Option<usize>,
    symbols: Option<usize>,
}

impl MapPlace {
    pub(super) fn at(token: &SyntaxToken) -> Option<Self> {
        let application = token.parent_ancestors().find(|it| it.kind() == SyntaxKind::MAP_APPLICATION)?;
        if application.children().find(|it| it.kind().is_attribute())?.text_range().end()
            < token.text_range().end()
        {
            return None;
        }
        let count = |kind| {
            let list = application.children().find(|it| it.kind() == kind)?;
            Some(list.children().filter(|it| it.kind() == SyntaxKind::VALUE_USE).count())
        };
        let operation = application
            .parent()
            .and_then(|it| it.ancestors().find_map(<ast::Operation as ast::AstNode>::cast)?.op_name());
        Some(Self {
            is_set: operation.is_some_and(|it| it.text() == "affine.if"),
            dims: count(SyntaxKind::DIM_OPERANDS),
            symbols: count(SyntaxKind::SYMBOL_OPERANDS),
        })
    }

    /// The place at the cursor; a bound of a loop may be a map as well.
    pub(super) fn of(grammar: &Grammar) -> Option<Self> {
        let place = grammar.tree_with("#completion").as_ref().and_then(Self::at);
        let is_bound = || {
            let parent = grammar.takes("7").map(|it| it.parent);
            matches!(parent, Some(SyntaxKind::LOWER_BOUND | SyntaxKind::UPPER_BOUND))
        };
        place.or_else(|| is_bound().then_some(Self { is_set: false, dims: None, symbols: None }))
    }

    /// Takes away attributes that are neither a map or set nor an alias of one. The parser takes any.
    pub(super) fn sift(&self, found: &mut Vec<(Candidate, Verdict)>) {
        let keyword = if self.is_set { "affine_set" } else { "affine_map" };
        found.retain(|(candidate, verdict)| {
            let is_attribute = verdict.parent.is_attribute() || verdict.parent.is_type();
            match candidate.kind {
                CompletionKind::Punctuation => true,
                CompletionKind::Alias => candidate.score > MISFIT,
                _ => !is_attribute || candidate.text == keyword,
            }
        });
    }

    /// How well an alias fits, by what it is and by its numbers of dimensions and symbols.
    pub(super) fn fit(&self, view: &FileView<'_>, part: usize, name: &str) -> f32 {
        let (dims, symbols) = match attribute_alias(view.db, view.file, part, name.to_owned()) {
            AttributeAlias::Map(map) if !self.is_set => (map.dims, map.symbols),
            AttributeAlias::Set(set) if self.is_set => (set.dims, set.symbols),
            AttributeAlias::Undefined => return 0.0,
            _ => return -20.0,
        };
        match (self.dims, self.symbols) {
            (None, None) => 5.0,
            (written, in_brackets) if written.unwrap_or(0) == dims && in_brackets.unwrap_or(0) == symbols => {
                4.0
            }
            _ => -4.0,
        }
    }
}
