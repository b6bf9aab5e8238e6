//! Loads and stores of several lanes.

use super::Writer;
use crate::loop_bounds::named;
use crate::rewrite::Leaves;
use crate::vectorize::access::Shape;
use crate::vectorize::element::vector;
use ir::affine::{AffineExpr, AffineMap};
use ir::types::Type;
use ir::{Access, AppliedMap, OpId};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, TextRange, TextSize};

/// The memory that an access touches.
struct Buffer {
    name: String,
    /// As written.
    ty: String,
    /// Where the operation, which ends with the type, can go on.
    end: TextSize,
    rank: usize,
    element: Type,
}

impl Writer<'_> {
    pub(super) fn access(&mut self, op: OpId, access: &Access, shape: Shape) -> Option<()> {
        match shape {
            Shape::Same => Some(()),
            Shape::Contiguous => {
                self.name_vectors(op)?;
                self.whole_vector(op, access)
            }
            Shape::Reversed => self.reversed(op, access),
            Shape::Strided(stride) => self.strided(op, access, stride),
            Shape::Along(dimension) => self.along(op, access, dimension),
        }
    }

    fn memref(&self, op: OpId, access: &Access) -> Option<Buffer> {
        let operand = self.ir.ops[op].operands.get(access.memref)?;
        let ty = self.ir.values[operand.value?].ty.as_memref()?;
        let place = *super::types(&self.node(op)?).last()?;
        Some(Buffer {
            name: operand.name.to_string(),
            ty: self.slice(place)?.to_owned(),
            end: place.end(),
            rank: ty.dims.len(),
            element: ty.element.clone(),
        })
    }

    /// The name, the type as written, and the element of the memref of an access.
    pub(super) fn buffer(&self, op: OpId, access: &Access) -> Option<(String, String, Type)> {
        self.memref(op, access).map(|it| (it.name, it.ty, it.element))
    }

    /// `affine.load %a[%i] : memref<…>` with a vector's name and type.
    fn whole_vector(&mut self, op: OpId, access: &Access) -> Option<()> {
        let memref = self.memref(op, access)?;
        let name = match access.stored {
            Some(_) => "affine.vector_store",
            None => "affine.vector_load",
        };
        self.lines.replace(self.ir.ops[op].name_pointer.range, name);
        self.lines.insert(memref.end, format!(", {}", vector(self.width, &memref.element)));
        Some(())
    }

    /// The vector that ends at the first lane, turned around.
    fn reversed(&mut self, op: OpId, access: &Access) -> Option<()> {
        let memref = self.memref(op, access)?;
        let last = i64::try_from(self.width).ok()?.checked_sub(1)?;
        let ty = vector(self.width, &memref.element);
        let order = (0..=last).rev().map(|it| it.to_string()).collect::<Vec<_>>().join(", ");
        let turned = |from: &str| format!("vector.shuffle {from}, {from} [{order}] : {ty}, {ty}");
        let range = self.ir.ops[op].pointer.range;
        let mut line = None;
        match access.stored {
            Some(stored) => {
                let operand = self.ir.ops[op].operands.get(stored)?;
                let from = self.vector_name(operand.value?)?;
                let name = self.fresh.like(operand.name.split('#').next()?);
                self.lines.before(range, &format!("{name} = {}", turned(&from)));
                self.lines.replace(operand.pointer.range, name);
            }
            None => {
                let result = self.result_name(op)?;
                let old = self.slice(result)?.to_owned();
                let name = self.fresh.like(&old);
                line = Some(format!("{old} = {}", turned(&name)));
                self.lines.replace(result, name);
            }
        }
        let subscripts = self.node(op)?.children().find(|it| it.kind() == SyntaxKind::SUBSCRIPTS)?;
        let innermost = ast::children::<ast::AffineExpression>(&subscripts).last()?;
        self.lines.insert(ir::trimmed_range(innermost.syntax()).end(), format!(" - {last}"));
        self.whole_vector(op, access)?;
        if let Some(line) = line {
            self.lines.after(range, &line);
        }
        Some(())
    }

    fn strided(&mut self, op: OpId, access: &Access, stride: i64) -> Option<()> {
        let Buffer { name, ty: memref, element, .. } = self.memref(op, access)?;
        let at = self.indices(op, &access.subscripts)?;
        let lanes = self.offsets(stride)?;
        let boolean = Type::Integer { width: 1, signedness: ir::types::Signedness::Signless };
        let mask = self.splat("true", &boolean, "%all")?;
        let (ty, index) = (vector(self.width, &element), vector(self.width, &Type::Index));
        let masks = vector(self.width, &boolean);
        let new = match access.stored {
            Some(stored) => {
                let stored = self.vector_name(self.ir.ops[op].operands.get(stored)?.value?)?;
                format!(
                    "vector.scatter {name}[{at}] [{lanes}], {mask}, {stored} : {memref}, {index}, {masks}, {ty}"
                )
            }
            None => {
                let other = self.splat(zero(&element), &element, "%none")?;
                format!(
                    "vector.gather {name}[{at}] [{lanes}], {mask}, {other} : {memref}, {index}, {masks}, {ty} into {ty}"
                )
            }
        };
        self.replace_operation(op, new)
    }

    fn along(&mut self, op: OpId, access: &Access, dimension: usize) -> Option<()> {
        let Buffer { name, ty: memref, rank, element, .. } = self.memref(op, access)?;
        let at = self.indices(op, &access.subscripts)?;
        let map = AffineMap { dims: rank, symbols: 0, results: Box::new([AffineExpr::Dim(dimension)]) };
        let attributes = format!("{{in_bounds = [true], permutation_map = affine_map<{map}>}}");
        let ty = vector(self.width, &element);
        let new = match access.stored {
            Some(stored) => {
                let stored = self.vector_name(self.ir.ops[op].operands.get(stored)?.value?)?;
                format!("vector.transfer_write {stored}, {name}[{at}] {attributes} : {ty}, {memref}")
            }
            None => {
                let literal = format!("arith.constant {}", zero(&element));
                let padding = self.constant(&literal, &element.to_string(), "%padding")?;
                format!("vector.transfer_read {name}[{at}], {padding} {attributes} : {memref}, {ty}")
            }
        };
        self.replace_operation(op, new)
    }

    /// From the operation's name to its end.
    pub(super) fn replace_operation(&mut self, op: OpId, new: String) -> Option<()> {
        let data = &self.ir.ops[op];
        let range = TextRange::new(data.name_pointer.range.start(), data.pointer.range.end());
        self.lines.replace(range, new);
        Some(())
    }

    /// The place of the one name that an operation defines.
    fn result_name(&self, op: OpId) -> Option<TextRange> {
        let [result] = self.ir.ops[op].results.as_slice() else { return None };
        Some(self.ir.values[*result].pointer?.range)
    }

    /// The subscripts of the first lane as values; some are computed before the operation.
    pub(super) fn indices(&mut self, op: OpId, subscripts: &AppliedMap) -> Option<String> {
        let ir = self.ir;
        let mut leaves = Leaves::default();
        let mut value = |leaves: &mut Leaves, it, symbol| named(ir, leaves, it, symbol);
        let results = leaves.results(ir, op, subscripts, &mut value)?;
        let mut names = Vec::new();
        for result in results {
            names.push(match &result {
                AffineExpr::Constant(constant) => {
                    self.constant(&format!("arith.constant {constant}"), "index", "%at")?
                }
                AffineExpr::Dim(index) => leaves.name(*index)?.to_owned(),
                expression => {
                    let name = self.fresh.named("%at");
                    let line = format!("{name} = {}", leaves.definition(expression));
                    self.lines.before(self.ir.ops[op].pointer.range, &line);
                    name
                }
            });
        }
        Some(names.join(", "))
    }
}

/// A literal of a number that is never read.
pub(super) fn zero(ty: &Type) -> &'static str {
    match ty {
        Type::Float(_) => "0.0",
        _ => "0",
    }
}
