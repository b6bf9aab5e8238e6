//! Operations of `vector` and `memref` whose parsers add what the form does not write.

use super::attributes::value_text;
use super::pieces::{Entry, Pieces};
use super::printer::{Printer, Refusal};
use super::table::Described;
use super::verbatim::verbatim;
use ir::OpId;
use ir::types::Type;
use std::sync::Arc;
use syntax::{Located, SyntaxKind};

/// The pieces of an operation that is one of these.
pub(super) fn pieces(printer: &Printer<'_>, id: OpId, node: Located<'_>) -> Option<Result<Pieces, Refusal>> {
    let op = &printer.ir.ops[id];
    Some(match (op.dialect(), op.name_in_dialect()) {
        ("vector", "transfer_read" | "transfer_write") => transfer(printer, id, node),
        ("vector", "contract") => contract(printer, id, node),
        ("memref", "global") => global(printer, id, node),
        ("memref", "prefetch") => prefetch(printer, id, node),
        ("memref", "dma_start") => Err("its form is not known in full".to_owned()),
        _ => return None,
    })
}

/// The map is the minor identity and no dimension is in bounds where that is not written.
fn transfer(printer: &Printer<'_>, id: OpId, node: Located<'_>) -> Result<Pieces, Refusal> {
    let described = Described::of(printer, id, node)?;
    let op = described.op;
    let is_read = op.is("vector.transfer_read");
    let value = |name: &str| {
        let operand = op.operands.get(described.first_operand(name)?)?;
        Some(&printer.ir.values[operand.value?].ty)
    };
    let base = value("base").ok_or("its memory is not known")?;
    let vector = match is_read {
        true => op.results.first().map(|it| &printer.ir.values[*it].ty),
        false => value("valueToStore"),
    };
    let is_tensor = matches!(base, Type::Tensor { .. });
    let expected = usize::from(is_read || is_tensor);
    if op.results.len() > expected {
        return Err("it has more results than are known".to_owned());
    }
    let result = vector.filter(|_| is_read).unwrap_or(base);
    let mut pieces = described.with_results(expected, result)?;
    described.inherent_attributes(&mut pieces, &["permutation_map", "in_bounds"])?;
    let has = |pieces: &Pieces, name: &str| pieces.properties.iter().any(|it| it.name == name);
    let Some(Type::Vector { dims, .. }) = vector else { return Err("its vector is not known".to_owned()) };
    let rank = match (base, base_element_rank(base)) {
        (Type::MemRef(it), inner) => Some(it.dims.len()).zip(inner),
        (Type::Tensor { dims: Some(dims), .. }, inner) => Some(dims.len()).zip(inner),
        _ => None,
    };
    let has_map = has(&pieces, "permutation_map");
    let mut results = dims.len();
    if !has_map {
        let (rank, inner) = rank.ok_or("its memory is not known")?;
        results = dims.len().checked_sub(inner).ok_or("its vector is not understood")?;
        // A single element is read into vectors of one element, whatever their rank.
        let first = rank.checked_sub(results).filter(|_| rank > 0).ok_or("its map is not known")?;
        let inputs: Vec<String> = (0..rank).map(|it| format!("d{it}")).collect();
        let outputs = inputs.get(first..).unwrap_or_default().join(", ");
        let map = format!("affine_map<({}) -> ({outputs})>", inputs.join(", "));
        pieces.properties.push(Entry::new("permutation_map", map));
    }
    if !has(&pieces, "in_bounds") {
        if has_map {
            let (_, inner) = rank.ok_or("its memory is not known")?;
            results = dims.len().checked_sub(inner).ok_or("its vector is not understood")?;
        }
        let list = vec!["false"; results].join(", ");
        pieces.properties.push(Entry::new("in_bounds", format!("[{list}]")));
    }
    Ok(pieces)
}

/// The rank of the elements where they are vectors.
fn base_element_rank(base: &Type) -> Option<usize> {
    let element = match base {
        Type::MemRef(it) => &it.element,
        Type::Tensor { element, .. } => element,
        _ => return None,
    };
    match element {
        Type::Vector { dims, .. } => Some(dims.len()),
        Type::Unknown => None,
        _ => Some(0),
    }
}

