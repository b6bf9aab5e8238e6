//! Code actions: filtered by kind, and resolved on the text that they were offered for.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{CONTENT_MODIFIED, INVALID_PARAMS, KERNEL, PUBLISH, URI, able, finish, range};

fn resolve(client: &mut Client, data: &Value) -> Result<Value, Value> {
    client.try_request("codeAction/resolve", &json!({ "title": "x", "data": data }))
}

#[test]
fn no_kind_asked_for_is_none_given() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, KERNEL);
    let params = json!({
        "textDocument": { "uri": URI },
        "range": range((0, 0), (7, 0)),
        "context": { "diagnostics": [], "only": ["source.organizeImports"] },
    });
    assert_eq!(client.request("textDocument/codeAction", &params), json!([]));
    finish(client);
}

#[test]
fn an_action_of_an_older_text_is_not_applied() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 3, KERNEL);
    let error = resolve(&mut client, &json!({ "uri": URI, "version": 2, "id": "x" })).unwrap_err();
    assert_eq!(error["code"], CONTENT_MODIFIED);
    let error = resolve(&mut client, &json!({ "uri": URI, "version": 3, "id": "x" })).unwrap_err();
    assert_eq!(error["code"], -32803);
    let error = resolve(&mut client, &json!({ "version": 2 })).unwrap_err();
    assert_eq!(error["code"], INVALID_PARAMS);
    finish(client);
}

/// Text that was right once.
const OLD: &str = "\
#map = (d0) -> (d0 + 1)
func @kernel(%n: index) -> index {
  %c = constant 1 : index // stays
  %i = addi %c, %n : index
  %j = affine.apply #map(%i)
  return %j : index
}
";

fn offered(client: &mut Client, context: &Value) -> Vec<Value> {
    let params = json!({
        "textDocument": { "uri": URI },
        "range": range((0, 0), (7, 0)),
        "context": context,
    });
    let answer = client.request("textDocument/codeAction", &params);
    answer.as_array().into_iter().flatten().cloned().collect()
}

#[test]
fn fixes_belong_to_their_diagnostics() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, OLD);
    let report = client.notification(PUBLISH);
    let shown = report["diagnostics"].as_array().unwrap();
    let codes: Vec<_> = shown.iter().map(|it| it["code"].as_str().unwrap()).collect();
    let old = ["legacy-inline-map", "unknown-operation", "unqualified-operation", "unqualified-operation"];
    assert_eq!(codes, old);
    let actions = offered(&mut client, &json!({ "diagnostics": shown, "only": ["quickfix"] }));
    assert_eq!(actions.len(), old.len(), "{actions:?}");
    for (action, diagnostic) in actions.iter().zip(shown) {
        assert_eq!(action["diagnostics"], json!([diagnostic]));
        assert_eq!((&action["kind"], &action["isPreferred"]), (&json!("quickfix"), &json!(true)));
    }
    finish(client);
}

#[test]
fn one_action_modernizes_the_file() {
    let (mut client, answer) = Client::initialize(&able());
    let kinds = &answer["capabilities"]["codeActionProvider"]["codeActionKinds"];
    let kinds: Vec<_> = kinds.as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    assert_eq!(kinds, analysis::action_kinds().chain([analysis::OPTIMIZE]).collect::<Vec<_>>());
    assert!(
        ["source.modernize", "source.fixAll.affine-analyzer"].iter().all(|it| kinds.contains(it)),
        "{kinds:?}"
    );
    client.open(URI, 1, OLD);
    client.notification(PUBLISH);
    let actions = offered(&mut client, &json!({ "diagnostics": [], "only": ["source"] }));
    // All that is wrong in it is old.
    assert_eq!(actions.len(), 2, "{actions:?}");
    let resolved = client.request("codeAction/resolve", &actions[0]);
    assert_eq!(client.request("codeAction/resolve", &actions[1])["edit"], resolved["edit"]);
    let edits = resolved["edit"]["documentChanges"][0]["edits"].as_array().unwrap().clone();
    let changes: Vec<_> =
        edits.iter().rev().map(|it| json!({ "range": it["range"], "text": it["newText"] })).collect();
    client.change(URI, 2, &changes);
    let report = client.notification(PUBLISH);
    let errors = report["diagnostics"].as_array().unwrap().iter().filter(|it| it["severity"] == 1).count();
    assert_eq!(errors, 0, "{report}");
    assert_eq!(offered(&mut client, &json!({ "diagnostics": [], "only": ["source"] })), [] as [Value; 0]);
    finish(client);
}

