//! `missing-inherent-attribute`: a generic affine operation that lacks an attribute.
//!
//! Quick fix: adds the attribute with its usual value.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, attributes, fix, guess};
use crate::inherent_attributes::{Kind, generic_ops, required};
use ir::{Attributes, Form, Op};
use smol_str::SmolStr;
use std::fmt;
use syntax::SyntaxKind;
use syntax::ods::Name;

/// An attribute that an operation has to have.
#[derive(Debug, PartialEq)]
pub struct Missing {
    pub op: SmolStr,
    pub attribute: Name,
    pub kind: Kind,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { op, attribute, kind } = self;
        write!(f, "{op} needs the attribute {attribute}, {}", kind.text())
    }
}

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in generic_ops(ctx) {
        let mut required = required(op).peekable();
        let Some(attributes) = required.peek().and_then(|_| ctx.attributes(id)) else { continue };
        for (attribute, kind) in required.filter(|it| !attributes.has(&it.0)) {
            report.add(op.name_pointer, Missing { op: op.name.clone(), attribute, kind });
        }
    }
    structured(ctx, report);
}

/// The form of `linalg.generic` begins with its attributes, of which these have no default.
fn structured(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    let is_generic = |op: &Op| op.form == Form::Opaque && op.name.strip_prefix("linalg.") == Some("generic");
    for (id, op) in ctx.ops().filter(|it| is_generic(it.1)) {
        let body = ctx.located(id).and_then(|it| it.child(SyntaxKind::OPAQUE_BODY));
        // An alias may stand for all of them.
        let Some(body) =
            body.filter(|it| it.children().next().is_some_and(|it| it.kind() == SyntaxKind::DICTIONARY))
        else {
            continue;
        };
        let attributes = Attributes::of(body);
        for name in ["indexing_maps", "iterator_types"] {
            if !attributes.has(name) {
                report.add(op.name_pointer, format!("{} needs the attribute {name}", op.name));
            }
        }
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (name, op) = (ctx.facts::<Missing>()?.attribute, ctx.operation()?);
    let value = match &*name {
        "step" => "1 : index",
        "isWrite" => "false",
        "isDataCache" => "true",
        "localityHint" => "3 : i32",
        _ => return None,
    };
    let entry = format!("{name} = {value}");
    match attributes::added(&op, &entry) {
        Some(edit) if name == "step" => fix(format!("insert {entry}"), vec![edit]),
        Some(edit) => guess(format!("insert {entry} (a guess)"), vec![edit]),
        None => None,
    }
}
