//! The menu of clients that can have their users choose later: one entry for each transformation, and a question.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::actions::SUM;
use crate::{PUBLISH, URI, able, finish, range};

/// The innermost loop touches three memrefs.
const PRODUCT: &str = "\
func.func @product(%A: memref<64x64xf32>, %B: memref<64x64xf32>, %C: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %a = affine.load %A[%i, %k] : memref<64x64xf32>
        %b = affine.load %B[%k, %j] : memref<64x64xf32>
        %c = affine.load %C[%i, %j] : memref<64x64xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}
";

/// Of a client that applies edits.
fn applying() -> Value {
    let mut capabilities = able();
    capabilities["workspace"]["applyEdit"] = json!(true);
    capabilities
}

fn offered(client: &mut Client, at: (usize, usize), context: &Value) -> Vec<Value> {
    let params = json!({ "textDocument": { "uri": URI }, "range": range(at, at), "context": context });
    client.request("textDocument/codeAction", &params).as_array().unwrap().clone()
}

/// The titles of what is possible.
fn titles(actions: &[Value]) -> Vec<&str> {
    let possible = actions.iter().filter(|it| it.get("disabled").is_none());
    possible.map(|it| it["title"].as_str().unwrap()).collect()
}

const OTHERS: &str = "Other choices…";

#[test]
fn each_transformation_has_one_entry() {
    let anything = json!({ "diagnostics": [] });
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, PRODUCT);
    let all = offered(&mut client, (3, 8), &anything);
    finish(client);
    let (mut client, _) = Client::initialize(&applying());
    client.open(URI, 1, PRODUCT);
    let menu = offered(&mut client, (3, 8), &anything);
    let of_kind = |actions: &[Value], name: &str| {
        let kind = format!("refactor.rewrite.affine.{name}");
        actions.iter().filter(|it| it["kind"] == kind && it.get("disabled").is_none()).count()
    };
    assert_eq!((of_kind(&all, "copy"), of_kind(&menu, "copy")), (3, 1));
    assert_eq!((of_kind(&all, "vectorize"), of_kind(&menu, "vectorize")), (4, 1));
    // Who asks for one transformation gets all that there is of it.
    let copies =
        offered(&mut client, (3, 8), &json!({ "diagnostics": [], "only": ["refactor.rewrite.affine.copy"] }));
    assert_eq!(copies.len(), 3, "{copies:?}");
    let question = menu.iter().find(|it| it["title"] == OTHERS).expect("a question");
    let mut kept: Vec<_> = titles(&menu);
    kept.extend(titles(question["command"]["arguments"][0]["actions"].as_array().unwrap()));
    for title in titles(&all) {
        assert_eq!(kept.iter().filter(|it| **it == title).count(), 1, "{title}: {kept:#?}");
    }
    finish(client);
}

#[test]
fn the_other_choices_are_asked_for_and_applied() {
    let (mut client, _) = Client::initialize(&applying());
    client.open(URI, 1, PRODUCT);
    client.ignore(PUBLISH);
    let menu = offered(&mut client, (3, 8), &json!({ "diagnostics": [] }));
    let question = menu.iter().find(|it| it["title"] == OTHERS).expect("a question");
    client.request("workspace/executeCommand", &question["command"]);
    let mut chosen = String::new();
    client.serve("window/showMessageRequest", |params| {
        let choices = params["actions"].as_array().unwrap();
        let choice =
            choices.iter().find(|it| it["title"].as_str().unwrap().contains("%B")).expect("a copy of %B");
        chosen = choice["title"].as_str().unwrap().to_owned();
        choice.clone()
    });
    assert!(chosen.starts_with("Copy what %k touches of %B"), "{chosen}");
    let applied = client.serve("workspace/applyEdit", |_| json!({ "applied": true }));
    assert!(applied["edit"].to_string().contains("memref.alloc"), "{applied}");
    finish(client);
}

