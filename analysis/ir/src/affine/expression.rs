//! Affine and semi-affine expressions over dimensions and symbols.

use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Mul,
    FloorDiv,
    CeilDiv,
    Mod,
}

/// An expression as written, up to folding of constants; subtraction is addition of a product with −1.
///
/// Lowering bounds its depth, so functions over it may recurse.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AffineExpr {
    Dim(usize),
    Symbol(usize),
    Constant(i64),
    Binary(BinaryOp, Box<AffineExpr>, Box<AffineExpr>),
}

impl AffineExpr {
    /// `left op right`, folded where both are constants and the result fits; `mod` and divisions by a
    /// constant that is not positive stay as they are.
    pub fn binary(op: BinaryOp, left: AffineExpr, right: AffineExpr) -> AffineExpr {
        use AffineExpr::Constant;
        if let (Constant(a), Constant(b)) = (&left, &right)
            && let Some(folded) = fold(op, *a, *b)
        {
            return Constant(folded);
        }
        match (op, &left, &right) {
            (BinaryOp::Add, Constant(0), _) | (BinaryOp::Mul, Constant(1), _) => right,
            (BinaryOp::Add, _, Constant(0))
            | (BinaryOp::Mul | BinaryOp::FloorDiv | BinaryOp::CeilDiv, _, Constant(1)) => left,
            (BinaryOp::Mul, Constant(_), _) => AffineExpr::Binary(op, Box::new(right), Box::new(left)),
            _ => AffineExpr::Binary(op, Box::new(left), Box::new(right)),
        }
    }

    pub fn negated(self) -> AffineExpr {
        Self::binary(BinaryOp::Mul, self, AffineExpr::Constant(-1))
    }

    /// The value as a constant, if it is one.
    pub fn as_constant(&self) -> Option<i64> {
        match self {
            AffineExpr::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// Calls `visit` for every subexpression, the expression itself first.
    pub fn walk(&self, visit: &mut impl FnMut(&AffineExpr)) {
        let mut stack = vec![self];
        while let Some(expr) = stack.pop() {
            visit(expr);
            if let AffineExpr::Binary(_, left, right) = expr {
                stack.push(right);
                stack.push(left);
            }
        }
    }

    /// The value at a point; `None` on overflow, a division by a number that is not positive, or a missing input.
    pub fn evaluate(&self, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        match self {
            AffineExpr::Dim(index) => dims.get(*index).copied(),
            AffineExpr::Symbol(index) => symbols.get(*index).copied(),
            AffineExpr::Constant(value) => Some(*value),
            AffineExpr::Binary(op, left, right) => {
                fold(*op, left.evaluate(dims, symbols)?, right.evaluate(dims, symbols)?)
            }
        }
    }
}

/// `a op b`; `None` on overflow and for divisions by a number that is not positive.
fn fold(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    match op {
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::FloorDiv if b > 0 => Some(a.div_euclid(b)),
        BinaryOp::CeilDiv if b > 0 => a.checked_neg().map(|it| -it.div_euclid(b)),
        BinaryOp::Mod if b > 0 => Some(a.rem_euclid(b)),
        _ => None,
    }
}

/// The least constant: without its sign it would not fit.
const LEAST: &str = "-9223372036854775807 - 1";

/// Prints as in MLIR, with as few parentheses as the grammar allows.
impl fmt::Display for AffineExpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.print(f, &|index, is_dim| format!("{}{index}", if is_dim { 'd' } else { 's' }), false)
    }
}

