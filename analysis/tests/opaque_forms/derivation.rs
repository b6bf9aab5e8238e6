//! Programs with operations in forms that nobody knows.

use super::random::Random;
use super::writer::Writer;

const OPERATIONS: &[&str] =
    &["my.go", "ours.make.it", "x.y", "my.for", "hls.func", "ab.c_d", "my.module", "t.async"];
const WORDS: &[&str] = &[
    "to", "step", "into", "with", "from", "mask", "sync", "if", "for", "else", "do", "while", "default",
    "case", "min", "max", "outs", "ins", "on", "at", "reduce", "async", "sequence", "guard", "init",
    "private", "public", "nested", "ordered",
];
const TYPES: &[&str] = &[
    "i32",
    "index",
    "tensor<4x?xf32>",
    "memref<*xf32>",
    "!my.t",
    "!my.t<i32>",
    "!my.t<{dim = 2, parent = #my.a<[1, 2]>}>",
    "!my.array<4 x !my.t>",
    "!my.fn<(i32, ...) -> ()>",
    "!my.map<\"a\", [x: i32, y -> 4], a*b>",
    "!my<short 4>",
    "vector<[4]xf16>",
    "tuple<i32, f32>",
    "(i32, f32) -> index",
    "() -> ()",
    "tensor<2x!my.t<4>, #my.enc<a>>",
    "memref<4x4xf32, #my.layout<{a = [1, 2]}>, @space>",
    "!my.union<a | b>",
    "!my<\"a b\">",
    "(tuple<>, ()) -> (i1, () -> ())",
    "complex<f32>, none",
];
const LITERALS: &[&str] = &[
    "4",
    "-1",
    "0x1F",
    "2.5e3",
    "true",
    "\"text\"",
    "@symbol",
    "@outer::@inner",
    "#my.attribute",
    "#my.attribute<a[opts=c-t]>",
    "#my.attribute<\"x\" = {a = 1}, b -> c>",
    "#my<attribute 4>",
    "dense<[1, 2]> : tensor<2xi32>",
    "array<i32: 1, 2>",
    "affine_map<(d0)[s0] -> (d0 + s0)>",
    "[1, 2]",
    "[]",
    "unit",
    "?",
    "*",
    "<4 x i32>",
    "<a, b>",
    "<[1, 2] as x>",
    "array<i32>",
    "dense<\"0x00\"> : tensor<1xi8>",
    "opaque<\"a\", \"0xFF\">",
    "#my.attribute<(d0) -> (d0 : compressed), [a | b]>",
    "{a = 1, b}",
    "[#my<b>, \"c\", @d]",
    "1 : i32",
    "dense<1.0> : tensor<4xf32, #my.enc>",
];
const DICTIONARIES: &[&str] = &[
    "{}",
    "{a = 1}",
    "{my.a, b = \"x\"}",
    "{alignment = 64 : i64, list = [#my.a<b>, i32]}",
    "{\"a b\" = {}}",
];
/// Operations that stand in regions of others without their dialect.
const BARE: &[&str] = &[
    "yield",
    "func",
    "sequence",
    "subscript",
    "output",
    "transition",
    "match",
    "load",
    "add",
    "constant",
    "store",
    "if",
    "for",
    "while",
    "call_opaque",
    "expression",
    "alloc",
    "split",
    "cast",
    "apply",
    "select",
    "switch",
    "end",
];

/// A program, the same for the same seed.
pub(crate) fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let breaks = [0, 4, 12, 40][random.below(4)];
    let mut it = Derivation {
        out: Writer::new(breaks),
        random,
        scope: Vec::new(),
        bound: Vec::new(),
        retired: Vec::new(),
        fresh: 0,
        functions: 0,
        depth: 0,
    };
    for _ in 0..1 + it.random.below(3) {
        it.top_level();
    }
    it.out.line(0);
    it.out.into_text()
}

struct Derivation {
    random: Random,
    out: Writer,
    /// The values that may be used.
    scope: Vec<String>,
    /// Those of them that the head of an operation binds: nobody knows their types.
    bound: Vec<String>,
    /// Names whose values are out of sight.
    retired: Vec<String>,
    fresh: usize,
    functions: usize,
    depth: usize,
}

impl Derivation {
    fn token(&mut self, token: &str) {
        self.out.token(&mut self.random, token);
    }

    fn pick(&mut self, from: &[&str]) -> String {
        self.random.pick(from).to_owned()
    }

