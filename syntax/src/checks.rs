//! Properties of every text and every edit. Each function panics where its property fails.
//!
//! The property tests and the fuzz targets call the same functions. They are for tests alone.

use std::sync::Arc;

use crate::{
    Parse,
    SyntaxKind::SPLIT_MARKER,
    TextEdit, TextRange, TextSize,
    ast::{AstNode, Operation},
    grammar,
    lexer::{self, Lexer},
    ods::{ImportedOp, ImportedType, Registry},
    parse, parse_with,
    parser::{MAX_MESSAGE_BYTES, Parser},
};

pub use crate::reparsing::Reparsed;

/// The lexer's tokens are the text, in order, none of them empty, each of whole characters.
pub fn lexer_is_total(text: &str) {
    let lexed = lexer::lex(text);
    let mut tokens = lexed.tokens.iter();
    let mut at = 0;
    for (kind, token) in Lexer::new(text) {
        assert!(!token.is_empty(), "an empty token at {at}");
        assert!(text[at..].starts_with(token), "{token:?} is not what stands at {at}");
        let end = at + token.len();
        let range = TextRange::new((at as u32).into(), (end as u32).into());
        // A marker in a module is a comment.
        let is_dropped = kind == SPLIT_MARKER
            && lexed.has_markers_in_modules
            && lexed.split_markers.iter().all(|it| lexed.tokens[*it].range() != range);
        if !kind.is_trivia() && !is_dropped {
            let found = tokens.next().map(|it| (it.kind, it.range()));
            assert_eq!(found, Some((kind, range)), "the tokens that are no trivia have a gap");
        }
        at = end;
    }
    assert_eq!(at, text.len(), "tokens end where the text ends");
    assert!(tokens.next().is_none(), "there are more tokens than the lexer gives");
}

/// A text survives its parse, and its errors are bounded.
pub fn parse_is_lossless(text: &str) -> Parse {
    is_lossless(text, parse(text))
}

fn is_lossless(text: &str, parse: Parse) -> Parse {
    assert!(parse.text() == text, "the tree has another text than {text:?}: {:?}", parse.text());
    errors_are_bounded(text, &parse);
    parse
}

/// Errors are in order, in the text, at characters, short, and no more than there are tokens.
pub fn errors_are_bounded(text: &str, parse: &Parse) {
    let tokens = lexer::lex(text).tokens.len();
    let errors = parse.errors();
    assert!(errors.len() <= tokens, "{} errors in {tokens} tokens", errors.len());
    assert!(
        errors.is_sorted_by_key(|it| (it.range.start(), it.range.end())),
        "errors are out of order: {errors:#?}"
    );
    for error in errors {
        let (start, end) = (usize::from(error.range.start()), usize::from(error.range.end()));
        assert!(text.get(start..end).is_some(), "{error} is not in the text {text:?}");
        assert!(!error.message.is_empty(), "{error} says nothing");
        assert!(error.message.len() <= MAX_MESSAGE_BYTES, "{error} is {} bytes long", error.message.len());
    }
}

/// A reparse gives the tree and the errors of a parse, and shares what it did not parse again.
///
/// `before` is the parse of `text`.
pub fn reparse_equals_parse(before: &Parse, text: &str, edit: &TextEdit) -> (Parse, Reparsed) {
    let after = edit.apply(text);
    let whole = is_lossless(&after, parse_with(&after, &before.registry));
    let (again, reparsed) = before.reparse_with_extent(edit);
    assert!(
        again.errors() == whole.errors(),
        "{edit:?} ({reparsed:?}) gives the errors\n{:#?}\na parse gives\n{:#?}\nof {text:?}",
        again.errors(),
        whole.errors(),
    );
    assert!(
        again == whole,
        "{edit:?} ({reparsed:?}) gives another tree than a parse:\n{:#?}\n{:#?}\nof {text:?}",
        again.syntax_node(),
        whole.syntax_node(),
    );
    assert!(
        again.is_balanced() == whole.is_balanced(),
        "{edit:?} ({reparsed:?}) miscounts braces of {text:?}"
    );
    (again, reparsed)
}

/// `reparse_equals_parse` for edits that follow each other, each of the text that the one before leaves.
pub fn reparses_equal_parses(text: &str, edits: impl IntoIterator<Item = TextEdit>) {
    let mut text = text.to_owned();
    let mut parse = parse_is_lossless(&text);
    for edit in edits {
        (parse, _) = reparse_equals_parse(&parse, &text, &edit);
        text = edit.apply(&text);
    }
}

/// Imported definitions may be arbitrary: texts with their operations, types and attributes survive
/// their parse, and the pieces of operations are found or missing. A reparse without the middle of the text equals a parse.
pub fn definitions_take_any_text(
    definitions: impl IntoIterator<Item = ImportedOp>,
    types: impl IntoIterator<Item = ImportedType>,
    text: &str,
) {
    let registry = Arc::new(Registry::builtin().with(definitions).with_types(types));
    let parse = is_lossless(text, parse_with(text, &registry));
    let middle =
        [text.len() / 2, text.len() / 2 + 3].map(|it| TextSize::from(text.floor_char_boundary(it) as u32));
    reparse_equals_parse(
        &parse,
        text,
        &TextEdit::replace(TextRange::new(middle[0], middle[1]), String::new()),
    );
    for op in parse.syntax_node().descendants().filter_map(Operation::cast) {
        let definition = op.op_name().and_then(|it| registry.written(&it.text()).cloned());
        let Some(definition) = definition else { continue };
        let binding = definition.bind(&op);
        for value in definition.values() {
            binding.rule(value);
            binding.written_types(&value.name);
        }
    }
}

/// How often the parser looks at a token of the text: what its time depends on.
pub fn work(text: &str) -> u64 {
    let lexed = lexer::lex(text);
    let mut parser = Parser::new(&lexed, Registry::builtin());
    grammar::source_file(&mut parser);
    parser.work()
}

/// A text and edits, as a fuzzer's bytes: the text, then each edit after a byte 255, which UTF-8 never has. An edit is
/// its place in two bytes, as a share of the text that it is made on, how many bytes it deletes in one, and what it
/// inserts. Invalid UTF-8 is replaced.
pub fn edits_of_bytes(data: &[u8]) -> (String, Vec<TextEdit>) {
    let mut sections = data.split(|it| *it == 255);
    let text = String::from_utf8_lossy(sections.next().unwrap_or_default()).into_owned();
    let mut current = text.clone();
    let mut edits = Vec::new();
    for section in sections {
        let [high, low, len, insert @ ..] = section else { continue };
        let share = usize::from(u16::from_be_bytes([*high, *low]));
        let start = current.floor_char_boundary(current.len() * share / usize::from(u16::MAX));
        let end = current.floor_char_boundary(start + usize::from(*len));
        let range = TextRange::new((start as u32).into(), (end as u32).into());
        let edit = TextEdit::replace(range, String::from_utf8_lossy(insert));
        current = edit.apply(&current);
        edits.push(edit);
    }
    (text, edits)
}
