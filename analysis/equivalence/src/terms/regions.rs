//! Regions of the symbols, for runs that hold for all of their values: where an iteration happens, and what a number is
//! there and elsewhere. A region is a box; any other shape is refused.

use interpreter::{Cause, Scalar};
use rustc_hash::FxHashMap;
use std::cell::Cell;

use super::{Node, Term, Terms, unsupported};
use crate::boxes::{Interval, SymbolBox};
use crate::budget::Budget;
use crate::path::Form;

/// The obstacle to one run for all sizes.
const PARTED: &str = "a decision that the sizes make together";

/// Quotients of symbols that may be symbols of their own.
pub(crate) const MOST_QUOTIENTS: usize = 8;

/// The conditions of a number that are looked at in one step.
const CONDITIONS_OF_A_STEP: usize = 8;

/// `floor(form / divisor)`, as a symbol.
struct Quotient {
    form: Form,
    divisor: i64,
}

pub(crate) struct Regions {
    symbols: usize,
    quotients: Vec<Quotient>,
    /// The values for which both programs are compared.
    context: SymbolBox,
    /// Where what runs now happens, the innermost last; beyond the context they say nothing.
    entered: Vec<SymbolBox>,
    /// The innermost within the context; `None` where nothing is left.
    now: Option<SymbolBox>,
    may_exclude: bool,
    /// The decision that ended the run: a symbol, and the last of its smaller values that decide otherwise.
    parting: Cell<Option<(usize, i64)>>,
    boxes: Vec<SymbolBox>,
    numbers: FxHashMap<SymbolBox, u32>,
}

impl Regions {
    fn new(context: SymbolBox) -> Self {
        Self {
            symbols: context.0.len(),
            quotients: Vec::new(),
            now: Some(context.clone()),
            context,
            entered: Vec::new(),
            may_exclude: true,
            parting: Cell::new(None),
            boxes: Vec::new(),
            numbers: FxHashMap::default(),
        }
    }

    fn refresh(&mut self) {
        self.now = match self.entered.last() {
            Some(region) => region.intersection(&self.context),
            None if self.context.is_empty() => None,
            None => Some(self.context.clone()),
        };
    }

    pub(super) fn number(&mut self, region: &SymbolBox) -> u32 {
        if let Some(number) = self.numbers.get(region) {
            return *number;
        }
        let number = u32::try_from(self.boxes.len()).unwrap_or(u32::MAX);
        self.boxes.push(region.clone());
        self.numbers.insert(region.clone(), number);
        number
    }

    /// The current region, as part of the identity of one run of an operation.
    pub(super) fn present(&mut self) -> u32 {
        let region = self.entered.last().cloned().unwrap_or_else(|| SymbolBox::all(self.symbols));
        self.number(&region)
    }

    pub(crate) fn region(&self, number: u32) -> &SymbolBox {
        &self.boxes[number as usize]
    }

    pub(crate) fn context(&self) -> &SymbolBox {
        &self.context
    }

    /// From the least to the greatest value of a form in the region that runs now.
    pub(super) fn range(&self, form: &[i64]) -> Interval {
        match &self.now {
            Some(now) => self.range_in(now, form),
            None => Interval::ALL,
        }
    }

    fn range_in(&self, now: &SymbolBox, form: &[i64]) -> Interval {
        let mut range = Interval::of(form.last().copied().unwrap_or(0));
        for (variable, factor) in form.split_last().map_or(&[][..], |it| it.1).iter().enumerate() {
            if *factor == 0 {
                continue;
            }
            let own = match self.quotients.get(variable.wrapping_sub(self.symbols)) {
                Some(quotient) if variable >= self.symbols => {
                    self.range_in(now, &quotient.form).floor_divided(quotient.divisor)
                }
                _ => now.0.get(variable).copied().unwrap_or(Interval::ALL),
            };
            range = range.plus(own.times(*factor));
        }
        range
    }

    /// Whether a form is below 0 in the whole region; `None` where it is in a part of it.
    pub(super) fn is_negative(&self, form: &[i64]) -> Option<bool> {
        let range = self.range(form);
        match (range.low, range.high) {
            (_, Some(high)) if high < 0 => Some(true),
            (Some(low), _) if low >= 0 => Some(false),
            _ => {
                let symbol = self.where_negative(form).and_then(|(symbol, values)| {
                    let end = values.high.or_else(|| values.low?.checked_sub(1))?;
                    Some((symbol, end))
                });
                self.parting.set(symbol);
                None
            }
        }
    }

