//! MLIR's simplification of expressions while it builds them, bottom up: what it calls affine, and which maps it
//! calls equal, is judged after it. Only neighbours fold: `d0 + d1 - d0` stays as it is.

use super::{AffineExpr, BinaryOp};

impl AffineExpr {
    /// The expression as MLIR stores it.
    pub fn folded(&self) -> AffineExpr {
        match self {
            AffineExpr::Binary(op, left, right) => build(*op, left.folded(), right.folded()),
            leaf => leaf.clone(),
        }
    }

    /// Whether no dimension occurs in it.
    pub fn is_symbolic(&self) -> bool {
        let mut symbolic = true;
        self.walk(&mut |it| symbolic &= !matches!(it, AffineExpr::Dim(_)));
        symbolic
    }
}

fn build(op: BinaryOp, left: AffineExpr, right: AffineExpr) -> AffineExpr {
    if let (AffineExpr::Constant(_), AffineExpr::Constant(_)) = (&left, &right) {
        return AffineExpr::binary(op, left, right);
    }
    let plain = |left, right| AffineExpr::Binary(op, Box::new(left), Box::new(right));
    match op {
        BinaryOp::Add => add(left, right),
        BinaryOp::Mul => multiply(left, right),
        BinaryOp::FloorDiv => floor_divide(&left, &right).unwrap_or_else(|| plain(left, right)),
        BinaryOp::CeilDiv => ceil_divide(&left, &right).unwrap_or_else(|| plain(left, right)),
        BinaryOp::Mod => remainder(&left, &right).unwrap_or_else(|| plain(left, right)),
    }
}

/// The sides of `left op right`.
fn sides(expr: &AffineExpr, op: BinaryOp) -> Option<(&AffineExpr, &AffineExpr)> {
    match expr {
        AffineExpr::Binary(found, left, right) if *found == op => Some((left, right)),
        _ => None,
    }
}

/// The sides where the right one is a constant.
fn with_constant(expr: &AffineExpr, op: BinaryOp) -> Option<(&AffineExpr, i64)> {
    let (left, right) = sides(expr, op)?;
    Some((left, right.as_constant()?))
}

/// Constants and symbolic operands go right; dimensions and symbols are in order.
fn are_exchanged(left: &AffineExpr, right: &AffineExpr) -> bool {
    match (left, right) {
        (AffineExpr::Constant(_), _) => true,
        (AffineExpr::Dim(left), AffineExpr::Dim(right)) => left > right,
        (AffineExpr::Symbol(left), AffineExpr::Symbol(right)) => left > right,
        _ => left.is_symbolic() && !right.is_symbolic(),
    }
}

fn add(left: AffineExpr, right: AffineExpr) -> AffineExpr {
    let (left, right) = if are_exchanged(&left, &right) { (right, left) } else { (left, right) };
    let constant = right.as_constant();
    if constant == Some(0) {
        return left;
    }
    if let (Some((inner, first)), Some(second)) = (with_constant(&left, BinaryOp::Add), constant)
        && let Some(sum) = first.checked_add(second)
    {
        return build(BinaryOp::Add, inner.clone(), AffineExpr::Constant(sum));
    }
    let (first, times) = with_constant(&left, BinaryOp::Mul).unwrap_or((&left, 1));
    let (second, more) = with_constant(&right, BinaryOp::Mul).unwrap_or((&right, 1));
    if first == second
        && let Some(sum) = times.checked_add(more)
    {
        return build(BinaryOp::Mul, first.clone(), AffineExpr::Constant(sum));
    }
    if constant.is_none()
        && let Some((inner, last)) = with_constant(&left, BinaryOp::Add)
    {
        return build(BinaryOp::Add, build(BinaryOp::Add, inner.clone(), right), AffineExpr::Constant(last));
    }
    match rest_of_division(&left, &right) {
        Some(divisor) => build(BinaryOp::Mod, left, divisor),
        None => AffineExpr::Binary(BinaryOp::Add, Box::new(left), Box::new(right)),
    }
}

/// The `c` of `e - (e floordiv c) * c`.
fn rest_of_division(dividend: &AffineExpr, subtracted: &AffineExpr) -> Option<AffineExpr> {
    let (product, factor) = with_constant(subtracted, BinaryOp::Mul)?;
    if let Some((quotient, divisor)) = with_constant(product, BinaryOp::FloorDiv) {
        let is_rest = divisor > 0 && divisor.checked_neg() == Some(factor) && quotient == dividend;
        return is_rest.then_some(AffineExpr::Constant(divisor));
    }
    let (division, times) = sides(product, BinaryOp::Mul)?;
    let (quotient, divisor) = sides(division, BinaryOp::FloorDiv)?;
    (factor == -1 && divisor == times && quotient == dividend).then(|| divisor.clone())
}

fn multiply(left: AffineExpr, right: AffineExpr) -> AffineExpr {
    let (left, right) = if are_exchanged(&left, &right) { (right, left) } else { (left, right) };
    let constant = right.as_constant();
    match constant {
        Some(0) => return right,
        Some(1) => return left,
        _ => {}
    }
    if let Some((inner, first)) = with_constant(&left, BinaryOp::Mul) {
        match constant.map(|it| first.checked_mul(it)) {
            Some(Some(product)) => return build(BinaryOp::Mul, inner.clone(), AffineExpr::Constant(product)),
            Some(None) => {}
            None => {
                let product = build(BinaryOp::Mul, inner.clone(), right);
                return build(BinaryOp::Mul, product, AffineExpr::Constant(first));
            }
        }
    }
    AffineExpr::Binary(BinaryOp::Mul, Box::new(left), Box::new(right))
}

