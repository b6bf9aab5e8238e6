//! Affine maps and integer sets, evaluated.

use syntax::SyntaxKind::*;
use syntax::SyntaxNode;
use syntax::ast::{self, AstNode};

use super::fault::{Cause, undefined};
use super::scalar::Scalar;

/// Operations of affine expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    /// Of a dividend by a positive divisor, as the two below.
    Mod,
    FloorDiv,
    CeilDiv,
}

/// A map with its results as trees.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct AffineMap {
    pub(super) dims: usize,
    pub(super) symbols: usize,
    pub(super) results: Vec<Expression>,
}

/// Constraints `expression >= 0` and `expression == 0` (`true`).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct IntegerSet {
    pub(super) inputs: usize,
    constraints: Vec<(Expression, bool)>,
}

/// Inputs are numbered through dims and symbols.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    Constant(i64),
    Input(usize),
    Binary(Operator, Box<[Expression; 2]>),
}

impl AffineMap {
    /// Of an `AFFINE_MAP`.
    pub(super) fn of(node: &SyntaxNode) -> Option<AffineMap> {
        let (dims, symbols) = parameters(node);
        let names: Vec<String> = dims.iter().chain(&symbols).cloned().collect();
        let results = node.children().find(|it| it.kind() == AFFINE_RESULTS)?;
        let results = ast::children::<ast::AffineExpression>(&results)
            .map(|it| Expression::of(it.syntax(), &names))
            .collect::<Option<_>>()?;
        Some(AffineMap { dims: dims.len(), symbols: symbols.len(), results })
    }

    pub(super) fn of_ir(map: &ir::affine::AffineMap) -> AffineMap {
        let results = map.results.iter().map(|it| Expression::of_ir(it, map.dims)).collect();
        AffineMap { dims: map.dims, symbols: map.symbols, results }
    }

    pub(super) fn inputs(&self) -> usize {
        self.dims + self.symbols
    }

    /// Which dim each result is; `None` for the constant 0. `None` where the map is not a projection.
    pub(super) fn as_projection(&self) -> Option<Vec<Option<usize>>> {
        self.results
            .iter()
            .map(|it| match it {
                Expression::Input(dim) if *dim < self.dims => Some(Some(*dim)),
                Expression::Constant(0) => Some(None),
                _ => None,
            })
            .collect()
    }
}

impl IntegerSet {
    /// Of an `INTEGER_SET`.
    pub(super) fn of(node: &SyntaxNode) -> Option<IntegerSet> {
        let (dims, symbols) = parameters(node);
        let names: Vec<String> = dims.into_iter().chain(symbols).collect();
        let constraint = |it: ast::AffineConstraint| {
            let mut sides = ast::children::<ast::AffineExpression>(it.syntax());
            let left = Expression::of(sides.next()?.syntax(), &names)?;
            let right = Expression::of(sides.next()?.syntax(), &names)?;
            let has = |kind| ast::token(it.syntax(), kind).is_some();
            let (from, to) = if has(LT_EQ) { (right, left) } else { (left, right) };
            Some((Expression::Binary(Operator::Subtract, Box::new([from, to])), has(EQ_EQ)))
        };
        let constraints =
            ast::children::<ast::AffineConstraint>(node).map(constraint).collect::<Option<_>>()?;
        Some(IntegerSet { inputs: names.len(), constraints })
    }

    pub(super) fn of_ir(set: &ir::affine::IntegerSet) -> IntegerSet {
        let constraint = |it: &ir::affine::Constraint| {
            let is_equality = it.kind == ir::affine::ConstraintKind::Equality;
            (Expression::of_ir(&it.expression, set.dims), is_equality)
        };
        IntegerSet { inputs: set.inputs(), constraints: set.constraints.iter().map(constraint).collect() }
    }

    /// Expressions that are at least 0, or 0 (`true`).
    pub(super) fn constraints(&self) -> &[(Expression, bool)] {
        &self.constraints
    }
}

fn parameters(node: &SyntaxNode) -> (Vec<String>, Vec<String>) {
    let names = |kind| {
        let list = node.children().find(|it| it.kind() == kind);
        let parameters = list.into_iter().flat_map(|it| ast::children::<ast::AffineParameter>(&it));
        parameters.map(|it| it.syntax().text().to_string().trim().to_owned()).collect()
    };
    (names(AFFINE_DIMENSIONS), names(AFFINE_SYMBOLS))
}

