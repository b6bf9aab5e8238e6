//! Affine expressions over named values, and how bounds, map uses, subscripts and conditions are written from them.

use ir::affine::{AffineExpr, AffineMap, BinaryOp, Constraint, IntegerSet};
use ir::{AppliedMap, Ir, OpId, ValueId};
use polyhedral::value_expression::simplified;

/// The leaves of expressions: their `Dim(i)` is the i-th name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Leaves {
    names: Vec<Leaf>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Leaf {
    name: String,
    /// It is in symbol position, where that makes a difference.
    is_symbol: bool,
}

/// Which bound of a loop an expression is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Lower,
    Upper,
}

impl Side {
    /// The keyword before several expressions: `max` of lower bounds.
    pub fn keyword(self) -> &'static str {
        match self {
            Side::Lower => "max",
            Side::Upper => "min",
        }
    }
}

impl Leaves {
    /// A name as a dimension; it stays a symbol where it is one.
    pub fn dim(&mut self, name: &str) -> AffineExpr {
        self.leaf(name, false)
    }

    /// A name as a symbol, from now on.
    pub fn symbol(&mut self, name: &str) -> AffineExpr {
        self.leaf(name, true)
    }

    fn leaf(&mut self, name: &str, is_symbol: bool) -> AffineExpr {
        let index = self.names.iter().position(|it| it.name == name).unwrap_or_else(|| {
            self.names.push(Leaf { name: name.to_owned(), is_symbol });
            self.names.len() - 1
        });
        if let Some(leaf) = self.names.get_mut(index) {
            leaf.is_symbol |= is_symbol;
        }
        AffineExpr::Dim(index)
    }

    /// Renames a value.
    pub fn rename(&mut self, name: &str, other: &str) {
        for leaf in self.names.iter_mut().filter(|it| it.name == name) {
            other.clone_into(&mut leaf.name);
        }
    }

    /// The name of `Dim(index)`.
    pub fn name(&self, index: usize) -> Option<&str> {
        self.names.get(index).map(|it| it.name.as_str())
    }

    /// The results of a map over its operands in an operation. `value` gives the expression of an operand; its second
    /// argument is whether that is in symbol position. `None` if the map or an operand is not known.
    pub fn results(
        &mut self,
        ir: &Ir,
        op: OpId,
        applied: &AppliedMap,
        value: &mut dyn FnMut(&mut Leaves, ValueId, bool) -> AffineExpr,
    ) -> Option<Vec<AffineExpr>> {
        let map = applied.map.as_ref()?;
        let inputs = self.inputs(ir, op, &applied.operands, (map.dims, map.symbols), value)?;
        Some(map.results.iter().map(|it| simplified(&substitute(it, map.dims, &inputs))).collect())
    }

    /// The constraints of a set over its operands in an operation.
    pub fn constraints(
        &mut self,
        ir: &Ir,
        op: OpId,
        (set, operands): (&IntegerSet, &std::ops::Range<usize>),
        value: &mut dyn FnMut(&mut Leaves, ValueId, bool) -> AffineExpr,
    ) -> Option<Vec<Constraint>> {
        let inputs = self.inputs(ir, op, operands, (set.dims, set.symbols), value)?;
        let constraint = |it: &Constraint| Constraint {
            expression: simplified(&substitute(&it.expression, set.dims, &inputs)),
            kind: it.kind,
        };
        Some(set.constraints.iter().map(constraint).collect())
    }

    fn inputs(
        &mut self,
        ir: &Ir,
        op: OpId,
        operands: &std::ops::Range<usize>,
        (dims, symbols): (usize, usize),
        value: &mut dyn FnMut(&mut Leaves, ValueId, bool) -> AffineExpr,
    ) -> Option<Vec<AffineExpr>> {
        let values: Vec<_> = ir.operand_values(op, operands).collect();
        if values.len() != dims.checked_add(symbols)? {
            return None;
        }
        values.into_iter().enumerate().map(|(index, it)| Some(value(self, it?, index >= dims))).collect()
    }

