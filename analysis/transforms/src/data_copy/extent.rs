//! The box around the elements that one run of a loop touches: its start, as a form over the values around the loop,
//! and its largest size.

use super::region::{Region, Touch};
use crate::for_loop::is_defined_inside;
use crate::reason::Reason;
use ir::affine::symbols::{Symbols, Validity};
use ir::{AppliedMap, OpId, ValueId, value_name};
use polyhedral::dependence::{
    Linear, LoopDim, System, Variable, enclosing_loops, iteration_domain, results_relation,
};
use presburger::{Budget, GaveUp, Integer, Optimum, Union};

/// One dimension of a buffer: subscript `s` of the memref is `s - origin` of the buffer. Forms are over the loops around, by
/// their number, and symbols.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Extent {
    pub(super) origin: Linear,
    pub(super) size: i64,
    /// Where some boxes begin later, and the end before which some end earlier.
    pub(super) later: Vec<Linear>,
    pub(super) earlier: Vec<Linear>,
    /// Whether boxes may have to be cut off where the memref ends, which its type does not show.
    pub(super) is_cut_off: bool,
}

/// The first and the last element of each dimension of a buffer.
pub(super) type Window = Vec<(i64, i64)>;

/// More forms than this are not tried.
const MOST_ORIGINS: usize = 8;

const MOST_ELEMENTS: i64 = 1 << 40;

/// The least and the greatest value, where there are.
type Range = (Option<Integer>, Option<Integer>);

