//! `argument-attribute-dialect`: an attribute of a function's argument or result whose name has no dialect.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::Form;
use syntax::SyntaxKind::{
    ATTRIBUTE_ENTRY, BLOCK_ARGUMENT, BLOCK_ARGUMENT_LIST, DICTIONARY, FUNCTION_INPUT_TYPES, FUNCTION_RESULTS,
    FUNCTION_SIGNATURE,
};
use syntax::{Located, SyntaxKind};

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, _) in ctx.ops().filter(|(_, op)| op.is("func.func") && op.form == Form::Custom) {
        let Some(signature) = ctx.located(id).and_then(|it| it.child(FUNCTION_SIGNATURE)) else { continue };
        let lists = |kind: SyntaxKind| signature.children_of_kind(kind);
        let named = lists(BLOCK_ARGUMENT_LIST).flat_map(|it| it.children_of_kind(BLOCK_ARGUMENT));
        let arguments = named.chain(lists(FUNCTION_INPUT_TYPES)).map(|it| (it, "an argument"));
        let results = lists(FUNCTION_RESULTS).map(|it| (it, "a result"));
        for (holder, what) in arguments.chain(results) {
            let entries =
                holder.children_of_kind(DICTIONARY).flat_map(|it| it.children_of_kind(ATTRIBUTE_ENTRY));
            for entry in entries.filter(|it| !key(*it).contains('.')) {
                let message = format!("attributes of {what} belong to a dialect: name.{}", key(entry));
                report.add(ctx.pointer(id, entry), message);
            }
        }
    }
}

fn key(entry: Located<'_>) -> &str {
    let token = entry.token(SyntaxKind::BARE_ID).or_else(|| entry.token(SyntaxKind::STRING));
    token.map(|it| it.text().trim_matches('"')).unwrap_or_default()
}
