//! Programs as they run: which element each access touches in which iteration.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::answer::Key;

use super::{
    ARGUMENTS, Bound, Condition, Dim, If, Loop, Mark, Node, Operation, Program, Spelling, Subscripts, Type,
};

/// Why a program has no meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A number of type `index` overflows, or a result is poison.
    Undefined,
    /// It runs for too long.
    Endless,
}

/// All distances from source to sink.
pub(crate) type Distances = BTreeMap<Key, BTreeSet<Vec<i64>>>;

/// The nodes of one run.
const MOST_STEPS: usize = 20_000;

struct Touch {
    access: usize,
    iteration: Vec<i64>,
}

/// One access as it runs.
pub(crate) struct Event {
    pub(crate) access: usize,
    pub(crate) memref: usize,
    pub(crate) element: Vec<i64>,
    /// For each parallel loop around it the run of the loop, and its iteration.
    pub(crate) parallel: Vec<(usize, Vec<i64>)>,
}

/// One run.
#[derive(Default)]
pub(crate) struct Trace {
    /// In the order of a sequential program.
    pub(crate) events: Vec<Event>,
    /// Loops that had an iteration.
    pub(crate) entered: BTreeSet<Mark>,
    /// Conditions, each with the answers that it gave.
    pub(crate) answers: BTreeSet<(Mark, bool)>,
}

struct Run<'p> {
    program: &'p Program,
    values: Vec<i64>,
    /// By memref and subscripts.
    touches: FxHashMap<(usize, Vec<i64>), Vec<Touch>>,
    trace: Trace,
    /// As in [`Event`], of the place.
    parallel: Vec<(usize, Vec<i64>)>,
    steps: usize,
}

impl Program {
    /// Runs it for all values of the arguments that are used, and compares all pairs of executed accesses.
    pub(crate) fn run(&self) -> Result<Distances, Stop> {
        let mut found = Distances::new();
        for run in self.runs()? {
            for touches in run.touches.values() {
                self.compare(touches, &mut found);
            }
        }
        Ok(found)
    }

    /// What runs for all values of the arguments that are used.
    pub(crate) fn traces(&self) -> Result<Vec<Trace>, Stop> {
        Ok(self.runs()?.into_iter().map(|it| it.trace).collect())
    }

    fn runs(&self) -> Result<Vec<Run<'_>>, Stop> {
        let mut inputs = vec![Vec::new()];
        for (argument, is_used) in ARGUMENTS.iter().zip(&self.uses) {
            let start = *argument.values.start();
            let values = if *is_used { argument.values.clone() } else { start..=start };
            let more =
                |it: &Vec<i64>| values.clone().map(|value| [it.as_slice(), &[value]].concat()).collect();
            inputs = inputs.iter().flat_map(|it| -> Vec<_> { more(it) }).collect();
        }
        let run = |input: Vec<i64>| {
            let mut values = vec![0; self.types.len()];
            values[..input.len()].copy_from_slice(&input);
            let (touches, trace) = (FxHashMap::default(), Trace::default());
            let mut run = Run { program: self, values, touches, trace, parallel: Vec::new(), steps: 0 };
            run.nodes(&self.body)?;
            Ok(run)
        };
        inputs.into_iter().map(run).collect()
    }

    /// Of one element.
    fn compare(&self, touches: &[Touch], found: &mut Distances) {
        for a in touches {
            for b in touches {
                let (source, sink) = (&self.accesses[a.access], &self.accesses[b.access]);
                if !source.is_store && !sink.is_store {
                    continue;
                }
                let common = source.loops.iter().zip(&sink.loops).take_while(|(a, b)| a == b).count();
                let distance: Vec<_> =
                    (0..common).map(|it| b.iteration[it].wrapping_sub(a.iteration[it])).collect();
                // No step is negative.
                let depth = match (0..common).find(|it| a.iteration[*it] != b.iteration[*it]) {
                    Some(first) if b.iteration[first] > a.iteration[first] => first + 1,
                    None if a.access < b.access => common + 1,
                    _ => continue,
                };
                found.entry((a.access, b.access, depth)).or_default().insert(distance);
            }
        }
    }
}

fn is_parallel(spelling: Spelling) -> bool {
    matches!(spelling, Spelling::AffineParallel | Spelling::Parallel | Spelling::Forall)
}

