//! Parses a large text in pieces, each on a core of its own.
//!
//! The pieces end where one function ends and another begins. Where a piece has an error the parser may have to look
//! farther than to its end: then the text is parsed whole.

mod in_module;
mod pieces;

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use rowan::{GreenNode, GreenToken, NodeOrToken};

use crate::{Parse, STACK_BYTES, SyntaxKind::*, parse_whole};
use pieces::{Pieces, pieces};

/// A shorter piece is not worth a thread.
const LEAST_PIECE_BYTES: usize = 128 << 10;
const PIECES_PER_CORE: usize = 4;

type GreenElement = NodeOrToken<GreenNode, GreenToken>;

/// The parse of the text, if it is large and could be parsed in pieces.
pub(crate) fn parse(text: &str) -> Option<Parse> {
    let most = text.len() / LEAST_PIECE_BYTES;
    let cores = if most < 2 { 1 } else { thread::available_parallelism().map_or(1, usize::from) };
    if cores < 2 {
        return None;
    }
    // More than cores: no core is to wait long for the last piece of another.
    parse_pieces(pieces(text, most.min(PIECES_PER_CORE * cores)), cores)
}

/// The parse of the text that the pieces make together, on so many threads, unless one of them has an error.
fn parse_pieces(pieces: Pieces<'_>, threads: usize) -> Option<Parse> {
    let green = match pieces {
        Pieces::Outermost(pieces) => {
            let pieces: Vec<_> = pieces.into_iter().map(Cow::Borrowed).collect();
            joined(&parse_each(&pieces, threads)?)
        }
        Pieces::InModule(pieces) => in_module::joined(&parse_each(&in_module::closed(&pieces), threads)?)?,
    };
    Some(Parse { green, errors: [].into(), balanced: true })
}

/// The trees of several texts in their order, on so many threads, unless one of them has an error.
fn parse_each(texts: &[Cow<'_, str>], threads: usize) -> Option<Vec<GreenNode>> {
    if texts.len() < 2 {
        return None;
    }
    let next = AtomicUsize::new(0);
    let has_error = AtomicBool::new(false);
    let work = || {
        let mut parsed = Vec::new();
        while !has_error.load(Relaxed) {
            let index = next.fetch_add(1, Relaxed);
            let Some(text) = texts.get(index) else { break };
            let parse = parse_whole(text);
            has_error.fetch_or(!parse.balanced || !parse.errors.is_empty(), Relaxed);
            parsed.push((index, parse.green));
        }
        parsed
    };
    let mut parsed = thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads.min(texts.len())).filter_map(start).collect();
        let mut parsed = work();
        for other in others {
            parsed.extend(other.join().ok()?);
        }
        Some(parsed)
    })?;
    if has_error.into_inner() {
        return None;
    }
    parsed.sort_unstable_by_key(|it| it.0);
    Some(parsed.into_iter().map(|it| it.1).collect())
}

/// One tree: the last part of each piece and the first of the next are one part.
fn joined(pieces: &[GreenNode]) -> GreenNode {
    let mut parts: Vec<GreenElement> = Vec::new();
    let mut open: Vec<GreenElement> = Vec::new();
    for child in pieces.iter().flat_map(|it| it.children()) {
        match child {
            NodeOrToken::Node(part) => open.extend(part.children().map(|it| it.to_owned())),
            // A split marker.
            NodeOrToken::Token(marker) => {
                parts.push(GreenNode::new(PART.into(), std::mem::take(&mut open)).into());
                parts.push(marker.to_owned().into());
            }
        }
    }
    parts.push(GreenNode::new(PART.into(), open).into());
    GreenNode::new(SOURCE_FILE.into(), parts)
}

#[cfg(test)]
mod tests {
    use super::pieces::boundary;
    use super::*;
    use proptest::prelude::*;

