//! From a keystroke to the diagnostics it changes, and everything else that an editor waits for: ours and
//! `mlir-lsp-server` over standard input and output, in turns, in one run.
//!
//! Arguments: sizes in lines, for a part of the tables; `opening` for nothing but opening documents, `spellings` for
//! nothing but functions of `affine` beside the same of `scf`, `functions` for nothing but one large function. `write`
//! puts the rows of the measured sizes into `docs/speed.md` and the README.
//! Times are from the first byte of a message to the whole answer. The CPU is that of the server's process.
#![expect(clippy::print_stdout, reason = "a benchmark prints its tables")]

mod edits;
mod figures;
mod large;
mod opening;
mod page;
mod process;
mod server;
mod texts;

use affine_analyzer_tests::affine_code::affine_code;
use affine_analyzer_tests::requirement;
use affine_analyzer_tests::speed::grouped;
use edits::Keystroke;
use figures::{Figures, HEAD, cell, line, ratio};
use opening::openings;
use page::Page;
use serde_json::{Value, json};
use server::{Delivery, Server};
use std::time::Duration;

/// Lines of one function.
const LARGE: [usize; 3] = [1_000, 5_000, 20_000];

fn main() {
    let peer = requirement::program(&["mlir-lsp-server-22", "mlir-lsp-server"]);
    let peer = peer.as_ref().map(|it| it.to_string_lossy().into_owned());
    let peer = peer.as_deref();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let sizes: Vec<usize> = arguments.iter().filter_map(|it| it.parse().ok()).collect();
    if arguments.iter().any(|it| it == "spellings") {
        return of_spellings(10_000);
    }
    if arguments.iter().any(|it| it == "functions") {
        return large::functions(if sizes.is_empty() { &LARGE } else { &sizes }, peer);
    }
    let is_asked = |word: &str| arguments.iter().any(|it| it == word);
    let mut page = Page::default();
    if sizes.is_empty() {
        starts(peer, &mut page);
    }
    println!("\n{HEAD}");
    for lines in if sizes.is_empty() { &[100, 1_000, 10_000, 100_000] } else { &*sizes } {
        openings(*lines, &affine_code(*lines, 1), peer, &mut page);
        if !is_asked("opening") {
            of_size(*lines, peer, &mut page);
        }
    }
    if sizes.is_empty() {
        of_spellings(10_000);
        of_texts(peer, &mut page);
        large::functions(&LARGE, peer);
    }
    if is_asked("write") {
        page.write();
    }
}

fn starts(peer: Option<&str>, page: &mut Page) {
    const ROUNDS: usize = 20;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = |peer: Option<&str>, times: &mut Vec<Duration>| {
            let server = Server::start(peer, Delivery::Pushed);
            times.push(server.start);
            server.end();
        };
        start(None, &mut ours);
        if peer.is_some() {
            start(peer, &mut theirs);
        }
    }
    let (ours, theirs) = (Figures::of(ours, None), Figures::of(theirs, None));
    let (ours, theirs) = (ours.median(), theirs.median());
    let times = ratio(ours, theirs);
    println!("Start to `initialize`: {}, peer {}, {times} times faster", cell(ours), cell(theirs));
    page.set_start(times);
}

fn of_size(lines: usize, peer: Option<&str>, page: &mut Page) {
    let text = affine_code(lines, 1);
    let mut ours = Server::start(None, Delivery::Pushed);
    let mut theirs = peer.map(|it| Server::start(Some(it), Delivery::Pushed));
    let size = grouped(lines);
    page.add_memory(lines, "at the start", memory(&ours, theirs.as_ref()));
    let (_, marks) = ours.open(&text);
    if let Some(theirs) = &mut theirs {
        theirs.open(&text);
    }
    let middle = edits::position(&text, text.len() / 2).0;
    let marked = marks.into_iter().min_by_key(|it| it.abs_diff(middle)).unwrap_or(middle);
    let rounds = if lines > 10_000 { 5 } else { 30 };
    for keystroke in Keystroke::all(&text, marked) {
        compare((&size, page), &keystroke, &mut ours, theirs.as_mut(), rounds);
    }
    for (what, capability, method, params) in requests(&text) {
        let its = match &mut theirs {
            Some(theirs) if theirs.answers(capability) => theirs.ask(method, params.clone(), rounds),
            _ => <[Figures; 2]>::default(),
        };
        let ours = ours.ask(method, params, 30);
        for (what, ours, its) in
            [(format!("{what}, the first"), &ours[0], &its[0]), (what.to_owned(), &ours[1], &its[1])]
        {
            page.add(&size, &what, ours, its);
        }
    }
    page.add_memory(lines, "open", memory(&ours, theirs.as_ref()));
    ours.close();
    theirs.iter_mut().for_each(Server::close);
    page.add_memory(lines, "closed", memory(&ours, theirs.as_ref()));
    ours.end();
    theirs.into_iter().for_each(Server::end);
}

