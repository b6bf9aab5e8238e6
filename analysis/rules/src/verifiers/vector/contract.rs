//! `vector.contract`: its three maps, and the shapes that they relate.

use super::reductions::{TYPE, applies};
use super::shape::SHAPE;
use crate::map_operands::counted;
use crate::verifiers::maps::map;
use crate::verifiers::problem::{Verified, problem};
use crate::verifiers::shapes::scalar;
use crate::verifiers::type_constraint::is_open;
use crate::verifiers::view::OpView;
use ir::Pointer;
use ir::affine::AffineMap;
use ir::types::Signedness;
use ir::types::{Type, VectorDim};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode};

const MAP: &str = "contract-map";

/// The maps, the iterators' names and the name of the reduction, where they are known.
fn contraction(view: &OpView<'_, '_>) -> Option<(Vec<AffineMap>, Vec<String>, Option<String>)> {
    let trait_ = if view.is_generic() { None } else { Some(view.resolved("trait")?) };
    let attribute = |name: &str| {
        let node = match &trait_ {
            Some(node) => entry(node, name),
            None => view.attribute(name),
        };
        let node = view.ctx.dealiased(node?)?;
        (node.kind() == SyntaxKind::ARRAY_ATTRIBUTE).then_some(node)
    };
    let (maps, names) = (attribute("indexing_maps")?, attribute("iterator_types")?);
    let maps = ast::children::<ast::Attribute>(&maps).map(|it| map(view, it.syntax()));
    let names = ast::children::<ast::Attribute>(&names).map(|it| word(it.syntax()));
    let kind = match &trait_ {
        Some(node) => entry(node, "kind"),
        None => view.attribute("kind"),
    };
    let kind = match kind {
        Some(kind) => Some(word(&kind)?),
        None => None,
    };
    Some((maps.collect::<Option<_>>()?, names.collect::<Option<_>>()?, kind))
}

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    let Some((maps, names, kind)) = contraction(view) else { return Ok(()) };
    let place = view.attribute_place(if view.is_generic() { "indexing_maps" } else { "trait" });
    let [lhs, rhs, acc] = &*maps else {
        let message = format!("a map for each of the three operands is needed, {} given", maps.len());
        return problem(MAP, place, message);
    };
    for (map, (what, ty)) in [
        (lhs, ("first operand", view.ty("lhs"))),
        (rhs, ("second operand", view.ty("rhs"))),
        (acc, ("result", view.ty("result"))),
    ] {
        let rank = match ty {
            Type::Vector { dims, .. } => dims.len(),
            _ if is_open(ty) => return Ok(()),
            _ => 0,
        };
        if map.symbols > 0 || map.dims != names.len() {
            let message =
                format!("the map of the {what} has to take the {}", counted(names.len(), "iterator"));
            return problem(MAP, place, message);
        }
        if map.results.len() != rank {
            let message = format!(
                "the map of the {what} gives {}, {ty} has {rank}",
                counted(map.results.len(), "dimension")
            );
            return problem(MAP, place, message);
        }
        if map.distinct_dims().is_none() {
            let message = format!("the map of the {what} has to give iterators, each once");
            return problem(MAP, place, message);
        }
    }
    sizes(view, [lhs, rhs, acc], &names, kind, place)
}

fn sizes(
    view: &OpView<'_, '_>,
    maps: [&AffineMap; 3],
    names: &[String],
    kind: Option<String>,
    place: Pointer,
) -> Verified {
    let (Some((left, element)), Some((right, _))) = (view.vector("lhs"), view.vector("rhs")) else {
        return Ok(());
    };
    let [Some(lhs), Some(rhs), Some(acc)] = maps.map(AffineMap::distinct_dims) else { return Ok(()) };
    let size = |order: &[usize], of: &[VectorDim], iterator: usize| {
        order.iter().position(|it| *it == iterator).and_then(|it| of.get(it)).copied()
    };
    let (mut extents, mut contracts) = (Vec::new(), false);
    for (iterator, name) in names.iter().enumerate() {
        let (a, b) = (size(&lhs, left, iterator), size(&rhs, right, iterator));
        let Some(extent) = a.or(b) else {
            return problem(MAP, place, format!("iterator {iterator} is a dimension of neither operand"));
        };
        if let (Some(a), Some(b)) = (a, b)
            && a.size != b.size
        {
            let message = format!(
                "iterator {iterator} has size {} in the first operand, {} in the second",
                a.size, b.size
            );
            return problem(SHAPE, place, message);
        }
        contracts |= name == "reduction" && a.is_some() && b.is_some();
        extents.push(extent);
    }
    if !contracts {
        return problem(MAP, place, "no iterator is reduced that is a dimension of both operands");
    }
    let result = view.ty("result");
    if let Type::Vector { dims: found, element: own } = result {
        let expected: Option<Vec<_>> = acc.iter().map(|it| extents.get(*it).copied()).collect();
        let Some(expected) = expected else { return Ok(()) };
        let sizes = |dims: &[VectorDim]| dims.iter().map(|it| it.size).collect::<Vec<_>>();
        if sizes(found) != sizes(&expected) {
            let expected = Type::Vector { dims: expected.into(), element: own.clone() };
            return problem(
                SHAPE,
                view.type_place("result"),
                format!("the result has type {expected}, not {result}"),
            );
        }
    }
    if view.ty("acc").differs_from(result) {
        let message = format!("the accumulator has type {}, the result {result}", view.ty("acc"));
        return problem("operands-type-disagree", view.type_place("result"), message);
    }
    if let Type::Integer { signedness: Signedness::Signed | Signedness::Unsigned, .. } = element {
        let message = format!("integers without sign are multiplied, not {element}");
        return problem(TYPE, view.type_place("lhs"), message);
    }
    applies(kind.as_deref().unwrap_or("add"), scalar(result), place)
}

/// The value under a name in a dictionary.
fn entry(dictionary: &SyntaxNode, name: &str) -> Option<SyntaxNode> {
    let entry = ast::children::<ast::AttributeEntry>(dictionary).find(|it| {
        let mut tokens = it.syntax().children_with_tokens().filter_map(|it| it.into_token());
        tokens.any(|it| it.text().trim_matches('"') == name)
    })?;
    Some(ast::child::<ast::Attribute>(entry.syntax())?.syntax().clone())
}

/// `parallel` of `"parallel"` or `#vector.iterator_type<parallel>`.
fn word(node: &SyntaxNode) -> Option<String> {
    let tokens = node.descendants_with_tokens().filter_map(|it| it.into_token());
    let word = tokens.filter(|it| matches!(it.kind(), SyntaxKind::BARE_ID | SyntaxKind::STRING)).last()?;
    Some(word.text().trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn aliases_of_lists_and_traits() {
        check(
            r#"
#maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>]
#dot = {indexing_maps = #maps, iterator_types = ["reduction"]}
func.func @dot(%a: vector<4xf32>, %c: f32) -> f32 {
  %r = vector.contract #dot %a, %a, %c : vector<4xf32>, vector<4xf32> into f32
  return %r : f32
}"#,
        );
    }
}
