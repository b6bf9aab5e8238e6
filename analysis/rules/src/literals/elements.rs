//! `dense`, `sparse` and `array` literals: the shape of their lists and the kind of their elements.

use super::numbers::{RANGE, SHAPE, TYPE, judge, problem_at};
use crate::map_text::TextProblem;
use ir::trimmed_range;
use ir::types::{Signedness, Type};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange};

type Problem = Option<TextProblem>;

/// The sizes and the element type of a literal's type. The error is empty where nothing is known.
pub(super) fn shaped(node: &SyntaxNode, ty: &Type) -> Result<(Vec<u64>, Type), Problem> {
    let place = trimmed_range(node);
    match ty {
        Type::Vector { dims, element } => Ok((dims.iter().map(|it| it.size).collect(), Type::clone(element))),
        Type::Tensor { dims, element, .. } => match dims.as_ref().and_then(|it| it.iter().copied().collect())
        {
            Some(sizes) => Ok((sizes, Type::clone(element))),
            None => Err(match node.kind() {
                SyntaxKind::DENSE_RESOURCE_ATTRIBUTE => None,
                _ => problem_at(SHAPE, place, format!("{ty} does not tell how many elements there are")),
            }),
        },
        Type::Unknown | Type::Dialect(_) | Type::MemRef(_) | Type::UnrankedMemRef { .. } => Err(None),
        _ => Err(problem_at(SHAPE, place, format!("a list of elements is a vector or tensor, not {ty}"))),
    }
}

/// The tokens between the angle brackets.
fn body(node: &SyntaxNode) -> Vec<SyntaxToken> {
    let tokens =
        node.children_with_tokens().filter_map(|it| it.into_token()).filter(|it| !it.kind().is_trivia());
    let mut inside: Vec<_> = tokens.skip_while(|it| it.kind() != SyntaxKind::L_ANGLE).skip(1).collect();
    let end = inside.iter().rposition(|it| it.kind() == SyntaxKind::R_ANGLE).unwrap_or(inside.len());
    inside.truncate(end);
    inside
}

/// A nested list: its shape, and its elements in order.
struct List {
    /// `None` for a single element.
    shape: Option<Vec<u64>>,
    elements: Vec<Element>,
    /// The end of it in the tokens.
    end: usize,
}

struct Element {
    tokens: Vec<SyntaxToken>,
    is_pair: bool,
}

enum Malformed {
    /// Lists of different lengths or depths side by side.
    Ragged(TextRange),
    /// Not understood.
    Other,
}

/// Reads one element or nested list from `start` on.
fn list(tokens: &[SyntaxToken], start: usize) -> Result<List, Malformed> {
    let mut elements: Vec<Element> = Vec::new();
    // Per open bracket: the number of entries, and the shape of each entry, if it is a list.
    let mut open: Vec<(u64, Option<Option<Vec<u64>>>)> = Vec::new();
    let mut shape = None;
    let mut at = start;
    let add = |open: &mut Vec<(u64, Option<Option<Vec<u64>>>)>, entry: Option<Vec<u64>>, range: TextRange| {
        let Some((count, first)) = open.last_mut() else { return Ok(()) };
        *count += 1;
        match first {
            Some(first) if *first != entry => Err(Malformed::Ragged(range)),
            Some(_) => Ok(()),
            None => {
                *first = Some(entry);
                Ok(())
            }
        }
    };
    while let Some(token) = tokens.get(at) {
        at += 1;
        match token.kind() {
            SyntaxKind::L_BRACKET => open.push((0, None)),
            SyntaxKind::R_BRACKET => {
                let (count, inner) = open.pop().ok_or(Malformed::Other)?;
                let mut sizes = vec![count];
                sizes.extend(inner.flatten().unwrap_or_default());
                if open.is_empty() {
                    shape = Some(sizes);
                    break;
                }
                add(&mut open, Some(sizes), token.text_range())?;
            }
            SyntaxKind::COMMA if !open.is_empty() => {}
            SyntaxKind::L_PAREN => {
                let close = tokens.iter().skip(at).position(|it| it.kind() == SyntaxKind::R_PAREN);
                let close = at + close.ok_or(Malformed::Other)?;
                let inside = tokens.get(at..close).unwrap_or_default().to_vec();
                elements.push(Element { tokens: inside, is_pair: true });
                at = close + 1;
                add(&mut open, None, token.text_range())?;
                if open.is_empty() {
                    break;
                }
            }
            SyntaxKind::MINUS => {
                let number = tokens.get(at).ok_or(Malformed::Other)?.clone();
                at += 1;
                elements.push(Element { tokens: vec![token.clone(), number], is_pair: false });
                add(&mut open, None, token.text_range())?;
                if open.is_empty() {
                    break;
                }
            }
            SyntaxKind::INTEGER | SyntaxKind::FLOAT | SyntaxKind::STRING | SyntaxKind::BARE_ID => {
                elements.push(Element { tokens: vec![token.clone()], is_pair: false });
                add(&mut open, None, token.text_range())?;
                if open.is_empty() {
                    break;
                }
            }
            _ => return Err(Malformed::Other),
        }
    }
    if open.is_empty() && at > start { Ok(List { shape, elements, end: at }) } else { Err(Malformed::Other) }
}

