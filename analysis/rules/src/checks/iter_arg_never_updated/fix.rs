//! Quick fix of `iter-arg-never-updated`: uses the initial value, inside the loop and after it, and takes the variable
//! out.

use crate::diagnostic::Fix;
use crate::fixes::Records;
use crate::fixes::{FixContext, edit, edit_list, fix, trimmed};
use ir::value_name;
use ir::{OpId, OpKind, ValueId};
use syntax::{SyntaxKind, SyntaxNode, TextEdit, TextRange};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let records = ctx.records()?;
    let terminator = ctx.operation()?;
    let node = terminator.ancestors().skip(1).find(|it| it.kind() == SyntaxKind::OPERATION)?;
    let ir = records.ir;
    let op = ir.parent_op(ctx.op()?)?;
    let OpKind::For(header) = &ir.ops[op].kind else { return None };
    let yielded = items(&terminator, &[SyntaxKind::OPERAND_GROUP], |it| it == SyntaxKind::VALUE_USE);
    let index = yielded.iter().position(|it| *it == ctx.range)?;
    let carried = *ir.blocks[ir.body(op)?].arguments.get(index + 1)?;
    let initial = ir.ops[op].operands.get(header.inits.clone())?.get(index)?.value?;
    let mut edits = records.instead(ctx, carried, initial)?;
    let mut gone = Vec::new();
    if yielded.len() == 1 {
        gone.push(ctx.without(&terminator));
        for kind in [SyntaxKind::ITER_ARGS, SyntaxKind::RESULT_TYPES] {
            let piece = node.children().find(|it| it.kind() == kind)?;
            gone.push(ctx.deletion(trimmed(&piece)));
        }
    } else {
        let mut from_list = |items: Vec<TextRange>| {
            let complete = items.len() == yielded.len();
            gone.push(edit(edit_list::without(&items, index).filter(|_| complete)?, ""));
            Some(())
        };
        from_list(types_of(&terminator))?;
        from_list(yielded.clone())?;
        from_list(children(
            &node.children().find(|it| it.kind() == SyntaxKind::ITER_ARGS)?,
            SyntaxKind::ITER_ARG,
        ))?;
        from_list(types_of(&node.children().find(|it| it.kind() == SyntaxKind::RESULT_TYPES)?))?;
    }
    edits.retain(|it| !gone.iter().any(|gone| gone.range.contains_range(it.range)));
    edits.extend(gone);
    if let Some(result) = ir.ops[op].results.get(index).filter(|it| ir.values[**it].pointer.is_some()) {
        edits.extend(records.instead(ctx, *result, initial)?);
        edits.extend(results(ctx, &records, (op, &node), *result)?);
    }
    let title = format!("use {} and remove {}", value_name(ir, initial), value_name(ir, carried));
    fix(title, edits)
}

/// The names of the results without one of them; later results under the same name move up.
fn results(
    ctx: &FixContext<'_>,
    records: &Records<'_>,
    (op, node): (OpId, &SyntaxNode),
    gone: ValueId,
) -> Option<Vec<TextEdit>> {
    let ir = records.ir;
    let list = node.children().find(|it| it.kind() == SyntaxKind::OP_RESULTS)?;
    let names = children(&list, SyntaxKind::OP_RESULT);
    let data = &ir.values[gone];
    let place = records.range(data.pointer?)?;
    let index = names.iter().position(|it| *it == place)?;
    let rest = data.group.saturating_sub(1);
    if rest == 0 {
        // The list ends with its `=`.
        let range = match names.len() {
            1 => {
                let next = node.children().find(|it| it.kind() == SyntaxKind::OP_NAME)?;
                TextRange::new(trimmed(&list).start(), trimmed(&next).start())
            }
            _ => edit_list::without(&names, index)?,
        };
        return Some(vec![edit(range, "")]);
    }
    let name = |number: u32| match rest {
        1 => data.name.to_string(),
        _ => format!("{}#{number}", data.name),
    };
    let written = if rest == 1 { data.name.to_string() } else { format!("{}:{rest}", data.name) };
    let mut edits = vec![edit(place, written)];
    for mention in records.mentions_of_name(ctx, gone)? {
        let Some(value) = mention.value.filter(|it| *it != gone) else { continue };
        if !ir.ops[op].results.contains(&value) {
            continue;
        }
        let number = ir.values[value].number;
        let number = if number > data.number { number.saturating_sub(1) } else { number };
        edits.push(edit(records.range(mention.pointer)?, name(number)));
    }
    Some(edits)
}

fn children(around: &SyntaxNode, kind: SyntaxKind) -> Vec<TextRange> {
    around.children().filter(|it| it.kind() == kind).map(|it| trimmed(&it)).collect()
}

/// The types in a list, with brackets or without.
fn types_of(around: &SyntaxNode) -> Vec<TextRange> {
    items(around, &[SyntaxKind::TYPE_LIST, SyntaxKind::TYPE_GROUP], SyntaxKind::is_type)
}

/// Children of a node, or of the list in it.
fn items(around: &SyntaxNode, lists: &[SyntaxKind], is_item: fn(SyntaxKind) -> bool) -> Vec<TextRange> {
    let list = around.children().find(|it| lists.contains(&it.kind())).unwrap_or_else(|| around.clone());
    list.children().filter(|it| is_item(it.kind())).map(|it| trimmed(&it)).collect()
}
