//! Random affine programs as trees, which are printed, and run, without any parser of ours.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use affine_analyzer_tests::random::Random;

/// A function with one symbol `%N`, which a guard bounds, and one array.
pub(crate) struct Program {
    before: Vec<Node>,
    /// What the guard is around.
    guarded: Vec<Node>,
    pub(crate) accesses: Vec<Access>,
}

pub(crate) struct Access {
    pub(crate) is_store: bool,
    /// The loops around it, outermost first.
    pub(crate) loops: Vec<usize>,
    /// What around it or in it makes MLIR's answer differ.
    pub(crate) features: BTreeSet<Feature>,
}

/// What MLIR's test treats otherwise than the program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Feature {
    /// The condition itself is assumed, not its negation: dependences are missed.
    ElseRegion,
    /// A step that does not begin at one constant is ignored.
    StepFromVaryingBound,
    /// The step of `affine.parallel` is ignored.
    ParallelStep,
    /// Only one of several bounds of a parallel dimension is used.
    ParallelBounds,
    /// The value is a free variable.
    AppliedOperandOfIf,
    /// The value is a free variable.
    MinOrMaxValue,
    /// Kept as constraints, but over the rationals.
    Division,
}

/// Where each dependence was seen (source, sink, depth), and its distances.
pub(crate) type Dependences = BTreeMap<(usize, usize, usize), BTreeSet<Vec<i64>>>;

/// The symbol's values inside the guard.
const SYMBOL: std::ops::RangeInclusive<i64> = 0..=3;
const NAME_OF_SYMBOL: usize = 0;

enum Node {
    For {
        variable: usize,
        lower: Vec<Expression>,
        upper: Vec<Expression>,
        step: i64,
        body: Vec<Node>,
    },
    Parallel {
        variable: usize,
        lower: Vec<Expression>,
        upper: Vec<Expression>,
        step: i64,
        body: Vec<Node>,
    },
    If {
        constraints: Vec<(Expression, bool)>,
        then: Vec<Node>,
        otherwise: Vec<Node>,
    },
    Apply {
        variable: usize,
        value: Expression,
    },
    /// The least of the values, or the greatest.
    Extreme {
        variable: usize,
        values: [Expression; 2],
        is_least: bool,
    },
    Access {
        access: usize,
        subscripts: [Expression; 2],
    },
}

#[derive(Clone)]
struct Expression {
    terms: Vec<Term>,
    constant: i64,
}

#[derive(Clone)]
struct Term {
    factor: i64,
    variable: usize,
    division: Division,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Division {
    None,
    Mod(i64),
    Floor(i64),
    Ceil(i64),
}

impl Node {
    /// The value that it defines for what comes after it.
    fn result(&self) -> Option<usize> {
        match self {
            Node::Apply { variable, .. } | Node::Extreme { variable, .. } => Some(*variable),
            _ => None,
        }
    }
}

impl Expression {
    fn constant(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    fn plus(&self, constant: i64) -> Self {
        Self { terms: self.terms.clone(), constant: self.constant + constant }
    }

    fn has_division(&self) -> bool {
        self.terms.iter().any(|it| it.division != Division::None)
    }

    fn value(&self, values: &[i64]) -> i64 {
        let term = |it: &Term| {
            let value = values[it.variable];
            it.factor
                * match it.division {
                    Division::None => value,
                    Division::Mod(by) => value.rem_euclid(by),
                    Division::Floor(by) => value.div_euclid(by),
                    Division::Ceil(by) => -(-value).div_euclid(by),
                }
        };
        self.terms.iter().map(term).sum::<i64>() + self.constant
    }

    /// Over names, where the symbol is `symbol`.
    fn text(&self, name: impl Fn(usize) -> String) -> String {
        let mut text = String::new();
        for it in &self.terms {
            let input = name(it.variable);
            let divided = match it.division {
                Division::None => input,
                Division::Mod(by) => format!("({input} mod {by})"),
                Division::Floor(by) => format!("({input} floordiv {by})"),
                Division::Ceil(by) => format!("({input} ceildiv {by})"),
            };
            write!(text, "{divided} * {} + ", it.factor).unwrap();
        }
        write!(text, "{}", self.constant).unwrap();
        text
    }
}

impl Program {
    pub(crate) fn random(seed: u64) -> Self {
        let mut build = Build {
            random: Random::new(seed),
            accesses: Vec::new(),
            values: Vec::new(),
            applied: Vec::new(),
            extreme: None,
            names: NAME_OF_SYMBOL + 1,
        };
        let before = vec![build.extreme()];
        let guarded = build.block(&Context::default());
        Program { before, guarded, accesses: build.accesses }
    }

