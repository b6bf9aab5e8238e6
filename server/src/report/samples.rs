//! (tests) A file and what could be found in it, for every format.

use analysis::*;
use ropey::Rope;

use super::{Checked, Source};
use crate::applied::Applied;

const TEXT: &str = "\
// ä😀
affine.for %i = 0 to 10 {
  affine.store %v, %m[%i + 2] : memref<12xf32>
  %w = affine.load %m[%i] : memref<12xf32>
}
";

pub(super) fn source() -> Source {
    Source { path: "a b.mlir".to_owned(), text: TEXT.to_owned(), lines: Rope::from_str(TEXT) }
}

fn range(part: &str) -> TextRange {
    let start = TEXT.find(part).map_or(0, |start| u32::try_from(start).unwrap_or(0));
    TextRange::at(start.into(), TextSize::of(part))
}

pub(super) fn checked() -> Vec<Checked> {
    let finding = |code, severity, part, related: &[(&str, &str)]| {
        let mut finding = Diagnostic::new(code, severity, range(part), format!("`{part}` is a sample"));
        let related = related.iter();
        finding.related = related
            .map(|(part, message)| Related { range: range(part), message: (*message).into() })
            .collect();
        finding
    };
    let diagnostics = vec![
        finding("undefined-value", Severity::Error, "%v", &[("%m", "stored here")]),
        finding("fusion-opportunity", Severity::Hint, "affine.for", &[]),
        finding("wide", Severity::Information, "😀", &[]),
    ];
    vec![Checked { source: source(), diagnostics }]
}

pub(super) fn dependences() -> Vec<FunctionDependences> {
    let access = |op: &str, kind| Access {
        op: op.to_owned(),
        kind,
        memref: "%m".to_owned(),
        range: range(op),
        loops: vec!["%i".to_owned()],
        live_in: (kind == AccessKind::Read).then_some(true),
        dead: (kind == AccessKind::Write).then_some(false),
    };
    let component = |lower: Option<i64>, upper: Option<i64>| Component {
        lower: lower.map(Integer::from),
        upper: upper.map(Integer::from),
    };
    let huge = "123456789012345678901234567890".parse::<Integer>().ok();
    vec![FunctionDependences {
        name: "kernel".to_owned(),
        accesses: vec![access("affine.store", AccessKind::Write), access("affine.load", AccessKind::Read)],
        dependences: vec![
            Dependence {
                found: FoundDependence {
                    source: 0,
                    sink: 1,
                    kind: DependenceKind::Raw,
                    depth: 1,
                    components: [component(Some(2), Some(2))].into(),
                    distances: Some([vec![Integer::from(2)]].into()),
                    unknown: None,
                },
                flow: Some(true),
                flow_components: Some(vec![component(Some(2), Some(2))]),
            },
            Dependence {
                found: FoundDependence {
                    source: 1,
                    sink: 0,
                    kind: DependenceKind::War,
                    depth: 2,
                    components: [component(None, Some(4)), Component { lower: huge, upper: None }].into(),
                    distances: None,
                    unknown: Some("a call may write `%m`".into()),
                },
                flow: None,
                flow_components: None,
            },
        ],
        flow_unknown: None,
        not_computed: vec![NotComputed {
            memrefs: vec!["%m".to_owned(), "%n".to_owned()],
            accesses: vec![0, 1],
            apart: 1,
            pairs: 7,
            reason: "there are too many".to_owned(),
        }],
        unanalysed: vec![Unanalysed {
            op: "func.call".to_owned(),
            memref: None,
            reads: true,
            writes: true,
            range: range("affine.for"),
            loops: Vec::new(),
            accesses: vec![0, 1],
            accesses_left_out: 3,
            reason: "`func.call` of `@g` may touch any memory".to_owned(),
        }],
    }]
}

/// The numbers of MLIR's own example of a fusion that recomputes too much at depth 4.
pub(super) fn fusion() -> Vec<FunctionFusion> {
    let depth = |depth, additional_compute, refused: Option<&str>| FusionDepth {
        depth,
        forms: if refused.is_none() { vec![FusionForm::Move] } else { Vec::new() },
        refused: refused.map(|reason| Refusal {
            reason: reason.to_owned(),
            related: vec![(range("affine.store"), "this store".to_owned())],
        }),
        additional_compute,
        fused_cost: additional_compute.map(|_| 5500),
        slice_write_bytes: Some(40),
        storage_reduction_factor: additional_compute.map(|_| 2.5),
    };
    let pair = FusionPair {
        kind: FusionKind::ProducerConsumer,
        source: range("affine.for"),
        destination: range("affine.load"),
        memrefs: vec!["%m".to_owned()],
        source_cost: Some(50),
        destination_cost: Some(u128::MAX),
        source_bytes: Some(100),
        destination_bytes: None,
        source_write_bytes: Some(100),
        depths: vec![depth(4, Some(54.0), None), depth(2, None, Some("the slice would write too late"))],
        best: Some(BestDepth {
            depth: 2,
            fused_bytes: Some(70),
            slice_bytes: Some(40),
            storage_reduction: Some(10.0 / 17.0),
            reason: "deepest without redundant computation".to_owned(),
        }),
        refused: None,
        shift: None,
    };
    vec![FunctionFusion { name: String::new(), pairs: vec![pair], left_out: 0 }]
}

pub(super) fn actions() -> Vec<(Action, Option<Applied>)> {
    let action = |id: &str, preferred, disabled: Option<&str>| {
        let action = Action {
            request: format!("refactor.rewrite.affine.{id}").parse().unwrap(),
            kind: "refactor.rewrite.affine.tile",
            title: "Tile `%i` by 32".to_owned(),
            diagnostic: None,
            preferred,
            disabled: disabled.map(str::to_owned),
            forbidden_by: Vec::new(),
            left: Vec::new(),
            range: range("affine.for"),
        };
        (action, None)
    };
    vec![action("tile:9:size=32", true, None), action("tile:9:size=7", false, Some("`%m` carries RAW (2)"))]
}

/// The output of a report.
pub(super) fn written(report: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    assert!(report(&mut out).is_ok());
    String::from_utf8_lossy(&out).into_owned()
}

/// JSON with one value per line, for comparing.
pub(super) fn pretty(json: &str) -> String {
    let value = serde_json::from_str::<serde_json::Value>(json).unwrap_or_default();
    format!("{value:#}\n")
}
