//! The values that the loop carries as vectors: initial lanes, yielded values, and how they are folded after the loop.

use super::Writer;
use crate::assumptions::assumptions;
use crate::neutral::is_neutral;
use crate::vectorize::carried::{Carried, MemoryReduction, Reduction};
use crate::vectorize::element::vector;
use ir::value_name;
use ir::{OpId, OpKind, ValueId};
use polyhedral::loops::reduction::links;
use syntax::TextRange;
use syntax::ods::Neutral;

/// One iteration argument of the loop over vectors.
pub(super) struct Fold {
    /// The name of the argument.
    pub(super) argument: String,
    /// The initial value.
    pub(super) start: String,
    pub(super) ty: String,
    /// The value with which an argument of the original loop goes on after the whole groups.
    pub(super) partial: Option<String>,
    source: Source,
}

/// The origin of an iteration argument.
enum Source {
    /// An argument of the loop as it was, by its position.
    Argument(usize),
    /// An element of memory, which is loaded under this name before the loop; by position.
    Memory(usize, String),
}

impl Writer<'_> {
    /// The iteration arguments of the loop over vectors: those that it has, and those of reductions through memory.
    pub(super) fn folds(&mut self) -> Option<Vec<Fold>> {
        let (ir, plan) = (self.ir, self.plan);
        let OpKind::For(header) = &ir.ops[self.loop_].kind else { return None };
        let inits = ir.ops[self.loop_].operands.get(header.inits.clone())?;
        let arguments = &ir.blocks[ir.body(self.loop_)?].arguments;
        let mut folds = Vec::new();
        for (index, (init, carried)) in inits.iter().zip(&plan.carried).enumerate() {
            let argument = *arguments.get(index + 1)?;
            let (start, ty) = match carried {
                Carried::Unchanged => (init.name.to_string(), self.scalar_type(argument)?),
                Carried::Folded(reduction) => {
                    self.drop_assumptions(argument, reduction)?;
                    (self.start(reduction, init.value)?, vector(self.width, &reduction.ty))
                }
            };
            let argument = value_name(ir, argument);
            folds.push(Fold { argument, start, ty, partial: None, source: Source::Argument(index) });
        }
        for (index, it) in plan.in_memory.iter().enumerate() {
            let loaded = *ir.ops[it.load].results.first()?;
            self.drop_assumptions(loaded, &it.reduction)?;
            let argument = value_name(ir, loaded);
            let name = self.fresh.like(&argument);
            let data = &ir.ops[it.load];
            let from = TextRange::new(data.name_pointer.range.start(), data.pointer.range.end());
            let line = format!("{name} = {}", self.slice(from)?);
            self.lines.before_loop(line);
            let start = self.start(&it.reduction, None)?;
            let ty = vector(self.width, &it.reduction.ty);
            folds.push(Fold { argument, start, ty, partial: None, source: Source::Memory(index, name) });
        }
        if !plan.in_memory.is_empty() {
            self.implicit_yield()?;
        }
        Some(folds)
    }

    fn scalar_type(&self, value: ValueId) -> Option<String> {
        let ty = &self.ir.values[value].ty;
        (!ty.has_unknown()).then(|| ty.to_string())
    }

    /// A vector of neutral elements.
    fn start(&mut self, reduction: &Reduction, init: Option<ValueId>) -> Option<String> {
        let literal = init.and_then(|it| self.literal(it));
        let neutral = match literal.as_deref().and_then(|it| it.parse::<f64>().ok()) {
            // A sum that starts with anything but −0 never is −0.
            Some(number)
                if reduction.combining.neutral == Neutral::NegativeZero && !is_negative_zero(number) =>
            {
                "0.0"
            }
            _ => &reduction.neutral,
        };
        let like = match init.filter(|_| literal.is_some()) {
            Some(init) => self.ir.values[init].name.to_string(),
            None => "%neutral".to_owned(),
        };
        self.splat(neutral, &reduction.ty, &like)
    }

    /// Partial results may be values that the program's own never are: infinite, or too large.
    fn drop_assumptions(&mut self, from: ValueId, reduction: &Reduction) -> Option<()> {
        for op in links(self.ir, self.loop_, from, &reduction.operation) {
            assumptions(&self.node(op)?).into_iter().for_each(|it| self.lines.replace(it, ""));
        }
        Some(())
    }

    /// `affine.yield %a, %b : vector<4xf32>, f32`
    fn yield_text(&mut self, written: Option<OpId>) -> Option<String> {
        let (ir, plan) = (self.ir, self.plan);
        let mut names = Vec::new();
        let mut types = Vec::new();
        let operands = written.map(|it| &*ir.ops[it].operands).unwrap_or_default();
        for (operand, carried) in operands.iter().zip(&plan.carried) {
            let (name, ty) = match carried {
                Carried::Unchanged => (operand.name.to_string(), self.scalar_type(operand.value?)?),
                Carried::Folded(it) => (self.vector_name(operand.value?)?, vector(self.width, &it.ty)),
            };
            names.push(name);
            types.push(ty);
        }
        for it in &plan.in_memory {
            names.push(self.vector_name(self.stored(it.store)?)?);
            types.push(vector(self.width, &it.reduction.ty));
        }
        Some(format!("affine.yield {} : {}", names.join(", "), types.join(", ")))
    }

    fn stored(&self, store: OpId) -> Option<ValueId> {
        let OpKind::Access(access) = &self.ir.ops[store].kind else { return None };
        self.ir.ops[store].operands.get(access.stored?)?.value
    }

    pub(super) fn loop_yield(&mut self, op: OpId) -> Option<()> {
        if self.plan.carried.is_empty() && self.plan.in_memory.is_empty() {
            return Some(());
        }
        let new = self.yield_text(Some(op))?;
        self.lines.replace(self.ir.ops[op].pointer.range, new);
        Some(())
    }

    fn last_operation(&self) -> Option<OpId> {
        self.ir.blocks[self.ir.body(self.loop_)?].ops.last().copied()
    }

    /// A store that is done after the loop; the last line of a body without terminator becomes one.
    pub(super) fn folded_store(&mut self, op: OpId) -> Option<()> {
        let range = self.ir.ops[op].pointer.range;
        if self.last_operation()? == op {
            let new = self.yield_text(None)?;
            self.lines.replace(range, new);
            return Some(());
        }
        self.lines.remove(range)
    }

    fn implicit_yield(&mut self) -> Option<()> {
        let last = self.last_operation()?;
        let is_folded = self.plan.in_memory.iter().any(|it| it.store == last);
        if !is_folded && !matches!(self.ir.ops[last].kind, OpKind::Yield) {
            let new = self.yield_text(None)?;
            self.lines.after(self.ir.ops[last].pointer.range, &new);
        }
        Some(())
    }

    /// Folds the lanes of each result, `main` by name, and gives the results of the loop their old names.
    pub(super) fn after_folds(&mut self, folds: &mut [Fold], main: &[String], has_rest: bool) -> Option<()> {
        let (ir, plan) = (self.ir, self.plan);
        for (fold, main) in folds.iter_mut().zip(main) {
            match &fold.source {
                Source::Memory(index, loaded) => {
                    let it: &MemoryReduction = plan.in_memory.get(*index)?;
                    let name = self.fresh.like(&fold.argument);
                    self.fold_lanes(&it.reduction, (&name, &fold.argument), main, Some(loaded));
                    let line = self.store_text(it.store, &name)?;
                    self.lines.after_loop(line);
                }
                Source::Argument(index) => {
                    let result = ir.ops[self.loop_].results.get(*index).copied();
                    let named = result.filter(|it| ir.is_mentioned(*it));
                    let Carried::Folded(reduction) = plan.carried.get(*index)? else {
                        fold.partial = Some(main.clone());
                        if let (Some(result), false) = (named, has_rest) {
                            self.rename(result, main)?;
                        }
                        continue;
                    };
                    let name = match named {
                        _ if has_rest => self.fresh.like(&fold.argument),
                        None => continue,
                        Some(result) if ir.ops[self.loop_].results.len() == 1 => value_name(ir, result),
                        Some(result) => {
                            let name = self.fresh.like(&ir.values[result].name);
                            self.rename(result, &name)?;
                            name
                        }
                    };
                    let OpKind::For(header) = &ir.ops[self.loop_].kind else { return None };
                    let init = ir.ops[self.loop_].operands.get(header.inits.clone())?.get(*index)?;
                    let literal = init.value.and_then(|it| self.literal(it));
                    let is_neutral =
                        literal.is_some_and(|it| is_neutral(&it, &reduction.neutral, &reduction.ty));
                    let scalar = Some(&*init.name).filter(|_| !is_neutral);
                    self.fold_lanes(reduction, (&name, &fold.argument), main, scalar);
                    fold.partial = Some(name);
                }
            }
        }
        Some(())
    }

    /// `name = init op lane 0 op lane 1 …`, with a name like the second between.
    fn fold_lanes(
        &mut self,
        reduction: &Reduction,
        (name, like): (&str, &str),
        lanes: &str,
        init: Option<&str>,
    ) {
        let folded = match init {
            Some(_) => self.fresh.like(like),
            None => name.to_owned(),
        };
        let ty = vector(self.width, &reduction.ty);
        let line = format!(
            "{folded} = vector.reduction <{}>, {lanes} : {ty} into {}",
            reduction.combining.vector_kind, reduction.ty
        );
        self.lines.after_loop(line);
        if let Some(init) = init {
            let line = format!("{name} = {} {init}, {folded} : {}", reduction.operation, reduction.ty);
            self.lines.after_loop(line);
        }
    }

    /// The text of a store of another value.
    fn store_text(&self, store: OpId, name: &str) -> Option<String> {
        let data = &self.ir.ops[store];
        let OpKind::Access(access) = &data.kind else { return None };
        let stored = data.operands.get(access.stored?)?.pointer.range;
        let (start, end) = (data.name_pointer.range.start(), data.pointer.range.end());
        let before = self.slice(TextRange::new(start, stored.start()))?;
        Some(format!("{before}{name}{}", self.slice(TextRange::new(stored.end(), end))?))
    }

    /// Renames a result of the loop wherever it is used.
    fn rename(&mut self, result: ValueId, name: &str) -> Option<()> {
        let root = self.ir.ops[self.loop_].pointer.root;
        for mention in self.ir.mentions.iter().filter(|it| it.value == Some(result)) {
            if mention.pointer.root != root {
                return None;
            }
            self.lines.replace(mention.pointer.range, name);
        }
        Some(())
    }
}

fn is_negative_zero(number: f64) -> bool {
    number == 0.0 && number.is_sign_negative()
}
