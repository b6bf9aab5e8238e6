//! The function and its nests.

use super::Profile;
use super::bounds::Range;
use super::writer::{Buffer, Writer};

impl Writer {
    pub(super) fn function(&mut self) {
        let (flat, rows) = match self.profile {
            Profile::Vectors => (vec![112], vec![8, 96]),
            _ => (vec![40], vec![24, 28]),
        };
        let is_dynamic = self.one_in(4) && self.has_symbol && self.profile != Profile::Vectors;
        let mut arguments = Vec::new();
        for (name, sizes) in [("%a", &rows), ("%b", &rows), ("%c", &rows), ("%x", &flat), ("%y", &flat)] {
            let buffer = match is_dynamic && sizes.len() == 2 {
                true => Buffer {
                    name: name.to_owned(),
                    ty: format!("memref<?x?x{}>", self.element),
                    sizes: vec![crate::equivalence::DYNAMIC_SIZE; 2],
                },
                false => self.static_buffer(name, sizes),
            };
            arguments.push(format!("{}: {}", buffer.name, buffer.ty));
            self.buffers.push(buffer);
        }
        if self.profile == Profile::Fusion {
            // Few buffers are more often shared.
            let kept = 2 + self.random.below(3);
            let first = [0, 0, 3][self.random.below(3)];
            self.buffers = self.buffers[first..(first + kept).min(5)].to_vec();
        }
        if self.has_symbol {
            arguments.push("%n: index".to_owned());
        }
        arguments.push(format!("%f: {}", self.element));
        self.numbers.push("%f".to_owned());
        self.open(&format!("func.func @kernel({}) {{", arguments.join(", ")));
        if self.profile != Profile::Fusion && self.one_in(4) {
            let buffer = self.buffer();
            self.other_name(&buffer);
        }
        match self.profile {
            Profile::Fusion => self.nests_that_share(),
            Profile::Vectors => {
                for _ in 0..1 + self.random.below(2) {
                    self.vector_nest();
                }
            }
            Profile::Stencils => self.stencil(),
            Profile::Nests => {
                for _ in 0..1 + self.random.below(2) {
                    self.deep_nest();
                }
            }
        }
        self.line("return");
        self.close();
    }

    fn static_buffer(&mut self, name: &str, sizes: &[i64]) -> Buffer {
        let dimensions: String = sizes.iter().map(|it| format!("{it}x")).collect();
        let ty = format!("memref<{dimensions}{}>", self.element);
        Buffer { name: name.to_owned(), ty, sizes: sizes.to_vec() }
    }

    fn nests_that_share(&mut self) {
        let is_local = self.one_in(2);
        let shared = self.buffers[0].sizes.clone();
        if is_local {
            let buffer = self.static_buffer("%t", &shared);
            self.line(&format!("%t = memref.alloc() : {}", buffer.ty));
            self.buffers.insert(0, buffer);
        }
        let buffer = self.buffers[usize::from(!is_local && self.buffers.len() > 1)].clone();
        if self.one_in(3) {
            self.other_name(&buffer);
        }
        let range = self.common_range();
        let inner = self.common_range();
        let depth = shared.len();
        for number in 0..2 + self.random.below(3) {
            if number > 0 && self.one_in(6) {
                self.between_nests();
            }
            let (outer, inner) = match self.random.below(6) {
                0 => (self.common_range(), self.common_range()),
                1 => (range.again(), self.common_range()),
                _ => (range.again(), inner.again()),
            };
            self.nest_of(&[outer, inner][..depth], Some(number));
        }
        if is_local && self.one_in(2) {
            self.line(&format!("memref.dealloc %t : {}", self.buffers[0].ty));
        }
    }

