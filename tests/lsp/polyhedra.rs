//! `affine/polyhedron`, `affine/dependenceGraph` and `affine/iterationSpace`.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{URI, able, at, range};

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
    assert_eq!(tables[0]["columns"], json!(["%arg0", "%arg1", "[0]", "[1]"]));
    assert_eq!(tables[1]["columns"], json!(["%arg0", "%arg1", "q0", "q1"]));
    assert_eq!(tables[5]["columns"], json!(["%arg0", "%arg1", "%arg0'", "%arg1'"]));
    assert_eq!(tables[6]["columns"], json!(["Δ%arg0", "Δ%arg1"]));
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
    let has_arrow = |kind: &str, source: [i64; 2], sink: [i64; 2]| {
        let ends = (&json!(kind), &json!(source), &json!(sink));
        arrows.iter().any(|it| (&it["kind"], &it["source"], &it["sink"]) == ends)
    };
    assert!(has_arrow("raw", [1, 0], [2, 0]), "{arrows:?}");
    assert!(has_arrow("waw", [2, 0], [2, 1]), "{arrows:?}");
    // Within an iteration of the loops shown a dependence has no arrow; every arrow is of one that is listed.
    let dependences = space["dependences"].as_array().expect("a list of dependences");
    for arrow in arrows {
        let listed = arrow["dependences"].as_array().expect("indices");
        assert!(!listed.is_empty());
        for index in listed {
            let of = &dependences[index.as_u64().and_then(|it| usize::try_from(it).ok()).expect("an index")];
            assert_eq!(of["kind"], arrow["kind"]);
        }
    }
    let ids: Vec<_> =
        space["accesses"].as_array().expect("a list of accesses").iter().map(|it| &it["id"]).collect();
    assert_eq!(ids, [&json!(0), &json!(1)]);
    assert_eq!(space["accesses"][1]["range"], json!(range((4, 6), (4, 18))));
    params["limit"] = json!(2);
    let space = client.request("affine/iterationSpace", &params);
    assert_eq!(space["points"], json!([[1, 0], [2, 0]]));
    assert_eq!((&space["truncated"], &space["arrowsTruncated"]), (&json!(true), &json!(true)));
    let graph = client.request("affine/dependenceGraph", &json!({ "textDocument": { "uri": URI } }));
    let function = &graph["functions"][0];
    assert_eq!(function["name"], "f");
    assert_eq!(function["nodes"][1]["op"], "affine.store");
    assert_eq!(function["nodes"][1]["range"]["start"], json!({ "line": 4, "character": 6 }));
    let edges = function["edges"].as_array().expect("edges");
    assert!(edges.iter().any(|it| it["kind"] == "raw"));
    assert_eq!((&function["edgesLeftOut"], &function["notComputed"]), (&json!(0), &json!([])));
    let params = json!({ "textDocument": { "uri": URI }, "limit": 1 });
    let part = &client.request("affine/dependenceGraph", &params)["functions"][0];
    assert_eq!(part["edges"], json!([edges[0]]));
    assert_eq!(part["edgesLeftOut"], json!(edges.len() - 1));
    client.shut_down();
}

#[test]
fn a_part_of_a_nest() {
    let mut client = opened(
        "func.func @f(%m: memref<100x100xf32>, %v: f32) {
  affine.for %i = 0 to 100 step 2 {
    affine.for %j = 5 to 90 {
      affine.for %k = 0 to 0 {
        %w = affine.load %m[%i, %j] : memref<100x100xf32>
      }
      %u = affine.load %m[%i - 2, %j] : memref<100x100xf32>
      affine.store %v, %m[%i, %j] : memref<100x100xf32>
    }
  }
  return
}
",
    );
    let mut params = at(URI, 4, 20);
    params["depth"] = json!(2);
    params["extent"] = json!(3);
    let space = client.request("affine/iterationSpace", &params);
    assert_eq!(space["loops"], json!(["%i", "%j"]));
    let nest: Vec<_> = space["nest"].as_array().expect("loops").iter().map(|it| &it["name"]).collect();
    assert_eq!(nest, ["%i", "%j", "%k"]);
    assert_eq!(space["nest"][2]["range"], range((3, 6), (3, 16)));
    assert_eq!(
        space["ranges"],
        json!([
            { "least": 0, "greatest": 98, "lastShown": 5, "step": 2 },
            { "least": 5, "greatest": 89, "lastShown": 7, "step": 1 },
        ])
    );
    // The loop inside never runs, which is no reason for the outer ones to have no iterations.
    let expected: Vec<_> = [0, 2, 4].iter().flat_map(|i| [5, 6, 7].map(|j| json!([i, j]))).collect();
    assert_eq!(space["points"], json!(expected));
    assert_eq!((&space["truncated"], &space["arrowsTruncated"]), (&json!(true), &json!(true)));
    let arrows = space["arrows"].as_array().expect("a list of arrows");
    assert_eq!(arrows.len(), 6, "{arrows:?}");
    assert!(arrows.iter().all(|it| it["kind"] == "raw"));
    // All of one loop.
    params["depth"] = json!(1);
    params["extent"] = Value::Null;
    let space = client.request("affine/iterationSpace", &params);
    assert_eq!(space["points"].as_array().map(Vec::len), Some(50));
    assert_eq!(space["arrows"].as_array().map(Vec::len), Some(49));
    assert_eq!((&space["truncated"], &space["arrowsTruncated"]), (&json!(false), &json!(false)));
    client.shut_down();
}

#[test]
fn graphs_of_the_functions_that_a_range_touches() {
    let mut client = opened(
        "func.func @f(%m: memref<8xf32>) {
  %v = affine.load %m[0] : memref<8xf32>
  return
}
func.func @g(%m: memref<8xf32>) {
  %v = affine.load %m[0] : memref<8xf32>
  return
}
",
    );
    let mut names = |line: usize| -> Vec<Value> {
        let place = range((line, 3), (line, 3));
        let params = json!({ "textDocument": { "uri": URI }, "range": place });
        let graph = client.request("affine/dependenceGraph", &params);
        graph["functions"].as_array().expect("functions").iter().map(|it| it["name"].clone()).collect()
    };
    assert_eq!(names(0), ["f"]);
    assert_eq!(names(2), ["f"]);
    assert_eq!(names(5), ["g"]);
    client.shut_down();
}
