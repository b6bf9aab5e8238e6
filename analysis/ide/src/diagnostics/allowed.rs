//! Codes that comments silence: `// affine-analyzer: allow(CODE, …)` at the end of a line or alone on the one above, for that line;
//! alone at the top of a file, for all of it.

use super::{Item, Origin};
use base::at_once::computes;
use base::file_text::FileText;
use base::isolated_op::OpText;
use base::outline::holds_isolated_ops;
use base::registry::registry;
use base::source_file::SourceFile;
use rustc_hash::FxHashSet;
use syntax::ods::Registry;
use syntax::{ALLOWANCE, Located, LocatedElement, LocatedToken, SyntaxKind, TextEdit, TextRange, TextSize};

/// The codes that a comment allows, for diagnostics that begin in a range.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Allowance {
    range: TextRange,
    codes: Box<[String]>,
}

impl Allowance {
    fn has(&self, start: TextSize, code: &str) -> bool {
        self.range.contains_inclusive(start) && self.codes.iter().any(|it| it == code)
    }
}

/// The allowances of all comments of a file.
pub(super) struct Allowed<'a> {
    db: &'a dyn salsa::Database,
    file: SourceFile,
    of_file: FxHashSet<String>,
    /// By comments outside of isolated ops, in the file.
    outside: Vec<Allowance>,
}

/// The allowances of comments in an isolated op: by root, from its start.
#[salsa::tracked(returns(ref))]
fn inside(db: &dyn salsa::Database, op: OpText) -> Box<[(usize, Allowance)]> {
    computes(db);
    let mut found = Vec::new();
    for (index, root) in op.roots(db).iter().enumerate() {
        let root = Located::root(&root.0);
        let mut is_there = false;
        root.for_each_token(&mut |it| is_there |= is_marked(it));
        if is_there {
            let mut lines = Lines::default();
            root.for_each_token(&mut |it| lines.read(it));
            found.extend(lines.found.into_iter().map(|it| (index, it)));
        }
    }
    found.into()
}

fn is_marked(token: LocatedToken<'_>) -> bool {
    token.kind() == SyntaxKind::COMMENT && token.text().contains(ALLOWANCE)
}

/// Reads tokens line by line.
#[derive(Default)]
struct Lines {
    line_start: TextSize,
    /// Whether nothing but white space is on the line so far.
    is_blank: bool,
    /// The codes of comments that are alone on the line above.
    pending: Vec<String>,
    /// The line that these are for has begun.
    has_begun: bool,
    found: Vec<Allowance>,
}

impl Lines {
    fn read(&mut self, token: LocatedToken<'_>) {
        let (start, text) = (token.text_range().start(), token.text());
        if is_marked(token) {
            let codes: Vec<_> = codes(text).map(str::to_owned).collect();
            match self.is_blank {
                true => self.pending.extend(codes),
                false => {
                    let range = TextRange::new(self.line_start, start);
                    self.found.push(Allowance { range, codes: codes.into() });
                }
            }
        }
        self.has_begun |= !token.kind().is_trivia() && !self.pending.is_empty();
        if self.has_begun && text.contains('\n') {
            self.end(start);
        }
        self.pass(token);
    }

    /// Only looks at where lines begin.
    fn pass(&mut self, token: LocatedToken<'_>) {
        if let Some(end) = token.text().rfind('\n').and_then(|it| TextSize::try_from(it + 1).ok()) {
            (self.line_start, self.is_blank) = (token.text_range().start() + end, true);
        }
        self.is_blank &= token.kind().is_trivia();
    }

    /// The line that comments above are for ends.
    fn end(&mut self, end: TextSize) {
        let codes = std::mem::take(&mut self.pending).into();
        self.found.push(Allowance { range: TextRange::new(self.line_start, end), codes });
        self.has_begun = false;
    }
}

impl<'a> Allowed<'a> {
    /// `None` where no comment allows anything.
    pub(super) fn of(db: &'a dyn salsa::Database, file: SourceFile) -> Option<Self> {
        let parse = file.parse(db);
        if !parse.may_allow() {
            return None;
        }
        let lines = Lines { is_blank: true, ..Lines::default() };
        let mut outside = Outside {
            registry: registry(db),
            of_file: FxHashSet::default(),
            lines,
            has_begun: false,
            passed: None,
            last: None,
        };
        outside.read(Located::root(parse.green()));
        Some(Self { db, file, of_file: outside.of_file, outside: outside.lines.found })
    }

