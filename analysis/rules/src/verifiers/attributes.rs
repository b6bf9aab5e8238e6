//! Attributes with a range of their own: alignments, hints, predicates, segment sizes.

use super::problem::{Verified, problem, reject_if};
use super::view::OpView;
use crate::checks::alloc_alignment::Alignment;
use crate::checks::invalid_keyword::today;
use crate::facts::Meant;
use crate::map_operands::counted;
use ir::affine::parse_integer;
use ir::dialects::UPSTREAM_DIALECTS;
use ir::types::{Signedness, Type};
use ir::{Form, Pointer};
use syntax::ast;
use syntax::{SyntaxKind, SyntaxNode};

pub(super) fn verify(view: &OpView<'_, '_>) -> Verified {
    segments(view)?;
    required(view)?;
    // The meaning of these names in other dialects is up to those.
    let built_in = |name| view.definition().attribute(name).filter(|_| view.op.is_of_complete_dialect);
    if let Some(attribute) = built_in("alignment") {
        alignment(view, if attribute.constraint.name == "I32Attr" { 32 } else { 64 })?;
    }
    if built_in("localityHint").is_some() {
        locality(view)?;
    }
    keywords(view)?;
    numbers(view)?;
    alloca_scope(view)
}

/// A number that a list of 64-bit integers in the form cannot have, at whatever depth.
fn numbers(view: &OpView<'_, '_>) -> Verified {
    const LISTS: &[&str] = &["DenseI64ArrayAttr", "I64ArrayAttr", "IndexListArrayAttr"];
    let lists = view.definition().attributes.iter().filter(|it| LISTS.contains(&&*it.constraint.name));
    for list in lists.filter(|it| view.is_in_form(&it.name)) {
        let Some(node) = view.attribute(&list.name).filter(|it| it.kind() == SyntaxKind::ARRAY_ATTRIBUTE)
        else {
            continue;
        };
        // Their parsers read integers alone, and `true` is one.
        let is_read_as_integers = list.constraint.name == "DenseI64ArrayAttr";
        for token in node.descendants_with_tokens().filter_map(|it| it.into_token()) {
            let is_bool = matches!(token.text(), "true" | "false");
            let (code, sentence) = match token.kind() {
                SyntaxKind::FLOAT => ("constant-type-mismatch", "is not an integer"),
                _ if is_bool && !is_read_as_integers => ("constant-type-mismatch", "is not an integer"),
                SyntaxKind::INTEGER if parse_integer(token.text()).is_none() => {
                    ("constant-out-of-range", "does not fit i64")
                }
                _ => continue,
            };
            let place = Pointer { root: view.op.pointer.root, range: token.text_range() };
            return problem(code, place, format!("{} {sentence}", token.text()));
        }
    }
    Ok(())
}

/// A positive power of two of the given width.
fn alignment(view: &OpView<'_, '_>, width: u32) -> Verified {
    let Some(node) = view.resolved("alignment") else { return Ok(()) };
    let place = view.attribute_place("alignment");
    let value = ir::integer(&node);
    let is_of_width = match ast::child::<ast::Type>(&node) {
        None => true,
        Some(ty) => {
            let ty = view.ctx.lowered_type(ast::AstNode::syntax(&ty));
            ty.is_unknown() || ty == Type::Integer { width, signedness: Signedness::Signless }
        }
    };
    let fits = match (value, node.kind()) {
        (Some(value), _) => value > 0 && value.count_ones() == 1 && is_of_width,
        // A number too large to read is said to be so elsewhere.
        (None, SyntaxKind::INTEGER_ATTRIBUTE) => true,
        (None, kind) => !kind.is_attribute(),
    };
    reject_if(!fits, || problem("alloc-alignment", place, Alignment { width }))
}

/// A word without a meaning in its place.
fn keywords(view: &OpView<'_, '_>) -> Verified {
    if view.is_generic() || view.op.name.starts_with("vector.") {
        return Ok(());
    }
    for attribute in view.definition().attributes.iter().filter(|it| !it.keywords.is_empty()) {
        let is_word = |it: &SyntaxNode| match it.kind() {
            SyntaxKind::KEYWORD_ATTRIBUTE => true,
            SyntaxKind::STRING_ATTRIBUTE => view.is_in_form(&attribute.name),
            _ => false,
        };
        let node = view.attribute(&attribute.name).filter(is_word);
        let Some(node) = node else { continue };
        let tokens = node.descendants_with_tokens().filter_map(|it| it.into_token());
        let mut words = tokens.filter(|it| matches!(it.kind(), SyntaxKind::BARE_ID | SyntaxKind::STRING));
        let Some(other) =
            words.find(|it| attribute.keywords.iter().all(|word| *word != it.text().trim_matches('"')))
        else {
            continue;
        };
        let is_predicate = attribute.constraint.name.ends_with("PredicateAttr");
        let (code, what) = match is_predicate {
            true => ("comparison-predicate", "predicate"),
            false => ("invalid-keyword", "keyword"),
        };
        let sentence = format!(
            "{} is no {what} of {}, which knows {}",
            other.text(),
            view.op.name,
            attribute.keywords.iter().map(|it| &**it).collect::<Vec<_>>().join(", ")
        );
        let place = Pointer { root: view.op.pointer.root, range: other.text_range() };
        return match today(other.text().trim_matches('"')) {
            Some(today) if attribute.keywords.iter().any(|it| *it == today) => {
                problem(code, place, Meant { sentence, text: today.to_owned() })
            }
            _ => problem(code, place, sentence),
        };
    }
    Ok(())
}

