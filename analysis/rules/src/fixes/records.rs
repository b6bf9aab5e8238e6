//! The records of the isolated op around the place of a fix, with absolute places.

use super::context::FixContext;
use super::edits::{edit, tokens};
use crate::map_text::is_judged;
use base::isolated_op::{IsolatedOp, isolated_op_starts, isolated_ops};
use ir::affine::symbols::{Symbols, Validity};
use ir::value_name;
use ir::{Ir, Mention, Pointer, ValueId, ir_of};
use rustc_hash::FxHashSet;
use syntax::{SyntaxKind, SyntaxNode, TextEdit, TextRange, TextSize};

/// One isolated op, and the places of its roots in the file.
pub struct Records<'a> {
    pub isolated: IsolatedOp<'a>,
    pub ir: &'a Ir,
    starts: &'a [TextSize],
}

impl<'a> FixContext<'a> {
    /// The records of the isolated op that holds the place.
    pub fn records(&self) -> Option<Records<'a>> {
        let mut ops = isolated_ops(self.db, self.file).iter().zip(isolated_op_starts(self.db, self.file));
        let (op, starts) = match self.diagnostic.place {
            Some((index, _)) => ops.nth(index),
            None => ops.find(|(op, starts)| {
                op.roots(self.db).iter().zip(starts.iter()).any(|(green, start)| {
                    TextRange::at(*start, green.0.text_len()).contains_inclusive(self.range.start())
                })
            }),
        }?;
        Some(Records { isolated: *op, ir: ir_of(self.db, *op), starts })
    }
}

impl Records<'_> {
    /// Where a pointer points in the file.
    pub fn range(&self, pointer: Pointer) -> Option<TextRange> {
        pointer.range.checked_add(*self.starts.get(pointer.root)?)
    }

    /// The value that is mentioned at a place.
    pub fn mentioned(&self, place: TextRange) -> Option<ValueId> {
        let mut mentions = self.ir.mentions.iter();
        mentions.find(|it| self.range(it.pointer) == Some(place))?.value
    }

    /// The edits after which every mention of a value names another one. None where text that cannot be read may
    /// mention the value too, or where an affine operation would take the other one for something else.
    pub fn instead(&self, ctx: &FixContext<'_>, value: ValueId, by: ValueId) -> Option<Vec<TextEdit>> {
        let mentions = self.mentions_of_name(ctx, value)?;
        let name = value_name(self.ir, by);
        let symbols = Symbols::new(self.ir);
        let mut edits = Vec::new();
        for mention in mentions.into_iter().filter(|it| it.value == Some(value)) {
            let place = self.range(mention.pointer)?;
            let scope = symbols.scope(mention.op);
            let is_affine = self.ir.ops[mention.op].name.starts_with("affine.");
            let is_symbol = |it: ValueId| symbols.symbol(it, scope) == Validity::Valid;
            let is_dim = |it: ValueId| symbols.dim(it, scope) == Validity::Valid;
            let is_less = is_symbol(value) && !is_symbol(by) || is_dim(value) && !is_dim(by);
            if is_affine && is_less || self.clashes(ctx, place, by) {
                return None;
            }
            edits.push(edit(place, &name));
        }
        Some(edits)
    }

    /// Whether a list of subscripts would look up another value, or another kind of input, under the name.
    fn clashes(&self, ctx: &FixContext<'_>, place: TextRange, by: ValueId) -> bool {
        let Some(leaf) = affine_leaf(ctx, place) else { return false };
        let Some(list) = leaf.ancestors().find(is_judged) else { return true };
        let data = &self.ir.values[by];
        let is_other = |it: &SyntaxNode| {
            matches!(it.kind(), SyntaxKind::AFFINE_VALUE | SyntaxKind::AFFINE_SYMBOL_VALUE)
                && it.kind() != leaf.kind()
                && tokens(it).any(|it| it.text() == &*data.name)
        };
        data.group > 1 || list.descendants().any(|it| is_other(&it))
    }

    /// Every mention of the values under the name of one. None where text that cannot be read may hold one more.
    pub fn mentions_of_name(&self, ctx: &FixContext<'_>, value: ValueId) -> Option<Vec<&Mention>> {
        let data = &self.ir.values[value];
        if data.name.is_empty() {
            return None;
        }
        let mut unknown = self.places_of_name(ctx, &data.name);
        for definition in self.ir.values.iter().filter_map(|it| it.1.pointer) {
            unknown.remove(&self.range(definition)?.start());
        }
        let is_group = |it: ValueId| it == value || self.ir.values[it].pointer == data.pointer;
        let mut found = Vec::new();
        for mention in &self.ir.mentions {
            let Some(mentioned) = mention.value else { continue };
            unknown.remove(&self.range(mention.pointer)?.start());
            if is_group(mentioned) {
                found.push(mention);
            }
        }
        unknown.is_empty().then_some(found)
    }

    /// Where tokens of the isolated op are this name.
    fn places_of_name(&self, ctx: &FixContext<'_>, name: &str) -> FxHashSet<TextSize> {
        let mut found = FxHashSet::default();
        for (green, start) in self.isolated.roots(ctx.db).iter().zip(self.starts) {
            let range = TextRange::at(*start, green.0.text_len());
            let text = ctx.whole.get(std::ops::Range::<usize>::from(range)).unwrap_or_default();
            for (offset, _) in text.match_indices(name) {
                let at = TextSize::try_from(offset).map_or(range.end(), |it| range.start() + it);
                let token = ctx.token_behind(at);
                if token.is_some_and(|it| it.text_range().start() == at && it.text() == name) {
                    found.insert(at);
                }
            }
        }
        found
    }
}

/// The `AFFINE_VALUE` or `AFFINE_SYMBOL_VALUE` that is a mention.
fn affine_leaf(ctx: &FixContext<'_>, place: TextRange) -> Option<SyntaxNode> {
    let mut around = ctx.root.covering_element(place).ancestors();
    let leaf = around.find(|it| it.kind() == SyntaxKind::VALUE_USE)?.parent()?;
    leaf.kind().is_affine_expression().then_some(leaf)
}
