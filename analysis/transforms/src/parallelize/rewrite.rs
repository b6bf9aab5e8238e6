//! The text of a parallel loop: another header, the terms of reductions yielded in place of what they make, and the
//! initial values and elements of memory folded in behind the loop.

use super::legality::{Fold, Target, Term};
use crate::assumptions::assumptions;
use crate::for_loop::{for_loop, step, variable_name};
use crate::loop_header::new_results_name;
use crate::neutral::literal;
use crate::rewrite::Edits;
use crate::rewrite::{FreshNames, RootText, Side, TextCopy};
use ir::{OpId, Pointer};
use syntax::TextRange;

pub(super) fn edits(source: &RootText<'_>, op: OpId, folds: &[Fold]) -> Option<Edits> {
    let ir = source.ir;
    let mut fresh = FreshNames::of(ir);
    let mut copy = TextCopy::of(source);
    let partial = partial_names(source, op, folds, &mut fresh);
    let mut before = String::new();
    for fold in folds {
        match &fold.term {
            Term::Value { combiner, .. } => {
                copy.replace(source.lines_of(ir.ops[*combiner].pointer.range), "");
            }
            Term::FromNeutral { links } => {
                for link in links {
                    assumptions(&source.operation(*link)?).into_iter().for_each(|it| copy.replace(it, ""));
                }
                let name = fresh.named("%neutral");
                let constant = literal(fold.combining.neutral, &fold.ty)?;
                before.push_str(&format!(
                    "{name} = arith.constant {constant} : {}{}",
                    fold.ty,
                    indented_break(source, op)
                ));
                copy.mention_instead(fold.argument, &name);
            }
        }
    }
    let last = *ir.blocks[ir.body(op)?].ops.last()?;
    let accesses: Vec<OpId> = folds.iter().flat_map(Fold::accesses).collect();
    let is_gone = |op: OpId| accesses.contains(&op);
    // What is yielded takes the place of a store that ends the body.
    for access in accesses.iter().filter(|it| **it != last) {
        copy.replace(source.lines_of(ir.ops[*access].pointer.range), "");
    }
    copy.replace(source.header(op)?, format!("{before}{}", header_text(source, op, folds, &partial)?));
    let mut edits = Edits::new();
    let mut behind = String::new();
    if !folds.is_empty() {
        let types: Vec<String> = folds.iter().map(|it| it.ty.to_string()).collect();
        let terms: Vec<String> = folds.iter().map(|it| copy.name(term(it))).collect();
        let yielded = format!("affine.yield {} : {}", terms.join(", "), types.join(", "));
        match source.terminator(op) {
            Some(terminator) => copy.replace(ir.ops[terminator].pointer.range, yielded),
            None if is_gone(last) => copy.replace(ir.ops[last].pointer.range, yielded),
            None => {
                let end = ir.ops[last].pointer.range.end();
                let blanks = format!("{}{}", source.line_break(), source.inner_indentation(op));
                copy.replace(TextRange::empty(end), format!("{blanks}{yielded}"));
            }
        }
        (behind, edits) = combined(source, op, folds, &partial, &mut fresh)?;
    }
    let whole = ir.ops[op].pointer.range;
    edits.push((source.pointer(whole), format!("{}{behind}", copy.text(whole)?)));
    Some(edits)
}

fn term(fold: &Fold) -> ir::ValueId {
    match fold.term {
        Term::Value { value, .. } => value,
        Term::FromNeutral { .. } => fold.yielded,
    }
}

/// What the results of the parallel loop are called: the first name stands for all of them.
fn partial_names(
    source: &RootText<'_>,
    op: OpId,
    folds: &[Fold],
    fresh: &mut FreshNames,
) -> Option<Vec<String>> {
    if folds.is_empty() {
        return None;
    }
    let name = new_results_name(source, op, fresh).unwrap_or_else(|| fresh.named("%partial"));
    Some(match folds {
        [_] => vec![name],
        _ => (0..folds.len()).map(|it| format!("{name}#{it}")).collect(),
    })
}

