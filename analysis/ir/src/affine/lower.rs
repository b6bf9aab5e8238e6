//! From syntax to affine values. `None` means that the text is broken or not affine: the value is unknown then,
//! and the rules that judge the text itself look at the syntax.

use super::{AffineExpr, AffineMap, BinaryOp, Constraint, ConstraintKind, IntegerSet};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::borrow::Cow;
use syntax::{Located, SyntaxKind};

/// An inline map, an `AFFINE_MAP`. `None` where an identifier is not declared or the text is broken.
pub fn lower_map<'a>(map: impl Into<Located<'a>>) -> Option<AffineMap> {
    let map = map.into();
    let inputs = Inputs::of(map)?;
    let results = map.child(SyntaxKind::AFFINE_RESULTS)?;
    let results =
        results.affine_expressions().map(|it| lower_expression(it, &inputs)).collect::<Option<_>>()?;
    Some(AffineMap { dims: inputs.dims, symbols: inputs.symbols, results })
}

/// An inline integer set, an `INTEGER_SET`.
pub fn lower_set<'a>(set: impl Into<Located<'a>>) -> Option<IntegerSet> {
    let set = set.into();
    let inputs = Inputs::of(set)?;
    let constraints = set
        .children_of_kind(SyntaxKind::AFFINE_CONSTRAINT)
        .map(|constraint| lower_constraint(constraint, &inputs))
        .collect::<Option<_>>()?;
    Some(IntegerSet { dims: inputs.dims, symbols: inputs.symbols, constraints })
}

fn lower_constraint(constraint: Located<'_>, inputs: &Inputs<'_>) -> Option<Constraint> {
    let mut sides = constraint.affine_expressions();
    let left = lower_expression(sides.next()?, inputs)?;
    let right = lower_expression(sides.next()?, inputs)?;
    let relation = constraint
        .tokens()
        .map(|it| it.kind())
        .find(|it| matches!(it, SyntaxKind::GT_EQ | SyntaxKind::LT_EQ | SyntaxKind::EQ_EQ))?;
    let difference = |a: AffineExpr, b: AffineExpr| AffineExpr::binary(BinaryOp::Add, a, b.negated());
    Some(match relation {
        SyntaxKind::LT_EQ => {
            Constraint { expression: difference(right, left), kind: ConstraintKind::Inequality }
        }
        SyntaxKind::GT_EQ => {
            Constraint { expression: difference(left, right), kind: ConstraintKind::Inequality }
        }
        _ => Constraint { expression: difference(left, right), kind: ConstraintKind::Equality },
    })
}

/// The names that a map or set declares.
pub struct Inputs<'a> {
    dims: usize,
    symbols: usize,
    names: FxHashMap<Cow<'a, str>, AffineExpr>,
}

impl<'a> Inputs<'a> {
    /// `None` where a name is declared twice.
    pub fn of(node: Located<'a>) -> Option<Self> {
        let mut inputs = Inputs { dims: 0, symbols: 0, names: FxHashMap::default() };
        for list in node.children() {
            let is_dims = match list.kind() {
                SyntaxKind::AFFINE_DIMENSIONS => true,
                SyntaxKind::AFFINE_SYMBOLS => false,
                _ => continue,
            };
            for parameter in list.children_of_kind(SyntaxKind::AFFINE_PARAMETER) {
                let counter = if is_dims { &mut inputs.dims } else { &mut inputs.symbols };
                let leaf = if is_dims { AffineExpr::Dim(*counter) } else { AffineExpr::Symbol(*counter) };
                *counter += 1;
                if inputs.names.insert(parameter.trimmed_text(), leaf).is_some() {
                    return None;
                }
            }
        }
        Some(inputs)
    }
}

/// An expression over declared identifiers.
pub fn lower_expression(expr: Located<'_>, inputs: &Inputs<'_>) -> Option<AffineExpr> {
    lower(expr, MAX_DEPTH, &mut |leaf| match leaf.kind() {
        SyntaxKind::AFFINE_IDENTIFIER => inputs.names.get(&leaf.trimmed_text()).cloned(),
        _ => None,
    })
}