fn floor_divide(left: &AffineExpr, right: &AffineExpr) -> Option<AffineExpr> {
    let divisor = right.as_constant().filter(|it| *it != 0)?;
    if divisor == 1 {
        return Some(left.clone());
    }
    if let Some(quotient) = quotient_of_product(left, divisor) {
        return Some(quotient);
    }
    let (first, second) = sides(left, BinaryOp::Add)?;
    (divides(divisor, first) || divides(divisor, second)).then(|| {
        build(
            BinaryOp::Add,
            build(BinaryOp::FloorDiv, first.clone(), right.clone()),
            build(BinaryOp::FloorDiv, second.clone(), right.clone()),
        )
    })
}

fn ceil_divide(left: &AffineExpr, right: &AffineExpr) -> Option<AffineExpr> {
    let divisor = right.as_constant().filter(|it| *it != 0)?;
    if divisor == 1 { Some(left.clone()) } else { quotient_of_product(left, divisor) }
}

/// `(e * c1) / c2`, where `c2` divides `c1`.
fn quotient_of_product(left: &AffineExpr, divisor: i64) -> Option<AffineExpr> {
    let (inner, factor) = with_constant(left, BinaryOp::Mul)?;
    let quotient = factor.checked_div(divisor).filter(|_| factor.checked_rem(divisor) == Some(0))?;
    Some(build(BinaryOp::Mul, inner.clone(), AffineExpr::Constant(quotient)))
}

fn remainder(left: &AffineExpr, right: &AffineExpr) -> Option<AffineExpr> {
    let divisor = right.as_constant().filter(|it| *it >= 1)?;
    if divides(divisor, left) {
        return Some(AffineExpr::Constant(0));
    }
    if let Some((first, second)) = sides(left, BinaryOp::Add) {
        let other = if divides(divisor, first) {
            second
        } else if divides(divisor, second) {
            first
        } else {
            return None;
        };
        return Some(build(BinaryOp::Mod, other.clone(), right.clone()));
    }
    let (inner, first) = with_constant(left, BinaryOp::Mod)?;
    let is_multiple = first >= 1 && first.checked_rem(divisor) == Some(0);
    is_multiple.then(|| build(BinaryOp::Mod, inner.clone(), right.clone()))
}

fn divides(divisor: i64, expr: &AffineExpr) -> bool {
    largest_divisor(expr).checked_rem(divisor.unsigned_abs()) == Some(0)
}

/// The greatest divisor that the structure shows; 0 for the constant 0, which everything divides.
fn largest_divisor(expr: &AffineExpr) -> u64 {
    match expr {
        AffineExpr::Constant(value) => value.unsigned_abs(),
        AffineExpr::Dim(_) | AffineExpr::Symbol(_) => 1,
        AffineExpr::Binary(BinaryOp::Mul, left, right) => {
            largest_divisor(left).checked_mul(largest_divisor(right)).unwrap_or(1)
        }
        AffineExpr::Binary(BinaryOp::Add | BinaryOp::Mod, left, right) => {
            let (mut a, mut b) = (largest_divisor(left), largest_divisor(right));
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a
        }
        AffineExpr::Binary(BinaryOp::FloorDiv | BinaryOp::CeilDiv, ..) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::lower_map;
    use syntax::ast::{self, AstNode};

    fn folded(map: &str) -> String {
        let root = syntax::parse(&format!("#m = affine_map<{map}>")).syntax_node();
        let map = root.descendants().find_map(ast::AffineMap::cast).expect("a map");
        let mut map = lower_map(&map).expect("a sound map");
        map.results = map.results.iter().map(|it| it.folded()).collect();
        map.to_string()
    }

    /// The oracle's output for the same map.
    #[test]
    fn as_the_oracle_prints() {
        for (map, expected) in [
            ("(d0) -> (2 * d0 + d0)", "(d0) -> (d0 * 3)"),
            ("(d0)[s0] -> (s0 + d0)", "(d0)[s0] -> (d0 + s0)"),
            ("(d0, d1) -> (d1 + d0)", "(d0, d1) -> (d0 + d1)"),
            ("(d0) -> (d0 - d0)", "(d0) -> (0)"),
            ("(d0, d1) -> (d0 + d1 - d0)", "(d0, d1) -> (d0 + d1 - d0)"),
            ("(d0) -> ((d0 * 4) floordiv 2)", "(d0) -> (d0 * 2)"),
            ("(d0, d1) -> ((d0 * 4 + d1) mod 2)", "(d0, d1) -> (d1 mod 2)"),
            ("(d0) -> (d0 - (d0 floordiv 8) * 8)", "(d0) -> (d0 mod 8)"),
            ("(d0)[s0] -> (d0 - (d0 floordiv s0) * s0)", "(d0)[s0] -> (d0 mod s0)"),
            ("(d0) -> ((d0 mod 8) mod 4)", "(d0) -> (d0 mod 4)"),
            ("(d0) -> ((d0 + 2) + 3)", "(d0) -> (d0 + 5)"),
            ("(d0, d1) -> ((d0 + 2) + d1)", "(d0, d1) -> (d0 + d1 + 2)"),
            ("(d0)[s0] -> (d0 + s0 * 0)", "(d0)[s0] -> (d0)"),
        ] {
            assert_eq!(folded(map), expected);
        }
    }
}
