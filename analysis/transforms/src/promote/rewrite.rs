//! The text of a loop that hands on the values that it loaded and stored.

use super::elements::{Element, value};
use crate::for_loop::for_loop;
use crate::rewrite::{Edits, FreshNames, RootText, TextCopy};
use ir::types::Type;
use ir::{OpId, value_name};
use rustc_hash::FxHashMap;
use syntax::{TextRange, TextSize};

pub(super) fn edits(source: &RootText<'_>, op: OpId, elements: &[Element]) -> Option<Edits> {
    let ir = source.ir;
    let whole = ir.ops[op].pointer.range;
    let mut fresh = FreshNames::of(ir);
    let mut copy = TextCopy::of(source);
    let line_break = format!("{}{}", source.line_break(), source.indentation(whole));
    let (mut before, mut behind) = (String::new(), String::new());
    // The names of the elements in the loops around the next one.
    let mut carried = Vec::new();
    for element in elements {
        let load = *element.accesses.first()?;
        before.push_str(&format!("{}{line_break}", source.slice(ir.ops[load].pointer.range)));
        carried.push(value_name(ir, value(ir, load)?));
    }
    let loops = loops(elements);
    // Of each loop and each element that it carries.
    let mut results: FxHashMap<(OpId, usize), String> = FxHashMap::default();
    for (loop_, carries) in &loops {
        let (mut arguments, mut of_loop) = (Vec::new(), Vec::new());
        for index in carries {
            let (element, carried) = (elements.get(*index)?, carried.get_mut(*index)?);
            let argument = fresh.like(carried);
            let result = fresh.like(&ir.values[value(ir, element.last_store(source)?)?].name);
            arguments.push((argument.clone(), std::mem::replace(carried, argument), element.ty.clone()));
            results.insert((*loop_, *index), result.clone());
            of_loop.push(result);
        }
        write_header(source, *loop_, &arguments, &of_loop, &mut copy)?;
    }
    replace_accesses(source, elements, &mut carried, &mut copy)?;
    for (loop_, carries) in &loops {
        let (mut names, mut types) = (Vec::new(), Vec::new());
        for index in carries {
            let element = elements.get(*index)?;
            let name = match element.loops.iter().skip_while(|it| *it != loop_).nth(1) {
                Some(inner) => results.get(&(*inner, *index)),
                None => carried.get(*index),
            };
            names.push(name?.clone());
            types.push(element.ty.to_string());
        }
        write_yield(source, *loop_, elements, (&names.join(", "), &types.join(", ")), &mut copy)?;
    }
    for (index, element) in elements.iter().enumerate() {
        let store = element.last_store(source)?;
        let mut copy = TextCopy::of(source);
        copy.mention_instead(value(ir, store)?, results.get(&(op, index))?);
        behind.push_str(&format!("{line_break}{}", copy.text(ir.ops[store].pointer.range)?));
    }
    Some(vec![(source.pointer(whole), format!("{before}{}{behind}", copy.text(whole)?))])
}

impl Element {
    fn last_store(&self, source: &RootText<'_>) -> Option<OpId> {
        self.accesses.iter().rev().copied().find(|it| !is_load(source, *it))
    }
}

fn is_load(source: &RootText<'_>, op: OpId) -> bool {
    !source.ir.ops[op].results.is_empty()
}

/// The loops from the outermost on, each with the numbers of the elements that it carries.
fn loops(elements: &[Element]) -> Vec<(OpId, Vec<usize>)> {
    let mut found: Vec<(OpId, Vec<usize>)> = Vec::new();
    let deepest = elements.iter().map(|it| it.loops.len()).max().unwrap_or_default();
    for depth in 0..deepest {
        for (index, element) in elements.iter().enumerate() {
            let Some(loop_) = element.loops.get(depth) else { continue };
            match found.iter_mut().find(|it| it.0 == *loop_) {
                Some((_, carries)) => carries.push(index),
                None => found.push((*loop_, vec![index])),
            }
        }
    }
    found
}

