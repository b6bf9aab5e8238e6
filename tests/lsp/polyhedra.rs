//! `affine/polyhedron`, `affine/dependenceGraph` and `affine/iterationSpace`.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{URI, able, at};

const STENCIL: &str = "\
func.func @two_rows_below(%cst: f32) {
  %0 = memref.alloc() : memref<10x10xf32>
  affine.for %arg0 = 0 to 9 {
    affine.for %arg1 = 0 to 9 {
      affine.store %cst, %0[%arg0, %arg1] : memref<10x10xf32>
      %1 = affine.load %0[%arg0 - 2, %arg1] : memref<10x10xf32>
    }
  }
  return
}
";

fn opened(text: &str) -> Client {
    let (mut client, _) = Client::initialize(&able());
    client.open(URI, 1, text);
    client.ignore("textDocument/publishDiagnostics");
    client
}

#[test]
fn tableaus_of_two_rows() {
    let mut client = opened(STENCIL);
    let answer = client.request("affine/polyhedron", &at(URI, 4, 8));
    let dependence = &answer["dependences"][0];
    assert_eq!(
        (&dependence["kind"], &dependence["depth"], &dependence["source"]["start"]["line"]),
        (&json!("raw"), &json!(1), &json!(4))
    );
    let expected = [
        (
            "srcRel",
            "Domain: 0, Range: 4, Symbols: 0, Locals: 0\n6 constraints\n(Value Value None None const)\n\
             1 0 -1 0 0 = 0\n0 1 0 -1 0 = 0\n1 0 0 0 0 >= 0\n-1 0 0 0 8 >= 0\n0 1 0 0 0 >= 0\n0 -1 0 0 8 >= 0\n",
        ),
        (
            "srcDomain",
            "Domain: 0, Range: 2, Symbols: 0, Locals: 2\n6 constraints\n(Value Value Local Local const)\n\
             1 0 -1 0 0 = 0\n0 1 0 -1 0 = 0\n1 0 0 0 0 >= 0\n-1 0 0 0 8 >= 0\n0 1 0 0 0 >= 0\n0 -1 0 0 8 >= 0\n",
        ),
        (
            "dstRel",
            "Domain: 0, Range: 4, Symbols: 0, Locals: 0\n6 constraints\n(Value Value None None const)\n\
             1 0 -1 0 -2 = 0\n0 1 0 -1 0 = 0\n1 0 0 0 0 >= 0\n-1 0 0 0 8 >= 0\n0 1 0 0 0 >= 0\n0 -1 0 0 8 >= 0\n",
        ),
        (
            "dstDomain",
            "Domain: 0, Range: 2, Symbols: 0, Locals: 2\n6 constraints\n(Value Value Local Local const)\n\
             1 0 -1 0 -2 = 0\n0 1 0 -1 0 = 0\n1 0 0 0 0 >= 0\n-1 0 0 0 8 >= 0\n0 1 0 0 0 >= 0\n0 -1 0 0 8 >= 0\n",
        ),
        (
            "dstRel.inverse()",
            "Domain: 0, Range: 4, Symbols: 0, Locals: 0\n6 constraints\n(None None Value Value const)\n\
             -1 0 1 0 -2 = 0\n0 -1 0 1 0 = 0\n0 0 1 0 0 >= 0\n0 0 -1 0 8 >= 0\n0 0 0 1 0 >= 0\n0 0 0 -1 8 >= 0\n",
        ),
        (
            "dstRel.compose(srcRel)",
            "Domain: 0, Range: 4, Symbols: 0, Locals: 0\n10 constraints\n(Value Value Value Value const)\n\
             -1 0 1 0 -2 = 0\n0 -1 0 1 0 = 0\n1 0 0 0 0 >= 0\n-1 0 0 0 8 >= 0\n0 1 0 0 0 >= 0\n0 -1 0 0 8 >= 0\n\
             0 0 1 0 0 >= 0\n0 0 -1 0 8 >= 0\n0 0 0 1 0 >= 0\n0 0 0 -1 8 >= 0\n",
        ),
        (
            "Dependence polyhedron",
            "Domain: 0, Range: 2, Symbols: 0, Locals: 0\n2 constraints\n(None None const)\n1 0 -2 = 0\n0 1 0 = 0\n",
        ),
    ];
    let tables = dependence["tables"].as_array().expect("a list of tables");
    assert_eq!(tables.len(), expected.len());
    for (table, (title, tableau)) in tables.iter().zip(expected) {
        assert_eq!(table["title"], title);
        assert_eq!(table["tableau"].as_str(), Some(tableau), "{title}");
    }
    assert_eq!(tables[6]["isl"], "{ [i0, i1] : i0 = 2 and i1 = 0 }");
    assert_eq!(tables[0]["names"], json!(["%arg0", "%arg1"]));
    // Between accesses there is none.
    assert_eq!(client.request("affine/polyhedron", &at(URI, 0, 0)), Value::Null);
    client.shut_down();
}

