//! `refactor.rewrite.affine.demote`: values that a loop hands from one iteration to the next are kept in memory instead,
//! each in a memref of one element. The way back from `promote`, for passes that do not look into `iter_args`.
//!
//! Nothing else can know the memory, so this is always legal.

#[cfg(test)]
mod tests;

use super::for_loop::{for_loop, variable_name};
use super::interchange::iterations;
use super::loop_header::{separate_results, yielded};
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::Parameters;
use crate::reason::Reason;
use crate::rewrite::{Edits, FreshNames, RootText, TextCopy};
use ir::types::Type;
use ir::{Ir, OpId, ValueId, value_name};

pub const KIND: &str = "refactor.rewrite.affine.demote";

/// One offer for each loop of the selection that carries values.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let of_loop = |op| {
        for_loop(ir, op).filter(|it| !it.inits.is_empty())?;
        let title = format!("Keep what {} carries in memory", variable_name(ir, op));
        let edits = move |source: &_, carried: &Vec<Carried>| edits(source, op, carried);
        Some(offers.offer(op, Parameters::default(), title, carried(ir, op), edits))
    };
    offers.loops().into_iter().filter_map(of_loop).collect()
}

/// A value that the iterations hand on.
struct Carried {
    init: ValueId,
    argument: ValueId,
    ty: Type,
}

fn carried(ir: &Ir, op: OpId) -> Result<Vec<Carried>, Reason> {
    let refused = |text: &str| Reason::new(text).related(ir.ops[op].name_pointer, "this loop");
    let all = || {
        let inits = ir.ops[op].operands.get(for_loop(ir, op)?.inits.clone())?;
        let arguments = ir.blocks[ir.body(op)?].arguments.get(1..)?;
        let of_one = |((init, argument), result): ((&ir::Operand, &ValueId), &ValueId)| {
            let ty = ir.values[*result].ty.clone();
            Some(Carried { init: init.value?, argument: *argument, ty })
        };
        inits.iter().zip(arguments).zip(&ir.ops[op].results).map(of_one).collect::<Option<Vec<_>>>()
    };
    let found = all().ok_or_else(|| refused("what the loop carries is not known"))?;
    let is_element = |ty: &Type| {
        matches!(
            ty,
            Type::Integer { .. } | Type::Float(_) | Type::Index | Type::Vector { .. } | Type::Complex(_)
        )
    };
    match found.iter().find(|it| !is_element(&it.ty)) {
        Some(it) => Err(refused(&format!("a memref cannot have elements of type {}", it.ty))),
        None => Ok(found),
    }
}

fn edits(source: &RootText<'_>, op: OpId, carried: &[Carried]) -> Option<Edits> {
    let ir = source.ir;
    let mut fresh = FreshNames::of(ir);
    let outer = format!("{}{}", source.line_break(), source.indentation(ir.ops[op].pointer.range));
    let inner = format!("{}{}", source.line_break(), source.inner_indentation(op));
    let mut copy = TextCopy::of(source);
    let (mut before, mut loads, mut stores, mut after) = Default::default();
    let given = yielded(source, op)?;
    let (results, mut edits) = separate_results(source, op, &mut fresh);
    for ((it, given), result) in carried.iter().zip(&given).zip(&results) {
        let argument = value_name(ir, it.argument);
        let memory = fresh.named(&format!("{argument}_memory"));
        let ty = format!("memref<{}>", it.ty);
        let line = |text: &mut String, line: String, separator: &str| {
            text.push_str(separator);
            text.push_str(&line);
        };
        line(&mut before, format!("{memory} = memref.alloca() : {ty}"), &outer);
        line(&mut before, format!("affine.store {}, {memory}[] : {ty}", value_name(ir, it.init)), &outer);
        line(&mut loads, format!("{argument} = affine.load {memory}[] : {ty}"), &inner);
        line(&mut stores, format!("affine.store {}, {memory}[] : {ty}", copy.name(*given)), &inner);
        let Some(name) = result else { continue };
        line(&mut after, format!("{name} = affine.load {memory}[] : {ty}"), &outer);
    }
    copy.replace(ir.ops[source.terminator(op)?].pointer.range, stores.trim_start());
    let region = copy.text(*source.regions(op).first()?)?;
    let opening = source.opening(op);
    let body = region.strip_prefix(&opening)?;
    let header = source.slice(iterations(source, op)?);
    let attributes = source.slice(source.behind(op)?);
    let before = before.trim_start();
    let text = format!("{before}{outer}affine.for {header} {opening}{loads}{body}{attributes}{after}");
    edits.push((source.pointer(ir.ops[op].pointer.range), text));
    Some(edits)
}
