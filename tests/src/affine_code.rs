//! Affine code as people and compilers write it, in any length, for benchmarks and for tests of size.
//!
//! Functions over memrefs of static and dynamic shape, with nests of loops that carry values or not, conditions,
//! accesses with affine subscripts, arithmetic, maps and sets inline and by alias, calls and comments. `mlir-opt`
//! accepts it. The same arguments give the same text.

use crate::random::Random;

const ALIASES: &str = "\
#tile = affine_map<(d0) -> (d0 * 32)>
#tile_end = affine_map<(d0)[s0] -> (d0 * 32 + 32, s0)>
#skew = affine_map<(d0, d1) -> (d0 + 2 * d1 - 1)>
#lower = affine_map<(d0) -> (d0 + 1)>
#interior = affine_set<(d0, d1)[s0] : (d0 - 1 >= 0, -d0 + s0 - 2 >= 0, d1 - 1 >= 0, -d1 + s0 - 2 >= 0)>
#diagonal = affine_set<(d0, d1) : (d0 - d1 == 0)>
";

const COMMENTS: [&str; 8] = [
    "The halo is handled by the caller.",
    "Both operands stay in the cache from here on.",
    "C[i, j] += A[i, k] * B[k, j], with the innermost loop over k.",
    "No dependence is carried by this loop.",
    "See the note above about the alignment of rows.",
    "Rows first: the memref is row-major.",
    "The border keeps its old values, as the reference does.",
    "Tiled by 32, which is a multiple of the vector width.",
];

const KERNELS: [&str; 8] =
    ["matmul", "stencil", "conv2d", "jacobi", "reduce_rows", "transpose", "smooth_grid", "trmm"];

/// Names of values in what people write; compilers number them.
const NAMES: [&str; 12] =
    ["a", "b", "lhs", "rhs", "sum", "product", "value", "scaled", "left", "right", "next", "partial"];

/// A module of at least `lines` lines; it ends with the function that reaches them.
pub fn affine_code(lines: usize, seed: u64) -> String {
    let mut it = Writer::new(seed);
    it.text.push_str(ALIASES);
    it.text.push_str("\nfunc.func private @report(f32)\n");
    it.lines = it.text.lines().count();
    while it.lines < lines {
        it.function();
    }
    it.text
}

struct Memref {
    name: &'static str,
    rank: usize,
    ty: String,
}

struct Writer {
    random: Random,
    text: String,
    lines: usize,
    functions: usize,
    indentation: usize,
    /// Whether the function's values have names, and the number of the next one.
    is_named: bool,
    next: usize,
    memrefs: Vec<Memref>,
    /// Induction variables in scope, outermost first.
    indices: Vec<String>,
    /// Values of type `f32` in scope.
    scalars: Vec<String>,
}

