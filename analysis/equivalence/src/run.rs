//! One run of a function, and what the caller sees of it in the end.

use interpreter::{Cause, Ending, Fault, Function, Machine, Scalar, Value};
use rustc_hash::FxHashMap;
use syntax::TextRange;

/// Where a number ends up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Destination {
    Argument(usize),
    Result(usize),
    /// Memory that escaped to unknown functions and operations, but neither an argument nor a result.
    Exposed(usize),
    /// The effects of unknown functions and operations.
    Effects,
}

/// The content of one argument or result.
pub(crate) struct Output {
    pub(crate) destination: Destination,
    /// Of memory, tensors and vectors; none of numbers.
    pub(crate) sizes: Vec<i64>,
    /// Sizes of a tensor that may be terms.
    pub(crate) open_sizes: Vec<Scalar>,
    /// Which memory it is, as far as the caller can distinguish it: the argument or the new buffer of that number, and the view.
    pub(crate) memory: Option<(usize, i64, Vec<i64>, Vec<i64>)>,
    /// Nothing of memory that has ended.
    pub(crate) cells: Vec<Scalar>,
    pub(crate) writers: Vec<Option<TextRange>>,
    /// How memory ended; `None` while it lives.
    pub(crate) ending: Option<Ending>,
}

/// How the contents of one destination compare in two programs, numbers aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kinship {
    /// The cells are left to compare.
    Alike,
    /// Both have ended the memory.
    Ended,
    /// Only one of the two has ended the memory.
    EndsOtherwise,
    /// It is other memory.
    Other,
}

/// Where a fault is that only shows when a function has run.
const END: &str = "the end of the function";

impl Output {
    /// Of numbers that lie in no memory.
    fn numbers(
        destination: Destination,
        sizes: Vec<i64>,
        open_sizes: Vec<Scalar>,
        cells: Vec<Scalar>,
    ) -> Output {
        let writers = vec![None; cells.len()];
        Output { destination, sizes, open_sizes, memory: None, cells, writers, ending: None }
    }

    pub(crate) fn kinship(&self, after: &Output) -> Kinship {
        let is_same = self.destination == after.destination && self.open_sizes == after.open_sizes;
        if !is_same || self.memory != after.memory {
            return Kinship::Other;
        }
        match (self.ending, after.ending) {
            (Some(_), Some(_)) => Kinship::Ended,
            // Memory that merely escaped may stay allocated: a leak is not a difference.
            (Some(_), None) if matches!(self.destination, Destination::Exposed(_)) => Kinship::Ended,
            (None, None) if self.cells.len() == after.cells.len() => Kinship::Alike,
            (None, None) => Kinship::Other,
            _ => Kinship::EndsOtherwise,
        }
    }
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
    let unsupported = |what: &str| Fault::of(Cause::Unsupported(what.to_owned()), END);
    if let Some(what) = machine.unsettled() {
        return Err(unsupported(what));
    }
    let mut outputs = Vec::new();
    // Buffers in the order in which the caller sees them, so that two programs have the same numbers.
    let mut seen: FxHashMap<usize, usize> = FxHashMap::default();
    let exposed = machine.exposed();
    let destinations =
        (0..arguments.len()).map(Destination::Argument).chain((0..results.len()).map(Destination::Result));
    let destinations = destinations.chain((0..exposed.len()).map(Destination::Exposed));
    for (destination, value) in destinations.zip(arguments.iter().chain(&results).chain(&exposed)) {
        let Some((buffer, offset, sizes, strides)) = machine.view(value) else {
            // Numbers among the arguments stay what they are.
            if let Destination::Result(_) = destination {
                let (sizes, cells) = match value {
                    Value::Vector(it) => (it.shape.iter().map(|it| *it as i64).collect(), it.lanes.clone()),
                    Value::Scalar(it) => (Vec::new(), vec![*it]),
                    Value::Tensor(it) => {
                        let contents = machine.tensor_contents(it);
                        let (open_sizes, cells) = contents.map_err(|cause| Fault::of(cause, END))?;
                        outputs.push(Output::numbers(destination, it.sizes().to_vec(), open_sizes, cells));
                        continue;
                    }
                    Value::MemRef(_) => continue,
                };
                outputs.push(Output::numbers(destination, sizes, Vec::new(), cells));
            }
            continue;
        };
        if machine.has_units(value) && machine.ending(value).is_none() {
            return Err(unsupported("bytes that are numbers of other types, and that others see"));
        }
        let known = seen.get(&buffer).copied();
        // Memory that is an argument or result as well is not compared twice.
        if known.is_some() && matches!(destination, Destination::Exposed(_)) {
            continue;
        }
        let number = known.unwrap_or(seen.len());
        seen.insert(buffer, number);
        let ending = machine.ending(value);
        let is_shown = known.is_none() && ending.is_none();
        let cells = if is_shown { machine.contents(value).to_vec() } else { Vec::new() };
        let writers = (0..cells.len()).map(|it| machine.writer(value, it)).collect();
        let memory = Some((number, offset, sizes, strides));
        let (sizes, open_sizes) = (machine.sizes(value), Vec::new());
        outputs.push(Output { destination, sizes, open_sizes, memory, cells, writers, ending });
    }
    let effects = |state| Output::numbers(Destination::Effects, Vec::new(), Vec::new(), vec![state]);
    outputs.extend(machine.state().map(effects));
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
