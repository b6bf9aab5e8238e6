//! Programs in MLIR's syntax.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{
    ARGUMENTS, Bound, Condition, Dim, Expression, If, Loop, MEMREFS, Mask, Node, Operation, Program,
    Spelling, Subscripts,
};

/// A function, and in which of its lines each access, loop and condition begins.
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) lines: Vec<usize>,
    pub(crate) marks: BTreeMap<Mark, usize>,
}

/// A loop or a condition of a program, by where it is in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mark(usize);

impl Mark {
    pub(super) fn of<T>(node: &T) -> Self {
        Self(std::ptr::from_ref(node).addr())
    }
}

struct Printer<'p> {
    program: &'p Program,
    text: String,
    line: usize,
    indent: usize,
    constants: usize,
    accesses: Vec<usize>,
    marks: BTreeMap<Mark, usize>,
}

impl Program {
    pub(crate) fn text(&self, name: &str) -> Text {
        let mut printer = Printer {
            program: self,
            text: String::new(),
            line: 0,
            indent: 0,
            constants: 0,
            accesses: vec![0; self.accesses.len()],
            marks: BTreeMap::new(),
        };
        let memrefs = MEMREFS.iter().map(|it| format!("{}: {}", it.0, memref_type(it.1)));
        let arguments = ARGUMENTS.iter().map(|it| format!("{}: {}", it.name, it.ty.name()));
        let parameters: Vec<_> = memrefs.chain(arguments).collect();
        printer.line(&format!("func.func @{name}({}, %x: f32) {{", parameters.join(", ")));
        printer.nodes(&self.body);
        printer.line("  return");
        printer.line("}");
        Text { text: printer.text, lines: printer.accesses, marks: printer.marks }
    }
}

/// The names that a loop's variable has.
pub(crate) fn names(variable: usize) -> Vec<String> {
    vec![name(variable), before(variable)]
}

/// Of the variable in the first region of a `scf.while`.
fn before(variable: usize) -> String {
    format!("%w{variable}")
}

fn name(variable: usize) -> String {
    ARGUMENTS.get(variable).map_or_else(|| format!("%v{variable}"), |it| it.name.to_owned())
}

fn memref_type(dims: usize) -> String {
    format!("memref<{}f32>", "100x".repeat(dims))
}

