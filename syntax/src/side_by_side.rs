//! Parses a large text in pieces, each on a core of its own.
//!
//! The pieces end where one function ends and another begins. Where a piece has an error the parser may have to look
//! farther than to its end: then the text is parsed whole.

mod in_module;
mod pieces;

use std::borrow::Cow;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;
use std::thread;

use rowan::{GreenNode, GreenToken, NodeOrToken};

use crate::{Marks, Parse, SyntaxKind::*, ods::Registry, parse_whole, pool::on_threads};
use pieces::{Pieces, pieces};

/// A shorter piece is not worth a thread.
const LEAST_PIECE_BYTES: usize = 128 << 10;
const PIECES_PER_CORE: usize = 4;

type GreenElement = NodeOrToken<GreenNode, GreenToken>;

/// The parse of the text, if it is large and could be parsed in pieces.
pub(crate) fn parse(text: &str, registry: &Arc<Registry>) -> Option<Parse> {
    let most = text.len() / LEAST_PIECE_BYTES;
    let cores = if most < 2 { 1 } else { thread::available_parallelism().map_or(1, usize::from) };
    if cores < 2 {
        return None;
    }
    // More than cores: no core is to wait long for the last piece of another.
    parse_pieces(pieces(text, most.min(PIECES_PER_CORE * cores)), cores, registry)
}

/// The parse of the text that the pieces make together, on this many threads, unless one of them has an error.
fn parse_pieces(pieces: Pieces<'_>, threads: usize, registry: &Arc<Registry>) -> Option<Parse> {
    let green = match pieces {
        Pieces::Outermost(pieces) => {
            let pieces: Vec<_> = pieces.into_iter().map(Cow::Borrowed).collect();
            joined(&parse_each(&pieces, threads, registry)?)
        }
        Pieces::InModule(module, pieces) => {
            module.joined(&parse_each(&module.closed(&pieces), threads, registry)?)?
        }
    };
    Some(Parse {
        green,
        errors: [].into(),
        balanced: true,
        registry: Arc::clone(registry),
        marks: Marks::default(),
    })
}

