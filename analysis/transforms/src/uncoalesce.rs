//! `refactor.rewrite.affine.uncoalesce`: a loop whose variable is only taken apart by one `affine.delinearize_index`
//! becomes a loop for each of the indices that it is taken into. The iterations and their order stay.

#[cfg(test)]
mod tests;

use super::for_loop::{for_loop, induction_variable, statements, step, variable_name};
use super::loop_offers::LoopOffers;
use crate::offer::{ActionContext, Candidate};
use crate::parameter::Parameters;
use crate::reason::Reason;
use crate::rewrite::{Edits, Layout, RootText, TextCopy};
use ir::{BasisElement, Form, Ir, OpId, OpKind, value_name};
use polyhedral::loops::bounds::{constant_lower, constant_upper};

pub const KIND: &str = "refactor.rewrite.affine.uncoalesce";

/// One offer for each loop of the selection that begins with such an operation.
pub(super) fn offers<'a>(context: &'a ActionContext<'a>) -> Vec<Candidate<'a>> {
    let offers = LoopOffers::new(context, KIND);
    let ir = context.ir;
    let of_loop = |op| {
        let apart = taken_apart(ir, op)?;
        let names: Vec<_> = ir.ops[apart].results.iter().map(|it| value_name(ir, *it)).collect();
        let title = format!("Run {} as loops over {}", variable_name(ir, op), names.join(", "));
        let decided = sizes(ir, op, apart).map(|sizes| (apart, sizes));
        let edits = move |source: &_, (apart, sizes): &(OpId, Vec<i64>)| edits(source, op, *apart, sizes);
        Some(offers.offer(op, Parameters::default(), title, decided, edits))
    };
    offers.loops().into_iter().filter_map(of_loop).collect()
}

/// The operation that takes the variable apart, where it is the first of the loop.
fn taken_apart(ir: &Ir, op: OpId) -> Option<OpId> {
    let first = *statements(ir, op).first()?;
    let data = &ir.ops[first];
    let is_of_variable = data.operands.first()?.value == Some(induction_variable(ir, op)?);
    let is_apart = matches!(data.kind, OpKind::Delinearize { .. }) && data.form == Form::Custom;
    (is_apart && is_of_variable && data.results.len() > 1).then_some(first)
}

/// How far each of the loops counts.
fn sizes(ir: &Ir, op: OpId, apart: OpId) -> Result<Vec<i64>, Reason> {
    let name = variable_name(ir, op);
    let refused = |text: String| Err(Reason::new(text).related(ir.ops[op].name_pointer, "this loop"));
    let (OpKind::Delinearize { basis }, Some(header)) = (&ir.ops[apart].kind, for_loop(ir, op)) else {
        return refused(format!("{name} is not taken apart"));
    };
    if !header.inits.is_empty() {
        return refused(format!("{name} carries values from one iteration to the next"));
    }
    let variable = induction_variable(ir, op);
    if ir.mentions.iter().any(|it| it.value == variable && it.op != apart && it.op != op) {
        return refused(format!("{name} is used by itself as well"));
    }
    let is_plain = constant_lower(ir, op, header) == Some(0) && step(ir, op) == 1;
    let Some(upper) = constant_upper(ir, op, header).filter(|_| is_plain) else {
        return refused(format!("{name} does not count from 0 to a number"));
    };
    let constant = |it: &BasisElement| match *it {
        BasisElement::Constant(size) => Some(size).filter(|it| *it > 0),
        BasisElement::Operand(_) => None,
    };
    let Some(mut sizes) = basis.elements.iter().map(constant).collect::<Option<Vec<i64>>>() else {
        return refused("a size is no number".to_owned());
    };
    // The outermost index may go beyond its size, or have none.
    let rest = match ir.ops[apart].results.len().checked_sub(sizes.len()) {
        Some(0) => sizes.split_off(1),
        Some(1) => sizes,
        _ => return refused("there are not as many sizes as indices".to_owned()),
    };
    let Some(product) = rest.iter().try_fold(1_i64, |all, it| all.checked_mul(*it)) else {
        return refused("the sizes are too large".to_owned());
    };
    if upper < 0 || upper % product != 0 {
        return refused(format!("{upper} iterations of {name} are no multiple of {product}"));
    }
    Ok(std::iter::once(upper / product).chain(rest).collect())
}

fn edits(source: &RootText<'_>, op: OpId, apart: OpId, sizes: &[i64]) -> Option<Edits> {
    let ir = source.ir;
    let mut copy = TextCopy::of(source);
    copy.replace(source.lines_of(ir.ops[apart].pointer.range), "");
    let region = copy.text(*source.regions(op).first()?)?;
    let (mut layout, mut level) = (Layout::default(), 0);
    let mut headers = ir.ops[apart]
        .results
        .iter()
        .zip(sizes)
        .map(|(name, size)| format!("affine.for {} = 0 to {size} ", value_name(ir, *name)));
    let count = sizes.len();
    for header in headers.by_ref().take(count - 1) {
        layout.deeper(level).line(format!("{header}{{"));
        level += 1;
    }
    layout
        .deeper(level)
        .text(&format!("{}{region}", headers.next()?), source.indentation(ir.ops[op].pointer.range));
    for level in (1..count).rev() {
        let attributes = if level == 1 { source.slice(source.behind(op)?) } else { "" };
        layout.deeper(level - 1).line(format!("}}{attributes}"));
    }
    let text = layout.in_place(source.indentation(ir.ops[op].pointer.range), source.line_break());
    Some(vec![(source.pointer(ir.ops[op].pointer.range), text)])
}
