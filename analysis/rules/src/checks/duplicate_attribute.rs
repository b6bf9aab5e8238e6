//! `duplicate-attribute`: an attribute that is given twice.
//!
//! Quick fix: deletes the attributes that are given a second time.

use crate::context::RuleContext;
use crate::diagnostic::Fix;
use crate::finding::Report;
use crate::fixes::{FixContext, edit, fix, trimmed};
use ir::{Form, Op, OpKind, Pointer};
use rustc_hash::FxHashMap;
use syntax::ast::{self, AstNode};
use syntax::ods::AttributeDefinition;
use syntax::{Located, SyntaxKind, TextRange};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, dictionary) in ctx.pieces(SyntaxKind::DICTIONARY) {
        let op = &ctx.ir.ops[id];
        let is_child = || {
            let mut pieces = ctx.located(id).into_iter().flat_map(Located::children);
            pieces.any(|it| it.text_range() == dictionary.text_range())
        };
        let given = if op.form == Form::Custom && is_child() { by_syntax(op) } else { &[] };
        let mut seen: FxHashMap<&str, Pointer> = FxHashMap::default();
        for entry in dictionary.children_of_kind(SyntaxKind::ATTRIBUTE_ENTRY) {
            let is_key = |kind| matches!(kind, SyntaxKind::BARE_ID | SyntaxKind::STRING);
            let Some(key) = entry.tokens().find(|it| is_key(it.kind())) else { continue };
            let place = Pointer { root: op.pointer.root, range: key.text_range() };
            let name = key.text().trim_matches('"');
            if given.iter().any(|it| it.name == name) {
                report
                    .add(place, format!("attribute {name} is given by the syntax of {} already", op.name))
                    .related(op.name_pointer, "the operation");
            } else if let Some(first) = seen.get(name) {
                report
                    .add(place, format!("attribute {name} is given twice"))
                    .related(*first, "the first time");
            } else {
                seen.insert(name, place);
            }
        }
    }
}

/// The attributes that the custom form of an operation always gives.
fn by_syntax(op: &Op) -> &[AttributeDefinition] {
    match (&op.kind, &op.definition) {
        (
            OpKind::Apply(_)
            | OpKind::Min(_)
            | OpKind::Max(_)
            | OpKind::Access(_)
            | OpKind::For(_)
            | OpKind::If(_),
            Some(definition),
        ) => &definition.attributes,
        _ => &[],
    }
}

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (entry, dictionary) = (ctx.around(SyntaxKind::ATTRIBUTE_ENTRY)?, ctx.around(SyntaxKind::DICTIONARY)?);
    let entries: Vec<_> =
        ast::children::<ast::AttributeEntry>(&dictionary).map(|it| it.syntax().clone()).collect();
    let index = entries.iter().position(|it| *it == entry)?;
    let range = trimmed(&entry);
    let title = format!("delete {}", ctx.text_of(range));
    let before = index.checked_sub(1).and_then(|it| entries.get(it));
    match (before, entries.get(index + 1)) {
        (Some(before), _) => fix(title, vec![edit(TextRange::new(trimmed(before).end(), range.end()), "")]),
        (None, Some(next)) => {
            fix(title, vec![edit(TextRange::new(range.start(), trimmed(next).start()), "")])
        }
        (None, None) => fix(title, vec![ctx.deletion(trimmed(&dictionary))]),
    }
}
