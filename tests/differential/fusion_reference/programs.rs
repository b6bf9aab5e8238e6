//! Random functions of two to four nests, most of which the pass of `mlir-opt` fuses.
//!
//! Nests read what earlier nests have written, with offsets, transposed or as a whole row; several read one memref; they
//! accumulate in memory and in values that loops carry; bounds are constants, a symbol or the variable of the loop
//! around; memrefs are arguments and local. Numbers are floats, whose stores can be told apart.

use affine_analyzer_tests::random::Random;

/// The function `@kernel` for a seed.
pub(super) fn program(seed: u64) -> String {
    let mut writer = Writer::new(seed);
    writer.function();
    writer.text
}

/// A memref of rank 1 or 2 with as many elements in each dimension as every subscript needs.
#[derive(Clone)]
struct Buffer {
    name: &'static str,
    rank: usize,
    is_local: bool,
}

/// What a loop runs over.
#[derive(Clone, Copy)]
struct Range {
    text: &'static str,
    least: i64,
    /// `None`: the symbol less one.
    greatest: Option<i64>,
}

const RANGES: [Range; 6] = [
    Range { text: "0 to 10", least: 0, greatest: Some(9) },
    Range { text: "1 to 9", least: 1, greatest: Some(8) },
    Range { text: "0 to %n", least: 0, greatest: None },
    Range { text: "2 to 10 step 2", least: 2, greatest: Some(8) },
    Range { text: "0 to 11", least: 0, greatest: Some(10) },
    Range { text: "0 to 3", least: 0, greatest: Some(2) },
];

/// An induction variable with its values.
#[derive(Clone)]
struct Variable {
    name: String,
    least: i64,
    greatest: Option<i64>,
}

struct Writer {
    random: Random,
    text: String,
    indentation: usize,
    next: usize,
    element: &'static str,
    is_dynamic: bool,
    buffers: Vec<Buffer>,
    /// Of the nests so far.
    written: Vec<Buffer>,
    /// What most loops of the function run over, from the outside to the inside.
    ranges: [Range; 2],
}