fn locality(view: &OpView<'_, '_>) -> Verified {
    let Some(node) = view.attribute("localityHint") else { return Ok(()) };
    let mut tokens = node.descendants_with_tokens().filter_map(|it| it.into_token());
    let Some(number) = tokens.find(|it| it.kind() == SyntaxKind::INTEGER) else { return Ok(()) };
    let is_negative = node.descendants_with_tokens().any(|it| it.kind() == SyntaxKind::MINUS);
    let Some(value) = parse_integer(number.text()) else { return Ok(()) };
    let fits = value == 0 || value <= 3 && !is_negative;
    let message = "the locality hint is 0 (none) to 3 (keep in the cache)";
    reject_if(!fits, || problem("prefetch-locality-range", view.attribute_place("localityHint"), message))
}

fn alloca_scope(view: &OpView<'_, '_>) -> Verified {
    if !view.op.is("memref.alloca") {
        return Ok(());
    }
    let ir = view.ctx.ir;
    // Operations of MLIR's other dialects may free it; unregistered ones do not.
    let frees = ir.ancestors(view.id).any(|it| {
        let op = &ir.ops[it];
        let is_other = UPSTREAM_DIALECTS.contains(&op.dialect()) && !op.is_of_complete_dialect;
        op.has_trait("AutomaticAllocationScope") || is_other || op.form == Form::Opaque || op.broken
    });
    let message = "nothing around this operation frees its memory";
    reject_if(!frees, || problem("alloca-scope", view.op.name_pointer, message))
}

/// The required attributes of an imported operation in generic form.
fn required(view: &OpView<'_, '_>) -> Verified {
    if !view.is_generic() || view.op.is_of_complete_dialect {
        return Ok(());
    }
    let mut required = view.definition().attributes.iter().filter(|it| !it.is_optional);
    let missing = required.find(|it| !view.has_attribute(&it.name));
    missing.map_or(Ok(()), |it| {
        let message = format!("{} needs the attribute {}", view.op.name, it.name);
        problem("missing-inherent-attribute", view.op.name_pointer, message)
    })
}

/// In generic form `operandSegmentSizes` splits the operands that it is given.
fn segments(view: &OpView<'_, '_>) -> Verified {
    const NAME: &str = "operandSegmentSizes";
    if !view.is_generic() {
        return Ok(());
    }
    let given = view.op.operands.len();
    if view.definition().has_unknown_arguments() {
        return Ok(());
    }
    let groups = view.definition().operands.len();
    if given > 0 && view.attribute(NAME).is_none() && view.definition().has_trait("AttrSizedOperandSegments")
    {
        let message = format!("{} needs {NAME}, which splits its operands into groups", view.op.name);
        return problem("operand-segment-mismatch", view.op.name_pointer, message);
    }
    let Some(sizes) = view.integers(NAME) else { return Ok(()) };
    let sum = sizes.iter().try_fold(0_i64, |sum, it| sum.checked_add(*it));
    let fits = sizes.iter().all(|it| *it >= 0) && sum == i64::try_from(given).ok();
    // Tables of branches do not list the values that are passed to blocks.
    let is_split = view.definition().has_trait("AttrSizedOperandSegments");
    let is_listed = view.op.successors.is_empty() && groups > 1 && is_split;
    let message = || format!("{NAME} has to split the {} into {groups} groups", counted(given, "operand"));
    reject_if(is_listed && (!fits || sizes.len() != groups), || {
        problem("operand-segment-mismatch", view.attribute_place(NAME), message())
    })
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn lists_of_integers() {
        check(
            r#"
func.func @f(%v: vector<4x8xf32>, %w: vector<2xf32>, %t: tensor<4x8xf32>) {
  %a = vector.transpose %v, [1.5, 0] : vector<4x8xf32> to vector<8x4xf32>
                           //^^^ error constant-type-mismatch: 1.5 is not an integer
  %b = vector.shuffle %w, %w [0x1, 99999999999999999999] : vector<2xf32>, vector<2xf32>
                                 //^^^^^^^^^^^^^^^^^^^^ error constant-out-of-range: 99999999999999999999 does not fit i64
  %c = tensor.collapse_shape %t [[0, 1.0]] : tensor<4x8xf32> into tensor<32xf32>
                                   //^^^ error constant-type-mismatch: 1.0 is not an integer
  %d = tensor.collapse_shape %t [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %e = tensor.collapse_shape %t [[false, 1]] : tensor<4x8xf32> into tensor<32xf32>
                                //^^^^^ error constant-type-mismatch: false is not an integer
  %f = vector.shuffle %w, %w [true, 1] : vector<2xf32>, vector<2xf32>
  return
}
"#,
        );
    }
}
