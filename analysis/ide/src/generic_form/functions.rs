//! Functions, calls and modules, whose forms no text describes.

use super::pieces::{Entry, Filling, Pieces, RegionPiece};
use super::printer::{Printer, Refusal};
use super::table::{dictionaries, operand_type};
use super::verbatim::{symbol_name, verbatim};
use ir::types::Type;
use ir::{Op, OpId};
use syntax::{Located, SyntaxKind};

/// The pieces of an operation that is one of these.
pub(super) fn pieces(printer: &Printer<'_>, id: OpId, node: Located<'_>) -> Option<Result<Pieces, Refusal>> {
    let op = &printer.ir.ops[id];
    let special = match (op.dialect(), op.name_in_dialect()) {
        ("func", "func") => function,
        ("func", "call") => call,
        ("func", "call_indirect") => call_indirect,
        ("func", "constant") => constant,
        ("func", "return") | ("affine", "yield") => operands_and_results,
        ("builtin", "module") => module,
        _ => return None,
    };
    let mut pieces = Pieces::default();
    Some(special(printer, op, node, &mut pieces).map(|()| pieces))
}

/// Operands and results in text order, and a dictionary.
pub(super) fn operands_and_results(
    printer: &Printer<'_>,
    op: &Op,
    node: Located<'_>,
    pieces: &mut Pieces,
) -> Result<(), Refusal> {
    pieces.operands = (0..op.operands.len()).collect();
    let operands = pieces.operands.iter().map(|it| operand_type(printer, op, *it));
    pieces.operand_types = operands.collect::<Result<_, _>>()?;
    pieces.result_types = result_types(printer, op)?;
    own_dictionaries(op, node, pieces)?;
    Ok(())
}

/// The types of the results, as they are known.
pub(super) fn result_types(printer: &Printer<'_>, op: &Op) -> Result<Vec<String>, Refusal> {
    let types = op.results.iter().map(|it| printer.type_text(&printer.ir.values[*it].ty));
    types.collect::<Option<_>>().ok_or_else(|| "the type of a result is not known".to_owned())
}

pub(super) fn own_dictionaries(op: &Op, node: Located<'_>, pieces: &mut Pieces) -> Result<(), Refusal> {
    match &op.definition {
        Some(definition) => dictionaries(node, definition, &[], pieces),
        None => Ok(()),
    }
}

fn function(_: &Printer<'_>, op: &Op, node: Located<'_>, pieces: &mut Pieces) -> Result<(), Refusal> {
    let name = node.child(SyntaxKind::SYMBOL_NAME).and_then(symbol_name).ok_or("it has no name")?;
    let visibility = ["private", "public", "nested"].into_iter().find(|it| node.has_keyword(it));
    pieces.properties.push(Entry::new("sym_name", name));
    let signature = node.child(SyntaxKind::FUNCTION_SIGNATURE).ok_or("it has no signature")?;
    let mut entries = signature_entries(op, "function_type", signature)?;
    let visibility = visibility.map(|it| Entry::new("sym_visibility", format!("\"{it}\"")));
    entries.splice(1..1, visibility);
    pieces.properties.extend(entries);
    own_dictionaries(op, node, pieces)?;
    pieces.regions = match &*op.regions {
        [] => vec![RegionPiece::Empty],
        regions => regions.iter().map(|it| RegionPiece::Own(*it, Filling::default())).collect(),
    };
    Ok(())
}

/// The type of a function, under a name, and the attributes of its arguments and results.
pub(super) fn signature_entries(op: &Op, name: &str, signature: Located<'_>) -> Result<Vec<Entry>, Refusal> {
    let mut inputs = Typed::default();
    if let Some(list) = signature.child(SyntaxKind::BLOCK_ARGUMENT_LIST) {
        for argument in list.children_of_kind(SyntaxKind::BLOCK_ARGUMENT) {
            inputs.add(argument);
        }
    }
    if let Some(list) = signature.child(SyntaxKind::FUNCTION_INPUT_TYPES) {
        inputs.add(list);
    }
    let mut results = Typed::default();
    if let Some(list) = signature.child(SyntaxKind::FUNCTION_RESULTS) {
        results.add(list);
    }
    if signature.find(|it| it == SyntaxKind::ERROR).is_some() {
        return Err("its signature is not understood".to_owned());
    }
    let ty = function_type(op, &inputs.types, &results.types, has_ellipsis(signature))?;
    let attributes = [("arg_attrs", inputs.attributes()), ("res_attrs", results.attributes())];
    let attributes = attributes.into_iter().filter_map(|it| Some(Entry::new(it.0, it.1?)));
    Ok(std::iter::once(Entry::new(name, ty)).chain(attributes).collect())
}