    /// As a function.
    pub(crate) fn text(&self, name: &str) -> String {
        let mut out = format!("func.func @{name}(%A: memref<100x100xf32>, %N: index, %x: f32) {{\n");
        let mut dims = Vec::new();
        self.print(&self.before, &mut dims, &mut out);
        dims = self.before.iter().filter_map(Node::result).collect();
        let (least, greatest) = (SYMBOL.start(), SYMBOL.end());
        let guard = format!("affine_set<()[s0] : (s0 - {least} >= 0, {greatest} - s0 >= 0)>()[%N]");
        writeln!(out, "affine.if {guard} {{").unwrap();
        self.print(&self.guarded, &mut dims, &mut out);
        out += "}\nreturn\n}\n";
        out
    }

    fn print(&self, nodes: &[Node], dims: &mut Vec<usize>, out: &mut String) {
        let visible = dims.len();
        for node in nodes {
            match node {
                Node::For { variable, lower, upper, step, body } => {
                    let (max, min) = (prefix("max", lower), prefix("min", upper));
                    let (lower, upper) = (map(dims, lower), map(dims, upper));
                    writeln!(
                        out,
                        "affine.for {} = {max} {lower} to {min} {upper} step {step} {{",
                        name(*variable)
                    )
                    .unwrap();
                    dims.push(*variable);
                    self.print(body, dims, out);
                    dims.pop();
                    *out += "}\n";
                }
                Node::Parallel { variable, lower, upper, step, body } => {
                    let list = |it: &[Expression]| {
                        let texts: Vec<_> = it.iter().map(|it| it.text(symbolic)).collect();
                        texts.join(", ")
                    };
                    writeln!(
                        out,
                        "affine.parallel ({}) = (max({})) to (min({})) step ({step}) {{",
                        name(*variable),
                        list(lower),
                        list(upper)
                    )
                    .unwrap();
                    dims.push(*variable);
                    self.print(body, dims, out);
                    dims.pop();
                    *out += "}\n";
                }
                Node::If { constraints, then, otherwise } => {
                    let relation = |is_equality: bool| if is_equality { "==" } else { ">=" };
                    let texts: Vec<_> = constraints
                        .iter()
                        .map(|(it, equal)| {
                            format!("{} {} 0", it.text(|it| input(dims, it)), relation(*equal))
                        })
                        .collect();
                    writeln!(
                        out,
                        "affine.if affine_set<{} : ({})>{} {{",
                        inputs(dims),
                        texts.join(", "),
                        operands(dims)
                    )
                    .unwrap();
                    self.print(then, dims, out);
                    if !otherwise.is_empty() {
                        *out += "} else {\n";
                        self.print(otherwise, dims, out);
                    }
                    *out += "}\n";
                }
                Node::Apply { variable, value } => {
                    let map = map(dims, std::slice::from_ref(value));
                    writeln!(out, "{} = affine.apply {map}", name(*variable)).unwrap();
                    dims.push(*variable);
                }
                Node::Extreme { variable, values, is_least } => {
                    let op = if *is_least { "affine.min" } else { "affine.max" };
                    writeln!(out, "{} = {op} {}", name(*variable), map(dims, values)).unwrap();
                    dims.push(*variable);
                }
                Node::Access { access, subscripts } => {
                    let place: Vec<_> = subscripts.iter().map(|it| it.text(symbolic)).collect();
                    let place = format!("%A[{}] : memref<100x100xf32>", place.join(", "));
                    if self.accesses[*access].is_store {
                        writeln!(out, "affine.store %x, {place}").unwrap();
                    } else {
                        writeln!(out, "%l{access} = affine.load {place}").unwrap();
                    }
                }
            }
        }
        dims.truncate(visible);
    }

    /// Runs it for every value of the symbol, and compares all pairs of executed accesses.
    pub(crate) fn run(&self) -> Dependences {
        let mut found = Dependences::new();
        for symbol in SYMBOL {
            let mut values = vec![0; 64];
            values[NAME_OF_SYMBOL] = symbol;
            let mut touches = Vec::new();
            self.execute(&self.before, &mut values, &mut touches);
            self.execute(&self.guarded, &mut values, &mut touches);
            for a in &touches {
                for b in touches.iter().filter(|b| a.element == b.element) {
                    let (source, sink) = (&self.accesses[a.access], &self.accesses[b.access]);
                    if !source.is_store && !sink.is_store {
                        continue;
                    }
                    let common = source.loops.iter().zip(&sink.loops).take_while(|(a, b)| a == b).count();
                    let distance: Vec<_> = (0..common).map(|it| b.iteration[it] - a.iteration[it]).collect();
                    let depth = match distance.iter().position(|it| *it != 0) {
                        Some(first) if distance[first] > 0 => first + 1,
                        None if a.access < b.access => common + 1,
                        _ => continue,
                    };
                    found.entry((a.access, b.access, depth)).or_default().insert(distance);
                }
            }
        }
        found
    }