impl Writer {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let element = random.pick(&["f32", "f32", "f64"]);
        let is_dynamic = random.below(5) == 0;
        let mut range = || RANGES[[0, 0, 0, 1, 2, 3][random.below(6)]];
        let outer = range();
        let ranges =
            [outer, if random.below(2) == 0 { outer } else { RANGES[[0, 0, 1, 2][random.below(4)]] }];
        Self {
            random,
            text: String::new(),
            indentation: 0,
            next: 0,
            element,
            is_dynamic,
            buffers: Vec::new(),
            written: Vec::new(),
            ranges,
        }
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.random.below(count) == 0
    }

    fn line(&mut self, line: &str) {
        self.text += &"  ".repeat(self.indentation);
        self.text += line;
        self.text.push('\n');
    }

    fn open(&mut self, line: &str) {
        self.line(line);
        self.indentation += 1;
    }

    fn close(&mut self) {
        self.indentation -= 1;
        self.line("}");
    }

    fn name(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("%{stem}{}", self.next)
    }

    fn type_of(&self, buffer: &Buffer) -> String {
        let size = if self.is_dynamic && !buffer.is_local { "?x" } else { "24x" };
        format!("memref<{}{}>", size.repeat(buffer.rank), self.element)
    }

    fn function(&mut self) {
        let buffer = |(name, rank, is_local)| Buffer { name, rank, is_local };
        let arguments = [("%a", 2, false), ("%b", 2, false), ("%p", 1, false), ("%q", 1, false)].map(buffer);
        let locals = [("%t", 2, true), ("%u", 2, true), ("%s", 1, true)].map(buffer);
        let list: Vec<String> =
            arguments.iter().map(|it| format!("{}: {}", it.name, self.type_of(it))).collect();
        self.open(&format!("func.func @kernel({}, %f: {}, %n: index) {{", list.join(", "), self.element));
        let all = [&arguments[..], &locals[..]].concat();
        // Few buffers are more often shared.
        for buffer in all {
            if buffer.name == "%a" || !self.one_in(5) {
                self.buffers.push(buffer);
            }
        }
        for local in self.buffers.clone().into_iter().filter(|it| it.is_local) {
            self.line(&format!("{} = memref.alloc() : {}", local.name, self.type_of(&local)));
        }
        let around = match self.random.below(12) {
            0 => Some("affine.for %o = 0 to 2 {"),
            1 => Some("affine.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%n] {"),
            _ => None,
        };
        if let Some(around) = around {
            self.open(around);
        }
        let count = [2, 2, 3, 3, 4][self.random.below(5)];
        for number in 0..count {
            if number > 0 && self.one_in(10) {
                self.between();
            }
            self.nest();
        }
        if around.is_some() {
            self.close();
        }
        self.line("return");
        self.close();
    }

    /// Something that is no nest.
    fn between(&mut self) {
        let buffer = self.source(None);
        let subscripts = vec!["1"; buffer.rank].join(", ");
        let ty = self.type_of(&buffer);
        match self.one_in(2) {
            true => self.line(&format!("affine.store %f, {}[{subscripts}] : {ty}", buffer.name)),
            false => {
                let name = self.name("v");
                self.line(&format!("{name} = affine.load {}[{subscripts}] : {ty}", buffer.name));
            }
        }
    }

    /// A memref to read: as a rule one that has been written.
    fn source(&mut self, rank: Option<usize>) -> Buffer {
        let fits = |it: &&Buffer| rank.is_none_or(|rank| it.rank == rank);
        let written: Vec<Buffer> = self.written.iter().filter(fits).cloned().collect();
        let may_be_unwritten = self.one_in(20);
        let holds_numbers = |it: &&Buffer| {
            !it.is_local || may_be_unwritten || self.written.iter().any(|written| written.name == it.name)
        };
        let all: Vec<Buffer> = self.buffers.iter().filter(fits).filter(holds_numbers).cloned().collect();
        // As a rule the last, which nobody has read yet.
        if let Some(last) = written.last()
            && self.one_in(2)
        {
            return last.clone();
        }
        let from = if written.is_empty() || self.one_in(3) { all } else { written };
        match from.is_empty() {
            true => Buffer { name: "%a", rank: 2, is_local: false },
            false => from[self.random.below(from.len())].clone(),
        }
    }

    fn target(&mut self, rank: usize) -> Buffer {
        let mut fit: Vec<Buffer> = self.buffers.iter().filter(|it| it.rank == rank).cloned().collect();
        // Few memrefs are written twice.
        let is_new = |it: &Buffer| self.written.iter().all(|written| written.name != it.name);
        let is_any = self.random.below(5) == 0;
        if !is_any && fit.iter().any(is_new) {
            fit.retain(is_new);
        }
        let buffer = match fit.is_empty() {
            true => self.buffers[self.random.below(self.buffers.len())].clone(),
            false => fit[self.random.below(fit.len())].clone(),
        };
        self.written.push(buffer.clone());
        buffer
    }

    fn range(&mut self, level: usize) -> Range {
        match self.random.below(6) {
            0 => RANGES[self.random.below(RANGES.len())],
            _ => self.ranges[level.min(1)],
        }
    }

    /// Opens a loop.
    fn loop_(&mut self, level: usize, outer: &[Variable]) -> Variable {
        let range = self.range(level);
        let name = self.name("i");
        let (mut text, mut least) = (range.text.to_owned(), range.least);
        if let Some(outer) = outer.last()
            && range.text.starts_with("0 to")
            && self.one_in(8)
        {
            text = text.replacen('0', &format!("affine_map<(d0) -> (d0)>({})", outer.name), 1);
            least = outer.least;
        }
        self.open(&format!("affine.for {name} = {text} {{"));
        Variable { name, least, greatest: range.greatest }
    }

    fn nest(&mut self) {
        match self.random.below(12) {
            0 => self.row_sums_in_memory(),
            1 => self.row_sums(),
            2 => self.imperfect(),
            3 => self.product(),
            4 | 5 => {
                let outer = self.loop_(0, &[]);
                self.body(&[outer]);
                self.close();
            }
            _ => {
                let outer = self.loop_(0, &[]);
                let inner = self.loop_(1, std::slice::from_ref(&outer));
                let is_guarded = self.one_in(14);
                if is_guarded {
                    self.open(&format!("affine.if affine_set<(d0) : (d0 - 2 >= 0)>({}) {{", outer.name));
                }
                self.body(&[outer, inner]);
                if is_guarded {
                    self.close();
                }
                self.close();
                self.close();
            }
        }
    }

    /// Some loads and a store.
    fn body(&mut self, variables: &[Variable]) {
        let mut value = match self.one_in(8) {
            true => "%f".to_owned(),
            false => {
                let buffer = self.source(None);
                let mut value = self.load(&buffer, variables, 6);
                // A stencil.
                while self.one_in(3) {
                    let other = self.load(&buffer, variables, 2);
                    value = self.combined(&value, &other);
                }
                value
            }
        };
        while self.one_in(2) {
            let buffer = self.source(None);
            let other = self.load(&buffer, variables, 4);
            value = self.combined(&value, &other);
        }
        let rank = variables.len().min(2);
        let rank = if self.one_in(10) { 3 - rank } else { rank };
        let target = self.target(rank);
        self.store(&value, &target, variables, 8);
        if self.one_in(8) {
            let target = self.target(rank);
            self.store(&value, &target, variables, 8);
        }
    }

    fn row_sums_in_memory(&mut self) {
        let target = self.target(1);
        self.initialized(&target);
        let outer = self.loop_(0, &[]);
        let inner = self.loop_(1, std::slice::from_ref(&outer));
        let both = [outer.clone(), inner];
        let from = self.source(Some(2));
        let value = self.load(&from, &both, 6);
        let subscripts = self.subscripts(&target, &[outer], 0);
        let ty = self.type_of(&target);
        let (old, name) = (self.name("v"), target.name);
        self.line(&format!("{old} = affine.load {name}[{subscripts}] : {ty}"));
        let sum = self.combined(&old, &value);
        self.line(&format!("affine.store {sum}, {name}[{subscripts}] : {ty}"));
        self.close();
        self.close();
    }

    /// What is accumulated begins with a number.
    fn initialized(&mut self, buffer: &Buffer) {
        if !buffer.is_local && self.one_in(2) {
            return;
        }
        let variables: Vec<Variable> = (0..buffer.rank).map(|level| self.loop_(level, &[])).collect();
        self.store("%f", buffer, &variables, 0);
        variables.iter().for_each(|_| self.close());
    }

    /// The inner loop carries the sum.
    fn row_sums(&mut self) {
        let outer = self.loop_(0, &[]);
        let range = self.range(1);
        let (inner, sum, carried) = (self.name("i"), self.name("r"), self.name("c"));
        let element = self.element;
        let head = format!("affine.for {inner} = {} iter_args({carried} = %f) -> ({element})", range.text);
        self.open(&format!("{sum} = {head} {{"));
        let inner = Variable { name: inner, least: range.least, greatest: range.greatest };
        let from = self.source(Some(2));
        let value = self.load(&from, &[outer.clone(), inner], 6);
        let next = self.combined(&carried, &value);
        self.line(&format!("affine.yield {next} : {element}"));
        self.close();
        let target = self.target(1);
        self.store(&sum, &target, &[outer], 0);
        self.close();
    }

    /// A statement in front of the inner loop.
    fn imperfect(&mut self) {
        let outer = self.loop_(0, &[]);
        let around = std::slice::from_ref(&outer);
        let target = self.target(1);
        self.store("%f", &target, around, 0);
        let inner = self.loop_(1, around);
        self.body(&[outer, inner]);
        self.close();
        self.close();
    }

    /// Three loops, the innermost of which accumulates.
    fn product(&mut self) {
        let (left, right, target) = (self.source(Some(2)), self.source(Some(2)), self.target(2));
        self.initialized(&target);
        let outer = self.loop_(0, &[]);
        let middle = self.loop_(1, &[]);
        let inner = self.loop_(1, &[]);
        let left = self.load(&left, &[outer.clone(), inner.clone()], 0);
        let right = self.load(&right, &[inner, middle.clone()], 0);
        let product = self.combined(&left, &right);
        let subscripts = self.subscripts(&target, &[outer, middle], 0);
        let (old, ty) = (self.name("v"), self.type_of(&target));
        self.line(&format!("{old} = affine.load {}[{subscripts}] : {ty}", target.name));
        let sum = self.combined(&old, &product);
        self.line(&format!("affine.store {sum}, {}[{subscripts}] : {ty}", target.name));
        for _ in 0..3 {
            self.close();
        }
    }

    fn load(&mut self, buffer: &Buffer, variables: &[Variable], odds: usize) -> String {
        let name = self.name("v");
        let subscripts = self.subscripts(buffer, variables, odds);
        self.line(&format!("{name} = affine.load {}[{subscripts}] : {}", buffer.name, self.type_of(buffer)));
        name
    }

    fn store(&mut self, value: &str, buffer: &Buffer, variables: &[Variable], odds: usize) {
        let subscripts = self.subscripts(buffer, variables, odds);
        self.line(&format!("affine.store {value}, {}[{subscripts}] : {}", buffer.name, self.type_of(buffer)));
    }

    fn combined(&mut self, left: &str, right: &str) -> String {
        let name = self.name("w");
        let operation = self.random.pick(&["arith.addf", "arith.subf", "arith.mulf"]);
        self.line(&format!("{name} = {operation} {left}, {right} : {}", self.element));
        name
    }

    /// The variables in order; each is shifted once in so many times (never if 0).
    fn subscripts(&mut self, buffer: &Buffer, variables: &[Variable], odds: usize) -> String {
        let is_turned = odds > 0 && self.one_in(12);
        let mut list: Vec<String> = (0..buffer.rank)
            .map(|dim| match variables.get(dim.min(variables.len().saturating_sub(1))) {
                Some(_) if dim >= variables.len() => self.random.below(3).to_string(),
                Some(variable) => self.subscript(&variable.clone(), odds),
                None => "0".to_owned(),
            })
            .collect();
        if is_turned {
            list.reverse();
        }
        list.join(", ")
    }

    fn subscript(&mut self, variable: &Variable, odds: usize) -> String {
        let Variable { name, least, greatest } = variable;
        if odds == 0 || !self.one_in(odds) {
            return name.clone();
        }
        match (self.random.below(8), greatest) {
            (0..3, _) => format!("{name} + 1"),
            (3, _) => format!("{name} + 2"),
            (4 | 5, _) if *least > 0 => format!("{name} - 1"),
            (6, Some(greatest)) => format!("{greatest} - {name}"),
            (7, Some(_)) => format!("2 * {name}"),
            _ => self.random.below(4).to_string(),
        }
    }
}
