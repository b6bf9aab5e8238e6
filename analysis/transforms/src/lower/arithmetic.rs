//! Index arithmetic that computes affine expressions.

use crate::rewrite::{FreshNames, Leaves, Side};
use ir::affine::{AffineExpr, BinaryOp, Constraint, ConstraintKind};
use std::collections::BTreeMap;
use std::fmt;

/// Writes operations over names, each once it is needed.
pub(super) struct Arithmetic {
    pub(super) fresh: FreshNames,
    /// The names of constants, which are defined in front of everything else.
    constants: BTreeMap<i64, String>,
    /// The lines that define those that were not there before.
    pub(super) defined: Vec<String>,
    /// Lines that have not been taken.
    lines: Vec<String>,
}

impl Arithmetic {
    /// `known` are names of constants that may be mentioned.
    pub(super) fn new(fresh: FreshNames, known: BTreeMap<i64, String>) -> Self {
        Self { fresh, constants: known, defined: Vec::new(), lines: Vec::new() }
    }

    /// The lines that have been written since this was asked last.
    pub(super) fn take_lines(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }

    pub(super) fn constant(&mut self, value: i64) -> String {
        if let Some(name) = self.constants.get(&value) {
            return name.clone();
        }
        let name = match value {
            0.. => format!("%c{value}"),
            _ => format!("%c_{}", value.unsigned_abs()),
        };
        let name = self.fresh.named(&name);
        self.defined.push(format!("{name} = arith.constant {value} : index"));
        self.constants.insert(value, name.clone());
        name
    }

    /// The value of an expression over names. Its operation has the name `result`, where one is given and there is one.
    pub(super) fn value(
        &mut self,
        leaves: &Leaves,
        expr: &AffineExpr,
        result: Option<&str>,
    ) -> Option<String> {
        let (op, left, right) = match expr {
            AffineExpr::Constant(value) => return Some(self.constant(*value)),
            AffineExpr::Dim(index) | AffineExpr::Symbol(index) => {
                return Some(leaves.name(*index)?.to_owned());
            }
            AffineExpr::Binary(op, left, right) => (*op, &**left, &**right),
        };
        Some(match (op, right) {
            (BinaryOp::Add, AffineExpr::Constant(value)) if *value < 0 && *value != i64::MIN => {
                self.binary(leaves, "subi", left, &AffineExpr::Constant(-value), result)?
            }
            (BinaryOp::Add, AffineExpr::Binary(BinaryOp::Mul, subtracted, factor))
                if factor.as_constant() == Some(-1) =>
            {
                self.binary(leaves, "subi", left, subtracted, result)?
            }
            (BinaryOp::Add, _) => self.binary(leaves, "addi", left, right, result)?,
            (BinaryOp::Mul, _) => self.binary(leaves, "muli", left, right, result)?,
            (BinaryOp::FloorDiv, _) => self.binary(leaves, "floordivsi", left, right, result)?,
            (BinaryOp::CeilDiv, _) => self.binary(leaves, "ceildivsi", left, right, result)?,
            // The remainder is never negative, as that of `remsi` may be.
            (BinaryOp::Mod, _) => {
                let (dividend, divisor) = (self.value(leaves, left, None)?, self.value(leaves, right, None)?);
                let quotient = self.operation("floordivsi", &dividend, &divisor, None);
                let product = self.operation("muli", &quotient, &divisor, None);
                self.operation("subi", &dividend, &product, result)
            }
        })
    }

    fn binary(
        &mut self,
        leaves: &Leaves,
        operation: &str,
        left: &AffineExpr,
        right: &AffineExpr,
        result: Option<&str>,
    ) -> Option<String> {
        let (left, right) = (self.value(leaves, left, None)?, self.value(leaves, right, None)?);
        Some(self.operation(operation, &left, &right, result))
    }

    fn operation(&mut self, operation: &str, left: &str, right: &str, result: Option<&str>) -> String {
        self.define(format_args!("arith.{operation} {left}, {right} : index"), result)
    }

    pub(super) fn define(&mut self, operation: impl fmt::Display, result: Option<&str>) -> String {
        let name = result.map_or_else(|| self.fresh.named("%0"), str::to_owned);
        self.lines.push(format!("{name} = {operation}"));
        name
    }

    /// The greatest of lower bounds, or the least of upper ones.
    pub(super) fn bound(
        &mut self,
        leaves: &Leaves,
        side: Side,
        results: &[AffineExpr],
        result: Option<&str>,
    ) -> Option<String> {
        let operation = format!("{}si", side.keyword());
        let (first, rest) = results.split_first()?;
        let mut found = self.value(leaves, first, result.filter(|_| rest.is_empty()))?;
        for (index, next) in rest.iter().enumerate() {
            let next = self.value(leaves, next, None)?;
            let is_last = index + 1 == rest.len();
            found = self.operation(&operation, &found, &next, result.filter(|_| is_last));
        }
        Some(found)
    }

    /// A value of type `i1`: whether all constraints hold.
    pub(super) fn condition(&mut self, leaves: &Leaves, constraints: &[Constraint]) -> Option<String> {
        let mut found: Option<String> = None;
        for constraint in constraints {
            let value = self.value(leaves, &constraint.expression, None)?;
            let zero = self.constant(0);
            let predicate = match constraint.kind {
                ConstraintKind::Equality => "eq",
                ConstraintKind::Inequality => "sge",
            };
            let holds = self.define(format_args!("arith.cmpi {predicate}, {value}, {zero} : index"), None);
            found = Some(match found {
                Some(others) => self.define(format_args!("arith.andi {others}, {holds} : i1"), None),
                None => holds,
            });
        }
        Some(found.unwrap_or_else(|| self.define("arith.constant true", None)))
    }
}