fn show(sizes: &[u64]) -> String {
    format!("[{}]", sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(", "))
}

pub(super) fn dense(node: &SyntaxNode, ty: &Type) -> Problem {
    let (sizes, element) = match shaped(node, ty) {
        Ok(found) => found,
        Err(wrong) => return wrong,
    };
    let tokens = body(node);
    let place = trimmed_range(node);
    if tokens.is_empty() {
        let message = || format!("no elements are given, {ty} has some");
        return (!sizes.contains(&0)).then(|| problem_at(SHAPE, place, message()))?;
    }
    if let [token] = &*tokens
        && token.kind() == SyntaxKind::STRING
    {
        return hexadecimal(token, ty, &sizes, &element);
    }
    let list = match list(&tokens, 0) {
        Ok(list) => match tokens.get(list.end) {
            None => list,
            Some(comma) if comma.kind() == SyntaxKind::COMMA => {
                let message = "all elements stand in one list; several need brackets around them";
                return problem_at(SHAPE, comma.text_range(), message);
            }
            Some(_) => return None,
        },
        Err(Malformed::Ragged(range)) => {
            return problem_at(SHAPE, range, "lists side by side have to be of one length and depth");
        }
        _ => return None,
    };
    let kind = list.elements.iter().find_map(|it| judge_element(it, &element));
    if kind.is_some() {
        return kind;
    }
    let shape = list.shape?;
    if shape != sizes {
        let message = format!("the literal has shape {}, the type {ty} has {}", show(&shape), show(&sizes));
        return problem_at(SHAPE, place, message);
    }
    // Numbers of complex elements may come in pairs or one by one, and there are two for each.
    if let Type::Complex(_) = element {
        let given: usize = list.elements.iter().map(|it| if it.is_pair { 2 } else { 1 }).sum();
        let asked = sizes.iter().product::<u64>().checked_mul(2)?;
        let message = || format!("{ty} takes {asked} numbers, two for each element, {given} are given");
        return (given as u64 != asked).then(|| problem_at(SHAPE, place, message()))?;
    }
    None
}

