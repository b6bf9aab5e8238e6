//! Typical typing in the body of a function parses little again, and keeps everything else.

use std::fmt::Write;

use syntax::{
    Parse, SyntaxElement, SyntaxKind, SyntaxNode, TextEdit, TextRange, TextSize,
    ast::{self, AstNode},
    checks::{Reparsed, parse_is_lossless, reparse_equals_parse},
};

use crate::seeds::SEEDS;

/// How many reparses took which path.
#[derive(Default)]
struct Tally {
    tokens: usize,
    statements: usize,
    regions: usize,
    everything: usize,
}

impl Tally {
    fn count(&mut self, reparsed: Reparsed) {
        match reparsed {
            Reparsed::Token(_) => self.tokens += 1,
            Reparsed::Statement(_) => self.statements += 1,
            Reparsed::Region(_) => self.regions += 1,
            Reparsed::Everything => self.everything += 1,
        }
    }

    fn total(&self) -> usize {
        self.tokens + self.statements + self.regions + self.everything
    }

    fn fast_percent(&self) -> f64 {
        100.0 * (self.tokens + self.statements + self.regions) as f64 / self.total() as f64
    }
}

/// A way to edit the body of a function.
struct Habit {
    name: &'static str,
    /// Sequences of edits, each starting from the text as it is in the file; the range is that of a function's body,
    /// without its braces.
    sessions: fn(text: &str, root: &SyntaxNode, body: TextRange) -> Vec<Vec<TextEdit>>,
}

const HABITS: &[Habit] = &[
    Habit { name: "a longer name of a value, by character", sessions: longer_names },
    Habit { name: "an operand, by character", sessions: operands },
    Habit { name: "a newline", sessions: newlines },
    Habit { name: "an operation, pasted", sessions: pasted_operations },
    Habit { name: "an operation, by character", sessions: typed_operations },
    Habit { name: "a loop, by character, its brace closed by the editor", sessions: loops_in_an_editor },
    Habit { name: "a comment, by character", sessions: comments },
    Habit { name: "a character deleted", sessions: deleted_characters },
    Habit { name: "a line deleted backwards, by character", sessions: erased_lines },
];

/// At most so many places of each kind per function.
const PLACES: usize = 2;

#[test]
fn fast_path_is_taken() {
    let mut report = String::new();
    let mut all = Tally::default();
    let mut shares = Vec::new();
    for habit in HABITS {
        let mut tally = Tally::default();
        for text in SEEDS.iter() {
            let before = parse_is_lossless(text);
            let root = before.syntax_node();
            for body in bodies(&root) {
                for edits in (habit.sessions)(text, &root, body) {
                    type_(&before, text, &edits, |it| {
                        tally.count(it);
                        all.count(it);
                    });
                }
            }
        }
        line(&mut report, habit.name, &tally);
        shares.push(tally.fast_percent());
        assert!(tally.total() > 500, "{}: only {} edits", habit.name, tally.total());
    }
    line(&mut report, "all", &all);
    eprintln!("{report}");
    assert!(shares.iter().all(|it| *it >= 95.0), "{report}");
}

fn line(report: &mut String, name: &str, tally: &Tally) {
    writeln!(
        report,
        "{:6.2} % of {:6}: {:6} tokens, {:6} statements, {:6} regions, {:4} whole files: {name}",
        tally.fast_percent(),
        tally.total(),
        tally.tokens,
        tally.statements,
        tally.regions,
        tally.everything
    )
    .unwrap();
}

/// Makes the edits one after the other; what is not parsed again stays the same nodes.
fn type_(before: &Parse, text: &str, edits: &[TextEdit], mut count: impl FnMut(Reparsed)) {
    let mut text = text.to_owned();
    let mut parse = before.clone();
    for edit in edits {
        let (again, reparsed) = reparse_equals_parse(&parse, &text, edit);
        if let Reparsed::Token(range) | Reparsed::Statement(range) | Reparsed::Region(range) = reparsed {
            assert_shares_all_but(&parse, &again, range);
        }
        count(reparsed);
        text = edit.apply(&text);
        parse = again;
    }
}

/// Fails unless each node and token outside a range is the same in memory, but for the nodes around the range.
fn assert_shares_all_but(before: &Parse, after: &Parse, range: TextRange) {
    let pointer = |it: &SyntaxElement| -> *const () {
        match it {
            SyntaxElement::Node(node) => std::ptr::from_ref(node.green()).cast(),
            SyntaxElement::Token(token) => std::ptr::from_ref(token.green()).cast(),
        }
    };
    let (mut old, mut new) = (before.syntax_node(), after.syntax_node());
    while old.text_range() != range {
        let mut next = None;
        assert_eq!(old.children_with_tokens().count(), new.children_with_tokens().count());
        for (a, b) in old.children_with_tokens().zip(new.children_with_tokens()) {
            if a.text_range().contains_range(range) {
                next = Some((a, b));
            } else {
                assert_eq!(pointer(&a), pointer(&b), "{a:?} is no longer {b:?}");
            }
        }
        match next {
            Some((SyntaxElement::Node(a), SyntaxElement::Node(b))) => (old, new) = (a, b),
            _ => break,
        }
    }
}

