//! Edits as somebody types them: one character in the middle of a text.

use std::fmt;

use syntax::{TextEdit, TextSize};

/// A place for an edit, by what is around it.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    name: &'static str,
    /// The text around, with the cursor in it.
    around: &'static str,
    typed: &'static str,
}

pub(crate) const PLACES: [Place; 8] = [
    Place { name: "name of a value", around: "<|> = affine.load", typed: "1" },
    Place { name: "name of an operation", around: "affine.store<|> ", typed: "x" },
    Place { name: "new line", around: "f32><|>\n", typed: "\n" },
    Place { name: "comment", around: "// The<|> ", typed: "x" },
    Place { name: "bound of an inner loop", around: "\n      affine.for %k = 0 to <|>", typed: "1" },
    Place { name: "bound of an outer loop", around: "\n  affine.for %i = 0 to <|>", typed: "1" },
    Place { name: "name of an argument", around: ", %n<|>: index", typed: "x" },
    Place { name: "type of an argument", around: "(%A: memref<<|>", typed: "1" },
];

impl Place {
    /// The edit at the first such place behind the middle of the text.
    pub(crate) fn edit(self, text: &str) -> TextEdit {
        let (before, after) = self.around.split_once("<|>").expect("a cursor");
        let middle = text.len() / 2 + text[text.len() / 2..].find('\n').expect("more lines");
        let start = text[middle..].find(&format!("{before}{after}")).expect(self.name);
        let offset = u32::try_from(middle + start + before.len()).expect("a text of less than 4 GiB");
        TextEdit::insert(TextSize::from(offset), self.typed)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