impl Expression {
    /// Lowering bounds the depth.
    fn of_ir(expression: &ir::affine::AffineExpr, dims: usize) -> Expression {
        use ir::affine::{AffineExpr, BinaryOp};
        match expression {
            AffineExpr::Dim(at) => Expression::Input(*at),
            AffineExpr::Symbol(at) => Expression::Input(dims + at),
            AffineExpr::Constant(value) => Expression::Constant(*value),
            AffineExpr::Binary(operator, left, right) => {
                let operator = match operator {
                    BinaryOp::Add => Operator::Add,
                    BinaryOp::Mul => Operator::Multiply,
                    BinaryOp::FloorDiv => Operator::FloorDiv,
                    BinaryOp::CeilDiv => Operator::CeilDiv,
                    BinaryOp::Mod => Operator::Mod,
                };
                let both = [left, right].map(|it| Expression::of_ir(it, dims));
                Expression::Binary(operator, Box::new(both))
            }
        }
    }

    /// How many numbers and operations it is made of.
    pub(super) fn size(&self) -> usize {
        match self {
            Expression::Constant(_) | Expression::Input(_) => 1,
            Expression::Binary(_, sides) => 1 + sides.iter().map(Expression::size).sum::<usize>(),
        }
    }

    /// The same over inputs that are this many places later.
    pub(super) fn shifted(self, by: usize) -> Expression {
        match self {
            Expression::Input(at) => Expression::Input(at + by),
            Expression::Constant(_) => self,
            Expression::Binary(operator, sides) => {
                Expression::Binary(operator, Box::new(sides.map(|it| it.shifted(by))))
            }
        }
    }

    fn of(node: &SyntaxNode, names: &[String]) -> Option<Expression> {
        let sides =
            || ast::children::<ast::AffineExpression>(node).map(|it| Expression::of(it.syntax(), names));
        match node.kind() {
            AFFINE_CONSTANT => Some(Expression::Constant(node.text().to_string().trim().parse().ok()?)),
            AFFINE_IDENTIFIER => {
                let name = node.text().to_string();
                Some(Expression::Input(names.iter().position(|it| it == name.trim())?))
            }
            AFFINE_PARENTHESES => sides().next()?,
            AFFINE_NEGATION => {
                let both = Box::new([Expression::Constant(0), sides().next()??]);
                Some(Expression::Binary(Operator::Subtract, both))
            }
            AFFINE_BINARY => {
                let mut sides = sides();
                let both = Box::new([sides.next()??, sides.next()??]);
                let has = |kind| ast::token(node, kind).is_some();
                let operator = match () {
                    () if has(PLUS) => Operator::Add,
                    () if has(MINUS) => Operator::Subtract,
                    () if has(STAR) => Operator::Multiply,
                    () if ast::has_keyword(node, "mod") => Operator::Mod,
                    () if ast::has_keyword(node, "floordiv") => Operator::FloorDiv,
                    () if ast::has_keyword(node, "ceildiv") => Operator::CeilDiv,
                    () => return None,
                };
                Some(Expression::Binary(operator, both))
            }
            _ => None,
        }
    }

    pub(super) fn evaluate(&self, inputs: &[i64]) -> Result<i64, Cause> {
        let (operator, sides) = match self {
            Expression::Constant(value) => return Ok(*value),
            Expression::Input(at) => return Ok(inputs[*at]),
            Expression::Binary(operator, sides) => (*operator, sides),
        };
        let (left, right) = (sides[0].evaluate(inputs)?, sides[1].evaluate(inputs)?);
        apply(operator, left, right)
    }

    /// As [`Expression::evaluate`], of numbers that may be terms; `on_terms` gives an operation on those its value.
    pub(super) fn evaluate_with(
        &self,
        inputs: &[Scalar],
        on_terms: &mut dyn FnMut(Operator, Scalar, Scalar) -> Result<Scalar, Cause>,
    ) -> Result<Scalar, Cause> {
        let (operator, sides) = match self {
            Expression::Constant(value) => return Ok(Scalar::Integer(*value)),
            Expression::Input(at) => return Ok(inputs[*at]),
            Expression::Binary(operator, sides) => (*operator, sides),
        };
        let (left, right) =
            (sides[0].evaluate_with(inputs, on_terms)?, sides[1].evaluate_with(inputs, on_terms)?);
        match (left, right) {
            (Scalar::Integer(left), Scalar::Integer(right)) => {
                Ok(Scalar::Integer(apply(operator, left, right)?))
            }
            _ => on_terms(operator, left, right),
        }
    }
}

/// The value of an affine operation on numbers.
pub fn apply(operator: Operator, left: i64, right: i64) -> Result<i64, Cause> {
    {
        let divides = matches!(operator, Operator::Mod | Operator::FloorDiv | Operator::CeilDiv);
        if divides && right <= 0 {
            return undefined("division by a number that is not positive");
        }
        let value = match operator {
            Operator::Add => left.checked_add(right),
            Operator::Subtract => left.checked_sub(right),
            Operator::Multiply => left.checked_mul(right),
            Operator::Mod => Some(left.rem_euclid(right)),
            Operator::FloorDiv => Some(left.div_euclid(right)),
            Operator::CeilDiv => left.checked_neg().map(|it| -it.div_euclid(right)),
        };
        value.map_or_else(|| undefined("overflow in an affine expression"), Ok)
    }
}
