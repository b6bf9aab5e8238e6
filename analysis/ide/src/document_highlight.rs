//! Document highlight: the places that name the thing at the cursor, those that write it apart.

use super::references::references;
use super::target::{Target, target_at};
use super::{FileView, Reference};
use base::source_file::SourceFile;
use ir::memory_effects::Effects;
use ir::{Ir, Mention, ValueId};
use syntax::{TextRange, TextSize};

/// A place that names the thing at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Highlight {
    pub range: TextRange,
    /// It defines the thing, or writes to the memory that it stands for.
    pub is_write: bool,
}

/// The places that name the thing at the offset, in text order.
pub(crate) fn document_highlights(
    db: &dyn salsa::Database,
    file: SourceFile,
    offset: TextSize,
) -> Vec<Highlight> {
    let view = FileView::new(db, file);
    let Some(target) = view.token_at(offset).and_then(|it| target_at(&view, &it)) else { return Vec::new() };
    let writes: Vec<TextRange> = match &target {
        Target::Value { record, .. } => {
            let ir = view.ir(*record);
            let writing = ir.mentions.iter().filter(|it| writes_memory(ir, it));
            writing.filter_map(|it| view.range(*record, it.pointer)).collect()
        }
        _ => Vec::new(),
    };
    let highlight = |it: Reference| Highlight {
        range: it.range,
        is_write: it.is_definition || writes.iter().any(|write| write.start() == it.range.start()),
    };
    references(db, file, offset).into_iter().map(highlight).collect()
}

/// Whether the operation writes to the memref that is mentioned.
fn writes_memory(ir: &Ir, mention: &Mention) -> bool {
    let Some(value) = mention.value.filter(|it| is_memref(ir, *it)) else { return false };
    ir.ops[mention.op].regions.is_empty()
        && Effects::of(ir, mention.op).known.iter().any(|it| it.memref == value && it.writes)
}

fn is_memref(ir: &Ir, value: ValueId) -> bool {
    ir.values[value].ty.as_memref().is_some()
}

#[cfg(test)]
mod tests {
    use crate::tests::{annotate, cursor};
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(fixture: &str, expected: Expect) {
        let (host, file, offset, text) = cursor(fixture);
        let found = host.analysis().document_highlights(file, offset);
        let ranges: Vec<_> = found.iter().map(|it| (it.range, it.is_write)).collect();
        let annotated = annotate(&text, &ranges);
        let lines = annotated.lines().filter(|it| it.contains(['«', '⟦'])).map(str::trim);
        expected.assert_eq(&lines.collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn stores_write_the_memref_that_loads_read() {
        check(
            "func.func @f(%m: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %<|>m[%i] : memref<8xf32>
    affine.store %x, %m[%i] : memref<8xf32>
  }
  return
}",
            expect![[r#"
                func.func @f(⟦%m⟧: memref<8xf32>) {
                %x = affine.load «%m»[%i] : memref<8xf32>
                affine.store %x, ⟦%m⟧[%i] : memref<8xf32>"#]],
        );
    }

    #[test]
    fn the_stored_value_is_read() {
        check(
            "func.func @f(%m: memref<8xf32>, %x: f32) {\n  affine.store %<|>x, %m[0] : memref<8xf32>\n  return\n}",
            expect![[r#"
                func.func @f(%m: memref<8xf32>, ⟦%x⟧: f32) {
                affine.store «%x», %m[0] : memref<8xf32>"#]],
        );
    }

    #[test]
    fn labels_and_broken_text() {
        check(
            "func.func @f() {\n  cf.br ^<|>a\n^a:\n  affine.for %i = \n",
            expect![[r#"
                cf.br «^a»
                ⟦^a⟧:"#]],
        );
        check("func.func @f( {\n  <|>\n", expect![""]);
    }
}
