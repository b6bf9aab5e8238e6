//! The text of a vectorized loop: each operation is rewritten in its place, so names, comments and layout stay.
//!
//! Names of values that become vectors are kept; a scalar that is also needed as a vector gets one more name.
//! Iterations that are left after the last whole group run in a copy of the loop as it was. Nothing here asks
//! whether that is legal.

mod accesses;
mod ends;
mod folds;
mod head;
mod lines;
mod masks;
mod values;

use super::access::Shape;
use super::carried::MemoryReduction;
use super::element::vector;
use super::lanes::Lane;
use super::plan::Plan;
use crate::rewrite::Edits;
use crate::rewrite::FreshNames;
use base::isolated_op::IsolatedOp;
use ir::memory_effects::subtree;
use ir::{AccessOp, BlockId, Ir, OpId, OpKind, Pointer, ValueId, ir_of};
use lines::Lines;
use rustc_hash::FxHashMap;
use syntax::ast::{self, AstNode};
use syntax::ods::Semantics;
use syntax::{SyntaxKind, SyntaxNode, TextRange};

/// The edits, with places relative to the isolated op. `None` if the loop is not written in a form that can be
/// rewritten.
pub(super) fn vectorize<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    loop_: OpId,
    plan: &Plan,
    width: u64,
) -> Option<Edits> {
    let ir = ir_of(db, op);
    let root = ir.ops[loop_].pointer.root;
    let source = op.roots(db).get(root)?.syntax_node();
    let text = source.text().to_string();
    let OpKind::For(header) = &ir.ops[loop_].kind else { return None };
    let step = header.step?;
    let mut writer = Writer {
        ir,
        source: &source,
        text: &text,
        plan,
        loop_,
        width,
        step: step.checked_mul(i64::try_from(width).ok()?)?,
        fresh: FreshNames::of(ir),
        lines: Lines::new(&text, ir.ops[loop_].pointer.range),
        vectors: FxHashMap::default(),
        constants: FxHashMap::default(),
        masks: FxHashMap::default(),
        closings: Vec::new(),
    };
    for inner in subtree(ir, loop_).into_iter().skip(1) {
        writer.operation(inner)?;
    }
    writer.close_masked()?;
    writer.loop_itself()?;
    let place = |range: TextRange| Pointer { root, range };
    Some(writer.lines.edits()?.into_iter().map(|(range, new)| (place(range), new)).collect())
}

struct Writer<'a> {
    ir: &'a Ir,
    source: &'a SyntaxNode,
    text: &'a str,
    plan: &'a Plan,
    loop_: OpId,
    width: u64,
    /// Of the loop over vectors.
    step: i64,
    fresh: FreshNames,
    lines: Lines<'a>,
    /// The names of vectors of values that stay scalars too.
    vectors: FxHashMap<ValueId, String>,
    /// Names of constants before the loop, by their definitions.
    constants: FxHashMap<String, String>,
    /// The lanes for which the operations of a block run.
    masks: FxHashMap<BlockId, String>,
    /// Ends of regions that are to become the choice of a result: the operation, the place and the mask.
    closings: Vec<(OpId, TextRange, String)>,
}