/// Two nests that are worth one.
const TWO_NESTS: &str = "\
func.func @f(%a: memref<64xf32>, %b: memref<64xf32>) {
  %t = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    affine.store %x, %t[%i] : memref<64xf32>
  }
  affine.for %j = 0 to 64 {
    %y = affine.load %t[%j] : memref<64xf32>
    affine.store %y, %b[%j] : memref<64xf32>
  }
  memref.dealloc %t : memref<64xf32>
  return
}
";

#[test]
fn edits_of_all_functions_are_made_for_those_who_ask() {
    let mut eager = able();
    eager["textDocument"]["codeAction"]["dataSupport"] = json!(false);
    for (capabilities, is_lazy) in [(able(), true), (eager, false)] {
        let (mut client, _) = Client::initialize(&capabilities);
        client.open(URI, 1, TWO_NESTS);
        let fuses_all = |actions: Vec<Value>| {
            actions.into_iter().find(|it| it["kind"] == "refactor.rewrite.affine.fuseAll")
        };
        let by_the_way = fuses_all(offered(&mut client, &json!({ "diagnostics": [] })));
        assert_eq!(by_the_way.is_some(), is_lazy, "{by_the_way:?}");
        let asked = json!({ "diagnostics": [], "only": ["refactor.rewrite.affine.fuseAll"] });
        let asked = fuses_all(offered(&mut client, &asked)).expect("somebody asks for it");
        assert_eq!(asked["edit"].is_object(), !is_lazy, "{asked}");
        finish(client);
    }
}

#[test]
fn what_is_proven_says_so() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, TWO_NESTS);
    client.notification(PUBLISH);
    let actions =
        offered(&mut client, &json!({ "diagnostics": [], "only": ["refactor.rewrite.affine.fuse"] }));
    let possible = actions.iter().find(|it| it.get("disabled").is_none()).expect("a fusion");
    let resolved = client.request("codeAction/resolve", possible);
    let title = possible["title"].as_str().unwrap();
    assert_eq!(resolved["title"], format!("{title} (proven)"));
    assert!(resolved["edit"].is_object(), "{resolved}");
    finish(client);
}

#[test]
fn sequences_are_proposed_to_who_asks_for_them() {
    let text = "\
func.func @twice(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
  // Row by row would be better.
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%j, %i] : memref<64x64xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%j, %i] : memref<64x64xf32>
    }
  }
  return
}
";
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, text);
    let kind = "refactor.rewrite.affine.optimize";
    let all = offered(&mut client, &json!({ "diagnostics": [] }));
    assert!(!all.is_empty() && all.iter().all(|it| it["kind"] != kind), "{all:?}");
    let asked = offered(&mut client, &json!({ "diagnostics": [], "only": [kind] }));
    assert!((1..=3).contains(&asked.len()), "{asked:?}");
    for action in &asked {
        let title = action["title"].as_str().unwrap();
        assert!(title.starts_with("Optimize @twice, predicted "), "{title}");
        let edit = action["edit"].to_string();
        assert!(edit.contains("// Row by row would be better."), "{edit}");
    }
    let place = json!({ "textDocument": { "uri": URI }, "position": { "line": 2, "character": 4 } });
    let found = client.request("affine/optimize", &place);
    assert_eq!(found["name"], "twice");
    let proposals = found["proposals"].as_array().unwrap();
    assert_eq!(proposals.len(), asked.len());
    for (proposal, action) in proposals.iter().zip(&asked) {
        // The text after the last step is what the action gives.
        let last = proposal["steps"].as_array().unwrap().last().unwrap()["text"].as_str().unwrap();
        assert!(action["edit"].to_string().contains(&json!(last).to_string()), "{last}\n{action}");
    }
    let costs = found["costs"].as_str().unwrap();
    assert!(costs.contains("before") && costs.contains("lines into L1"), "{costs}");
    let nowhere = json!({ "textDocument": { "uri": URI }, "position": { "line": 99, "character": 0 } });
    assert!(client.request("affine/optimize", &nowhere).is_null());
    finish(client);
}

