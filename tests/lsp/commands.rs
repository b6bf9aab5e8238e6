//! `workspace/executeCommand`: commands work on copies of the texts that they name.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{INVALID_PARAMS, KERNEL, URI, able, finish};

fn execute(client: &mut Client, command: &str, argument: &Value) -> Result<Value, Value> {
    client.try_request("workspace/executeCommand", &json!({ "command": command, "arguments": [argument] }))
}

#[test]
fn a_document_is_compared_with_another_text() {
    let (mut client, answer) = Client::initialize(&able());
    let commands = answer["capabilities"]["executeCommandProvider"]["commands"].as_array().unwrap();
    assert!(commands.contains(&json!("affine.compare")), "{commands:?}");
    client.open(URI, 1, KERNEL);
    let with = |text: String| json!({ "before": { "uri": URI }, "after": { "text": text } });
    let same = execute(&mut client, "affine.compare", &with(KERNEL.replace("%v", "%w"))).unwrap();
    assert_eq!(same["functions"][0]["verdict"], "equal");
    let other = execute(&mut client, "affine.compare", &with(KERNEL.replace("%i = 1", "%i = 2"))).unwrap();
    let difference = &other["functions"][0]["witness"]["difference"];
    assert_eq!(difference["beforeStatement"]["path"], URI);
    assert_eq!(difference["beforeStatement"]["range"]["start"], json!({ "line": 3, "character": 4 }));
    finish(client);
}

#[test]
fn functions_of_two_names_are_compared() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, &format!("{KERNEL}{}", KERNEL.replace("@kernel", "@copy")));
    let named = |name: &str| json!({ "uri": URI, "function": name });
    let both = json!({ "before": named("kernel"), "after": named("copy") });
    let found = execute(&mut client, "affine.compare", &both).unwrap();
    assert_eq!(found["functions"][0]["verdict"], "equal");
    let error =
        execute(&mut client, "affine.compare", &json!({ "before": named("kernel"), "after": named("no") }));
    assert!(error.unwrap_err()["message"].as_str().unwrap().contains("@no"));
    finish(client);
}

#[test]
fn what_cannot_be_done_is_said() {
    let (mut client, _) = Client::initialize(&able());
    assert_eq!(execute(&mut client, "affine.nothing", &json!({})).unwrap_err()["code"], INVALID_PARAMS);
    assert_eq!(execute(&mut client, "affine.compare", &json!({})).unwrap_err()["code"], INVALID_PARAMS);
    let absent = json!({ "uri": "file:///no/such.mlir" });
    let error =
        execute(&mut client, "affine.compare", &json!({ "before": absent, "after": absent })).unwrap_err();
    assert!(error["message"].as_str().unwrap().contains("/no/such.mlir"), "{error}");
    finish(client);
}

/// The first comparison takes minutes, all of its functions taken together.
#[test]
fn a_cancelled_command_ends() {
    let (mut client, _) = Client::initialize(&able());
    let slow = (0..400).map(|number| KERNEL.replace("@kernel", &format!("@k{number}")).replace("10", "9000"));
    let slow = slow.collect::<String>();
    let both = json!({ "before": { "text": slow }, "after": { "text": slow.replace("%i - 1", "%i") } });
    let params = json!({ "command": "affine.compare", "arguments": [both] });
    let id = client.start_request("workspace/executeCommand", &params);
    client.notify("$/cancelRequest", &json!({ "id": id }));
    assert_eq!(client.answer(id).unwrap_err()["code"], -32800);
    client.open(URI, 1, KERNEL);
    finish(client);
}

#[test]
fn a_transformation_takes_the_sizes_that_were_chosen() {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, KERNEL);
    let wanted = |action: &str, set: Value| {
        json!({
            "uri": URI,
            "position": { "line": 1, "character": 4 },
            "action": action,
            "set": set,
        })
    };
    let tiled = execute(&mut client, "affine.transform", &wanted("tile", json!({ "sizes": "3" }))).unwrap();
    assert_eq!(tiled["title"], "Tile this loop by 3");
    let text = tiled["edits"][0]["newText"].as_str().unwrap();
    assert!(text.contains("step 3"), "{text}");
    let refused = execute(&mut client, "affine.transform", &wanted("parallelize", json!({})));
    assert!(refused.unwrap_err()["message"].as_str().unwrap().contains("%m"));
    let senseless = execute(&mut client, "affine.transform", &wanted("tile", json!({ "sizes": "x" })));
    assert_eq!(senseless.unwrap_err()["code"], INVALID_PARAMS);
    finish(client);
}
