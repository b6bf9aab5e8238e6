//! The facts about a code, independent of the place of a finding.

use crate::context::RuleContext;
use crate::diagnostic::{Page, Severity};
use crate::finding::Report;
use crate::fixes::Find;
use base::source_file::Settings;

/// A code of diagnostics.
pub struct Code {
    pub name: &'static str,
    pub severity: Severity,
    page: &'static str,
    /// The look for violations in one isolated op. `None` where the parser finds them, or one look finds those of
    /// several codes.
    pub check: Option<Check>,
    /// The search for fixes at a place that has a diagnostic of this code.
    pub fix: Option<Find>,
    /// The codes that say less than this one where both are reported in one place; errors all.
    pub hides: &'static [&'static str],
    /// Whether a finding changes nothing that is said about statements farther away. While there is one that does, an edit
    /// asks for a look at the whole function.
    pub is_local: bool,
    /// Whether a fix of it turns an old spelling into today's.
    pub modernizes: bool,
    /// Whether it is only looked for on request: it would be reported too often about code that is as it should be.
    pub on_demand: bool,
    /// Whether tests have it by nature, so that it is not said unasked where `RUN:` lines are.
    pub is_natural_in_tests: bool,
    /// Whether programs compute the same after its fix.
    fix_keeps_meaning: bool,
}

pub type Check = fn(&RuleContext<'_>, &mut Report<'_>);

impl Code {
    pub(crate) const fn new(name: &'static str, severity: Severity, page: &'static str) -> Self {
        Self {
            name,
            severity,
            page,
            check: None,
            fix: None,
            hides: &[],
            is_local: true,
            modernizes: false,
            on_demand: false,
            is_natural_in_tests: false,
            fix_keeps_meaning: false,
        }
    }

    pub(crate) const fn check(self, check: Check) -> Self {
        Self { check: Some(check), ..self }
    }

    pub(crate) const fn fix(self, fix: Find) -> Self {
        Self { fix: Some(fix), ..self }
    }

    pub(crate) const fn hides(self, hides: &'static [&'static str]) -> Self {
        Self { hides, ..self }
    }

    pub(crate) const fn non_local(self) -> Self {
        Self { is_local: false, ..self }
    }

    pub(crate) const fn modernizes(self) -> Self {
        Self { modernizes: true, ..self }
    }

    pub(crate) const fn on_demand(self) -> Self {
        Self { on_demand: true, ..self }
    }

    pub(crate) const fn natural_in_tests(self) -> Self {
        Self { is_natural_in_tests: true, ..self }
    }

    pub(crate) const fn keeps_meaning(self) -> Self {
        Self { fix_keeps_meaning: true, ..self }
    }

    /// Whether it is said with these settings.
    pub fn is_wanted(&self, settings: &Settings) -> bool {
        settings.severities.get(self.name).map_or(!self.on_demand, Option::is_some)
    }

    /// The page that `explain` shows.
    pub fn page(&self) -> Page {
        let Self { name: code, severity, page: text, on_demand, fix_keeps_meaning, .. } = *self;
        Page { code, severity, text, on_demand, fix_keeps_meaning }
    }
}
