//! The text of a loop in both branches of a condition, with one branch of the condition inside each.

use crate::branch::keep_branch;
use crate::for_loop::statements;
use crate::loop_header::{HeaderPieces, new_results_name, result_names};
use crate::rewrite::{Edits, FreshNames, Layout, RootText, TextCopy};
use ir::{OpId, OpKind, ValueId};
use syntax::{SyntaxKind, TextRange};

pub(super) fn edits(source: &RootText<'_>, op: OpId, condition: OpId) -> Option<Edits> {
    let ir = source.ir;
    let data = &ir.ops[op];
    let whole = data.pointer.range;
    let indentation = source.indentation(whole);
    let mut fresh = FreshNames::of(ir);
    let types: Vec<String> = data.results.iter().map(|it| ir.values[*it].ty.to_string()).collect();
    let types = types.join(", ");
    let set = source.slice(source.piece(condition, SyntaxKind::MAP_APPLICATION)?);
    let mut layout = Layout::default();
    layout.line(match data.results.is_empty() {
        true => format!("affine.if {set} {{"),
        false => format!("{} = affine.if {set} -> ({types}) {{", results(source, op)?),
    });
    let branches = if is_nothing_without(source, op, condition) { 1 } else { 2 };
    for branch in 0..branches {
        let mut copy = TextCopy::of(source);
        let name = new_results_name(source, op, &mut fresh);
        let pieces = HeaderPieces { results: name.clone(), ..HeaderPieces::default() };
        for (range, text) in pieces.ranges(source, op)? {
            copy.replace(range, text);
        }
        keep_branch(source, &mut copy, condition, branch)?;
        if branch > 0 {
            layout.deeper(0).line("} else {");
        }
        layout.deeper(1).text(&copy.text(whole)?, indentation);
        if let Some(name) = name {
            let names = result_names(&name, data.results.len()).join(", ");
            layout.line(format!("affine.yield {names} : {types}"));
        }
    }
    layout.deeper(0).line("}");
    Some(vec![(source.pointer(whole), layout.in_place(indentation, source.line_break()))])
}

/// The results of a loop as they are defined: `%r:2`.
fn results<'a>(source: &'a RootText<'_>, op: OpId) -> Option<&'a str> {
    let ir = source.ir;
    let place = |it: &ValueId| Some(ir.values[*it].pointer?.range);
    let results = &ir.ops[op].results;
    let first: TextRange = place(results.first()?)?;
    Some(source.slice(first.cover(place(results.last()?)?)))
}

/// Whether only loops are around a condition without a second branch, so that the loop does nothing where the
/// condition does not hold.
fn is_nothing_without(source: &RootText<'_>, op: OpId, condition: OpId) -> bool {
    let ir = source.ir;
    let around = ir.ancestors(condition).take_while(|it| *it != op).chain([op]);
    let mut inner = condition;
    for outer in around {
        let is_plain = matches!(ir.ops[outer].kind, OpKind::For(_)) && ir.ops[outer].results.is_empty();
        if !is_plain || statements(ir, outer) != [inner] {
            return false;
        }
        inner = outer;
    }
    ir.ops[condition].regions.len() < 2
}