    /// A name that stands for nothing here.
    fn name(&mut self) -> String {
        if self.random.one_in(4)
            && let Some(name) = self.retired.pop()
        {
            return name;
        }
        self.fresh += 1;
        match self.random.one_in(3) {
            true => format!("%{}", self.fresh),
            false => format!("%v{}", self.fresh),
        }
    }

    /// A name that an operation binds, which may be that of a value around it.
    fn bound_name(&mut self) -> String {
        let name = match self.random.one_in(4) && !self.scope.is_empty() {
            true => self.scope[self.random.below(self.scope.len())].clone(),
            false => self.name(),
        };
        let name = if self.bound.contains(&name) { self.name() } else { name };
        self.bound.push(name.clone());
        name
    }

    /// Ends what was defined since there were so many values and bound names.
    fn leave(&mut self, (values, bound): (usize, usize)) {
        self.bound.truncate(bound);
        for name in self.scope.drain(values..).collect::<Vec<_>>() {
            // One of a value around it is still taken, and so is one that is reused already.
            if !self.scope.contains(&name) && !self.retired.contains(&name) {
                self.retired.push(name);
            }
        }
    }

    fn mark(&self) -> (usize, usize) {
        (self.scope.len(), self.bound.len())
    }

    fn top_level(&mut self) {
        self.out.line(0);
        if self.random.one_in(2) {
            return self.operation();
        }
        let (a, b) = (self.name(), self.name());
        self.functions += 1;
        self.out.tight(&format!("func.func @f{}({a}: i32, {b}: index) {{", self.functions));
        self.scope = vec![a, b];
        self.statements();
        self.out.line(0);
        self.out.tight("  return");
        self.out.line(0);
        self.out.tight("}");
        self.scope.clear();
    }

    fn statements(&mut self) {
        let before = self.mark();
        self.depth += 1;
        for _ in 0..self.random.below(4) {
            self.out.line(self.depth);
            match self.random.below(6) {
                0 => self.known(),
                _ => self.operation(),
            }
        }
        self.depth -= 1;
        self.leave(before);
    }

    /// An operation that everybody knows.
    fn known(&mut self) {
        let result = self.name();
        let bound = self.bound.last().filter(|it| self.scope.last() == Some(it)).cloned();
        match bound {
            Some(bound) => {
                let ty = self.pick(&["i32", "index", "tensor<4xi8>"]);
                self.out.tight(&format!("{result} = arith.addi {bound}, {bound} : {ty}"));
            }
            None => self.out.tight(&format!("{result} = arith.constant 4 : i32")),
        }
        self.scope.push(result);
    }

    fn operation(&mut self) {
        let mut results = Vec::new();
        if self.random.one_in(2) {
            for index in 0..1 + self.random.below(2) {
                let name = self.name();
                self.out.tight(if index > 0 { ", " } else { "" });
                self.out.tight(&name);
                if self.random.one_in(4) {
                    self.out.tight(":2");
                }
                results.push(name);
            }
            self.out.tight(" = ");
        }
        let name = self.pick(OPERATIONS);
        self.out.tight(&name);
        self.form();
        self.scope.extend(results);
    }

    /// What stands behind the name of an operation. Names that it defines are those of its regions.
    fn form(&mut self) {
        let before = self.mark();
        for index in 0..self.random.below(7) {
            self.piece(index == 0);
        }
        if self.depth < 4 && self.random.one_in(2) {
            self.regions();
        }
        if self.random.one_in(4) {
            let dictionary = self.pick(DICTIONARIES);
            self.token(&dictionary);
        }
        if self.random.one_in(3) {
            self.token(":");
            self.types();
        }
        if self.random.one_in(6) {
            let location = self.pick(&["loc(\"a.c\":1:2)", "loc(#my.location)", "loc(unknown)"]);
            self.token(&location);
        }
        self.leave(before);
    }

