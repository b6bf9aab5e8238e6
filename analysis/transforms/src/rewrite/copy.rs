//! A piece of a root's text, written again with other names, with affine expressions in place of values, and with
//! some of its parts written differently.
//!
//! Every mention of a value counts, as [`Ir::mentions`] lists them; nothing is found by searching text.

use super::affine_text::{Leaves, substitute};
use super::names::FreshNames;
use super::root_text::RootText;
use ir::affine::{AffineExpr, ValueInputs, lower_value_expression};
use ir::value_name;
use ir::{AppliedMap, Ir, OpId, OpKind, Pointer, ValueId, trimmed_range};
use polyhedral::value_expression::simplified;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use syntax::{Located, SyntaxKind, SyntaxNode, TextRange, TextSize};

/// The names of values in a copy, or the expressions in their place.
pub struct TextCopy<'a> {
    source: &'a RootText<'a>,
    /// Of values that are defined in the copy.
    renamed: FxHashMap<ValueId, String>,
    /// Of values that are defined outside: another value's name.
    instead: FxHashMap<ValueId, String>,
    expressions: FxHashMap<ValueId, Substitute>,
    /// The leaves of the expressions.
    pub leaves: Leaves,
    replaced: Vec<(TextRange, String)>,
    /// Substituted values that a place needed by name.
    named: RefCell<Vec<ValueId>>,
}

/// An affine expression in place of a value, and the name of a value equal to it for places that take no expression.
struct Substitute {
    expression: AffineExpr,
    name: String,
}

impl<'a> TextCopy<'a> {
    pub fn of(source: &'a RootText<'a>) -> Self {
        Self {
            source,
            renamed: FxHashMap::default(),
            instead: FxHashMap::default(),
            expressions: FxHashMap::default(),
            leaves: Leaves::default(),
            replaced: Vec::new(),
            named: RefCell::default(),
        }
    }