    fn execute(&self, nodes: &[Node], values: &mut Vec<i64>, touches: &mut Vec<Touch>) {
        for node in nodes {
            match node {
                Node::For { variable, lower, upper, step, body }
                | Node::Parallel { variable, lower, upper, step, body } => {
                    let start = lower.iter().map(|it| it.value(values)).max().unwrap();
                    let end = upper.iter().map(|it| it.value(values)).min().unwrap();
                    let mut iteration = start;
                    while iteration < end {
                        values[*variable] = iteration;
                        self.execute(body, values, touches);
                        iteration += step;
                    }
                }
                Node::If { constraints, then, otherwise } => {
                    let holds = constraints.iter().all(|(it, is_equality)| {
                        let value = it.value(values);
                        if *is_equality { value == 0 } else { value >= 0 }
                    });
                    self.execute(if holds { then } else { otherwise }, values, touches);
                }
                Node::Apply { variable, value } => values[*variable] = value.value(values),
                Node::Extreme { variable, values: both, is_least } => {
                    let [a, b] = [both[0].value(values), both[1].value(values)];
                    values[*variable] = if *is_least { a.min(b) } else { a.max(b) };
                }
                Node::Access { access, subscripts } => touches.push(Touch {
                    access: *access,
                    iteration: self.accesses[*access].loops.iter().map(|it| values[*it]).collect(),
                    element: [subscripts[0].value(values), subscripts[1].value(values)],
                }),
            }
        }
    }
}

struct Touch {
    access: usize,
    iteration: Vec<i64>,
    element: [i64; 2],
}

fn prefix(keyword: &'static str, bounds: &[Expression]) -> &'static str {
    if bounds.len() > 1 { keyword } else { "" }
}

fn name(variable: usize) -> String {
    if variable == NAME_OF_SYMBOL { "%N".to_owned() } else { format!("%v{variable}") }
}

/// In subscripts and bounds of parallel loops.
fn symbolic(variable: usize) -> String {
    if variable == NAME_OF_SYMBOL { "symbol(%N)".to_owned() } else { name(variable) }
}

/// The name of a variable in a map over these dims.
fn input(dims: &[usize], variable: usize) -> String {
    dims.iter().position(|it| *it == variable).map_or("s0".to_owned(), |dim| format!("d{dim}"))
}

fn inputs(dims: &[usize]) -> String {
    let names: Vec<_> = (0..dims.len()).map(|it| format!("d{it}")).collect();
    format!("({})[s0]", names.join(", "))
}

fn operands(dims: &[usize]) -> String {
    let names: Vec<_> = dims.iter().map(|it| name(*it)).collect();
    format!("({})[%N]", names.join(", "))
}

fn map(dims: &[usize], results: &[Expression]) -> String {
    let results: Vec<_> = results.iter().map(|it| it.text(|it| input(dims, it))).collect();
    format!("affine_map<{} -> ({})>{}", inputs(dims), results.join(", "), operands(dims))
}

/// No statement begins after so many.
const MOST_ACCESSES: usize = 4;

/// What is around a place.
#[derive(Clone, Default)]
struct Context {
    loops: Vec<usize>,
    features: BTreeSet<Feature>,
}

struct Build {
    random: Random,
    accesses: Vec<Access>,
    /// What expressions may name.
    values: Vec<usize>,
    /// Those of them that an `affine.apply` computes.
    applied: Vec<usize>,
    /// The minimum or maximum.
    extreme: Option<usize>,
    names: usize,
}

impl Build {
    fn between(&mut self, lower: i64, upper: i64) -> i64 {
        lower + self.random.below((upper - lower + 1) as usize) as i64
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.random.below(count) == 0
    }

    fn new_name(&mut self) -> usize {
        self.names += 1;
        self.names - 1
    }

    fn block(&mut self, context: &Context) -> Vec<Node> {
        let (visible, depth) = (self.values.len(), context.loops.len());
        let mut context = context.clone();
        let mut nodes = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            if self.accesses.len() >= MOST_ACCESSES {
                break;
            }
            let node = match self.random.below(9) {
                0..=2 if depth < 3 => self.for_loop(&context),
                3 if depth < 3 => self.parallel(&context),
                4 => self.conditional(&context),
                5 => self.value(&mut context),
                _ => self.access(&context),
            };
            nodes.push(node);
        }
        nodes.push(self.access(&context));
        self.values.truncate(visible);
        nodes
    }

    fn expression(&mut self, features: &mut BTreeSet<Feature>) -> Expression {
        let terms = 1 + self.random.below(2);
        let terms = (0..terms).map(|_| {
            let choice = self.random.below(self.values.len() * 2 + 1);
            let variable = if choice == 0 { NAME_OF_SYMBOL } else { self.values[(choice - 1) / 2] };
            let by = self.between(2, 4);
            let division = match self.random.below(18) {
                0 => Division::Mod(by),
                1 => Division::Floor(by),
                2 => Division::Ceil(by),
                _ => Division::None,
            };
            let factor = if self.one_in(3) { self.between(-2, 3) } else { 1 };
            Term { factor, variable, division }
        });
        let terms = terms.collect();
        let expression = Expression { terms, constant: self.between(-2, 2) };
        if expression.has_division() {
            features.insert(Feature::Division);
        }
        if expression.terms.iter().any(|it| Some(it.variable) == self.extreme) {
            features.insert(Feature::MinOrMaxValue);
        }
        expression
    }

    fn for_loop(&mut self, context: &Context) -> Node {
        let mut context = context.clone();
        let step = self.between(1, 3);
        let is_constant = self.one_in(2);
        let lower = if is_constant {
            vec![Expression::constant(self.between(-1, 1))]
        } else {
            let mut lower = vec![self.expression(&mut context.features)];
            if self.one_in(2) {
                lower.push(Expression::constant(self.between(-1, 1)));
            }
            lower
        };
        let mut upper = vec![lower[0].plus(self.between(2, 5))];
        if self.one_in(3) {
            upper.push(self.expression(&mut context.features));
        }
        if step > 1 && !is_constant {
            context.features.insert(Feature::StepFromVaryingBound);
        }
        let variable = self.enter(&mut context);
        let body = self.block(&context);
        self.values.pop();
        Node::For { variable, lower, upper, step, body }
    }

    fn parallel(&mut self, context: &Context) -> Node {
        let mut context = context.clone();
        let step = self.between(1, 3);
        let mut lower = vec![Expression::constant(self.between(-1, 1))];
        let mut upper = vec![lower[0].plus(self.between(2, 5))];
        if self.one_in(2) {
            lower.push(Expression::constant(self.between(-1, 2)));
            upper.push(Expression::constant(self.between(1, 5)));
            context.features.insert(Feature::ParallelBounds);
        }
        if step > 1 {
            context.features.insert(Feature::ParallelStep);
        }
        let variable = self.enter(&mut context);
        let body = self.block(&context);
        self.values.pop();
        Node::Parallel { variable, lower, upper, step, body }
    }

    fn enter(&mut self, context: &mut Context) -> usize {
        let variable = self.new_name();
        context.loops.push(variable);
        self.values.push(variable);
        variable
    }

    fn conditional(&mut self, context: &Context) -> Node {
        let mut context = context.clone();
        let count = 1 + self.random.below(2);
        let constraints = (0..count).map(|_| (self.expression(&mut context.features), self.one_in(4)));
        let constraints: Vec<_> = constraints.collect();
        let names = constraints.iter().flat_map(|it| &it.0.terms).map(|it| it.variable);
        if names.into_iter().any(|it| self.applied.contains(&it)) {
            context.features.insert(Feature::AppliedOperandOfIf);
        }
        let then = self.block(&context);
        let otherwise = if self.one_in(2) {
            context.features.insert(Feature::ElseRegion);
            self.block(&context)
        } else {
            Vec::new()
        };
        Node::If { constraints, then, otherwise }
    }

    fn value(&mut self, context: &mut Context) -> Node {
        let value = self.expression(&mut context.features);
        let variable = self.new_name();
        self.values.push(variable);
        self.applied.push(variable);
        Node::Apply { variable, value }
    }

    /// At the top of the function, where the result is a symbol.
    fn extreme(&mut self) -> Node {
        let mut features = BTreeSet::new();
        let values = [self.expression(&mut features), self.expression(&mut features)];
        let variable = self.new_name();
        self.values.push(variable);
        self.extreme = Some(variable);
        Node::Extreme { variable, values, is_least: self.one_in(2) }
    }

    fn access(&mut self, context: &Context) -> Node {
        let mut features = context.features.clone();
        let subscripts = [self.expression(&mut features), self.expression(&mut features)];
        let is_store = self.one_in(2);
        self.accesses.push(Access { is_store, loops: context.loops.clone(), features });
        Node::Access { access: self.accesses.len() - 1, subscripts }
    }
}
