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

    /// One loop: its first statement changes a buffer in place, each further one its own and reads that of one before it.
    fn chain(&mut self) {
        let depth = 1 + self.random.below(2);
        let buffers = self.buffers_of(depth);
        let range = self.common_range();
        let name = self.name("i");
        self.open(&format!("affine.for {name} = {} {{", range.text));
        self.scope(|it| {
            it.variables.push(range.variable(&name));
            let count = 2 + it.random.below(buffers.len() - 1);
            for (number, buffer) in buffers.iter().take(count).enumerate() {
                let from = number.checked_sub(1 + it.random.below(number.max(1))).map(|at| &buffers[at]);
                if depth == 1 {
                    it.link_in_place(from, buffer);
                    continue;
                }
                let (inner, name) = (it.common_range(), it.name("j"));
                it.open(&format!("affine.for {name} = {} {{", inner.text));
                it.scope(|it| {
                    it.variables.push(inner.variable(&name));
                    it.link_in_place(from, buffer);
                });
                it.close();
            }
        });
        self.close();
    }

    fn link_in_place(&mut self, from: Option<&Buffer>, to: &Buffer) {
        let subscripts = self.near(to, 0);
        let own = self.load_at(to, &subscripts);
        let other = match from {
            Some(from) => {
                let subscripts = self.near(from, 2);
                self.load_at(from, &subscripts)
            }
            None => "%f".to_owned(),
        };
        let value = self.combined(&own, &other);
        self.line(&format!("affine.store {value}, {}[{subscripts}] : {}", to.name, to.ty));
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
