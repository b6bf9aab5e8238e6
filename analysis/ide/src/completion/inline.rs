//! Inline completion: the one text that most likely goes on at the end of a line, which an editor shows before it is there.
//!
//! Nothing is shown that could as well be something else: the type that the values of an operation imply, the rest of the
//! head of a loop, and the line that a block lacks. Each is tried first: it takes an error away and brings none.

use super::context::CompletionContext;
use super::fresh_names::customary;
use super::grammar::Grammar;
use super::scope::{PLACEHOLDER, scope};
use crate::FileView;
use crate::actions::checked::mends;
use crate::diagnostics::{Depth, FindingsCache, diagnostics};
use base::database::RootDatabase;
use base::source_file::SourceFile;
use rules::diagnostic::Severity;
use rules::quick_fixes::Fixes;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, TextEdit, TextRange, TextSize};

/// A text for the end of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlineCompletion {
    /// The part of it that is written already.
    pub replace: TextRange,
    pub insert: String,
    /// The same with the place of the cursor, in the notation of editors' snippets.
    pub snippet: Option<String>,
}

/// This many errors are looked at for one whose fix is a line.
const MOST_ERRORS: usize = 8;

/// The most likely text at the offset, if one is.
pub(crate) fn inline_completion(
    db: &RootDatabase,
    file: SourceFile,
    kept: &FindingsCache,
    offset: TextSize,
) -> Option<InlineCompletion> {
    let view = FileView::new(db, file);
    let ctx = CompletionContext::at(&view, offset)?;
    if !ctx.snippet_fits || ctx.is_inside_word() {
        return None;
    }
    let is_blank = ctx.statement_before().is_empty() && ctx.typed.is_empty();
    let found = match is_blank {
        true => missing_line(db, file, kept, offset),
        false => rest_of_head(db, &view, &ctx).or_else(|| implied_type(db, &view, &ctx)),
    }?;
    mends(db, file, &[TextEdit::replace(found.replace, found.insert.clone())], 1).then_some(found)
}

/// The type that the statement writes at its end.
fn implied_type(db: &RootDatabase, view: &FileView<'_>, ctx: &CompletionContext) -> Option<InlineCompletion> {
    const SAMPLE: &str = "i1";
    let before = ctx.statement_before().trim_end();
    if !before.ends_with([':', ',']) {
        return None;
    }
    let place = Grammar::around(view, ctx).takes(SAMPLE)?.parent;
    let ty = scope(db, ctx, SAMPLE).written_type.filter(|_| place == SyntaxKind::SIMPLE_TYPE)?;
    let is_open = ty.starts_with(&ctx.typed) && ty != ctx.typed;
    let blank = if before.len() == ctx.statement_before().len() { " " } else { "" };
    is_open.then(|| InlineCompletion { replace: ctx.word, insert: format!("{blank}{ty}"), snippet: None })
}

/// ` = 0 to 8 {` and what follows, of an `affine.for` that is typed up to anywhere before.
fn rest_of_head(db: &RootDatabase, view: &FileView<'_>, ctx: &CompletionContext) -> Option<InlineCompletion> {
    let typed = format!("{}{}", ctx.statement_before(), ctx.typed);
    let rest = typed.strip_prefix("affine.for ")?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let is_named = words.first().is_some_and(|it| it.len() > 1);
    let scope = scope(db, ctx, PLACEHOLDER);
    let variable = match words.first() {
        Some(name) if is_named => (*name).to_owned(),
        _ => customary(ctx, &scope)?,
    };
    let upper = upper_bound_of(view, ctx, &variable).or_else(|| {
        let depth = scope.visible.iter().filter(|it| it.is_induction_variable).count();
        let memrefs = scope.visible.iter().filter_map(|it| it.value_type.as_memref());
        memrefs.filter_map(|it| it.dims.get(depth)?.map(|it| it.to_string())).next()
    })?;
    let lower = words.get(2).copied().unwrap_or("0");
    let head = [&*variable, "=", lower, "to", &*upper, "{"];
    // The words that are there are those of the head, the last one perhaps in part.
    let is_open = !rest.ends_with(' ') && !words.is_empty();
    let whole = words.len().saturating_sub(usize::from(is_open));
    let partial = words.get(whole).copied().unwrap_or_default();
    let expected = head.get(whole)?;
    let is_head = whole < 5 && words.iter().zip(head).take(whole).all(|(word, it)| *word == it);
    let left = expected.strip_prefix(partial).filter(|_| is_head)?;
    let insert = [&[left], head.get(whole + 1..)?].concat().join(" ");
    let indent = indentation(ctx);
    let snippet = format!("{}\n{indent}  $0\n{indent}}}", insert.replace('$', "\\$"));
    let insert = format!("{insert}\n{indent}}}");
    Some(InlineCompletion { replace: TextRange::empty(ctx.offset), insert, snippet: Some(snippet) })
}

/// The upper bound of the last loop before with such a variable.
fn upper_bound_of(view: &FileView<'_>, ctx: &CompletionContext, variable: &str) -> Option<String> {
    let around = view.root.covering_element(ctx.surrounding);
    let around = around.as_node().cloned().or_else(|| around.parent())?;
    let is_before = |it: &ast::Operation| it.syntax().text_range().start() < ctx.word.start();
    let is_in_reach = |it: &ast::Operation| ctx.surrounding.intersect(it.syntax().text_range()).is_some();
    // Of a large function, the statements in reach alone are looked into.
    let in_reach = around.children().filter(|it| ctx.surrounding.intersect(it.text_range()).is_some());
    let loops = in_reach.flat_map(|it| it.descendants()).filter_map(ast::Operation::cast);
    let loops = loops.take_while(is_before).filter(is_in_reach);
    let bound = |it: ast::Operation| {
        let piece = |kind| it.syntax().children().find(|it| it.kind() == kind);
        let name = piece(SyntaxKind::BLOCK_ARGUMENT)?.text().to_string();
        let bound = piece(SyntaxKind::UPPER_BOUND)?.text().to_string();
        (name == variable && !bound.trim().is_empty()).then(|| bound.trim().to_owned())
    };
    loops.filter_map(bound).last()
}