impl Writer<'_> {
    fn operation(&mut self, op: OpId) -> Option<()> {
        let data = &self.ir.ops[op];
        if let Some(folded) = self.plan.in_memory.iter().find(|it| it.load == op || it.store == op) {
            return self.folded_access(op, folded);
        }
        match &data.kind {
            OpKind::Access(access) => match (access.op, self.plan.shapes.get(&op)) {
                (_, None | Some(Shape::Same)) | (AccessOp::Prefetch, _) => Some(()),
                (_, Some(shape)) => match self.mask_of(op).map(str::to_owned) {
                    Some(mask) => self.masked_access(op, access, &mask),
                    None => self.access(op, access, *shape),
                },
            },
            OpKind::If(_) if self.plan.masks.contains_key(&op) => self.masked_if(op),
            OpKind::For(_) | OpKind::If(_) => {
                self.name_vectors(op)?;
                self.result_types(op)
            }
            OpKind::Yield => {
                if self.ir.parent_op(op) == Some(self.loop_) {
                    return self.loop_yield(op);
                }
                let parent = self.ir.parent_op(op)?;
                if self.plan.masks.contains_key(&parent) {
                    return self.lines.remove(data.pointer.range);
                }
                self.name_vectors(op)?;
                self.types_of_results(self.node(op)?, &self.ir.ops[parent].results)
            }
            OpKind::Other if data.results.iter().any(|it| self.is_vector(*it)) => {
                self.name_vectors(op)?;
                self.elementwise_types(op)
            }
            _ => Some(()),
        }
    }

    fn is_vector(&self, value: ValueId) -> bool {
        self.plan.lanes.get(value) == Lane::Vector
    }

    fn node(&self, op: OpId) -> Option<SyntaxNode> {
        let name = self.ir.ops[op].name_pointer.range;
        let element = self.source.covering_element(name);
        let mut ancestors = element.ancestors();
        ancestors.find(|it| it.kind() == SyntaxKind::OPERATION)
    }

    fn slice(&self, range: TextRange) -> Option<&str> {
        self.text.get(usize::from(range.start())..usize::from(range.end()))
    }

    /// Puts the names of vectors where operands must be vectors.
    fn name_vectors(&mut self, op: OpId) -> Option<()> {
        let plan = self.plan;
        for (_, index) in plan.vector_operands.iter().filter(|it| it.0 == op) {
            let operand = self.ir.ops[op].operands.get(*index)?;
            let name = self.vector_name(operand.value?)?;
            if *name != *operand.name {
                self.lines.replace(operand.pointer.range, name);
            }
        }
        Some(())
    }

    /// All types of an operation that works lane by lane.
    fn elementwise_types(&mut self, op: OpId) -> Option<()> {
        let types = types(&self.node(op)?);
        let data = &self.ir.ops[op];
        let condition = data
            .operands
            .first()
            .and_then(|it| it.value)
            .filter(|_| data.semantics() == Some(Semantics::Select));
        let chooses_lanes = condition.is_some_and(|it| !self.plan.lanes.is_uniform(it));
        // The type of a condition need not be written where it is `i1`.
        let is_written = types.len() > 1;
        for (index, ty) in types.iter().enumerate() {
            if condition.is_some() && is_written && index == 0 && !chooses_lanes {
                continue;
            }
            let mut new = format!("vector<{}x{}>", self.width, self.slice(*ty)?);
            if chooses_lanes && !is_written {
                new = format!("vector<{}xi1>, {new}", self.width);
            }
            self.lines.replace(*ty, new);
        }
        Some(())
    }

    fn result_types(&mut self, op: OpId) -> Option<()> {
        let results = &self.ir.ops[op].results;
        if !results.iter().any(|it| self.is_vector(*it)) {
            return Some(());
        }
        let node = self.node(op)?;
        let list = node.children().find(|it| it.kind() == SyntaxKind::RESULT_TYPES)?;
        self.types_of_results(list, results)
    }

    /// The types of a list, one for each result, where those are vectors.
    fn types_of_results(&mut self, list: SyntaxNode, results: &[ValueId]) -> Option<()> {
        let types = types(&list);
        for (ty, result) in types.into_iter().zip(results) {
            if self.is_vector(*result) {
                let new = vector(self.width, &self.ir.values[*result].ty);
                self.lines.replace(ty, new);
            }
        }
        Some(())
    }

    fn folded_access(&mut self, op: OpId, folded: &MemoryReduction) -> Option<()> {
        match op == folded.load {
            true => self.lines.remove(self.ir.ops[op].pointer.range),
            false => self.folded_store(op),
        }
    }
}

/// The types that an operation writes outside its regions and attributes, in order.
fn types(node: &SyntaxNode) -> Vec<TextRange> {
    let mut found = Vec::new();
    for child in node.children() {
        match child.kind() {
            SyntaxKind::TYPE_GROUP | SyntaxKind::TYPE_LIST | SyntaxKind::RESULT_TYPES => {
                found.extend(types(&child));
            }
            _ if ast::Type::can_cast(child.kind()) => found.push(ir::trimmed_range(&child)),
            _ => {}
        }
    }
    found
}