    fn ir(&self) -> &'a Ir {
        self.source.ir
    }

    /// Gives a value that is defined in the copy another name; all values under one name with it.
    pub fn rename(&mut self, value: ValueId, name: &str) {
        let ir = self.ir();
        let group = ir.defining_op(value).map(|it| ir.ops[it].results.as_slice()).unwrap_or_default();
        let under_one_name = group.iter().filter(|it| ir.values[**it].pointer == ir.values[value].pointer);
        for it in under_one_name.chain([&value]) {
            self.renamed.insert(*it, name.to_owned());
        }
    }

    /// Gives fresh names to the values that the operations define directly in their block: the copy comes beside
    /// another one.
    pub fn rename_results(&mut self, ops: &[OpId], fresh: &mut FreshNames) {
        let ir = self.ir();
        for result in ops.iter().flat_map(|it| &ir.ops[*it].results) {
            let data = &ir.values[*result];
            if data.pointer.is_some() && data.number == 0 {
                self.rename(*result, &fresh.like(&data.name));
            }
        }
    }

    /// Mentions another value wherever the copy mentions this one.
    pub fn mention_instead(&mut self, value: ValueId, name: &str) {
        self.instead.insert(value, name.to_owned());
    }

    /// Writes an expression over [`TextCopy::leaves`] wherever the copy mentions the value. Places that take no
    /// expression mention `name`, which is to be defined in front: see [`TextCopy::definitions`].
    pub fn substitute(&mut self, value: ValueId, expression: AffineExpr, name: &str) {
        self.expressions.insert(value, Substitute { expression, name: name.to_owned() });
    }

    /// Writes something else in place of a range. Of ranges inside each other the outer one counts.
    pub fn replace(&mut self, range: TextRange, text: impl Into<String>) {
        self.replaced.push((range, text.into()));
    }

    /// The name of a value in the copy.
    pub fn name(&self, value: ValueId) -> String {
        if let Some(it) = self.expressions.get(&value) {
            self.need(value);
            return it.name.clone();
        }
        if let Some(name) = self.instead.get(&value) {
            return name.clone();
        }
        let number = self.ir().values[value].number;
        match (self.renamed.get(&value), number) {
            (Some(name), 0) => name.clone(),
            (Some(name), number) => format!("{name}#{number}"),
            (None, _) => value_name(self.ir(), value),
        }
    }

    /// A value as an affine expression of the copy.
    pub fn leaf(&self, leaves: &mut Leaves, value: ValueId, is_symbol: bool) -> AffineExpr {
        if let Some(it) = self.expressions.get(&value) {
            return it.expression.clone();
        }
        let name = self.name(value);
        if is_symbol { leaves.symbol(&name) } else { leaves.dim(&name) }
    }

    /// The results of a map of an operation in the copy, over the leaves that come with them.
    pub fn results(&self, op: OpId, applied: &AppliedMap) -> Option<(Leaves, Vec<AffineExpr>)> {
        let mut leaves = self.leaves.clone();
        let results =
            leaves.results(self.ir(), op, applied, &mut |leaves, value, it| self.leaf(leaves, value, it))?;
        Some((leaves, results))
    }

    fn need(&self, value: ValueId) {
        let mut named = self.named.borrow_mut();
        if !named.contains(&value) {
            named.push(value);
        }
    }

    /// The definitions of the names that the written text needs: lines for the front of the copy.
    pub fn definitions(&self) -> Vec<String> {
        let named = self.named.borrow();
        let needed = named.iter().filter_map(|it| self.expressions.get(it));
        needed.map(|it| format!("{} = {}", it.name, self.leaves.definition(&it.expression))).collect()
    }

    /// The text of a range in the copy.
    pub fn text(&self, range: TextRange) -> Option<String> {
        let mut pieces: Vec<(TextRange, String)> =
            self.replaced.iter().filter(|it| range.contains_range(it.0)).cloned().collect();
        let is_replaced = |place: TextRange| {
            self.replaced.iter().any(|it| it.0.contains_range(place) && range.contains_range(it.0))
        };
        for mention in &self.ir().mentions {
            if !self.source.holds(range, mention.pointer) || is_replaced(mention.pointer.range) {
                continue;
            }
            let Some(value) = mention.value else { continue };
            if let Some(piece) = self.mention(mention.op, value, mention.pointer.range) {
                pieces.push(piece);
            }
        }
        for (value, name) in &self.renamed {
            let data = &self.ir().values[*value];
            let Some(place) = data.pointer.filter(|it| self.source.holds(range, *it)) else { continue };
            if data.number == 0 && !is_replaced(place.range) {
                pieces.push((name_range(place.range, &data.name), name.clone()));
            }
        }
        self.source.written(range, pieces)
    }

    /// The replacement of a mention, and the range that changes for it.
    fn mention(&self, op: OpId, value: ValueId, place: TextRange) -> Option<(TextRange, String)> {
        if self.expressions.contains_key(&value) {
            return Some(self.substituted(op, place).unwrap_or_else(|| (place, self.name(value))));
        }
        if let Some(name) = self.instead.get(&value) {
            return Some((place, name.clone()));
        }
        let name = self.renamed.get(&value)?;
        Some((name_range(place, &self.ir().values[value].name), name.clone()))
    }

    /// The affine place around a mention, with expressions in it. `None` where the place takes no expression.
    fn substituted(&self, op: OpId, place: TextRange) -> Option<(TextRange, String)> {
        let data = &self.ir().ops[op];
        if !data.name.starts_with("affine.") || matches!(data.kind, OpKind::Yield | OpKind::Other) {
            return None;
        }
        let mention = self.source.ancestor(place, |it| it == SyntaxKind::VALUE_USE)?;
        let around = mention.parent()?;
        match around.kind() {
            kind if kind.is_affine_expression() => self.value_expression(&around),
            SyntaxKind::DIM_OPERANDS | SyntaxKind::SYMBOL_OPERANDS => self.map_use(op, &around.parent()?),
            _ => None,
        }
    }

    /// The whole expression of a subscript or a bound of `affine.parallel`.
    fn value_expression(&self, inner: &SyntaxNode) -> Option<(TextRange, String)> {
        let whole = inner.ancestors().take_while(|it| it.kind().is_affine_expression()).last()?;
        let mut inputs = ValueInputs::default();
        let expression = lower_value_expression(&whole, &mut inputs)?;
        let mut leaves = self.leaves.clone();
        let input = |leaves: &mut Leaves, it: Located<'_>, is_symbol| {
            let place = it.trimmed_range();
            let pointer: Pointer = self.source.pointer(place);
            let mention = self.ir().mention_at(pointer)?;
            Some(self.leaf(leaves, mention.value?, is_symbol))
        };
        let mut values = Vec::new();
        for it in &inputs.dims {
            values.push(input(&mut leaves, *it, false)?);
        }
        for it in &inputs.symbols {
            values.push(input(&mut leaves, *it, true)?);
        }
        let expression = simplified(&substitute(&expression, inputs.dims.len(), &values));
        Some((trimmed_range(&whole), leaves.expression(&expression)))
    }

    /// `affine_map<…>(…)[…]` or the use of a set.
    fn map_use(&self, op: OpId, application: &SyntaxNode) -> Option<(TextRange, String)> {
        let range = trimmed_range(application);
        let ir = self.ir();
        let is_here = |applied: &&AppliedMap| range.contains_range(applied.pointer.range);
        match &ir.ops[op].kind {
            OpKind::For(header) => {
                let applied = [&header.lower, &header.upper].into_iter().find(is_here)?;
                let (leaves, results) = self.results(op, applied)?;
                let text = match results.as_slice() {
                    [AffineExpr::Constant(value)] => value.to_string(),
                    results => leaves.map_use(results),
                };
                Some((range, text))
            }
            OpKind::Apply(applied) | OpKind::Min(applied) | OpKind::Max(applied) => {
                let (leaves, results) = self.results(op, applied)?;
                Some((range, leaves.map_use(&results)))
            }
            OpKind::If(conditional) => {
                let condition = &conditional.condition;
                let mut leaves = self.leaves.clone();
                let constraints = leaves.constraints(
                    ir,
                    op,
                    (condition.set.as_ref()?, &condition.operands),
                    &mut |leaves, value, it| self.leaf(leaves, value, it),
                )?;
                Some((range, leaves.set_use(&constraints)))
            }
            _ => None,
        }
    }
}

