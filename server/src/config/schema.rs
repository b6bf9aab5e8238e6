//! The JSON schema of `affine-analyzer.toml`, for editors that complete it: from the table of keys, from what the extension
//! declares of them, and from the codes of diagnostics.

use expect_test::expect_file;
use serde_json::{Map, Value, json};

use super::{Config, FILE_NAME, KEYS, OF_USER, SECTION, SEVERITIES, severity};

const LEVELS: [&str; 5] = ["off", "hint", "information", "warning", "error"];

/// The settings in the extension's manifest.
fn declared() -> Map<String, Value> {
    let manifest: Value =
        serde_json::from_str(include_str!("../../../vscode-extension/package.json")).unwrap();
    let groups = manifest["contributes"]["configuration"].as_array().unwrap().iter();
    groups.flat_map(|it| it["properties"].as_object().unwrap().clone()).collect()
}

/// The schema of one key: without what is for the editor's page of settings, and without `null`, which TOML has not.
fn property(mut declared: Value) -> Value {
    let entries = declared.as_object_mut().unwrap();
    let description = entries.remove("markdownDescription").unwrap();
    entries.insert("description".to_owned(), description);
    for key in ["scope", "order"] {
        entries.remove(key);
    }
    if entries["type"].is_array() {
        if let Some(values) = entries.get_mut("enum").and_then(Value::as_array_mut) {
            values.retain(|it| !it.is_null());
        }
        let is_there = |it: &&Value| **it != "null";
        entries["type"] = entries["type"].as_array().unwrap().iter().find(is_there).unwrap().clone();
        entries.remove("default");
    }
    declared
}

fn table(properties: Map<String, Value>) -> Value {
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}

fn schema() -> Value {
    let mut declared = declared();
    let mut tables: Map<String, Value> = Map::new();
    let mut insert = |key: &str, value: Value| {
        let (table_name, name) = key.split_once('.').unwrap();
        let entry = tables.entry(table_name).or_insert_with(|| table(Map::new()));
        entry["properties"][name] = value;
    };
    for key in KEYS.iter().filter(|it| !OF_USER.contains(&it.name)) {
        insert(key.name, property(declared.remove(&format!("{SECTION}.{}", key.name)).unwrap()));
    }
    for code in analysis::codes() {
        insert(&format!("{SEVERITIES}.{code}"), severity_of(code));
    }
    let mut schema = table(tables);
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    schema["title"] = json!(FILE_NAME);
    let description = "How diagnostics of each code are shown; errors of MLIR stay errors unless off.";
    schema["properties"][SEVERITIES]["description"] = json!(description);
    schema
}

/// The schema of how diagnostics of a code are shown, with what the code is.
fn severity_of(code: &str) -> Value {
    let page = analysis::explain(code).unwrap();
    let default = if page.on_demand { "off" } else { page.severity.as_str() };
    json!({ "enum": LEVELS, "default": default, "description": page.title() })
}

#[test]
fn the_schema_is_that_of_the_keys() {
    let text = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    expect_file!["../../../docs/affine-analyzer.schema.json"].assert_eq(&text);
}

#[test]
fn targets_have_their_names() {
    let names: Vec<&str> = analysis::TARGETS.iter().map(|it| it.name).collect();
    assert_eq!(declared()[&format!("{SECTION}.optimize.target")]["enum"], json!(names));
}

/// The schema and the program accept and refuse the same.
#[test]
fn the_schema_says_what_is_taken() {
    let takes = |key: &str, value: Value| Config::default().take(&json!({ key: value })).is_empty();
    let mut declared = declared();
    for key in KEYS {
        let property = property(declared.remove(&format!("{SECTION}.{}", key.name)).unwrap());
        let is_integer = property["type"] == "integer";
        let of_list = |list: &str| property[list].get(0).filter(|it| it.is_string()).cloned();
        let samples = [
            ("boolean", json!(true)),
            ("integer", property.get("minimum").cloned().unwrap_or(json!(1))),
            ("number", json!(0.5)),
            ("string", of_list("enum").or(of_list("examples")).unwrap_or(json!("text"))),
            ("array", json!([])),
            ("object", json!({ "name": 1 })),
        ];
        assert!(
            property["pattern"].is_null() || !takes(key.name, json!("text")),
            "{} takes any text",
            key.name
        );
        for (ty, sample) in samples {
            let is_taken = property["type"] == ty || property["type"] == "number" && ty == "integer";
            assert_eq!(takes(key.name, sample.clone()), is_taken, "{} = {sample}", key.name);
        }
        for (bound, beyond) in [("minimum", -1), ("maximum", 1)] {
            let Some(bound) = property[bound].as_i64() else { continue };
            assert!(takes(key.name, json!(bound)), "{} = {bound}", key.name);
            assert!(!takes(key.name, json!(bound + beyond)), "{} = {}", key.name, bound + beyond);
        }
        assert!(!is_integer || property["minimum"].is_i64(), "{} has no least value", key.name);
    }
    assert!(LEVELS.iter().all(|it| severity(&json!(it)).is_some()) && severity(&json!("info")).is_none());
}
