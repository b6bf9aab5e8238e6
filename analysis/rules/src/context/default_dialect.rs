//! The prefix that may be left out.

use super::RuleContext;
use base::registry::registry;
use ir::{Form, OpId};
use syntax::ods::Name;

impl RuleContext<'_> {
    /// The dialect whose prefix may be left out at the operation; empty if there is none, `None` if that
    /// is not known.
    pub fn default_dialect(&self, op: OpId) -> Option<Name> {
        let Some(id) = self.ir.parent_op(op) else { return Some(Name::new("builtin")) };
        let parent = &self.ir.ops[id];
        if parent.broken && !self.has_open_region(id) || parent.is("func.func") && parent.form == Form::Opaque
        {
            return None;
        }
        parent.default_dialect()
    }

    /// Whether the dialect has, or may have, an operation of that name.
    pub fn may_have(&self, dialect: &str, name: &str) -> bool {
        let registry = registry(self.db);
        registry.has(&format!("{dialect}.{name}")) || !registry.lists(dialect)
    }
}