#[test]
fn hints_are_silenced_here_or_in_the_file() {
    let text = "func.func @f() {\n  %x = arith.constant 1 : i32\n  return\n}\n";
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, text);
    let place = range((1, 2), (1, 4));
    let shown = json!([{ "range": place, "message": "", "code": "unused-pure-result" }]);
    let actions = offered(&mut client, &json!({ "diagnostics": shown, "only": ["quickfix"] }));
    let edit = |title: &str| {
        let action = actions.iter().find(|it| it["title"] == title).expect("an action");
        let changes = action["edit"]["documentChanges"][0]["edits"].as_array();
        changes.or(action["edit"]["changes"][URI].as_array()).expect("edits")[0]["newText"].clone()
    };
    let comment = "// affine-analyzer: allow(unused-pure-result)";
    assert_eq!(edit("Silence `unused-pure-result` here"), format!(" {comment}"));
    assert_eq!(edit("Silence `unused-pure-result` in this file"), format!("{comment}\n"));
    // What MLIR rejects is mended.
    let shown = json!([{ "range": place, "message": "", "code": "undefined-value" }]);
    let actions = offered(&mut client, &json!({ "diagnostics": shown, "only": ["quickfix"] }));
    assert!(actions.iter().all(|it| !it["title"].as_str().unwrap().starts_with("Silence")), "{actions:?}");
    finish(client);
}

/// A vectorization that is recommended is a quick fix and a transformation.
pub(crate) const SUM: &str = "\
func.func @sum(%x: memref<1024xf32>, %zero: f32) -> f32 {
  %r = affine.for %i = 0 to 1024 iter_args(%a = %zero) -> (f32) {
    %v = affine.load %x[%i] : memref<1024xf32>
    %s = arith.addf %a, %v : f32
    affine.yield %s : f32
  }
  return %r : f32
}
";

#[test]
fn what_is_a_fix_and_a_transformation_is_shown_once() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, SUM);
    let all = offered(&mut client, &json!({ "diagnostics": [] }));
    let titles: Vec<_> = all.iter().map(|it| it["title"].as_str().unwrap()).collect();
    let fix = all.iter().find(|it| it["kind"] == "quickfix").expect("a hint with a fix");
    let title = fix["title"].as_str().unwrap();
    assert!(title.starts_with("Vectorize"), "{titles:?}");
    assert_eq!(titles.iter().filter(|it| **it == title).count(), 1, "{titles:?}");
    let rewrites = offered(&mut client, &json!({ "diagnostics": [], "only": ["refactor.rewrite"] }));
    assert!(rewrites.iter().any(|it| it["title"] == title));
    finish(client);
}

#[test]
fn why_not_is_one_action_away() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, KERNEL);
    let params = json!({
        "textDocument": { "uri": URI },
        "range": range((1, 4), (1, 4)),
        "context": { "diagnostics": [], "only": ["refactor"] },
    });
    let actions = client.request("textDocument/codeAction", &params);
    let mut actions = actions.as_array().unwrap().iter();
    let command = &actions.find(|it| it["title"] == "Why can this not be …?").expect("an action")["command"];
    let reasons = command["arguments"][0]["reasons"].as_array().unwrap();
    let parallel = reasons.iter().find(|it| it["kind"] == "refactor.rewrite.affine.parallelize");
    let reason = parallel.expect("a loop that carries a value")["reason"].as_str().unwrap().to_owned();
    let answer = client.request("workspace/executeCommand", command);
    assert!(answer["text"].as_str().unwrap().contains(&reason), "{answer}");
    assert_eq!(client.notification("window/showMessage")["message"], answer["text"]);
    finish(client);
}

