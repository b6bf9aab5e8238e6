//! Loops by chance.

use std::collections::BTreeSet;

use super::super::{Bound, Carried, Dim, Loop, Spelling};
use super::{Binary, Build, Expression, Feature, MOST_LOOPS, Node, Type};

impl Build {
    pub(super) fn any_loop(&mut self) {
        let spelling = match self.random.below(if self.is_affine { 4 } else { 16 }) {
            0..=2 => Spelling::AffineFor,
            3 => Spelling::AffineParallel,
            4..=9 => Spelling::For,
            10 => Spelling::UnsignedFor,
            11..=12 => Spelling::Parallel,
            13 => Spelling::Forall,
            _ => Spelling::While(self.one_in(2)),
        };
        let may_have_two =
            matches!(spelling, Spelling::AffineParallel | Spelling::Parallel | Spelling::Forall);
        let dims = if may_have_two && self.loops.len() + 1 < MOST_LOOPS && self.one_in(2) { 2 } else { 1 };
        let ty = match spelling {
            Spelling::For | Spelling::UnsignedFor | Spelling::While(_) => match self.random.below(8) {
                0 => Type::I32,
                1 => Type::I64,
                _ => Type::Index,
            },
            _ => Type::Index,
        };
        let mut features = self.features.clone();
        if matches!(spelling, Spelling::While(_)) {
            features.insert(Feature::While);
        }
        let dims: Vec<Dim> = (0..dims).map(|_| self.dim(spelling, ty, &mut features)).collect();
        let has_carried = matches!(spelling, Spelling::AffineFor | Spelling::For) && self.one_in(5);
        let initial = has_carried.then(|| {
            let value = self.between(-1, 2);
            self.constant(Type::Index, value)
        });
        for dim in &dims {
            self.variables[dim.variable].features = features.clone();
            self.loops.push(dim.variable);
        }
        let (body, carried) = self.inside(|build| {
            build.features.clone_from(&features);
            build.visible.extend(dims.iter().map(|it| it.variable));
            let argument = initial.map(|_| build.new_variable(Type::Index, false, features.clone()));
            build.visible.extend(argument);
            build.statements();
            argument.map(|argument| (argument, build.yielded(argument)))
        });
        self.loops.truncate(self.loops.len() - dims.len());
        features.insert(Feature::Result);
        let carried = initial.zip(carried).map(|(initial, (argument, yielded))| {
            let result = self.new_variable(Type::Index, false, features.clone());
            Carried { argument, initial, yielded, result }
        });
        let last = matches!(spelling, Spelling::While(_)).then(|| self.new_variable(ty, false, features));
        self.visible.extend(carried.iter().map(|it| it.result));
        self.visible.extend(last);
        self.emit(Node::Loop(Loop { spelling, dims, carried, last, body }));
    }

    /// The argument and a constant.
    fn yielded(&mut self, argument: usize) -> usize {
        let by = self.between(-1, 2);
        let by = self.constant_like(argument, by);
        self.binary(Binary::Add, argument, by)
    }

    fn dim(&mut self, spelling: Spelling, ty: Type, features: &mut BTreeSet<Feature>) -> Dim {
        match spelling {
            Spelling::AffineFor | Spelling::AffineParallel => self.affine_dim(spelling, features),
            _ => self.value_dim(spelling, ty, features),
        }
    }

    fn affine_dim(&mut self, spelling: Spelling, features: &mut BTreeSet<Feature>) -> Dim {
        let step = self.between(1, 3);
        let start = self.between(-1, 1);
        let is_constant = self.one_in(2) || spelling == Spelling::AffineParallel;
        let mut lower = vec![if is_constant { Expression::constant(start) } else { self.expression() }];
        let mut upper = vec![lower[0].plus(self.between(2, 5))];
        if self.one_in(3) {
            upper.push(self.expression());
        }
        if self.one_in(4) {
            lower.push(Expression::constant(start));
        }
        features.extend(lower.iter().chain(&upper).flat_map(|it| self.features_of(it)));
        let variable = self.new_variable(Type::Index, true, BTreeSet::new());
        Dim {
            variable,
            lower: Bound::Affine(lower),
            upper: Bound::Affine(upper),
            step: Bound::Constant(step),
        }
    }

    fn value_dim(&mut self, spelling: Spelling, ty: Type, features: &mut BTreeSet<Feature>) -> Dim {
        let start = if spelling == Spelling::UnsignedFor { 0 } else { self.between(-1, 1) };
        let lower = if self.one_in(4) { self.bound(ty) } else { Bound::Constant(start) };
        let length = self.between(2, 5);
        let upper = match lower {
            Bound::Value(lower) if self.one_in(2) => {
                let length = self.constant_like(lower, length);
                Bound::Value(self.binary(Binary::Add, lower, length))
            }
            _ if self.one_in(3) => self.bound(ty),
            _ => Bound::Constant(start + length),
        };
        // The second argument.
        let step = if self.uses[1] && ty == Type::Index && self.one_in(12) {
            features.insert(Feature::DynamicStep);
            Bound::Value(1)
        } else {
            Bound::Constant(self.between(1, 3))
        };
        for bound in [&lower, &upper] {
            if let Bound::Value(value) = bound {
                features.extend(self.variables[*value].features.clone());
            }
        }
        if spelling == Spelling::UnsignedFor {
            features.insert(Feature::Unsigned);
        }
        if ty != Type::Index {
            features.insert(Feature::Integer);
        }
        let variable = self.new_variable(ty, false, BTreeSet::new());
        Dim { variable, lower, upper, step }
    }

    fn bound(&mut self, ty: Type) -> Bound {
        let value = self.index();
        Bound::Value(if ty == Type::Index { value } else { self.cast(value, ty) })
    }
}
