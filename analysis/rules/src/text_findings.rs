//! Findings in the text of all operations at once, whatever their code.

use crate::codes::severity;
use crate::context::RuleContext;
use crate::finding::{Finding, RelatedPlace};
use crate::map_text::{self, TextProblem};
use crate::{literals, type_text, verifiers};
use ir::{OpId, Pointer};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use syntax::{Located, SyntaxKind, SyntaxNode};

impl TextProblem {
    /// The problem as a finding in one of the roots.
    fn in_root(self, root: usize) -> Finding {
        let place = |range| Pointer { root, range };
        let related =
            self.related.into_iter().map(|(range, note)| (RelatedPlace::Here(place(range)), note.into()));
        Finding {
            related: related.collect(),
            ..Finding::new(self.code, severity(self.code), place(self.range), self.facts)
        }
    }
}

impl RuleContext<'_> {
    /// The problems of the maps, sets, subscripts and types of the operations.
    pub fn text_findings(&self) -> impl Iterator<Item = Finding> {
        let mut found = Vec::new();
        let maps = map_text::LISTS.iter().flat_map(|it| self.pieces(*it));
        let bands = self.pieces(SyntaxKind::PARALLEL_BOUNDS);
        let bounds = bands.flat_map(|(op, it)| it.affine_expressions().map(move |it| (op, it)));
        self.judge(maps.chain(bounds), map_text::problems, map_text::is_judged, &mut found);
        let types = type_text::TYPES.iter().flat_map(|it| self.pieces(*it));
        self.judge(types, type_text::problems, type_text::is_judged, &mut found);
        found.into_iter()
    }

    /// The problems of pieces. Equal pieces are one green node in many places: a piece that is sound in one place is
    /// looked at once.
    fn judge<'a>(
        &self,
        pieces: impl Iterator<Item = (OpId, Located<'a>)>,
        problems: fn(Located<'_>) -> Vec<TextProblem>,
        is_judged: fn(&SyntaxNode) -> bool,
        found: &mut Vec<Finding>,
    ) {
        let mut sound = FxHashSet::default();
        for (op, piece) in pieces {
            let key = std::ptr::from_ref(piece.green);
            if sound.contains(&key) {
                continue;
            }
            let of_piece = problems(piece);
            if of_piece.is_empty() {
                sound.insert(key);
            } else if self.cursor(op, piece).is_some_and(|it| is_judged(&it)) {
                let root = self.ir.ops[op].pointer.root;
                found.extend(of_piece.into_iter().map(|it| it.in_root(root)));
            }
        }
    }

    /// The problems of the types and attributes of the operations of the syntax tables.
    pub fn op_findings(&self) -> impl Iterator<Item = Finding> {
        let here = |(place, note): (Pointer, Cow<'_, str>)| (RelatedPlace::Here(place), note.into());
        verifiers::problems(self).into_iter().map(move |it| Finding {
            related: it.related.into_iter().map(here).collect(),
            ..Finding::new(it.code, it.severity.unwrap_or_else(|| severity(it.code)), it.place, it.facts)
        })
    }

    /// The problems of the numbers and lists of numbers that the operations have.
    pub fn literal_findings(&self) -> Vec<Finding> {
        let mut sound = FxHashSet::default();
        let mut found = Vec::new();
        for (op, piece) in literals::KINDS.iter().flat_map(|it| self.pieces(*it)) {
            let key = std::ptr::from_ref(piece.green);
            if sound.contains(&key) {
                continue;
            }
            let Some(node) = self.cursor(op, piece) else { continue };
            match literals::problem(&node, &|ty| self.lowered_type(ty)) {
                Some(problem) => found.push(problem.in_root(self.ir.ops[op].pointer.root)),
                None => _ = sound.insert(key),
            }
        }
        found
    }
}