/// The bytes of all elements, or of one for all.
fn hexadecimal(token: &SyntaxToken, ty: &Type, sizes: &[u64], element: &Type) -> Problem {
    let text = token.text().trim_matches('"');
    let (numbers, width) = match element {
        Type::Integer { width, .. } => (1, u64::from(*width)),
        Type::Float(kind) => (1, u64::from(kind.width)),
        Type::Index => (1, 64),
        Type::Complex(element) => match &**element {
            Type::Integer { width, .. } => (2, u64::from(*width)),
            Type::Float(kind) => (2, u64::from(kind.width)),
            _ => return None,
        },
        _ => return None,
    };
    let digits =
        text.strip_prefix("0x").filter(|it| it.len() % 2 == 0 && it.bytes().all(|it| it.is_ascii_hexdigit()));
    let Some(digits) = digits else {
        return problem_at(
            SHAPE,
            token.text_range(),
            "bytes are written as an even number of digits after 0x",
        );
    };
    // Bits are packed in ways of their own.
    if width == 1 {
        return None;
    }
    let size = width.div_ceil(8).checked_mul(numbers)?;
    let count = sizes.iter().try_fold(1_u64, |count, it| count.checked_mul(*it))?;
    let bytes = digits.len() as u64 / 2;
    let all = count.checked_mul(size)?;
    let message = || format!("{bytes} bytes are given, {ty} takes {all}, or {size} for all elements");
    (bytes != all && bytes != size).then(|| problem_at(SHAPE, token.text_range(), message()))?
}

/// An element that is not a value of the type.
fn judge_element(element: &Element, ty: &Type) -> Problem {
    let range = |tokens: &[SyntaxToken]| tokens.iter().map(|it| it.text_range()).reduce(TextRange::cover);
    if let Type::Complex(part) = ty {
        if element.is_pair {
            let is_pair = element.tokens.iter().filter(|it| it.kind() == SyntaxKind::COMMA).count() == 1;
            let place = range(&element.tokens);
            if !is_pair {
                return problem_at(SHAPE, place?, "a complex number has two parts");
            }
            return element
                .tokens
                .split(|it| it.kind() == SyntaxKind::COMMA)
                .find_map(|it| judge_tokens(it, part));
        }
        return judge_tokens(&element.tokens, part);
    }
    // Where no complex numbers are asked for MLIR takes the numbers of pairs one by one, as many as there are elements.
    if element.is_pair {
        return None;
    }
    judge_tokens(&element.tokens, ty)
}

fn judge_tokens(tokens: &[SyntaxToken], ty: &Type) -> Problem {
    let is_negative = tokens.first()?.kind() == SyntaxKind::MINUS;
    let number = tokens.last()?;
    let place = tokens.iter().map(|it| it.text_range()).reduce(TextRange::cover)?;
    if matches!(ty, Type::Vector { .. } | Type::MemRef(_) | Type::UnrankedMemRef { .. })
        && number.kind() != SyntaxKind::STRING
    {
        let message = format!("elements of type {ty} are written as strings, if at all");
        return problem_at(SHAPE, place, message);
    }
    if !matches!(ty, Type::Index | Type::Integer { .. } | Type::Float(_)) {
        return None;
    }
    match number.kind() {
        SyntaxKind::BARE_ID => {
            let is_bool = matches!(number.text(), "true" | "false");
            let takes = matches!(ty, Type::Integer { width: 1, signedness: Signedness::Signless });
            let message = || format!("{} is not a value of type {ty}", number.text());
            (!is_bool || !takes).then(|| problem_at(SHAPE, place, message()))?
        }
        SyntaxKind::STRING => problem_at(SHAPE, place, format!("a string is not a value of type {ty}")),
        kind => {
            let (code, message) = judge(number.text(), is_negative, kind == SyntaxKind::FLOAT, ty)?;
            // In a list a value of a wrong kind is a wrong element.
            problem_at(if code == RANGE { code } else { SHAPE }, place, message)
        }
    }
}