    /// Loops of these ranges inside each other, with statements in the innermost and some on the way.
    fn nest_of(&mut self, ranges: &[Range], link: Option<usize>) {
        let [range, inner @ ..] = ranges else {
            if let Some(number) = link {
                self.link(number);
            }
            let more = match (link, self.random.below(3)) {
                (None, 0) => 2,
                (None, _) | (Some(_), 0) => 1,
                (Some(_), _) => 0,
            };
            for _ in 0..more {
                let depth = usize::from(self.variables.len() < 3);
                self.statement(depth);
            }
            return;
        };
        let name = self.name("i");
        self.open(&format!("affine.for {name} = {} {{", range.text));
        self.scope(|it| {
            it.variables.push(range.variable(&name));
            if !inner.is_empty() && it.one_in(9) {
                it.statement(0);
            }
            it.nest_of(inner, link);
            if !inner.is_empty() && it.one_in(9) {
                it.statement(0);
            }
        });
        self.close();
    }

    /// What a nest of this number does in a chain of nests: it reads what the one before has written.
    fn link(&mut self, number: usize) {
        let count = self.buffers.len();
        // The first buffer may be one that only nests of the kernel write.
        let from = number.checked_sub(1).unwrap_or(1);
        let [from, to] = [from, number].map(|it| self.buffers[it % count].clone());
        let offset = [0, 0, 0, 1, 2][self.random.below(5)];
        let subscripts = self.near(&from, offset);
        let mut value = self.load_at(&from, &subscripts);
        for _ in 0..self.random.below(3) {
            let other = match self.random.below(3) {
                0 => "%f".to_owned(),
                1 => {
                    let subscripts = self.near(&from, offset);
                    self.load_at(&from, &subscripts)
                }
                _ => {
                    let buffer = self.buffer();
                    let subscripts = self.near(&buffer, 1);
                    self.load_at(&buffer, &subscripts)
                }
            };
            value = self.combined(&value, &other);
        }
        let is_vector = self.one_in(12) && !to.ty.contains("strided");
        let offset = i64::from(self.one_in(6));
        let subscripts = self.near(&to, offset);
        if is_vector {
            return self.store_vector(&value, &to, &subscripts);
        }
        self.line(&format!("affine.store {value}, {}[{subscripts}] : {}", to.name, to.ty));
    }

    /// Two elements at once, which lie in the buffer in any case: no variable reaches its end.
    fn store_vector(&mut self, value: &str, to: &Buffer, subscripts: &str) {
        let (vector, ty) = (self.name("z"), format!("vector<2x{}>", self.element));
        self.line(&format!("{vector} = vector.broadcast {value} : {} to {ty}", self.element));
        self.line(&format!("affine.vector_store {vector}, {}[{subscripts}] : {}, {ty}", to.name, to.ty));
    }

    /// What may keep nests apart.
    fn between_nests(&mut self) {
        let buffer = self.buffer();
        if self.one_in(3)
            && buffer.sizes.len() == 1
            && !buffer.ty.contains("strided")
            && !buffer.ty.contains('?')
        {
            self.callee = Some(buffer.ty.clone());
            return self.line(&format!("func.call @change({}) : ({}) -> ()", buffer.name, buffer.ty));
        }
        self.statement(0);
    }

    fn vector_nest(&mut self) {
        if self.one_in(4) {
            return self.reduction_loop();
        }
        let depth = self.random.below(3);
        self.scope(|it| {
            let range = it.range();
            let name = it.name("i");
            it.open(&format!("affine.for {name} = {} {{", range.text));
            it.variables.push(range.variable(&name));
            for _ in 0..1 + it.random.below(2) {
                it.statement(depth);
            }
        });
        self.close();
    }

    /// Bounds of inner loops may depend on the variables of outer ones.
    fn deep_nest(&mut self) {
        let depth = 1 + self.random.below(3);
        self.loops(depth);
    }

    fn loops(&mut self, depth: usize) {
        if depth == 0 {
            return self.nest_of(&[], None);
        }
        let range = self.range();
        let name = self.name("i");
        self.open(&format!("affine.for {name} = {} {{", range.text));
        self.scope(|it| {
            it.variables.push(range.variable(&name));
            if depth > 1 && it.one_in(6) {
                it.statement(0);
            }
            it.loops(depth - 1);
            if depth > 1 && it.one_in(9) {
                it.statement(0);
            }
        });
        self.close();
    }
}
