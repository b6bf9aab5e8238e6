//! Branches and loops whose form alone does not determine the generic form.

use super::functions::operands_and_results;
use super::pieces::{Entry, Pieces, dense_array};
use super::printer::{Printer, Refusal};
use super::table::Described;
use ir::{Op, OpId};
use syntax::{Located, SyntaxKind};

/// The pieces of an operation that is one of these.
pub(super) fn pieces(printer: &Printer<'_>, id: OpId, node: Located<'_>) -> Option<Result<Pieces, Refusal>> {
    let op = &printer.ir.ops[id];
    Some(match (op.dialect(), op.name_in_dialect()) {
        ("cf", "br") => branch(printer, op, node),
        ("cf", "cond_br") => conditional_branch(printer, id, node),
        ("cf", "switch") => switch(printer, id, node),
        ("scf", "index_switch") => index_switch(printer, id, node),
        ("scf", "forall") => forall(printer, id, node),
        _ => return None,
    })
}

fn branch(printer: &Printer<'_>, op: &Op, node: Located<'_>) -> Result<Pieces, Refusal> {
    let mut pieces = Pieces::default();
    operands_and_results(printer, op, node, &mut pieces)?;
    Ok(pieces)
}

fn conditional_branch(printer: &Printer<'_>, id: OpId, node: Located<'_>) -> Result<Pieces, Refusal> {
    let op = &printer.ir.ops[id];
    let mut pieces = Pieces::default();
    operands_and_results(printer, op, node, &mut pieces)?;
    pieces.properties.clear();
    pieces.attributes.clear();
    let counts = std::iter::once(1).chain(op.successors.iter().map(|it| it.operands.len()));
    pieces.properties.push(Entry::new("operandSegmentSizes", dense_array("i32", counts)));
    Described::of(printer, id, node)?.inherent_attributes(&mut pieces, &[])?;
    Ok(pieces)
}

fn switch(printer: &Printer<'_>, id: OpId, node: Located<'_>) -> Result<Pieces, Refusal> {
    let op = &printer.ir.ops[id];
    let mut pieces = Pieces::default();
    operands_and_results(printer, op, node, &mut pieces)?;
    pieces.properties.clear();
    pieces.attributes.clear();
    let described = Described::of(printer, id, node)?;
    let cases: Vec<i64> = integers(&described, "case_values")?;
    let passed: Vec<usize> = op.successors.iter().map(|it| it.operands.len()).collect();
    let (default, others) = passed.split_first().ok_or("it has no destination")?;
    let counts = [1, *default, others.iter().sum()];
    pieces.properties.push(Entry::new("operandSegmentSizes", dense_array("i32", counts)));
    pieces.properties.push(Entry::new("case_operand_segments", dense_array("i32", others)));
    if !cases.is_empty() {
        let ty = pieces.operand_types.first().cloned().unwrap_or_default();
        let list = cases.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let value = format!("dense<[{list}]> : vector<{}x{ty}>", cases.len());
        pieces.properties.push(Entry::new("case_values", value));
    }
    described.inherent_attributes(&mut pieces, &["case_values"])?;
    Ok(pieces)
}

fn index_switch(printer: &Printer<'_>, id: OpId, node: Located<'_>) -> Result<Pieces, Refusal> {
    let described = Described::of(printer, id, node)?;
    let mut pieces = described.without_inherent_attributes()?;
    let cases = integers(&described, "cases")?;
    pieces.properties.push(Entry::new("cases", dense_array("i64", cases)));
    described.inherent_attributes(&mut pieces, &["cases"])?;
    Ok(pieces)
}

/// The numbers that are under a name, one by one.
fn integers(described: &Described<'_, '_>, name: &str) -> Result<Vec<i64>, Refusal> {
    let nodes = described.binding.attributes().filter(|it| it.0 == name);
    let numbers: Option<Vec<i64>> = nodes.map(|it| ir::integer(it.1)).collect();
    numbers.ok_or_else(|| "its cases are not known".to_owned())
}

/// A list without a lower bound and step begins at 0 and has steps of 1.
fn forall(printer: &Printer<'_>, id: OpId, node: Located<'_>) -> Result<Pieces, Refusal> {
    let described = Described::of(printer, id, node)?;
    let mut pieces = described.without_inherent_attributes()?;
    let lists: Vec<_> =
        node.children_of_kind(SyntaxKind::MIXED_LIST).filter_map(|it| ir::mixed_list(it, i64::MIN)).collect();
    let (lower, upper, step) = match <[Vec<i64>; 3]>::try_from(lists) {
        Ok([lower, upper, step]) => (lower, upper, step),
        Err(lists) => match <[Vec<i64>; 1]>::try_from(lists) {
            Ok([upper]) => (vec![0; upper.len()], upper.clone(), vec![1; upper.len()]),
            Err(_) => return Err("its bounds are not understood".to_owned()),
        },
    };
    pieces.properties.push(Entry::new("staticLowerBound", dense_array("i64", lower)));
    pieces.properties.push(Entry::new("staticUpperBound", dense_array("i64", upper)));
    pieces.properties.push(Entry::new("staticStep", dense_array("i64", step)));
    described.inherent_attributes(&mut pieces, &["staticLowerBound", "staticUpperBound", "staticStep"])?;
    Ok(pieces)
}
