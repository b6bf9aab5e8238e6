//! `textDocument/codeLens`: above each loop, whether it is parallel, what it carries, what it reduces; above `RUN:` lines
//! what can be done with the test.

use analysis::Scope;
use passes::lit::tests;
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::answers::{written, written_list};
use crate::lsp::commands::{CHECK_EXPECTED, INSERT_EXPECTED, RUN_TEST, WRITE_CHECKS};
use crate::lsp::document::Document;
use crate::lsp::kept_list::Entries;
use crate::lsp::snapshot::Snapshot;

/// The answer as it is sent.
pub(in crate::lsp) fn code_lens(snapshot: &Snapshot, params: &CodeLensParams) -> Result<String> {
    let uri = &params.text_document.uri;
    let Some(document) = snapshot.document(uri) else { return written(&()) };
    let mut texts = Vec::new();
    if snapshot.config.loop_lenses {
        let lenses = Entries {
            scope: Scope::Callees,
            moves: |_| true,
            inside: &|op| snapshot.analysis.code_lenses_in(document.file, op),
            outside: Vec::new(),
            range: |it| it.range,
            sent: &|it, range| Some(loop_lens(it, range)),
        };
        texts = document.answers.lenses.texts(snapshot, document, lenses);
    }
    if snapshot.config.test_lenses && snapshot.config.passes.is_trusted != Some(false) {
        let tests = test_lenses(uri, document);
        if snapshot.config.passes.is_trusted.is_some() {
            texts.extend(tests.iter().filter_map(|it| Some(serde_json::to_string(it).ok()?.into())));
        } else if !tests.is_empty() {
            snapshot.trust.want();
        }
    }
    if texts.is_empty() { written(&()) } else { Ok(written_list(texts.iter().map(|it| &**it))) }
}

fn loop_lens(lens: &analysis::CodeLens, range: Range) -> CodeLens {
    // Without the name of a command it is a text and no button.
    let command = Command { title: lens.title.clone(), command: String::new(), arguments: None };
    CodeLens { range, command: Some(command), data: None }
}

/// Tests are at the beginning of a file; a long one is not looked through with each answer.
const MOST_LINES: usize = 1_000;

fn test_lenses(uri: &Uri, document: &Document) -> Vec<CodeLens> {
    let found = tests(&document.first_lines(MOST_LINES));
    let lenses = found.iter().flat_map(|test| {
        let line = u32::try_from(test.line).unwrap_or(u32::MAX);
        let start = Position { line, character: 0 };
        // The test says what the tool has to print, or which messages it has to give.
        let others: &[_] = match test.text.contains("-verify-diagnostics") {
            true => &[
                ("Insert expected errors", INSERT_EXPECTED),
                ("Check expected errors without the tool", CHECK_EXPECTED),
            ],
            false => &[("Write CHECK lines", WRITE_CHECKS)],
        };
        [[("Run test", RUN_TEST)].as_slice(), others].concat().into_iter().map(move |(title, command)| {
            CodeLens {
                range: Range { start, end: start },
                command: Some(Command {
                    title: title.to_owned(),
                    command: command.to_owned(),
                    arguments: Some(vec![json!({ "uri": uri, "line": line })]),
                }),
                data: None,
            }
        })
    });
    lenses.collect()
}
