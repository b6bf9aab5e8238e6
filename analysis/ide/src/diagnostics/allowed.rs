//! What comments silence: `// affine-analyzer: allow(CODE, …)` at the end of a line or alone on the one above, for that line;
//! alone at the top of a file, for all of it.

use super::{Item, Origin};
use base::file_text::FileText;
use base::isolated_op::OpText;
use base::outline::holds_isolated_ops;
use base::source_file::SourceFile;
use rustc_hash::FxHashSet;
use syntax::{Located, LocatedElement, SyntaxKind, TextEdit, TextRange, TextSize};

const MARK: &str = "affine-analyzer: allow(";

/// Lines of comments above a line that are read.
const MOST_LINES: usize = 8;

/// What the comments of a file allow.
pub(super) struct Allowed<'a> {
    db: &'a dyn salsa::Database,
    file: SourceFile,
    text: FileText<'a>,
    of_file: FxHashSet<String>,
    /// Whether there are comments that allow something outside of isolated ops.
    is_outside: bool,
}

/// Whether comments in an isolated op allow something.
#[salsa::tracked]
fn is_inside(db: &dyn salsa::Database, op: OpText) -> bool {
    let mut found = false;
    for root in op.roots(db) {
        Located::root(&root.0).for_each_token(&mut |it| {
            found |= it.kind() == SyntaxKind::COMMENT && it.text().contains(MARK);
        });
    }
    found
}

impl<'a> Allowed<'a> {
    pub(super) fn of(db: &'a dyn salsa::Database, file: SourceFile) -> Self {
        let root = Located::root(file.parse(db).green());
        let mut comments = Comments { of_file: FxHashSet::default(), is_outside: false, is_top: true };
        comments.read(root);
        let Comments { of_file, is_outside, .. } = comments;
        Self { db, file, text: FileText::of(db, file), of_file, is_outside }
    }

    pub(super) fn has(&self, item: &Item<'_>) -> bool {
        if self.of_file.contains(item.code) {
            return true;
        }
        let may_be = match item.origin {
            Origin::Finding(_, op, _) => {
                let texts = self.file.op_texts(self.db);
                self.is_outside || texts.get(op).is_some_and(|it| *is_inside(self.db, *it))
            }
            Origin::Syntax(_) | Origin::File(_) => true,
        };
        may_be && self.is_at_line(item)
    }

    /// Whether the line of an item, or one of comments above it, allows its code.
    fn is_at_line(&self, item: &Item<'_>) -> bool {
        let mut start = self.text.line_start(item.range.start());
        let mut line = self.line(start);
        let mut lines = 0;
        loop {
            if codes(&line).any(|it| it == item.code) {
                return true;
            }
            let Some(before) = start.checked_sub(TextSize::of('\n')).filter(|_| lines < MOST_LINES) else {
                return false;
            };
            start = self.text.line_start(before);
            line = self.line(start);
            lines += 1;
            if !line.trim_start().starts_with("//") {
                return false;
            }
        }
    }

    fn line(&self, start: TextSize) -> String {
        self.text.slice(TextRange::new(start, self.text.line_end(start)))
    }
}

/// How far a comment reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The line of an offset.
    Line(TextSize),
    File,
}

/// The edit that lets a comment allow one more code.
pub(crate) fn allowing(db: &dyn salsa::Database, file: SourceFile, code: &str, reach: Reach) -> TextEdit {
    let text = FileText::of(db, file);
    let at = |offset: TextSize, insert: String| TextEdit { range: TextRange::empty(offset), insert };
    let start = match reach {
        Reach::Line(offset) => text.line_start(offset),
        Reach::File => TextSize::default(),
    };
    let end = text.line_end(start);
    let line = text.slice(TextRange::new(start, end));
    let comment = format!("// {MARK}{code})");
    let is_alone = line.trim_start().starts_with("//");
    let list = line.find("//").zip(line.find(MARK)).filter(|(slashes, mark)| slashes < mark);
    let close = list.and_then(|(_, mark)| Some(mark + line.get(mark..)?.find(')')?));
    if let Some(close) = close.filter(|_| is_alone || reach != Reach::File)
        && let Ok(close) = TextSize::try_from(close)
    {
        return at(start + close, format!(", {code}"));
    }
    match reach {
        Reach::Line(_) if !line.contains("//") => {
            let line = line.trim_end();
            at(start + TextSize::of(line), format!(" {comment}"))
        }
        _ => {
            let indentation = &line[..line.len() - line.trim_start().len()];
            at(start, format!("{indentation}{comment}\n"))
        }
    }
}

