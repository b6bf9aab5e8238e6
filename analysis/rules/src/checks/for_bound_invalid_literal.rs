//! `for-bound-invalid-literal`: an alias as a bound that is not an index.
//!
//! Quick fix: deletes the type of a bound, or the zeros after the point; gives an alias its type.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::RelatedPlace;
use crate::finding::Report;
use crate::fixes::{FixContext, fix, insertion, tokens, trimmed};
use ir::types::Type;
use ir::{Form, Pointer};
use std::fmt;
use syntax::{SyntaxKind, SyntaxNode};

/// An alias of a number that is not an index.
#[derive(Debug, PartialEq)]
pub struct NoIndex {
    pub alias: String,
}

impl fmt::Display for NoIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is no index: write its definition with : index", self.alias)
    }
}

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops().filter(|(_, op)| op.is("affine.for") && op.form == Form::Custom) {
        for bound in [SyntaxKind::LOWER_BOUND, SyntaxKind::UPPER_BOUND] {
            let Some(bound) = ctx.piece(id, bound) else { continue };
            let Some(alias) = bound.child(SyntaxKind::ATTRIBUTE_ALIAS) else { continue };
            let name = alias.trimmed_text().into_owned();
            if ctx.alias_type(&name).is_some_and(|it| it.differs_from(&Type::Index)) {
                report
                    .add(
                        Pointer { range: alias.trimmed_range(), ..op.pointer },
                        NoIndex { alias: name.clone() },
                    )
                    .related_place(RelatedPlace::Alias(name), "the definition of the alias");
            }
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    if ctx.facts::<NoIndex>().is_some() {
        return typed_alias(ctx);
    }
    let text = ctx.text();
    let number = text.split(':').next().unwrap_or_default().trim();
    let whole = match number.split_once('.') {
        Some((whole, rest)) if rest.bytes().all(|it| it == b'0') => whole,
        Some(_) => return None,
        None => number,
    };
    if whole.trim_start_matches('-').bytes().all(|it| it.is_ascii_digit()) && !whole.is_empty() {
        return ctx.replace(format!("change to {whole}"), whole);
    }
    None
}

/// Writes `: index` after the number of an alias, if loops alone use it.
fn typed_alias(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let name = ctx.token().filter(|it| it.kind() == SyntaxKind::HASH_ID)?;
    let part = ctx.around(SyntaxKind::PART)?;
    let is_definition = |it: &SyntaxNode| {
        it.kind() == SyntaxKind::ATTRIBUTE_ALIAS_DEFINITION
            && tokens(it).next().is_some_and(|it| it.text() == name.text())
    };
    let definition = part.children().find(is_definition)?;
    let number = definition.children().find(|it| it.kind() == SyntaxKind::INTEGER_ATTRIBUTE)?;
    let is_bound = |it: &syntax::SyntaxToken| {
        let mut around = it.parent_ancestors();
        around.any(|it| matches!(it.kind(), SyntaxKind::LOWER_BOUND | SyntaxKind::UPPER_BOUND))
    };
    let mut mentions =
        tokens(&part).filter(|it| it.kind() == SyntaxKind::HASH_ID && it.text() == name.text());
    let is_untyped = number.children().next().is_none();
    // The definition, and bounds.
    (is_untyped && mentions.by_ref().skip(1).all(|it| is_bound(&it))).then(|| {
        fix(
            format!("write {} : index", ctx.text_of(trimmed(&number))),
            vec![insertion(trimmed(&number).end(), " : index")],
        )
    })?
}
