//! Quick fix of `subscript-repeated-base-name` and `result-number-ignored`: gives each result a name of its own.

use crate::diagnostic::Fix;
use crate::fixes::{FixContext, edit, fix, tokens, trimmed};
use ir::ValueId;
use syntax::SyntaxKind;

pub(crate) fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let leaf =
        ctx.root.covering_element(ctx.range).ancestors().find(|it| it.kind().is_affine_expression())?;
    let mention = leaf.descendants().find(|it| it.kind() == SyntaxKind::VALUE_USE)?;
    let records = ctx.records()?;
    let value = records.mentioned(trimmed(&mention))?;
    let results = records.ir.ops[records.ir.defining_op(value)?].results.as_slice();
    let definition = records.ir.values[value].pointer?;
    let under_one_name = |it: &&ValueId| records.ir.values[**it].pointer == Some(definition);
    let group: Vec<ValueId> = results.iter().filter(under_one_name).copied().collect();
    let name = tokens(&mention).next()?.text().to_owned();
    let stem = match name.trim_start_matches('%') {
        // No letter may follow a number.
        number if number.bytes().all(|it| it.is_ascii_digit()) => format!("%v{number}"),
        _ => name.clone(),
    };
    let names: Vec<String> = (0..group.len()).map(|it| ctx.fresh_name(&format!("{stem}_{it}"))).collect();
    let mut edits = vec![edit(records.range(definition)?, names.join(", "))];
    for mention in records.mentions_of_name(ctx, value)? {
        let index = group.iter().position(|it| Some(*it) == mention.value)?;
        edits.push(edit(records.range(mention.pointer)?, names.get(index)?));
    }
    fix(format!("name the results {}", names.join(", ")), edits)
}
