//! `duplicate-attribute`: an attribute that is given twice.

use super::{Report, Rule};
use crate::diagnostic::Severity;
use crate::ir::{Form, Pointer};
use crate::rule_context::RuleContext;
use rustc_hash::FxHashMap;
use syntax::SyntaxKind;
use syntax::ast::{self, AstNode};

pub(super) static RULE: Rule = Rule {
    code: "duplicate-attribute",
    severity: Severity::Error,
    page: page!("duplicate-attribute"),
    check,
};

fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        let Some(node) = ctx.syntax(id) else { continue };
        for dictionary in ctx.own_nodes(id).into_iter().filter(|it| it.kind() == SyntaxKind::DICTIONARY) {
            let is_own = op.form == Form::Custom && dictionary.parent().as_ref() == Some(&node);
            let given = if is_own { by_syntax(&op.name) } else { &[] };
            let mut seen: FxHashMap<String, Pointer> = FxHashMap::default();
            for entry in ast::children::<ast::AttributeEntry>(&dictionary) {
                let mut tokens = entry.syntax().children_with_tokens().filter_map(|it| it.into_token());
                let key = tokens.find(|it| matches!(it.kind(), SyntaxKind::BARE_ID | SyntaxKind::STRING));
                let Some(key) = key else { continue };
                let place = Pointer { root: op.pointer.root, range: key.text_range() };
                let name = key.text().trim_matches('"').to_owned();
                if given.contains(&&*name) {
                    report
                        .add(place, format!("attribute {name} is given by the syntax of {} already", op.name))
                        .related(op.name_pointer, "the operation");
                } else if let Some(first) = seen.get(&name) {
                    report
                        .add(place, format!("attribute {name} is given twice"))
                        .related(*first, "the first time");
                } else {
                    seen.insert(name, place);
                }
            }
        }
    }
}

/// The attributes that the custom form of an operation always gives.
fn by_syntax(name: &str) -> &'static [&'static str] {
    match name {
        "affine.apply"
        | "affine.min"
        | "affine.max"
        | "affine.load"
        | "affine.store"
        | "affine.vector_load"
        | "affine.vector_store" => &["map"],
        "affine.for" => &["lowerBoundMap", "upperBoundMap", "step"],
        "affine.if" => &["condition"],
        "affine.prefetch" => &["map", "isWrite", "isDataCache", "localityHint"],
        _ => &[],
    }
}