#[test]
fn a_hint_is_silenced_by_one_entry() {
    let text = "func.func @f() {\n  %x = arith.constant 1 : i32\n  return\n}\n";
    let (mut client, _) = Client::initialize(&applying());
    client.open(URI, 1, text);
    let shown = json!([{ "range": range((1, 2), (1, 4)), "message": "", "code": "unused-pure-result" }]);
    for context in [json!({ "diagnostics": shown }), json!({ "diagnostics": shown, "only": ["quickfix"] })] {
        let menu = offered(&mut client, (1, 3), &context);
        let silencing: Vec<_> = titles(&menu).into_iter().filter(|it| it.starts_with("Silence")).collect();
        assert_eq!(silencing, ["Silence `unused-pure-result` here"]);
        let question = menu.iter().find(|it| it["title"] == OTHERS).expect("a question");
        let others = titles(question["command"]["arguments"][0]["actions"].as_array().unwrap());
        assert!(others.contains(&"Silence `unused-pure-result` in this file"), "{others:?}");
    }
    finish(client);
}

#[test]
fn an_old_file_is_written_anew_by_the_first_entry() {
    let old = "func @f(%n: index) -> index {\n  %i = addi %n, %n : index\n  return %i : index\n}\n";
    let (mut client, _) = Client::initialize(&applying());
    client.open(URI, 1, old);
    let shown = client.notification(PUBLISH)["diagnostics"].clone();
    let first = "Write the whole file in today's syntax";
    for context in [json!({ "diagnostics": shown }), json!({ "diagnostics": shown, "only": ["quickfix"] })] {
        let menu = offered(&mut client, (1, 8), &context);
        assert_eq!(titles(&menu).first(), Some(&first), "{menu:?}");
        assert_eq!((&menu[0]["kind"], &menu[0]["isPreferred"]), (&json!("quickfix"), &json!(true)));
        assert_eq!(titles(&menu).iter().filter(|it| **it == first).count(), 1);
        let resolved = client.request("codeAction/resolve", &menu[0]);
        assert!(resolved["edit"].to_string().contains("arith.addi"), "{resolved}");
    }
    let source = offered(&mut client, (1, 8), &json!({ "diagnostics": shown, "only": ["source"] }));
    assert!(source.iter().any(|it| it["kind"] == "source.modernize"), "{source:?}");
    finish(client);
}

#[test]
fn what_was_applied_is_said_to_compute_the_same() {
    let mut capabilities = applying();
    capabilities["textDocument"]["codeAction"]["resolveSupport"]["properties"] = json!(["edit", "command"]);
    let (mut client, _) = Client::initialize(&capabilities);
    client.open(URI, 1, PRODUCT);
    client.ignore(PUBLISH);
    let menu = offered(&mut client, (3, 8), &json!({ "diagnostics": [] }));
    let tile = menu.iter().find(|it| it["kind"] == "refactor.rewrite.affine.tile").expect("a tiling");
    assert!(tile.get("command").is_none_or(Value::is_null), "{tile}");
    let resolved = client.request("codeAction/resolve", tile);
    let said = client.request("workspace/executeCommand", &resolved["command"]);
    let text = said["text"].as_str().unwrap();
    assert!(text.starts_with("Tiled · computes the same ✓ (relations, "), "{text}");
    assert!(text.ends_with(" ms)"), "{text}");
    assert_eq!(client.notification("window/showMessage")["message"], text);
    let place = json!({ "line": 3, "character": 8 });
    let argument = json!({ "uri": URI, "position": place, "action": "unroll", "set": { "factor": "2" } });
    let command = json!({ "command": "affine.transform", "arguments": [argument] });
    let transformed = client.request("workspace/executeCommand", &command);
    assert_eq!(transformed["applied"]["text"], "Unrolled · computes the same ✓");
    finish(client);
}

/// A hint's fix rewrites a loop as the transformation does.
#[test]
fn a_fix_that_rewrites_a_loop_is_proven() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, SUM);
    let fixes = offered(&mut client, (1, 8), &json!({ "diagnostics": [], "only": ["quickfix"] }));
    let fix = fixes.iter().find(|it| it["title"].as_str().unwrap().starts_with("Vectorize")).expect("a hint");
    let title = fix["title"].as_str().unwrap();
    let resolved = client.request("codeAction/resolve", fix);
    assert_eq!(resolved["title"], format!("{title} (proven but for rounding)"));
    finish(client);
}
