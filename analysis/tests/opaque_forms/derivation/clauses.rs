//! Parts of operations that bind names or group operands.

use super::super::vocabulary::TYPES;
use super::Derivation;

impl Derivation {
    pub(super) fn definition(&mut self) {
        let name = self.name();
        self.token(&name);
        self.scope.push(name);
    }

    /// A definition that stands before `=`: at the start of a line it would be that of a result.
    pub(super) fn assigned(&mut self) {
        let name = self.bound_name();
        self.out.beside(&name);
        self.out.beside("=");
        self.scope.push(name);
    }

    /// `%i = 0 to %n step 4`, `%i = max #map(%a) to min affine_map<…>(%b)`
    pub(super) fn bounds(&mut self) {
        self.assigned();
        self.bound("max");
        self.token("to");
        self.bound("min");
        if self.random.one_in(2) {
            self.token("step");
            self.operand();
        }
    }

    pub(super) fn bound(&mut self, word: &str) {
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
    pub(super) fn initial_values(&mut self) {
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
    pub(super) fn cases(&mut self) {
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
    pub(super) fn nested_groups(&mut self) {
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
    pub(super) fn angles(&mut self) {
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
    pub(super) fn groups(&mut self) {
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
    pub(super) fn launch(&mut self) {
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
}
