//! Random affine programs whose every iteration can be run: two bounded symbols, few iterations per loop, all that a
//! domain, a subscript or the extent of an access may be made of.

use proptest::prelude::*;
use std::fmt::Write;

/// Functions with up to six accesses of two arrays. A shorter list of choices, or smaller ones, gives a simpler program.
pub(super) fn program() -> impl Strategy<Value = String> {
    prop::collection::vec(any::<u16>(), 0..120).prop_map(|choices| {
        let mut program =
            Program { choices, next: 0, out: String::new(), names: 0, accesses: 0, buffers: Vec::new() };
        program.function();
        program.out
    })
}

/// The values that the guard around everything lets the symbols have.
const GUARD: &str = "affine_set<()[s0, s1] : (s0 >= 0, 3 - s0 >= 0, s1 + 1 >= 0, 1 - s1 >= 0)>()[%N, %M]";

struct Program {
    choices: Vec<u16>,
    next: usize,
    out: String,
    names: usize,
    accesses: usize,
    /// The buffers that are allocated in the blocks around.
    buffers: Vec<String>,
}

impl Program {
    /// A choice among this many; the first when there are no more choices.
    fn below(&mut self, end: usize) -> usize {
        let choice = self.choices.get(self.next).copied().unwrap_or_default();
        self.next += 1;
        usize::from(choice) % end
    }

