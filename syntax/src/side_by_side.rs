//! Parses a large text in pieces, each on a core of its own.
//!
//! The pieces end where one function ends and another begins. Where a piece has an error the parser may have to look
//! farther than to its end: then the text is parsed whole.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use rowan::{GreenNode, NodeOrToken};

use crate::{Parse, STACK_BYTES, SyntaxKind::*, parse_whole};

/// A shorter piece is not worth a thread.
const LEAST_PIECE_BYTES: usize = 128 << 10;
const PIECES_PER_CORE: usize = 4;

/// Ends a function of the outermost body.
const BRACE: &str = "\n}";

/// The parse of the text, if it is large and could be parsed in pieces.
pub(crate) fn parse(text: &str) -> Option<Parse> {
    let most = text.len() / LEAST_PIECE_BYTES;
    let cores = if most < 2 { 1 } else { thread::available_parallelism().map_or(1, usize::from) };
    if cores < 2 {
        return None;
    }
    // More than cores: no core is to wait long for the last piece of another.
    parse_pieces(&pieces(text, most.min(PIECES_PER_CORE * cores)), cores)
}

/// About as many pieces, of about the same length. Each but the first starts between two functions.
fn pieces(text: &str, count: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for index in 1..count {
        let Some(from) = (text.len() / count).checked_mul(index) else { break };
        if let Some(end) = boundary(text, from.max(start)) {
            pieces.push(&text[start..end]);
            start = end;
        }
    }
    pieces.push(&text[start..]);
    pieces
}

/// The next place where a function has just ended and the next thing that is no blank or comment is a function.
fn boundary(text: &str, from: usize) -> Option<usize> {
    let from = text.floor_char_boundary(from);
    let mut ends = text.get(from..)?.match_indices(BRACE).map(|it| from + it.0 + BRACE.len());
    ends.find(|end| {
        let mut lines = text.get(*end..).unwrap_or_default().lines();
        let is_trivia = |it: &&str| it.is_empty() || it.starts_with("//");
        lines.next() == Some("")
            && lines.find(|it| !is_trivia(it)).is_some_and(|it| it.starts_with("func.func "))
    })
}

/// The parse of the text that the pieces make together, on so many threads, unless one of them has an error.
fn parse_pieces(pieces: &[&str], threads: usize) -> Option<Parse> {
    if pieces.len() < 2 {
        return None;
    }
    let next = AtomicUsize::new(0);
    let has_error = AtomicBool::new(false);
    let work = || {
        let mut parsed = Vec::new();
        while !has_error.load(Relaxed) {
            let index = next.fetch_add(1, Relaxed);
            let Some(piece) = pieces.get(index) else { break };
            let parse = parse_whole(piece);
            has_error.fetch_or(!parse.balanced || !parse.errors.is_empty(), Relaxed);
            parsed.push((index, parse));
        }
        parsed
    };
    let mut parses = thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads.min(pieces.len())).filter_map(start).collect();
        let mut parses = work();
        for other in others {
            parses.extend(other.join().ok()?);
        }
        Some(parses)
    })?;
    if has_error.into_inner() {
        return None;
    }
    parses.sort_unstable_by_key(|it| it.0);
    let green = joined(parses.iter().map(|it| &it.1));
    Some(Parse { green, errors: [].into(), balanced: true })
}

/// One tree: the last part of each piece and the first of the next are one part.
fn joined<'a>(pieces: impl Iterator<Item = &'a Parse>) -> GreenNode {
    let mut parts: Vec<NodeOrToken<GreenNode, rowan::GreenToken>> = Vec::new();
    let mut open: Vec<NodeOrToken<GreenNode, rowan::GreenToken>> = Vec::new();
    for piece in pieces {
        for child in piece.green.children() {
            match child {
                NodeOrToken::Node(part) => open.extend(part.children().map(|it| it.to_owned())),
                // A split marker.
                NodeOrToken::Token(marker) => {
                    parts.push(GreenNode::new(PART.into(), std::mem::take(&mut open)).into());
                    parts.push(marker.to_owned().into());
                }
            }
        }
    }
    parts.push(GreenNode::new(PART.into(), open).into());
    GreenNode::new(SOURCE_FILE.into(), parts)
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn a_large_text_is_parsed_in_pieces() {
        let text = FUNCTION.repeat(4 * LEAST_PIECE_BYTES / FUNCTION.len());
        let pieces = pieces(&text, 3);
        assert_eq!(pieces.len(), 3);
        assert_eq!(pieces.concat(), text);
        let longest = pieces.iter().map(|it| it.len()).max().unwrap();
        assert!(longest < text.len() / 3 + 2 * FUNCTION.len(), "{longest}");
        assert_eq!(parse_pieces(&pieces, 2), Some(parse_whole(&text)));
    }

    #[test]
    fn an_error_in_one_is_a_matter_of_the_whole() {
        let broken = FUNCTION.replace("return\n}", "return (\n}");
        let text = [FUNCTION, &broken, FUNCTION, FUNCTION].concat();
        let pieces = pieces(&text, 4);
        assert!(pieces.len() > 2);
        assert_eq!(parse_pieces(&pieces, 2), None);
    }

    #[test]
    fn nothing_ends_in_the_middle_of_a_statement() {
        let other = FUNCTION.replace("func.func @f", "\"x.y\"() ({\n}\n) : () -> ()\nmodule {\nfunc.func @f");
        assert_eq!(boundary(&other, 0), None);
    }

    const BETWEEN: &[&str] = &[
        "func.func private @g()\n",
        "#map = affine_map<(d0) -> (d0)>\n",
        "// -----\n",
        "  // -----\n",
        "\n\n",
        "module {\n  func.func @h() {\n    return\n  }\n}\n",
        "\"x.y\"() ({\n}\n) : () -> ()\n",
        "func.func @k() {\n  return\n} loc(\"k\")\n",
        "x.y {\n}\n",
        "else {\n}\n",
        "  {\n}\n",
        "%0 = x.y dense<[\n",
        "}\n",
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
            is_crlf: bool,
            count in 2_usize..6,
        ) {
            let text = parts.concat();
            let text = if is_crlf { text.replace('\n', "\r\n") } else { text };
            if let Some(found) = parse_pieces(&pieces(&text, count), 2) {
                prop_assert_eq!(found, parse_whole(&text));
            }
        }
    }
}