    pub(super) fn has(&self, item: &Item<'_>) -> bool {
        let (start, code) = (item.range.start(), item.code);
        let is_inside = |root: &(usize, Allowance), starts: &[TextSize]| {
            let from = starts.get(root.0).and_then(|it| start.checked_sub(*it));
            from.is_some_and(|it| root.1.has(it, code))
        };
        self.of_file.contains(code)
            || self.outside.iter().any(|it| it.has(start, code))
            || match item.origin {
                Origin::Finding(_, op, starts) => {
                    let op = self.file.op_texts(self.db).get(op);
                    op.is_some_and(|it| inside(self.db, *it).iter().any(|it| is_inside(it, starts)))
                }
                Origin::Syntax(_) | Origin::File(_) => false,
            }
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
    let comment = format!("// {ALLOWANCE}{code})");
    let is_alone = line.trim_start().starts_with("//");
    let list = line.find("//").zip(line.find(ALLOWANCE)).filter(|(slashes, mark)| slashes < mark);
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
    let list = comment.and_then(|it| it.split_once(ALLOWANCE)).and_then(|(_, rest)| rest.split_once(')'));
    list.map_or("", |it| it.0).split(',').map(str::trim)
}

/// The comments outside of isolated ops.
struct Outside<'a> {
    registry: &'a Registry,
    of_file: FxHashSet<String>,
    lines: Lines,
    /// Something other than comments was there.
    has_begun: bool,
    /// The operation just before, whose lines were not looked at.
    passed: Option<Located<'a>>,
    /// The operation that was looked at last, which is mostly the same: whether it holds isolated ops.
    last: Option<(&'a str, bool)>,
}

impl<'a> Outside<'a> {
    /// The parser bounds the depth.
    fn read(&mut self, node: Located<'a>) {
        for child in node.children_with_tokens() {
            match child {
                LocatedElement::Token(it) => {
                    if is_marked(it) && !self.has_begun {
                        self.of_file.extend(codes(it.text()).map(str::to_owned));
                    }
                    if let Some(passed) = self
                        .passed
                        .take_if(|_| it.kind() != SyntaxKind::WHITESPACE || it.text().contains('\n'))
                        && is_marked(it)
                    {
                        passed.for_each_token(&mut |it| self.lines.pass(it));
                    }
                    self.has_begun |= !it.kind().is_trivia();
                    self.lines.read(it);
                }
                LocatedElement::Node(it) if it.kind() != SyntaxKind::OPERATION => self.read(it),
                LocatedElement::Node(it) => {
                    self.has_begun = true;
                    match self.holds_isolated_ops(it) {
                        true => self.read(it),
                        false if self.lines.pending.is_empty() => {
                            self.lines.is_blank = false;
                            self.passed = Some(it);
                        }
                        false => it.for_each_token(&mut |it| self.lines.read(it)),
                    }
                }
            }
        }
    }

    fn holds_isolated_ops(&mut self, operation: Located<'a>) -> bool {
        let name = operation.op_name();
        match self.last {
            Some((last, holds)) if last == name => holds,
            _ => {
                let holds = holds_isolated_ops(self.registry, name);
                self.last = Some((name, holds));
                holds
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
        let inside = format!(
            "module {{\n  {allow}\n  %x = arith.constant 1 : i32\n  %y = arith.constant 2 : i32 {allow}"
        );
        let inside = inside.replace("// RUN: x\n\n", "").replace("\n\n", "\n");
        assert!(found(&format!("{inside}\n}}\n")).is_empty(), "{inside}");
        assert_eq!(found(&format!("{}{allow}", function("", ""))), [2, 3]);
    }

    #[test]
    fn operations_outside_of_functions_have_lines() {
        let allow = "// affine-analyzer: allow(unused-pure-result)";
        let [one, two] = ["%x = arith.constant 1 : i32", "%y = arith.constant 2 : i32"];
        assert_eq!(found(&format!("func.func @f() {{\n  return\n}}\n{one} {allow}\n{two}\n")), [5]);
        assert_eq!(found(&format!("{one}\n{allow}\n{two}\n{}", function("", ""))), [1, 5, 6]);
        assert_eq!(found(&format!("{one}\n{allow}\n{}", function("", ""))), [1, 4, 5]);
        assert_eq!(found(&format!("func.func @f() {{\n  {one}\n  return\n}} {allow}\n")), [2]);
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
