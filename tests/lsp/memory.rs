//! Nothing is kept of texts that are gone: neither of documents that were closed, nor of what an open one once said.
//!
//! The resident memory is compared in equal states, after a warm-up that fills tables and heaps to the size that they keep.
//! `AFFINE_ANALYZER_SESSION_SECONDS` makes the sessions longer.

use std::io::Write;
use std::time::{Duration, Instant};

use affine_analyzer_tests::affine_code::affine_code;
use affine_analyzer_tests::client::Client;
use affine_analyzer_tests::random::Random;
use serde_json::{Value, json};

use crate::{PUBLISH, URI, able, range};

/// How long a session takes unless the user says so.
const SECONDS: u64 = 5;
const WARM_UP: usize = 30;
/// Rounds that are taken together before and after.
const WINDOW: usize = 3;
/// Rounds at least, so that a leak shows on a slow machine too.
const ROUNDS: usize = 50;

/// Documents that are open at a time, and their lines.
const DOCUMENTS: usize = 3;
const LINES: usize = 100;
/// Lines of the document that stays open, and edits of it before its first text is put back.
const LARGE: usize = 600;
const EDITS: usize = 60;

/// Resident kilobytes of the server; `None` where the system does not tell.
pub(crate) fn resident(client: &Client) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", client.process_id())).ok()?;
    let resident = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    resident.trim().trim_end_matches(" kB").parse().ok()
}

/// Has the server analyse all of a document.
pub(crate) fn analyse(client: &mut Client, uri: &str) {
    let document = json!({ "textDocument": { "uri": uri } });
    for method in ["diagnostic", "codeLens", "documentSymbol", "semanticTokens/full", "foldingRange"] {
        client.request(&format!("textDocument/{method}"), &document);
    }
}

/// Plays rounds that begin and end in equal states; the memory after the last ones is at most a fifth more than after the
/// first ones.
fn assert_that_nothing_is_kept(mut round: impl FnMut(&mut Client, usize)) {
    let seconds = std::env::var("AFFINE_ANALYZER_SESSION_SECONDS").ok().and_then(|it| it.parse().ok());
    let duration = Duration::from_secs(seconds.unwrap_or(SECONDS));
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    let begun = Instant::now();
    let mut after_rounds = Vec::new();
    while after_rounds.len() < ROUNDS || begun.elapsed() < duration {
        round(&mut client, after_rounds.len());
        client.forget(PUBLISH);
        after_rounds.push(resident(&client).unwrap_or_default());
    }
    // What the allocator keeps back varies from round to round.
    let before = after_rounds[WARM_UP..WARM_UP + WINDOW].iter().max().copied().unwrap_or_default();
    let after = after_rounds[after_rounds.len() - WINDOW..].iter().min().copied().unwrap_or_default();
    let rounds = after_rounds.len();
    let _ = writeln!(std::io::stderr(), "{rounds} rounds, {before} kB before and {after} kB after");
    assert!(after * 10 <= before * 12, "{after_rounds:?}");
    client.shut_down();
}

#[test]
fn documents_that_were_closed() {
    assert_that_nothing_is_kept(|client, round| {
        let uri = |index| format!("untitled:{round}-{index}");
        for index in 0..DOCUMENTS {
            let seed = (round * DOCUMENTS + index) as u64;
            client.open(&uri(index), 1, &affine_code(LINES, seed));
            analyse(client, &uri(index));
        }
        for index in 0..DOCUMENTS {
            client.close(&uri(index));
        }
        client.request("workspace/symbol", &json!({ "query": "" }));
    });
}

/// Where numbers stand: lines, columns and ends.
fn numbers(text: &str) -> Vec<(usize, usize, usize)> {
    let mut found = Vec::new();
    for (line, text) in text.lines().enumerate() {
        let mut start = 0;
        for word in text.split_inclusive(|it: char| !it.is_ascii_alphanumeric()) {
            let digits = word.trim_end_matches(|it: char| !it.is_ascii_alphanumeric());
            if !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit()) {
                found.push((line, start, start + digits.len()));
            }
            start += word.len();
        }
    }
    found
}

/// A number of as many digits, so that every other number stays where it is.
fn edit(random: &mut Random, (line, start, end): (usize, usize, usize)) -> Value {
    let digit = |random: &mut Random| char::from(b'1' + u8::try_from(random.below(9)).unwrap_or_default());
    let text: String = (start..end).map(|_| digit(random)).collect();
    json!({ "range": range((line, start), (line, end)), "text": text })
}

#[test]
fn texts_that_a_large_document_once_had() {
    let original = affine_code(LARGE, 5);
    let places = numbers(&original);
    let mut random = Random::new(17);
    let mut version = 1;
    assert_that_nothing_is_kept(|client, round| {
        if round == 0 {
            client.open(URI, version, &original);
        }
        for index in 0..EDITS {
            version += 1;
            let place = places[random.below(places.len())];
            client.change(URI, version, &[edit(&mut random, place)]);
            if index % 5 == 0 {
                client.request("textDocument/diagnostic", &json!({ "textDocument": { "uri": URI } }));
            }
        }
        version += 1;
        client.change(URI, version, &[json!({ "text": original })]);
        analyse(client, URI);
    });
}

/// The least memory within a few seconds in which the server has nothing to do.
fn settled(client: &Client) -> u64 {
    const LOOKS: usize = 50;
    let look = |_| {
        std::thread::sleep(Duration::from_millis(100));
        resident(client).unwrap_or_default()
    };
    (0..LOOKS).map(look).min().unwrap_or_default()
}

#[test]
fn after_the_last_document_all_begins_anew() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    let mut after = |lines| {
        client.open(URI, 1, &affine_code(lines, 9));
        analyse(&mut client, URI);
        client.close(URI);
        settled(&client)
    };
    let (small, large) = (after(100), after(1_500));
    assert!(large * 10 <= small * 12, "{small} kB after a small document, {large} kB after a large one");
    // The threads that were there answer no more; others do.
    client.open(URI, 1, "func.func @f() {\n  %a = arith.constant 1 : index\n  return\n}\n");
    let symbols = client.request("textDocument/documentSymbol", &json!({ "textDocument": { "uri": URI } }));
    assert_eq!(symbols[0]["name"], "@f");
    client.shut_down();
}