    /// The only value of a form in the region that runs now.
    pub(super) fn only_value(&self, form: &[i64]) -> Option<i64> {
        let range = self.range(form);
        if range.low.is_some() && range.low == range.high {
            return range.low;
        }
        let variable = form.split_last()?.1.iter().position(|it| *it != 0)?;
        let symbol = match self.quotients.get(variable.wrapping_sub(self.symbols)) {
            Some(quotient) if variable >= self.symbols => quotient.form.iter().position(|it| *it != 0)?,
            _ => variable,
        };
        let values = self.context.0.get(symbol)?;
        self.parting.set(values.low.zip(values.high).map(|(low, high)| (symbol, low.midpoint(high))));
        None
    }

    pub(crate) fn parting(&self) -> Option<(usize, i64)> {
        self.parting.get()
    }

    /// The symbol that is `floor(form / divisor)`, as a form.
    pub(super) fn quotient(&mut self, form: &[i64], divisor: i64) -> Option<Form> {
        let known =
            |form: &[i64]| self.quotients.iter().position(|it| *it.form == *form && it.divisor == divisor);
        let (number, sign) = match (known(form), opposite(form, divisor).and_then(|it| known(&it))) {
            (Some(number), _) => (number, 1),
            (None, Some(number)) => (number, -1),
            (None, None) if self.quotients.len() < MOST_QUOTIENTS => {
                self.quotients.push(Quotient { form: form.into(), divisor });
                (self.quotients.len() - 1, 1)
            }
            (None, None) => return None,
        };
        let mut found: Form = vec![0; form.len()].into();
        *found.get_mut(self.symbols + number)? = sign;
        Some(found)
    }

    /// The values of one symbol for which a form is below 0: its number and the values. `None` where it has several.
    fn where_negative(&self, form: &[i64]) -> Option<(usize, Interval)> {
        let (constant, factors) = form.split_last()?;
        let mut used = factors.iter().enumerate().filter(|it| *it.1 != 0);
        let (variable, factor) = used.next()?;
        if used.next().is_some() {
            return None;
        }
        // factor * variable <= -constant - 1
        let end = constant.checked_neg()?.checked_sub(1)?;
        let interval = match factor {
            1.. => Interval { low: None, high: Some(end.div_euclid(*factor)) },
            _ => Interval { low: end.div_euclid(factor.checked_neg()?).checked_neg(), high: None },
        };
        let Some(quotient) = variable.checked_sub(self.symbols).and_then(|it| self.quotients.get(it)) else {
            return Some((variable, interval));
        };
        // floor(f / d) <= high: f < d * (high + 1); floor(f / d) >= low: d * low - 1 < f.
        let mut inner: Form = quotient.form.clone();
        match interval {
            Interval { high: Some(high), .. } => {
                let bound = quotient.divisor.checked_mul(high.checked_add(1)?)?;
                let last = inner.last_mut()?;
                *last = last.checked_sub(bound)?;
            }
            Interval { low: Some(low), .. } => {
                for factor in &mut inner {
                    *factor = factor.checked_neg()?;
                }
                let bound = quotient.divisor.checked_mul(low)?.checked_sub(1)?;
                let last = inner.last_mut()?;
                *last = last.checked_add(bound)?;
            }
            _ => return None,
        }
        self.where_negative(&inner)
    }

    fn narrow(&mut self, negative: &[Form]) -> Result<bool, Cause> {
        let Some(mut now) = self.now.clone() else { return Ok(false) };
        let mut region = self.entered.last().cloned().unwrap_or_else(|| SymbolBox::all(self.symbols));
        for form in negative {
            let range = self.range_in(&now, form);
            if range.high.is_some_and(|it| it < 0) {
                continue;
            }
            if range.low.is_some_and(|it| it >= 0) {
                return Ok(false);
            }
            let Some((symbol, interval)) = self.where_negative(form) else { return unsupported(PARTED) };
            region.0[symbol] = region.0[symbol].intersection(interval);
            match region.intersection(&self.context) {
                Some(smaller) => now = smaller,
                None => return Ok(false),
            }
        }
        self.entered.push(region);
        self.now = Some(now);
        Ok(true)
    }

    fn widen(&mut self) {
        self.entered.pop();
        self.refresh();
    }

    fn exclude(&mut self) -> bool {
        let Some(now) = &self.now else { return true };
        if !self.may_exclude {
            return false;
        }
        match &self.context.without(now)[..] {
            [] => self.context = SymbolBox::nothing(self.symbols),
            [rest] => self.context = rest.clone(),
            _ => return false,
        }
        self.refresh();
        true
    }
}

impl Terms {
    /// For runs that hold for all values of a box.
    pub(crate) fn for_all(context: SymbolBox, most_nodes: usize, budget: &Budget) -> Self {
        let mut terms = Self::at(&vec![0; context.0.len() + MOST_QUOTIENTS], most_nodes, budget);
        terms.most_nodes = most_nodes;
        terms.regions = Some(Regions::new(context));
        terms
    }

