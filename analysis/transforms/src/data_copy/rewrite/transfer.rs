//! The text of a transfer between a memref and a buffer: loops over elements, or over what one `affine.dma_start` moves.

use super::forms::{Named, written_form};
use crate::data_copy::copied::Copied;
use crate::data_copy::dma::Block;
use crate::data_copy::extent::Window;
use crate::loop_bounds::{plus, times};
use crate::rewrite::{FreshNames, Layout, Leaves, RootText, Side};
use ir::affine::AffineExpr;
use polyhedral::dependence::Linear;

/// The `index` constants that transfers mention.
#[derive(Default)]
pub(super) struct Constants(Vec<(i64, String)>);

impl Constants {
    pub(super) fn name(&mut self, value: i64, fresh: &mut FreshNames) -> String {
        if let Some((_, name)) = self.0.iter().find(|it| it.0 == value) {
            return name.clone();
        }
        let name = fresh.named(&format!("%c{value}"));
        self.0.push((value, name.clone()));
        name
    }

    pub(super) fn define(&self, layout: &mut Layout) {
        for (value, name) in &self.0 {
            layout.line(format!("{name} = arith.constant {value} : index"));
        }
    }
}

/// The transfers between a memref and its buffer.
pub(super) struct Transfer<'a> {
    pub(super) source: &'a RootText<'a>,
    pub(super) copied: &'a Copied,
    pub(super) sizes: &'a [Option<String>],
    pub(super) memref: &'a Named,
    pub(super) buffer: &'a Named,
    /// Where DMA moves the elements.
    pub(super) tag: Option<&'a Named>,
}

impl Transfer<'_> {
    /// The loops that copy a part of the buffer.
    pub(super) fn write(
        &self,
        inwards: bool,
        (window, block): (&Window, Option<&Block>),
        (fresh, constants): (&mut FreshNames, &mut Constants),
        layout: &mut Layout,
    ) -> Option<()> {
        let mut leaves = Leaves::default();
        let (mut own, mut there) = (Vec::new(), Vec::new());
        let mut levels = 0;
        let mut count = vec![AffineExpr::Constant(1)];
        let dims = self.copied.extents.iter().zip(self.sizes).zip(window).enumerate();
        for (dim, ((extent, size), (first, last))) in dims {
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
            let is_moved_at_once = block.is_some_and(|it| it.first_dim <= dim);
            let index = if is_moved_at_once || (first == last && lower.len() + upper.len() == 2) {
                AffineExpr::Constant(*first)
            } else {
                let name = fresh.named("%d");
                let (lower, upper) = (leaves.bound(Side::Lower, &lower), leaves.bound(Side::Upper, &upper));
                layout.deeper(levels).line(format!("affine.for {name} = {lower} to {upper} {{"));
                levels += 1;
                leaves.dim(&name)
            };
            if let Some(block) = block.filter(|it| it.first_dim == dim) {
                let length = |end: &AffineExpr| times(&plus(end, &AffineExpr::Constant(-*first)), block.row);
                count = upper.iter().map(length).collect();
            }
            there.push(plus(&origin, &index));
            own.push(index);
        }
        let text = |subscripts: &[AffineExpr]| {
            let subscripts: Vec<String> = subscripts.iter().map(|it| leaves.subscript(it)).collect();
            subscripts.join(", ")
        };
        let there = (format!("{}[{}]", self.memref.name, text(&there)), self.memref.ty.as_str());
        let own = (format!("{}[{}]", self.buffer.name, text(&own)), self.buffer.ty.as_str());
        let (from, to) = if inwards { (there, own) } else { (own, there) };
        layout.deeper(levels);
        match block {
            None => {
                let element = fresh.named("%element");
                layout.line(format!("{element} = affine.load {} : {}", from.0, from.1));
                layout.line(format!("affine.store {element}, {} : {}", to.0, to.1));
            }
            Some(block) => {
                let count = match count.as_slice() {
                    [AffineExpr::Constant(count)] => constants.name(*count, fresh),
                    several => {
                        let name = fresh.named("%count");
                        let definition = match several {
                            [single] => leaves.definition(single),
                            _ => format!("affine.min {}", leaves.map_use(several)),
                        };
                        layout.line(format!("{name} = {definition}"));
                        name
                    }
                };
                self.start(
                    block,
                    ((&from.0, from.1), (&to.0, to.1)),
                    ("0", &count),
                    (fresh, constants),
                    layout,
                )?;
                self.wait(("0", &count), layout)?;
            }
        }
        for level in (0..levels).rev() {
            layout.deeper(level).line("}");
        }
        Some(())
    }

    /// One `affine.dma_start`. Ends are elements of a memref and its type, then the slot of the tag and the number of elements.
    pub(super) fn start(
        &self,
        block: &Block,
        ((from, from_type), (to, to_type)): ((&str, &str), (&str, &str)),
        (slot, count): (&str, &str),
        (fresh, constants): (&mut FreshNames, &mut Constants),
        layout: &mut Layout,
    ) -> Option<()> {
        let tag = self.tag?;
        let chunks = block.chunks.map(|(stride, length)| {
            format!(", {}, {}", constants.name(stride, fresh), constants.name(length, fresh))
        });
        let chunks = chunks.unwrap_or_default();
        let types = format!("{from_type}, {to_type}, {}", tag.ty);
        layout
            .line(format!("affine.dma_start {from}, {to}, {}[{slot}], {count}{chunks} : {types}", tag.name));
        Some(())
    }

    pub(super) fn wait(&self, (slot, count): (&str, &str), layout: &mut Layout) -> Option<()> {
        let tag = self.tag?;
        layout.line(format!("affine.dma_wait {}[{slot}], {count} : {}", tag.name, tag.ty));
        Some(())
    }
}
