//! From syntax to affine values. `None` means that the text is broken or not affine: the value is unknown then,
//! and the rules that judge the text itself look at the syntax.

use super::{AffineExpr, AffineMap, BinaryOp, Constraint, ConstraintKind, IntegerSet};
use rustc_hash::FxHashMap;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode};

/// An inline map. `None` where an identifier is not declared or the text is broken.
pub(crate) fn lower_map(map: &ast::AffineMap) -> Option<AffineMap> {
    let inputs = Inputs::of(map.syntax())?;
    let results = map.syntax().children().find(|it| it.kind() == SyntaxKind::AFFINE_RESULTS)?;
    let results = ast::children::<ast::AffineExpression>(&results)
        .map(|it| lower_expression(&it, &inputs))
        .collect::<Option<_>>()?;
    Some(AffineMap { dims: inputs.dims, symbols: inputs.symbols, results })
}

/// An inline integer set.
pub(crate) fn lower_set(set: &ast::IntegerSet) -> Option<IntegerSet> {
    let inputs = Inputs::of(set.syntax())?;
    let constraints = ast::children::<ast::AffineConstraint>(set.syntax())
        .map(|constraint| lower_constraint(&constraint, &inputs))
        .collect::<Option<_>>()?;
    Some(IntegerSet { dims: inputs.dims, symbols: inputs.symbols, constraints })
}

