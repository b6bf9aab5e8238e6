//! The findings of one isolated op, of both passes.

use super::found::{Found, is_broken};
use super::op_findings::OpFindings;
use super::pass::Pass;
use crate::diagnostics::moved::moved;
use base::database::RootDatabase;
use base::isolated_op::{OpText, isolated_op};
use base::source_file::SourceFile;
use polyhedral::memory::consulted;
use rules::finding::Finding;
use std::sync::Arc;

/// The cache of one isolated op.
pub(super) struct OfOp {
    pub(super) text: OpText,
    pub(super) at_once: Option<Found>,
    pub(super) in_depth: Option<Found>,
    /// Both, at their places in the text of which `at_once` speaks.
    pub(super) shown: OpFindings,
}

impl OfOp {
    pub(super) fn new(text: OpText) -> Self {
        Self { text, at_once: None, in_depth: None, shown: OpFindings::default() }
    }

    pub(super) fn of(&self, pass: Pass) -> Option<&Found> {
        match pass {
            Pass::AtOnce => self.at_once.as_ref(),
            Pass::InDepth => self.in_depth.as_ref(),
        }
    }

    pub(super) fn keep(
        &mut self,
        db: &RootDatabase,
        file: SourceFile,
        pass: Pass,
        findings: Arc<[Finding]>,
        is_partial: bool,
    ) {
        let revision = Some(self.text.revision(db));
        let roots = self.text.roots(db).clone();
        let is_broken = is_broken(db, self.text);
        let consulted = match pass {
            Pass::AtOnce => Box::default(),
            Pass::InDepth => {
                let texts = consulted(db, isolated_op(db, self.text, file)).iter();
                texts.map(|it| (*it, it.revision(db))).collect()
            }
        };
        let found = Some(Found { revision, roots, is_broken, is_partial, findings, consulted });
        match pass {
            Pass::AtOnce => self.at_once = found,
            Pass::InDepth => self.in_depth = found,
        }
        let in_depth = self.in_depth.as_ref().map(|it| match it.revision == revision {
            true => it.findings.clone(),
            false => moved(&it.findings, &it.roots, self.text.roots(db)).into(),
        });
        let at_once = self.at_once.as_ref().map(|it| it.findings.clone());
        self.shown = OpFindings::new(at_once.unwrap_or_default(), in_depth.unwrap_or_default());
    }
}
