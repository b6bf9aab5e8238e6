//! Mistakes inside the text of types: parameters in the wrong order, element types that nothing can hold. The same
//! for operations and for definitions of aliases.

use crate::data_layout;
use crate::facts::Meant;
use crate::map_operands::counted;
use crate::map_text::TextProblem;
use crate::pointer_type::modern_type;
use ir::affine::{lower_map, parse_integer};
use ir::types::compact;
use syntax::{Located, SyntaxKind, SyntaxNode, TextRange};

/// Whether [`problems`] has something to say about the node.
pub fn is_judged(node: &SyntaxNode) -> bool {
    TYPES.contains(&node.kind())
        && !node.ancestors().any(|it| matches!(it.kind(), SyntaxKind::ERROR | SyntaxKind::OPAQUE_ANGLES))
}

/// The kinds of nodes that [`problems`] looks at.
pub const TYPES: &[SyntaxKind] = &[
    SyntaxKind::MEMREF_TYPE,
    SyntaxKind::VECTOR_TYPE,
    SyntaxKind::TENSOR_TYPE,
    SyntaxKind::COMPLEX_TYPE,
    SyntaxKind::DIALECT_TYPE,
    SyntaxKind::DIALECT_ATTRIBUTE,
];

/// The problems of one type, without those of the types inside it.
pub fn problems(node: Located<'_>) -> Vec<TextProblem> {
    if node.kind() == SyntaxKind::DIALECT_ATTRIBUTE {
        return data_layout::problems(node);
    }
    let mut found = Vec::new();
    if node.kind() == SyntaxKind::DIALECT_TYPE {
        if let Some(today) = modern_type(&node.trimmed_text()) {
            let message = format!("a pointer does not say what it points to any more: today this is {today}");
            found.push(TextProblem::new("legacy-syntax", node.trimmed_range(), message));
        }
        return found;
    }
    if node.kind() == SyntaxKind::MEMREF_TYPE {
        found.extend(node.attributes().filter_map(old_strides));
    }
    let mut say =
        |code, range: TextRange, message: String| found.push(TextProblem::new(code, range, message));
    if let Some(element) = node.types().next() {
        let (code, is_wrong, holder): (_, fn(Located<'_>) -> bool, _) = match node.kind() {
            SyntaxKind::MEMREF_TYPE => ("memref-element-type", is_no_memref_element, "stored in a memref"),
            SyntaxKind::VECTOR_TYPE => {
                ("vector-element-type", is_no_vector_element, "an element of a vector")
            }
            SyntaxKind::TENSOR_TYPE => {
                ("tensor-element-type", is_no_tensor_element, "an element of a tensor")
            }
            _ => ("complex-element-type", is_no_number, "a part of a complex number"),
        };
        if is_wrong(element) {
            let message = format!("{} cannot be {holder}", element.trimmed_text());
            say(code, element.trimmed_range(), message);
        }
    }
    match node.kind() {
        SyntaxKind::MEMREF_TYPE => memref_parameters(node, &mut say),
        SyntaxKind::VECTOR_TYPE => {
            for dimension in dimensions(node) {
                let size = dimension.token(SyntaxKind::INTEGER);
                if size.is_some_and(|it| it.text().bytes().all(|it| it == b'0')) {
                    let message = "sizes of a vector are positive constants".to_owned();
                    say("vector-dimension-not-positive", dimension.trimmed_range(), message);
                } else if dimension.token(SyntaxKind::QUESTION).is_some() {
                    let message =
                        "sizes of a vector are positive constants; a scalable size is written [4]".to_owned();
                    say("vector-dimension-not-positive", dimension.trimmed_range(), message);
                }
            }
        }
        _ => {}
    }
    found
}

fn dimensions(node: Located<'_>) -> impl Iterator<Item = Located<'_>> {
    let list = node.child(SyntaxKind::DIMENSIONS);
    list.into_iter().flat_map(|it| it.children_of_kind(SyntaxKind::DIMENSION))
}

/// Layout and memory space: the first is a map or `strided<…>`, the second comes last.
fn memref_parameters(node: Located<'_>, say: &mut impl FnMut(&'static str, TextRange, String)) {
    let shape = node.child(SyntaxKind::DIMENSIONS);
    let is_unranked = shape.is_some_and(|it| it.token(SyntaxKind::STAR).is_some());
    let rank = dimensions(node).count();
    let mut has_space = false;
    for parameter in node.attributes() {
        let range = parameter.trimmed_range();
        let text = parameter.trimmed_text();
        match parameter.kind() {
            SyntaxKind::AFFINE_MAP_ATTRIBUTE | SyntaxKind::STRIDED_ATTRIBUTE if is_unranked => {
                let message = "a memref of unknown rank cannot have a layout".to_owned();
                say("unranked-memref-layout", range, message);
            }
            SyntaxKind::AFFINE_MAP_ATTRIBUTE | SyntaxKind::STRIDED_ATTRIBUTE if has_space => {
                say("memref-parameter-order", range, "the layout comes before the memory space".to_owned());
            }
            SyntaxKind::STRIDED_ATTRIBUTE => {
                // The least integer means an unknown number, so that signs make no difference.
                let numbers = parameter.tokens().filter(|it| it.kind() == SyntaxKind::INTEGER);
                for number in numbers.filter(|it| parse_integer(it.text()).is_none()) {
                    let message = format!("{} does not fit a signed 64-bit integer", number.text());
                    say("constant-out-of-range", number.text_range(), message);
                }
                if let Some(strides) = stride_count(&compact(parameter)).filter(|it| *it != rank) {
                    let message =
                        format!("{} for {}", counted(strides, "stride"), counted(rank, "dimension"));
                    say("memref-stride-count", range, message);
                }
            }
            SyntaxKind::AFFINE_MAP_ATTRIBUTE if is_identity(parameter) => {
                say("identity-map", range, "this layout is the default one".to_owned());
            }
            // Either of both, or a layout of another project, some of which use dictionaries.
            SyntaxKind::ATTRIBUTE_ALIAS | SyntaxKind::AFFINE_MAP_ATTRIBUTE => {}
            SyntaxKind::DIALECT_ATTRIBUTE => {}
            SyntaxKind::DICTIONARY if !has_space => {}
            SyntaxKind::FLOAT_ATTRIBUTE | SyntaxKind::INTEGER_SET_ATTRIBUTE => {
                say("memref-memory-space", range, format!("{} is not a memory space", text));
            }
            _ if has_space => {
                say("memref-memory-space", range, "a memref has only one memory space".to_owned());
            }
            SyntaxKind::INTEGER_ATTRIBUTE | SyntaxKind::STRING_ATTRIBUTE => has_space = true,
            _ => {}
        }
    }
}

fn old_strides(layout: Located<'_>) -> Option<TextProblem> {
    let today = strides_today(&layout.trimmed_text())?;
    let facts = Meant { sentence: format!("strides are old here: today they are {today}"), text: today };
    Some(TextProblem::new("legacy-syntax", layout.trimmed_range(), facts))
}

/// Today's spelling of `offset: 0, strides: [8, ?]`, as strides were written up to MLIR 15.
pub fn strides_today(text: &str) -> Option<String> {
    let (word, rest) = text.split_once(':')?;
    let (offset, strides) = rest.split_once(',').filter(|_| word.trim() == "offset")?;
    let (_, strides) = strides.split_once(':')?;
    let (offset, strides) = (offset.trim(), strides.trim());
    Some(match offset {
        "0" => format!("strided<{strides}>"),
        _ => format!("strided<{strides}, offset: {offset}>"),
    })
}

/// A layout without symbols that moves no element.
fn is_identity(attribute: Located<'_>) -> bool {
    let map = attribute.child(SyntaxKind::AFFINE_MAP).and_then(lower_map);
    map.is_some_and(|map| map.symbols == 0 && map.is_identity())
}

/// The number of strides of `strided<[8,?],offset:1>`.
fn stride_count(text: &str) -> Option<usize> {
    let (_, body) = text.split_once('[')?;
    let (strides, _) = body.split_once(']')?;
    Some(strides.split(',').filter(|it| !it.trim().is_empty()).count())
}

/// Types of other dialects may be elements; aliases are judged where they are defined.
fn is_no_memref_element(element: Located<'_>) -> bool {
    matches!(element.kind(), SyntaxKind::TENSOR_TYPE | SyntaxKind::TUPLE_TYPE | SyntaxKind::FUNCTION_TYPE)
        || is_none(element)
}

fn is_no_vector_element(element: Located<'_>) -> bool {
    is_no_memref_element(element)
        || matches!(
            element.kind(),
            SyntaxKind::VECTOR_TYPE | SyntaxKind::MEMREF_TYPE | SyntaxKind::COMPLEX_TYPE
        )
}

fn is_no_tensor_element(element: Located<'_>) -> bool {
    is_no_memref_element(element) || element.kind() == SyntaxKind::MEMREF_TYPE
}

fn is_no_number(element: Located<'_>) -> bool {
    let is_alias = matches!(element.kind(), SyntaxKind::TYPE_ALIAS | SyntaxKind::DIALECT_TYPE);
    !is_alias && (element.kind() != SyntaxKind::SIMPLE_TYPE || is_none(element) || name(element) == "index")
}

fn is_none(element: Located<'_>) -> bool {
    element.kind() == SyntaxKind::SIMPLE_TYPE && name(element) == "none"
}

fn name(element: Located<'_>) -> std::borrow::Cow<'_, str> {
    element.trimmed_text()
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn comments_between_strides() {
        check(
            r#"
func.func private @f(memref<4x4xf32, strided<[ // 8 ], [4, 2,
  4, // ]
  1]>>)
"#,
        );
    }

    #[test]
    fn numbers_of_64_bits() {
        check(
            r#"
func.func private @edges(memref<4xf32, strided<[-1], offset: 9223372036854775807>>)
func.func private @stride(memref<4xf32, strided<[9223372036854775808]>>)
                                               //^^^^^^^^^^^^^^^^^^^ error constant-out-of-range: 9223372036854775808 does not fit a signed 64-bit integer
func.func private @offset(memref<4xf32, strided<[1], offset: -9223372036854775808>>)
                                                            //^^^^^^^^^^^^^^^^^^^ error constant-out-of-range: 9223372036854775808 does not fit a signed 64-bit integer
func.func private @width(i99999999999999999999)
                       //^^^^^^^^^^^^^^^^^^^^^ error unknown-type: integers have at most 16777215 bits
"#,
        );
    }
}