/// The insides of the bodies of functions.
fn bodies(root: &SyntaxNode) -> Vec<TextRange> {
    let functions = root
        .descendants()
        .filter_map(ast::Operation::cast)
        .filter(|it| it.op_name().is_some_and(|it| matches!(it.text().as_str(), "func.func" | "func")));
    let regions =
        functions.filter_map(|it| it.syntax().children().find(|it| it.kind() == SyntaxKind::REGION));
    regions
        .map(|it| it.text_range())
        .filter(|it| it.len() > 2.into())
        .map(|it| TextRange::new(it.start() + TextSize::of('{'), it.end() - TextSize::of('}')))
        .collect()
}

/// At most `PLACES` of them, evenly.
fn some<T>(places: Vec<T>) -> impl Iterator<Item = T> {
    let step = places.len().div_ceil(PLACES).max(1);
    places.into_iter().step_by(step)
}

fn typed(at: usize, insert: &str) -> Vec<TextEdit> {
    insert.char_indices().map(|(n, it)| TextEdit::insert(((at + n) as u32).into(), it)).collect()
}

/// The ends of the lines that hold something.
fn line_ends(text: &str, body: TextRange) -> Vec<usize> {
    let (start, end) = (usize::from(body.start()), usize::from(body.end()));
    let newlines = text[start..end].match_indices('\n').map(|it| start + it.0);
    let holds = |at: &usize| !text[..*at].ends_with([' ', '\n', '\r']);
    newlines.filter(holds).collect()
}

/// A newline with the indentation of the line before.
fn newline(text: &str, at: usize) -> String {
    let line = text[..at].rsplit('\n').next().unwrap_or_default();
    let blanks = line.len() - line.trim_start().len();
    let deeper = if line.trim_end().ends_with('{') { "  " } else { "" };
    format!("\n{}{deeper}", &line[..blanks])
}

fn longer_names(_: &str, root: &SyntaxNode, body: TextRange) -> Vec<Vec<TextEdit>> {
    let tokens = root.descendants_with_tokens().filter_map(|it| it.into_token());
    let names =
        tokens.filter(|it| it.kind() == SyntaxKind::PERCENT_ID && body.contains_range(it.text_range()));
    // Behind a number, letters would be another token.
    let names = names.filter(|it| !it.text().ends_with(|it: char| it.is_ascii_digit()));
    some(names.collect()).map(|it| typed(it.text_range().end().into(), "_new")).collect()
}

fn operands(text: &str, _: &SyntaxNode, body: TextRange) -> Vec<Vec<TextEdit>> {
    some(line_ends(text, body)).map(|at| typed(at, ", %other")).collect()
}

fn newlines(text: &str, _: &SyntaxNode, body: TextRange) -> Vec<Vec<TextEdit>> {
    let insert = |at: usize| vec![TextEdit::insert((at as u32).into(), newline(text, at))];
    some(line_ends(text, body)).map(insert).collect()
}

const OPERATION: &str = "%sum = arith.addf %x, %y : f32";

fn pasted_operations(text: &str, _: &SyntaxNode, body: TextRange) -> Vec<Vec<TextEdit>> {
    let insert = |at: usize| vec![TextEdit::insert((at as u32).into(), newline(text, at) + OPERATION)];
    some(line_ends(text, body)).map(insert).collect()
}

fn typed_operations(text: &str, _: &SyntaxNode, body: TextRange) -> Vec<Vec<TextEdit>> {
    some(line_ends(text, body)).map(|at| typed(at, &(newline(text, at) + OPERATION))).collect()
}

fn loops_in_an_editor(text: &str, _: &SyntaxNode, body: TextRange) -> Vec<Vec<TextEdit>> {
    let session = |at: usize| {
        let newline = newline(text, at);
        let head = format!("{newline}affine.for %new = 0 to 16 ");
        let mut edits = typed(at, &head);
        let inside = at + head.len() + 1;
        edits.push(TextEdit::insert(((inside - 1) as u32).into(), "{}"));
        edits.push(TextEdit::insert((inside as u32).into(), format!("{newline}  {newline}")));
        edits.extend(typed(inside + newline.len() + 2, "affine.store %x, %A[%new] : memref<16xf32>"));
        edits
    };
    some(line_ends(text, body)).map(session).collect()
}

fn comments(text: &str, _: &SyntaxNode, body: TextRange) -> Vec<Vec<TextEdit>> {
    some(line_ends(text, body)).map(|at| typed(at, " // Why.")).collect()
}

fn deleted_characters(text: &str, _: &SyntaxNode, body: TextRange) -> Vec<Vec<TextEdit>> {
    let ranges = text[body]
        .char_indices()
        .map(|(n, it)| TextRange::at(body.start() + TextSize::from(n as u32), TextSize::of(it)));
    // Neither a multiple of the lines' length nor of their indentation.
    ranges.step_by(13).map(|it| vec![TextEdit::delete(it)]).collect()
}

fn erased_lines(text: &str, _: &SyntaxNode, body: TextRange) -> Vec<Vec<TextEdit>> {
    let session = |at: usize| {
        let start = text[..at].rfind('\n').map_or(0, |it| it + 1).max(body.start().into());
        let line = text[start..at].char_indices().rev();
        // With a brace, it would be lines and not a line.
        let whole = !text[start..at].contains(['{', '}']);
        let deletions = line.map(|(n, it)| {
            let range = TextRange::at(((start + n) as u32).into(), TextSize::of(it));
            TextEdit::delete(range)
        });
        whole.then(|| deletions.collect())
    };
    some(line_ends(text, body)).filter_map(session).collect()
}
