//! The text of a parallel loop: another header, the terms of reductions yielded in place of the folded values, and the
//! initial values and elements of memory folded in after the loop.

use super::band::Band;
use super::legality::{Fold, Target, Term};
use crate::assumptions::assumptions;
use crate::for_loop::{for_loop, step, variable_name};
use crate::loop_header::{new_results_name, separate_results};
use crate::neutral::{is_neutral_value, literal};
use crate::rewrite::Edits;
use crate::rewrite::{FreshNames, Layout, RootText, Side, TextCopy};
use ir::{OpId, ValueId};
use syntax::TextRange;

pub(super) fn edits(source: &RootText<'_>, band: &Band) -> Option<Edits> {
    let ir = source.ir;
    let Band { loops, folds } = band;
    let (outer, inner) = (*loops.first()?, *loops.last()?);
    let mut fresh = FreshNames::of(ir);
    let mut copy = TextCopy::of(source);
    let neutral = neutral_inits(source, outer, folds);
    let partial = match neutral {
        Some(_) => Some(ir.ops[outer].results.iter().map(|it| ir::value_name(ir, *it)).collect()),
        None => partial_names(source, outer, folds, &mut fresh),
    };
    let mut before = String::new();
    for (index, fold) in folds.iter().enumerate() {
        match &fold.term {
            Term::Value { combiner, .. } => {
                copy.replace(source.lines_of(ir.ops[*combiner].pointer.range), "");
            }
            Term::FromNeutral { links } => {
                for link in links {
                    assumptions(&source.operation(*link)?).into_iter().for_each(|it| copy.replace(it, ""));
                }
                if let Some(init) = neutral.as_ref().and_then(|it| it.get(index)) {
                    copy.mention_instead(fold.argument, &ir::value_name(ir, *init));
                    continue;
                }
                let name = fresh.named("%neutral");
                let constant = literal(fold.combining.neutral, &fold.ty)?;
                before.push_str(&format!(
                    "{name} = arith.constant {constant} : {}{}",
                    fold.ty,
                    indented_break(source, outer)
                ));
                copy.mention_instead(fold.argument, &name);
            }
        }
    }
    let last = *ir.blocks[ir.body(inner)?].ops.last()?;
    let accesses: Vec<OpId> = folds.iter().flat_map(Fold::accesses).collect();
    let is_gone = |op: OpId| accesses.contains(&op);
    // The yielded value takes the place of a store that ends the body.
    for access in accesses.iter().filter(|it| **it != last) {
        copy.replace(source.lines_of(ir.ops[*access].pointer.range), "");
    }
    let mut edits = Edits::new();
    let mut behind = String::new();
    if !folds.is_empty() {
        let types: Vec<String> = folds.iter().map(|it| it.ty.to_string()).collect();
        let terms: Vec<String> = folds.iter().map(|it| copy.name(term(it))).collect();
        let yielded = format!("affine.yield {} : {}", terms.join(", "), types.join(", "));
        match source.terminator(inner) {
            Some(terminator) => copy.replace(ir.ops[terminator].pointer.range, yielded),
            None if is_gone(last) => copy.replace(ir.ops[last].pointer.range, yielded),
            None => {
                let end = ir.ops[last].pointer.range.end();
                let blanks = format!("{}{}", source.line_break(), source.inner_indentation(inner));
                copy.replace(TextRange::empty(end), format!("{blanks}{yielded}"));
            }
        }
        match neutral {
            Some(inits) => edits.extend(unused_constants(source, &inits, outer, folds)),
            None => (behind, edits) = combined(source, outer, folds, &partial, &mut fresh)?,
        }
    }
    let header = header_text(source, loops, folds, &partial)?;
    let mut body = copy.text(*source.regions(inner).first()?)?;
    if inner != outer {
        let mut layout = Layout::default();
        layout.text(&body, source.indentation(ir.ops[inner].pointer.range));
        body = layout.in_place(source.indentation(ir.ops[outer].pointer.range), source.line_break());
    }
    let attributes = source.slice(source.behind(outer)?);
    let text = format!("{before}{header} {body}{attributes}{behind}");
    edits.push((source.pointer(ir.ops[outer].pointer.range), text));
    Some(edits)
}

