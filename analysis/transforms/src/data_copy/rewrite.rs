//! The text of a buffer around a loop: its allocation, the transfers, and the accesses that use it.

mod double_buffer;
mod forms;
mod transfer;

use super::copied::Copied;
use super::extent::Extent;
use crate::loop_bounds::{named, plus, times};
use crate::rewrite::{Edits, FreshNames, Layout, Leaves, RootText};
use double_buffer::Turns;
use forms::{Named, written_form};
use ir::{OpId, OpKind, trimmed_range, value_name};
use syntax::TextRange;
use syntax::ast::{self, AstNode};
use transfer::{Constants, Transfer};

pub(super) fn edits(source: &RootText<'_>, copied: &Copied) -> Option<Edits> {
    let ir = source.ir;
    let ty = copied.ty(ir)?;
    let turns = copied.dma.as_ref().and_then(|it| it.turns);
    let mut fresh = FreshNames::of(ir);
    let buffers = if turns.is_some() { "2x" } else { "" };
    let dims: String = copied.extents.iter().map(|it| format!("{}x", it.size)).collect();
    let space = if copied.space == 0 { String::new() } else { format!(", {}", copied.space) };
    let buffer = Named {
        name: fresh.named(&format!("{}_buffer", value_name(ir, copied.memref))),
        ty: format!("memref<{buffers}{dims}{}{space}>", ty.element),
    };
    let mut edits = Edits::new();
    let mut memref_type = None;
    for op in &copied.accesses {
        let data = &ir.ops[*op];
        let OpKind::Access(access) = &data.kind else { return None };
        let mut leaves = Leaves::default();
        let subscripts = leaves
            .results(ir, *op, &access.subscripts, &mut |leaves, it, symbol| named(ir, leaves, it, symbol))?;
        let mut written = Vec::new();
        if let Some(around) = turns {
            written.push(Turns::of(ir, around, &mut leaves)?.slot());
        }
        for (subscript, extent) in subscripts.iter().zip(&copied.extents) {
            let origin = written_form(copied, source, &extent.origin, &mut leaves)?;
            written.push(plus(subscript, &times(&origin, -1)));
        }
        let written: Vec<String> = written.iter().map(|it| leaves.subscript(it)).collect();
        let ty = type_range(source, *op)?;
        memref_type = Some(source.slice(ty).to_owned());
        edits.push((data.operands.get(access.memref)?.pointer, buffer.name.clone()));
        edits.push((access.subscripts.pointer, format!("[{}]", written.join(", "))));
        edits.push((source.pointer(ty), buffer.ty.clone()));
    }
    let memref = Named { name: value_name(ir, copied.memref), ty: memref_type? };
    let tag = copied.dma.as_ref().map(|_| Named {
        name: fresh.named("%tag"),
        ty: format!("memref<{}xi32>", if turns.is_some() { 2 } else { 1 }),
    });

    let (mut sized, mut before, mut behind) = (Layout::default(), Layout::default(), Layout::default());
    let sizes = sizes(copied, &memref, &mut fresh, &mut sized);
    let mut constants = Constants::default();
    let transfer =
        Transfer { source, copied, sizes: &sizes, memref: &memref, buffer: &buffer, tag: tag.as_ref() };
    let mut ahead = Layout::default();
    match turns {
        Some(around) => {
            let window = copied.transfers.inwards.as_ref()?;
            let names = (&mut fresh, &mut constants);
            transfer.in_turns(window, around, names, (&mut ahead, &mut before))?;
        }
        None => {
            let blocks = copied.dma.as_ref();
            if let Some(window) = &copied.transfers.inwards {
                let block = blocks.and_then(|it| it.inwards.as_ref());
                transfer.write(true, (window, block), (&mut fresh, &mut constants), &mut before)?;
            }
            if let Some(window) = &copied.transfers.outwards {
                let block = blocks.and_then(|it| it.outwards.as_ref());
                transfer.write(false, (window, block), (&mut fresh, &mut constants), &mut behind)?;
            }
        }
    }
    let memories = [Some(&buffer), tag.as_ref()];
    let mut head = Layout::default();
    for Named { name, ty } in memories.into_iter().flatten() {
        head.line(format!("{name} = memref.alloc() : {ty}"));
    }
    constants.define(&mut head);
    head.append(sized);
    let mut tail = Layout::default();
    for Named { name, ty } in memories.into_iter().flatten() {
        tail.line(format!("memref.dealloc {name} : {ty}"));
    }
    match turns {
        Some(around) => {
            head.append(ahead);
            put_around(source, around, (&head, &tail), &mut edits);
            put_around(source, copied.op, (&before, &behind), &mut edits);
        }
        None => {
            head.append(before);
            behind.append(tail);
            put_around(source, copied.op, (&head, &behind), &mut edits);
        }
    }
    Some(edits)
}

/// Puts lines before a loop and after it.
fn put_around(source: &RootText<'_>, op: OpId, (before, behind): (&Layout, &Layout), edits: &mut Edits) {
    let loop_ = source.ir.ops[op].pointer.range;
    let (indentation, line_break) = (source.indentation(loop_), source.line_break());
    if !before.is_empty() {
        let text = before.in_place(indentation, line_break);
        let start = TextRange::empty(loop_.start());
        edits.push((source.pointer(start), format!("{text}{line_break}{indentation}")));
    }
    if !behind.is_empty() {
        let text = behind.in_place(indentation, line_break);
        let end = TextRange::empty(source.with_comment_behind(loop_).end());
        edits.push((source.pointer(end), format!("{line_break}{indentation}{text}")));
    }
}

/// Where an access names the type of its memref.
fn type_range(source: &RootText<'_>, op: OpId) -> Option<TextRange> {
    let ty: ast::Type = ast::children(&source.operation(op)?).next()?;
    Some(trimmed_range(ty.syntax()))
}

/// The number of elements in each dimension in which boxes are cut off at the end of the memref, by `memref.dim`.
fn sizes(
    copied: &Copied,
    memref: &Named,
    fresh: &mut FreshNames,
    layout: &mut Layout,
) -> Vec<Option<String>> {
    let mut size = |(dim, extent): (usize, &Extent)| {
        extent.is_cut_off.then(|| {
            let (number, name) = (fresh.named("%c"), fresh.named("%size"));
            layout.line(format!("{number} = arith.constant {dim} : index"));
            layout.line(format!("{name} = memref.dim {}, {number} : {}", memref.name, memref.ty));
            name
        })
    };
    copied.extents.iter().enumerate().map(&mut size).collect()
}
