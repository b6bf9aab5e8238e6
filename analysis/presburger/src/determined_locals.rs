//! Locals that other variables determine with a factor of one, and locals that are the same quotient twice.

use crate::interrupt::{Budget, GaveUp};
use crate::matrix::{Row, negated};
use crate::{Integer, IntegerRelation, Space};

impl IntegerRelation {
    /// The same points with fewer locals: one that an equality determines with a factor of 1 or −1 is replaced, and of two
    /// that are the same quotient one goes. Exact, and cheap beside an elimination of quantifiers.
    pub fn remove_determined_locals(&mut self, budget: &Budget<'_>) -> Result<(), GaveUp> {
        loop {
            let rows = self.equalities.rows() + self.inequalities.rows();
            budget.spend((rows * self.space().columns()) as u64)?;
            self.normalise();
            let mut gone = vec![false; self.space().columns()];
            while let Some((equality, local)) = self.determined_local() {
                budget.spend((rows * self.space().columns()) as u64)?;
                let row: Row = self.equalities.row(equality).iter().cloned().collect();
                self.equalities.swap_remove(equality);
                // `value` is what the row says of the local.
                let mut value = if row[local].is_positive() { negated(&row) } else { row };
                value[local] = Integer::ZERO;
                self.replace(local, &value);
                gone[local] = true;
            }
            if !gone.contains(&true)
                && let Some((kept, dropped)) = self.equal_quotients()
            {
                let mut value: Row = std::iter::repeat_n(Integer::ZERO, self.space().columns()).collect();
                value[kept] = Integer::ONE;
                self.replace(dropped, &value);
                gone[dropped] = true;
            }
            if !gone.contains(&true) {
                return Ok(());
            }
            let kept: Vec<Option<usize>> = (0..gone.len()).filter(|it| !gone[*it]).map(Some).collect();
            let locals = self.space().locals - (gone.len() - kept.len());
            *self = self.rearranged(Space { locals, ..self.space() }, &kept);
        }
    }

    /// An equality and a local that it determines.
    fn determined_local(&self) -> Option<(usize, usize)> {
        let locals = self.space().local_columns();
        self.equalities.iter().enumerate().find_map(|(index, row)| {
            let local = locals.clone().find(|local| row[*local].is_unit())?;
            Some((index, local))
        })
    }

    /// Two locals that are the floor of the same form: `0 <= form − divisor · local < divisor` for both.
    fn equal_quotients(&self) -> Option<(usize, usize)> {
        let mut found: Vec<(usize, Row)> = Vec::new();
        for local in self.space().local_columns() {
            for row in self.inequalities.iter().filter(|row| row[local].is_negative()) {
                let divisor = -&row[local];
                let mut opposite = negated(row);
                if let Some(constant) = opposite.last_mut() {
                    *constant += &(&divisor - &Integer::ONE);
                }
                if !self.inequalities.iter().any(|other| other == opposite.as_slice()) {
                    continue;
                }
                // Two such forms differ in the column of the local alone.
                let mut form: Row = row.iter().cloned().collect();
                form[local] = Integer::ZERO;
                form.push(divisor);
                if let Some((kept, _)) = found.iter().find(|it| it.1 == form) {
                    return Some((*kept, local));
                }
                found.push((local, form));
            }
        }
        None
    }

    /// Puts a form in the place of a variable, which no row mentions any more.
    fn replace(&mut self, column: usize, value: &Row) {
        for rows in [&mut self.equalities, &mut self.inequalities] {
            for row in rows.iter_mut() {
                let factor = std::mem::take(&mut row[column]);
                if !factor.is_zero() {
                    row.iter_mut().zip(value).for_each(|(entry, it)| entry.add_product(it, &factor));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Union;

    #[track_caller]
    fn check(text: &str, locals: usize) {
        let before = IntegerRelation::parse(text).unwrap();
        let mut after = before.clone();
        let budget = Budget::unlimited();
        after.remove_determined_locals(&budget).unwrap();
        assert_eq!(after.space().locals, locals, "{after}");
        assert!(Union::from(after).is_equal(&Union::from(before), &budget).unwrap());
    }

    #[test]
    fn what_is_determined_goes() {
        check("{ [i] -> [j] : exists (e, f : e = i + 1 and f = e - j and 0 <= f <= 7) }", 0);
        check("{ [i] : exists (e : i = 2e) }", 1);
        check("{ [i] : exists (e, f : 0 <= i - 4e <= 3 and 0 <= i - 4f <= 3 and e + f >= 6) }", 1);
        check("{ [i] : exists (e, f : 0 <= i - 4e <= 3 and 0 <= i + 1 - 4f <= 3 and e + f >= 6) }", 2);
    }
}