pub(super) fn array(node: &SyntaxNode, ty: &Type) -> Problem {
    let is_bool = matches!(ty, Type::Integer { width: 1, .. });
    let place = trimmed_range(node);
    match ty {
        Type::Unknown | Type::Dialect(_) => return None,
        Type::Integer { width, .. } if *width % 8 != 0 && !is_bool => {
            return problem_at(TYPE, place, format!("elements of an array fill whole bytes, {ty} does not"));
        }
        Type::Integer { .. } | Type::Float(_) => {}
        Type::Index => return None,
        _ => return problem_at(TYPE, place, format!("an array holds integers or floats, not {ty}")),
    }
    let tokens = body(node);
    let start = tokens.iter().position(|it| it.kind() == SyntaxKind::COLON)? + 1;
    let parts = tokens.get(start..)?.split(|it| it.kind() == SyntaxKind::COMMA);
    for part in parts {
        let number = part.last()?;
        if is_bool && number.kind() != SyntaxKind::BARE_ID {
            return problem_at(TYPE, number.text_range(), "an array of i1 holds true and false");
        }
        if number.kind() == SyntaxKind::BARE_ID {
            continue;
        }
        let is_negative = part.first()?.kind() == SyntaxKind::MINUS;
        if let Some((code, message)) =
            judge(number.text(), is_negative, number.kind() == SyntaxKind::FLOAT, ty)
        {
            return problem_at(code, number.text_range(), message);
        }
    }
    None
}

/// `sparse<indices, values>`: a list of positions, and a value for each.
pub(super) fn sparse(node: &SyntaxNode, ty: &Type) -> Problem {
    let (_, element) = match shaped(node, ty) {
        Ok(found) => found,
        Err(wrong) => return wrong,
    };
    let tokens = body(node);
    let read = |start: usize| list(&tokens, start);
    let indices = match read(0) {
        Ok(list) => list,
        Err(_) => return None,
    };
    let index = Type::Integer { width: 64, signedness: Signedness::Signless };
    let wrong = indices.elements.iter().find_map(|it| judge_element(it, &index));
    if wrong.is_some() {
        return wrong;
    }
    if tokens.get(indices.end)?.kind() != SyntaxKind::COMMA {
        return None;
    }
    let values = match read(indices.end + 1) {
        Ok(list) => list,
        Err(_) => return None,
    };
    let wrong = values.elements.iter().find_map(|it| judge_element(it, &element));
    if wrong.is_some() {
        return wrong;
    }
    let is_nested = values.shape.as_ref().is_some_and(|it| it.len() > 1);
    let message = "the values are one list, in the order of their positions";
    if is_nested {
        return problem_at(SHAPE, trimmed_range(node), message);
    }
    let (Some(positions), Some(given)) = (indices.shape, values.shape) else { return None };
    let message = || {
        format!(
            "{} positions, {} values",
            positions.first().copied().unwrap_or_default(),
            given.first().copied().unwrap_or_default()
        )
    };
    (positions.first() != given.first()).then(|| problem_at(SHAPE, trimmed_range(node), message()))?
}

#[cfg(test)]
mod tests {
    use fixture::check;

    #[test]
    fn ragged() {
        check(
            r#"
func.func @list() {
  %c = arith.constant dense<[[1, 2], [3]]> : tensor<2x2xi32>
                                     //^ error constant-elements-shape: lists side by side have to be of one length and depth
  return
}"#,
        );
    }

    #[test]
    fn several_lists() {
        check(
            r#"
func.func @lists() {
  %c = arith.constant dense<[1], [2]> : tensor<2xi32>
                             //^ error constant-elements-shape: all elements stand in one list; several need brackets around them
  %d = arith.constant dense<1, 2> : tensor<2xi32>
                           //^ error constant-elements-shape: all elements stand in one list; several need brackets around them
  return
}"#,
        );
    }

    #[test]
    fn pairs_of_integers() {
        check(
            r#"
func.func @pairs() {
  %c = arith.constant dense<(1, 2)> : tensor<2xi32>
  return
}"#,
        );
    }

    #[test]
    fn equal_numbers_of_a_scalable_vector() {
        check(
            r#"
func.func @splat() {
  %c = arith.constant dense<[3.0, 3.0]> : vector<[2]xf32>
  return
}"#,
        );
    }
}