/// The codes that a line allows.
fn codes(line: &str) -> impl Iterator<Item = &str> {
    let comment = line.find("//").and_then(|it| line.get(it..));
    let list = comment.and_then(|it| it.split_once(MARK)).and_then(|(_, rest)| rest.split_once(')'));
    list.map_or("", |it| it.0).split(',').map(str::trim)
}

/// The comments outside of isolated ops.
struct Comments {
    of_file: FxHashSet<String>,
    is_outside: bool,
    /// Whether nothing but comments was there so far.
    is_top: bool,
}

impl Comments {
    /// The parser bounds the depth.
    fn read(&mut self, node: Located<'_>) {
        for child in node.children_with_tokens() {
            match child {
                LocatedElement::Token(it) if it.kind() == SyntaxKind::COMMENT && it.text().contains(MARK) => {
                    self.is_outside = true;
                    if self.is_top {
                        self.of_file.extend(codes(it.text()).map(str::to_owned));
                    }
                }
                LocatedElement::Token(it) => self.is_top &= it.kind().is_trivia(),
                LocatedElement::Node(it) => {
                    let is_around = it.kind() != SyntaxKind::OPERATION || holds_isolated_ops(it);
                    if is_around {
                        self.read(it);
                    }
                    self.is_top = false;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Reach;
    use crate::host::Host;
    use syntax::{TextEdit, TextSize};

    const UNUSED: &str = "unused-pure-result";

    /// The lines, from 1, on which something unused is found.
    fn found(text: &str) -> Vec<usize> {
        let mut host = Host::new();
        let file = host.add_file(text);
        let found = host.analysis().diagnostics_with_fixes(file);
        let line = |at: TextSize| text[..usize::from(at)].matches('\n').count() + 1;
        found.iter().filter(|it| it.code == UNUSED).map(|it| line(it.range.start())).collect()
    }

    fn function(first: &str, second: &str) -> String {
        let [one, two] = ["%x = arith.constant 1 : i32", "%y = arith.constant 2 : i32"];
        format!("func.func @f() {{\n  {one}{first}\n  {two}{second}\n  return\n}}\n")
    }

    #[test]
    fn a_comment_is_for_its_line_or_for_the_next_one() {
        let allow = "// affine-analyzer: allow(unused-pure-result)";
        assert_eq!(found(&function("", "")), [2, 3]);
        assert_eq!(found(&function(&format!(" {allow}"), "")), [3]);
        assert_eq!(found(&function(&format!("\n  {allow}\n  // And why."), "")), [2]);
        assert_eq!(found(&function(" // affine-analyzer: allow(dead-store, unused-pure-result)", "")), [3]);
        assert_eq!(found(&function(" // affine-analyzer: allow(dead-store)", "")), [2, 3]);
    }

    #[test]
    fn a_comment_at_the_top_is_for_the_file() {
        let allow = "// RUN: x\n\n// affine-analyzer: allow(unused-pure-result)\n\n";
        assert!(found(&format!("{allow}{}", function("", ""))).is_empty());
        assert!(found(&format!("{allow}module {{\n{}}}\n", function("", ""))).is_empty());
        assert_eq!(found(&format!("{}{allow}", function("", ""))), [2, 3]);
    }

    #[test]
    fn comments_may_change() {
        let mut host = Host::new();
        let text = function(" // affine-analyzer: allow(unused-pure-result)", "");
        let file = host.add_file(&text);
        let count = |host: &Host| host.analysis().diagnostics_with_fixes(file).len();
        assert_eq!(count(&host), 1);
        host.set_text(file, &text.replace("allow(", "allo("));
        assert_eq!(count(&host), 2);
        host.set_text(file, &text);
        assert_eq!(count(&host), 1);
    }

    #[test]
    fn edits_silence() {
        let texts = [
            function("", ""),
            function(" // why", ""),
            function(" // affine-analyzer: allow(dead-store)", ""),
            format!("// affine-analyzer: allow(dead-store)\n{}", function("", "")),
        ];
        for text in &texts {
            let at = TextSize::try_from(text.find("%x").expect("a place")).expect("a small text");
            for (reach, left) in [(Reach::Line(at), 1), (Reach::File, 0)] {
                let mut host = Host::new();
                let file = host.add_file(text);
                let TextEdit { range, insert } = host.analysis().allowing(file, UNUSED, reach);
                let mut after = text.clone();
                after.replace_range(usize::from(range.start())..usize::from(range.end()), &insert);
                assert_eq!(found(&after).len(), left, "{reach:?}\n{after}");
            }
        }
    }
}