impl Region<'_> {
    /// Of each dimension the narrowest box; refused where its size has no constant bound.
    pub(super) fn extents(&self, budget: &Budget<'_>) -> Result<Result<Vec<Extent>, Reason>, GaveUp> {
        let ir = self.ir;
        let rank = ir.values[self.memref].ty.as_memref().map_or(0, |it| it.dims.len());
        let refused = |text: &str| {
            let loop_ = crate::for_loop::variable_name(ir, self.op);
            let text = format!("what {loop_} touches of `{}` {text}", value_name(ir, self.memref));
            Ok(Err(Reason::new(text).related(ir.ops[self.op].name_pointer, "this loop")))
        };
        let mut extents = Vec::with_capacity(rank);
        for dim in 0..rank {
            match self.extent(dim, budget)? {
                Ok(extent) => extents.push(extent),
                Err(Unboxed::Nothing) => return refused("is nothing"),
                Err(Unboxed::Unbounded) => {
                    return refused(&format!("has no constant size in dimension {dim}"));
                }
                Err(Unboxed::UnknownEnd) => {
                    return refused(&format!(
                        "would be cut off at the end of dimension {dim}, whose size is no symbol"
                    ));
                }
            }
        }
        let elements = extents.iter().try_fold(1_i64, |product, it| product.checked_mul(it.size));
        match elements.is_some_and(|it| it <= MOST_ELEMENTS) {
            true => Ok(Ok(extents)),
            false => refused("is more than fits in a buffer"),
        }
    }

    fn extent(&self, dim: usize, budget: &Budget<'_>) -> Result<Result<Extent, Unboxed>, GaveUp> {
        let mut best: Option<(i64, Linear)> = None;
        let all: Vec<&Touch> = self.touches.iter().collect();
        for origin in self.forms(dim, true) {
            let Some(range) = self.reach(&all, dim, &origin, budget)? else {
                return Ok(Err(Unboxed::Nothing));
            };
            let (Some(least), Some(greatest)) = range else { continue };
            let size = (&greatest - &least).to_i64().and_then(|it| it.checked_add(1));
            let Some(size) = size.filter(|it| *it <= MOST_ELEMENTS) else { continue };
            let is_better = |it: &(i64, Linear)| (size, origin.terms.len()) < (it.0, it.1.terms.len());
            if best.as_ref().is_none_or(is_better) {
                best = Some((size, origin.minus(&Linear::constant(-&least))));
            }
        }
        let Some((size, origin)) = best else { return Ok(Err(Unboxed::Unbounded)) };
        let (mut later, mut earlier) = (Vec::new(), Vec::new());
        let box_end = origin.clone().plus_constant(size);
        for (forms, is_start) in [(&mut later, true), (&mut earlier, false)] {
            for form in self.forms(dim, is_start) {
                let Some((least, greatest)) = self.reach(&all, dim, &form, budget)? else { continue };
                let Some(end) = (if is_start { least } else { greatest }) else { continue };
                let constant = if is_start { end } else { &end + &Integer::ONE };
                let form = form.plus(&Linear::constant(constant));
                let inside = if is_start { origin.minus(&form) } else { form.minus(&box_end) };
                if self.may_be_negative(&inside, budget)? {
                    forms.push(form);
                }
            }
        }
        let starts: Vec<Linear> = later.iter().chain([&origin]).cloned().collect();
        if self.may_all_be_negative(&starts, budget)? && !self.are_attained(dim, &starts, budget)? {
            later.push(Linear::constant(0));
        }
        let mut is_cut_off = false;
        let last = |it: &Linear| it.clone().plus_constant(-1);
        let lasts: Vec<Linear> = earlier.iter().chain([&box_end]).map(last).collect();
        match self.length(dim) {
            Some(length) => {
                let behind = |it: &Linear| Linear::constant(length - 1).minus(it);
                let behind: Vec<Linear> = lasts.iter().map(behind).collect();
                if self.may_all_be_negative(&behind, budget)? && !self.are_attained(dim, &lasts, budget)? {
                    earlier.push(Linear::constant(length));
                }
            }
            None => is_cut_off = !self.are_attained(dim, &lasts, budget)?,
        }
        if is_cut_off && !self.has_size() {
            return Ok(Err(Unboxed::UnknownEnd));
        }
        Ok(Ok(Extent { origin, size, later, earlier, is_cut_off }))
    }

    /// The size of a dimension of the memref, if its type has it.
    pub(super) fn length(&self, dim: usize) -> Option<i64> {
        let ty = self.ir.values[self.memref].ty.as_memref()?;
        i64::try_from((*ty.dims.get(dim)?)?).ok()
    }

    /// Whether the sizes of the memref are symbols, so that `memref.dim` gives them.
    fn has_size(&self) -> bool {
        self.ir.home(self.memref) == Symbols::new(self.ir).scope(self.op)
    }

    /// Forms of the start or end of a box up to a constant: 0, and the subscripts where the loops inside begin or
    /// end.
    fn forms(&self, dim: usize, is_start: bool) -> Vec<Linear> {
        let mut found = vec![Linear::constant(0)];
        let symbols = Symbols::new(self.ir);
        let scope = symbols.scope(self.op);
        let around = enclosing_loops(self.ir, self.op);
        let is_fixed = |variable: &Variable| match variable {
            Variable::Loop(number) => around
                .get(*number)
                .is_some_and(|it| symbols.dim(it.induction_variable, scope) == Validity::Valid),
            Variable::Symbol(value) => {
                !is_defined_inside(self.ir, *value, self.op)
                    && symbols.symbol(*value, scope) == Validity::Valid
            }
            Variable::Local(_) => false,
        };
        for touch in &self.touches {
            for form in touch.relation.pieces.iter().filter_map(|it| it.subscripts.get(dim)) {
                let mut pending = vec![moving_part(form)];
                while let Some(form) = pending.pop().filter(|_| found.len() < MOST_ORIGINS) {
                    let inner = form.terms.iter().rev().find_map(|(variable, factor)| match variable {
                        Variable::Loop(number) if *number >= self.outside => Some((*number, factor)),
                        _ => None,
                    });
                    if let Some((number, factor)) = inner {
                        let ends = self.ends(&touch.relation.loops, number, factor.is_positive() == is_start);
                        let rest = form.minus(&Linear::variable(Variable::Loop(number)).times(factor));
                        let at = |end: &Linear| rest.minus(&end.times(&-factor));
                        pending.extend(ends.iter().map(at));
                    } else if form.terms.iter().all(|it| is_fixed(&it.0)) && !found.contains(&form) {
                        found.push(form);
                    }
                }
            }
        }
        found
    }

    /// The bounds at which a loop begins, or before which it ends, without constants.
    fn ends(&self, loops: &[LoopDim], number: usize, is_lower: bool) -> Vec<Linear> {
        let bounds = |op: OpId, dim: usize| -> Option<&AppliedMap> {
            let counted = self.ir.counted_loop(op)?;
            let bounds = counted.dims.get(dim)?;
            Some(if is_lower { bounds.lower } else { bounds.upper })
        };
        let results = loops.get(number).and_then(|it| {
            let relation = results_relation(self.ir, it.op, &[bounds(it.op, it.dim)?]).ok()?;
            Some(relation.pieces.first()?.subscripts.iter().map(moving_part).collect())
        });
        results.unwrap_or_else(|| vec![Linear::constant(0)])
    }

    /// The values of a subscript from an origin on; `None` where the accesses never run.
    fn reach(
        &self,
        touches: &[&Touch],
        dim: usize,
        origin: &Linear,
        budget: &Budget<'_>,
    ) -> Result<Option<Range>, GaveUp> {
        let mut found: Option<Range> = None;
        for touch in touches {
            for piece in &touch.relation.pieces {
                let (system, subscripts) = System::of(piece, touch.relation.loops.len());
                let Some(subscript) = subscripts.get(dim) else { return Ok(Some((None, None))) };
                let (least, greatest) = system.extent(&subscript.minus(origin), budget)?;
                if least == Optimum::Empty {
                    continue;
                }
                let (least, greatest) = (least.value().cloned(), greatest.value().cloned());
                found = Some(match found {
                    None => (least, greatest),
                    Some((low, high)) => {
                        (low.zip(least).map(|(a, b)| a.min(b)), high.zip(greatest).map(|(a, b)| a.max(b)))
                    }
                });
            }
        }
        Ok(found)
    }

    /// The part of the buffer that some accesses touch; `None` where they touch nothing.
    pub(super) fn window(
        &self,
        touches: &[&Touch],
        extents: &[Extent],
        budget: &Budget<'_>,
    ) -> Result<Option<Window>, GaveUp> {
        let mut window = Window::with_capacity(extents.len());
        for (dim, extent) in extents.iter().enumerate() {
            let whole = (0, extent.size - 1);
            let Some((least, greatest)) = self.reach(touches, dim, &extent.origin, budget)? else {
                return Ok(None);
            };
            let number = |it: Option<Integer>| it.and_then(|it| it.to_i64());
            window.push(number(least).zip(number(greatest)).unwrap_or(whole));
        }
        Ok((!touches.is_empty()).then_some(window))
    }

    /// Whether a form over the values around the loop is negative in a run of the loop.
    pub(super) fn may_be_negative(&self, form: &Linear, budget: &Budget<'_>) -> Result<bool, GaveUp> {
        self.may_all_be_negative(std::slice::from_ref(form), budget)
    }

    /// Whether all of some forms are negative in a run of the loop.
    fn may_all_be_negative(&self, forms: &[Linear], budget: &Budget<'_>) -> Result<bool, GaveUp> {
        let Ok(domain) = iteration_domain(self.ir, self.op) else { return Ok(true) };
        for piece in &domain.pieces {
            let (mut system, _) = System::of(piece, domain.loops.len());
            let negative = forms.iter().map(|it| it.times(&Integer::MINUS_ONE).plus_constant(-1));
            system.inequalities.extend(negative);
            if !system.is_integer_empty(budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether each run of the loop touches an element with one of the subscripts, so that the memref has it.
    fn are_attained(&self, dim: usize, subscripts: &[Linear], budget: &Budget<'_>) -> Result<bool, GaveUp> {
        let Ok(domain) = iteration_domain(self.ir, self.op) else { return Ok(false) };
        let runs = domain.pieces.iter().map(|it| System::of(it, self.outside).0).collect::<Vec<_>>();
        let mut attained = Vec::new();
        for touch in self.touches.iter().filter(|it| it.is_certain) {
            for piece in &touch.relation.pieces {
                let (system, own) = System::of(piece, touch.relation.loops.len());
                for subscript in subscripts {
                    let mut system = system.clone();
                    system.equalities.extend(own.get(dim).map(|it| it.minus(subscript)));
                    attained.push(system);
                }
            }
        }
        let symbols = symbols(runs.iter().chain(&attained));
        let outer: Vec<Variable> = (0..self.outside).map(Variable::Loop).collect();
        let union = |systems: &[System]| -> Option<Union> {
            let mut parts = systems.iter().map(|it| it.set(&outer, &symbols));
            let mut union = Union::from(parts.next()?);
            parts.for_each(|it| union.push(it));
            Some(union)
        };
        let (Some(runs), Some(attained)) = (union(&runs), union(&attained)) else { return Ok(false) };
        runs.is_subset(&attained, budget)
    }
}

/// All symbols that systems mention.
pub(super) fn symbols<'a>(systems: impl Iterator<Item = &'a System>) -> Vec<ValueId> {
    let mut found: Vec<ValueId> = systems.flat_map(System::symbols).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The form without its constant and existentially quantified parts.
fn moving_part(form: &Linear) -> Linear {
    let mut form = form.minus(&Linear::constant(form.constant.clone()));
    form.terms.retain(|it| !matches!(it.0, Variable::Local(_)));
    form
}

/// Why a dimension has no box.
enum Unboxed {
    /// The accesses never run.
    Nothing,
    Unbounded,
    /// It may have to be cut off where the memref ends, and that is not known.
    UnknownEnd,
}
