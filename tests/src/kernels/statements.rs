//! What loops do: arithmetic, conditions, reductions.

use super::Profile;
use super::writer::{Variable, Writer};

impl Writer {
    /// A constant or another number that is in sight, or else a new one.
    fn number(&mut self) -> String {
        match self.numbers.is_empty() || self.one_in(3) {
            true => self.load(),
            false => self.numbers[self.random.below(self.numbers.len())].clone(),
        }
    }

    pub(super) fn constant(&mut self, value: i64) -> String {
        let name = self.name("c");
        let point = if self.is_float() { ".0" } else { "" };
        self.line(&format!("{name} = arith.constant {value}{point} : {}", self.element));
        name
    }

    pub(super) fn binary(&mut self) -> &'static str {
        match self.is_float() {
            true => self.pick(&["addf", "addf", "subf", "mulf", "maximumf", "minnumf"]),
            false => self.pick(&["addi", "subi", "muli", "maxsi", "minui", "andi", "xori"]),
        }
    }

    /// Some arithmetic over loaded numbers; its value.
    pub(super) fn expression(&mut self) -> String {
        let mut value = self.load();
        for _ in 0..self.random.below(3) {
            value = match self.random.below(12) {
                0 => self.unary(&value),
                1 => self.selected(&value),
                2 => match self.variable_as_number() {
                    Some(number) => self.combined(&value, &number),
                    None => value,
                },
                _ => {
                    let other = self.number();
                    self.combined(&value, &other)
                }
            };
        }
        self.numbers.push(value.clone());
        value
    }

    pub(super) fn combined(&mut self, left: &str, right: &str) -> String {
        let (name, operation) = (self.name("w"), self.binary());
        self.line(&format!("{name} = arith.{operation} {left}, {right} : {}", self.element));
        name
    }

    fn unary(&mut self, value: &str) -> String {
        let (name, element) = (self.name("u"), self.element);
        let line = match (self.is_float(), self.random.below(3)) {
            (true, 0) => format!("{name} = math.absf {value} : {element}"),
            (true, _) => format!("{name} = arith.negf {value} : {element}"),
            (false, _) => format!("{name} = arith.addi {value}, {value} : {element}"),
        };
        self.line(&line);
        name
    }

    fn selected(&mut self, value: &str) -> String {
        let (other, test, name) = (self.number(), self.name("b"), self.name("s"));
        let element = self.element;
        let compare = if self.is_float() { "cmpf ogt" } else { "cmpi sgt" };
        self.line(&format!("{test} = arith.{compare}, {value}, {other} : {element}"));
        self.line(&format!("{name} = arith.select {test}, {value}, {other} : {element}"));
        name
    }

    /// The value of an induction variable in the usual type.
    fn variable_as_number(&mut self) -> Option<String> {
        let at = self.random.below(self.variables.len());
        let variable = self.variables.get(at)?.name.clone();
        if self.element == "index" {
            return Some(variable);
        }
        let (name, element) = (self.name("d"), self.element);
        if self.is_float() {
            let integer = self.name("d");
            self.line(&format!("{integer} = arith.index_cast {variable} : index to i32"));
            self.line(&format!("{name} = arith.sitofp {integer} : i32 to {element}"));
        } else {
            self.line(&format!("{name} = arith.index_cast {variable} : index to {element}"));
        }
        Some(name)
    }

    /// One statement, which may hold others down to a depth.
    pub(super) fn statement(&mut self, depth: usize) {
        let inner = depth > 0;
        let odds = if self.profile == Profile::Vectors { 22 } else { 16 };
        match self.random.below(odds) {
            0 | 1 if inner => self.reduction_loop(),
            2 => self.memory_reduction(),
            3 | 4 if inner => self.nested_loop(depth - 1),
            5 | 16 | 17 if !self.variables.is_empty() => self.guarded(depth),
            6 if !self.variables.is_empty() => self.applied(),
            7 => self.in_place(),
            8 if !self.variables.is_empty() && self.one_in(3) => self.window(),
            _ => {
                let value = self.expression();
                self.store(&value);
            }
        }
    }

    pub(super) fn nested_loop(&mut self, depth: usize) {
        let range = self.range();
        let name = self.name("j");
        self.open(&format!("affine.for {name} = {} {{", range.text));
        self.scope(|it| {
            it.variables.push(range.variable(&name));
            it.statement(depth);
        });
        self.close();
    }

    /// One element is loaded, combined and stored again.
    fn memory_reduction(&mut self) {
        let buffer = self.buffer();
        let subscripts = match self.variables.pop() {
            // The same element in all iterations of the innermost loop.
            Some(inner) => {
                let subscripts = self.subscripts(&buffer);
                self.variables.push(inner);
                subscripts
            }
            None => self.subscripts(&buffer),
        };
        let value = self.expression();
        let old = self.load_at(&buffer, &subscripts);
        let (name, operation, element) = (self.name("m"), self.reduction(), self.element);
        let (left, right) = if self.one_in(2) { (&old, &value) } else { (&value, &old) };
        self.line(&format!("{name} = arith.{operation} {left}, {right} : {element}"));
        self.line(&format!("affine.store {name}, {}[{subscripts}] : {}", buffer.name, buffer.ty));
    }

    /// Reads elements of the buffer that it writes, near by or far away.
    fn in_place(&mut self) {
        let buffer = self.buffer();
        let (from, to) = (self.subscripts(&buffer), self.subscripts(&buffer));
        let value = self.load_at(&buffer, &from);
        let other = self.number();
        let value = self.combined(&value, &other);
        self.line(&format!("affine.store {value}, {}[{to}] : {}", buffer.name, buffer.ty));
    }

    /// Subscripts by way of `affine.apply`, or of `affine.min` and `affine.max`, whose values only plain accesses
    /// take.
    fn applied(&mut self) {
        let variable = self.variables[self.random.below(self.variables.len())].clone();
        if !variable.is_small() {
            return;
        }
        let name = self.name("p");
        let operand = &variable.name;
        if self.one_in(2) {
            self.line(&format!("{name} = affine.apply affine_map<(d0) -> (d0 + 2)>({operand})"));
            let (least, greatest) = (variable.least + 2, variable.greatest + 2);
            self.variables.push(Variable { name, least, greatest });
            let value = self.expression();
            self.store(&value);
            self.variables.pop();
            return;
        }
        let (operation, bound) = if self.one_in(2) { ("min", 5) } else { ("max", 3) };
        self.line(&format!("{name} = affine.{operation} affine_map<(d0) -> (d0, {bound})>({operand})"));
        let greatest = if operation == "min" { bound } else { variable.greatest.max(bound) };
        let buffer = self.buffer();
        if buffer.sizes.iter().any(|size| *size <= greatest) {
            return;
        }
        let subscripts = vec![name; buffer.sizes.len()].join(", ");
        if self.one_in(2) {
            let value = self.expression();
            return self
                .line(&format!("memref.store {value}, {}[{subscripts}] : {}", buffer.name, buffer.ty));
        }
        let value = self.name("v");
        self.line(&format!("{value} = memref.load {}[{subscripts}] : {}", buffer.name, buffer.ty));
        self.store(&value);
    }
}