    /// `%i * 2 + symbol(%n)`, as subscripts and the bounds of `affine.parallel` are written.
    pub fn expression(&self, expr: &AffineExpr) -> String {
        let name = |index: usize, _: bool| match self.names.get(index) {
            Some(leaf) if leaf.is_symbol => format!("symbol({})", leaf.name),
            Some(leaf) => leaf.name.clone(),
            None => "?".to_owned(),
        };
        expr.display_with(&name).to_string()
    }

    /// `%i * 2 + %n`: a symbol is marked only where it has to be one.
    pub fn subscript(&self, expr: &AffineExpr) -> String {
        let mut plain = self.clone();
        if !is_semi_affine(expr) {
            plain.names.iter_mut().for_each(|it| it.is_symbol = false);
        }
        plain.expression(expr)
    }

    /// One bound of `affine.parallel`: `0`, `max(%i + 1, %n)`.
    pub fn parallel_bound(&self, side: Side, results: &[AffineExpr]) -> String {
        let results: Vec<String> = results.iter().map(|it| self.subscript(it)).collect();
        match results.as_slice() {
            [single] => single.clone(),
            several => format!("{}({})", side.keyword(), several.join(", ")),
        }
    }

    /// `affine_map<(d0)[s0] -> (d0 + s0, 4)>(%i)[%n]`
    pub fn map_use(&self, results: &[AffineExpr]) -> String {
        let order = Order::of(self, results.iter());
        let results = results.iter().map(|it| order.renumbered(it)).collect();
        let map = AffineMap { dims: order.dims.len(), symbols: order.symbols.len(), results };
        format!("affine_map<{map}>{}", self.operands(&order))
    }

    /// `affine_set<(d0) : (d0 - 1 >= 0)>(%i)`
    pub fn set_use(&self, constraints: &[Constraint]) -> String {
        let order = Order::of(self, constraints.iter().map(|it| &it.expression));
        let constraint =
            |it: &Constraint| Constraint { expression: order.renumbered(&it.expression), kind: it.kind };
        let constraints = constraints.iter().map(constraint).collect();
        let set = IntegerSet { dims: order.dims.len(), symbols: order.symbols.len(), constraints };
        format!("affine_set<{set}>{}", self.operands(&order))
    }