/// Functions of LLVM's dialect have a type of that dialect.
fn function_type(op: &Op, inputs: &[String], results: &[String], is_open: bool) -> Result<String, Refusal> {
    let list = inputs.join(", ");
    match (op.dialect() == "llvm", results) {
        (true, [] | [_]) => {
            let result = results.first().map_or("void", String::as_str);
            let rest = match (is_open, inputs) {
                (true, []) => "...",
                (true, _) => ", ...",
                (false, _) => "",
            };
            Ok(format!("!llvm.func<{result} ({list}{rest})>"))
        }
        (false, _) if !is_open => Ok(format!("({list}) -> ({})", results.join(", "))),
        _ => Err("its type is none of a function".to_owned()),
    }
}

/// Types, each with the dictionary after it.
#[derive(Default)]
struct Typed {
    types: Vec<String>,
    dictionaries: Vec<Option<String>>,
}

impl Typed {
    fn add(&mut self, node: Located<'_>) {
        for child in node.children() {
            if child.kind().is_type() {
                self.types.push(verbatim(child));
                self.dictionaries.push(None);
            } else if child.kind() == SyntaxKind::DICTIONARY
                && let Some(last) = self.dictionaries.last_mut()
            {
                *last = Some(verbatim(child));
            }
        }
    }

    /// One dictionary per type, if any is written.
    fn attributes(&self) -> Option<String> {
        let is_written = self.dictionaries.iter().flatten().any(|it| it.len() > "{}".len());
        let each = self.dictionaries.iter().map(|it| it.as_deref().unwrap_or("{}"));
        is_written.then(|| format!("[{}]", each.collect::<Vec<_>>().join(", ")))
    }
}

fn has_ellipsis(signature: Located<'_>) -> bool {
    signature.children().any(|it| it.token(SyntaxKind::ELLIPSIS).is_some())
}

fn call(printer: &Printer<'_>, op: &Op, node: Located<'_>, pieces: &mut Pieces) -> Result<(), Refusal> {
    let callee = node.child(SyntaxKind::SYMBOL_REFERENCE).ok_or("it names no function")?;
    pieces.properties.push(Entry::new("callee", verbatim(callee)));
    call_types(printer, op, node, pieces)
}

fn call_indirect(
    printer: &Printer<'_>,
    op: &Op,
    node: Located<'_>,
    pieces: &mut Pieces,
) -> Result<(), Refusal> {
    let ty = node.child(SyntaxKind::FUNCTION_TYPE).ok_or("its type is not written")?;
    call_types(printer, op, node, pieces)?;
    pieces.operand_types.insert(0, verbatim(ty));
    Ok(())
}

fn call_types(printer: &Printer<'_>, op: &Op, node: Located<'_>, pieces: &mut Pieces) -> Result<(), Refusal> {
    let ty = node.child(SyntaxKind::FUNCTION_TYPE).map(|it| printer.lowered_type(it));
    let Some(Type::Function { inputs, results }) = ty else {
        return Err("its type is not known".to_owned());
    };
    let texts = |types: &[Type]| types.iter().map(|it| printer.type_text(it)).collect::<Option<Vec<_>>>();
    pieces.operands = (0..op.operands.len()).collect();
    pieces.operand_types = texts(&inputs).ok_or("the type of an operand is not known")?;
    pieces.result_types = texts(&results).ok_or("the type of a result is not known")?;
    own_dictionaries(op, node, pieces)?;
    Ok(())
}

fn constant(_: &Printer<'_>, op: &Op, node: Located<'_>, pieces: &mut Pieces) -> Result<(), Refusal> {
    let value = node.child(SyntaxKind::SYMBOL_REFERENCE).ok_or("it names no function")?;
    let ty = node.types().next().ok_or("its type is not written")?;
    pieces.properties.push(Entry::new("value", verbatim(value)));
    pieces.result_types.push(verbatim(ty));
    own_dictionaries(op, node, pieces)?;
    Ok(())
}

fn module(_: &Printer<'_>, op: &Op, node: Located<'_>, pieces: &mut Pieces) -> Result<(), Refusal> {
    let name = node.child(SyntaxKind::SYMBOL_NAME).and_then(symbol_name);
    pieces.properties.extend(name.map(|it| Entry::new("sym_name", it)));
    own_dictionaries(op, node, pieces)?;
    let filling = Filling { has_block: true, terminator: None };
    pieces.regions = op.regions.iter().map(|it| RegionPiece::Own(*it, filling.clone())).collect();
    Ok(())
}
