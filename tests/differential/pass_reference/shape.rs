//! The loops of a program and the accesses in them, read from its text as `mlir-opt` prints it.

use std::collections::BTreeMap;

const NUMBER: &str = "loop = ";

/// The program in custom form with its number on every loop, in the order of the text.
pub(super) fn numbered(program: &str) -> String {
    let mut open: Vec<Option<usize>> = Vec::new();
    let mut count = 0;
    let mut text = String::new();
    for line in program.lines() {
        if line.trim_start().starts_with('}')
            && let Some(Some(number)) = open.pop()
        {
            text += &format!("{line} {{{NUMBER}{number} : i64}}\n");
            continue;
        }
        if line.ends_with('{') {
            let is_loop = line.contains("affine.for ");
            open.push(is_loop.then_some(count));
            count += usize::from(is_loop);
        }
        text += line;
        text.push('\n');
    }
    text
}

/// One loop.
struct Loop {
    /// Its number in the original program, if it has one.
    number: Option<usize>,
    /// What is printed of its bounds and its step.
    header: String,
    /// The loop around it, by its place.
    parent: Option<usize>,
}

/// The loops of a program in the order of its text, and how many loops are around each access.
#[derive(Default)]
pub(super) struct Shape {
    loops: Vec<Loop>,
    depths: Vec<usize>,
}

impl Shape {
    /// Reads a text in generic form, in which each region begins at the end of a line and ends at the start of one.
    pub(super) fn of(text: &str) -> Shape {
        let mut shape = Shape::default();
        let mut open: Vec<Option<usize>> = Vec::new();
        for line in text.lines() {
            let code = line.trim_start();
            if code.starts_with('}') {
                let closed = open.pop().flatten();
                let number = code.split_once(NUMBER).and_then(|it| it.1.split(' ').next()?.parse().ok());
                if let Some(closed) = closed {
                    shape.loops[closed].number = number;
                }
            }
            if code.ends_with('{') {
                let is_for = code.contains("\"affine.for\"");
                let is_loop = is_for || code.contains("\"affine.parallel\"");
                open.push(is_loop.then_some(shape.loops.len()));
                if is_loop {
                    let parent = open.iter().rev().skip(1).find_map(|it| *it);
                    let header = code.split_once("<{").map_or("", |it| it.1).to_owned();
                    shape.loops.push(Loop { number: None, header, parent });
                }
            }
            let accesses = ["\"affine.load\"", "\"affine.store\"", "\"memref.load\"", "\"memref.store\""];
            if accesses.iter().any(|it| code.contains(it)) {
                shape.depths.push(open.iter().flatten().count());
            }
        }
        shape
    }

    /// The number of accesses, or the number of loops around all of them.
    pub(super) fn weight(&self, in_loops: bool) -> usize {
        if in_loops { self.depths.iter().sum() } else { self.depths.len() }
    }

    /// The loops that another program has not, or has several times, or has with another header.
    pub(super) fn changed(&self, after: &Shape) -> Vec<usize> {
        let mut headers: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for it in &after.loops {
            headers.entry(it.number.unwrap_or(usize::MAX)).or_default().push(&it.header);
        }
        let is_changed = |(number, it): &(usize, &Loop)| {
            headers.get(number).is_none_or(|headers| headers[..] != [it.header.as_str()])
        };
        self.loops.iter().enumerate().filter(is_changed).map(|it| it.0).collect()
    }

    /// As [`Shape::changed`] by the order of loops; none where there are more or fewer.
    pub(super) fn changed_in_order(&self, after: &Shape) -> Vec<usize> {
        if self.loops.len() != after.loops.len() {
            return Vec::new();
        }
        let pairs = self.loops.iter().zip(&after.loops).enumerate();
        pairs.filter(|(_, (a, b))| a.step() != b.step()).map(|it| it.0).collect()
    }

    /// Those of some loops that stand in none of the others.
    pub(super) fn outermost(&self, loops: &[usize]) -> Vec<usize> {
        let is_inside = |it: &usize| {
            let mut around = std::iter::successors(self.loops[*it].parent, |it| self.loops[*it].parent);
            around.any(|it| loops.contains(&it))
        };
        loops.iter().copied().filter(|it| !is_inside(it)).collect()
    }
}

impl Loop {
    fn step(&self) -> &str {
        self.header.split_once("step = ").map_or("", |it| it.1.split(' ').next().unwrap_or_default())
    }
}
