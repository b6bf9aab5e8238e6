//! Functions with a given number of memref accesses, to measure dependence analysis by.

use std::fmt::Write;

use crate::random::Random;

/// What a generated function looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Three loops with constant bounds around neighbours of one element of one array.
    Stencil,
    /// Triangular loops with symbolic bounds, subscripts that sum several induction variables, one array.
    Coupled,
    /// Many small nests of every kind over an eighth as many arrays as accesses.
    Mixed,
    /// Three loops over tiles, with steps, and three within a tile, bounded by minima; three arrays.
    Tiled,
}

impl Shape {
    pub const ALL: [Shape; 4] = [Shape::Stencil, Shape::Coupled, Shape::Mixed, Shape::Tiled];

    pub fn name(self) -> &'static str {
        match self {
            Shape::Stencil => "stencil",
            Shape::Coupled => "coupled",
            Shape::Mixed => "mixed",
            Shape::Tiled => "tiled",
        }
    }

    /// The text of a function with so many accesses. The same arguments give the same text.
    pub fn function(self, accesses: usize) -> String {
        let mut text = Text { out: String::new(), accesses: 0, random: Random::new(accesses as u64) };
        match self {
            Shape::Stencil => text.stencil(accesses),
            Shape::Coupled => text.coupled(accesses),
            Shape::Mixed => text.mixed(accesses),
            Shape::Tiled => text.tiled(accesses),
        }
        text.out
    }
}

struct Text {
    out: String,
    accesses: usize,
    random: Random,
}

impl Text {
    fn line(&mut self, indent: usize, line: &str) {
        let width = 2 * indent;
        writeln!(self.out, "{:width$}{line}", "").unwrap();
    }

    fn close(&mut self, loops: usize) {
        for indent in (1..=loops).rev() {
            self.line(indent, "}");
        }
    }

    /// A store for one access in three.
    fn access(&mut self, indent: usize, memref: &str, subscripts: &str, ty: &str) {
        let number = self.accesses;
        self.accesses += 1;
        let place = format!("{memref}[{subscripts}] : {ty}");
        if number % 3 == 2 {
            self.line(indent, &format!("affine.store %x, {place}"));
        } else {
            self.line(indent, &format!("%v{number} = affine.load {place}"));
        }
    }

    /// `%i - 1`, `%i` or `%i + 2`: a sum of the terms and an offset.
    fn near(&mut self, terms: &str, radius: usize) -> String {
        let offset = self.random.below(2 * radius + 1) as i64 - radius as i64;
        match offset {
            0 => terms.to_owned(),
            1.. => format!("{terms} + {offset}"),
            _ => format!("{terms} - {}", -offset),
        }
    }

    fn stencil(&mut self, accesses: usize) {
        const TYPE: &str = "memref<512x512x512xf32>";
        self.line(0, &format!("func.func @stencil(%A: {TYPE}, %x: f32) {{"));
        for (depth, variable) in ["%i", "%j", "%k"].into_iter().enumerate() {
            self.line(depth + 1, &format!("affine.for {variable} = 2 to 510 {{"));
        }
        for _ in 0..accesses {
            let subscripts = ["%i", "%j", "%k"].map(|it| self.near(it, 2)).join(", ");
            self.access(4, "%A", &subscripts, TYPE);
        }
        self.close(3);
        self.line(1, "return");
        self.line(0, "}");
    }

    fn coupled(&mut self, accesses: usize) {
        const TYPE: &str = "memref<?x?xf32>";
        self.line(0, &format!("func.func @coupled(%A: {TYPE}, %N: index, %M: index, %x: f32) {{"));
        self.line(1, "affine.for %i = 0 to %N {");
        self.line(2, "affine.for %j = affine_map<(d0) -> (d0)>(%i) to %M {");
        self.line(3, "affine.for %k = 0 to affine_map<(d0) -> (d0 + 1)>(%j) {");
        let rows = ["%i + %j", "%i", "%j", "2 * %i - %j", "%i + %j + %k", "%j - %k"];
        let columns = ["%j + %k", "%k", "%i - %k", "3 * %k + %j", "%j", "symbol(%N) - %i"];
        for _ in 0..accesses {
            let row = self.random.pick(&rows);
            let row = self.near(row, 3);
            let column = self.random.pick(&columns);
            let column = self.near(column, 3);
            self.access(4, "%A", &format!("{row}, {column}"), TYPE);
        }
        self.close(3);
        self.line(1, "return");
        self.line(0, "}");
    }

    fn mixed(&mut self, accesses: usize) {
        const TYPE: &str = "memref<100x100xf32>";
        let arrays = (accesses / 8).max(1);
        let parameters: Vec<_> = (0..arrays).map(|it| format!("%A{it}: {TYPE}")).collect();
        self.line(0, &format!("func.func @mixed({}, %N: index, %x: f32) {{", parameters.join(", ")));
        while self.accesses < accesses {
            let loops = 1 + self.random.below(3);
            let variables = &["%i", "%j", "%k"][..loops];
            for depth in 0..loops {
                let bounds = match (self.random.below(5), depth) {
                    (0, _) => "0 to %N".to_owned(),
                    (1, 1..) => format!("affine_map<(d0) -> (d0)>({}) to 90", variables[depth - 1]),
                    (2, 1..) => {
                        format!("0 to min affine_map<(d0) -> (d0 + 8, 90)>({})", variables[depth - 1])
                    }
                    (3, _) => "1 to 97 step 3".to_owned(),
                    _ => "0 to 64".to_owned(),
                };
                self.line(depth + 1, &format!("affine.for {} = {bounds} {{", variables[depth]));
            }
            for _ in 0..4.min(accesses - self.accesses) {
                let array = format!("%A{}", self.random.below(arrays));
                let subscripts = [0, 1].map(|_| {
                    let first = self.random.pick(variables);
                    let second = self.random.pick(variables);
                    let terms = match self.random.below(8) {
                        0 => format!("{first} + {second}"),
                        1 => format!("{first} mod 4"),
                        2 => format!("{first} floordiv 2"),
                        3 => format!("2 * {first}"),
                        _ => first.to_owned(),
                    };
                    self.near(&terms, 2)
                });
                self.access(loops + 1, &array, &subscripts.join(", "), TYPE);
            }
            self.close(loops);
        }
        self.line(1, "return");
        self.line(0, "}");
    }

    fn tiled(&mut self, accesses: usize) {
        const TYPE: &str = "memref<?x?xf32>";
        const ARRAYS: [(&str, &str, &str); 3] = [("%A", "%i", "%k"), ("%B", "%k", "%j"), ("%C", "%i", "%j")];
        self.line(0, &format!("func.func @tiled(%A: {TYPE}, %B: {TYPE}, %C: {TYPE}, %N: index, %x: f32) {{"));
        for (depth, variable) in ["%ti", "%tj", "%tk"].into_iter().enumerate() {
            self.line(depth + 1, &format!("affine.for {variable} = 0 to %N step 32 {{"));
        }
        for (depth, variable) in ["i", "j", "k"].into_iter().enumerate() {
            let lower = format!("affine_map<(d0) -> (d0)>(%t{variable})");
            let upper = format!("min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%t{variable})[%N]");
            self.line(depth + 4, &format!("affine.for %{variable} = {lower} to {upper} {{"));
        }
        for _ in 0..accesses {
            let (array, row, column) = ARRAYS[self.random.below(3)];
            let row = self.near(row, 1);
            let column = self.near(column, 1);
            self.access(7, array, &format!("{row}, {column}"), TYPE);
        }
        self.close(6);
        self.line(1, "return");
        self.line(0, "}");
    }
}
