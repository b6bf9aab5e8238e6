//! Editor features: what is at an offset, and the outline. The outermost queries: the only ones that know where an
//! isolated op starts, so none of them is memoised.

mod actions;
mod analysis;
pub mod annotations;
mod call_hierarchy;
mod code_lens;
mod completion;
mod definition;
mod diagnostics;
mod document_highlight;
mod document_links;
mod document_symbols;
mod folding_ranges;
mod formatting;
mod generic_form;
mod host;
mod hover;
mod implementation;
#[cfg(test)]
mod imported_operations;
mod inlay_hints;
mod iteration_space;
mod linked_editing;
mod loop_report;
mod map_use;
mod optimized;
mod polyhedra;
mod references;
mod rename;
mod seen;
mod selection_ranges;
mod semantic_tokens;
mod signature_help;
mod symbols;
mod syntax_tree;
mod target;
mod type_definition;
mod versions;

pub use actions::menu::{Fixes, Menu};
pub use actions::modernize::KIND as MODERNIZE;
pub use actions::remedies::Remedy;
pub use actions::{Action, NoEdit, Withheld, action_kinds, done};
pub use analysis::Analysis;
pub use call_hierarchy::{CallItem, Calls};
pub use code_lens::CodeLens;
pub use completion::{CompletionItem, CompletionKind, InlineCompletion};
pub use definition::NavigationTarget;
pub use diagnostics::{Depth, Most, NEARBY_BYTES, Reach};
pub use document_highlight::Highlight;
pub use document_links::DocumentLink;
pub use document_symbols::{DocumentSymbol, SymbolKind};
pub use folding_ranges::{FoldingKind, FoldingRange};
pub use host::Host;
pub use hover::{Hover, Link as HoverLink};
pub use inlay_hints::{InlayHint, InlayHintKind};
pub use references::Reference;
pub use rename::RenameTarget;
pub use seen::{SeenOp, TriviaChange};
pub use semantic_tokens::{SemanticKind, SemanticModifiers, SemanticToken};
pub use signature_help::SignatureHelp;
pub use versions::{OpKey, Scope, Version, VersionedOp};

pub(crate) use call_hierarchy::{call_item, incoming_calls, outgoing_calls};
pub(crate) use completion::{completions, inline_completion};
pub(crate) use definition::{definition, origin};
pub(crate) use document_highlight::document_highlights;
pub(crate) use document_symbols::document_symbols;
pub(crate) use generic_form::generic_form;
pub(crate) use hover::hover;
pub(crate) use implementation::implementations;
pub(crate) use inlay_hints::inlay_hints;
pub(crate) use iteration_space::iteration_space;
pub(crate) use linked_editing::linked_editing_ranges;
pub(crate) use polyhedra::polyhedra;
pub(crate) use references::references;
pub(crate) use rename::{prepare_rename, rename};
pub(crate) use selection_ranges::selection_ranges;
pub(crate) use signature_help::signature_help;
pub(crate) use syntax_tree::syntax_tree;
pub(crate) use type_definition::type_definition;

use base::at_once::takes_time;
use base::isolated_op::{IsolatedOp, RootStarts, isolated_op_starts, isolated_ops};
use base::source_file::SourceFile;
use ir::{Ir, OpId, Pointer};
use syntax::{SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, WalkEvent, text_in};
use transforms::rewrite::token_behind;

/// A file with its tree and its isolated ops.
pub struct FileView<'db> {
    pub db: &'db dyn salsa::Database,
    pub file: SourceFile,
    pub root: SyntaxNode,
    pub records: &'db [IsolatedOp<'db>],
    starts: &'db [RootStarts],
}

impl<'db> FileView<'db> {
    pub fn new(db: &'db dyn salsa::Database, file: SourceFile) -> Self {
        Self {
            db,
            file,
            root: file.parse(db).syntax_node(),
            records: isolated_ops(db, file),
            starts: isolated_op_starts(db, file),
        }
    }

    /// The token that a cursor at the offset means: of two that touch it the one that says more.
    pub fn token_at(&self, offset: TextSize) -> Option<SyntaxToken> {
        if offset > self.root.text_range().end() {
            return None;
        }
        match (self.token_before(offset), self.token_behind(offset)) {
            (Some(left), Some(right)) => {
                Some(if weight(left.kind()) > weight(right.kind()) { left } else { right })
            }
            (left, right) => left.or(right),
        }
        .filter(|it| !it.kind().is_trivia())
    }

    /// The token of the byte after an offset.
    ///
    /// Unwinds where the answer is not wanted any more: no query runs in loops over thousands of names.
    pub fn token_behind(&self, offset: TextSize) -> Option<SyntaxToken> {
        takes_time(self.db);
        self.db.unwind_if_revision_cancelled();
        token_behind(&self.root, offset)
    }

    /// The token of the byte before an offset.
    pub fn token_before(&self, offset: TextSize) -> Option<SyntaxToken> {
        self.token_behind(offset.checked_sub(TextSize::new(1))?)
    }

    /// A piece of the text; what is outside of it is left out. Unwinds as [`Self::token_behind`].
    pub fn text(&self, range: TextRange) -> String {
        takes_time(self.db);
        self.db.unwind_if_revision_cancelled();
        text_in(self.file.parse(self.db).green(), range)
    }