/// Its attributes are in a dictionary of their own, iterators as strings.
fn contract(printer: &Printer<'_>, id: OpId, node: Located<'_>) -> Result<Pieces, Refusal> {
    let described = Described::of(printer, id, node)?;
    let mut pieces = described.without_inherent_attributes()?;
    described.inherent_attributes(&mut pieces, &["trait"])?;
    if !pieces.properties.is_empty() || node.children_of_kind(SyntaxKind::TYPE_GROUP).next().is_some() {
        return Err("its form is not understood".to_owned());
    }
    let dictionary = described.binding.attribute("trait").filter(|it| it.kind() == SyntaxKind::DICTIONARY);
    let dictionary = dictionary.ok_or("its attributes are not known")?;
    for entry in dictionary.children_of_kind(SyntaxKind::ATTRIBUTE_ENTRY) {
        let name = entry.token_text(SyntaxKind::BARE_ID).ok_or("its attributes are not known")?;
        let value = entry.attributes().next().ok_or("its attributes are not known")?;
        let text = match (name, value.kind()) {
            ("iterator_types", SyntaxKind::ARRAY_ATTRIBUTE) => {
                let each = value.attributes().map(|it| match it.kind() {
                    SyntaxKind::STRING_ATTRIBUTE => {
                        format!("#vector.iterator_type<{}>", verbatim(it).trim_matches('"'))
                    }
                    _ => verbatim(it),
                });
                format!("[{}]", each.collect::<Vec<_>>().join(", "))
            }
            ("iterator_types", _) => return Err("its iterators are not known".to_owned()),
            _ => verbatim(value),
        };
        pieces.properties.push(Entry::new(name, text));
    }
    Ok(pieces)
}

/// The initial value has the shape of the memory; `uninitialized` is a value too.
fn global(printer: &Printer<'_>, id: OpId, node: Located<'_>) -> Result<Pieces, Refusal> {
    let described = Described::of(printer, id, node)?;
    let mut pieces = described.without_inherent_attributes()?;
    described.inherent_attributes(&mut pieces, &["initial_value"])?;
    if node.has_keyword("uninitialized") {
        pieces.properties.push(Entry::unit("initial_value"));
    } else if let Some(value) = described.binding.attribute("initial_value") {
        let definition = described.definition.attribute("initial_value").ok_or("its value is not known")?;
        let is_dense = matches!(
            value.kind(),
            SyntaxKind::DENSE_ATTRIBUTE | SyntaxKind::DENSE_RESOURCE_ATTRIBUTE | SyntaxKind::SPARSE_ATTRIBUTE
        );
        let text = match is_dense && value.types().next().is_none() {
            false => value_text(definition, value)?,
            true => {
                let written = described.binding.written_types("type").first().copied();
                let memory = written.map(|it| printer.lowered_type(it));
                let Some(Type::MemRef(memory)) = memory else {
                    return Err("its type is not known".to_owned());
                };
                let element = Arc::new(memory.element.clone());
                let ty = Type::Tensor { dims: Some(memory.dims.clone()), element, encoding: None };
                let ty = printer.type_text(&ty).ok_or("its type is not known")?;
                format!("{} : {ty}", verbatim(value))
            }
        };
        pieces.properties.push(Entry::new("initial_value", text));
    }
    Ok(pieces)
}

fn prefetch(printer: &Printer<'_>, id: OpId, node: Located<'_>) -> Result<Pieces, Refusal> {
    let described = Described::of(printer, id, node)?;
    let mut pieces = described.without_inherent_attributes()?;
    described.inherent_attributes(&mut pieces, &["isWrite", "isDataCache"])?;
    for (name, yes, no) in [("isWrite", "write", "read"), ("isDataCache", "data", "instr")] {
        let word = described.binding.attribute(name).map(verbatim).unwrap_or_default();
        if word != yes && word != no {
            return Err(format!("its attribute {name} is not known"));
        }
        pieces.properties.push(Entry::new(name, (word == yes).to_string()));
    }
    Ok(pieces)
}
