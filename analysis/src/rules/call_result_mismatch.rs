//! `call-result-mismatch`: a call that expects other results than the function has.

use super::Report;
use crate::calls::{calls, type_list};
use crate::rule_context::RuleContext;
use crate::types::Type;
use std::fmt;

/// A call that writes other results than its function has.
#[derive(Debug, PartialEq)]
pub(crate) struct Results {
    pub(crate) callee: String,
    pub(crate) has: Vec<Type>,
    pub(crate) written: Vec<Type>,
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { callee, has, written } = self;
        write!(f, "{callee} returns {}, not {}", type_list(has), type_list(written))
    }
}

pub(super) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
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