fn memory(ours: &Server, theirs: Option<&Server>) -> [u64; 2] {
    [ours.memory(), theirs.map_or(0, Server::memory)]
}

fn compare(
    (size, page): (&str, &mut Page),
    keystroke: &Keystroke,
    ours: &mut Server,
    theirs: Option<&mut Server>,
    rounds: usize,
) {
    let its = theirs.map(|it| it.type_(keystroke, rounds)).unwrap_or_default();
    page.add(size, keystroke.what, &ours.type_(keystroke, 30), &its);
}

/// What is asked, the capability that tells whether a server answers it, the method and its parameters.
fn requests(text: &str) -> Vec<(&'static str, &'static str, &'static str, Value)> {
    let at = edits::load(text);
    let (line, character) = edits::position(text, at);
    let operand = text[at..].find('%').map_or(at, |it| at + it + 1);
    let operand = edits::position(text, operand).1;
    let position = |character: usize| json!({ "line": line, "character": character });
    let visible = json!({ "start": { "line": line.saturating_sub(30), "character": 0 },
        "end": { "line": line + 30, "character": 0 } });
    let here = json!({ "start": position(operand), "end": position(operand) });
    let at_operand = json!({ "position": position(operand) });
    vec![
        ("hover", "hoverProvider", "textDocument/hover", at_operand.clone()),
        ("definition", "definitionProvider", "textDocument/definition", at_operand.clone()),
        (
            "references",
            "referencesProvider",
            "textDocument/references",
            json!({ "position": position(operand), "context": { "includeDeclaration": true } }),
        ),
        ("document symbols", "documentSymbolProvider", "textDocument/documentSymbol", json!({})),
        (
            "completion",
            "completionProvider",
            "textDocument/completion",
            json!({ "position": position(character + " = ".len()), "context": { "triggerKind": 1 } }),
        ),
        (
            "code actions",
            "codeActionProvider",
            "textDocument/codeAction",
            json!({ "range": here, "context": { "diagnostics": [] } }),
        ),
        (
            "semantic tokens of 60 lines",
            "semanticTokensProvider",
            "textDocument/semanticTokens/range",
            json!({ "range": visible }),
        ),
    ]
}

/// The same functions with loops of `affine`, and with those of `scf`.
fn of_spellings(lines: usize) {
    println!("\nThe functions of {lines} lines, and what they are lowered to:\n\n{HEAD}");
    let affine = affine_code(lines, 1);
    for (what, text) in [("scf", texts::lowered(&affine)), ("affine", affine)] {
        let mut server = Server::start(None, Delivery::Pushed);
        server.open(&text);
        let lines = text.lines().count();
        let typed = server.type_(&Keystroke::breaking(&text), 30);
        println!(
            "{}",
            line(lines, &format!("{what}, a name is broken and mended"), &typed, &Figures::default())
        );
        let at_loop = json!({ "range": edits::loop_header(&text), "context": { "diagnostics": [] } });
        let at_loop = ("code actions of a loop", "", "textDocument/codeAction", at_loop);
        for (asked, _, method, params) in requests(&text).into_iter().chain([at_loop]) {
            let [first, again] = server.ask(method, params, 30);
            for (asked, figures) in [(format!("{asked}, the first"), first), (asked.to_owned(), again)] {
                println!("{}", line(lines, &format!("{what}, {asked}"), &figures, &Figures::default()));
            }
        }
        server.end();
    }
}

/// One function of 5,000 lines, and functions beside a constant of 14 MB.
fn of_texts(peer: Option<&str>, page: &mut Page) {
    println!("\nOne function of 5,000 lines in a nest of six loops:\n\n{HEAD}");
    let text = texts::deep_function(5_000);
    let mut servers = [
        Some(Server::start(None, Delivery::Pushed)),
        peer.map(|it| Server::start(Some(it), Delivery::Pushed)),
    ];
    servers.iter_mut().flatten().for_each(|it| _ = it.open(&text));
    let [Some(mut ours), mut theirs] = servers else { return };
    compare(("5,000 in one function", page), &Keystroke::breaking(&text), &mut ours, theirs.as_mut(), 10);
    ours.end();
    theirs.into_iter().for_each(Server::end);

    println!("\nA constant of 14 MB on one line behind the functions:\n\n{HEAD}");
    // In the middle of the functions in either text.
    let plain = affine_code(1_000, 1);
    let large = texts::with_constant(1_000, 14_000_000);
    let [mut without, mut with] = [(); 2].map(|()| Server::start(None, Delivery::Pushed));
    without.open(&plain);
    with.open(&large);
    for (what, server, text) in [("without", &mut without, &plain), ("with", &mut with, &large)] {
        let keystroke = Keystroke::breaking_at(text, edits::load(&plain));
        println!("{}", line(1_000, what, &server.type_(&keystroke, 30), &Figures::default()));
    }
    without.end();
    with.end();
}