/// The name alone at a place that may be `%0#1` or `%0:2`.
fn name_range(place: TextRange, name: &str) -> TextRange {
    TextRange::at(place.start(), TextSize::of(name).min(place.len()))
}

impl RootText<'_> {
    /// The text of a range with some pieces written differently. Of pieces inside each other the outer one counts.
    pub fn written(&self, range: TextRange, mut pieces: Vec<(TextRange, String)>) -> Option<String> {
        pieces.sort_by_key(|it| (it.0.start(), !it.0.is_empty(), std::cmp::Reverse(it.0.end())));
        let mut text = String::new();
        let mut at = range.start();
        for (place, new) in &pieces {
            if place.start() < at {
                continue;
            }
            text.push_str(self.text.get(usize::from(at)..usize::from(place.start()))?);
            text.push_str(new);
            at = place.end();
        }
        text.push_str(self.text.get(usize::from(at)..usize::from(range.end()))?);
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::{RootText, TextCopy};
    use crate::rewrite::FreshNames;
    use base::isolated_op::isolated_ops;
    use base::workspace::Workspace;
    use expect_test::{Expect, expect};
    use ir::affine::{AffineExpr, BinaryOp};
    use ir::{OpKind, ir_of};

    /// The body of the first loop with `%i + 1` for its induction variable, and fresh names.
    fn check(text: &str, expected: Expect) {
        let mut workspace = Workspace::default();
        let file = workspace.add_file(text);
        let db = &workspace.db;
        let op = isolated_ops(db, file)[0];
        let ir = ir_of(db, op);
        let first = ir.walk().into_iter().find(|it| matches!(ir.ops[*it].kind, OpKind::For(_))).unwrap();
        let source = RootText::around(db, op, ir, first).unwrap();
        let body = &ir.blocks[ir.body(first).unwrap()];
        let mut fresh = FreshNames::of(ir);
        let mut copy = TextCopy::of(&source);
        let variable = copy.leaves.dim("%i");
        let next = AffineExpr::binary(BinaryOp::Add, variable, AffineExpr::Constant(1));
        copy.substitute(body.arguments[0], next, "%next");
        copy.rename_results(&body.ops, &mut fresh);
        let text = copy.text(source.body(first).unwrap()).unwrap();
        let mut lines = copy.definitions();
        lines.push(text);
        expected.assert_eq(&(lines.join("\n") + "\n"));
    }

    #[test]
    fn expressions_stand_where_they_may() {
        check(
            "#m = affine_map<(d0)[s0] -> (d0 * 2 + s0)>
func.func @f(%m: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to 10 {
    %k = affine.apply #m(%i)[%n]
    %v = affine.load %m[%i * 2 - 1, symbol(%n) + %k] : memref<?x?xf32> // twice
    affine.for %j = max affine_map<(d0) -> (d0, 2)>(%i) to #m(%i)[%n] {
      affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %j) {
        affine.store %v, %m[%i mod 4, %i + %j] : memref<?x?xf32>
      }
    }
    affine.parallel (%p) = (%i) to (min(%i + 3, %n)) {
    }
  }
  return
}",
            expect![[r#"
                %k_0 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0 + 2)>(%i)[%n]
                    %v_0 = affine.load %m[%i * 2 + 1, symbol(%n) + %k_0] : memref<?x?xf32> // twice
                    affine.for %j = max affine_map<(d0) -> (d0 + 1, 2)>(%i) to affine_map<(d0)[s0] -> (d0 * 2 + s0 + 2)>(%i)[%n] {
                      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {
                        affine.store %v_0, %m[(%i + 1) mod 4, %i + %j + 1] : memref<?x?xf32>
                      }
                    }
                    affine.parallel (%p) = (%i + 1) to (min(%i + 4, %n)) {
                    }
            "#]],
        );
    }

    #[test]
    fn names_are_defined_where_no_expression_may_stand() {
        check(
            "func.func @f(%m: memref<8xindex>) {
  affine.for %i = 0 to 8 {
    %0:2 = \"test.pair\"(%i) : (index) -> (index, index)
    memref.store %0#1, %m[%i] : memref<8xindex>
  }
  return
}",
            expect![[r#"
                %next = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
                %1:2 = "test.pair"(%next) : (index) -> (index, index)
                    memref.store %1#1, %m[%next] : memref<8xindex>
            "#]],
        );
    }
}
