//! `alloc-alignment`: an alignment that is not a power of two.
//!
//! Quick fix: the next power of two, of the type that is asked for.

use crate::diagnostic::Fix;
use crate::fixes::{FixContext, attributes, edit, fix, trimmed};
use std::fmt;
use syntax::{SyntaxKind, ast};

/// An alignment of a number of bits that does not fit.
#[derive(Debug, PartialEq)]
pub struct Alignment {
    pub width: u32,
}

impl fmt::Display for Alignment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an alignment is a power of two of type i{}", self.width)
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let op = ctx.operation()?;
    let written = attributes::value(&op, "alignment")
        .or_else(|| op.children().find(|it| it.kind() == SyntaxKind::INTEGER_ATTRIBUTE));
    let (written, width) = (written?, ctx.facts::<Alignment>()?.width);
    let number = ir::integer(&written).and_then(|it| u64::try_from(it).ok());
    let power = number.and_then(u64::checked_next_power_of_two);
    let power = power.filter(|it| it.trailing_zeros() + 1 < width)?;
    let has_type = ast::child::<ast::Type>(&written).is_some();
    let text = if has_type { format!("{power} : i{width}") } else { power.to_string() };
    fix(format!("change to {text}"), vec![edit(trimmed(&written), text)])
}
