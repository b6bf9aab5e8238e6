//! Loops over time around loops over space, chains of statements in one loop, and guards: what asks for iterations at
//! another time or another place.

use super::bounds::Range;
use super::writer::{Buffer, Writer};

impl Writer {
    pub(super) fn stencil(&mut self) {
        let shape = self.random.below(4);
        let mut ranges: Vec<Range> = (0..1 + shape % 2).map(|_| self.common_range()).collect();
        match shape {
            0 => self.chain(),
            1 => self.guards(&ranges),
            _ => {
                let buffer = self.buffers_of(ranges.len()).remove(0);
                ranges.insert(0, self.few_iterations());
                self.over_time(&ranges, &buffer);
            }
        }
    }

    /// Loops with nothing beside them, around statements that only some iterations run.
    fn guards(&mut self, ranges: &[Range]) {
        let [range, inner @ ..] = ranges else {
            for _ in 0..1 + self.random.below(3) {
                self.guarded(1);
            }
            return;
        };
        let name = self.name("g");
        self.open(&format!("affine.for {name} = {} {{", range.text));
        self.scope(|it| {
            it.variables.push(range.variable(&name));
            it.guards(inner);
        });
        self.close();
    }

    /// In another order each time.
    fn buffers_of(&mut self, depth: usize) -> Vec<Buffer> {
        let mut buffers: Vec<_> = self.buffers.iter().filter(|it| it.sizes.len() == depth).cloned().collect();
        let first = self.random.below(buffers.len());
        buffers.rotate_left(first);
        buffers
    }

    /// Loops with nothing beside them; the innermost changes the buffer in place.
    fn over_time(&mut self, ranges: &[Range], buffer: &Buffer) {
        let [range, inner @ ..] = ranges else { return self.update(buffer) };
        let name = self.name("t");
        self.open(&format!("affine.for {name} = {} {{", range.text));
        self.scope(|it| {
            it.variables.push(range.variable(&name));
            it.over_time(inner, buffer);
        });
        self.close();
    }

    fn update(&mut self, buffer: &Buffer) {
        if self.one_in(3) {
            self.guarded(0);
        }
        self.step_of(buffer, buffer);
        if self.one_in(3) {
            self.guarded(0);
        }
    }

    /// One loop, each statement of which reads what the one before it writes.
    fn chain(&mut self) {
        let depth = 1 + self.random.below(2);
        let buffers = self.buffers_of(depth);
        let range = self.common_range();
        let name = self.name("i");
        self.open(&format!("affine.for {name} = {} {{", range.text));
        self.scope(|it| {
            it.variables.push(range.variable(&name));
            for number in 0..2 + it.random.below(2) {
                let [from, to] = [number, number + 1].map(|at| &buffers[at % buffers.len()]);
                if depth == 1 {
                    it.step_of(from, to);
                    continue;
                }
                let (inner, name) = (it.common_range(), it.name("j"));
                it.open(&format!("affine.for {name} = {} {{", inner.text));
                it.scope(|it| {
                    it.variables.push(inner.variable(&name));
                    it.step_of(from, to);
                });
                it.close();
            }
        });
        self.close();
    }

    /// Some elements near by give one.
    fn step_of(&mut self, from: &Buffer, to: &Buffer) {
        let subscripts = self.near(from, 2);
        let mut value = self.load_at(from, &subscripts);
        for _ in 0..self.random.below(3) {
            let subscripts = self.near(from, 1);
            let other = self.load_at(from, &subscripts);
            value = self.combined(&value, &other);
        }
        let offset = i64::from(self.one_in(4));
        let subscripts = self.near(to, offset);
        self.line(&format!("affine.store {value}, {}[{subscripts}] : {}", to.name, to.ty));
    }
}
