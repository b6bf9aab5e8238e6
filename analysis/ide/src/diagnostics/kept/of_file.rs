//! The findings of one file: what of them still holds, and what has to be found anew.

use super::of_op::OfOp;
use super::pass::Pass;
use crate::diagnostics::Depth;
use crate::diagnostics::batches::bytes;
use crate::diagnostics::nearby::Neighbourhood;
use crate::diagnostics::slice::{self, Statements};
use base::at_once::computes;
use base::database::RootDatabase;
use base::isolated_op::OpText;
use base::source_file::SourceFile;
use rules::finding::Finding;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use syntax::TextSize;

/// The cache of one file.
#[derive(Default)]
pub(super) struct OfFile {
    environment_revision: u64,
    /// One per isolated op, in the order of the file.
    ops: Vec<OfOp>,
    /// Of the op that was looked at in slices last.
    statements: Option<(OpText, Statements)>,
}

impl OfFile {
    /// All findings, with the index of each op, in the order of the file and by their places in each.
    pub(super) fn findings(&self) -> impl Iterator<Item = (usize, &Finding)> {
        let ops = self.ops.iter().enumerate();
        ops.flat_map(|(index, it)| it.shown.iter().map(move |finding| (index, finding)))
    }

    /// What takes long of the isolated op with an index, if it is known of the present text.
    pub(super) fn in_depth(&self, db: &RootDatabase, op: usize) -> Option<Arc<[Finding]>> {
        let op = self.ops.get(op)?;
        op.in_depth.as_ref().filter(|it| it.is_of(db, op.text)).map(|it| it.findings.clone())
    }

    /// Finds what is not kept of the present texts, as deep as wanted; what takes long only nearby. Gives the distance
    /// within which that is known, if it is not known everywhere.
    pub(super) fn bring_up_to_date(
        &mut self,
        db: &RootDatabase,
        file: SourceFile,
        depth: Depth,
        nearby: Option<Neighbourhood>,
    ) -> Option<TextSize> {
        self.forget_stale(db, file);
        let asks_nearby = matches!(depth, Depth::Nearby | Depth::Full);
        let nearby = nearby.filter(|_| asks_nearby).map(|it| it.ops(db, file));
        let is_near = nearby.as_ref().map(|it| &*it.0);
        match depth {
            Depth::Nearby | Depth::AtOnce => {
                self.carry(db, file, Pass::AtOnce);
                self.find_in_slices(db, file);
            }
            Depth::FixesAround(_) | Depth::Full => {
                self.forget_partial();
                self.carry(db, file, Pass::AtOnce);
                self.carry(db, file, Pass::InDepth);
            }
        }
        self.find(db, file, Pass::AtOnce, is_near.filter(|_| depth == Depth::Nearby));
        if depth != Depth::Full {
            return None;
        }
        self.find(db, file, Pass::InDepth, is_near);
        nearby.and_then(|it| it.1)
    }

    fn forget_stale(&mut self, db: &RootDatabase, file: SourceFile) {
        let environment_revision = file.environment_revision(db);
        if self.environment_revision == environment_revision {
            return;
        }
        self.environment_revision = environment_revision;
        let mut old: FxHashMap<OpText, OfOp> = self.ops.drain(..).map(|it| (it.text, it)).collect();
        self.ops.reserve(file.op_texts(db).len());
        for text in file.op_texts(db) {
            let mut kept = old.remove(text).unwrap_or_else(|| OfOp::new(*text));
            // Only as a stand-in until it is asked again.
            kept.at_once = None;
            if let Some(found) = &mut kept.in_depth {
                found.revision = None;
            }
            self.ops.push(kept);
        }
    }

    /// Looks at the statements that a change of a function concerns, where that is enough for now.
    fn find_in_slices(&mut self, db: &RootDatabase, file: SourceFile) {
        for op in &mut self.ops {
            let Some(found) = op.at_once.as_ref().filter(|it| !it.is_of(db, op.text)) else { continue };
            if bytes(db, op.text) < slice::LEAST_BYTES || !found.is_whole(db, op.text) {
                continue;
            }
            computes(db);
            let before = (&*found.roots, &*found.findings);
            let statements = self.statements.take().filter(|it| it.0 == op.text);
            let mut statements = statements.map(|it| it.1).unwrap_or_default();
            let findings = slice::findings_in_slice(db, file, op.text, before, &mut statements);
            self.statements = Some((op.text, statements));
            if let Some(findings) = findings {
                op.keep(db, file, Pass::AtOnce, findings.into(), true);
            }
        }
    }

    /// Takes over what was found where only blanks and comments changed.
    fn carry(&mut self, db: &RootDatabase, file: SourceFile, pass: Pass) {
        for op in &mut self.ops {
            let Some(stale) = op.of(pass).filter(|it| !it.is_of(db, op.text)) else { continue };
            if let Some(findings) = stale.carried(db, op.text) {
                let is_partial = stale.is_partial;
                op.keep(db, file, pass, findings, is_partial);
            }
        }
    }

    /// Drops the findings of slices, which are not enough any more.
    fn forget_partial(&mut self) {
        for op in &mut self.ops {
            op.at_once.take_if(|it| it.is_partial);
        }
    }

    /// Asks where nothing is kept of the present text, only of some ops if `wanted` is given.
    fn find(&mut self, db: &RootDatabase, file: SourceFile, pass: Pass, wanted: Option<&[bool]>) {
        let is_wanted = |index| wanted.is_none_or(|it| it.get(index).copied().unwrap_or_default());
        let is_missing = |it: &OfOp| it.of(pass).is_none_or(|found| !found.is_of(db, it.text));
        let ops = self.ops.iter_mut().enumerate();
        let missing = ops.filter(|(index, it)| is_wanted(*index) && is_missing(it));
        let mut missing: Vec<&mut OfOp> = missing.map(|it| it.1).collect();
        let texts: Vec<OpText> = missing.iter().map(|it| it.text).collect();
        let found = pass.find(db, file, &texts);
        for (kept, findings) in missing.iter_mut().zip(found) {
            kept.keep(db, file, pass, findings, false);
        }
    }
}
