//! The text of a buffer around a loop: its allocation, the loops that copy, and the accesses that use it.

use super::copied::Copied;
use super::extent::{Extent, Window};
use crate::loop_bounds::{named, plus, times};
use crate::rewrite::{Edits, FreshNames, Layout, Leaves, RootText, Side};
use ir::affine::AffineExpr;
use ir::{OpId, OpKind, trimmed_range, value_name};
use polyhedral::dependence::{Linear, Variable, enclosing_loops};
use syntax::TextRange;
use syntax::ast::{self, AstNode};

pub(super) fn edits(source: &RootText<'_>, copied: &Copied) -> Option<Edits> {
    let ir = source.ir;
    let ty = copied.ty(ir)?;
    let mut fresh = FreshNames::of(ir);
    let dims: String = copied.extents.iter().map(|it| format!("{}x", it.size)).collect();
    let space = copied.space.filter(|it| *it != 0).map(|it| format!(", {it}")).unwrap_or_default();
    let buffer = Named {
        name: fresh.named(&format!("{}_buffer", value_name(ir, copied.memref))),
        ty: format!("memref<{dims}{}{space}>", ty.element),
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
    let loop_ = ir.ops[copied.op].pointer.range;
    let mut before = Layout::default();
    before.line(format!("{} = memref.alloc() : {}", buffer.name, buffer.ty));
    let sizes = sizes(copied, &memref, &mut fresh, &mut before);
    let transfer =
        |window| Transfer { source, copied, window, sizes: &sizes, memref: &memref, buffer: &buffer };
    if let Some(window) = &copied.transfers.inwards {
        transfer(window).write(true, &mut fresh, &mut before)?;
    }
    let mut behind = Layout::default();
    if let Some(window) = &copied.transfers.outwards {
        transfer(window).write(false, &mut fresh, &mut behind)?;
    }
    behind.line(format!("memref.dealloc {} : {}", buffer.name, buffer.ty));

    let (indentation, line_break) = (source.indentation(loop_), source.line_break());
    let text = before.in_place(indentation, line_break);
    let start = TextRange::empty(loop_.start());
    edits.push((source.pointer(start), format!("{text}{line_break}{indentation}")));
    let end = TextRange::empty(source.with_comment_behind(loop_).end());
    let text = behind.in_place(indentation, line_break);
    edits.push((source.pointer(end), format!("{line_break}{indentation}{text}")));
    Some(edits)
}

/// A memref in a text.
struct Named {
    name: String,
    ty: String,
}

/// Where an access names the type of its memref.
fn type_range(source: &RootText<'_>, op: OpId) -> Option<TextRange> {
    let ty: ast::Type = ast::children(&source.operation(op)?).next()?;
    Some(trimmed_range(ty.syntax()))
}

/// A form over the loops around the copied one, and symbols.
fn written_form(
    copied: &Copied,
    source: &RootText<'_>,
    form: &Linear,
    leaves: &mut Leaves,
) -> Option<AffineExpr> {
    let ir = source.ir;
    let around = enclosing_loops(ir, copied.op);
    let mut sum = AffineExpr::Constant(form.constant.to_i64()?);
    for (variable, factor) in &form.terms {
        let (value, is_symbol) = match variable {
            Variable::Loop(number) => (around.get(*number)?.induction_variable, false),
            Variable::Symbol(value) => (*value, true),
            Variable::Local(_) => return None,
        };
        sum = plus(&sum, &times(&named(ir, leaves, value, is_symbol), factor.to_i64()?));
    }
    Some(sum)
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

/// The loops that copy a part of the buffer.
struct Transfer<'a> {
    source: &'a RootText<'a>,
    copied: &'a Copied,
    window: &'a Window,
    sizes: &'a [Option<String>],
    memref: &'a Named,
    buffer: &'a Named,
}

impl Transfer<'_> {
    fn write(&self, inwards: bool, fresh: &mut FreshNames, layout: &mut Layout) -> Option<()> {
        let mut leaves = Leaves::default();
        let (mut own, mut there) = (Vec::new(), Vec::new());
        let mut levels = 0;
        let dims = self.copied.extents.iter().zip(self.sizes).zip(self.window);
        for ((extent, size), (first, last)) in dims {
            let mut written = |form: &Linear| written_form(self.copied, self.source, form, &mut leaves);
            let origin = written(&extent.origin)?;
            let back = times(&origin, -1);
            let mut ends = |constant: i64, forms: &[Linear]| {
                let forms = forms.iter().map(|it| Some(plus(&written(it)?, &back)));
                std::iter::once(Some(AffineExpr::Constant(constant))).chain(forms).collect::<Option<Vec<_>>>()
            };
            let lower = ends(*first, &extent.later)?;
            let mut upper = ends(last.checked_add(1)?, &extent.earlier)?;
            if let Some(name) = size {
                upper.push(plus(&leaves.symbol(name), &back));
            }
            let index = match (first == last, lower.len() + upper.len()) {
                (true, 2) => AffineExpr::Constant(*first),
                _ => {
                    let name = fresh.named("%d");
                    let (lower, upper) =
                        (leaves.bound(Side::Lower, &lower), leaves.bound(Side::Upper, &upper));
                    layout.deeper(levels).line(format!("affine.for {name} = {lower} to {upper} {{"));
                    levels += 1;
                    leaves.dim(&name)
                }
            };
            there.push(plus(&origin, &index));
            own.push(index);
        }
        let text = |subscripts: &[AffineExpr]| {
            let subscripts: Vec<String> = subscripts.iter().map(|it| leaves.subscript(it)).collect();
            subscripts.join(", ")
        };
        let there = format!("{}[{}] : {}", self.memref.name, text(&there), self.memref.ty);
        let own = format!("{}[{}] : {}", self.buffer.name, text(&own), self.buffer.ty);
        let (from, to) = if inwards { (there, own) } else { (own, there) };
        let element = fresh.named("%element");
        layout.deeper(levels);
        layout.line(format!("{element} = affine.load {from}"));
        layout.line(format!("affine.store {element}, {to}"));
        for level in (0..levels).rev() {
            layout.deeper(level).line("}");
        }
        Some(())
    }
}