/// Adds the values that a loop carries, `(name, initial value, type)` each, and names for the results.
fn write_header(
    source: &RootText<'_>,
    op: OpId,
    arguments: &[(String, String, Type)],
    results: &[String],
    copy: &mut TextCopy<'_>,
) -> Option<()> {
    let ir = source.ir;
    let data = &ir.ops[op];
    let header = source.header(op)?;
    let starts: Vec<String> = arguments.iter().map(|it| format!("{} = {}", it.0, it.1)).collect();
    let types: Vec<String> = arguments.iter().map(|it| it.2.to_string()).collect();
    let (starts, types) = (starts.join(", "), types.join(", "));
    match data.operands.get(for_loop(ir, op)?.inits.clone())?.last() {
        None => copy.replace(TextRange::empty(header.end()), format!(" iter_args({starts}) -> ({types})")),
        Some(last) => {
            copy.replace(TextRange::empty(last.pointer.range.end()), format!(", {starts}"));
            let text = source.slice(header);
            if text.ends_with(')') {
                copy.replace(TextRange::empty(header.end() - TextSize::from(1)), format!(", {types}"));
            } else {
                let (before, ty) = text.rsplit_once("->")?;
                let at = before.len() + "->".len() + ty.len() - ty.trim_start().len();
                copy.replace(TextRange::empty(header.start() + TextSize::try_from(at).ok()?), "(");
                copy.replace(TextRange::empty(header.end()), format!(", {types})"));
            }
        }
    }
    let names = results.join(", ");
    match data.results.last().and_then(|it| ir.values[*it].pointer) {
        Some(last) => copy.replace(TextRange::empty(last.range.end()), format!(", {names}")),
        None => copy.replace(TextRange::empty(data.pointer.range.start()), format!("{names} = ")),
    }
    Some(())
}

/// Removes the accesses: a load gives the value that was stored before it, or the iteration's first value. Leaves in
/// `carried` the values at the end of the iteration.
fn replace_accesses(
    source: &RootText<'_>,
    elements: &[Element],
    carried: &mut [String],
    copy: &mut TextCopy<'_>,
) -> Option<()> {
    let ir = source.ir;
    let mut accesses: Vec<(usize, OpId)> = Vec::new();
    for (index, element) in elements.iter().enumerate() {
        accesses.extend(element.accesses.iter().map(|it| (index, *it)));
    }
    accesses.sort_by_key(|it| ir.ops[it.1].pointer.range.start());
    for (index, access) in accesses {
        let value = value(ir, access)?;
        match is_load(source, access) {
            true => copy.mention_instead(value, carried.get(index)?),
            false => *carried.get_mut(index)? = copy.name(value),
        }
        if !ends_body(source, access) {
            copy.replace(source.lines_of(ir.ops[access].pointer.range), "");
        }
    }
    Some(())
}

/// Whether an operation is the last one of a body without a written terminator.
fn ends_body(source: &RootText<'_>, op: OpId) -> bool {
    source.ir.blocks[source.ir.ops[op].block].ops.last() == Some(&op)
}

/// Hands on the values at the end of an iteration, with those it handed on before.
fn write_yield(
    source: &RootText<'_>,
    op: OpId,
    elements: &[Element],
    (names, types): (&str, &str),
    copy: &mut TextCopy<'_>,
) -> Option<()> {
    let ir = source.ir;
    let written = format!("affine.yield {names} : {types}");
    let Some(end) = source.terminator(op) else {
        let last = *ir.blocks[ir.body(op)?].ops.last()?;
        let range = ir.ops[last].pointer.range;
        if elements.iter().any(|it| it.accesses.contains(&last)) {
            copy.replace(range, written);
        } else {
            let blanks = format!("{}{}", source.line_break(), source.inner_indentation(op));
            copy.replace(TextRange::empty(range.end()), format!("{blanks}{written}"));
        }
        return Some(());
    };
    let data = &ir.ops[end];
    match data.operands.last() {
        None => copy.replace(data.pointer.range, written),
        Some(last) => {
            copy.replace(TextRange::empty(last.pointer.range.end()), format!(", {names}"));
            copy.replace(TextRange::empty(data.pointer.range.end()), format!(", {types}"));
        }
    }
    Some(())
}
