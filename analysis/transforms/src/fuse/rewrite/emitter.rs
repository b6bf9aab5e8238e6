//! The text of a copy without the loops that dissolve.

use crate::rewrite::{Layout, RootText, TextCopy};
use ir::{Ir, OpId};
use syntax::TextRange;

/// A loop that dissolves: the loop, and its body without a written terminator.
pub(crate) struct Dissolved {
    pub whole: TextRange,
    pub body: TextRange,
    /// Its terminator, if it is written.
    pub terminator: Option<TextRange>,
    /// Blanks in front of the operations of the body.
    pub indentation: String,
}

impl Dissolved {
    pub(crate) fn of(source: &RootText<'_>, ir: &Ir, loop_: OpId) -> Option<Self> {
        let braces = *source.regions(loop_).first()?;
        let inside = TextRange::new(
            braces.start() + syntax::TextSize::from(1),
            braces.end() - syntax::TextSize::from(1),
        );
        Some(Self {
            whole: ir.ops[loop_].pointer.range,
            body: inside,
            terminator: source.terminator(loop_).map(|it| ir.ops[it].pointer.range),
            indentation: source.inner_indentation(loop_),
        })
    }
}

/// Writes the text of a copy without the loops that dissolve.
pub(crate) struct Emitter<'a> {
    pub source: &'a RootText<'a>,
    pub copy: &'a TextCopy<'a>,
    /// In text order.
    pub dissolved: Vec<Dissolved>,
}

impl Emitter<'_> {
    /// Writes a range whose lines are indented by `indentation`.
    pub(crate) fn emit(&self, range: TextRange, indentation: &str, layout: &mut Layout) -> Option<()> {
        let mut at = range.start();
        for loop_ in &self.dissolved {
            // Loops inside one that is dissolved already are written with its body.
            if loop_.whole.start() < at || !range.contains_range(loop_.whole) {
                continue;
            }
            layout.text(&self.copy.text(TextRange::new(at, loop_.whole.start()))?, indentation);
            match loop_.terminator {
                None => self.emit(loop_.body, &loop_.indentation, layout)?,
                Some(terminator) => {
                    let before = TextRange::new(loop_.body.start(), terminator.start());
                    self.emit(before, &loop_.indentation, layout)?;
                    let after = TextRange::new(terminator.end(), loop_.body.end());
                    layout.text(self.source.slice(after), &loop_.indentation);
                }
            }
            at = loop_.whole.end();
        }
        layout.text(&self.copy.text(TextRange::new(at, range.end()))?, indentation);
        Some(())
    }
}
