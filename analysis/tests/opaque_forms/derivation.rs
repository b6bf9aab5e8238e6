//! Programs with operations in forms that nobody knows.

mod clauses;

use super::random::Random;
use super::vocabulary::{BARE, DICTIONARIES, LITERALS, OPERATIONS, TYPES, WORDS};
use super::writer::Writer;

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
        let is_free = !self.bound.contains(&name) && !name.contains('.');
        let name = if is_free { name } else { self.name() };
        self.bound.push(name.clone());
        name
    }

    /// Ends what was defined since there were so many values and bound names.
    fn leave(&mut self, (values, bound): (usize, usize)) {
        self.bound.truncate(bound);
        for name in self.scope.drain(values..).collect::<Vec<_>>() {
            // One of a value around it is still taken, and so is one that is reused already.
            let is_definition = !name.contains('.');
            if is_definition && !self.scope.contains(&name) && !self.retired.contains(&name) {
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
        if self.random.one_in(3) {
            self.branch();
        }
        self.out.line(0);
        self.out.tight("  return");
        self.out.line(0);
        self.out.tight("}");
        self.scope.clear();
    }

    /// An operation that goes on in the block behind it.
    fn branch(&mut self) {
        // Those of the block before are taken in this one, too.
        self.retired.clear();
        self.out.line(1);
        let name = self.pick(OPERATIONS);
        self.out.tight(&name);
        let before = self.mark();
        for index in 0..self.random.below(4) {
            self.piece(index == 0);
        }
        self.leave(before);
        let word = self.pick(WORDS);
        self.token(&word);
        self.token("^next");
        if self.random.one_in(2) {
            self.token(":");
            self.types();
        }
        self.out.line(0);
        self.out.tight("^next:");
        self.statements();
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
            self.accompany(before.0);
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
        match self.random.below(25) {
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
            21 => self.wrapped(),
            22 => {
                self.out.tight(":");
                self.types();
                self.token("=");
                self.literal();
            }
            _ => {
                self.token(":");
                self.types();
            }
        }
    }

    /// At the start of a line a string before parentheses is the name of an operation.
    fn literal(&mut self) {
        let literal = match self.random.one_in(20) {
            true => {
                let bytes = 400 + self.random.below(900);
                format!("dense<\"0x{}\"> : tensor<{bytes}xi8>", "0F".repeat(bytes))
            }
            false => self.pick(LITERALS),
        };
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

    /// `() "my.kernel"(%a) {a = 1} : 2`
    fn wrapped(&mut self) {
        self.token("()");
        self.out.beside("\"my.kernel\"(");
        self.operand();
        self.token(")");
        let dictionary = self.pick(DICTIONARIES);
        self.token(&dictionary);
        self.token(":");
        self.token("2");
    }

    /// Names that stand beside those that the head of an operation defines: `%a.control`.
    fn accompany(&mut self, head: usize) {
        if self.random.one_in(4)
            && let Some(name) =
                self.scope.get(head).filter(|it| it.starts_with("%v") && !it.contains('.')).cloned()
        {
            self.scope.push(format!("{name}.control"));
        }
    }

    /// `case Some(%a) { my.use %a }`
    fn alternative(&mut self) {
        let before = self.mark();
        self.out.tight("case Some(");
        let name = self.name();
        self.out.tight(&name);
        self.scope.push(name);
        self.out.tight(") { my.use");
        if self.random.one_in(2) {
            self.out.tight(" ");
            self.operand();
        }
        self.out.tight(" }");
        self.leave(before);
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

    /// Regions with words before them or between them.
    fn regions(&mut self) {
        let are_labelled = self.random.one_in(4);
        for index in 0..1 + self.random.below(2) {
            if are_labelled {
                self.out.line(self.depth + 1);
                let label = self.pick(&["0)", "a)", "\"x\")"]);
                self.out.tight(&label);
                if self.random.one_in(2) {
                    self.bare_arguments();
                }
            } else if index > 0 {
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

    /// `(%a, %b)`, which a region behind them sees.
    fn bare_arguments(&mut self) {
        self.token("(");
        for index in 0..1 + self.random.below(2) {
            if index > 0 {
                self.token(",");
            }
            self.definition();
        }
        self.token(")");
    }

    /// Operations without their dialect.
    fn bare(&mut self) {
        self.depth += 1;
        let before = self.mark();
        for _ in 0..1 + self.random.below(2) {
            self.out.line(self.depth);
            if self.random.one_in(5) {
                self.alternative();
                continue;
            }
            let result = self.random.one_in(2).then(|| self.name());
            if let Some(result) = &result {
                self.out.tight(&format!("{result} = "));
            }
            let is_whole = self.random.one_in(4);
            let name = self.pick(if is_whole { OPERATIONS } else { BARE });
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