/// A client that asks for transformations by their names learns which places forbid one.
#[test]
fn what_forbids_a_transformation_has_places() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    client.open(URI, 1, KERNEL);
    let mut params = json!({
        "textDocument": { "uri": URI },
        "range": range((1, 4), (1, 4)),
        "context": { "diagnostics": [], "only": ["refactor.rewrite.affine.parallelize"] },
    });
    let refused = client.request("textDocument/codeAction", &params);
    let places = refused[0]["data"]["forbiddenBy"].as_array().unwrap();
    let lines: Vec<_> = places.iter().map(|it| it["range"]["start"]["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [3, 2]);
    assert_eq!(places[0]["message"], "source of the RAW dependence");
    // A menu shows reasons alone.
    params["context"]["only"] = json!(["refactor"]);
    let menu = client.request("textDocument/codeAction", &params);
    assert!(menu.as_array().unwrap().iter().all(|it| it["data"]["forbiddenBy"].is_null()));
    finish(client);
}

#[test]
fn a_remedy_is_applied_and_then_what_it_allows() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    let text = "\
func.func @f(%A: memref<64x64xf32>) {
  affine.for %i = 1 to 64 {
    affine.for %j = 0 to 63 {
      %v = affine.load %A[%i - 1, %j + 1] : memref<64x64xf32>
      affine.store %v, %A[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
";
    client.open(URI, 1, text);
    let place = json!({ "textDocument": { "uri": URI }, "range": range((1, 4), (1, 4)) });
    let remedies = client.request("affine/remedies", &place);
    let allows =
        |it: &&Value| it["allows"].as_array().unwrap().iter().any(|it| it == "Interchange %i and %j");
    let remedy = remedies.as_array().unwrap().iter().find(allows).expect("a remedy for the interchange");
    let transform = |client: &mut Client, action: &Value| {
        let argument =
            json!({ "uri": URI, "position": { "line": 1, "character": 4 }, "action": action, "set": {} });
        client.request(
            "workspace/executeCommand",
            &json!({ "command": "affine.transform", "arguments": [argument] }),
        )
    };
    let edits = transform(&mut client, &remedy["id"])["edits"].clone();
    assert!(!edits.as_array().unwrap().is_empty(), "{edits}");
    let nowhere = json!({ "textDocument": { "uri": URI }, "range": range((0, 0), (0, 0)) });
    assert_eq!(client.request("affine/remedies", &nowhere), json!([]));
    finish(client);
}

#[test]
fn a_client_that_cannot_resolve_gets_the_edits_of_the_first() {
    let mut capabilities = able();
    capabilities["textDocument"]["codeAction"]["resolveSupport"] = Value::Null;
    let (mut client, _) = Client::initialize(&capabilities);
    client.ignore(PUBLISH);
    let offered = |client: &mut Client, functions: usize| {
        // One fix each, of which each is tried on the whole text.
        let function =
            |it| format!("func.func @f{it}(%n: index) {{\n  %0 = arith.addi %n, %n : index\n  return\n}}\n");
        let text: String = (0..functions).map(function).collect();
        client.open(URI, 1, &text);
        let params = json!({
            "textDocument": { "uri": URI },
            "range": range((0, 0), (4 * functions, 0)),
            "context": { "diagnostics": [], "only": ["quickfix"] },
        });
        let answer = client.request("textDocument/codeAction", &params);
        client.notify("textDocument/didClose", &json!({ "textDocument": { "uri": URI } }));
        let actions = answer.as_array().into_iter().flatten();
        actions.filter(|it| it["edit"].is_object()).count()
    };
    let (few, many) = (offered(&mut client, 10), offered(&mut client, 700));
    assert!(few >= 10, "{few}");
    assert!(many > few && many < 100, "{many}");
    finish(client);
}

#[test]
fn all_orders_of_a_band_are_listed_and_one_is_taken() {
    let (mut client, _) = Client::initialize(&able());
    client.ignore(PUBLISH);
    let text = "\
func.func @f(%A: memref<8x9x7xf32>) {
  affine.for %i = 1 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 7 {
        %v = affine.load %A[%i - 1, %j + 1, %k] : memref<8x9x7xf32>
        affine.store %v, %A[%i, %j, %k] : memref<8x9x7xf32>
      }
    }
  }
  return
}
";
    client.open(URI, 1, text);
    let position = json!({ "line": 1, "character": 4 });
    let params = json!({ "textDocument": { "uri": URI }, "position": position, "action": "permute",
        "set": { "orders": "all" } });
    let orders = client.request("affine/offers", &params);
    let orders = orders.as_array().unwrap();
    let places = |it: &Value| it["title"].as_str().unwrap().split(" to ").nth(1).unwrap()[..10].to_owned();
    let listed: Vec<(String, bool)> = orders.iter().map(|it| (places(it), it["reason"].is_null())).collect();
    let legal = |it: &str| (it.to_owned(), true);
    let refused = |it: &str| (it.to_owned(), false);
    assert_eq!(
        listed,
        [
            legal("%i, %k, %j"),
            legal("%k, %i, %j"),
            refused("%j, %i, %k"),
            refused("%j, %k, %i"),
            refused("%k, %j, %i"),
        ]
    );
    let argument = json!({ "uri": URI, "position": position, "action": orders[1]["id"], "set": {} });
    let taken = client.request(
        "workspace/executeCommand",
        &json!({ "command": "affine.transform", "arguments": [argument] }),
    );
    assert!(taken["title"].as_str().unwrap().starts_with("Permute %i, %j, %k to %k, %i, %j"), "{taken}");
    finish(client);
}
