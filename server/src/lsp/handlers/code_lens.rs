//! `textDocument/codeLens`: above each loop, whether it is parallel, what it carries, what it reduces; above `RUN:` lines
//! what can be done with the test.

use passes::lit::tests;
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::*;

use crate::lsp::commands::{CHECK_EXPECTED, INSERT_EXPECTED, RUN_TEST, WRITE_CHECKS};
use crate::lsp::document::Document;
use crate::lsp::snapshot::Snapshot;

pub(in crate::lsp) fn code_lens(
    snapshot: &Snapshot,
    params: &CodeLensParams,
) -> Result<Option<Vec<CodeLens>>> {
    let uri = &params.text_document.uri;
    let Some(document) = snapshot.document(uri) else { return Ok(None) };
    let mut lenses = Vec::new();
    if snapshot.config.loop_lenses {
        lenses.extend(snapshot.analysis.code_lenses(document.file).into_iter().map(|it| CodeLens {
            range: document.range(it.range, snapshot.client.encoding),
            // Without the name of a command it is a text and no button.
            command: Some(Command { title: it.title, command: String::new(), arguments: None }),
            data: None,
        }));
    }
    if snapshot.config.test_lenses && snapshot.config.passes.is_trusted != Some(false) {
        let tests = test_lenses(uri, document);
        if snapshot.config.passes.is_trusted.is_some() {
            lenses.extend(tests);
        } else if !tests.is_empty() {
            snapshot.trust.want();
        }
    }
    Ok((!lenses.is_empty()).then_some(lenses))
}

/// Tests stand at the beginning of a file; a long one is not looked through with each answer.
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
