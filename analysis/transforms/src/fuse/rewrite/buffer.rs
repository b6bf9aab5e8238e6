//! The text of buffers of a slice's own: loads and stores that use them, their allocations, or the stored values in
//! place of the loads.

use super::base_expression::base_expression;
use super::places::{after, before};
use crate::fuse::slice::pair::{Pair, PrivateBuffers};
use crate::fuse::slice::private_buffer::{BufferAccess, PrivateBuffer};
use crate::rewrite::Edits;
use crate::rewrite::{FreshNames, Layout, Leaves, RootText, TextCopy};
use ir::affine::{AffineExpr, BinaryOp};
use ir::types::MemRefType;
use ir::value_name;
use ir::{Form, Ir, OpId, OpKind, Pointer, ValueId, trimmed_range};
use polyhedral::value_expression::simplified;
use presburger::Integer;
use syntax::TextRange;
use syntax::ast;

/// The two nests and the texts that hold them.
pub(crate) struct PairTexts<'a> {
    pub pair: &'a Pair,
    pub source: &'a RootText<'a>,
    pub destination: &'a RootText<'a>,
}

/// Turns the accesses to the buffers: those of the producer in the copy, those of the consumer by edits.
pub(crate) fn redirect(
    ir: &Ir,
    texts: &PairTexts<'_>,
    own: &PrivateBuffers,
    copy: &mut TextCopy<'_>,
    fresh: &mut FreshNames,
) -> Option<Edits> {
    let mut edits = Vec::new();
    for buffer in &own.buffers {
        let users = users(ir, buffer.memref);
        let is_dealloc = |op: OpId| ir.ops[op].is_deallocation();
        let in_nests = |op: OpId| buffer.accesses.iter().any(|it| it.op == op);
        let is_alone = !own.keeps_producer && users.iter().all(|it| is_dealloc(*it) || in_nests(*it));
        match buffer.forwarded {
            Some(store) => {
                forward(ir, texts, buffer, store, copy, &mut edits)?;
                if is_alone {
                    let dead = users.iter().copied().filter(|it| is_dealloc(*it));
                    for op in dead.chain(ir.defining_op(buffer.memref)) {
                        edits.push(line_removal(ir, texts, op)?);
                    }
                }
            }
            None => {
                let ty = written_type(ir, buffer)?;
                let name = match is_alone {
                    true => {
                        resize(ir, texts, buffer.memref, &ty, &users, &mut edits)?;
                        value_name(ir, buffer.memref)
                    }
                    false => {
                        let name = fresh.like(&ir.values[buffer.memref].name);
                        allocate(ir, texts, &name, &ty, &mut edits)?;
                        name
                    }
                };
                turn(ir, texts, buffer, (&name, &ty), copy, &mut edits)?;
            }
        }
    }
    Some(edits)
}

fn users(ir: &Ir, memref: ValueId) -> Vec<OpId> {
    let takes = |op: &OpId| ir.ops[*op].operands.iter().any(|it| it.value == Some(memref));
    ir.walk().into_iter().filter(takes).collect()
}

/// `memref<3x1xf32>`
fn written_type(ir: &Ir, buffer: &PrivateBuffer) -> Option<String> {
    let MemRefType { element, memory_space, .. } = ir.values[buffer.memref].ty.as_memref()?;
    let dims: String = buffer.dims.iter().map(|it| format!("{}x", it.size)).collect();
    let space = memory_space.as_ref().map(|it| format!(", {it}")).unwrap_or_default();
    Some(format!("memref<{dims}{element}{space}>"))
}

fn root_of<'a>(texts: &PairTexts<'a>, pointer: Pointer) -> Option<&'a RootText<'a>> {
    [texts.source, texts.destination].into_iter().find(|it| it.root == pointer.root)
}

fn line_removal(ir: &Ir, texts: &PairTexts<'_>, op: OpId) -> Option<(Pointer, String)> {
    let pointer = ir.ops[op].pointer;
    let root = root_of(texts, pointer)?;
    Some((root.pointer(root.lines_of(pointer.range)), String::new()))
}

/// The last type that an operation's text names.
fn type_range(root: &RootText<'_>, op: OpId) -> Option<TextRange> {
    let node = root.operation(op)?;
    let ty: ast::Type = ast::children(&node).last()?;
    Some(trimmed_range(ast::AstNode::syntax(&ty)))
}

/// Gives the allocation and its frees another type.
fn resize(
    ir: &Ir,
    texts: &PairTexts<'_>,
    memref: ValueId,
    ty: &str,
    users: &[OpId],
    edits: &mut Edits,
) -> Option<()> {
    let allocation = ir.defining_op(memref)?;
    let deallocations = users.iter().copied().filter(|it| ir.ops[*it].is_deallocation());
    for op in deallocations.chain([allocation]) {
        if ir.ops[op].form != Form::Custom {
            return None;
        }
        let root = root_of(texts, ir.ops[op].pointer)?;
        edits.push((root.pointer(type_range(root, op)?), ty.to_owned()));
    }
    // Sizes that are values go with the type that asked for them.
    let operands = &ir.ops[allocation].operands;
    if let (Some(first), Some(last)) = (operands.first(), operands.last()) {
        let sizes = first.pointer.range.cover(last.pointer.range);
        edits.push((Pointer { root: first.pointer.root, range: sizes }, String::new()));
    }
    Some(())
}