    pub fn ir(&self, record: usize) -> &'db Ir {
        ir::ir_of(self.db, self.records[record])
    }

    /// The roots of a record with their absolute ranges.
    pub fn roots(&self, record: usize) -> impl Iterator<Item = TextRange> + '_ {
        let starts = self.starts.get(record).map(|it| &**it).unwrap_or_default();
        let roots = self.records[record].roots(self.db);
        starts.iter().zip(roots).map(|(start, root)| TextRange::at(*start, root.0.text_len()))
    }

    /// The record that holds the range, and the range's place in it. Unwinds as [`Self::token_behind`].
    pub fn place(&self, range: TextRange) -> Option<(usize, Pointer)> {
        takes_time(self.db);
        self.db.unwind_if_revision_cancelled();
        let before = self.root_starts().filter(|it| it.0 <= range.start());
        let (start, record, root) = before.max()?;
        let length = self.records.get(record)?.roots(self.db).get(root)?.0.text_len();
        let is_inside = TextRange::at(start, length).contains_range(range);
        is_inside.then(|| (record, Pointer { root, range: range - start }))
    }

    /// The operation that a node is, with its record. Unwinds as [`Self::token_behind`].
    pub fn op_at(&self, operation: &SyntaxNode) -> Option<(usize, OpId)> {
        let (record, place) = self.place(operation.text_range())?;
        Some((record, self.ir(record).op_at(place)?))
    }

    /// Where each root of each record starts, record by record; with the record and the root's index in it.
    fn root_starts(&self) -> impl Iterator<Item = (TextSize, usize, usize)> + '_ {
        self.starts.iter().enumerate().flat_map(|(record, starts)| {
            starts.iter().enumerate().map(move |(root, start)| (*start, record, root))
        })
    }

    /// The nodes outside of isolated ops and the roots of isolated ops, in text order.
    ///
    /// Unwinds as [`Self::token_behind`].
    pub fn outside_of_roots(&self) -> impl Iterator<Item = SyntaxElement> + use<'_, 'db> {
        let mut roots: Vec<TextSize> = self.root_starts().map(|it| it.0).collect();
        roots.sort_unstable();
        let mut elements = self.root.preorder_with_tokens();
        std::iter::from_fn(move || {
            loop {
                takes_time(self.db);
                self.db.unwind_if_revision_cancelled();
                let WalkEvent::Enter(element) = elements.next()? else { continue };
                let start = element.text_range().start();
                if element.kind() == SyntaxKind::OPERATION && roots.binary_search(&start).is_ok() {
                    elements.skip_subtree();
                }
                return Some(element);
            }
        })
    }

    /// Where a place of a record is in the file.
    pub fn range(&self, record: usize, pointer: Pointer) -> Option<TextRange> {
        Some(pointer.range + *self.starts.get(record)?.get(pointer.root)?)
    }

    /// The index of the part around a node.
    pub fn part(&self, node: &SyntaxNode) -> usize {
        let part = node.ancestors().find(|it| it.kind() == SyntaxKind::PART);
        part.map_or(0, |it| {
            let before = std::iter::successors(it.prev_sibling(), |it| it.prev_sibling());
            before.filter(|it| it.kind() == SyntaxKind::PART).count()
        })
    }

    /// The node that starts the operation of a root.
    pub fn operation_at(&self, start: TextSize) -> Option<SyntaxNode> {
        let token = self.token_behind(start)?;
        token
            .parent_ancestors()
            .find(|it| it.kind() == SyntaxKind::OPERATION && it.text_range().start() == start)
    }
}

/// How much a token says about what the cursor means.
fn weight(kind: SyntaxKind) -> u8 {
    match kind {
        SyntaxKind::WHITESPACE | SyntaxKind::COMMENT | SyntaxKind::SPLIT_MARKER => 0,
        SyntaxKind::PERCENT_ID
        | SyntaxKind::CARET_ID
        | SyntaxKind::AT_ID
        | SyntaxKind::HASH_ID
        | SyntaxKind::EXCLAMATION_ID => 4,
        SyntaxKind::BARE_ID => 3,
        SyntaxKind::INTEGER | SyntaxKind::FLOAT | SyntaxKind::STRING => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use crate::VersionedOp;
    use crate::host::Host;
    use base::source_file::SourceFile;
    use syntax::{TextRange, TextSize};

    /// Takes the cursor `<|>` out of a fixture.
    pub(super) fn cursor(fixture: &str) -> (Host, SourceFile, TextSize, String) {
        let offset = fixture.find("<|>").expect("a fixture has a cursor");
        let text = fixture.replacen("<|>", "", 1);
        let mut host = Host::new();
        let file = host.add_file(&text);
        (host, file, TextSize::of(&fixture[..offset]), text)
    }

    /// Results for isolated ops and for the text outside, merged in text order, with places in the file.
    pub(super) fn put_together<T>(
        ops: &[VersionedOp],
        inside: impl Fn(&VersionedOp) -> Vec<Vec<T>>,
        outside: Vec<T>,
        place: impl Fn(&T) -> TextRange,
        moved: impl Fn(T, TextSize) -> T,
    ) -> Vec<T> {
        let mut all = outside;
        for op in ops {
            for (items, start) in inside(op).into_iter().zip(&op.starts) {
                all.extend(items.into_iter().map(|it| moved(it, *start)));
            }
        }
        all.sort_by_cached_key(|it| {
            let range = place(it);
            (range.start(), std::cmp::Reverse(range.end()))
        });
        all
    }

    /// The text with brackets around ranges: `[` and `]`, `⟦` and `⟧` for those that are marked.
    pub(super) fn annotate(text: &str, ranges: &[(TextRange, bool)]) -> String {
        let mut insertions: Vec<(usize, &str)> = ranges
            .iter()
            .flat_map(|(range, marked)| {
                let (open, close) = if *marked { ("⟦", "⟧") } else { ("«", "»") };
                [(usize::from(range.start()), open), (usize::from(range.end()), close)]
            })
            .collect();
        insertions.sort_by_key(|it| it.0);
        let mut annotated = text.to_owned();
        for (offset, mark) in insertions.into_iter().rev() {
            annotated.insert_str(offset, mark);
        }
        annotated
    }
}