fn lower_constraint(constraint: &ast::AffineConstraint, inputs: &Inputs) -> Option<Constraint> {
    let mut sides = ast::children::<ast::AffineExpression>(constraint.syntax());
    let left = lower_expression(&sides.next()?, inputs)?;
    let right = lower_expression(&sides.next()?, inputs)?;
    let relation = constraint
        .syntax()
        .children_with_tokens()
        .filter_map(|it| it.into_token())
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

/// What the leaves of an expression stand for.
trait Leaves {
    fn identifier(&self, name: &str) -> Option<AffineExpr>;
}

/// The names that a map or set declares.
pub(crate) struct Inputs {
    dims: usize,
    symbols: usize,
    names: FxHashMap<String, AffineExpr>,
}

impl Inputs {
    pub(crate) fn of(node: &SyntaxNode) -> Option<Self> {
        let mut inputs = Inputs { dims: 0, symbols: 0, names: FxHashMap::default() };
        for list in node.children() {
            let is_dims = match list.kind() {
                SyntaxKind::AFFINE_DIMENSIONS => true,
                SyntaxKind::AFFINE_SYMBOLS => false,
                _ => continue,
            };
            for parameter in ast::children::<ast::AffineParameter>(&list) {
                let counter = if is_dims { &mut inputs.dims } else { &mut inputs.symbols };
                let leaf = if is_dims { AffineExpr::Dim(*counter) } else { AffineExpr::Symbol(*counter) };
                *counter += 1;
                let name = syntax::text_of(parameter.syntax().green()).trim().to_owned();
                if inputs.names.insert(name, leaf).is_some() {
                    return None;
                }
            }
        }
        Some(inputs)
    }
}

impl Leaves for Inputs {
    fn identifier(&self, name: &str) -> Option<AffineExpr> {
        self.names.get(name).cloned()
    }
}

/// An expression over declared identifiers.
pub(crate) fn lower_expression(expr: &ast::AffineExpression, inputs: &Inputs) -> Option<AffineExpr> {
    lower(expr, MAX_DEPTH, &mut |leaf| match leaf.kind() {
        SyntaxKind::AFFINE_IDENTIFIER => inputs.identifier(leaf.text().to_string().trim()),
        _ => None,
    })
}

/// Collects the values that a list of subscripts mentions, in the order in which they become inputs of its map.
///
/// A name is looked up by its spelling alone: a later mention is the same input whatever its form
/// (`symbol(%i)` after `%i` is the dimension), and `%p` after `%p#1` is `%p#1`.
#[derive(Default, Clone)]
pub(crate) struct ValueInputs {
    /// First mentions, in order; those of dimensions and of symbols.
    pub(crate) dims: Vec<ast::ValueUse>,
    pub(crate) symbols: Vec<ast::ValueUse>,
    /// Every mention with the input that it stands for.
    pub(crate) mentions: Vec<(ast::ValueUse, AffineExpr)>,
    /// By name and result number: `%0` is `%0#0`.
    names: FxHashMap<(String, String), AffineExpr>,
    /// By name: what it stands for without a number where it was mentioned before.
    bare: FxHashMap<String, AffineExpr>,
}

impl ValueInputs {
    fn mention(&mut self, value: ast::ValueUse, as_symbol: bool) -> Option<AffineExpr> {
        let number = value.result_number().map(|it| it.text().trim_start_matches(['#', '0']).to_owned());
        let base = value.name()?.text().to_owned();
        let known = match &number {
            None => self.bare.get(&base),
            Some(number) => self.names.get(&(base.clone(), number.clone())),
        };
        let leaf = match known {
            Some(leaf) => leaf.clone(),
            None => {
                let (list, leaf) = if as_symbol {
                    (&mut self.symbols, AffineExpr::Symbol as fn(usize) -> AffineExpr)
                } else {
                    (&mut self.dims, AffineExpr::Dim as fn(usize) -> AffineExpr)
                };
                let leaf = leaf(list.len());
                list.push(value.clone());
                self.bare.entry(base.clone()).or_insert_with(|| leaf.clone());
                self.names.insert((base, number.unwrap_or_default()), leaf.clone());
                leaf
            }
        };
        self.mentions.push((value, leaf.clone()));
        Some(leaf)
    }
}

/// An expression over values, as in subscripts and in bounds of `affine.parallel`.
pub(crate) fn lower_value_expression(
    expr: &ast::AffineExpression,
    inputs: &mut ValueInputs,
) -> Option<AffineExpr> {
    lower(expr, MAX_DEPTH, &mut |leaf| {
        let value = ast::child::<ast::ValueUse>(leaf)?;
        match leaf.kind() {
            SyntaxKind::AFFINE_VALUE => inputs.mention(value, false),
            SyntaxKind::AFFINE_SYMBOL_VALUE => inputs.mention(value, true),
            _ => None,
        }
    })
}

/// Everything that walks an expression recurses, so deeper ones are unknown; a chain of n terms is n deep.
const MAX_DEPTH: usize = 256;

fn lower(
    expr: &ast::AffineExpression,
    depth: usize,
    leaf: &mut dyn FnMut(&SyntaxNode) -> Option<AffineExpr>,
) -> Option<AffineExpr> {
    let mut pending = Vec::new();
    let mut current = expr.clone();
    loop {
        if current.syntax().kind() != SyntaxKind::AFFINE_BINARY {
            break;
        }
        let mut sides = ast::children::<ast::AffineExpression>(current.syntax());
        let left = sides.next()?;
        pending.push((operator(current.syntax())?, sides.next()?));
        current = left;
    }
    let depth = depth.checked_sub(pending.len() + 1)?;
    let mut value = lower_operand(&current, depth, leaf)?;
    while let Some((op, right)) = pending.pop() {
        let right = lower(&right, depth, leaf)?;
        value = match op {
            Operator::Binary(op) => AffineExpr::binary(op, value, right),
            Operator::Sub => AffineExpr::binary(BinaryOp::Add, value, right.negated()),
        };
    }
    Some(value)
}

fn lower_operand(
    expr: &ast::AffineExpression,
    depth: usize,
    leaf: &mut dyn FnMut(&SyntaxNode) -> Option<AffineExpr>,
) -> Option<AffineExpr> {
    let node = expr.syntax();
    match node.kind() {
        SyntaxKind::AFFINE_NEGATION => Some(lower(&ast::child(node)?, depth, leaf)?.negated()),
        SyntaxKind::AFFINE_PARENTHESES => lower(&ast::child(node)?, depth, leaf),
        SyntaxKind::AFFINE_CONSTANT => {
            let literal = ast::token(node, SyntaxKind::INTEGER)?;
            parse_integer(literal.text()).map(AffineExpr::Constant)
        }
        _ => leaf(node),
    }
}

/// A decimal or hexadecimal literal that fits.
pub(crate) fn parse_integer(text: &str) -> Option<i64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?.try_into().ok(),
        None => text.parse().ok(),
    }
}

enum Operator {
    Binary(BinaryOp),
    Sub,
}

fn operator(node: &SyntaxNode) -> Option<Operator> {
    node.children_with_tokens().filter_map(|it| it.into_token()).find_map(|token| {
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