fn indented_break(source: &RootText<'_>, op: OpId) -> String {
    format!("{}{}", source.line_break(), source.indentation(source.ir.ops[op].pointer.range))
}

/// `affine.parallel (%i) = (0) to (8) step (2) reduce ("addf") -> (f32)`
fn header_text(
    source: &RootText<'_>,
    op: OpId,
    folds: &[Fold],
    partial: &Option<Vec<String>>,
) -> Option<String> {
    let ir = source.ir;
    let header = for_loop(ir, op)?;
    let copy = TextCopy::of(source);
    let bound = |side: Side, applied| {
        let (leaves, results) = copy.results(op, applied)?;
        Some(leaves.parallel_bound(side, &results))
    };
    let (lower, upper) = (bound(Side::Lower, &header.lower)?, bound(Side::Upper, &header.upper)?);
    let mut text = format!("affine.parallel ({}) = ({lower}) to ({upper})", variable_name(ir, op));
    if step(ir, op) != 1 {
        text.push_str(&format!(" step ({})", step(ir, op)));
    }
    if let Some(partial) = partial {
        let name = partial.first()?.split('#').next()?;
        let count = if folds.len() > 1 { format!(":{}", folds.len()) } else { String::new() };
        let kinds: Vec<String> = folds.iter().map(|it| format!("\"{}\"", it.combining.atomic_kind)).collect();
        let types: Vec<String> = folds.iter().map(|it| it.ty.to_string()).collect();
        text = format!("{name}{count} = {text} reduce ({}) -> ({})", kinds.join(", "), types.join(", "));
    }
    Some(text)
}

/// The initial values folded in behind the loop: its lines, and edits that give several results names of their own.
fn combined(
    source: &RootText<'_>,
    op: OpId,
    folds: &[Fold],
    partial: &Option<Vec<String>>,
    fresh: &mut FreshNames,
) -> Option<(String, Edits)> {
    let ir = source.ir;
    let header = for_loop(ir, op)?;
    let inits = ir.ops[op].operands.get(header.inits.clone())?;
    let mut lines = String::new();
    let mut edits: Vec<(Pointer, String)> = Vec::new();
    for (index, fold) in folds.iter().enumerate() {
        let term = partial.as_ref()?.get(index)?;
        let Target::Result(index) = fold.target else {
            lines.push_str(&updated(source, op, fold, term, fresh)?);
            continue;
        };
        let result = *ir.ops[op].results.get(index)?;
        if !ir.is_mentioned(result) {
            continue;
        }
        let name = match folds.len() {
            1 => ir.values[result].name.to_string(),
            _ => fresh.like(&ir.values[result].name),
        };
        if folds.len() > 1 {
            let mentions = ir.mentions.iter().filter(|it| it.value == Some(result));
            edits.extend(mentions.map(|it| (it.pointer, name.clone())));
        }
        let init = &inits.get(index)?.name;
        let line = format!("{name} = arith.{} {init}, {term} : {}", fold.combining.atomic_kind, fold.ty);
        lines.push_str(&format!("{}{line}", indented_break(source, op)));
    }
    Some((lines, edits))
}

/// The lines that combine an element of memory with what the iterations come to.
fn updated(
    source: &RootText<'_>,
    op: OpId,
    fold: &Fold,
    term: &str,
    fresh: &mut FreshNames,
) -> Option<String> {
    let ir = source.ir;
    let Target::Element { load, store } = fold.target else { return None };
    let mut copy = TextCopy::of(source);
    let loaded = copy.name(fold.argument);
    let name = fresh.like(&ir.values[fold.yielded].name);
    copy.mention_instead(fold.yielded, &name);
    let (load, store) = (copy.text(ir.ops[load].pointer.range)?, copy.text(ir.ops[store].pointer.range)?);
    let sum = format!("{name} = arith.{} {loaded}, {term} : {}", fold.combining.atomic_kind, fold.ty);
    let blank = indented_break(source, op);
    Some([load, sum, store].iter().map(|it| format!("{blank}{}", it.trim())).collect())
}
