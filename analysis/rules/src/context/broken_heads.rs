//! Operations whose head or body did not parse.

use super::RuleContext;
use ir::{OpId, Pointer, ValueId, trimmed_range};
use syntax::{SyntaxKind, TextRange};
use transforms::rewrite::token_after;

impl RuleContext<'_> {
    /// Whether a region of the operation has no closing brace.
    pub fn has_open_region(&self, op: OpId) -> bool {
        let mut regions = self.located(op).into_iter().flat_map(|it| it.children_of_kind(SyntaxKind::REGION));
        regions.any(|it| it.token(SyntaxKind::R_BRACE).is_none())
    }

    /// A closing brace in a function that closes nothing.
    pub fn stray_brace(&self) -> Option<Pointer> {
        self.roots.iter().enumerate().find_map(|(root, node)| {
            let mut errors = node.descendants().filter(|it| it.kind() == SyntaxKind::ERROR);
            let brace = errors.find(|it| {
                let mut tokens = it.children_with_tokens().filter(|it| !it.kind().is_trivia());
                tokens.next().is_some_and(|it| it.kind() == SyntaxKind::R_BRACE) && tokens.next().is_none()
            })?;
            Some(Pointer { root, range: trimmed_range(&brace) })
        })
    }

    /// Whether only blanks and comments are between the two.
    pub fn is_next_token(&self, first: Pointer, second: Pointer) -> bool {
        let Some(root) = self.roots.get(first.root) else { return false };
        let between = TextRange::new(first.range.end(), second.range.start().max(first.range.end()));
        let mut token = root.token_at_offset(between.start()).right_biased();
        while let Some(found) = token.filter(|it| it.text_range().end() <= between.end()) {
            if !found.kind().is_trivia() {
                return false;
            }
            token = token_after(&found);
        }
        true
    }

    /// Whether a syntax error lies before the regions of the operation, where its arguments are named.
    pub fn has_broken_head(&self, op: OpId) -> bool {
        let op = &self.ir.ops[op];
        let first = op.regions.first().and_then(|it| self.ir.regions[*it].pointer);
        op.broken
            && first.is_some_and(|first| {
                self.op.errors(self.db).iter().any(|(root, range)| {
                    *root == first.root
                        && op.pointer.range.start() <= range.start()
                        && range.start() < first.range.start()
                })
            })
    }

    /// Whether the value is an argument that a head names in which a syntax error lies.
    pub fn is_in_broken_head(&self, value: ValueId) -> bool {
        self.ir.entry_argument_of(value).is_some_and(|it| self.has_broken_head(it.0))
    }

    /// Whether a syntax error lies in the place.
    pub fn has_error_inside(&self, place: Pointer) -> bool {
        self.op
            .errors(self.db)
            .iter()
            .any(|(root, range)| *root == place.root && place.range.contains_inclusive(range.start()))
    }
}