impl AffineExpr {
    /// The expression with inputs printed by `name(index, is_dim)`.
    pub fn display_with<'a>(&'a self, name: &'a dyn Fn(usize, bool) -> String) -> impl fmt::Display + 'a {
        struct Named<'a>(&'a AffineExpr, &'a dyn Fn(usize, bool) -> String);
        impl fmt::Display for Named<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.print(f, self.1, false)
            }
        }
        Named(self, name)
    }

    fn print(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: &dyn Fn(usize, bool) -> String,
        tight: bool,
    ) -> fmt::Result {
        match self {
            AffineExpr::Dim(index) => f.write_str(&name(*index, true)),
            AffineExpr::Symbol(index) => f.write_str(&name(*index, false)),
            AffineExpr::Constant(i64::MIN) if tight => write!(f, "({LEAST})"),
            AffineExpr::Constant(i64::MIN) => f.write_str(LEAST),
            AffineExpr::Constant(value) => write!(f, "{value}"),
            AffineExpr::Binary(BinaryOp::Mul, operand, factor) if factor.as_constant() == Some(-1) => {
                f.write_str("-")?;
                operand.print(f, name, true)
            }
            AffineExpr::Binary(BinaryOp::Add, left, right) => {
                if tight {
                    f.write_str("(")?;
                }
                left.print(f, name, false)?;
                match &**right {
                    AffineExpr::Constant(value) if *value < 0 && *value > i64::MIN => {
                        write!(f, " - {}", value.unsigned_abs())?;
                    }
                    AffineExpr::Binary(BinaryOp::Mul, operand, factor)
                        if factor.as_constant().is_some_and(|it| it < 0 && it > i64::MIN) =>
                    {
                        f.write_str(" - ")?;
                        operand.print(f, name, true)?;
                        let factor = factor.as_constant().map_or(1, i64::unsigned_abs);
                        if factor != 1 {
                            write!(f, " * {factor}")?;
                        }
                    }
                    _ => {
                        f.write_str(" + ")?;
                        right.print(f, name, false)?;
                    }
                }
                if tight { f.write_str(")") } else { Ok(()) }
            }
            AffineExpr::Binary(op, left, right) => {
                if tight {
                    f.write_str("(")?;
                }
                left.print(f, name, true)?;
                f.write_str(match op {
                    BinaryOp::Mul => " * ",
                    BinaryOp::FloorDiv => " floordiv ",
                    BinaryOp::CeilDiv => " ceildiv ",
                    BinaryOp::Mod | BinaryOp::Add => " mod ",
                })?;
                right.print(f, name, true)?;
                if tight { f.write_str(")") } else { Ok(()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AffineExpr, AffineExpr::*, BinaryOp};

    #[test]
    fn constants_fold_with_floor_semantics() {
        let fold = |op, a, b| AffineExpr::binary(op, Constant(a), Constant(b)).as_constant();
        assert_eq!(fold(BinaryOp::FloorDiv, -7, 2), Some(-4));
        assert_eq!(fold(BinaryOp::CeilDiv, -7, 2), Some(-3));
        assert_eq!(fold(BinaryOp::CeilDiv, 7, 2), Some(4));
        assert_eq!(fold(BinaryOp::Mod, -7, 4), Some(1));
        assert_eq!(fold(BinaryOp::Add, i64::MAX, 1), None);
        assert_eq!(fold(BinaryOp::Mod, 3, 0), None);
    }

    #[test]
    fn the_least_constant_is_no_literal() {
        let text = |op| AffineExpr::binary(op, Dim(0), Constant(i64::MIN)).to_string();
        assert_eq!(Constant(i64::MIN).to_string(), "-9223372036854775807 - 1");
        assert_eq!(text(BinaryOp::Add), "d0 + -9223372036854775807 - 1");
        assert_eq!(text(BinaryOp::Mul), "d0 * (-9223372036854775807 - 1)");
    }

    #[test]
    fn prints_with_few_parentheses() {
        let sum = AffineExpr::binary(BinaryOp::Add, Dim(0), Constant(-2));
        assert_eq!(sum.to_string(), "d0 - 2");
        assert_eq!(
            AffineExpr::binary(BinaryOp::FloorDiv, sum.clone(), Constant(4)).to_string(),
            "(d0 - 2) floordiv 4"
        );
        assert_eq!(AffineExpr::binary(BinaryOp::Add, Symbol(1), sum.negated()).to_string(), "s1 - (d0 - 2)");
    }
}