/// Allocates a buffer before the consumer, and frees it afterwards.
fn allocate(ir: &Ir, texts: &PairTexts<'_>, name: &str, ty: &str, edits: &mut Edits) -> Option<()> {
    let consumer = texts.pair.consumer;
    let mut line = Layout::default();
    line.line(format!("{name} = memref.alloc() : {ty}"));
    let (range, text) = before(texts.destination, ir, consumer, &line)?;
    edits.push((texts.destination.pointer(range), text));
    let mut line = Layout::default();
    line.line(format!("memref.dealloc {name} : {ty}"));
    let (range, text) = after(texts.destination, ir, consumer, &line)?;
    edits.push((texts.destination.pointer(range), text));
    Some(())
}

/// Turns every load and store to the buffer.
fn turn(
    ir: &Ir,
    texts: &PairTexts<'_>,
    buffer: &PrivateBuffer,
    (name, ty): (&str, &str),
    copy: &mut TextCopy<'_>,
    edits: &mut Edits,
) -> Option<()> {
    for access in &buffer.accesses {
        let data = &ir.ops[access.op];
        let OpKind::Access(kind) = &data.kind else { return None };
        if data.form != Form::Custom {
            return None;
        }
        let in_producer = ir.is_within(access.op, texts.pair.producer);
        let root = root_of(texts, data.pointer)?;
        let mut leaves = if in_producer { copy.leaves.clone() } else { Leaves::default() };
        let written: Option<Vec<String>> = (0..buffer.dims.len())
            .map(|index| {
                let copy = in_producer.then_some(&*copy);
                let expression = subscript(ir, buffer, access, index, copy, &mut leaves)?;
                Some(leaves.expression(&expression))
            })
            .collect();
        let pieces = [
            (data.operands.get(kind.memref)?.pointer.range, name.to_owned()),
            (kind.subscripts.pointer.range, format!("[{}]", written?.join(", "))),
            (type_range(root, access.op)?, ty.to_owned()),
        ];
        for (range, text) in pieces {
            match in_producer {
                true => copy.replace(range, text),
                false => edits.push((root.pointer(range), text)),
            }
        }
    }
    Some(())
}

/// A subscript of the buffer in place of one of the memref.
fn subscript(
    ir: &Ir,
    buffer: &PrivateBuffer,
    access: &BufferAccess,
    index: usize,
    copy: Option<&TextCopy<'_>>,
    leaves: &mut Leaves,
) -> Option<AffineExpr> {
    let (dim, own) = (buffer.dims.get(index)?, access.subscripts.get(index)?);
    let times = |expr, factor: &Integer| {
        Some(AffineExpr::binary(BinaryOp::Mul, expr, AffineExpr::Constant(factor.to_i64()?)))
    };
    let plus = |a, b| AffineExpr::binary(BinaryOp::Add, a, b);
    let mut sum = AffineExpr::Constant((&own.constant - &dim.lower).to_i64()?);
    for (value, is_symbol, factor) in &own.terms {
        let leaf = match copy {
            Some(copy) => copy.leaf(leaves, *value, *is_symbol),
            None if *is_symbol => leaves.symbol(&value_name(ir, *value)),
            None => leaves.dim(&value_name(ir, *value)),
        };
        sum = plus(sum, times(leaf, factor)?);
    }
    let base = base_expression(leaves, ir, &dim.base)?;
    Some(simplified(&plus(sum, times(base, &Integer::from(-1))?)))
}

/// Uses the stored value in place of the loads, and drops them with the store.
fn forward(
    ir: &Ir,
    texts: &PairTexts<'_>,
    buffer: &PrivateBuffer,
    store: OpId,
    copy: &mut TextCopy<'_>,
    edits: &mut Edits,
) -> Option<()> {
    let data = &ir.ops[store];
    let OpKind::Access(kind) = &data.kind else { return None };
    let stored = data.operands.get(kind.stored?)?.value?;
    let name = copy.name(stored);
    copy.replace(texts.source.lines_of(data.pointer.range), "");
    for load in buffer.accesses.iter().map(|it| it.op).filter(|it| *it != store) {
        let result = *ir.ops[load].results.first()?;
        edits.push(line_removal(ir, texts, load)?);
        let is_left = |op: OpId| !buffer.accesses.iter().any(|it| it.op == op);
        for mention in ir.mentions.iter().filter(|it| it.value == Some(result) && is_left(it.op)) {
            edits.push((mention.pointer, name.clone()));
        }
    }
    Some(())
}
