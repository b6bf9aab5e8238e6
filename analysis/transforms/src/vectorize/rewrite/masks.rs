//! An `affine.if` whose condition differs from lane to lane: its regions become part of the body around it, accesses
//! get masks, and its result is chosen lane by lane.

use super::Writer;
use crate::loop_bounds::named;
use crate::rewrite::Leaves;
use crate::vectorize::element::vector;
use crate::vectorize::lanes::yielded;
use ir::affine::ConstraintKind;
use ir::types::{Signedness, Type};
use ir::value_name;
use ir::{Access, OpId, OpKind};
use syntax::{TextRange, TextSize};

const BOOLEAN: Type = Type::Integer { width: 1, signedness: Signedness::Signless };

impl Writer<'_> {
    /// The mask under which an operation runs, if the `affine.if` around it has one.
    pub(super) fn mask_of(&self, op: OpId) -> Option<&str> {
        self.masks.get(&self.ir.ops[op].block).map(String::as_str)
    }

    /// Replaces the head and the ends of the regions.
    pub(super) fn masked_if(&mut self, op: OpId) -> Option<()> {
        let ir = self.ir;
        let data = &ir.ops[op];
        let regions: Vec<TextRange> =
            data.regions.iter().filter_map(|it| Some(ir.regions[*it].pointer?.range)).collect();
        let (mut lines, mask) = self.mask_lines(op)?;
        let then = *regions.first()?;
        self.masks.insert(*ir.regions[*data.regions.first()?].blocks.first()?, mask.clone());
        let brace = TextSize::from(1);
        let end = match regions.get(1) {
            None => then,
            Some(otherwise) => {
                let all = self.splat("true", &BOOLEAN, "%all")?;
                let name = self.fresh.like(&mask);
                lines.push(format!("{name} = arith.xori {mask}, {all} : {}", vector(self.width, &BOOLEAN)));
                self.masks.insert(*ir.regions[*data.regions.get(1)?].blocks.first()?, name);
                self.lines.remove(TextRange::new(then.end() - brace, otherwise.start() + brace))?;
                *otherwise
            }
        };
        let indentation = self.lines.indentation(data.pointer.range);
        let head = TextRange::new(data.pointer.range.start(), then.start() + brace);
        self.lines.dedent(TextRange::new(then.start() + brace, end.end() - brace));
        self.lines.replace(head, lines.join(&format!("{}{indentation}", self.lines.line_break())));
        let close = TextRange::new(end.end() - brace, data.pointer.range.end());
        match data.results.first() {
            None => self.lines.remove(close),
            Some(_) => {
                self.closings.push((op, close, mask));
                Some(())
            }
        }
    }

    /// After all inside it is written: the result, chosen lane by lane.
    pub(super) fn close_masked(&mut self) -> Option<()> {
        for (op, close, mask) in std::mem::take(&mut self.closings) {
            let result = *self.ir.ops[op].results.first()?;
            let ways = [yielded(self.ir, op, 0, 0)?, yielded(self.ir, op, 1, 0)?];
            let (then, otherwise) = (self.vector_name(ways[0])?, self.vector_name(ways[1])?);
            let ty = vector(self.width, &self.ir.values[result].ty);
            let masks = vector(self.width, &BOOLEAN);
            let name = value_name(self.ir, result);
            self.lines
                .replace(close, format!("{name} = arith.select {mask}, {then}, {otherwise} : {masks}, {ty}"));
        }
        Some(())
    }

    /// Lines that compute the lanes for which the condition holds, and the name of that.
    fn mask_lines(&mut self, op: OpId) -> Option<(Vec<String>, String)> {
        let ir = self.ir;
        let OpKind::If(conditional) = &ir.ops[op].kind else { return None };
        let (set, strides) = (conditional.condition.set.as_ref()?, self.plan.masks.get(&op)?);
        let operands = &conditional.condition.operands;
        let mut leaves = Leaves::default();
        let mut value = |leaves: &mut Leaves, it, symbol| named(ir, leaves, it, symbol);
        let constraints = leaves.constraints(ir, op, (set, operands), &mut value)?;
        let (indices, masks) = (vector(self.width, &Type::Index), vector(self.width, &BOOLEAN));
        let zero = self.splat("0", &Type::Index, "%zero")?;
        let mut lines = Vec::new();
        let mut mask: Option<String> = None;
        for (constraint, stride) in constraints.iter().zip(strides) {
            let (first, all) = (self.fresh.named("%condition"), self.fresh.named("%condition"));
            lines.push(format!("{first} = {}", leaves.definition(&constraint.expression)));
            lines.push(format!("{all} = vector.broadcast {first} : index to {indices}"));
            let lanes = match stride {
                0 => all,
                stride => {
                    let offsets = self.offsets(*stride)?;
                    let name = self.fresh.named("%condition");
                    lines.push(format!("{name} = arith.addi {all}, {offsets} : {indices}"));
                    name
                }
            };
            let predicate = match constraint.kind {
                ConstraintKind::Equality => "eq",
                ConstraintKind::Inequality => "sge",
            };
            let holds = self.fresh.named("%mask");
            lines.push(format!("{holds} = arith.cmpi {predicate}, {lanes}, {zero} : {indices}"));
            mask = Some(match mask {
                None => holds,
                Some(others) => {
                    let both = self.fresh.named("%mask");
                    lines.push(format!("{both} = arith.andi {others}, {holds} : {masks}"));
                    both
                }
            });
        }
        Some((lines, mask?))
    }

    pub(super) fn masked_access(&mut self, op: OpId, access: &Access, mask: &str) -> Option<()> {
        let (name, memref, element) = self.buffer(op, access)?;
        let at = self.indices(op, &access.subscripts)?;
        let (ty, masks) = (vector(self.width, &element), vector(self.width, &BOOLEAN));
        let new = match access.stored {
            Some(stored) => {
                let stored = self.vector_name(self.ir.ops[op].operands.get(stored)?.value?)?;
                format!("vector.maskedstore {name}[{at}], {mask}, {stored} : {memref}, {masks}, {ty}")
            }
            None => {
                let other = self.splat(super::accesses::zero(&element), &element, "%none")?;
                format!("vector.maskedload {name}[{at}], {mask}, {other} : {memref}, {masks}, {ty} into {ty}")
            }
        };
        self.replace_operation(op, new)
    }
}
