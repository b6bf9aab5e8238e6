//! Conditions: guards of statements, and numbers that depend on one.

use super::writer::Writer;

impl Writer {
    /// An integer set with its operands, over one variable or two.
    fn condition(&mut self) -> String {
        let variables = self.variables.len();
        let [first, second] = [(); 2].map(|()| self.variables[self.random.below(variables)].clone());
        if !first.is_small() || !second.is_small() {
            return format!("affine_set<(d0) : (d0 mod 2 == 0)>({})", first.name);
        }
        let [first, second] = [first.name, second.name];
        let bound = self.between(1, 6);
        if first != second && self.one_in(2) {
            let constraints = match self.random.below(5) {
                0 => "d0 - d1 == 0".to_owned(),
                1 => format!("d0 + d1 - {bound} >= 0"),
                2 => format!("d0 - d1 >= 0, d1 - d0 + {bound} >= 0"),
                3 => format!("(d0 + d1) mod {} == 0", bound + 1),
                _ => format!("d1 - d0 * 2 + {bound} >= 0"),
            };
            return format!("affine_set<(d0, d1) : ({constraints})>({first}, {second})");
        }
        match self.random.below(6) {
            0 => format!("affine_set<(d0) : (d0 - {bound} >= 0, -d0 + {} >= 0)>({first})", bound + 5),
            1 => format!("affine_set<(d0) : (d0 mod 2 == 0)>({first})"),
            2 => format!("affine_set<(d0) : (d0 floordiv 4 - 1 >= 0)>({first})"),
            3 if self.has_symbol => format!("affine_set<(d0)[s0] : (s0 - d0 - 2 >= 0)>({first})[%n]"),
            4 if self.has_symbol => format!("affine_set<()[s0] : (s0 - {bound} >= 0)>()[%n]"),
            _ => format!("affine_set<(d0) : (d0 - {bound} >= 0)>({first})"),
        }
    }

    /// A statement that only some iterations run, or one that stores what a condition decides on.
    pub(super) fn guarded(&mut self, depth: usize) {
        let condition = self.condition();
        if self.one_in(3) {
            let value = self.decided(&condition, Self::expression, Self::expression);
            return self.store(&value);
        }
        self.open(&format!("affine.if {condition} {{"));
        self.scope(|it| it.statement(depth.min(1)));
        if self.one_in(3) {
            self.close_with("} else {");
            self.indentation += 1;
            self.scope(|it| it.statement(0));
        }
        self.close();
    }

    /// A number that is combined with the carried one in some iterations only.
    pub(super) fn combined_under_condition(&mut self, operation: &str, carried: &str) -> String {
        let (condition, element) = (self.condition(), self.element);
        let combine = |it: &mut Self| {
            let (value, name) = (it.expression(), it.name("t"));
            it.line(&format!("{name} = arith.{operation} {carried}, {value} : {element}"));
            name
        };
        self.decided(&condition, combine, |_| carried.to_owned())
    }

    /// The result of an `affine.if`.
    fn decided(
        &mut self,
        condition: &str,
        then: impl FnOnce(&mut Self) -> String,
        otherwise: impl FnOnce(&mut Self) -> String,
    ) -> String {
        let (name, element) = (self.name("q"), self.element);
        self.open(&format!("{name} = affine.if {condition} -> {element} {{"));
        self.scope(|it| {
            let value = then(it);
            it.line(&format!("affine.yield {value} : {element}"));
        });
        self.close_with("} else {");
        self.indentation += 1;
        self.scope(|it| {
            let value = otherwise(it);
            it.line(&format!("affine.yield {value} : {element}"));
        });
        self.close();
        name
    }
}
