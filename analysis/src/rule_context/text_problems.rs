//! What is found in the text of all operations at once, for the rules that report it.

use super::RuleContext;
use crate::map_text::{self, TextProblem};
use crate::rules::Report;
use crate::{ir::Pointer, literals, op_rules, type_text};
use rustc_hash::FxHashSet;
use syntax::{Located, SyntaxKind, SyntaxNode};

impl RuleContext<'_> {
    /// Reports what is wrong with the rule's code in the maps, sets, subscripts and types of the operations.
    pub(crate) fn report_text(&self, report: &mut Report<'_>) {
        let found = self.text_problems.get_or_init(|| {
            let mut found = Vec::new();
            let maps = map_text::LISTS.iter().flat_map(|it| self.pieces(*it));
            let bands = self.pieces(SyntaxKind::PARALLEL_BOUNDS);
            let bounds = bands.flat_map(|(op, it)| it.affine_expressions().map(move |it| (op, it)));
            self.judge(maps.chain(bounds), map_text::problems, map_text::is_judged, &mut found);
            let types = type_text::TYPES.iter().flat_map(|it| self.pieces(*it));
            self.judge(types, type_text::problems, type_text::is_judged, &mut found);
            found
        });
        let code = report.code();
        for (root, problem) in found.iter().filter(|it| it.1.code == code) {
            let place = |range| Pointer { root: *root, range };
            let finding = report.add(place(problem.range), problem.message.clone());
            for (range, message) in &problem.related {
                finding.related(place(*range), message.clone());
            }
        }
    }

    /// The problems of pieces, with their roots. Equal pieces are one green node in many places: what is sound in one
    /// place is looked at once.
    fn judge<'a>(
        &self,
        pieces: impl Iterator<Item = (crate::ir::OpId, Located<'a>)>,
        problems: fn(Located<'_>) -> Vec<TextProblem>,
        is_judged: fn(&SyntaxNode) -> bool,
        found: &mut Vec<(usize, TextProblem)>,
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
                found.extend(of_piece.into_iter().map(|it| (root, it)));
            }
        }
    }

    /// Reports what is wrong with the rule's code in the types and attributes of the operations of the syntax tables.
    pub(crate) fn report_op_problems(&self, report: &mut Report<'_>) {
        let found = self.op_problems.get_or_init(|| op_rules::problems(self));
        let code = report.code();
        for problem in found.iter().filter(|it| it.code == code) {
            let finding = report.add(problem.place, problem.message.clone());
            for (place, message) in &problem.related {
                finding.related(*place, message.clone());
            }
        }
    }

    /// Reports what is wrong with the rule's code in the numbers and lists of numbers that the operations have.
    pub(crate) fn report_literals(&self, report: &mut Report<'_>) {
        let found = self.literal_problems.get_or_init(|| {
            let mut sound = FxHashSet::default();
            let mut found = Vec::new();
            for (op, piece) in literals::KINDS.iter().flat_map(|it| self.pieces(*it)) {
                let key = std::ptr::from_ref(piece.green);
                if sound.contains(&key) {
                    continue;
                }
                let Some(node) = self.cursor(op, piece) else { continue };
                match literals::problem(&node, &|ty| self.lowered_type(ty)) {
                    Some(problem) => found.push((self.ir.ops[op].pointer.root, problem)),
                    None => _ = sound.insert(key),
                }
            }
            found
        });
        let code = report.code();
        for (root, problem) in found.iter().filter(|it| it.1.code == code) {
            report.add(Pointer { root: *root, range: problem.range }, problem.message.clone());
        }
    }
}
