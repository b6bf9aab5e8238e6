//! The table of semantic diagnostics, and what they report with. One rule is one file under `rules/`, a page under
//! `docs/diagnostics`, and a line in [`RULES`].

pub(crate) mod fusion_opportunity;

use crate::diagnostic::Severity;
use crate::ir::{Ir, Pointer, ir};
use crate::isolated_op::IsolatedOp;

/// A rule: its code and severity, and the function that looks for violations in one isolated op.
pub(crate) struct Rule {
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) check: fn(&RuleContext<'_>, &mut Report<'_>),
}

/// What a rule looks at.
pub(crate) struct RuleContext<'db> {
    pub(crate) db: &'db dyn salsa::Database,
    pub(crate) op: IsolatedOp<'db>,
    pub(crate) ir: &'db Ir,
}

/// A finding with places that are relative to its isolated op.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) message: String,
    pub(crate) place: Pointer,
    pub(crate) related: Vec<(Place, String)>,
    pub(crate) fixes: Vec<FindingFix>,
}

/// A further place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the same isolated op.
    Here(Pointer),
    /// The definition of an alias, with its sigil.
    Alias(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FindingFix {
    pub(crate) title: String,
    pub(crate) edits: Vec<(Pointer, String)>,
}

/// Collects what one rule finds.
pub(crate) struct Report<'a> {
    rule: &'static Rule,
    findings: &'a mut Vec<Finding>,
}

impl Report<'_> {
    /// Adds a finding; places and fixes are added to what this returns.
    pub(crate) fn add(&mut self, place: Pointer, message: impl Into<String>) -> &mut Finding {
        self.findings.push(Finding {
            code: self.rule.code,
            severity: self.rule.severity,
            message: message.into(),
            place,
            related: Vec::new(),
            fixes: Vec::new(),
        });
        let last = self.findings.len() - 1;
        &mut self.findings[last]
    }
}

impl Finding {
    pub(crate) fn related(&mut self, place: Pointer, message: impl Into<String>) -> &mut Self {
        self.related.push((Place::Here(place), message.into()));
        self
    }

    pub(crate) fn fix(&mut self, title: impl Into<String>, edits: Vec<(Pointer, String)>) -> &mut Self {
        self.fixes.push(FindingFix { title: title.into(), edits });
        self
    }
}

/// Every rule.
static RULES: &[Rule] = &[fusion_opportunity::RULE];

/// What the rules find in one isolated op.
#[salsa::tracked(returns(ref))]
pub(crate) fn findings<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Vec<Finding> {
    let context = RuleContext { db, op, ir: ir(db, op) };
    let mut findings = Vec::new();
    for rule in RULES {
        (rule.check)(&context, &mut Report { rule, findings: &mut findings });
    }
    findings
}
