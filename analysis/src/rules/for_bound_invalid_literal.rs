//! `for-bound-invalid-literal`: an alias as a bound that is no index.

use super::Report;
use crate::ir::{Form, Pointer};
use crate::rule_context::RuleContext;
use crate::rules::RelatedPlace;
use crate::types::Type;
use std::fmt;
use syntax::SyntaxKind;

/// An alias of a number that is no index.
#[derive(Debug, PartialEq)]
pub(crate) struct NoIndex {
    pub(crate) alias: String,
}

impl fmt::Display for NoIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is no index: write its definition with : index", self.alias)
    }
}

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
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
