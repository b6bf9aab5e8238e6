//! The operations of the `affine` dialect, whose maps the IR holds.

use super::functions::{own_dictionaries, result_types};
use super::pieces::{Entry, Pieces, RegionPiece, dense_array};
use super::printer::{Printer, Refusal};
use super::table::{filling, operand_type};
use ir::affine::AffineMap;
use ir::{AppliedMap, Basis, BasisElement, Op, OpId, OpKind};
use syntax::ods::ATOMIC_KINDS;
use syntax::{Located, SyntaxKind};

/// The pieces of an operation that is one of these.
pub(super) fn pieces(printer: &Printer<'_>, id: OpId, node: Located<'_>) -> Option<Result<Pieces, Refusal>> {
    let op = &printer.ir.ops[id];
    (op.dialect() == "affine" && !matches!(op.kind, OpKind::Yield)).then(|| of_op(printer, op, node))
}

fn of_op(printer: &Printer<'_>, op: &Op, node: Located<'_>) -> Result<Pieces, Refusal> {
    let mut pieces = Pieces { operands: (0..op.operands.len()).collect(), ..Pieces::default() };
    let own = &mut pieces.properties;
    match &op.kind {
        OpKind::Apply(map) | OpKind::Min(map) | OpKind::Max(map) => own.push(map_entry("map", map)?),
        OpKind::Access(access) => {
            own.push(map_entry("map", &access.subscripts)?);
            if op.is("affine.prefetch") {
                prefetch(node, &mut pieces)?;
            }
        }
        OpKind::For(it) => {
            own.push(map_entry("lowerBoundMap", &it.lower)?);
            own.push(map_entry("upperBoundMap", &it.upper)?);
            own.push(Entry::new("step", format!("{} : index", it.step.ok_or("its step is not known")?)));
            let counts = [&it.lower.operands, &it.upper.operands, &it.inits].map(ExactSizeIterator::len);
            own.push(Entry::new("operandSegmentSizes", dense_array("i32", counts)));
        }
        OpKind::If(it) => {
            let set = it.condition.set.as_ref().ok_or("its set is not known")?;
            own.push(Entry::new("condition", format!("affine_set<{set}>")));
        }
        OpKind::Parallel(it) => {
            let operands = [bounds(op, "lower", &it.lower, own)?, bounds(op, "upper", &it.upper, own)?];
            let steps = it.steps.as_ref().ok_or("its steps are not known")?;
            let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
            own.push(Entry::new("steps", format!("[{}]", steps.join(", "))));
            own.push(Entry::new("reductions", reductions(&it.reductions)?));
            pieces.operands = operands.concat();
        }
        OpKind::Linearize { indices, basis, disjoint } => {
            own.push(basis_entry(basis));
            own.extend(disjoint.then(|| Entry::unit("disjoint")));
            let counts = [*indices, op.operands.len().saturating_sub(*indices)];
            own.push(Entry::new("operandSegmentSizes", dense_array("i32", counts)));
        }
        OpKind::Delinearize { basis } => own.push(basis_entry(basis)),
        OpKind::DmaStart(it) => {
            // ODS does not know its maps: they are not properties.
            let maps = [("src_map", &it.source), ("dst_map", &it.destination), ("tag_map", &it.tag)];
            for (name, (_, map)) in maps {
                pieces.attributes.push(map_entry(name, map)?);
            }
        }
        OpKind::DmaWait(it) => pieces.attributes.push(map_entry("tag_map", &it.tag.1)?),
        OpKind::ConstantInteger(_) | OpKind::Constant | OpKind::Yield | OpKind::Other => {
            return Err("its pieces are not understood".to_owned());
        }
    }
    let types = pieces.operands.iter().map(|it| operand_type(printer, op, *it));
    pieces.operand_types = types.collect::<Result<_, _>>()?;
    pieces.result_types = result_types(printer, op)?;
    let filling = filling(op);
    pieces.regions = op.regions.iter().map(|it| RegionPiece::Own(*it, filling.clone())).collect();
    if matches!(op.kind, OpKind::If(_)) && op.regions.len() == 1 {
        pieces.regions.push(RegionPiece::Empty);
    }
    let before = pieces.properties.len();
    own_dictionaries(op, node, &mut pieces)?;
    // `disjoint` may be in the dictionary too.
    let told: Vec<String> = pieces.properties.iter().take(before).map(|it| it.name.clone()).collect();
    let mut index = 0;
    pieces.properties.retain(|it| {
        index += 1;
        index <= before || !told.contains(&it.name)
    });
    Ok(pieces)
}

