//! `contract-map`: maps of `linalg.contract` that do not fit each other or their operands. Those of `vector.contract` are
//! looked at by its verifier.

use crate::context::RuleContext;
use crate::finding::Report;
use ir::affine::AffineMap;
use ir::types::{Dim, Type};
use ir::{Form, OpId};
use syntax::{SyntaxKind, SyntaxNode};

const OPERANDS: [&str; 3] = ["first operand", "second operand", "result"];

pub(crate) fn check(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    for (id, op) in ctx.ops() {
        if (op.dialect(), op.name_in_dialect(), op.form) != ("linalg", "contract", Form::Opaque) {
            continue;
        }
        let Some(maps) = maps(ctx, id) else { continue };
        let [Some(a), Some(b), Some(c)] = [0, 1, 2].map(|it| op.operands.get(it)?.value) else { continue };
        if op.operands.len() == 3
            && let Some(message) = problem(&maps, [a, b, c].map(|it| &ctx.ir.values[it].ty))
        {
            report.add(op.name_pointer, message);
        }
    }
}

/// The three maps, if they are written out or named.
fn maps(ctx: &RuleContext<'_>, id: OpId) -> Option<[AffineMap; 3]> {
    let in_type = |it: &SyntaxNode| it.parent().is_some_and(|it| it.kind().is_type());
    let is_map =
        |it: &SyntaxNode| matches!(it.kind(), SyntaxKind::AFFINE_MAP_ATTRIBUTE | SyntaxKind::ATTRIBUTE_ALIAS);
    let nodes = ctx.own_nodes(id).into_iter().filter(|it| is_map(it) && !in_type(it));
    let maps: Vec<_> = nodes.map(|it| ctx.map_attribute(&it)).collect::<Option<_>>()?;
    maps.try_into().ok()
}

/// Each iterator is a dimension of both factors and not of the result, which makes it a sum, or of the result.
fn problem(maps: &[AffineMap; 3], types: [&Type; 3]) -> Option<String> {
    let iterators = maps[0].dims;
    let mut dimensions = Vec::new();
    for ((map, ty), what) in maps.iter().zip(types).zip(OPERANDS) {
        if map.dims != iterators {
            return Some(format!(
                "the map of the {what} has {} iterators, that of the first operand {iterators}",
                map.dims
            ));
        }
        let results = map.distinct_dims();
        let Some(results) = results.filter(|_| map.symbols == 0) else {
            return Some(format!("the map of the {what} has to give iterators, each once"));
        };
        if let Some(sizes) = sizes(ty)
            && sizes.len() != results.len()
        {
            return Some(format!(
                "the map of the {what} gives {} dimensions, {ty} has {}",
                results.len(),
                sizes.len()
            ));
        }
        dimensions.push(results);
    }
    let [a, b, c] = &*dimensions else { return None };
    let mut sums = false;
    for iterator in 0..iterators {
        let [a, b, c] = [a, b, c].map(|it| it.contains(&iterator));
        match (a, b, c) {
            (true, true, false) => sums = true,
            (false, false, false) => {
                return Some(format!("iterator {iterator} is a dimension of no operand"));
            }
            (true, false, false) | (false, true, false) => {
                return Some(format!(
                    "iterator {iterator} is a dimension of one operand alone: neither summed up nor a dimension of \
                     the result"
                ));
            }
            _ => {}
        }
    }
    if !sums {
        return Some(
            "nothing is summed up: no iterator is one of both operands and not of the result".into(),
        );
    }
    other_size(&dimensions, types)
}

/// An iterator that runs over dimensions of different sizes.
fn other_size(dimensions: &[Vec<usize>], types: [&Type; 3]) -> Option<String> {
    let mut known: Vec<(usize, u64, &str)> = Vec::new();
    for ((dimensions, ty), what) in dimensions.iter().zip(types).zip(OPERANDS) {
        for (iterator, size) in dimensions.iter().zip(sizes(ty).unwrap_or_default()) {
            let Some(size) = *size else { continue };
            match known.iter().find(|it| it.0 == *iterator) {
                Some((_, other, owner)) if *other != size => {
                    return Some(format!(
                        "iterator {iterator} has size {other} in the {owner}, {size} in the {what}"
                    ));
                }
                Some(_) => {}
                None => known.push((*iterator, size, what)),
            }
        }
    }
    None
}

fn sizes(ty: &Type) -> Option<&[Dim]> {
    match ty {
        Type::Tensor { dims: Some(dims), .. } => Some(dims),
        Type::MemRef(memref) => Some(&memref.dims),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use fixture::check;

    fn contraction(maps: [&str; 3], message: &str) {
        let maps = maps.map(|it| format!("affine_map<{it}>")).join(", ");
        let label = match message {
            "" => String::new(),
            message => format!("     //^^^^^^^^^^^^^^^ error contract-map: {message}\n"),
        };
        check(&format!(
            "
func.func @contraction(%a: tensor<3x5xf32>, %b: tensor<5x?xf32>, %c: tensor<3x7xf32>) -> tensor<3x7xf32> {{
  %r = linalg.contract indexing_maps = [{maps}] ins(%a, %b : tensor<3x5xf32>, tensor<5x?xf32>) outs(%c : tensor<3x7xf32>) -> tensor<3x7xf32>
{label}  return %r : tensor<3x7xf32>
}}"
        ));
    }

    #[test]
    fn maps_and_sizes() {
        let last = "(m, n, k) -> (m, n)";
        contraction(["(m, n, k) -> (m, k)", "(m, n, k) -> (k, n)", last], "");
        contraction(
            ["(m, n) -> (m, n)", "(m, n, k) -> (k, n)", last],
            "the map of the second operand has 3 iterators, that of the first operand 2",
        );
        contraction(
            ["(m, n, k) -> (m, k + 1)", "(m, n, k) -> (k, n)", last],
            "the map of the first operand has to give iterators, each once",
        );
        contraction(
            ["(m, n, k) -> (m)", "(m, n, k) -> (k, n)", last],
            "the map of the first operand gives 1 dimensions, tensor<3x5xf32> has 2",
        );
        contraction(
            ["(m, n, k) -> (m, n)", "(m, n, k) -> (n, k)", last],
            "iterator 2 is a dimension of one operand alone: neither summed up nor a dimension of the result",
        );
        contraction(
            ["(m, n) -> (m, n)", "(m, n) -> (n, m)", "(m, n) -> (m, n)"],
            "nothing is summed up: no iterator is one of both operands and not of the result",
        );
        contraction(
            ["(m, n, k) -> (k, m)", "(m, n, k) -> (k, n)", last],
            "iterator 2 has size 3 in the first operand, 5 in the second operand",
        );
    }
}
