//! One run of a function, and what the caller sees of it in the end.

use interpreter::{Fault, Function, Machine, Scalar, Value};
use syntax::TextRange;

/// Where a number ends up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Argument(usize),
    Result(usize),
    /// What unknown functions and operations have done.
    Effects,
}

/// What one argument or result holds.
pub(crate) struct Output {
    pub(crate) place: Place,
    /// Of memory and vectors; none of numbers.
    pub(crate) sizes: Vec<i64>,
    /// Which memory it is, as far as the caller can tell: the argument or the new buffer of that number, and the view.
    pub(crate) memory: Option<(usize, i64, Vec<i64>, Vec<i64>)>,
    pub(crate) cells: Vec<Scalar>,
    pub(crate) writers: Vec<Option<TextRange>>,
}

/// Runs the function on arguments that were made in the machine.
pub(crate) fn run<'p>(
    machine: &mut Machine<'p>,
    function: &'p Function,
    arguments: Vec<Value>,
) -> Result<Vec<Output>, Fault> {
    for argument in &arguments {
        machine.expose(argument);
    }
    let results = machine.call(function, arguments.clone())?;
    let mut outputs = Vec::new();
    // Buffers in the order in which the caller sees them, so that two programs have the same numbers.
    let mut seen: Vec<usize> = Vec::new();
    let places = (0..arguments.len()).map(Place::Argument).chain((0..results.len()).map(Place::Result));
    for (place, value) in places.zip(arguments.iter().chain(&results)) {
        let Some((buffer, offset, sizes, strides)) = machine.view(value) else {
            // Numbers among the arguments stay what they are.
            if let Place::Result(_) = place {
                let (sizes, cells) = match value {
                    Value::Vector(it) => (it.shape.iter().map(|it| *it as i64).collect(), it.lanes.clone()),
                    Value::Scalar(it) => (Vec::new(), vec![*it]),
                    Value::MemRef(_) => continue,
                };
                outputs.push(Output { place, sizes, memory: None, writers: vec![None; cells.len()], cells });
            }
            continue;
        };
        let is_new = !seen.contains(&buffer);
        if is_new {
            seen.push(buffer);
        }
        let number = seen.iter().position(|it| *it == buffer).unwrap_or(0);
        // What was seen already need not be compared twice.
        let cells = if is_new { machine.contents(value).to_vec() } else { Vec::new() };
        let writers = (0..cells.len()).map(|it| machine.writer(value, it)).collect();
        let memory = Some((number, offset, sizes, strides));
        outputs.push(Output { place, sizes: machine.sizes(value), memory, cells, writers });
    }
    outputs.extend(machine.state().map(|state| Output {
        place: Place::Effects,
        sizes: Vec::new(),
        memory: None,
        cells: vec![state],
        writers: vec![None],
    }));
    Ok(outputs)
}

/// The subscripts of a cell in row-major order.
pub(crate) fn subscripts(sizes: &[i64], cell: usize) -> Vec<i64> {
    let mut rest = i64::try_from(cell).unwrap_or(0);
    let mut found: Vec<i64> = sizes
        .iter()
        .rev()
        .map(|size| {
            let size = (*size).max(1);
            let at = rest % size;
            rest /= size;
            at
        })
        .collect();
    found.reverse();
    found
}
