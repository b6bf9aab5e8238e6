//! Where the isolated ops of a file are.

use crate::Pointer;
use crate::places::Places;
use base::isolated_op::{IsolatedOp, isolated_op_starts, isolated_ops};
use base::source_file::SourceFile;
use syntax::{TextRange, TextSize};

/// Where the roots of an isolated op start; makes pointers absolute.
#[derive(Clone)]
pub struct Starts<'a> {
    starts: &'a [TextSize],
    /// Of each root, where the pointers are into a text that is written differently, and that one into another one, and
    /// so on: the last text first.
    places: Vec<&'a [Places]>,
}

impl<'a> Starts<'a> {
    pub fn new(starts: &'a [TextSize]) -> Self {
        Self { starts, places: Vec::new() }
    }

    /// The same for pointers into the texts that have these places in the roots, or in their rewritten form.
    pub fn of_places(&self, places: &'a [Places]) -> Self {
        Self { starts: self.starts, places: [&[places], self.places.as_slice()].concat() }
    }

    pub fn range(&self, pointer: Pointer) -> TextRange {
        let before = |range: TextRange, places: &[Places]| {
            places.get(pointer.root).map_or(range, |it| it.before(range))
        };
        let range = self.places.iter().fold(pointer.range, |range, places| before(range, places));
        range + self.starts.get(pointer.root).copied().unwrap_or_default()
    }

    /// Whether pointers are into a text that is written differently.
    pub fn is_of_other_text(&self) -> bool {
        !self.places.is_empty()
    }

    /// Whether a root of the isolated op touches the range.
    pub fn touch(&self, db: &dyn salsa::Database, op: IsolatedOp<'_>, range: TextRange) -> bool {
        let mut roots = op.roots(db).iter().zip(self.starts);
        roots.any(|(green, start)| TextRange::at(*start, green.0.text_len()).intersect(range).is_some())
    }
}

/// The isolated ops of a file with the starts of their roots.
pub fn located(
    db: &dyn salsa::Database,
    file: SourceFile,
) -> impl Iterator<Item = (IsolatedOp<'_>, Starts<'_>)> {
    let starts = isolated_op_starts(db, file);
    isolated_ops(db, file).iter().copied().zip(starts.iter().map(|it| Starts::new(it)))
}
