//! The findings of all rules in one isolated op.

use crate::alias_rules::undefined_uses;
use crate::code::Code;
use crate::codes;
use crate::context::RuleContext;
use crate::diagnostic::Severity;
use crate::finding::{Finding, Report};
use base::at_once::{computes, takes_long};
use base::isolated_op::{IsolatedOp, has_few_ops};
use base::source_file::SettingsInput;
use ir::{Extent, Ir, OpId, ir_of, lowered_in};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The findings of the first pass in one isolated op.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtOnce {
    pub errors: Arc<[Finding]>,
    /// Other findings of the look at all texts, which are reported with those of the second pass.
    pub others_of_text: Arc<[Finding]>,
}

/// The errors in one isolated op, and the findings beside them.
#[salsa::tracked(returns(ref))]
pub fn findings<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> AtOnce {
    computes(db);
    let (errors, others_of_text) = if has_few_ops(db, op.file(db)) {
        // The other pass needs it soon.
        errors_in(db, op, Extent::Whole, ir_of(db, op))
    } else {
        errors_in(db, op, Extent::Whole, &lowered_in(db, op, Extent::Whole))
    };
    AtOnce { errors: errors.into(), others_of_text: others_of_text.into() }
}

/// The errors that [`findings`] gives, in some of the operations.
pub fn find_at_once<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    extent: Extent<'_>,
) -> Vec<Finding> {
    errors_in(db, op, extent, &lowered_in(db, op, extent)).0
}

/// The errors, and other findings in texts.
fn errors_in<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    extent: Extent<'_>,
    ir: &Ir,
) -> (Vec<Finding>, Vec<Finding>) {
    let context = RuleContext::within(db, op, extent, ir);
    let mut found = check(&context, |it| it.severity == Severity::Error);
    found.extend(context.op_findings());
    found.extend(context.literal_findings());
    let (errors, others): (Vec<_>, Vec<_>) =
        context.text_findings().partition(|it| it.severity == Severity::Error);
    found.extend(errors);
    found.extend(undefined_uses(&context));
    (found, others)
}

/// The other findings about an isolated op.
///
/// They wait until the typing pauses: they are of less interest in a statement that is being written, and many of their
/// rules ask which iterations run and how they depend on each other.
#[salsa::tracked(returns(ref))]
pub fn findings_in_depth<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Arc<[Finding]> {
    takes_long(db);
    find_in_depth(db, op, findings(db, op)).into()
}

/// As [`findings_in_depth`], given the result of [`findings`].
pub fn find_in_depth<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    at_once: &AtOnce,
) -> Vec<Finding> {
    let settings = SettingsInput::get(db).settings(db);
    find_others(db, op, at_once, |it| it.is_wanted(settings))
}

/// Those whose codes have a fix and are only looked for on request, where nobody has asked for them.
#[salsa::tracked(returns(ref))]
pub fn unasked_findings_with_fixes<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Arc<[Finding]> {
    takes_long(db);
    let settings = SettingsInput::get(db).settings(db);
    let context = RuleContext::new(db, op, ir_of(db, op));
    let is_unasked = |it: &Code| it.on_demand && !settings.severities.contains_key(it.name);
    let found = check(&context, |it| it.fix.is_some() && is_unasked(it));
    if found.is_empty() {
        return Arc::default();
    }
    without_hints_at(&context, &wrong_ops(&context, &findings(db, op).errors), found).into()
}

/// Those of [`findings_in_depth`] whose codes have a fix, and [`unasked_findings_with_fixes`]: most codes that ask for
/// dependences have none.
#[salsa::tracked(returns(ref))]
pub fn findings_with_fixes<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Arc<[Finding]> {
    takes_long(db);
    find_others(db, op, findings(db, op), |it| it.fix.is_some()).into()
}

fn find_others<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    at_once: &AtOnce,
    is_wanted: impl Fn(&Code) -> bool,
) -> Vec<Finding> {
    let is_wanted = |it: &Code| it.severity != Severity::Error && is_wanted(it);
    if !codes::all().iter().any(is_wanted) {
        return Vec::new();
    }
    let context = RuleContext::new(db, op, ir_of(db, op));
    let mut found = check(&context, is_wanted);
    let is_other =
        |it: &Finding| it.severity != Severity::Error && codes::get(it.code).is_some_and(is_wanted);
    found.extend(at_once.others_of_text.iter().filter(|it| is_other(it)).cloned());
    without_hints_at(&context, &wrong_ops(&context, &at_once.errors), found)
}

/// The findings of some rules.
fn check(context: &RuleContext<'_>, is_wanted: impl Fn(&Code) -> bool) -> Vec<Finding> {
    let mut found = Vec::new();
    for code in codes::all().iter().filter(|it| is_wanted(it)) {
        if let Some(check) = code.check {
            check(context, &mut Report::new(code.name, code.severity, &mut found));
        }
    }
    found
}

/// The operations in which errors are.
fn wrong_ops(ctx: &RuleContext<'_>, findings: &[Finding]) -> FxHashSet<OpId> {
    let errors = findings.iter().filter(|it| it.severity == Severity::Error);
    errors.filter_map(|it| ctx.ir.innermost_op(it.place)).collect()
}

/// Hints about an operation are of no interest while it is wrong.
fn without_hints_at(ctx: &RuleContext<'_>, wrong: &FxHashSet<OpId>, mut found: Vec<Finding>) -> Vec<Finding> {
    let is_wrong = |it: &Finding| ctx.ir.innermost_op(it.place).is_some_and(|it| wrong.contains(&it));
    if !wrong.is_empty() {
        found.retain(|it| it.severity != Severity::Hint || !is_wrong(it));
    }
    found
}
