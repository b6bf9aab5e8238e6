//! Accesses of `memref` and `vector` as those of the affine dialect, which have the same operands but in subscripts.

use super::expressions::{Expressions, Over};
use super::names::LoopNames;
use crate::pending_edits::PendingEdits;
use crate::reason::Reason;
use ir::affine::AffineExpr;
use ir::loops::Detail;
use ir::touches::{Elements, Touch};
use ir::{Form, Ir, OpId, OpKind};
use polyhedral::dependence::affine_form::Leaf;
use syntax::{SyntaxKind, SyntaxNode, TextRange};

pub(super) struct RaisedAccess {
    name: &'static str,
    /// Index into [`ir::Op::operands`] of the first one.
    first: usize,
    subscripts: Vec<Over<AffineExpr>>,
}

/// Attributes of a transfer about the elements that it touches.
const OWN_ATTRIBUTES: [&str; 3] = ["in_bounds", "permutation_map", "operandSegmentSizes"];

impl RaisedAccess {
    /// `None` if it touches no memory, or is affine already.
    pub(super) fn of(expressions: &Expressions<'_>, op: OpId) -> Option<Result<Self, Reason>> {
        let ir = expressions.ir;
        let data = &ir.ops[op];
        let is_memory = matches!(data.dialect(), "memref" | "vector")
            && data.accesses().is_some_and(|it| !it.is_empty())
            && !data.is_deallocation();
        if data.kind != OpKind::Other || data.broken || !is_memory {
            return None;
        }
        let touches = ir.touches(op);
        let refused = |text: String| Some(Err(Reason::new(format!("`{}` {text}", data.name))));
        if data.form != Form::Custom {
            return refused("is written in the generic form".to_owned());
        }
        if ir.details.get(&op) == Some(&Detail::Hinted) {
            return refused("has attributes that the affine dialect has not".to_owned());
        }
        let [touch] = &touches[..] else {
            return refused(NO_COUNTERPART.to_owned());
        };
        let Some(name) = counterpart(ir, op, touch) else {
            return refused(obstacle(ir, op, touch).to_owned());
        };
        let operands = touch.elements.subscripts()?.operands.clone();
        let first = operands.start;
        let values = data.operands.get(operands)?.iter().map(|it| it.value);
        let subscripts =
            values.map(|it| expressions.value(it.ok_or_else(|| Reason::new("a value is not defined"))?));
        Some(subscripts.collect::<Result<_, _>>().map(|subscripts| Self { name, first, subscripts }))
    }

    pub(super) fn leaves(&self) -> impl Iterator<Item = Leaf> {
        self.subscripts.iter().flat_map(|it| it.leaves.iter().copied())
    }

    pub(super) fn write(
        &self,
        op: OpId,
        names: &LoopNames<'_>,
        edits: &mut PendingEdits<'_, '_>,
    ) -> Option<()> {
        let source = edits.source;
        let ir = source.ir;
        let data = &ir.ops[op];
        let node = source.operation(op)?;
        edits.replace(data.name_pointer.range, format!("affine.{}", self.name));
        for (index, subscript) in self.subscripts.iter().enumerate() {
            let place = data.operands.get(self.first + index)?.pointer.range;
            edits.forget(op, self.first + index);
            subscript.values(ir).for_each(|it| edits.mention(it));
            edits.replace(place, names.leaves(&subscript.leaves).subscript(&subscript.form));
        }
        if !data.has_trait("VectorTransferOpInterface") {
            return Some(());
        }
        // Its own attributes say that it stays inside the memref, and padding is never read.
        let bracket = token(&node, SyntaxKind::R_BRACKET)?;
        let colon = token(&node, SyntaxKind::COLON)?;
        let dictionary = node.children().find(|it| it.kind() == SyntaxKind::DICTIONARY);
        let entries = dictionary.iter().flat_map(SyntaxNode::children).map(|it| it.text().to_string());
        let others =
            entries.filter(|it| !OWN_ATTRIBUTES.contains(&it.split('=').next().unwrap_or_default().trim()));
        let others = others.collect::<Vec<_>>().join(", ");
        let kept = if others.is_empty() { " ".to_owned() } else { format!(" {{{others}}} ") };
        edits.replace(TextRange::new(bracket.end(), colon.start()), kept);
        if data.results.is_empty() {
            let types = node.children().filter(|it| {
                ir::trimmed_range(it).start() > colon.start() && it.kind() != SyntaxKind::DICTIONARY
            });
            let types: Vec<TextRange> = types.map(|it| ir::trimmed_range(&it)).collect();
            edits.swap(types.try_into().ok()?);
        } else {
            edits.forget(op, self.first + self.subscripts.len());
        }
        Some(())
    }
}

/// The first token of a kind that is directly in an operation.
fn token(node: &SyntaxNode, kind: SyntaxKind) -> Option<TextRange> {
    let mut tokens = node.children_with_tokens().filter_map(|it| it.into_token());
    tokens.find(|it| it.kind() == kind).map(|it| it.text_range())
}

fn counterpart(ir: &Ir, op: OpId, touch: &Touch<'_>) -> Option<&'static str> {
    Some(match (&touch.elements, touch.reads, touch.writes) {
        (Elements::At(_), true, false) => "load",
        (Elements::At(_), false, true) => "store",
        (Elements::Lanes(_), true, false) if has_lanes(ir, op, touch) => "vector_load",
        (Elements::Lanes(_), false, true) if has_lanes(ir, op, touch) => "vector_store",
        _ => return None,
    })
}

const NO_COUNTERPART: &str = "has no counterpart in the affine dialect";

/// What the affine dialect's accesses of consecutive elements cannot say.
fn obstacle(ir: &Ir, op: OpId, touch: &Touch<'_>) -> &'static str {
    let Elements::Perhaps(subscripts, _) = &touch.elements else { return NO_COUNTERPART };
    // After the memref and its subscripts a transfer has the vector or the padding.
    let has_mask = ir.ops[op].operands.len() > 2 + subscripts.operands.len();
    match ir.details.get(&op) {
        Some(Detail::Permuted(dims)) if dims.contains(&None) => "has one element in several lanes",
        Some(Detail::Permuted(_)) => "has the dimensions of memory in another order",
        Some(Detail::PerhapsInBounds) if !has_mask => "may have lanes outside of the memref",
        _ => "leaves out lanes",
    }
}

fn has_lanes(ir: &Ir, op: OpId, touch: &Touch<'_>) -> bool {
    touch.lanes(ir, op).is_some_and(|it| !it.is_empty())
}