    /// The first program is done: the second has to be defined wherever the first is.
    pub(crate) fn keep_context(&mut self) {
        if let Some(regions) = &mut self.regions {
            regions.may_exclude = false;
            regions.entered.clear();
            regions.refresh();
        }
    }

    pub(super) fn narrow_regions(&mut self, negative: &[Scalar]) -> Result<bool, Cause> {
        let forms = negative.iter().map(|it| self.form(*it)).collect::<Option<Vec<_>>>();
        self.spend(negative.len() * self.path.point.len())?;
        match (&mut self.regions, forms) {
            (Some(regions), Some(forms)) => regions.narrow(&forms),
            _ => unsupported("a bound that depends on what memory holds"),
        }
    }

    pub(super) fn widen_regions(&mut self) {
        if let Some(regions) = &mut self.regions {
            regions.widen();
        }
    }

    pub(super) fn exclude_region(&mut self) -> bool {
        self.regions.as_mut().is_some_and(Regions::exclude)
    }

    pub(super) fn is_region_whole(&self) -> bool {
        let Some(regions) = &self.regions else { return true };
        regions.entered.last().is_none_or(|it| regions.context.is_within(it))
    }

    pub(super) fn is_region_empty(&self) -> bool {
        self.regions.as_ref().is_some_and(|it| it.now.is_none())
    }

    /// The number as the region shows it.
    pub(super) fn shown_here(&self, value: Scalar) -> Scalar {
        let (Scalar::Term(mut term), Some(regions)) = (value, &self.regions) else { return value };
        if let Some(now) = &regions.now {
            term = self.stripped(term, now);
        }
        self.scalar(term)
    }

    /// The term that a term is in a box, as far as its outermost conditions are decided there, and the budget allows.
    pub(crate) fn stripped(&self, mut term: Term, now: &SymbolBox) -> Term {
        let mut followed = 0;
        while let (Node::Guarded { region, here, elsewhere }, Some(regions)) =
            (self.node(term), &self.regions)
            && self.may_follow(&mut followed)
        {
            let region = regions.region(*region);
            if now.is_within(region) {
                term = *here;
            } else if !now.meets(region) {
                term = *elsewhere;
            } else {
                break;
            }
        }
        term
    }

    /// Counts one more condition that is looked at, several in a step; `false` where nothing is left to spend.
    fn may_follow(&self, followed: &mut usize) -> bool {
        *followed += 1;
        !followed.is_multiple_of(CONDITIONS_OF_A_STEP) || self.budget.spend(1).is_some()
    }

    /// The first in the region, the second elsewhere.
    pub(super) fn guarded_by_region(&mut self, here: Scalar, elsewhere: Scalar) -> Result<Scalar, Cause> {
        if here == elsewhere && here != Scalar::Poison {
            return Ok(here);
        }
        let Some(regions) = &self.regions else { return Ok(here) };
        let Some(region) = regions.entered.last().filter(|it| !regions.context.is_within(it)).cloned() else {
            return Ok(here);
        };
        if self.is_full() {
            return Err(Cause::Endless);
        }
        let here = self.term_or_unwritten(here);
        let mut elsewhere = self.term_or_unwritten(elsewhere);
        // A value that is overwritten wherever it was written is gone.
        let mut followed = 0;
        while let (Node::Guarded { region: own, elsewhere: rest, .. }, Some(regions)) =
            (self.node(elsewhere), &self.regions)
            && regions.region(*own).is_within(&region)
            && self.may_follow(&mut followed)
        {
            elsewhere = *rest;
        }
        Ok(self.guarded_node(&region, here, elsewhere))
    }

    pub(crate) fn guarded_node(&mut self, region: &SymbolBox, here: Term, elsewhere: Term) -> Scalar {
        if here == elsewhere {
            return self.scalar(here);
        }
        let Some(regions) = &mut self.regions else { return self.scalar(here) };
        let region = regions.number(region);
        Scalar::Term(self.intern(Node::Guarded { region, here, elsewhere }))
    }

    /// A number as a term; what was never written is one, too.
    pub(crate) fn term_or_unwritten(&mut self, value: Scalar) -> Term {
        match self.term(value) {
            Some(term) => term,
            None => self.intern(Node::Unwritten),
        }
    }
}

/// The dividend of a quotient with the opposite value: `floor(f / d) = -floor((d - 1 - f) / d)`.
fn opposite(form: &[i64], divisor: i64) -> Option<Form> {
    let mut found: Form = form.iter().map(|it| it.checked_neg()).collect::<Option<_>>()?;
    let last = found.last_mut()?;
    *last = last.checked_add(divisor.checked_sub(1)?)?;
    Some(found)
}
