//! Which operations share loops, read from a program's text.
//!
//! Operations of the original program are numbered by an attribute, which clones of them keep in the pass and in our
//! rewrites. So two nests have been fused where operations of both have more loops in common than before.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

/// The program with a number on every operation that reads, writes or computes.
pub(super) fn numbered(program: &str) -> String {
    let mut number = 0;
    let mut text = String::new();
    for line in program.split_inclusive('\n') {
        let (code, comment) = line.split_at(line.find("//").unwrap_or(line.len()));
        let is_numbered = ["affine.load ", "affine.store ", "affine.vector_", "arith.", "math."]
            .iter()
            .any(|it| code.contains(it));
        match code.rfind(" : ") {
            Some(colon) if is_numbered && !code.contains("arith.constant") => {
                text += &format!("{} {{{NUMBER}{number} : i64}}{}{comment}", &code[..colon], &code[colon..]);
                number += 1;
            }
            _ => text += line,
        }
    }
    text
}

const NUMBER: &str = "number = ";

/// A loop by its place among those of its text.
pub(super) type Loop = usize;

/// The loops around each occurrence of each numbered operation, outermost first.
#[derive(Default)]
pub(super) struct Structure {
    occurrences: FxHashMap<usize, Vec<Vec<Loop>>>,
}

/// How far two nests are fused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fused {
    /// So many loops enclose operations of both.
    pub(super) depth: usize,
    /// One of the nests, or a part of it, stands beside the other as well.
    pub(super) is_kept: bool,
}

/// Two nests side by side.
#[derive(Default)]
struct Pair {
    /// So many loops are around both.
    outside: usize,
    /// The operations in each.
    operations: [Vec<usize>; 2],
}

/// Pairs of nests of the original program, by their outermost loops.
pub(super) type FusedNests = BTreeMap<(Loop, Loop), Fused>;

impl Structure {
    /// Reads a text in which attributes and regions are in custom form.
    pub(super) fn of(text: &str) -> Structure {
        let mut structure = Structure::default();
        let mut regions: Vec<Option<Loop>> = Vec::new();
        let mut count = 0;
        for line in text.lines() {
            let line = line.split("//").next().unwrap_or_default();
            let mut head = 0;
            for (at, character) in line.char_indices() {
                match character {
                    '{' => {
                        let is_loop = line[head..at].contains("affine.for");
                        if let Some(number) = line[at + 1..].strip_prefix(NUMBER) {
                            let end = number.find(' ').unwrap_or(number.len());
                            let loops = regions.iter().flatten().copied().collect();
                            let number = number[..end].parse().unwrap();
                            structure.occurrences.entry(number).or_default().push(loops);
                        }
                        regions.push(is_loop.then_some(count));
                        count += usize::from(is_loop);
                        head = at + 1;
                    }
                    '}' => {
                        regions.pop();
                        head = at + 1;
                    }
                    _ => {}
                }
            }
        }
        structure
    }

    fn of_operation(&self, number: usize) -> &[Vec<Loop>] {
        self.occurrences.get(&number).map_or(&[], |it| it)
    }

    /// The pairs of nests of this program that are fused in another one.
    pub(super) fn fused_in(&self, after: &Structure) -> FusedNests {
        let mut found = FusedNests::new();
        for (pair, Pair { outside, operations }) in self.nests() {
            let [first, second] = &operations;
            let mut depth = 0;
            let mut is_kept = false;
            for (own, others) in [(first, second), (second, first)] {
                for own in own.iter().flat_map(|it| after.of_operation(*it)) {
                    let others = others.iter().flat_map(|it| after.of_operation(*it));
                    let common = others.map(|it| common(own, it)).max().unwrap_or(0).saturating_sub(outside);
                    depth = depth.max(common);
                    is_kept |= common == 0;
                }
            }
            if depth > 0 {
                found.insert(pair, Fused { depth, is_kept });
            }
        }
        found
    }

    /// Whether nothing of one of two nests is left: its values are used directly.
    pub(super) fn is_dissolved(&self, after: &Structure, pair: (Loop, Loop)) -> bool {
        let is_gone = |numbers: &[usize]| numbers.iter().all(|it| after.of_operation(*it).is_empty());
        self.nests().get(&pair).is_some_and(|it| it.operations.iter().any(|it| is_gone(it)))
    }

    /// The nests side by side in the outermost block that has some.
    ///
    /// Whether nests within another nest are fused could not be told once that is sliced.
    fn nests(&self) -> BTreeMap<(Loop, Loop), Pair> {
        let mut found: BTreeMap<(Loop, Loop), Pair> = BTreeMap::new();
        let mut numbers: Vec<usize> = self.occurrences.keys().copied().collect();
        numbers.sort_unstable();
        for (at, first) in numbers.iter().enumerate() {
            for second in &numbers[at + 1..] {
                let ([a], [b]) = (self.of_operation(*first), self.of_operation(*second)) else { continue };
                let outside = common(a, b);
                let (Some(left), Some(right)) = (a.get(outside), b.get(outside)) else { continue };
                let pair = found.entry((*left, *right)).or_default();
                pair.outside = outside;
                for (list, number) in pair.operations.iter_mut().zip([*first, *second]) {
                    if !list.contains(&number) {
                        list.push(number);
                    }
                }
            }
        }
        let outermost = found.values().map(|it| it.outside).min();
        found.retain(|_, it| Some(it.outside) == outermost);
        found
    }
}

/// How many loops two operations have in common.
fn common(a: &[Loop], b: &[Loop]) -> usize {
    a.iter().zip(b).take_while(|it| it.0 == it.1).count()
}