fn list<T>(items: &[T], text: impl FnMut(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// With the variables themselves as operands.
fn symbolic(expression: &Expression) -> String {
    expression.text(|it| if it < ARGUMENTS.len() { format!("symbol({})", name(it)) } else { name(it) })
}

/// The inputs of a map or set of these, and its operands.
fn inputs<'a>(results: impl IntoIterator<Item = &'a Expression>) -> Vec<usize> {
    let mut inputs: Vec<usize> = results.into_iter().flat_map(Expression::variables).collect();
    inputs.sort_unstable();
    inputs.dedup();
    inputs
}

fn over(inputs: &[usize], expression: &Expression) -> String {
    expression.text(|variable| format!("d{}", inputs.iter().position(|it| *it == variable).unwrap()))
}

fn dims(inputs: &[usize]) -> String {
    (0..inputs.len()).map(|it| format!("d{it}")).collect::<Vec<_>>().join(", ")
}

fn map(results: &[Expression]) -> String {
    let inputs = inputs(results);
    let texts = list(results, |it| over(&inputs, it));
    format!("affine_map<({}) -> ({texts})>({})", dims(&inputs), list(&inputs, |it| name(*it)))
}

impl Printer<'_> {
    fn line(&mut self, line: &str) {
        let width = 2 * self.indent;
        writeln!(self.text, "{:width$}{line}", "").unwrap();
        self.line += 1;
    }

    /// The line in which a loop or a condition begins.
    fn marked<T>(&mut self, node: &T, line: &str) {
        self.marks.insert(Mark::of(node), self.line);
        self.line(line);
    }

    fn ty(&self, variable: usize) -> &'static str {
        self.program.types[variable].name()
    }

    fn nodes(&mut self, nodes: &[Node]) {
        self.indent += 1;
        for node in nodes {
            match node {
                Node::Let { result, operation } => self.operation(*result, operation),
                Node::Loop(it) => self.print_loop(it),
                Node::If(it) => self.print_if(it),
                Node::Access { access, memref, subscripts, mask } => {
                    self.access(*access, (*memref, subscripts), mask.as_ref());
                }
            }
        }
        self.indent -= 1;
    }

    fn access(&mut self, access: usize, (memref, subscripts): (usize, &Subscripts), mask: Option<&Mask>) {
        let (dialect, place) = match subscripts {
            Subscripts::Affine(them) => ("affine", list(them, symbolic)),
            Subscripts::Values(them) => ("memref", list(them, |it| name(*it))),
        };
        let (memref, dims) = MEMREFS[memref];
        let is_store = self.program.accesses[access].is_store;
        if let Some(mask) = mask {
            self.line(&format!("%m{access} = arith.constant dense<{mask:?}> : vector<4xi1>"));
            self.line(&format!("%x{access} = vector.broadcast %x : f32 to vector<4xf32>"));
            self.accesses[access] = self.line;
            let (result, operation, end) = match is_store {
                true => (String::new(), "maskedstore", ""),
                false => (format!("%l{access} = "), "maskedload", " into vector<4xf32>"),
            };
            let types = format!("{}, vector<4xi1>, vector<4xf32>{end}", memref_type(dims));
            let operands = format!("{memref}[{place}], %m{access}, %x{access}");
            self.line(&format!("{result}vector.{operation} {operands} : {types}"));
            return;
        }
        let place = format!("{memref}[{place}] : {}", memref_type(dims));
        self.accesses[access] = self.line;
        if is_store {
            self.line(&format!("{dialect}.store %x, {place}"));
        } else {
            self.line(&format!("%l{access} = {dialect}.load {place}"));
        }
    }

    fn operation(&mut self, result: usize, operation: &Operation) {
        let ty = self.ty(result);
        let text = match operation {
            Operation::Constant(value) if ty == "i1" => format!("arith.constant {}", *value != 0),
            Operation::Constant(value) => format!("arith.constant {value} : {ty}"),
            Operation::Binary(binary, operands, is_nsw) => {
                let [arith, index] = binary.names();
                // Each of the two dialects.
                let is_of_index = ty == "index" && !is_nsw && result.is_multiple_of(4);
                let operands = list(operands, |it| name(*it));
                match (is_of_index, is_nsw) {
                    (true, _) => format!("index.{index} {operands}"),
                    (_, true) => format!("arith.{arith} {operands} overflow<nsw> : {ty}"),
                    _ => format!("arith.{arith} {operands} : {ty}"),
                }
            }
            Operation::Compare(predicate, operands) => {
                let (ty, operands) = (self.ty(operands[0]), list(operands, |it| name(*it)));
                format!("arith.cmpi {}, {operands} : {ty}", predicate.name())
            }
            Operation::Select(condition, operands) => {
                format!("arith.select {}, {} : {ty}", name(*condition), list(operands, |it| name(*it)))
            }
            Operation::Cast(operand) => {
                let from = self.ty(*operand);
                let op = match (from, ty) {
                    ("index", _) | (_, "index") => "index_cast",
                    ("i64", "i32") => "trunci",
                    _ => "extsi",
                };
                format!("arith.{op} {} : {from} to {ty}", name(*operand))
            }
            Operation::Apply(value) => format!("affine.apply {}", map(std::slice::from_ref(value))),
            Operation::Extreme(both, true) => format!("affine.min {}", map(both)),
            Operation::Extreme(both, false) => format!("affine.max {}", map(both)),
        };
        self.line(&format!("{} = {text}", name(result)));
    }

    fn print_if(&mut self, it: &If) {
        let results = it.value.map_or(String::new(), |(result, _)| format!("{} = ", name(result)));
        let types = it.value.map_or(String::new(), |(result, _)| format!(" -> ({})", self.ty(result)));
        let dialect = match &it.condition {
            Condition::Value(condition) => {
                self.marked(it, &format!("{results}scf.if {}{types} {{", name(*condition)));
                "scf"
            }
            Condition::Set(constraints) => {
                let inputs = inputs(constraints.iter().map(|it| &it.0));
                let texts = list(constraints, |(it, is_equality)| {
                    format!("{} {} 0", over(&inputs, it), if *is_equality { "==" } else { ">=" })
                });
                let operands = list(&inputs, |it| name(*it));
                let set = format!("affine_set<({}) : ({texts})>({operands})", dims(&inputs));
                self.marked(it, &format!("{results}affine.if {set}{types} {{"));
                "affine"
            }
        };
        self.nodes(&it.then);
        if let Some((result, [yielded, _])) = it.value {
            self.line(&format!("  {dialect}.yield {} : {}", name(yielded), self.ty(result)));
        }
        if !it.otherwise.is_empty() || it.value.is_some() {
            self.line("} else {");
            self.nodes(&it.otherwise);
        }
        if let Some((result, [_, yielded])) = it.value {
            self.line(&format!("  {dialect}.yield {} : {}", name(yielded), self.ty(result)));
        }
        self.line("}");
    }

    fn print_loop(&mut self, it: &Loop) {
        match it.spelling {
            Spelling::AffineFor => self.affine_for(it),
            Spelling::AffineParallel => {
                let variables = list(&it.dims, |it| name(it.variable));
                let bounds = |extreme: &str, of: fn(&Dim) -> &Bound| {
                    list(&it.dims, |dim| format!("{extreme}({})", list(affine(of(dim)), symbolic)))
                };
                let (lower, upper) = (bounds("max", |it| &it.lower), bounds("min", |it| &it.upper));
                let steps = list(&it.dims, |it| self.static_bound(&it.step));
                let header =
                    format!("affine.parallel ({variables}) = ({lower}) to ({upper}) step ({steps}) {{");
                self.marked(it, &header);
                self.nodes(&it.body);
                self.line("}");
            }
            Spelling::For | Spelling::UnsignedFor => self.scf_for(it),
            Spelling::Parallel => {
                let variables = list(&it.dims, |it| name(it.variable));
                let lower = self.values(it, |it| &it.lower);
                let upper = self.values(it, |it| &it.upper);
                let steps = self.values(it, |it| &it.step);
                self.marked(
                    it,
                    &format!("scf.parallel ({variables}) = ({lower}) to ({upper}) step ({steps}) {{"),
                );
                self.nodes(&it.body);
                self.line("}");
            }
            Spelling::Forall => {
                let variables = list(&it.dims, |it| name(it.variable));
                let bounds = |of: fn(&Dim) -> &Bound| list(&it.dims, |dim| self.static_bound(of(dim)));
                let (lower, upper, steps) =
                    (bounds(|it| &it.lower), bounds(|it| &it.upper), bounds(|it| &it.step));
                self.marked(
                    it,
                    &format!("scf.forall ({variables}) = ({lower}) to ({upper}) step ({steps}) {{"),
                );
                self.nodes(&it.body);
                self.line("}");
            }
            Spelling::While(is_turned) => self.while_loop(it, is_turned),
        }
    }

    fn affine_for(&mut self, it: &Loop) {
        let dim = &it.dims[0];
        let bound = |extreme: &str, bound: &Bound| match affine(bound) {
            [one] => map(std::slice::from_ref(one)),
            all => format!("{extreme} {}", map(all)),
        };
        let (lower, upper) = (bound("max", &dim.lower), bound("min", &dim.upper));
        let step = self.static_bound(&dim.step);
        let (results, carried) = self.carried(it);
        let variable = name(dim.variable);
        self.marked(
            it,
            &format!("{results}affine.for {variable} = {lower} to {upper} step {step}{carried} {{"),
        );
        self.loop_body(it, "affine");
    }

    fn scf_for(&mut self, it: &Loop) {
        let dim = &it.dims[0];
        let [lower, upper, step] = [&dim.lower, &dim.upper, &dim.step].map(|it| self.value(dim, it));
        let (results, carried) = self.carried(it);
        let keyword = if it.spelling == Spelling::UnsignedFor { "unsigned " } else { "" };
        let (variable, ty) = (name(dim.variable), self.ty(dim.variable));
        let ty = if ty == "index" { String::new() } else { format!(" : {ty}") };
        let header =
            format!("{results}scf.for {keyword}{variable} = {lower} to {upper} step {step}{carried}{ty} {{");
        self.marked(it, &header);
        self.loop_body(it, "scf");
    }

    fn loop_body(&mut self, it: &Loop, dialect: &str) {
        self.nodes(&it.body);
        if let Some(carried) = &it.carried {
            self.line(&format!("  {dialect}.yield {} : {}", name(carried.yielded), self.ty(carried.result)));
        }
        self.line("}");
    }

    /// What stands before the operation, and behind the step.
    fn carried(&self, it: &Loop) -> (String, String) {
        let Some(carried) = &it.carried else { return Default::default() };
        let (argument, initial) = (name(carried.argument), name(carried.initial));
        let arguments = format!(" iter_args({argument} = {initial}) -> ({})", self.ty(carried.result));
        (format!("{} = ", name(carried.result)), arguments)
    }

    fn while_loop(&mut self, it: &Loop, is_turned: bool) {
        let dim = &it.dims[0];
        let [lower, upper, step] = [&dim.lower, &dim.upper, &dim.step].map(|it| self.value(dim, it));
        let (variable, ty) = (dim.variable, self.ty(dim.variable));
        let (first, second) = (before(variable), name(variable));
        let result = it.last.map_or(String::new(), |it| format!("{} = ", name(it)));
        self.marked(it, &format!("{result}scf.while ({first} = {lower}) : ({ty}) -> {ty} {{"));
        let comparison =
            if is_turned { format!("sgt, {upper}, {first}") } else { format!("slt, {first}, {upper}") };
        self.line(&format!("  %c{variable} = arith.cmpi {comparison} : {ty}"));
        self.line(&format!("  scf.condition(%c{variable}) {first} : {ty}"));
        self.line("} do {");
        self.line(&format!("^bb0({second}: {ty}):"));
        self.nodes(&it.body);
        self.line(&format!("  %n{variable} = arith.addi {second}, {step} : {ty}"));
        self.line(&format!("  scf.yield %n{variable} : {ty}"));
        self.line("}");
    }

    fn values(&mut self, it: &Loop, of: fn(&Dim) -> &Bound) -> String {
        it.dims.iter().map(|dim| self.value(dim, of(dim))).collect::<Vec<_>>().join(", ")
    }

    /// A bound of a dimension as a value, which is defined here if it is a constant.
    fn value(&mut self, dim: &Dim, bound: &Bound) -> String {
        match bound {
            Bound::Constant(value) => {
                let constant = format!("%k{}", self.constants);
                self.constants += 1;
                let ty = self.ty(dim.variable);
                self.line(&format!("{constant} = arith.constant {value} : {ty}"));
                constant
            }
            bound => self.static_bound(bound),
        }
    }

    /// A bound where constants may stand.
    fn static_bound(&self, bound: &Bound) -> String {
        match bound {
            Bound::Constant(value) => value.to_string(),
            Bound::Value(value) => name(*value),
            Bound::Affine(them) => list(them, symbolic),
        }
    }
}

/// The expressions of a bound of an affine loop.
fn affine(bound: &Bound) -> &[Expression] {
    match bound {
        Bound::Affine(them) => them,
        Bound::Constant(_) | Bound::Value(_) => &[],
    }
}
