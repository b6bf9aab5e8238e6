//! `unregistered-operation-in-dialect`: a quoted operation that its dialect does not have.

use super::{Report, Rule};
use crate::default_dialect::is_similar;
use crate::diagnostic::Severity;
use crate::ir::Form;
use crate::registry::registry;
use crate::rule_context::RuleContext;
use std::sync::Arc;
use syntax::ods::{Arity, OpDefinition};

pub(super) static RULE: Rule = Rule {
    code: "unregistered-operation-in-dialect",
    severity: Severity::Error,
    page: page!("unregistered-operation-in-dialect"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (_, op) in ctx.ops().filter(|it| it.1.form == Form::Generic) {
        let Some((dialect, name)) = op.name.split_once('.') else { continue };
        let registry = registry(ctx.db);
        if !registry.is_complete(dialect) || op.definition.is_some() {
            continue;
        }
        let finding = report.add(op.name_pointer, format!("{dialect} has no operation {name}"));
        let fits = |it: &&Arc<OpDefinition>| {
            it.dialect() == dialect
                && !it.has_format()
                && is_similar(it.short_name(), name)
                && (it.results.iter().any(|it| it.arity != Arity::One)
                    || it.results.is_empty() == op.results.is_empty())
        };
        if let Some(similar) = registry.iter().filter(fits).map(|it| it.short_name()).min() {
            let full = format!("\"{dialect}.{similar}\"");
            finding.fix(format!("change to {full}"), vec![(op.name_pointer, full)]);
        }
    }
}