/// Collects the values that a list of subscripts mentions, in the order in which they become inputs of its map.
///
/// A name is looked up by its spelling alone: a later mention is the same input whatever its form
/// (`symbol(%i)` after `%i` is the dimension), and `%p` after `%p#1` is `%p#1`.
#[derive(Default, Clone)]
pub struct ValueInputs<'a> {
    /// First mentions, `VALUE_USE`s, in order; those of dimensions and of symbols.
    pub dims: SmallVec<[Located<'a>; 2]>,
    pub symbols: SmallVec<[Located<'a>; 2]>,
    /// Every mention with the input that it stands for.
    pub mentions: SmallVec<[(Located<'a>, AffineExpr); 2]>,
    /// By name and result number, `%0` being `%0#0`; without a number the first of that name.
    names: FxHashMap<(&'a str, Option<&'a str>), AffineExpr>,
}

impl<'a> ValueInputs<'a> {
    fn mention(&mut self, value: Located<'a>, as_symbol: bool) -> Option<AffineExpr> {
        let number = value.token(SyntaxKind::HASH_ID).map(|it| it.text().trim_start_matches(['#', '0']));
        let name = value.token(SyntaxKind::PERCENT_ID)?.text();
        let leaf = match self.names.get(&(name, number)) {
            Some(leaf) => leaf.clone(),
            None => {
                let (list, leaf) = if as_symbol {
                    (&mut self.symbols, AffineExpr::Symbol as fn(usize) -> AffineExpr)
                } else {
                    (&mut self.dims, AffineExpr::Dim as fn(usize) -> AffineExpr)
                };
                let leaf = leaf(list.len());
                list.push(value);
                self.names.entry((name, None)).or_insert_with(|| leaf.clone());
                self.names.insert((name, Some(number.unwrap_or_default())), leaf.clone());
                leaf
            }
        };
        self.mentions.push((value, leaf.clone()));
        Some(leaf)
    }
}

/// An expression over values, as in subscripts and in bounds of `affine.parallel`.
pub fn lower_value_expression<'a>(
    expr: impl Into<Located<'a>>,
    inputs: &mut ValueInputs<'a>,
) -> Option<AffineExpr> {
    lower(expr.into(), MAX_DEPTH, &mut |leaf| {
        let value = leaf.child(SyntaxKind::VALUE_USE)?;
        match leaf.kind() {
            SyntaxKind::AFFINE_VALUE => inputs.mention(value, false),
            SyntaxKind::AFFINE_SYMBOL_VALUE => inputs.mention(value, true),
            _ => None,
        }
    })
}

/// Everything that walks an expression recurses, so deeper ones are unknown; a chain of n terms is n deep.
const MAX_DEPTH: usize = 256;

fn lower<'a>(
    expr: Located<'a>,
    depth: usize,
    leaf: &mut dyn FnMut(Located<'a>) -> Option<AffineExpr>,
) -> Option<AffineExpr> {
    let mut pending = Vec::new();
    let mut current = expr;
    while current.kind() == SyntaxKind::AFFINE_BINARY {
        let mut sides = current.affine_expressions();
        let left = sides.next()?;
        pending.push((operator(current)?, sides.next()?));
        current = left;
    }
    let depth = depth.checked_sub(pending.len() + 1)?;
    let mut value = lower_operand(current, depth, leaf)?;
    while let Some((op, right)) = pending.pop() {
        let right = lower(right, depth, leaf)?;
        value = match op {
            Operator::Binary(op) => AffineExpr::binary(op, value, right),
            Operator::Sub => AffineExpr::binary(BinaryOp::Add, value, right.negated()),
        };
    }
    Some(value)
}

fn lower_operand<'a>(
    node: Located<'a>,
    depth: usize,
    leaf: &mut dyn FnMut(Located<'a>) -> Option<AffineExpr>,
) -> Option<AffineExpr> {
    let inner = || node.affine_expressions().next();
    match node.kind() {
        SyntaxKind::AFFINE_NEGATION => Some(lower(inner()?, depth, leaf)?.negated()),
        SyntaxKind::AFFINE_PARENTHESES => lower(inner()?, depth, leaf),
        SyntaxKind::AFFINE_CONSTANT => {
            parse_integer(node.token(SyntaxKind::INTEGER)?.text()).map(AffineExpr::Constant)
        }
        _ => leaf(node),
    }
}

/// A decimal or hexadecimal literal that fits.
pub fn parse_integer(text: &str) -> Option<i64> {
    match (text, text.strip_prefix("0x")) {
        // One bit with a sign.
        ("true", _) => Some(-1),
        ("false", _) => Some(0),
        (_, Some(digits)) => u64::from_str_radix(digits, 16).ok()?.try_into().ok(),
        (_, None) => text.parse().ok(),
    }
}

enum Operator {
    Binary(BinaryOp),
    Sub,
}

fn operator(node: Located<'_>) -> Option<Operator> {
    node.tokens().find_map(|token| {
        Some(match (token.kind(), token.text()) {
            (SyntaxKind::PLUS, _) => Operator::Binary(BinaryOp::Add),
            (SyntaxKind::MINUS, _) => Operator::Sub,
            (SyntaxKind::STAR, _) => Operator::Binary(BinaryOp::Mul),
            (SyntaxKind::BARE_ID, "floordiv") => Operator::Binary(BinaryOp::FloorDiv),
            (SyntaxKind::BARE_ID, "ceildiv") => Operator::Binary(BinaryOp::CeilDiv),
            (SyntaxKind::BARE_ID, "mod") => Operator::Binary(BinaryOp::Mod),
            _ => return None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{AffineExpr, ValueInputs, lower_value_expression};
    use syntax::Located;

    /// What each subscript of an access stands for.
    fn subscripts(list: &str) -> Vec<Option<AffineExpr>> {
        let parse = syntax::parse(&format!("%x = affine.load %m[{list}] : memref<8x8x8xf32>\n"));
        let mut inputs = ValueInputs::default();
        let mut found = Vec::new();
        Located::root(parse.green()).for_each_own(&mut |it| {
            if it.kind().is_affine_expression() {
                found.push(lower_value_expression(it, &mut inputs));
            }
        });
        found
    }

    #[test]
    fn a_name_without_a_number_is_the_first_of_that_name() {
        let dims = |of: &[usize]| of.iter().map(|it| Some(AffineExpr::Dim(*it))).collect::<Vec<_>>();
        assert_eq!(subscripts("%p#1, %p, %p#1"), dims(&[0, 0, 0]));
        assert_eq!(subscripts("%p, %p#0, %p"), dims(&[0, 0, 0]));
        assert_eq!(subscripts("%p#0, %p#1, %p"), dims(&[0, 1, 0]));
        assert_eq!(subscripts("%p, %p#1, %q"), dims(&[0, 1, 2]));
        assert_eq!(
            subscripts("%p, symbol(%p), symbol(%q)")[1..],
            [dims(&[0]), vec![Some(AffineExpr::Symbol(0))]].concat()
        );
    }
}
