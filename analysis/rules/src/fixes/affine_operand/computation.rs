//! The pure operations that compute an operand move in front of the outermost loop around its use.

use super::super::{FixContext, Records, edit, insertion, trimmed};
use crate::diagnostic::Fix;
use ir::affine::symbols::Symbols;
use ir::{Definition, Ir, OpId, ValueId};
use rustc_hash::FxHashMap;
use syntax::{SyntaxKind, SyntaxNode, TextRange};
use transforms::rewrite::indentation;

/// Longer computations are left to their authors.
const MOST_OPERATIONS: usize = 32;

/// The computation of the operand, moved to a place where it is a symbol.
pub(super) fn moved(ctx: &FixContext<'_>) -> Option<Fix> {
    let records = ctx.records()?;
    let (ir, user, value) = ctx.operand()?;
    let scope = Symbols::new(ir).scope(user);
    let outermost = ir.ancestors(user).find(|it| ir.blocks[ir.ops[*it].block].parent == scope)?;
    let mut operations = Vec::new();
    collect(ir, value, outermost, &mut operations)?;
    // In their order, and by that in the order of their definitions.
    operations.sort_by_key(|it| (ir.ops[*it].pointer.root, ir.ops[*it].pointer.range.start()));
    let names = names(ctx, ir, &operations)?;
    let at = records.range(ir.ops[outermost].pointer)?.start();
    let blanks = indentation(ctx.whole, at.into());
    let (mut lines, mut edits) = (String::new(), Vec::new());
    for op in &operations {
        let range = records.range(ir.ops[*op].pointer)?;
        let statement = statement(ctx, range)?;
        let text = renamed(ctx, &records, range, &names)?;
        let removed = ctx.without(&statement);
        let behind = ctx.text_of(TextRange::new(range.end(), removed.range.end().max(range.end())));
        lines.push_str(&format!("{text}{}\n{blanks}", behind.trim_end()));
        edits.push(removed);
    }
    for mention in &ir.mentions {
        let range = records.range(mention.pointer)?;
        let is_moved = operations.iter().any(|it| ir.is_within(mention.op, *it));
        if let Some(name) = mention.value.and_then(|it| names.get(&it)).filter(|_| !is_moved) {
            edits.push(edit(range, name));
        }
    }
    edits.insert(0, insertion(at, lines));
    let name = ctx.text();
    let title = format!("compute {name} in front of the loops");
    Some(Fix { title, edits, modernizes: false, guesses: false })
}

/// The operations inside of `outermost` that a value is computed by, each once.
fn collect(ir: &Ir, value: ValueId, outermost: OpId, found: &mut Vec<OpId>) -> Option<()> {
    let mut values = vec![value];
    while let Some(value) = values.pop() {
        match ir.values[value].definition {
            Definition::Argument { block, .. } => {
                let owner = ir.regions[ir.blocks[block].parent].parent;
                if owner.is_some_and(|it| ir.is_within(it, outermost)) {
                    return None;
                }
            }
            Definition::Result { op, .. } if ir.is_within(op, outermost) => {
                if found.contains(&op) {
                    continue;
                }
                let data = &ir.ops[op];
                let may_move = data.is_pure() && data.regions.is_empty() && !data.broken && op != outermost;
                if !may_move || found.len() == MOST_OPERATIONS {
                    return None;
                }
                found.push(op);
                for operand in &data.operands {
                    values.push(operand.value?);
                }
            }
            Definition::Result { .. } => {}
        }
    }
    Some(())
}

/// New names for the results whose own ones other values have too: where they move to, both would be seen.
fn names(ctx: &FixContext<'_>, ir: &Ir, operations: &[OpId]) -> Option<FxHashMap<ValueId, String>> {
    let mut names = FxHashMap::default();
    for result in operations.iter().flat_map(|it| &ir.ops[*it].results) {
        let data = &ir.values[*result];
        let is_shared = ir.values.iter().filter(|(_, it)| it.name == data.name).count() > 1;
        if is_shared && data.group > 1 {
            return None;
        }
        if is_shared {
            names.insert(*result, ctx.fresh_name(&data.name));
        }
    }
    let mut all: Vec<_> = names.values().collect();
    all.sort();
    all.dedup();
    (all.len() == names.len()).then_some(names)
}

/// The text of a statement under the new names.
fn renamed(
    ctx: &FixContext<'_>,
    records: &Records<'_>,
    range: TextRange,
    names: &FxHashMap<ValueId, String>,
) -> Option<String> {
    let ir = records.ir;
    let defined = names.keys().filter_map(|it| Some((ir.values[*it].pointer?, *it)));
    let mentioned = ir.mentions.iter().filter_map(|it| Some((it.pointer, it.value?)));
    let mut places = Vec::new();
    for (pointer, value) in defined.chain(mentioned) {
        let place = records.range(pointer)?;
        if let Some(name) = names.get(&value).filter(|_| range.contains_range(place)) {
            places.push(edit(place - range.start(), name));
        }
    }
    places.sort_by_key(|it| it.range.start());
    places.dedup();
    Some(places.iter().rev().fold(ctx.text_of(range), |text, it| it.apply(&text)))
}

fn statement(ctx: &FixContext<'_>, range: TextRange) -> Option<SyntaxNode> {
    let node = match ctx.root.covering_element(range) {
        rowan::NodeOrToken::Node(node) => node,
        rowan::NodeOrToken::Token(token) => token.parent()?,
    };
    node.ancestors().find(|it| it.kind() == SyntaxKind::OPERATION).filter(|it| trimmed(it) == range)
}