/// The blanks in front of the statement.
fn indentation(ctx: &CompletionContext) -> &str {
    let before = ctx.text.get(..usize::from(ctx.word_in_text.start())).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    &line[..line.len() - line.trim_start().len()]
}

/// The line that a quick fix would insert between what is before and after the blanks at the cursor.
fn missing_line(
    db: &RootDatabase,
    file: SourceFile,
    kept: &FindingsCache,
    offset: TextSize,
) -> Option<InlineCompletion> {
    let root = file.parse(db).syntax_node();
    let blanks = root.token_at_offset(offset).find(|it| it.kind() == SyntaxKind::WHITESPACE)?.text_range();
    let depth = Depth::FixesAround(TextRange::empty(offset));
    let errors = diagnostics(db, file, kept, depth, None);
    let errors = errors.iter().filter(|it| it.severity == Severity::Error);
    let near = errors.filter(|it| blanks.contains_inclusive(it.range.end()) || it.range.end() < offset);
    let fixes = Fixes::new(db, file);
    let mut near: Vec<_> = near.collect();
    near.sort_by_key(|it| offset.checked_sub(it.range.end()));
    let lines = near.into_iter().take(MOST_ERRORS).flat_map(|it| fixes.of(it)).filter_map(|fix| {
        let [edit] = &*fix.edits else { return None };
        let line = edit.insert.trim();
        let is_here = edit.range.is_empty() && blanks.contains_inclusive(edit.range.start());
        (is_here && edit.insert.contains('\n') && !line.contains('\n')).then(|| line.to_owned())
    });
    let insert = lines.into_iter().next()?;
    Some(InlineCompletion { replace: TextRange::empty(offset), insert, snippet: None })
}

#[cfg(test)]
mod tests {
    use crate::tests::cursor;

    fn completed(fixture: &str) -> String {
        let (host, file, offset, _) = cursor(fixture);
        let found = host.analysis().inline_completion(file, offset);
        found.map(|it| it.snippet.unwrap_or(it.insert)).unwrap_or_default()
    }

    #[track_caller]
    fn check(fixture: &str, expected: &str) {
        assert_eq!(completed(fixture), expected);
    }

    /// Each place of a head, up to the bound that decides what the loop is.
    #[test]
    fn the_rest_of_the_head_of_a_loop() {
        let fixture = |head: &str| {
            format!(
                "func.func @f(%m: memref<8x?xf32>) {{\n  affine.for %i = 0 to 8 {{\n  }}\n  {head}<|>\n  return\n}}"
            )
        };
        for (head, rest) in [
            ("affine.for ", "%i = 0 to 8 {"),
            ("affine.for %", "i = 0 to 8 {"),
            ("affine.for %i", " = 0 to 8 {"),
            ("affine.for %j ", "= 0 to 8 {"),
            ("affine.for %i =", " 0 to 8 {"),
            ("affine.for %i = 2 ", "to 8 {"),
            ("affine.for %i = 0 t", "o 8 {"),
            ("affine.for %i = 0 to", " 8 {"),
            ("affine.for %i = 0 to ", "8 {"),
            ("affine.for %i = 0 to 4", " {"),
        ] {
            assert_eq!(completed(&fixture(head)), format!("{rest}\n    $0\n  }}"), "{head}");
        }
        check("func.func @f(%m: memref<?xf32>) {\n  affine.for %i <|>\n  return\n}", "");
    }

    #[test]
    fn the_type_that_the_values_imply() {
        check(
            "func.func @f(%m: memref<4x?xf32>, %i: index) {\n  %x = affine.load %m[0, %i] :<|>\n  return\n}",
            " memref<4x?xf32>",
        );
        check("func.func @f(%x: f32) {\n  %y = arith.addf %x, %x : <|>\n  return\n}", "f32");
        // Any type will do.
        check("func.func @f(%x: f32) {\n  %y = arith.constant 1 : <|>\n  return\n}", "");
        check("func.func @f(%x: i8) {\n  %y = arith.extsi %x : i8 to <|>\n  return\n}", "");
        check("func.func @f(%x: f32) {\n  %y = arith.addf %x, %x : f32<|>\n  return\n}", "");
    }

    #[test]
    fn the_line_that_a_block_lacks() {
        let body =
            "    %x = affine.load %m[%i] : memref<8xf32>\n    %t = arith.addf %s, %x : f32\n    <|>\n  }\n";
        check(
            &format!(
                "func.func @f(%m: memref<8xf32>, %z: f32) -> f32 {{\n  %r = affine.for %i = 0 to 8 iter_args(%s = %z) -> (f32) {{\n{body}  return %r : f32\n}}"
            ),
            "affine.yield %t : f32",
        );
        check("func.func @f(%z: f32) -> f32 {\n  <|>\n}", "");
        check("func.func @f() {\n  %c = arith.constant 1.0 : f32\n  <|>\n}", "return");
        check("func.func @f() {\n  <|>\n  return\n}", "");
    }
}