impl Writer {
    fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            text: String::new(),
            lines: 0,
            functions: 0,
            indentation: 0,
            is_named: false,
            next: 0,
            memrefs: Vec::new(),
            indices: Vec::new(),
            scalars: Vec::new(),
        }
    }

    fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.text.push_str(&"  ".repeat(self.indentation));
        }
        self.text.push_str(line);
        self.text.push('\n');
        self.lines += 1;
    }

    /// `{`, what `inside` writes, and `}` with what follows it; nothing of the scope is left.
    fn region(&mut self, head: &str, tail: &str, inside: impl FnOnce(&mut Self)) {
        let (indices, scalars) = (self.indices.len(), self.scalars.len());
        self.line(&format!("{head} {{"));
        self.indentation += 1;
        inside(self);
        self.indentation -= 1;
        self.line(&format!("}}{tail}"));
        self.indices.truncate(indices);
        self.scalars.truncate(scalars);
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.random.below(chances) == 0
    }

    fn comment(&mut self) {
        let comment = self.random.pick(&COMMENTS);
        self.line(&format!("// {comment}"));
    }

    fn function(&mut self) {
        self.next = 0;
        self.is_named = self.one_in(2);
        self.memrefs.clear();
        self.scalars = vec!["%alpha".to_owned()];
        for name in ["%A", "%B", "%C"] {
            let rank = 1 + self.random.below(3);
            // Sizes that the accesses are sure to stay within, as in code that somebody has run.
            let size = if self.one_in(2) { "?x" } else { "65536x" };
            let shape = size.repeat(rank);
            self.memrefs.push(Memref { name, rank, ty: format!("memref<{shape}f32>") });
        }
        let arguments: String = self.memrefs.iter().map(|it| format!("{}: {}, ", it.name, it.ty)).collect();
        let kernel = self.random.pick(&KERNELS);
        let number = self.functions;
        self.functions += 1;
        self.line("");
        self.comment();
        self.region(&format!("func.func @{kernel}_{number}({arguments}%alpha: f32, %n: index)"), "", |it| {
            it.line("%zero = arith.constant 0.0 : f32");
            it.scalars.push("%zero".to_owned());
            let ty = "memref<?x?xf32>";
            it.line(&format!("%buffer = memref.alloc(%n, %n) : {ty}"));
            it.memrefs.push(Memref { name: "%buffer", rank: 2, ty: ty.to_owned() });
            for _ in 0..1 + it.random.below(3) {
                it.line("");
                if it.one_in(2) {
                    it.comment();
                }
                it.nest();
            }
            it.line(&format!("memref.dealloc %buffer : {ty}"));
            it.line("return");
        });
    }

    fn nest(&mut self) {
        match self.random.below(8) {
            0 => self.parallel(),
            1 => self.tiled(),
            2 => {
                let sum = self.reduction();
                self.line(&format!("call @report({sum}) : (f32) -> ()"));
            }
            _ => self.loops(),
        }
    }

    /// One to three loops around statements.
    fn loops(&mut self) {
        let bounds = self.bounds();
        self.for_(&bounds, |it| {
            if it.indices.len() < 2 || it.indices.len() < 3 && it.one_in(2) {
                it.loops();
                if it.one_in(3) {
                    it.statements();
                }
            } else {
                it.statements();
            }
        });
    }

    /// A loop with a name of its own for the induction variable.
    fn for_(&mut self, bounds: &str, inside: impl FnOnce(&mut Self)) {
        let index = self.index();
        self.region(&format!("affine.for {index} = {bounds}"), "", |it| {
            it.indices.push(index);
            inside(it);
        });
    }

    /// A name for the next induction variable.
    fn index(&self) -> String {
        let names = ["%i", "%j", "%k", "%l", "%ii", "%jj"];
        names
            .get(self.indices.len())
            .map_or_else(|| format!("%i{}", self.indices.len()), |it| (*it).to_owned())
    }

    fn bounds(&mut self) -> String {
        let size = self.random.pick(&["8", "64", "100", "128", "512", "1024"]);
        let outer = self.indices.last().cloned();
        match (self.random.below(8), outer) {
            (0, _) => "0 to %n".to_owned(),
            (1, _) => format!("1 to {size} step {}", 2 << self.random.below(3)),
            (2, Some(outer)) => format!("#lower({outer}) to {size}"),
            (3, Some(outer)) => format!("0 to min affine_map<(d0)[s0] -> (d0 + 1, s0)>({outer})[%n]"),
            (4, Some(outer)) => format!("max affine_map<(d0) -> (0, d0 - 4)>({outer}) to {size}"),
            _ => format!("0 to {size}"),
        }
    }

    /// Two loops over tiles of 32.
    fn tiled(&mut self) {
        let size = self.random.pick(&["4", "16", "32"]);
        self.for_(&format!("0 to {size}"), |it| {
            let tile = it.indices.last().cloned().unwrap_or_default();
            it.for_(&format!("#tile({tile}) to min #tile_end({tile})[%n]"), |it| {
                if it.one_in(2) {
                    it.loops();
                } else {
                    it.statements();
                }
            });
        });
    }

    fn parallel(&mut self) {
        let (outer, size) = (self.index(), self.random.pick(&["32", "100", "256"]));
        self.region(&format!("affine.parallel ({outer}, %p) = (0, 0) to ({size}, symbol(%n))"), "", |it| {
            it.indices.extend([outer, "%p".to_owned()]);
            it.statements();
        });
    }

    /// A loop that carries a sum; gives the name of the sum.
    fn reduction(&mut self) -> String {
        let sum = format!("%sum_{}", self.next);
        self.next += 1;
        let (index, bounds) = (self.index(), self.bounds());
        let head = format!("{sum} = affine.for {index} = {bounds} iter_args(%acc = %zero) -> (f32)");
        self.region(&head, "", |it| {
            it.indices.push(index);
            let loaded = it.load();
            let product = it.value(&format!("arith.mulf {loaded}, %alpha : f32"));
            let next = it.value(&format!("arith.addf %acc, {product} : f32"));
            it.line(&format!("affine.yield {next} : f32"));
        });
        sum
    }

    fn statements(&mut self) {
        for _ in 0..1 + self.random.below(3) {
            match self.random.below(12) {
                0 => self.comment(),
                1 => self.conditional(),
                2 => {
                    let sum = self.reduction();
                    self.scalars.push(sum);
                }
                3 => self.vectors(),
                4 => self.index_arithmetic(),
                _ => self.update(),
            }
        }
        self.update();
    }

    /// Some loads, arithmetic over them, and a store.
    fn update(&mut self) {
        let mut result = self.load();
        for _ in 0..1 + self.random.below(3) {
            let operand = if self.one_in(3) { self.scalar() } else { self.load() };
            let name = self.random.pick(&["addf", "mulf", "mulf", "subf", "maximumf"]);
            result = self.value(&format!("arith.{name} {result}, {operand} : f32"));
        }
        if self.one_in(8) {
            let condition = self.value(&format!("arith.cmpf ogt, {result}, %zero : f32"));
            result = self.value(&format!("arith.select {condition}, {result}, %zero : f32"));
        }
        self.scalars.push(result.clone());
        self.store(&result);
    }

    fn load(&mut self) -> String {
        let (access, ty) = self.access();
        self.value(&format!("affine.load {access} : {ty}"))
    }

    fn store(&mut self, value: &str) {
        let (access, ty) = self.access();
        let trailing = if self.one_in(12) { "  // in place" } else { "" };
        self.line(&format!("affine.store {value}, {access} : {ty}{trailing}"));
    }

    /// `%A[%i, %j + 1]` and the type of `%A`.
    fn access(&mut self) -> (String, String) {
        let which = self.random.below(self.memrefs.len());
        let Memref { name, rank, ref ty } = self.memrefs[which];
        let ty = ty.clone();
        let subscripts: Vec<String> = (0..rank).map(|dimension| self.subscript(dimension)).collect();
        (format!("{name}[{}]", subscripts.join(", ")), ty)
    }

    fn subscript(&mut self, dimension: usize) -> String {
        if self.indices.is_empty() {
            return dimension.to_string();
        }
        let at_random = self.random.below(self.indices.len());
        let which = if self.one_in(4) { at_random } else { dimension.min(self.indices.len() - 1) };
        let index = &self.indices[which];
        match self.random.below(14) {
            0 => format!("{index} + 1"),
            1 => format!("{index} + 2"),
            2 => format!("{index} * 2 + {}", self.random.below(16)),
            3 => format!("{index} + symbol(%n)"),
            4 => format!("{index} floordiv 4"),
            5 => format!("{index} + {} + 2", self.indices[0]),
            6 => self.random.below(8).to_string(),
            _ => index.clone(),
        }
    }

    fn scalar(&mut self) -> String {
        self.scalars[self.random.below(self.scalars.len())].clone()
    }

    /// `%7 = ` or `%sum_7 = ` and the operation; gives the name.
    fn value(&mut self, operation: &str) -> String {
        let name = if self.is_named { self.random.pick(&NAMES) } else { "" };
        let underscore = if self.is_named { "_" } else { "" };
        let name = format!("%{name}{underscore}{}", self.next);
        self.next += 1;
        self.line(&format!("{name} = {operation}"));
        name
    }

    fn conditional(&mut self) {
        let (Some(first), Some(last)) = (self.indices.first().cloned(), self.indices.last().cloned()) else {
            return;
        };
        let condition = match self.random.below(3) {
            0 => format!("#interior({first}, {last})[%n]"),
            1 => format!("#diagonal({first}, {last})"),
            _ => {
                format!("affine_set<(d0)[s0] : (d0 - {} >= 0, s0 - d0 - 1 >= 0)>({last})[%n]", self.next % 10)
            }
        };
        if self.one_in(3) {
            self.region(&format!("affine.if {condition}"), " else {", Self::update);
            self.indentation += 1;
            let value = self.scalar();
            self.store(&value);
            self.indentation -= 1;
            self.line("}");
        } else {
            self.region(&format!("affine.if {condition}"), "", Self::update);
        }
    }

    fn vectors(&mut self) {
        let (access, ty) = self.access();
        let vector = self.value(&format!("affine.vector_load {access} : {ty}, vector<8xf32>"));
        let doubled = self.value(&format!("arith.addf {vector}, {vector} : vector<8xf32>"));
        let (access, ty) = self.access();
        self.line(&format!("affine.vector_store {doubled}, {access} : {ty}, vector<8xf32>"));
    }

    fn index_arithmetic(&mut self) {
        let (Some(first), Some(last)) = (self.indices.first().cloned(), self.indices.last().cloned()) else {
            return;
        };
        let index = if self.one_in(2) {
            self.value(&format!("affine.apply #skew({first}, {last})"))
        } else {
            self.value(&format!("affine.min affine_map<(d0)[s0] -> (d0 + 8, s0 - 1)>({last})[%n]"))
        };
        let integer = self.value(&format!("arith.index_cast {index} : index to i32"));
        let scalar = self.value(&format!("arith.sitofp {integer} : i32 to f32"));
        self.scalars.push(scalar);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::process::{Command, Stdio};

    use super::affine_code;
    use crate::requirement;

    #[test]
    fn mlir_accepts_it() {
        let Some(mlir_opt) = requirement::program(&["mlir-opt-22", "mlir-opt"]) else { return };
        for seed in 0..8 {
            let text = affine_code(2_000, seed);
            let mut child =
                Command::new(&mlir_opt).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
            child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
            assert!(child.wait().unwrap().success(), "seed {seed}");
        }
    }

    #[test]
    fn its_length_is_the_one_asked_for() {
        let text = affine_code(5_000, 1);
        let lines = text.lines().count();
        assert!((5_000..5_300).contains(&lines), "{lines} lines");
        assert_eq!(text, affine_code(5_000, 1));
    }

    #[test]
    fn its_tree_has_no_errors() {
        assert_eq!(syntax::parse(&affine_code(5_000, 2)).errors(), []);
    }
}