fn map_entry(name: &str, map: &AppliedMap) -> Result<Entry, Refusal> {
    Ok(Entry::new(name, map_text(known(map)?)))
}

fn known(map: &AppliedMap) -> Result<&AffineMap, Refusal> {
    let known = map.map.as_ref().filter(|it| it.inputs() == map.operands.len());
    known.ok_or_else(|| "its map is not known".to_owned())
}

fn map_text(map: &AffineMap) -> String {
    format!("affine_map<{map}>")
}

fn basis_entry(basis: &Basis) -> Entry {
    let number = |it: &BasisElement| match it {
        BasisElement::Constant(it) => *it,
        BasisElement::Operand(_) => i64::MIN,
    };
    Entry::new("static_basis", dense_array("i64", basis.elements.iter().map(number)))
}

/// `read` or `write`, a locality, `data` or `instr`.
fn prefetch(node: Located<'_>, pieces: &mut Pieces) -> Result<(), Refusal> {
    let locality = locality(node).ok_or("its locality is not known")?;
    pieces.properties.push(Entry::new("isWrite", node.has_keyword("write").to_string()));
    pieces.properties.push(Entry::new("localityHint", format!("{locality} : i32")));
    pieces.properties.push(Entry::new("isDataCache", node.has_keyword("data").to_string()));
    Ok(())
}

fn locality(node: Located<'_>) -> Option<i64> {
    let numbers = node
        .children()
        .filter(|it| matches!(it.kind(), SyntaxKind::INTEGER_ATTRIBUTE | SyntaxKind::KEYWORD_ATTRIBUTE));
    let mut found: Vec<&str> = numbers.filter_map(|it| it.token_text(SyntaxKind::INTEGER)).collect();
    found.extend(node.token_text(SyntaxKind::INTEGER));
    match *found {
        [number] => number.parse().ok(),
        _ => None,
    }
}

/// The bounds of a loop of several dimensions: one map whose results are those of all dimensions, and how many each has.
/// The operands of the map are those of all bounds, each value once: dimensions, then symbols.
fn bounds(op: &Op, side: &str, bounds: &[AppliedMap], own: &mut Vec<Entry>) -> Result<Vec<usize>, Refusal> {
    let (mut results, mut groups) = (Vec::new(), Vec::new());
    let (mut dims, mut symbols) = (Vec::new(), Vec::new());
    for bound in bounds {
        let map = known(bound)?;
        let (mut of_dims, mut of_symbols) = (Vec::new(), Vec::new());
        for (index, operand) in bound.operands.clone().enumerate() {
            if index < map.dims {
                of_dims.push(number_of(op, operand, &mut dims));
            } else {
                of_symbols.push(number_of(op, operand, &mut symbols));
            }
        }
        let name = |index: usize, is_dim: bool| {
            let (letter, numbers) = if is_dim { ('d', &of_dims) } else { ('s', &of_symbols) };
            numbers.get(index).map_or_else(String::new, |it| format!("{letter}{it}"))
        };
        results.extend(map.results.iter().map(|it| it.display_with(&name).to_string()));
        groups.push(map.results.len().to_string());
    }
    let list = |letter: char, count: usize| {
        (0..count).map(|it| format!("{letter}{it}")).collect::<Vec<_>>().join(", ")
    };
    let inputs = format!("({})[{}]", list('d', dims.len()), list('s', symbols.len()));
    own.push(Entry::new(
        &format!("{side}BoundsMap"),
        format!("affine_map<{inputs} -> ({})>", results.join(", ")),
    ));
    let ty = format!("tensor<{}xi32>", groups.len());
    own.push(Entry::new(&format!("{side}BoundsGroups"), format!("dense<[{}]> : {ty}", groups.join(", "))));
    dims.extend(symbols);
    Ok(dims)
}

/// The place of the operand's value among those that were met.
fn number_of(op: &Op, operand: usize, met: &mut Vec<usize>) -> usize {
    let value = |it: usize| op.operands.get(it).and_then(|it| it.value);
    met.iter().position(|it| value(*it) == value(operand)).unwrap_or_else(|| {
        met.push(operand);
        met.len() - 1
    })
}

/// The numbers of `arith`'s atomic kinds.
fn reductions(kinds: &[Box<str>]) -> Result<String, Refusal> {
    let number = |it: &str| ATOMIC_KINDS.iter().position(|kind| *kind == it);
    let numbers: Option<Vec<usize>> = kinds.iter().map(|it| number(it)).collect();
    let numbers = numbers.ok_or("the kind of a reduction is not known")?;
    Ok(format!("[{}]", numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")))
}
