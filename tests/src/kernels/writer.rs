//! The text of a kernel while it grows: what is in sight, and layout.

use super::Profile;
use super::names::renamed;
use crate::random::Random;

/// A memref with as many elements as are certain.
#[derive(Debug, Clone)]
pub(super) struct Buffer {
    pub(super) name: String,
    pub(super) ty: String,
    pub(super) sizes: Vec<i64>,
}

/// A value of type `index` that subscripts may use, with what it can be.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) least: i64,
    pub(super) greatest: i64,
}

impl Variable {
    /// Whether sums and small multiples of it stay far from the ends of 64 bits.
    pub(super) fn is_small(&self) -> bool {
        [self.least, self.greatest].iter().all(|it| it.unsigned_abs() < 1 << 40)
    }
}

pub(super) struct Writer {
    pub(super) profile: Profile,
    pub(super) random: Random,
    text: String,
    pub(super) indentation: usize,
    next: usize,
    /// The type of nearly all numbers.
    pub(super) element: &'static str,
    pub(super) buffers: Vec<Buffer>,
    /// Induction variables and what is computed from them.
    pub(super) variables: Vec<Variable>,
    /// Numbers in sight, of the type `element`.
    pub(super) numbers: Vec<String>,
    /// Whether the function has an argument `%n`, from 0 to 13.
    pub(super) has_symbol: bool,
    /// The type of the argument of the function `@change` that is called.
    pub(super) callee: Option<String>,
    /// Other functions that are called.
    pub(super) functions: Vec<String>,
    has_comments: bool,
    has_odd_layout: bool,
}

impl Writer {
    pub(super) fn new(profile: Profile, mut random: Random) -> Self {
        let elements: &[&'static str] = match profile {
            Profile::Vectors => &["f32", "f32", "f32", "f64", "i32", "i8", "index"],
            _ => &["f32", "f32", "f32", "f32", "f64", "i32"],
        };
        let element = elements[random.below(elements.len())];
        let mut one_in = |count| random.below(count) == 0;
        let has_symbol = one_in(if profile == Profile::Vectors { 2 } else { 3 });
        let (has_comments, has_odd_layout) = (one_in(3), one_in(6));
        Self {
            profile,
            random,
            text: String::new(),
            indentation: 0,
            next: 0,
            element,
            buffers: Vec::new(),
            variables: Vec::new(),
            numbers: Vec::new(),
            has_symbol,
            callee: None,
            functions: Vec::new(),
            has_comments,
            has_odd_layout,
        }
    }

    /// True once in so many times.
    pub(super) fn one_in(&mut self, count: usize) -> bool {
        self.random.below(count) == 0
    }

    /// One of the options, each of which may occur several times.
    pub(super) fn pick<'a>(&mut self, options: &[&'a str]) -> &'a str {
        self.random.pick(options)
    }

    pub(super) fn between(&mut self, least: i64, greatest: i64) -> i64 {
        let count = usize::try_from(greatest - least + 1).unwrap_or(1);
        least + self.random.below(count) as i64
    }

    /// A new name for a value.
    pub(super) fn name(&mut self, stem: &str) -> String {
        self.next += 1;
        format!("%{stem}{}", self.next)
    }

    pub(super) fn is_float(&self) -> bool {
        self.element.starts_with('f')
    }

    /// A line, with comments here and there.
    pub(super) fn line(&mut self, line: &str) {
        if self.has_comments && self.one_in(9) {
            self.next += 1;
            let comment = format!("// Note {} on what follows.\n", self.next);
            self.indent();
            self.text += &comment;
        }
        self.indent();
        match self.has_odd_layout && self.one_in(3) && !line.contains('"') {
            true => self.text += &line.replace(" = ", "  =  ").replace(", ", " ,"),
            false => self.text += line,
        }
        if self.has_comments && self.one_in(9) {
            self.next += 1;
            self.text += &format!(" // note {}", self.next);
        }
        self.text.push('\n');
        if self.has_odd_layout && self.one_in(9) {
            self.text.push('\n');
        }
    }

    fn indent(&mut self) {
        let odd = if self.has_odd_layout && self.one_in(4) { self.random.below(3) } else { 0 };
        self.text += &" ".repeat(2 * self.indentation + odd);
    }

    /// A line that opens a region.
    pub(super) fn open(&mut self, line: &str) {
        self.line(line);
        self.indentation += 1;
    }

    pub(super) fn close(&mut self) {
        self.close_with("}");
    }

    pub(super) fn close_with(&mut self, line: &str) {
        self.indentation -= 1;
        self.line(line);
    }

    /// Runs `inside` with what is in sight now, which is all that is in sight again behind it.
    pub(super) fn scope(&mut self, inside: impl FnOnce(&mut Self)) {
        let (variables, numbers) = (self.variables.len(), self.numbers.len());
        inside(self);
        self.variables.truncate(variables);
        self.numbers.truncate(numbers);
    }

    /// The whole file.
    pub(super) fn kernel(mut self) -> String {
        let before = match self.random.below(8) {
            0 => "// A file of several parts.\nfunc.func @before() {\n  return\n}\n// -----\n",
            1 => "#kept = affine_map<(d0) -> (d0 + 1)>\n\n",
            2 => "func.func @before(%x:   index) -> index { // kept as it is\n  return %x : index\n}\n",
            _ => "",
        };
        let behind = match self.random.below(8) {
            0 => "// -----\nfunc.func @kernel_of_another_part() { return }\n",
            1 => "\n\n// The end.\n",
            _ => "",
        };
        self.function();
        // It doubles every third element.
        let callee = self.callee.as_ref().map(|ty| {
            let (element, operation) = (self.element, if self.is_float() { "addf" } else { "addi" });
            format!(
                "func.func private @change(%m: {ty}) {{\n  affine.for %i = 0 to 13 {{\n    \
                 %v = affine.load %m[%i * 3] : {ty}\n    %w = arith.{operation} %v, %v : {element}\n    \
                 affine.store %w, %m[%i * 3] : {ty}\n  }}\n  return\n}}\n"
            )
        });
        let text = match self.one_in(3) {
            true => self.text,
            false => renamed(&self.text, &mut self.random),
        };
        format!("{before}{}{}{text}{behind}", callee.unwrap_or_default(), self.functions.concat())
    }
}
