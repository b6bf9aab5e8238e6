//! Where functions are defined: no access leaves its memory, and no size is negative.

use presburger::{Budget, GaveUp, Integer, IntegerRelation, Space, Union, VariableKind};

use super::edges::for_symbols;
use super::symbols::{Symbol, Symbols};
use super::system::{Checked, Size, System};
use polyhedral::dependence::last_write::simplified;

/// More conditions on the symbols than these are left out: less is taken for granted then.
const MOST_PARTS: usize = 8;

/// The budget of one condition on the symbols.
const STEPS_OF_A_CONDITION: u64 = 500_000;

/// The symbols for which the first function may be defined.
pub(super) fn context(system: &System, symbols: &Symbols, budget: &Budget<'_>) -> Result<Union, GaveUp> {
    let count = symbols.list.len();
    let mut facts = IntegerRelation::universe(Space::set(0, count));
    for (column, symbol) in symbols.list.iter().enumerate() {
        if let Symbol::Size(..) = symbol {
            let mut row = vec![Integer::ZERO; count + 1];
            row[column] = Integer::ONE;
            facts.add_inequality(&row);
        }
    }
    let mut context = Union::from(facts);
    for checked in system.checked.iter().filter(|it| it.is_exact) {
        let outside = beyond(checked);
        without(&mut context, &outside, budget)?;
    }
    for size in &system.allocated {
        without(&mut context, &negative(size), budget)?;
    }
    Ok(context)
}

/// Takes the symbols away for which a relation has a point, unless that takes long.
fn without(context: &mut Union, relation: &Union, budget: &Budget<'_>) -> Result<(), GaveUp> {
    if for_symbols(relation, context).is_empty(budget)? {
        return Ok(());
    }
    let dims: Vec<usize> = (0..relation.space().dimensions()).collect();
    let mut symbols = Union::empty(context.space());
    relation.parts().iter().for_each(|it| symbols.push(it.project_out(&dims)));
    let part = budget.part(STEPS_OF_A_CONDITION);
    let symbols = simplified(&symbols, budget)?;
    let rest = context.subtract(&symbols, &part).and_then(|it| simplified(&it, &part)?.coalesce(&part));
    match rest {
        Ok(rest) if rest.parts().len() <= MOST_PARTS => *context = rest,
        Err(gave_up) if budget.is_spent() || gave_up.reason == presburger::Reason::Interrupted => {
            return Err(gave_up);
        }
        _ => {}
    }
    Ok(())
}

/// The first operation of a function that may leave its memory for some of these symbols, by its number.
pub(super) fn leaves_memory(
    system: &System,
    context: &Union,
    budget: &Budget<'_>,
) -> Result<Option<usize>, GaveUp> {
    for checked in &system.checked {
        if !for_symbols(&beyond(checked), context).is_empty(budget)? {
            return Ok(Some(checked.operation));
        }
    }
    Ok(None)
}

/// Whether a function may allocate memory of a negative size for some of these symbols.
pub(super) fn allocates_negative(
    system: &System,
    context: &Union,
    budget: &Budget<'_>,
) -> Result<bool, GaveUp> {
    for size in &system.allocated {
        if !for_symbols(&negative(size), context).is_empty(budget)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The iterations in which a size is negative.
fn negative(size: &Union) -> Union {
    let mut result = Union::empty(size.space());
    for part in size.parts() {
        let mut part = part.clone();
        let mut row = vec![Integer::ZERO; part.space().columns()];
        row[part.space().domain] = Integer::MINUS_ONE;
        row[part.space().constant()] = Integer::MINUS_ONE;
        part.add_inequality(&row);
        result.push(part);
    }
    result
}

/// The iterations of an access with elements outside its memory.
fn beyond(checked: &Checked) -> Union {
    let elements = &checked.access.elements;
    let mut result = Union::empty(elements.space());
    let space = elements.space();
    let first = space.dimensions() - checked.sizes.len();
    for part in elements.parts() {
        for (dim, size) in checked.sizes.iter().enumerate() {
            let column = first + dim;
            let mut below = part.clone();
            let mut row = vec![Integer::ZERO; below.space().columns()];
            row[column] = Integer::MINUS_ONE;
            row[below.space().constant()] = Integer::MINUS_ONE;
            below.add_inequality(&row);
            result.push(below);
            above(part, column, size, &mut result);
        }
    }
    result
}

/// Adds the points of a part where a coordinate is at least the size.
fn above(part: &IntegerRelation, column: usize, size: &Size, result: &mut Union) {
    let mut row = vec![Integer::ZERO; part.space().columns()];
    row[column] = Integer::ONE;
    match size {
        Size::Constant(size) => row[part.space().constant()] = Integer::from(-*size),
        Size::Symbol(symbol) => row[part.space().symbol_columns().start + symbol] = Integer::MINUS_ONE,
        Size::Value(values) => {
            let outer = values.space().domain;
            let space = part.space();
            for value in values.parts() {
                let mut own = part.clone();
                let bound = own.append_variables(VariableKind::Range, 1);
                let mut value = value.clone();
                value.insert_variables(VariableKind::Domain, outer, space.domain - outer);
                value.insert_variables(VariableKind::Range, 0, space.range);
                let mut own = own.intersect(&value);
                let mut row = vec![Integer::ZERO; own.space().columns()];
                row[column] = Integer::ONE;
                row[bound] = Integer::MINUS_ONE;
                own.add_inequality(&row);
                result.push(own.project_out(&[bound]));
            }
            return;
        }
    }
    let mut above = part.clone();
    above.add_inequality(&row);
    result.push(above);
}
