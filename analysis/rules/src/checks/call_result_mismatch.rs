//! `call-result-mismatch`: a call that expects other results than the function has.
//!
//! Quick fix: writes the results that the function has.

use crate::calls::{calls, type_list};
use crate::checks::value_type_mismatch::fix::conversion;
use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, result_names, results};
use ir::types::Type;
use std::fmt;
use syntax::{SyntaxKind, SyntaxNode, TextEdit};

/// A call that writes other results than its function has.
#[derive(Debug, PartialEq)]
pub struct Results {
    pub callee: String,
    pub has: Vec<Type>,
    pub written: Vec<Type>,
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { callee, has, written } = self;
        write!(f, "{callee} returns {}, not {}", type_list(has), type_list(written))
    }
}

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for call in calls(ctx) {
        let pairs = call.written.results.iter().zip(call.results);
        let is_other = call.written.results.len() != call.results.len()
            || pairs.into_iter().any(|(written, has)| written.differs_from(has));
        if is_other {
            let (callee, has, written) = (call.callee.clone(), call.results, &call.written.results);
            report
                .add(call.written.place, Results { callee, has: has.to_vec(), written: written.clone() })
                .related_place(call.function(ctx), "the function");
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let Results { has, written, .. } = ctx.facts()?;
    let call = ctx.operation()?;
    let range = results(&call.children().find(|it| it.kind() == SyntaxKind::FUNCTION_TYPE)?)?;
    let text = match &**has {
        [one] => one.to_string(),
        has => type_list(has),
    };
    let mut edits = vec![edit(range, format!(" {text}"))];
    edits.extend(names(ctx, &call, has, written)?);
    fix(format!("write {text}"), edits)
}

/// The new names: results that are used keep the type that they were written with.
fn names(ctx: &FixContext<'_>, call: &SyntaxNode, has: &[Type], written: &[Type]) -> Option<Vec<TextEdit>> {
    let groups = result_names::groups(call)?;
    if groups.is_empty() {
        return Some(Vec::new());
    }
    let mut is_used = false;
    for (name, ..) in &groups {
        is_used |= !result_names::uses(call, name)?.is_empty();
    }
    if !is_used {
        return result_names::resize(call, has.len());
    }
    let ([to], [from], [(name, 1, range)]) = (written, has, &*groups) else { return None };
    let conversion = conversion(&from.to_string(), &to.to_string())?;
    let fresh = ctx.fresh_name("%result");
    let line = format!("{name} = arith.{conversion} {fresh} : {from} to {to}");
    Some(vec![edit(*range, fresh), ctx.line_after(call, &line)])
}
