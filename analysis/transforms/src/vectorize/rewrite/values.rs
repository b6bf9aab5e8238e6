//! Vectors of values that stay scalars: broadcasts, index vectors, and constants before the loop.

use super::Writer;
use crate::neutral;
use crate::vectorize::carried::is_defined_in;
use crate::vectorize::element::vector;
use crate::vectorize::lanes::Lane;
use ir::types::Type;
use ir::value_name;
use ir::{Definition, OpKind, ValueId};
use syntax::SyntaxNode;

impl Writer<'_> {
    /// The name of the vector of a value, which is defined where that is still missing.
    pub(super) fn vector_name(&mut self, value: ValueId) -> Option<String> {
        let lane = self.plan.lanes.get(value);
        let name = value_name(self.ir, value);
        if lane == Lane::Vector {
            return Some(name);
        }
        if let Some(known) = self.vectors.get(&value) {
            return Some(known.clone());
        }
        let new = match lane {
            Lane::Index => self.index_vector(value)?,
            _ => self.uniform_vector(value)?,
        };
        self.vectors.insert(value, new.clone());
        Some(new)
    }

    fn uniform_vector(&mut self, value: ValueId) -> Option<String> {
        let (ir, ty) = (self.ir, self.ir.values[value].ty.clone());
        let vector_type = vector(self.width, &ty);
        if !is_defined_in(ir, value, self.loop_)
            && let Some(literal) = self.literal(value)
        {
            return self.splat(&literal, &ty, &ir.values[value].name);
        }
        let name = self.fresh.like(&ir.values[value].name);
        let scalar = value_name(self.ir, value);
        let line = format!("{name} = vector.broadcast {scalar} : {ty} to {vector_type}");
        self.define(value, &[line])?;
        Some(name)
    }

    /// The index of the first lane, and how far each lane is from it.
    fn index_vector(&mut self, value: ValueId) -> Option<String> {
        let stride = *self.plan.index_strides.get(&value)?;
        let vector_type = vector(self.width, &Type::Index);
        let base = &self.ir.values[value].name;
        let offsets = match stride {
            1 => self.constant("vector.step", &vector_type, "%lane")?,
            _ => self.offsets(stride)?,
        };
        let (first, all) = (self.fresh.like(base), self.fresh.like(base));
        let scalar = value_name(self.ir, value);
        let lines = [
            format!("{first} = vector.broadcast {scalar} : index to {vector_type}"),
            format!("{all} = arith.addi {first}, {offsets} : {vector_type}"),
        ];
        self.define(value, &lines)?;
        Some(all)
    }

    /// Puts lines after the definition of a value: before the loop, after its operation or at the start of its
    /// block.
    fn define(&mut self, value: ValueId, new: &[String]) -> Option<()> {
        let ir = self.ir;
        if !is_defined_in(ir, value, self.loop_) {
            new.iter().for_each(|it| self.lines.before_loop(it.clone()));
            return Some(());
        }
        match ir.values[value].definition {
            Definition::Result { op, .. } => {
                new.iter().for_each(|it| self.lines.after(ir.ops[op].pointer.range, it));
            }
            Definition::Argument { block, .. } => {
                let open = ir.regions[ir.blocks[block].parent].pointer?.range.start();
                let first = ir.ops[*ir.blocks[block].ops.first()?].pointer.range;
                new.iter().for_each(|it| self.lines.at_start(open, first, it));
            }
        }
        Some(())
    }

    /// A constant before the loop, made once: `operation : type`.
    pub(super) fn constant(&mut self, operation: &str, ty: &str, like: &str) -> Option<String> {
        let definition = format!("{operation} : {ty}");
        if let Some(known) = self.constants.get(&definition) {
            return Some(known.clone());
        }
        let name = self.fresh.named(like);
        self.lines.before_loop(format!("{name} = {definition}"));
        self.constants.insert(definition, name.clone());
        Some(name)
    }

    /// A vector with one literal in all lanes.
    pub(super) fn splat(&mut self, literal: &str, ty: &Type, like: &str) -> Option<String> {
        let ty = vector(self.width, ty);
        self.constant(&format!("arith.constant dense<{literal}>"), &ty, like)
    }

    /// `[0, 3, 6, 9]`
    pub(super) fn offsets(&mut self, stride: i64) -> Option<String> {
        let lanes = i64::try_from(self.width).ok()?;
        let offsets = (0..lanes).map(|it| Some(it.checked_mul(stride)?.to_string()));
        let offsets = offsets.collect::<Option<Vec<_>>>()?.join(", ");
        let ty = vector(self.width, &Type::Index);
        self.constant(&format!("arith.constant dense<[{offsets}]>"), &ty, "%lane")
    }

    /// The literal of a constant number, as written.
    pub(super) fn literal(&self, value: ValueId) -> Option<String> {
        let op = self.ir.defining_op(value)?;
        if !matches!(self.ir.ops[op].kind, OpKind::ConstantInteger(_) | OpKind::Constant) {
            return None;
        }
        if !self.ir.ops[op].is("arith.constant") {
            return None;
        }
        let node = self.operation_node(op)?;
        neutral::written(&node)
    }

    /// The node of an operation of the isolated op, where it is in the loop's root.
    fn operation_node(&self, op: ir::OpId) -> Option<SyntaxNode> {
        let same_root = self.ir.ops[op].pointer.root == self.ir.ops[self.loop_].pointer.root;
        if same_root { self.node(op) } else { None }
    }
}