    fn between(&mut self, lower: i64, upper: i64) -> i64 {
        lower + self.below((upper - lower + 1) as usize) as i64
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn function(&mut self) {
        self.out += "func.func @f(%A: memref<100x100xf32>, %D: memref<4x3xf32, 1>, %T: memref<1xi32>, ";
        self.out += "%N: index, %M: index, %x: f32, %w: vector<3xf32>, %q: vector<2x2xf32>) {\n";
        for constant in CONSTANTS {
            writeln!(self.out, "{} = arith.constant {constant} : index", constant_name(constant)).unwrap();
        }
        writeln!(self.out, "affine.if {GUARD} {{").unwrap();
        self.block(&mut Vec::new(), 0);
        if self.accesses == 0 {
            self.access(&[]);
        }
        self.out += "}\nreturn\n}\n";
    }

    /// Statements that see these names, inside this many loops.
    fn block(&mut self, names: &mut Vec<String>, loops: usize) {
        let (visible, buffers) = (names.len(), self.buffers.len());
        for _ in 0..=self.below(3) {
            match self.below(13) {
                0..=2 if loops < 3 => self.for_loop(names, loops),
                3 if loops < 2 => self.parallel(names, loops),
                4 | 5 => self.conditional(names, loops),
                6 => self.value(names),
                7 => self.arithmetic(names),
                8 => self.transfer(names),
                12 => {
                    let buffer = self.name();
                    writeln!(self.out, "{buffer} = memref.alloca() : memref<100x100xf32>").unwrap();
                    self.buffers.push(buffer);
                    self.access(names);
                }
                _ => self.access(names),
            }
        }
        if loops > 0 {
            self.access(names);
        }
        names.truncate(visible);
        self.buffers.truncate(buffers);
    }

    /// Over `d0`, `d1`, … and `s0`, `s1`.
    fn expression(&mut self, dims: usize) -> String {
        let mut terms = Vec::new();
        for _ in 0..=self.below(2) {
            let input = match self.below(dims + 1) {
                0 => format!("s{}", self.below(2)),
                dim => format!("d{}", dim - 1),
            };
            let factor = self.between(-2, 3);
            let divisor = self.between(2, 4);
            terms.push(match self.below(8) {
                0 => format!("({input} floordiv {divisor}) * {factor}"),
                1 => format!("(({input} + 1) mod {divisor})"),
                2 => format!("((-{input}) ceildiv {divisor})"),
                3 => format!("{input} * {factor}"),
                _ => input,
            });
        }
        format!("{} + {}", terms.join(" + "), self.between(-2, 2))
    }

    /// A map with these results, applied to all names.
    fn map(names: &[String], results: &[String]) -> String {
        let dims: Vec<_> = (0..names.len()).map(|it| format!("d{it}")).collect();
        let (dims, results) = (dims.join(", "), results.join(", "));
        format!("affine_map<({dims})[s0, s1] -> ({results})>({})[%N, %M]", names.join(", "))
    }

    /// Lower and upper bounds as lists of results, with at most five values between them.
    fn bounds(&mut self, dims: usize) -> (Vec<String>, Vec<String>) {
        match self.below(4) {
            0 => (vec![self.between(-1, 1).to_string()], vec![self.between(1, 4).to_string()]),
            1 => {
                let start = self.expression(dims);
                let end = format!("{start} + {}", self.between(1, 5));
                (vec![start], vec![end])
            }
            2 => (vec![self.expression(dims), "0".to_owned()], vec![self.between(1, 4).to_string()]),
            _ => (vec!["-1".to_owned()], vec![self.expression(dims), self.between(1, 3).to_string()]),
        }
    }

    fn for_loop(&mut self, names: &mut Vec<String>, loops: usize) {
        let (lower, upper) = self.bounds(names.len());
        let bound = |keyword: &str, results: &[String]| {
            let keyword = if results.len() > 1 { keyword } else { "" };
            format!("{keyword} {}", Self::map(names, results))
        };
        let (lower, upper) = (bound("max", &lower), bound("min", &upper));
        let step = self.between(1, 3);
        let variable = self.name();
        writeln!(self.out, "affine.for {variable} = {lower} to {upper} step {step} {{").unwrap();
        names.push(variable);
        self.block(names, loops + 1);
        names.pop();
        self.out += "}\n";
    }

    fn parallel(&mut self, names: &mut Vec<String>, loops: usize) {
        let dims: Vec<_> = names.iter().chain([&"%N".to_owned(), &"%M".to_owned()]).cloned().collect();
        let bound = |lists: [Vec<String>; 2], keyword: &str| {
            let results = lists.map(|results| {
                let text = in_place(&results.join(", "), &dims[..dims.len() - 2]);
                if results.len() > 1 { format!("{keyword}({text})") } else { text }
            });
            results.join(", ")
        };
        let (first, second) = (self.bounds(names.len()), self.bounds(names.len()));
        let lower = bound([first.0, second.0], "max");
        let upper = bound([first.1, second.1], "min");
        let steps = (self.between(1, 2), self.between(1, 3));
        let variables = [self.name(), self.name()];
        writeln!(
            self.out,
            "affine.parallel ({}) = ({lower}) to ({upper}) step ({}, {}) {{",
            variables.join(", "),
            steps.0,
            steps.1
        )
        .unwrap();
        names.extend(variables);
        self.block(names, loops + 2);
        names.truncate(names.len() - 2);
        self.out += "}\n";
    }

    fn conditional(&mut self, names: &mut Vec<String>, loops: usize) {
        let constraints: Vec<_> = (0..=self.below(2))
            .map(|_| {
                let relation = if self.below(4) == 0 { "==" } else { ">=" };
                format!("{} {relation} 0", self.expression(names.len()))
            })
            .collect();
        let dims: Vec<_> = (0..names.len()).map(|it| format!("d{it}")).collect();
        let (dims, constraints) = (dims.join(", "), constraints.join(", "));
        let operands = names.join(", ");
        writeln!(self.out, "affine.if affine_set<({dims})[s0, s1] : ({constraints})>({operands})[%N, %M] {{")
            .unwrap();
        self.block(names, loops);
        if self.below(2) == 0 {
            self.out += "} else {\n";
            self.block(names, loops);
        }
        self.out += "}\n";
    }

    fn value(&mut self, names: &mut Vec<String>) {
        let dims = names.len();
        let (op, results) = match self.below(4) {
            0 => ("affine.min", vec![self.expression(dims), self.expression(dims)]),
            1 => ("affine.max", vec![self.expression(dims), self.expression(dims)]),
            _ => ("affine.apply", vec![self.expression(dims)]),
        };
        let map = Self::map(names, &results);
        let name = self.name();
        writeln!(self.out, "{name} = {op} {map}").unwrap();
        names.push(name);
    }

    /// A name, or a constant or symbol.
    fn operand(&mut self, names: &[String]) -> String {
        match self.below(names.len() + 3) {
            0 => "%N".to_owned(),
            1 => constant_name(CONSTANTS[self.below(CONSTANTS.len())]),
            2 => "%M".to_owned(),
            name => names[name - 3].clone(),
        }
    }

    /// Index arithmetic, or digits of an index.
    fn arithmetic(&mut self, names: &mut Vec<String>) {
        let (a, b) = (self.operand(names), self.operand(names));
        let factor = constant_name(CONSTANTS[self.below(CONSTANTS.len())]);
        let (size, inner) = (self.between(1, 3), self.between(1, 3));
        let name = self.name();
        let text = match self.below(9) {
            0 => format!("arith.addi {a}, {b} : index"),
            1 => format!("arith.subi {a}, {b} : index"),
            2 => format!("arith.muli {a}, {factor} : index"),
            3 => format!("index.sub {a}, {b}"),
            4 => format!("arith.maxsi {a}, {b} : index"),
            5 => format!("index.ceildivs {a}, %k3"),
            6 => format!("affine.linearize_index [{a}, {b}] by ({size}, {inner}) : index"),
            7 => format!("affine.linearize_index [{a}, {b}] by ({size}) : index"),
            _ => {
                writeln!(
                    self.out,
                    "{name}:2 = affine.delinearize_index {a} into ({size}, {inner}) : index, index"
                )
                .unwrap();
                names.extend([format!("{name}#0"), format!("{name}#1")]);
                return;
            }
        };
        writeln!(self.out, "{name} = {text}").unwrap();
        names.push(name);
    }

    fn place(&mut self, names: &[String], memref: &str) -> String {
        let subscripts = [self.expression(names.len()), self.expression(names.len())];
        format!("{memref}[{}]", in_place(&subscripts.join(", "), names))
    }

    fn transfer(&mut self, names: &[String]) {
        if self.accesses == 6 {
            return;
        }
        self.accesses += 1;
        let (outer, inner) = (self.place(names, "%A"), self.place(names, "%D"));
        let constant = |at: usize| constant_name(CONSTANTS[at % CONSTANTS.len()]);
        let count = match self.below(4) {
            0 => "%N".to_owned(),
            at => constant(at),
        };
        let (stride, chunk) = (constant(self.below(9)), constant(1 + self.below(2)));
        let sizes = if self.below(2) == 0 { count } else { format!("{count}, {stride}, {chunk}") };
        let (a, d, t) = ("memref<100x100xf32>", "memref<4x3xf32, 1>", "memref<1xi32>");
        if self.below(2) == 0 {
            writeln!(self.out, "affine.dma_start {outer}, {inner}, %T[0], {sizes} : {a}, {d}, {t}").unwrap();
        } else {
            writeln!(self.out, "affine.dma_start {inner}, {outer}, %T[0], {sizes} : {d}, {a}, {t}").unwrap();
        }
    }

    fn access(&mut self, names: &[String]) {
        if self.accesses == 6 {
            return;
        }
        self.accesses += 1;
        let (memref, ty) = match (self.below(5), self.buffers.last()) {
            (0, _) => ("%D".to_owned(), "memref<4x3xf32, 1>"),
            (1..=3, Some(buffer)) => (buffer.clone(), "memref<100x100xf32>"),
            _ => ("%A".to_owned(), "memref<100x100xf32>"),
        };
        let place = format!("{} : {ty}", self.place(names, &memref));
        let vector = match self.below(8) {
            0 => Some(("%w", "vector<3xf32>")),
            1 => Some(("%q", "vector<2x2xf32>")),
            _ => None,
        };
        let is_load = self.below(3) == 0;
        let name = if is_load { self.name() } else { String::new() };
        match (is_load, vector) {
            (true, None) => writeln!(self.out, "{name} = affine.load {place}"),
            (false, None) => writeln!(self.out, "affine.store %x, {place}"),
            (true, Some((_, vector))) => writeln!(self.out, "{name} = affine.vector_load {place}, {vector}"),
            (false, Some((value, vector))) => {
                writeln!(self.out, "affine.vector_store {value}, {place}, {vector}")
            }
        }
        .unwrap();
    }
}

/// Constants that programs may use as values.
const CONSTANTS: [i64; 6] = [0, 1, 2, 3, 5, -2];

fn constant_name(value: i64) -> String {
    let sign = if value < 0 { "m" } else { "" };
    format!("%k{sign}{}", value.abs())
}

/// The expression with values in place of dims and symbols.
fn in_place(expression: &str, names: &[String]) -> String {
    let mut text = expression.replace("s0", "symbol(%N)").replace("s1", "symbol(%M)");
    for (dim, name) in names.iter().enumerate().rev() {
        text = text.replace(&format!("d{dim}"), name);
    }
    text
}