/// The trees of several texts in their order, on this many threads, unless one of them has an error.
fn parse_each(texts: &[Cow<'_, str>], threads: usize, registry: &Arc<Registry>) -> Option<Vec<GreenNode>> {
    if texts.len() < 2 {
        return None;
    }
    let parsed = on_threads(
        threads,
        texts.len(),
        || (),
        |(), index| {
            let parse = texts.get(index).map(|it| parse_whole(it, registry));
            match parse.filter(|it| it.balanced && it.errors.is_empty()) {
                Some(parse) => Continue(parse.green),
                None => Break(()),
            }
        },
    );
    let is_whole = parsed.len() == texts.len();
    is_whole.then(|| parsed.into_iter().map(|it| it.1).collect())
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
    use super::pieces::Functions;
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

    const GENERIC: &str = "// One

\"func.func\"() <{function_type = (memref<8xf32>) -> (), sym_name = \"f\"}> ({
^bb0(%a: memref<8xf32>):
  \"affine.for\"() <{lowerBoundMap = #map, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map}> ({
  ^bb0(%i: index):
    \"affine.yield\"() : () -> ()
  }) : () -> ()
  \"func.return\"() : () -> ()
}) : () -> ()
";

    /// The surroundings of functions: nothing, or a module in one of its two forms.
    #[derive(Debug, Clone, Copy)]
    enum Around {
        Nothing,
        Custom,
        Generic,
    }

    fn within(around: Around, functions: &str) -> String {
        let (opening, closing) = match around {
            Around::Nothing => return functions.to_owned(),
            Around::Custom => ("module @m attributes {a} {", "} loc(\"x\")"),
            Around::Generic => ("\"builtin.module\"() ({", "}) {a} : () -> () loc(\"x\")"),
        };
        let indented = |it: &str| if it.is_empty() { "\n".to_owned() } else { format!("  {it}\n") };
        let inside: String = functions.lines().map(indented).collect();
        format!("#map = affine_map<() -> (0)>\n\n// All\n{opening}\n{inside}{closing}\n// End\n")
    }

    const ALL: [(Around, &str); 5] = [
        (Around::Nothing, FUNCTION),
        (Around::Custom, FUNCTION),
        (Around::Generic, FUNCTION),
        (Around::Custom, GENERIC),
        (Around::Generic, GENERIC),
    ];

    fn texts_of<'a>(pieces: &'a Pieces<'a>) -> &'a [&'a str] {
        let (Pieces::Outermost(texts) | Pieces::InModule(_, texts)) = pieces;
        texts
    }

    #[test]
    fn a_large_text_is_parsed_in_pieces() {
        for (around, function) in [ALL[0], ALL[1], ALL[4]] {
            let text = within(around, &function.repeat(4 * LEAST_PIECE_BYTES / function.len()));
            let pieces = pieces(&text, 3);
            let texts = texts_of(&pieces);
            assert_eq!(texts.len(), 3);
            assert_eq!(texts.concat(), text);
            let longest = texts.iter().map(|it| it.len()).max().unwrap();
            assert!(longest < text.len() / 3 + 2 * text.len() / 1_000, "{longest}");
            assert_eq!(
                parse_pieces(pieces, 2, Registry::builtin()),
                Some(parse_whole(&text, Registry::builtin()))
            );
        }
    }

    #[test]
    fn an_error_in_one_is_a_matter_of_the_whole() {
        for (around, function) in ALL {
            let broken = function.replace("  }", "  (}");
            let text = within(around, &[function, &broken, function, function].concat());
            let pieces = pieces(&text, 4);
            assert!(texts_of(&pieces).len() > 2, "{around:?}");
            assert_eq!(parse_pieces(pieces, 2, Registry::builtin()), None);
        }
    }

    #[test]
    fn nothing_ends_in_the_middle_of_a_statement() {
        let other = FUNCTION.replace("func.func @f", "\"x.y\"() ({\n}\n) : () -> ()\nmodule {\nfunc.func @f");
        assert_eq!(Functions::of(&other).boundary(&other, 0), None);
    }

    #[test]
    fn several_modules_are_parsed_whole() {
        for around in [Around::Custom, Around::Generic] {
            let text = within(around, &FUNCTION.repeat(3));
            let empty = within(around, "");
            for text in [format!("{text}// -----\n{text}"), format!("{empty}{text}")] {
                assert_eq!(texts_of(&pieces(&text, 3)), [&*text]);
            }
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
        /// Whatever is between the ends of functions.
        #[test]
        fn pieces_give_the_tree_of_the_whole(
            (around, function) in prop::sample::select(&ALL[..]),
            parts in prop::collection::vec(prop::option::weighted(0.4, prop::sample::select(BETWEEN)), 0..24),
            is_crlf: bool,
            count in 2_usize..6,
        ) {
            let parts: Vec<_> = parts.into_iter().map(|it| it.unwrap_or(function)).collect();
            let text = within(around, &parts.concat());
            let text = if is_crlf { text.replace('\n', "\r\n") } else { text };
            if let Some(found) = parse_pieces(pieces(&text, count), 2, Registry::builtin()) {
                prop_assert_eq!(found, parse_whole(&text, Registry::builtin()));
            }
        }
    }

    #[test]
    fn declarations_and_empty_lines_may_stand_between() {
        for around in [Around::Nothing, Around::Custom] {
            let text =
                within(around, &[FUNCTION, BETWEEN[0], FUNCTION, BETWEEN[4], FUNCTION, FUNCTION].concat());
            assert_eq!(
                parse_pieces(pieces(&text, 3), 2, Registry::builtin()),
                Some(parse_whole(&text, Registry::builtin()))
            );
        }
    }
}
