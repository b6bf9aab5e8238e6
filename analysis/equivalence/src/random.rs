//! Inputs by chance, the same each time.

use interpreter::Element;

use crate::evaluation::number;
use crate::signature::Arguments;
use crate::witness::Assignment;

/// The elements of inputs that are given one by one.
const MOST_ASSIGNED: i64 = 1 << 18;

/// A number for each element of all arguments; `None` where these are too many.
pub(crate) fn inputs(arguments: &Arguments, point: &[i64], seed: u64) -> Option<Assignment> {
    if arguments.elements(point).is_none_or(|it| it > MOST_ASSIGNED) {
        return None;
    }
    let mut assignment = Assignment::default();
    for (argument, number_of) in arguments.list.iter().zip(0..) {
        let Some(element) = arguments.element(number_of) else { continue };
        for cell in 0..u32::try_from(argument.count(point)).unwrap_or(0) {
            assignment.insert((number_of, cell), number(small(seed, number_of, cell, element), element));
        }
    }
    Some(assignment)
}

/// A small number that is the same for the same cell; of integers also large ones.
pub(crate) fn small(seed: u64, argument: u32, cell: u32, element: Element) -> i64 {
    let mixed = (seed << 56 ^ u64::from(argument) << 40 ^ u64::from(cell))
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29)
        .wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let small = |count: u64| i64::try_from((mixed >> 33) % count).unwrap_or(0);
    let is_integer = matches!(element, Element::Integer(_));
    match seed {
        0 => small(7) + 1,
        1 => small(13) - 6,
        2 if is_integer => mixed as i64,
        2 => small(3) - 1,
        3 => small(4),
        4 if is_integer => mixed.rotate_left(17) as i64,
        _ => small(101) - 50,
    }
}
