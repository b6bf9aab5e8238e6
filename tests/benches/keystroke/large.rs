//! One large function: what an edit costs until the server has nothing left to do, hints included, and what answers about
//! a range cost.

use crate::edits::{self, Keystroke};
use crate::figures::{HEAD, line};
use crate::opening::openings;
use crate::page::Page;
use crate::server::{Delivery, Server};
use affine_analyzer_tests::large_functions::{Buffers, large_function};
use serde_json::{Value, json};

const ROUNDS: usize = 5;

/// Prints a table for each kind of function.
pub(crate) fn functions(sizes: &[usize], peer: Option<&str>) {
    for (what, buffers) in [
        ("a buffer for each nest", Buffers::Own),
        ("four buffers for all nests", Buffers::Shared),
        ("the layers of a decoder", Buffers::Decoder),
    ] {
        println!("\nOne function, {what}:\n\n{HEAD}");
        for lines in sizes {
            let text = large_function(buffers, *lines);
            openings(*lines, &text, peer, &mut Page::default());
            of_function(*lines, &text, peer);
        }
    }
}

fn of_function(lines: usize, text: &str, peer: Option<&str>) {
    let at = edits::load(text);
    let line_start = text[..at].rfind('\n').map_or(0, |it| it + 1);
    let text = &format!("{}// a comment\n{}", &text[..line_start], &text[line_start..]);
    // As VS Code, which is told when there is more.
    let mut ours = Server::start(None, Delivery::Pulled);
    let mut theirs = peer.map(|it| Server::start(Some(it), Delivery::Pushed));
    ours.open(text);
    theirs.iter_mut().for_each(|it| _ = it.open(text));
    let at = edits::load(text);
    let buffer = text[at..].find('[').map_or(at, |it| at + it);
    let line_start = text[..at].rfind('\n').map_or(0, |it| it + 1);
    for keystroke in [
        // Names are numbers there: a letter after one is no part of it.
        Keystroke::new("a name is broken and mended", true, text, at, "7"),
        Keystroke::new("a syntax error is made and mended", true, text, at, "x"),
        Keystroke::new("the name of a buffer is broken and mended", true, text, buffer, "x"),
        Keystroke::new("a new line", true, text, line_start, "\n"),
    ] {
        let [first, idle] = ours.type_and_rest(&keystroke, ROUNDS);
        let its = theirs.as_mut().map(|it| it.type_and_rest(&keystroke, ROUNDS)).unwrap_or_default();
        for (until, ours, its) in [("first answer", first, &its[0]), ("all is said", idle, &its[1])] {
            println!("{}", line(lines, &format!("{}: {until}", keystroke.what), &ours, its));
        }
    }
    let comment = text.find("comment").unwrap_or_default();
    let letter = Keystroke::new("a letter in a comment", false, text, comment, "x");
    let figures = ours.type_and_ask(&letter, &after_a_key(text, comment), ROUNDS);
    println!("{}", line(lines, "a letter in a comment: all that VS Code asks", &figures, &<_>::default()));
    let row = edits::position(text, at).0;
    let visible = visible(row);
    for (what, method, params) in [
        ("inlay hints of 60 lines", "textDocument/inlayHint", json!({ "range": visible })),
        (
            "code actions of a loop",
            "textDocument/codeAction",
            json!({ "range": edits::loop_header(text), "context": { "diagnostics": [] } }),
        ),
    ] {
        let [first, again] = ours.ask(method, params, ROUNDS);
        for (what, figures) in [(format!("{what}, the first"), first), (what.to_owned(), again)] {
            println!("{}", line(lines, &what, &figures, &<_>::default()));
        }
    }
    ours.end();
    theirs.into_iter().for_each(Server::end);
}

/// What a window of 60 lines shows.
fn visible(row: usize) -> Value {
    let line = |it: usize| json!({ "line": it, "character": 0 });
    json!({ "start": line(row.saturating_sub(30)), "end": line(row + 30) })
}

/// The requests that VS Code sends after each key, beside those for a list of completions.
fn after_a_key(text: &str, at: usize) -> Vec<(&'static str, Value)> {
    let (row, column) = edits::position(text, at);
    let position = json!({ "line": row, "character": column });
    let here = json!({ "start": position, "end": position });
    vec![
        ("textDocument/diagnostic", json!({})),
        ("textDocument/inlayHint", json!({ "range": visible(row) })),
        ("textDocument/semanticTokens/full/delta", json!({})),
        ("textDocument/codeLens", json!({})),
        ("textDocument/foldingRange", json!({})),
        ("textDocument/documentLink", json!({})),
        ("textDocument/documentSymbol", json!({})),
        (
            "textDocument/codeAction",
            json!({ "range": here, "context": { "diagnostics": [], "triggerKind": 2 } }),
        ),
        ("textDocument/documentHighlight", json!({ "position": position })),
    ]
}