#[test]
fn symbols_and_steps_have_columns() {
    let mut client = opened(
        "func.func @f(%m: memref<?xf32>, %n: index, %v: f32) {
  affine.for %i = 1 to %n step 2 {
    affine.store %v, %m[%i floordiv 3] : memref<?xf32>
  }
  return
}
",
    );
    let answer = client.request("affine/polyhedron", &at(URI, 2, 8));
    let table = &answer["tables"][0];
    assert_eq!(
        table["tableau"],
        "Domain: 0, Range: 2, Symbols: 1, Locals: 2\n6 constraints\n(Value None Value Local Local const)\n\
         0 -1 0 0 1 0 = 0\n1 0 0 -2 0 -1 = 0\n0 0 0 1 0 0 >= 0\n-1 0 1 0 0 -1 >= 0\n1 0 0 0 -3 0 >= 0\n-1 0 0 0 3 2 >= 0\n"
    );
    assert_eq!(table["names"], json!(["%i", "%n"]));
    client.shut_down();
}

#[test]
fn points_and_arrows() {
    let mut client = opened(
        "func.func @f(%m: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %v = affine.load %m[%i - 1] : memref<?xf32>
      affine.store %v, %m[%i] : memref<?xf32>
    }
  }
  return
}
",
    );
    let mut params = at(URI, 1, 4);
    params["symbols"] = json!({ "%n": 3 });
    let space = client.request("affine/iterationSpace", &params);
    assert_eq!(space["loops"], json!(["%i", "%j"]));
    assert_eq!(space["symbols"], json!({ "%n": 3 }));
    assert_eq!(space["points"], json!([[1, 0], [2, 0], [2, 1]]));
    assert_eq!(space["truncated"], false);
    let arrows = space["arrows"].as_array().expect("a list of arrows");
    assert!(arrows.contains(&json!({ "kind": "raw", "source": [1, 0], "sink": [2, 0] })), "{arrows:?}");
    assert!(arrows.contains(&json!({ "kind": "waw", "source": [2, 0], "sink": [2, 1] })), "{arrows:?}");
    params["limit"] = json!(2);
    let space = client.request("affine/iterationSpace", &params);
    assert_eq!(space["points"], json!([[1, 0], [2, 0]]));
    assert_eq!((&space["truncated"], &space["arrowsTruncated"]), (&json!(true), &json!(true)));
    let graph = client.request("affine/dependenceGraph", &json!({ "textDocument": { "uri": URI } }));
    let function = &graph["functions"][0];
    assert_eq!(function["name"], "f");
    assert_eq!(function["nodes"][1]["op"], "affine.store");
    assert_eq!(function["nodes"][1]["range"]["start"], json!({ "line": 4, "character": 6 }));
    assert!(function["edges"].as_array().is_some_and(|it| it.iter().any(|it| it["kind"] == "raw")));
    client.shut_down();
}
