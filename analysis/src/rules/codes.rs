//! The table of codes: what is known of a code wherever it is found stands in its row.

mod table;

use super::Report;
use crate::diagnostic::{Page, Severity};
use crate::fixes::Find;
use crate::rule_context::RuleContext;
use table::CODES;

/// A code of diagnostics.
pub(crate) struct Code {
    pub(crate) name: &'static str,
    pub(crate) severity: Severity,
    page: &'static str,
    /// The look for violations in one isolated op. `None` where the parser finds them, or one look finds those of
    /// several codes.
    pub(crate) check: Option<Check>,
    /// The search for fixes at a place that has a diagnostic of this code.
    pub(crate) fix: Option<Find>,
    /// The codes that say less than this one where both are reported in one place; errors all.
    pub(crate) hides: &'static [&'static str],
    /// Whether a finding changes nothing that is said about statements farther away. While there is one that does, an edit
    /// asks for a look at the whole function.
    pub(crate) is_local: bool,
    /// Whether a fix of it turns an old spelling into today's.
    pub(crate) modernizes: bool,
    fix_keeps_meaning: bool,
}

pub(crate) type Check = fn(&RuleContext<'_>, &mut Report<'_>);

impl Code {
    const fn new(name: &'static str, severity: Severity, page: &'static str) -> Self {
        Self {
            name,
            severity,
            page,
            check: None,
            fix: None,
            hides: &[],
            is_local: true,
            modernizes: false,
            fix_keeps_meaning: false,
        }
    }

    const fn check(self, check: Check) -> Self {
        Self { check: Some(check), ..self }
    }

    const fn fix(self, fix: Find) -> Self {
        Self { fix: Some(fix), ..self }
    }

    const fn hides(self, hides: &'static [&'static str]) -> Self {
        Self { hides, ..self }
    }

    const fn non_local(self) -> Self {
        Self { is_local: false, ..self }
    }

    const fn modernizes(self) -> Self {
        Self { modernizes: true, ..self }
    }

    const fn keeps_meaning(self) -> Self {
        Self { fix_keeps_meaning: true, ..self }
    }
}

/// The rows of all codes, sorted by their names.
pub(crate) fn all() -> &'static [Code] {
    CODES
}

/// The row of a code.
pub(crate) fn get(name: &str) -> Option<&'static Code> {
    let index = CODES.binary_search_by_key(&name, |it| it.name).ok()?;
    CODES.get(index)
}

/// The severity of the diagnostics of a code.
pub(crate) fn severity(name: &str) -> Severity {
    get(name).map_or(Severity::Error, |it| it.severity)
}

/// The page of a code.
pub(crate) fn explain(name: &str) -> Option<Page> {
    let code = get(name)?;
    let Code { name, severity, page, fix_keeps_meaning, .. } = *code;
    Some(Page { code: name, severity, text: page, fix_keeps_meaning })
}

#[cfg(test)]
mod tests;
