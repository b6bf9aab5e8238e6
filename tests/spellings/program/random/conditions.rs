//! Conditions by chance.

use super::{Binary, Build, Condition, Feature, If, Node, Predicate, Type};

impl Build {
    /// A value of type `i1`.
    pub(super) fn condition(&mut self) -> usize {
        let first = self.comparison();
        match self.random.below(6) {
            0 => {
                let second = self.comparison();
                self.binary(Binary::And, first, second)
            }
            1 => {
                let second = self.comparison();
                self.binary(Binary::Or, first, second)
            }
            2 => {
                let always = self.constant(Type::I1, -1);
                self.binary(Binary::Xor, first, always)
            }
            3 if self.one_in(3) => {
                let second = self.comparison();
                self.binary(Binary::Xor, first, second)
            }
            _ => first,
        }
    }

    fn comparison(&mut self) -> usize {
        let mut a = self.index_there();
        if self.one_in(4) {
            let by = self.between(2, 3);
            let by = self.constant_like(a, by);
            a = self.binary(Binary::RemSigned, a, by);
        }
        let b = if self.one_in(2) {
            let by = self.between(-1, 4);
            self.constant_like(a, by)
        } else {
            self.index_there()
        };
        let signed =
            [Predicate::Eq, Predicate::Ne, Predicate::Slt, Predicate::Sle, Predicate::Sgt, Predicate::Sge];
        let unsigned = [Predicate::Ult, Predicate::Ule, Predicate::Ugt, Predicate::Uge];
        let predicate =
            if self.one_in(10) { unsigned[self.random.below(4)] } else { signed[self.random.below(6)] };
        self.compare(predicate, a, b)
    }

    /// One that is there, or a constant.
    fn index_there(&mut self) -> usize {
        let there: Vec<usize> =
            self.visible.iter().copied().filter(|it| self.variables[*it].ty == Type::Index).collect();
        match there.get(self.random.below(there.len())) {
            Some(value) => *value,
            None => {
                let value = self.between(-1, 3);
                self.constant(Type::Index, value)
            }
        }
    }

    pub(super) fn conditional(&mut self) {
        let is_affine = self.is_affine || self.one_in(3);
        let mut around = self.features.clone();
        let condition = if is_affine {
            let constraints = 1 + self.random.below(2);
            let constraints: Vec<_> = (0..constraints).map(|_| (self.expression(), self.one_in(4))).collect();
            around.extend(constraints.iter().flat_map(|it| self.features_of(&it.0)));
            Condition::Set(constraints)
        } else {
            let condition = self.condition();
            around.extend(self.variables[condition].features.clone());
            Condition::Value(condition)
        };
        let has_value = self.one_in(4);
        let region = |build: &mut Self| {
            build.inside(|build| {
                build.features.clone_from(&around);
                build.statements();
                if has_value { build.index() } else { 0 }
            })
        };
        let (then, first) = region(self);
        let (otherwise, second) = if has_value || self.one_in(2) { region(self) } else { (Vec::new(), 0) };
        let value = has_value.then(|| {
            let mut features = around.clone();
            for yielded in [first, second] {
                features.extend(self.variables[yielded].features.clone());
            }
            features.insert(Feature::Result);
            (self.new_variable(Type::Index, false, features), [first, second])
        });
        self.visible.extend(value.map(|it| it.0));
        self.emit(Node::If(If { condition, then, otherwise, value }));
    }
}