    fn piece(&mut self, is_first: bool) {
        match self.random.below(23) {
            0 | 1 => self.operands(),
            2 => {
                let word = self.pick(WORDS);
                self.token(&word);
            }
            3 => self.literal(),
            4 => {
                self.token("attributes");
                let dictionary = self.pick(DICTIONARIES);
                self.token(&dictionary);
            }
            5 => self.bracketed("(", ")"),
            6 => self.bracketed("[", "]"),
            7 => self.token("()"),
            8 => self.arguments(),
            9 => self.bounds(),
            10 => self.initial_values(),
            11 => {
                self.token("->");
                match self.random.below(5) {
                    0 => self.types(),
                    1 => self.arguments(),
                    2 => self.definition(),
                    3 => {
                        self.definition();
                        self.token(":");
                        self.types();
                    }
                    _ => {
                        let ty = self.pick(TYPES);
                        self.token(&ty);
                    }
                }
            }
            12 => self.groups(),
            13 => self.launch(),
            14 => {
                let mark = self.pick(&["*", "+", "/", "-", "=>", "::", "...", "|", "<-"]);
                self.token(&mark);
                self.operand();
            }
            15 => self.cases(),
            16 => self.nested_groups(),
            17 => self.angles(),
            18 => {
                let symbol = self.pick(&["@symbol", "@\"a b\""]);
                self.token(&symbol);
                if is_first && self.random.one_in(2) {
                    self.arguments();
                }
            }
            19 => {
                for _ in 0..2 {
                    self.launch();
                }
            }
            20 => {
                self.operands();
                self.token(":");
                self.types();
            }
            _ => {
                self.token(":");
                self.types();
            }
        }
    }

    /// At the start of a line a string before parentheses is the name of an operation.
    fn literal(&mut self) {
        let literal = self.pick(LITERALS);
        match literal.starts_with('"') {
            true => self.out.beside(&literal),
            false => self.token(&literal),
        }
    }

    fn operands(&mut self) {
        for index in 0..1 + self.random.below(3) {
            if index > 0 {
                self.token(",");
            }
            self.operand();
        }
    }

    fn operand(&mut self) {
        if self.scope.is_empty() {
            return self.token("4");
        }
        let index = self.random.below(self.scope.len());
        let name = self.scope[index].clone();
        self.token(&name);
    }

    fn types(&mut self) {
        for index in 0..1 + self.random.below(2) {
            if index > 0 {
                self.token(",");
            }
            let ty = self.pick(TYPES);
            self.token(&ty);
        }
    }

    fn bracketed(&mut self, open: &str, close: &str) {
        self.token(open);
        for index in 0..self.random.below(3) {
            if index > 0 {
                self.token(",");
            }
            match self.random.below(4) {
                0 => self.literal(),
                1 => {
                    let word = self.pick(WORDS);
                    self.token(&word);
                    self.operand();
                }
                2 => {
                    self.operand();
                    self.token(":");
                    self.types();
                }
                _ => self.operand(),
            }
        }
        self.token(close);
    }

    /// `(%a: i32, in %b: f32 {a}, inout %c : !t loc(…))`
    fn arguments(&mut self) {
        self.token("(");
        for index in 0..self.random.below(4) {
            if index > 0 {
                self.token(",");
            }
            if self.random.one_in(4) {
                let word = self.pick(&["in", "out", "inout"]);
                self.token(&word);
            }
            self.definition();
            self.token(":");
            let ty = self.pick(TYPES);
            self.token(&ty);
            if self.random.one_in(5) {
                let dictionary = self.pick(DICTIONARIES);
                self.token(&dictionary);
            }
        }
        self.token(")");
    }

    fn definition(&mut self) {
        let name = self.name();
        self.token(&name);
        self.scope.push(name);
    }

    /// A definition that stands before `=`: at the start of a line it would be that of a result.
    fn assigned(&mut self) {
        let name = self.bound_name();
        self.out.beside(&name);
        self.out.beside("=");
        self.scope.push(name);
    }

    /// `%i = 0 to %n step 4`, `%i = max #map(%a) to min affine_map<…>(%b)`
    fn bounds(&mut self) {
        self.assigned();
        self.bound("max");
        self.token("to");
        self.bound("min");
        if self.random.one_in(2) {
            self.token("step");
            self.operand();
        }
    }

    fn bound(&mut self, word: &str) {
        match self.random.below(4) {
            0 => self.out.beside("0"),
            1 => self.operand(),
            2 => {
                self.out.beside("affine_map<(d0) -> (d0)>(4)");
            }
            _ => {
                self.out.beside(word);
                self.token("affine_map<()[s0] -> (s0, 4)>");
                self.token("()[");
                self.operand();
                self.token("]");
            }
        }
    }