    const FUNCTION: &str = "// One

func.func @f(%a: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[%i] : memref<8xf32>
  }
  return
}
";

    fn in_module(functions: &str) -> String {
        let inside =
            functions.lines().map(|it| if it.is_empty() { "\n".to_owned() } else { format!("  {it}\n") });
        let inside: String = inside.collect();
        format!(
            "#map = affine_map<() -> (0)>\n\n// All\nmodule @m attributes {{a}} {{\n{inside}}} loc(\"x\")\n// End\n"
        )
    }

    #[test]
    fn a_large_text_is_parsed_in_pieces() {
        let functions = FUNCTION.repeat(4 * LEAST_PIECE_BYTES / FUNCTION.len());
        for text in [in_module(&functions), functions] {
            let found = pieces(&text, 3);
            let (Pieces::Outermost(pieces) | Pieces::InModule(pieces)) = &found;
            assert_eq!(pieces.len(), 3);
            assert_eq!(pieces.concat(), text);
            let longest = pieces.iter().map(|it| it.len()).max().unwrap();
            assert!(longest < text.len() / 3 + 2 * FUNCTION.len(), "{longest}");
            assert_eq!(parse_pieces(found, 2), Some(parse_whole(&text)));
        }
    }

    #[test]
    fn an_error_in_one_is_a_matter_of_the_whole() {
        let broken = FUNCTION.replace("return\n}", "return (\n}");
        let text = [FUNCTION, &broken, FUNCTION, FUNCTION].concat();
        for text in [in_module(&text), text] {
            let pieces = pieces(&text, 4);
            assert!(matches!(&pieces, Pieces::Outermost(it) | Pieces::InModule(it) if it.len() > 2));
            assert_eq!(parse_pieces(pieces, 2), None);
        }
    }

    #[test]
    fn nothing_ends_in_the_middle_of_a_statement() {
        let other = FUNCTION.replace("func.func @f", "\"x.y\"() ({\n}\n) : () -> ()\nmodule {\nfunc.func @f");
        assert_eq!(boundary(&other, 0, ""), None);
    }

    #[test]
    fn several_modules_are_parsed_whole() {
        let text = in_module(&FUNCTION.repeat(3));
        for text in [format!("{text}// -----\n{text}"), format!("module {{\n}}\n{text}")] {
            assert_eq!(pieces(&text, 3), Pieces::InModule(vec![&text]));
        }
    }

    const BETWEEN: &[&str] = &[
        "func.func private @g()\n",
        "#map = affine_map<(d0) -> (d0)>\n",
        "// -----\n",
        "  // -----\n",
        "\n\n",
        "module {\n  func.func @h() {\n    return\n  }\n}\n",
        "gpu.module @m {\n  func.func @h() {\n    return\n  }\n}\n",
        "^bb0:\n",
        "\"x.y\"() ({\n}\n) : () -> ()\n",
        "func.func @k() {\n  return\n} loc(\"k\")\n",
        "x.y {\n}\n",
        "else {\n}\n",
        "  {\n}\n",
        "%0 = x.y dense<[\n",
        "}\n",
        "}\nmodule {\n",
        ") {\n",
        "\"\n",
        "{-#\n",
        "#-}\n",
    ];

    proptest! {
        /// Whatever stands between the ends of functions.
        #[test]
        fn pieces_give_the_tree_of_the_whole(
            parts in prop::collection::vec(prop_oneof![
                5 => Just(FUNCTION),
                3 => prop::sample::select(BETWEEN),
            ], 0..24),
            is_in_module: bool,
            is_crlf: bool,
            count in 2_usize..6,
        ) {
            let text = parts.concat();
            let text = if is_in_module { in_module(&text) } else { text };
            let text = if is_crlf { text.replace('\n', "\r\n") } else { text };
            if let Some(found) = parse_pieces(pieces(&text, count), 2) {
                prop_assert_eq!(found, parse_whole(&text));
            }
        }
    }

    proptest! {
        /// So that the property above speaks of something.
        #[test]
        fn functions_and_what_stands_before_them_are_pieces(
            names in prop::collection::vec(0_usize..3, 4..8),
            is_in_module: bool,
        ) {
            let text: String = names.iter().map(|it| [BETWEEN[0], BETWEEN[4], ""][*it].to_owned() + FUNCTION).collect();
            let text = if is_in_module { in_module(&text) } else { text };
            prop_assert_eq!(parse_pieces(pieces(&text, 2), 2), Some(parse_whole(&text)));
        }
    }
}
