//! Values that a loop carries, when another loop's body joins it: results, iteration arguments and yielded values
//! follow one another.

use super::merging::Merging;
use super::places::Edit;
use crate::fuse::merge::levels::Level;
use crate::rewrite::{RootText, TextCopy};
use ir::trimmed_range;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextRange, TextSize};

/// The changes in the host for one level.
#[derive(Default)]
pub(crate) struct Carried {
    pub header: Vec<Edit>,
    /// A terminator, where the host has none yet.
    pub last_line: Option<String>,
}

/// Adds the values that the guest's loop carries to the host's.
pub(crate) fn carry(merging: &Merging<'_>, copy: &TextCopy<'_>, level: &Level) -> Option<Carried> {
    let ir = merging.ir;
    let (host, guest) = (merging.host_loop(level), merging.guest_loop(level));
    if ir.ops[guest].results.is_empty() {
        return Some(Carried::default());
    }
    let mut carried = Carried::default();
    let (host_node, guest_node) = (merging.host.operation(host)?, merging.guest.operation(guest)?);

    let results = copy.text(piece(&guest_node, SyntaxKind::OP_RESULTS)?)?;
    let names = results.trim_end_matches('=').trim_end();
    carried.header.push(match piece(&host_node, SyntaxKind::OP_RESULTS) {
        Some(results) => {
            let written = merging.host.slice(results).trim_end_matches('=').trim_end();
            (at(results.start() + TextSize::of(written)), format!(", {names}"))
        }
        None => (at(ir.ops[host].pointer.range.start()), format!("{names} = ")),
    });

    let arguments = ir.blocks[ir.body(guest)?].arguments.get(1..)?;
    let ir::OpKind::For(header) = &ir.ops[guest].kind else { return None };
    let inits = ir.ops[guest].operands.get(header.inits.clone())?;
    let list: Option<Vec<String>> = arguments
        .iter()
        .zip(inits)
        .map(|(argument, init)| Some(format!("{} = {}", copy.name(*argument), copy.name(init.value?))))
        .collect();
    let list = list?.join(", ");
    let types = types(merging.guest, &guest_node)?;
    match (piece(&host_node, SyntaxKind::ITER_ARGS), host_node_types(&host_node)) {
        (Some(iter_args), Some(result_types)) => {
            let own = self::types(merging.host, &host_node)?;
            carried.header.push((at(iter_args.end() - TextSize::of(")")), format!(", {list}")));
            carried.header.push((result_types, format!("-> ({own}, {types})")));
        }
        _ => {
            let upper = piece(&host_node, SyntaxKind::UPPER_BOUND)?;
            let end = piece(&host_node, SyntaxKind::STEP).unwrap_or(upper).end();
            carried.header.push((at(end), format!(" iter_args({list}) -> ({types})")));
        }
    }

    let yielded = ir.ops[merging.guest.terminator(guest)?].operands.iter();
    let yielded: Option<Vec<String>> = yielded.map(|it| Some(copy.name(it.value?))).collect();
    let yielded = yielded?.join(", ");
    match merging.host.terminator(host) {
        None => carried.last_line = Some(format!("affine.yield {yielded} : {types}")),
        Some(terminator) => {
            let data = &ir.ops[terminator];
            let line = match (data.operands.first(), data.operands.last()) {
                (Some(first), Some(last)) => {
                    let own = merging.host.slice(first.pointer.range.cover(last.pointer.range));
                    let own_types = self::types(merging.host, &host_node)?;
                    format!("affine.yield {own}, {yielded} : {own_types}, {types}")
                }
                _ => format!("affine.yield {yielded} : {types}"),
            };
            carried.header.push((data.pointer.range, line));
        }
    }
    Some(carried)
}

fn at(offset: TextSize) -> TextRange {
    TextRange::empty(offset)
}

fn piece(node: &SyntaxNode, kind: SyntaxKind) -> Option<TextRange> {
    node.children().find(|it| it.kind() == kind).map(|it| trimmed_range(&it))
}

fn host_node_types(node: &SyntaxNode) -> Option<TextRange> {
    piece(node, SyntaxKind::RESULT_TYPES)
}

/// The types that a loop carries, separated by commas, as they are written.
fn types(root: &RootText<'_>, node: &SyntaxNode) -> Option<String> {
    let results = node.children().find(|it| it.kind() == SyntaxKind::RESULT_TYPES)?;
    let list = results.children().find(|it| it.kind() == SyntaxKind::TYPE_LIST);
    let types: Vec<ast::Type> = ast::children(list.as_ref().unwrap_or(&results)).collect();
    let written = types.iter().map(|it| root.slice(trimmed_range(it.syntax())));
    Some(written.collect::<Vec<_>>().join(", "))
}