    /// `iter_args(%a = %b, %c = %d) -> (i32, i32)`
    fn initial_values(&mut self) {
        let word = self.pick(&["iter_args", "args", "init", "reduction", "(", "["]);
        let close = if word == "[" { "]" } else { ")" };
        self.token(&word);
        if word.len() > 1 {
            self.token("(");
        }
        for index in 0..1 + self.random.below(2) {
            if index > 0 {
                self.token(",");
            }
            let name = self.bound_name();
            self.token(&name);
            self.scope.push(name);
            self.token("=");
            self.operand();
            if self.random.one_in(3) {
                self.token(":");
                let ty = self.pick(TYPES);
                self.token(&ty);
            }
        }
        self.token(close);
    }

    /// `[1: {…}, %a -> %b, default : (%c)]`
    fn cases(&mut self) {
        self.token("[");
        for index in 0..self.random.below(3) {
            if index > 0 {
                self.token(",");
            }
            let case = self.pick(&["1", "default", "#my.point", "@case", "\"a\""]);
            match case.starts_with('"') {
                true => self.out.beside(&case),
                false => self.token(&case),
            }
            let mark = self.pick(&[":", "->", ",", "="]);
            self.token(&mark);
            match self.random.below(3) {
                0 if self.depth < 4 => {
                    self.token("{");
                    self.statements();
                    self.out.line(self.depth);
                    self.out.tight("}");
                }
                1 => self.bracketed("(", ")"),
                _ => self.operand(),
            }
        }
        self.token("]");
    }

    /// `{(%a, [%b : i32]), <%c>}`
    fn nested_groups(&mut self) {
        self.token("((");
        self.operands();
        self.token(")");
        self.token(",");
        self.token("[[");
        self.operand();
        self.token("]");
        self.token(",");
        self.bracketed("(", ")");
        self.token("]");
        self.token(")");
    }

    /// `<<%a, %b : i32>>`, `<%a x 4>`
    fn angles(&mut self) {
        let (open, close) = if self.random.one_in(2) { ("<<<", ">>>") } else { ("<", ">") };
        self.token(open);
        self.operand();
        if self.random.one_in(2) {
            self.token(",");
            self.operand();
            self.token(":");
            let ty = self.pick(TYPES);
            self.token(&ty);
        }
        self.token(close);
    }

    /// `(%a, %b), (%c, %d) : i32`
    fn groups(&mut self) {
        for index in 0..1 + self.random.below(3) {
            if index > 0 {
                self.token(",");
            }
            self.token("(");
            self.operands();
            self.token(")");
        }
    }

    /// `blocks(%x, %y) in (%sx = %a, %sy = %b)`
    fn launch(&mut self) {
        let word = self.pick(&["blocks", "threads", "tile", ""]);
        if !word.is_empty() {
            self.token(&word);
        }
        self.token("(");
        let count = 1 + self.random.below(3);
        for index in 0..count {
            if index > 0 {
                self.token(",");
            }
            self.definition();
        }
        self.token(")");
        self.token("in");
        self.token("(");
        for index in 0..count {
            if index > 0 {
                self.token(",");
            }
            let name = self.bound_name();
            self.token(&name);
            self.scope.push(name);
            self.token("=");
            self.operand();
        }
        self.token(")");
    }

    /// Regions with words before them or between them.
    fn regions(&mut self) {
        for index in 0..1 + self.random.below(2) {
            if index > 0 {
                let word = self.pick(&["else", "do", ",", "combine", "case 4"]);
                self.token(&word);
            }
            self.token("{");
            let before = self.mark();
            match self.random.below(4) {
                0 => {
                    self.out.line(self.depth);
                    self.out.tight("^bb0(");
                    let name = self.name();
                    self.out.tight(&name);
                    self.out.tight(": i32):");
                    self.scope.push(name);
                    self.statements();
                }
                1 => self.bare(),
                _ => self.statements(),
            }
            self.leave(before);
            self.out.line(self.depth);
            self.out.tight("}");
        }
    }

    /// Operations without their dialect.
    fn bare(&mut self) {
        self.depth += 1;
        let before = self.mark();
        for _ in 0..1 + self.random.below(2) {
            self.out.line(self.depth);
            let result = self.random.one_in(2).then(|| self.name());
            if let Some(result) = &result {
                self.out.tight(&format!("{result} = "));
            }
            let name = self.pick(BARE);
            self.out.tight(&name);
            match self.random.below(4) {
                0 => self.operands(),
                1 => self.form(),
                2 => {
                    self.operands();
                    self.token(":");
                    self.types();
                }
                _ => {}
            }
            self.scope.extend(result);
        }
        self.leave(before);
        self.depth -= 1;
    }
}
