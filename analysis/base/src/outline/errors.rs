//! Where a file's syntax errors are.

use syntax::{Located, Parse, TextRange};

/// The ranges of syntax errors but old spellings, by their starts.
pub(super) fn breaking_errors(parse: &Parse) -> Vec<TextRange> {
    let breaking = parse.errors().iter().filter(|it| !it.code.is_legacy());
    let mut errors: Vec<_> = breaking.map(|it| it.range).collect();
    errors.sort_by_key(|it| it.start());
    errors
}

/// Ranges of syntax errors by their starts.
pub(super) struct Errors<'a> {
    pub(super) sorted: &'a [TextRange],
}

impl Errors<'_> {
    fn of(&self, range: TextRange) -> impl Iterator<Item = TextRange> + '_ {
        let first = self.sorted.partition_point(|it| it.start() < range.start());
        let errors = self.sorted.get(first..).unwrap_or_default().iter().copied();
        errors.take_while(move |it| it.start() <= range.end())
    }

    pub(super) fn touches(&self, range: TextRange) -> bool {
        self.of(range).next().is_some()
    }

    /// Relative to the roots that they start in.
    pub(super) fn inside(&self, roots: &[Located<'_>]) -> Box<[(usize, TextRange)]> {
        if self.sorted.is_empty() {
            return Box::default();
        }
        let of_root = |(index, root): (usize, &Located<'_>)| {
            let start = root.start;
            self.of(root.text_range())
                .map(move |it| (index, TextRange::new(it.start() - start, it.end() - start)))
                .collect::<Vec<_>>()
        };
        roots.iter().enumerate().flat_map(of_root).collect()
    }
}