    /// `(%i)[%n]`, without brackets if there is no symbol.
    fn operands(&self, order: &Order) -> String {
        let list = |indices: &[usize]| {
            let names = indices.iter().filter_map(|it| self.names.get(*it));
            names.map(|it| it.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let symbols = match order.symbols.is_empty() {
            true => String::new(),
            false => format!("[{}]", list(&order.symbols)),
        };
        format!("({}){symbols}", list(&order.dims))
    }

    /// A bound of `affine.for`: `0`, `%n`, `affine_map<(d0) -> (d0 + 1)>(%i)`, `min affine_map<…>(…)`.
    pub fn bound(&self, side: Side, results: &[AffineExpr]) -> String {
        match results {
            [AffineExpr::Constant(value)] => value.to_string(),
            [AffineExpr::Dim(index)] if self.names.get(*index).is_some_and(|it| it.is_symbol) => {
                self.names[*index].name.clone()
            }
            [_] => self.map_use(results),
            _ => format!("{} {}", side.keyword(), self.map_use(results)),
        }
    }

    /// The operation that computes an expression: `affine.apply affine_map<(d0) -> (d0 + 1)>(%i)`, or a constant.
    pub fn definition(&self, expr: &AffineExpr) -> String {
        match expr {
            AffineExpr::Constant(value) => format!("arith.constant {value} : index"),
            _ => format!("affine.apply {}", self.map_use(std::slice::from_ref(expr))),
        }
    }
}

/// Whether it multiplies or divides by an expression that is not constant.
fn is_semi_affine(expr: &AffineExpr) -> bool {
    let mut found = false;
    expr.walk(&mut |it| {
        if let AffineExpr::Binary(op, _, right) = it {
            found |= *op != BinaryOp::Add && right.as_constant().is_none();
        }
    });
    found
}

/// Which leaves a map or set mentions, and which input of it each is.
struct Order {
    dims: Vec<usize>,
    symbols: Vec<usize>,
}

impl Order {
    fn of<'a>(leaves: &Leaves, expressions: impl Iterator<Item = &'a AffineExpr>) -> Self {
        let mut order = Self { dims: Vec::new(), symbols: Vec::new() };
        for expression in expressions {
            expression.walk(&mut |it| {
                let AffineExpr::Dim(index) = it else { return };
                let is_symbol = leaves.names.get(*index).is_some_and(|it| it.is_symbol);
                let list = if is_symbol { &mut order.symbols } else { &mut order.dims };
                if !list.contains(index) {
                    list.push(*index);
                }
            });
        }
        order
    }

    fn renumbered(&self, expr: &AffineExpr) -> AffineExpr {
        match expr {
            AffineExpr::Dim(index) => match self.symbols.iter().position(|it| it == index) {
                Some(symbol) => AffineExpr::Symbol(symbol),
                None => AffineExpr::Dim(self.dims.iter().position(|it| it == index).unwrap_or_default()),
            },
            AffineExpr::Binary(op, left, right) => {
                AffineExpr::Binary(*op, Box::new(self.renumbered(left)), Box::new(self.renumbered(right)))
            }
            other => other.clone(),
        }
    }
}

/// The expression with its inputs replaced: dimensions first, then symbols. Inputs that are missing stay.
pub(crate) fn substitute(expr: &AffineExpr, dims: usize, inputs: &[AffineExpr]) -> AffineExpr {
    match expr {
        AffineExpr::Dim(index) => inputs.get(*index).cloned().unwrap_or_else(|| expr.clone()),
        AffineExpr::Symbol(index) => {
            dims.checked_add(*index).and_then(|it| inputs.get(it)).cloned().unwrap_or_else(|| expr.clone())
        }
        AffineExpr::Constant(_) => expr.clone(),
        AffineExpr::Binary(op, left, right) => {
            AffineExpr::binary(*op, substitute(left, dims, inputs), substitute(right, dims, inputs))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Leaves, Side};
    use ir::affine::{AffineExpr, BinaryOp, Constraint, ConstraintKind};

    fn plus(left: AffineExpr, right: AffineExpr) -> AffineExpr {
        AffineExpr::binary(BinaryOp::Add, left, right)
    }

    #[test]
    fn bounds_are_written_as_simply_as_they_can_be() {
        let mut leaves = Leaves::default();
        let (i, n) = (leaves.dim("%i"), leaves.symbol("%n"));
        let four = AffineExpr::Constant(4);
        let bound = |results: &[AffineExpr]| leaves.bound(Side::Upper, results);
        assert_eq!(bound(std::slice::from_ref(&four)), "4");
        assert_eq!(bound(std::slice::from_ref(&n)), "%n");
        assert_eq!(bound(std::slice::from_ref(&i)), "affine_map<(d0) -> (d0)>(%i)");
        assert_eq!(
            bound(&[plus(i.clone(), four.clone()), n.clone()]),
            "min affine_map<(d0)[s0] -> (d0 + 4, s0)>(%i)[%n]"
        );
        assert_eq!(leaves.expression(&plus(i.clone(), n)), "%i + symbol(%n)");
        assert_eq!(leaves.definition(&four), "arith.constant 4 : index");
        let constraint = Constraint { expression: plus(i, four), kind: ConstraintKind::Inequality };
        assert_eq!(leaves.set_use(&[constraint]), "affine_set<(d0) : (d0 + 4 >= 0)>(%i)");
    }

    #[test]
    fn inputs_are_numbered_in_the_order_of_their_first_mention() {
        let mut leaves = Leaves::default();
        let (_, j) = (leaves.dim("%i"), leaves.dim("%j"));
        let n = leaves.symbol("%n");
        assert_eq!(leaves.map_use(&[plus(j, n)]), "affine_map<(d0)[s0] -> (d0 + s0)>(%j)[%n]");
    }
}