impl Run<'_> {
    fn nodes(&mut self, nodes: &[Node]) -> Result<(), Stop> {
        for node in nodes {
            self.step()?;
            match node {
                Node::Let { result, operation } => {
                    self.values[*result] = self.operation(*result, operation)?
                }
                Node::Loop(it) => self.run_loop(it)?,
                Node::If(it) => self.run_if(it)?,
                Node::Access { access, memref, subscripts, mask } => {
                    let first: Vec<i64> = match subscripts {
                        Subscripts::Affine(them) => {
                            them.iter().map(|it| self.expression(it)).collect::<Result<_, _>>()?
                        }
                        Subscripts::Values(them) => them.iter().map(|it| self.values[*it]).collect(),
                    };
                    let lanes =
                        mask.map_or(vec![0], |it| (0..).zip(it).filter(|it| it.1).map(|it| it.0).collect());
                    for lane in lanes {
                        let mut element = first.clone();
                        *element.last_mut().unwrap() += lane;
                        self.touch(*access, *memref, element);
                    }
                }
            }
        }
        Ok(())
    }

    fn touch(&mut self, access: usize, memref: usize, element: Vec<i64>) {
        let parallel = self.parallel.clone();
        self.trace.events.push(Event { access, memref, element: element.clone(), parallel });
        let loops = &self.program.accesses[access].loops;
        let iteration = loops.iter().map(|it| self.values[*it]).collect();
        self.touches.entry((memref, element)).or_default().push(Touch { access, iteration });
    }

    fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps > MOST_STEPS { Err(Stop::Endless) } else { Ok(()) }
    }

    fn expression(&self, it: &super::Expression) -> Result<i64, Stop> {
        it.value(&self.values).ok_or(Stop::Undefined)
    }

    fn operation(&self, result: usize, operation: &Operation) -> Result<i64, Stop> {
        let ty = self.program.types[result];
        let pair = |it: &[usize; 2]| [self.values[it[0]], self.values[it[1]]];
        Ok(match operation {
            Operation::Constant(value) => *value,
            Operation::Binary(binary, operands, is_nsw) => {
                let [a, b] = pair(operands);
                binary.compute(a, b, ty, *is_nsw).ok_or(Stop::Undefined)?
            }
            Operation::Compare(predicate, operands) => {
                let [a, b] = pair(operands);
                let holds = predicate.holds(a, b, self.program.types[operands[0]]);
                Type::I1.wrap(i128::from(holds))
            }
            Operation::Select(condition, operands) => {
                pair(operands)[usize::from(self.values[*condition] == 0)]
            }
            Operation::Cast(operand) => ty.wrap(self.values[*operand].into()),
            Operation::Apply(value) => self.expression(value)?,
            Operation::Extreme(both, is_least) => {
                let [a, b] = [self.expression(&both[0])?, self.expression(&both[1])?];
                if *is_least { a.min(b) } else { a.max(b) }
            }
        })
    }

    fn run_if(&mut self, it: &If) -> Result<(), Stop> {
        let holds = match &it.condition {
            Condition::Value(condition) => self.values[*condition] != 0,
            Condition::Set(constraints) => {
                let mut holds = true;
                for (expression, is_equality) in constraints {
                    let value = self.expression(expression)?;
                    holds &= if *is_equality { value == 0 } else { value >= 0 };
                }
                holds
            }
        };
        self.trace.answers.insert((Mark::of(it), holds));
        self.nodes(if holds { &it.then } else { &it.otherwise })?;
        if let Some((result, yielded)) = it.value {
            self.values[result] = self.values[yielded[usize::from(!holds)]];
        }
        Ok(())
    }

    fn run_loop(&mut self, it: &Loop) -> Result<(), Stop> {
        if let Some(carried) = &it.carried {
            self.values[carried.argument] = self.values[carried.initial];
        }
        if is_parallel(it.spelling) {
            self.parallel.push((self.steps, Vec::new()));
        }
        self.run_dims(it, &it.dims)?;
        if is_parallel(it.spelling) {
            self.parallel.pop();
        }
        if let Some(carried) = &it.carried {
            self.values[carried.result] = self.values[carried.argument];
        }
        if let Some(last) = it.last {
            self.values[last] = self.values[it.dims[0].variable];
        }
        Ok(())
    }

    /// The first of these dimensions with all others in it, or the body where there are none.
    fn run_dims(&mut self, it: &Loop, dims: &[Dim]) -> Result<(), Stop> {
        let Some((dim, inner)) = dims.split_first() else {
            self.trace.entered.insert(Mark::of(it));
            let iteration: Vec<i64> = it.dims.iter().map(|it| self.values[it.variable]).collect();
            if let Some(band) = self.parallel.last_mut().filter(|_| is_parallel(it.spelling)) {
                band.1 = iteration;
            }
            self.nodes(&it.body)?;
            if let Some(carried) = &it.carried {
                self.values[carried.argument] = self.values[carried.yielded];
            }
            return Ok(());
        };
        let ty = self.program.types[dim.variable];
        let lower = self.bound(&dim.lower, true)?;
        let (upper, step) = (self.bound(&dim.upper, false)?, self.bound(&dim.step, true)?);
        if step < 1 {
            return Err(Stop::Undefined);
        }
        let mut value = lower;
        loop {
            let runs = match it.spelling {
                Spelling::UnsignedFor => ty.unsigned(value) < ty.unsigned(upper),
                _ => value < upper,
            };
            self.values[dim.variable] = value;
            if !runs {
                return Ok(());
            }
            self.step()?;
            self.run_dims(it, inner)?;
            let next = i128::from(value) + i128::from(step);
            value = ty.wrap(next);
            if i128::from(value) != next {
                return Err(Stop::Undefined);
            }
        }
    }

    fn bound(&self, bound: &Bound, is_lower: bool) -> Result<i64, Stop> {
        match bound {
            Bound::Constant(value) => Ok(*value),
            Bound::Value(value) => Ok(self.values[*value]),
            Bound::Affine(all) => {
                let values = all.iter().map(|it| self.expression(it)).collect::<Result<Vec<_>, _>>()?;
                let extreme = if is_lower { values.into_iter().max() } else { values.into_iter().min() };
                extreme.ok_or(Stop::Undefined)
            }
        }
    }
}