/// The initial values, if there are some and all are constants that change nothing.
fn neutral_inits(source: &RootText<'_>, op: OpId, folds: &[Fold]) -> Option<Vec<ValueId>> {
    let ir = source.ir;
    let inits = ir.ops[op].operands.get(for_loop(ir, op)?.inits.clone())?;
    let inits = folds.iter().map(|fold| {
        let Target::Result(index) = fold.target else { return None };
        let init = inits.get(index)?.value?;
        is_neutral_value(source, init, fold.combining.neutral).then_some(init)
    });
    inits.collect::<Option<Vec<_>>>().filter(|it| !it.is_empty())
}

/// Removes constants that nothing but the loop started with.
fn unused_constants(source: &RootText<'_>, inits: &[ValueId], op: OpId, folds: &[Fold]) -> Edits {
    let ir = source.ir;
    let is_needed = |init: ValueId| {
        let needs = |fold: &Fold, of: &ValueId| matches!(fold.term, Term::FromNeutral { .. }) && *of == init;
        ir.mentions.iter().any(|it| it.value == Some(init) && it.op != op)
            || folds.iter().zip(inits).any(|it| needs(it.0, it.1))
    };
    let mut unused: Vec<OpId> =
        inits.iter().filter(|it| !is_needed(**it)).filter_map(|it| ir.defining_op(*it)).collect();
    unused.sort_unstable();
    unused.dedup();
    let lines = unused.into_iter().map(|it| source.lines_of(ir.ops[it].pointer.range));
    lines.map(|it| (source.pointer(it), String::new())).collect()
}

fn term(fold: &Fold) -> ValueId {
    match fold.term {
        Term::Value { value, .. } => value,
        Term::FromNeutral { .. } => fold.yielded,
    }
}

/// The names of the results of the parallel loop: the first name is for all of them.
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

/// `affine.parallel (%i, %j) = (0, 0) to (8, %n) step (2, 1) reduce ("addf") -> (f32)`
fn header_text(
    source: &RootText<'_>,
    loops: &[OpId],
    folds: &[Fold],
    partial: &Option<Vec<String>>,
) -> Option<String> {
    let ir = source.ir;
    let copy = TextCopy::of(source);
    let bound = |op: OpId, side: Side| {
        let header = for_loop(ir, op)?;
        let bound = if side == Side::Lower { &header.lower } else { &header.upper };
        let (leaves, results) = copy.results(op, bound)?;
        Some(leaves.parallel_bound(side, &results))
    };
    let list = |of: &dyn Fn(OpId) -> Option<String>| {
        Some(loops.iter().map(|it| of(*it)).collect::<Option<Vec<_>>>()?.join(", "))
    };
    let (lower, upper) = (list(&|it| bound(it, Side::Lower))?, list(&|it| bound(it, Side::Upper))?);
    let mut text =
        format!("affine.parallel ({}) = ({lower}) to ({upper})", list(&|it| Some(variable_name(ir, it)))?);
    if loops.iter().any(|it| step(ir, *it) != 1) {
        text.push_str(&format!(" step ({})", list(&|it| Some(step(ir, it).to_string()))?));
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

/// The initial values folded in after the loop: its lines, and edits that give several results names of their own.
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
    let (results, edits) = separate_results(source, op, fresh);
    for (index, fold) in folds.iter().enumerate() {
        let term = partial.as_ref()?.get(index)?;
        let Target::Result(index) = fold.target else {
            lines.push_str(&updated(source, op, fold, term, fresh)?);
            continue;
        };
        let Some(name) = results.get(index)? else { continue };
        let init = &inits.get(index)?.name;
        let line = format!("{name} = arith.{} {init}, {term} : {}", fold.combining.atomic_kind, fold.ty);
        lines.push_str(&format!("{}{line}", indented_break(source, op)));
    }
    Some((lines, edits))
}

/// The lines that combine an element of memory with the sum over the iterations.
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
