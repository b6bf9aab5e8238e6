//! Settings that decide what is recommended and offered for loops.

use affine_analyzer_tests::client::Client;
use serde_json::{Value, json};

use crate::{URI, able, range};

/// A sum over a window of what another nest computes: fused, nearly all of it is computed again.
const WINDOW: &str = "\
func.func @f(%x: memref<40xf32>, %t: memref<40xf32>, %y: memref<40xf32>) {
  affine.for %i = 0 to 40 {
    %v = affine.load %x[%i] : memref<40xf32>
    %w = arith.mulf %v, %v : f32
    affine.store %w, %t[%i] : memref<40xf32>
  }
  affine.for %k = 0 to 39 {
    %a = affine.load %t[%k] : memref<40xf32>
    %b = affine.load %t[%k + 1] : memref<40xf32>
    %s = arith.addf %a, %b : f32
    affine.store %s, %y[%k] : memref<40xf32>
  }
  return
}
";

const SUM: &str = "\
func.func @f(%x: memref<64xf64>, %z: f64) -> f64 {
  %r = affine.for %i = 0 to 64 iter_args(%a = %z) -> (f64) {
    %v = affine.load %x[%i] : memref<64xf64>
    %s = arith.addf %a, %v : f64
    affine.yield %s : f64
  }
  return %r : f64
}
";

/// The code actions of a kind for the whole text under the settings.
fn actions(text: &str, kind: &str, settings: &Value) -> Vec<Value> {
    let (mut client, _) = Client::initialize(&able());
    client.ignore("textDocument/publishDiagnostics");
    client
        .notify("workspace/didChangeConfiguration", &json!({ "settings": { "affine-analyzer": settings } }));
    client.open(URI, 1, text);
    let params = json!({
        "textDocument": { "uri": URI },
        "range": range((0, 0), (14, 0)),
        "context": { "diagnostics": [], "only": [kind] },
    });
    let answer = client.request("textDocument/codeAction", &params);
    client.shut_down();
    answer.as_array().cloned().unwrap_or_default()
}

fn recommended(settings: &Value) -> Vec<String> {
    let titles = actions(WINDOW, "quickfix", settings).into_iter();
    titles.map(|it| it["title"].as_str().unwrap().to_owned()).filter(|it| it.starts_with("Fuse")).collect()
}

#[test]
fn fusion_is_recommended_within_the_tolerance() {
    assert_eq!(recommended(&json!({})), [""; 0]);
    assert_eq!(recommended(&json!({ "fusion": { "computeTolerance": 0.2 } })), [""; 0]);
    let within = recommended(&json!({ "fusion": { "computeTolerance": 1.5 } }));
    assert!(matches!(&*within, [title] if title.contains("at depth 1 (recommended)")), "{within:?}");
}

#[test]
fn maximal_fusion_recommends_whatever_it_costs() {
    let maximal = recommended(&json!({ "fusion": { "maximal": true } }));
    assert!(matches!(&*maximal, [title] if title.contains("recomputes")), "{maximal:?}");
}

/// 1 KiB holds what the slices write, 160 bytes; nothing holds them in 0 KiB.
#[test]
fn fusion_is_recommended_if_it_fits_into_fast_memory() {
    let within = |capacity: u64| {
        recommended(&json!({ "fusion": { "computeTolerance": 1.5, "fastMemoryCapacity": capacity } }))
    };
    assert_eq!(within(1).len(), 1);
    assert_eq!(within(0), [""; 0]);
}

#[test]
fn lanes_follow_the_bits_of_vectors() {
    let preferred = |settings: &Value| -> Vec<String> {
        let all = actions(SUM, "refactor.rewrite.affine.vectorize", settings).into_iter();
        let preferred = all.filter(|it| it["isPreferred"] == true);
        preferred.map(|it| it["title"].as_str().unwrap().to_owned()).collect()
    };
    for (bits, lanes) in [(128, 2), (256, 4), (512, 8)] {
        let titles = preferred(&json!({ "vectorize": { "bits": bits } }));
        let with_lanes = format!("with {lanes} lanes");
        assert!(matches!(&*titles, [title] if title.contains(&with_lanes)), "{bits}: {titles:?}");
    }
}

#[test]
fn floats_keep_their_order_where_the_settings_say_so() {
    let kinds = ["refactor.rewrite.affine.vectorize", "quickfix"];
    let offered = |settings: &Value| -> usize {
        let all = kinds.iter().flat_map(|kind| actions(SUM, kind, settings));
        all.filter(|it| it.get("disabled").is_none()).count()
    };
    assert!(offered(&json!({})) > 0);
    assert_eq!(offered(&json!({ "vectorize": { "reassociate": false } })), 0);
}

#[test]
fn sizes_of_tiles_and_unrolled_groups() {
    let titles = |kind: &str, settings: &Value| -> Vec<String> {
        let all = actions(WINDOW, kind, settings).into_iter();
        all.map(|it| it["title"].as_str().unwrap().to_owned()).collect()
    };
    let tiles = titles("refactor.rewrite.affine.tile", &json!({ "tile": { "size": 5 } }));
    assert_eq!(tiles, ["Tile this loop by 5"; 2]);
    let unrolled = titles("refactor.rewrite.affine.unroll", &json!({ "unroll": { "factor": 3 } }));
    assert!(unrolled.contains(&"Unroll %i by 3".to_owned()), "{unrolled:?}");
}
