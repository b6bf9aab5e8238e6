//! `alloc-symbol-count`: values for another number of symbols than the layout has.
//!
//! Quick fix: deletes the brackets where the layout has no symbols.

use crate::diagnostic::Fix;
use crate::fixes::{FixContext, edit, fix, tokens};
use crate::map_operands::counted;
use std::fmt;
use syntax::{SyntaxKind, TextRange};

/// Values for the symbols of a layout.
#[derive(Debug, PartialEq)]
pub struct Symbols {
    pub asked: usize,
    pub given: usize,
}

impl fmt::Display for Symbols {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, given } = *self;
        write!(f, "the layout has {}, {given} given", counted(asked, "symbol"))
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation().filter(|_| ctx.facts::<Symbols>().is_some_and(|it| it.asked == 0))?;
    let own = |kind| {
        let tokens = op.children_with_tokens().filter_map(|it| it.into_token());
        tokens.filter(move |it| it.kind() == kind).map(|it| it.text_range())
    };
    let (open, close) = (own(SyntaxKind::L_BRACKET).next()?, own(SyntaxKind::R_BRACKET).next()?);
    let range = TextRange::new(open.start(), close.end());
    let is_list_of_values = tokens(&op).filter(|it| range.contains_range(it.text_range())).all(|it| {
        matches!(
            it.kind(),
            SyntaxKind::L_BRACKET
                | SyntaxKind::R_BRACKET
                | SyntaxKind::COMMA
                | SyntaxKind::PERCENT_ID
                | SyntaxKind::HASH_ID
        )
    });
    if !is_list_of_values {
        return None;
    }
    fix(format!("delete {}", ctx.text_of(range)), vec![edit(range, "")])
}
